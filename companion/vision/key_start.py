"""Who starts, as the coloured bars of our print or the lights on a shop-bought frame show it.

This is one cue. The other is the count of the squares; `key_card` asks both.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.deck.key_geometry import KeyCardGeometry
from companion.terms import GRID_SIDE, Role, Team
from companion.vision.homography import carry
from companion.vision.key_colours import LUMINANCE, SquareColours, hue_of, linear_rgb
from companion.vision.key_panel import KeyPanel, flat_part
from companion.vision.key_reading import ROLES, Hypothesis

_Floats = NDArray[np.float64]

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
_MIDDLE = (GRID_SIDE - 1) / 2

_BAR_LIGHT = 0.5
"""A bar has the squares' ink, so it is about as bright as they are. On 30 harsh pictures of our
print the third bar had 0.7 and more of the darker team's light; on 40 of shop-bought cards, whose
frame begins where our bars lie, 0.1 or less, but for three."""
_LEAST_BARS = 3

_LIGHTS_AWAY = (3.12, 3.22, 3.32)
"""Pitches from the middle to a shop-bought card's light: its border is not always cut evenly."""
_LIGHT_HALF = (0.24, 0.09)
_FRAME_BESIDE = 0.75
_LEAST_HUE = 0.2
"""A light's hue must differ so much from the frame's beside it to be one at all."""
_CLOSEST_TEAMS = 0.15

_VEIL_TAKEN = 0.9

_BELIEVED = 0.4
_STRONG = 0.6


@dataclass(frozen=True, slots=True)
class StartCue:
    """What bars or lights say.

    Attributes:
        is_own_print: They are the bars of our own key card.
        scores: One number a side that shows something: +1 has the hue of the orange squares, -1
            that of the yellow ones.
    """

    is_own_print: bool
    scores: tuple[float, ...]

    @property
    def team(self) -> Team | None:
        """The team, if two sides or more say it clearly and at most one says otherwise."""
        return self._team(_BELIEVED, fewest=2, dissenting=1)

    @property
    def strong_team(self) -> Team | None:
        """The team, if three sides or more say it, and all of them."""
        return self._team(_STRONG, fewest=3, dissenting=0)

    def _team(self, least: float, *, fewest: int, dissenting: int) -> Team | None:
        if not self.scores:
            return None
        middle = float(np.median(self.scores))
        agreeing = sum(np.sign(score) == np.sign(middle) for score in self.scores)
        if abs(middle) < least or agreeing < max(fewest, len(self.scores) - dissenting):
            return None
        return Team.ORANGE if middle > 0 else Team.YELLOW


def read_start_cue(
    panel: KeyPanel,
    size_wh: tuple[int, int],
    colours: SquareColours,
    hypothesis: Hypothesis,
) -> StartCue:
    """Compare the bars or lights with the squares of both teams.

    Args:
        panel: Where the squares lie.
        size_wh: Width and height of the picture the panel was found in.
        colours: The squares as measured.
        hypothesis: Which square belongs to whom, nearly right is enough.
    """
    linear = linear_rgb(panel.flat)
    axis = _team_axis(colours, hypothesis)
    team_light = _light_of_teams(colours, hypothesis)
    bars = [_bar(panel, size_wh, linear, side, team_light) for side in _SIDES]
    shown = [bar for bar in bars if bar is not None]
    is_own_print = len(shown) >= _LEAST_BARS
    if len(shown) == _LEAST_BARS - 1:
        # Two bars: our print with two covered, or a frame in a strange light. Neither speaks.
        return StartCue(False, ())
    if not is_own_print:
        lights = [_light(panel, size_wh, linear, side) for side in _SIDES]
        shown = [light for light in lights if light is not None]
    if axis is None:
        return StartCue(is_own_print, ())
    middle, half = axis
    reach = float(half @ half)
    scores = tuple(float((hue_of(color) - middle) @ half / reach) for color in shown)
    return StartCue(is_own_print, scores)


def _team_axis(colours: SquareColours, hypothesis: Hypothesis) -> tuple[_Floats, _Floats] | None:
    """Hue half way between the teams, and from there to orange; None if they look alike."""
    clear = np.maximum(colours.light - _VEIL_TAKEN * colours.veil, 0.1 * colours.light) + 1e-4
    veiled = (colours.veil @ LUMINANCE) / (colours.light @ LUMINANCE)
    hues = []
    for role in (Role.ORANGE, Role.YELLOW):
        is_role = (hypothesis.kinds == ROLES.index(role)) & colours.is_seen
        if not is_role.any():
            return None
        # The half of them with the least glare: what is left of the others is uncertain.
        is_clear = is_role & (veiled <= np.median(veiled[is_role]))
        hues.append(hue_of(np.exp(np.log(clear[is_clear]).mean(axis=0))))
    orange, yellow = hues
    if np.linalg.norm(orange - yellow) < _CLOSEST_TEAMS:
        return None
    return (orange + yellow) / 2, (orange - yellow) / 2


def _light_of_teams(colours: SquareColours, hypothesis: Hypothesis) -> float:
    """How bright the darker team's squares are, glare taken off."""
    clear = (colours.light - colours.veil) @ LUMINANCE
    return min(
        float(np.median(clear[hypothesis.kinds == ROLES.index(role)]))
        for role in (Role.ORANGE, Role.YELLOW)
    )


def _bar(
    panel: KeyPanel,
    size_wh: tuple[int, int],
    linear: _Floats,
    side: tuple[int, int],
    team_light: float,
) -> _Floats | None:
    """Colour of our print's bar on one side, the panel's own light taken off; None if none."""
    geometry = KeyCardGeometry()
    top = geometry.bars[0]
    away = (geometry.panel.h_mm / 2 - (top.y_mm + top.h_mm / 2 - geometry.panel.y_mm)) / (
        geometry.pitch_mm
    )
    half_long, half_thick = top.w_mm / 2 / geometry.pitch_mm, top.h_mm / 2 / geometry.pitch_mm
    part = _beside(panel, size_wh, linear, side, away, 0, 0.85 * half_long, 0.6 * half_thick)
    ends = [
        _beside(panel, size_wh, linear, side, away, at, 0.3, 0.6 * half_thick)
        for at in (-half_long - 0.55, half_long + 0.55)
    ]
    grounds = [np.median(end, axis=0) for end in ends if end is not None]
    if part is None or not grounds:
        return None
    ground = np.mean(grounds, axis=0)
    # Marks cover a third of the bar; the middle of what is left is its ink.
    color = np.median(part, axis=0)
    if (color - ground) @ LUMINANCE < _BAR_LIGHT * team_light:
        return None
    return np.asarray(np.maximum(color - _VEIL_TAKEN * ground, 0.1 * color), np.float64)


def _light(
    panel: KeyPanel, size_wh: tuple[int, int], linear: _Floats, side: tuple[int, int]
) -> _Floats | None:
    """Colour of a shop-bought card's light: what differs most from the frame beside it."""
    best: tuple[float, _Floats] | None = None
    for away in _LIGHTS_AWAY:
        part = _beside(panel, size_wh, linear, side, away, 0, *_LIGHT_HALF)
        frames = [
            _beside(panel, size_wh, linear, side, away, at, *_LIGHT_HALF)
            for at in (-_FRAME_BESIDE, _FRAME_BESIDE)
        ]
        seen = [np.median(frame, axis=0) for frame in frames if frame is not None]
        if part is None or not seen:
            continue
        frame_hue = hue_of(np.mean(seen, axis=0))
        differs = np.linalg.norm(hue_of(part) - frame_hue, axis=1)
        most = np.argsort(-differs)[: max(3, len(part) // 3)]
        color = part[most].mean(axis=0)
        clear = float(np.linalg.norm(hue_of(color) - frame_hue))
        if best is None or clear > best[0]:
            best = (clear, color)
    return best[1] if best is not None and best[0] > _LEAST_HUE else None


def _beside(
    panel: KeyPanel,
    size_wh: tuple[int, int],
    linear: _Floats,
    side: tuple[int, int],
    away: float,
    along: float,
    half_along: float,
    half_away: float,
) -> _Floats | None:
    """Pixels `away` from the block's middle and `along` its side; None outside the picture."""
    x = _MIDDLE + side[0] * away + (along if side[1] else 0)
    y = _MIDDLE + side[1] * away + (along if side[0] else 0)
    half_x, half_y = (half_along, half_away) if side[1] else (half_away, half_along)
    corners = carry(
        np.array([[x - half_x, y - half_y], [x + half_x, y + half_y]]), panel.image_from_grid
    )
    if (corners < 0).any() or (corners > np.array(size_wh) - 1).any():
        return None
    return np.asarray(flat_part(linear, x, y, half_x, half_y).reshape(-1, 3), np.float64)
