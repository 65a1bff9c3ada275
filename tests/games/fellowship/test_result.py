"""The end of a game as everybody reads it: score and ending in words, from kept games of every ending."""

from pathlib import Path

import pytest

from companion import games
from companion.content.load import load
from companion.games.fellowship.rules.common.ending import ENDING_RULES
from companion.play.report.verify import verify_journal
from companion.words.report_words import result_lines
from companion.words.wording import Voice
from tests.games.fellowship.conftest import CONTENT, GAME
from tests.languages import LANGUAGES

KEPT = sorted(Path(__file__).parents[2].glob("journals/fellowship/*.jsonl"))


@pytest.mark.parametrize("path", KEPT, ids=[path.stem for path in KEPT])
def test_a_finished_game_is_told_in_every_language(path):
    """The working comes first, then the ending; every score stands somewhere in it."""
    replay = verify_journal(path.read_text("utf-8").splitlines(), games.get, load, None).replay
    scores = {str(score) for score in GAME.rules.view(replay.state, None)["scores"]}
    for lang in LANGUAGES:
        lines = result_lines(GAME, replay.state, Voice(lang, CONTENT, replay.header["seats"]))
        assert len(lines) == len(GAME.show.score_explanation(replay.state)) + 1
        assert all(score in "\n".join(lines) for score in scores)


@pytest.mark.parametrize("ending", ENDING_RULES)
def test_an_ending_names_nobody_but_the_winners(ending):
    """The sentence of an ending is said with the winners alone, wherever it is said."""
    for lang in LANGUAGES:
        Voice(lang, CONTENT, []).say(f"event.end_{ending}", winners=())


def test_the_last_step_tells_the_score(table):
    """With the step that ends the game come the ending and how it is counted."""
    t = table("mordor", "frodo runes=4", "sam", travel=12).tiles("travel").does("roll blank", "roll blank", "gold 1")
    assert t.codes[-5:] == ["end_destroyed", "score_destroyed", "score_runes", "score_runes", "score_total"]


def test_a_sheet_of_a_betrayal_is_read_with_its_scores():
    """With two dead the score tells who the traitor was; nobody alive can have been one."""
    row = [{"hobbit": "frodo", "alive": False}, {"hobbit": "sam", "alive": False}, {"hobbit": "pippin"}]
    sheet = {"competition": True, "place": "moria", "marker": 3, "ending": "betrayal", "players": row}
    for score, winner in (([13, 0, 0], "frodo"), ([0, 13, 0], "sam")):
        assert GAME.show.sheets.check(CONTENT, {**sheet, "score": score}).outcome.winners == (winner,)
    for score in ([0, 0, 13], [0, 0, 0], [13, 13, 0], 13):
        assert [fault.code for fault in GAME.show.sheets.check(CONTENT, {**sheet, "score": score})] == ["sheets_score"]


def test_a_destroyed_ring_is_nobodys():
    """On Mount Doom there is no Ring-bearer any more."""
    sheet = {"players": [{"hobbit": "frodo"}, {"hobbit": "sam"}]}
    assert GAME.rules.view(GAME.show.sheets.check(CONTENT, sheet).state, None)["bearer"] is None
