from __future__ import annotations

import pytest

from companion.errors import UnreadableError
from companion.league.fields import read_code


@pytest.mark.parametrize("code", [".", "..", "-1", "_x", ".a"])
def test_code_that_an_address_would_lose_is_refused(code):
    with pytest.raises(UnreadableError):
        read_code("code", code)
