"""The phone's script follows the table: live events, the link that breaks and comes back, what it is allowed."""

from playwright.sync_api import expect

from tests.web.fake import STATIC, new_session
from tests.web.script.boards import TICKS, at

FILES = ("proof.js", "times.js", "tracker.js?v=1", "typing.js")


def test_the_script_is_small():
    """All files together, before they are packed."""
    assert sum(len((STATIC / name.partition("?")[0]).read_bytes()) for name in FILES) < 37 * 1024


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


def test_a_seat_that_is_freed_is_said(table, phone):
    """Above the board, once and for all to hear, as long as the table says so; a move more does not say it again."""
    page = phone()
    expect(page.locator("#freed")).to_be_hidden()
    page.evaluate("""() => {
      window.changes = 0;
      new MutationObserver(() => (window.changes += 1)).observe(document.getElementById("freed"), { childList: true });
    }""")
    table.freed = "The host has freed your seat."
    table.note()
    expect(page.locator("#freed")).to_have_text(table.freed)
    expect(page.locator("#freed")).to_be_visible()
    table.note()
    at(page, 2)
    expect(page.locator("#freed")).to_be_visible()
    assert page.evaluate("changes") == 1
    page.reload()
    expect(page.locator("#freed")).to_be_visible()
    table.freed = ""
    table.note()
    expect(page.locator("#freed")).to_be_hidden()


def test_an_older_table_is_not_shown(table, phone):
    """A server that has lost entries does not turn the board back."""
    table.note()
    page = phone()
    at(page, 1)
    table.session = new_session()
    page.evaluate("void setInterval(() => dispatchEvent(new Event('online')), 500)")  # the first may find it looking
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


def test_a_phone_rests_between_messages(phone):
    """Nothing of the page runs again and again, so that only what the server tells wakes the phone."""
    count = "window.intervals = 0; const every = setInterval; setInterval = (...all) => (intervals++, every(...all))"
    assert phone(count).evaluate("intervals") == 0


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
    expect(page.locator("#people")).to_have_text("one")  # the link has spoken before the sleep
    opened = len([path for path in table.gets if "/live" in path])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert len([path for path in table.gets if "/live" in path]) == opened
    page.evaluate("const now = Date.now; Date.now = () => now() + 20000")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    table.note()
    at(page, 1)
    assert len([path for path in table.gets if "/live" in path]) == opened + 1


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
    assert names == ["/abcdef", *(f"/static/{name}" for name in FILES)]
    table.cut()
    page.reload()
    at(page, 1)
    expect(page.locator("#link")).to_be_visible()
    table.back()
    table.note()
    at(page, 2)
    expect(page.locator("#link")).to_be_hidden()
