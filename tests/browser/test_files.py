"""The files of a browser, in Chromium: what is written stays, one tab holds it, a kill or a full disk spoils none."""

import re
import subprocess
import sys

import pytest
from playwright.sync_api import sync_playwright

from benchmarks.browser_kill import heads, judged, line
from tests.browser.host import host
from tests.stores.common import ROOT
from tests.web.browser import chromium_path

PAGE = "<!doctype html><title>files</title><link rel=icon href=data:,><script type=module src=/page.js></script>"
PAGE_JS = """
const worker = new Worker("/worker.js", { type: "module" });
let answered;
worker.onmessage = ({ data }) => answered(data);
window.call = (...call) => new Promise((done) => { answered = done; worker.postMessage(call); });
"""
WORKER_JS = """
import { openFiles } from "/files.js";
let files;
const call = {
  open: async () => { files = await openFiles(); },
  until: async (count) => { while (files.names().length < count) await new Promise((done) => setTimeout(done, 5)); },
  text: (name) => new TextDecoder().decode(files.read(name)),
  put: (name, at, text) => files.write(name, at, new TextEncoder().encode(text)),
  fill: (name, at, count) => files.write(name, at, new Uint8Array(count)),
  many: (count) => { for (; count; count--) files.write(files.spare(), 0, new Uint8Array(1)); },
  half: (name, at, text) => {
    const { write } = FileSystemSyncAccessHandle.prototype;
    FileSystemSyncAccessHandle.prototype.write = function (data, how) { return write.call(this, data.slice(2), how); };
    try { call.put(name, at, text); } finally { FileSystemSyncAccessHandle.prototype.write = write; }
  },
  names: () => files.names(),
  spare: () => files.spare(),
  close: () => files.close(),
};
self.onmessage = async ({ data: [name, ...args] }) => {
  try {
    postMessage((await call[name](...args)) ?? null);
  } catch (error) {
    postMessage(`${error.constructor.name} ${error.code} ${error.name}`);
  }
};
"""
HELD, NONE = "FilesError second-tab Error", "FilesError no-storage Error"
NO_ROOM = "QuotaExceededError"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """One with a folder of its own: only such a one counts the room that files take."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=chromium_path(),
            args=["--no-sandbox", "--host-resolver-rules=MAP tracker.test 127.0.0.1"],
        )
        yield found
        found.close()


@pytest.fixture
def address():
    """An origin without files."""
    with host({"/": PAGE, "/page.js": PAGE_JS, "/worker.js": WORKER_JS}) as found:
        yield found


@pytest.fixture
def tab(browser, address):
    """Opens a page."""
    pages = []

    def take(address=address):
        pages.append(browser.new_page())
        pages[-1].goto(address)
        pages[-1].wait_for_function("window.call")
        return pages[-1]

    yield take
    for page in pages:
        page.close()


def call(page, *args):
    return page.evaluate("args => window.call(...args)", [*args])


def test_what_is_written_is_there_after_a_reload(tab):
    """At the end, from a byte on, or nothing any more; an emptied file is a spare one, and spare ones are made anew."""
    page = tab()
    assert call(page, "open") is None
    first, second = (str(n) for n in range(2))
    assert call(page, "names") == [str(n) for n in range(8)]
    assert call(page, "spare") == first
    assert call(page, "put", first, 0, "zażółć\n") is None
    assert call(page, "spare") == second
    call(page, "put", second, 0, "gone")
    call(page, "put", first, 11, "gęślą")
    call(page, "put", first, 11, "jaźń")
    call(page, "put", second, 0, "")
    call(page, "until", 10)
    page.reload()
    assert call(page, "open") is None
    assert [call(page, "text", name) for name in (first, second)] == ["zażółć\njaźń", ""]
    assert call(page, "spare") == second
    assert call(page, "many", 20).endswith("NotReadableError")
    call(page, "until", 18)
    assert call(page, "many", 8) is None


def test_only_one_tab_holds_the_files(tab):
    """A second one is told, however it begins, and has them as soon as the first lets go."""
    both = [tab(), tab()]
    for page in both:
        page.evaluate("void (window.opened = window.call('open'))")
    told = [page.evaluate("window.opened") for page in both]
    assert sorted(told, key=str) == [HELD, None]
    holder, waiting = both if told[0] is None else both[::-1]
    call(holder, "put", "0", 0, "mine")
    waiting.evaluate("void (window.opened = window.call('open'))")
    call(holder, "close")
    assert waiting.evaluate("window.opened") is None
    assert call(waiting, "text", "0") == "mine"


def test_a_write_without_room(tab, address):
    """Is refused whole; what stands there can be read, and is there after a reload; with room again play goes on."""
    page = tab()
    call(page, "open")
    call(page, "put", "0", 0, "kept\n")
    cdp = page.context.new_cdp_session(page)
    quota = {"origin": address.rstrip("/"), "quotaSize": 100_000}
    cdp.send("Storage.overrideQuotaForOrigin", quota)
    assert NO_ROOM in call(page, "fill", "0", 5, 9_000_000)
    assert call(page, "text", "0") == "kept\n"
    assert NO_ROOM in call(page, "fill", call(page, "spare"), 0, 9_000_000)
    assert call(page, "spare") == "1"
    cdp.send("Storage.overrideQuotaForOrigin", {"origin": quota["origin"]})
    assert call(page, "half", "0", 5, "more\n").endswith(NO_ROOM)
    assert call(page, "text", "0") == "kept\n"
    assert call(page, "put", "0", 5, "more\n") is None
    page.reload()
    call(page, "open")
    assert call(page, "text", "0") == "kept\nmore\n"


def test_plain_http_offers_no_files(tab, address):
    """Over plain http of another machine there are none."""
    assert call(tab(address.replace("localhost", "tracker.test")), "open") == NONE


# --- a kill (benchmarks/browser_kill.py) -----------------------------------------------------------------------------


@pytest.mark.tier("exhaustive")
def test_nothing_is_lost_when_the_browser_is_killed():
    """Three times, while it writes."""
    words = [sys.executable, ROOT / "benchmarks" / "browser_kill.py", "--times", "3"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, ""), done
    told = re.match(r"3 kills, ([\d,]+) lines acknowledged: lost 0, torn 0\n", done.stdout)
    assert int(told[1].replace(",", "")) > 20


@pytest.mark.parametrize(
    ("told", "stands", "found"),
    [
        (2, "{0}\n{1}\n", (2, 0, 0, 0, 0)),
        (1, "{0}\n{1}\n", (2, 0, 0, 1, 0)),
        (2, "{0}\n{1}\n2 xx", (2, 0, 0, 0, 1)),
        (2, "{0}\n", (1, 1, 0, 0, 0)),
        (2, "{0}\n{1}", (1, 1, 0, 0, 1)),
        (2, "{0}\n1 xx\n", (2, 0, 1, 0, 0)),
        (2, "{0}{1}\n", (1, 1, 1, 0, 0)),
    ],
)
def test_the_proof_would_notice_a_loss(tmp_path, told, stands, found):
    """A line that was told and is not there, or not whole."""
    head = heads(tmp_path / "heads")[0]
    assert judged(told, (head + stands.format(line(0), line(1))).encode(), tmp_path / "files") == found


def test_the_proof_would_notice_that_a_whole_file_is_gone(tmp_path):
    """Or cannot be read."""
    assert judged(2, b"", tmp_path / "files").lost == 2
    assert judged(2, b"rubbish\n", tmp_path / "files")[1:3] == (2, 1)
