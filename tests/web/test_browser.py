"""The tracker in a real browser: an evening of four phones, pages without script, plain http, what a phone loads."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pypdfium2
import pytest
from playwright.sync_api import Error, Page, Request, Route, expect

from companion.content.load import load
from companion.play.journal.store import SqliteStore
from companion.web.server.request_guard import Hosts
from companion.words.wording import Voice
from tests.cli.terminal import KEY, blocks_of
from tests.languages import LANGUAGES
from tests.ports import own_port
from tests.tiers import sample
from tests.web.browser import DESK, PATIENCE, Phones, Terminal
from tests.web.codes import read, shown
from tests.web.evening import Evening, at, checked, kill_and_restart, seq, turn_of
from tests.web.scenes import SEATS, Tables
from tests.web.serving import Server
from tests.web.serving import begin as begin_table

WORDS = {lang: Voice(lang, load("dice")) for lang in LANGUAGES}
NAMES = ("Ania", "Богдан", "Celina", "Данило")
LIGHTEST = 60_000  # bytes of the first page with all it needs


@pytest.fixture
def tables(server, store):
    return Tables(server, store)


@pytest.fixture
def evening(tmp_path):
    """Processes of `companion`, on a store of their own."""
    found = Evening(tmp_path)
    yield found
    found.end()


# --- what players do -------------------------------------------------------------------------------------------------


def phase(page: Page) -> str:
    """What the page's player may do: roll, keep or resolve; empty if nothing."""
    field = page.locator("#act [name=type]")
    return field.get_attribute("value") if field.count() else ""


def symbols(page: Page) -> list[str]:
    """What the dice on the tray show, one a die."""
    signs = page.locator("#act .tray label .die use")
    return signs.evaluate_all("all => all.map((sign) => sign.getAttribute('href'))")


def tick(page: Page, wanted: list[bool]) -> None:
    """Tap the dice of the tray until those and no others are ticked."""
    for box, want in zip(page.locator("#act .tray input").all(), wanted, strict=True):
        if box.is_checked() != want:
            box.tap()


def tick_each(page: Page) -> None:
    """Tick one die of each symbol."""
    there = symbols(page)
    tick(page, [sign not in there[:place] for place, sign in enumerate(there)])


def act(page: Page) -> int:
    """The next step of this phone's player, who keeps one die of each symbol; the entry it became."""
    before, now = seq(page), phase(page)
    if now == "keep":
        tick_each(page)
    page.locator(".bar .go").tap()
    expect(page.locator("body")).not_to_have_attribute("data-seq", str(before))
    return seq(page)


def type_dice(page: Page) -> int:
    """Type what the wooden dice show: the first symbol offered for each; the entry it became."""
    before = seq(page)
    page.locator("#real-roll summary").tap()
    rows = page.locator("#real-roll fieldset").all()
    for die in rows:
        die.locator("label").nth(1).tap()
    if len(rows) > 1:  # one alone is sent at once
        page.locator("#real-roll .go").tap()
    expect(page.locator("body")).not_to_have_attribute("data-seq", str(before))
    return seq(page)


def until(pages: list[Page], wanted: str) -> Page:
    """Play on until somebody has to take that kind of step; that page."""
    for _ in range(12):
        page = turn_of(pages)
        if phase(page) == wanted:
            return page
        at(pages, act(page))
    raise AssertionError(f"nobody ever had to {wanted}")


class Held:
    """Holds the moves of a page back until they are let go; a service worker's would pass unseen."""

    def __init__(self, page: Page, path: str) -> None:
        self.page, self.path = page, path
        self.routes: list[Route] = []
        page.route(path, lambda route: self.routes.append(route))

    def until_sent(self) -> None:
        for _ in range(PATIENCE * 50):
            if self.routes:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("nothing was sent")

    def go(self) -> None:
        for route in self.routes:
            with suppress(Error):  # the script gave up waiting, and will send it again
                route.continue_()
        self.page.unroute(self.path)


# --- an evening ------------------------------------------------------------------------------------------------------


@pytest.mark.tier("exhaustive")
def test_four_phones_play_from_the_code_to_the_result(evening, phones):
    """Four phones, from the QR code on the terminal to the result, with everything in between that goes wrong."""
    server, terminal = evening.serve("--port", own_port())
    code, address = begin(phones, terminal)
    sheets = evening.start("print", "sheets", "--game", "dice", "--qr", address, "--out", evening.folder / "s.pdf")
    pages = sit_down(phones, address)
    everybody = f"^{WORDS['en'].say('serve.people', names=', '.join(NAMES))}$"
    terminal.until(lambda text: re.search(everybody, text, re.MULTILINE))
    add_luck(pages)
    see_a_refusal(pages)
    race_on_a_seat(phones, pages, address)
    undo_together(pages)
    page = until(pages, "roll")
    at(pages, type_dice(page))
    expect(page.locator(".mark.typed").first).to_be_visible()
    server = kill(evening, server, pages, code)
    play_to_the_end(pages)
    see_the_result(evening, pages, code)
    evening.finish(sheets)
    assert read_from_paper(evening.folder / "s.pdf") == {address}
    server.send_signal(signal.SIGINT)
    assert server.wait(timeout=PATIENCE) == 0


def begin(phones: Phones, terminal: Terminal) -> tuple[str, str]:
    """The owner opens the link of the terminal and begins a table for four; its code and its address."""
    key = KEY.search(terminal.text)
    owner = phones.take(key.group(0).strip(), size=DESK)
    assert "owner=" not in owner.url
    form = owner.locator("#new-dice")
    form.locator("> summary").click()
    for place, name in enumerate(NAMES):
        form.locator(f"[name='name.{place}']").fill(name)
    form.locator(".more summary").click()
    form.locator("[name='option.squares']").select_option("2")
    form.locator("[name='option.end_variant']").check()
    form.locator(".new .go").click()
    owner.wait_for_url(re.compile(r"/[a-z]{6}$"))
    code = urlsplit(owner.url).path[1:]
    terminal.until(lambda text: f"{WORDS['en'].say('serve.code', code=code)}\n" in text)
    new = terminal.text.split(WORDS["en"].say("serve.new_table"))[1]
    (address,) = read(shown(blocks_of(new), 0))
    assert address == owner.url
    owner.context.close()
    return code, address


def sit_down(phones: Phones, address: str) -> list[Page]:
    """Everybody scans the code and taps a seat, each with a phone in another language."""
    pages = []
    for place, (lang, name) in enumerate(zip(LANGUAGES, NAMES, strict=True)):
        page = phones.take(address, lang=lang, dark=place % 2 == 1, is_mobile=True, workers=place < 2)
        expect(page.locator("html")).to_have_attribute("lang", lang)
        page.locator(".chair", has_text=name).tap()
        expect(page.locator(".seat.mine b")).to_have_text(name)
        pages.append(page)
    for page in pages:
        for name in NAMES:
            expect(page.locator("#people")).to_contain_text(name)
    at(pages, len(SEATS))
    return pages


def add_luck(pages: list[Page]) -> None:
    """All commit to words before anything is rolled; one shows, and the other phones follow by themselves."""
    before = seq(pages[0])
    for number, page in enumerate(pages, 1):
        page.locator("#own-words summary").tap()
        page.locator("#words-own").fill("mellon")
        page.locator("#own-words button").tap()
        at(pages, before + number)
    pages[0].locator("#own-words .go").tap()
    at(pages, before + 2 * len(pages))


def see_a_refusal(pages: list[Page]) -> None:
    """Keeping nothing: the sentence and its rule, seen by whoever tapped at the foot of the page; its text on tap."""
    page = until(pages, "keep")
    checked(pages, seq(page))
    before, lang = seq(page), page.locator("html").get_attribute("lang")
    tick(page, [False] * len(symbols(page)))
    page.locator(".bar .go").tap()
    refused = page.locator("#refused")
    expect(refused).to_contain_text(WORDS[lang].say("refusal.keep_nothing"))
    expect(refused).to_be_in_viewport()
    rule = refused.locator("a.rule")
    expect(rule).to_have_text("DG-ROLL-2")
    rule.tap()
    text = refused.locator(".ruling .says")
    expect(text).not_to_be_empty()
    expect(text).to_be_in_viewport()
    refused.locator("#close").tap()
    expect(refused).to_be_hidden()
    assert seq(page) == before


def race_on_a_seat(phones: Phones, pages: list[Page], address: str) -> None:
    """A second phone on the seat of the first wants something else at the same moment: one wins, the other is told."""
    first = until(pages, "keep")
    before = seq(first)
    tab = first.context.new_page()
    tab.goto(f"{address}/invite")
    (invitation,) = [link.get_attribute("href") for link in tab.locator(".address a").all()]
    tab.close()
    second = phones.take(invitation, lang="pl")
    second.locator(".who .go").first.tap()
    expect(second.locator("#act")).to_be_attached()
    at([*pages, second], before + 1)
    held = Held(second, "**/do")
    tick(second, [False] * len(symbols(second)))
    second.locator(".bar .go").tap()
    held.until_sent()
    now = act(first)
    held.go()
    expect(second.locator("#refused")).to_contain_text(WORDS["pl"].say("refusal.stale", seq=now))
    at([*pages, second], now)
    second.context.close()


def undo_together(pages: list[Page]) -> None:
    """A roll is taken back once all others agree."""
    page = until(pages, "roll")
    rolled = act(page)
    at(pages, rolled)
    page.locator("#undo button").tap()
    at(pages, rolled + 1)
    others = [other for other in pages if other is not page]
    for number, other in enumerate(others, rolled + 2):
        expect(other.locator(".ask")).to_be_visible()
        other.locator(".ask .go").tap()
        expect(other.locator("body")).not_to_have_attribute("data-seq", str(number - 1))
    at(pages, rolled + 1 + len(others) + 1)
    assert phase(page) == "roll"
    expect(page.locator(".ask")).to_have_count(0)


def kill(evening: Evening, server: subprocess.Popen[str], pages: list[Page], code: str) -> subprocess.Popen[str]:
    """The server dies while somebody has to keep dice."""
    page = turn_of(pages)
    assert phase(page) == "keep"
    before = seq(page)

    def keep() -> None:
        tick_each(page)
        page.locator(".bar .go").tap()

    again = kill_and_restart(evening, server, pages, page, keep)
    assert evening.types(code, before + 1) == ["keep"]
    return again


def play_to_the_end(pages: list[Page]) -> None:
    """Until nobody has to act any more: once more the app rolls, then real dice throw all others out."""
    page = until(pages, "roll")
    number = act(page)
    at(pages, number)
    checked(pages, number)
    for _ in range(60):
        if pages[0].locator("section.over").count():
            break
        page = turn_of(pages)
        at(pages, type_nazgul(page) if phase(page) == "roll" else act(page))
    for page in pages:
        expect(page.locator("section.over")).to_be_visible()
        expect(page.locator("#doubt")).to_be_hidden()


def type_nazgul(page: Page) -> int:
    """All dice show a Nazgûl; the entry it became."""
    before, dice = seq(page), page.locator("#real-roll fieldset").count()
    page.locator("#real-roll summary").tap()
    page.locator("#quick-roll").fill("n" * dice)
    page.locator(".quick button").tap()
    expect(page.locator("body")).not_to_have_attribute("data-seq", str(before))
    return seq(page)


def see_the_result(evening: Evening, pages: list[Page], code: str) -> None:
    """Who won, the journal verified, the dice counted, and the same file from the page as from the command line."""
    store = ("--store", evening.store)
    over = json.loads(evening.run("show", code, "--json", *store))["outcome"]
    evening.run("export", code, "--out", evening.folder / "export.jsonl", *store)
    report = json.loads(evening.run("verify", code, "--json", *store))
    assert report["ok"] is True
    names = dict(zip(SEATS, NAMES, strict=True))
    winners = [names[seat] for seat in over["winners"]]
    for page in pages:
        page.locator("section.over a.button.go").tap()
        page.wait_for_url(re.compile("/result$"))
        for name in winners:
            expect(page.locator("section.over")).to_contain_text(name)
        expect(page.locator(".verdict.good")).to_be_visible()
        expect(page.locator(".stats table")).to_have_count(5)
    for page in pages[:2]:
        log = page.context.new_page()
        log.goto(page.url.replace("/result", "/log"))
        expect(log.locator('[data-draw][data-checked="yes"]')).to_have_count(report["drawn"])
        expect(log.locator("[data-draw]")).to_have_count(report["drawn"])
        log.close()
    with pages[0].expect_download() as download:
        pages[0].locator(".report a[download]").tap()
    exported = (evening.folder / "export.jsonl").read_bytes()
    assert Path(download.value.path()).read_bytes() == exported
    entries = [json.loads(line) for line in exported.splitlines()]
    assert [entry["seq"] for entry in entries] == list(range(len(entries)))


def read_from_paper(path: Path) -> set[str]:
    """What the QR codes of a printed sheet say."""
    with pypdfium2.PdfDocument(path) as document:
        return {text for page in document for text in read(page.render(scale=3).to_pil())}


# --- seats -----------------------------------------------------------------------------------------------------------


@pytest.mark.tier("exhaustive")
def test_a_seat_tapped_by_two_phones_goes_to_one(tables, phones):
    """Both tap the same free seat: one has it, the other is told and sees who does."""
    code, _ = tables.table()
    address = f"{tables.server.address}/{code}"
    quick, slow = phones.take(address), phones.take(address, lang="uk")
    held = Held(slow, "**/join")
    slow.locator(".chair", has_text="Ania").tap()
    held.until_sent()
    quick.locator(".chair", has_text="Ania").tap()
    expect(quick.locator(".seat.mine b")).to_have_text("Ania")
    held.go()
    expect(slow.locator("#refused")).to_contain_text("TB-SEAT-2")
    expect(slow.locator("#refused")).to_be_in_viewport()
    expect(slow.locator(".seat.mine")).to_have_count(0)
    expect(slow.locator(".chair", has_text="Ania")).to_have_count(0)


# --- without script --------------------------------------------------------------------------------------------------


@pytest.mark.tier("exhaustive")
def test_a_turn_without_script(tables, phones):
    """Taking a seat, a refusal with its rule, typed dice, rolls, keeping, and the symbols: forms alone."""
    code, _ = tables.table("sam", "merry", "pippin")
    page = phones.take(f"{tables.server.address}/{code}", lang="ru", java_script_enabled=False)
    follow(page, ".chair")
    expect(page.locator(".seat.mine b")).to_have_text("Ania")
    page.locator("#real-roll summary").tap()
    for die in page.locator("#real-roll fieldset").all():
        die.locator("label").first.tap()
    follow(page, "#real-roll .go")
    expect(page.locator(".tray input")).to_have_count(5)
    follow(page, ".bar .go")
    refused = page.locator("#refused")
    expect(refused).to_contain_text(WORDS["ru"].say("refusal.keep_nothing"))
    follow(page, "#refused a.rule")
    expect(page.locator("#rule")).to_contain_text("DG-ROLL-2")
    follow(page, ".top .name a")
    for _ in range(12):
        now = phase(page)
        if now == "keep":
            tick_each(page)
        follow(page, ".bar .go")
        if now == "resolve":
            break
    expect(page.locator(".seat.on b")).to_have_text("Bo")
    expect(page.locator("noscript a")).to_be_visible()
    types = [json.loads(line)["type"] for line in page.context.request.get(f"{page.url}/journal").text().splitlines()]
    assert types.count("resolve") == 1


def follow(page: Page, what: str) -> None:
    """Tap what leads to another page, and be there."""
    with page.expect_navigation():
        page.locator(what).tap()


# --- plain http and https-like ---------------------------------------------------------------------------------------


@pytest.mark.tier("exhaustive")
def test_a_plain_page_in_the_network(path, store, phones):
    """Plain http under a name: no service worker, no wake lock, and a whole turn all the same."""
    server = Server(lambda: SqliteStore(path), hosts=Hosts(names=frozenset({"tracker.test"})))
    try:
        code = begin_table(store, "frodo", "sam")
        play_a_plain_turn(phones.take(f"http://tracker.test:{server.port}/{code}", **PLAIN))
    finally:
        server.stop()


PLAIN: dict[str, Any] = {"lang": "uk", "is_mobile": True, "workers": True}


@pytest.mark.tier("exhaustive")
def test_a_plain_page_of_a_server_in_the_network(evening, phones):
    """So at an address of the network that a process with `--lan` has shown."""
    with closing(SqliteStore(evening.store)) as store:
        code = begin_table(store, "frodo", "sam")
    child, terminal = evening.serve(code, "--lan", "--name", "", "--port", 0)
    (address,) = read(shown(blocks_of(terminal.text), 0))
    if urlsplit(address).hostname == "127.0.0.1":  # a machine without network
        child.kill()
        port = own_port()
        _, terminal = evening.serve(code, "--port", port, "--address", f"http://tracker.test:{port}")
        address = f"http://tracker.test:{port}/{code}"
    play_a_plain_turn(phones.take(address, **PLAIN))


def play_a_plain_turn(page: Page) -> None:
    """What a page without a secure context lacks; then a seat, words, a roll, a keep, the symbols."""
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'wakeLock' in navigator]") == [False] * 3
    page.locator("#phone summary").tap()
    expect(page.locator("#awake-none")).to_be_visible()
    expect(page.locator("#awake")).to_be_hidden()
    page.locator(".chair", has_text="Ania").tap()
    expect(page.locator("#act")).to_be_attached()
    add_luck([page])
    until([page], "keep")
    checked([page], seq(page))
    until([page], "resolve")
    act(page)
    expect(page.locator(".seat.on b")).to_have_text("Bo")


@pytest.mark.tier("exhaustive")
def test_an_app_on_loopback(path, store, phones):
    """Installable; without the server the last page opens, says that it may be old, and keeps a move for its return."""
    server = Server(lambda: SqliteStore(path))
    code, frodo = Tables(server, store).table("frodo")
    page = phones.take(f"{server.address}/{code}", cookies=frodo["frodo"].cookies, workers=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    tools = page.context.new_cdp_session(page)
    manifest = tools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    failures = {error["errorId"] for error in tools.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert failures <= {"in-incognito"}  # contexts of tests are
    page.reload()
    expect(page.locator("#people")).to_contain_text("Ania")
    server.stop()
    page.reload()
    expect(page.locator(".seat.mine b")).to_have_text("Ania")
    expect(page.locator("#link")).to_be_visible()
    before = seq(page)
    page.locator(".bar .go").tap()
    expect(page.locator("#waiting")).to_be_visible()
    again = Server(lambda: SqliteStore(path), port=server.port)
    try:
        at([page], before + 1)
        expect(page.locator("#waiting")).to_be_hidden()
        assert len(store.since(code, before + 1).lines) == 1
    finally:
        again.stop()


# --- what a phone loads ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", sample(LANGUAGES, "uk"))
def test_the_first_page_is_light(tables, phones, lang):
    """The table's page with style, script, signs and manifest, as bytes of the network."""
    code, frodo = tables.table("frodo")
    page = phones.take(lang=lang)
    address = tables.server.address
    page.context.add_cookies(
        [{"name": name, "value": value, "url": address} for name, value in frodo["frodo"].cookies.items()]
    )
    loaded: dict[str, int] = {}

    def note(request: Request) -> None:
        path = urlsplit(request.url).path
        if not path.endswith(("/live", "/journal", ".woff2")):  # the type comes when the page stands, once a year
            loaded[path] = request.sizes()["responseBodySize"]

    page.on("requestfinished", note)
    page.goto(f"{address}/{code}")
    expect(page.locator("#people")).to_contain_text("Ania")
    for path in ("/icon.svg", "/manifest.webmanifest"):
        loaded[path] = len(page.context.request.get(address + path).body())
    assert {f"/{code}", "/static/tracker.css", "/static/tracker.js", "/static/proof.js"} <= set(loaded)
    assert sum(loaded.values()) < LIGHTEST, loaded


# --- what is ticked --------------------------------------------------------------------------------------------------


def test_the_chances_follow_what_is_ticked(tables, phones):
    """Nothing ticked: what is best is asked for; one die of each symbol: the line of that keep."""
    code, _ = tables.table()
    page = phones.take(f"{tables.server.address}/{code}")
    page.locator(".chair", has_text="Ania").tap()
    page.locator(".bar .go").tap()
    line, win = (page.locator(".odds summary").nth(at).locator("span:visible") for at in range(2))
    expect(page.locator("#act .tray input")).to_have_count(5)
    tick(page, [False] * 5)  # a Nazgûl is ticked from the start
    expect(line).to_contain_text("Which dice are best for")
    expect(win).to_contain_text("Which dice are best for the win")
    tick_each(page)
    kept = ",".join(page.locator("#act input:checked").evaluate_all("all => all.map((box) => box.value)"))
    expect(line).to_have_attribute("data-ticked", kept)
    expect(line).to_contain_text(re.compile("Next roll: Ring|That ends the rolls"))
    expect(win).to_have_attribute("data-ticked", kept)
    expect(win).to_contain_text("To win")
    tick(page, [False] * 5)
    expect(line).to_contain_text("Which dice are best for")
