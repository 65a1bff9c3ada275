"""The referee against two independent accounts of the rules: measured random play, and RESOLVE of the digest."""

import random
from math import sqrt
from statistics import fmean, stdev

import pytest

from tests.games.dice.conftest import CONTENT, GAME

HOBBITS = ("frodo", "sam", "merry", "pippin")
DICE = {"black": "", "yellow": "frodo", "red": "sam", "blue": "merry", "green": "pippin"}
PLACES = sorted(CONTENT["place"].values(), key=lambda row: row["circle"])


def header(seats, variant="basic", **options):
    players = [f"{hobbit}:{hobbit}" for hobbit in HOBBITS[:seats]]
    return GAME.rules.header(CONTENT, players, variant, options, None)


# --- random play ---------------------------------------------------------------------------------------------------

# Four other programs (objects, bare loops, arrays, another framework) agree on these for the basic variant with a Ring
# doubled on the coloured dice, 9 circles, 7 squares, any legal keep with equal chance, and every Gandalf halving the
# last square that can be halved: decisions a game, and the share of games that all players lose.
COLOURED = "ring,ring,nazgul,orc,weapon,gandalf"
MEASURED = {2: (44.1, 0.576), 4: (82.5, 0.338)}


def random_game(state, rng):
    """Decisions what to keep, and the ending."""
    decisions, pick = 0, rng.random
    while legal := GAME.rules.legal_actions(state):
        action = legal[0]
        if action.type == "keep":
            decisions += 1
            action = legal[int(pick() * len(legal))]
        elif action.type == "resolve":
            action = legal[-1]  # most squares, and those at the end of the track
        else:
            sizes = GAME.rules.chance(state, action).sizes
            action = GAME.rules.complete(state, action, [int(pick() * size) for size in sizes])
        state = GAME.rules.apply(state, action)
    return decisions, GAME.rules.outcome(state).ending


@pytest.mark.parametrize(("seats", "count"), [(2, 1500), (4, 700)])
def test_random_play_agrees_with_measured_games(seats, count, exhaustive):
    """Length and losses of random games lie within four standard errors of what other programs measured."""
    faces = {f"faces_{die}": COLOURED for die in DICE if die != "black"}
    start = GAME.rules.new(CONTENT, header(seats, squares="7", **faces))
    assert (start.setup.circles, start.setup.squares) == (9, 7)
    rng = random.Random(f"reference {seats}")
    number = count if exhaustive else count // 6
    played = [random_game(start, rng) for _ in range(number)]
    lengths = [float(decisions) for decisions, _ in played]
    lost = fmean(ending == "all_lost" for _, ending in played)
    length, share = MEASURED[seats]
    assert abs(fmean(lengths) - length) < 4 * stdev(lengths) / sqrt(number) + 0.05  # the figure is rounded
    assert abs(lost - share) < 4 * sqrt(share * (1 - share) / number) + 0.0005


# --- RESOLVE -------------------------------------------------------------------------------------------------------


def resolve(players, active, place, kept, halve):
    """RESOLVE of the digest, on lists: players {hobbit, circles, squares: [[halved, marks]]}, kept {die: symbol}."""

    def capacity(player):
        return sum(1 + halved - marks for halved, marks in player["squares"])

    still_in = {player["hobbit"]: player for player in players if capacity(player) > 0}
    me = players[active]
    symbols = list(kept.values())
    weapons = symbols.count("weapon") * (2 if place == "lothlorien" else 1)
    orcs = symbols.count("orc") * (2 if place == "helms_deep" else 1)
    rings = symbols.count("ring") if orcs <= weapons else 0
    if place == "shelobs_lair" and rings < 2:
        rings = 0
    me["circles"] = min(9, me["circles"] + rings)
    for number in halve:
        me["squares"][number - 1][0] = 1
    for die, symbol in kept.items():
        if symbol != "nazgul":
            continue
        owner = DICE[die]
        if place == "minas_tirith":
            target = me
        elif owner in still_in and owner != me["hobbit"]:
            target = still_in[owner]
        else:
            target = None if place == "gondor" else me
        free = [square for square in target["squares"] if square[1] < 1 + square[0]] if target else []
        if free:
            free[0][1] += 1
    return {player["hobbit"]: (player["circles"], player["squares"], capacity(player) == 0) for player in players}


LETTERS = {"w": (0, 0), "x": (0, 1), "h": (1, 0), "d": (1, 1)}


def squares(track):
    """[halved, marks] of each square; a full square is taken as whole, since only its spaces left matter."""
    return [list(LETTERS[letter]) for letter in track]


def random_track(rng, at_least):
    marked = rng.choice([0, 1, 2, 3, 4, 5, 6, 6, 7 - at_least])
    open_squares = [rng.choice("wwh") for _ in range(7 - marked)]
    if open_squares and rng.random() < 0.3:
        open_squares[0] = "d"
    return "x" * marked + "".join(open_squares)


def random_kept(rng):
    """Symbols that a phase can end with: all five dice, or some of them with a White Tree."""
    kept = {die: rng.choice(["ring", "orc", "weapon", "nazgul", "gandalf", "ring", "nazgul"]) for die in DICE}
    if rng.random() < 0.4:
        kept["black"] = "white_tree"
        for die in list(kept)[1:]:
            if rng.random() < 0.4:
                del kept[die]
    return kept


@pytest.mark.parametrize("place", [None, *(row.id for row in PLACES[:-1])])
def test_the_symbols_count_as_the_digest_says(place, exhaustive):
    """From random tables with random kept dice, circles, tracks and eliminations agree with RESOLVE of the digest."""
    rng = random.Random(f"resolve {place}")
    seen, number = 0, 400 if exhaustive else 120
    for _ in range(number):
        seats = rng.choice([2, 3, 4])
        head = header(seats, "basic" if place is None else "advanced")
        active = rng.randrange(seats)
        circles = [rng.randrange(9) for _ in range(seats)]
        if place is not None:
            circles[active] = next(row["circle"] for row in PLACES if row.id == place)
        tracks = [random_track(rng, at_least=player == active) for player in range(seats)]
        kept = random_kept(rng)
        head["position"] = {
            "round": 9,
            "active": HOBBITS[active],
            "players": [{"circles": c, "squares": t} for c, t in zip(circles, tracks, strict=True)],
        }
        table = GAME.rules.new(CONTENT, head)
        data = GAME.rules.dump(table)
        *agenda, roll = data["agenda"]
        assert roll[0] == "roll"
        lying = [kept.get(die, "") for die in DICE]
        state = GAME.rules.restore(CONTENT, head, {**data, "rolls": 5, "kept": lying, "agenda": agenda})
        gandalfs = 0 if place == "moria" else list(kept.values()).count("gandalf")
        action = rng.choice(GAME.rules.legal_actions(state))
        assert len(action.halve) <= gandalfs
        after = {
            player["hobbit"]: (player["circles"], player["squares"], player["out"])
            for player in GAME.rules.view(GAME.rules.apply(state, action), None)["players"]
        }
        players = [
            {"hobbit": hobbit, "circles": c, "squares": squares(t)}
            for hobbit, c, t in zip(HOBBITS, circles, tracks, strict=False)
        ]
        expected = resolve(players, active, place, kept, action.halve)
        for hobbit, (marked, track, out) in after.items():
            assert (marked, out) == (expected[hobbit][0], expected[hobbit][2]), (head["position"], kept, action)
            left = [1 + halved - marks for halved, marks in expected[hobbit][1]]
            assert [1 + h - m for h, m in squares(track)] == left, (head["position"], kept, action)
        seen += any(out for _, _, out in after.values())
    assert seen > number // 20  # eliminations are among them
