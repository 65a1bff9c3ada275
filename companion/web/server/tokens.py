"""Secrets of the tracker: the token of a phone and what stands for it in a journal, the owner's key, invitations.

No secret goes into a page, a journal or a log but to the phone whose own it is.
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
    """The token of a phone: the one it brought, or a new one (then True)."""
    if found is not None and _TOKEN.fullmatch(found):
        return found, False
    return secrets.token_urlsafe(32), True


@lru_cache(maxsize=4096)
def phone_key(token: str, table_id: str) -> str:
    """What stands for the phone in the journal of one table; at another table it is another key."""
    return sha256(f"{token} {table_id}".encode()).hexdigest()[:32]


def is_same_secret(left: str, right: str) -> bool:
    """Whether two secrets are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(left.encode(), right.encode())


def invitation(key: bytes, code: str, seat: str, since: int, now: float) -> str:
    """Words that let one more phone play that seat for a while. key: of the table, known to the server alone.

    since: the entry since which the seat is played (0: by nobody); when all have left it, the words count no more.
    """
    own = f"{int(now) + 60 * MINUTES}.{secrets.token_hex(8)}"
    return f"{own}.{_signature(key, code, seat, since, own)}"


def is_invited(key: bytes, code: str, seat: str, since: int, words: str, now: float) -> bool:
    """Whether these words let a phone play that seat, if nobody has used them yet."""
    read = _INVITE.fullmatch(words)
    if read is None or int(read[1].partition(".")[0]) < now:
        return False
    return is_same_secret(read[2], _signature(key, code, seat, since, read[1]))


def invitation_digest(invitation: str) -> str:
    """What stands for an invitation in the journal once it has been used."""
    return sha256(invitation.encode()).hexdigest()[:16]


def _signature(key: bytes, code: str, seat: str, since: int, own: str) -> str:
    return hmac.digest(key, f"invitation {code} {seat} {since} {own}".encode(), "sha256").hex()[:32]
