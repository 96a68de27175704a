from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.desk.scoring import Kind, ScoreEvent, score
from companion.errors import FindingError

PLAYERS = ["A", "B", "C"]


def an_event(**changes: object) -> ScoreEvent:
    values: dict[str, object] = {
        "by": "A",
        "kind": Kind.COMPLETE,
        "owner": "A",
        "counted": {"A": 2, "B": 1},
        "need": 3,
    }
    return ScoreEvent(**{**values, **changes})  # type: ignore[arg-type]


def finding(before: dict[str, int], turn: str, event: ScoreEvent) -> str:
    with pytest.raises(FindingError) as refused:
        score(PLAYERS, before, turn, event)
    return refused.value.finding


NONE_YET = dict.fromkeys(PLAYERS, 0)


def test_score_names_the_parts_of_the_points() -> None:
    scoring = score(PLAYERS, NONE_YET, "A", an_event(effect={"C": 2}))

    assert scoring.reasons == {"A": ("owner", "most"), "B": ("used",), "C": ("effect",)}
    assert scoring.after == {"A": 2, "B": 1, "C": 2}


def test_score_never_takes_points_below_none() -> None:
    scoring = score(PLAYERS, NONE_YET, "A", an_event(effect={"B": -5}))

    assert scoring.after["B"] == 0
    assert scoring.delta["B"] == 0


@pytest.mark.parametrize(
    ("before", "turn", "event", "expected"),
    [
        pytest.param(
            {**NONE_YET, "C": 7}, "B", an_event(need=None, counted={}), "E_GAME_OVER", id="over"
        ),
        pytest.param(NONE_YET, "B", an_event(need=None), "E_NOT_YOUR_TURN", id="turn"),
        pytest.param(NONE_YET, "A", an_event(need=None, available={}), "E_KIND_NULL", id="null"),
        pytest.param(NONE_YET, "A", an_event(need=9, available={"A": 2}), "E_POOL", id="pool"),
        pytest.param(NONE_YET, "A", an_event(need=9), "E_COUNT", id="count"),
        pytest.param(
            NONE_YET,
            "A",
            an_event(need=None, need_is_told=False, counted={}),
            "E_COUNT",
            id="quick-nothing",
        ),
        pytest.param(NONE_YET, "A", an_event(owner="Z"), "E_UNKNOWN_PLAYER", id="stranger"),
    ],
)
def test_score_tells_the_first_failure_in_the_fixed_order(
    before: dict[str, int], turn: str, event: ScoreEvent, expected: str
) -> None:
    assert finding(before, turn, event) == expected


def recount(owner: str, kind: str, counted: dict[str, int]) -> dict[str, int]:
    """The points of the rules once more, written without a look at the room."""
    points = {}
    for player in PLAYERS:
        own = 1 if player == owner or counted.get(player, 0) >= 1 else 0
        others = [counted.get(other, 0) for other in PLAYERS if other != player]
        if kind == "complete" and counted.get(player, 0) > max(others):
            own += 1
        points[player] = own
    return points


@settings(max_examples=120, deadline=None)
@given(
    owner=st.sampled_from(PLAYERS),
    kind=st.sampled_from(["complete", "trash"]),
    counted=st.dictionaries(st.sampled_from(PLAYERS), st.integers(0, 4), min_size=1),
    before=st.lists(st.integers(0, 6), min_size=3, max_size=3),
)
def test_score_equals_an_independent_recount(
    owner: str, kind: str, counted: dict[str, int], before: list[int]
) -> None:
    total = sum(counted.values())
    if total == 0:
        return
    points = dict(zip(PLAYERS, before, strict=True))
    event = an_event(owner=owner, kind=Kind(kind), counted=counted, need=total)

    scoring = score(PLAYERS, points, "A", event)

    assert scoring.delta == recount(owner, kind, counted)
    most = max(scoring.after.values())
    winners = [player for player in PLAYERS if scoring.after[player] == most >= 7]
    assert list(scoring.winners) == winners
