"""The Ferry: a die fills the boats, and only passengers who have crossed count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from companion.core.messages import Event, Phrase, Ref, Refusal
from companion.core.text_wrap import seat_line
from companion.play.game.actions import Actions, ActionType
from companion.play.game.draft import BaseDraft, replace_item
from companion.play.game.game import ChanceRow, Chances, Choice, Odds, Question, Say
from companion.play.game.odds_words import read_whole, settle_words
from companion.play.game.steps import Step
from companion.play.open_game.game import open_game
from companion.play.open_game.rules import OpenRules
from companion.play.open_game.state import OpenState, Setup, check_face

CONTENT = Path(__file__).parent / "data"
PLACES = 12  # in a boat


class Act(NamedTuple):
    """One action of one seat. face: what a roll showed, "" while it is open."""

    type: str
    seat: str
    face: str = ""


ACTIONS = Actions(Act, {"roll": ActionType(("face",), chance=True), "board": ActionType(), "cross": ActionType()})


class Boat(NamedTuple):
    """A player's boat: passengers aboard, and those who have crossed."""

    aboard: int = 0
    crossed: int = 0


@dataclass(slots=True, unsafe_hash=True)
class State(OpenState):
    """The table. waiting: passengers at the landing, none before the roll."""

    players: tuple[Boat, ...]
    round: int
    waiting: int


class Draft(BaseDraft, State):
    """A table while one action changes it."""

    __slots__ = ()
    STATE = State
    REFS: ClassVar[Mapping[str, str]] = {"seat": "seat", "winners": "seat", "face": "side"}


@dataclass(frozen=True, slots=True)
class Roll(Step):
    """The die says how many passengers wait (FY-ROLL-1)."""

    rule = "FY-ROLL-1"

    def offers(self, state: State) -> Sequence[Act]:
        return [Act("roll", state.seat)]

    def check_roll(self, state: State, act: Act) -> Refusal | None:
        """Refuse a face that the die does not have."""
        return check_face(state, "side", act.face, self.rule)

    def do_roll(self, draft: Draft, act: Act) -> None:
        draft.waiting = int(act.face)
        draft.swap(Sail(self.seat_index))


@dataclass(frozen=True, slots=True)
class Sail(Step):
    """They board, or the boat crosses without them (FY-BOARD-1, FY-CROSS-1)."""

    rule = "FY-CROSS-1"
    rules: ClassVar[Mapping[str, str]] = {"board": "FY-BOARD-1"}

    def offers(self, state: State) -> Sequence[Act]:
        board, cross = Act("board", state.seat), Act("cross", state.seat)
        return [cross] if self.check_board(state, board) else [board, cross]

    def check_board(self, state: State, act: Act) -> Refusal | None:
        """All who wait need a place."""
        room = PLACES - state.players[state.active].aboard
        if state.waiting <= room:
            return None
        return Refusal("no_room", "FY-BOARD-1", {"number": state.waiting, "room": room})

    def do_board(self, draft: Draft, act: Act) -> None:
        boat = draft.players[draft.active]
        end_turn(draft, boat._replace(aboard=boat.aboard + draft.waiting))

    def do_cross(self, draft: Draft, act: Act) -> None:
        boat = draft.players[draft.active]
        end_turn(draft, Boat(0, boat.crossed + boat.aboard))


ENDINGS = {"win": "FY-END-1", "shared": "FY-END-2"}


def end_turn(draft: Draft, boat: Boat) -> None:
    """Pass the die to the next player, or end the game after the last round (FY-END-1, FY-END-2)."""
    boats = draft.players = replace_item(draft.players, draft.active, boat)
    draft.waiting, draft.active = 0, (draft.active + 1) % len(boats)
    draft.agenda = (Roll(draft.active),)
    if draft.active:
        return
    if draft.round < int(draft.setup.option("rounds")):
        draft.round += 1
        return
    most = max(boat.crossed for boat in boats)
    winners = tuple([seat for seat, boat in zip(draft.setup.seats, boats, strict=True) if boat.crossed == most])
    ending = "win" if len(winners) == 1 else "shared"
    draft.finish(ending, ENDINGS[ending], winners)


class FerryRules(OpenRules[Act]):
    """The rules of the Ferry."""

    def start(self, setup: Setup) -> Draft:
        return Draft(setup, (Roll(0),), "", (), (Boat(),) * len(setup.seats), 0, 1, 0)


def render_text(state: State, say: Say, seat: str | None = None) -> list[str]:
    """Return the round and every boat."""
    out = [say("table.round", number=state.round, last=int(state.setup.option("rounds")))]
    for at, (id, boat) in enumerate(zip(state.setup.seats, state.players, strict=True)):
        line = say("table.boat", seat=Ref("seat", id), aboard=boat.aboard, places=PLACES, crossed=boat.crossed)
        out.append(seat_line(at == state.active and not state.ending, line))
    return [*out, *([say("table.waiting", number=state.waiting)] if state.waiting else [])]


def score_explanation(state: State) -> tuple[Event, ...]:
    """Return how many have crossed in each boat."""
    boats = zip(state.setup.seats, state.players, strict=True)
    return tuple([Event("score", "FY-END-1", {"seat": Ref("seat", id), "number": boat.crossed}) for id, boat in boats])


def chance_to_board(faces: Sequence[str], aboard: int) -> Fraction:
    """Return the chance that all of the next roll find a place."""
    return Fraction(sum(int(face) <= PLACES - aboard for face in faces), len(faces))


def answer_board(content: Any, at_table: Mapping[str, str], given: Mapping[str, str]) -> Odds:
    """Answer the question `board`. Raises WrongCall."""
    words = settle_words("board", {"aboard": "0"}, at_table, given)
    fits = chance_to_board(list(content["side"]), read_whole("aboard", words["aboard"], 0, PLACES))
    rows = (ChanceRow("board", fits, "board"), ChanceRow("stay", 1 - fits, "stay"))
    return Odds(words, (Chances("next_roll", "FY-BOARD-1", rows),), ())


BOARD = Question(
    "ask_board",
    (("aboard=7", "key_aboard"),),
    lambda state: {"aboard": str(state.players[state.active].aboard)},
    answer_board,
)


class Careful:
    """Crosses as soon as the next roll is more likely to find no place, and in the last round."""

    def choose(self, game: Any, content: Any, state: State, seat: str, rng: Any) -> Choice:
        acts = [offer.act for offer in game.rules.legal(state)]
        if len(acts) == 1:
            return Choice(acts[0], Phrase("bot.only", {}))
        fits = chance_to_board(list(content["side"]), state.players[state.active].aboard + state.waiting)
        last = state.round == int(state.setup.option("rounds"))
        if last or fits < Fraction(1, 2):
            return Choice(acts[1], Phrase("bot.cross", {"chance": fits}))
        return Choice(acts[0], Phrase("bot.board", {"chance": fits}))


GAME = open_game(
    "ferry",
    FerryRules(ACTIONS, Draft, (Roll, Sail), ENDINGS, seats_rule="FY-SET-1", die="wood", faces="side"),
    render_text,
    score_explanation=score_explanation,
    questions={"board": BOARD},
    bots={"careful": Careful()},
)
