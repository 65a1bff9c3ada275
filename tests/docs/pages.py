"""The pages of the documentation, their code, and the commands in them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
}
_CODE = re.compile(r"^ *```(\w+)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
_INLINE = re.compile(r"`(companion [^`]+)`")
_CALL = re.compile(r"(?:^|[\s(/|])(companion [^\n|)#]+)")


def shell(page: str) -> str:
    """All that a page wants typed, in its order."""
    return "".join(body for kind, body in _CODE.findall(PAGES[page]) if kind == "sh")


def codes(page: str, words: str) -> str:
    """The code of a page that has these words."""
    (found,) = (body for _, body in _CODE.findall(PAGES[page]) if words in body)
    return str(found)


def calls(page: str) -> Iterator[list[str]]:
    """The words of each call of `companion` on a page, in code and in running text."""
    code = [
        found for kind, body in _CODE.findall(PAGES[page]) if kind in ("sh", "text") for found in _CALL.findall(body)
    ]
    for text in (*code, *_INLINE.findall(_CODE.sub("", PAGES[page]))):
        yield shlex.split(" ".join(text.split()))[1:]
