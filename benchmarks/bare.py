"""Bare Starlette endpoints that keep and tell lines, without rules or checks: what the tracker is measured against.

POST /move     reads a small body and keeps one line; one writer thread commits all that wait together (FULL)
GET /events    Server-Sent Events: each line a frame to everybody
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

TABLE = "CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, body TEXT NOT NULL)"


class Lines:
    """A file of lines, and everybody who listens."""

    def __init__(self, path: str) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", TABLE):
            self._db.execute(statement)
        self._waiting: list[tuple[str, asyncio.Future[int]]] = []
        self._draining: asyncio.Task[None] | None = None
        self._listeners: set[asyncio.Queue[bytes]] = set()

    async def move(self, request: Request) -> Response:
        text = json.dumps(await request.json(), separators=(",", ":"))
        kept = asyncio.get_running_loop().create_future()
        self._waiting.append((text, kept))
        if self._draining is None:
            self._draining = asyncio.create_task(self._drain())
        id = await kept
        frame = f"event: move\nid: {id}\ndata: {text}\n\n".encode()
        for queue in self._listeners:
            queue.put_nowait(frame)
        return JSONResponse({"id": id})

    async def events(self, request: Request) -> Response:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._listeners.add(queue)

        async def frames() -> Any:
            try:
                yield b"event: ping\ndata: {}\n\n"
                while True:
                    yield await queue.get()
            finally:
                self._listeners.discard(queue)

        return StreamingResponse(frames(), media_type="text/event-stream")

    async def _drain(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            texts = [text for text, _ in batch]
            ids = await asyncio.get_running_loop().run_in_executor(self._thread, self._write, texts)
            for (_, kept), id in zip(batch, ids, strict=True):
                kept.set_result(id)
        self._draining = None

    def _write(self, texts: list[str]) -> list[int | None]:
        self._db.execute("BEGIN")
        ids = [self._db.execute("INSERT INTO line (body) VALUES (?)", (text,)).lastrowid for text in texts]
        self._db.execute("COMMIT")
        return ids


def app(path: str) -> Starlette:
    lines = Lines(path)
    return Starlette(routes=[Route("/move", lines.move, methods=["POST"]), Route("/events", lines.events)])
