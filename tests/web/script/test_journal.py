"""The phone's script reads the journal along, and marks what it has checked."""

import pytest
from playwright.sync_api import expect

from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.undo import Undo
from companion.play.journal.session import Session
from tests.play.forge import entries, extra, forged, lines_of, rehash
from tests.tiers import sample
from tests.web.fake import new_session
from tests.web.script.boards import ROLL, at, kept


def rolled(session: Session, times: int = 2) -> Session:
    for _ in range(times):
        session.do("roll", {})
        session.keep(session.plan(Undo(["frodo", "sam"])))
    return session


def test_draws_get_their_mark(table, phone):
    """Each draw as soon as the phone has checked it, also after a reload."""
    rolled(table.session)
    table.board = ROLL
    page = phone()
    marks = page.locator("#board [data-draw]")
    expect(marks).to_have_text(["drawn ✓ checked"] * 2)
    page.locator("#roll button").click()
    expect(marks).to_have_text(["drawn ✓ checked"] * 3)
    assert kept(page, "proof")["seq"] == 5
    page.reload()
    expect(marks).to_have_text(["drawn ✓ checked"] * 3)
    expect(page.locator("#doubt")).to_be_hidden()
    last = [path for path in table.gets if "/journal" in path][-1]
    assert last == "/abcdef/journal?from=5"


def test_a_long_journal_comes_in_parts(table, phone):
    """The phone asks on until it has all of it, and marks what it checked in the last part."""
    table.most = 3
    rolled(table.session, 4)
    page = phone()
    expect(page.locator("#board [data-draw]")).to_have_text(["drawn ✓ checked"] * 4)
    expect(page.locator("#doubt")).to_be_hidden()
    assert kept(page, "proof")["seq"] == 8
    asked = [path.partition("from=")[2] for path in table.gets if "/journal" in path]
    assert asked == ["0", "3", "6"]
    page.reload()
    expect(page.locator("#board [data-checked=yes]")).to_have_count(4)


def test_a_journal_that_ends_too_early_is_asked_for_no_more(table, phone):
    """The server keeps the last entries to itself: the phone does not ask without end."""
    rolled(table.session)
    table.lines = lines_of(table.session)[:3]
    page = phone()
    expect(page.locator("#board [data-checked=yes]")).to_have_count(1)
    table.note()
    at(page, 5)
    expect(page.locator("#people")).to_have_text("one")
    assert len([path for path in table.gets if "/journal" in path]) <= 4


def test_a_forged_draw_is_marked(table, phone):
    """A draw with other numbers than its link gives: its mark, and a banner that says why."""
    rolled(table.session)

    def forge(entry):
        entry["args"]["draw"]["got"] = [(number + 1) % 6 for number in entry["args"]["draw"]["got"]]

    table.lines = forged(lines_of(table.session), 3, forge)
    table.session.replay.entries[-1] = table.session.replay.entries[-1]._replace(hash=entries(table.lines)[-1]["hash"])
    page = phone()
    expect(page.locator("#board [data-draw]")).to_have_text(["drawn ✓ checked", "drawn ✗ false"])
    expect(page.locator("#doubt p")).to_have_text("Bad draw at 3: other numbers.")


def test_a_draw_that_the_journal_does_not_have(table, phone):
    """The page says that something was drawn; the journal does not."""
    table.note()
    table.board = '<i data-draw="1">drawn</i>'
    page = phone()
    expect(page.locator("#board [data-draw]")).to_have_attribute("data-checked", "no")


@pytest.mark.parametrize("way", sample(["shorter", "other", "other_later", "other_head"], "other"))
def test_a_rewritten_journal_is_noticed(table, phone, way):
    """Shorter than this phone remembers, another entry there, or another one behind it."""
    rolled(table.session)
    page = phone()
    expect(page.locator("#board [data-checked=yes]")).to_have_count(2)
    lines = lines_of(table.session)
    other = rehash([{**entry, "at": "2000-01-01T00:00:00Z"} for entry in entries(lines)])
    if way == "shorter":
        table.lines = lines[:3]
    elif way == "other":
        table.lines = other
    elif way == "other_later":
        table.session.keep(table.session.plan(Note("x")))
        table.lines = [*lines, rehash(entries(lines_of(table.session)[:1]) * 6)[-1]]
    else:
        table.session.replay.entries[-1] = table.session.replay.entries[-1]._replace(hash="0" * 64)
    page.reload()
    expect(page.locator("#doubt p")).to_have_text("Rewritten at 5." if way == "other_later" else "Rewritten at 4.")
    assert kept(page, "proof")["seq"] == 4


def test_a_journal_rewritten_while_the_page_was_open(table, phone):
    """A server that comes back with another past is caught when the link does."""
    rolled(table.session)
    page = phone()
    expect(page.locator("#board [data-checked=yes]")).to_have_count(2)
    table.cut()
    expect(page.locator("#link")).to_be_visible()
    table.session = rolled(new_session(b"another chain of thirty-two bytes"[:32]), 4)
    table.back()
    page.locator("#retry").click()
    expect(page.locator("#doubt p")).to_have_text("Rewritten at 4.")


def test_starting_anew_forgets(table, phone):
    """After the store was reset the table may go on with what the server has."""
    rolled(table.session)
    page = phone()
    expect(page.locator("#board [data-checked=yes]")).to_have_count(2)
    table.session = rolled(new_session(bytes(32)), 1)
    page.reload()
    page.locator("#anew").click()
    expect(page.locator("#board [data-checked=yes]")).to_have_count(1)
    expect(page.locator("#doubt")).to_be_hidden()
    assert kept(page, "proof")["seq"] == 2


def test_a_broken_line(table, phone):
    """The first line that does not hold is named; what stood before is remembered."""
    rolled(table.session)
    lines = lines_of(table.session)
    table.lines = [*lines[:3], lines[3].replace('"draw"', '"source":"x","draw"', 1), lines[4]]
    page = phone()
    expect(page.locator("#doubt p")).to_have_text("Broken at 3: changed.")
    expect(page.locator("#board [data-checked]")).to_have_count(1)


# --- while hands are hidden ------------------------------------------------------------------------------------------


def test_a_closed_journal_is_not_asked_for(table, phone):
    """While a game with hidden information goes on only hashes are asked for, and each is kept."""
    rolled(table.session)
    table.open = False
    page = phone()
    table.note()
    at(page, 5)
    page.wait_for_function("(localStorage.getItem('companion.abcdef.heads') || '').length > 6 * 64")
    assert not [path for path in table.gets if "/journal" in path]
    assert kept(page, "heads") == [entry["hash"] for entry in entries(lines_of(table.session))]
    expect(page.locator("#board [data-checked]")).to_have_count(0)


@pytest.mark.parametrize("way", sample(["shorter", "other", "reload"], "reload"))
def test_a_closed_journal_rewritten_is_noticed_at_once(table, phone, way):
    """Another past in the middle of a game whose lines no phone may read."""
    rolled(table.session)
    table.open = False
    page = phone()
    page.wait_for_function("localStorage.getItem('companion.abcdef.heads')")
    lines = lines_of(table.session)
    other = rehash([{**entry, "at": "2000-01-01T00:00:00Z"} for entry in entries(lines)])
    table.lines = lines[:3] if way == "shorter" else [*other, rehash([*entries(other), extra("note")])[-1]]
    if way == "reload":
        page.reload()
    else:
        table.session.keep(table.session.plan(Note("x")))
        table.tell()
    expect(page.locator("#doubt p")).to_have_text("Rewritten at 4.")


@pytest.mark.tier("exhaustive")
def test_a_journal_replaced_behind_a_closed_game_is_noticed_at_its_end(table, phone):
    """All that was kept is compared with the lines that open, not only the last."""
    rolled(table.session)
    table.open = False
    page = phone()
    page.wait_for_function("localStorage.getItem('companion.abcdef.heads')")
    found = entries(lines_of(table.session))
    table.lines = rehash([found[0], {**found[1], "at": "2000-01-01T00:00:00Z"}, *found[2:]])
    table.session.replay.entries[-1] = table.session.replay.entries[-1]._replace(hash=entries(table.lines)[-1]["hash"])
    table.open = True
    page.reload()
    expect(page.locator("#doubt p")).to_have_text("Rewritten at 1.")


def test_another_anchor_is_noticed(table, phone):
    """The phone keeps the anchor that the first page showed, before it has seen any line."""
    table.open = False
    rolled(table.session)
    page = phone()
    page.wait_for_function("localStorage.getItem('companion.abcdef.begun')")
    header = table.session.replay.header
    table.session.replay.header = {**header, "anchor": "00" * 32}
    page.reload()
    expect(page.locator("#doubt p")).to_have_text("Rewritten at 0.")


def test_a_page_of_somebody_elses_network_is_no_journal(table, phone):
    """A hotel's login page does not make the table look false."""
    rolled(table.session)
    page = phone()
    expect(page.locator("#board [data-checked=yes]")).to_have_count(2)
    page.route("**/journal*", lambda route: route.fulfill(content_type="text/html", body="<p>Welcome"))
    page.reload()
    expect(page.locator("#people")).to_have_text("one")
    expect(page.locator("#doubt")).to_be_hidden()
