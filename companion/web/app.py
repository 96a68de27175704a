"""The app: built whole by one function, nothing global."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from flask import Flask

from companion.table.hall import Hall
from companion.web import api, host_api, page_views, palette_css, seats_api, words
from companion.web.doors import guard_doors, names_of_this_machine
from companion.web.errors import answer_errors
from companion.web.headers import send_strict_headers
from companion.web.house import House, PastGame, keep_house
from companion.web.print_pages import PrintShop, make_print_pages
from companion.web.stream import Bells, Press

LONGEST_BODY: Final = 64 * 1024
"""A move is some hundred bytes."""


def create_app(
    hall: Hall,
    *,
    version: str = "0",
    reachable_at: Callable[[], Sequence[str]] = lambda: (),
    names: Callable[[], Collection[str]] = names_of_this_machine,
    past_games: Callable[[str], Sequence[PastGame]] = lambda _code: (),
    is_loopback_trusted: bool = True,
    print_shop: PrintShop | None = None,
) -> Flask:
    """Build the pages, the moves and the streams over a hall of tables.

    Args:
        hall: The tables.
        version: The program's version, for `/healthz`.
        reachable_at: Gives the addresses under which phones reach the pages, best first, such as
            `"http://192.168.0.7:8080"`. Asked anew for each code, since a laptop that slept may
            wake in another network. Where it gives none, the address in the host's browser is
            used.
        names: Names besides numbers and `localhost` under which the pages may be asked for, such
            as `"springfield.local"`; by default the machine's own. Every other name is turned
            away (DNS rebinding).
        past_games: Gives the games of a table by its code, oldest first; `Store.games` does.
        is_loopback_trusted: Whoever sits at the machine is the host. A cafe that puts a proxy
            before the app on the same machine turns this off and gives host's seats by code.
        print_shop: Prints what `/print` asks for; without one there is no such page.
    """
    app = Flask("companion.web")
    app.config.update(MAX_CONTENT_LENGTH=LONGEST_BODY, TRAP_HTTP_EXCEPTIONS=False)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # views keep their order
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.globals["has_print_shop"] = print_shop is not None
    app.jinja_env.globals["language"] = words.LANGUAGE
    app.jinja_env.filters["moment"] = words.format_moment
    keep_house(
        app,
        House(
            hall=hall,
            version=version,
            bells=Bells(),
            press=Press(),
            is_loopback_trusted=is_loopback_trusted,
            reachable_at=reachable_at,
            past_games=past_games,
        ),
    )
    send_strict_headers(app)
    answer_errors(app)
    guard_doors(app, names)
    for blueprint in (
        palette_css.blueprint,
        words.blueprint,
        api.blueprint,
        seats_api.blueprint,
        host_api.blueprint,
        page_views.blueprint,
    ):
        app.register_blueprint(blueprint)
    if print_shop is not None:
        app.register_blueprint(make_print_pages(print_shop))
    return app
