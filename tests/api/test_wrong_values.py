"""What nobody should pass: each public function answers with one of the package's own errors, and changes nothing."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import companion

ODD = (5, None, b"x", "", [], {"a": 1}, 3.5, "\ud800", "a" * 5000, "../x", True, object())
CALLS: dict[str, Callable[[Any], Any]] = {
    "new game": lambda odd: companion.new(odd),
    "new players": lambda odd: companion.new("dice", players=odd),
    "new variant": lambda odd: companion.new("dice", variant=odd),
    "new options": lambda odd: companion.new("dice", options=odd),
    "new position": lambda odd: companion.new("dice", position=odd),
    "new seed": lambda odd: companion.new("dice", seed=odd),
    "new lang": lambda odd: companion.new("dice", lang=odd),
    "open": lambda odd: companion.open(odd, store="none.sqlite"),
    "open store": lambda odd: companion.open("abc", store=odd),
    "print": lambda odd: companion.print(odd, game="dice"),
    "print game": lambda odd: companion.print("sheets", game=odd),
    "print paper": lambda odd: companion.print("dice", game="dice", paper=odd, out="made.pdf"),
    "print copies": lambda odd: companion.print("dice", game="dice", only="none", copies=odd),
    "print content": lambda odd: companion.print("dice", game="dice", only="none", content=odd),
    "odds": lambda odd: companion.odds("wotr", odd),
    "odds game": lambda odd: companion.odds(odd, "battle"),
    "rule": lambda odd: companion.rule(odd),
    "rule lang": lambda odd: companion.rule("WR-HUNT-5").text(odd),
    "card": lambda odd: companion.card("wotr", odd),
    "faces": lambda odd: companion.draw_faces("dice", odd),
    "faces ink": lambda odd: companion.draw_faces("dice", "none", ink=odd),
    "game": lambda odd: companion.game(odd),
    "bot": lambda odd: companion.bot("dice", odd),
    "simulate": lambda odd: companion.simulate("dice", seats=odd, games=1),
    "verify": lambda odd: companion.verify(odd, store="none.sqlite"),
    "review": lambda odd: companion.review(odd, store="none.sqlite"),
    "list_plays game": lambda odd: companion.list_plays(game=odd, store="none.sqlite"),
    "list_plays since": lambda odd: companion.list_plays(since=odd, store="none.sqlite"),
    "list_plays store": lambda odd: companion.list_plays(store=odd),
    "read_sheet": lambda odd: companion.read_sheet(odd),
    "read_sheets": lambda odd: companion.read_sheets(odd),
    "judge_sheets": lambda odd: companion.judge_sheets(odd),
}
AT_A_TABLE: dict[str, Callable[[Any, Any], Any]] = {
    "do": lambda table, odd: table.do(odd),
    "do words": lambda table, odd: table.do("keep", dice=odd),
    "do seat": lambda table, odd: table.do("keep", seat=odd, dice=[]),
    "roll": lambda table, odd: table.roll(odd) if odd is not None else None,
    "view": lambda table, odd: table.view(odd),
    "text": lambda table, odd: table.text(odd),
    "legal": lambda table, odd: table.legal(odd),
    "undo": lambda table, odd: table.undo(agreed=odd),
    "odds": lambda table, odd: table.odds(odd),
    "verify": lambda table, odd: table.verify(odd),
    "export": lambda table, odd: table.export(odd),
}


def try_call(call: Callable[[], Any]) -> None:
    """Call it; an error is one of ours."""
    with contextlib.suppress(companion.CompanionError):
        call()


@pytest.mark.parametrize("name", CALLS)
def test_a_function_answers_odd_values_with_an_error_of_ours(name: str, tmp_path: Path) -> None:
    for odd in ODD:
        try_call(lambda odd=odd: CALLS[name](odd))


@pytest.mark.parametrize("name", AT_A_TABLE)
def test_a_table_answers_odd_values_with_an_error_of_ours_and_stays_as_it_is(name: str, tmp_path: Path) -> None:
    table = companion.new("dice", seed="5a" * 16)
    before = table.journal
    for odd in ODD:
        try_call(lambda odd=odd: AT_A_TABLE[name](table, odd))
    assert table.journal == before


def test_a_value_of_a_wrong_type_is_named_with_the_type_that_is_wanted() -> None:
    with pytest.raises(companion.WrongType, match=r"game is .*str.*, not int"):
        companion.new(5)
    with pytest.raises(TypeError, match="copies"):
        companion.print("sheets", game="dice", copies="two")
