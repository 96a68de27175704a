from __future__ import annotations

import io
import zipfile

import pytest

from companion.errors import UsageError
from printables.deliver import archive, deliver


def test_nothing_is_written_when_one_file_cannot_be(print_once, tmp_path):
    manifest = tmp_path / "missing" / "manifest.json"

    with pytest.raises(UsageError, match=r"manifest\.json cannot be written"):
        deliver(print_once("covers"), tmp_path / "covers.pdf", manifest=manifest)

    assert list(tmp_path.iterdir()) == []


def test_archive_is_the_same_on_any_day(print_once):
    made = archive(print_once("covers"), "covers")

    assert made == archive(print_once("covers"), "covers")
    with zipfile.ZipFile(io.BytesIO(made)) as archived:
        assert archived.testzip() is None
        assert {name.rpartition(".")[2] for name in archived.namelist()} == {"pdf", "json", "svg"}
