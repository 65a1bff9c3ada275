"""The loop that stands for parameters."""

import pytest

from tests.each import Failed, each


def test_all_that_fail_are_named():
    """Whichever fail: one after the other, with their values; those that hold are not."""

    @each("number", [1, 2, 3, 4])
    def trial(number):
        assert number % 2

    with pytest.raises(ExceptionGroup, match="2 of 4") as raised:
        trial()
    assert [str(error).partition(":")[0] for error in raised.value.exceptions] == ["number=2", "number=4"]


def test_what_pytest_itself_fails_is_named():
    """`pytest.fail`, and `pytest.raises` where nothing is raised."""

    @each(("one", "other"), [(1, "a"), (2, "b")])
    def trial(one, other):
        with pytest.raises(ZeroDivisionError):
            _ = one / (one - 1)

    with pytest.raises(ExceptionGroup, match="1 of 2") as raised:
        trial()
    assert isinstance(raised.value.exceptions[0], Failed)
    assert "one=2, other=b" in str(raised.value.exceptions[0])


@each("letter", "ab")
@each("number", [1, 2])
def test_fixtures_and_loops_in_loops(tmp_path, letter, number):
    """What is no parameter is asked of pytest."""
    path = tmp_path / f"{letter}{number}"
    assert not path.exists()
    path.touch()
