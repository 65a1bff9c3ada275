"""Brings every language's file in line with its template: python tools/merge_texts.py content/GAME ...

New texts are added untranslated, gone ones taken out; where the template says something new, the translation stays and
is marked as fuzzy: it is not said until somebody has looked at it and taken the mark away.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import polib

PLACE = re.compile(r"\{\w+\}")


def merge(template: polib.POFile, old: polib.POFile) -> polib.POFile:
    """The texts of `template` in its order, with what `old` says of them."""
    known = {entry.msgctxt: entry for entry in old}
    merged = polib.POFile(wrapwidth=-1)
    merged.header, merged.metadata = old.header, old.metadata
    for entry in template:
        said = known.get(entry.msgctxt)
        made = polib.POEntry(
            msgctxt=entry.msgctxt, msgid=entry.msgid, msgid_plural=entry.msgid_plural, comment=entry.comment
        )
        made.flags = ["python-brace-format"] if PLACE.search(entry.msgid) else []
        if entry.msgid_plural:
            made.msgstr_plural = _plurals(said, old)
        elif said is not None:
            made.msgstr = said.msgstr or said.msgstr_plural.get(max(said.msgstr_plural, default=0), "")
        if said is not None:
            made.tcomment = said.tcomment
            same = (said.msgid, said.msgid_plural) == (entry.msgid, entry.msgid_plural)
            if said.fuzzy or not same:
                made.flags.append("fuzzy")
        merged.append(made)
    return merged


def _plurals(said: polib.POEntry | None, old: polib.POFile) -> dict[int, str]:
    found = re.search(r"nplurals=(\d)", old.metadata.get("Plural-Forms", ""))
    one = said.msgstr if said else ""
    had = said.msgstr_plural if said else {}
    return {number: had.get(number, one) for number in range(int(found[1]) if found else 1)}


def main(folders: list[str]) -> None:
    """Rewrite the files of these content folders."""
    for folder in folders:
        (path,) = (Path(folder) / "texts").glob("*.pot")
        template = polib.pofile(str(path), wrapwidth=-1)
        for other in sorted(path.parent.glob("*.po")):
            merge(template, polib.pofile(str(other), wrapwidth=-1)).save(str(other))


if __name__ == "__main__":
    main(sys.argv[1:])
