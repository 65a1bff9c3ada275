"""Verbs of content/: a function's signature is their schema."""

from types import MappingProxyType
from typing import Annotated, Any, Literal

import pytest

from companion.content.model import Content, Row, Table
from companion.content.strict_yaml import Located
from companion.errors import ContentError
from companion.play.verbs import Call, Calls, Id, VerbError, Verbs

EFFECTS = Verbs("effect", shared=1)
Nation = Annotated[str, Id("nation")]


@EFFECTS.verb
def recruit(said: list[Call], nation: Nation, regular: int, at: tuple[Nation, ...] = (), each: bool = False) -> None:
    said.append(("recruited", nation, regular, at, each))


@EFFECTS.verb
def turn(said: list[Call], how: Literal["up", "down"], then: Annotated[Calls, EFFECTS] = (), else_: bool = True) -> str:
    for call in then:
        EFFECTS.do(call, said)
    return how


@EFFECTS.verb
def rest(said: list[Call]) -> None:
    said.append(("rested",))


def content(*does: Any) -> Content:
    def table(kind: str, *rows: dict[str, Any]) -> Table:
        made = {row["id"]: Row(kind, f"content/x/{kind}.yaml:{at}", row) for at, row in enumerate(rows, 1)}
        return Table(kind, {}, MappingProxyType(made))

    cards = [{"id": f"c{at}", "does": list(lot)} for at, lot in enumerate(does)]
    nations = table("nation", {"id": "elves"}, {"id": "dwarves"})
    return Content("x", {"nation": nations, "card": table("card", *cards, {"id": "plain"})})


def located(line: int, **words: Any) -> Located:
    out = Located(words)
    out.line = line
    return out


def test_a_verb_is_read_with_all_its_arguments_in_order() -> None:
    found = EFFECTS.table(
        content(
            [{"recruit": {"nation": "elves", "regular": 2, "at": ["dwarves", "elves"], "each": True}}, "rest"],
            [{"turn": "up"}, {"turn": {"how": "down", "then": ["rest"], "else": False}}],
        ),
        "card",
        "does",
    )
    assert found == {
        "c0": (("recruit", "elves", 2, ("dwarves", "elves"), True), ("rest",)),
        "c1": (("turn", "up", (), True), ("turn", "down", (("rest",),), False)),
        "plain": (),
    }


def test_a_verb_is_done_with_what_all_verbs_are_given() -> None:
    said: list[Call] = []
    assert EFFECTS.do(("turn", "down", (("rest",), ("recruit", "elves", 1, (), False))), said) == "down"
    assert said == [("rested",), ("recruited", "elves", 1, (), False)]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("recriut", "names no effect 'recriut'; did you mean 'recruit'?"),
        ({"rest": {}, "turn": "up"}, "names no effect"),
        (3, "names no effect '3'"),
        ({"rest": 3}, "says 'rest: 3', which takes nothing"),
        ({"turn": "over"}, "of 'turn': 'how' is 'over', not one of up, down"),
        ({"turn": {"how": "up", "when": 1}}, "gives 'turn' an unknown 'when'"),
        ({"turn": {"how": "up", "then": "rest"}}, "of 'turn': 'then' is no list of effects"),
        ({"turn": {"how": "up", "then": ["rust"]}}, "names no effect 'rust'"),
        ({"recruit": {"nation": "elves"}}, "lacks 'regular' of 'recruit'"),
        ({"recruit": {"nation": "orcs", "regular": 1}}, "of 'recruit': 'nation' names no nation 'orcs'"),
        ({"recruit": {"nation": "elves", "regular": True}}, "'regular' is not of type int: True"),
        ({"recruit": {"nation": "elves", "regular": 1, "at": "elves"}}, "'at' is not a list"),
        ({"recruit": {"nation": "elves", "regular": 1, "at": ["orcs"]}}, "'at' names no nation 'orcs'"),
    ],
)
def test_what_no_signature_has_is_refused(value: Any, fault: str) -> None:
    with pytest.raises(VerbError) as error:
        EFFECTS.read_one(content(), value)
    assert fault in str(error.value)


def test_every_fault_is_told_with_its_line() -> None:
    inner = located(8, turn=located(8, how="up", then=[located(9, rust={})]))
    with pytest.raises(ContentError) as error:
        EFFECTS.table(content(["rust"], [located(7, rest=1), inner]), "card", "does")
    assert list(error.value.problems) == [
        "content/x/card.yaml:1: c0: 'does' names no effect 'rust'; did you mean 'rest'?",
        "content/x/card.yaml:7: c1: 'does' says 'rest: 1', which takes nothing",
        "content/x/card.yaml:9: c1: 'does' names no effect 'rust'; did you mean 'rest'?",
    ]


def test_two_verbs_of_one_name_are_a_mistake() -> None:
    with pytest.raises(AssertionError):
        EFFECTS.verb(rest)
