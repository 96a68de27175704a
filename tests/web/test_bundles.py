from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.web.bundles import SCRIPTS, STATIC, STYLES, script_of, style_of

NODE = shutil.which("node")


@pytest.mark.parametrize("page", SCRIPTS)
def test_bundle_holds_each_module_once_and_before_it_is_needed(page: str) -> None:
    script = script_of(page)

    made = re.findall(r"^const (module_\w+) = \(\(\) =>", script, re.MULTILINE)
    assert len(made) == len(set(made))
    for name in made:
        first_use = script.find(f"}} = {name};")
        assert first_use == -1 or script.index(f"const {name} =") < first_use
    assert "export " not in script
    # One import is left: the phrases, which differ by language.
    assert re.findall(r'^import .* from "(.*)";', script, re.MULTILINE) == ["/words.js"]


@pytest.mark.parametrize("page", SCRIPTS)
@pytest.mark.skipif(NODE is None, reason="there is no node to parse scripts")
def test_bundle_is_a_script(page: str, tmp_path: Path) -> None:
    file = tmp_path / "bundle.mjs"
    file.write_text(script_of(page), "utf-8")

    done = subprocess.run([str(NODE), "--check", file], capture_output=True, text=True, timeout=20)
    assert done.stderr == ""


def test_modules_keep_to_the_forms_that_are_known() -> None:
    forms = re.compile(
        r"import \{[^}]*\} from \"[^\"]+\";|export \{[^}]*\} from \"\./[\w-]+\.js\";"
        r"|export (?:async )?function\*? \w+|export const \w+ ="
    )
    for file in (STATIC / "js").glob("*.js"):
        source = file.read_text("utf-8")
        for line in re.findall(r"^(?:import|export) .*", source, re.MULTILINE):
            assert forms.match(source, source.index(line)), f"{file.name}: {line}"


@pytest.mark.parametrize("page", STYLES)
def test_styles_begin_with_the_palette(page: str, guesser: FlaskClient) -> None:
    assert style_of(page).startswith(":root")
    assert guesser.get(f"/styles/{page}.css").text == style_of(page)


def test_there_is_no_bundle_of_another_name(guesser: FlaskClient) -> None:
    assert guesser.get("/scripts/key.js").status_code == 404
    assert guesser.get("/styles/key.css").status_code == 404
