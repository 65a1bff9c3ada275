"""Set-up: who runs which deck, and what lies where before the first round (WC-SET, WC-SCN and the scenarios)."""

import pytest

from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.rules.common.costs import Cost
from companion.games.wotrcards.state import NONE, READY
from companion.games.wotrcards.tables import SIDES
from tests.games.wotrcards.board import CONTENT, TABLES, start


def header(scenario, *players, **options):
    """A header, or rule and code of the refusal."""
    told = {name: str(value).lower() for name, value in options.items()}
    made = GAME.rules.header(CONTENT, players, scenario, told, None)
    return (made.rule, made.code) if isinstance(made, Refusal) else made


def runs(made):
    """Who runs which deck."""
    return {seat["id"]: seat["name"] for seat in made["seats"]}


@pytest.mark.rule("WC-SCN-1", "accepted")
@pytest.mark.rule("WC-EXT-4", "accepted")
def test_a_person_may_run_several_decks():
    """By side, by names of decks together, or named again; decks stand in the order of their turns."""
    assert runs(header("trilogy", "Ania:free", "Bo:shadow")) == {
        "frodo": "Ania",
        "witch-king": "Bo",
        "aragorn": "Ania",
        "saruman": "Bo",
    }
    told = header("extended-trilogy", "Bo:saruman+bill-ferny", "Ania:free", "Cela:witch-king")
    assert list(runs(told).items()) == [
        ("frodo", "Ania"),
        ("witch-king", "Cela"),
        ("gandalf", "Ania"),
        ("saruman", "Bo"),
        ("aragorn", "Ania"),
        ("bill-ferny", "Bo"),
    ]
    assert runs(header("trilogy", "A:frodo", "A:aragorn", "B:witch-king", "C:saruman"))["aragorn"] == "A"


@pytest.mark.rule("WC-SCN-1", "refused")
@pytest.mark.rule("WC-SET-1", "refused")
def test_decks_that_do_not_fit_the_scenario():
    """A deck twice, a deck of another scenario, one that nobody runs, nobody's name, a word that means nothing."""
    assert header("trilogy", "A:free", "B:shadow", "C:frodo") == ("WC-SCN-1", "seats_same")
    assert header("trilogy", "A:free", "B:shadow", "C:bill-ferny") == ("WC-SCN-1", "seats_wrong")
    assert header("trilogy", "A:free", "B:saruman") == ("WC-SCN-1", "seats_free")
    assert header("trilogy", ":free", "B:shadow")[0] == "WC-SCN-1"
    with pytest.raises(WrongCall):
        header("trilogy", "A:gollum", "B:shadow")
    with pytest.raises(WrongCall):
        header("quadrilogy", "A:free", "B:shadow")
    with pytest.raises(WrongCall):
        header("duel", "A:free", "B:shadow", real_cards="maybe")


@pytest.mark.rule("WC-SET-1", "refused")
@pytest.mark.rule("WC-EXT-4", "refused")
@pytest.mark.parametrize("scenario", TABLES.scenarios)
def test_too_few_or_too_many_people(scenario):
    """One person alone, or more than the scenario is for."""
    row = TABLES.scenarios[scenario]
    code = "people_exact" if row.people[0] == row.people[1] else "people_number"
    assert header(scenario, *[f"A:{seat}" for seat in row.seats]) == ("WC-SET-1", code)
    if row.people[0] > 2:
        assert header(scenario, "A:free", "B:shadow") == ("WC-SET-1", code)


@pytest.mark.rule("WC-SET-1", "accepted")
@pytest.mark.rule("WC-SET-2", "accepted")
@pytest.mark.rule("WC-SET-3", "accepted")
@pytest.mark.parametrize("real", [True, False])
@pytest.mark.parametrize("scenario", TABLES.scenarios)
def test_everything_is_laid_out(scenario, real):
    """Every card of a deck in one place, nothing in hand yet, locations in the deck of their side, no points."""
    t = start(scenario, real)
    assert (t.step, t.state.phase, t.state.round) == ("setup", "setup", 0)
    for seat, deck in zip(t.state.setup.seats, t.state.decks, strict=True):
        parts = t.state.setup.scenario.decks[seat]
        assert deck.draw.size == len(parts[0])
        assert deck.cycle.size == (len(parts[1]) if len(parts) > 1 else 0)
        assert deck.draw.cards == (() if real else tuple(sorted(parts[0], key=list(TABLES.cards).index)))
        assert deck.hand.size == deck.gone.size == 0
        chair = t.state.setup.scenario.chairs[seat]
        assert deck.ring == (NONE if chair.ring == "none" else READY)
    for side in (0, 1):
        assert all(TABLES.places[id].side == side for id in t.state.grounds[side])
    assert (t.state.corruption, t.state.areas) == (0, ((), ()))


HANDS = {  # cards in hand after the first draw and what is cycled of it, in the order of the seats
    "trilogy": (5, 5, 5, 5),
    "duel": (4, 6),
    "duel-3": (6, 5, 5),
    "fellowship-of-the-ring": (5, 5),
    "extended-trilogy": (5,) * 6,
    "war-in-the-north": (5,) * 4,
    "war-in-the-north-duel": (4, 6),
    "war-in-the-north-duel-3": (6, 5, 5),
    "epic-duel": (7 - 2, 7),
}


@pytest.mark.rule("WC-SET-5", "accepted")
@pytest.mark.rule("WC-EPD-5", "accepted")
@pytest.mark.rule("WC-EXT-3", "accepted")
@pytest.mark.rule("WC-D2-1", "accepted")
@pytest.mark.rule("WC-D3-1", "accepted")
@pytest.mark.rule("WC-FR-1", "accepted")
@pytest.mark.parametrize("scenario", TABLES.scenarios)
def test_first_hands_follow_the_scenario(scenario):
    """Drawn and cycled as the scenario says: 7 less 2; 4 and 6 in the Duel; 7 less none for the Epic Witch-king."""
    t = start(scenario).does("ready")
    assert tuple(deck.hand.size for deck in t.state.decks) == HANDS[scenario]
    assert t.state.round == 1
    assert t.seat == t.state.setup.scenario.order[0]


@pytest.mark.rule("WC-SET-5", "accepted")
@pytest.mark.rule("WC-SET-6", "accepted")
def test_first_hands_dealt_by_the_app():
    """Each draw is sealed, and what is cycled is named."""
    t = start("epic-duel", real=False).does("ready")
    assert (t.step, t.seat) == ("draw", "gandalf")
    chance = GAME.rules.chance(t.state, GAME.rules.legal_actions(t.state)[0])
    assert (chance.sealed, len(chance.sizes)) == (True, 7)
    act = GAME.rules.complete(t.state, GAME.rules.legal_actions(t.state)[0], [0] * 7)
    after = GAME.rules.apply(t.state, act)
    assert after.step == Cost(0, 2, "WC-SET-5")
    assert {act.type for act in GAME.rules.legal_actions(after)} == {"cycle"}


@pytest.mark.rule("WC-EPD-1", "accepted")
@pytest.mark.rule("WC-EPD-2", "accepted")
@pytest.mark.rule("WC-EPD-3", "accepted")
def test_parts_of_the_epic_duel():
    """45 cards to draw, 25 in the cycle pile, 20 aside; 3 and 7 locations of 22 and 14."""
    t = start("epic-duel")
    for deck in t.state.decks:
        assert (deck.draw.size, deck.cycle.size, [len(part) for part in deck.aside]) == (45, 25, [20])
    assert [len(left) for left in t.state.grounds] == [3, 7]
    assert [sum(map(len, side)) for side in t.state.setup.scenario.grounds] == [3 + 9 + 10, 7 + 6 + 1]


@pytest.mark.rule("WC-EPD-2", "refused")
@pytest.mark.rule("WC-EPD-1", "refused")
def test_no_third_person_in_the_epic_duel():
    """Two decks cannot be run by three."""
    assert header("epic-duel", "A:gandalf", "B:witch-king", "C:saruman") == ("WC-SCN-1", "seats_wrong")


@pytest.mark.rule("WC-EXT-1", "accepted")
@pytest.mark.rule("WC-WN-1", "accepted")
@pytest.mark.rule("WC-TRI-1", "accepted")
@pytest.mark.parametrize(
    ("scenario", "order"),
    [
        ("extended-trilogy", ("frodo", "witch-king", "gandalf", "saruman", "aragorn", "bill-ferny")),
        ("war-in-the-north", ("frodo", "witch-king", "strider", "balrog")),
        ("trilogy", ("frodo", "witch-king", "aragorn", "saruman")),
        ("duel-3", ("gandalf", "witch-king", "gandalf", "saruman")),
        ("fellowship-of-the-ring", ("balrog", "gandalf")),
    ],
)
def test_the_turn_order_follows_the_scenario(scenario, order):
    """As the scenario says, its first seat begins; in a Duel for three Gandalf comes twice."""
    state = start(scenario).state
    assert tuple(state.setup.seats[who] for who in state.setup.order) == order
    assert all(SIDES[side] in ("free", "shadow") for side in state.setup.sides)


@pytest.mark.rule("WC-EXT-1", "refused")
@pytest.mark.rule("WC-WN-1", "refused")
@pytest.mark.rule("WC-TRI-1", "refused")
@pytest.mark.rule("WC-D2-1", "refused")
@pytest.mark.rule("WC-D3-1", "refused")
@pytest.mark.rule("WC-FR-1", "refused")
@pytest.mark.parametrize("scenario", TABLES.scenarios)
def test_decks_of_other_scenarios(scenario):
    """Each scenario has decks of its own, and no others."""
    for foreign in {*TABLES.seats} - {*TABLES.scenarios[scenario].seats}:
        assert header(scenario, "A:free", "B:shadow", f"A:{foreign}")[1] == "seats_wrong"


def test_a_header_that_nobody_made_is_unreadable():
    """A choice left out is not a header."""
    made = header("duel", "A:free", "B:shadow")
    with pytest.raises((ValueError, KeyError, WrongCall)):
        GAME.rules.new(CONTENT, {**made, "options": {}})


@pytest.mark.rule("WC-SCN-1", "refused")
def test_a_name_for_which_no_deck_is_left():
    """All decks were asked for by others."""
    refusal = GAME.rules.header(CONTENT, ["Ola:free", "Jan:shadow", "Ewa"], "trilogy", {}, None)
    assert (refusal.rule, refusal.code) == ("WC-SCN-1", "seats_none_left")
