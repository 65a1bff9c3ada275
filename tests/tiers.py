"""How much is tried: `quick` for the person at work, `test` for every change, `exhaustive` for everything there is."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

HERE = Path(__file__).parent
TIERS = ("quick", "test", "exhaustive")
FIRST = {  # files and folders that are begun first, the longest at the top, and the tier from which on they run
    "browser/test_site_shell.py": "test",  # makes the folder of `companion site`, for which others wait
    "test_conformance.py": "quick",
    "web/test_browser.py": "test",
    **dict.fromkeys((f"browser/test_{name}.py" for name in ("troubles", "index_page")), "test"),
    **dict.fromkeys((f"browser/test_{name}.py" for name in ("print_browser", "print_page")), "test"),
    **dict.fromkeys(("web", "stores"), "test"),  # browsers, servers, databases
    **dict.fromkeys((f"cli/test_{name}.py" for name in ("serving_whole", "printing", "processes")), "test"),
    **dict.fromkeys((f"content/test_{name}_print.py" for name in ("wotr", "wotrcards")), "test"),
    **dict.fromkeys((f"test_{name}.py" for name in ("press", "docs", "wheel", "positions", "properties")), "test"),
    **dict.fromkeys((f"games/{name}/test_properties.py" for name in ("wotr", "wotrcards", "fellowship")), "test"),
    **dict.fromkeys((f"games/{name}/test_evening.py" for name in ("wotr", "wotrcards")), "test"),
    "games/wotr/test_whole_games.py": "test",
    "simulation/test_workers.py": "test",  # a cluster
    **dict.fromkeys((f"games/dice/test_{name}.py" for name in ("reference", "perft", "best")), "test"),
    "games/wotrcards/test_leaks.py": "test",
    **dict.fromkeys((f"paper/test_{name}.py" for name in ("reading", "trouble", "address")), "test"),  # photos
    "docs/test_site.py": "exhaustive",
    **dict.fromkeys(
        (
            "press",
            "exports",
            "gallery",
            "docs",
            "browser",
            "cli",
            "faces/test_hostile.py",
            "play/test_words.py",
            "play/test_verify.py",
            "test_forging.py",
            "environments",
            "content/test_precompiled.py",
            "play/test_bots_in_two_worlds.py",
            "play/test_judges.py",
            "games/dice/test_vector.py",
            "games/wotr/test_mordor_odds.py",
            "games/wotr/test_odds_of_battles.py",
        ),
        "test",
    ),
}


def sample(values: Iterable[Any], *now: Any) -> list[Any]:
    """Values for `parametrize`: those of `now` in every tier, all others in the last."""
    found = [*values]
    assert not [value for value in now if value not in found]
    later = pytest.mark.tier(TIERS[-1])
    return [
        value if value in now else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=later)
        for value in found
    ]


def few_examples(most: int) -> int:
    """Of a dear property: so many with the usual seed, all with another."""
    now = int(settings.default.max_examples)  # type: ignore[attr-defined]
    return min(most, now) if now == settings.get_profile("same").max_examples else now


@cache
def place(path: Path) -> str | None:
    """Where a file, or its folder, stands in FIRST."""
    inside = path.relative_to(HERE).parts if path.is_relative_to(HERE) else ()
    return next((name for end in range(len(inside), 0, -1) if (name := "/".join(inside[:end])) in FIRST), None)
