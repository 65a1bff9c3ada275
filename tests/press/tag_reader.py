"""Reads a tagged PDF as a screen reader does: the elements of its tree with their words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pikepdf

_PAIR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_RANGE = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(<[0-9A-Fa-f]+>|\[[^\]]*\])")


@dataclass
class Node:
    """An element: its kind, what it says, its words for a picture, its own language, its kids."""

    kind: str
    words: str = ""
    alt: str = ""
    lang: str = ""
    kids: list["Node"] = field(default_factory=list)

    def all(self) -> Iterator["Node"]:
        """Yield the element and all below it in reading order."""
        yield self
        for kid in self.kids:
            yield from kid.all()

    def listing(self, depth: int = 0) -> str:
        """Return the tree as text, one element a line."""
        more = "".join(f" {name} {value!r}" for name, value in (("alt", self.alt), ("lang", self.lang)) if value)
        words = f" | {self.words}" if self.words else ""
        return "\n".join([f"{'  ' * depth}{self.kind}{more}{words}", *(kid.listing(depth + 1) for kid in self.kids)])


class TagReader:
    """The tree of a PDF, and what stands on its pages without a tag."""

    def __init__(self, path: Path) -> None:
        with pikepdf.open(path) as pdf:
            self.words: dict[tuple[int, int], str] = {}
            self.untagged: list[str] = []  # operators that paint outside of all marks
            self.letters: dict[tuple[int, str], dict[int, str]] = {}
            pages = {page.objgen: number for number, page in enumerate(pdf.pages)}
            for number, page in enumerate(pdf.pages):
                self._read_page(number, page)
            self.read: set[tuple[int, int]] = set()
            self.document = self._node(pdf.Root.StructTreeRoot.K, pages)
            self.parents = pdf.Root.StructTreeRoot.ParentTree.Nums
            self.owners = {
                (int(self.parents[at]), mcid): str(owner.S)[1:]
                for at in range(0, len(self.parents), 2)
                for mcid, owner in enumerate(self.parents[at + 1])
            }

    def _read_page(self, number: int, page: pikepdf.Page) -> None:
        fonts: dict[str, dict[int, str]] = {}
        font, open_marks = "", []
        for operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            if name in ("BDC", "BMC"):
                open_marks.append(int(operands[1].MCID) if name == "BDC" else None)
                if open_marks[-1] is not None:
                    self.words[number, open_marks[-1]] = ""
            elif name == "EMC":
                open_marks.pop()
            elif name == "Tf":
                font = str(operands[0])
                if font not in fonts:
                    fonts[font] = _letters(page.Resources.Font[font].ToUnicode.read_bytes())
            elif name in ("Tj", "f", "f*", "S", "B", "B*", "Do") and not open_marks:
                self.untagged.append(name)
            elif name == "Tj" and open_marks[-1] is not None:
                text = "".join(fonts[font][code] for code in bytes(operands[0]))
                self.words[number, open_marks[-1]] += text
        assert not open_marks

    def _node(self, element: pikepdf.Object, pages: dict[tuple[int, int], int]) -> Node:
        node = Node(str(element.S)[1:], alt=str(element.get("/Alt", "")), lang=str(element.get("/Lang", "")))
        for kid in element.K:
            if isinstance(kid, int):
                place = pages[element.Pg.objgen], kid
                self.read.add(place)
                node.words += self.words[place]
            else:
                below = self._node(kid, pages)
                node.kids.append(below)
                if node.kind not in ("Sect", "L", "LBody", "LI", "Document") and below.kind == "Figure":
                    node.words += f"[{below.alt}]"
        return node


def _letters(cmap: bytes) -> dict[int, str]:
    """Return the letters of a ToUnicode table by code."""
    out: dict[int, str] = {}
    for first, last, to in _RANGE.findall(b"".join(re.findall(rb"beginbfrange(.*?)endbfrange", cmap, re.DOTALL))):
        codes = range(int(first, 16), int(last, 16) + 1)
        if to.startswith(b"["):
            values = [bytes.fromhex(one.decode()).decode("utf-16-be") for one in re.findall(rb"<(\w+)>", to)]
        else:
            values = [chr(int(to[1:-1], 16) + at) for at in range(len(codes))]
        out |= dict(zip(codes, values, strict=True))
    for code, to in _PAIR.findall(b"".join(re.findall(rb"beginbfchar(.*?)endbfchar", cmap, re.DOTALL))):
        out[int(code, 16)] = bytes.fromhex(to.decode()).decode("utf-16-be")
    return out
