"""A cable between a store and its server that a test may cut."""

from __future__ import annotations

import socket
import threading


class Cable:
    """Listens on a port of its own and hands everything on, both ways."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._ends: list[socket.socket] = []
        self._deaf = False
        self._threads = [threading.Thread(target=self._meet)]
        self._threads[0].start()

    def deafen(self) -> None:
        """From now on questions get through, and their answers cut the cable."""
        self._deaf = True

    def mend(self) -> None:
        """New connections get through again."""
        self._deaf = False

    def close(self) -> None:
        """Cut everything."""
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._cut()
        for thread in self._threads:
            thread.join()

    def _meet(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._to))
            self._ends += [near, far]
            for source, target, answers in ((near, far, False), (far, near, True)):
                self._threads.append(threading.Thread(target=self._carry, args=(source, target, answers)))
                self._threads[-1].start()

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        try:
            while data := source.recv(65536):
                if answers and self._deaf:
                    break
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):  # this pair alone: another may have been let through meanwhile
            _shut(end)
            end.close()

    def _cut(self) -> None:
        for end in self._ends:
            _shut(end)


def _shut(end: socket.socket) -> None:
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
