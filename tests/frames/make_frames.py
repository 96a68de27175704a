"""Makes the twenty frames that `companion bench` reads: `python tests/frames/make_frames.py`.

Photographs of the simulated table with the deck `springfield`, 1920 x 1080: words and pictures,
covers, tilts up to 35 degrees, any turn, warm and cold lamps, light, dark and patterned tables.
The same program makes the same pictures; `frames.toml` says what lies there.
"""

from __future__ import annotations

import random
from pathlib import Path

from companion.cli.faces import printed_faces
from companion.deck.cards import built_in_deck
from companion.simulated.faces import FaceShelf
from companion.simulated.photograph import photograph
from companion.terms import ALL_CELLS, CoverCard, Edition, Face
from companion.vision.picture import encode_picture

FRAMES = 20
FOLDER = Path(__file__).parent
LAMPS_K = (2700.0, 4000.0, 6500.0)


def main() -> None:
    deck = built_in_deck()
    shelf = FaceShelf(printed_faces(deck, Edition.SIMPSONS))
    entries = ["# What lies on each picture, as the guessers read the table.\n"]
    for number in range(FRAMES):
        rng = random.Random(number)
        face = (Face.WORD, Face.PICTURE)[number % 2]
        cards = rng.sample(deck.cards, len(ALL_CELLS))
        covered = rng.sample(ALL_CELLS, rng.randrange(13))
        covers = {cell: rng.choice(list(CoverCard)[:3]) for cell in covered}
        tilt_deg, turn_deg = rng.uniform(0, 35), rng.choice((0, 0, 180, 90)) + rng.uniform(-8, 8)
        lamp_k = LAMPS_K[number % 3]
        taken = photograph(
            shelf,
            tuple(("card", card.id, face.value) for card in cards),
            covers={cell: ("cover_card", kind.value, "front") for cell, kind in covers.items()},
            size_wh=(1920, 1080),
            tilt_deg=tilt_deg,
            turn_deg=turn_deg,
            lamp_k=lamp_k,
            seed=number,
        )
        name = f"table_{number:02d}.jpg"
        (FOLDER / name).write_bytes(encode_picture(taken.image, ".jpg"))
        in_view = [
            card.id for cell, card in zip(ALL_CELLS, cards, strict=True) if cell not in covers
        ]
        entries.append(
            f'["{name}"]\n'
            f'made_by = "make_frames.py, seed {number}"\n'
            f"tilt_deg = {tilt_deg:.1f}\n"
            f"turn_deg = {turn_deg:.1f}\n"
            f"lamp_k = {lamp_k:.0f}\n"
            f'face = "{face.value}"\n'
            f"cards = {_listed(in_view)}\n"
            f"covers = {_listed([f'{c.row},{c.col} {covers[c].value}' for c in sorted(covers)])}\n"
        )
    (FOLDER / "frames.toml").write_text("\n".join(entries), encoding="utf-8")


def _listed(words: list[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


if __name__ == "__main__":
    main()
