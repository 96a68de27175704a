import cv2
import numpy as np
import pytest

from companion.deck.aruco import LENS_TARGET, MARKER_MODULES, marker_modules


def test_markers_are_those_of_opencv():
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in range(50):
        image = cv2.aruco.generateImageMarker(dictionary, marker, MARKER_MODULES)

        assert np.array_equal(image == 0, np.array(marker_modules(marker)))


@pytest.mark.parametrize("marker", [-1, 50])
def test_marker_that_the_dictionary_lacks_is_refused(marker):
    with pytest.raises(ValueError, match="0 to 49"):
        marker_modules(marker)


def test_lens_target_has_an_odd_count_of_rows_and_markers_for_all():
    assert LENS_TARGET.rows % 2 == 1
    assert len(LENS_TARGET.markers) == 35
