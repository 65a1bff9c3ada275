"""A finished game as text: winners, scores, course of the game, dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.messages import Event, Ref
from companion.play.journal import journal
from companion.play.journal.replay import Replay
from companion.play.report.timeline import timeline
from companion.play.report.verify import DieReport, dice_report
from companion.words.wording import Voice


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game in one language.

    view: the final view of all players, with names.
    winners: seats.
    ending: the result in a sentence.
    players: name and role.
    counted: how the score was counted.
    story: chapters (title, important events).
    dice: one line a die.
    taught: what a review found, as paragraphs by heading; empty where none was asked for.
    session, code: id and code of the journal.
    """

    game: str
    variant: str
    lang: str
    date: str
    view: Mapping[str, Any]
    winners: tuple[str, ...]
    ending: str
    players: tuple[tuple[str, str], ...]
    counted: tuple[str, ...]
    story: tuple[tuple[str, tuple[str, ...]], ...]
    dice: tuple[str, ...]
    session: str
    code: str
    taught: tuple[tuple[str, tuple[str, ...]], ...] = ()


def game_record(replay: Replay, words: Voice, session: str) -> GameRecord | None:
    """Return the finished session in the reader's language, or None while it goes on."""
    game, state = replay.game, replay.state
    outcome = game.rules.outcome(state)
    if outcome is None:
        return None
    view = game.rules.view(state, None)
    for player, seat in zip(view["players"], replay.seats, strict=True):
        player["name"] = words.name(Ref("seat", seat))
    winners = tuple(Ref("seat", seat) for seat in outcome.winners)
    return GameRecord(
        game=game.id,
        variant=str(replay.header["variant"]),
        lang=words.lang,
        date=words.date(replay.entries[0].at),
        view=view,
        winners=outcome.winners,
        ending=words.offer_text(Event(f"end_{outcome.ending}", outcome.rule, {"winners": winners})),
        players=tuple([(words.name(Ref("seat", seat)), words.name(Ref("role", seat))) for seat in replay.seats]),
        counted=tuple([words.offer_text(event) for event in game.show.score_explanation(state)]),
        story=tuple(_chapters(replay, words)),
        dice=tuple([_die(die, words) for die in dice_report(replay) if sum(die.counts.values())]),
        session=session,
        code=journal.head_code(replay.entries[-1].hash),
    )


def _chapters(replay: Replay, words: Voice) -> Iterable[tuple[str, tuple[str, ...]]]:
    for chapter in timeline(replay):
        title = words.offer_text(chapter.opening.event) if chapter.opening else ""
        yield title, tuple([words.offer_text(moment.event) for moment in chapter.moments])


def _die(die: DieReport, words: Voice) -> str:
    return f"{words.name(die.die)}: {words.texts.join_items(words.dice_counts(die.counts, die.expected))}"
