"""The table of seconds by folder."""

from collections import Counter

from tests.budget import BUDGETS, TESTS, read_budgets, sum_folders


def test_seconds_are_summed_by_folder_and_by_game():
    files = Counter({"web/script/test_a.py": 2.0, "web/test_b.py": 1.0, "games/dice/test_c.py": 4.0, "test_d.py": 8.0})
    assert sum_folders(files) == {"web": 3.0, "games/dice": 4.0, "test_d.py": 8.0}


def test_every_folder_of_tests_has_a_budget():
    """And no budget names a folder that has become another."""
    budgets = read_budgets(BUDGETS.read_text(encoding="utf-8"))
    folders = set(sum_folders(Counter({path.relative_to(TESTS).as_posix(): 1.0 for path in TESTS.rglob("test_*.py")})))
    assert {name for name in folders if not name.endswith(".py")} <= set(budgets)
    assert all((TESTS / name).exists() for name in budgets)
