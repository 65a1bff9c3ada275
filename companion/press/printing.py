"""The print job: pieces -> leaves -> sheets -> files, each file written whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from companion.content.load import game_content
from companion.core.errors import LayoutError, WrongCall
from companion.core.files import write_atomic
from companion.faces import palette
from companion.faces.model import Text
from companion.icons.credit import list_credits
from companion.press import guide, manifest
from companion.press.manifest import Manifest
from companion.press.print_batch import (
    PrintBatch,
    group_by_kind,
    join_batches,
    pdf_bookmarks,
    select_pieces,
    split_one_sided,
)
from companion.press.print_options import ALL, COLOURS, CUTTERS, FORMATS, OUTPUT, Job
from companion.press.selection import part_name, select_ids
from companion.press.shop import Piece, Shop, check_choice, print_kinds
from companion.press.stock import PrintedFile, WrittenFile
from companion.sheets import layouts
from companion.sheets.impose import impose_leaves, pair_backs, scale_to_save_pages
from companion.sheets.marks import CUTTER_CLEAR, crop_marks
from companion.sheets.model import Layout, Sheet
from companion.sheets.notes import Notes, finish_all
from companion.sheets.tile import page_name

if TYPE_CHECKING:
    from companion.exports import Document
    from companion.faces.palette import Palette

REGISTRATION_MARGIN = 8.0  # mm; room for the crosses
ADDRESSES = ("https://", "http://", "file://")
SMALLEST_DPI, LARGEST_DPI = 30, 1200
Watch = Callable[[str, int, int], object]  # stage (faces, pages), done, of
Made = tuple[WrittenFile, bytes]  # a file and its bytes


def print_job(job: Job, watch: Watch | None = None) -> list[Path]:
    """Write the files of a job and return their paths; see `print_files`."""
    return [one.path for one in print_files(job, watch)]


def print_files(job: Job, watch: Watch | None = None) -> list[WrittenFile]:
    """Write the job's files and return what each takes of paper; none if nothing changed since the last print.

    Raises CompanionError: an unknown word, a face that cannot be built, faces too large for the paper, a full disk.
    """
    return write_files(job, made_files(job, watch))


def write_files(job: Job, made: Iterable[Made]) -> list[WrittenFile]:
    """Write the files of a job as they are made. Raises StoreError, and what making them raises."""
    written: list[WrittenFile] = []
    for one, data in made:
        write_atomic(one.path, data, folders=job.out is None or job.format != "pdf")
        written.append(one)
    return written


def made_files(job: Job, watch: Watch | None = None) -> Iterator[Made]:
    """Yield the job's files with their bytes, not yet written. Raises CompanionError."""
    press, sets = prepare_job(job, watch)
    yield from press.pdfs(sets) if job.format == "pdf" else press.pictures(sets)


def prepare_job(job: Job, watch: Watch | None = None) -> tuple[Press, list[PrintBatch]]:
    """Return the press and the batches, every face built. Raises CompanionError."""
    press = make_press(job, watch)
    sets = press.build_batches(choose_kinds(press))
    if not sets:
        raise WrongCall("nothing_to_print", job.kind)
    return press, sets


def choose_kinds(press: Press) -> tuple[str, ...]:
    """Return the print kinds of the press's job, whose words for single pieces become ids. Raises WrongCall."""
    job, known = press.job, print_kinds(press.shop.content)
    wanted = known if job.kind == ALL else (check_choice("no_kind", job.kind, (*known, ALL)),)
    only = [id for ids in select_ids(press.shop, wanted, job.only).values() for id in ids]
    press.job = replace(job, only=tuple(only))
    if job.qr and not press.shop.prints_address(wanted, only):
        raise WrongCall("no_qr_place", job.kind)
    return wanted


def make_press(job: Job, watch: Watch | None = None) -> Press:
    """Return the press for a job. Raises CompanionError."""
    ink = palette.inks()[check_choice("no_ink", job.ink, palette.inks())]
    _check_job(job)
    return Press(job, _shop(job), _room(job), ink, watch)


def _shop(job: Job) -> Shop:
    """Return the maker of the leaves, of a folder of pictures or of a game."""
    if job.images is not None:
        from companion.press.deck import PictureDeck

        return PictureDeck(job)
    content = game_content(job.game)
    check_choice("no_language", job.lang, content.languages)
    given = {"thick": job.card_thickness, "sleeve": job.sleeve_thickness}
    deck = {key: mm for key, mm in given.items() if mm is not None}
    if job.variant:
        check_choice("no_variant", job.variant, content.info["variants"])
    return Shop(content, job.lang, job.qr, job.trim, job.variant, deck)


def preview_job(job: Job, width: int, watch: Watch | None = None) -> Path:
    """Write every different face into one PNG of `width` pixels and return its path. Raises CompanionError."""
    from companion.exports import preview

    press, sets = prepare_job(job, watch)
    leaves = [piece.leaf for one in sets for piece in one.pieces]
    path = press.path("preview", ".png") if job.kind == ALL else press.path(job.kind, ".png")
    write_atomic(path, preview.preview_picture(leaves, press.ink, width).data, folders=job.out is None)
    return path


def _check_job(job: Job) -> None:
    check_choice("no_format", job.format, FORMATS)
    deck = {"--back": job.back is not None, "--images-bleed": job.images_bleed is not None}
    if job.images is None and (word := next((word for word, given in deck.items() if given), None)):
        raise WrongCall("only_images", word)
    if job.mark_style:
        check_choice("no_mark_style", job.mark_style, layouts.KINDS)
    if job.cutter:
        check_choice("no_cutter", job.cutter, CUTTERS)
    if job.format != "pdf" and (
        word := "--cutter" * bool(job.cutter)
        or "--cutter-marks" * bool(job.cutter_marks)
        or "--changed" * job.changed
        or "--one-file" * job.one_file
        or "--tagged" * job.tagged
        or "--braille" * job.braille
        or "--srgb" * job.srgb
    ):
        raise WrongCall("only_pdf", word)
    if job.address and not job.address.startswith(ADDRESSES):
        raise WrongCall("not_address", job.address, choices=", ".join(ADDRESSES))
    if not SMALLEST_DPI <= job.dpi <= LARGEST_DPI:
        raise WrongCall("no_dpi", str(job.dpi), least=SMALLEST_DPI, most=LARGEST_DPI)
    if job.out is not None and not job.out.name:
        raise WrongCall("no_file_name", str(job.out))


def _room(job: Job) -> Layout:
    """Return the layout with the job's own settings."""
    registration = job.registration or job.duplex == "glue"
    room = layouts.load_layout(job.paper, job.layout, job.margin, job.gap)
    if registration and job.margin is None:
        room = replace(room, margin=max(room.margin, REGISTRATION_MARGIN), least=REGISTRATION_MARGIN)
    marks = room.marks
    cutter = layouts.load_cutter_marks(job.cutter_marks) if job.cutter_marks else None
    if cutter and job.margin is None:
        margin = cutter.inset + cutter.pen + CUTTER_CLEAR
        room = replace(room, margin=max(room.margin, margin), least=margin)
    if cutter and not job.mark_style:
        marks = replace(marks, kind="none")
    return replace(
        room,
        marks=replace(
            marks,
            kind=(job.mark_style or marks.kind) if job.marks else "none",
            distance=marks.distance if job.mark_distance is None else job.mark_distance,
            length=marks.length if job.mark_length is None else job.mark_length,
            shortest=marks.shortest if job.mark_length is None else min(marks.shortest, job.mark_length),
            registration=registration,
            cutter=cutter,
        ),
    )


def _enlarger(job: Job, shop: Shop, wanted: Sequence[str]) -> Callable[[Piece], list[Piece]]:
    """Return the function that makes pieces of large print, or one that changes none. Raises WrongCall."""
    if not job.large:
        return lambda piece: [piece]
    from companion.press.readers.large_print import KINDS, LargePrint

    if word := "--trim" * bool(job.trim) or ("" if set(wanted) & set(KINDS) else job.kind):
        raise WrongCall("not_large", word)
    return LargePrint(shop).pieces


def _check_braille(job: Job, wanted: Sequence[str]) -> None:
    """Raise WrongCall if Braille is asked for where there is none."""
    if not job.braille:
        return
    from companion.press.readers.braille import KIND, check_braille

    if word := "--images" * (job.images is not None) or "--large" * job.large or job.kind * (KIND not in wanted):
        raise WrongCall("not_braille", word)
    check_braille(job.lang)


def _every_piece_says(sheet: Sheet, sentence: str) -> bool:
    """True if all pieces of a page carry the sentence in one line, so that the page need not repeat it."""
    texts = [[item.words for item in placed.face.items if isinstance(item, Text)] for placed in sheet.placed]
    return bool(texts) and not sheet.tile and all(any(sentence in line for line in lines) for lines in texts)


class Press:
    """Turns batches into files for one job."""

    def __init__(self, job: Job, shop: Shop, room: Layout, ink: Palette, watch: Watch | None) -> None:
        self.job, self.shop, self.room, self.ink, self.watch = job, shop, room, ink, watch

    def build_batches(self, kinds: Sequence[str]) -> list[PrintBatch]:
        """Return the pieces of each kind that has any, every face built. Raises CompanionError."""
        job, shop = self.job, self.shop
        plans = {kind: shop.plan(kind, job.only, job.copies) for kind in kinds}
        enlarge = _enlarger(job, shop, kinds)
        _check_braille(job, kinds)
        total, done = sum(len(plan) for plan in plans.values()), 0
        sets = []
        for kind, plan in plans.items():
            pieces = []
            for one in plan:
                pieces += enlarge(shop.piece(one))
                done += 1
                if self.watch:
                    self.watch("faces", done, total)
            if pieces:
                sets.append(PrintBatch(kind, tuple(pieces)))
        return sets

    # ------------------------------------------------------------------ PDF

    def pdfs(self, sets: Sequence[PrintBatch]) -> Iterator[Made]:
        """Yield a PDF for each kind, with a guide when everything is printed; or one with all of it."""
        if self.job.one_file:
            sets = [PrintBatch(self.job.kind, tuple(piece for one in sets for piece in one.pieces))]
        else:
            sets = self.parts(sets)
        made = [
            (self.scale_small(one), manifest.make_manifest(self.names(one.kind), one.pieces, self.ink)) for one in sets
        ]
        if self.job.changed:
            yield from self.changes_pdfs(made)
            return
        files = [self.file(one, self.pdf_path(one)) for one, _ in made]
        if self.has_guide_file:
            yield self.guide_file(files)
        for (one, new), file in zip(made, files, strict=True):
            front = self.guide(file) if self.job.with_guide and not self.has_guide_file else []
            yield from self.pdf_with_extras(self.pdf_path(one), front, file, one, new)

    @property
    def has_guide_file(self) -> bool:
        """True if the guide is a file of its own."""
        return self.job.kind == ALL and self.job.with_guide and not self.job.one_file

    def guide_file(self, files: Sequence[PrintedFile]) -> Made:
        """Return the guide to all files as a file."""
        pages = self.finish_sheets(guide.guide_pages(self.shop, self.room, files), "")
        return WrittenFile(self.path("guide", ".pdf")), self.pdf(pages, "guide", {}, {})

    def changes_pdfs(self, made: Sequence[tuple[PrintBatch, Manifest]]) -> Iterator[Made]:
        """Yield PDFs of the changes since the last print, each with a list of pieces to add and to throw away."""
        changes = [
            manifest.compare_manifests(manifest.latest_manifest(self.pdf_path(one), new.job), new) for one, new in made
        ]
        for (one, new), change in zip(made, changes, strict=True):
            if change.to_print or change.to_drop:
                front = guide.changes_pages(self.shop, self.room, change, new)
                some, path = select_pieces(one, change.to_print), manifest.changes_path(self.pdf_path(one))
                yield from self.pdf_with_extras(path, front, self.file(some, path), some, new)

    def parts(self, sets: Sequence[PrintBatch]) -> list[PrintBatch]:
        """Return the batches for the files: kinds on the same paper together, one-sided pieces apart."""
        if self.shares_sheets:
            sets = join_batches(sets, self.room.same_paper)
        return [part for one in sets for part in split_one_sided(one)] if self.is_duplex else list(sets)

    @property
    def shares_sheets(self) -> bool:
        """True if pieces of different sizes and kinds share sheets."""
        if self.job.combine is not None:
            return self.job.combine
        return self.job.kind == ALL or min(self.room.size) >= self.room.combine.get(self.job.kind, inf)

    @property
    def is_duplex(self) -> bool:
        """True if backs are printed behind their fronts."""
        return self.job.duplex in ("long", "short")

    def pdf_path(self, one: PrintBatch) -> Path:
        """Return the path of a kind's PDF."""
        return self.path(one.kind, ".pdf")

    def scale_small(self, one: PrintBatch) -> PrintBatch:
        """Return the batch, pieces that may be smaller scaled to save pages."""
        if self.job.trim or self.job.large or self.room.slots:
            return one
        out: list[Piece] = []
        for (kind, _), same in groupby(one.pieces, key=lambda piece: (piece.kind, piece.shape)):
            own = list(same)
            leaves, count = [piece.leaf for piece in own], sum(piece.copies for piece in own)
            if kind in self.room.smaller:
                leaves = scale_to_save_pages(leaves, count, self.room, self.job.duplex, self.room.smaller[kind])
            out += [replace(piece, leaf=leaf) for piece, leaf in zip(own, leaves, strict=True)]
        return PrintBatch(one.kind, tuple(out))

    def impose_batch(self, one: PrintBatch) -> list[Sheet]:
        """Return the file's sheets without marks; if any has a back, every front has one, maybe empty."""
        job = self.job
        parts = self.parts(group_by_kind(one.pieces)) if job.one_file else [one]
        sheets = [
            sheet
            for part in parts
            for sheet in impose_leaves(
                part.leaves, self.room, job.duplex, job.bleed or 0.0, job.correction, self.shares_sheets
            )
        ]
        return pair_backs(sheets) if self.is_duplex else sheets

    def file(self, one: PrintBatch, path: Path) -> PrintedFile:
        """Return the sheets of a file and its entry in the guide."""
        kinds = tuple(dict.fromkeys(piece.kind for piece in one.pieces))
        sheets = tuple(self.impose_batch(one))
        return PrintedFile(path.name, kinds, one.pieces, sheets, self.job.duplex, margin=self.room.margin)

    def guide(self, file: PrintedFile) -> list[Sheet]:
        """Return the guide at the beginning of one file; it includes its own pages in the count."""
        own = guide.guide_pages(self.shop, self.room, [file])
        return guide.guide_pages(self.shop, self.room, [replace(file, before=len(self.pad_to_even(own, file.pages)))])

    def pad_to_even(self, front: Sequence[Sheet], sheets: Sequence[Sheet]) -> list[Sheet]:
        """Return the pages before the components; on duplex paper an even number of them."""
        turned = any(sheet.side == "back" for sheet in sheets) and self.is_duplex
        blank = [Sheet(self.room.size, "back", (), 0.0)] if turned and len(front) % 2 else []
        return [*front, *blank]

    def pdf_with_extras(
        self, path: Path, front: Sequence[Sheet], file: PrintedFile, one: PrintBatch, new: Manifest
    ) -> Iterator[Made]:
        """Yield one PDF with its manifest, first pages before its pieces, and its cutter files."""
        extras = list(self.braille(one, path, new.build_code))
        pages = [*self.pad_to_even(front, file.pages), *file.pages]
        finished = self.finish_sheets(pages, new.build_code)
        data = self.pdf(
            finished, one.kind, pdf_bookmarks(one.pieces, pages, self.shop), {manifest.NAME: new.to_bytes()}
        )
        yield WrittenFile(path, file, len(pages)), data
        yield from extras
        if self.job.cutter:
            from companion.exports import cutter

            for document in cutter.cutter_files(pages, self.job.cutter, path.stem):
                yield WrittenFile(path.with_name(document.name)), document.data

    def braille(self, one: PrintBatch, path: Path, build: str) -> Iterator[Made]:
        """Yield the cards of a file in Braille, if that is asked for: a BRF file, and a PDF of labels."""
        from companion.press.readers.braille import KIND, BrailleCards

        if not self.job.braille or all(piece.kind != KIND for piece in one.pieces):
            return
        cards = BrailleCards(self.shop, one.pieces)
        brf = cards.brf_file(f"{path.stem}.brf")
        yield WrittenFile(path.with_name(brf.name)), brf.data
        path = path.with_name(f"{path.stem}-labels.pdf")
        file = self.file(PrintBatch(f"{one.kind}-labels", tuple(cards.labels())), path)
        pages = self.finish_sheets(file.pages, build)
        yield WrittenFile(path, file, len(pages)), self.pdf(pages, one.kind, {}, {})

    def finish_sheets(self, sheets: Sequence[Sheet], build: str) -> list[Sheet]:
        """Return sheets with marks and small print."""
        room = self.room
        if not any(sheet.side == "back" for sheet in sheets):
            room = replace(room, marks=replace(room.marks, registration=False))
        pages = [self.with_notes(sheet, room, number, len(sheets), build) for number, sheet in enumerate(sheets, 1)]
        return finish_all(pages, self.shop.small, self.shop.setter)

    def with_notes(self, sheet: Sheet, room: Layout, number: int, of: int, build: str) -> tuple[Sheet, Layout, Notes]:
        """Return the sheet, the layout of its cutting marks, and its line of small print: sheet `number` of `of`."""
        shop, say = self.shop, self.shop.words.say
        page = say("page", n=number, of=of)
        right = shop.rights[:1]  # the others stand in the guide and in the PDF's own data
        if sheet.side == "text":
            room = replace(room, marks=replace(room.marks, kind="none", registration=False))
            return sheet, room, Notes("", (*right, page))
        side = ", " + say(f"side_{sheet.side}") if sheet.side != "fold" else ""
        last = page_name(sheet.tile.of[0] - 1, sheet.tile.of[1] - 1) if sheet.tile else ""
        right = [one for one in right if not _every_piece_says(sheet, one)]
        name = say("tile_page", name=sheet.tile.name, last=last) if sheet.tile else ""
        dot = say("own_choice") if any(placed.face.marked for placed in sheet.placed) else ""
        self.check_marks(sheet, room)
        icons = map(shop.icon_note, list_credits(placed.face for placed in sheet.placed))
        sentences = (*right, f"{page}{side}, {build}", *icons)
        return sheet, room, Notes(say("ruler", n=shop.words.number(room.ruler)), sentences, dot, name)

    def check_marks(self, sheet: Sheet, room: Layout) -> None:
        """Raise LayoutError if requested marks are missing."""
        asked = self.job.marks and (self.job.mark_distance is not None or self.job.mark_length is not None)
        cut = any(placed.face.outline != "net" for placed in sheet.placed)
        if asked and cut and not crop_marks(sheet, room):
            raise LayoutError("no crop mark finds room; take a smaller distance or a wider margin")

    def pdf(
        self, sheets: Sequence[Sheet], kind: str, bookmarks: Mapping[int, str], files: Mapping[str, bytes]
    ) -> bytes:
        """Return the bytes of a PDF."""
        from companion.pdf import canvas, document

        words, alt = self.shop.words, None
        title = f"{words.title}: {kind}"
        if self.job.tagged:
            from companion.press.readers.alt_texts import PictureTexts

            alt = PictureTexts(words)
            kinds = [words.say(f"kind_{part}") for part in kind.split("-") if words.has(f"kind_{part}")]
            title = ": ".join(filter(None, (words.title, ", ".join(kinds))))
            bookmarks = bookmarks or {0: words.title}
        rights = " ".join(self.shop.credit_lines(placed.face for sheet in sheets for placed in sheet.placed))
        lang = self.job.lang.replace("_", "-")
        about = document.About(title, kind, rights, lang, bookmarks, files, self.job.srgb)
        done = 0

        def drawn() -> None:
            nonlocal done
            done += 1
            if self.watch:
                self.watch("pages", done, len(sheets))

        return canvas.render_pdf(sheets, self.ink, about, drawn, alt=alt)

    # ------------------------------------------------------------------ other formats

    def pictures(self, sets: Sequence[PrintBatch]) -> Iterator[Made]:
        """Yield a folder of files for each kind."""
        for one in sets:
            folder = self.path(one.kind, f"-{self.job.format}")
            for document in self.documents(one, folder):
                yield WrittenFile(folder / document.name), document.data

    def documents(self, one: PrintBatch, folder: Path) -> Iterable[Document]:
        """Return the files of one kind."""
        from companion.exports import pack_notes

        job = self.job
        lines = self.shop.icon_notes(face for leaf in one.leaves for face in (leaf.front, leaf.back))
        credits = pack_notes.credit_notes(lines)
        if job.format == "png":
            from companion.exports import png

            leaves = [piece.leaf for piece in one.pieces]
            files = png.png_files(leaves, self.ink, job.bleed or 0.0, job.dpi, self.shop.icon_notes)
            return chain(files, credits)
        titles = {piece.leaf.id: piece.name for piece in one.pieces}
        if job.format == "tts":
            from companion.exports import tts

            name = f"{self.shop.words.title}: {one.kind}"
            address = job.address or folder.resolve().as_uri()
            return tts.tts_files(one.leaves, self.ink, name, titles, address, "\n".join(lines))
        from companion.exports import shops

        if not job.shop:
            raise WrongCall("which_shop", choices=", ".join(shops.shop_names()))
        shop = check_choice("no_shop", job.shop, shops.shop_names())
        files = shops.shop_files(one.leaves, self.ink, shop, self.shop.setter)
        return chain(files, pack_notes.colour_notes(one.leaves, self.ink, self.shop.words.say, COLOURS), credits)

    # ------------------------------------------------------------------ names

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the job of a manifest; only prints with equal jobs can be compared."""
        job = self.job
        more = filter(None, [job.variant, "large" * job.large])
        return job.game, kind, job.lang, job.ink, *more, *sorted(job.only)

    def path(self, kind: str, ending: str) -> Path:
        """Return the path of a file or folder.

        It is --out (plus the kind, unless it is the requested one), or a default name in that folder or OUTPUT.
        """
        job = self.job
        if job.out is not None and not job.out.is_dir():
            suffix = job.out.suffix if ending.startswith(".") else ""
            return job.out if kind == job.kind else job.out.with_name(f"{job.out.stem}-{kind}{suffix}")
        folder = job.out or Path.cwd() / OUTPUT
        ink = ("" if job.ink == "full" else f"-{job.ink}") + "-large" * job.large
        part = f"-{job.variant}" * bool(job.variant) + part_name(job.only)
        shop = f"-{job.shop}" if job.format == "shop" else ""
        return folder / f"{job.game}-{kind}-{job.lang}-{self.room.paper}{ink}{part}{shop}{ending}"
