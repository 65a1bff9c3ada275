"""Battles that are looked back upon: their ends by exact odds (WR-BATTLE-13, -30, -39)."""

import pytest

from companion.content.load import game_content
from companion.games import get
from companion.games.wotr.bots.bot import SEARCH
from companion.games.wotr.odds.battle_ends import fight_on
from companion.games.wotr.odds.battle_told import battle_words
from companion.games.wotr.odds.questions import QUESTIONS
from companion.games.wotr.rules.battle.battle_strength import in_battle
from companion.play.report.verify import verify_journal
from tests.kept_journals import lines_of

PICK, STRIKE, AFTER = 5, 10, 11  # entries of this battle: nothing is picked, the cards lie open, a side has rolled


@pytest.fixture(scope="module")
def replay():
    return verify_journal(lines_of("wotr/field"), get, game_content).replay


@pytest.mark.parametrize("seq", [PICK, STRIKE])
def test_the_tables_at_the_end_have_the_chances_of_the_odds(replay, seq: int) -> None:
    """Each way of the attacker adds up to one; to the end he wins as often as `companion odds` says."""
    content, state = replay.content, replay.states[seq]
    ahead = fight_on(content, state)
    to_the_end, *_ = ahead.ways
    assert all(sum(way.values()) == 1 for way in ahead.ways)
    assert not any(in_battle(table) for way in ahead.ways for table in way)
    answer = QUESTIONS["battle"].answer(content, battle_words(state), {})
    (ends,) = [chances.rows for chances in answer.tables if chances.code == "battle_ends"]
    wins = next(row.chance for row in ends if row.id == "attacker_wins")
    worth = sum([chance * int(SEARCH.value(content, table, ahead.seat)) for table, chance in to_the_end.items()])
    assert worth == wins


def test_within_a_round_nothing_is_said(replay) -> None:
    assert fight_on(replay.content, replay.states[AFTER]) is None
    assert fight_on(replay.content, replay.states[2]) is None
