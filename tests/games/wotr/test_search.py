"""The Hunt roll, and the whole Hunt against its exact odds. WR-HUNT-1 to WR-HUNT-9."""

from collections import Counter
from fractions import Fraction

import pytest

from companion.games.wotr.game import GAME
from companion.games.wotr.odds.hunt import HuntResult, outlooks, successes, take_corruption
from companion.games.wotr.rules.hunt import hunt_roll, hunt_tile
from tests.games.wotr.board import TABLES, Table, after_move, board

FACES = ("one", "two", "three", "four", "five", "six")


@pytest.mark.rule("WR-HUNT-1", "refused")
@pytest.mark.rule("WR-HUNT-3", "refused")
def test_no_dice_no_hunt():
    """With an empty box nothing is rolled, and without a move there is no Hunt."""
    t = board().does("move character")
    assert (t.step, t.seat) == ("act", "shadow")
    t = board(hidden=False, allocated=3).does("hide character")
    assert t.step == "act"
    assert t.refuses("search six") == ("WR-DICE-13", "not_now")


@pytest.mark.rule("WR-HUNT-2", "accepted", "refused")
def test_the_level_is_the_dice_of_the_shadow():
    """Allocated and Eyes, at most 5 dice; those of the Free Peoples only raise the results."""
    boxes = (({"allocated": 2, "eyes": 1, "walkers": 2}, 3), ({"allocated": 4, "eyes": 4}, 5), ({"eyes": 1}, 1))
    for box, number in boxes:
        t = after_move(**{"allocated": 0, **box})
        assert t.allows("search " + ",".join(["one"] * number))
        for wrong in (number + 1, number - 1):
            if wrong:
                assert t.refuses("search " + ",".join(["one"] * wrong)) == ("WR-HUNT-3", "dice_number")
    assert board(walkers=3).does("move character").step == "act"


def test_what_the_dice_show():
    """Faces of a die, told from the lowest up, by the Shadow."""
    t = after_move(allocated=2)
    assert t.legal == ["search"]
    assert t.refuses("search") == ("WR-HUNT-3", "chance_open")
    assert t.refuses("search two,six by=fp") == ("WR-HUNT-3", "not_your_step")
    t = after_move(allocated=1)
    act = t.act("search six")
    assert t.rules.check(t.state, act._replace(faces=("seven",))).code == "face_unknown"
    t = after_move(allocated=2)
    act = t.act("search two,six")
    assert t.rules.check(t.state, act._replace(faces=("six", "two"))).code == "roll_order"


@pytest.mark.rule("WR-HUNT-4", "accepted", "refused")
@pytest.mark.rule("WR-HUNT-5", "accepted", "refused")
@pytest.mark.parametrize(
    ("walkers", "least"), [(0, 6), (1, 5), (2, 4), (3, 3), (4, 2), (5, 2), (6, 2)], ids=lambda value: str(value)
)
def test_ex_18_dice_in_the_box_help_to_hunt(walkers, least):
    """Without a die of the Free Peoples only 6 succeeds, with one 5 too, and a 1 never does (anchor 1)."""
    for value, face in enumerate(FACES, 1):
        t = after_move(walkers=walkers).does(f"search {face}")
        assert t.step == ("draw_tile" if value >= least else "act"), face


@pytest.mark.rule("WR-HUNT-7", "accepted")
@pytest.mark.parametrize(
    ("region", "told", "rolled_again"), [("hollin", 2, 2), ("moria", 2, 3), ("hollin", 1, 1), ("moria", 0, 1)]
)
def test_ex_19_one_die_again_for_each_condition(region, told, rolled_again):
    """Units and Nazgûl are told, the Stronghold is known (anchor 2)."""
    t = board(region=region, allocated=4).does("move character", f"watch {told}", "search two,two,two,two")
    assert t.asked.dice == rolled_again
    again = ",".join(["six"] * rolled_again)
    assert t.refuses(f"again {again},six") == ("WR-HUNT-7", "dice_number")
    assert t.does(f"again {again}").asked == hunt_tile.DrawTile(1, "hunt", rolled_again)


def test_the_same_bonus_for_dice_rolled_again():
    """A 5 succeeds with one die in the box; only failed dice are rolled, and none need be."""
    t = board(region="moria", allocated=2, walkers=1).does("move character", "watch 2", "search two,five")
    assert t.asked.dice == 1
    assert t.legal == ["again", "accept"]
    assert t.does("again five").asked.eye == 2
    t = board(region="moria", allocated=2).does("move character", "watch 2", "search two,three", "accept")
    assert t.step == "act"
    t = board(region="moria", allocated=1).does("move character", "watch 2", "search six")
    assert t.step == "draw_tile"
    assert t.refuses("again six") == ("WR-HUNT-7", "not_now")


def read_numbers(t, words):
    """Codes of what is told of an action, which happens, and of a result its number."""
    return {event.code: event.values.get("number") for event in t.does(words).events}


def test_the_result_is_told_once_it_is_known():
    """Not while dice may be rolled again; then with all successes, also where none is rolled."""
    for last, found in (("again six,two", {"hunt_hits": 2}), ("accept", {"hunt_hits": 1})):
        t = board(region="moria", allocated=3).does("move character", "watch 1")
        first = read_numbers(t, "search two,three,six")
        assert not {"hunt_hits", "hunt_missed"} & {*first}
        assert t.step == "again"
        assert found.items() <= read_numbers(t, last).items()
    t = board(region="moria", allocated=2).does("move character", "watch 0", "search two,three")
    assert "hunt_missed" in read_numbers(t, "again five")
    assert read_numbers(after_move(allocated=2), "search two,six")["hunt_hits"] == 1
    assert "hunt_missed" in read_numbers(after_move(allocated=2), "search two,three")


@pytest.mark.rule("WR-HUNT-7", "refused")
def test_fewer_dice_may_be_rolled_again():
    """Of three one or two, or none; each once, so what is left out stays as it is."""
    t = board(region="moria", allocated=4).does("move character", "watch 2", "search two,two,two,two")
    assert t.legal == ["again", "accept", "fewer dice=1", "fewer dice=2"]
    for number in (0, 3, 4):
        assert t.refuses(f"fewer {number}") == ("WR-HUNT-7", "fewer_dice")
    assert t.refuses("fewer 1 by=fp") == ("WR-HUNT-7", "not_your_step")
    t.does("fewer 2")
    assert (t.asked.dice, t.legal) == (2, ["again", "accept", "fewer dice=1"])
    assert t.refuses("again six,six,six") == ("WR-HUNT-7", "dice_number")
    assert t.does("again two,six").asked == hunt_tile.DrawTile(1, "hunt", 1)
    assert t.refuses("fewer 1") == ("WR-HUNT-9", "not_now")


def test_the_witch_king_is_a_nazgul():
    """The app knows where he is, so his condition is met."""
    t = board(region="hollin", allocated=1, where={"witch-king": "hollin"}).does("move character")
    assert t.legal == ["watch conditions=1", "watch conditions=2"]
    assert t.refuses("watch 0") == ("WR-HUNT-7", "conditions_range")


@pytest.mark.rule("WR-HUNT-8", "refused")
def test_strongholds_elsewhere_do_not_help():
    """One that the Free Peoples hold does not, one that the Shadow has taken does."""
    t = board(region="moria", taken="moria", allocated=1).does("move character", "watch 0", "search two")
    assert t.step == "act"
    t = board(region="lorien", taken="lorien", allocated=1).does("move character", "watch 0", "search two")
    assert t.step == "again"
    t = board(region="hollin", progress=1, allocated=1).does("move character", "watch 0", "search two")
    assert t.step == "act"
    t = board(region="edoras", taken="edoras", allocated=1).does("move character", "watch 0", "search two")
    assert t.step == "act"


def test_crebain_raise_a_roll():
    """Discarded before the roll, each die counts 1 more, those rolled again too; not the next time."""
    t = board(region="moria", allocated=2, table_shadow="sh-char-16,sh-char-15", shadow="").does("move character")
    assert t.refuses("use sh-char-15") == ("WR-HUNT-4", "card_no_help")
    assert t.refuses("use sh-char-17") == ("WR-HUNT-4", "card_not_on_table")
    assert t.refuses("use sauron") == ("WR-HUNT-4", "card_unknown")
    t.does("use sh-char-16")
    assert (t.state.sides[1].table, t.step) == (("sh-char-15",), "watch")
    t.does("watch 0", "search two,four", "again five", "tile standard-1", "accept", "move character", "watch 0")
    assert t.does("search two,four").step == "again"
    crebain = {"region": "hollin", "allocated": 1, "table_shadow": "sh-char-16"}
    for face, step in (("four", "act"), ("five", "draw_tile")):
        assert board(**crebain).does("move character", "use sh-char-16", "watch 0", f"search {face}").step == step


# --- against the exact odds ------------------------------------------------------------------------------------------


def results(t, words):
    """Every result of an open action, with its chance."""
    for act, share in GAME.rules.outcomes(t.state, t.act(words)):
        yield Table(t.rules.apply(t.state, act)), share


def rolled(t):
    """(table, successes) with its chance, every die that may be rolled again being so."""
    for after, share in results(t, "search"):
        ends = results(after, "again") if after.step == "again" else [(after, 1)]
        for end, again in ends:
            yield end, (end.asked.eye if end.step == "draw_tile" else 0), share * again


@pytest.mark.parametrize(
    ("level", "walkers", "conditions"), [(1, 0, 0), (2, 1, 1), (3, 0, 3), (3, 5, 2), (4, 1, 2), (7, 2, 0)]
)
def test_the_odds_of_a_roll(level, walkers, conditions):
    """The referee and the calculation agree on how often there is how many a success."""
    region, told = ("moria", conditions - 1) if conditions == 3 else ("hollin", conditions)
    t = board(region=region, allocated=level, walkers=walkers).does("move character", f"watch {told}")
    found = Counter()
    for _, number, share in rolled(t):
        found[number] += share
    hits = successes(level, walkers, conditions)
    assert [found[number] for number in range(len(hits.cases))] == [Fraction(case, hits.total) for case in hits.cases]


def test_the_odds_of_a_tile():
    """And on what it costs and reveals, where the Free Peoples take whatever comes."""
    pool = "standard-eye*2,standard-1-reveal,standard-3*2,shadow-shelobs-lair,fellowship-phial-of-galadriel"
    t = after_move(allocated=2, walkers=1, pool=pool, corruption=5, progress=0)
    found = Counter()
    for after, number, share in rolled(t):
        for drawn, tile in results(after, "tile") if number else [(after, 1)]:
            for cast, die in results(drawn, "cast") if drawn.step == "cast" else [(drawn, 1)]:
                end = cast.does("accept") if cast.step == "tile" else cast
                key = HuntResult(end.fellowship.corruption - 5, not end.fellowship.hidden)
                found[key] += share * tile * die
    tiles = Counter({TABLES.tiles[id]: number for id, number in t.pool.items()})
    assert found == outlooks(tiles, successes(2, 1, 0), {"take": take_corruption})["take"]


# --- teams -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEAM-12", "accepted")
@pytest.mark.rule("WR-TEAM-13", "accepted")
@pytest.mark.rule("WR-TEAM-31", "accepted")
def test_a_team_hunts():
    """Either player of the Free Peoples moves, either of the Shadow hunts; the leading player decides about a tile."""
    t = board(players=4, agenda=[("acting", -1, 1), ("act", 1)], acting=1, allocated=1, region="hollin")
    t.does("move character")
    assert t.legal[:2] == ["watch", "watch by=saruman"]
    t.does("watch 0 by=saruman", "search six by=saruman", "tile standard-3 by=witch-king")
    assert t.seat == "gondor"
    assert t.refuses("accept by=rohan") == ("WR-TEAM-13", "not_your_step")
    t.does("lose random", "pick gimli by=saruman")
    assert t.seat == "gondor"


def test_a_witch_king_who_is_nowhere_sees_nothing():
    """On the Mordor Track the Ring-bearers are in no region, and neither is he before he comes."""
    assert hunt_roll.known_conditions(board(step=1).state) == 0
    assert hunt_roll.known_conditions(board(region="angmar", where={"witch-king": "angmar"}).state) == 1
