"""Exact odds of a whole turn, of each keep, and who may win: the questions `turn`, `keep` and `win`.

A turn is counted exactly under the way to keep that is asked for. The chance to win is that
of companion.games.dice.race.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from companion.core.errors import WrongCall
from companion.core.messages import Phrase, Ref
from companion.games.dice import odds
from companion.games.dice.bot import weigh_keeps
from companion.games.dice.finish_odds import FINE, summarize_sheet
from companion.games.dice.race import Runner, WinWorth, progress_worth, race_of_table, round_chance
from companion.games.dice.state import State
from companion.games.dice.turn_odds import BestPolicy, CallbackPolicy, Policy, TurnResult, any_keep
from companion.games.dice.turn_setup import TurnSetup
from companion.play.game.game import ChanceRow, Chances, Odds, OddsPanel, Question
from companion.play.game.odds_words import Given, one_of, rows_by_number

if TYPE_CHECKING:
    from companion.content.model import Content

POLICIES = ("best", "progress", "random")


def table_words(state: State) -> dict[str, str]:
    """The turn and the sheets of those still in; whoever rolls comes first."""
    words = odds.turn_words(state)
    seats = state.setup.seats
    players = dict(zip(seats, state.players, strict=True))
    words["sheets"] = ",".join(
        [f"{seat}={players[seat].circles}:{players[seat].squares}" for seat in words["seats"].split(",")]
    )
    still_in = [seats[at] for at in state.setup.order if not players[seats[at]].is_out]
    return {**words, "first": (still_in or seats)[0]}


MORE = {"sheets": odds.NONE, "first": ""}


def _read_question(
    content: Content, at_table: Given, given: Given, question: str
) -> tuple[State, tuple[str, ...], dict[str, str]]:
    more = MORE | ({"policy": "best"} if question == "turn" else {})
    state, keep, words = odds.read_turn(content, at_table, given, question, more)
    return state, keep, {key: word for key, word in words.items() if word}


def _answer_turn(content: Content, at_table: Given, given: Given) -> Odds:
    """Return the results of the turn after the keep that is meant, and after the best one."""
    state, keep, words = _read_question(content, at_table, given, "turn")
    standing = TurnSetup(state)
    policy = _named_policy(state, standing, one_of(words["policy"], POLICIES, "option_one", option="policy"))
    tables: list[Chances] = []
    if not state.pending:
        tables += _result_tables(state, standing, standing.turns.outcomes(standing.position_of(state.kept), policy), "")
    else:
        positions, chances = standing.keeps(state), dict(weigh_keeps(state))
        best = _best_keep(state)
        if keep and chances[keep] == chances[best]:
            best = keep
        for dice, code in [(keep, "yours"), (best, "best")] if keep and keep != best else [(best, "best")]:
            found = standing.turns.outcomes(positions[dice], policy)
            tables += _result_tables(state, standing, found, f"_{code}", dice)
    return Odds(words, tuple(tables), (f"note_{words['policy']}_policy",))


def _named_policy(state: State, standing: TurnSetup, name: str) -> Policy:
    if name == "random":
        return CallbackPolicy(standing.turns, any_keep)
    value: Callable[[TurnResult], int] = WinWorth(state) if name == "best" else progress_worth
    return BestPolicy(standing.turns, value)


def _best_keep(state: State) -> tuple[str, ...]:
    return next(dice for dice, _ in weigh_keeps(state) if dice)


def _result_tables(
    state: State, standing: TurnSetup, found: Mapping[TurnResult, Fraction], suffix: str, dice: Sequence[str] = ()
) -> Iterator[Chances]:
    """Circles, Gandalfs and marks of each player, under headings that say what is kept."""
    rest = state.setup.circles - state.players[state.active].circles
    values: dict[str, Any] = {"dice": odds.dice_values(state, dice)} if dice else {}
    circles = _count_chances(found, lambda result: min(result.rings, rest))
    yield Chances(f"turn_gains{suffix}", "DG-RING-1", rows_by_number("gains", circles), values)
    yield Chances(
        "turn_gandalfs", "DG-GAN-1", rows_by_number("gandalfs", _count_chances(found, lambda result: result.gandalfs))
    )
    marks = []
    for target, player in enumerate(standing.order):
        for number, chance in _count_chances(found, lambda result, at=target: result.hits[at]):  # type: ignore[misc]
            seat = state.setup.seats[player]
            if number:
                marks.append(
                    ChanceRow(f"{seat}={number}", chance, "marks", {"seat": Ref("seat", seat), "number": number})
                )
    if marks:
        yield Chances("turn_marks", "DG-MARK-1", tuple(marks))


def _count_chances(
    found: Mapping[TurnResult, Fraction], number: Callable[[TurnResult], int]
) -> list[tuple[int, Fraction]]:
    chances: dict[int, Fraction] = {}
    for result, chance in found.items():
        chances[number(result)] = chances.get(number(result), Fraction(0)) + chance
    return sorted(chances.items())


def _answer_keep(content: Content, at_table: Given, given: Given) -> Odds:
    """Every keep of the roll by the chance to win, and the one that is meant beside the best."""
    state, keep, words = _read_question(content, at_table, given, "keep")
    if not state.pending:
        raise WrongCall("odds_no_roll")
    found = weigh_keeps(state)
    tables = [Chances("keeps_win", "DG-ROLL-2", odds.keep_rows(state, found))]
    if keep:
        meant = next(each for each in found if each[0] == keep)
        tables.insert(
            0, Chances("keep_meant", "DG-ROLL-2", (*odds.keep_rows(state, [meant]), *odds.keep_rows(state, found[:1])))
        )
    return Odds(words, tuple(tables), ("note_race",))


def _answer_win(content: Content, at_table: Given, given: Given) -> Odds:
    """Return each player's chance to win, if the rest of the turn is played for it."""
    state, keep, words = _read_question(content, at_table, given, "win")
    standing, order = TurnSetup(state), state.setup.order
    position = standing.position_of(state.kept)
    if state.pending:
        position = standing.keeps(state)[keep or _best_keep(state)]
    found = standing.turns.outcomes(position, BestPolicy(standing.turns, WinWorth(state)))
    ahead, turn = race_of_table(state), order.index(state.active)
    to_play = [int(order.index(at) > turn) for at in range(len(order))]
    wins = [Fraction(0)] * len(order)
    for result, chance in found.items():
        sheets = [summarize_sheet(player) for player in state.players]
        for target, at in enumerate(standing.order):
            mine = at == state.active
            rings = min(result.rings, ahead.circles - sheets[at].circles) if mine else 0
            sheets[at] = sheets[at].after_round(rings, result.gandalfs if mine else 0, result.hits[target])
        runners = [Runner(*each, at == state.active) for at, each in enumerate(zip(sheets, to_play, strict=True))]
        for at, runner in enumerate(runners):
            wins[at] += chance * Fraction(ahead.win_chance(runner, [*runners[:at], *runners[at + 1 :]]), FINE)
    total = Fraction(0)
    who = []
    for seat, chance in zip(state.setup.seats, map(round_chance, wins), strict=True):
        total += chance
        who.append(ChanceRow(seat, chance, "wins", {"seat": Ref("seat", seat)}))
    who.append(ChanceRow("nobody", max(Fraction(0), 1 - total), "nobody_wins"))
    return Odds(words, (Chances("who_wins", "DG-END-3", tuple(who)),), ("note_race",))


KEYS = (
    *[word for word in odds.QUESTIONS["next"].keys if word[1] != "key_place"],
    ("sheets=sam=3:dwwwwww,frodo=2:xwwwhwh", "key_sheets"),
    ("first=sam", "key_first"),
)
QUESTIONS: Mapping[str, Question] = {
    **odds.QUESTIONS,
    "turn": Question("ask_turn", (*KEYS, ("policy=best", "key_policy")), table_words, _answer_turn),
    "keep": Question("ask_keep", KEYS, table_words, _answer_keep),
    "win": Question("ask_win", KEYS, table_words, _answer_win),
}


def decision_odds(content: Content, state: State, types: Collection[str]) -> Iterator[OddsPanel]:
    """Yield the panels of companion.games.dice.odds, then the chance to win of every keep (DG-ROLL-2)."""
    yield from odds.decision_odds(content, state, types)
    if "keep" in types and state.players[state.active].circles < state.setup.circles:
        found = weigh_keeps(state)
        (dice, most), table = found[0], Chances("keeps_win", "DG-ROLL-2", odds.keep_rows(state, found))
        best = (
            Phrase("odds.keeping", {"dice": odds.dice_values(state, dice)}) if dice else Phrase("odds.repeating", {}),
        )
        ticked = {",".join(each): Phrase("odds.line_win_kept", {"chance": chance}) for each, chance in found if each}
        yield OddsPanel(
            "line_win",
            {"best": best, "chance": most},
            "keep",
            Odds({}, (odds.likeliest_rows(table),), ("note_race",)),
            "line_which_win",
            ticked,
        )
