"""The phone's script sends moves, and keeps those without an answer."""

import re

import pytest
from playwright.sync_api import expect

from companion.play.journal import draws
from companion.play.journal.entries.random_words import Commit, Reveal
from companion.play.journal.entries.remarks import Note
from tests.play.forge import entries, lines_of
from tests.tiers import sample
from tests.web.script.boards import COMMIT, COUNTED, ROLL, SHOW, SHOWN, TICKS, at, kept


def test_a_tapped_move_is_shown_and_keeps_the_focus(table, phone):
    """The clicked button goes with it; the board then shows what it did, and the focus stays on the button."""
    table.board = ROLL
    page = phone()
    page.locator("#roll button").focus()
    page.keyboard.press("Enter")
    at(page, 1)
    assert table.posts == [("/abcdef/do", {"seen": ["0"], "type": ["roll"]})]
    expect(page.locator("#roll button")).to_be_focused()
    expect(page.locator("#roll button")).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("#waiting")).to_be_hidden()
    assert kept(page, "moves") == []


def test_a_move_whose_event_does_not_come(table, phone):
    """The page asks for the table itself."""
    table.board, table.quiet = ROLL, True
    page = phone()
    page.locator("#roll button").click()
    at(page, 1)


def test_a_second_tap_does_nothing(table, phone):
    """While a move is on its way its form is busy."""
    table.board, table.delay = ROLL, 0.5
    page = phone()
    page.evaluate("const b = document.querySelector('#roll button'); b.click(); b.click(); b.click()")
    expect(page.locator("#roll")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#roll button")).to_be_disabled()
    at(page, 1)
    expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")
    assert len(table.posts) == 1


def test_a_note_is_emptied_once_it_is_kept(table, phone):
    """Its words are in the log now."""
    page = phone()
    page.locator("#note").fill("what a roll")
    page.locator("#outside button").click()
    at(page, 1)
    expect(page.locator("#note")).to_have_value("")
    assert entries(lines_of(table.session))[1]["args"]["text"] == "what a roll"


def test_a_refusal_shows_its_rule(table, phone):
    """The sentence, the rule, what is possible; the focus goes there, and back to the board."""
    table.board = TICKS
    page = phone()
    page.locator("#black").check()
    page.get_by_role("button", name="Keep").click()
    refused = page.locator("#refused")
    expect(refused).to_be_focused()
    expect(refused).to_contain_text("Not so:")
    expect(refused.locator("a")).to_have_attribute("href", re.compile(r"^/abcdef/rule/\w+-\w+-\d$"))
    expect(refused.locator("li")).to_have_text("roll the dice")
    expect(page.locator("#black")).to_be_checked()
    assert kept(page, "moves") == []
    refused.get_by_role("button").click()
    expect(refused).to_be_hidden()
    expect(page.locator("#board")).to_be_focused()


def test_the_slower_phone_is_told_and_shown_the_table(table, phone):
    """Stale: why, and the table as it is now."""
    table.board, table.quiet = ROLL, True
    page = phone()
    table.session.keep(table.session.plan(Note("faster")))
    page.locator("#roll button").click()
    expect(page.locator("#refused")).to_contain_text("Somebody was faster.")
    at(page, 1)
    page.locator("#roll button").click()
    at(page, 2)
    expect(page.locator("#refused")).to_be_hidden()


@pytest.mark.parametrize(
    ("status", "stays", "move", "text"),
    [
        (403, False, ROLL, ""),
        (429, True, SHOWN, "These fell black die Ring"),
        (503, True, COUNTED, "These fell Eye 2, north"),
    ],
)
def test_an_error_is_told(table, phone, status, stays, move, text):
    """A refusal for good forgets the move; a busy server does not, and the page says what the move holds."""
    table.board, table.fault = move, (status, {"ok": False, "error": "The disk is full."})
    page = phone()
    page.locator("#roll button").click()
    expect(page.locator("#refused")).to_contain_text("The disk is full.")
    expect(page.locator("#waiting")).to_be_visible(visible=stays)
    table.fault = None
    if stays:
        expect(page.locator("#waiting p")).to_have_text(f"Not sent yet: {text}")
        page.locator("#send").click()
        at(page, 1)
        expect(page.locator("#waiting")).to_be_hidden()


def test_what_one_player_could_not_send_is_not_shown_to_the_next_one(table, phone):
    """Where all play on one device, a move that waits waits for who made it."""
    table.fault = (503, {"ok": False, "error": "The disk is full."})
    me = "document.body.dataset.alone = 1; document.body.dataset.me = localStorage.holder || 'frodo'"
    page = phone(f"document.addEventListener('readystatechange', () => {{ {me} }})")
    page.locator("#note").fill("my last card")
    page.locator("#outside button").click()
    expect(page.locator("#waiting")).to_be_visible()
    for holder, shown in (("sam", False), ("frodo", True)):
        page.evaluate("(holder) => { localStorage.holder = holder; }", holder)
        page.reload()
        expect(page.locator("#people")).to_have_text("one")
        expect(page.locator("#waiting")).to_be_visible(visible=shown)


def test_joining_shows_the_whole_page_anew(table, phone):
    """A seat changes more than the board."""
    page = phone()
    page.evaluate("window.old = true")
    page.locator("#join button").click()
    page.wait_for_function("!window.old")
    at(page, 1)


def shown(session):
    return [entry["args"]["words"] for entry in entries(lines_of(session)) if entry["type"] == "reveal"]


def show(table, seat, now=""):
    board = SHOW.replace("SEAT", seat).replace("NOW", now and f' data-now="{now}"')
    table.board = board.replace("HASH", table.session.replay.commitments[seat])


@pytest.mark.tier("exhaustive")
def test_words_are_committed_to_and_shown(table, phone):
    """The hash goes out first, of the words and of 16 random bytes of the phone; a reload forgets nothing."""
    table.board = COMMIT.replace("SEAT", "frodo")
    page = phone()
    page.locator("#own").fill(" Zażółć\tgęślą 🂡 ")
    page.get_by_role("button", name="Commit").click()
    at(page, 1)
    assert "Zażółć" not in str(table.posts)
    show(table, "frodo")
    page.reload()
    page.get_by_role("button", name="Show").click()
    at(page, 2)
    (words,) = shown(table.session)
    assert re.fullmatch("Zażółćgęślą [0-9a-f]{32}", words)
    assert table.session.replay.words == [(2, "frodo", True)]
    expect(page.locator("#doubt")).to_be_hidden()


@pytest.mark.tier("exhaustive")
def test_a_phone_adds_new_chance_without_words(table, phone):
    """The phone's own chance is new every time."""
    found = []
    for seat in ("frodo", "sam"):
        table.board = COMMIT.replace("SEAT", seat)
        page = phone()
        page.get_by_role("button", name="Commit").click()
        at(page, len(found) + 1)
        found.append((seat, kept(page, "words")))
    (first,), (second,) = ([*words.values()] for _, words in found)
    assert all(re.fullmatch("[0-9a-f]{32}", words) for words in (first, second))
    assert first != second


def test_the_phone_shows_its_words_in_its_turn(table, phone):
    """Once others have begun it needs no tap, and they are shown once."""
    table.session.keep(table.session.plan(Commit(draws.commitment("first"), "frodo")))
    table.board = COMMIT.replace("SEAT", "sam")
    page = phone()
    page.get_by_role("button", name="Commit").click()
    at(page, 2)
    table.session.keep(table.session.plan(Reveal("first", "frodo")))
    show(table, "sam", now="1")
    table.tell()
    at(page, 4)
    assert [seat for _, seat, _ in table.session.replay.words] == ["frodo", "sam"]
    assert [fields["type"] for _, fields in table.posts] == [["commit"], ["reveal"]]
    expect(page.locator("#refused")).to_be_hidden()


def test_words_of_another_phone_are_not_made_up(table, phone):
    """A phone that did not commit leaves the field empty and shows nothing by itself."""
    table.session.keep(table.session.plan(Commit(draws.commitment("first"), "frodo")))
    show(table, "frodo", now="1")
    page = phone()
    expect(page.locator("[name=words]")).to_have_value("")
    assert table.posts == []


def test_a_lost_answer_is_asked_for_again(table, phone):
    """The move was made, its answer lost: it is sent again with the same `seen`, and made once."""
    table.board, table.mute, table.quiet = ROLL, True, True
    page = phone()
    page.locator("#roll button").click()
    expect(page.locator("#waiting p")).to_have_text("Not sent yet: Roll the dice")
    expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")
    assert table.seq == 1
    table.mute = False
    page.locator("#send").click()
    at(page, 1)
    expect(page.locator("#waiting")).to_be_hidden()
    assert table.seq == 1
    assert {body["seen"][0] for _, body in table.posts} == {"0"}
    assert len(table.posts) > 1


def test_an_answer_that_does_not_come(table, phone):
    """Eight seconds are enough (here less): the move is shown as not sent, and sent again."""
    table.board, table.delay = ROLL, 1.0
    page = phone("const after = AbortSignal.timeout; AbortSignal.timeout = (ms) => after.call(AbortSignal, ms / 40);")
    page.locator("#roll button").click()
    expect(page.locator("#waiting")).to_be_visible()
    table.delay = 0
    at(page, 1)
    expect(page.locator("#waiting")).to_be_hidden()
    assert table.seq == 1


def test_moves_wait_for_the_link_and_survive_a_reload(table, phone):
    """In order, by themselves."""
    table.board = ROLL
    page = phone()
    page.route("**/abcdef/do", lambda route: route.abort())
    page.locator("#roll button").click()
    expect(page.locator("#waiting")).to_contain_text("Roll the dice")
    page.locator("#note").fill("first words")
    page.locator("#outside button").click()
    expect(page.locator("#waiting p")).to_have_text("Not sent yet: Roll the dice, Note it")
    page.locator("#roll button").click()
    expect(page.locator("#waiting p")).to_have_text("Not sent yet: Roll the dice, Note it")
    page.reload()
    expect(page.locator("#waiting p")).to_have_text("Not sent yet: Roll the dice, Note it")
    page.unroute("**/abcdef/do")
    at(page, 1)
    expect(page.locator("#refused")).to_contain_text("Somebody was faster.")
    assert [body["type"] for _, body in table.posts] == [["roll"], ["note"]]
    assert kept(page, "moves") == []


def test_a_refusal_stops_the_queue(table, phone):
    """What comes behind a refused move waits for a tap."""
    table.board = TICKS
    page = phone()
    page.route("**/abcdef/do", lambda route: route.abort())
    page.locator("#black").check()
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#waiting")).to_be_visible()
    page.locator("#note").fill("then this")
    page.locator("#outside button").click()
    expect(page.locator("#waiting p")).to_contain_text("Note it")
    page.unroute("**/abcdef/do")
    expect(page.locator("#refused")).to_contain_text("Not so:")
    expect(page.locator("#waiting p")).to_have_text("Not sent yet: Note it")
    page.wait_for_timeout(1200)  # pings come meanwhile
    assert len(table.posts) == 1
    page.locator("#send").click()
    at(page, 1)
    expect(page.locator("#waiting")).to_be_hidden()


def test_a_waiting_move_may_be_forgotten(table, phone):
    """It is not sent any more."""
    table.board = ROLL
    page = phone()
    page.route("**/abcdef/do", lambda route: route.abort())
    page.locator("#roll button").click()
    expect(page.locator("#waiting")).to_be_visible()
    page.locator("#drop").click()
    expect(page.locator("#waiting")).to_be_hidden()
    page.unroute("**/abcdef/do")
    page.reload()
    expect(page.locator("#people")).to_have_text("one")
    assert table.posts == []


@pytest.mark.parametrize("host", sample(["tracker.test", "127.0.0.1"], "tracker.test"))
def test_two_tabs_send_a_waiting_move_once(table, phone, host):
    """A note in their common memory says whose turn it is to send."""
    table.board = ROLL
    first = phone(host=host)
    first.context.route("**/abcdef/do", lambda route: route.abort())
    first.locator("#roll button").click()
    expect(first.locator("#waiting")).to_be_visible()
    second = phone(context=first.context, host=host)
    expect(second.locator("#waiting")).to_be_visible()
    table.delay = 0.3
    first.context.unroute("**/abcdef/do")
    for page in (first, second):
        page.evaluate("document.getElementById('send').click()")
    at(first, 1)
    at(second, 1)
    expect(second.locator("#waiting")).to_be_hidden()
    expect(first.locator("#waiting")).to_be_hidden()
    assert len(table.posts) == 1


def test_a_phone_that_may_keep_nothing(table, phone):
    """Without a memory of the browser the page still plays."""
    table.board = ROLL
    page = phone("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })")
    page.locator("#roll button").click()
    at(page, 1)
    expect(page.locator("#board [data-draw]")).to_have_attribute("data-checked", "yes")
