from companion.deck.geometry import BoxMm
from companion.deck.tags import tag_modules
from printables.outline import dark_modules


def inside(outline, x, y):
    """Even-odd: count the upright edges to the right."""
    crossings, points, first = 0, [], None
    for step, values in outline.steps:
        if step == "m":
            first = values
            points = [values]
        elif step == "l":
            points.append(values)
        else:
            for (x1, y1), (x2, y2) in zip(points, [*points[1:], first], strict=True):
                if x1 == x2 and x1 > x and min(y1, y2) < y < max(y1, y2):
                    crossings += 1
    return crossings % 2 == 1


def test_outline_of_a_code_holds_its_dark_modules_and_no_others():
    modules = tag_modules("DONUWJ30CQR7ENNAACQB")
    outline = dark_modules(modules, BoxMm(5.0, 7.0, 21.0, 21.0))

    assert all(
        inside(outline, 5.5 + col, 7.5 + row) == modules[row][col]
        for row in range(21)
        for col in range(21)
    )


def test_outline_of_a_code_has_no_point_on_a_straight_line():
    steps = [values for _, values in dark_modules([[True] * 3] * 3, BoxMm(0, 0, 3, 3)).steps]

    assert [values for values in steps if values] == [(0, 0), (3, 0), (3, 3), (0, 3)]
