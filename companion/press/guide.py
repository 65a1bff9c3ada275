"""Pages to read first: how to print and make everything, what there should be, who made it and what we chose.

Also the page of a print that holds only what changed. Words come from the shared words; a game adds none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.content.model import Content
from companion.faces import template
from companion.faces.flow import Flow
from companion.faces.model import Face
from companion.faces.rows import designed
from companion.faces.voice import PrintVoice
from companion.press.manifest import Change, Manifest
from companion.press.paper import Paper, total
from companion.press.shop import Piece, Shop
from companion.sheets.model import Layout, Placed, Sheet, Slot

MARGIN = 15.0  # mm round the text
OURS = ("component", "option")  # kinds that say what we print and ask, not what the game is
COPIES, SIZE, WHERE = 16.0, 34.0, 36.0  # mm; columns of the checklist


def guide(
    shop: Shop,
    room: Layout,
    duplex: str,
    pieces: Sequence[Piece],
    where: Mapping[str, str],
    papers: Sequence[Paper] = (),
) -> list[Sheet]:
    """The pages. where: on which pages each component lies, by its id; papers: what each file takes."""
    say, flow = shop.words.say, text_flow(shop, room)
    flow.title(say("guide_title", title=shop.words.title))
    flow.heading(say("guide_make"))
    for number, key in enumerate(_steps(duplex, pieces, room), 1):
        flow.step(number, say(key, n=shop.words.number(room.ruler)))
    flow.heading(say("guide_list"))
    widths = (COPIES, flow.size[0] - COPIES - SIZE - WHERE - 4.8, SIZE, WHERE)
    flow.row([say(f"guide_{name}") for name in ("copies", "component", "size", "where")], widths, head=True)
    for component in dict.fromkeys(piece.component for piece in pieces):
        own = [piece for piece in pieces if piece.component == component]
        front = own[0].leaf.front
        w, h = front.trim
        copies = sum(piece.copies for piece in own)
        width, height = shop.words.number(w), shop.words.number(h)
        size = say("guide_mm_net" if front.outline == "net" else "guide_mm", w=width, h=height)
        cells = (f"{copies}", own[0].title, size, where.get(component, ""))
        flow.row(cells, widths, box=True)
    _paper(shop, flow, papers)
    _credits(shop, flow)
    return text_sheets(flow, room, "guide")


def changes(shop: Shop, room: Layout, change: Change, new: Manifest) -> list[Sheet]:
    """The page that says what to add and what to throw away."""
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


def text_flow(shop: Shop, room: Layout) -> Flow:
    """Pages of running text, with our margin round it."""
    styles = template.styles()
    text = replace(styles["text"], size=9.0, lead=1.32)
    chosen = {
        "title": styles["title"],
        "heading": replace(styles["heading"], lead=1.25),
        "text": text,
        "label": styles["label"],
    }
    w, h = room.size
    return Flow((w - 2 * MARGIN, h - 2 * MARGIN), shop.setter, chosen)


def text_sheets(flow: Flow, room: Layout, id: str) -> list[Sheet]:
    """The pages of a text as sheets of paper."""
    w, h = flow.size
    slot = Slot((room.size[0] - w) / 2, (room.size[1] - h) / 2, w, h)
    return [Sheet(room.size, "text", (Placed(face, slot),), 0.0) for face in flow.faces(id)]


def _steps(duplex: str, pieces: Sequence[Piece], room: Layout) -> list[str]:
    """Ids of the sentences that this print needs."""
    faces: list[Face] = [face for piece in pieces for face in (piece.leaf.front, piece.leaf.back) if face]
    outlines = {face.outline for face in faces}
    steps = ["guide_scale"]
    if any(piece.leaf.back for piece in pieces):
        steps.append(f"guide_duplex_{duplex}")
    if outlines - {"net"} and room.marks.kind != "none":
        steps.append("guide_marks")
    if outlines & {"round", "hex"}:
        steps.append("guide_round")
    if "net" in outlines:
        steps.append("guide_net")
    if any(min(face.trim) > min(room.size) or max(face.trim) > max(room.size) for face in faces):
        steps.append("guide_tile")
    return [*steps, "guide_check"]


def _paper(shop: Shop, flow: Flow, papers: Sequence[Paper]) -> None:
    """Sheets of paper of each file and how much of them is used; of several files all together too."""
    say = shop.words.say
    widths = (flow.size[0] - SIZE - WHERE - 4.8, SIZE, WHERE)
    flow.heading(say("guide_paper"))
    flow.row([say(f"guide_{name}") for name in ("file", "sheets", "used")], widths, head=True)
    rows = [(one.kind, one) for one in papers]
    if len(papers) > 1:
        rows.append((say("guide_total"), total(papers)))
    for name, one in rows:
        flow.row((name, f"{one.sheets}", f"{one.used:.0%}".replace("%", "\u00a0%")), widths, box=True)


def _credits(shop: Shop, flow: Flow) -> None:
    say, content = shop.words.say, shop.content
    flow.heading(say("guide_credits"))
    for sentence in (*shop.rights, say("type_credit")):
        flow.paragraph(sentence)
    if "source" in content.tables:
        flow.heading(say("guide_sources"))
        flow.paragraph("; ".join(str(source["title"]) for source in content["source"].values()) + ".")
    chosen = _chosen(content, shop.words)
    if chosen:
        flow.heading(say("guide_choices"))
        flow.paragraph(say("guide_dot"))
        for key, names in chosen.items():
            flow.paragraph(_choice(shop, key, names))
    recalled = _recalled(content, shop.words)
    if recalled:
        flow.heading(say("guide_recalled"))
        flow.paragraph(say("guide_recalled_says"))
        for (kind, field), names in recalled.items():
            flow.paragraph(say(f"recalled_{kind}_{field}", names=", ".join(names), n=len(names)))


def _chosen(content: Content, words: PrintVoice) -> dict[tuple[str, str], list[str]]:
    """Names of the rows whose value is our own choice, by kind and field; what is no fact of the game is left out."""
    out: dict[tuple[str, str], list[str]] = {}
    for kind, table in content.tables.items():
        for row in table.values() if kind not in OURS else ():
            marks = row.get("prov", "")
            for field in marks if isinstance(marks, Mapping) else ("",):
                if designed(row, field):
                    out.setdefault((kind, str(field)), []).append(words.name(row) or row.id)
    return out


def _recalled(content: Content, words: PrintVoice) -> dict[tuple[str, str], list[str]]:
    """Names of the rows whose value is from memory or `doubtful`, as far as the game has words for it."""
    out: dict[tuple[str, str], list[str]] = {}
    for kind, table in content.tables.items():
        for row in table.values():
            marks = row.get("prov", "")
            fields = [field for field in marks if marks[field] == "memory"] if isinstance(marks, Mapping) else []
            for field in (*fields, *(["doubtful"] if row.get("doubtful") else [])):
                if words.has(f"recalled_{kind}_{field}"):
                    out.setdefault((kind, field), []).append(words.name(row) or row.id)
    return out


def _choice(shop: Shop, key: tuple[str, str], names: Sequence[str]) -> str:
    """What was chosen: the game's printed words `choice_KIND_FIELD` with {names}, {n} and {of}, else kind and names."""
    words = "_".join(("choice", *filter(None, key)))
    if shop.words.has(words):
        listed, of = shop.words.texts.listed(names), len(shop.content.tables[key[0]])
        return shop.words.say(words, names=listed, n=len(names), of=of)
    return f"{' '.join(filter(None, key))}: {', '.join(names)}"
