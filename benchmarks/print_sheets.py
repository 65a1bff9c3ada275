"""Figures of printing: python benchmarks/print_sheets.py

1. the whole process `companion print sheets --game dice` (start to file), best of five;
2. 1,000 route leaves with both sides, a process of its own: faces a second, peak memory, bytes a face;
3. the same pages by a raw ReportLab loop that only places two ready forms: the floor of the library.
What was timed is read back: pages, leaves a page, and the words of the last one.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LEAVES = 1000


def leaves(out: str) -> dict[str, float]:
    """1,000 leaves through the press."""
    start = time.perf_counter()
    from companion.press import Job, print_job

    print_job(Job("dice", "sheets", copies=LEAVES, out=Path(out)))
    return _figures(start)


def raw(out: str) -> dict[str, float]:
    """Two forms of the size of a face, placed as often by ReportLab alone."""
    start = time.perf_counter()
    from reportlab.lib.units import mm
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(out, pagesize=(297 * mm, 210 * mm), pageCompression=1)
    line = "\n".join(f"{i % 396} {i % 269} m {i * 7 % 396} {i * 3 % 269} l S" for i in range(20_000))
    for name in ("front", "back"):
        canvas.beginForm(name, 0, 0, 140 * mm, 95 * mm)
        canvas.addLiteral(line)
        canvas.endForm()
    for page in range(2 * LEAVES // 4):
        for x, y in ((8.5, 10), (148.5, 10), (8.5, 105), (148.5, 105)):
            canvas.saveState()
            canvas.translate(x * mm, y * mm)
            canvas.doForm(("front", "back")[page % 2])
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return _figures(start)


def _figures(start: float) -> dict[str, float]:
    return {"s": time.perf_counter() - start, "mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def _apart(task: str, out: Path) -> dict[str, float]:
    run = subprocess.run([sys.executable, __file__, task, str(out)], capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(run.stdout)
    return figures


def _command(out: Path) -> float:
    start = time.perf_counter()
    words = [sys.executable, "-c", "from companion.cli import main; main()", "print", "sheets", "--game", "dice"]
    subprocess.run([*words, "--out", str(out)], check=True, capture_output=True)
    return time.perf_counter() - start


def _check(out: Path) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(out)
    assert len(document) == 2 * LEAVES // 4
    for page in (0, len(document) - 1):
        assert document[page].get_textpage().get_text_range().count("Mordor") >= 4
    document.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.pdf"
        best = min(_command(out) for _ in range(5))
        print(f"companion print sheets --game dice   {best:.2f} s, {out.stat().st_size} bytes")
        for task in ("leaves", "raw"):
            figures = min((_apart(task, out) for _ in range(3)), key=lambda figures: figures["s"])
            if task == "leaves":
                _check(out)
            faces, size = 2 * LEAVES, out.stat().st_size
            print(
                f"{faces} faces, {task:6}  {figures['s']:.2f} s  {faces / figures['s']:.0f} faces/s  "
                f"{figures['mib']:.0f} MiB  {size / faces:.0f} bytes a face"
            )


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps({"leaves": leaves, "raw": raw}[sys.argv[1]](sys.argv[2])))
    else:
        main()
