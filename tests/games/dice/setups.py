"""What test_conformance.py needs to know of this game: tables to play from, and actions to try."""

from itertools import combinations

from companion.games.dice.actions import Act

ODDS_AT = ("basic-2", "advanced-2")  # a race takes a second to count
LONGEST = 3000  # actions in a game
_FOUR = ["Ania:frodo", "Bo:sam", "Cela:merry", "Dan:pippin"]
_DICE = ("black", "yellow", "red", "blue", "green")
_RINGS = "ring,ring,nazgul,orc,weapon,gandalf"


_LAST_STEP = {
    "players": [{"name": name, "hobbit": name, "circles": 8} for name in ("merry", "pippin", "frodo", "sam")],
    "round": 6,
}


def _late(variant, end_variant=False):
    """A table near its end, so that every ending and the last places of the road are met often."""
    sheets = [("frodo", 8, "xxxxxdw"), ("sam", 7, "xxxxxxh"), ("merry", 6, "xxxxxxw"), ("pippin", 8, "xxxxxxx")]
    return {
        "variant": variant,
        "end_variant": end_variant,
        "round": 9,
        "first": "sam",
        "active": "frodo",
        "players": [
            {"name": name, "hobbit": name, "circles": circles, "squares": squares} for name, circles, squares in sheets
        ],
    }


# label -> what Game.header takes: players, variant, options, position
SETUPS = {
    "basic-2": (_FOUR[:2], "basic", {}, None),
    "basic-3": (_FOUR[1:], "basic", {"first": "pippin"}, None),
    "basic-4": (_FOUR, "basic", {}, None),
    "basic-2-end-variant": (_FOUR[2:], "basic", {"end_variant": "true"}, None),
    "basic-4-options": (_FOUR, "basic", {"squares": "3", "first": "sam", "faces_red": _RINGS}, None),
    "advanced-2": (_FOUR[:2], "advanced", {}, None),
    "advanced-3": (_FOUR[:3], "advanced", {"first": "Bo"}, None),
    "advanced-4": (_FOUR, "advanced", {}, None),
    "advanced-3-end-variant": (_FOUR[:3], "advanced", {"end_variant": "true"}, None),
    "late-basic": ([], None, {}, _late("basic")),
    "late-advanced": ([], None, {}, _late("advanced")),
    "last-step": ([], "basic", {"squares": "9"}, _LAST_STEP),
    "late-end-variant": ([], None, {}, _late("advanced", end_variant=True)),
}


def candidates(state):
    """Actions to try: every set of dice, sets of squares, rolls of too few and too many dice, other seats.

    Where such an action cannot be the step awaited, a few of its kind are enough.
    """
    seat = state.seat
    for size in range(6 if state.phase == "keep" else 2):
        for dice in combinations(_DICE, size):
            yield Act("keep", seat, dice)
            if size > 1:
                yield Act("keep", seat, dice[::-1])
    yield Act("keep", seat, ("black", "black"))
    yield Act("keep", seat, ("purple",))
    for size in range(4 if state.phase == "resolve" else 2):
        for squares in combinations(range(9), size):
            yield Act("resolve", seat, halve=squares)
    yield Act("resolve", seat, halve=(2, 1))
    yield Act("resolve", seat, halve=(1, 1))
    open_dice = [not symbol for symbol in state.kept]
    lying = [bool(symbol) for symbol in state.pending or ("",) * 5]
    for type in ("roll", "repeat"):
        yield Act(type, seat)
        for thrown in (open_dice, lying, [not there for there in open_dice], [True] * 5, [False] * 5):
            for symbol in ("ring", "white_tree", "purple"):
                yield Act(type, seat, tuple([symbol if there else "" for there in thrown]))
            yield Act(type, seat, tuple(["orc" if there else "" for there in [*thrown[1:], False]]))
    for other in (*state.setup.seats, "nobody", ""):
        if other != seat:
            yield from [Act(type, other) for type in ("roll", "repeat", "resolve")]
            yield from (Act("keep", other, ("black",)), Act("roll", other, ("orc",) * 5))


# --- kept journals, for test_replay.py -------------------------------------------------------------------------------


def sheet(player):
    """Circles and Nazgûl track."""
    return f"{player['circles']} {player['squares']}"


def changed_action(entry) -> None:
    """Another action of the same type, as a forger would write it."""
    args = entry["args"]
    match entry["type"]:
        case "roll" | "repeat":
            args["dice"] = ["orc" if face == "ring" else face and "ring" for face in args["dice"]]
        case "keep":
            args["dice"] = args["dice"][1:] or ["black", "yellow", "red", "blue", "green"]
        case "resolve":
            args["halve"] = [] if args["halve"] else [2]
