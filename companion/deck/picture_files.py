"""Picture files that lie beside a deck file: which they are, and how many pixels they have."""

from __future__ import annotations

from pathlib import Path

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".svg")
"""What a picture file's name ends in; a picture without such an ending is a pictogram's name."""


def is_picture_file(picture: str) -> bool:
    """Whether a card's picture names a file, not a pictogram.

    Example:
        >>> is_picture_file("grandma.JPG"), is_picture_file("doughnut")
        (True, False)
    """
    return picture.lower().endswith(PICTURE_ENDINGS)


def lies_outside(folder: Path, picture: str) -> bool:
    """Whether a picture's file lies outside the deck's folder, by its name or by a link.

    A deck comes from somebody else: it must not show a file of this machine that it only names.
    """
    try:
        return not (folder / picture).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # links in a circle, a name too long
        return True


def picture_pixels(path: Path) -> tuple[int, int] | None:
    """Width and height from the first bytes of a PNG or JPEG file.

    Returns:
        None for a drawing, which has no pixels, and for a file whose start tells nothing.

    Raises:
        OSError: The file cannot be read.
    """
    with path.open("rb") as file:
        start = file.read(24)
        if start[:8] == b"\x89PNG\r\n\x1a\n" and start[12:16] == b"IHDR":
            return int.from_bytes(start[16:20]), int.from_bytes(start[20:24])
        if start[:2] != b"\xff\xd8":
            return None
        file.seek(2)
        while True:
            head = file.read(4)
            if len(head) < 4 or head[0] != 0xFF:
                return None
            length = int.from_bytes(head[2:4])
            # ITU-T T.81, B.1.1.3: the start-of-frame markers, but for DHT, JPG and DAC.
            if 0xC0 <= head[1] <= 0xCF and head[1] not in (0xC4, 0xC8, 0xCC):
                frame = file.read(5)
                height, width = int.from_bytes(frame[1:3]), int.from_bytes(frame[3:5])
                return (width, height) if len(frame) == 5 else None
            file.seek(length - 2, 1)
