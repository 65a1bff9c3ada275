"""The folder of `companion site` on a host of this machine, which can be stopped, and its pages in Chromium."""

from __future__ import annotations

import fcntl
import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Request, expect

from companion.browser import build, bundle, index_page
from companion.content.load import load
from companion.games import get
from companion.play.journal import journal
from companion.play.journal.replay import Replay
from tests.web.browser import PATIENCE, PHONE, WAITS, holds
from tests.web.taps import POINT, Finger, comes

INSIDE = Path(__file__).parent / "inside"  # what the tests run in a page


def built(top: Path, small: bool = True) -> Path:
    """The folder below `top`, written once however many processes ask for it.

    small: packed and drawn as the command does.
    """
    folder = top / "site"
    with (top / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "sw.js").exists():
            written = top / "site.new"
            with pytest.MonkeyPatch.context() as patch:
                if not small:
                    patch.setattr(bundle, "PRESET", 0)
                    patch.setattr(index_page, "FINER", 1)
                build._write_files(written, build._make_files(None))
            written.rename(folder)
    return folder


def another_build(folder: Path, **files: bytes) -> dict[str, bytes]:
    """What another build of that folder changes: something stands before those scripts, its service worker is new."""
    found = {
        f"/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    changed = {f"/static/{name}.js": before + found[f"/static/{name}.js"] for name, before in files.items()}
    kept = {path: data for path, data in (found | changed).items() if path not in (*build.NOT_KEPT, "/sw.js")}
    return {**changed, "/sw.js": build._service_worker(kept)}


class Handler(SimpleHTTPRequestHandler):
    """Files of the folder, those that the host has in their place, and the folder's 404.html for all others."""

    def do_GET(self) -> None:
        at: str = self.server.at  # type: ignore[attr-defined]
        changed: dict[str, bytes] = self.server.changed  # type: ignore[attr-defined]
        if at and self.path == at:
            self.send_response(301)
            self.send_header("Location", f"{at}/")
            self.end_headers()
            return
        inside = self.path.startswith(f"{at}/")
        self.path = self.path.removeprefix(at)
        path = self.path.partition("?")[0]
        if inside and path in changed:
            self._answer(200, self.guess_type(path), changed[path])
        elif inside and Path(self.translate_path(path)).exists():
            super().do_GET()
        else:
            self._answer(404, "text/html", Path(self.directory, "404.html").read_bytes())

    def _answer(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}  # noqa: RUF012

    def log_message(self, *said: object) -> None:
        """Nothing is printed."""


class Host:
    """A plain host of static files. address: of the folder, without a slash at its end.

    at: its path. changed: files in place of its own.
    """

    def __init__(self, folder: Path, handler: type[Handler] = Handler, at: str = "") -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
        self._server.daemon_threads = True
        self._running = True
        self.changed: dict[str, bytes] = {}
        self._server.changed = self.changed  # type: ignore[attr-defined]
        self._server.at = at  # type: ignore[attr-defined]
        self.name = f"http://localhost:{self._server.server_port}"
        self.address = self.name + at
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        """Nobody is answered any more."""
        if self._running:
            self._running = False
            self._server.shutdown()
            self._server.server_close()


# What the form of a new table is filled in with; by name, value.
FILL = """([game, fields]) => {
  const form = document.querySelector(`#new-${game} form`);
  document.querySelector(`#new-${game}`).open = true;
  for (const [name, value] of Object.entries(fields)) {
    const found = [...form.querySelectorAll(`[name="${name}"]`)];
    const one = found.find((one) => one.type === "radio" && one.value === value);
    if (one) one.checked = true;
    else found[0].value = value;
  }
  form.requestSubmit();
}"""
HAND_OVER = """() => {
  document.getElementById("hand-over").click();
  const curtain = document.getElementById("curtain");
  const { top, left, right, bottom } = curtain.getBoundingClientRect();
  return curtain.open && top <= 0 && left <= 0 && right >= innerWidth && bottom >= innerHeight;
}"""
EVERYTHING = """new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => done(data);
  navigator.serviceWorker.controller.postMessage("everything", [port2]);
})"""
TURN = "way => document.querySelector(`#bar [data-way=${way}]`).click()"
TABLE = r"/[a-z]{6}$"
SAVED = "async (address) => (await fetch(address)).text()"


class Device:
    """A browser that has the folder open: the shell, what is in its frame, who holds it.

    hosts: all that were asked for anything; errors: what scripts and the policy complained of.
    """

    def __init__(self, browser: Browser, address: str, **context: Any) -> None:
        self.address = address
        self.context = browser.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, accept_downloads=True, **context
        )
        self.context.set_default_timeout(WAITS)
        self.hosts: set[str] = set()
        self.errors: list[str] = []
        self.workers = 0  # requests of the service worker
        self.context.on("request", self._asked)
        self.context.on("console", lambda said: "Security Policy" in said.text and self.errors.append(said.text))
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.page = self.context.new_page()

    def _asked(self, request: Request) -> None:
        self.workers += request.service_worker is not None
        if not request.url.startswith(("data:", "blob:")):
            self.hosts.add("/".join(request.url.split("/")[:3]))

    def open(self, path: str = "/") -> None:
        """The shell at that address, once Python is there."""
        self.page.goto(self.address + path)
        expect(self.page.locator("#start")).to_be_attached()  # 404.html leads there
        self.ready()

    def turn(self, way: str) -> None:
        """The page of that way, by its link: Python goes on if it is there, and is not started anew."""
        self.page.evaluate(TURN, way)
        self.ready()

    def ready(self) -> None:
        """Wait until Python is there."""
        holds(self.page, "Boolean(window.companion)")

    def leave_host(self, host: Host) -> None:
        """Once every file is kept, the host is stopped and the page loaded anew."""
        assert self.page.evaluate(EVERYTHING)
        host.stop()
        self.again()

    def again(self) -> None:
        """Load the page anew."""
        self.page.reload()
        self.ready()

    def frame(self, ends: str) -> Frame:
        """The page in the frame, once its address ends like that and all of it is there."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            for frame in self.page.frames[1:]:
                if re.search(ends, frame.url) and frame.evaluate("document.readyState") == "complete":
                    return frame
            self.page.wait_for_timeout(10)
        raise AssertionError(f"no {ends} but {[frame.url for frame in self.page.frames]}")

    def hand_over(self) -> None:
        """The curtain falls at once; behind it the frame is emptied."""
        assert self.page.evaluate(HAND_OVER), "the curtain does not cover all"
        until = monotonic() + PATIENCE
        while self.page.frames[1].url != "about:blank" and monotonic() < until:
            self.page.wait_for_timeout(10)
        assert self.page.frames[1].url == "about:blank"

    def covered(self) -> bool:
        """Whether the curtain is down, once either it or a table is there."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            if self.page.locator("#curtain").is_visible():
                return True
            if any(re.search(TABLE, frame.url) for frame in self.page.frames[1:]):
                return False
            self.page.wait_for_timeout(10)
        raise AssertionError(f"no table but {[frame.url for frame in self.page.frames]}")

    def take(self, name: str) -> None:
        """Behind the curtain that player takes the device."""
        curtain = self.page.locator("#curtain")
        expect(curtain).to_be_visible()
        who = self.page.locator("#curtain-name")
        if who.is_visible() and who.inner_text() == name:
            self.page.click("#curtain-go")
        else:
            curtain.locator("#curtain-seats button", has_text=name).click()
        expect(curtain).to_be_hidden()

    def holds(self, name: str) -> bool:
        """That player holds it, or nothing is hidden."""
        held = self.page.locator("#hand")
        return not held.is_visible() or self.page.locator("#hand-name").inner_text() == name


class Touch(Finger):
    """A finger in the frame."""

    def _touch(self, region: str) -> None:
        spot = self.page.evaluate(POINT, region)
        assert spot, f"no finger can reach {region}"
        frame = self.page.frame_element().bounding_box()
        self.page.page.touchscreen.tap(spot[0] + frame["x"], spot[1] + frame["y"])


class Played:
    """A table begun on a device, and the journal of it as it stands there."""

    def __init__(self, device: Device, game: str, names: tuple[str, ...], **fields: str) -> None:
        self.device, self.game, self.content = device, get(game), load(game)
        start = device.frame("/$")
        named = {f"name.{number}": name for number, name in enumerate(names)}
        start.evaluate(FILL, [game, {**named, **fields}])
        holds(device.page, "/[/][a-z]{6}$/.test(location.pathname)")
        self.code = device.page.url[-6:]
        self.lines: list[str] = []
        self.follow()
        self.names = {seat["id"]: seat["name"] for seat in self.replay.header["seats"]}
        self.seats = list(self.names)

    def follow(self) -> None:
        """Read what the device has kept since."""
        lines = self.device.page.evaluate(SAVED, f"{self.device.address}/check/save/{self.code}").splitlines()
        for line in lines[len(self.lines) :]:
            if self.lines:
                last = self.replay.entries[-1]
                self.replay.feed(journal.read_entry(line, last.seq + 1, last.hash))
            else:
                self.replay = Replay(self.game, self.content, journal.read_entry(line, 0, journal.START))
            self.lines.append(line)

    @property
    def state(self) -> Any:
        """As it stands."""
        return self.replay.state

    def hold(self, seat: str) -> None:
        """Who plays that seat takes the device."""
        name = self.names[seat]
        if not self.device.covered():
            self.device.frame(TABLE)
            if self.device.holds(name):
                return
            self.device.hand_over()
        self.device.take(name)

    def step(self, act: Any) -> None:
        """Take it by the page of its seat, whose player holds the device."""
        frame = self.device.frame(TABLE)
        comes(frame, self.replay.entries[-1].seq)
        Touch(self.game, frame, act.seat).take(self.state, act)
        comes(frame, self.replay.entries[-1].seq + 1)
        self.follow()
