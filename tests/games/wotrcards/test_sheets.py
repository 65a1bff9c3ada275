"""A score sheet filled in by hand: every sum and the ending are judged, each by its rule."""

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import WrongCall
from companion.play.game.game import SheetReport
from companion.play.game.paper_form import sheet_document
from companion.press.shop import Shop
from companion.words.wording import Voice
from tests.each import each
from tests.languages import LANGUAGES

CONTENT = load("wotrcards")
GAME = games.get("wotrcards")
mark = pytest.mark
LAST = {"free_grounds": 14, "free_paths": 9, "free_rings": 1, "shadow_grounds": 20, "shadow_corruption": 5}
EVEN = {"free_total": 21, "shadow_total": 21}
LEAD = {"free_grounds": 4, "free_paths": 3, "shadow_grounds": 12, "shadow_corruption": 5}


def check(sheet, **more):
    return GAME.show.sheets.check(CONTENT, {**sheet, **more})


@pytest.mark.parametrize(
    ("sheet", "more", "ending"),
    [
        pytest.param(LAST, {}, "last_shadow", marks=mark.rule("WC-SCO-1", "accepted")),
        pytest.param(LAST, {"shadow_total": 25}, "last_shadow", marks=mark.rule("WC-SCO-2", "accepted")),
        pytest.param(LAST, {"free_rings": 3}, "last_free", marks=mark.rule("WC-SCO-3", "accepted")),
        pytest.param(EVEN, {"ending": "tie"}, "last_shadow", marks=mark.rule("WC-VIC-2", "accepted")),
        pytest.param(LEAD, {"winner": "shadow"}, "lead_shadow", marks=mark.rule("WC-VIC-1", "accepted")),
        pytest.param({"free_total": 0, "shadow_total": 0}, {"rounds": 9}, "last_shadow", id="nothing"),
        ({"free_total": 24, "shadow_total": 14}, {"ending": "lead"}, "lead_free"),
    ],
)
def test_a_sheet_that_can_be(sheet, more, ending):
    """Who won follows from the sums."""
    report = check(sheet, **more)
    assert isinstance(report, SheetReport), report
    assert (report.outcome.ending, report.told[-1].code) == (ending, f"end_{ending}")
    for lang in LANGUAGES:
        for event in report.told:
            Voice(lang, CONTENT, report.header["seats"]).event_text(event)


@pytest.mark.parametrize(
    ("sheet", "more", "fault"),
    [
        pytest.param(LAST, {"free_total": 25}, ("WC-SCO-1", "sheets_total"), marks=mark.rule("WC-SCO-1", "refused")),
        pytest.param(LAST, {"shadow_total": 24}, ("WC-SCO-2", "sheets_total"), marks=mark.rule("WC-SCO-2", "refused")),
        ({"free_total": 8}, {}, ("WC-SCO-2", "sheets_points")),
        pytest.param(LAST, {"free_rings": 4}, ("WC-SCO-3", "sheets_rings"), marks=mark.rule("WC-SCO-3", "refused")),
        (LAST, {"free_rings": 3, "scenario": "trilogy"}, ("WC-SCO-3", "sheets_rings")),
        (LAST, {"scenario": "duel"}, ("WC-SCO-3", "sheets_rings")),
        (LEAD, {"free_rings": 1, "ending": "lead"}, ("WC-SCO-3", "sheets_rings_early")),
        pytest.param(
            {**LEAD, "free_grounds": -4},
            {},
            ("WC-SCO-4", "sheets_below"),
            marks=mark.rule("WC-SCO-4", "refused"),
        ),
        pytest.param(LAST, {"ending": "lead"}, ("WC-VIC-1", "sheets_lead"), marks=mark.rule("WC-VIC-1", "refused")),
        (LEAD, {"ending": "last"}, ("WC-VIC-1", "sheets_ahead")),
        pytest.param(LAST, {"ending": "tie"}, ("WC-VIC-2", "sheets_tie"), marks=mark.rule("WC-VIC-2", "refused")),
        (EVEN, {"winner": "free"}, ("WC-VIC-2", "sheets_winner")),
        pytest.param(LAST, {"rounds": 19}, ("WC-RND-2", "sheets_rounds"), marks=mark.rule("WC-RND-2", "refused")),
        (LAST, {"rounds": 10, "scenario": "trilogy"}, ("WC-RND-2", "sheets_rounds")),
        (LAST, {"players": [{"name": "Ania", "seat": "frodo"}]}, ("WC-SET-1", "people_number")),
    ],
)
def test_a_sheet_that_cannot_be(sheet, more, fault):
    """The rule that it breaks."""
    found = check(sheet, **more)
    assert fault in [(one.rule, one.code) for one in found]
    for lang in LANGUAGES:
        for one in found:
            Voice(lang, CONTENT).refusal_text(one)


def test_winners_are_called_by_name():
    """Whoever ran decks of the side that won; without names the side itself."""
    players = [{"name": "Ania", "seat": "free"}, {"name": "Bo", "seat": "shadow"}]
    report = check(LAST, scenario="trilogy", players=players)
    assert report.outcome.winners == ("witch-king", "saruman")
    assert "Bo" in Voice("en", CONTENT, report.header["seats"]).event_text(report.told[-1])
    assert "Victory: Shadow." in Voice("en", CONTENT).event_text(check(LAST).told[-1])


@each("data", [[], {"hat": 1}, {"scenario": "chess"}, {"free_total": "many"}, {"players": 3}, {"ending": "flood"}])
def test_an_unreadable_sheet(data):
    """Named, not guessed at."""
    with pytest.raises(WrongCall):
        GAME.show.sheets.check(CONTENT, data)


def test_the_printed_sheet_says_what_is_judged():
    """Every field stands on the face, and every key of the form is one of the file."""
    (form,) = GAME.show.sheets.paper_forms(CONTENT)
    for lang in CONTENT.languages:
        face = Shop(CONTENT, lang).face(CONTENT["component"][form.component], form.side, None)
        assert face.fields.keys() == form.kinds.keys()
    said = {part.key: "last" if part.ways else 3 for part in form.parts} | {"free_total": 9, "shadow_total": 9}
    file = sheet_document(form, "wotrcards", [said])
    assert file.pop("game") == "wotrcards"
    assert check(file).outcome.ending == "last_shadow"
