"""Bare Starlette endpoints that keep and tell lines, without rules or checks: what the tracker is measured against.

POST /move     reads a small body and keeps one line; one writer thread commits all that wait together, in a file of
               SQLite (FULL) or in a PostgreSQL database
GET /events    Server-Sent Events: each line a frame to everybody
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

Write = Callable[[list[str]], list[int | None]]  # returns the ids of lines once they are kept
TABLE = "CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, body TEXT NOT NULL)"


class Lines:
    """A file of lines, and everybody who listens."""

    def __init__(self, place: str) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._write = _postgres_writer(place) if place.startswith("postgresql:") else _sqlite_writer(place)
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


def _sqlite_writer(path: str) -> Write:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", TABLE):
        db.execute(statement)

    def write(texts: list[str]) -> list[int | None]:
        db.execute("BEGIN")
        ids = [db.execute("INSERT INTO line (body) VALUES (?)", (text,)).lastrowid for text in texts]
        db.execute("COMMIT")
        return ids

    return write


def _postgres_writer(url: str) -> Write:
    import psycopg

    db = psycopg.connect(url, autocommit=True)
    db.execute(
        "CREATE TABLE IF NOT EXISTS line (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL)"
    )
    insert = "INSERT INTO line (body) SELECT * FROM unnest(%s::text[]) RETURNING id"

    def write(texts: list[str]) -> list[int | None]:
        return [id for (id,) in db.execute(insert, [texts])]

    return write


def app(place: str) -> Starlette:
    lines = Lines(place)
    return Starlette(routes=[Route("/move", lines.move, methods=["POST"]), Route("/events", lines.events)])
