"""Rich cards drawn by fpdf2, nine a page: python cards_fpdf2.py ROWS.json REGULAR.ttf BOLD.ttf OUT.pdf

Frame, three icons, title, text with bold words wrapped by the library, number; no icon in the line, nothing is fitted.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fpdf import FPDF


def main() -> None:
    rows, regular, bold, out = sys.argv[1:]
    pdf = FPDF(unit="mm", format="A4")
    pdf.set_auto_page_break(False)
    pdf.c_margin = 0
    pdf.add_font("sans", fname=regular)
    pdf.add_font("sans", style="B", fname=bold)
    for number, row in enumerate(json.loads(Path(rows).read_text(encoding="utf-8"))):
        place = number % 9
        if not place:
            pdf.add_page()
        x, y = 10 + place % 3 * 63, 16 + place // 3 * 88
        pdf.set_fill_color(244, 234, 210)
        pdf.rect(x + 3, y + 3, 57, 82, style="DF")
        pdf.rect(x + 4.3, y + 4.3, 54.4, 79.4)
        pdf.line(x + 8, y + 18, x + 55, y + 18)
        pdf.set_fill_color(140, 90, 43)
        pdf.circle(x + 20, y + 26, 4, style="DF")
        pdf.polygon([(x + 31.5, y + 22), (x + 35.5, y + 30), (x + 27.5, y + 30)], style="DF")
        pdf.polygon([(x + 43, y + 22), (x + 47, y + 26), (x + 43, y + 30), (x + 39, y + 26)], style="DF")
        pdf.set_font("sans", size=13)
        pdf.set_xy(x + 7.5, y + 10)
        pdf.cell(48, 6, row["name"], align="C")
        pdf.set_font("sans", size=9)
        pdf.set_xy(x + 7.5, y + 34)
        pdf.multi_cell(48, 4, row["says"].replace("*", "**"), align="L", markdown=True)
        pdf.set_font("sans", size=6)
        pdf.set_xy(x + 21.5, y + 79)
        pdf.cell(20, 3, str(row["value"]), align="C")
    pdf.output(out)


if __name__ == "__main__":
    main()
