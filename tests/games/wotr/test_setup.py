"""Set-up: who sits at the table, and what lies where at the start (WR-SETUP, WR-TEAM-1)."""

import pytest

from companion.content.load import load
from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.games.wotr.game import GAME
from companion.games.wotr.rules.common import ending
from companion.games.wotr.state import ASIDE, IN_FELLOWSHIP, place_of
from companion.games.wotr.tables import FP, SHADOW

CONTENT = load("wotr")
SEATS = {2: ("fp", "shadow"), 3: ("fp", "witch-king", "saruman"), 4: ("gondor", "rohan", "witch-king", "saruman")}


def start(*seats, **options):
    """A new game, or rule and code of the refusal."""
    players = [seat if ":" in seat else f"{seat}:{seat}" for seat in seats]
    header = GAME.rules.header(
        CONTENT, players, None, {key: str(value).lower() for key, value in options.items()}, None
    )
    return (header.rule, header.code) if isinstance(header, Refusal) else GAME.rules.new(CONTENT, header)


@pytest.mark.rule("WR-SETUP-1", "accepted")
@pytest.mark.rule("WR-TEAM-1", "accepted")
@pytest.mark.parametrize("number", SEATS)
def test_two_three_or_four_players(number):
    """In any order of the words the seats stand in theirs, the Free Peoples first."""
    state = start(*reversed(SEATS[number]))
    assert state.setup.seats == SEATS[number]
    assert state.setup.sides == tuple(int(seat in ("shadow", "witch-king", "saruman")) for seat in SEATS[number])
    facts = state.setup.tables
    led = [nation for seat in SEATS[number] for nation in facts.seats[seat].nations]
    assert sorted(led) == sorted(facts.nations)  # each by one seat
    assert {facts.nations[nation].side for nation in facts.seats[SEATS[number][0]].nations} == {FP}


@pytest.mark.rule("WR-TEAM-1", "accepted")
def test_whom_four_players_lead():
    """Gondor and the Elves, the others of the Free Peoples; Sauron, the others of the Shadow; and their minions."""
    seats = start(*SEATS[4]).setup.tables.seats
    assert [set(seats[seat].nations) for seat in SEATS[4]] == [
        {"gondor", "elves"},
        {"rohan", "north", "dwarves"},
        {"sauron"},
        {"isengard", "southrons"},
    ]
    assert [set(seats[seat].characters) for seat in SEATS[4][2:]] == [{"witch-king", "mouth-of-sauron"}, {"saruman"}]


@pytest.mark.rule("WR-SETUP-1", "refused")
@pytest.mark.rule("WR-TEAM-1", "refused")
def test_other_tables_are_refused():
    """One player, five, the same seat twice, seats of other numbers of players, nobody's name."""
    assert start("fp") == ("WR-SETUP-1", "seats_number")
    assert start("fp", "shadow", "gondor", "rohan", "saruman") == ("WR-SETUP-1", "seats_number")
    assert start("fp", "fp") == ("WR-SETUP-1", "seats_same")
    assert start("fp", "saruman") == ("WR-SETUP-1", "seats_wrong")
    assert start("fp", "shadow", "saruman") == ("WR-TEAM-1", "seats_wrong")
    assert start(":fp", "shadow") == ("WR-SETUP-1", "seats_no_seat")
    with pytest.raises(WrongCall):
        start("Ania:gollum", "shadow")
    with pytest.raises(WrongCall):
        start("fp", "shadow", speed=True)
    with pytest.raises(WrongCall):
        start("fp", "shadow", real_cards="maybe")


@pytest.mark.rule("WR-SETUP-2", "accepted")
@pytest.mark.rule("WR-SETUP-3", "accepted")
@pytest.mark.rule("WR-SETUP-4", "accepted")
@pytest.mark.rule("WR-SETUP-5", "accepted")
@pytest.mark.rule("WR-SETUP-7", "accepted")
def test_the_fellowship_in_rivendell():
    """Hidden, Progress and corruption 0, seven companions led by Gandalf the Grey; the others lie aside."""
    state = start("fp", "shadow")
    walk = state.fellowship
    assert (walk.region, walk.progress, walk.corruption, walk.hidden) == ("rivendell", 0, 0, True)
    assert (len(walk.companions), walk.guide) == (7, "gandalf-the-grey")
    assert {place_of(state, id) for id in (*walk.companions, "ring-bearers")} == {IN_FELLOWSHIP}
    aside = ("aragorn", "gandalf-the-white", "gollum", "witch-king", "saruman", "mouth-of-sauron")
    assert {place_of(state, id) for id in aside} == {ASIDE}


@pytest.mark.rule("WR-SETUP-6", "accepted")
@pytest.mark.rule("WR-SETUP-8", "accepted")
@pytest.mark.rule("WR-SETUP-9", "accepted")
@pytest.mark.rule("WR-SETUP-10", "accepted")
@pytest.mark.rule("WR-SETUP-17", "accepted")
@pytest.mark.rule("WR-SETUP-18", "accepted")
def test_rings_decks_tiles_and_dice():
    """3 Elven Rings with the Free Peoples, four decks of 24, 16 standard tiles in the pool, 4 and 7 dice."""
    state = start("fp", "shadow", real_cards=False)
    assert [side.rings for side in state.sides] == [3, 0]
    assert [side.pool for side in state.sides] == [4, 7]
    assert (state.deck_sizes, [hand.size for hand in state.hands]) == ((24,) * 4, [0, 0])
    tiles = state.setup.tables.tiles
    assert sum(state.pool) == 16
    assert all(tile.standard for tile, number in zip(tiles.values(), state.pool, strict=True) if number)
    assert (sum(state.drawn), state.waiting) == (0, ())


@pytest.mark.rule("WR-SETUP-11", "accepted")
@pytest.mark.rule("WR-SETUP-12", "accepted")
def test_the_nations_at_the_start():
    """Their boxes, and who is active."""
    state = start("fp", "shadow")
    boxes = dict(zip(state.setup.tables.nations, state.boxes, strict=True))
    assert [id for id, box in boxes.items() if box == 1] == ["dwarves", "elves", "north", "rohan"]
    assert sorted(id for id, box in boxes.items() if box == 2) == ["gondor", "southrons"]
    assert sorted(id for id, box in boxes.items() if box == 3) == ["isengard", "sauron"]
    passive = [id for id, active in zip(boxes, state.active, strict=True) if not active]
    assert sorted(passive) == ["dwarves", "gondor", "north", "rohan"]
    assert [ending.victory_points(state, side) for side in (FP, SHADOW)] == [0, 0]


@pytest.mark.rule("WR-TEAM-2", "accepted")
@pytest.mark.rule("WR-TEAM-3", "accepted")
def test_teams_start_with_their_leaders():
    """Gondor and the Witch-king lead the first turn; the rest is as for two."""
    two, four = start("fp", "shadow"), start(*SEATS[4])
    assert [four.setup.seats[side.leader] for side in four.sides] == ["gondor", "witch-king"]
    assert (four.pool, four.boxes, four.fellowship.region) == (two.pool, two.boxes, two.fellowship.region)


@pytest.mark.parametrize("number", SEATS)
def test_real_cards_are_drawn_without_the_app(number):
    """One of each deck a seat, counted; dealt by the app each draw is an action."""
    real, held = start(*SEATS[number]), start(*SEATS[number], real_cards=False)
    assert [hand.size for hand in real.hands] == [2] * number
    assert GAME.rules.pending(real).what == "fellowship"
    assert (GAME.rules.pending(held).what, GAME.rules.legal_actions(held)[0].type) == ("draw", "draw")


def test_a_header_that_nobody_made_is_unreadable():
    """A choice left out or changed is not a header."""
    header = GAME.rules.header(CONTENT, ["Ania:fp", "Bo:shadow"], None, {}, None)
    with pytest.raises((ValueError, KeyError, WrongCall)):
        GAME.rules.new(CONTENT, {**header, "options": {}})


# --- armies ----------------------------------------------------------------------------------------------------------

PLACED = {  # regulars, elites, Leaders or Nazgûl, as the rulebook prints them
    "erebor": "dwarves 1 2 1",
    "ered-luin": "dwarves 1 0 0",
    "iron-hills": "dwarves 1 0 0",
    "grey-havens": "elves 1 1 1",
    "rivendell": "elves 0 2 1",
    "woodland-realm": "elves 1 1 1",
    "lorien": "elves 1 2 1",
    "minas-tirith": "gondor 3 1 1",
    "dol-amroth": "gondor 3 0 0",
    "osgiliath": "gondor 2 0 0",
    "pelargir": "gondor 1 0 0",
    "bree": "north 1 0 0",
    "carrock": "north 1 0 0",
    "dale": "north 1 0 1",
    "north-downs": "north 0 1 0",
    "the-shire": "north 1 0 0",
    "edoras": "rohan 1 1 0",
    "fords-of-isen": "rohan 2 0 1",
    "helms-deep": "rohan 1 0 0",
    "orthanc": "isengard 4 1 0",
    "north-dunland": "isengard 1 0 0",
    "south-dunland": "isengard 1 0 0",
    "barad-dur": "sauron 4 1 1",
    "dol-guldur": "sauron 5 1 1",
    "gorgoroth": "sauron 3 0 0",
    "minas-morgul": "sauron 5 0 1",
    "moria": "sauron 2 0 0",
    "mount-gundabad": "sauron 2 0 0",
    "nurn": "sauron 2 0 0",
    "morannon": "sauron 5 0 1",
    "far-harad": "southrons 3 1 0",
    "near-harad": "southrons 3 1 0",
    "north-rhun": "southrons 2 0 0",
    "south-rhun": "southrons 3 1 0",
    "umbar": "southrons 3 0 0",
}
LEFT = {  # reinforcements
    "dwarves": (2, 3, 3),
    "elves": (2, 4, 0),
    "gondor": (6, 4, 3),
    "north": (6, 4, 3),
    "rohan": (6, 4, 3),
    "isengard": (6, 5, 0),
    "sauron": (8, 4, 4),
    "southrons": (10, 3, 0),
}


def numbers(facts, figures, nation):
    """Regulars, elites, and Leaders or Nazgûl of a nation among these figures."""
    by_sort = dict.fromkeys(("regular", "elite", "leader"), 0)
    for figure, number in zip(facts.figures.values(), figures, strict=True):
        if figure.nation == nation:
            by_sort["leader" if figure.sort == "nazgul" else figure.sort] += number
    return tuple(by_sort.values())


@pytest.mark.rule("WR-SETUP-13", "accepted", "refused")
@pytest.mark.rule("WR-SETUP-14", "accepted", "refused")
@pytest.mark.rule("WR-SETUP-15", "accepted", "refused")
def test_where_the_armies_stand():
    """The armies of the two tables and nothing else; all other figures are reinforcements, none is lost."""
    header = GAME.rules.header(CONTENT, ["Ania:fp", "Bo:shadow"], "full", {}, None)
    state = GAME.rules.new(CONTENT, header)
    facts = state.setup.tables
    for region, figures in zip(facts.regions, state.figures, strict=True):
        if region not in PLACED:
            assert figures == (), region
            continue
        nation, *placed = PLACED[region].split()
        assert numbers(facts, figures, nation) == tuple(map(int, placed)), region
        assert sum(figures) == sum(map(int, placed)), region
    assert {nation: numbers(facts, state.reserve, nation) for nation in facts.nations} == LEFT
    assert not any(state.lost)


@pytest.mark.rule("WR-MAP-12", "accepted", "refused")
def test_figures_in_an_army_box_are_those_of_the_region():
    """Wherever the figures themselves lie, the region holds ten units, and an eleventh is too many."""
    full = {"lossarnach": {"units": {"gondor": {"regular": 10}}}}
    position = {"regions": full, "turn": 2}
    header = GAME.rules.header(CONTENT, ["Ania:fp", "Bo:shadow"], "full", {}, position)
    state = GAME.rules.new(CONTENT, header)
    assert sum(state.figures[state.setup.tables.region_places["lossarnach"]]) == 10
    full["lossarnach"]["units"]["gondor"]["regular"] = 11
    header = GAME.rules.header(CONTENT, ["Ania:fp", "Bo:shadow"], "full", {}, position)
    refusal = GAME.rules.new(CONTENT, header)
    assert (refusal.rule, refusal.code) == ("WR-ARMY-7", "position_units")


def test_what_a_team_chooses_is_in_the_header_only_where_it_is_not_as_usual():
    """So headers of other tables are as they were; a word that is no choice is refused."""
    players = ["A:gondor", "B:rohan", "C:witch-king", "D:saruman"]

    def options(**given):
        return GAME.rules.header(CONTENT, players, "hunt", given, None)["options"]

    assert options() == options(after_pass="partner_next") == {"real_cards": "true"}
    assert options(after_pass="passer_next") == {"real_cards": "true", "after_pass": "passer_next"}
    header = GAME.rules.header(CONTENT, players, "hunt", {"after_pass": "passer_next"}, None)
    assert GAME.rules.new(CONTENT, header).setup.options.after_pass == "passer_next"
    with pytest.raises(WrongCall):
        options(after_pass="never")
