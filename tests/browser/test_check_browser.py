"""The check page in Chromium: a file chosen or dropped, games saved and shared, and whether everybody can use it."""

from __future__ import annotations

import json
import socket
import threading
import time
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import expect
from starlette.responses import Response
from starlette.routing import Route

from companion.browser import app, check_page
from companion.browser.bridge import DeviceCookies
from companion.content.load import load
from companion.games import get
from companion.play.journal.journal_import import take_in
from companion.play.journal.store import SqliteStore
from companion.web.page import templates, typefaces
from companion.web.table.tables import Tables
from tests.web.browser import Phones, chromium, holds
from tests.web.looks import Look, everybody_can_play

OWN = Path(check_page.__file__).parent / "static"
JOURNALS = Path(__file__).parents[1] / "journals"
WIN = JOURNALS / "dice" / "win.jsonl"
SHARES = """
  navigator.canShare = ({ files }) => files.length === 1;
  navigator.share = async ({ files: [file] }) => { window.shared = [file.name, file.type, await file.text()]; };
"""
DROP = """([name, text]) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], name));
  dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
}"""


async def static(request):
    """Files of the tracker and of this room."""
    name = request.path_params["name"]
    if face := templates.typeface_of(name):
        return Response(typefaces.load_woff2(face), media_type=typefaces.KIND)
    path = OWN / name
    body = path.read_bytes() if path.is_file() else templates.files()[name].body
    return Response(body, media_type=templates.KINDS[path.suffix])


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A server of the check page, with one game in its store."""
    path = tmp_path_factory.mktemp("check") / "sessions.sqlite"
    store = SqliteStore(path)
    take_in(store, WIN.read_text("utf-8").splitlines(), get, load, pytest.fail)
    store.close()
    listening = socket.create_server(("127.0.0.1", 0))
    found = f"http://127.0.0.1:{listening.getsockname()[1]}"
    tables = Tables(lambda: SqliteStore(path))
    rooms = {"check": lambda: check_page.routes(tables), "static": lambda: [Route("/static/{name}", static)]}
    inside = app.create(tables, DeviceCookies(bytes(32)), found, rooms)
    server = uvicorn.Server(uvicorn.Config(inside, log_config=None, lifespan="on"))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    while not server.started:
        time.sleep(0.005)
    yield found
    server.should_exit = True
    thread.join()
    listening.close()


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture
def phones(browser):
    found = Phones(browser)
    yield found
    found.close()


def test_a_file_is_chosen_or_dropped(phones, address):
    """The report has a page of its own; what is no journal is said where it was chosen."""
    page = phones.take(f"{address}/check")
    choice = page.locator("#file")
    choice.set_input_files({"name": "rules.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\n\xe2\xe3"})
    expect(page.locator("#fault")).to_have_text("The file rules.pdf is not UTF-8 text.")
    page.evaluate("document.getElementById('bring').dataset.largest = 10")
    choice.set_input_files(str(WIN))
    expect(page.locator("#fault")).to_contain_text("too large")
    page.evaluate("document.getElementById('bring').dataset.largest = 1e6")
    choice.set_input_files(str(WIN))
    expect(page.locator(".verdict")).to_contain_text("the journal is valid, 74 entries")
    page.locator("[data-drawn]").scroll_into_view_if_needed()
    expect(page.locator(".drawn .sheet")).to_have_count(2)  # the table is fetched when it comes near
    page.go_back()
    page.evaluate(DROP, ["notes.txt", "Milk"])
    expect(page.locator(".verdict.bad")).to_contain_text("“notes.txt” is not a journal of a game.")


def test_a_game_is_saved_and_shared(phones, address):
    """Under a name that tells game and table; phones share text."""
    page = phones.take(f"{address}/check")
    expect(page.locator("[data-share]")).to_be_hidden()  # nobody to share with
    with page.expect_download() as saved:
        page.locator("a[download]").click()
    name = saved.value.suggested_filename
    assert name.startswith("companion-dice-")
    assert Path(saved.value.path()).read_bytes() == WIN.read_bytes()
    page.add_init_script(SHARES)
    page.reload()
    page.locator("[data-share]").click()
    holds(page, "Boolean(window.shared)")
    assert json.loads(page.evaluate("JSON.stringify(shared)")) == [f"{name}.txt", "text/plain", WIN.read_text("utf-8")]


@pytest.mark.tier("exhaustive")
def test_the_check_page_is_accessible_in_every_language(phones, address, exhaustive):
    """Axe finds nothing on the start, a report and a form; nothing is cut off in any language, usually in Polish."""
    if not exhaustive:
        phones.others, phones.schemes = ("pl",), ("dark",)
    page = phones.take(f"{address}/check")
    page.locator("#file").set_input_files(str(JOURNALS / "fellowship" / "contest.jsonl"))
    page.locator(".facts").wait_for()
    for path in ("/check", "/check/report"):
        everybody_can_play(phones, f"{address}{path}", {}, lambda page: None)
    page.goto(f"{address}/check/sheet?game=dice")
    page.locator("button.go").click()
    page.locator(".verdict.bad").wait_for()
    assert Look(page).violations() == []
