from __future__ import annotations

from dataclasses import replace

from companion.deck.tags import payload_for, tags_of
from companion.terms import Edition
from companion.vision.card_sizes import ReaderOfSizes
from companion.vision.frame import Frame
from companion.vision.other_deck import say_other_deck
from companion.vision.pipeline import read_board
from companion.vision.readers import TaggedReader
from companion.vision.reading import BoardReading, Unseen
from companion.vision.tags import make_tag_bank


def test_table_of_another_deck_is_told(shoot, springfield):
    others = [tag for tag in tags_of(springfield) if tag.piece.id > "m"]
    reader = TaggedReader(make_tag_bank(others), Edition.SIMPSONS)
    image = shoot(seed=9, size_wh=(1920, 1080)).image

    assert ReaderOfSizes([reader]).read(Frame(image, 0.0, 0)) is Unseen.OTHER_DECK


def test_some_cards_of_another_deck_are_told_by_name(shoot, springfield, dealt):
    most = [tag for tag in tags_of(springfield) if tag.piece.id not in dealt[3:7]]

    reading = read_board(shoot(seed=9, size_wh=(1920, 1080)).image, make_tag_bank(most))

    assert isinstance(reading, BoardReading)
    told = say_other_deck(reading)
    assert told is not None
    for name in dealt[3:6]:
        assert name[:4].upper() in told
    assert "and 1 more" in told


def test_two_strayed_cards_and_codes_that_are_not_ours_are_no_other_deck(a_reading):
    reading = a_reading()
    foreign = [payload_for("card", "owl", "word"), payload_for("card", "bee", "word")]
    cells = [
        replace(cell, foreign_tag=text)
        for cell, text in zip(
            reading.cells, [*foreign, *["https://example.org"] * 5, *[None] * 18], strict=True
        )
    ]

    assert say_other_deck(replace(reading, cells=tuple(cells))) is None
