"""What the pages need of the eyes: key cards from photos, browsers as cameras."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import UsageError
from companion.game.key_card import KeyCard
from companion.table.browser_camera import BrowserCamera
from companion.table.eyes import Eyes
from companion.table.hall import Hall
from companion.table.live import Live
from companion.terms import Edition


def read_key_photo(photo: bytes) -> KeyCard | str:
    """Read the photo of a printed key card, as it lies in the photo; or say why there is none."""
    # OpenCV takes its time to load: it is loaded with the first photo.
    from companion.cli.read_key import check_reading
    from companion.vision.key_card import read_key_card
    from companion.vision.picture import decode_picture

    try:
        image = decode_picture(photo, "the photo")
    except UsageError as error:
        return error.message
    found = check_reading(read_key_card(image, tuple(Edition)))
    return found if isinstance(found, str) else found.key


def cameras_of(
    hall: Hall, make_eyes: Callable[[str, str], Eyes]
) -> Callable[[str, str], BrowserCamera]:
    """Make the function that makes a browser the camera of a table.

    Args:
        hall: The tables.
        make_eyes: Makes the eyes of one table, by its code and the device's name.
    """
    from companion.vision.picture import decode_picture

    def open_camera(code: str, name: str) -> BrowserCamera:
        camera = BrowserCamera(name, lambda jpeg: decode_picture(jpeg, "a picture of the camera"))
        referee = hall.table(code).referee
        hall.watch(code, Live(referee, lambda: camera, make_eyes(code, name)))
        return camera

    return open_camera
