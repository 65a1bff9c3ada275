"""Content of the user's own in a browser: files that were dropped on the page, in one folder until they are cleared.

What a file is called comes from strangers: nothing is written outside the folder. A lone sheet of cards becomes the
smallest game that prints it. Knows files, no page.
"""

from __future__ import annotations

import csv
import re
import shutil
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

from companion.content.load import game_ids
from companion.content.spreadsheet import csv_lines
from companion.content.strict_yaml import INTEGER, LONGEST_NUMBER
from companion.core import resources
from companion.core.errors import ContentError, StoreError, WrongCall
from companion.core.files import MIB

FOLDERS = ("content", "cards", "layouts")
SUFFIXES = (".yaml", ".csv", ".xlsx", ".po", ".pot", ".svg", ".json", ".png", ".jpg", ".jpeg", ".ttf", ".otf")
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")
LARGEST_FILE = 32 * MIB
MOST_BYTES = 128 * MIB
MOST_FILES = 2_000
LONGEST_NAME = 200  # characters of a part
NUMBERS = ("copies", "count", "number")  # columns of a lone sheet that say how often a card is printed
_UNFIT = re.compile(r"[^a-z0-9]+")


class OwnFiles:
    """The files in `folder`, which is made when the first comes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._sizes: dict[Path, int] = {}
        self._changed = False
        self.version = 0  # another one after every change

    @contextmanager
    def read(self) -> Iterator[None]:
        """Return a context in which these files come before those of the house, as they are now."""
        with resources.using_folder(self.folder):
            if self._changed:
                resources.clear_readers()
                self._changed = False
            yield

    def games(self) -> list[str]:
        """Ids of the games that the files make."""
        return game_ids(self.folder) if self._sizes else []

    def clear(self) -> None:
        """Take all of them away."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self._sizes.clear()
        self._touch()

    def put(self, name: str, data: bytes, lang: str) -> None:
        """Take a file in, called as in the folder that was dropped: `inn/content/inn/game.yaml`.

        lang: in which a lone sheet is written. Raises WrongCall, StoreError; ContentError for a lone sheet with faults.
        """
        parts = tuple(unicodedata.normalize("NFC", name).split("/"))
        if not all(_good(part) for part in parts):
            raise WrongCall("own_name", name[:LONGEST_NAME])
        suffix = Path(parts[-1]).suffix.lower()
        inside = next((parts[at:] for at, part in enumerate(parts[:-1]) if part in FOLDERS), None)
        if inside is None and suffix == ".csv":
            for path, text in lone_sheet(parts[-1], data, lang, self.folder.parent).items():
                self._write(self.folder / path, text.encode())
            return
        if inside is None or suffix not in SUFFIXES:
            code = "own_pictures" if suffix in PICTURES else "own_workbook" if suffix == ".xlsx" else "own_place"
            raise WrongCall(code, parts[-1])
        self._write(self.folder.joinpath(*inside), data)

    def _write(self, path: Path, data: bytes) -> None:
        sizes = {**self._sizes, path: len(data)}
        if len(data) > LARGEST_FILE or sum(sizes.values()) > MOST_BYTES or len(sizes) > MOST_FILES:
            raise WrongCall("own_large", path.name, each=LARGEST_FILE // MIB, all=MOST_BYTES // MIB, files=MOST_FILES)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            raise StoreError("file_unwritable", path=path.name, reason=error.strerror or "") from None
        self._sizes = sizes
        self._touch()

    def _touch(self) -> None:
        self._changed, self.version = True, self.version + 1


def _good(part: str) -> bool:
    """Whether it may be a part of a file's name."""
    return bool(
        part
        and not part.startswith(".")
        and len(part) <= LONGEST_NAME
        and part.isprintable()
        and not {*part} & {*"\\:"}
    )


def lone_sheet(name: str, data: bytes, lang: str, room: Path) -> Mapping[str, str]:
    """The files of a game that prints one card a line: the first cell is its title, the others stand below it.

    A column of NUMBERS says how many copies. A card's id is the number of its line.
    room: a folder in which the sheet can lie while it is read. Raises ContentError.
    """
    stem = unicodedata.normalize("NFKD", Path(name).stem).encode("ascii", "ignore").decode().lower()
    id = _UNFIT.sub("-", stem).strip("-") or "cards"
    where, faults = f"content/{id}/{name}", list[str]()
    room.mkdir(parents=True, exist_ok=True)
    path = room / "sheet.csv"
    path.write_bytes(data)
    lines = csv_lines(path, where, faults)
    path.unlink()
    rows = [(number, cells) for number, cells in lines or () if any(cells)]
    if not faults and len(rows) < 2:
        faults.append(f"{where}:1: no line below the names of the columns")
    if faults:
        raise ContentError(faults)
    (_, head), *rest = rows
    counted = next((at for at, title in enumerate(head) if title.casefold() in NUMBERS), None)
    cards = [_card(number, cells, counted, where, faults) for number, cells in rest]
    if faults:
        raise ContentError(faults)
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows([["id", "name", "text", "copies"], *cards])
    title = Path(name).stem.replace('"', "'")
    return {
        f"content/{id}/game.yaml": GAME.format(id=id),
        f"content/{id}/cards.yaml": CARDS,
        f"content/{id}/cards.csv": out.getvalue(),
        f"content/{id}/components.yaml": COMPONENTS,
        f"content/{id}/texts/{lang}.pot": TEXTS.format(id=id, title=title),
        f"cards/{id}/card.yaml": FACE,
    }


def _card(number: int, cells: list[str], counted: int | None, where: str, faults: list[str]) -> list[str]:
    """A line of the sheet as id, name, text and copies; its id is its number."""
    copies = cells[counted] if counted is not None and counted < len(cells) else ""
    if not INTEGER.fullmatch(copies or "1") or len(copies) > LONGEST_NUMBER:
        faults.append(f"{where}:{number}:{(counted or 0) + 1}: not a whole number: '{copies:.40}'")
    said = [cell for at, cell in enumerate(cells) if cell and at != counted]
    return [f"{number}", *said[:1], *[""] * (not said), "\n".join(said[1:]), copies or "1"]


GAME = """kind: game
fields: {{id: id, title: words, rights: words}}
rows: [{{id: {id}}}]
"""
CARDS = """kind: card
fields: {id: id, name: "text?", text: "text?", copies: int}
rows: cards.csv
"""
COMPONENTS = """kind: component
fields: {id: id, print: text, title: words, front: text, each: text, count: text, copies: int}
rows: [{id: card, print: cards, front: card, each: card, count: copies, copies: 1}]
"""
TEXTS = """msgctxt "game.{id}.title"
msgid "{title}"
msgstr ""

msgctxt "game.{id}.rights"
msgid "{title}"
msgstr ""

msgctxt "component.card.title"
msgid "{title}"
msgstr ""
"""
FACE = """trim: poker
outline: rounded
corner: 3
ground: vellum
boxes:
  frame: {rect: [3.5, 3.5, 56, 81], stroke: umber, pen: 0.4}
  name: {text: "{{ card.name|default('') }}", box: [7, 7, 49, 16], align: middle, valign: middle, style: title}
  rule: {line: [22, 25, 41, 25], stroke: umber, pen: 0.4}
  text: {text: "{{ card.text|default('') }}", box: [7, 28, 49, 52], style: text, size: 12}
"""
