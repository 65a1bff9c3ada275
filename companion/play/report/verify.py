"""After the game: is this journal whole, fair and by the rules, and who won."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.core.errors import JournalError
from companion.core.messages import Ref
from companion.play.game.game import Action, Game, State
from companion.play.journal import journal
from companion.play.journal.journal import HeadHash
from companion.play.journal.readable_prefix import read_prefix
from companion.play.journal.replay import Replay
from companion.play.journal.undo_report import Amended, Undone, amended_results, undone_results

if TYPE_CHECKING:
    from companion.content.model import Content


ENOUGH = 30  # rolls


@dataclass(frozen=True, slots=True)
class DieReport:
    """Counts of one die against the expected ones: chi-square with its p-value (luck is no proof of anything)."""

    die: Ref
    counts: dict[Ref, int]
    expected: dict[Ref, float]
    chi_square: float
    p_value: float

    @property
    def is_telling(self) -> bool:
        """Return whether it was rolled often enough for the p-value to say anything."""
        return sum(self.counts.values()) >= ENOUGH


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """A journal that keeps the rules. Its draws by the app: `by_link` and `by_key` are proved, `unproved` are not, as
    their key is not open. `head` is what the table wrote down, `code_at` the entry that it stands for, or None.
    """

    replay: Replay
    dice: tuple[DieReport, ...]
    by_link: int
    by_key: int
    unproved: int
    typed: int
    code: str
    undone: tuple[Undone, ...]
    amended: tuple[Amended, ...]
    head: HeadHash | None
    code_at: int | None

    @property
    def total_draws(self) -> int:
        """All draws by the app."""
        return self.by_link + self.by_key + self.unproved

    @property
    def holds(self) -> bool:
        """Return whether all is proved that can be by now: a finished game has to open the key of its sealed draws."""
        return not (self.replay.ended and self.unproved)


def verify_journal(
    lines: Iterable[str], game: Callable[[str], Game], content: Callable[[str], Content], code: str | None = None
) -> VerifyReport:
    """Replay a journal from its lines. Raises JournalError at the first entry that does not hold.

    code: what the table wrote down (journal.read_head); the file has to contain the entry it stands for. Raises
    WrongCall if it is no code.
    """
    head = None if code is None else journal.read_head(code)
    replay, damage = read_prefix([*lines], game, content)
    if damage is not None:
        raise damage
    assert replay is not None  # without damage there is a header
    report = verify_report(replay, head)
    if head is not None and report.code_at is None:
        raise JournalError(len(replay.entries) - 1, "code_unknown", asked=str(code))
    return report


def verify_report(replay: Replay, head: HeadHash | None = None) -> VerifyReport:
    """The report of a journal that holds to its end."""
    entries = replay.entries
    code_at = None if head is None else next((entry.seq for entry in entries if head.matches(entry.hash)), None)
    sealed = len(replay.sealed)
    mistyped = amended_results(entries)
    typed = sum(not shown.app for shown in replay.shown) - len(mistyped)
    by_key, unproved = (sealed, 0) if replay.opened else (0, sealed)
    return VerifyReport(
        replay,
        dice_report(replay),
        replay.links,
        by_key,
        unproved,
        typed,
        journal.head_code(entries[-1].hash),
        undone_results(replay),
        mistyped,
        head,
        code_at,
    )


Faces = dict[Ref, tuple[Counter[Ref], Mapping[Ref, Fraction]]]  # by die: how often each face came up, and its chance


def dice_report(replay: Replay) -> tuple[DieReport, ...]:
    """Every die against its faces, over all rolls, those undone included and those mistyped left out."""
    mistyped = {one.of for one in amended_results(replay.entries)}
    actions = [shown.action for shown in replay.shown if shown.seq not in mistyped]
    shown = faces_shown(replay.game, replay.state, actions)
    return tuple([die_report(die, counts, odds) for die, (counts, odds) in shown.items()])


def faces_shown(game: Game, state: State, actions: Iterable[Action]) -> Faces:
    """Return the faces that a game's dice showed in chance actions. state: any of that table."""
    out: Faces = {die: (Counter(), odds) for die, odds in game.odds.face_odds(state).items()}
    for action in actions:
        for face, die in game.show.drawn_faces(state, action):
            out[die][0][face] += 1
    return out


def die_report(die: Ref, counts: Mapping[Ref, int], odds: Mapping[Ref, Fraction]) -> DieReport:
    """One die against its faces. counts: zero for a face that it does not name."""
    total = sum(counts.values())
    seen = {face: counts.get(face, 0) for face in odds}
    expected = {face: float(total * chance) for face, chance in odds.items()}
    chi = sum((seen[face] - mean) ** 2 / mean for face, mean in expected.items() if mean)
    p_value = chi_square_tail(chi, len(odds) - 1) if total else 1.0
    return DieReport(die, seen, expected, chi, p_value)


def chi_square_tail(chi: float, freedom: int) -> float:
    """Probability that chance alone gives `chi` or more (the incomplete gamma function as its finite sum)."""
    if freedom < 1:
        return 1.0
    half, odd = chi / 2, freedom % 2
    terms = [half ** (k / 2) * math.exp(-half) / math.gamma(k / 2 + 1) for k in range(odd, freedom - 1, 2)]
    begin = math.erfc(math.sqrt(half)) if odd else 0.0
    return min(1.0, begin + float(sum(terms)))
