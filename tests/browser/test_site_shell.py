"""The folder as a person has it: the shell, its worker and its frame in Chromium, with the host and without it.

What CPython and the browser make alike is tried here too, as Python of the browser is started once for all of it.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from companion import games
from companion.content.load import load
from companion.games import GAMES
from companion.play.game.bots import any_action
from companion.play.journal import journal
from companion.play.report.verify import verify_journal
from companion.press import Job, made_files
from companion.press.shop import print_kinds
from tests.browser.inside import same
from tests.browser.site import INSIDE, TABLE, Device, Host, Played, another_build
from tests.browser.tabs import BEGUN, PROOF, again, begin, frame, seq, step, troubled
from tests.play.judges import sample as sample_files
from tests.play.judges import unlike
from tests.tiers import sample
from tests.two_worlds.hidden import SECRETS
from tests.walks import setups
from tests.web.browser import chromium
from tests.web.looks import Look
from tests.web.secrets_heard import Ear, Secret, around

JOURNALS = Path(__file__).parents[1] / "journals"
NAMES = ("Ann", "Богдан")
FIELDS = {
    "dice": {},
    "fellowship": {},
    "wotr": {"variant": "full", "option.real_cards": "false"},
    "wotrcards": {"variant": "duel", "option.real_cards": "false", "seat.0": "gandalf", "seat.1": "witch-king"},
}
WITHOUT_ODDS = {"option.odds": "false"}  # counted in a browser, the first ones take seconds
STEPS = {"dice": 4}  # in the usual tier
ALL_STEPS = 40
RELOADS = 2
TABLES = {game: list(setups(game).SETUPS.values()) for game in GAMES}
FIRST = {game: tables[0] for game, tables in TABLES.items()}
AT_TABLE = ("", "/log", "/result", "/table", "/now", "/drawn", "/heads")
PAGES = ("/", "/evenings", "/check")
ASKED_AFTER = 30  # steps of a table whose pages are asked for
PRINTS = {  # in the usual tier
    "fellowship": {"game": "fellowship", "kind": "tiles", "lang": "pl", "ink": "saver", "paper": "letter"},
}
TEXT = "address => fetch(address).then((found) => found.text())"
INKS = ("full", "saver", "grey")
Both = Callable[..., tuple[Any, Any]]


@pytest.fixture(scope="module")
def site_device(site_host: Host) -> Iterator[Device]:
    """A browser that has been at the folder once. In the end: it asked no other host, and nothing complained."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS", "1")
        with chromium() as browser:
            device = Device(browser, site_host.address)
            device.open("/play")  # the host has no such file
            yield device
            assert device.errors == []
            assert device.hosts == {site_host.name}
            assert device.workers > 0
            device.context.close()


def chosen(played: Played, rng: random.Random) -> Any:
    """A legal action as random play takes it."""
    legal = played.game.rules.legal(played.state)
    choose = getattr(setups(played.game.id), "choose", None)
    return choose(rng, legal) if choose else any_action(rng, played.state, legal)


class Heard(Ear):
    """What the frame was sent, without the journal that the test itself asks for."""

    def _finished(self, request: Request) -> None:
        if "/check/save/" not in request.url:
            super()._finished(request)


@pytest.mark.tier("exhaustive")
def test_no_two_tables_begin_alike_after_starts_from_kept_memory(site_device: Device, exhaustive: bool) -> None:
    """The first start went on with the very memory that it kept."""
    found = []
    for number in range(RELOADS):
        if number or exhaustive:
            site_device.open("/play")
        else:
            site_device.turn("play")
        played = Played(site_device, "dice", NAMES)
        found.append((played.code, journal.read_entry(played.lines[0], 0, journal.START).args["anchor"]))
    codes, anchors = zip(*found, strict=True)
    assert len({*codes}) == len({*anchors}) == RELOADS
    assert len(site_device.page.evaluate(PROOF)) == 1


def test_the_bar_says_who_is_next_and_whoever_plays_alone_is_never_asked(site_device: Device) -> None:
    """At a table nothing else stands above the page; its menu switches the language of all."""
    page = site_device.page
    for names, next_one in ((("Ann", "Bo"), "Bo"), (("Ann", "Ann"), "")):
        site_device.turn("play")
        played = Played(site_device, "fellowship", names, **WITHOUT_ODDS)
        assert site_device.covered() == bool(next_one)
        if not next_one:
            expect(page.locator("#bar")).to_be_hidden()
            continue
        played.hold(played.seats[0])
        expect(page.locator("#bar nav")).to_be_hidden()
        expect(page.locator("#hand-to")).to_have_text("")
        site_device.frame(TABLE).locator(".bar button.go").click()
        expect(page.locator("#hand-to")).to_have_text(next_one)
    frame = site_device.frame(TABLE)
    frame.locator("#menu summary").click()
    frame.locator(".langs a[lang=pl]").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.frame_locator("#frame iframe").locator("html")).to_have_attribute("lang", "pl")
    page.evaluate("localStorage.removeItem('lang')")


def test_the_licences_can_be_read(site_device: Device, site_host: Host) -> None:
    """Of this project, of the type and of what else lies in the folder: text, not the shell that answers elsewhere."""
    page = site_device.context.new_page()
    page.goto(f"{site_host.address}/static/licences.txt")
    said = page.inner_text("body")
    page.close()
    assert all(
        words in said for words in ("Pyodide (Mozilla Public License 2.0", "MIT License", "SIL OPEN FONT LICENSE")
    )


@pytest.mark.tier("exhaustive")
def test_prints_and_checks_find_their_way(site_device: Device) -> None:
    """Faces, files in an ink that has drawings of its own, and the user's own content; a journal is brought, its
    report shown.
    """
    device = site_device
    device.turn("print")
    device.frame("/print$").locator("a[href$='/print/dice']").click()
    frame = device.frame("/print/dice$")
    frame.locator("#faces figure").first.scroll_into_view_if_needed()
    expect(frame.locator("#faces figure img[src]")).not_to_have_count(0)
    frame.select_option("[name=kind]", "sheets")
    frame.select_option("[name=ink]", "saver")
    frame.locator("button.go").click()
    expect(frame.locator(".files li")).to_have_count(1)
    ((_, data),) = made_files(Job("dice", "sheets", "en", ink="saver", paper="a4"))
    with device.page.expect_download() as saved:
        frame.locator(".files a[download]").click()
    assert Path(saved.value.path()).read_bytes() == data
    device.turn("print")
    sheet = {"name": "cards.csv", "mimeType": "text/csv", "buffer": b"name,number\nA,2\n"}
    device.frame("/print$").locator("input[accept]").set_input_files([sheet])  # type: ignore[list-item]
    device.frame("/print/own").locator("[data-clear]").click()
    device.frame("/print$")
    device.turn("check")
    device.frame("/check$").locator("#file").set_input_files(JOURNALS / "dice" / "win.jsonl")
    expect(device.frame("/check/report$").locator(".verdict")).to_be_visible()


# --- a table goes on


def test_back_and_forward_find_every_page(site_device: Device, exhaustive: bool) -> None:
    """In the last tier after a reload, too."""
    page = site_device.page
    path = begin(page)
    frame(page, BEGUN).evaluate("document.querySelector('a[href$=\"/log\"]').click()")
    frame(page, "/log$").evaluate("document.querySelector('.name a').click()")
    frame(page, BEGUN)
    if exhaustive:
        site_device.again()
        frame(page, BEGUN)
    for way, expected in [("back", f"{path}/log"), ("back", path), ("forward", f"{path}/log")]:
        page.evaluate(f"setTimeout(() => history.{way}(), 0) && null")
        expect(page).to_have_url(site_device.address + expected)
        frame(page, f"{expected}$")


@pytest.mark.tier("exhaustive")
def test_a_table_goes_on_in_every_tab(site_device: Device, exhaustive: bool) -> None:
    """A second tab, which takes over; whoever lost it is told and emptied. In the last tier past the service worker."""
    context, first = site_device.context, site_device.page
    first.evaluate("document.getElementById('home').click()")  # of any other address this host knows nothing
    if exhaustive:
        again(first, lambda: context.new_cdp_session(first).send("Page.reload", {"ignoreCache": True}))
    path = begin(first)
    kept = step(first)
    second = context.new_page()
    second.goto(site_device.address + path)
    troubled(second, "second-tab")
    for taking, losing in [(second, first), (first, second)][: 2 if exhaustive else 1]:
        again(taking, lambda taking=taking: taking.click("#take-over"))  # type: ignore[misc]
        troubled(losing, "second-tab")
        assert [one.url for one in losing.frames[1:]] == ["about:blank"]
        assert seq(taking) == kept
        kept = step(taking)
    losing.close()
    site_device.page = taking


# --- CPython and the browser make the same: journals of random games, pages, printed files. Not the same: chance


@pytest.fixture(scope="module")
def both(site_device: Device) -> Iterator[Both]:
    """both(name, ...): what that function of same.py gives here, and in the browser."""
    page = site_device.context.new_page()
    page.goto(f"{site_device.address}/static/licences.txt")
    page.evaluate((INSIDE / "run.js").read_text("utf-8"), (INSIDE / "same.py").read_text("utf-8"))

    def run(name: str, *args: Any) -> tuple[Any, Any]:
        asked = json.loads(json.dumps(args))
        page.evaluate("([name, ...args]) => { window.found = run(name, ...args) }", [name, *asked])
        with ThreadPoolExecutor(1) as beside:  # the browser's driver has the event loop of this thread
            here = beside.submit(called, name, asked).result()
        return here, page.evaluate("window.found")

    yield run
    page.close()


def called(name: str, args: list[Any]) -> Any:
    """That function of same.py, as inside/run.js calls it."""
    found = getattr(same, name)(*args)
    return asyncio.run(found) if inspect.iscoroutine(found) else found


@pytest.mark.parametrize("game", sample(GAMES, "wotr"))
def test_random_games_end_with_the_same_hash(both: Both, game: str, exhaustive: bool) -> None:
    seeds = list(range(100 if exhaustive else 1))
    here, there = both("heads", game, TABLES[game], seeds)
    assert there == here
    assert len(set(here.values())) == len(seeds)


@pytest.mark.parametrize("game", sample(GAMES, "dice"))
def test_pages_of_tables_are_the_same(both: Both, game: str) -> None:
    tables = {game: FIRST[game]}
    asked = [*PAGES, *[f"{game} {path}" for game in tables for path in AT_TABLE]]
    here, there = both("pages", tables, asked, ASKED_AFTER)
    assert there == here
    assert list(here) == [f"200 {page}" for page in asked]


@pytest.mark.parametrize("game", sample(GAMES, *PRINTS))
def test_printed_files_are_the_same(both: Both, game: str, exhaustive: bool) -> None:
    every = [
        {"game": game, "kind": kind, "lang": lang, "ink": ink, "paper": paper}
        for ink, (lang, paper) in product(INKS, (("uk", "a4"), ("pl", "letter")))
        for kind in print_kinds(load(game))
    ]
    for job in every if exhaustive else [PRINTS[game]]:
        here, there = both("printed", [job])
        assert there == here


def test_the_check_page_judges_like_the_command_and_the_script(both: Both, exhaustive: bool) -> None:
    files = sample_files(100 if exhaustive else 10)
    here, there = both("reports", files)
    assert there == here
    differing = [said for lines, page in zip(files, there, strict=True) if (said := unlike(lines, page))]
    print(f"check page: {len(files)} tried, {len(differing)} differing")
    assert not differing


def test_chance_is_not_the_same(both: Both) -> None:
    here, there = both("random_numbers")
    assert not {*here} & {*there}


# --- the host changes, and goes


def test_a_new_build_asks(site_device: Device, site_host: Host, site_folder: Path) -> None:
    """Not taken, all stays, as the games after this one show, without the host, too."""
    page, old = site_device.page, site_device.page.evaluate(PROOF)
    site_host.changed.update(another_build(site_folder, worker=b"self.another = true;\n"))
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => null)")
    troubled(page, "update")
    assert page.evaluate(PROOF) == old
    assert page.evaluate(TEXT, f"{site_host.address}/static/worker.js").startswith("//")


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in STEPS else pytest.mark.tier("exhaustive")) for game in games.GAMES]
)
def test_a_game_is_played_with_the_host_and_without(
    site_device: Device, site_host: Host, game: str, exhaustive: bool
) -> None:
    """In the midst of the first the host is stopped and the page loaded anew; the journal that is saved is right.

    Nobody is sent a card that only another one may see; where nothing is hidden nobody has to take the device.
    """
    steps = ALL_STEPS if exhaustive else STEPS[game]
    device, rng = site_device, random.Random(2)
    device.turn("play")
    played = Played(device, game, NAMES, **FIELDS[game])
    ear = Heard(device.page)
    secrets = {seat: Secret(seat) for seat in played.seats} if game in SECRETS else {}
    plain, kept, told = {}, 0, 0
    for seat in secrets:
        played.hold(seat)
        device.frame(TABLE)
        plain[seat] = ear.heard()
        secrets[seat].follow(played)
    for number in range(steps):
        if number == steps // 2:
            device.leave_host(site_host)
        act = chosen(played, rng)
        played.hold(act.seat)
        played.step(act)
        if number == steps - 1:
            for page in ("log", "result"):
                frame = device.frame(f"/{played.code}")
                frame.evaluate("path => location.assign(path)", f"{device.address}/{played.code}/{page}")
                frame = device.frame(f"/{played.code}/{page}$")
        text = ear.heard()
        for secret in secrets.values():
            secret.follow(played)
        if act.seat in secrets:
            told += sum(card in text for card in secrets[act.seat].own)
            for card in secrets[act.seat].now:
                if card not in plain[act.seat]:
                    assert not (found := around(text, card)), (act.seat, card, found)
                    kept += 1
    assert min(kept, told) >= steps or not secrets
    if secrets:  # until its end the page of the table gives nobody what others hide
        device.turn("check")
        frame = device.frame("/check$")
    with device.page.expect_download() as saved:
        frame.locator(f'a[download][href*="{played.code}"]').click()
    assert Path(saved.value.path()).read_text("utf-8").splitlines() == played.lines
    assert verify_journal(played.lines, games.get, load).holds


@pytest.mark.tier("exhaustive")
def test_axe_finds_nothing(site_device: Device) -> None:
    """On the start page, the curtain, and the pages of printing and checking, in light and dark."""
    device, found = site_device, []

    def look(root: Any) -> None:
        seen = Look(root)
        for scheme, only in (("light", ()), ("dark", ("color-contrast",))):
            device.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found.extend(seen.violations(*only))
        device.page.emulate_media(color_scheme="light")

    device.page.goto(f"{device.address}/")
    device.ready()
    look(device.page)
    device.page.click("#to-play")
    Played(device, "wotr", NAMES, **FIELDS["wotr"])
    device.page.locator("#curtain").wait_for()
    look(device.page)
    device.page.goto(f"{device.address}/print?game=dice")
    device.ready()
    look(device.frame("/print"))
    device.page.click("#bar [data-way=check]")
    look(device.frame("/check$"))
    assert found == []
