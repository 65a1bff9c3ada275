"""Figures of a large print: python benchmarks/rich_faces.py [few]

1,000 different poker cards (frame, three icons, fitted title, about 40 words with bold and an icon in the line), each
from a template and a row of content, written in YAML, tagged for screen readers, and in a CSV sheet; then, but for
`few`, 10,000. Beside them a raw ReportLab loop that draws the same marks at known places, wraps at one size and knows
nothing of templates, fitting, languages or checks: the floor of the library. Each runs as a process of its own; what
was timed is read back.
"""

from __future__ import annotations

import csv
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median

COUNT, MANY = 1000, 10_000
GOALS = ("   goal 600", "   goal 80", "   goal 1,500")  # of the smaller print: speed, memory, size
WORDS = ("road hill water night shadow ring sword leaf stone wind fire gate tower king friend song river horse").split()  # noqa: SIM905
TEMPLATE = """trim: poker
boxes:
  ground: {rect: [3, 3, 57, 82], fill: vellum}
  frame: {shape: milestone_frame, box: [3, 3, 57, 82], across: 15, down: 21}
  name: {text: "{{ card.name }}", at: [31.5, 14], width: 48, align: middle, style: title, size: 13}
  rule: {line: [8, 18, 55, 18], stroke: sand, pen: 0.3}
  one: {icon: ring, at: [20, 26], size: 9}
  two: {icon: weapon, at: [31.5, 26], size: 9}
  three: {icon: white-tree, at: [43, 26], size: 9}
  says: {text: "{{ card.says }}", box: [7.5, 34, 48, 40], style: text, size: 9}
  value: {text: "{{ card.value }}", at: [31.5, 81], width: 20, align: middle, style: label}
"""


def rows(count: int) -> list[dict[str, object]]:
    """The same cards for both."""
    dice = random.Random(7)
    out: list[dict[str, object]] = []
    for number in range(count):
        words = [dice.choice(WORDS) for _ in range(dice.randint(34, 44))]
        says = f"*{' '.join(words[:6])}* {' '.join(words[6:20])} [ring] {' '.join(words[20:])}."
        name = f"{dice.choice(WORDS)} {dice.choice(WORDS)} {number}".title()
        out.append({"id": f"c{number}", "name": name, "says": says, "value": number % 7})
    return out


def own_game(folder: Path, count: int, sheet: bool = False) -> None:
    """A game of one kind of card in a folder of its own; its rows in the table or in a sheet."""
    content, cards = folder / "content" / "bench", folder / "cards" / "bench"
    for path in (content / "texts", cards):
        path.mkdir(parents=True)
    texts = [f'msgctxt "{key}"\nmsgid "Bench"\nmsgstr ""\n' for key in ("game.bench.title", "component.card.title")]
    (content / "texts" / "en.pot").write_text("\n".join(texts))
    (content / "game.yaml").write_text("kind: game\nfields: {id: id, title: words}\nrows:\n- {id: bench}\n")
    (content / "components.yaml").write_text(
        "kind: component\nfields: {id: id, print: text, title: words, front: text, each: text, copies: int}\nrows:\n"
        "- {id: card, print: cards, front: card, each: card, copies: 1}\n"
    )
    table = "kind: card\nfields: {id: id, name: text, says: text, value: int}\nrows:"
    if sheet:
        with (content / "cards.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, ("id", "name", "says", "value"))
            writer.writeheader()
            writer.writerows(rows(count))
        (content / "cards.yaml").write_text(f"{table} cards.csv\n")
    else:
        (content / "cards.yaml").write_text("\n".join([table, *(f"- {json.dumps(row)}" for row in rows(count)), ""]))
    (cards / "card.yaml").write_text(TEMPLATE)


def press(folder: str, out: str, count: int, tagged: bool = False) -> None:
    """Through the press."""
    from companion.core import resources
    from companion.press import Job, print_job

    with resources.using_folder(Path(folder)):
        print_job(Job("bench", "cards", out=Path(out), tagged=tagged))


def raw(folder: str, out: str, count: int) -> None:
    """By ReportLab alone, as fast as it goes: forms for what is the same, one text object a card, cached widths."""
    from reportlab import rl_config
    from reportlab.lib.units import mm
    from reportlab.pdfgen.canvas import Canvas

    from companion.pdf import canvas as own
    from companion.pdf import fonts

    rl_config.useA85 = 0
    for name in ("serif-600", "sans-400", "sans-600"):
        fonts.load_font(name)
    canvas = Canvas(out, pagesize=(210 * mm, 297 * mm), pageCompression=1, invariant=1, initialFontName="sans-400")
    canvas.beginForm("frame", 0, 0, 63 * mm, 88 * mm)
    canvas.rect(3 * mm, 3 * mm, 57 * mm, 82 * mm)
    canvas.rect(4.3 * mm, 4.3 * mm, 54.4 * mm, 79.4 * mm)
    for index in range(60):
        canvas.rect((4 + index * 0.9) * mm, 3.5 * mm, 0.45 * mm, 0.4 * mm, fill=1, stroke=0)
    canvas.line(8 * mm, 70 * mm, 55 * mm, 70 * mm)
    canvas.endForm()
    icons = ("ring", "weapon", "white-tree")
    for icon in icons:
        canvas.beginForm(icon.replace("-", "_"), 0, 0, 64, 64)
        for part in own._read(own.drawing_path(f"icons/{icon}")[0]).parts:
            canvas.addLiteral(f"{part.ops}\nf")
        canvas.endForm()
    widths: dict[tuple[str, str], float] = {}

    def em(font: str, word: str) -> float:
        if (font, word) not in widths:
            letters = fonts.letter_widths(font)
            widths[font, word] = sum(letters[letter] for letter in word)
        return widths[font, word]

    def picture(icon: str, x: float, y: float, size: float) -> None:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.scale(size / 64, size / 64)
        canvas.doForm(icon.replace("-", "_"))
        canvas.restoreState()

    for number, row in enumerate(rows(count)):
        place = number % 9
        if number and place == 0:
            canvas.showPage()
        left, bottom = (10 + place % 3 * 63) * mm, (16 + place // 3 * 88) * mm
        canvas.saveState()
        canvas.translate(left, bottom)
        canvas.doForm("frame")
        for index, icon in enumerate(icons):
            picture(icon, (15.5 + 11.5 * index) * mm, 57.5 * mm, 9 * mm)
        text = canvas.beginText()
        text.setFont("serif-600", 14)
        name = str(row["name"])
        text.setTextOrigin(31.5 * mm - em("serif-600", name) * 7, 74 * mm)
        text.textOut(name)
        font, x, y, run = "sans-400", 0.0, 50 * mm, []
        text.setFont(font, 9)
        text.setTextOrigin(7.5 * mm, y)
        for word in str(row["says"]).split():
            if word == "[ring]":
                picture("ring", 7.5 * mm + x, y, 9)
                x += 11
                continue
            bold = "sans-600" if word.startswith("*") else "sans-400" if word.endswith("*") else font
            word = word.strip("*")
            wide = (em(font, word) + em(font, " ")) * 9
            if x + wide > 48 * mm or bold != font:
                text.textOut(" ".join(run) + " ")
                run = []
            if x + wide > 48 * mm:
                x, y = 0.0, y - 11
                text.setTextOrigin(7.5 * mm, y)
            if bold != font:
                font = bold
                text.setFont(font, 9)
            run.append(word)
            x += wide
        text.textOut(" ".join(run))
        text.setFont("sans-600", 6)
        text.setTextOrigin(31 * mm, 7 * mm)
        text.textOut(str(row["value"]))
        canvas.drawText(text)
        canvas.restoreState()
    canvas.save()


TASKS = {"press": press, "tagged": partial(press, tagged=True), "sheet": press, "raw": raw}


def _apart(task: str, folder: Path, out: Path, count: int) -> dict[str, float]:
    start = time.perf_counter()
    run = subprocess.run(
        [sys.executable, __file__, task, str(folder), str(out), str(count)], capture_output=True, text=True, check=True
    )
    figures: dict[str, float] = json.loads(run.stdout)
    return {**figures, "s": time.perf_counter() - start}


def _check(out: Path, count: int) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(out)
    assert len(document) == -(-count // 9)
    for number in (0, len(document) - 1):
        words = document[number].get_textpage().get_text_range().split()
        for row in rows(count)[number * 9 : number * 9 + 9]:
            assert all(word in words for word in str(row["name"]).split()), row["name"]
    document.close()


def main() -> None:
    for count, times in ((COUNT, 6), *([] if sys.argv[1:] == ["few"] else [(MANY, 1)])):
        measure(count, times)


def measure(count: int, times: int) -> None:
    """Each task so often, by turns, as a machine may slow down meanwhile: the best of each, the median of shares."""
    with tempfile.TemporaryDirectory() as name:
        outs = {task: Path(name) / task / "out.pdf" for task in TASKS}
        for task, out in outs.items():
            out.parent.mkdir()
            own_game(out.parent, count, task == "sheet")
        rounds = [{task: _apart(task, out.parent, out, count) for task, out in outs.items()} for _ in range(times)]
        for task, out in outs.items():
            if task != "raw":
                _check(out, count)
            best = min((each[task] for each in rounds), key=lambda run: run["s"])
            goals = GOALS if task == "press" and count == COUNT else ("", "", "")
            print(f"{count:6} cards, {task}   {count / best['s']:.0f} faces/s   in {best['s']:.2f} s{goals[0]}")
            print(f"{count:6} cards, {task}, memory   {best['mib']:.0f} MiB{goals[1]}")
            print(f"{count:6} cards, {task}, each   {out.stat().st_size / count:.0f} bytes{goals[2]}")
    print(f"{'':6} share of the raw loop: {median(each['raw']['s'] / each['press']['s'] for each in rounds):.0%}")
    print(f"{'':6} tagged, of untagged: {median(each['press']['s'] / each['tagged']['s'] for each in rounds):.0%}")


if __name__ == "__main__":
    if len(sys.argv) == 5:
        TASKS[sys.argv[1]](sys.argv[2], sys.argv[3], int(sys.argv[4]))
        print(json.dumps({"mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
    else:
        main()
