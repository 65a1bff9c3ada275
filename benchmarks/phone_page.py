"""Figures of a phone that opens a table: python benchmarks/phone_page.py

Debian's Chromium, its processor slowed down four times, over 10 Mbit/s with 40 ms more for each request, first with
nothing kept and then once more; the type, which comes when the page stands and is kept for a year, counts apart.
Seen: the first content is painted, the button of the turn among it, and works, as forms need no script. Live: the
script has run and the server has told it who is there. The server runs in a process of its own on the same machine.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, Request, expect

sys.path.insert(0, str(Path(__file__).parents[1]))

from served import Served

from companion.play.journal.store import SqliteStore
from tests.web.browser import PHONE, WAITS, chromium
from tests.web.serving import Phone, begin

TIMES = 15
SLOWER = 4
LINE = {"offline": False, "latency": 40, "downloadThroughput": 1_250_000, "uploadThroughput": 1_250_000}
SEEN_MS, WEIGHT = 1000, 66_000
SEATS = ("frodo", "sam", "merry", "pippin")
WATCH = """document.addEventListener("DOMContentLoaded", () => {
  const people = document.getElementById("people");
  const look = () => { window.live ??= people.textContent.includes("Ania") ? performance.now() : undefined; };
  new MutationObserver(look).observe(people, { childList: true, subtree: true });
  look();
});"""


class Visit(NamedTuple):
    """One look at the page: milliseconds until it is seen and live, bytes but for the type and of it, requests."""

    seen: float
    live: float
    weight: int
    type: int
    requests: int


def visit(page: Page, address: str) -> Visit:
    """Open the table."""
    loaded: dict[bool, list[int]] = {False: [], True: []}  # True: the type

    def note(request: Request) -> None:
        if not request.url.endswith("/live"):
            sizes: Any = request.sizes()
            loaded[".woff2" in request.url].append(sizes["responseBodySize"] + sizes["responseHeadersSize"])

    page.on("requestfinished", note)
    page.goto(address)
    expect(page.locator("#people")).to_contain_text("Ania", timeout=WAITS)
    expect(page.locator(".bar .go")).to_be_in_viewport()
    page.wait_for_load_state("load")
    seen, live = page.evaluate(
        "[performance.getEntriesByName('first-contentful-paint')[0].startTime, window.live ?? performance.now()]"
    )
    page.remove_listener("requestfinished", note)
    plain, fonts = loaded.values()
    return Visit(seen, live, sum(plain), sum(fonts), len(plain) + len(fonts))


def visits(browser: Browser, address: str, phone: Phone) -> tuple[Visit, Visit]:
    """A new phone: the first look, and one more."""
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, is_mobile=True, has_touch=True, device_scale_factor=2
    )
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in phone.cookies.items()])
    context.add_init_script(WATCH)
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", LINE)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    first, again = visit(page, address), visit(page, address)
    context.close()
    return first, again


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sessions.sqlite"
        store = SqliteStore(path)
        code = begin(store, *SEATS)
        server = Served("tracker", str(path))
        phone = Phone(server.port)
        phone.join(code, "frodo")
        with chromium() as browser:
            address = f"http://127.0.0.1:{server.port}/{code}"
            visits(browser, address, phone)
            found = [visits(browser, address, phone) for _ in range(TIMES)]
        server.stop()
        store.close()
    print(f"a phone opens a table, processor slowed down {SLOWER} times, 10 Mbit/s, 40 ms, {TIMES} times")
    for title, looks in (("first", [first for first, _ in found]), ("again", [again for _, again in found])):
        seen, live = sorted(look.seen for look in looks), sorted(look.live for look in looks)
        weight, fonts = max(look.weight for look in looks), max(look.type for look in looks)
        goals = (f"   goal {SEEN_MS}", f"   goal {WEIGHT}") if title == "first" else ("", "")
        print(f"  {title}, seen   {median(seen):.0f} ms   at most {seen[-1]:.0f}{goals[0]}")
        print(f"  {title}, live   {median(live):.0f} ms   at most {live[-1]:.0f}")
        print(f"  {title}, loaded   {weight:,} bytes   in {looks[0].requests} requests{goals[1]}")
        print(f"  {title}, type   {fonts:,} bytes")


if __name__ == "__main__":
    main()
