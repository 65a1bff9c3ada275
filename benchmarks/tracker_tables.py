"""Tables of the dice game that the tracker serves, requests of their phones, and how long those took."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from served import Served
from wire import OK, asker, get, post

from companion import games
from companion.content.load import load
from companion.play.journal.entries.seats import Join
from companion.play.journal.session import Session
from companion.play.journal.store import Store
from companion.play.report.verify import verify_journal
from companion.web.server import tokens

FORM = "application/x-www-form-urlencoded"
SEATS = ("frodo", "sam", "merry", "pippin")
DICE = ("black", "yellow", "red", "blue", "green")
LANGS = ("en", "pl", "ru", "uk")


# --- the game: harmless for ever, as every die shows a weapon --------------------------------------------------------


def turn(drawn: bool) -> Iterator[str]:
    """The forms of one turn: five throws, of each one die is kept."""
    for kept, die in enumerate(DICE):
        yield "type=roll" if drawn else f"type=roll&rolled={'%2C'.join(['weapon'] * (5 - kept))}"
        yield f"type=keep&dice={die}"
    yield "type=resolve"


class Table:
    """A table in a store, at which phones have taken their seats: one phone all of them, or each one."""

    def __init__(self, store: Store, phones: int = 1, drawn: bool = False, entries: int = 0) -> None:
        content, game = load("dice"), games.get("dice")
        faces = {f"faces_{die}": ",".join(["weapon"] * 6) for die in DICE} if drawn else {}
        header = game.rules.header(content, [f"{seat.title()}:{seat}" for seat in SEATS], "advanced", faces, None)
        session = Session.create(game, content, {**header, "lang": "en"})
        assert isinstance(session, Session), session
        self.code, self.drawn = session.id, drawn
        self.tokens = [tokens.read_token(None)[0] for _ in range(phones)]
        for seat, token in zip(SEATS, cycle(self.tokens), strict=False):
            phone = tokens.phone_key(token, session.replay.entries[0].hash)
            session.keep(session.plan(Join(seat, phone)))
        for form in (form for form, _ in zip(self.forms(), range(entries), strict=False)):
            fields = dict(field.split("=") for field in form.replace("%2C", ",").split("&"))
            kind, rolled = fields.pop("type"), fields.pop("rolled", None)
            assert session.do(kind, fields, rolled).refusal is None
        self.seq = session.seq
        lines = [entry.line for entry in session.replay.entries]
        store.create(self.code, "dice", session.clock(), lines, bytes(range(32)) if not drawn else session._secret)

    def forms(self) -> Iterator[str]:
        return cycle(list(turn(self.drawn)))

    def requests(self, port: int) -> list[bytes]:
        """One round, ready but for the number of the last entry seen, which comes last in eight digits."""
        out = []
        for _, token in zip(SEATS, cycle(self.tokens), strict=False):
            for form in turn(self.drawn):
                body = f"{form}&seen={0:08d}".encode()
                out.append(post(port, f"/{self.code}/do", FORM, body, *phone_headers(port, token))[:-8])
        return out


def phone_headers(port: int, token: str, lang: str = "en") -> tuple[str, ...]:
    return f"Cookie: companion-{port}={token}", f"Accept-Language: {lang}", "Accept: application/json"


def check_journals(store: Store, tables: Sequence[Table]) -> None:
    """Every journal holds, and has as many entries as were answered."""
    for table in tables:
        lines = store.since(table.code).lines
        assert len(lines) == table.seq + 1, (table.code, len(lines), table.seq)
        verify_journal(lines, games.get, load)


async def open_pages(port: int, table: Table, langs: Sequence[str]) -> None:
    """Load the page of each phone, which comes before it listens."""
    line = await asker(port)
    for lang in langs:
        answer = await line.ask(get(port, f"/{table.code}", f"Accept-Language: {lang}"))
        assert answer.startswith(OK), answer
    line.close()


# --- how long things took --------------------------------------------------------------------------------------------


class Timed:
    """Durations of one kind, and over how long they were taken."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.elapsed = 0.0
        self.cpu = 0.0  # seconds of a core that the server used meanwhile

    @property
    def rate(self) -> float:
        return len(self.took) / self.elapsed

    @property
    def cost(self) -> float:
        """Microseconds of a core for each."""
        return 1e6 * self.cpu / len(self.took)

    def ms(self, part: float) -> float:
        """The duration that this part of all does not exceed."""
        return 1000 * sorted(self.took)[min(int(part * len(self.took)), len(self.took) - 1)]

    def __str__(self) -> str:
        return f"p50 {self.ms(0.5):6.2f} ms   p99 {self.ms(0.99):6.2f} ms   max {self.ms(1):6.1f} ms"


def say(name: str, *figures: object) -> None:
    print(f"  {name:22}", *figures, sep="  ", flush=True)


@contextmanager
def serving(what: str, where: str) -> Iterator[Served]:
    served = Served(what, where)
    try:
        yield served
    finally:
        served.stop()
