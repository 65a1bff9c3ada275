"""Reads requests: headers, cookies, language, form fields. Knows HTTP, no table."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from urllib.parse import unquote_plus

from starlette.requests import Request, cookie_parser
from starlette.types import Scope

from companion.content.load import languages
from companion.core.errors import WrongCall
from companion.play.journal.session import ID_LENGTH, ID_LETTERS

LANG = "lang"  # cookie of the language switch
MAX_FIELDS = 64
_LETTERS = frozenset(ID_LETTERS)


def header(scope: Scope, name: bytes) -> str:
    """Return a header of the request, empty if it is missing."""
    named: dict[bytes, bytes] | None = scope.get("named")
    if named is None:
        named = scope["named"] = dict(scope["headers"])
    return named.get(name, b"").decode("latin-1")


def wants_json(scope: Scope) -> bool:
    """Return True if a script asks for JSON rather than the browser for a page."""
    return "application/json" in header(scope, b"accept")


def language(scope: Scope) -> str:
    """Return the language of the cookie, else the first of the browser's that we speak, else empty."""
    switched = cookies(header(scope, b"cookie")).get(LANG, "")
    if switched and switched in languages():
        return switched
    return _accepted_language(header(scope, b"accept-language"))


@lru_cache(maxsize=1024)
def cookies(header: str) -> dict[str, str]:
    """Parse a `Cookie` header."""
    return cookie_parser(header)


def cookie_name(scope: Scope, name: str) -> str:
    """Return `companion-8000`: browsers keep cookies by host alone, the port separates servers."""
    return f"{name}-{_port(header(scope, b'host'), scope['scheme'])}"


@lru_cache(maxsize=256)
def _port(host: str, scheme: str) -> int:
    port = host.rpartition(":")[2]
    return int(port) if port.isdecimal() else 443 if scheme == "https" else 80


def is_prefetch(scope: Scope) -> bool:
    """Return True for prefetches and previews, which no person has opened yet."""
    purposes = (header(scope, name) for name in (b"sec-purpose", b"purpose", b"x-moz", b"x-purpose"))
    return scope["method"] == "HEAD" or any(re.search("prefetch|prerender|preview", said.lower()) for said in purposes)


@lru_cache(maxsize=256)
def _accepted_language(header: str) -> str:
    wanted = []
    for place, part in enumerate(header.split(",")):
        name, _, weight = part.strip().lower().partition(";q=")
        with suppress(ValueError):
            wanted.append((-float(weight or 1), place, name.partition("-")[0]))
    return next((name for _, _, name in sorted(wanted) if name in languages()), "")


async def read_fields(request: Request) -> list[tuple[str, str]]:
    """Return the fields of a form in order. Raises WrongCall."""
    try:
        text = (await request.receive())["body"].decode()  # the guard hands it on in one piece
        if text.count("&") >= MAX_FIELDS:
            raise ValueError
        pairs = [pair.partition("=") for pair in text.split("&") if pair]
        return [(_unquote(name), _unquote(value)) for name, _, value in pairs]
    except ValueError:
        raise WrongCall("form_unreadable") from None


def _unquote(text: str) -> str:
    """Decode a form value. Raises ValueError."""
    return unquote_plus(text, errors="strict") if "%" in text or "+" in text else text


def parse_number(text: str | None) -> int:
    """Return a number of up to nine digits, 0 for anything else."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else 0


def is_code(text: str) -> bool:
    """Return True if the text has the form of a table's code."""
    return len(text) == ID_LENGTH and _LETTERS.issuperset(text)
