"""Whose turn it is among the seats that bots play, and what they do: of a session as it stands. No clock, no page."""

from __future__ import annotations

import random
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from companion.play.bots import bot, bots, offers_of
from companion.play.game import Choice, Game, State
from companion.play.roster import ASIDE

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.replay import Replay
    from companion.play.session import Session


class Turn(NamedTuple):
    """A bot that has to move, and all that its choice depends on. after: hash of the entry that left the table so."""

    game: Game
    content: Content
    state: State
    seat: str
    bot: str
    after: str

    def choose(self) -> Choice:
        """What it does: of the same turn always the same."""
        rng = random.Random(f"{self.after} {self.seat}")
        return bot(self.game, self.bot).choose(self.game, self.content, self.state, self.seat, rng)


def turn(replay: Replay) -> Turn | None:
    """The bot that moves now; none while a person decides anew what was taken back (TB-UNDO-1)."""
    if not replay.bots or replay.halt or replay.amending or replay.commitments or replay.ended:
        return None
    game, state = replay.game, replay.state
    awaited = game.pending(state).seats
    if _taken_back(replay) and any(seat not in replay.bots for seat in awaited):
        return None
    known = bots(game)
    for seat in awaited:
        if replay.bots.get(seat) in known and offers_of(game, state, seat):
            after = replay.entries[replay.steps[-1].seq].hash
            return Turn(game, replay.content, state, seat, replay.bots[seat], after)
    return None


def is_thrown(session: Session, choice: Choice) -> bool:
    """Whether people at the table show what the choice needs: its dice, tiles or cards are the table's own."""
    game, replay, act = session.game, session.replay, choice.act
    chance = game.chance(replay.state, act)
    if chance is None:
        return False
    own = game.shown_by.get(act.type, "") in replay.real and session.typed_refusal(act) is None
    return chance.real or own


def said(replay: Replay, turn: Turn) -> str:
    """What a bot has noted that it does, where people show what that brings, as words of a command; else nothing."""
    later = takewhile(lambda entry: entry.type in ASIDE, reversed(replay.entries))
    return next((str(entry.args["text"]) for entry in later if (entry.type, entry.seat) == ("note", turn.seat)), "")


def may_be_told(game: Game) -> bool:
    """Whether reasons are told: not where seats hide something, as actions weighed name what a hand holds."""
    return not game.secret


def _taken_back(replay: Replay) -> bool:
    """Whether the last that was done was to take something back."""
    types = (entry.type for entry in reversed(replay.entries))
    last: str = next(type for type in types if type not in ASIDE)
    return last == "undo"
