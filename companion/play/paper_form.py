"""What a printed sheet says once it is filled in: which of its fields belong together, and every way in which the rules
allow them to be marked. Whoever reads the sheet finds the likeliest. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.messages import Phrase


class Part(NamedTuple):
    """Fields that are read together. key: of a player in the file that `check_sheets` judges; kind: how a field looks.

    ways: by what the file says, the mark of each field: `x` marked, `w` untouched, `h` halved, `d` one half marked.
    rule: allows no other ways.
    """

    key: str
    label: Phrase
    rule: str
    kind: str
    fields: tuple[str, ...]
    ways: Mapping[int | str, str]


class PaperForm(NamedTuple):
    """A side of a component that can be read. says: what follows for the whole table from playing on that side."""

    component: str
    side: str
    says: Mapping[str, str]
    parts: tuple[Part, ...]
