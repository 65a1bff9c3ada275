"""The phone's script in a real browser, against a server that keeps the contract and can fail in every way."""

import json
import re

import pytest
from playwright.sync_api import expect

from companion.play.session import Session
from tests.play.forge import entries, forged, lines_of, rehash
from tests.web.fake import STATIC, FakeTable, new_session, serving

ROLL = """<div data-mine="0"></div><form class="move" method="post" action="/abcdef/do" id="roll">
<input type="hidden" name="seen" value="SEQ"><button name="type" value="roll">Roll the dice</button></form>"""
TICKS = """<form class="move" data-seq="STEP" method="post" action="/abcdef/do">
<input type="hidden" name="seen" value="SEQ">
<input type="checkbox" name="dice" value="black" id="black"><input type="checkbox" name="dice" value="red">
<input name="text" id="typed"><select name="halve"><option>1<option>2</select><button name="type" value="keep">Keep
</button></form><details id="more"><summary>More</summary><p>text</p></details><a href="/abcdef/rule/R-1"
data-rule="R-1">R-1</a>"""
LUCK = """<form class="move" method="post" action="/abcdef/do">
<input type="hidden" name="seen" value="SEQ"><input type="hidden" name="type" value="reveal"><input name="words">
<button type="button" data-luck>Luck</button></form>"""


@pytest.fixture
def table():
    return FakeTable()


@pytest.fixture
def port(table):
    with serving(table) as port:
        yield port


@pytest.fixture
def phone(browser, port):
    """Opens the table in a browser of its own and waits until the page lives; every error of the script fails."""
    contexts, errors = [], []

    def take(before="", host="tracker.test", context=None, live=True, path="/abcdef"):
        if context is None:
            context = browser.new_context()
            contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if before:
            page.add_init_script(before)
        page.goto(f"http://{host}:{port}{path}")
        if live:
            expect(page.locator("#people")).to_have_text("one")
        return page

    yield take
    for context in contexts:
        context.close()
    assert errors == []


def kept(page, key):
    """What the phone remembers."""
    return json.loads(page.evaluate(f"localStorage.getItem('companion.abcdef.{key}')") or "null")


def at(page, seq):
    """The board shows entry `seq`."""
    expect(page.locator("#at")).to_have_text(str(seq))


# --- the size --------------------------------------------------------------------------------------------------------


def test_the_script_is_small():
    """Both files together, before they are packed."""
    assert sum(len((STATIC / name).read_bytes()) for name in ("tracker.js", "proof.js")) < 21 * 1024


# --- live ------------------------------------------------------------------------------------------------------------


def test_the_board_follows_the_table(table, phone):
    """A move elsewhere shows at once, is said once, and the next move knows of it."""
    page = phone()
    table.note()
    at(page, 1)
    assert page.evaluate("[document.body.dataset.seq, document.body.dataset.head]") == ["1", table.head]
    expect(page.locator("#said")).to_have_text("said 1")
    expect(page.locator("#outside [name=seen]")).to_have_value("1")
    table.note()
    at(page, 2)
    expect(page.locator("#said")).to_have_text("said 2")


def test_an_older_table_is_not_shown(table, phone):
    """A server that has lost entries does not turn the board back."""
    table.note()
    page = phone()
    at(page, 1)
    table.session = new_session()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#doubt")).to_be_visible()
    at(page, 1)


def test_focus_ticks_and_words_stay(table, phone):
    """In the same step all of it is kept, in the next one only the focus."""
    table.board = TICKS.replace("STEP", "7")
    page = phone()
    page.locator("#black").check()
    page.locator("[name=halve]").select_option("2")
    page.locator("#more summary").click()
    page.locator("#typed").fill("half a thought")
    page.evaluate("document.body.style.paddingTop = '3000px'")
    page.evaluate("window.scrollTo(0, 900)")
    table.note()
    at(page, 1)
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("#typed")).to_have_value("half a thought")
    assert page.evaluate("scrollY") == 900
    expect(page.locator("#black")).to_be_checked()
    expect(page.locator("[value=red]")).not_to_be_checked()
    expect(page.locator("[name=halve]")).to_have_value("2")
    expect(page.locator("#more")).to_have_attribute("open", "")
    page.locator("[value=red]").focus()
    table.board = TICKS.replace("STEP", "8")
    table.note()
    at(page, 2)
    expect(page.locator("[value=red]")).to_be_focused()
    expect(page.locator("#black")).not_to_be_checked()
    expect(page.locator("#typed")).to_have_value("")
    table.board = "<p>over</p>"
    table.note()
    at(page, 3)
    expect(page.locator("#board")).to_be_focused()


def test_an_opened_rule_stays_open(table, phone):
    """A rule opens under its link, stays through an update, closes with a second tap."""
    table.board = TICKS
    page = phone()
    rule = page.locator("#board [data-rule]")
    rule.click()
    expect(page.locator("#board section")).to_have_text("RThe rule in full.")
    expect(rule).to_have_attribute("aria-expanded", "true")
    table.note()
    at(page, 1)
    expect(page.locator("#board section")).to_have_count(1)
    rule.click()
    expect(page.locator("#board section")).to_have_count(0)
    expect(rule).to_have_attribute("aria-expanded", "false")
    assert page.url.endswith("/abcdef")


def test_my_turn_is_felt_once(table, phone):
    """The phone shakes when the turn becomes mine, not while it stays mine."""
    page = phone("navigator.vibrate = () => { window.shakes = (window.shakes || 0) + 1; return true; }")
    table.note()
    at(page, 1)
    assert page.evaluate("window.shakes") is None
    for seq in (2, 3):
        table.board = '<div data-mine="1"></div>'
        table.note()
        at(page, seq)
    assert page.evaluate("window.shakes") == 1


# --- the link --------------------------------------------------------------------------------------------------------


def test_a_lost_link_is_told_and_comes_back(table, phone):
    """The banner shows without a server, and one tap brings back what was missed."""
    page = phone()
    table.cut()
    expect(page.locator("#link")).to_be_visible()
    table.back()
    table.note()
    page.locator("#retry").click()
    at(page, 1)
    expect(page.locator("#link")).to_be_hidden()


def test_the_link_comes_back_by_itself(table, phone):
    """Without a tap too."""
    page = phone()
    table.cut()
    expect(page.locator("#link")).to_be_visible()
    table.back()
    table.note()
    at(page, 1)
    expect(page.locator("#link")).to_be_hidden()


def test_without_live_events_the_page_asks(table, phone):
    """Polling keeps the page live; only if it fails too there is a banner."""
    table.no_live = True
    page = phone(live=False)
    page.wait_for_function("performance.getEntriesByType('resource').some(({name}) => name.includes('/now'))")
    table.note()
    at(page, 1)
    expect(page.locator("#link")).to_be_hidden()
    table.cut()
    expect(page.locator("#link")).to_be_visible()
    table.back()
    table.note()
    at(page, 2)
    expect(page.locator("#link")).to_be_hidden()


def test_a_browser_without_event_source(table, phone):
    """It asks from the start."""
    page = phone("delete window.EventSource", live=False)
    table.note()
    at(page, 1)
    assert not [path for path in table.gets if "/live" in path]


def test_silence_is_a_lost_link(table, phone):
    """A link that says nothing for 25 seconds is down, whatever the browser thinks of it."""
    quiet = """window.EventSource = class extends EventTarget {
      constructor() { super(); window.opened = (window.opened || 0) + 1; this.close = () => {}; }
    }"""
    page = phone(quiet, live=False)
    page.clock.install()
    page.reload()
    page.wait_for_function("window.opened === 1")
    page.clock.run_for(20_000)
    expect(page.locator("#link")).to_be_hidden()
    table.down = True
    page.clock.run_for(10_000)
    expect(page.locator("#link")).to_be_visible()


def test_the_link_is_looked_at_when_the_phone_wakes(table, phone):
    """After a long sleep the page opens its link anew as soon as it is seen."""
    page = phone()
    opened = len([path for path in table.gets if "/live" in path])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert len([path for path in table.gets if "/live" in path]) == opened
    page.evaluate("const now = Date.now; Date.now = () => now() + 20000")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    table.note()
    at(page, 1)
    assert len([path for path in table.gets if "/live" in path]) == opened + 1


# --- moves -----------------------------------------------------------------------------------------------------------


def test_a_move(table, phone):
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
    table.session.note("faster")
    page.locator("#roll button").click()
    expect(page.locator("#refused")).to_contain_text("Somebody was faster.")
    at(page, 1)
    page.locator("#roll button").click()
    at(page, 2)
    expect(page.locator("#refused")).to_be_hidden()


@pytest.mark.parametrize(("status", "stays"), [(403, False), (429, True), (503, True)])
def test_an_error_is_told(table, phone, status, stays):
    """A refusal for good forgets the move; a busy server does not."""
    table.board, table.fault = ROLL, (status, {"ok": False, "error": "The disk is full."})
    page = phone()
    page.locator("#roll button").click()
    expect(page.locator("#refused")).to_contain_text("The disk is full.")
    expect(page.locator("#waiting")).to_be_visible(visible=stays)
    table.fault = None
    if stays:
        page.locator("#send").click()
        at(page, 1)
        expect(page.locator("#waiting")).to_be_hidden()


def test_joining_shows_the_whole_page_anew(table, phone):
    """A seat changes more than the board."""
    page = phone()
    page.evaluate("window.old = true")
    page.locator("#join button").click()
    page.wait_for_function("!window.old")
    at(page, 1)


def test_own_luck(table, phone):
    """32 random bytes as hex, other ones every time."""
    table.board = LUCK
    page = phone()
    for seq in (1, 2):
        page.get_by_role("button", name="Luck").click()
        at(page, seq)
    found = [entry["args"]["words"] for entry in entries(lines_of(table.session))[1:]]
    assert all(re.fullmatch("[0-9a-f]{64}", words) for words in found)
    assert len(set(found)) == 2


# --- moves without an answer -----------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("host", ["tracker.test", "127.0.0.1"])
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


# --- the journal -----------------------------------------------------------------------------------------------------


def rolled(session: Session, times: int = 2) -> Session:
    for _ in range(times):
        session.do("roll", {})
        session.undo(["frodo", "sam"])
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


@pytest.mark.parametrize("way", ["shorter", "other", "other_later", "other_head"])
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
        table.session.note("x")
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


def test_a_closed_journal_is_not_asked_for(table, phone):
    """While a game with hidden information goes on there is nothing to check."""
    rolled(table.session)
    table.open = False
    page = phone()
    table.note()
    at(page, 5)
    assert not [path for path in table.gets if "/journal" in path]
    expect(page.locator("#board [data-checked]")).to_have_count(0)


def test_a_page_of_somebody_elses_network_is_no_journal(table, phone):
    """A hotel's login page does not make the table look false."""
    rolled(table.session)
    page = phone()
    expect(page.locator("#board [data-checked=yes]")).to_have_count(2)
    page.route("**/journal*", lambda route: route.fulfill(content_type="text/html", body="<p>Welcome"))
    page.reload()
    expect(page.locator("#people")).to_have_text("one")
    expect(page.locator("#doubt")).to_be_hidden()


# --- plain and secure pages ------------------------------------------------------------------------------------------


def test_a_plain_page_says_what_it_cannot(phone):
    """No wake lock, no clipboard, no worker over plain http."""
    page = phone()
    expect(page.locator("#awake")).to_be_hidden()
    expect(page.locator("#awake-none")).to_be_visible()
    expect(page.locator("[data-copy]")).to_be_hidden()


def test_a_secure_page_copies_and_stays_awake(phone):
    """On loopback both are there, and the wish to stay awake is remembered."""
    page = phone(
        "navigator.wakeLock.request = async (kind) => { window.asked = kind; return { release() {} }; }",
        host="127.0.0.1",
    )
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.locator("#awake-none")).to_be_hidden()
    page.locator("#awake").check()
    page.wait_for_function("window.asked === 'screen'")
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "http://x/abcdef"
    page.reload()
    expect(page.locator("#awake")).to_be_checked()
    page.wait_for_function("window.asked === 'screen'")


def test_the_last_page_without_a_server(table, phone):
    """The worker keeps the page and its files; nothing that is live, and no page with an invitation."""
    page = phone(host="127.0.0.1")
    page.wait_for_function("navigator.serviceWorker.controller")
    page.reload()
    expect(page.locator("#people")).to_have_text("one")
    page.goto(page.url + "?invite=secret")
    expect(page.locator("#people")).to_have_text("one")
    table.note()
    at(page, 1)
    page.goto(page.url.split("?")[0])
    expect(page.locator("#people")).to_have_text("one")
    names = page.evaluate("""async () => {
      const store = await caches.open("companion");
      return (await store.keys()).map(({ url }) => url.replace(location.origin, "")).sort();
    }""")
    assert names == ["/abcdef", "/static/proof.js", "/static/tracker.js?v=1"]
    table.cut()
    page.reload()
    at(page, 1)
    expect(page.locator("#link")).to_be_visible()
    table.back()
    table.note()
    at(page, 2)
    expect(page.locator("#link")).to_be_hidden()
