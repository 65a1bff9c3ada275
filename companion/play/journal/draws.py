"""Fair dice: a reverse hash chain whose anchor is shown before play and whose links are shown with the draws.

link(k) hashes to link(k - 1), down to the anchor, link 0, in the journal's header. Draw k takes its numbers from
HMAC-SHA-256(link k, table id, k, label). Nobody can change a draw once the anchor stands, and everybody can check it
at once. The device that holds the chain could look ahead; dice of wood cannot.

What only some may see cannot be drawn in the open: such draws take their numbers from one key, whose hash stands in the
header and which is opened when the game is over.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Sequence

LINKS = 2_000  # draws of one session
LENGTH = 32  # bytes of a link, and of the mark of a seal
LARGEST = 1 << 32  # size that a number is drawn below
_words_of = struct.Struct(">8I").unpack  # of a SHA-256


def link_chain(seed: bytes) -> list[bytes]:
    """Return all links by number; link 0 is the anchor."""
    sha256 = hashlib.sha256
    link = sha256(seed).digest()
    links = [link]
    for _ in range(LINKS):
        link = sha256(link).digest()
        links.append(link)
    links.reverse()
    return links


def sealing_key(seed: bytes) -> bytes:
    """Return the key of draws that stay sealed until the end."""
    return hmac.digest(seed, b"sealed draws", "sha256")


def follows(link: bytes, previous: bytes) -> bool:
    """True if `link` is the one that follows `previous` in its chain."""
    return len(link) == LENGTH and hashlib.sha256(link).digest() == previous


def from_hex(text: object) -> bytes | None:
    """The bytes of a text in hex, if it is written in the one way."""
    try:
        found = bytes.fromhex(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return found if found is not None and found.hex() == text else None


def can_be(sizes: object, got: object) -> bool:
    """Return whether these are sizes, and a number for each, as a draw has them: `true` is no number."""
    if not (isinstance(sizes, list) and isinstance(got, list) and len(sizes) == len(got)):
        return False
    if not {*map(type, sizes), *map(type, got)} <= {int}:
        return False
    return all(0 <= number < size <= LARGEST for size, number in zip(sizes, got, strict=True))


def commitment(words: str) -> str:
    """Return the SHA-256 of a seat's words in hex, given away before any words are shown."""
    return hashlib.sha256(words.encode()).hexdigest()


def mix_words(table: bytes, words: str) -> bytes:
    """Return the table id after a seat has added words of its own."""
    return hashlib.sha256(table + words.encode()).digest()


def draw_numbers(link: bytes, table: bytes, k: int, label: str, sizes: Sequence[int]) -> list[int]:
    """One number below each size, none likelier than another: 32-bit words, those beyond the last multiple rejected.

    link: link k, or the key of sealed draws. k: number of the draw among its like.
    """
    block = hmac.digest(link, table + k.to_bytes(4, "big") + label.encode(), "sha256")
    words = list(_words_of(block))
    out: list[int] = []
    for size in sizes:
        limit = LARGEST - LARGEST % size
        while True:
            if not words:
                block = hashlib.sha256(block).digest()
                words = list(_words_of(block))
            word = words.pop(0)
            if word < limit:
                out.append(word % size)
                break
    return out
