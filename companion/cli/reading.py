"""companion read: filled sheets from photos."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from companion.cli.commands import Argument, command
from companion.cli.common import AsJson, Lang, game_content, language, print_json
from companion.play.paper_form import document

if TYPE_CHECKING:
    from companion.errors import SpokenError
    from companion.paper.reading import Sheet
    from companion.paper.sheet import Doubt
    from companion.wording import Voice


def register(app: click.Group) -> None:
    """Add the command of this room."""
    app.add_command(command(read))


def read(
    photos: Annotated[list[Path], Argument(metavar="PHOTO...", help="Pictures of one filled sheet each.")],
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Read filled sheets from photos, as the file that `companion verify --sheet` judges; doubts are asked."""
    from companion.errors import SpokenError, StoreError
    from companion.paper import photo, reading

    photo.need_packages()
    sheets: dict[Path, Sheet] = {}
    refused: dict[Path, SpokenError] = {}
    for path in photos:
        try:
            sheets[path] = reading.read(path)
        except StoreError:
            raise
        except SpokenError as error:
            refused[path] = error
    _check_one_table(sheets)
    file = _file(sheets)
    ok = not refused and not any(sheet.read.doubts for sheet in sheets.values())
    if as_json:
        _print_json(ok, sheets, refused, lang)
    else:
        _print(file, sheets, refused, lang)
    if not ok:
        raise click.exceptions.Exit(1)


def _check_one_table(sheets: dict[Path, Sheet]) -> None:
    """Raises SpokenError if sheets are of different games, or were played on different sides."""
    from companion.errors import SpokenError

    first = next(iter(sheets), None)
    for path, sheet in sheets.items():
        if first is not None and _table(sheet) != _table(sheets[first]):
            raise SpokenError("photo_apart", first=str(first), second=str(path))


def _table(sheet: Sheet) -> dict[str, str]:
    """What the file says of the whole table."""
    return {"game": sheet.printed.game, **sheet.form.says}


def _file(sheets: dict[Path, Sheet]) -> dict[str, Any]:
    """What was read, as `verify --sheet` judges it."""
    for first in sheets.values():
        return document(first.form, first.printed.game, [sheet.read.values for sheet in sheets.values()])
    return {}


def _print(file: dict[str, Any], sheets: dict[Path, Sheet], refused: dict[Path, SpokenError], lang: str | None) -> None:
    """The file on stdout; what is in doubt is left out there, and asked on stderr."""
    import yaml

    from companion.cli import screen
    from companion.visible import visible_lines
    from companion.wording import Voice

    asked = [f"{path}: {Voice(language(lang)).error(error)}" for path, error in refused.items()]
    for path, sheet in sheets.items():
        words = Voice(language(lang), game_content(sheet.printed.game))
        asked += [_question(path, doubt, words) for doubt in sheet.read.doubts]
    if file:
        print(yaml.safe_dump(file, sort_keys=False), end="")
    if any(sheet.read.doubts for sheet in sheets.values()):
        asked.append(Voice(language(lang)).say("read.left_out"))
    screen.show(map(visible_lines, asked), "refusal", stream=sys.stderr)


def _question(path: Path, doubt: Doubt, words: Voice) -> str:
    part, (likely, other) = doubt.part, (str(doubt.likely), str(doubt.other))
    if not part.ways:
        return f"{path}: {words.say('read.asked', part=(part.label,))} {words.rule_mark(part.rule)}"
    fields = ", ".join(str(part.fields.index(name) + 1) for name in doubt.fields)
    said = words.say("read.doubt", part=(part.label,), likely=likely, other=other, fields=fields)
    return f"{path}: {said} {words.rule_mark(part.rule)}"


def _print_json(ok: bool, sheets: dict[Path, Sheet], refused: dict[Path, SpokenError], lang: str | None) -> None:
    from companion.wording import Voice

    words = Voice(language(lang))
    document: dict[str, Any] = {"ok": ok}
    for sheet in list(sheets.values())[:1]:
        document |= _table(sheet)
    document["sheets"] = [
        {
            "photo": str(path),
            **sheet.printed._asdict(),
            "read": dict(sheet.read.values),
            "doubts": [_doubt_json(doubt) for doubt in sheet.read.doubts],
        }
        for path, sheet in sheets.items()
    ]
    document["refused"] = [
        {"photo": str(path), "code": error.code, "message": words.error(error)} for path, error in refused.items()
    ]
    print_json(document)


def _doubt_json(doubt: Doubt) -> dict[str, Any]:
    return {
        "key": doubt.part.name,
        "likely": doubt.likely,
        "other": doubt.other,
        "chance": round(doubt.chance, 4),
        "fields": list(doubt.fields),
        "rule": doubt.part.rule,
    }
