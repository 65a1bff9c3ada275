"""Enter alone at a guided table: it goes on, and never chooses, refuses or ends anything."""

import pytest

from companion import games
from companion.words.wording import Voice

SAY = Voice("en").say
GOING_ON = {"dice": {"resolve"}, "fellowship": {"resolve"}, "wotr": set(), "wotrcards": {"ready"}}
PRICE = "{place: moria, stack: {meagre_choice: 1}, seats: [{hobbit: frodo, name: Ania}, {hobbit: sam, name: Bo}]}"
DICE = ("dice", "--player", "Ania:frodo", "--player", "Bo:sam")


@pytest.mark.parametrize("game", GOING_ON)
def test_enter_goes_on_by_chance_or_by_a_step_without_a_choice(game):
    """No action that refuses, ends or gives something up is among them."""
    words = games.get(game).words
    assert set(words.plain_types) == GOING_ON[game] | set(words.chance_types)


def types_of(good, id: str) -> list[str]:
    return [entry["type"] for entry in good("log", id, "--json").json]


def test_enter_rolls_and_uses_the_kept_dice(good):
    """Where there is nothing to choose it goes on."""
    rolled = good("table", *DICE, typed="\n\nq\n").last.split()[-1]
    assert types_of(good, rolled) == ["header", "roll"]
    kept = good("table", *DICE, typed="\ntoroo\n1\n\nq\n").last.split()[-1]
    assert types_of(good, kept) == ["header", "roll", "keep", "resolve"]


def test_enter_at_a_price_refuses_nothing(good, write):
    """The choices are shown again; the number that refuses does."""
    told = good("table", "fellowship", "--position", write(PRICE), typed="\n\n\nback\n\nq\n")
    assert SAY("error.no_choice") in told.out
    id = told.last.split()[-1]
    assert types_of(good, id)[-1] == "resolve"
    good("table", id, typed="back\n1\nq\n")
    assert types_of(good, id)[-1] == "refuse"


def test_enter_halves_nothing_unasked(good):
    """Gandalf lets squares be halved: the free ones are listed, Enter asks again, 0 halves none."""
    told = good("table", *DICE, typed="\nrowgn\n1 2 3 4 5\n\nq\n")
    assert "Free squares, counted from the start: 1, 2, 3" in told.out
    id = told.last.split()[-1]
    assert types_of(good, id)[-1] == "keep"
    good("table", id, typed="0\nq\n")
    assert types_of(good, id)[-1] == "resolve"
