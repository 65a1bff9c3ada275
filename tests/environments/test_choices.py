"""Every legal action has its numbers, no number has another, and no list is longer than an agent can choose from."""

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from companion.environments.choices import ENOUGH, MOST, WAIT, Choices, asked_seats, seat_choices
from companion.environments.tables import TableStart, set_table
from companion.play.game.bots import any_action, close_at_random
from companion.play.game.offers import Number, Offer, SomeOf


def leaves(choices: Choices) -> Iterator[Any]:
    """Yield what every path of numbers comes to."""
    assert 0 < len(choices.items) <= MOST
    assert len(set(choices.labels())) == len(choices.items)
    for number in range(len(choices.items)):
        chosen = choices.choose(number)
        if isinstance(chosen, Choices):
            yield from leaves(chosen)
        else:
            yield chosen


def states(table: TableStart, steps: int) -> Iterator[Any]:
    """Yield the states of one random game, as far as it is looked at."""
    rng, state, rules = random.Random(1), table.start, table.game.rules
    for _ in range(steps):
        legal = rules.legal(state)
        if not legal:
            return
        yield state
        state = rules.apply(state, close_at_random(table.game, state, any_action(rng, state, legal), rng))


@pytest.mark.parametrize(
    ("game", "variant"), [("dice", "advanced"), ("fellowship", None), ("wotr", "hunt"), ("wotrcards", "duel")]
)
def test_numbers_reach_every_legal_action_once_and_nothing_else(game: str, variant: str | None) -> None:
    table = set_table(game, variant=variant)
    rules = table.game.rules
    for state in states(table, 20):
        legal, seats = rules.legal(state), asked_seats(table.game, state, rules.legal(state))
        found = [act for seat in seats for act in leaves(seat_choices(table.game, state, legal, seat))]
        assert len(found) == len(set(found))
        assert set(found) == set(rules.legal_actions(state))


class Act(NamedTuple):
    type: str
    seat: str = "one"
    cards: tuple[str, ...] = ()
    number: int = 0


GAME: Any = SimpleNamespace(
    words=SimpleNamespace(
        command=lambda state, act: f"{act.type} {act.number}",
        open_words=lambda offer: {field.field: field for field in offer.open},
    )
)


def test_a_long_list_is_split_by_type_then_into_runs() -> None:
    acts = [Act("go", number=number) for number in range(MOST + 1)] + [Act("stay")]
    first = seat_choices(GAME, None, [Offer(act) for act in acts], "one", may_wait=True)
    assert first.labels() == ["go", "stay", WAIT]
    run = first.choose(0)
    assert isinstance(run, Choices)
    assert run.labels() == [f"go 0 .. go {MOST - 1}", f"go {MOST} .. go {MOST}"]
    assert [*leaves(first)] == [*acts, None]


def test_a_wide_number_is_split_too() -> None:
    offer = Offer(Act("pay"), (Number("number", 0, 2 * MOST),))
    assert [act.number for act in leaves(seat_choices(GAME, None, [offer], "one"))] == [*range(2 * MOST + 1)]


@pytest.mark.parametrize(("least", "most"), [(0, 2), (2, 3), (3, 3), (0, 0)])
def test_several_ids_are_chosen_one_by_one_until_they_are_enough(least: int, most: int) -> None:
    field = SomeOf("cards", (), ("a", "a", "b", "c", "c"), least, most)
    first = seat_choices(GAME, None, [Offer(Act("drop"), (field,))], "one")
    assert sorted(act.cards for act in leaves(first)) == sorted(field.values())
    opened = first.choose(0)
    assert (isinstance(opened, Choices) and ENOUGH in opened.labels()) == (least == 0 and most > 0)


@pytest.mark.parametrize("number", [-1, 2])
def test_a_number_without_a_label_is_refused(number: int) -> None:
    choices = seat_choices(GAME, None, [Offer(Act("go")), Offer(Act("stay"))], "one")
    assert choices.choose(1) == Act("stay")
    with pytest.raises(IndexError, match="there are 2"):
        choices.choose(number)


def test_the_seat_whose_step_it_is_is_asked_last() -> None:
    game: Any = SimpleNamespace(
        rules=SimpleNamespace(pending=lambda state: SimpleNamespace(seats=("two",))),
    )
    legal = [Offer(Act("go", seat)) for seat in ("one", "two", "three", "one")]
    assert asked_seats(game, None, legal) == ["one", "three", "two"]
