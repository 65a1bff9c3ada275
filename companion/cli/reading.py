"""companion read: filled sheets from photos."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from companion.cli.commands import Argument, Option, command
from companion.cli.common import AsJson, Lang, StorePath, game_content, language, print_json

if TYPE_CHECKING:
    from companion.cli.doubts import Pictures
    from companion.cli.sheet_journal import Compared, Played
    from companion.cli.sheet_verdict import Verdict
    from companion.errors import SpokenError
    from companion.paper.reading import Sheet
    from companion.paper.sheet import Doubt
    from companion.wording import Voice


def register(app: click.Group) -> None:
    """Add the command of this room."""
    app.add_command(command(read))


@dataclass(slots=True)
class Shot:
    """A photo with a sheet in it.

    code: the session that a code printed on it names; shown: its pictures by the parts on them, the whole sheet as "".
    """

    path: Path
    sheet: Sheet
    code: str | None
    shown: dict[str, Path] = field(default_factory=dict)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is still in doubt."""
        return self.sheet.read.doubts


@dataclass(slots=True)
class Found:
    """What came of all photos. notes: what is said of codes on the sheets."""

    shots: list[Shot]
    refused: dict[Path, SpokenError]
    notes: list[str] = field(default_factory=list)
    played: Played | None = None
    file: dict[str, Any] = field(default_factory=dict)
    compared: Compared | None = None
    verdict: Verdict | None = None

    @property
    def ok(self) -> bool:
        """Everything was read for certain, can be, and is what the journal says."""
        in_doubt = bool(self.refused) or any(shot.doubts for shot in self.shots)
        differs = self.compared is not None and bool(self.compared.differences)
        return not (in_doubt or differs or (self.verdict is not None and not self.verdict.ok))


def read(
    photos: Annotated[list[Path], Argument(metavar="PHOTO...", help="Pictures of one filled sheet each.")],
    session: Annotated[str | None, Option(help="Compare with the journal of this session.")] = None,
    pictures: Annotated[Path | None, Option(help="Folder for pictures of the sheets and of what is in doubt.")] = None,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Read filled sheets from photos, as the file that `companion verify --sheet` judges; doubts are asked."""
    from companion.cli import screen
    from companion.cli.doubts import Pictures
    from companion.cli.sheet_journal import by_codes, check_fits, opened
    from companion.paper import photo
    from companion.wording import Voice

    photo.need_packages()
    asked = None if session is None else opened(session, store)
    found = _looked_at(photos)
    _check_one_table(found.shots)
    codes = {str(shot.path): shot.code for shot in found.shots if shot.code}
    found.played, found.notes = by_codes(codes, asked, store, Voice(language(lang)))
    if found.played is not None and found.shots:
        check_fits(found.played, found.shots[0].sheet.printed.game, found.shots[0].sheet.form)
    words = _words(found, lang)
    _draw(found.shots, Pictures(pictures))
    if not as_json and screen.can_ask():
        _ask(found.shots, words)
    _check_players(found.shots)
    _conclude(found, lang)
    if as_json:
        _print_json(found, words)
    else:
        _print(found, words)
    if not found.ok:
        raise click.exceptions.Exit(1)


def _looked_at(photos: list[Path]) -> Found:
    from companion.errors import SpokenError, StoreError
    from companion.paper import address, reading

    found = Found([], {})
    for path in dict.fromkeys(photos):
        try:
            sheet = reading.read(path)
            found.shots.append(Shot(path, sheet, address.session(sheet)))
        except StoreError:
            raise
        except SpokenError as error:
            found.refused[path] = error
    return found


def _check_one_table(shots: list[Shot]) -> None:
    """Raises SpokenError if sheets are of different games, or were played on different sides."""
    from companion.errors import SpokenError

    for shot in shots[1:]:
        if _table(shot.sheet) != _table(shots[0].sheet):
            raise SpokenError("photo_apart", first=str(shots[0].path), second=str(shot.path))


def _table(sheet: Sheet) -> dict[str, str]:
    """What the file says of the whole table."""
    return {"game": sheet.printed.game, **sheet.form.says}


def _words(found: Found, lang: str | None) -> Voice:
    """The words of the table that the sheets are of."""
    from companion.wording import Voice

    content = game_content(found.shots[0].sheet.printed.game) if found.shots else None
    if found.played is None:
        return Voice(language(lang), content)
    header = found.played.header
    return Voice(language(lang, header.get("lang", "en")), content, header["seats"])


def _draw(shots: list[Shot], pictures: Pictures) -> None:
    """Pictures of the sheets and of their doubts, if they are wanted."""
    for number, shot in enumerate(shots, 1):
        drawn = {"": pictures.whole(number, shot.path, shot.sheet)}
        drawn |= {doubt.part.name: pictures.doubt(number, shot.path, shot.sheet, doubt) for doubt in shot.doubts}
        shot.shown = {name: path for name, path in drawn.items() if path is not None}


def _ask(shots: list[Shot], words: Voice) -> None:
    """Settle doubts with who sits at the terminal; what he leaves, and all after an end of input, stays in doubt."""
    from companion.cli import screen
    from companion.cli.doubts import answer, question

    try:
        for shot in shots:
            for doubt in shot.doubts:
                asked = question(shot.path, doubt, shot.shown.get(doubt.part.name), words)
                screen.show([asked], "question", stream=sys.stderr)
                value = answer(doubt.part, doubt.likely, words)
                if value is not None:
                    shot.sheet = _settled(shot.sheet, doubt, value)
    except (EOFError, KeyboardInterrupt):
        print(file=sys.stderr)


def _settled(sheet: Sheet, doubt: Doubt, value: int | str) -> Sheet:
    values = {**sheet.read.values, doubt.part.name: value}
    ordered = {part.name: values[part.name] for part in sheet.form.parts if part.name in values}
    left = tuple([other for other in sheet.read.doubts if other is not doubt])
    return sheet._replace(read=sheet.read._replace(values=ordered, doubts=left))


def _check_players(shots: list[Shot]) -> None:
    """Raises SpokenError if two sheets are of one player."""
    from companion.errors import SpokenError

    seen: dict[int | str, Path] = {}
    for shot in shots:
        named = game_content(shot.sheet.printed.game).info["seat_kind"]
        player = shot.sheet.read.values.get(named)
        if player is not None and (first := seen.setdefault(player, shot.path)) != shot.path:
            raise SpokenError("photo_same_player", first=str(first), second=str(shot.path))


def _conclude(found: Found, lang: str | None) -> None:
    """Write the file, compare it with the journal, and judge it where all of a table that is over was read."""
    from companion.cli.sheet_verdict import judged
    from companion.play.paper_form import document

    if not found.shots:
        return
    form, game = found.shots[0].sheet.form, found.shots[0].sheet.printed.game
    certain = not found.refused and not any(shot.doubts for shot in found.shots)
    file = document(form, game, [shot.sheet.read.values for shot in found.shots])
    players = file.pop("players", [])
    enough = form.whole or len(players) >= game_content(game).info["seats_min"]
    if found.played is not None:
        file |= found.played.table()
        found.compared = found.played.compared(form, [file, *players], certain)
        enough = not found.compared.missing and found.played.is_over
    found.file = {**file, "players": players} if players else file
    if certain and enough:
        found.verdict = judged(game, {key: value for key, value in found.file.items() if key != "game"}, lang)


def _print(found: Found, words: Voice) -> None:
    """The file on stdout, a player for each sheet; what is in doubt is left out there, all else is on stderr."""
    import yaml

    from companion.cli import screen
    from companion.cli.doubts import question
    from companion.visible import visible_lines

    if found.file:
        print(yaml.safe_dump(found.file, sort_keys=False), end="", flush=True)
    asked = [f"{path}: {words.error(error)}" for path, error in found.refused.items()]
    in_doubt = [
        question(shot.path, doubt, shot.shown.get(doubt.part.name), words)
        for shot in found.shots
        for doubt in shot.doubts
    ]
    asked += [*in_doubt, words.say("read.left_out")] if in_doubt else []
    screen.show(map(visible_lines, asked), "refusal", stream=sys.stderr)
    screen.show(map(visible_lines, found.notes), "aside", stream=sys.stderr)
    if found.compared is not None:
        style = "refusal" if found.compared.differences else "event"
        screen.show(found.compared.lines(words), style, stream=sys.stderr)
    if found.verdict is not None:
        screen.show([found.verdict.heading], stream=sys.stderr)
        screen.show(found.verdict.table, table=True, stream=sys.stderr)
        screen.show(found.verdict.result, "event", stream=sys.stderr)
        screen.show(map(visible_lines, found.verdict.reasons), "refusal", stream=sys.stderr)


def _print_json(found: Found, words: Voice) -> None:
    document: dict[str, Any] = {"ok": found.ok}
    for shot in found.shots[:1]:
        document |= _table(shot.sheet)
    document["sheets"] = [_sheet_json(shot) for shot in found.shots]
    document["refused"] = [
        {"photo": str(path), "code": error.code, "message": words.error(error)} for path, error in found.refused.items()
    ]
    document["notes"] = found.notes
    if found.compared is not None:
        document["journal"] = found.compared.document(words)
    if found.verdict is not None:
        document["verdict"] = found.verdict.document()
    print_json(document)


def _sheet_json(shot: Shot) -> dict[str, Any]:
    doubts = [{**_doubt_json(doubt), **_picture_json(shot, doubt.part.name)} for doubt in shot.doubts]
    read = {"read": dict(shot.sheet.read.values), "doubts": doubts}
    return {
        "photo": str(shot.path),
        **shot.sheet.printed._asdict(),
        "session": shot.code,
        **read,
        **_picture_json(shot, ""),
    }


def _picture_json(shot: Shot, name: str) -> dict[str, str]:
    return {"picture": str(shot.shown[name])} if name in shot.shown else {}


def _doubt_json(doubt: Doubt) -> dict[str, Any]:
    return {
        "key": doubt.part.name,
        "likely": doubt.likely,
        "other": doubt.other,
        "chance": round(doubt.chance, 4),
        "fields": list(doubt.fields),
        "rule": doubt.part.rule,
    }
