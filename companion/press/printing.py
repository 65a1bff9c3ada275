"""The job itself: pieces -> leaves -> sheets -> files, each file written whole."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion import resources
from companion.errors import LayoutError, WrongCall
from companion.faces import palette
from companion.files import write_whole
from companion.press import guide, manifest
from companion.press.manifest import Manifest
from companion.press.shop import Piece, Shop, choice, game_content, kinds, of_kind
from companion.press.stock import PrintedFile
from companion.print_options import ALL, CUTTERS, FORMATS, Job
from companion.sheets import layouts
from companion.sheets.impose import impose
from companion.sheets.marks import crop_marks
from companion.sheets.model import Layout, Leaf, Sheet
from companion.sheets.notes import Notes, finish_all
from companion.sheets.tile import page_name

if TYPE_CHECKING:
    from companion.exports import Document
    from companion.faces.palette import Palette

REGISTRATION_MARGIN = 8.0  # mm; room for the crosses
ADDRESSES = ("https://", "http://", "file://")
ONE_SIDED = "one-sided"  # behind the kind, in the name of a file
SMALLEST_DPI, LARGEST_DPI = 30, 1200
Watch = Callable[[str, int, int], object]  # stage (faces, pages), done, of


@dataclass(frozen=True, slots=True)
class Set:
    """The pieces of one file: those of a kind, of several that share sheets, or the one-sided of them."""

    kind: str
    pieces: tuple[Piece, ...]

    @property
    def leaves(self) -> list[Leaf]:
        """Every copy, copies one after another."""
        return [piece.leaf for piece in self.pieces for _ in range(piece.copies)]


def print_job(job: Job, watch: Watch | None = None) -> list[Path]:
    """Write the job's files and return their paths; none if nothing changed since the last print.

    Raises CompanionError: an unknown word, a face that cannot be built, faces too large for the paper, a full disk.
    """
    press, sets = _begun(job, watch)
    return press.pdfs(sets) if job.format == "pdf" else press.pictures(sets)


def _begun(job: Job, watch: Watch | None) -> tuple[Press, list[Set]]:
    """The press made ready, and every face built."""
    press = press_of(job, watch)
    content = press.shop.content
    wanted = kinds(content) if job.kind == ALL else (choice("no_kind", job.kind, (*kinds(content), ALL)),)
    if job.qr and not press.shop.prints_address(wanted, job.only):
        raise WrongCall("no_qr_place", job.kind)
    return press, _sets(job, press.shop, wanted, watch)


def press_of(job: Job, watch: Watch | None = None) -> Press:
    """The press made ready for a job. Raises CompanionError."""
    content, ink = game_content(job.game), palette.inks()[choice("no_ink", job.ink, palette.inks())]
    choice("no_language", job.lang, content.languages)
    _check_words(job)
    return Press(job, Shop(content, job.lang, job.qr, job.trim), _room(job), ink, watch)


def preview_job(job: Job, width: int, watch: Watch | None = None) -> Path:
    """Write every different face into one PNG of `width` pixels and return its path. Raises CompanionError."""
    from companion.exports import preview

    press, sets = _begun(job, watch)
    leaves = [piece.leaf for one in sets for piece in one.pieces]
    path = press.path("preview", ".png") if job.kind == ALL else press.path(job.kind, ".png")
    write_whole(path, preview.preview(leaves, press.ink, width).data)
    return path


def _check_words(job: Job) -> None:
    choice("no_format", job.format, FORMATS)
    if job.mark_style:
        choice("no_mark_style", job.mark_style, layouts.KINDS)
    if job.cutter:
        choice("no_cutter", job.cutter, CUTTERS)
    if job.format != "pdf" and (word := "--cutter" * bool(job.cutter) or "--changed" * job.changed):
        raise WrongCall("only_pdf", word)
    if job.address and not job.address.startswith(ADDRESSES):
        raise WrongCall("not_address", job.address, choices=", ".join(ADDRESSES))
    if not SMALLEST_DPI <= job.dpi <= LARGEST_DPI:
        raise WrongCall("no_dpi", str(job.dpi), least=SMALLEST_DPI, most=LARGEST_DPI)
    if job.out is not None and not job.out.name:
        raise WrongCall("no_file_name", str(job.out))


def _room(job: Job) -> Layout:
    """The layout with what the job says otherwise."""
    registration = job.registration or job.duplex == "glue"
    room = layouts.layout(job.paper, job.layout, job.margin, job.gap)
    if registration and job.margin is None:
        room = replace(room, margin=max(room.margin, REGISTRATION_MARGIN), least=REGISTRATION_MARGIN)
    marks = room.marks
    return replace(
        room,
        marks=replace(
            marks,
            kind=(job.mark_style or marks.kind) if job.marks else "none",
            distance=marks.distance if job.mark_distance is None else job.mark_distance,
            length=marks.length if job.mark_length is None else job.mark_length,
            shortest=marks.shortest if job.mark_length is None else min(marks.shortest, job.mark_length),
            registration=registration,
        ),
    )


def _sets(job: Job, shop: Shop, wanted: Sequence[str], watch: Watch | None) -> list[Set]:
    plans = {kind: shop.plan(kind, job.only, job.copies) for kind in wanted}
    ids = [id for kind in wanted for id in shop.ids(kind)]
    for pattern in job.only:
        if not fnmatch.filter(ids, pattern):
            components = [row.id for kind in wanted for row in of_kind(shop.content, kind)]
            raise WrongCall("no_component", pattern, ids, choices=", ".join(components))
    total, done = sum(len(plan) for plan in plans.values()), 0
    sets = []
    for kind, plan in plans.items():
        pieces = []
        for one in plan:
            pieces.append(shop.piece(one))
            done += 1
            if watch:
                watch("faces", done, total)
        if pieces:
            sets.append(Set(kind, tuple(pieces)))
    if not sets:
        raise WrongCall("nothing_to_print", job.kind)
    return sets


class Press:
    """Turns sets into files for one job."""

    def __init__(self, job: Job, shop: Shop, room: Layout, ink: Palette, watch: Watch | None) -> None:
        self.job, self.shop, self.room, self.ink, self.watch = job, shop, room, ink, watch

    # ------------------------------------------------------------------ PDF

    def pdfs(self, sets: Sequence[Set]) -> list[Path]:
        """A PDF for each kind; with a guide of its own when everything is printed."""
        written: list[Path] = []
        files: list[PrintedFile] = []
        if self.job.with_combine:
            sets = _joined(sets, self.room.same_paper)
        if self.job.duplex in ("long", "short"):
            sets = [part for one in sets for part in _sided(one)]
        made = [(one, manifest.manifest(self.names(one.kind), one.pieces, self.ink)) for one in sets]
        changes = [
            manifest.change(manifest.latest(self.pdf_path(one), new.job), new) for one, new in made * self.job.changed
        ]
        for index, (one, new) in enumerate(made):
            path = self.pdf_path(one)
            front: list[Sheet] = []
            if changes:
                change = changes[index]
                if not (change.to_print or change.to_drop):
                    continue
                path = manifest.beside(path)
                front = guide.changes(self.shop, self.room, change, new)
                one = _only(one, change.to_print)
            sheets = self.imposed(one)
            if self.job.with_guide and self.job.kind != ALL and not self.job.changed:
                front = self.guide(self.file(path, one, sheets))
            files.append(self.file(path, one, sheets))
            written += self.write(path, [*self.even(front, sheets), *sheets], one, new)
        if self.job.kind == ALL and self.job.with_guide and written and not self.job.changed:
            path = self.path("guide", ".pdf")
            first = guide.guide(self.shop, self.room, files)
            written.insert(0, path)
            write_whole(path, self.pdf(self.finished(first, ""), "guide", {}, {}))
        return written

    def pdf_path(self, one: Set) -> Path:
        """Where the PDF of a kind goes."""
        return self.path(one.kind, ".pdf")

    def imposed(self, one: Set) -> list[Sheet]:
        """The kind's sheets, bare."""
        job = self.job
        return impose(one.leaves, self.room, job.duplex, job.bleed or 0.0, job.correction, job.with_combine)

    def file(self, path: Path, one: Set, sheets: Sequence[Sheet]) -> PrintedFile:
        """What the guide says of a file."""
        kinds = tuple(dict.fromkeys(piece.kind for piece in one.pieces))
        return PrintedFile(path.name, kinds, one.pieces, tuple(sheets), self.job.duplex)

    def guide(self, file: PrintedFile) -> list[Sheet]:
        """The guide of one file, at its beginning; it counts its own pages first."""
        own = guide.guide(self.shop, self.room, [file])
        return guide.guide(self.shop, self.room, [replace(file, before=len(self.even(own, file.pages)))])

    def even(self, front: Sequence[Sheet], sheets: Sequence[Sheet]) -> list[Sheet]:
        """Pages before the components; on duplex paper an even number of them."""
        turned = any(sheet.side == "back" for sheet in sheets) and self.job.duplex in ("long", "short")
        blank = [Sheet(self.room.size, "back", (), 0.0)] if turned and len(front) % 2 else []
        return [*front, *blank]

    def write(self, path: Path, pages: Sequence[Sheet], one: Set, new: Manifest) -> list[Path]:
        """One PDF with its manifest, and what a cutter needs beside it."""
        finished = self.finished(pages, new.build)
        data = self.pdf(finished, one.kind, _bookmarks(one.pieces, pages, self.shop), {manifest.NAME: new.to_bytes()})
        write_whole(path, data)
        written = [path]
        if self.job.cutter:
            from companion.exports import cutter

            for document in cutter.cutter(pages, self.job.cutter, path.stem):
                written.append(path.with_name(document.name))
                write_whole(written[-1], document.data)
        return written

    def finished(self, sheets: Sequence[Sheet], build: str) -> list[Sheet]:
        """Sheets with marks and small print."""
        room = self.room
        if not any(sheet.side == "back" for sheet in sheets):
            room = replace(room, marks=replace(room.marks, registration=False))
        pages = [self.noted(sheet, room, number, len(sheets), build) for number, sheet in enumerate(sheets, 1)]
        return finish_all(pages, self.shop.small, self.shop.setter)

    def noted(self, sheet: Sheet, room: Layout, number: int, of: int, build: str) -> tuple[Sheet, Layout, Notes]:
        """One sheet, the marks it gets, and its small print."""
        shop, say = self.shop, self.shop.words.say
        page = say("page", n=number, of=of)
        right = shop.rights[0]  # the others stand in the guide and in the PDF's own data
        if sheet.side == "text":
            room = replace(room, marks=replace(room.marks, kind="none", registration=False))
            return sheet, room, Notes("", (right, page))
        side = ", " + say(f"side_{sheet.side}") if sheet.side != "fold" else ""
        last = page_name(sheet.tile.of[0] - 1, sheet.tile.of[1] - 1) if sheet.tile else ""
        name = say("tile_page", name=sheet.tile.name, last=last) if sheet.tile else ""
        dot = say("own_choice") if any(placed.face.marked for placed in sheet.placed) else ""
        self.marked(sheet, room)
        sentences = (right, f"{page}{side}, {build}")
        return sheet, room, Notes(say("ruler", n=shop.words.number(room.ruler)), sentences, dot, name)

    def marked(self, sheet: Sheet, room: Layout) -> None:
        """Marks that were asked for have to be there. Raises LayoutError."""
        asked = self.job.marks and (self.job.mark_distance is not None or self.job.mark_length is not None)
        cut = any(placed.face.outline != "net" for placed in sheet.placed)
        if asked and cut and not crop_marks(sheet, room):
            raise LayoutError("no crop mark finds room; take a smaller distance or a wider margin")

    def pdf(
        self, sheets: Sequence[Sheet], kind: str, bookmarks: Mapping[int, str], files: Mapping[str, bytes]
    ) -> bytes:
        """The bytes of a PDF."""
        from companion.pdf import canvas
        from companion.pdf.document import About

        title = self.shop.words.title
        rights = " ".join((*self.shop.rights, self.shop.words.say("type_credit")))
        about = About(f"{title}: {kind}", kind, rights, self.job.lang, bookmarks, files)
        done = 0

        def drawn() -> None:
            nonlocal done
            done += 1
            if self.watch:
                self.watch("pages", done, len(sheets))

        return canvas.pdf(sheets, self.ink, about, drawn)

    # ------------------------------------------------------------------ other formats

    def pictures(self, sets: Sequence[Set]) -> list[Path]:
        """A folder of files for each kind."""
        written: list[Path] = []
        for one in sets:
            folder = self.path(one.kind, f"-{self.job.format}")
            for document in self.documents(one, folder):
                path = folder / document.name
                write_whole(path, document.data, folders=True)
                written.append(path)
        return written

    def documents(self, one: Set, folder: Path) -> Iterable[Document]:
        """The files of one kind."""
        job = self.job
        if job.format == "png":
            from companion.exports import png

            return png.png([piece.leaf for piece in one.pieces], self.ink, job.bleed or 0.0, job.dpi)
        titles = {piece.leaf.id: piece.name for piece in one.pieces}
        if job.format == "tts":
            from companion.exports import tts

            name = f"{self.shop.words.title}: {one.kind}"
            return tts.tts(one.leaves, self.ink, name, titles, job.address or folder.resolve().as_uri())
        from companion.exports import shops

        return shops.pack(one.leaves, self.ink, choice("no_shop", job.shop, shops.names()), self.shop.setter)

    # ------------------------------------------------------------------ names

    def names(self, kind: str) -> tuple[str, ...]:
        """What two prints must share to be compared."""
        job = self.job
        return job.game, kind, job.lang, job.ink, *sorted(job.only)

    def path(self, kind: str, ending: str) -> Path:
        """Where a file or folder goes: --out (with the kind added where it is not the one asked for) or a name of its
        own, in the folder that --out names.
        """
        job = self.job
        if job.out is not None and not job.out.is_dir():
            suffix = job.out.suffix if ending.startswith(".") else ""
            return job.out if kind == job.kind else job.out.with_name(f"{job.out.stem}-{kind}{suffix}")
        if job.out is not None:
            folder = job.out
        else:
            folder = resources.root() / "output" if resources.in_checkout() else Path.cwd()
        ink = "" if job.ink == "full" else f"-{job.ink}"
        part = "-part" if job.only else ""
        shop = f"-{job.shop}" if job.format == "shop" else ""
        return folder / f"{job.game}-{kind}-{job.lang}-{self.room.paper}{ink}{part}{shop}{ending}"


def _joined(sets: Sequence[Set], same_paper: Sequence[Sequence[str]]) -> list[Set]:
    """Kinds on the same paper as one set, in the place of the first."""
    groups = {kind: group for group in same_paper for kind in group}
    out: dict[object, list[Set]] = {}
    for one in sets:
        out.setdefault(groups.get(one.kind, one.kind), []).append(one)
    return [Set("-".join(one.kind for one in own), tuple(p for one in own for p in one.pieces)) for own in out.values()]


def _sided(one: Set) -> list[Set]:
    """Pieces with a back, then in a file of their own those without, so that no sheet has an empty back."""
    two = tuple(piece for piece in one.pieces if piece.leaf.back)
    single = tuple(piece for piece in one.pieces if not piece.leaf.back)
    if not (two and single):
        return [one]
    return [Set(one.kind, two), Set(f"{one.kind}-{ONE_SIDED}", single)]


def _only(one: Set, counts: Mapping[str, int]) -> Set:
    """The pieces that have a count, in so many copies."""
    pieces = [replace(piece, copies=counts[piece.leaf.id]) for piece in one.pieces if piece.leaf.id in counts]
    return Set(one.kind, tuple(pieces))


def _components(pieces: Sequence[Piece]) -> dict[str, str]:
    """Ids of components by the ids of their faces."""
    return {
        face.id: piece.component for piece in pieces for face in (piece.leaf.front, piece.leaf.back) if face is not None
    }


def _bookmarks(pieces: Sequence[Piece], sheets: Sequence[Sheet], shop: Shop) -> dict[int, str]:
    """The first page of each component, and of what stands before them."""
    names = _components(pieces)
    titles = {piece.component: piece.title for piece in pieces}
    out: dict[int, str] = {}
    seen: set[str] = set()
    for number, sheet in enumerate(sheets):
        if sheet.side == "text":
            if not out:
                out[number] = shop.words.title
            continue
        new = [id for placed in sheet.placed if (id := names[placed.face.id]) not in seen]
        if new:
            seen |= set(new)
            out[number] = ", ".join(titles[id] for id in dict.fromkeys(new))
    return out
