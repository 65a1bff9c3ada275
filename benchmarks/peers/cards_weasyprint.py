"""Rich cards as HTML by WeasyPrint, nine a page: python cards_weasyprint.py ROWS.json REGULAR.ttf BOLD.ttf OUT.pdf

Frame, three icons, title, text with bold words and an icon in the line, number; nothing is fitted.
"""

from __future__ import annotations

import html
import json
import re
import sys
from pathlib import Path

import weasyprint

STYLE = """
@font-face { font-family: card; src: url(file://REGULAR) }
@font-face { font-family: card; font-weight: bold; src: url(file://BOLD) }
@page { size: 210mm 297mm; margin: 0 }
body { margin: 0; font: 9pt/11pt card }
.page { position: relative; width: 210mm; height: 297mm; break-after: page; overflow: hidden }
.card { position: absolute; width: 63mm; height: 88mm }
.frame { position: absolute; inset: 3mm; border: 1.3mm double; background: #f4ead2 }
.name, .value { position: absolute; left: 7.5mm; width: 48mm; text-align: center }
.name { top: 10mm; font-size: 13pt }
.value { top: 79mm; font-size: 6pt }
.says { position: absolute; left: 7.5mm; top: 34mm; width: 48mm }
svg { position: absolute; left: 16mm; top: 22mm; width: 31mm; height: 8mm }
.says svg { position: static; width: 3mm; height: 3mm }
"""
ICON = '<circle cx="4" cy="4" r="4"/>'
ICONS = f'<svg viewBox="0 0 31 8">{ICON}<polygon points="15,0 19,8 11,8"/><polygon points="27,0 31,4 27,8 23,4"/></svg>'
RING = f'<svg viewBox="0 0 8 8">{ICON}</svg>'


def card(number: int, row: dict[str, object]) -> str:
    place = number % 9
    says = re.sub(r"\*(.*?)\*", r"<b>\1</b>", html.escape(str(row["says"]))).replace("[ring]", RING)
    return (
        f'<div class="card" style="left:{10 + place % 3 * 63}mm;top:{16 + place // 3 * 88}mm"><div class="frame"></div>'
        f'<div class="name">{html.escape(str(row["name"]))}</div>{ICONS}<div class="says">{says}</div>'
        f'<div class="value">{row["value"]}</div></div>'
    )


def main() -> None:
    rows, regular, bold, out = sys.argv[1:]
    cards = [card(*one) for one in enumerate(json.loads(Path(rows).read_text(encoding="utf-8")))]
    pages = ["".join(cards[first : first + 9]) for first in range(0, len(cards), 9)]
    style = STYLE.replace("REGULAR", regular).replace("BOLD", bold)
    body = "".join([f'<div class="page">{page}</div>' for page in pages])
    weasyprint.HTML(string=f"<style>{style}</style>{body}").write_pdf(out)


if __name__ == "__main__":
    main()
