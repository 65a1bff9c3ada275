"""Writes content/wotrcards/print_sections.yaml from the deck lists: python tools/print_sections.py

A deck's cards stand by faction and type in the columns of its set-up sheet, which are as short as can be; nothing
is placed by hand. To be run anew when a deck or a sheet's columns change; what stands above the rows stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

from companion.content.strict_yaml import read_or_raise

ROOT = Path(__file__).parents[1]
CONTENT, SHEETS = ROOT / "content/wotrcards", ROOT / "cards/wotrcards"
FILE = CONTENT / "print_sections.yaml"
TYPES = ("army", "character", "item", "event")  # as they stand below each other
BIG = 40  # cards of a deck; one of more has the big sheet
# In tenths of a line of the sheet:
CARD = 10
HEAD = 13  # the faction's name, and as much room where its cards go on; as setup.deck.yaml draws it
GAP = 4  # below the cards of a faction
PART = 16  # the name of a part, above its first faction
LEAST, REST = 3, 2  # cards of a faction before and after it goes on in the next column


class Group(NamedTuple):
    """The cards of a faction in a part of a deck. opens: the first of its part, where there are several."""

    deck: str
    part: int
    faction: str
    opens: bool
    cards: Sequence[str]


class Section(NamedTuple):
    """As much of a group as stands in one column; number: 1 with the faction's name, 2 where it goes on ..."""

    group: Group
    number: int
    cards: Sequence[str]
    column: int
    line: int

    @property
    def id(self) -> str:
        """As the set-up sheets name it."""
        return f"{self.group.deck}.{self.group.faction}{f'.{self.number}' if self.number > 1 else ''}"


@cache
def rows(name: str) -> dict[str, Mapping[str, Any]]:
    """The rows of a file of content by their ids, in its order."""
    return {row["id"]: row for row in read_or_raise(CONTENT / f"{name}.yaml")["rows"]}


def columns(big: bool) -> int:
    """How many columns there are right of the sheet's margin."""
    sheet = read_or_raise(SHEETS / "setup.deck.yaml")
    trim, values = sheet["trim"], dict(sheet["values"])
    if big:
        other = read_or_raise(SHEETS / "setup.big.yaml")
        trim, values = other["trim"], values | dict(other["values"])
    return int((trim[0] - float(values["left"])) / float(values["wide"]))


def groups(parts: Sequence[Mapping[str, Any]]) -> list[Group]:
    """What stands on one sheet, the decks of a seat in a scenario, in order."""
    decks, cards = rows("deck_lists"), rows("cards")
    order = {id: (TYPES.index(card["type"]), place) for place, (id, card) in enumerate(cards.items())}
    found: list[Group] = []
    for deck in parts:
        held = deck.get("cards") or [card for merged in deck["merges"] for card in decks[merged]["cards"]]
        opens = len(parts) > 1
        for faction in rows("factions"):
            own = sorted((card for card in held if cards[card]["faction"] == faction), key=order.__getitem__)
            if own:
                found.append(Group(deck["id"], deck["part"], faction, opens, own))
                opens = False
    return found


def placed(wanted: Iterable[Group], columns: int, length: int) -> list[Section] | None:
    """The sections in columns of that length, one after the other; None if there are too few columns."""
    found: list[Section] = []
    column, line = 1, 0
    for group in wanted:
        left, number = group.cards, 1
        while left:
            top = line + (PART if group.opens and number == 1 else 0)
            count = (length - top - HEAD) // CARD
            if count < len(left):
                count = min(count, len(left) - REST)
                count = count if count >= (LEAST if number == 1 else 1) else 0
            if count:
                found.append(Section(group, number, left[:count], column, top))
                left, number = left[count:], number + 1
                line = top + HEAD + CARD * len(found[-1].cards) + GAP
            if left:
                column, line = column + 1, 0
                if column > columns:
                    return None
    return found


def sections(parts: Sequence[Mapping[str, Any]]) -> list[Section]:
    """Those of one sheet, in columns as short as can be."""
    wanted = groups(parts)
    count, length = columns(sum(len(group.cards) for group in wanted) > BIG), 0
    while (found := placed(wanted, count, length)) is None:
        length += 1
    return found


def written() -> str:
    """The whole file."""
    above, begin, _ = FILE.read_text(encoding="utf-8").partition("rows:\n")
    lines = [above, begin]
    for _, parts in groupby(rows("deck_lists").values(), key=lambda deck: (deck["scenario"], deck["seat"])):
        found = sections(list(parts))
        for section, after in zip(found, [*found[1:], None], strict=True):
            group, first = section.group, section.number == 1
            lines += [
                f"- id: {section.id}\n  part: {group.part}\n  faction: {group.faction}\n",
                f"  opens: {_flag(group.opens and first)}\n  head: {_flag(first)}\n",
                f"  rest: {after.id}\n" if after is not None and after.number > 1 else "",
                f"  column: {section.column}\n  line: {section.line / 10:g}\n  cards: [\n",
                fill(
                    ", ".join(section.cards),
                    124,
                    initial_indent="    ",
                    subsequent_indent="    ",
                    break_on_hyphens=False,
                ),
                "\n  ]\n",
            ]
    return "".join(lines)


def _flag(value: bool) -> str:
    return str(value).lower()


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
