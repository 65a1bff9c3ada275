"""Whose turn it is among the seats that bots play, and what they do: of a session as it stands. No clock, no page."""

from __future__ import annotations

import random
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from companion.play.game.bots import current_id, find_bot, next_choice
from companion.play.game.game import Choice, Game, State
from companion.play.journal.entries.corrections import entry_action
from companion.play.journal.entries.table_entry import keeps_choice
from companion.play.journal.table_options import REAL_OPTIONS

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.journal.replay import Replay
    from companion.play.journal.session import Session


class BotTurn(NamedTuple):
    """Bots that may move, and all that the choice depends on. after: hash of the entry that left the table so."""

    game: Game
    content: Content
    state: State
    bots: tuple[tuple[str, str], ...]  # seat and bot
    after: str

    def choose(self) -> Choice | None:
        """Return the first choice of a bot that moves; always the same for the same turn."""
        players = {seat: find_bot(self.game, id) for seat, id in self.bots}
        return next_choice(self.game, self.content, self.state, players, random.Random(self.after))


class Throw(NamedTuple):
    """A result that people show for a bot: its command without the result. seq: of the bot's note."""

    seat: str
    do: str
    seq: int

    @property
    def type(self) -> str:
        """The type of its action."""
        return self.do.partition(" ")[0]


def next_bot_turn(replay: Replay) -> BotTurn | None:
    """The bots that may move now; none while a person decides anew what was taken back (TB-UNDO-1)."""
    if not replay.bots or replay.halt or replay.amending or replay.commitments or replay.ended:
        return None
    game, state = replay.game, replay.state
    awaited = game.rules.pending(state).seats
    if _taken_back(replay) and any(seat not in replay.bots for seat in awaited):
        return None
    able = {offer.seat for offer in game.rules.legal(state)}
    playing = tuple([(seat, id) for seat, id in replay.bots.items() if seat in able and current_id(game, id)])
    if not playing:
        return None
    return BotTurn(game, replay.content, state, playing, replay.entries[replay.steps[-1].seq].hash)


def is_thrown(session: Session, choice: Choice) -> bool:
    """Return whether people at the table show what the choice needs: its dice, tiles or cards are the table's own."""
    game, replay, act = session.game, session.replay, choice.act
    chance = game.rules.chance(replay.state, act)
    if chance is None:
        return False
    own = game.show.shown_by.get(act.type, "") in replay.real and session.typed_refusal(act) is None
    return chance.real or own


def noted_throw(replay: Replay, turn: BotTurn) -> Throw | None:
    """Return the choice that a bot has noted, where people show its result; none once the app draws it (TB-REAL-1)."""
    seats = [seat for seat, _ in turn.bots]
    later = takewhile(lambda entry: keeps_choice(entry.type), reversed(replay.entries))
    notes = (entry for entry in later if entry.type == "note" and entry.seat in seats)
    throws = (Throw(note.seat, str(note.args["text"]), note.seq) for note in notes)
    return next((throw for throw in throws if not _is_released(replay, throw)), None)


def shown_result(replay: Replay) -> Throw | None:
    """Return the result that people show for a bot now: of its noted choice, or one that they mistyped before."""
    game, mistyped = replay.game, replay.amending
    if mistyped is not None and mistyped.seat in replay.bots:
        opened = game.words.as_open(entry_action(game, mistyped))
        return None if opened is None else Throw(mistyped.seat, game.words.command(replay.state, opened), mistyped.seq)
    now = next_bot_turn(replay)
    return None if now is None else noted_throw(replay, now)


def public_choice(replay: Replay, turn: BotTurn, choice: Choice) -> Choice:
    """The choice as everybody may know it: without what was weighed where that would name what a seat hides."""
    return choice if _is_open(replay, turn, choice.act.seat) else choice._replace(weighed=None)


def _is_open(replay: Replay, turn: BotTurn, seat: str) -> bool:
    """Return whether nothing that a seat may do tells of what it hides: hands lie on the table, unknown to the app."""
    if not turn.game.rules.secret:
        return True
    kinds = [kind for option, kind in REAL_OPTIONS.items() if option in turn.content.tables.get("option", {})]
    offers = [offer for offer in turn.game.rules.legal(turn.state) if offer.seat == seat]
    on_table = bool(kinds) and all(kind in replay.real for kind in kinds)
    return on_table and all(turn.game.rules.is_public(turn.state, offer) for offer in offers)


def _is_released(replay: Replay, throw: Throw) -> bool:
    """Return whether the table has left what shows a throw to the app since."""
    kind = replay.game.show.shown_by.get(throw.type, "")
    return kind in replay.typed_kinds and kind not in replay.real


def _taken_back(replay: Replay) -> bool:
    """Return whether the last that was done was to take something back."""
    types = (entry.type for entry in reversed(replay.entries))
    last: str = next(type for type in types if not keeps_choice(type))
    return last == "undo"
