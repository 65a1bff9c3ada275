"""What can go wrong with the folder in a browser: each is said with a way out, and no step that was kept is lost."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, expect, sync_playwright

from companion.browser import build
from tests.browser.shell_scripts import STEP
from tests.browser.site import EVERYTHING, Handler, another_build
from tests.browser.tabs import BEGUN, PROOF, again, begin, frame, ready, seq, step, troubled
from tests.tiers import sample
from tests.web.browser import PATIENCE, WAITS, chromium_path

ARGS = ("--no-sandbox", "--host-resolver-rules=MAP tracker.test 127.0.0.1")
TYPELESS = (".mjs", ".wasm", ".webmanifest", ".woff2", ".webp")
NO_ROOM = """() => {
  self.write = FileSystemSyncAccessHandle.prototype.write;
  FileSystemSyncAccessHandle.prototype.write = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
ROOM = "() => { FileSystemSyncAccessHandle.prototype.write = self.write; }"
NO_STORAGE = b"delete StorageManager.prototype.getDirectory;\n"
SPOIL_TABLES = """async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("tables");
  const put = async (name, data) => {
    const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await file.write(data);
    await file.close();
  };
  const text = await (await (await folder.getFileHandle("0")).getFile()).text();
  await put("50", text.replace(/"id": "[a-z]{6}/, '"id": "zzzzzz').replace('"format": 1', '"format": 2'));
  await put("51", "{" + text);
}"""
SPOIL_MEMORY = """async (part) => {
  const store = await caches.open("companion-memory");
  const [key] = await store.keys();
  const answer = await store.match(key), memory = new Uint8Array(await answer.arrayBuffer());
  memory.fill(7, memory.length * part, memory.length * part + 4e6);
  await store.put(key, new Response(memory, answer));
}"""


class Failing(Handler):
    """The folder behind a host that may break off, mix builds, or know no types."""

    server: Host

    def do_GET(self) -> None:  # noqa: N802
        path = self.path.partition("?")[0]
        self.server.asked.append(path.removeprefix(self.server.at))
        self.server.left -= 1
        if self.server.left < 0:
            self.close_connection = True
        else:
            super().do_GET()

    def guess_type(self, path: Any) -> str:
        plain = self.server.typeless and str(path).endswith(TYPELESS)
        return "application/octet-stream" if plain else super().guess_type(path)


class Host(ThreadingHTTPServer):
    """left: answers until it breaks off. at: path of the folder. changed: other files in place of its own."""

    daemon_threads = True

    def __init__(self, folder: Path, at: str = "") -> None:
        self.folder, self.at = folder, at
        super().__init__(("127.0.0.1", 0), partial(Failing, directory=str(folder)))
        self.left, self.typeless = 10**6, False
        self.asked: list[str] = []
        self.changed: dict[str, bytes] = {}
        self.name = f"http://localhost:{self.server_port}"
        Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Of the folder."""
        return self.name + self.at

    def handle_error(self, *_: object) -> None:
        """Browsers break off, too."""

    def stop(self) -> None:
        self.shutdown()
        self.server_close()


@pytest.fixture(scope="module")
def open_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., BrowserContext]]:
    """A browser that keeps what it is given in a folder."""
    with sync_playwright() as playwright:

        def call(folder: Path | None = None) -> BrowserContext:
            context = playwright.chromium.launch_persistent_context(
                folder or tmp_path_factory.mktemp("browser"),
                executable_path=chromium_path(),
                args=ARGS,
                viewport={"width": 360, "height": 740},
                locale="de-AT",
            )
            context.set_default_timeout(WAITS)
            return context

        yield call


@pytest.fixture(scope="module")
def browser(open_browser: Callable[..., BrowserContext]) -> Iterator[BrowserContext]:
    """One in which the tests of this file that are not exhaustive go on with each other's table."""
    found = open_browser()
    yield found
    found.close()


@pytest.fixture(scope="module", params=sample(["", "/a/b"], ""))
def host(site_folder: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Host]:
    """Of a copy of the folder, of which another build may be made."""
    folder = tmp_path_factory.mktemp("host") / "site"
    shutil.copytree(site_folder, folder)
    found = Host(folder, request.param)
    yield found
    found.stop()


def put_another_build(folder: Path, **files: bytes) -> None:
    """See `another_build`."""
    for path, data in another_build(folder, **files).items():
        (folder / path[1:]).write_bytes(data)


# --- the folder comes


def test_a_page_without_a_service_worker_says_what_to_do(browser: BrowserContext, host: Host) -> None:
    """Plain http under another name than localhost; in a phone's language that has no texts English is shown."""
    page = browser.new_page()
    page.add_init_script("Object.defineProperty(navigator, 'languages', { value: ['eo', 'eo-XX'] })")
    page.goto(host.address.replace("localhost", "tracker.test"))
    troubled(page, "no-worker")
    page.click("#to-play")
    expect(page.locator("#trouble-no-worker")).to_contain_text("Open the address with https")
    page.close()


@pytest.mark.tier("exhaustive")
def test_every_page_is_found_at_the_root_of_a_host(browser: BrowserContext, site_folder: Path, tmp_path: Path) -> None:
    """At the first visit, too, and where Python does not start."""
    shutil.copytree(site_folder, tmp_path / "site")
    put_another_build(tmp_path / "site", worker=b"throw new Error();\n")
    host = Host(tmp_path / "site")
    page = browser.new_page()
    page.goto(f"{host.address}/print/dice?kind=tiles")
    expect(page.locator("#trouble-failed")).to_be_visible()
    assert page.url == f"{host.address}/print/dice?kind=tiles"
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL") == f"{host.address}/sw.js"
    page.reload()
    expect(page.locator("#frame")).to_be_visible()
    page.close()
    host.stop()


@pytest.mark.tier("exhaustive")
def test_a_first_visit_goes_on_where_it_broke_off(browser: BrowserContext, host: Host) -> None:
    """A host that breaks off, one that mixes two builds, and one that knows few types of files."""
    page = browser.new_page()
    host.left = 40
    page.goto(host.address)
    troubled(page, "interrupted")
    host.left, host.asked, host.typeless = 10**6, [], True
    host.changed = {"/static/worker.js": b"of another build"}
    page.click("#again")
    troubled(page, "mixed")
    host.changed = {}
    again(page, lambda: page.click("#mixed-again"))
    troubled(page)
    assert not [path for path in host.asked if path.startswith("/engine/") and path not in build.LATER]
    page.close()


# --- a table goes on


@pytest.mark.tier("exhaustive")
def test_a_step_without_room_is_said_and_goes_on(browser: BrowserContext, host: Host) -> None:
    """Nothing that was kept is lost; a worker that dies is told of, and comes back."""
    page = browser.new_page()
    page.goto(host.address)
    ready(page)
    begin(page)
    kept = step(page)
    python = next(one for one in page.workers if "worker.js" in one.url)
    python.evaluate(NO_ROOM)
    frame(page, BEGUN).evaluate(STEP)
    troubled(page, "full")
    expect(page.locator("#saved-unkept")).to_be_visible()
    assert seq(page) == kept
    python.evaluate(ROOM)
    frame(page, BEGUN).evaluate("document.getElementById('send').click()")
    expect(page.locator("#trouble-full")).to_be_hidden()
    for _ in range(PATIENCE * 50):
        if seq(page) > kept:
            break
        page.wait_for_timeout(20)
    kept = step(page)
    python.evaluate("self.close()")
    troubled(page, "failed")
    again(page, lambda: page.click("#retry"))
    assert seq(page) == kept
    page.close()


@pytest.mark.tier("exhaustive")
def test_a_folder_that_is_moved_keeps_its_tables(
    open_browser: Callable[..., BrowserContext], site_folder: Path
) -> None:
    """On the same host, without a network, too."""
    host = Host(site_folder, "/a/b")
    context = open_browser()
    page = context.new_page()
    page.goto(host.address)
    ready(page)
    path = begin(page)
    kept = step(page)
    host.at = "/c"
    page.goto(host.address + path)
    ready(page)
    assert page.url == host.address + path
    assert seq(page) == kept
    kept = step(page)
    assert page.evaluate(EVERYTHING)
    host.left = 0
    page.reload()
    ready(page)
    troubled(page)
    assert seq(page) == kept
    context.close()
    host.stop()


@pytest.mark.tier("exhaustive")
def test_a_new_build_asks(browser: BrowserContext, host: Host) -> None:
    """Not taken, all stays, without a network, too; taken, the tables go on, without memory of the old one."""
    page = browser.new_page()
    page.goto(host.address)
    ready(page)
    path = begin(page)
    kept = step(page)
    old = page.evaluate(PROOF)
    put_another_build(host.folder, worker=b"self.another = true;\n")
    page.reload()
    ready(page)
    troubled(page, "update")
    host.left = 0
    page.reload()
    ready(page)
    assert seq(page) == kept
    assert page.evaluate(PROOF) == old
    host.left = 10**6
    kept = step(page)
    again(page, lambda: page.click("#update"))
    assert seq(page) == kept
    troubled(page)
    assert page.url == host.address + path
    assert [page.evaluate(PROOF) == old, len(page.evaluate(PROOF))] == [False, 1]
    page.close()


# --- what is rarer


def pid(profile: Path) -> int:
    """Of the browser that holds that folder."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if f"--user-data-dir={profile}".encode() in words and not any(word.startswith(b"--type=") for word in words):
            return int(process.name)
    raise AssertionError(profile)


@pytest.mark.tier("exhaustive")
def test_no_acknowledged_step_is_lost(open_browser: Callable[..., BrowserContext], host: Host, tmp_path: Path) -> None:
    """Neither by reloads while a step is under way nor by a killed browser."""
    context = open_browser(tmp_path)
    page = context.new_page()
    page.goto(host.address)
    ready(page)
    path = begin(page)
    for _ in range(5):
        kept = step(page)
        frame(page, BEGUN).evaluate(STEP)
        page.reload()
        ready(page)
        assert seq(page) in (kept, kept + 1)
    for _ in range(5):
        kept = step(page)
        os.killpg(os.getpgid(pid(tmp_path)), signal.SIGKILL)  # with all its processes, as where the power goes
        context = open_browser(tmp_path)
        page = context.new_page()
        page.goto(host.address)
        ready(page)
        page.goto(host.address + path)
        ready(page)
        assert seq(page) == kept
        troubled(page)
    context.close()


@pytest.mark.tier("exhaustive")
def test_files_of_tables_that_cannot_be_read_are_said(open_browser: Callable[..., BrowserContext], host: Host) -> None:
    """One of a newer format and a damaged one; all others are played on."""
    context = open_browser()
    page = context.new_page()
    page.goto(host.address)
    ready(page)
    path = begin(page)
    kept = step(page)
    page.goto(f"{host.address}/static/licences.txt")
    page.evaluate(SPOIL_TABLES)
    page.goto(host.address + path)
    ready(page)
    troubled(page, "newer", "damaged")
    assert seq(page) == kept
    assert step(page) > kept
    page.goto(f"{host.address}/play")
    ready(page)
    assert path in frame(page, "/$").content()
    page.goto(f"{host.address}/zzzzzz")
    ready(page)
    expect(page.frame_locator("iframe").locator("main")).to_contain_text("2")
    context.close()


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("part", [0, 0.25, 0.6])
def test_spoiled_memory_is_thrown_away(open_browser: Callable[..., BrowserContext], host: Host, part: float) -> None:
    """Whatever comes of it: the start after it, at the latest, is as good as the first."""
    context = open_browser()
    page = context.new_page()
    page.goto(host.address)
    ready(page)
    path = begin(page)
    kept = step(page)
    page.evaluate(SPOIL_MEMORY, part)
    page.goto("about:blank")
    for _ in range(2):
        page.close()
        page = context.new_page()
        with suppress(Error, AssertionError):  # the first may crash; what counts is the start after both
            page.goto(host.address + path)
            page.wait_for_timeout(8000)
            if page.evaluate("Boolean(window.companion)") and seq(page) == kept:
                break
    page.close()
    page = context.new_page()
    page.goto(host.address + path)
    ready(page)
    assert seq(page) == kept
    context.close()


@pytest.mark.tier("exhaustive")
def test_a_browser_that_keeps_nothing_plays_and_says_so(
    open_browser: Callable[..., BrowserContext], site_folder: Path, tmp_path: Path
) -> None:
    """Until the page is left."""
    shutil.copytree(site_folder, tmp_path / "site")
    put_another_build(tmp_path / "site", worker=NO_STORAGE)
    host = Host(tmp_path / "site")
    context = open_browser()
    page = context.new_page()
    page.goto(host.address)
    ready(page)
    troubled(page, "no-storage")
    begin(page)
    assert step(page) < step(page)
    context.close()
    host.stop()


@pytest.mark.tier("exhaustive")
def test_a_device_without_room_says_so_at_the_first_visit(
    open_browser: Callable[..., BrowserContext], host: Host
) -> None:
    """And takes the rest in once there is some."""
    context = open_browser()
    page = context.new_page()
    quota = context.new_cdp_session(page)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": host.name, "quotaSize": 3_000_000})
    page.goto(host.address)
    troubled(page, "no-room")
    quota.send("Storage.overrideQuotaForOrigin", {"origin": host.name})
    again(page, lambda: page.click("#room-again"))
    troubled(page)
    context.close()
