"""What a request holds: headers, cookies, language and the fields of a form. Knows HTTP, no table."""

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
    """A header of the request, or nothing."""
    named: dict[bytes, bytes] | None = scope.get("named")
    if named is None:
        named = scope["named"] = dict(scope["headers"])
    return named.get(name, b"").decode("latin-1")


def wants_json(scope: Scope) -> bool:
    """Whether the script asks, not the browser itself."""
    return "application/json" in header(scope, b"accept")


def language(scope: Scope) -> str:
    """The language of the switch, else the first of the browser's that we speak, else empty."""
    switched = cookies(header(scope, b"cookie")).get(LANG, "")
    if switched in languages():
        return switched
    return _accepted_language(header(scope, b"accept-language"))


@lru_cache(maxsize=1024)
def cookies(header: str) -> dict[str, str]:
    """The cookies of a `Cookie` header."""
    return cookie_parser(header)


def cookie_name(scope: Scope, name: str) -> str:
    """`companion-8000`: browsers keep cookies by host alone, so the port that they see tells servers apart."""
    return f"{name}-{_port(header(scope, b'host'), scope['scheme'])}"


@lru_cache(maxsize=256)
def _port(host: str, scheme: str) -> int:
    port = host.rpartition(":")[2]
    return int(port) if port.isdecimal() else 443 if scheme == "https" else 80


def is_prefetch(scope: Scope) -> bool:
    """Whether a browser, or whoever shows a preview, asks for what nobody has opened yet."""
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
    """Fields of a form. Raises WrongCall."""
    try:
        text = (await request.receive())["body"].decode()  # the guard hands it on in one piece
        if text.count("&") >= MAX_FIELDS:
            raise ValueError
        pairs = [pair.partition("=") for pair in text.split("&") if pair]
        return [(_unquote(name), _unquote(value)) for name, _, value in pairs]
    except ValueError:
        raise WrongCall("form_unreadable") from None


def _unquote(text: str) -> str:
    """Raises ValueError."""
    return unquote_plus(text, errors="strict") if "%" in text or "+" in text else text


def parse_number(text: str | None) -> int:
    """A number that a phone names, or 0."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else 0


def is_code(text: str) -> bool:
    """Whether it reads like the code of a table."""
    return len(text) == ID_LENGTH and _LETTERS.issuperset(text)
