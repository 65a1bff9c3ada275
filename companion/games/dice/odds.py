"""Exact odds: what the next roll may bring, and how far the turn may lead. Counts; rolls nothing and simulates nothing.

Knows the table only as words that a player could type, such as `kept=black=ring roll=red=orc,blue=ring keep=blue`, so
that any turn can be asked about. What is best to keep is the best for going on, whatever Nazgûl and Gandalf do besides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from companion.core.errors import WrongCall
from companion.core.messages import Pair, Phrase, Ref, Value
from companion.games.dice import roll_odds
from companion.games.dice.roll_odds import at_least_one, face_odds
from companion.games.dice.rules import setup
from companion.games.dice.rules.resolving import hit_of_nazgul, work_out
from companion.games.dice.rules.rolling import keep_sets, symbol_pairs
from companion.games.dice.state import NO_SYMBOLS, Draft, RouteSheet, Setup, State, Symbols
from companion.games.dice.turn_setup import kept_with, sorts_of
from companion.play.game.game import ChanceRow, Chances, Odds, OddsPanel, Question
from companion.play.game.odds_words import Given, one_of, read_flag, read_whole, rows_by_id, settle_words

if TYPE_CHECKING:
    from companion.content.model import Content

NONE = "none"
RING, NAZGUL, TREE = "ring", "nazgul", "white_tree"
NO_WORDS: Given = {}
MOST_SQUARES = 20
BEST = 8  # keeps that a phone is shown


# --- words -----------------------------------------------------------------------------------------------------------


def turn_words(state: State) -> dict[str, str]:
    """The turn as it stands: whoever rolls comes first of those still in."""
    table, players = state.setup, state.players
    seats = [table.seats[at] for at in range(len(players)) if at == state.active or not players[at].is_out]
    first = seats.index(state.seat)
    return {
        "variant": table.variant,
        "place": state.place.id,
        "seats": ",".join([*seats[first:], *seats[:first]]),
        "kept": _pairs_word(table.dice, state.kept),
        "roll": _pairs_word(table.dice, state.pending or NO_SYMBOLS),
        "repeated": str(state.repeated).lower(),
        **{f"faces_{die}": ",".join(faces) for die, faces in zip(table.dice, table.faces, strict=True)},
    }


def _pairs_word(dice: Sequence[str], symbols: Symbols) -> str:
    return ",".join([f"{die}={symbol}" for die, symbol in zip(dice, symbols, strict=True) if symbol]) or NONE


def read_turn(
    content: Content, at_table: Given, given: Given, question: str = "next", more: Given = NO_WORDS
) -> tuple[State, tuple[str, ...], dict[str, str]]:
    """The turn that the words tell, the dice that would be kept, and every word that counts. Raises WrongCall.

    more: words that only this question knows, each with its default.
    """
    rows, hobbits = list(content["die"].values()), list(content["hobbit"])
    usual = {f"faces_{row.id}": ",".join(row["faces"]) for row in rows}
    defaults = {"variant": "basic", "place": next(iter(content["place"])), "seats": ",".join(hobbits)}
    defaults |= {"kept": NONE, "roll": NONE, "repeated": "false", **more, **usual}
    if "kept" in given:  # the roll that lies there belongs to other dice
        at_table = {key: word for key, word in at_table.items() if key != "roll"}
    words = settle_words(question, defaults, at_table, given, ["keep"])
    variants: list[str] = content["game"]["dice"]["variants"]
    places = setup.read_places(content, one_of(words["variant"], variants, "option_one", option="variant"))
    ids = [place.id for place in places]
    seats = tuple(dict.fromkeys([one_of(id, hobbits) for id in words["seats"].split(",")]))
    sheets = _parse_sheets(words.get("sheets", NONE), seats, len(places), len(content["square"]))
    if seats[0] in sheets:
        words["place"] = ids[sheets[seats[0]].circles]
    circles = ids.index(one_of(words["place"], ids))
    if circles + 1 == len(ids):
        raise WrongCall("odds_home", words["place"])
    first = seats.index(one_of(words.get("first", seats[0]) or seats[0], seats))
    owner = {row["die"]: row.id for row in content["hobbit"].values()}
    table = Setup(
        variant=words["variant"],
        end_variant=False,
        dice=tuple([row.id for row in rows]),
        faces=tuple([_parse_faces(content, words[f"faces_{row.id}"]) for row in rows]),
        owners=tuple([owner.get(row.id, "") for row in rows]),
        squares=len(content["square"]),
        printed=len(content["square"]),
        places=places,
        seats=seats,
        order=tuple([(first + step) % len(seats) for step in range(len(seats))]),
        words={},
    )
    kept = _close_roll(_parse_symbols(table, words["kept"], NO_SYMBOLS))
    roll = () if words["roll"] == NONE else _parse_symbols(table, words["roll"], kept)
    if roll and "" in map(max, kept, roll):
        left = [die for die, symbol in zip(table.dice, kept, strict=True) if not symbol]
        raise WrongCall("odds_roll", words["roll"], dice=", ".join(left))
    repeated = read_flag("repeated", words["repeated"])
    fresh = RouteSheet(0, "w" * table.squares)
    players = [sheets.get(seat, fresh) for seat in seats]
    players[0] = players[0]._replace(circles=circles)
    state = Draft(table, (), "", (), tuple(players), 1, 0, len(set(kept)) - 1, kept, roll, repeated).freeze()
    chosen = [one_of(die, table.dice, "no_die") for die in words.get("keep", "").split(",") if die]
    keep = tuple(sorted(chosen, key=table.dice.index))
    if keep and keep not in (choices := _allowed_keeps(state)):
        raise WrongCall("odds_keep", words["keep"], [",".join(dice) for dice in choices])
    return state, keep, {key: word for key, word in words.items() if word != usual.get(key)}


def _parse_sheets(word: str, seats: Sequence[str], places: int, squares: int) -> dict[str, RouteSheet]:
    """`frodo=3:dwwwwww,sam=0:wwwwwww`: circles, and the Nazgûl track as letters of companion.games.dice.state."""
    found: dict[str, RouteSheet] = {}
    for item in [] if word == NONE else word.split(","):
        seat, _, sheet = item.partition("=")
        circles, _, track = sheet.partition(":")
        whole_track = track or "w" * squares
        if not (0 < len(whole_track) <= MOST_SQUARES and setup.TRACK.fullmatch(whole_track)) or whole_track[-1] == "x":
            raise WrongCall("odds_track", track)
        found[one_of(seat, seats)] = RouteSheet(read_whole("sheets", circles, 0, places - 1), whole_track)
    return found


def _parse_faces(content: Content, word: str) -> tuple[str, ...]:
    faces = tuple([one_of(symbol, content["symbol"], "no_symbol") for symbol in word.split(",")])
    if len(faces) > 20:
        raise WrongCall("option_whole", str(len(faces)), option="faces", limits="1–20")
    return faces


def _parse_symbols(table: Setup, word: str, elsewhere: Symbols) -> Symbols:
    """`black=ring,red=orc`, each die once, with a symbol of its own."""
    found = [""] * len(table.dice)
    for item in [] if word == NONE else word.split(","):
        die, _, symbol = item.partition("=")
        at = table.dice.index(one_of(die, table.dice, "no_die"))
        if found[at] or elsewhere[at]:
            raise WrongCall("odds_die_twice", die)
        found[at] = one_of(symbol, table.faces[at], "no_symbol")
    return tuple(found)


# --- counting --------------------------------------------------------------------------------------------------------


class KeepOdds(NamedTuple):
    """Chances once these dice are kept: of the next roll, and of the next circle. over: nothing is rolled any more."""

    over: bool
    ring: Fraction
    nazgul: Fraction  # one that the roller has to take himself
    circle: Fraction


def _close_roll(kept: Symbols) -> Symbols:
    """With a White Tree nothing is left to roll (DG-TREE-1)."""
    return tuple([symbol or NONE for symbol in kept]) if TREE in kept else kept


def _allowed_keeps(state: State) -> Mapping[tuple[str, ...], tuple[int, ...]]:
    """Return the sets of dice that may be kept of the present roll."""
    any_same = state.place.effect == "keep_same"
    return keep_sets(state.setup.dice, state.pending, any_same) if state.pending else {}


def _state_after_keep(state: State, keep: Sequence[int]) -> State:
    """The turn once these dice of the roll are kept."""
    return state.replace(kept=_close_roll(kept_with(state, keep)), pending=(), repeated=False)


def _rings_needed(state: State, circles: int) -> int:
    """Rings that have to count for so many circles (DG-RING-1, DG-ADV-8)."""
    return max(circles, state.place.rings) if state.place.effect == "ring_tax" else circles


def _reach_chance(state: State, circles: int, again: bool = False) -> Fraction:
    """The chance that the turn marks so many circles, if all is kept for it. again: the roll there is repeated."""
    table = state.setup
    sorts = tuple(dict.fromkeys([tuple(sorted(faces)) for faces in table.faces]))
    left = [0] * len(sorts)
    for at, symbol in enumerate(state.kept):
        left[sorts.index(tuple(sorted(table.faces[at])))] += not symbol
    turn = roll_odds.ring_odds(sorts_of(state.place, sorts))
    now = work_out(state)
    ask = turn.worth_of_repeat if again else turn.enough_rings_chance
    return ask(tuple(left), now.rings, now.weapons - now.orcs, _rings_needed(state, circles))


def _show_chance(state: State, symbol: str) -> Fraction:
    """The chance that the next roll shows it."""
    each = zip(state.setup.faces, state.kept, strict=True)
    return at_least_one([face_odds(faces, symbol) for faces, kept in each if not kept])


def _nazgul_chances(state: State) -> tuple[Fraction, Fraction]:
    """The chances that all Nazgûl of the next roll hit the roller, and that one does not: it may be kept (DG-NAZ-1)."""
    mine: list[Fraction] = []
    others: list[Fraction] = []
    for at, (faces, kept) in enumerate(zip(state.setup.faces, state.kept, strict=True)):
        if not kept:
            (mine if hit_of_nazgul(state, at).target == state.active else others).append(face_odds(faces, NAZGUL))
    spared = at_least_one(others)
    return (1 - spared) * at_least_one(mine), spared


def _keep_odds(state: State) -> KeepOdds:
    return KeepOdds("" not in state.kept, _show_chance(state, RING), _nazgul_chances(state)[0], _reach_chance(state, 1))


# --- answers ---------------------------------------------------------------------------------------------------------


def _answer_next(content: Content, at_table: Given, given: Given) -> Odds:
    """After one keep, or before a roll, everything; of a roll from which nothing is kept yet, keep by keep."""
    state, keep, words = read_turn(content, at_table, given)
    if state.pending and not keep:
        return Odds(words, tuple(_compare_keeps(state, _odds_by_keep(state))), ("note_best",))
    return _next_roll_odds(_state_after_keep(state, _allowed_keeps(state)[keep]) if keep else state, words)


def _next_roll_odds(state: State, words: Given) -> Odds:
    """The next roll symbol by symbol, whom a Nazgûl hits, and how many circles the turn may bring."""
    tables, who = [], Ref("seat", state.seat)
    if number := state.kept.count(""):
        each = zip(state.setup.faces, state.kept, strict=True)
        symbols = dict.fromkeys([symbol for faces, kept in each if not kept for symbol in faces])
        rows = [(Ref("symbol", symbol), _show_chance(state, symbol)) for symbol in symbols]
        tables.append(Chances("next_shows", "DG-ROLL-1", rows_by_id("shows", "symbol", rows), {"number": number}))
        mine, others = _nazgul_chances(state)
        hits = (
            ChanceRow("nobody", 1 - mine - others, "hits_nobody"),
            ChanceRow("roller", mine, "hits_roller", {"seat": who}),
            ChanceRow("others", others, "hits_others"),
        )
        tables.append(Chances("next_nazgul", "DG-NAZ-1", hits))
    places, at = state.setup.places, state.players[state.active].circles
    reached = []
    for circles in range(1, min(len(state.kept), len(places) - 1 - at) + 1):
        values: dict[str, Value] = {"number": circles, "place": Ref("place", places[at + circles].id)}
        reached.append(ChanceRow(str(circles), _reach_chance(state, circles), "reaches", values))
    return Odds(words, (*tables, Chances("turn_circles", "DG-RING-1", tuple(reached))), ("note_best",))


def _odds_by_keep(state: State) -> dict[tuple[str, ...], KeepOdds]:
    """Every keep of the roll that lies there."""
    return {dice: _keep_odds(_state_after_keep(state, at)) for dice, at in _allowed_keeps(state).items()}


def _repeat_chance(state: State) -> Fraction | None:
    """The chance of the next circle if the roll is repeated; None where it may not be."""
    may = bool(state.pending) and state.place.effect == "reroll_once" and not state.repeated
    return _reach_chance(state, 1, again=True) if may else None


def dice_values(state: State, dice: Sequence[str]) -> tuple[Pair, ...]:
    """Return the symbols that these dice of the roll show."""
    return symbol_pairs(tuple(dice), tuple([state.pending[state.setup.dice.index(die)] for die in dice]))


def _next_place(state: State) -> Ref:
    return Ref("place", state.setup.places[state.players[state.active].circles + 1].id)


def _compare_keeps(state: State, futures: Mapping[tuple[str, ...], KeepOdds]) -> Iterator[Chances]:
    """Keep by keep, the best for the next circle first."""
    order = sorted(futures, key=lambda dice: (-futures[dice].circle, futures[dice].nazgul))
    circles = [(dice, futures[dice].circle) for dice in order]
    if (again := _repeat_chance(state)) is not None:
        circles.append(((), again))
    yield Chances("best_circle", "DG-RING-1", keep_rows(state, circles), {"place": _next_place(state)})
    if on := [dice for dice in order if not futures[dice].over]:
        yield Chances("best_ring", "DG-ROLL-1", keep_rows(state, [(dice, futures[dice].ring) for dice in on]))
        yield Chances("best_nazgul", "DG-NAZ-1", keep_rows(state, [(dice, futures[dice].nazgul) for dice in on]))


def keep_rows(state: State, chances: Sequence[tuple[tuple[str, ...], Fraction]]) -> tuple[ChanceRow, ...]:
    """Keeps with their chances, () to repeat the roll; of those that show the same and bring the same one stands for
    all.
    """
    alike: dict[tuple[object, ...], ChanceRow] = {}
    for dice, chance in chances:
        there = dice_values(state, dice)
        shown = sorted([pair[0].id for pair in there])
        row = ChanceRow(",".join(dice), chance, "keeping", {"dice": there}) if dice else REPEAT._replace(chance=chance)
        alike.setdefault((chance, *shown), row)
    return tuple(alike.values())


REPEAT = ChanceRow("repeat", Fraction(0), "repeating")


QUESTIONS: Mapping[str, Question] = {
    "next": Question(
        "ask_next",
        (
            ("kept=black=ring", "key_kept"),
            ("roll=yellow=orc,red=ring,blue=nazgul,green=ring", "key_roll"),
            ("keep=red,blue", "key_keep"),
            ("place=rohan", "key_place"),
            ("variant=advanced", "key_variant"),
            ("seats=sam,frodo", "key_seats"),
            ("repeated=true", "key_repeated"),
            ("faces_red=ring,ring,orc,orc,weapon,nazgul", "key_faces"),
        ),
        turn_words,
        _answer_next,
    ),
}


# --- beside what is decided ------------------------------------------------------------------------------------------


def decision_odds(content: Content, state: State, types: Collection[str]) -> Iterator[OddsPanel]:
    """The next roll; before a keep, how it stands with each (DG-ROLL-1, DG-ROLL-2)."""
    if state.players[state.active].circles == state.setup.circles:
        return
    state = state.replace(agenda=())
    if "roll" in types:
        line = _odds_line(state, _keep_odds(state))
        yield OddsPanel(line.key.removeprefix("odds."), line.values, "next", _next_roll_odds(state, {}))
    if "keep" in types:
        futures = _odds_by_keep(state)
        compared = next(_compare_keeps(state, futures))
        best = max(compared.rows, key=lambda row: row.chance)
        code = {"keeping": "line_best", "repeating": "line_repeat"}[best.code] if best.chance else "line_never"
        values = {**best.values, "place": _next_place(state), "chance": best.chance}
        answer, advice = Odds({}, (likeliest_rows(compared),), ("note_best",)), "line_which" if best.chance else ""
        ticked = {
            ",".join(dice): _odds_line(_state_after_keep(state, _allowed_keeps(state)[dice]), future)
            for dice, future in futures.items()
        }
        yield OddsPanel(code, values, "next", answer, advice, ticked)


def likeliest_rows(compared: Chances) -> Chances:
    """The likeliest rows, as many as a phone shows at once."""
    rows = sorted([row for row in compared.rows if row.chance], key=lambda row: -row.chance)
    return compared._replace(rows=tuple(rows[:BEST]), more=max(0, len(rows) - BEST))


def _odds_line(state: State, future: KeepOdds) -> Phrase:
    if future.over:
        return Phrase("odds.line_end" if future.circle else "odds.line_end_none", {"place": _next_place(state)})
    chances = {"ring": future.ring, "nazgul": future.nazgul, "chance": future.circle}
    return Phrase("odds.line_next", {**chances, "place": _next_place(state)})
