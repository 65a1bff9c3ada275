"""Webhooks: POST a message to addresses that the operator gave. Slow or broken ones delay nobody.

Knows addresses and messages; no table, no phone.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from email.header import Header
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from companion.core.errors import WrongCall

TIMEOUT_S = 5.0
PAUSE_S = 2.0  # before the second and last try
MOST = 200  # messages under way; further ones are dropped
REFUSED = (OSError, HTTPException)
DISCORD = ("discord.com", "discordapp.com")

_log = logging.getLogger(__name__)


class TurnMessage(NamedTuple):
    """What to tell of a table. title and text: for people. address: of its page.

    event: `turn` or `over`; seats: whose turn it is, or who won; names: of their players.
    """

    title: str
    text: str
    address: str
    event: str
    table: str
    game: str
    seats: list[str]
    names: list[str]


def parse_webhook(word: str) -> str:
    """Return the address of a webhook. Raises WrongCall unless it is http or https with a host."""
    try:
        parts = urlsplit(word)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if not fits or not word.isascii() or not word.isprintable() or " " in word:
        raise WrongCall("not_webhook", word)
    return word


def make_request(url: str, message: TurnMessage) -> Request:
    """Return the POST in the form that the host reads: Discord's, ntfy's (a host named ntfy.*), else plain JSON."""
    host = urlsplit(url).hostname or ""
    if host in DISCORD or host.endswith(tuple(f".{name}" for name in DISCORD)):
        content = f"**{message.title}**\n{message.text}\n<{message.address}>"
        return _json_request(url, {"content": content, "allowed_mentions": {"parse": []}})
    if host.startswith("ntfy."):
        headers = {"Title": Header(message.title, "utf-8", maxlinelen=10_000).encode(), "Click": message.address}
        return Request(url, message.text.encode(), headers | {"Content-Type": "text/plain; charset=utf-8"})
    return _json_request(url, message._asdict())


def _json_request(url: str, value: dict[str, Any]) -> Request:
    return Request(url, json.dumps(value, ensure_ascii=False).encode(), {"Content-Type": "application/json"})


class Webhooks:
    """Sends messages from the event loop, in threads of its own. urls: as parse_webhook returns them."""

    def __init__(self, urls: Sequence[str]) -> None:
        self._urls = urls
        self._threads = ThreadPoolExecutor(4, "webhooks")
        self._under_way: set[asyncio.Task[None]] = set()

    def send(self, message: TurnMessage) -> None:
        """Send a message to all addresses, in the background."""
        for url in self._urls:
            if len(self._under_way) < MOST:
                task = asyncio.create_task(self._send(url, message))
                self._under_way.add(task)
                task.add_done_callback(self._under_way.discard)

    def stop(self) -> None:
        """Forget what has not been sent."""
        for task in self._under_way:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _send(self, url: str, message: TurnMessage) -> None:
        loop, request = asyncio.get_running_loop(), make_request(url, message)
        try:
            try:
                await loop.run_in_executor(self._threads, _post, request)
            except REFUSED:
                await asyncio.sleep(PAUSE_S)
                await loop.run_in_executor(self._threads, _post, request)
        except REFUSED as error:
            _log.error("webhook %s: %s", urlsplit(url).hostname, error)  # the path is a secret


def _post(request: Request) -> None:
    """Post it. Raises one of REFUSED if it was not taken."""
    with urlopen(request, timeout=TIMEOUT_S):
        pass
