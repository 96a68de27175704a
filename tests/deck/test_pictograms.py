from companion.deck.pictograms import pictogram_bodies, pictogram_svg


def test_pictogram_is_a_whole_picture():
    svg = pictogram_svg("doughnut")

    assert svg is not None
    assert svg.startswith("<svg ")
    assert svg.endswith("</svg>")


def test_pictogram_that_is_not_there_is_none():
    assert pictogram_svg("helium") is None


def test_no_pictogram_asks_for_anything_from_outside():
    assert not any(
        sign in body for body in pictogram_bodies().values() for sign in ("href", "url(", "<script")
    )
