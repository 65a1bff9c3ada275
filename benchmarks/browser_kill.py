"""Is anything lost when the browser is killed? python benchmarks/browser_kill.py [--times 50]

A worker appends numbered lines to three files of companion/browser/static/files.js in Chromium and tells the numbers of
those that are flushed; at a random moment the whole browser is killed (SIGKILL). Opened again on the same profile, the
files are read by the store (companion/browser/store.py): every line that was told has to be there, and none in part.
Exit code 1 if not.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.browser.store import FileStore
from tests.browser.folder import Folder
from tests.browser.host import host
from tests.web.browser import chromium_path

IDS = ("aaaaaa", "bbbbbb", "cccccc")  # sessions, each in the file of that place
LONGEST_S = 0.5  # from the first line that was told to the kill
PATIENCE_S = 60.0
QUIET_S = 0.2  # after which nothing more comes from a browser that is gone
Heard = queue.Queue[tuple[str, bytes]]  # what the worker sent: path, body
PAGE = "<!doctype html><title>killed</title><link rel=icon href=data:,><script type=module src=/page.js></script>"
PAGE_JS = 'new Worker("/worker.js", { type: "module" });'
WORKER_JS = """
import { openFiles } from "/files.js";

const heads = HEADS; // what a file begins with, in the order of files
const bytes = (text) => new TextEncoder().encode(text);
const ends = [];
const counts = [];

function tell(path, body) { // returns when it has arrived
  const request = new XMLHttpRequest();
  request.open("POST", path, false);
  request.send(body);
}

const files = await openFiles();
for (const [file, head] of heads.entries()) {
  const name = String(file);
  const data = files.read(name);
  tell(`/stands/${file}`, data);
  ends[file] = data.lastIndexOf(10) + 1;
  counts[file] = Math.max(0, data.reduce((count, byte) => count + (byte === 10), 0) - 1);
  if (ends[file] < data.length) files.write(name, ends[file], bytes(""));
  if (ends[file] === 0) {
    files.write(name, 0, bytes(head));
    ends[file] = bytes(head).length;
  }
}

for (;;) {
  const told = [];
  for (let turn = 0; turn < 12; turn++) {
    const file = turn % heads.length;
    const count = counts[file]++;
    const line = bytes(`${count} ${"x".repeat(count % 20 ? (count * 7919) % 1000 : 20_000)}\\n`);
    const begun = performance.now();
    files.write(String(file), ends[file], line);
    told.push([file, count, performance.now() - begun]);
    ends[file] += line.length;
  }
  tell("/wrote", JSON.stringify(told));
}
"""


class Written(NamedTuple):
    """A line that was acknowledged, and how long it took."""

    file: int
    count: int
    ms: float


class Found(NamedTuple):
    """One file after a kill. lost: lines that were told and are not there; torn: lines that are not what was written;
    unheard: whole ones that nobody was told of; cut: ends that were dropped.
    """

    lines: int
    lost: int
    torn: int
    unheard: int
    cut: int


def line(count: int) -> str:
    """What the worker writes."""
    return f"{count} {'x' * (count * 7919 % 1000 if count % 20 else 20_000)}"


def judged(told: int, stands: bytes, folder: Path) -> Found:
    """A file as it stands, opened by the store; told: how many of its lines were acknowledged."""
    files = Folder(folder)
    (folder / "0").write_bytes(stands)
    store = FileStore(files, str(folder))
    lines = [one for summary in store.list() for one in store.since(summary.id, 1).lines]
    torn = sum(have != line(count) for count, have in enumerate(lines)) + len(store.faults())
    cut = len(stands) > files.size("0")
    return Found(len(lines), max(0, told - len(lines)), torn, max(0, len(lines) - told), int(cut))


def heads(folder: Path) -> list[str]:
    """What the files of new sessions begin with."""
    files = Folder(folder)
    store = FileStore(files, str(folder))
    for id in IDS:
        store.create(id, "none", "now", ["start"], b"")
    return [files.read(name).decode() for name in files.names()]


def browse(address: str, profile: Path, heard: Heard, writing_s: float) -> tuple[list[bytes], list[Written]]:
    """Open the browser, let it write for so long, kill it with all its processes. What stood in the files when it
    opened them, and the lines that it told of.
    """
    words = [chromium_path(), "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"]
    process = subprocess.Popen(
        [*words, f"--user-data-dir={profile}", address],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        stands = [heard.get(timeout=PATIENCE_S)[1] for _ in IDS]
        told = [heard.get(timeout=PATIENCE_S)[1]]
        time.sleep(writing_s)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    with suppress(queue.Empty):
        while True:
            told.append(heard.get(timeout=QUIET_S)[1])
    return stands, [Written(*one) for body in told for one in json.loads(body)]


def main() -> int:
    reader = argparse.ArgumentParser(description="Is anything lost when the browser is killed?")
    reader.add_argument("--times", type=int, default=50, help="how often the browser is killed")
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    chance = random.Random(given.seed)
    heard: Heard = queue.Queue()
    found: list[Found] = []
    written: list[Written] = []
    told = [0 for _ in IDS]  # lines of each file that have to be there
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder, profile = Path(name) / "files", Path(name) / "profile"
        worker = WORKER_JS.replace("HEADS", json.dumps(heads(Path(name) / "heads")))
        served = {"/": PAGE, "/page.js": PAGE_JS, "/worker.js": worker}
        with host(served, lambda *said: heard.put(said)) as address:
            for turn in range(given.times + 1):
                stands, more = browse(address, profile, heard, chance.random() * LONGEST_S)
                after = [judged(*one, folder) for one in zip(told, stands, strict=True)]
                found += after
                told = [one.lines for one in after]
                for file, count, _ in more:
                    told[file] = max(told[file], count + 1)
                if turn < given.times:  # what the last one writes nobody reads
                    written += more
    lost, torn, unheard, cut = (sum(column) for column in list(zip(*found, strict=True))[1:])
    waits = [one.ms for one in written]
    print(f"{given.times} kills, {len(written):,} lines acknowledged: lost {lost}, torn {torn}")
    print(f"  torn ends cut {cut}, kept unheard {unheard}")
    print(f"  append and flush: median {median(waits):.2f} ms, p99 {quantiles(waits, n=100)[98]:.2f} ms")
    return int(lost + torn > 0 or not written)


if __name__ == "__main__":
    sys.exit(main())
