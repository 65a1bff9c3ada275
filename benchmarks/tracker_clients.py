"""Clients that ask, check the answer and ask again."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from itertools import cycle

from tracker_tables import Table
from wire import OK, Asker, post


class Client(ABC):
    """Asks, checks the answer, asks again, until the time is up."""

    def __init__(self, line: Asker) -> None:
        self._line = line

    @abstractmethod
    def request(self) -> bytes: ...

    @abstractmethod
    def check(self, answer: bytes) -> None: ...

    def run(self, until: float, took: list[float]) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        clock, begun = time.perf_counter, 0.0

        def ask() -> None:
            nonlocal begun
            begun = clock()
            self._line.send(self.request(), take_answer)

        def take_answer(answer: bytes) -> None:
            now = clock()
            took.append(now - begun)
            try:
                self.check(answer)
            except AssertionError as error:
                done.set_exception(error)
                return
            if now < until:
                ask()
            else:
                done.set_result(None)

        ask()
        return done


class BareClient(Client):
    """Appends lines at the bare endpoint."""

    def __init__(self, line: Asker, port: int) -> None:
        super().__init__(line)
        self._request = post(port, "/move", "application/json", b'{"mask":5}')
        self.kept = 0

    def request(self) -> bytes:
        return self._request

    def check(self, answer: bytes) -> None:
        assert answer.startswith(OK), answer
        self.kept += 1


class Player(Client):
    """A phone that plays all seats of its table."""

    def __init__(self, line: Asker, port: int, table: Table) -> None:
        super().__init__(line)
        self._table = table
        self._requests = cycle(table.requests(port))

    def request(self) -> bytes:
        return next(self._requests) + b"%08d" % self._table.seq

    def check(self, answer: bytes) -> None:
        self._table.seq += 1
        assert answer.startswith(OK), answer
        assert b'"seq":%d,' % self._table.seq in answer, answer
