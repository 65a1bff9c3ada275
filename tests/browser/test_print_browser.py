"""The page of printing in Chromium: faces follow the form, PDFs are saved, printers kept, own content taken in."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.browser.app import _send_safely, safety
from companion.press import Job, made_files
from companion.sheets.model import Correction
from tests.browser.printing import app
from tests.plugins import FERRY_DATA as FERRY
from tests.web.asgi import serving
from tests.web.browser import Phones, chromium, holds
from tests.web.looks import everybody_can_play

FACE = "#faces figure img[src]"
TOLD = "new BroadcastChannel('companion-progress').postMessage({stage: 'pages', done: 3, of: 7})"
BAR = "document.querySelector('#result progress').value === 3"
FOLDS = "() => document.querySelectorAll('details.fold').forEach((fold) => { fold.open = true; })"


@pytest.fixture(scope="module")
def phones(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Phones, str]]:
    """Browsers, and the address of the page under the policy that it has in the folder."""
    inner, headers = app(tmp_path_factory.mktemp("own")), safety()

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        await inner(scope, receive, partial(_send_safely, send, headers))

    with serving(guarded, "h11", "asyncio") as port, chromium() as browser:
        opened = Phones(browser)
        yield opened, f"http://localhost:{port}"
        opened.close()


def digest(page: Page, link: str) -> str:
    """Of the file that a link saves."""
    with page.expect_download() as saved:
        page.locator(link).click()
    return hashlib.sha256(Path(saved.value.path()).read_bytes()).hexdigest()


def test_a_print_is_filled_in_seen_made_and_saved(phones: tuple[Phones, str]) -> None:
    """The bytes of the command; progress comes over the channel of the worker; a printer is kept for the next time."""
    taken, address = phones
    page = taken.take(f"{address}/print", "uk")
    page.locator("a[href='/print/dice']").click()
    page.locator("#faces").scroll_into_view_if_needed()
    expect(page.locator(FACE)).to_have_count(2)
    page.select_option("[name=kind]", "tiles")
    expect(page.locator("#faces figure")).to_have_count(10)  # four tokens and the first player, two sides each
    page.select_option("[name=ink]", "grey")
    page.locator("details summary").nth(1).click()
    page.fill("[name=x]", "0.5")
    page.fill("#printer", "дім")
    page.locator("#keep").click()
    page.reload()
    page.select_option("[name=kind]", "tiles")
    page.locator("details summary").nth(1).click()
    page.select_option("#printers", "дім")
    expect(page.locator("[name=x]")).to_have_value("0.5")
    page.route(re.compile(r"/print/dice\?$"), lambda route: (page.evaluate(TOLD), holds(page, BAR), route.continue_()))
    page.locator("button.go").click()
    expect(page.locator(".files li")).to_have_count(1)
    job = Job("dice", "tiles", "uk", paper="a4", correction=Correction(0.5))
    ((_, data),) = made_files(job)
    assert digest(page, ".files a[download]") == hashlib.sha256(data).hexdigest()


@pytest.mark.tier("exhaustive")
def test_own_content_is_taken_in_shown_with_its_faults_and_cleared(phones: tuple[Phones, str], tmp_path: Path) -> None:
    """A folder file by file; a sheet with a fault is refused by its line."""
    taken, address = phones
    page = taken.take(f"{address}/print", "pl")
    sheet = {"name": "karty.csv", "mimeType": "text/csv", "buffer": b"name,number\nA,2\nB,x\n"}
    page.set_input_files("input[accept]", files=[sheet])
    expect(page.locator("#own .banner")).to_contain_text("content/karty/karty.csv:3:2")
    page.set_input_files("input[webkitdirectory]", FERRY)
    page.wait_for_url("**/print/own")
    expect(page.locator(FACE).first).to_be_visible()
    page.locator("button.go").click()
    expect(page.locator(".files li")).to_have_count(1)
    page.locator("[data-clear]").click()
    page.wait_for_url("**/print")
    expect(page.locator("[data-clear]")).to_have_count(0)


@pytest.mark.tier("exhaustive")
def test_the_print_page_is_accessible_at_every_size(phones: tuple[Phones, str]) -> None:
    """Axe finds nothing, in light and dark; on narrow screens and in large letters nothing is cut off."""
    taken, address = phones
    everybody_can_play(taken, f"{address}/print", {}, lambda page: None)
    everybody_can_play(taken, f"{address}/print/dice", {}, lambda page: page.evaluate(FOLDS))
