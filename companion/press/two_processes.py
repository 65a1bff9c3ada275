"""`print all` by two processes: each makes the files of some kinds, with the bytes that one alone would make.

What the second process cannot make, for whatever reason, this one makes itself: so its errors are the usual ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection

from companion.core.errors import WrongCall
from companion.core.second_process import Tell, second_process, share_out
from companion.press import manifest
from companion.press.print_batch import PrintBatch
from companion.press.print_options import ALL, Job
from companion.press.printing import Made, Press, Watch, choose_kinds, make_press, write_files
from companion.press.stock import PrintedFile, WrittenFile

Kinds = tuple[str, ...]  # whose pieces share files
MadeFile = tuple[PrintedFile, list[Made]]  # a PDF with what belongs to it
FACES = "faces"  # the first stage of work


def can_share(job: Job) -> bool:
    """Return whether a job has several files that do not depend on each other."""
    apart = job.kind == ALL and job.format == "pdf" and job.images is None
    return apart and not (job.changed or job.one_file or job.large or job.braille)


def print_by_two(job: Job, watch: Watch | None = None) -> list[WrittenFile]:
    """Write the files of a job that can be shared; like `print_files`."""
    return write_files(job, _make_by_two(job, watch))


def _make_by_two(job: Job, watch: Watch | None) -> Iterator[Made]:
    """Yield the files of a job with their bytes, not yet written. Raises CompanionError."""
    progress = _Progress(watch)
    press = make_press(job, progress.show_own)
    groups = _kinds_of_files(press, choose_kinds(press))
    plan, chosen = press.shop.plan, press.job
    own, other = share_out(
        {group: sum(len(plan(kind, chosen.only, chosen.copies)) for kind in group) for group in groups}
    )
    with second_process(_make_share, press.job, other) as answers:
        progress.answers = answers
        made = _make_files(press, own)
        made |= progress.wait() or _make_files(press, other)
    files = [file for group in groups for file in made[group]]
    if not files:
        raise WrongCall("nothing_to_print", job.kind)
    if press.has_guide_file:
        yield press.guide_file([file for file, _ in files])
    for _, parts in files:
        yield from parts


def _kinds_of_files(press: Press, kinds: Sequence[str]) -> list[Kinds]:
    """Return the kinds by the files that hold them: those on the same paper together."""
    papers = {kind: group for group in press.room.same_paper for kind in group} if press.shares_sheets else {}
    groups: dict[object, list[str]] = {}
    for kind in kinds:
        groups.setdefault(papers.get(kind, kind), []).append(kind)
    return [tuple(group) for group in groups.values()]


def _make_files(press: Press, groups: Sequence[Kinds]) -> dict[Kinds, list[MadeFile]]:
    return {group: [_make_pdf(press, one) for one in press.parts(press.build_batches(group))] for group in groups}


def _make_pdf(press: Press, batch: PrintBatch) -> MadeFile:
    scaled, path = press.scale_small(batch), press.pdf_path(batch)
    new, file = manifest.make_manifest(press.names(batch.kind), batch.pieces, press.ink), press.file(scaled, path)
    return file, list(press.pdf_with_extras(path, [], file, scaled, new))


def _make_share(tell: Tell, job: Job, groups: Sequence[Kinds]) -> None:
    """Make files in the second process."""
    press = make_press(job, lambda *progress: tell(progress))
    tell(_make_files(press, groups))


class _Progress:
    """Adds up the progress of both processes.

    answers: of the second one.
    """

    def __init__(self, watch: Watch | None) -> None:
        self.answers: Connection | None = None
        self._watch = watch
        self._at: dict[str, tuple[str, int, int]] = {}
        self._made: dict[Kinds, list[MadeFile]] | None = None

    def show_own(self, stage: str, done: int, of: int) -> None:
        """Show progress of this process, and what the other has told meanwhile."""
        self._show("own", (stage, done, of))
        with suppress(EOFError, OSError):
            while self._made is None and self.answers and self.answers.poll():
                self._take(self.answers)

    def wait(self) -> dict[Kinds, list[MadeFile]] | None:
        """Return the files of the second process; None if it ended without."""
        with suppress(EOFError, OSError):
            while self._made is None and self.answers:
                self._take(self.answers)
        return self._made

    def _take(self, answers: Connection) -> None:
        answer = answers.recv()
        if isinstance(answer, dict):
            self._made = answer
        else:
            self._show("other", answer)

    def _show(self, who: str, told: tuple[str, int, int]) -> None:
        self._at[who] = told
        stages = {stage for stage, _, _ in self._at.values()}
        first = FACES if FACES in stages else told[0]
        if self._watch:
            same = [(done, of) for stage, done, of in self._at.values() if stage == first]
            self._watch(first, sum(done for done, _ in same), sum(of for _, of in same))
