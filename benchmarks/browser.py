"""The folder of `companion site` in Chromium, in figures: python benchmarks/browser.py [--slowed] [--folder FOLDER]

Download, starts, taps, prints, memory; each figure beside its goal. --slowed: the page's processes are stopped three of
four moments, as on a slow phone. --folder: one that was built already, else it is built first. Each step is read back
from the journal that the device has kept.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Frame

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.browser import build
from companion.games import GAMES
from companion.play.game.bots import any_action
from tests.browser.site import TABLE, Device, Host, Played, built
from tests.walks import setups
from tests.web.browser import chromium

STEPS = 30  # of each game
REST_S = 10  # in which a browser lets go of what a page no longer needs
NAMES = ("Ann", "Ben")
BEAT_S = 0.010  # three of these stopped, one running
FIELDS = {  # the app holds all cards
    "wotr": {"variant": "full", "option.real_cards": "false"},
    "wotrcards": {"variant": "duel", "option.real_cards": "false", "seat.0": "gandalf", "seat.1": "witch-king"},
}
WATCH = """() => {
  if (window.watched) return;
  window.watched = true;
  addEventListener("click", () => { window.tapped = performance.now(); }, true);
  new MutationObserver(() => { window.took = performance.now() - window.tapped; })
    .observe(document.body, { attributes: true, attributeFilter: ["data-seq"] });
}"""


class Report:
    """Figures beside their goals."""

    def __init__(self, slowed: bool) -> None:
        self.slowed = slowed

    def say(self, what: str, figure: float, unit: str, goal: float | None = None, slow: float | None = None) -> None:
        """goal: at full speed; slow: when slowed."""
        wanted = (slow if self.slowed else goal) or 0
        says = "" if not wanted else f"   goal {wanted:g} {unit}{'' if figure <= wanted else '   MISSED'}"
        print(f"  {what:<46}{figure:>9.2f} {unit}{says}", flush=True)


def renderers() -> list[int]:
    """Processes of browsers of this one that run pages and their workers."""
    parents, found = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return [pid for pid in found if os.getpid() in ancestors(pid, parents)]


def ancestors(pid: int, parents: Mapping[int, int]) -> Iterator[int]:
    """Who started it, who started that one, and so on."""
    while (pid := parents.get(pid, 0)) > 1:
        yield pid


@contextmanager
def stopped(slowed: bool) -> Iterator[None]:
    """Meanwhile pages and workers run one of four moments, those that are new within a second."""
    if not slowed:
        yield
        return
    end = threading.Event()

    def run() -> None:
        while not end.is_set():
            pids = renderers()
            for _ in range(25):
                send(pids, signal.SIGSTOP)
                time.sleep(3 * BEAT_S)
                send(pids, signal.SIGCONT)
                time.sleep(BEAT_S)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


def send(pids: Sequence[int], word: signal.Signals) -> None:
    """To all that are still there."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, word)


def memory(pids: list[int]) -> float:
    """MB that these processes have for themselves and their share of what they have with others."""
    total = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
            total += int(line.split()[1]) if line.startswith("Pss:") else 0
    return total / 1024


def started(device: Device, path: str) -> float:
    """Seconds from asking for that address until its page is there."""
    begun = time.perf_counter()
    device.page.goto(device.address + path, wait_until="commit")
    device.ready()
    if path != "/":
        device.frame(r"/(\?plain)?$")
    return time.perf_counter() - begun


def chosen(played: Played, rng: random.Random) -> Any:
    """A legal action, None at the end."""
    legal = played.game.rules.legal(played.state)
    if not legal:
        return None
    choose = getattr(setups(played.game.id), "choose", None)
    return choose(rng, legal) if choose else any_action(rng, played.state, legal)


def taps(played: Played) -> list[float]:
    """Milliseconds from the last touch of each step until the page shows it."""
    rng, found = random.Random(3), []
    for _ in range(STEPS):
        act = chosen(played, rng)
        if act is None:
            break
        played.hold(act.seat)
        played.device.frame(TABLE).evaluate(WATCH)
        played.step(act)
        took = played.device.frame(TABLE).evaluate("window.took")
        found += [took] if took else []  # a page that came anew was not touched
    return found


def printed(device: Device, game: str, kind: str) -> float:
    """Seconds from the button of a print to its files, once the page shows the faces."""
    device.page.goto(f"{device.address}/print/{game}")
    device.ready()
    frame = device.frame(f"/print/{game}")
    frame.select_option("[name=kind]", kind)
    frame.wait_for_timeout(300)  # the page waits a little for more of the form
    until(device, frame, "document.querySelector('#faces').ariaBusy !== 'true'")
    begun = time.perf_counter()
    frame.click("#print button.go")
    until(device, frame, "Boolean(document.querySelector('#result a[download]'))")
    return time.perf_counter() - begun


def until(device: Device, frame: Frame, truth: str) -> None:
    """Wait for that in the frame."""
    while not frame.evaluate(truth):
        device.page.wait_for_timeout(20)


def downloads(folder: Path) -> tuple[float, ...]:
    """MB over the line to play, more for the first print, and more for the first one in saver ink."""
    packed = {path: len(gzip.compress(path.read_bytes(), 9)) for path in folder.rglob("*") if path.is_file()}
    later = [packed[folder / address[1:]] for address in build.LATER]
    return (sum(packed.values()) - sum(later)) / 1e6, *(size / 1e6 for size in later)


def measured(device: Device, report: Report, slowed: bool) -> None:
    """Every figure of the browser."""
    with stopped(slowed):
        report.say("first visit, from a host on this machine", started(device, "/"), "s")
        report.say("start from kept memory", started(device, "/play"), "s", 2, 4)
        report.say("plain start", started(device, "/play?plain"), "s", 10)
    for game in GAMES:
        device.page.goto(f"{device.address}/play")
        device.ready()
        played = Played(device, game, NAMES, **FIELDS.get(game, {}))
        with stopped(slowed):
            found = taps(played)
        if game == "dice":
            report.say("a tap, dice: the first roll", found[0], "ms", 100, 300)
        report.say(f"a tap, {game}: median of {len(found)}", median(found), "ms", 100, 300)
        report.say(f"a tap, {game}: 95 of 100 under", quantiles(found, n=20)[-1], "ms")
    report.say("memory of pages and workers (PSS), playing", memory(renderers()), "MB", 650, 650)
    device.page.wait_for_timeout(REST_S * 1000)
    report.say(f"the same after {REST_S} s of rest", memory(renderers()), "MB")
    with stopped(slowed):
        report.say("route sheets printed", printed(device, "dice", "sheets"), "s", 5, 20)
        report.say("110 cards printed", printed(device, "wotr", "cards"), "s", 10)
    report.say("memory of pages and workers (PSS), printing", memory(renderers()), "MB", 450, 450)
    report.say("of it Python's", device.page.evaluate("companion.heap") / 2**20, "MB")


def main() -> int:
    reader = argparse.ArgumentParser(description="The folder of `companion site` in Chromium, in figures.")
    reader.add_argument("--slowed", action="store_true", help="stop the page's processes three of four moments")
    reader.add_argument("--folder", type=Path, help="one that was built already")
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = given.folder or built(Path(name))
        report = Report(given.slowed)
        print("in the browser", flush=True)
        play, press, inks = downloads(folder)
        report.say("download to play and to check", play, "MB", 9, 9)
        report.say("more for the first print", press, "MB", 3, 3)
        report.say("more for the first one in saver ink", inks, "MB")
        host = Host(folder)
        with chromium() as browser:
            measured(Device(browser, host.address), report, given.slowed)
        host.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
