"""The order in which a line of mixed directions is read and seen: Unicode's bidirectional algorithm (UAX #9).

Directions follow from the letters and from the marks LRM, RLM and ALM. Embeddings, overrides and isolates are passed
over: who writes a card does not type them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import bidirectional

_SKIPPED = frozenset(("BN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
_NEUTRAL = frozenset(("B", "S", "WS", "ON"))
_OPENING = {"(": ")", "[": "]", "{": "}", "⟨": "⟩"}  # brackets
_MIRRORED = {**_OPENING, "<": ">", "«": "»", "‹": "›", "≤": "≥"}
MIRRORED = {**_MIRRORED, **{other: one for one, other in _MIRRORED.items()}}


def base_level(words: str) -> int:
    """Return 1 for a paragraph whose first letter is of a script that runs from right to left, else 0."""
    return next((int(kind != "L") for kind in map(bidirectional, words) if kind in ("L", "R", "AL")), 0)


def levels(words: str, base: int) -> list[int]:
    """Return a level for each character of a line: an odd one is read from right to left, inside those below it.

    base: level of the paragraph, 0 or 1.
    """
    kinds = [bidirectional(letter) or "L" for letter in words]
    at = [index for index, kind in enumerate(kinds) if kind not in _SKIPPED]
    edge = "R" if base else "L"
    own = [kinds[index] for index in at]
    _resolve_weak(own, edge)
    _resolve_pairs([words[index] for index in at], own, edge)
    _resolve_neutral(own, edge)
    out = [base] * len(words)
    for index, kind in zip(at, own, strict=True):
        out[index] = base + ((kind != "R") if base else {"L": 0, "R": 1}.get(kind, 2))
    for index in range(1, len(words)):
        if kinds[index] in _SKIPPED:
            out[index] = out[index - 1]
    for index in reversed(range(len(words))):  # spaces at the end of a line
        if kinds[index] not in ("WS", "S", "B") and kinds[index] not in _SKIPPED:
            break
        out[index] = base
    return out


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the places of parts of these levels, from the left to the right."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end + 1
    return order


def _resolve_weak(kinds: list[str], edge: str) -> None:
    """Give marks, numbers and their signs their kinds (rules W1 to W7)."""
    before, strong = edge, edge
    for index, kind in enumerate(kinds):  # W1, W2
        before = kinds[index] = before if kind == "NSM" else kind
        if before in ("L", "R", "AL"):
            strong = before
        elif before == "EN" and strong == "AL":
            kinds[index] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for index in range(1, len(kinds) - 1):  # W4
        left, kind, right = kinds[index - 1 : index + 2]
        if left == right and ((kind in ("ES", "CS") and left == "EN") or (kind == "CS" and left == "AN")):
            kinds[index] = left
    for start, end in _stretches(kinds, ("ET",)):  # W5
        if "EN" in (kinds[start - 1 : start] + kinds[end : end + 1]):
            kinds[start:end] = ["EN"] * (end - start)
    strong = edge
    for index, kind in enumerate(kinds):  # W6, W7
        if kind in ("L", "R"):
            strong = kind
        elif kind in ("ES", "ET", "CS"):
            kinds[index] = "ON"
        elif kind == "EN" and strong == "L":
            kinds[index] = "L"


def _resolve_pairs(letters: Sequence[str], kinds: list[str], edge: str) -> None:
    """Give brackets the direction of what they hold (rule N0)."""
    waiting: list[tuple[str, int]] = []
    pairs = []
    for index, letter in enumerate(letters):
        if kinds[index] != "ON":
            continue
        if letter in _OPENING:
            waiting.append((_OPENING[letter], index))
        elif found := [place for place, (closing, _) in enumerate(waiting) if closing == letter]:
            pairs.append((waiting[found[-1]][1], index))
            del waiting[found[-1] :]
    for start, end in sorted(pairs):
        held = {_strong(kind) for kind in kinds[start + 1 : end]} - {""}
        if edge in held:
            wanted = edge
        elif held:
            before = next((one for kind in reversed(kinds[:start]) if (one := _strong(kind))), edge)
            wanted = edge if before == edge else before
        else:
            continue
        kinds[start] = kinds[end] = wanted


def _resolve_neutral(kinds: list[str], edge: str) -> None:
    """Give spaces and other signs the direction of their neighbours, or else of the paragraph (rules N1, N2)."""
    for start, end in _stretches(kinds, _NEUTRAL):
        left = _strong(kinds[start - 1]) if start else edge
        right = _strong(kinds[end]) if end < len(kinds) else edge
        kinds[start:end] = [left if left == right else edge] * (end - start)


def _strong(kind: str) -> str:
    """Return the direction that a kind has for its neighbours, or ""."""
    return {"L": "L", "R": "R", "EN": "R", "AN": "R"}.get(kind, "")


def _stretches(kinds: Sequence[str], wanted: Sequence[str] | frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield where stretches of the wanted kinds begin and end."""
    start = 0
    for index in range(len(kinds) + 1):
        if index == len(kinds) or kinds[index] not in wanted:
            if start < index:
                yield start, index
            start = index + 1
