"""One print job from content to PDF: the call that `companion print` makes, and the check of every face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from companion import resources
from companion.content import load
from companion.content.model import LANGUAGES, Content, Row
from companion.errors import FaceError, WrongCall
from companion.faces import build, palette, template
from companion.faces.model import Face, Picture
from companion.faces.text import Typesetter
from companion.faces.words import Words
from companion.files import write_whole
from companion.sheets.impose import impose
from companion.sheets.marks import Notes, finish
from companion.sheets.model import Layout, Leaf, Sheet, layout

ALL = "all"
EXAMPLE = "https://companion.example/s/0123456789abcdef"  # an address of usual length, for the check


@dataclass(frozen=True, slots=True)
class Job:
    """What to print and how. copies: instead of each component's own number; lengths in mm."""

    game: str
    kind: str
    lang: str = "en"
    paper: str = "a4"
    copies: int | None = None
    only: tuple[str, ...] = ()
    duplex: str = "long"
    bleed: float = 0.0
    marks: bool = True
    ink: str = "full"
    offset: tuple[float, float] = (0.0, 0.0)
    qr: str | None = None
    out: Path | None = None


def print_job(job: Job) -> list[Path]:
    """Write the job's PDF (one for each kind when the kind is `all`) and return the paths.

    Raises CompanionError: an unknown word, a face that cannot be built, a leaf larger than the paper, a full disk.
    """
    from companion.pdf import canvas

    content, ink = _content(job.game), palette.inks()[_known("no_ink", job.ink, palette.inks())]
    _known("no_language", job.lang, LANGUAGES)
    room = layout(job.paper)
    wanted = kinds(content) if job.kind == ALL else (_known("no_kind", job.kind, (*kinds(content), ALL)),)
    shop = Shop(content, job.lang, job.qr)
    documents: dict[str, bytes] = {}
    for kind in wanted:
        if leaves := list(shop.leaves(kind, job.only, job.copies)):
            bare = impose(leaves, room, job.duplex, job.bleed, job.offset)
            pages = [shop.finished(sheet, room, number, len(bare), job.marks) for number, sheet in enumerate(bare, 1)]
            documents[kind] = canvas.pdf(pages, ink, f"{shop.words.title}: {kind}")
    if not documents:
        ids = [row.id for kind in wanted for row in _of_kind(content, kind)]
        raise WrongCall("no_component", ", ".join(job.only), ids, choices=", ".join(ids))
    written = []
    for kind, data in documents.items():
        path = _path(job, kind, len(wanted) > 1)
        write_whole(path, data)
        written.append(path)
    return written


def kinds(content: Content) -> tuple[str, ...]:
    """The print kinds of a game, in the order of its components."""
    return tuple(dict.fromkeys(str(row["print"]) for row in content["component"].values()))


def problems(game: str, langs: Sequence[str] = LANGUAGES) -> list[str]:
    """Build every face of a game in these languages, with and without an address, and try every colour and drawing.

    Returns each fault as one text.
    """
    found: list[str] = []
    content = _content(game)
    for lang in langs:
        for address in (None, EXAMPLE):
            shop = Shop(content, lang, address)
            for component in content["component"].values():
                for row in shop.rows(component):
                    try:
                        leaf = shop.leaf(component, row)
                    except FaceError as error:
                        found += str(error).splitlines()
                    else:
                        found += _painting_problems(leaf)
    return list(dict.fromkeys(found))


def _painting_problems(leaf: Leaf) -> list[str]:
    """Colours that an ink does not know and drawings that cannot be read."""
    from companion.pdf import svg

    found = []
    items = [item for face in (leaf.front, leaf.back) if face for item in face.items]
    names = ("colour", "ground", "fill", "stroke", "tint")
    roles = {role for item in items for name in names if (role := getattr(item, name, ""))}
    for role in sorted(roles):
        try:
            palette.inks()["full"].colour(role)
        except FaceError as error:
            found.append(f"{leaf.id}: {error}")
    for name in sorted({item.name for item in items if isinstance(item, Picture)}):
        for path in sorted((resources.root() / "cards" / "art").glob(f"{name}*.svg")):
            try:
                _ = svg.read(path) if path not in _SOUND else None
                _SOUND.add(path)
            except FaceError as error:
                found.append(f"{path.relative_to(resources.root()).parent.as_posix()}/{error}")
    return found


_SOUND: set[Path] = set()  # drawings that were read without fault


class Shop:
    """Makes leaves of one game in one language; a face is built once, however often it is printed."""

    def __init__(self, content: Content, lang: str, address: str | None = None) -> None:
        from companion.pdf import fonts

        self.content, self.address = content, address
        self.words = Words(content, load.load(load.SHARED), lang)
        self.setter = Typesetter(fonts.letters, lang)
        self.small = template.styles()["small"]

    def leaves(self, kind: str, only: Sequence[str], copies: int | None) -> Iterator[Leaf]:
        """Leaves of a print kind, copies one after another.

        only: ids or globs of components or of single leaves; without any, what is kept for request is left out.
        """
        for component in _of_kind(self.content, kind):
            for row in self.rows(component):
                id = _leaf_id(component, row)
                named = any(fnmatchcase(name, pattern) for pattern in only for name in (component.id, id))
                if named or not (only or component.get("on_request", False)):
                    yield from [self.leaf(component, row)] * (component["copies"] if copies is None else copies)

    def rows(self, component: Row) -> list[Row | None]:
        """The rows that a component is made of, or one None."""
        each = component.get("each")
        return list(self.content[each].values()) if each else [None]

    def leaf(self, component: Row, row: Row | None) -> Leaf:
        """One leaf with both its faces."""
        id = _leaf_id(component, row)
        own = {row.kind: row} if row else {}
        front = self.face(component["front"], f"{id} front", own)
        back = self.face(component["back"], f"{id} back", own) if "back" in component else None
        return Leaf(id, front, back)

    def face(self, design: str, id: str, rows: dict[str, Row]) -> Face:
        """One face by the name of its template."""
        return build.build(template.load(self.content.id, design), id, self.words, self.setter, rows, self.address)

    def finished(self, sheet: Sheet, room: Layout, number: int, of: int, marks: bool) -> Sheet:
        """The sheet with its marks and small print."""
        say = self.words.say
        sentences = (
            say("unofficial", title=self.words.title),
            say("own_work"),
            say("type_credit"),
            say("page", n=number, of=of),
        )
        notes = Notes(say("ruler", n=f"{room.ruler:g}"), sentences, say("own_choice"))
        return finish(sheet, room, notes, self.small, self.setter, marks)


def _leaf_id(component: Row, row: Row | None) -> str:
    return f"{component.id}-{row.id}" if row else component.id


def _content(game: str) -> Content:
    return load.load(_known("no_game", game, load.game_ids()))


def _known(code: str, word: str, known: Iterable[str]) -> str:
    known = list(known)
    if word not in known:
        raise WrongCall(code, word, known, choices=", ".join(known))
    return word


def _of_kind(content: Content, kind: str) -> list[Row]:
    return [row for row in content["component"].values() if row["print"] == kind]


def _path(job: Job, kind: str, many: bool) -> Path:
    """Where the PDF goes: --out (with the kind added when there are several), else output/ or the current folder."""
    if job.out is not None:
        if not job.out.name:
            raise WrongCall("no_file_name", str(job.out))
        return job.out.with_name(f"{job.out.stem}-{kind}{job.out.suffix}") if many else job.out
    folder = resources.root() / "output" if resources.in_checkout() else Path.cwd()
    ink = "" if job.ink == "full" else f"-{job.ink}"
    return folder / f"{job.game}-{kind}-{job.lang}-{job.paper}{ink}.pdf"
