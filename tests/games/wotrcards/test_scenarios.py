"""What each scenario fixes (WC-TRI, WC-D2, WC-D3, WC-FR, WC-EXT, WC-WN, WC-EPD): played from its set-up."""

import pytest

from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.rules.combat.combat import Combat
from companion.games.wotrcards.rules.common.texts import ReadText
from companion.games.wotrcards.rules.locations.battlegrounds import Ground
from companion.games.wotrcards.rules.locations.paths import WalkPath
from companion.games.wotrcards.rules.turn.action_step import SeatTurn
from companion.games.wotrcards.rules.turn.rounds import DrawStep
from companion.games.wotrcards.state import NONE, READY
from tests.games.wotrcards.board import CONTENT, TABLES, board, start

# scenario -> turn order, cards at the start and cycled and drawn a round by seat, kind of Ring token and its points
DEALT = {
    "trilogy": ("frodo witch-king aragorn saruman", "7/2/3 7/2/4 7/2/3 7/2/4", "once once once once", 1),
    "duel": ("gandalf witch-king", "4/0/4 6/0/6", "round round", 0),
    "duel-3": ("gandalf witch-king gandalf saruman", "6/0/6 7/2/4 7/2/4", "round once once", 0),
    "fellowship-of-the-ring": ("balrog gandalf", "7/2/4 7/2/3", "none none", 0),
    "extended-trilogy": (
        "frodo witch-king gandalf saruman aragorn bill-ferny",
        "7/2/3 7/2/4 7/2/3 7/2/4 7/2/3 7/2/4",
        "once once once once once once",
        1,
    ),
    "war-in-the-north": ("frodo witch-king strider balrog", "7/2/3 7/2/4 7/2/3 7/2/4", "once once once once", 1),
    "war-in-the-north-duel": ("gandalf witch-king", "4/0/4 6/0/6", "round round", 0),
    "war-in-the-north-duel-3": ("gandalf witch-king gandalf balrog", "6/0/6 7/2/4 7/2/4", "round once once", 0),
    "epic-duel": ("gandalf witch-king", "7/2/4 7/0/6", "round round", 0),
}


@pytest.mark.rule("WC-TRI-1", "accepted")
@pytest.mark.rule("WC-TRI-2", "accepted")
@pytest.mark.rule("WC-D2-1", "accepted")
@pytest.mark.rule("WC-D3-1", "accepted")
@pytest.mark.rule("WC-FR-1", "accepted")
@pytest.mark.rule("WC-EXT-1", "accepted")
@pytest.mark.rule("WC-EXT-3", "accepted")
@pytest.mark.rule("WC-WN-1", "accepted")
@pytest.mark.rule("WC-WN-2", "accepted")
@pytest.mark.rule("WC-AMB-9", "accepted")
@pytest.mark.rule("WC-AMB-10", "accepted")
@pytest.mark.rule("WC-EPD-1", "accepted")
@pytest.mark.rule("WC-EPD-5", "accepted")
@pytest.mark.parametrize("scenario", DEALT)
def test_order_and_cards(scenario):
    """Whose turns follow, who starts, how many cards come and go, and what the Ring tokens are."""
    order, cards, rings, points = DEALT[scenario]
    t = start(scenario).does("ready")
    setup = t.state.setup
    assert [setup.seats[who] for who in setup.order] == order.split()
    assert (t.seat, t.state.round) == (order.split()[0], 1)
    told = [tuple(map(int, each.split("/"))) for each in cards.split()]
    for who, (first, cycled, _) in enumerate(told):
        deck, parts = t.state.decks[who], setup.scenario.decks[setup.seats[who]]
        later = len(parts[1]) if len(parts) > 1 else 0
        assert (deck.hand.size, deck.cycle.size) == (first - cycled, cycled + later)
        assert deck.draw.size == len(parts[0]) - first
    t.only(DrawStep(-1))
    assert [deck.hand.size for deck in t.state.decks] == [first - out + more for first, out, more in told]
    chairs = [setup.scenario.chairs[seat] for seat in setup.seats]
    assert [chair.ring for chair in chairs] == rings.split()
    assert {chair.ring_points for chair in chairs} == {points}
    assert [deck.ring for deck in t.state.decks] == [NONE if kind == "none" else READY for kind in rings.split()]


def decks(scenario):
    """Factions of each deck's cards, and its size."""
    found = TABLES.scenarios[scenario].decks
    return {
        seat: (sum(map(len, parts)), {TABLES.cards[card].faction for part in parts for card in part})
        for seat, parts in found.items()
    }


TRILOGY = {
    "frodo": (30, {"dwarf", "hobbit", "rohan", "wizard"}),
    "witch-king": (30, {"mordor"}),
    "aragorn": (30, {"dunedain", "elf"}),
    "saruman": (30, {"isengard", "monstrous", "southron"}),
}
EXTENDED = {
    "frodo": (30, {"dwarf", "hobbit", "rohan"}),
    "witch-king": (30, {"mordor"}),
    "gandalf": (30, {"elf", "wizard"}),
    "saruman": (30, {"isengard", "monstrous"}),
    "aragorn": (30, {"dunedain", "northmen"}),
    "bill-ferny": (30, {"southron", "easterling", "ruffian"}),
}
NORTH = {
    "frodo": (28, {"dwarf", "hobbit", "northmen"}),
    "witch-king": (28, {"easterling", "mordor"}),
    "strider": (28, {"dunedain", "elf", "wizard"}),
    "balrog": (28, {"isengard", "monstrous", "ruffian"}),
}


def joined(found, **seats):
    """Decks that are shuffled together."""
    out = {}
    for seat, parts in seats.items():
        rows = [found[part] for part in parts.split()]
        out[seat.replace("_", "-")] = (sum(size for size, _ in rows), set().union(*[kinds for _, kinds in rows]))
    return out


@pytest.mark.rule("WC-TRI-1", "refused")
@pytest.mark.rule("WC-D2-1", "refused")
@pytest.mark.rule("WC-D3-1", "refused")
@pytest.mark.rule("WC-EXT-1", "refused")
@pytest.mark.rule("WC-WN-1", "refused")
@pytest.mark.parametrize(
    ("scenario", "wanted"),
    [
        ("trilogy", TRILOGY),
        ("duel", joined(TRILOGY, gandalf="frodo aragorn", witch_king="witch-king saruman")),
        ("duel-3", joined(TRILOGY, gandalf="frodo aragorn", witch_king="witch-king", saruman="saruman")),
        ("extended-trilogy", EXTENDED),
        ("war-in-the-north", NORTH),
        ("war-in-the-north-duel", joined(NORTH, gandalf="frodo strider", witch_king="witch-king balrog")),
        ("war-in-the-north-duel-3", joined(NORTH, gandalf="frodo strider", witch_king="witch-king", balrog="balrog")),
    ],
)
def test_no_deck_has_anything_else(scenario, wanted):
    """Every deck has its factions and no others: a card of another deck cannot be played."""
    assert decks(scenario) == wanted
    t = board(scenario, hands=dict.fromkeys(wanted, 3))
    strange = {"free": "mordor-orcs", "shadow": "gimli"}["free" if t.state.setup.sides[0] == 0 else "shadow"]
    assert t.refuses(f"play {strange}") == ("WC-ACT-2", "card_other_deck")


@pytest.mark.rule("WC-TRI-2", "refused")
@pytest.mark.rule("WC-EXT-3", "refused")
@pytest.mark.parametrize("scenario", ["trilogy", "extended-trilogy"])
def test_a_ring_token_is_used_once_a_game(scenario):
    """Two cards for it; in the next round it is still spent."""
    t = board(scenario).does("ring")
    assert t.deck("frodo").hand.size == 2
    later = board(scenario, deck={"frodo": {"ring": t.deck("frodo").ring}}, round=3)
    assert later.refuses("ring") == ("WC-TRI-2", "ring_used")
    assert later.only(DrawStep(-1)).deck("frodo").ring == "spent"


@pytest.mark.rule("WC-D2-2", "accepted", "refused")
@pytest.mark.rule("WC-EPD-6", "accepted", "refused")
@pytest.mark.parametrize("scenario", ["duel", "epic-duel", "war-in-the-north-duel"])
def test_a_ring_token_of_a_duel_is_used_once_a_round(scenario):
    """Three cards are drawn, one of the hand is eliminated, one cycled; a second use waits for the next round."""
    t = board(scenario, hands={"gandalf": 1})
    draw, _, cycle, _ = t.sizes("gandalf")
    assert t.does("ring").sizes("gandalf") == (draw - 3, 2, cycle + 1, 1)
    t.now(lambda draft: draft.push(SeatTurn(0)))
    assert t.refuses("ring") == ("WC-D2-2", "ring_used")
    assert t.only(DrawStep(-1)).deck("gandalf").ring == READY


@pytest.mark.rule("WC-D2-4", "accepted")
@pytest.mark.rule("WC-EPD-7", "accepted")
@pytest.mark.parametrize("scenario", ["duel", "duel-3", "epic-duel"])
def test_one_player_of_a_side_does_it_twice(scenario):
    """Each Free Peoples player draws two: Gandalf draws four, and finishes one before the other."""
    t = board(scenario, agenda=[ReadText(0, "rivendell")]).does("effect draw - free 2")
    assert t.deck("gandalf").hand.size == 2
    assert t.does("done").deck("gandalf").hand.size == 4
    t = board(scenario, hands={"gandalf": 3}, agenda=[ReadText(0, "rivendell")])
    t.does("effect forsake - free 1", "forsake hand", "effect draw - free 2", "done")
    assert (t.step, t.sizes("gandalf")[1]) == ("forsake", 4)
    assert t.does("forsake hand").sizes("gandalf")[1] == 5


@pytest.mark.rule("WC-D2-4", "refused")
@pytest.mark.rule("WC-EPD-7", "refused")
def test_others_do_it_once():
    """One player who is named, two players of a side, and the trilogies."""
    t = board("epic-duel", agenda=[ReadText(0, "rivendell")]).does("effect draw - gandalf 2")
    assert t.deck("gandalf").hand.size == 2
    t = board("duel-3", agenda=[ReadText(0, "rivendell")]).does("effect draw - shadow 2")
    assert [deck.hand.size for deck in t.state.decks] == [0, 2, 2]
    t = board("trilogy", agenda=[ReadText(0, "rivendell")]).does("effect draw - free 2")
    assert [deck.hand.size for deck in t.state.decks] == [2, 0, 2, 0]


SCHEDULE = [["minas-morgul"], ["rivendell"], ["moria"], ["lorien", "dol-guldur"], ["orthanc"], ["morannon"]]


@pytest.mark.rule("WC-FR-1", "accepted")
def test_fellowship_of_the_ring_has_its_battlegrounds_told():
    """Round by round; the Balrog starts, and the road has six numbers."""
    for round, wanted in enumerate(SCHEDULE, 1):
        t = board("fellowship-of-the-ring", round=round, agenda=[Ground(0, 1, "")])
        assert t.active == wanted
    assert {TABLES.paths[id].number for id in TABLES.scenarios["fellowship-of-the-ring"].paths} == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("WC-FR-1", "refused")
def test_fellowship_of_the_ring_draws_no_battleground_and_has_no_rings():
    """Nothing is to be drawn, no token to be used, and no path beyond the sixth number to be walked."""
    t = start("fellowship-of-the-ring").does("ready")
    assert t.active[:1] == ["minas-morgul"]
    assert t.refuses("ground moria")[1] == "not_now"
    assert board("fellowship-of-the-ring").refuses("ring")[1] == "ring_none"
    t = board("fellowship-of-the-ring", path="amon-hen", path_active=False, agenda=[WalkPath(0)])
    assert t.step == "over"
    t = board("fellowship-of-the-ring", path="egladil", path_active=False, agenda=[WalkPath(0)])
    assert t.refuses("walk the-dead-marshes") == ("WC-SET-1", "no_path")


@pytest.mark.rule("WC-EXT-2", "accepted")
def test_the_extended_trilogy_has_every_location():
    """23 battlegrounds and 13 sites in two decks, and all 36 paths."""
    grounds = TABLES.scenarios["extended-trilogy"].grounds
    assert {id for parts in grounds for part in parts for id in part} == {*TABLES.places}
    assert sum(len(part) for parts in grounds for part in parts) == 23 + 13
    assert {*TABLES.scenarios["extended-trilogy"].paths} == {*TABLES.paths}
    assert len(TABLES.paths) == 36


@pytest.mark.rule("WC-EXT-2", "refused")
def test_the_base_scenarios_have_no_location_of_the_expansion():
    """Dale, Bree and the High Pass cannot turn up in a Trilogy, but can in the Extended one."""
    for scenario, code in (("trilogy", "ground_not_there"), ("extended-trilogy", None)):
        t = board(scenario, agenda=[Ground(0, 0, "")])
        for id in ("dale", "bree"):
            assert t.allows(f"ground {id}") if code is None else t.refuses(f"ground {id}") == ("WC-LOC-2", code)
    t = board("trilogy", path="weathertop", path_active=False, agenda=[WalkPath(0)])
    assert t.refuses("walk the-last-homely-house") == ("WC-SET-1", "no_path")


def settle(scenario, *players):
    return GAME.rules.header(CONTENT, list(players), scenario, {}, None)


@pytest.mark.rule("WC-EXT-4", "accepted")
@pytest.mark.parametrize(
    "players",
    [
        ("Ania:free", "Bo:shadow"),
        ("Ania:frodo+gandalf", "Bo:shadow", "Cela:aragorn"),
        ("A:frodo", "B:witch-king", "C:gandalf", "D:saruman", "E:aragorn", "F:bill-ferny"),
    ],
)
def test_two_to_six_run_the_six_decks(players):
    """Each deck stays its own seat, whoever runs it."""
    found = settle("extended-trilogy", *players)
    assert [seat["id"] for seat in found["seats"]] == list(EXTENDED)


@pytest.mark.rule("WC-EXT-4", "refused")
def test_every_deck_needs_somebody():
    """Nobody plays alone, no deck is left over, and none is run by two."""
    assert settle("extended-trilogy", "Ania:free+shadow").code == "people_number"
    assert settle("extended-trilogy", "Ania:free", "Bo:witch-king").code == "seats_free"
    assert settle("extended-trilogy", "Ania:free", "Bo:shadow", "Cela:frodo").code == "seats_same"
    assert settle("extended-trilogy", "Ania:free", "Bo:balrog").code == "seats_wrong"
    assert isinstance(settle("trilogy", "A:frodo", "B:gandalf"), Refusal)
    with pytest.raises(WrongCall):
        settle("extended-trilogy", "Ania:sauron", "Bo:shadow")


@pytest.mark.rule("WC-WN-2", "accepted")
@pytest.mark.rule("WC-WN-5", "accepted")
def test_war_in_the_north_by_three_sets_of_rules():
    """The special rules of the Duel come with its variants, the encroaching Shadow with all three."""
    special = {id: {*scenario.special} for id, scenario in TABLES.scenarios.items()}
    assert special["war-in-the-north"] == {"encroaches"}
    for id in ("war-in-the-north-duel", "war-in-the-north-duel-3"):
        assert special[id] == {"encroaches", "strict_paths", "twice"}
    t = board("war-in-the-north-duel", path="bag-end", agenda=[Combat(0)])
    assert t.area("free") == {"bag-end": 0}


@pytest.mark.rule("WC-WN-5", "refused")
def test_trilogy_rules_of_war_in_the_north_have_no_special_rules_of_the_duel():
    """A path without anybody on it is scored, and each player of a side does it once."""
    t = board("war-in-the-north", path="bag-end", agenda=[Combat(0)])
    assert t.area("free") == {"bag-end": 1}
    t = board("war-in-the-north", agenda=[ReadText(0, "rivendell")]).does("effect draw - shadow 1")
    assert [deck.hand.size for deck in t.state.decks] == [0, 1, 0, 1]


@pytest.mark.rule("WC-WN-3", "accepted")
@pytest.mark.parametrize("scenario", ["war-in-the-north", "war-in-the-north-duel", "war-in-the-north-duel-3"])
def test_locations_of_war_in_the_north(scenario):
    """Seven battlegrounds and four sites against five and one, and every path."""
    t = board(scenario)
    assert {*t.state.grounds[0]} == {
        *("lorien", "rivendell", "dale", "erebor", "grey-havens", "the-shire", "the-woodland-realm"),
        *("bree", "carrock", "ered-luin", "iron-hills"),
    }
    assert {*t.state.grounds[1]} == {"dol-guldur", "moria", "dunland", "mount-gundabad", "rhun", "angmar"}
    assert len(t.state.setup.scenario.paths) == 36


@pytest.mark.rule("WC-WN-3", "refused")
def test_no_other_location_comes_up_in_the_north():
    """Minas Tirith and Barad-dûr are far away."""
    t = board("war-in-the-north", agenda=[Ground(0, 0, "")])
    for id in ("minas-tirith", "barad-dur", "cair-andros"):
        assert t.refuses(f"ground {id}") == ("WC-LOC-2", "ground_not_there")


# --- the Epic Duel ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-EPD-1", "refused")
def test_the_epic_duel_is_for_two():
    """One person cannot run both decks, and there is no third deck."""
    assert settle("epic-duel", "Ania:free+shadow").code == "people_exact"
    assert settle("epic-duel", "Ania:gandalf", "Bo:witch-king", "Cela:saruman").code == "seats_wrong"
    assert TABLES.scenarios["epic-duel"].steps == 2 * TABLES.scenarios["trilogy"].steps


@pytest.mark.rule("WC-EPD-2", "accepted")
@pytest.mark.parametrize("real", [True, False])
def test_parts_of_the_decks(real):
    """45 cards to draw from, 25 in the cycle pile, 20 aside."""
    t = board("epic-duel", real=real)
    for deck in t.state.decks:
        assert (deck.draw.size, deck.cycle.size, [len(part) for part in deck.aside]) == (45, 25, [20])


@pytest.mark.rule("WC-EPD-2", "refused")
def test_cards_aside_are_not_in_the_game_yet():
    """A card of part 3 cannot be in a hand; one of parts 1 and 2 can."""
    t = board("epic-duel", hands={"gandalf": 4})
    assert t.refuses("play king-brand") == ("WC-ACT-2", "card_not_in_hand")
    assert t.allows("play gimli")


@pytest.mark.rule("WC-EPD-3", "accepted")
def test_parts_of_the_locations():
    """Three and seven to begin with."""
    grounds = board("epic-duel").state.grounds
    assert grounds[0] == ("rivendell", "grey-havens", "the-woodland-realm")
    assert {*grounds[1]} == {"minas-morgul", "morannon", "moria", "orthanc", "mount-gundabad", "angmar", "nurn"}


@pytest.mark.rule("WC-EPD-3", "refused")
def test_a_battleground_that_has_not_come_in_cannot_be_activated():
    """Neither drawn nor by a text; and it is no companion of Angmar either."""
    t = board("epic-duel", agenda=[Ground(0, 0, "")])
    assert t.refuses("ground edoras") == ("WC-LOC-2", "ground_not_there")
    t = board("epic-duel", agenda=[ReadText(0, "rivendell")])
    assert t.refuses("effect activate edoras") == ("WC-EPD-3", "ground_not_there")
    assert t.allows("effect activate moria")


ROAD = [(number, part) for number in range(1, 10) for part in (0, 1)]


@pytest.mark.rule("WC-EPD-4", "accepted")
@pytest.mark.rule("WC-RND-2", "accepted")
def test_the_road_has_eighteen_steps():
    """Two A paths over two B paths of each number; one of each is walked."""
    t, walked = board("epic-duel", agenda=[WalkPath(0)]), []
    while t.step == "path":
        ways = GAME.rules.outcomes(t.state)
        walked.append({(TABLES.paths[act.location].number, TABLES.paths[act.location].part) for act, _ in ways})
        t.does(f"walk {ways[-1][0].location}")
        t.state = t.state.replace(active=())
        t.only(WalkPath(0))
    assert walked == [{step} for step in ROAD]


@pytest.mark.rule("WC-EPD-4", "refused")
@pytest.mark.rule("WC-RND-2", "refused")
def test_no_step_is_skipped():
    """1B does not come first, and 2A not after 1A; in a trilogy there are nine steps, and no tenth."""
    t = board("epic-duel", agenda=[WalkPath(0)])
    assert t.refuses("walk bucklebury-ferry")[1] == "path_number"
    t = board("epic-duel", path="bag-end", path_active=False, agenda=[WalkPath(0)])
    assert t.refuses("walk the-old-forest") == ("WC-EPD-8", "path_skips")
    t, walked = board("trilogy", agenda=[WalkPath(0)]), 0
    while t.step == "path":
        walked += 1
        t.does(f"walk {GAME.rules.outcomes(t.state)[0][0].location}")
        t.state = t.state.replace(active=())
        t.only(WalkPath(0))
    assert walked == 9


@pytest.mark.rule("WC-EPD-5", "refused")
def test_the_witch_king_cycles_none_of_his_first_cards():
    """Gandalf gives up two of seven, the Witch-king nothing."""
    t = start("epic-duel", real=False).does("ready")
    asked = []
    while t.state.round == 0:
        if t.step == "draw":
            t.does(f"draw {','.join(t.state.decks[t.state.step.seat_index].draw.cards[:7])}")
        else:
            asked.append(t.seat)
            t.does(f"cycle {t.deck(t.seat).hand.cards[0]}")
    assert asked == ["gandalf", "gandalf"]


def test_a_deck_needs_a_name():
    """Whoever runs it has to be called something."""
    found = settle("duel", ":gandalf", "Bo:shadow")
    assert (found.rule, found.code) == ("WC-SCN-1", "seats_no_name")


def in_play(options, **frodo):
    """The refusal of a table of the second round on which Frodo has this."""
    asked = {"scenario": "trilogy", "round": 2, "path": "bag-end", "decks": {"frodo": frodo}}
    state = GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, [], None, options, asked))
    return (state.rule, state.code) if isinstance(state, Refusal) else None


def test_an_event_is_never_in_play_and_dealt_cards_all_have_names():
    """A reserve without events; hidden eliminated cards only where the cards are real."""
    held = {"real_cards": "false"}
    assert in_play({}, reserve=["there-is-another-way"]) == ("WC-PLAY-5", "position_event")
    assert in_play({}, reserve=["gimli"], hidden=2) is None
    assert in_play(held, hidden=2) == ("WC-SET-6", "position_named")
