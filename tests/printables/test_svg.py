import pytest

from companion.deck.pictograms import VIEW_SIDE, pictogram_bodies
from companion.errors import DeckError
from printables.svg import painted_of, parse_path


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        pytest.param("M1 1 2 2 3 1", [(1, 1), (2, 2), (3, 1)], id="lines after a move"),
        pytest.param("m1 1 2 2zl1 0", [(1, 1), (3, 3), (2, 1)], id="from the start again"),
        pytest.param("M0 0H5V4h-2v-1", [(0, 0), (5, 0), (5, 4), (3, 4), (3, 3)], id="straight"),
        pytest.param("M0 0c0 1 1 2 2 2s2-1 2-2", [(0, 0), (2, 2), (4, 0)], id="smooth"),
        pytest.param("M0 0q1 2 2 0t2 0", [(0, 0), (2, 0), (4, 0)], id="quadratic"),
        pytest.param("M0 0a1 1 0 012 0", [(0, 0), (1, -1), (2, 0)], id="arc, flags unspaced"),
        pytest.param("M0 0A5 5 0 0 0 0 0", [(0, 0)], id="arc to nowhere"),
        pytest.param("M.5.5-1-1e0", [(0.5, 0.5), (-1, -1)], id="numbers unspaced"),
    ],
)
def test_path_is_followed(text, ends):
    steps = [values[-2:] for _, values in parse_path(text).steps if values]

    assert [pytest.approx(end) for end in ends] == steps


@pytest.mark.parametrize("text", ["M1", "1 2", "M1 2X3", "M0 0z5 5", "M0 0A1 1 0 2 0 1 1"])
def test_broken_path_is_refused(text):
    with pytest.raises(ValueError, match="a path"):
        parse_path(text)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("<path", "is no SVG"),
        ("<script>1</script>", "element 'script'"),
        ('<image href="http://example.org/x.png"/>', "element 'image'"),
        ('<path d="M0 0" fill="url(#a)"/>', "painted with"),
        ('<path d="M0 0" transform="scale(2)"/>', "attribute 'transform'"),
        ('<g fill="none"><path d="Mx" fill="#fff"/></g>', "a path breaks off"),
    ],
)
def test_drawing_that_cannot_be_drawn_is_refused(body, says):
    with pytest.raises(DeckError, match=says):
        painted_of(body, "x")


def test_every_pictogram_is_read_and_stays_in_its_view():
    for name, body in pictogram_bodies().items():
        painted = painted_of(body, name)
        ends = [values[-2:] for one in painted for _, values in one.outline.steps if values]

        assert painted, name
        assert all(-0.5 <= value <= VIEW_SIDE + 0.5 for end in ends for value in end), name
