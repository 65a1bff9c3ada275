"""A game looked back upon as text, for terminal and pages. Knows no command and no page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Ref
from companion.play.game.offers import Offer
from companion.words.offer_words import OfferView

if TYPE_CHECKING:
    from companion.play.journal.replay import Replay
    from companion.play.report.luck import Luck
    from companion.play.report.review import Decision
    from companion.words.wording import Voice


class LuckRow(NamedTuple):
    """What is counted and whose it is, with three numbers as text."""

    what: str
    rule: str
    got: str
    mean: str
    as_much: str


class DecisionRow(NamedTuple):
    """A decision that cost something, in two sentences. seq: its entry."""

    seq: int
    rule: str
    done: str
    instead: str

    @property
    def entry_before(self) -> int:
        """The entry before it, which leads to the table as it lay there."""
        return self.seq - 1


def luck_row(one: Luck, words: Voice) -> LuckRow:
    """Return the luck of a kind and seat as text."""
    what = words.say(f"luck.{one.code}")
    named = words.say("review.of_seat", seat=Ref("seat", one.seat), what=what) if one.seat else what
    return LuckRow(named, one.rule, str(one.got), words.decimal(float(one.mean), 1), words.percent(one.as_much))


def decision_row(replay: Replay, one: Decision, words: Voice) -> DecisionRow:
    """Return a decision as text."""
    game, state = replay.game, replay.states[one.seq - 1]
    done, instead = [OfferView(game, state, Offer(act), words).text for act in (one.done, one.instead)]
    worth, best, cost = [words.percent(chance, 1) for chance in (one.worth, one.best, one.cost)]
    return DecisionRow(
        one.seq,
        one.rule,
        words.say("review.done", seat=Ref("seat", one.done.seat), action=done, chance=worth),
        words.say("review.instead", action=instead, chance=best, cost=cost),
    )
