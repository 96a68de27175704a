import pytest

from companion.deck.geometry import parse_size
from companion.errors import SheetOverflowError, UsageError
from printables.sheet import PRINTABLE_MARGIN_MM, Flip, plan_grid


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(
    ("size", "count"), [((63, 45), 16), ((63, 88), 8), ((68, 45), 16)], ids=["usual", "key", "wide"]
)
def test_sheet_holds_as_many_pieces_as_promised(paper, size, count):
    if paper == "Letter" and size == (68, 45):
        count = 12  # 4 x 68 mm would leave 3.7 mm at the sides, where no printer prints

    assert plan_grid(paper, *size).count == count


@pytest.mark.parametrize(
    ("size", "bleed", "count"), [((63, 45), 1.0, 16), ((63, 88), 1.0, 8), ((63, 88), 3.0, 8)]
)
def test_sheet_with_bleed_holds_as_many_pieces_as_one_without(size, bleed, count):
    assert plan_grid("A4", *size, bleed_mm=bleed).count == plan_grid("A4", *size).count == count


@pytest.mark.parametrize("paper", ["A4", "Letter", "A3"])
@pytest.mark.parametrize("bleed", [0.0, 1.0, 3.0])
def test_block_is_centred_and_leaves_room_for_marks(paper, bleed):
    grid = plan_grid(paper, 63, 45, bleed_mm=bleed)
    block = grid.block

    assert block.x_mm * 2 + block.w_mm == pytest.approx(grid.paper.width_mm)
    assert block.y_mm * 2 + block.h_mm == pytest.approx(grid.paper.height_mm)
    beside = 2.5 if bleed else 3.0  # with bleed, ticks in the waste show the cuts
    assert block.x_mm - bleed >= PRINTABLE_MARGIN_MM + beside - 1e-6
    assert block.y_mm - bleed >= PRINTABLE_MARGIN_MM + 3 - 1e-6


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("size", [(63, 45), (70, 70), (45, 63)])
def test_back_lies_behind_its_front(flip, size):
    grid = plan_grid("A4", *size, bleed_mm=1.0)
    paper = grid.paper
    sideways = paper.is_landscape == (flip is Flip.SHORT)
    for index in range(grid.count):
        front, back = grid.front(index).box, grid.back(index, flip).box
        # Turn the sheet about the axis, and the back's corner comes to lie on the front's.
        x = paper.width_mm - back.x_mm - back.w_mm if sideways else back.x_mm
        y = back.y_mm if sideways else paper.height_mm - back.y_mm - back.h_mm

        assert (x, y) == pytest.approx((front.x_mm, front.y_mm))
        assert grid.back(index, flip).turned_deg == (0 if sideways else 180)


def test_cuts_are_named_once_each():
    plain, bled = plan_grid("A4", 63, 45), plan_grid("A4", 63, 45, bleed_mm=3)

    assert len(plain.cuts_x()) == plain.cols + 1
    assert len(bled.cuts_y()) == 2 * bled.rows


def test_piece_that_fits_on_no_sheet_says_what_it_needs():
    with pytest.raises(SheetOverflowError, match=r"300 x 200 mm on A4 needs 300 mm"):
        plan_grid("A4", 300, 200)


def test_paper_may_be_written_small_and_others_are_refused():
    assert plan_grid("letter", 63, 45).count == 16
    with pytest.raises(UsageError, match="A4, Letter, A3"):
        plan_grid("A5", 63, 45)


@pytest.mark.parametrize("text", ["63", "63*45", "x45", "-63x45", "63x45x2", "1e3x45"])
def test_size_is_refused_when_it_is_none(text):
    with pytest.raises(UsageError, match="63x45"):
        parse_size(text)
