"""companion read: filled sheets from photos."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli import completion
from companion.cli.common import CHECK, AsJson, Lang, StorePath, game_content, language, print_json

if TYPE_CHECKING:
    from companion.cli.photos.photo_questions import Pictures
    from companion.cli.photos.photo_report import PhotoReport, Shot
    from companion.words.wording import Voice


app = typer.Typer()


@app.command(rich_help_panel=CHECK, epilog="Example: companion read sheet.jpg --session kxmbra")
def read(
    photos: Annotated[
        list[Path],
        typer.Argument(
            metavar="PHOTO...", help="Photos of filled sheets, at most 3 in each: JPEG, PNG, WebP and others, not HEIC."
        ),
    ],
    session: Annotated[
        str | None,
        typer.Option(
            metavar="SESSION", autocompletion=completion.sessions, help="Compare with the journal of this session."
        ),
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option(help="Folder for pictures of each sheet, flattened, and of what is in doubt.")
    ] = None,
    feedback: Annotated[
        Path | None,
        typer.Option(help="Folder on this computer for each mark's picture and what you said it is, to pass on."),
    ] = None,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Read filled-in sheets from photos into the file that `companion verify --sheet` judges; asks where in doubt.

    It needs the extra camera. The exit code is 1 if a doubt is left, a
    photo is refused, or the journal says otherwise.

    --json has `sheets` with their doubts, the photos that are `refused`,
    `notes`, and `journal` and `verdict` if there are any.
    """
    from companion.cli import screen
    from companion.cli.photos.photo_questions import Pictures
    from companion.cli.photos.photo_report import print_report
    from companion.cli.photos.sheet_journal import by_codes, check_fits, open_played
    from companion.paper.photo_limits import need_packages
    from companion.words.wording import Voice

    need_packages()
    drawn = Pictures(pictures)
    drawn.check()
    played = None if session is None else open_played(session, store)
    found = _looked_at(photos)
    _check_one_table(found.shots)
    _check_players(found.shots)
    codes = {str(shot.path): shot.code for shot in found.shots if shot.code}
    found.played, found.notes = by_codes(codes, played, store, Voice(language(lang)))
    if found.played is not None and found.shots:
        check_fits(found.played, found.shots[0].sheet.printed.game, found.shots[0].sheet.form)
    words = _words(found, lang)
    _draw(found.shots, drawn)
    asked = [{doubt.part.name for doubt in shot.doubts} for shot in found.shots]
    if not as_json and screen.can_ask():
        _ask(found.shots, words)
    if feedback is not None:
        _write_feedback(feedback, found.shots, asked)
    _check_players(found.shots)
    _conclude(found, words)
    if as_json:
        print_json(found.document(words))
    else:
        print_report(found, words)
    if not found.ok:
        raise typer.Exit(1)


def _looked_at(photos: list[Path]) -> PhotoReport:
    from companion.api.checks import read_sheets
    from companion.cli.photos.photo_report import PhotoReport, Shot
    from companion.core.errors import LocalizedError, StoreError

    found = PhotoReport([], {})
    for path in dict.fromkeys(photos):
        try:
            found.shots += [Shot(path, filled.sheet, filled.session) for filled in read_sheets(path)]
        except StoreError:
            raise
        except LocalizedError as error:
            found.refused[path] = error
    return found


def _check_one_table(shots: list[Shot]) -> None:
    """Raises LocalizedError if sheets are of different games or sides, or one of several is that of a whole table."""
    from companion.core.errors import LocalizedError

    for shot in shots[1:]:
        if shot.table != shots[0].table:
            raise LocalizedError("photo_apart", first=str(shots[0].path), second=str(shot.path))
        if shot.sheet.form.whole:
            raise LocalizedError("photo_whole")


def _words(found: PhotoReport, lang: str | None) -> Voice:
    """The words of the table that the sheets are of."""
    from companion.words.wording import Voice

    content = game_content(found.shots[0].sheet.printed.game) if found.shots else None
    if found.played is None:
        return Voice(language(lang), content)
    header = found.played.header
    return Voice(language(lang, header.get("lang", "en")), content, header["seats"])


def _draw(shots: list[Shot], pictures: Pictures) -> None:
    """Pictures of the sheets and of their doubts, if they are wanted."""
    for number, shot in enumerate(shots, 1):
        drawn = {"": pictures.write_sheet(number, shot.path, shot.sheet)}
        drawn |= {doubt.part.name: pictures.doubt(number, shot.path, shot.sheet, doubt) for doubt in shot.doubts}
        shot.shown = {name: path for name, path in drawn.items() if path is not None}


def _ask(shots: list[Shot], words: Voice) -> None:
    """Settle doubts with who sits at the terminal; what he leaves, and all after an end of input, stays in doubt."""
    from companion.cli import screen
    from companion.cli.photos.photo_questions import answer, question

    try:
        for shot in shots:
            for doubt in shot.doubts:
                asked = question(shot.path, doubt, shot.shown.get(doubt.part.name), words)
                screen.print_lines([asked], "question", stream=sys.stderr)
                value = answer(doubt.part, doubt.likely, words)
                if value is not None:
                    shot.sheet = shot.sheet.settle(doubt, value)
    except (EOFError, KeyboardInterrupt):
        print(file=sys.stderr)


def _write_feedback(folder: Path, shots: list[Shot], asked: list[set[str]]) -> None:
    """Raises StoreError."""
    from companion.paper.feedback import write_feedback

    for number, (shot, parts) in enumerate(zip(shots, asked, strict=True), 1):
        write_feedback(folder, f"{number}-{shot.path.stem}", shot.sheet, parts)


def _check_players(shots: list[Shot]) -> None:
    """Raises LocalizedError if two sheets are of one player."""
    from companion.core.errors import LocalizedError

    seen: dict[int | str, Shot] = {}
    for shot in shots:
        named = game_content(shot.sheet.printed.game).info["seat_kind"]
        player = shot.sheet.read.values.get(named)
        if player is not None and (first := seen.setdefault(player, shot)) is not shot:
            raise LocalizedError("photo_same_player", first=str(first.path), second=str(shot.path))


def _conclude(found: PhotoReport, words: Voice) -> None:
    """Write the file, compare it with the journal, and judge it where all of a table that is over was read."""
    from companion.cli.photos.sheet_verdict import judge_sheets
    from companion.core.errors import WrongCall
    from companion.play.game.paper_form import sheet_document

    if not found.shots:
        return
    form, game = found.shots[0].sheet.form, found.shots[0].sheet.printed.game
    certain = not found.refused and not any(shot.doubts for shot in found.shots)
    file = sheet_document(form, game, [shot.sheet.read.values for shot in found.shots])
    players = file.pop("players", [])
    enough = form.whole or len(players) >= game_content(game).info["seats_min"]
    if found.played is not None:
        file |= found.played.table()
        found.compared = found.played.compare(form, [file, *players], certain)
        enough = not found.compared.missing and found.played.is_over
    found.file = {**file, "players": players} if players else file
    if certain and enough:
        try:
            verdict = judge_sheets(game, {key: value for key, value in found.file.items() if key != "game"}, words.lang)
            found.verdict = verdict._replace(words=words) if found.played is not None else verdict
        except WrongCall as error:  # what somebody typed is no number
            found.fault = error
