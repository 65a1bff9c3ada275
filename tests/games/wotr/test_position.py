"""Tables already in play: every key of a position file, what is left out, and what cannot be."""

from pathlib import Path

import pytest
import yaml

from companion.content.load import load
from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.game import GAME
from companion.games.wotr.rules.common import drawing, ending, hands
from companion.games.wotr.rules.map import armies
from companion.games.wotr.state import GONE, OFF_TRACK, Draft, HuntBox, holder, place_of
from companion.games.wotr.tables import FP, SHADOW

CONTENT = load("wotr")
FOUR = [{"seat": seat} for seat in ("gondor", "rohan", "witch-king", "saruman")]


def table(players=(), real_cards=True, **position):
    """The state, or rule and code of the refusal."""
    options = {"real_cards": str(real_cards).lower()}
    header = GAME.rules.header(CONTENT, list(players), None, options, position)
    state = header if isinstance(header, Refusal) else GAME.rules.new(CONTENT, header)
    return (state.rule, state.code) if isinstance(state, Refusal) else state


def test_an_empty_file_is_the_start_of_play():
    """What is left out is as at set-up."""
    assert table() == GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, ["a:fp", "b:shadow"], None, {}, None))


@pytest.mark.parametrize(
    ("phase", "step"),
    [("recover", "fellowship"), ("fellowship", "fellowship"), ("allocation", "allocate"), ("roll", "roll")],
)
def test_a_position_sets_turn_and_phase(phase, step):
    """The phase named begins; its turn is counted."""
    state = table(turn=5, phase=phase)
    assert (state.turn, GAME.rules.pending(state).what, state.phase) == (
        5,
        step,
        phase if phase != "recover" else "fellowship",
    )
    assert table(turn=0) == ("WR-TURN-1", "position_turn")


@pytest.mark.rule("WR-SETUP-10", "refused")
def test_a_position_sets_dice_and_hunt_box():
    """Unused dice by face, the box of both sides, who is due to act."""
    state = table(
        dice={"fp": ["event", "character"], "shadow": ["army"]}, hunt_box={"shadow": 3, "fp": 1}, to_act="shadow"
    )
    assert (state.sides[FP].dice, state.sides[SHADOW].dice) == (2, 1)
    assert (state.box.level, state.box.walkers, state.seat) == (3, 1, "shadow")
    assert table(dice={"fp": ["event"] * 4}, hunt_box={"fp": 1}) == ("WR-DICE-3", "position_dice")
    assert table(dice={"shadow": ["army"] * 8}) == ("WR-DICE-4", "position_dice")
    assert table(dice={"shadow": ["eye"]}) == ("WR-DICE-12", "position_eye")
    assert table(phase="roll", dice={"fp": ["event"]}) == ("WR-TURN-7", "position_rolled")
    assert table(dice={"fp": ["event"]}, to_act="shadow") == ("WR-DICE-17", "position_acting")
    assert table(phase="roll", to_act="fp") == ("WR-TURN-13", "position_acting")


def test_a_box_before_the_allocation_is_that_of_the_last_turn():
    """Dice that moved the Fellowship then force a die now (WR-DICE-10)."""
    state = table(turn=2, phase="allocation", hunt_box={"fp": 1})
    assert state.box == HuntBox(before=True)
    assert GAME.rules.legal_actions(state)[0].dice == 1


@pytest.mark.rule("WR-SETUP-2", "refused")
@pytest.mark.rule("WR-SETUP-3", "refused")
@pytest.mark.rule("WR-SETUP-4", "refused")
@pytest.mark.rule("WR-SETUP-5", "refused")
@pytest.mark.rule("WR-SETUP-7", "refused")
def test_a_position_sets_the_fellowship():
    """Region, Progress, hidden, Guide, companions, corruption; on the Track a step."""
    state = table(
        fellowship={"region": "moria", "progress": 2, "hidden": False, "companions": ["gimli"], "corruption": 7}
    )
    walk = state.fellowship
    assert (walk.region, walk.progress, walk.hidden, walk.guide, walk.corruption) == ("moria", 2, False, "gimli", 7)
    assert (walk.companions, place_of(state, "legolas")) == (("gimli",), GONE)
    track = table(fellowship={"mordor_step": 2, "companions": []}, phase="roll")
    assert (track.fellowship.step, track.fellowship.region, track.fellowship.guide) == (2, "", "gollum")
    assert table(fellowship={"guide": "strider"}).fellowship.guide == "strider"
    assert table(fellowship={"guide": "gimli"}) == ("WR-FELL-5", "position_guide")
    assert table(fellowship={"companions": [], "guide": "gimli"}) == ("WR-FELL-8", "position_guide")
    assert table(fellowship={"companions": ["aragorn"]}) == ("WR-SETUP-5", "position_character")
    assert table(fellowship={"companions": ["witch-king"]}) == ("WR-SETUP-7", "position_character")
    assert table(fellowship={"progress": 13}) == ("WR-FELL-2", "position_progress")
    assert table(fellowship={"corruption": -1}) == ("WR-FELL-3", "position_corruption")
    assert table(fellowship={"region": ""}) == ("WR-MORDOR-4", "position_region")
    assert table(fellowship={"mordor_step": 1, "progress": 1}) == ("WR-MORDOR-5", "position_track")
    assert table(fellowship={"mordor_step": 1, "declared": True}) == ("WR-MORDOR-19", "position_track")
    assert table(fellowship={"mordor_step": 6}) == ("WR-MORDOR-15", "position_step")


def test_a_game_that_is_over_is_no_table():
    """Corrupted, at the Crack of Doom, or won by points in phase 6."""
    assert table(fellowship={"corruption": 12}) == ("WR-WIN-2", "position_over")
    assert table(fellowship={"mordor_step": 5}) == ("WR-WIN-3", "position_over")
    held = {id: {"control": "fp"} for id in ("dol-guldur", "moria")}
    assert table(phase="victory", regions=held) == ("WR-WIN-5", "position_over")


@pytest.mark.rule("WR-SETUP-9", "refused")
@pytest.mark.rule("WR-SETUP-17", "refused")
@pytest.mark.rule("WR-SETUP-18", "refused")
def test_a_position_sets_the_hunt_pool():
    """In it, drawn, removed for good, waiting; as numbers or as a list."""
    state = table(pool={"out": ["standard-eye", "standard-3", "standard-3"], "removed": {"standard-1": 1}})
    tiles = dict(zip(state.setup.tables.tiles, zip(state.pool, state.drawn, strict=True), strict=True))
    assert (tiles["standard-eye"], tiles["standard-3"], tiles["standard-1"]) == ((3, 1), (1, 2), (1, 0))
    assert sum(table(pool={"in": {"standard-3": 2}}).drawn) == 14
    assert table(pool={"waiting": ["fellowship-elven-rope"]}).waiting == ("fellowship-elven-rope",)
    assert table(pool={"in": {"standard-3": 4}}) == ("WR-SETUP-17", "position_tiles")
    assert table(pool={"in": {"standard-3": 1}, "out": {"standard-3": 1}}) == ("WR-SETUP-17", "position_tiles")
    twice = {"removed": ["fellowship-elven-rope"], "waiting": ["fellowship-elven-rope"]}
    assert table(pool=twice) == ("WR-SETUP-18", "position_tiles")
    assert table(pool={"in": ["fellowship-elven-rope"]}) == ("WR-EVENT-18", "position_waiting")
    assert (
        table(pool={"in": {"standard-3": 2}, "out": {"standard-3": 1}, "waiting": ["standard-3"]})[0] == "WR-SETUP-17"
    )
    on_track = {"mordor_step": 0}
    assert table(fellowship=on_track, pool={"waiting": ["shadow-shelobs-lair"]}) == ("WR-MORDOR-6", "position_waiting")


@pytest.mark.rule("WR-EVENT-18", "refused")
def test_a_special_tile_and_its_card():
    """Its card has been played: it is in no deck, and cannot be in a hand."""
    pool = {"waiting": ["fellowship-elven-rope"]}
    card = next(
        id
        for id, row in GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, [], None, {}, {})).setup.tables.cards.items()
        if row.tile == "fellowship-elven-rope"
    )
    assert all(card not in deck for deck in table(pool=pool).decks)
    assert table(pool=pool, hands={"fp": [card]}) == ("WR-EVENT-18", "position_tile_card")


@pytest.mark.rule("WR-SETUP-6", "refused")
def test_a_position_sets_the_elven_rings():
    """How many each side has, and who has used one this turn."""
    state = table(rings={"fp": 1, "shadow": 1, "used": ["fp"]}, dice={"fp": ["event"]})
    assert [(side.rings, side.ring_used) for side in state.sides] == [(1, True), (1, False)]
    assert table(rings={"fp": 3, "shadow": 1}) == ("WR-RING-1", "position_rings")
    assert table(rings={"used": ["fp"]}) == ("WR-RING-3", "position_ring_used")


@pytest.mark.rule("WR-SETUP-11", "refused")
@pytest.mark.rule("WR-SETUP-12", "refused")
def test_a_position_sets_the_political_track():
    """Box and activity of each nation that is named."""
    state = table(politics={"rohan": {"box": 4, "active": True}})
    at = list(state.setup.tables.nations).index("rohan")
    assert (state.boxes[at], state.active[at]) == (4, True)
    assert table(politics={"rohan": {"box": 0}}) == ("WR-SETUP-11", "position_box")
    assert table(politics={"rohan": {"box": 4}}) == ("WR-POL-2", "position_passive")
    assert table(politics={"sauron": {"active": False}}) == ("WR-POL-1", "position_shadow_passive")


def test_a_position_sets_regions_sieges_and_characters():
    """Who holds a settlement, sieges, characters; figures are a note."""
    regions = {
        "dale": {"control": "shadow"},
        "lorien": {"besieged": True, "units": {"elves": {"elite": 2}}, "leaders": {"elves": 1}},
        "orthanc": {"characters": ["saruman"], "nazgul": 1},
        "minas-tirith": {"characters": ["aragorn", "boromir"]},
    }
    state = table(regions=regions)
    assert (holder(state, "dale"), state.besieged, state.captors) == (SHADOW, ("lorien",), (1,))
    assert (place_of(state, "saruman"), place_of(state, "strider")) == ("orthanc", GONE)
    assert "boromir" not in state.fellowship.companions
    assert ([side.pool for side in state.sides], state.seen) == ([5, 8], ("saruman",))
    assert table(regions={"fangorn": {"control": "fp"}}) == ("WR-MAP-9", "no_settlement")
    assert table(regions={"dale": {"besieged": True}}) == ("WR-SIEGE-1", "no_stronghold")
    assert table(regions={"dale": {"nazgul": -1}}) == ("WR-GEN-6", "position_negative")
    assert table(regions={"dale": {"captor": "shadow"}}) == ("WR-CAPTURE-1", "position_captor")
    both = {"bree": {"characters": ["gimli"]}, "dale": {"characters": ["gimli"]}}
    assert table(regions=both) == ("WR-CHAR-1", "position_twice")
    kings = {"bree": {"characters": ["strider"]}, "dale": {"characters": ["aragorn"]}}
    assert table(regions=kings) == ("WR-CHAR-24", "position_replaced")
    assert table(gone=["ring-bearers"]) == ("WR-FELL-41", "position_character")
    assert place_of(table(gone=["witch-king"]), "witch-king") == GONE


@pytest.mark.rule("WR-ARMY-7", "accepted", "refused")
def test_ten_units_of_a_side_in_a_region():
    """Regular and elite ones of all its nations; enemies before a stronghold have their own."""
    for units in ({"isengard": {"regular": 11}}, {"isengard": {"regular": 5, "elite": 1}, "sauron": {"regular": 5}}):
        assert table(regions={"orthanc": {"units": units}}) == ("WR-ARMY-7", "position_units")
    ten = {"sauron": {"regular": 9, "elite": 1}}
    assert table(regions={"minas-morgul": {"units": ten, "nazgul": 1}}).besieged == ()
    siege = {"units": {**ten, "gondor": {"regular": 5}}, "besieged": True}
    assert table(regions={"minas-tirith": siege}).besieged == ("minas-tirith",)


@pytest.mark.rule("WR-SETUP-8", "refused")
def test_hands_decks_and_table():
    """Cards by name or by number; none in two places, none of the other side, none above the limit."""
    state = table(real_cards=False, phase="roll", hands={"fp": ["fp-char-10"]}, table=["fp-char-06"])
    assert (state.hands[0].cards, state.sides[FP].table) == (("fp-char-10",), ("fp-char-06",))
    assert state.deck_sizes == (22, 24, 24, 24)
    real = table(phase="roll", hands={"fp": 3}, decks={"shadow": {"character": 20}})
    assert (real.hands[0].size, real.deck_sizes) == (3, (22, 23, 20, 24))
    assert table(real_cards=False, hands={"fp": 2}) == ("WR-EVENT-1", "position_hand_unknown")
    assert table(hands={"fp": 7}) == ("WR-EVENT-2", "position_hand")
    assert table(hands={"fp": -1}) == ("WR-EVENT-2", "position_hand_negative")
    assert table(hands={"fp": ["sh-char-05"]}) == ("WR-EVENT-1", "position_card_side")
    assert table(table=["fp-char-06"], hands={"fp": ["fp-char-06"]}) == ("WR-SETUP-8", "position_card_twice")
    assert table(table=["fp-char-10"]) == ("WR-EVENT-11", "position_table")
    assert table(decks={"fp": {"character": 25}}) == ("WR-SETUP-8", "position_deck")
    full = {"fp": {"character": 24, "strategy": 24}}
    assert table(hands={"fp": 2}, decks=full) == ("WR-SETUP-8", "position_hidden")
    assert table(hands={"fp": 3}, decks={"fp": {"character": 24}}, phase="roll").deck_sizes == (24, 21, 24, 24)
    assert table(hands={"fp": 3}, decks={"fp": {"character": 22}}, phase="roll").deck_sizes == (22, 23, 24, 24)
    few = {"fp": {"character": {"cards": ["fp-char-05"]}, "strategy": {"cards": ["fp-str-05"], "size": 0}}}
    assert table(hands={"fp": 3}, decks=few) == ("WR-SETUP-8", "position_hidden")


# --- counted hands ---------------------------------------------------------------------------------------------------


CHARACTER, STRATEGY = [[id for id in CONTENT["event_card"] if id.startswith(kind)] for kind in ("sh-char", "sh-str")]
DICE = {"fp": ["event"] * 3, "shadow": ["event"] * 3}


def decks_that_play(state, seat="shadow"):
    """Decks of which a card may be played with an Event die."""
    played = [act.card for act in GAME.rules.legal_actions(state) if act.type == "event" and act.seat == seat]
    return sorted({CONTENT["event_card"][card]["deck"] for card in played})


def play(state, *cards):
    """The Shadow plays them one after the other, each without what it does."""
    for card in cards:
        draft = Draft.of(state)
        hands.show(draft, 1, card, "WR-EVENT-10")
        state = draft.freeze()
    return state


@pytest.mark.rule("WR-EVENT-6", "accepted")
def test_a_counted_hand_may_be_of_either_deck():
    """One card may be of any deck (WR-EVENT-1); so may those of a larger hand, in every split."""
    state = table(hands={"shadow": 1}, dice=DICE, to_act="shadow")
    assert decks_that_play(state) == ["character", "strategy"]
    offered = {act.card for act in GAME.rules.legal_actions(state) if act.type == "event"}
    tried = {
        card: GAME.rules.check(state, Act("event", "shadow", card=card, die="event")) for card in CHARACTER + STRATEGY
    }
    assert {card for card, refusal in tried.items() if refusal is None} == offered
    state = table(hands={"shadow": 4}, dice=DICE, to_act="shadow")
    for cards in (STRATEGY, CHARACTER, [*STRATEGY[:1], *CHARACTER[:2]]):
        after = play(state, *cards[:3])
        assert decks_that_play(after) == ["character", "strategy"], cards
        assert sum(after.deck_sizes[2:]) == 48 - 4


@pytest.mark.rule("WR-EVENT-6", "refused")
def test_cards_show_what_a_counted_hand_was():
    """Once all that nobody knew are seen, what is drawn later is of the deck that it comes from."""
    state = table(hands={"shadow": 2}, dice=DICE, to_act="shadow")
    after = play(state, *STRATEGY[:2])
    assert (after.deck_sizes[2:], after.loose) == ((24, 22), (0, 0, 0, 0))
    draft = Draft.of(after)
    drawing.draw(draft, 1, "character", 1, "WR-EVENT-5")
    assert decks_that_play(draft.freeze().replace(agenda=after.agenda)) == ["character"]
    assert decks_that_play(table(hands={"shadow": 1}, decks={"shadow": {"character": 23}}, dice=DICE)) == []


def test_a_deck_is_drawn_from_as_long_as_it_may_hold_a_card():
    """Of two cards of which one is in a hand either may be in its deck, and no third (WR-EVENT-4)."""
    few = {"character": {"cards": ["sh-char-05"], "size": None}, "strategy": {"cards": ["sh-str-05"], "size": None}}
    state = table(hands={"shadow": 1}, decks={"shadow": few}, dice=DICE, to_act="shadow")
    assert state.deck_sizes[2:] == (0, 1)
    for deck in ("character", "strategy"):
        assert hands.decks_left(state, SHADOW) == ["character", "strategy"]
        draft = Draft.of(state)
        drawing.draw(draft, 1, deck, 2, "WR-EVENT-5")
        after = draft.freeze()
        assert (after.hands[1].size, hands.decks_left(after, SHADOW)) == (2, [])
        assert hands.possible_cards(after, 1) == ["sh-char-05", "sh-str-05"]


@pytest.mark.rule("WR-TEAM-5", "refused")
def test_a_position_may_name_the_players():
    """A file may say who plays, else the command does; with neither two play."""
    state = table(seats=FOUR, turn=2, phase="roll")
    assert [state.setup.seats[side.leader] for side in state.sides] == ["rohan", "saruman"]
    assert table(["A:fp", "B:shadow"], turn=2).turn == 2
    assert table(seats=FOUR, hands={"rohan": 5}) == ("WR-TEAM-5", "position_hand")
    with pytest.raises(WrongCall):
        table(["A:fp", "B:shadow"], seats=FOUR)


def test_points_of_a_position_follow_from_settlements():
    """Told or not, they follow from who holds what."""
    held = {"dol-guldur": {"control": "fp"}}
    assert ending.victory_points(table(regions=held, vp={"fp": 2}), FP) == 2
    assert table(regions=held, vp={"fp": 3}) == ("WR-WIN-6", "position_points")


@pytest.mark.parametrize(
    "position",
    [
        {"hat": 1},
        {"turn": "two"},
        {"phase": "tea"},
        {"dice": {"fp": "event"}},
        {"dice": {"fp": ["army"]}},
        {"fellowship": {"hidden": "yes"}},
        {"fellowship": {"mordor_step": "two"}},
        {"pool": {"in": {"standard-9": 1}}},
        {"pool": {"in": 3}},
        {"rings": {"gone": 1}},
        {"politics": {"rohann": {}}},
        {"regions": {"moria": {"orcs": 1}}},
        {"regions": {"moria": {"units": {"orcs": {}}}}},
        {"hands": {"gondor": 1}},
        {"decks": {"fp": {"battle": 1}}},
        {"table": ["fp-char-99"]},
        {"seats": 4},
        {"seats": [{"chair": 1}]},
        [],
    ],
)
def test_words_that_mean_nothing(position):
    """Unknown keys and values are wrong calls, not guesses."""
    with pytest.raises(WrongCall):
        GAME.rules.header(CONTENT, [], None, {}, position)


def test_a_position_in_a_header_is_written_out():
    """A header with less, or more, is unreadable."""
    header = GAME.rules.header(CONTENT, [], None, {}, {"turn": 3})
    assert GAME.rules.new(CONTENT, header).fellowship.step == OFF_TRACK
    for wrong in ({"turn": 3}, {**header["position"], "table": ["fp-char-06", "fp-char-06"][::-1], "vp": {}}):
        with pytest.raises((ValueError, KeyError, WrongCall)):
            GAME.rules.new(CONTENT, {**header, "position": wrong})


# --- the whole board -------------------------------------------------------------------------------------------------


def whole(**position):
    """The state where the app keeps the armies, or rule and code of the refusal."""
    header = GAME.rules.header(CONTENT, [], None, {}, {"variant": "full", **position})
    state = header if isinstance(header, Refusal) else GAME.rules.new(CONTENT, header)
    return (state.rule, state.code) if isinstance(state, Refusal) else state


def of(nation, regular=0, elite=0, **more):
    """A region with units of one nation."""
    return {"units": {nation: {"regular": regular, "elite": elite}}, **more}


SIEGE = {
    "besieged": True,
    "units": {"rohan": {"regular": 3, "elite": 1}, "isengard": {"regular": 6, "elite": 3}},
    "leaders": {"rohan": 1},
    "characters": ["witch-king", "boromir"],
}


@pytest.mark.rule("WR-SETUP-13", "accepted")
@pytest.mark.rule("WR-SETUP-14", "accepted")
def test_a_whole_board_left_out_is_as_at_set_up():
    """Without regions the armies stand as at the start; a region that a file leaves out is empty."""
    state = whole()
    assert state == GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, ["a:fp", "b:shadow"], "full", {}, None))
    empty = whole(regions={})
    assert not any(empty.figures)
    assert empty.reserve == tuple([figure.most for figure in empty.setup.tables.figures.values()])


@pytest.mark.rule("WR-ARMY-6", "accepted")
@pytest.mark.rule("WR-MUSTER-11", "accepted")
def test_figures_stand_as_the_file_says():
    """Units, Leaders and Nazgûl by region; the rest is the reserve, but for what is out of the game."""
    state = whole(
        regions={"edoras": of("rohan", 2, 1, leaders={"rohan": 1}), "fangorn": {"nazgul": 2}},
        lost={"rohan": {"regular": 3, "leader": 1}},
    )
    facts = state.setup.tables
    there = armies.figures_by_id(facts, armies.figures_at(state, "edoras"))
    assert there == {"rohan-regular": 2, "rohan-elite": 1, "rohan-leader": 1}
    assert armies.figures_by_id(facts, armies.figures_at(state, "fangorn")) == {"nazgul": 2}
    assert armies.figures_by_id(facts, state.lost) == {"rohan-regular": 3, "rohan-leader": 1}
    assert [armies.figures_in_reserve(state, id) for id in ("rohan-regular", "rohan-elite", "rohan-leader")] == [
        5,
        4,
        2,
    ]
    for at, figure in enumerate(facts.figures.values()):
        assert sum(row[at] for row in state.figures if row) + state.reserve[at] + state.lost[at] == figure.most


@pytest.mark.rule("WR-SIEGE-9", "accepted")
@pytest.mark.rule("WR-ARMY-9", "accepted")
def test_a_siege_in_a_file():
    """Units of the side that holds the Stronghold are inside, the enemy's are the besiegers."""
    state = whole(regions={"helms-deep": SIEGE})
    assert state.besieged == ("helms-deep",)
    assert (armies.units(state, "helms-deep", FP), armies.units(state, "helms-deep", SHADOW)) == (4, 9)
    assert (armies.army_limit(state, "helms-deep", FP), armies.army_limit(state, "helms-deep", SHADOW)) == (5, 10)
    assert whole(regions={"orthanc": {**of("rohan", 5), "control": "fp"}}).taken == ("orthanc",)


@pytest.mark.rule("WR-ARMY-6", "refused")
@pytest.mark.rule("WR-ARMY-7", "refused")
@pytest.mark.rule("WR-ARMY-9", "refused")
@pytest.mark.rule("WR-MAP-7", "refused")
@pytest.mark.rule("WR-CAPTURE-1", "refused")
@pytest.mark.rule("WR-CAPTURE-2", "refused")
@pytest.mark.rule("WR-SIEGE-9", "refused")
@pytest.mark.parametrize(
    ("region", "row", "refusal"),
    [
        ("barad-dur", of("sauron", 9, 2), ("WR-ARMY-7", "position_units")),
        ("helms-deep", {**SIEGE, **of("rohan", 5, 1)}, ("WR-ARMY-9", "position_units")),
        ("edoras", {"leaders": {"rohan": 1}}, ("WR-ARMY-6", "position_leaders")),
        ("fangorn", {"units": {"rohan": {"regular": 1}, "isengard": {"elite": 1}}}, ("WR-MAP-7", "position_enemies")),
        ("edoras", of("isengard", 1), ("WR-CAPTURE-1", "position_holder")),
        ("orthanc", {**of("isengard", 1), "control": "fp"}, ("WR-CAPTURE-1", "position_holder")),
        ("helms-deep", {**of("isengard", 1), "besieged": True}, ("WR-CAPTURE-2", "position_undefended")),
        ("helms-deep", {**of("rohan", 1), "nazgul": 1, "besieged": True}, ("WR-SIEGE-9", "position_unbesieged")),
        ("edoras", of("rohan", 0, 6), ("WR-SETUP-16", "position_figures")),
        ("edoras", of("rohan", -1), ("WR-GEN-6", "position_negative")),
    ],
)
def test_armies_that_cannot_be(region, row, refusal):
    """Each by its own rule; what is like it and can be is accepted in the tests above."""
    assert whole(regions={region: row}) == refusal


@pytest.mark.rule("WR-ARMY-7", "accepted")
@pytest.mark.rule("WR-MAP-7", "accepted")
@pytest.mark.rule("WR-CAPTURE-1", "accepted")
def test_armies_that_can_be():
    """Ten units; enemy land without a settlement, or with one that was captured; a lonely Nazgûl in an enemy city."""
    for region, row in (
        ("barad-dur", of("sauron", 9, 1)),
        ("eastemnet", of("isengard", 3)),
        ("edoras", {**of("isengard", 3), "control": "shadow"}),
        ("edoras", {"nazgul": 1}),
        ("osgiliath", of("sauron", 1)),
    ):
        assert whole(regions={region: row}).figures, region


@pytest.mark.rule("WR-MUSTER-11", "refused")
def test_what_is_out_of_the_game():
    """Lost figures of the Shadow are reinforcements again, and nobody loses more than there are."""
    assert whole(lost={"sauron": {"elite": 1}}) == ("WR-MUSTER-11", "position_lost")
    assert whole(lost={"rohan": {"elite": -1}}) == ("WR-GEN-6", "position_lost")
    assert whole(regions={"edoras": of("rohan", 8)}, lost={"rohan": {"regular": 3}}) == (
        "WR-SETUP-16",
        "position_figures",
    )
    with pytest.raises(WrongCall, match="unknown_key"):
        table(lost={"rohan": {"regular": 1}})


@pytest.mark.rule("WR-CHAR-17", "refused")
def test_saruman_is_in_orthanc():
    """He never leaves it, so he stands nowhere else."""
    assert whole(regions={"moria": {"characters": ["saruman"]}}) == ("WR-CHAR-17", "position_character")
    assert place_of(whole(regions={"orthanc": {"characters": ["saruman"]}}), "saruman") == "orthanc"


@pytest.mark.rule("WR-MOVE-16", "accepted", "refused")
def test_who_has_to_leave_a_land():
    """Figures of a nation at peace in the land of another one."""
    away = {"westemnet": {**of("north", 1), "abroad": ["north"]}}
    assert whole(regions=away).abroad == (("westemnet", "north"),)
    war = {"north": {"box": 4, "active": True}}
    assert whole(regions=away, politics=war) == ("WR-MOVE-16", "position_abroad")
    assert whole(regions={"bree": {**of("north", 1), "abroad": ["north"]}}) == ("WR-MOVE-16", "position_abroad")
    assert whole(regions={"westemnet": {"abroad": ["north"]}}) == ("WR-MOVE-16", "position_abroad")
    assert whole(regions={"westemnet": {"nazgul": 1, "abroad": ["sauron"]}}) == ("WR-MOVE-16", "position_abroad")


def test_the_whole_board_of_the_docs():
    """The example of docs/positions.md: the siege, the captured city, those who are lost."""
    text = (Path(__file__).parents[3] / "docs" / "positions.md").read_text("utf-8").partition("### The whole board")[2]
    state = whole(**yaml.safe_load(text.partition("```yaml\n")[2].partition("```")[0]))
    assert (state.besieged, state.taken, state.seat) == (("helms-deep",), ("edoras",), "shadow")
    assert state.abroad == (("westemnet", "north"),)
    assert armies.figures_by_id(state.setup.tables, state.lost) == {
        "gondor-elite": 1,
        "rohan-regular": 2,
        "rohan-leader": 1,
    }


def as_file(seen):
    """The armies of a view as a position file says them."""
    regions = {}
    for id, row in seen["armies"]["regions"].items():
        told = {"units": {}, "leaders": {}, "nazgul": 0, "characters": [], "besieged": row["besieged"]}
        told |= {"control": row["control"]} if row["control"] else {}
        told["abroad"] = [away["nation"] for away in seen["armies"]["abroad"] if away["region"] == id]
        for army in row["sides"].values():
            told["characters"] += army["characters"]
            for figure, number in army["figures"].items():
                nation, _, sort = figure.partition("-")
                if sort in ("regular", "elite"):
                    told["units"].setdefault(nation, {})[sort] = number
                elif sort:
                    told["leaders"][nation] = number
                else:
                    told["nazgul"] = number
        regions[id] = told
    lost = {}
    for figure, number in seen["armies"]["lost"].items():
        nation, _, sort = figure.partition("-")
        lost.setdefault(nation, {})[sort] = number
    return {"regions": regions, "lost": lost}


def test_a_board_that_is_seen_can_be_set_again():
    """What the view tells of the armies, written as a file, is the same board: at set-up and in a war."""
    war = {
        "regions": {
            "helms-deep": SIEGE,
            "dale": {**of("southrons", 3, 1, nazgul=2), "control": "shadow"},
            "westemnet": {**of("north", 1, abroad=["north"])},
            "fangorn": {"nazgul": 1, "characters": ["gandalf-the-white"]},
        },
        "lost": {"gondor": {"regular": 2, "leader": 1}},
        "gone": ["gandalf-the-grey"],
    }
    for state in (whole(), whole(**war)):
        again = whole(**as_file(GAME.rules.view(state, None)), gone=["gandalf-the-grey"] if any(state.lost) else [])
        assert again == state
