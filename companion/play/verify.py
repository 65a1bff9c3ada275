"""After the game: is this journal whole, fair and by the rules, and who won."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.errors import JournalError
from companion.play import journal
from companion.play.game import Game, Ref
from companion.play.intact import intact
from companion.play.replay import Replay

if TYPE_CHECKING:
    from companion.content.model import Content


@dataclass(frozen=True, slots=True)
class DieReport:
    """What one die showed against what it should: chi-square with its p-value (luck is no proof of anything)."""

    die: Ref
    counts: dict[Ref, int]
    expected: dict[Ref, float]
    chi_square: float
    p_value: float


@dataclass(frozen=True, slots=True)
class Report:
    """A journal that holds. `code_at` is the entry whose head code was asked for."""

    replay: Replay
    dice: tuple[DieReport, ...]
    drawn: int
    sealed: int  # of these, draws whose key is not open yet
    typed: int
    code: str
    code_at: int | None


def verify(
    lines: Iterable[str], game: Callable[[str], Game], content: Callable[[str], Content], code: str | None = None
) -> Report:
    """Replay a journal from its lines. Raises JournalError at the first entry that does not hold.

    code: a head code that the table wrote down; the file has to contain the entry it stands for.
    """
    replay, damage = intact([*lines], game, content)
    if damage is not None:
        raise damage
    assert replay is not None  # without damage there is a header
    entries, last = replay.entries, len(replay.entries)
    code_at = None
    if code is not None:
        matches = [entry.seq for entry in entries if journal.same_code(journal.head_code(entry.hash), code)]
        if not matches:
            raise JournalError(last - 1, "code_unknown", asked=code)
        code_at = matches[0]
    drawn = sum(shown.app for shown in replay.shown)
    sealed = 0 if replay.opened else len(replay.sealed)
    typed = len(replay.shown) - drawn
    return Report(replay, dice_report(replay), drawn, sealed, typed, journal.head_code(entries[-1].hash), code_at)


def dice_report(replay: Replay) -> tuple[DieReport, ...]:
    """Every die against its faces, over all rolls, those undone included."""
    odds = replay.game.face_odds(replay.state)
    counts: dict[Ref, Counter[Ref]] = {die: Counter() for die in odds}
    for shown in replay.shown:
        for face, die in replay.game.shown(replay.state, shown.action):
            counts[die][face] += 1
    out = []
    for die, faces in odds.items():
        total = sum(counts[die].values())
        expected = {face: float(total * chance) for face, chance in faces.items()}
        chi = sum((counts[die][face] - mean) ** 2 / mean for face, mean in expected.items() if mean)
        p_value = chi_square_tail(chi, len(faces) - 1) if total else 1.0
        out.append(DieReport(die, {face: counts[die][face] for face in faces}, expected, chi, p_value))
    return tuple(out)


def chi_square_tail(chi: float, freedom: int) -> float:
    """Probability that chance alone gives `chi` or more (the incomplete gamma function as its finite sum)."""
    if freedom < 1:
        return 1.0
    half, odd = chi / 2, freedom % 2
    terms = [half ** (k / 2) * math.exp(-half) / math.gamma(k / 2 + 1) for k in range(odd, freedom - 1, 2)]
    begin = math.erfc(math.sqrt(half)) if odd else 0.0
    return min(1.0, begin + float(sum(terms)))
