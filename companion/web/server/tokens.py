"""Secrets of the tracker: tokens of phones and their keys in a journal, the owner's key, invitations.

A secret appears in no page, journal or log, except for the phone that owns it.
"""

from __future__ import annotations

import hmac
import re
import secrets
from functools import lru_cache
from hashlib import sha256

MINUTES = 30  # an invitation is valid
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)
_INVITE = re.compile(r"(\d{1,12}\.[0-9a-f]{16})\.([0-9a-f]{32})", re.ASCII)


def read_token(found: str | None) -> tuple[str, bool]:
    """Return the token that a phone brought, or a new one and True."""
    if found is not None and _TOKEN.fullmatch(found):
        return found, False
    return secrets.token_urlsafe(32), True


@lru_cache(maxsize=4096)
def phone_key(token: str, table_id: str) -> str:
    """Return the key of the phone in the journal of one table; another table gets another key."""
    return sha256(f"{token} {table_id}".encode()).hexdigest()[:32]


def is_same_secret(left: str, right: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(left.encode(), right.encode())


def invitation(key: bytes, code: str, seat: str, since: int, now: float) -> str:
    """Return the words that let one more phone play a seat for a while.

    key: of the table, known to the server alone.
    since: entry since which the seat is played (0: by nobody); the words expire when all phones have left it.
    """
    own = f"{int(now) + 60 * MINUTES}.{secrets.token_hex(8)}"
    return f"{own}.{_signature(key, code, seat, since, own)}"


def is_invited(key: bytes, code: str, seat: str, since: int, words: str, now: float) -> bool:
    """Return True if these words let a phone play that seat; the caller checks that they are unused."""
    read = _INVITE.fullmatch(words)
    if read is None or int(read[1].partition(".")[0]) < now:
        return False
    return is_same_secret(read[2], _signature(key, code, seat, since, read[1]))


def invitation_digest(invitation: str) -> str:
    """Return the digest that stands for a used invitation in the journal."""
    return sha256(invitation.encode()).hexdigest()[:16]


def _signature(key: bytes, code: str, seat: str, since: int, own: str) -> str:
    return hmac.digest(key, f"invitation {code} {seat} {since} {own}".encode(), "sha256").hex()[:32]
