"""Compare translations with their template: what is missing, and what is stale because its original changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.content import po
from companion.content.model import Content
from companion.content.texts import FOLDER

MERGE = "python tools/merge_texts.py"


class Translation(NamedTuple):
    """The state of one content folder in one language.

    complete: its file says `X-Complete: yes`.
    missing: a line for each text without translation.
    outdated: a line for each translation of an original that has changed since.
    fuzzy: a line for each translation that is marked so.
    """

    content: str
    lang: str
    complete: bool
    missing: Sequence[str]
    outdated: Sequence[str] = ()
    fuzzy: Sequence[str] = ()

    @property
    def stale(self) -> int:
        """The number of translations that are not shown, because they may say something else than the original."""
        return len(self.outdated) + len(self.fuzzy)


def compare(content: Content, lang: str) -> Translation:
    """Compare one language of a content folder with its template."""
    catalog = content.texts.catalog(lang)
    missing, outdated, fuzzy = [], [], []
    for id, original in content.texts.original.entries.items():
        entry, said = catalog.entries.get(id), f"'{original.original[0]:.60}'"
        if entry is None:
            missing.append(f"{catalog.name}: {id}: no such text yet: {said}; `{MERGE} content/{content.id}` adds it")
        elif not entry.forms:
            missing.append(f"{entry.place}: {id}: not translated yet: {said}")
        elif entry.unsure:
            fuzzy.append(f"{entry.place}: {id}: marked as fuzzy; look at it and take the mark away")
        elif po.is_stale(entry, original):
            outdated.append(f"{entry.place}: {id}: translates '{entry.original[0]:.60}', which now is {said}")
    return Translation(content.id, lang, catalog.complete, missing, outdated, fuzzy)


def missing_language(content: Content, lang: str) -> Translation:
    """Return the translation into a language that has no file: every text is missing, all in one line."""
    line = f"content/{content.id}/{FOLDER}: no {lang}.po; {len(content.texts)} texts lack"
    return Translation(content.id, lang, False, [line] * len(content.texts))


def stale_warnings(translations: Iterable[Translation]) -> list[str]:
    """Return a line for each file of a complete language with stale translations: how many, and what to run."""
    return [_warning(found) for found in translations if found.complete and found.stale]


def _warning(found: Translation) -> str:
    first, _, rest = (found.outdated or found.fuzzy)[0].partition(": ")
    file, _, line = first.rpartition(":")
    number = f"{found.stale} translation{'s' * (found.stale > 1)}"
    shown = f"(first: line {line}, {rest.partition(': ')[0]}); until corrected, the text of en.pot is shown"
    if found.outdated:
        return f"{file}: {number} stale {shown}; `{MERGE} content/{found.content}` marks what to translate again"
    return f"{file}: {number} marked fuzzy {shown}; translate again and remove the mark"


def gaps(translations: Iterable[Translation], listed: str = "") -> list[str]:
    """Return what optional languages lack, one line a language.

    listed: every text of this language has its line before that, in the order of the translations.
    """
    optional = [found for found in translations if not found.complete and (found.missing or found.stale)]
    wanted = [found for found in optional if found.lang == listed]
    lines = [line for found in wanted for line in dict.fromkeys([*found.missing, *found.outdated, *found.fuzzy])]
    lacking: dict[str, list[str]] = {}
    for found in sorted(optional, key=lambda one: len(one.missing) + one.stale):
        lacking.setdefault(found.lang, []).append(f"{len(found.missing) + found.stale} of {found.content}")
    return lines + [
        f"texts not translated into {lang}, shown as in en.pot: {', '.join(numbers)}"
        if lang == listed
        else f"{lang} (optional language): texts shown as in en.pot: {', '.join(numbers)};"
        f" `companion check --lang {lang}` lists them"
        for lang, numbers in lacking.items()
    ]
