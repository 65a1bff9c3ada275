"""Whether everybody can play: what axe holds against a page, what is cut off on narrow screens or in large letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.browser import NARROW, PHONE, Phones

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
CLIPPED = """() => [...document.querySelectorAll("button, .button, h1, h2, summary, b")]
  .filter((part) => part.checkVisibility() && !part.closest(".sr") && getComputedStyle(part).overflow !== "visible"
    && part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent.trim())"""


class Look(Axe):
    """Axe in one page, brought there once."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        page.evaluate(self.axe_script)

    def violations(self, *only: str) -> list[str]:
        """What it holds against the page, but for drawings that no reader is told of: rule, what it asks for, where."""
        options: dict[str, Any] = {"resultTypes": ["violations"]}
        if only:
            options["runOnly"] = list(only)
        run = "options => axe.run({ exclude: ['svg[aria-hidden]'] }, options).then((all) => all.violations)"
        found = self.page.evaluate(run, options)
        return [
            f"{self.page.url} {fault['id']}: {fault['help']}: {node['html'][:160]} ({node['failureSummary'][:300]})"
            for fault in found
            for node in fault["nodes"]
        ]


def tight(page: Page) -> list[str]:
    """What scrolls sideways or is cut off at 320 px, and on a phone with letters of twice the size."""
    found = []
    for (width, height), letters in ((NARROW, "100%"), (PHONE, "200%")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("size => { document.documentElement.style.fontSize = size }", letters)
        if wider := page.evaluate(WIDER):
            found.append(f"{width} px, letters {letters}: {wider} px too wide")
        found += [f"{width} px, letters {letters}: cut off: {text}" for text in page.evaluate(CLIPPED)]
    return found


def everybody_can_play(phones: Phones, address: str, cookies: dict[str, str], opened: Callable[[Page], object]) -> None:
    """Axe finds nothing in the schemes of `phones`, `opened` or not; in none of their languages anything is cut off."""
    first, *more = phones.schemes
    page = phones.take(address, lang="en", dark=first == "dark", cookies=cookies)
    opened(page)
    look = Look(page)
    assert look.violations() == []
    for scheme in more:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert look.violations("color-contrast") == []
    assert tight(page) == []
    for lang in phones.others:
        phones.turn(page, lang)
        opened(page)
        assert tight(page) == []
