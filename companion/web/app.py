"""The app: built whole by one function, nothing global."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from flask import Flask

from companion.table.hall import Hall
from companion.web import (
    api,
    bundles,
    calibration_api,
    camera_api,
    host_api,
    installable,
    key_photo,
    memory_api,
    page_views,
    palette_css,
    pictures_api,
    seats_api,
    table_api,
    words,
)
from companion.web.doors import guard_doors, names_of_this_machine
from companion.web.errors import answer_errors
from companion.web.headers import send_strict_headers
from companion.web.house import CameraDesk, House, KeyReader, OpenBrowserCamera, keep_house
from companion.web.languages import speak_languages
from companion.web.print_pages import PrintShop, make_print_pages
from companion.web.stream import Bells, Press
from companion.web.weight import compress_answers

LONGEST_BODY: Final = 64 * 1024
"""A move is some hundred bytes."""


def create_app(
    hall: Hall,
    *,
    version: str = "0",
    reachable_at: Callable[[], Sequence[str]] = lambda: (),
    names: Callable[[], Collection[str]] = names_of_this_machine,
    is_loopback_trusted: bool = True,
    print_shop: PrintShop | None = None,
    read_key: KeyReader | None = None,
    open_browser_camera: OpenBrowserCamera | None = None,
    local_address: Callable[[], str | None] = lambda: None,
    certificate: str | None = None,
    camera_desk: CameraDesk | None = None,
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
        is_loopback_trusted: Whoever sits at the machine is the host. A cafe that puts a proxy
            before the app on the same machine turns this off and gives host's seats by code.
        print_shop: Prints what `/print` asks for; without one there is no such page.
        read_key: Reads the photo of a printed key card; without one there is no such choice.
        open_browser_camera: Makes a browser the camera of a table; without one none can be.
        local_address: Gives the address by name (mDNS) under which phones find the pages.
        certificate: The fingerprint of a certificate that was made on the spot.
        camera_desk: Measures the tables' cameras; without one their page only shows them.
    """
    app = Flask("companion.web")
    app.config.update(MAX_CONTENT_LENGTH=LONGEST_BODY, TRAP_HTTP_EXCEPTIONS=False)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # views keep their order
    speak_languages(app)
    app.jinja_env.filters["moment"] = words.format_moment
    app.jinja_env.globals["has_print_shop"] = print_shop is not None
    keep_house(
        app,
        House(
            hall=hall,
            version=version,
            bells=Bells(),
            press=Press(),
            is_loopback_trusted=is_loopback_trusted,
            reachable_at=reachable_at,
            read_key=read_key,
            open_browser_camera=open_browser_camera,
            local_address=local_address,
            certificate=certificate,
            camera_desk=camera_desk,
        ),
    )
    compress_answers(app)
    send_strict_headers(app)
    answer_errors(app)
    guard_doors(app, names)
    for blueprint in (
        palette_css.blueprint,
        words.blueprint,
        bundles.blueprint,
        api.blueprint,
        seats_api.blueprint,
        host_api.blueprint,
        memory_api.blueprint,
        table_api.blueprint,
        pictures_api.blueprint,
        key_photo.blueprint,
        camera_api.blueprint,
        calibration_api.blueprint,
        installable.blueprint,
        page_views.blueprint,
    ):
        app.register_blueprint(blueprint)
    if print_shop is not None:
        app.register_blueprint(make_print_pages(print_shop))
    return app
