"""Pages to read first: files and their paper, instructions, checklist, credits and our own choices.

Also the page of a print that holds only changes. Texts are shared; a game adds none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.content.model import Content, Row
from companion.faces import template
from companion.faces.flow import PictureCell, TextFlow
from companion.faces.model import Face, Shape, resize_face
from companion.faces.print_texts import PrintVoice
from companion.faces.rows import is_own_choice
from companion.press import stock
from companion.press.manifest import Manifest, PrintChange
from companion.press.shop import Piece, Shop
from companion.press.stock import PrintedFile
from companion.sheets.model import Layout, PlacedFace, Sheet, Slot

MARGIN = 15.0  # mm round the text
COPIES, SIZE, WHERE = 16.0, 40.0, 36.0  # mm; columns of the checklist
WIDE = 180.0  # mm; of a page on which they are so wide, or wider
DRAWING = (20.0, 13.75)  # mm; a drawing beside a step
THUMBNAIL = (26.0, 34.0)  # mm; at most, of the first page of a file
SIZES = (9.0, 8.8, 8.6, 8.4)  # pt; of the text, the first that leaves no nearly empty last page
LEAST = 0.15  # of the last page that is filled
BACKS = {"long": "flip_long", "short": "flip_short", "none": "back_to_back", "fold": "fold", "glue": "pin"}  # by duplex


def guide_pages(shop: Shop, room: Layout, files: Sequence[PrintedFile]) -> list[Sheet]:
    """Return the guide: files with their paper, how to make the pieces, checklist, credits.

    The checklist begins a page if that takes no more of them.
    """
    pages: list[Sheet] = []
    for size in SIZES:
        flow = text_flow(shop, room, size)
        pages = text_sheets(flow, room, "guide", _write_guide(shop, room, flow, files))
        if len(pages) == 1:
            break
        apart = text_flow(shop, room, size)
        thumbnails = _write_guide(shop, room, apart, files, list_apart=True)
        if len(apart.pages) == len(pages):
            return text_sheets(apart, room, "guide", thumbnails)
        if flow.y > LEAST * flow.size[1]:
            break
    return pages


def _write_guide(
    shop: Shop, room: Layout, flow: TextFlow, files: Sequence[PrintedFile], list_apart: bool = False
) -> dict[int, list[PlacedFace]]:
    """Write all texts into the flow; return the thumbnails by page.

    list_apart: the checklist begins a page.
    """
    say, words = shop.words.say, shop.words
    pieces = [piece for file in files for piece in file.pieces]
    flow.title(say("guide_title", title=words.title))
    flow.heading(say("guide_files", n=len(files)))
    if len(files) > 1:
        sheets, time = (
            sum(file.sheets for file in files),
            stock.duration_words(sum(file.seconds for file in files), words),
        )
        area = say("guide_used", used=f"{stock.covered_share(files) * 100:.0f}")
        flow.paragraph(f"{say('guide_sheets', n=sheets)}, {area}, {say('guide_time', time=time)}.")
    if not shop.variant and shop.has_scenarios(dict.fromkeys(piece.component for piece in pieces)):
        flow.paragraph(say("guide_variant", names=", ".join(shop.content.info["variants"])))
    thumbnails: dict[int, list[PlacedFace]] = {}
    cells = [_file_cell(shop, flow, file, number) for number, file in enumerate(files, 1)]
    for file, cell, (page, x, y) in zip(files, cells, flow.cells(cells), strict=True):
        thumbnails.setdefault(page, []).extend(_thumbnail(file.pages[0], x, y, cell))
    flow.heading(say("guide_make"))
    text = flow.styles["text"]
    steps = [
        PictureCell(*DRAWING, ((f"*{n}*  {say(f'guide_{step}', n=words.number(room.ruler))}", text),), f"guide/{step}")
        for n, step in enumerate(_steps(files, room), 1)
    ]
    flow.cells(steps)
    if list_apart:
        flow.reserve(flow.size[1])
    flow.heading(say("guide_list"))
    narrow = min(1.0, flow.size[0] / WIDE)
    size, place = SIZE * narrow, WHERE * narrow
    widths = (COPIES, flow.size[0] - COPIES - size - place - 4.8, size, place)
    flow.row([say(f"guide_{name}") for name in ("copies", "component", "size", "where")], widths, head=True)
    where: dict[str, list[str]] = {}
    for number, file in enumerate(files, 1):
        for id, pages in file.component_pages().items():
            where.setdefault(id, []).append(f"{number}: {pages}" if len(files) > 1 else pages)
    for component in dict.fromkeys(piece.component for piece in pieces):
        own = [piece for piece in pieces if piece.component == component]
        copies = sum(piece.copies for piece in own)
        sizes = (
            say("guide_mm_net" if outline == "net" else "guide_mm", w=words.number(w), h=words.number(h))
            for (w, h), outline in (piece.shape for piece in own)
        )
        flow.row(
            (f"{copies}", own[0].title, ", ".join(dict.fromkeys(sizes)), "; ".join(where[component])), widths, box=True
        )
    _credits(shop, flow, pieces)
    return thumbnails


def _file_cell(shop: Shop, flow: TextFlow, file: PrintedFile, number: int) -> PictureCell:
    """Return a file's contents and paper as a cell."""
    w, h = file.pages[0].size
    k = min(THUMBNAIL[0] / w, THUMBNAIL[1] / h)
    heading, small = flow.styles["heading"], replace(flow.styles["text"], colour="sepia", size=7.0)
    kinds = " · ".join(shop.words.say(f"kind_{kind}") for kind in file.kinds)
    lines = [(sentence, flow.styles["text"]) for sentence in stock.file_notes(file, shop.words)]
    return PictureCell(w * k, h * k, ((f"{number}  {kinds}", heading), (file.name, small), *lines))


def _thumbnail(page: Sheet, x: float, y: float, cell: PictureCell) -> list[PlacedFace]:
    """Return a page's faces, small, on white paper in a cell's box."""
    k = cell.w / page.size[0]
    edge = Shape((("rect", 0.0, 0.0, cell.w, cell.h),), fill="paper", stroke="umber", width=0.2)
    out = [PlacedFace(Face("paper", (cell.w, cell.h), (edge,)), Slot(x, y, cell.w, cell.h), thumbnail=True)]
    faces = {id(placed.face): placed.face for placed in page.placed}
    small = {key: resize_face(face, (face.trim[0] * k, face.trim[1] * k)) for key, face in faces.items()}
    for placed in page.placed:
        slot, part = placed.slot, placed.window
        window = (part[0] * k, part[1] * k, part[2] * k, part[3] * k) if part else None
        at = Slot(x + slot.x * k, y + slot.y * k, slot.w * k, slot.h * k, slot.angle)
        out.append(PlacedFace(small[id(placed.face)], at, window, thumbnail=True))
    return out


def changes_pages(shop: Shop, room: Layout, change: PrintChange, new: Manifest) -> list[Sheet]:
    """Return the pages that list pieces to add and to throw away."""
    say, flow = shop.words.say, text_flow(shop, room)
    flow.title(say("changed_title", title=shop.words.title))
    widths = (COPIES, flow.size[0] - COPIES - 60 - 4.8, 60.0)
    rows = (
        ("changed_print", [(count, new.leaves[id].title, id) for id, count in change.to_print.items()]),
        ("changed_drop", [(entry.copies, entry.title, id) for id, entry in change.to_drop.items()]),
    )
    for key, lines in rows:
        if lines:
            flow.heading(say(key))
            for count, title, id in lines:
                flow.row((f"{count}", title, id), widths, box=True)
    return text_sheets(flow, room, "changes")


def text_flow(shop: Shop, room: Layout, size: float = SIZES[0]) -> TextFlow:
    """Return a flow for running text with our margins.

    size: of the text, pt.
    """
    styles = template.styles()
    text = replace(styles["text"], size=size, lead=1.32)
    chosen = {
        "title": replace(styles["title"], size=17.0),
        "heading": replace(styles["heading"], lead=1.25),
        "text": text,
        "label": styles["label"],
    }
    w, h = room.size
    return TextFlow((w - 2 * MARGIN, h - 2 * MARGIN), shop.setter, chosen)


def text_sheets(
    flow: TextFlow, room: Layout, id: str, beside: Mapping[int, Sequence[PlacedFace]] | None = None
) -> list[Sheet]:
    """Return the pages of a text as sheets of paper.

    beside: other faces on each page, from the text's top left.
    """
    w, h = flow.size
    slot = Slot((room.size[0] - w) / 2, (room.size[1] - h) / 2, w, h)
    out = []
    for number, face in enumerate(flow.faces(id)):
        more = [replace(one, slot=one.slot.move_by(slot.x, slot.y)) for one in (beside or {}).get(number, ())]
        out.append(Sheet(room.size, "text", (PlacedFace(face, slot), *more), 0.0))
    return out


def _steps(files: Sequence[PrintedFile], room: Layout) -> list[str]:
    """Return ids of the instructions these files need; each has a drawing of that name."""
    pieces = [piece for file in files for piece in file.pieces]
    faces: list[Face] = [face for piece in pieces for face in (piece.leaf.front, piece.leaf.back) if face]
    outlines = {face.outline for face in faces}
    stocks = [own for piece in pieces if (own := stock.stock_of_kind(piece.kind))]
    steps = ["measure"]
    if any(piece.leaf.back for piece in pieces):
        steps.append(BACKS[files[0].duplex])
    if any(own["paper"] == "board" for file in files for own in stock.papers(file)):
        steps.append("board")
    if outlines - {"net"} and room.marks.kind != "none":
        steps.append("cut")
    if outlines & {"round", "hex"}:
        steps.append("round")
    if "net" in outlines:
        steps.append("net")
    if any(min(face.trim) > min(room.size) or max(face.trim) > max(room.size) for face in faces):
        steps.append("tape")
    if any(own.get("sleeve") for own in stocks):
        steps.append("sleeve")
    return [*steps, "check"]


def _credits(shop: Shop, flow: TextFlow, pieces: Sequence[Piece]) -> None:
    say, content = shop.words.say, shop.content
    flow.heading(say("guide_credits"))
    for sentence in shop.credit_lines(face for piece in pieces for face in (piece.leaf.front, piece.leaf.back)):
        flow.paragraph(sentence)
    if content.tables.get("source"):
        flow.heading(say("guide_sources"))
        flow.paragraph("; ".join(shop.words.row(source)["title"] for source in content["source"].values()) + ".")
    chosen = _own_choices(content, shop.words)
    if chosen:
        flow.heading(say("guide_choices"))
        flow.paragraph(say("guide_dot"))
        _list(shop, flow, "choice", chosen)
    recalled = _from_memory(content, shop.words)
    if recalled:
        flow.heading(say("guide_recalled"))
        flow.paragraph(say("guide_recalled_says"))
        _list(shop, flow, "recalled", recalled)


def _own_choices(content: Content, words: PrintVoice) -> dict[tuple[str, str], list[Row]]:
    """Return rows with values of our own choice, by kind and field, if the game has the text `choice_KIND_FIELD`.

    Other such values are no facts of the game: print settings, prompts, bot weights.
    """
    out: dict[tuple[str, str], list[Row]] = {}
    for kind, table in content.tables.items():
        for row in table.values():
            marks = row.get("prov", "")
            for field in marks if isinstance(marks, Mapping) else ("",):
                if is_own_choice(row, field) and words.has(_words("choice", kind, field)):
                    out.setdefault((kind, field), []).append(row)
    return out


def _from_memory(content: Content, words: PrintVoice) -> dict[tuple[str, str], list[Row]]:
    """Return rows with values from memory or `doubtful`, if the game has the text `recalled_KIND_FIELD`."""
    out: dict[tuple[str, str], list[Row]] = {}
    for kind, table in content.tables.items():
        for row in table.values():
            marks = row.get("prov", "")
            fields = [field for field in marks if marks[field] == "memory"] if isinstance(marks, Mapping) else []
            for field in (*fields, *(["doubtful"] if row.get("doubtful") else [])):
                if words.has(_words("recalled", kind, field)):
                    out.setdefault((kind, field), []).append(row)
    return out


def _list(shop: Shop, flow: TextFlow, prefix: str, found: Mapping[tuple[str, str], Sequence[Row]]) -> None:
    """Add a sentence for each kind and field: the game's text with {names}, {n} and {of}."""
    for (kind, field), rows in found.items():
        names = shop.words.texts.join_items(filter(None, map(shop.words.name, rows)))
        of = len(shop.content.tables[kind])
        flow.paragraph(shop.words.say(_words(prefix, kind, field), names=names, n=len(rows), of=of))


def _words(prefix: str, kind: str, field: str) -> str:
    """Return the id of the text for a field of a kind, or for the whole row without `field`."""
    return "_".join(filter(None, (prefix, kind, field)))
