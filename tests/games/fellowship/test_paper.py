"""The score sheet as paper that is read: its fields stand on the face, what it says is judged as any score sheet."""

import pytest

from companion.core.errors import LocalizedError
from companion.play.game.game import SheetReport
from companion.play.game.paper_form import sheet_document
from companion.press.shop import Shop
from companion.words.wording import Voice
from tests.each import each
from tests.games.fellowship.conftest import CONTENT, GAME

(FORM,) = GAME.show.sheets.paper_forms(CONTENT)
ALIVE = {"hobbit.frodo": "frodo", "alive.frodo": True, "hobbit.sam": "sam", "alive.sam": True}
FELL = ALIVE | {"alive.frodo": False, "bearer": "frodo"}
NOBODY = {f"hobbit.{id}": "" for id in CONTENT["hobbit"]}
WON = {"ending": "destroyed", "place": "mordor", "runes.frodo": 4, "runes.sam": 7, "sum": 11, "score": 71}


def check(read):
    return GAME.show.sheets.check(
        CONTENT, {k: v for k, v in sheet_document(FORM, "fellowship", [read]).items() if k != "game"}
    )


def test_every_field_stands_on_the_face():
    """In every language, each once."""
    for lang in CONTENT.languages:
        face = Shop(CONTENT, lang).face(CONTENT["component"][FORM.component], FORM.side, None)
        assert face.fields.keys() == FORM.kinds.keys()
    assert {name for name, kind in FORM.kinds.items() if kind == "circle"} == set(CONTENT["place"])
    assert len({part.name for part in FORM.parts}) == len(FORM.parts)


def test_the_file_has_a_row_for_each_hobbit_that_plays():
    """What the sheet leaves empty is left out."""
    read = NOBODY | ALIVE | WON | {"bearer": ""}
    rows = [{"hobbit": "frodo", "runes": 4, "alive": True}, {"hobbit": "sam", "runes": 7, "alive": True}]
    table = {"game": "fellowship", "ending": "destroyed", "place": "mordor", "sum": 11, "score": 71}
    assert sheet_document(FORM, "fellowship", [read]) == {**table, "players": rows}
    with pytest.raises(LocalizedError, match="photo_whole"):
        sheet_document(FORM, "fellowship", [read, read])


JUDGED = [
    (ALIVE | WON, "destroyed"),
    (FELL | {"ending": "lost", "place": "moria", "score": 14}, "bearer_dead"),
    (FELL | {"ending": "lost_in_haven", "place": "lorien", "score": 20}, "bearer_dead"),
    (ALIVE | {"ending": "lost", "place": "mordor", "bearer": "sam"}, "ring_is_mine"),
    (FELL | {"ending": "lost", "place": "mordor", "bearer": "sam"}, "ring_is_mine"),
    (FELL | {"ending": "lost", "place": "mordor"}, "bearer_dead"),
    (FELL | {"alive.sam": False, "ending": "doom", "place": "mordor", "score": 60}, "doom"),
]


@each("read", JUDGED)
@pytest.mark.rule("LR-SCORE-3", "accepted")
def test_what_the_lines_of_the_sheet_mean(read):
    """A defeat is the Ring-bearer's death, or Sauron has the Ring; the marker stands where the score says."""
    said, ending = read
    report = check(NOBODY | said)
    assert isinstance(report, SheetReport), report
    assert report.outcome.ending == ending


REFUSED = [
    (ALIVE | WON | {"sum": 12}, ("LR-SCORE-1", "sheets_sum")),
    (ALIVE | WON | {"bearer": "merry"}, ("LR-END-10", "sheets_bearer")),
    (FELL | {"ending": "lost", "place": "lorien"}, ("LR-SCORE-3", "sheets_lost")),
    (FELL | {"ending": "lost_in_haven", "place": "moria"}, ("LR-SCORE-5", "sheets_lost")),
    (FELL | {"ending": "lost", "place": "moria", "score": 59}, ("LR-SCORE-3", "sheets_space")),
    (FELL | {"ending": "lost", "place": "moria", "bearer": "sam"}, ("LR-DEATH-4", "sheets_alive")),
    (ALIVE | {"ending": "lost", "place": "moria"}, ("LR-END-2", "sheets_alive")),
]


@each("read", REFUSED)
@pytest.mark.rule("LR-SCORE-3", "refused")
def test_what_the_sheet_cannot_say(read):
    """Each with its rule."""
    said, fault = read
    found = check(NOBODY | said)
    assert fault in [(one.rule, one.code) for one in found]
    for lang in CONTENT.languages:
        for one in found:
            Voice(lang, CONTENT).refusal_text(one)
