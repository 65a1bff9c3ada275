"""A game looked back upon as text, for terminal and pages. Knows no command and no page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Ref, Value
from companion.play.game.offers import Offer
from companion.play.report.decisions import SURE
from companion.words.offer_words import OfferView

if TYPE_CHECKING:
    from companion.play.journal.replay import Replay
    from companion.play.report.decisions import Decision
    from companion.play.report.luck import Luck
    from companion.play.report.review import Review
    from companion.words.wording import Voice


CODES = {  # of what was done, and of what was better
    "exact": ("review.done", "review.instead"),
    "counted": ("review.done_tried", "review.instead_counted"),
    "tried": ("review.done_tried", "review.instead_tried"),
}


class LuckRow(NamedTuple):
    """What is counted and whose it is, with three numbers as text."""

    what: str
    rule: str
    got: str
    mean: str
    as_much: str


class DecisionRow(NamedTuple):
    """A decision that cost something, in two sentences. seq: its entry.

    odds: the exact chances of what it was about, as the table showed them then; none where those sentences have them.
    """

    seq: int
    rule: str
    done: str
    instead: str
    odds: tuple[str, ...]

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
    acts = [act for act in (one.done, one.instead) if act is not None]
    told = [OfferView(game, state, Offer(act), words).text for act in acts]
    if len(set(told)) < len(told):  # they differ in what an offer leaves open
        told = [f"{told[0]} ({game.words.command(state, act)})" for act in acts]
    done, instead = [*told, words.say("review.wait")][:2]
    values: dict[str, Value] = {"seat": Ref("seat", one.done.seat), "cost": words.percent(one.cost, 1)}
    if one.error is None:
        values |= {"chance": words.percent(one.worth, 1), "best": words.percent(one.best, 1)}
    else:
        values["error"] = words.percent(SURE * one.error, 1)
    done, instead = [
        words.say(code, action=act, **values) for code, act in zip(CODES[one.way], (done, instead), strict=True)
    ]
    return DecisionRow(one.seq, one.rule, done, instead, _odds_lines(replay, one, words))


def _odds_lines(replay: Replay, one: Decision, words: Voice) -> tuple[str, ...]:
    """Return the exact odds beside a decision as text."""
    if one.way == "exact":
        return ()
    game, state = replay.game, replay.states[one.seq - 1]
    types = {offer.type for offer in game.rules.legal(state) if offer.seat == one.done.seat}
    panels = game.odds.beside(replay.content, state, types)
    return tuple([words.say(f"odds.{panel.code}", **panel.values) for panel in panels])


def review_sections(replay: Replay, review: Review, words: Voice) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return decisions and luck as paragraphs under their headings, for paper."""
    out = []
    if review.judged:
        rows = [decision_row(replay, one, words) for one in review.decisions]
        costs = [". ".join([f"{row.seq}. {row.done}", row.instead, *row.odds]) + f" ({row.rule})." for row in rows]
        out.append((words.say("review.costs"), (*costs, *map(words.say, notes_of(review)))))
    if review.luck:
        luck = [_luck_line(luck_row(one, words), words) for one in review.luck]
        out.append((words.say("review.luck"), (*luck, words.say("review.luck_note"))))
    return tuple(out)


def _luck_line(row: LuckRow, words: Voice) -> str:
    said = words.say("review.luck_line", what=row.what, got=row.got, mean=row.mean, chance=row.as_much)
    return f"{said} ({row.rule})"


def notes_of(review: Review) -> list[str]:
    """Return the texts that say how its decisions were judged, one for each way."""
    ways = {one.way for one in review.decisions}
    return [f"review.{way}" for way in CODES if way in ways] or ["review.nothing"]
