"""The folder as a person has it: the shell, its worker and its frame in Chromium, with the host and without it."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from companion.games import GAMES
from companion.play.game.bots import any_action
from companion.play.journal import journal
from tests.browser.site import TABLE, Device, Host, Played
from tests.two_worlds.hidden import SECRETS
from tests.walks import setups
from tests.web.browser import chromium
from tests.web.looks import Look
from tests.web.secrets_heard import Ear, Secret, around

NAMES = ("Ann", "Богдан")
FIELDS = {
    "dice": {},
    "fellowship": {},
    "wotr": {"variant": "full", "option.real_cards": "false"},
    "wotrcards": {"variant": "duel", "option.real_cards": "false", "seat.0": "gandalf", "seat.1": "witch-king"},
}
STEPS = {"dice": 4, "wotr": 6}  # in the usual tier
ALL_STEPS = 40
RELOADS = 2


@pytest.fixture(scope="module")
def site_device(site_host: Host) -> Iterator[Device]:
    """A browser that has been at the folder once. In the end: it asked no other host, and nothing complained."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS", "1")
        with chromium() as browser:
            device = Device(browser, site_host.address)
            device.open()
            yield device
            assert device.errors == []
            assert device.hosts == {site_host.address}
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


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in STEPS else pytest.mark.tier("exhaustive")) for game in GAMES]
)
def test_a_game_is_played_with_the_host_and_without(
    site_device: Device, site_host: Host, game: str, exhaustive: bool, tmp_path: Path
) -> None:
    """In the midst of the first the host is stopped and the page loaded anew; the journal that is saved is right.

    Nobody is sent a card that only another one may see; where nothing is hidden nobody has to take the device.
    """
    steps = ALL_STEPS if exhaustive else STEPS[game]
    device, rng = site_device, random.Random(2)
    device.page.goto(f"{device.address}/play")
    device.ready()
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
                device.frame(f"/{played.code}").evaluate("path => location.assign(path)", f"/{played.code}/{page}")
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
        device.page.goto(f"{device.address}/check")
        device.ready()
        frame = device.frame("/check$")
    with device.page.expect_download() as saved:
        frame.locator(f'a[download][href*="{played.code}"]').click()
    path = tmp_path / "journal.jsonl"
    saved.value.save_as(path)
    assert path.read_text("utf-8").splitlines() == played.lines
    found = subprocess.run([sys.executable, "-m", "companion", "verify", str(path)], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr


def test_no_two_tables_begin_alike_after_starts_from_kept_memory(site_device: Device) -> None:
    found = []
    for _ in range(RELOADS):
        site_device.page.goto(f"{site_device.address}/play")
        site_device.ready()
        played = Played(site_device, "dice", NAMES)
        found.append((played.code, journal.read_entry(played.lines[0], 0, journal.START).args["anchor"]))
    codes, anchors = zip(*found, strict=True)
    assert len({*codes}) == len({*anchors}) == RELOADS
    kept = "(async () => (await (await caches.open('companion-memory')).keys()).length)()"
    assert site_device.page.evaluate(kept) == 1


def test_the_bar_says_who_is_next_and_whoever_plays_alone_is_never_asked(site_device: Device) -> None:
    """At a table nothing else stands above the page; its menu switches the language of all."""
    page = site_device.page
    for names, next_one in ((("Ann", "Bo"), "Bo"), (("Ann", "Ann"), "")):
        page.goto(f"{site_device.address}/play")
        site_device.ready()
        played = Played(site_device, "fellowship", names)
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


def test_axe_finds_nothing(site_device: Device) -> None:
    """On the start page, the curtain, and the pages of printing and checking, in light and dark."""
    device, found = site_device, []

    def look(root: Any) -> None:
        seen = Look(root)
        for scheme, only in (("light", ()), ("dark", ("color-contrast",))):
            device.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found.extend(seen.violations(*only))
        device.page.emulate_media(color_scheme="light")

    device.page.goto(device.address)
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
