"""What a person does and sees in one tab of the folder, where several tabs or starts are tried."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Error, Frame, Page, expect

from tests.browser.shell_scripts import BEGIN, STEP
from tests.web.browser import PATIENCE, holds

BEGUN = re.compile(r"/[a-z]{6}$")
# The memory that is kept for the next start, by the build that made it.
PROOF = "async () => (await (await caches.open('companion-memory')).keys()).map((one) => new URL(one.url).pathname)"


def ready(page: Page) -> None:
    """Wait until Python is there."""
    expect(page.locator("#start")).to_be_attached()  # 404.html leads there
    holds(page, "Boolean(window.companion || document.getElementById('trouble-failed')?.hidden === false)")
    expect(page.locator("#failed-said")).to_have_text("")


def again(page: Page, act: Callable[[], object]) -> None:
    """Do what reloads the page, and wait until Python is there again."""
    with page.expect_navigation():
        act()
    ready(page)


def troubled(page: Page, *names: str) -> None:
    """Expect that those are said, and no other."""
    for name in names:
        expect(page.locator(f"#trouble-{name}")).to_be_visible()
    expect(page.locator(".trouble:visible")).to_have_count(len(names))


def frame(page: Page, path: str | re.Pattern[str]) -> Frame:
    """The frame once a page of that path is whole."""
    for _ in range(PATIENCE * 50):
        found = page.frames[-1]
        inside = found is not page.main_frame and re.search(path, found.url)
        with suppress(Error):  # it is just being left: looked at again
            if inside and found.evaluate("document.readyState") == "complete":
                return found
        page.wait_for_timeout(20)
    raise AssertionError(page.frames)


def begin(page: Page) -> str:
    """Begin a table; its path."""
    page.evaluate("document.getElementById('to-play').click()")
    frame(page, "/$").evaluate(BEGIN)
    return "/" + frame(page, BEGUN).url.rpartition("/")[2]


def seq(page: Page) -> int:
    """The number of the last entry that the table shows."""
    return int(frame(page, BEGUN).evaluate("document.body.dataset.seq"))


def step(page: Page) -> int:
    """Take a step; the number of the entry that it makes."""
    before = seq(page)
    frame(page, BEGUN).evaluate(STEP)
    for _ in range(PATIENCE * 50):
        if (found := seq(page)) > before:
            return found
        page.wait_for_timeout(20)
    raise AssertionError(before)
