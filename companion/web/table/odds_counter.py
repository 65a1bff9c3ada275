"""Exact odds beside decisions, counted one by one in a process: pages are shown without, the odds follow.

While no odds are asked for, games are reviewed there, a second at a time.

Knows tables and games; no request and no page.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import OrderedDict
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from threading import Thread
from time import process_time
from typing import TypeVar

from companion import games
from companion.content.load import load
from companion.core.messages import Refusal
from companion.play.game import seats
from companion.play.game.game import Json, OddsPanel, State
from companion.play.report.review import Review, review_steps
from companion.play.report.verify import verify_journal
from companion.web.table.tables import LiveTable

T = TypeVar("T")
Types = frozenset[str]  # of the offers that odds stand beside
UsualTable = tuple[str, str, int]  # game, variant and players
MOST_S = 20.0  # of processor that one count may take
SLICE_S = 1.0  # of processor that a review takes before odds may come in between
WATCH_S = 0.5
REST_S = 2.0  # after the start, and before a process that ended is followed by another
MAX_COSTS = 1_000  # tables of which it is remembered how long their last count took
NICE = 5  # the processor is first for those who answer phones


class OddsCounter:
    """Counts odds for one server; on the event loop, between `start` and `stop`.

    The table whose last count was cheapest comes first, so a setup that takes seconds delays others by one count.
    executor: makes the counting process, which is warmed for usual tables while idle.
    """

    def __init__(self, executor: Callable[[], Executor] | None = None) -> None:
        self._executor = executor or _start_process
        self._waiting: dict[tuple[str, Types], tuple[LiveTable, State]] = {}
        self._reviews: list[tuple[list[str], asyncio.Future[Review]]] = []
        self._costs: OrderedDict[str, float] = OrderedDict()
        self._asked = asyncio.Event()
        self._cold: list[UsualTable] | None = None  # usual tables that it is not warm for yet

    def start(self) -> None:
        """Start to count."""
        self._counting = asyncio.create_task(self._count_all())

    async def stop(self) -> None:
        """Cancel the current count."""
        self._counting.cancel()
        await asyncio.wait([self._counting])

    def ask(self, table: LiveTable, types: Types) -> None:
        """Queue the odds of offers of these types at this table, and wake its phones when they are counted."""
        self._waiting[table.code, types] = table, table.session.replay.state
        self._asked.set()

    def review(self, table: LiveTable) -> asyncio.Future[Review]:
        """Queue the review of a finished game."""
        made: asyncio.Future[Review] = asyncio.get_running_loop().create_future()
        self._reviews.append(([entry.line for entry in table.session.replay.entries], made))
        self._asked.set()
        return made

    async def _count_all(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(REST_S):
                await self._asked.wait()
        while True:
            executor = self._executor()
            try:
                self._cold = None
                while True:
                    await self._count_next(executor)
            except BrokenExecutor:  # it counted for too long, or was ended from outside
                await asyncio.sleep(REST_S)
            finally:
                _end(executor)

    async def _count_next(self, executor: Executor) -> None:
        if self._waiting:
            code, types = min(self._waiting, key=lambda asked: self._costs.get(asked[0], 0.0))
            table, state = self._waiting.pop((code, types))
            if table.session.replay.state is state:  # else its pages ask anew
                await self._count(executor, table, types)
        elif self._reviews:
            await self._go_on_reviewing(executor)
        elif self._cold is None:
            self._cold = await _run(executor, _usual_tables)
        elif self._cold:
            await _run(executor, _keep_usual_odds, *self._cold.pop())
        else:
            self._asked.clear()
            await self._asked.wait()

    async def _go_on_reviewing(self, executor: Executor) -> None:
        lines, made = self._reviews[0]
        try:
            if (found := await _run(executor, _go_on_reviewing, lines)) is None:
                return
            made.set_result(found)
        except Exception as error:  # whatever a game does wrong in it is raised by the page that waits for it
            made.set_exception(error)
            if isinstance(error, BrokenExecutor):
                raise
        finally:
            if made.done():
                del self._reviews[0]

    async def _count(self, executor: Executor, table: LiveTable, types: Types) -> None:
        replay, game = table.session.replay, table.game
        state, cost = replay.state, MOST_S
        found: tuple[OddsPanel, ...] = ()
        try:
            cost, found = await _run(executor, _count_odds, game.id, replay.header, game.rules.dump(state), types)
        except Exception as error:  # an installed game may raise anything: reported, shown as no odds
            table.report_odds_error(error)
            if isinstance(error, BrokenExecutor):
                raise
        finally:
            self._costs[table.code] = cost
            self._costs.move_to_end(table.code)
            if len(self._costs) > MAX_COSTS:
                self._costs.popitem(last=False)
            if replay.state is state:
                table.record_odds(types, found)


async def _run(executor: Executor, work: Callable[..., T], *given: object) -> T:
    return await asyncio.get_running_loop().run_in_executor(executor, work, *given)


# --- in the process --------------------------------------------------------------------------------------------------

_begun: list[float] = []  # when the count that is under way was begun, in seconds of processor


def _start_process() -> Executor:
    return ProcessPoolExecutor(1, get_context("spawn"), _end_with_server)


def _end(executor: Executor) -> None:
    """Kill the process."""
    if isinstance(executor, ProcessPoolExecutor):
        for process in list((executor._processes or {}).values()):
            process.kill()
    executor.shutdown(wait=False, cancel_futures=True)


def _end_with_server() -> None:
    """Initialise the process: it ends with the server or after a count without end; Ctrl-C is for the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)

    def follow() -> None:
        server = parent_process()
        while server is not None and server.is_alive() and not any(process_time() > at + MOST_S for at in _begun):
            server.join(WATCH_S)
        os._exit(0)

    Thread(target=follow, daemon=True).start()


def _count_odds(id: str, header: Json, table: Json, types: Types) -> tuple[float, tuple[OddsPanel, ...]]:
    """Return the seconds of processor time and the odds. table: as dumped by the game."""
    game, content, begun = games.get(id), load(id), process_time()
    _begun.append(begun)
    try:
        found = tuple(game.odds.beside(content, game.rules.restore(content, header, table), types))
        return process_time() - begun, found
    finally:
        _begun.pop()


_reviews: dict[str, Generator[None, None, Review]] = {}  # under way, by the last line of the journal


def _go_on_reviewing(lines: list[str]) -> Review | None:
    """Go on with a review; None while it is not finished."""
    begun = process_time()
    _begun.append(begun)
    try:
        steps = _reviews.pop(lines[-1], None) or review_steps(verify_journal(lines, games.get, load).replay)
        next(steps)
        while process_time() < begun + SLICE_S:
            next(steps)
    except StopIteration as end:
        found: Review = end.value
        return found
    finally:
        _begun.pop()
    _reviews[lines[-1]] = steps
    return None


def _usual_tables() -> list[UsualTable]:
    """Return the tables with default options for every number of players."""
    found = []
    for id in games.playable_games():
        game, content = games.get(id), load(id)
        for variant in content.info["variants"]:
            if variant not in content.info.get("need_position", ()):
                found += [(id, variant, number) for number in seats.people_numbers(game, content, variant)]
    return found[::-1]


def _keep_usual_odds(id: str, variant: str, number: int) -> None:
    """Cache the odds of that table."""
    game, content = games.get(id), load(id)
    header = game.rules.header(content, [f"{place}" for place in range(number)], variant, {}, None)
    table = header if isinstance(header, Refusal) else game.rules.new(content, header)
    if not isinstance(table, Refusal):
        game.odds.keep(table)
