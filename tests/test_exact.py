"""Arithmetic that has to be the same everywhere is right as well."""

import math

from companion.core import exact
from tests.each import each


@each("angle", [0.0, 1e-9, 0.5, -0.5, math.pi, -7.3, 102.2, 175.2, *[math.radians(degrees) for degrees in range(360)]])
def test_sines_and_cosines_are_those_of_the_system_but_for_the_last_digit(angle: float) -> None:
    assert math.isclose(exact.sin(angle), math.sin(angle), rel_tol=3e-16, abs_tol=1e-30)
    assert math.isclose(exact.cos(angle), math.cos(angle), rel_tol=3e-16, abs_tol=1e-30)


def test_sums_go_from_left_to_right() -> None:
    """Each number rounds: `sum` gives 1.0 since Python 3.12."""
    assert exact.total([0.1] * 10) == 0.9999999999999999
    assert exact.total([]) == 0
