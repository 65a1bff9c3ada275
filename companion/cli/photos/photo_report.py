"""What came of photos of sheets: the file of them, what is in doubt, what the journal and the rules say."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.cli.photos.sheet_journal import Compared, JournalOfSheets
    from companion.cli.photos.sheet_verdict import Verdict
    from companion.core.errors import LocalizedError
    from companion.paper.reading import PhotoSheet
    from companion.paper.sheet import Doubt
    from companion.words.wording import Voice


@dataclass(slots=True)
class Shot:
    """A photo with a sheet in it.

    code: the session that a code printed on it names; shown: its pictures by the parts on them, the whole sheet as "".
    """

    path: Path
    sheet: PhotoSheet
    code: str | None
    shown: dict[str, Path] = field(default_factory=dict)

    @property
    def table(self) -> dict[str, str]:
        """Return what the file says of the whole table that is played on that sheet."""
        return {"game": self.sheet.printed.game, **self.sheet.form.says}

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The parts still in doubt."""
        return self.sheet.read.doubts


@dataclass(slots=True)
class PhotoReport:
    """Results of all photos. notes: of codes on the sheets; fault: why the file cannot be judged."""

    shots: list[Shot]
    refused: dict[Path, LocalizedError]
    notes: list[str] = field(default_factory=list)
    played: JournalOfSheets | None = None
    file: dict[str, Any] = field(default_factory=dict)
    compared: Compared | None = None
    verdict: Verdict | None = None
    fault: LocalizedError | None = None

    @property
    def ok(self) -> bool:
        """Everything was read for certain, can be, and is what the journal says."""
        in_doubt = self.refused or self.fault or any(shot.doubts for shot in self.shots)
        differs = self.compared is not None and bool(self.compared.differences)
        return not (in_doubt or differs or (self.verdict is not None and not self.verdict.ok))

    def document(self, words: Voice) -> dict[str, Any]:
        """All of it for scripts."""
        out: dict[str, Any] = {"ok": self.ok}
        for shot in self.shots[:1]:
            out |= shot.table
        out["sheets"] = [_sheet_json(shot) for shot in self.shots]
        out["refused"] = [
            {"photo": str(path), "code": error.code, "message": words.error_text(error)}
            for path, error in self.refused.items()
        ]
        out["notes"] = self.notes
        if self.compared is not None:
            out["journal"] = self.compared.document(words)
        if self.verdict is not None:
            out["verdict"] = self.verdict.document()
        return out


def print_report(found: PhotoReport, words: Voice) -> None:
    """Print the file, a player for each sheet without what is in doubt; print all else on stderr."""
    import yaml

    from companion.cli import screen
    from companion.cli.photos.photo_questions import question
    from companion.core.visible import show_hidden, show_hidden_lines

    if found.file:
        print(yaml.safe_dump(found.file, sort_keys=False), end="", flush=True)
    asked = [f"{show_hidden(str(path))}: {words.error_text(error)}" for path, error in found.refused.items()]
    in_doubt = [
        question(shot.path, doubt, shot.shown.get(doubt.part.name), words)
        for shot in found.shots
        for doubt in shot.doubts
    ]
    asked += [*in_doubt, words.say("read.left_out")] if in_doubt else []
    screen.print_lines(map(show_hidden_lines, asked), "refusal", stream=sys.stderr)
    screen.print_lines(map(show_hidden_lines, found.notes), "aside", stream=sys.stderr)
    if found.compared is not None:
        style = "refusal" if found.compared.differences else "event"
        screen.print_lines(found.compared.lines(words), style, stream=sys.stderr)
    if found.fault is not None:
        screen.print_lines([show_hidden_lines(words.error_text(found.fault))], "refusal", stream=sys.stderr)
    if found.verdict is not None:
        screen.print_lines([found.verdict.heading], stream=sys.stderr)
        screen.print_lines(found.verdict.table, table=True, stream=sys.stderr)
        screen.print_lines(found.verdict.result, "event", stream=sys.stderr)
        screen.print_lines(map(show_hidden_lines, found.verdict.reasons), "refusal", stream=sys.stderr)


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
