"""How soon a saved file is seen: python benchmarks/gallery.py

`companion preview --watch` of 200 rich cards (see rich_faces.py) from a CSV sheet, in Chromium: from the write of a
file to the first card drawn anew, after a change of one row, and of the design of all. Goal: under 1 s.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import expect
from rich_faces import own_game

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.web.browser import chromium

COUNT, TIMES, GOAL = 200, 7, 1.0
SEEN = """() => {
  const first = document.querySelector('figure img'), old = first.src;
  window.seen = new Promise(done => new MutationObserver(async () => {
    if (first.src !== old) { await first.decode(); done(Date.now() / 1000); }
  }).observe(first, {attributes: true}));
}"""
CHANGES = {
    "one row": ("content/bench/cards.csv", lambda text, n: re.sub(r"(?m)^c0,[^,]*", f"c0,Row {n}", text, count=1)),
    "the design": ("cards/bench/card.yaml", lambda text, n: re.sub(r"pen: 0\.\d+", f"pen: 0.{4 + n}", text)),
}


def main() -> None:
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        own_game(Path(name), COUNT, sheet=True)
        words = ["-m", "companion", "preview", "cards", "--content", name, "--watch"]
        with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(address[0])
            expect(page.locator("figure")).to_have_count(COUNT)
            for what, (file, change) in CHANGES.items():
                path, times = Path(name) / file, []
                for number in range(TIMES):
                    page.wait_for_timeout(300)
                    page.evaluate(SEEN)
                    text = change(path.read_text(encoding="utf-8"), number)
                    begun = time.time()
                    path.write_text(text, encoding="utf-8")
                    times.append(page.evaluate("window.seen") - begun)
                shown = f"{statistics.median(times):.2f} s, at most {max(times):.2f} s"
                print(f"{COUNT} cards, {what:10}  {shown}  goal {GOAL:g} s")
            process.terminate()


if __name__ == "__main__":
    main()
