"""The app plays a seat where everything runs in the browser: it moves by itself, and its journal holds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.site import TABLE, Device, Host, Played
from tests.web.browser import chromium


@pytest.fixture
def device(site_host: Host) -> Iterator[Device]:
    """A browser that has been at the folder."""
    with chromium() as browser:
        device = Device(browser, site_host.address)
        device.open()
        yield device
        device.context.close()


GIVE = """([seat, bot]) => {
  const form = [...document.querySelectorAll("#bots form")].find((form) => form.querySelector("#bot-seat"));
  form.elements.seat.value = seat;
  form.elements.bot.value = bot;
  form.requestSubmit();
}"""
GAMES = {  # names, what the form is told, the bot's seat, the bot
    "dice": (("Ann", "Bo"), {}, "frodo", "good"),
    "wotr": (("Ann", "Bo"), {"variant": "full", "option.real_cards": "false"}, "fp", "good"),
}


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("game", GAMES)
def test_the_app_plays_a_seat_in_the_browser(device: Device, game: str, tmp_path: Path) -> None:
    names, fields, seat, bot = GAMES[game]
    device.page.goto(f"{device.address}/play")
    device.ready()
    played = Played(device, game, names, **fields)
    played.hold(seat)
    device.frame(TABLE).evaluate(GIVE, [seat, bot])
    for _ in range(400):
        played.follow()
        if played.replay.bots and any(entry.seq in played.replay.by_bots for entry in played.replay.entries):
            break
        device.page.wait_for_timeout(100)
    assert played.replay.bots == {seat: bot}
    assert played.replay.by_bots
    assert device.errors == []
    path = tmp_path / "journal.jsonl"
    path.write_text("".join(f"{line}\n" for line in played.lines), "utf-8")
    found = subprocess.run([sys.executable, "-m", "companion", "verify", str(path)], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
