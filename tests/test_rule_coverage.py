"""Every rule of every game is proved: an accepted and a refused case where it binds, one case where it leaves a choice.

The markers `@pytest.mark.rule(id, case, ...)` are read from the text of the tests, so that a selection of tests run
alone judges the same as the whole.
"""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from companion import games
from companion.content.load import SHARED, game_ids, load

TESTS = Path(__file__).parent
CASES = ("accepted", "refused")
RULE = re.compile(r"[A-Z]{2}-[A-Z]+-\d+")
NEEDED = {
    "forced": CASES,
    "definition": CASES,
    "legality": CASES,
    "prohibition": CASES,
    "choice": ("accepted",),
    "ruling": ("accepted",),
}


class Mark(NamedTuple):
    """One marker: rule and case as written (None where they are no plain texts), and where."""

    rule: str | None
    case: str | None
    place: str


def names_mark_rule(called):
    """It is `mark.rule` or `pytest.mark.rule`."""
    if not (isinstance(called, ast.Attribute) and called.attr == "rule"):
        return False
    return "mark" in (getattr(called.value, "attr", ""), getattr(called.value, "id", ""))


def marks_of(text, name):
    """Every case of a `mark.rule(...)` of a file: above a test, a class, or in the marks of a parameter."""
    for node in ast.walk(ast.parse(text)):
        if not (isinstance(node, ast.Call) and names_mark_rule(node.func)):
            continue
        words = [
            arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else None for arg in node.args
        ]
        rule, *cases = words if len(words) > 1 and not node.keywords else (None, None)
        yield from [Mark(rule, case, f"{name}:{node.lineno}") for case in cases]


@cache
def all_marks():
    paths = sorted(TESTS.rglob("test_*.py"))
    texts = {path: text for path in paths if "mark.rule" in (text := path.read_text("utf-8"))}
    return [mark for path, text in texts.items() for mark in marks_of(text, path.relative_to(TESTS).as_posix())]


def uncovered(kinds, marks):
    """`ID: no CASE test` for every rule that lacks one; kinds: rule id -> kind."""
    there = {(mark.rule, mark.case) for mark in marks}
    return [
        f"{rule} ({kind}): no test of the case '{case}'"
        for rule, kind in kinds.items()
        for case in NEEDED[kind]
        if (rule, case) not in there
    ]


def wrong(known, marks):
    """Markers that name an unknown rule or case."""
    out = [f"{mark.place}: no rule '{mark.rule}'" for mark in marks if mark.rule not in known]
    return out + [f"{mark.place}: no case '{mark.case}'" for mark in marks if mark.case not in CASES]


@pytest.mark.parametrize("game", games.GAMES)
def test_every_rule_is_proved(game):
    """Rules that bind have an accepted and a refused test, choices and rulings at least one."""
    kinds = {rule.id: rule["kind"] for rule in load(game)["rule"].values()}
    assert kinds
    assert uncovered(kinds, all_marks()) == []


def test_every_marker_names_a_rule_and_a_case():
    """No test claims to prove a rule that does not exist."""
    known = {rule for game in (SHARED, *game_ids()) for rule in load(game)["rule"]}
    assert wrong(known, all_marks()) == []


@pytest.mark.parametrize("game", games.GAMES)
def test_every_refusal_is_proved(game):
    """Every refusal that words.yaml can say for a game is expected, by its code, in some test of that game."""
    codes = {key.removeprefix("refusal.") for key in load(game).texts if key.startswith("refusal.")}
    expected = {
        node.value
        for path in sorted((TESTS / "games" / game).glob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert codes
    assert sorted(codes - expected) == []


# --- the reading of the markers itself -----------------------------------------------------------------------------

SAMPLE = """
import pytest

@pytest.mark.rule("X-1", "accepted", "refused")
@pytest.mark.rule("X-4")
def test_one(): ...

class TestTwo:
    @pytest.mark.rule("X-2", "accepted")
    @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("X-3", "refused"))])
    def test_two(self, n): ...

@pytest.mark.rule("X-9", "acepted")
@pytest.mark.rule(NAME, "accepted")
def test_three(): ...
"""


def test_markers_are_found_wherever_they_stand():
    """Decorators, methods of classes and marks of parameters are all read, with their lines."""
    assert list(marks_of(SAMPLE, "a.py")) == [
        Mark("X-1", "accepted", "a.py:4"),
        Mark("X-1", "refused", "a.py:4"),
        Mark(None, None, "a.py:5"),
        Mark("X-9", "acepted", "a.py:13"),
        Mark(None, "accepted", "a.py:14"),
        Mark("X-2", "accepted", "a.py:9"),
        Mark("X-3", "refused", "a.py:10"),
    ]


def test_a_missing_case_is_named():
    """A binding rule needs both cases, a choice only one of them."""
    kinds = {"X-1": "forced", "X-2": "choice", "X-3": "prohibition", "X-4": "ruling", "X-5": "legality"}
    assert uncovered(kinds, marks_of(SAMPLE, "a.py")) == [
        "X-3 (prohibition): no test of the case 'accepted'",
        "X-4 (ruling): no test of the case 'accepted'",
        "X-5 (legality): no test of the case 'accepted'",
        "X-5 (legality): no test of the case 'refused'",
    ]


def test_an_unknown_rule_or_case_is_named():
    """Misspelt rules and cases, and markers that cannot be read, are named with their place."""
    assert wrong({"X-1", "X-2", "X-3"}, list(marks_of(SAMPLE, "a.py"))) == [
        "a.py:5: no rule 'None'",
        "a.py:13: no rule 'X-9'",
        "a.py:14: no rule 'None'",
        "a.py:5: no case 'None'",
        "a.py:13: no case 'acepted'",
    ]
