"""companion serve: the table on every phone. Chooses table, port and addresses, shows them with their QR code, and says
who is connected. What phones are answered is in web/.
"""

from __future__ import annotations

import errno
import importlib.util
import os
import shutil
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from companion.cli import completion
from companion.cli.common import PLAY, Lang, StorePath, language, open_session, open_store

if TYPE_CHECKING:
    from asyncio import TimerHandle

    from companion.web.server.owner_codes import OwnerCodes
    from companion.web.server.server_settings import ServerSettings
    from companion.words.wording import Voice

NEEDED = ("fontTools", "httptools", "pypdfium2", "starlette", "uvicorn")
PORT, FURTHER = 8000, 20
PAUSE = 1.0  # seconds between two lines about who is connected
MOST_WORKERS = 64


app = typer.Typer()


@app.command(rich_help_panel=PLAY, epilog="Example: companion serve dice --lan")
def serve(
    context: typer.Context,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|SESSION",
            autocompletion=completion.tables,
            help="The newest unfinished session of a game, or a session; default: the newest of all games.",
        ),
    ] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let the phones in your network in; without it only this computer.")
    ] = False,
    port: Annotated[
        int | None, typer.Option(metavar="PORT", help="Port; default: 8000, or the next free one. 0: any free port.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="postgresql://USER@HOST/DATABASE, as --store.")
    ] = None,
    address: Annotated[
        str | None, typer.Option(metavar="URL", help="Public address, if there is a proxy in front.")
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="With --lan phones find NAME.local; default: the last name, else companion; '': none."
        ),
    ] = None,
    webhook: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL", help="Tell this address whose turn it becomes: Discord, ntfy.* or any that takes JSON."
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=MOST_WORKERS, help="Processes that answer phones; each has tables of its own."
        ),
    ] = 1,
    lang: Lang = None,
    store: StorePath = None,
) -> None:
    """Serve the tracker: prints its address and a QR code, then who is connected; Ctrl-C ends.

    It needs the extra serve, and camera to read photos of sheets.
    """
    from companion.core.errors import LocalizedError, WrongCall
    from companion.play.journal.times import now
    from companion.web.server import address as addresses
    from companion.web.server import mdns
    from companion.web.server.owner_codes import OwnerCodes
    from companion.web.server.server_settings import ServerSettings, place
    from companion.web.server.webhooks import parse_webhook
    from companion.words.wording import Voice

    _need_packages()
    if workers > 1 and not hasattr(socket, "send_fds"):
        raise LocalizedError("workers_unix")
    where = _store_place(context, store, database)
    public = addresses.parse_public_address(address) if address is not None else ""
    if port is not None and not 0 <= port <= 65535:
        raise WrongCall("not_port", str(port))
    wanted = mdns.parse_name(name) if name else name
    told = [parse_webhook(word) for word in webhook or ()]
    asked = _table_asked_for(what, where) if what is not None else None
    settings = ServerSettings(place(where))
    table, spoken = asked or _last_table(settings.table, where)
    door = _listen("0.0.0.0" if lan else addresses.LOOPBACK, port)
    with door:
        if table:
            settings.save_table(table)
        own = door.getsockname()[1]
        wanted = (settings.name or mdns.DEFAULT_NAME) if wanted is None else wanted
        known = addresses.lan_addresses if wanted and lan and not public else list[str]
        with closing(OwnerCodes(settings.path.parent, own)) as codes, mdns.announce(wanted, own, known) as found:
            links = _links(own, lan, public, found.name, found.is_answered())
            settings.save_address(found.name, links.main.rstrip("/"), now())
            screen = Screen(Voice(language(lang, spoken)), links, settings, codes)
            _run(door, where, told, TimedScreen(screen, table), workers)


# --- what the call means ---------------------------------------------------------------------------------------------


def _need_packages() -> None:
    from companion.core.errors import LocalizedError

    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise LocalizedError("serve_missing")


def _store_place(context: typer.Context, store: str | None, database: str | None) -> str | None:
    """--database or --store; a store of the environment gives way."""
    from companion.core.errors import WrongCall
    from companion.stores import URLS

    if database is None:
        return store
    source = context.get_parameter_source("store")
    if source is not None and source.name == "COMMANDLINE":
        raise WrongCall("store_twice")
    if not database.startswith(URLS):
        raise WrongCall("store_url")
    return database


class TableLink(NamedTuple):
    """A table's code (empty: none yet) and the language it was begun in."""

    code: str
    lang: str


def _table_asked_for(what: str, where: str | None) -> TableLink:
    """The session of that id, or the newest of that game that is not over. Raises LocalizedError."""
    from companion.content.load import game_ids, has_game
    from companion.core.errors import StoreError, WrongCall

    if not has_game(what):
        try:
            return _table(what, where)
        except StoreError as error:
            wrong = WrongCall("no_game", what, game_ids())
            if error.code == "session_none" and wrong.values["near"]:
                raise wrong from None
            raise
    return _newest_table([what], where)


def _newest_table(games: Sequence[str], where: str | None) -> TableLink:
    """The session of these games that was begun last and is not over; one that cannot be opened is passed by."""
    from companion.core.errors import JournalError
    from companion.play.report.history import session_summaries

    for found in session_summaries(open_store(where), games):
        if not (found.ending or found.stopped):
            with suppress(JournalError):
                return _table(found.id, where)
    return TableLink("", "en")


def _last_table(code: str, where: str | None) -> TableLink:
    """The table that was begun last and is not over, else the one of the last time, if it is still there.

    Raises StoreError if no table could be opened at all.
    """
    from companion.content.load import game_ids
    from companion.core.errors import JournalError, StoreError

    open_store(where, create=True).close()
    newest = _newest_table(game_ids(), where)
    if newest.code or not code:
        return newest
    try:
        return _table(code, where)
    except (StoreError, JournalError):
        return newest


def _table(id: str, where: str | None) -> TableLink:
    session = open_session(id, where)
    return TableLink(session.id, session.replay.header.get("lang", "en"))


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens already, so that nobody else can take its port. Raises LocalizedError."""
    from companion.core.errors import LocalizedError

    first, last = (port, port) if port is not None else (PORT, PORT + FURTHER)
    for number in range(first, last + 1):
        door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere it would let two servers share the port
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, number))
            door.listen(2048)
        except OSError as error:
            door.close()
            if error.errno != errno.EADDRINUSE:
                raise LocalizedError("port_unusable", port=number, reason=error.strerror or str(error)) from None
        else:
            return door
    if port is not None:
        raise LocalizedError("port_taken", port=port)
    raise LocalizedError("ports_taken", first=first, last=last)


class Links(NamedTuple):
    """Beginnings of addresses, each with a slash at the end.

    main: for everybody; others: if that does not open; owner: on this machine; lan: whether phones were let in; names:
    of this machine and of the tracker in its network; public: as given with --address.
    """

    main: str
    others: list[str]
    owner: list[str]
    lan: bool
    names: tuple[str, ...]
    public: str

    @property
    def numbers(self) -> list[str]:
        """Those by the machine's numbers in its networks, without the slash."""
        from companion.web.server.address import is_number

        links = [link.rstrip("/") for link in (self.main, *self.others)] if self.lan else []
        return [link for link in links if is_number(link)]


def _links(port: int, lan: bool, public: str, announced: str = "", answered: bool = False) -> Links:
    """announced: the name that this tracker has in the network; answered: whether the network tells its address."""
    from companion.web.server import address

    here, own = address.url(address.LOOPBACK, port), f"{announced}.local" if announced else ""
    near = address.lan_addresses() if lan else []
    names = tuple(dict.fromkeys(name for name in (own, address.local_name()) if name))
    hosts = [*names[:1], *near, *names[1:]] if answered else [*near, *names]
    found = [address.url(host, port) for host in hosts] if near else []
    if public:
        found.insert(0, f"{public}/")
    secure = [f"{public}/"] if public.startswith("https:") else []
    return Links((found or [here])[0], found[1:], [here, *secure], lan, names, public)


# --- what the terminal shows -----------------------------------------------------------------------------------------


class Screen:
    """Says where the table is and who sits at it. A terminal that is gone disturbs nobody."""

    def __init__(
        self,
        voice: Voice,
        links: Links,
        settings: ServerSettings,
        codes: OwnerCodes,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.voice = voice
        self.links = links
        self.settings = settings
        self.codes = codes
        self.clock = clock
        self.table = ""
        self._unkept = ""
        self._asked = ("", 0)  # the table and the number last told
        self._at = -PAUSE
        self._waiting: dict[str, str] = {}  # lines by table that are not shown yet
        self._shown: dict[str, str] = {}

    def start(self, table: str) -> None:
        """Everything that somebody needs who just started the server; from the code on it fits on 24 lines."""
        self.table = table
        here = self.links.main == self.links.owner[0]
        say = self.voice.say
        if self.settings.damaged:
            self._print("", say("serve.memory_damaged", path=str(self.settings.path)))
        self._memory()
        self._address(say("serve.no_network" if self.links.lan else "serve.open_here") if here else say("serve.open"))
        self._print(say("serve.code", code=table) if table else say("serve.no_table"))
        self._owner(say("serve.owner"))
        self._print(say("serve.how_to_end"))

    def owner_came(self) -> None:
        """Show a link with another code, as the last one is used up."""
        self._owner(self.voice.say("serve.owner_next"))

    def new_table(self, code: str) -> None:
        """The owner started a table: it is the one to show from now on."""
        self.settings.save_table(code)
        self.table = code
        self._memory()
        self._address(self.voice.say("serve.new_table"))
        self._print(self.voice.say("serve.code", code=code))

    def seat_asked(self, code: str, name: str, number: int) -> None:
        """A phone asks for the seat of a player, under that number."""
        if (code, number) != self._asked:
            self._print(self.voice.say("serve.asking", code=code, name=name, number=str(number)))
        self._asked = (code, number)

    def people(self, code: str, players: Sequence[tuple[str, int]], onlookers: int) -> float | None:
        """Show the players connected to a table with their phones. See `shown` for what is returned."""
        names = ", ".join(name + (f" ({phones})" if phones > 1 else "") for name, phones in players if phones)
        say = self.voice.say
        if names and onlookers:
            line = say("serve.people_and_onlookers", names=names, number=onlookers)
        elif names:
            line = say("serve.people", names=names)
        else:
            line = say("serve.onlookers", number=onlookers) if onlookers else say("serve.nobody")
        self._waiting.pop(code, None)
        if line != self._shown.get(code, say("serve.nobody")):
            self._waiting[code] = line
        return self.show_waiting()

    def show_waiting(self) -> float | None:
        """Show a line that waits, at most one a second. Returns the seconds until the next may be, None: none waits."""
        left = self._at + PAUSE - self.clock()
        if self._waiting and left <= 0:
            code = next(iter(self._waiting))
            line = self._shown[code] = self._waiting.pop(code)
            self._print(line if code == self.table else f"{code}: {line}")
            self._at, left = self.clock(), PAUSE
        return left if self._waiting else None

    def end(self) -> None:
        """The last line; those who are still connected are let go for a moment more."""
        self._print(self.voice.say("serve.ends"))

    def fault(self, reason: str) -> None:
        """Something in the server itself went wrong."""
        self._print(self.voice.say("error.server_fault", reason=reason), stream=sys.stderr)

    def worker_ended(self) -> None:
        """A process that answers phones ended by itself."""
        self._print(self.voice.say("serve.worker_ended"), stream=sys.stderr)

    def _address(self, words: str) -> None:
        """Return the address, as letters and as a code."""
        from companion.web.page import qr

        say, link, colours = self.voice.say, self.links.main + self.table, _colours()
        self._print("", words, "", f"  \x1b[1m{link}\x1b[0m" if colours else f"  {link}", "")
        if self.links.others:
            self._print(say("serve.others"), *(f"  {other}{self.table}" for other in self.links.others), "")
        if qr.terminal_width(link) > shutil.get_terminal_size().columns:
            self._print(say("serve.narrow", width=qr.terminal_width(link)), "")
        elif _draws_blocks():
            self._print(qr.draw_terminal(link, colours))

    def _owner(self, words: str) -> None:
        """The owner's link, for everywhere that he may open it."""
        code = self.codes.new_code()
        self._print(words, *(f"  {link}?owner={code}" for link in self.links.owner))

    def _memory(self) -> None:
        settings = self.settings
        if settings.write_error and settings.write_error != self._unkept:
            self._print("", self.voice.say("serve.memory_unkept", path=str(settings.path), reason=settings.write_error))
        self._unkept = settings.write_error

    @staticmethod
    def _print(*lines: str, stream: Any = None) -> None:
        with suppress(OSError, ValueError):  # closed
            print(*lines, sep="\n", flush=True, file=stream)


def _colours() -> bool:
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _draws_blocks() -> bool:
    try:
        "▀▄█".encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class TimedScreen:
    """A process.ServerEvents: a screen on the event loop of a server, where lines that wait are shown in time."""

    def __init__(self, screen: Screen, table: str) -> None:
        self.screen, self.table = screen, table
        self.new_table, self.owner_came, self.seat_asked = screen.new_table, screen.owner_came, screen.seat_asked
        self.fault, self.worker_ended, self.end = screen.fault, screen.worker_ended, screen.end
        self._timer: TimerHandle | None = None

    def begin(self) -> None:
        """Show where the table is."""
        self.screen.start(self.table)

    def people(self, code: str, players: Sequence[tuple[str, int]], onlookers: int) -> None:
        """Show who is connected to a table, now or soon."""
        self._show_later(self.screen.people(code, players, onlookers))

    def _show_later(self, wait: float | None) -> None:
        import asyncio

        if wait is not None and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(wait, self._show_waiting)

    def _show_waiting(self) -> None:
        self._timer = None
        self._show_later(self.screen.show_waiting())


def _run(door: socket.socket, where: str | None, webhooks: Sequence[str], terminal: TimedScreen, workers: int) -> None:
    """Serve until somebody ends it. Raises typer.Exit if it could not begin."""
    from companion.web.process import ServerPlan, run_server
    from companion.web.table.seat_requests import HomeAddress
    from companion.web.workers import run_workers

    screen = terminal.screen
    links, settings = screen.links, screen.settings
    plan = ServerPlan(
        host=door.getsockname()[0],
        port=door.getsockname()[1],
        store=where,
        key=settings.key,
        codes=settings.path.parent,
        lan=links.lan,
        names=links.names,
        public=links.public,
        address=links.main.rstrip("/"),
        numbers=tuple(links.numbers),
        homes=tuple([HomeAddress(*home) for home in settings.homes]),
        webhooks=tuple(webhooks),
    )
    began = (
        run_server(door, plan, screen.codes, terminal) if workers == 1 else run_workers(door, plan, workers, terminal)
    )
    if not began:
        raise typer.Exit(1)
