"""What CPython and the browser have to make alike. The same file runs in both; it knows the package alone.

Each function takes and gives what JSON has: hashes of journals, of bodies of answers, of printed files.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from companion.browser import app, bridge, shared_device
from companion.browser.store import FileStore
from companion.content.load import load
from companion.core.messages import Refusal
from companion.games import get
from companion.play.bots.simulate import play_session
from companion.play.game.bots import any_action
from companion.play.journal.session import Session

SECRET = bytes(range(32))
Table = list[Any]  # what Game.header takes: players, variant, options, position


class Memory:
    """Files that last as long as they are needed."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] = {}

    def names(self) -> list[str]:
        return list(self._files)

    def read(self, name: str) -> bytes:
        return self._files[name]

    def write(self, name: str, at: int, data: bytes) -> None:
        self._files[name] = self._files[name][:at] + data

    def spare(self) -> str:
        name = str(len(self._files))
        self._files[name] = b""
        return name

    def close(self) -> None:
        self._files.clear()


def at() -> str:
    """Every entry's time."""
    return "2026-01-02T03:04:05Z"


def begun(game: str, table: Table, rng: random.Random) -> Session:
    """A table with draws from that seed."""
    content = load(game)
    header = get(game).rules.header(content, *table)
    assert not isinstance(header, Refusal), header
    session = Session.create(get(game), content, {**header, "lang": "en"}, seed=rng.randbytes(32), clock=at)
    assert isinstance(session, Session), session
    return session


def heads(game: str, tables: Sequence[Table], seeds: Sequence[int]) -> dict[str, str]:
    """The last hash of the journal of one random game for each seed, the tables by turns."""
    found = {}
    for seed in seeds:
        rng = random.Random(f"{game} {seed}")
        session = begun(game, tables[seed % len(tables)], rng)
        play_session(session, rng)
        found[f"{seed}: {len(session.replay.entries)} entries"] = session.replay.entries[-1].hash
    return found


def stepped(game: str, table: Table, steps: int) -> Session:
    """A game under way: so many random steps."""
    rng = random.Random(game)
    session = begun(game, table, rng)
    for _ in range(steps):
        session.act(any_action(rng, session.replay.state, get(game).rules.legal(session.replay.state)))
    return session


async def pages(tables: Mapping[str, Table], asked: Sequence[str], steps: int) -> dict[str, str]:
    """Statuses and hashes of answers: `GAME PATH`, or a path of no table, asked by who holds the device first."""
    from companion.browser import check_page, print_page  # they need the press

    store, codes = FileStore(Memory(), "here"), {}
    for number, (game, table) in enumerate(tables.items()):
        session = stepped(game, table, steps)
        lines = [entry.line for entry in session.replay.entries]
        codes[game] = f"abcde{'fghk'[number]}"
        store.create(codes[game], game, at(), lines, random.Random(game).randbytes(32))
    jars, kept = bridge.DeviceCookies(SECRET), app.tables(store)
    kept.ask_odds = None  # counted with the page, however long that takes
    rooms = {"check": lambda: check_page.routes(kept), "print": lambda: print_page.routes(None, app.folder())}
    device = bridge.Bridge(app.create(kept, jars, "https://example.test", rooms), jars)
    await device.start()
    holders = {}
    for game, code in codes.items():
        (await kept.find(code)).session.clock = at
        holders[game] = (await shared_device.assign_seats(kept, jars, code))["players"][0]["holder"]
    found = {}
    for path in asked:
        game, _, rest = path.partition(" ")
        url = f"/{codes[game]}{rest}" if game in codes else path
        answer = Answer()
        ask = bridge.PageRequest("GET", url, [("accept", "text/html")], lang="uk", holder=holders.get(game, ""))
        await device.ask(ask, answer, asyncio.Event())
        found[f"{answer.status} {path}"] = f"{sha256(answer.data).hexdigest()} {len(answer.data)}"
    return found


async def reports(files: Sequence[Sequence[str]]) -> list[str]:
    """What the check page says of each file of these lines, in English."""
    from companion.browser import check_page

    jars, kept = bridge.DeviceCookies(SECRET), app.tables(FileStore(Memory(), "here"))
    rooms = {"check": lambda: check_page.routes(kept)}
    device = bridge.Bridge(app.create(kept, jars, "https://example.test", rooms), jars)
    await device.start()
    found = []
    for lines in files:
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
        brought, answer = Answer(), Answer()
        ask = bridge.PageRequest("POST", "/check?name=game.jsonl", [("accept", "application/json")], data, "en")
        await device.ask(ask, brought, asyncio.Event())
        assert brought.status == 204, brought.data
        ask = bridge.PageRequest("GET", "/check/report", [("accept", "text/html")], lang="en")
        await device.ask(ask, answer, asyncio.Event())
        found.append(answer.data.decode())
    return found


class Answer:
    """An answer as a whole."""

    def __init__(self) -> None:
        self.status, self.data = 0, b""

    def start(self, status: int, headers: object, lang: str) -> None:
        self.status = status

    def body(self, data: bytes, more: bool) -> None:
        self.data += data


def printed(jobs: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Hashes of the files of print jobs, each as the fields of a Job."""
    from companion.press import made_files
    from companion.press.print_options import Job

    found = {}
    for job in jobs:
        said = " ".join(f"{name}={value}" for name, value in job.items())
        for written, data in made_files(Job(**job)):
            found[f"{said}: {written.path.name}"] = f"{sha256(data).hexdigest()} {len(data)}"
    return found


def random_numbers() -> list[str]:
    """What chance gives: of each source that the package asks."""
    import secrets

    return [random.random().hex(), secrets.token_hex(16)]
