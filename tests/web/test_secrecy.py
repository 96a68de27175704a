"""Two tables that differ in nothing but their uncovered cards must look the same, byte by byte.

Whatever a guesser or a host may fetch, in whatever form it might tell (a word, a count, an order,
a length, an error), would differ between two keys that agree on what is covered and on who starts.
So both are played side by side, everything is fetched from both, and nothing may differ.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.deck.cards import Deck
from companion.game.actions import Action, ChooseKey, EndTurn, GiveClue, Guess, NewGame, RivalCover
from companion.game.key_card import KeyCard, deal_key_card
from companion.game.state import GameState, KeySource, Mode
from companion.store.store import Store
from companion.table.hall import Hall, Table
from companion.table.seats import Standing
from companion.table.status import CameraState, CameraStatus
from companion.terms import ALL_CELLS, Cell, CoverCard, Edition, Role, Team
from companion.vision.reading import CellState, SettledBoard, SettledCell
from companion.web.app import create_app
from tests.web.people import API, NOW_S, at_the_machine, on_a_phone, with_a_seat

QUICK_POSITIONS = 60
ALL_POSITIONS = 1_000
THOROUGH_EVERY = 6

PAGES = (
    "/",
    "/t/home",
    "/t/home/",
    "/t/home/cluemaster",
    "/t/home/host",
    "/t/home/camera",
    "/t/home/games",
    "/t/home/games/1",
    "/t/home/guide",
    "/t/home/camera/send",
    "/t/home/key",
    "/manifest.webmanifest",
    "/worker.js",
    "/offline",
    "/healthz",
    "/nowhere",
    "/static/../app.py",
    API,
    f"{API}/",
    f"{API}/key",
    f"{API}/key?cluemaster=1",
    f"{API}/cluemaster",
    f"{API}/cluemaster/stream",
    f"{API}/host",
    f"{API}/camera.jpg",
    f"{API}/moves",
    f"{API}/evening",
    f"{API}/games",
    f"{API}/games/1",
    f"{API}/games/0",
    f"{API}/games/1/export.json",
    f"{API}/games/export.csv",
    f"{API}/games/1/photo/0.jpg",
    f"{API}/games/1/photo/last.jpg",
    f"{API}/timer",
    f"{API}/cards.jpg",
    f"{API}/key/photo",
    f"{API}/undo",
    f"{API}/advice",
    "/api/v1/tables/nowhere/key",
)
STREAMS = (f"{API}/stream", f"{API}/host/stream")

GUESSES_AT_SECRETS: tuple[dict[str, Any], ...] = (
    {"action": "guess", "row": 0, "col": 0},
    {"action": "guess", "row": 9, "col": 0},
    {"action": "guess", "row": 0, "col": 1, "cover": "game_over"},
    {"action": "cover", "row": 0, "col": 0, "cover": "orange"},
    {"action": "lift", "row": 0, "col": 0},
    {"action": "correct", "row": 0, "col": 0, "cover": None},
    {"action": "settle", "row": 0, "col": 0},
    {"action": "settle", "team": "orange"},
    {"action": "rival_cover", "row": 0, "col": 0},
    {"action": "clue", "word": "snow", "number": "1"},
    {"action": "allow_clue", "word": "snow", "team": "orange"},
    {"action": "key", "code": "22222222F"},
    {"action": "key", "key_source": "entered"},
    {"action": "key"},
    {"action": "dance"},
    {},
)


@dataclass
class Side:
    """One of the two tables, and what may not tell them apart."""

    app: Flask
    table: Table
    guesser: FlaskClient
    host: FlaskClient

    @classmethod
    def set_up(cls, deck: Deck) -> Side:
        hall = Hall(Store("sqlite://"), random.Random(7), deck=deck, wall_clock=lambda: NOW_S)
        app = create_app(hall)
        return cls(app, hall.table(), on_a_phone(app), at_the_machine(app))

    def play(self, action: Action) -> GameState:
        self.table.referee.submit(action, by=Standing.CLUEMASTER)
        return self.table.referee.state


@pytest.fixture
def sides(deck: Deck) -> tuple[Side, Side]:
    return Side.set_up(deck), Side.set_up(deck)


def another_key(key: KeyCard, state: GameState, rng: random.Random) -> KeyCard:
    """A key with the same squares under the covers and other ones elsewhere."""
    free = [cell.position for cell in ALL_CELLS if state.cover_at(cell) is None]
    roles = [key.squares[index] for index in free]
    squares = list(key.squares)
    while True:
        rng.shuffle(roles)
        for index, role in zip(free, roles, strict=True):
            squares[index] = role
        if tuple(squares) != key.squares:
            return KeyCard(tuple(squares), key.starting_team)


def play_to_a_position(side: Side, rng: random.Random) -> tuple[list[Action], KeyCard]:
    """Play a game by chance to somewhere in its middle; gives its actions and its key."""
    mode = rng.choice([Mode.TEAMS, Mode.TEAMS, Mode.TWO_PLAYER])
    own = Team.ORANGE if mode is Mode.TWO_PLAYER else None
    key = deal_key_card(rng, starting_team=own)
    edition = rng.choice(list(Edition))
    actions: list[Action] = [
        NewGame(mode=mode, edition=edition, key_source=KeySource.ENTERED),
        ChooseKey(key_source=KeySource.ENTERED, key=key),
    ]
    state = [side.play(action) for action in actions][-1]
    for _ in range(rng.randrange(22)):
        action = next_action(state, key, rng)
        if action is None:
            break
        actions.append(action)
        state = side.play(action)
    return actions, key


def next_action(state: GameState, key: KeyCard, rng: random.Random) -> Action | None:
    """One more action after which the game still goes on."""
    bare = [cell for cell in ALL_CELLS if state.cover_at(cell) is None]
    if state.is_rivals_turn:
        assert state.own_team is not None
        rivals = [c for c in bare if key.role_at(c) is Role.of_team(state.own_team.rival)]
        return RivalCover(rng.choice(rivals)) if len(rivals) > 1 else None
    if state.clue is None and rng.random() < 0.5:
        return GiveClue(
            rng.choice(["snow", "music", "holiday"]), max(state.right_guesses, rng.randrange(1, 4))
        )
    if state.may_stop and rng.random() < 0.2:
        return EndTurn()
    left = {team: state.remaining(team) for team in Team}
    safe = [
        cell
        for cell in bare
        if key.role_at(cell) is not Role.GAME_OVER
        and (key.role_at(cell).team is None or (left[Team(key.role_at(cell).value)] or 0) > 1)
    ]
    return Guess(rng.choice(safe)) if safe else None


def replay_with(side: Side, actions: list[Action], key: KeyCard) -> None:
    for action in actions:
        side.play(replace(action, key=key) if isinstance(action, ChooseKey) else action)


def fetch_everything(side: Side, *, is_thorough: bool = True) -> Iterator[tuple[str, bytes]]:
    """Everything that a guesser and a host can get, by what was asked.

    Args:
        side: The table.
        is_thorough: With odd methods and old revisions too.
    """
    revision = side.table.referee.revision
    for who, client in (("guesser", side.guesser), ("host", side.host)):
        for address in PAGES:
            yield from asked(who, client, "GET", address)
        for address in (API, f"{API}/key", f"{API}/moves"):
            for method in ("HEAD", "OPTIONS", "PUT", "DELETE") if is_thorough else ():
                yield from asked(who, client, method, address)
        for address in STREAMS:
            answer = client.get(address)
            if answer.status_code != 200:
                yield f"{who} GET {address}", answer.data
                continue
            events = answer.iter_encoded()
            yield f"{who} GET {address}", b"".join(next(events) for _ in range(2))
            answer.close()
        for move in GUESSES_AT_SECRETS:
            for seen in (revision, revision - 1) if is_thorough else (revision,):
                document = {"revision": seen, **move}
                yield from asked(who, client, "POST", f"{API}/moves", document)
        for path in ("advice", "discrepancies", "seats/leave"):
            document = {"revision": revision, "word": "snow", "id": "wrong_cover-00-orange"}
            yield from asked(who, client, "POST", f"{API}/{path}", document)


def asked(
    who: str, client: FlaskClient, method: str, address: str, document: object = None
) -> Iterator[tuple[str, bytes]]:
    answer = client.open(address, method=method, json=document)
    del answer.headers["Date"]  # the second at which it was asked
    told = f"{answer.status}\n{answer.headers}\n".encode() + answer.data
    yield f"{who} {method} {address} {document or ''}", told


def differences(one: Side, other: Side) -> list[str]:
    """What tells the two tables apart."""
    return [
        what
        for (what, told), (_what, other_told) in zip(
            fetch_everything(one), fetch_everything(other), strict=True
        )
        if told != other_told
    ]


def lay_out(one: Side, other: Side, rng: random.Random) -> None:
    """Bring both tables into one position, with different keys."""
    actions, key = play_to_a_position(one, rng)
    replay_with(other, actions, another_key(key, one.table.referee.state, rng))


def check_positions(
    sides: tuple[Side, Side], count: int, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = sides
    rng = random.Random(seed)
    for position in range(count):
        lay_out(one, other, rng)
        assert one.table.referee.state.key != other.table.referee.state.key
        logs = []
        with caplog.at_level(logging.DEBUG):
            for side in sides:
                caplog.clear()
                told = dict(fetch_everything(side, is_thorough=position % THOROUGH_EVERY == 0))
                logs.append(([record.getMessage() for record in caplog.records], told))
        (log, answers), (other_log, other_answers) = logs
        apart = [what for what in answers if answers[what] != other_answers[what]]
        assert apart == [], f"position {position}"
        assert log == other_log, f"position {position}"


def test_nothing_tells_two_keys_apart(
    sides: tuple[Side, Side], caplog: pytest.LogCaptureFixture
) -> None:
    check_positions(sides, QUICK_POSITIONS, 1, caplog)


@pytest.mark.slow
def test_nothing_tells_two_keys_apart_in_a_thousand_positions(
    sides: tuple[Side, Side], caplog: pytest.LogCaptureFixture
) -> None:
    check_positions(sides, ALL_POSITIONS, 2, caplog)


def test_planted_leak_in_a_view_is_found(
    sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.table import moment
    from companion.terms import Audience

    cut = moment.view_for

    def leaky(state: GameState, audience: Audience, **more: Any) -> dict[str, Any]:
        # The smallest leak: one number, the same for a thousand keys.
        key = state.key
        told = 0 if key is None else sum(role is Role.NEUTRAL for role in key.squares[:5])
        return {**cut(state, audience, **more), "weather": told}

    monkeypatch.setattr(moment, "view_for", leaky)

    assert any(found_with(sides, seed) for seed in range(5))


def test_planted_leak_in_an_error_is_found(
    sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.errors import NotAllowedError

    def leaky(standing: Standing, action: Action, state: GameState) -> None:
        if standing is Standing.CLUEMASTER:
            return
        is_own = state.key is not None and state.key.squares[0] is Role.ORANGE
        raise NotAllowedError("this is for the cluemasters" + " " * is_own)

    monkeypatch.setattr("companion.table.referee.require_allowed", leaky)

    assert any(found_with(sides, seed) for seed in range(8))


def found_with(sides: tuple[Side, Side], seed: int) -> list[str]:
    lay_out(*sides, random.Random(seed))
    return differences(*sides)


def table_as_it_lies(state: GameState, wrong: Cell | None = None) -> SettledBoard:
    """What the camera sees: the covers that count, and perhaps a game-over cover too many."""

    def cell_of(cell: Cell) -> SettledCell:
        cover = CoverCard.GAME_OVER if cell == wrong else state.cover_at(cell)
        card = state.cards[cell.position]
        kind = CellState.COVERED if cover else CellState.CARD
        return SettledCell(cell, kind, card and card.id, card and card.face, cover, 0.0)

    return SettledBoard(tuple(map(cell_of, ALL_CELLS)), frozenset(), 1.0)


def test_wrong_cover_is_told_to_cluemasters_only(sides: tuple[Side, Side]) -> None:
    lay_out(*sides, random.Random(3))
    states = [side.table.referee.state for side in sides]
    wrong = next(
        cell
        for cell in ALL_CELLS
        if all(
            state.cover_at(cell) is None
            and state.key is not None
            and state.key.role_at(cell) is not Role.GAME_OVER
            for state in states
        )
    )
    news = []
    for side, state in zip(sides, states, strict=True):
        referee = side.table.referee
        referee.set_camera(CameraStatus(CameraState.LIVE))
        referee.see(table_as_it_lies(state))
        with referee.listen(lambda: news.append("public")):
            referee.see(table_as_it_lies(state, wrong))

    for side in sides:
        seated = with_a_seat(side.app, side.table, Standing.CLUEMASTER)
        (found,) = seated.get(f"{API}/cluemaster").json["discrepancies"]
        assert found["kind"] == "wrong_cover"
    assert news == []
    assert differences(*sides) == []


def test_cluemasters_of_the_two_tables_do_see_different_keys(sides: tuple[Side, Side]) -> None:
    one, other = sides
    lay_out(one, other, random.Random(4))
    keys = [
        with_a_seat(side.app, side.table, Standing.CLUEMASTER).get(f"{API}/key").data
        for side in sides
    ]

    assert keys[0] != keys[1]
