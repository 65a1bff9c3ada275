"""Tables already in play: what a position file says, what it may leave out, what cannot be at any table."""

import pytest

from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.games.wotrcards.game import GAME
from tests.games.wotrcards.board import CONTENT, Table

THIRD = {"round": 3, "step": "action", "path": "fords-of-bruinen", "used": ["bag-end", "the-old-forest"]}
THIRD["used"] = [*THIRD["used"], THIRD["path"]]


def new(scenario="trilogy", held=False, **asked):
    """The table of a position, or rule and code of the refusal."""
    told = {"scenario": scenario, **asked}
    header = GAME.rules.header(CONTENT, [], None, {"real_cards": str(not held).lower()}, told)
    assert not isinstance(header, Refusal), header
    players = [f"{seat['name']}:{seat['id']}" for seat in header["seats"]]
    assert GAME.rules.header(CONTENT, players, scenario, header["options"], header["position"]) == header
    state = GAME.rules.new(CONTENT, header)
    return (state.rule, state.code) if isinstance(state, Refusal) else Table(state)


def third(**more):
    """The third round of a Trilogy, in the action step."""
    return new(**{**THIRD, **more})


def test_what_is_left_out_is_as_at_set_up():
    """Nothing but a scenario: the first location step, full decks, nobody has drawn."""
    t = new("epic-duel")
    assert (t.state.round, t.step, t.seat) == (1, "ground", "gandalf")
    assert [t.sizes(seat) for seat in t.state.setup.seats] == [(45, 0, 25, 0)] * 2
    assert [len(left) for left in t.state.grounds] == [3, 7]


def test_names_and_decks_of_the_file():
    """Seats with names, or the words of the command, not both."""
    seats = [{"deck": deck, "name": "Ania"} for deck in ("frodo", "aragorn")]
    seats += [{"deck": "witch-king", "name": "Bo"}, {"deck": "saruman", "name": "Bo"}]
    assert new(seats=seats).step == "ground"
    with pytest.raises(WrongCall):
        GAME.rules.header(CONTENT, ["A:free", "B:shadow"], "trilogy", {}, {"seats": seats})


def test_a_table_with_everything():
    """Hands and piles, cards with items and tokens, areas, corruption, Ring tokens, who is to act."""
    gandalf = {"card": "gandalf-the-grey", "items": ["glamdring"], "attack": 1, "fresh": True}
    t = third(
        to_act="witch-king",
        passes=1,
        corruption=2,
        areas={"free": {"bag-end": 1}, "shadow": ["moria", "the-old-forest"]},
        active={"helms-deep": {"attack": 1, "cards": {"frodo": ["eomer"]}}},
        decks={
            "frodo": {"hand": 4, "ring": "spent", "reserve": [gandalf], "cycle": 2},
            "aragorn": {"gone": ["lembas"], "hidden": 1},
        },
    )
    assert (t.seat, t.state.passes, t.state.corruption) == ("witch-king", 1, 2)
    assert (t.card("gandalf-the-grey").attack, t.card("glamdring").on) == (1, "gandalf-the-grey")
    assert t.card("gandalf-the-grey").fresh
    assert t.sizes("frodo") == (30 - 4 - 3 - 2, 4, 2, 0)
    assert t.sizes("aragorn") == (28, 0, 0, 2)
    assert t.active == ["helms-deep", "fords-of-bruinen"]
    assert set(t.area("shadow")) == {"moria", "the-old-forest"}
    assert t.area("shadow")["the-old-forest"] == 0
    assert "helms-deep" not in t.state.grounds[0]


def test_cards_that_the_app_holds_are_named():
    """Hands by name, the rest of the deck is left to draw; a number alone is no hand."""
    t = third(held=True, decks={"frodo": {"hand": ["gimli", "eomer"], "cycle": ["theoden"]}})
    assert t.deck("frodo").hand.cards == ("gimli", "eomer") or set(t.deck("frodo").hand.cards) == {"gimli", "eomer"}
    assert "theoden" not in t.deck("frodo").draw.cards
    with pytest.raises(WrongCall):
        third(held=True, decks={"frodo": {"hand": 3}})


def test_steps_of_a_round():
    """In the combat step the combat is next; an active location of which nobody knows the icons is read first."""
    t = new(
        round=2, step="combat", path="the-old-forest", used=["bag-end", "the-old-forest"], areas={"free": ["bag-end"]}
    )
    assert t.state.round == 3  # nothing lay on the path, so that the round is over
    asked = {**THIRD, "path": "the-last-homely-house", "used": [*THIRD["used"][:2], "the-last-homely-house"]}
    assert new("extended-trilogy", **asked).step == "read"
    known = {"the-last-homely-house": {"points": 1, "defence": 0}}
    assert new("extended-trilogy", **asked, read=known).step == "act"


EPIC = {"scenario": "epic-duel", "path": "the-old-forest", "used": ["bag-end", "bucklebury-ferry", "the-old-forest"]}


@pytest.mark.rule("WC-EPD-10", "accepted")
@pytest.mark.rule("WC-EPD-3", "accepted")
def test_parts_that_came_in():
    """After the first recycle part 3 is the cycle pile; parts of the locations are in their decks."""
    t = new(**EPIC, round=3, step="action", parts=2, decks={"gandalf": {"recycles": 1}})
    assert t.sizes("gandalf") == (45 + 25, 0, 20, 0)
    assert t.deck("gandalf").aside == ()
    assert [len(left) for left in t.state.grounds] == [3 + 9, 7 + 6]


FAULTS = [
    ("WC-RND-2", "position_round", {"round": 10, "first": "witch-king"}),
    ("WC-RND-2", "position_round", {"round": 0, "step": "location", "path": "", "used": []}),
    ("WC-DRW-1", "position_first", {"first": "frodo"}),
    ("WC-ACT-1", "position_passes", {"passes": 4}),
    ("WC-ACT-1", "position_acting", {"step": "combat", "to_act": "frodo"}),
    ("WC-SET-2", "position_card", {"decks": {"frodo": {"gone": ["lembas"]}}}),
    ("WC-SET-2", "position_card_twice", {"decks": {"frodo": {"gone": ["gimli", "gimli"]}}}),
    ("WC-SET-2", "position_cards", {"decks": {"frodo": {"draw": 3, "hand": 4}}}),
    ("WC-SCO-4", "position_negative", {"corruption": -1}),
    ("WC-SCO-4", "position_negative", {"decks": {"frodo": {"hand": -1}}}),
    ("WC-TRI-2", "position_ring", {"decks": {"frodo": {"ring": "used"}}}),
    ("WC-EPD-3", "position_parts", {"parts": 2}),
    ("WC-SET-1", "position_location", {"areas": {"free": {"dale": 2}}}),
    ("WC-TERM-1", "position_location_twice", {"areas": {"free": ["moria"], "shadow": ["moria"]}}),
    ("WC-LOC-7", "position_location_twice", {"used": ["bag-end", "bag-end", "fords-of-bruinen"]}),
    ("WC-LOC-6", "position_paths", {"active": ["bag-end"]}),
    ("WC-LOC-6", "position_paths", {"used": ["bag-end"]}),
    ("WC-LOC-5", "position_paths", {"used": ["the-old-forest", "bag-end", "fords-of-bruinen"]}),
    ("WC-LOC-1", "position_no_path", {"path": "", "used": []}),
    ("WC-LOC-5", "position_number", {"number": 12}),
    ("WC-SCO-1", "position_points", {"areas": {"free": {"moria": 9}}}),
    ("WC-SKI-6", "position_removed", {"removed": ["moria"]}),
    ("WC-LOC-10", "not_in_area", {"active": {"fords-of-bruinen": {"back": "free"}}}),
    ("WC-LOC-1", "position_step", {"step": "location", "active": ["moria"]}),
    ("WC-CMB-4", "read_range", {"read": {"moria": {"points": 9}}}),
    ("WC-PLAY-4", "position_item", {"decks": {"frodo": {"reserve": ["glamdring"]}}}),
    ("WC-PLAY-4", "position_item", {"decks": {"frodo": {"reserve": [{"card": "gimli", "items": ["eomer"]}]}}}),
    ("WC-PLAY-2", "place_no_army", {"active": {"fords-of-bruinen": {"cards": {"witch-king": ["mordor-orcs"]}}}}),
    ("WC-PLAY-3", "place_faction", {"active": {"helms-deep": {"cards": {"frodo": ["gimli"]}}}}),
]


@pytest.mark.parametrize(("rule", "code", "asked"), FAULTS)
def test_tables_that_cannot_be(rule, code, asked):
    """Each is refused by the rule that it breaks."""
    assert third(**asked) == (rule, code)


@pytest.mark.rule("WC-SKI-6", "refused")
def test_a_site_is_never_won():
    """With the sites of the expansion."""
    asked = {**THIRD, "areas": {"free": {"bree": 0}}}
    assert new("extended-trilogy", **asked) == ("WC-SKI-6", "position_site")


def test_a_game_that_would_be_over():
    """Ten points ahead at the victory check."""
    asked = {**THIRD, "step": "combat", "corruption": 30}
    assert new(**asked) == ("WC-VIC-1", "position_over")


@pytest.mark.parametrize(
    "asked",
    [
        {"speed": 1},
        {"round": "three"},
        {"step": "dusk"},
        {"used": "bag-end"},
        {"used": ["bag-ent"]},
        {"decks": {"gollum": {}}},
        {"decks": {"frodo": {"hands": 3}}},
        {"decks": {"frodo": {"reserve": "gimli"}}},
        {"active": {"helms-deep": {"cards": {"frodo": [{"card": "gimly"}]}}}},
        {"seats": {"frodo": "Ania"}},
        {"areas": {"free": {"moria": "two"}}},
    ],
)
def test_words_that_mean_nothing(asked):
    """Unknown keys, ids and shapes are wrong calls."""
    with pytest.raises(WrongCall):
        new(**asked)


@pytest.mark.rule("WC-WN-1", "refused")
def test_the_decks_of_the_north_have_28_cards():
    """27 cards of Frodo and his Northmen are one too few by the list of the scenario."""
    asked = {"round": 1, "step": "location", "decks": {"frodo": {"draw": 20, "hand": 5, "cycle": 2}}}
    assert new("war-in-the-north", **asked) == ("WC-WN-1", "position_cards")
