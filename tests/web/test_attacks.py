from __future__ import annotations

import pytest

HALF_A_PAIR = '"\\ud800"'


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param("/api/v1/tables/home/seats", f'{{"code": {HALF_A_PAIR}}}', id="seat"),
        pytest.param(
            "/api/v1/tables/home/moves",
            f'{{"revision": 0, "action": "clue", "word": {HALF_A_PAIR}, "number": "1"}}',
            id="clue",
        ),
        pytest.param("/api/v1/tables/home/moves", "[" * 30000, id="deep"),
    ],
)
def test_text_that_cannot_be_kept_is_refused_in_one_line(guesser, path, body):
    response = guesser.post(
        path, data=body, content_type="application/json", headers={"Origin": "http://localhost"}
    )

    assert response.status_code in (400, 403)
    assert set(response.get_json()["error"]) == {"code", "message"}
