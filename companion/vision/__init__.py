"""Sees the table.

Comes in: frames. Goes out: readings of the 25 cells, with margins, or the reason why not.
It must never know the rules, the key or the store.

Pixels named `_px` are those of the undistorted image unless they say `_raw_px`; integer pixels
are pixel centres, as in OpenCV. Millimetres are those of the board plane: origin at the centre of
cell (0, 0), x along the row, y down the column.
"""
