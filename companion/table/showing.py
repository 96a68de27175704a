"""What is made of a moment again and again: its views, and the number that tells keys apart."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Any

from companion.game.key_card import format_code
from companion.table.moment import Moment


class Shown:
    """The views of the newest moment, each cut once however many look at it."""

    def __init__(self) -> None:
        self._views: tuple[Moment | None, dict[str, dict[str, Any]]] = (None, {})

    def view(
        self, now: Moment, name: str, cut: Callable[[Moment], dict[str, Any]]
    ) -> dict[str, Any]:
        """The view of that name, cut anew when the moment is another one."""
        moment, views = self._views
        if moment is not now:
            moment, views = now, {}
            self._views = (moment, views)
        view = views.get(name)
        if view is None:
            view = views[name] = cut(now)
        return view


def check_number(nonce: bytes, moment: Moment) -> int:
    """A number by which two cluemasters tell aloud that they look at the same key.

    Made with a secret of this run and the game's number, so that whoever hears it learns nothing
    of the key, not even which of a printed set it is.
    """
    key = moment.state.key
    told = f"{moment.game_id} {'' if key is None else format_code(key)}".encode()
    return int.from_bytes(hmac.digest(nonce, told, "sha256")[:4])
