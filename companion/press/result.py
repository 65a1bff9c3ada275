"""A finished game to keep: pages that print in the manner of our sheets, and a picture to share.

First the evening: date, place, who sat at the table; then the sheets of its players as they filled them in, where the
game has such sheets, how it was counted, how it went, how the dice fell. A game whose folder of cards/ has a template
`result.VARIANT` (or `result`) gets a sheet for every player. Its texts may name `sheet`: the player's row of the game's
view, with `name` and `won`. One with a template `ended.VARIANT`, `ended` or both gets the table as it ended instead;
their texts may name `table`, the view of an onlooker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.core import resources
from companion.core.errors import WrongCall
from companion.core.files import write_atomic
from companion.faces import palette, template
from companion.faces.flow import TextFlow
from companion.faces.model import Face, Shape, Text, move_item
from companion.faces.shapes import milestone_frame
from companion.press import guide
from companion.press.print_options import Job
from companion.press.printing import make_press
from companion.press.shop import Shop
from companion.sheets.model import Layout, PlacedFace, Sheet, Slot
from companion.words.souvenir import GameRecord

LONGEST_NAME = 24  # letters that are written on a sheet
UNWRITTEN = "·"  # for a letter that the type does not have
BETWEEN = 5.0  # mm between two sheets
PICTURE = (1200, 630)  # pixels, as most messengers show a picture of a page
DPI = 127.0  # of the picture: 5 pixels a mm
EDGE = 10.0  # mm of the picture round what it shows
FORMATS = ("pdf", "png")
# fields of Job with a meaning here
TAKES = ("game", "kind", "lang", "paper", "margin", "ink", "trim", "format", "tagged", "srgb", "out")


def result_job(job: Job, kept: GameRecord) -> list[Path]:
    """Write the pages (`pdf`) or the picture (`png`) and return the paths. Raises CompanionError."""
    for name in job.__dataclass_fields__:
        if name not in TAKES and getattr(job, name) != job.__dataclass_fields__[name].default:
            raise WrongCall("result_option", f"--{name.replace('_', '-')}", kind=job.kind)
    if job.format not in FORMATS:
        raise WrongCall("no_format", job.format, FORMATS, choices=", ".join(FORMATS))
    press = make_press(job)
    named = job.out is not None and not job.out.is_dir()
    path = job.out if job.out is not None and named else press.path(f"{job.kind}-{kept.session}", f".{job.format}")
    if job.format == "png":
        data = result_picture(press.shop, kept, job.ink)
    else:
        pages = press.finish_sheets(result_pages(press.shop, kept, press.room), kept.session)
        data = press.pdf(pages, "result", {}, {})
    write_atomic(path, data, folders=job.out is None)
    return [path]


def result_pages(shop: Shop, kept: GameRecord, room: Layout) -> list[Sheet]:
    """Return the pages, without small print. Raises FaceError."""
    flow, say = guide.text_flow(shop, room), shop.words.say
    large = replace(flow.styles["heading"], size=13.0, lead=1.3)
    flow.title(shop.words.title)
    flow.text(fit_to_write(kept.ending, endless=True), large)
    flow.text(kept.date, replace(flow.styles["text"], size=10.0, colour="sepia"))
    flow.blank_fields([say("result_where"), *(_player_name(*player) for player in kept.players)])
    flow.space(6.0)
    for face in player_sheets(shop, kept) or end_faces(shop, kept):
        flow.face(face)
        flow.space(BETWEEN)
    _paragraphs(flow, say("result_score"), kept.counted)
    if kept.story:
        flow.heading(say("result_story"))
        for title, moments in kept.story:
            flow.reserve(16.0)
            head = title or (say("result_start") if len(kept.story) > 1 else "")
            flow.text(head, replace(flow.styles["text"], font="sans-600"))
            flow.paragraph(fit_to_write(" ".join(moments), endless=True))
    if kept.dice:
        _paragraphs(flow, say("result_dice"), [*kept.dice, say("result_dice_says")])
    for title, lines in kept.taught:
        _paragraphs(flow, title, lines)
    flow.space(3.0)
    flow.text(say("result_code", session=kept.session, code=kept.code), shop.small)
    return guide.text_sheets(flow, room, "result")


def _paragraphs(flow: TextFlow, title: str, lines: Sequence[str]) -> None:
    flow.heading(title)
    for line in lines:
        flow.paragraph(fit_to_write(line, endless=True))


def _player_name(name: str, role: str) -> str:
    told = name == role or name.endswith(f"({role})")  # a player of several seats bears the name of each
    return fit_to_write(name if told else f"{fit_to_write(name)} ({role})", endless=True)


def result_picture(shop: Shop, kept: GameRecord, ink: str = palette.FULL) -> bytes:
    """Return the picture to share, PNG of PICTURE pixels: the winners, and a winner's sheet or the final table."""
    from companion.exports import raster

    w, h = raster.size_in_mm(PICTURE, DPI)
    own = player_sheets(shop, kept)
    faces = own or end_faces(shop, kept)
    seat = shop.content.info["seat_kind"]
    best = next((place for place, player in enumerate(kept.view["players"]) if player[seat] in kept.winners), 0)
    items = [Shape((("rect", 0, 0, w, h),), fill="vellum"), *milestone_frame((4, 4, w - 8, h - 8))]
    words = w - 2 * EDGE
    if faces:
        face = faces[best if own else 0]
        wide = 0.56 * w
        k = wide / face.trim[0]
        x, y = w - EDGE - wide + 2, (h - face.trim[1] * k) / 2
        items.append(Shape((("rect", x, y, wide, face.trim[1] * k),), fill="paper", stroke="umber", width=0.25))
        items += [move_item(item, x, y, k) for item in face.items]
        words = x - EDGE - 5
    items += [
        move_item(item, EDGE + 2, EDGE + 3) for item in _headline(shop, kept, (words, h - 2 * EDGE - 6), bool(faces))
    ]
    page = Sheet((w, h), "front", (PlacedFace(Face("picture", (w, h), tuple(items)), Slot(0, 0, w, h)),), 0.0)
    (image,) = raster.render_pages([(page, PICTURE)], palette.inks()[ink])
    return raster.png_bytes(image, DPI)


def _headline(shop: Shop, kept: GameRecord, size: tuple[float, float], sheeted: bool) -> Sequence[Text | Shape]:
    """Return title, winners, players and date, as far as there is room."""
    styles = template.styles()
    flow = TextFlow(size, shop.setter, {**styles, "title": replace(styles["title"], size=30.0, lead=1.12)})
    flow.title(shop.words.title)
    flow.text(fit_to_write(kept.ending, endless=True), replace(styles["heading"], size=21.0, lead=1.25))
    flow.space(5.0)
    for player in kept.players:
        flow.text(_player_name(*player), replace(styles["text"], size=17.0, lead=1.4))
    flow.space(4.0)
    for line in () if sheeted else kept.counted:
        flow.text(fit_to_write(line, endless=True), replace(styles["text"], size=14.0, lead=1.4))
    flow.space(4.0)
    flow.text(kept.date, replace(styles["text"], size=14.0, lead=1.4, colour="sepia"))
    return [item for item in flow.pages[0] if isinstance(item, (Text, Shape))]


def end_faces(shop: Shop, kept: GameRecord) -> list[Face]:
    """Return the final table, if the game has templates for it: of its variant, then of all. Raises FaceError."""
    names = (f"ended.{kept.variant}", "ended")
    found = [name for name in names if resources.find(f"cards/{kept.game}/{name}.yaml")]
    return [shop.filled_face(name, name, {"table": kept.view}) for name in found]


def template_name(game: str, variant: str) -> str:
    """Return the template of a player's sheet, or "" if the game has none."""
    names = (f"result.{variant}", "result")
    return next((name for name in names if resources.find(f"cards/{game}/{name}.yaml")), "")


def player_sheets(shop: Shop, kept: GameRecord) -> list[Face]:
    """Return a sheet for each player in the order of the seats, or [] if the game has none. Raises FaceError."""
    name = template_name(shop.content.id, kept.variant)
    seat = shop.content.info["seat_kind"]
    return [
        shop.filled_face(name, f"result {player[seat]}", {"sheet": player_fields(player, player[seat] in kept.winners)})
        for player in (kept.view["players"] if name else ())
    ]


def player_fields(player: Mapping[str, Any], won: bool) -> dict[str, Any]:
    """Return the template fields of a player, the name in printable letters."""
    return {**player, "name": fit_to_write(str(player["name"])), "won": won}


def fit_to_write(words: str, endless: bool = False) -> str:
    """Return a player's text in letters the font has; a name is cut at LONGEST_NAME."""
    from companion.pdf import fonts

    letters = [fonts.letter_widths(font) for font in ("serif-600", "sans-400")]
    shown = "".join(letter if all(_has(font, letter) for font in letters) else UNWRITTEN for letter in words)
    if endless or len(shown) <= LONGEST_NAME:
        return shown
    return f"{shown[: LONGEST_NAME - 1].rstrip()}…"


def _has(letters: Mapping[str, float], letter: str) -> bool:
    try:
        return letter not in "*[" and letters[letter] >= 0  # those would make words bold, or a sign
    except KeyError:
        return False
