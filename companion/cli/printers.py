"""Printer profiles: kept under a name in the data folder, found again by `--printer`."""

from __future__ import annotations

from pathlib import Path

from companion.cli.settings import default_data_folder
from companion.deck.printer import PrinterProfile
from companion.errors import UsageError
from companion.store.store import Store

KIND = "printer"
"""The kind of document that a profile is in the store."""


def keep_printer(profile: PrinterProfile, data: Path | None) -> None:
    """Keep a profile in place of the one of the same name."""
    with Store(data or default_data_folder()) as store:
        store.save_document(KIND, profile.name.casefold(), profile.to_document())


def find_printer(name: str, data: Path | None) -> PrinterProfile:
    """Find a profile by the name that people gave it.

    Raises:
        UsageError: There is none of this name.
    """
    with Store(data or default_data_folder()) as store:
        return printer_in(store, name)


def printer_in(store: Store, name: str) -> PrinterProfile:
    """Find a profile in an open store.

    Raises:
        UsageError: There is none of this name.
    """
    document = store.load_document(KIND, name.casefold())
    if document is None:
        raise UsageError(
            f"there is no printer {name!r}: print the sheet of `companion print alignment`, and "
            "keep what you read off it with `companion calibrate print-scale`"
        )
    return PrinterProfile.from_document(document)
