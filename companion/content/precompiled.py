"""Files of YAML and of texts as they are published for readers to whom YAML is too slow (a browser): read once, found
without fault, and written as JSON under the name that they had.

    #built SHA-256 of all that follows this line
    {"": LINE, "kind": "hobbit", ...}

A mapping keeps, under the empty key, the line it stood in.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

MARK = "#built "


def to_text(value: Any) -> str:
    """The file that holds a value of JSON."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
    return f"{MARK}{_digest(body)}\n{body}"


def from_text(text: str) -> Any:
    """What `text` made a file of. Raises ValueError where it was changed since, RecursionError."""
    head, _, body = text.partition("\n")
    if head != MARK + _digest(body):
        raise ValueError
    return json.loads(body)


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()
