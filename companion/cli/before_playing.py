"""What costs nothing to look at before a camera is looked for, which takes seconds."""

from __future__ import annotations

from companion.cli.decks import take_decks
from companion.cli.files import check_folder
from companion.cli.one_program import LOCK, only_program_in
from companion.cli.settings import SIMULATED, Settings
from companion.errors import DeckError
from companion.terms import ALL_CELLS
from companion.web.serve import check_port


def check_what_is_cheap(settings: Settings, *, is_simulated: bool) -> None:
    """See that deck, data folder and port will do; nothing is made or taken yet.

    Args:
        settings: What was asked for.
        is_simulated: Whether the simulated table is sure to play.

    Raises:
        DeckError: A deck cannot be used, or they are too few cards for a table.
        UsageError: The folder cannot be written, another program keeps its evening there, or the
            port is in use.
    """
    deck = take_decks(settings.decks)
    if len(deck) < len(ALL_CELLS):
        raise DeckError(f"deck {deck.name!r} has {len(deck)} cards; a table needs {len(ALL_CELLS)}")
    check_folder(settings.data)
    place = settings.data / SIMULATED if is_simulated else settings.data
    if (place / LOCK).is_file():
        with only_program_in(place):
            pass
    check_port(settings.host, settings.port)
