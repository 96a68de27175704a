"""The chart of the game against the simulated rival."""

from __future__ import annotations

# Rulebook, "Two-Player Game": the result by the number of rival cards not yet placed.
_CHART = {
    8: "Ultra Phenomenal",
    7: "Really Awesome",
    6: "An Amazing Feat",
    5: "Pretty Incredible",
    4: "Excellent Effort",
    3: "Great Teamwork",
    2: "Getting the Picture",
    1: "Better Than Losing",
}


def chart() -> tuple[tuple[int, str], ...]:
    """The whole chart, best result first: rival cards not yet placed, and the name."""
    return tuple(_CHART.items())


def chart_result(rival_cards_left: int) -> str:
    """The name of a won game.

    Args:
        rival_cards_left: Rival cards not yet placed when the own team won, 1 to 8.

    Raises:
        ValueError: No won game ends with that many.

    Example:
        >>> chart_result(8), chart_result(1)
        ('Ultra Phenomenal', 'Better Than Losing')
    """
    try:
        return _CHART[rival_cards_left]
    except KeyError:
        raise ValueError(
            f"a game is won with 1 to 8 rival cards not yet placed; got {rival_cards_left}"
        ) from None
