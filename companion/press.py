"""One print job from content to PDF: the call that `companion print` makes, and the check of every face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from companion import resources
from companion.content import load
from companion.content.model import LANGUAGES, Content, Row
from companion.errors import CompanionError, FaceError, LayoutError, nearest
from companion.faces import build, palette, template
from companion.faces.model import Face
from companion.faces.text import Typesetter
from companion.faces.words import Words
from companion.sheets.impose import impose
from companion.sheets.marks import Notes, finish
from companion.sheets.model import Leaf, Sheet, layout

ALL = "all"


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

    content, ink = _content(job.game), _ink(job.ink)
    wanted = kinds(content) if job.kind == ALL else (_known(job.kind, kinds(content), "print kind"),)
    chosen = {kind: list(_components(content, kind, job.only)) for kind in wanted}
    if job.only and not any(chosen.values()):
        ids = [row.id for kind in wanted for row in _of_kind(content, kind)]
        raise LayoutError(f"nothing matches {', '.join(job.only)}{nearest(job.only[0], ids)} ({', '.join(ids)})")
    written = []
    for kind, components in chosen.items():
        if components:
            data = canvas.pdf(sheets(job, content, components), ink, f"{content.info['title'][job.lang]}: {kind}")
            path = _path(job, kind, len(wanted) > 1)
            canvas.write(path, data)
            written.append(path)
    return written


def sheets(job: Job, content: Content, components: Iterable[Row]) -> list[Sheet]:
    """The finished pages of these components."""
    _known(job.lang, LANGUAGES, "language")
    room = layout(job.paper)
    shop = _Shop(content, job.lang)
    leaves = [leaf for component in components for leaf in shop.leaves(component, job.copies, job.qr)]
    bare = impose(leaves, room, job.duplex, job.bleed, job.offset)
    words, style = shop.words, template.styles()["small"]
    title = content.info["title"][job.lang]
    pages = []
    for number, sheet in enumerate(bare, 1):
        notes = Notes(
            ruler=words.say("ruler", n=f"{room.ruler:g}"),
            sentences=(
                words.say("unofficial", title=title),
                words.say("own_work"),
                words.say("type_credit"),
                words.say("page", n=number, of=len(bare)),
            ),
            own_choice=words.say("own_choice"),
        )
        pages.append(finish(sheet, room, notes, style, shop.type, job.marks))
    return pages


def kinds(content: Content) -> tuple[str, ...]:
    """The print kinds of a game, in the order of its components."""
    return tuple(dict.fromkeys(str(row["print"]) for row in content["component"].values()))


def problems(game: str, langs: Sequence[str] = LANGUAGES) -> list[str]:
    """Build every face of a game in these languages, on every ink: each fault as one text."""
    from companion.pdf import canvas, svg

    found: list[str] = []
    try:
        content = _content(game)
    except CompanionError as error:
        return str(error).splitlines()
    for lang in langs:
        shop = _Shop(content, lang)
        for component in content["component"].values():
            for address in (None, "https://companion.example/s/0123456789abcdef"):
                try:
                    for leaf in shop.leaves(component, 1, address):
                        found += _colour_problems(leaf)
                except FaceError as error:
                    found += str(error).splitlines()
    for path in sorted((resources.root() / "cards" / "art").rglob("*.svg")):
        try:
            svg.read(path)
        except FaceError as error:
            found.append(f"cards/art/{path.parent.name}/{error}")
    del canvas
    return list(dict.fromkeys(found))


def _colour_problems(leaf: Leaf) -> list[str]:
    found = []
    for face in (leaf.front, leaf.back):
        for item in face.items if face else ():
            roles = [getattr(item, name, "") for name in ("colour", "ground", "fill", "stroke", "tint")]
            for role in filter(None, roles):
                for ink in palette.inks().values():
                    try:
                        ink.colour(role)
                    except FaceError as error:
                        found.append(f"{leaf.id}: {error}")
    return found


class _Shop:
    """Makes leaves of one game in one language; a face is built once, however often it is printed."""

    def __init__(self, content: Content, lang: str) -> None:
        from companion.pdf import fonts

        self.content = content
        self.words = Words(content, load.load(load.SHARED), lang)
        self.type = Typesetter(fonts.letters, lang)

    def leaves(self, component: Row, copies: int | None, address: str | None) -> Iterator[Leaf]:
        """Every leaf of a component, copies one after another."""
        each = component.get("each")
        rows = list(self.content[each].values()) if each else [None]
        for row in rows:
            own = {row.kind: row} if row else {}
            id = f"{component.id}-{row.id}" if row else component.id
            front = self.face(component["front"], f"{id} front", own, address)
            back = self.face(component["back"], f"{id} back", own, address) if "back" in component else None
            leaf = Leaf(id, front, back)
            yield from [leaf] * (component["copies"] if copies is None else copies)

    def face(self, design: str, id: str, rows: dict[str, Row], address: str | None) -> Face:
        """One face by the name of its template."""
        return build.build(template.load(self.content.id, design), id, self.words, self.type, rows, address)


def _content(game: str) -> Content:
    return load.load(_known(game, load.game_ids(), "game"))


def _ink(name: str) -> palette.Palette:
    return palette.inks()[_known(name, palette.inks(), "ink")]


def _known(word: str, known: Iterable[str], what: str) -> str:
    known = list(known)
    if word not in known:
        raise LayoutError(f"no {what} '{word}'{nearest(word, known)} ({', '.join(known)})")
    return word


def _of_kind(content: Content, kind: str) -> list[Row]:
    return [row for row in content["component"].values() if row["print"] == kind]


def _components(content: Content, kind: str, only: Sequence[str]) -> Iterator[Row]:
    """Components of a kind that match an id or a glob; without any, those not kept for request."""
    for row in _of_kind(content, kind):
        if any(fnmatchcase(row.id, pattern) for pattern in only) if only else not row.get("on_request", False):
            yield row


def _path(job: Job, kind: str, many: bool) -> Path:
    """Where the PDF goes: --out (with the kind added when there are several), else output/ or the current folder."""
    if job.out is not None:
        return job.out.with_name(f"{job.out.stem}-{kind}{job.out.suffix}") if many else job.out
    folder = resources.root() / "output" if resources.in_checkout() else Path.cwd()
    ink = "" if job.ink == "full" else f"-{job.ink}"
    return folder / f"{job.game}-{kind}-{job.lang}-{job.paper}{ink}.pdf"
