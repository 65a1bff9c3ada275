"""Verbs of content/: a function's signature is their schema."""

from types import MappingProxyType
from typing import Annotated, Any, Literal

import pytest

from companion.content.model import Content, Row, Table
from companion.content.strict_yaml import Located
from companion.core.errors import ContentError
from companion.play.game.facts import used_facts
from companion.play.game.verbs import Call, Calls, Id, Least, VerbError, Verbs

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
def pick(said: list[Call], of: tuple[Annotated[Calls, EFFECTS], ...], times: Annotated[int, Least(1)] = 1) -> None:
    said.append(("picked", of, times))


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
        ({"turn": {"how": "up", "then": "rest"}}, "of 'turn': 'then' is not a list of effects"),
        ({"turn": {"how": "up", "then": ["rust"]}}, "names no effect 'rust'"),
        ({"recruit": {"nation": "elves"}}, "lacks 'regular' of 'recruit'"),
        ({"recruit": {"nation": "orcs", "regular": 1}}, "of 'recruit': 'nation' names no nation 'orcs'"),
        ({"recruit": {"nation": ["elves"], "regular": 1}}, "of 'recruit': 'nation' names no nation '['elves']'"),
        ({"pick": {"of": [], "times": 0}}, "of 'pick': 'times' is not a whole number of 1 or more: 0"),
        ({"pick": {"of": [], "times": True}}, "of 'pick': 'times' is not a whole number of 1 or more: True"),
        ({"pick": [["rest"], ["rust"]]}, "names no effect 'rust'"),
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


def test_a_bare_word_has_the_line_of_the_verb_around_it() -> None:
    with pytest.raises(VerbError) as error:
        EFFECTS.read_one(content(), located(4, pick=[["rest", "rust"]]))
    assert error.value.line == 4


def test_faults_of_several_tables_are_told_together() -> None:
    problems: list[str] = []
    for verb in ("rust", {"rest": 1}):
        assert EFFECTS.table(content([verb]), "card", "does", problems) == {"c0": (), "plain": ()}
    assert len(problems) == 2


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("rest", {"do": "rest"}),
        ({"turn": "up"}, {"do": "turn", "how": "up"}),
        ({"recruit": {"at": ["elves"], "nation": "elves"}}, {"do": "recruit", "at": ["elves"], "nation": "elves"}),
        (
            {"pick": [[{"turn": {"how": "up", "then": ["rest"]}}], []]},
            {"do": "pick", "of": [[{"do": "turn", "how": "up", "then": [{"do": "rest"}]}], []]},
        ),
    ],
)
def test_a_verb_is_written_with_the_words_that_it_is_given(value: Any, written: Any) -> None:
    """No more and no others, in their order, however short content/ says it."""
    assert EFFECTS.write(value) == written
    assert list(EFFECTS.write(value)) == list(written)


def test_what_is_no_verb_cannot_be_written() -> None:
    for value in ("rust", {"turn": {"when": 1}}, 3):
        with pytest.raises(ValueError, match=r"names no effect|unknown 'when'"):
            EFFECTS.write(value)


def test_facts_count_verbs_as_they_are_written() -> None:
    row = Row("card", "x:1", {"id": "c", "does": [{"turn": "up"}], "at": [1]})
    cards = Table("card", {"id": "id", "does": "list verb", "at": "list int"}, MappingProxyType({"c": row}))
    found = used_facts(Content("x", {"card": cards}), ("card",), (), {"does": EFFECTS})
    assert found == {"card": {"c": {"id": "c", "does": [{"do": "turn", "how": "up"}], "at": [1]}}}


def test_two_verbs_of_one_name_are_a_mistake() -> None:
    with pytest.raises(AssertionError):
        EFFECTS.verb(rest)
