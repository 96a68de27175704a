"""Each import contract catches a fault planted for it; `make check` runs the contracts."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = ("companion", "calibration", "printables")
CONTRACT = "importlinter:contract:"

# Contract -> file that is written into a copy of the packages, and the import in it.
PLANTED = {
    "rooms": ("companion/cellar/__init__.py", ""),
    "workbenches": ("companion/deck/planted.py", "import printables"),
    "rules-room": ("companion/game/planted.py", "import random"),
    "rules": ("companion/web/planted_rules.py", "import companion.game.rules"),
    "desk-rules": ("companion/web/planted_desk.py", "import companion.desk.rules"),
    "league-rules": ("companion/web/planted_league.py", "import companion.league.rules"),
    "graphs": ("companion/desk/planted_graph.py", "import networkx"),
    "vision": ("companion/vision/planted.py", "import companion.game.key_card"),
    "simulated": ("companion/simulated/planted.py", "import companion.vision.reading"),
    "store": ("companion/store/planted.py", "import companion.deck.cards"),
    "web": ("companion/web/planted.py", "import companion.store.store"),
    "table": ("companion/table/planted.py", "import companion.simulated.table"),
    "printables": ("printables/planted.py", "import companion.game.state"),
    "opencv": ("companion/deck/planted_eyes.py", "import cv2"),
    "flask": ("companion/table/planted_page.py", "import flask"),
    "threads": ("companion/web/planted_thread.py", "import threading"),
    "pdf": ("printables/planted_pdf.py", "import reportlab.pdfgen.canvas"),
    "sql": ("companion/table/planted_sql.py", "import sqlalchemy"),
}
# A circle needs two files; both lie in one room, so that no other contract minds.
CIRCLE = (
    ("companion/deck/planted_one.py", "import companion.deck.planted_two"),
    ("companion/deck/planted_two.py", "import companion.deck.planted_one"),
)


@pytest.fixture(scope="module")
def settings(repository: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(repository / ".importlinter")
    return parser


@pytest.fixture(scope="module")
def printed(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What lint-imports prints about a copy of the house with every fault planted: one run."""
    house = tmp_path_factory.mktemp("house")
    for package in PACKAGES:
        for module in (repository / package).rglob("*.py"):
            copy = house / module.relative_to(repository)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(module, copy)
    shutil.copy(repository / ".importlinter", house)
    for name, text in (*PLANTED.values(), *CIRCLE):
        (house / name).parent.mkdir(exist_ok=True)
        (house / name).write_text(f'"""Planted."""\n{text}\n')
    lint_imports = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [lint_imports, "--no-cache"],
        cwd=house,
        env={"PATH": os.environ.get("PATH", "")},  # no PYTHONPATH that leads to the real house
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def test_every_contract_has_a_planted_fault(settings: configparser.ConfigParser) -> None:
    contracts = {
        section.removeprefix(CONTRACT)
        for section in settings.sections()
        if section.startswith(CONTRACT)
    }

    assert contracts == {*PLANTED, "circles"}


@pytest.mark.parametrize("contract", [*PLANTED, "circles"])
def test_contract_finds_its_planted_fault(
    contract: str, settings: configparser.ConfigParser, printed: str
) -> None:
    name = settings[f"{CONTRACT}{contract}"]["name"]
    planted = PLANTED[contract][0] if contract in PLANTED else CIRCLE[0][0]

    assert f"{name} BROKEN" in printed
    module = planted.removesuffix(".py").removesuffix("/__init__").rpartition("/")[2]
    assert module in faults_under(name, printed)


def faults_under(name: str, printed: str) -> str:
    """What lint-imports prints below the underlined name of a broken contract."""
    parts = re.split(r"^(.+)\n-{3,}\n", printed, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[name]
