"""Bring translations in line with the English texts: python tools/merge_texts.py [content/GAME ...]

Without a folder it does so for all of content/. For each LANG.po beside a changed en.pot:

a new text         is added, not yet translated
a removed text     is taken out
a changed text     keeps its translation, marked fuzzy, with the old English above it (`#| msgid`)

A fuzzy translation is not shown until a translator corrects it and removes the mark; until then players read the
English text.
A file that is in line stays as it is, to the byte. Prints the files it wrote.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import polib

CONTENT = Path(__file__).parents[1] / "content"
FUZZY = "fuzzy"


def main(folders: Sequence[str]) -> None:
    """Rewrite the files of these content folders that differ from `merged_texts`."""
    for folder in map(Path, folders) if folders else sorted(path.parent for path in CONTENT.glob("*/texts")):
        for path, text in merged_texts(folder):
            if text != path.read_text(encoding="utf-8"):
                path.write_text(text, encoding="utf-8")
                print(path)


def merged_texts(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield each .po file of a content folder with its text as it should be."""
    (path,) = (folder / "texts").glob("*.pot")
    template = polib.pofile(str(path), wrapwidth=-1)
    for other in sorted(path.parent.glob("*.po")):
        yield other, str(merge(template, polib.pofile(str(other), wrapwidth=-1)))


def merge(template: polib.POFile, old: polib.POFile) -> polib.POFile:
    """Return the texts of `template` in its order, with their translations in `old`."""
    known = {entry.msgctxt: entry for entry in old if not entry.obsolete}
    merged = polib.POFile(wrapwidth=-1)
    merged.header, merged.metadata = old.header, old.metadata
    merged.metadata_is_fuzzy = old.metadata_is_fuzzy
    for entry in template:
        merged.append(_merged_entry(entry, known.get(entry.msgctxt), old))
    return merged


def _merged_entry(entry: polib.POEntry, before: polib.POEntry | None, old: polib.POFile) -> polib.POEntry:
    made = polib.POEntry(
        msgctxt=entry.msgctxt, msgid=entry.msgid, msgid_plural=entry.msgid_plural, comment=entry.comment
    )
    made.flags = [flag for flag in (before or entry).flags if flag != FUZZY]
    if entry.msgid_plural:
        made.msgstr_plural = _plural_forms(before, old)
    elif before is not None:
        made.msgstr = before.msgstr or before.msgstr_plural.get(max(before.msgstr_plural, default=0), "")
    if before is None:
        return made
    made.tcomment = before.tcomment
    english, translated = (entry.msgid, entry.msgid_plural), (before.msgid, before.msgid_plural)
    if before.fuzzy and before.previous_msgid:
        translated = before.previous_msgid, before.previous_msgid_plural or ""
    guessed = before.fuzzy and not before.previous_msgid
    if (guessed or translated != english) and (before.msgstr or any(before.msgstr_plural.values())):
        made.flags.append(FUZZY)
        if translated != english:
            made.previous_msgid, made.previous_msgid_plural = translated[0], translated[1] or None
    return made


def _plural_forms(before: polib.POEntry | None, old: polib.POFile) -> dict[int, str]:
    found = re.search(r"nplurals\s*=\s*(\d)", old.metadata.get("Plural-Forms", ""))
    one = before.msgstr if before else ""
    had = before.msgstr_plural if before else {}
    return {number: had.get(number, one) for number in range(int(found[1]) if found else 1)}


if __name__ == "__main__":
    main(sys.argv[1:])
