"""One port for several processes: a connection goes to the process of the table that its first request names.

Knows bytes and sockets; no page. Any process answers for any table: to share tables out only spares each process the
tables of the others.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections import deque
from itertools import cycle
from zlib import crc32

from companion.play.journal.session import ID_LENGTH, ID_LETTERS

MAX_LINE = 512  # bytes of a request's first line that are looked at
MAX_WAITING = 1_024  # connections that have not sent a request, or wait for a process; the oldest goes first
LINE_S = 10.0  # until the first line has come
AGAIN_S = 0.05  # until a line that is not whole is looked at again
REST_S = 1.0  # while the system has no more sockets
ON_THE_WAY = 64  # connections sent to a process that has not said that it took them
_TABLE = re.compile(rf"/([{ID_LETTERS}]{{{ID_LENGTH}}})(?:[/?]|$)", re.IGNORECASE)
_LINE = re.compile(rb"[A-Z]+ (\S+) ")


def owner_of(path: str, workers: int) -> int | None:
    """Return the number of the process whose table a path names, None if it names none."""
    found = _TABLE.match(path)
    return crc32(found[1].lower().encode()) % workers if found else None


def take_connection(channel: socket.socket) -> socket.socket | None:
    """Return the next connection that a dispatcher sent, and tell it so; None if it is gone. Raises BlockingIOError."""
    try:
        data, files, _, _ = socket.recv_fds(channel, 1, 1)
        if data and files:
            channel.send(b".")
            return socket.socket(fileno=files[0])
    except ConnectionError:
        pass
    return None


class Dispatcher:
    """Accepts connections at `door` and sends each to one of several processes; on the event loop.

    A process is reached by its end of a channel, see `connect`. While there is none, its connections wait; those that
    it did not take before it was gone are sent to the next one.
    """

    def __init__(self, door: socket.socket, workers: int) -> None:
        self._door = door
        self._loop = asyncio.get_running_loop()
        self._channels: list[socket.socket | None] = [None] * workers
        self._queues: list[deque[socket.socket]] = [deque() for _ in range(workers)]
        self._on_the_way: list[deque[socket.socket]] = [deque() for _ in range(workers)]
        self._silent: dict[socket.socket, asyncio.TimerHandle] = {}  # that have sent no whole line yet
        self._turns = cycle(range(workers))  # for requests that name no table

    def start(self) -> None:
        """Start to accept."""
        self._door.setblocking(False)
        self._loop.add_reader(self._door, self._accept)

    def stop(self) -> None:
        """Close door, channels and all connections that wait."""
        self._loop.remove_reader(self._door)
        self._door.close()
        for connection in list(self._silent):
            self._drop(connection)
        for number in range(len(self._channels)):
            self.disconnect(number)
            for connection in self._queues[number]:
                connection.close()

    def connect(self, number: int, channel: socket.socket) -> None:
        """Send the connections of a process through this channel from now on."""
        channel.setblocking(False)
        self._channels[number] = channel
        self._loop.add_reader(channel, self._hear, number)
        self._flush(number)

    def disconnect(self, number: int) -> None:
        """Close the channel of a process that is gone."""
        self._hear(number)
        channel, self._channels[number] = self._channels[number], None
        if channel is not None:
            self._loop.remove_reader(channel)
            channel.close()
        self._queues[number].extendleft(reversed(self._on_the_way[number]))
        self._on_the_way[number].clear()

    def _accept(self) -> None:
        try:
            connection, _ = self._door.accept()
        except BlockingIOError:
            return
        except OSError:  # no more sockets
            self._loop.remove_reader(self._door)
            self._loop.call_later(REST_S, self._accept_again)
            return
        connection.setblocking(False)
        self._silent[connection] = self._loop.call_later(LINE_S, self._drop, connection)
        if len(self._silent) > MAX_WAITING:
            self._drop(next(iter(self._silent)))
        self._loop.add_reader(connection, self._look, connection)

    def _accept_again(self) -> None:
        if self._door.fileno() >= 0:
            self._loop.add_reader(self._door, self._accept)

    def _look(self, connection: socket.socket) -> None:
        """Look at the first line and leave it to be read; what is no line the process refuses."""
        self._loop.remove_reader(connection)
        try:
            head = connection.recv(MAX_LINE, socket.MSG_PEEK)
        except OSError:
            head = b""
        line = _LINE.match(head)
        if not head:
            self._drop(connection)
        elif line or b"\n" in head or len(head) == MAX_LINE:
            self._silent.pop(connection).cancel()
            owner = owner_of(line[1].decode("latin-1"), len(self._channels)) if line else None
            self._send(next(self._turns) if owner is None else owner, connection)
        else:
            self._loop.call_later(AGAIN_S, self._look_again, connection)

    def _look_again(self, connection: socket.socket) -> None:
        if connection in self._silent:
            self._loop.add_reader(connection, self._look, connection)

    def _drop(self, connection: socket.socket) -> None:
        self._silent.pop(connection).cancel()
        self._loop.remove_reader(connection)
        connection.close()

    def _send(self, number: int, connection: socket.socket) -> None:
        queue = self._queues[number]
        queue.append(connection)
        if len(queue) > MAX_WAITING:
            queue.popleft().close()
        self._flush(number)

    def _flush(self, number: int) -> None:
        """Send what waits for a process, a few at a time."""
        channel, queue, on_the_way = self._channels[number], self._queues[number], self._on_the_way[number]
        while channel and queue and len(on_the_way) < ON_THE_WAY:
            try:
                socket.send_fds(channel, [b"."], [queue[0].fileno()])
            except OSError:  # the process is gone: another one follows
                return
            on_the_way.append(queue.popleft())

    def _hear(self, number: int) -> None:
        """Let go of the connections that a process has taken, a byte each."""
        channel = self._channels[number]
        if channel is None:
            return
        try:
            taken = channel.recv(ON_THE_WAY)
        except BlockingIOError:
            return
        except ConnectionError:
            taken = b""
        if not taken:  # the process is gone: another one follows
            self._loop.remove_reader(channel)
        for _ in taken:
            self._on_the_way[number].popleft().close()
        self._flush(number)
