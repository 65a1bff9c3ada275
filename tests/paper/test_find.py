"""Which of the sheets that were found in a photo somebody means."""

from types import SimpleNamespace

import numpy as np

from companion.paper.find import FoundSheet, choose_sheets
from tests.each import each

SIZE = (1000, 800)


def lying(left: float, top: float, turned: bool = False) -> FoundSheet:
    """A sheet of 140 by 95 mm, 4 pixels a mm, with its top left corner there."""
    plane = np.array(
        [[0, -4, left + 380], [4, 0, top], [0, 0, 1]] if turned else [[4, 0, left], [0, 4, top], [0, 0, 1]]
    )
    return FoundSheet(SimpleNamespace(size=(140, 95)), plane.astype(float), 30)  # type: ignore[arg-type]


@each(
    ("found", "chosen"),
    [
        ([], []),
        ([lying(200, 200)], [0]),
        ([lying(-300, 200)], [0]),  # nothing else is there
        ([lying(10, 10), lying(420, 410)], [0, 1]),
        ([lying(-300, 10), lying(420, 410)], [1]),  # the other one is cut off
        ([lying(420, 410), lying(700, 10)], [0]),
        ([lying(-15, 10)], [0]),  # a corner without a field
        ([lying(-300, 10), lying(600, 200), lying(-10, 700)], [1]),  # all are cut off: the one in the middle
        ([lying(300, 200), lying(350, 250)], [0]),  # the other one lies below it
        ([lying(300, 200), lying(390, 100, turned=True)], [0]),
    ],
)
def test_sheets_that_lie_whole_and_on_top_are_meant(found, chosen):
    assert choose_sheets(found, SIZE) == [found[at] for at in chosen]
