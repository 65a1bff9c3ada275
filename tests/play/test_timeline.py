"""A finished game told in chapters: what counts, what was taken back, and that its tables name real events."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.content.load import load
from companion.games import GAMES, get
from companion.play.journal.readable_prefix import read_prefix
from companion.play.journal.replay import Replay
from companion.play.report.timeline import KIND, timeline
from companion.words.wording import Voice

JOURNALS = Path(__file__).parents[1] / "journals"


def replayed(name: str) -> Replay:
    lines = (JOURNALS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    replay, _ = read_prefix(lines, get, load)
    assert replay is not None
    return replay


@pytest.mark.parametrize("game", GAMES)
def test_every_row_is_an_event(game):
    """Its id is that of a text; one at least opens a chapter."""
    content = load(game)
    assert all(id in content.texts for id in content[KIND])
    assert any(row.get("chapter") for row in content[KIND].values())


@pytest.mark.parametrize("game", GAMES)
def test_every_golden_journal_is_told(game):
    """In every language, without a text that lacks a value; entries in their order, no chapter empty."""
    for path in sorted((JOURNALS / game).glob("*.jsonl")):
        replay = replayed(f"{game}/{path.stem}")
        chapters = timeline(replay)
        numbers = [moment.seq for chapter in chapters for moment in chapter.moments]
        assert numbers == sorted(numbers)
        assert all(chapter.moments for chapter in chapters)
        for lang in replay.content.languages:
            words = Voice(lang, replay.content, replay.header["seats"])
            said = [words.offer_text(moment.event) for chapter in chapters for moment in chapter.moments]
            assert all(said)


def test_rounds_of_a_game():
    """What mattered in each round, as it stands in the journal."""
    replay = replayed("dice/win")
    words = Voice("en", replay.content, replay.header["seats"])
    told = {
        chapter.opening and words.offer_text(chapter.opening.event): [
            words.offer_text(one.event) for one in chapter.moments
        ]
        for chapter in timeline(replay)
    }
    assert list(told) == [None, *(f"Round {n} begins." for n in (2, 3, 4, 5))]
    assert told["Round 4 begins."] == [
        "Żaneta marks 2 circles. Place: Gondor.",
        "Bo marks 1 circle. Place: Rohan.",
    ]


def test_of_some_only_the_last_counts():
    """Points are told once a turn, as they were at its end."""
    chapters = timeline(replayed("wotr/military_shadow"))
    points = [[one.event.code for one in chapter.moments].count("points") for chapter in chapters]
    assert max(points) == 1


def test_what_was_taken_back_is_not_told():
    """No moment is of an entry that an undo removed."""
    replay = replayed("dice/win")
    standing = {step.seq for step in replay.steps}
    assert len(standing - {0}) < len(
        [entry for entry in replay.entries if entry.type in replay.game.words.action_types]
    )
    assert {moment.seq for chapter in timeline(replay) for moment in chapter.moments} <= standing


def test_what_happens_twice_in_a_chapter_is_one_sentence():
    """Two characters who fall in one turn; the rows of the timeline say which events stand together."""
    replay = replayed("wotr/counterattack")
    words = Voice("en", replay.content, replay.header["seats"])
    told = [words.offer_text(moment.event) for chapter in timeline(replay) for moment in chapter.moments]
    assert [text for text in told if text.startswith("Out of")] == ["Out of the game: Saruman, The Witch-king."]
