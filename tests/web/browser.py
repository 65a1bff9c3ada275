"""Debian's Chromium for tests, phones in it, and how to reach them. Knows no page of the tracker and no game."""

from __future__ import annotations

import asyncio
import atexit
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.languages import LANGUAGES

PHONE = (360, 740)
DESK = (1280, 800)
NARROW = (320, 640)
SCHEMES = ("light", "dark")
PATIENCE = 60  # seconds that a condition may take on a machine under load
WAITS = PATIENCE * 1000
expect.set_options(timeout=WAITS)


def chromium_path() -> str:
    """Where Chromium lies, rather without its windows. Raises RuntimeError: without it these tests prove nothing."""
    for name in ("chromium-headless-shell", "/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    raise RuntimeError("these tests need Chromium (Debian: apt install chromium-headless-shell)")


class Loop:
    """The loop of Playwright, which it leaves running: seen while a browser is used, so that others may run theirs."""

    def __init__(self) -> None:
        self._playwright = sync_playwright().start()
        self._loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)

    @contextmanager
    def seen(self) -> Iterator[Playwright]:
        before = asyncio._get_running_loop()
        asyncio._set_running_loop(self._loop)
        try:
            yield self._playwright
        finally:
            asyncio._set_running_loop(before)

    def stop(self) -> None:
        with self.seen() as playwright:
            playwright.stop()


@cache
def playwright_loop() -> Loop:
    """One for all tests of a process."""
    found = Loop()
    atexit.register(found.stop)
    return found


@cache
def launch_chromium(*args: str) -> Browser:
    """One for all tests of a process."""
    with playwright_loop().seen() as playwright:
        return playwright.chromium.launch(
            executable_path=chromium_path(),
            args=["--no-sandbox", "--host-resolver-rules=MAP tracker.test 127.0.0.1", *args],
        )


@contextmanager
def chromium(*args: str) -> Iterator[Browser]:
    """A browser without windows; `tracker.test` is this machine, but as insecure as any plain http page."""
    browser = launch_chromium(*args)
    with playwright_loop().seen():
        before = [*browser.contexts]
        yield browser
        for context in browser.contexts:
            if context not in before:
                context.close()


class Phones:
    """Browsers with cookies of their own. What their scripts complain of is kept in `errors`.

    others: languages besides English in which pages are looked at. schemes: light, dark or both, in which they are.
    """

    def __init__(
        self, browser: Browser, others: Sequence[str] = LANGUAGES[1:], schemes: Sequence[str] = SCHEMES
    ) -> None:
        self.browser = browser
        self.others, self.schemes = others, schemes
        self.errors: list[str] = []
        self._contexts: list[BrowserContext] = []

    def take(
        self,
        address: str = "",
        lang: str = "en",
        dark: bool = False,
        size: tuple[int, int] = PHONE,
        cookies: dict[str, str] | None = None,
        workers: bool = False,
        **more: Any,
    ) -> Page:
        """A page of a new browser, opened at `address`, which may bring cookies.

        workers: service workers may be registered; moves that they pass on cannot be held back by a test.
        """
        context = self.browser.new_context(
            locale=lang,
            color_scheme="dark" if dark else "light",
            viewport={"width": size[0], "height": size[1]},
            has_touch=True,
            service_workers="allow" if workers else "block",
            **more,
        )
        context.set_default_timeout(WAITS)
        self._contexts.append(context)
        context.on("page", self._listen)
        for name, value in (cookies or {}).items():
            context.add_cookies([{"name": name, "value": value, "url": address}])
        page = context.new_page()
        if address:
            page.goto(address)
        return page

    def turn(self, page: Page, lang: str) -> None:
        """The same page after its switch of languages was used: cheaper than another browser."""
        page.goto(f"{page.url.partition('?')[0]}?lang={lang}")
        expect(page.locator("html")).to_have_attribute("lang", lang)

    def _listen(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: "Security Policy" in said.text and self.errors.append(said.text))

    def close(self) -> None:
        """Put all away. Raises AssertionError if a script failed or broke the page's own policy before that."""
        errors = [*self.errors]  # a request that is cut off by the closing is no fault of a script
        for context in self._contexts:
            context.close()
        assert not errors, errors


class Terminal:
    """What a process prints, read as it comes."""

    def __init__(self, stream: TextIO) -> None:
        self.text = ""
        self._came = threading.Condition()
        self._thread = threading.Thread(target=self._read, args=(stream,))
        self._thread.start()

    def _read(self, stream: TextIO) -> None:
        for line in stream:
            with self._came:
                self.text += line
                self._came.notify_all()

    def until(self, shown: Callable[[str], Any]) -> Any:
        """The first true answer of `shown` to what was printed so far."""
        with self._came:
            found = self._came.wait_for(lambda: shown(self.text), PATIENCE)
        assert found, self.text
        return found

    def join(self) -> None:
        """Wait until the process printed its last."""
        self._thread.join(PATIENCE)


def holds(page: Page, truth: str) -> None:
    """Wait until that expression is true in the page, whose policy lets no script of its own ask again and again."""
    for _ in range(PATIENCE * 50):
        if page.evaluate(truth):
            return
        page.wait_for_timeout(20)
    raise AssertionError(truth)


def save(page: Page, path: Path, whole: bool = False) -> None:
    """A picture of what is seen, or of the whole page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, full_page=whole)
