"""Measures reading of sheets that strangers filled in.

    python benchmarks/strangers.py [DICE] [FELLOWSHIP] [WOTRCARDS] [FIRST] [kept|ballots]

So many photos of each game are made up, numbered from FIRST on. `kept` (tests/paper/kept_strangers.py) is for figures:
nothing was fitted to its styles of marking, pens, tables and scenes. `ballots` (tests/paper/ballot_marks.py) is for
choosing between networks: nothing was fitted to its marks and pens, but to its tables and scenes. Two whole sheets are
in one photo of six. Shares are of the sheets that were read; questions about numbers are not counted. Half of the cores
work.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import permutations
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import cv2

sys.path.insert(0, str(Path(__file__).parents[1]))
from companion.content.load import game_content
from companion.core.errors import LocalizedError
from companion.faces import palette
from companion.paper import reading
from companion.paper.reading import PhotoSheet
from companion.paper.reference import Printed, landmarks, load_reference
from companion.play.game.paper_form import WRITTEN
from tests.paper import strangers
from tests.paper.hands import BALLOTS, choose_styles
from tests.paper.kept_strangers import KEPT
from tests.paper.strangers import Truth

ALONE = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "companion", "read", sys.argv[1]], capture_output=True, check=False)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""  # a small process of its own: a child's figure begins with that of its parent
GOAL_MS = {"dice": 1000, "fellowship": 1500, "wotrcards": 1500}


class Measured(NamedTuple):
    """Counts of one photo or of many. seconds: of processor, of each photo; styles: counts by "name, what"."""

    counts: Counter[str]
    styles: Counter[tuple[str, str]]
    seconds: list[float]

    def add(self, other: Measured) -> None:
        """Count the other's photos too."""
        self.counts.update(other.counts)
        self.styles.update(other.styles)
        self.seconds.extend(other.seconds)


def main(dice: int = 300, fellowship: int = 100, wotrcards: int = 100, first: int = 0, hands: str = "kept") -> None:
    everything = empty()
    for game, number in (("dice", dice), ("fellowship", fellowship), ("wotrcards", wotrcards)):
        if number:
            draw_prints(game)
            found = measure_all(game, range(first, first + number), hands)
            show(game, found)
            everything.add(found)
    show_styles(everything)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        path.write_bytes(strangers.photo("dice", "kept 0", KEPT, pixels=4000).data)
        alone = subprocess.run([sys.executable, "-c", ALONE, path], capture_output=True, text=True, check=True)
        print(f"strangers, memory of one photo  {int(alone.stdout) / 1024:.0f} MiB  goal 300")


def empty() -> Measured:
    """Return counts of no photo."""
    return Measured(Counter(), Counter(), [])


def measure_all(game: str, numbers: Sequence[int], hands: str = "kept") -> Measured:
    """Read the photos of these numbers."""
    total = empty()
    with ProcessPoolExecutor(max(1, (os.cpu_count() or 1) // 2), get_context("spawn")) as pool:
        for found in pool.map(partial(measure, game, hands=hands), numbers):
            total.add(found)
    return total


def measure(game: str, number: int, hands: str = "kept") -> Measured:
    """Read one photo and count what came of it; print what was refused or read wrong in silence."""
    cv2.setNumThreads(1)
    seed = f"{hands} {number}"
    styles = {"kept": KEPT, "ballots": choose_styles(strangers.seeded(game, seed), BALLOTS, mixed=0)}[hands]
    photo = strangers.photo(game, seed, styles)
    found = empty()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        path.write_bytes(photo.data)
        began = time.process_time()
        sheets, refused = read_sheets(path)
        found.seconds.append(time.process_time() - began)
    found.counts.update({"photos": 1, "sheets": len(photo.sheets), "whole": bool(sheets)})
    found.counts["too many"] += max(0, len(sheets) - len(photo.sheets))
    if refused:
        print(f"  {game} {number}, {photo.scene}, {photo.table}: {refused}", file=sys.stderr)
    for truth, sheet in paired(photo.sheets, sheets):
        compare(truth, sheet, found, f"{game} {number}")
    return found


def read_sheets(path: Path) -> tuple[list[PhotoSheet], str]:
    """Return the sheets in a photo, or the reason why there is none."""
    try:
        return reading.read_all(path), ""
    except LocalizedError as error:
        return [], error.code


def paired(truths: Sequence[Truth], sheets: Sequence[PhotoSheet]) -> Iterable[tuple[Truth, PhotoSheet]]:
    """Return each sheet that was read with what it is: in the order in which they fit best."""
    some = [*sheets, *[None] * (len(truths) - len(sheets))]
    ways = [
        [(truth, sheet) for truth, sheet in zip(truths, order, strict=True) if sheet is not None]
        for order in permutations(some, len(truths))
    ]
    return max(ways, key=lambda pairs: sum(right_fields(truth, sheet) for truth, sheet in pairs))


def right_fields(truth: Truth, sheet: PhotoSheet) -> int:
    """Return how many fields are read as they are."""
    return sum(likely_mark(sheet, field) == mark for field, mark in truth.marks.items() if field in sheet.chances)


def likely_mark(sheet: PhotoSheet, field: str) -> str:
    """Return the likeliest mark of a field."""
    chances = sheet.chances[field]
    return max(chances, key=lambda mark: chances[mark])


def compare(truth: Truth, sheet: PhotoSheet, found: Measured, name: str) -> None:
    """Count what is right, asked about and wrong on a sheet."""
    counts = found.counts
    counts["read"] += 1
    counts["print wrong"] += sheet.printed[:4] != truth.printed[:4]
    open_to = {field for part in sheet.form.parts if part.name in truth.either for field in part.fields}
    for field, kind in sheet.form.kinds.items():
        if kind != WRITTEN and field not in open_to and (mark := truth.marks[field]) != "?":
            wrong = likely_mark(sheet, field) != mark
            counts.update({"fields": 1, "fields wrong": wrong})
            style = truth.style["halves" if mark in "hd" else kind]
            if mark != "w":
                found.styles.update({(style, "fields"): 1, (style, "wrong"): wrong})
    asked = [doubt for doubt in sheet.read.doubts if doubt.part.ways]
    counts["doubts"] += len(asked)
    counts["doubts offered wrong"] += sum(not allowed(truth, doubt.part.name, doubt.likely) for doubt in asked)
    wrong = {name: value for name, value in sheet.read.values.items() if not allowed(truth, name, value)}
    unseen = {part.name for part in sheet.form.parts if not part.ways and part.name in truth.says}
    unseen -= {doubt.part.name for doubt in sheet.read.doubts}
    counts["right"] += not (wrong or unseen or asked)
    counts["few questions"] += not (wrong or unseen) and len(asked) <= 2
    counts["silent"] += bool(wrong or unseen)
    if wrong or unseen:
        was = {name: truth.says.get(name) for name in wrong}
        print(f"  {name}: {dict(truth.style)}: {was} read as {wrong}, not asked: {sorted(unseen)}", file=sys.stderr)
        for style in {
            truth.style[part.kind] for part in sheet.form.parts if part.name in wrong and part.kind != WRITTEN
        }:
            found.styles[style, "silent"] += 1


def allowed(truth: Truth, name: str, value: int | str) -> bool:
    """Return whether a part may be read so; of what an absent seat has nothing is known."""
    return name not in truth.says or value == truth.says[name] or value in truth.either.get(name, ())


def show(game: str, found: Measured) -> None:
    """Print the shares of a game."""
    n = found.counts
    read = n["read"]
    print(f"strangers {game}, photos: {n['photos']}, sheets: {n['sheets']}")
    print(f"  photos refused  {share(n['photos'] - n['whole'], n['photos']):.1f} %  goal 5")
    print(f"  sheets not read  {share(n['sheets'] - read, n['sheets']):.1f} %")
    print(f"  sheets that are not whole, read  {n['too many']} sheets")
    print(f"  fields wrong  {share(n['fields wrong'], n['fields']):.2f} %  goal 1.5")
    print(f"  asked about or wrong  {share(read - n['right'], read):.1f} %  goal 30")
    print(f"  more than two questions, or wrong  {share(read - n['few questions'], read):.1f} %  goal 8")
    print(f"  wrong without a doubt  {share(n['silent'], read):.2f} %  goal 1")
    print(f"  doubts whose likelier reading is wrong  {share(n['doubts offered wrong'], n['doubts']):.1f} %  goal 10")
    print(f"  side or language wrong  {share(n['print wrong'], read):.1f} %")
    print(f"  processor, median  {1000 * statistics.median(found.seconds):.0f} ms  goal {GOAL_MS[game]}")
    print(f"  processor, most  {1000 * max(found.seconds):.0f} ms  goal 10,000", flush=True)


def show_styles(found: Measured) -> None:
    """Print the marks of each style that are read wrong."""
    print("marks by style: number, read wrong before the rules, sheets wrong without a doubt")
    for style in sorted({style for style, _ in found.styles}):
        fields = found.styles[style, "fields"]
        wrong = share(found.styles[style, "wrong"], fields)
        print(f"- {style}: {fields}, {wrong:.1f} %, {found.styles[style, 'silent']}", flush=True)


def share(number: int, of: int) -> float:
    return 100 * number / max(1, of)


def draw_prints(game: str) -> None:
    """Draw every print before anything is timed; the reader keeps them."""
    for form in strangers.forms(game).values():
        for lang in game_content(game).languages:
            for ink in palette.inks():
                printed = Printed(game, form.component, form.side, lang, ink)
                load_reference(printed)
                landmarks(printed)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:5]), *sys.argv[5:6])
