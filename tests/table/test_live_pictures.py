"""A picture shows no more than it may, and is made once."""

from __future__ import annotations

from companion.game.actions import NewGame
from companion.table.live import Live
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.vision.reading import Unseen
from tests.table.fake_eyes import FakeEyes, a_frame


def shape_of(jpeg: bytes | None) -> str:
    return (jpeg or b"nothing").split(b")")[0].decode() + ")"


def test_picture_is_whole_before_a_key_is_chosen(live: Live) -> None:
    live.step(a_frame())

    assert shape_of(live.picture()) == "(100, 120, 3)"


def test_picture_is_cut_to_the_cells_once_a_key_is_chosen(live: Live, referee: Referee) -> None:
    live.step(a_frame())
    live.picture()
    referee.submit(NewGame(), by=Standing.HOST)

    assert shape_of(live.picture()) == "(51, 51, 3)"


def test_no_picture_is_shown_while_the_cells_are_not_seen_and_a_key_is_chosen(
    live: Live, referee: Referee, fake: FakeEyes
) -> None:
    fake.reading = Unseen.BLACK
    live.step(a_frame())
    whole = live.picture()
    referee.submit(NewGame(), by=Standing.HOST)

    assert shape_of(whole) == "(100, 120, 3)"
    assert live.picture() is None


def test_picture_is_encoded_once_a_frame(live: Live) -> None:
    live.step(a_frame())

    assert live.picture() is live.picture()


def test_no_picture_before_the_first_frame_and_after_the_camera_is_lost(live: Live) -> None:
    before = live.picture()
    live.step(a_frame())
    live.lose("unplugged")

    assert before is None
    assert live.picture() is None
