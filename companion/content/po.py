"""content/GAME/texts/LANG.po -> the texts of one game in one language, as translators' tools read and write them.

    msgctxt "event.rolled"                      the id of the text
    msgid "{seat} rolls {number} die"           what stands in the template, the .pot file
    msgid_plural "{seat} rolls {number} dice"   only where a number decides
    msgstr[0] "..."                             the same in this language, a form for each of its plurals

A template's own texts are its msgids; its name is the language that the game is written in. Places for values are
plain `{name}`, a brace is doubled. Files come from strangers: each fault is noted as `file:line: what`. A file may also
be a published one (precompiled.py).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from gettext import c2py
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple

import polib

from companion.content import parse_cache, precompiled
from companion.core.errors import did_you_mean

LARGEST_FILE = 4_000_000  # bytes
MOST_LINES = 100_000
LONGEST_TEXT = 20_000  # characters
MOST_FORMS = 6
PLACEHOLDER = re.compile(r"(\{\{|\}\})|\{([A-Za-z_][A-Za-z0-9_]*)\}|\{[^{}]*\}?|\}")  # group 2: the value's name
_PLURALS = re.compile(r"\s*nplurals\s*=\s*([1-9][0-9]*)\s*;\s*plural\s*=([^;]*);?\s*")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Za-z]{2,8})?")
_LINE = re.compile(r"\(line ([0-9]+)\)")
Plural = Callable[[int], int]


class PoEntry(NamedTuple):
    """One text.

    original: as in the template when it was translated; empty in published translations without plurals.
    forms: in this language, one per plural form; empty if not translated.
    """

    place: str
    original: tuple[str, ...]
    forms: tuple[str, ...]
    unsure: bool  # a tool or a translator marked it as fuzzy


class Catalog(NamedTuple):
    """The texts of one file.

    plural: plural form for a number.
    complete: a missing text is a fault.
    rule: what the file's header says of plurals.
    faults: faults of the file; if there are any, none of its texts may be used.
    """

    name: str
    entries: Mapping[str, PoEntry]
    plural: Plural
    complete: bool
    faults: Sequence[str] = ()
    rule: str = ""


def read_po(path: Path, name: str) -> Catalog:
    """Read the texts of a file, as far as it is readable."""
    problems: list[str] = []
    return _read_text(_text(path, name, problems), path, name, problems)


def _read_text(text: str, path: Path, name: str, problems: list[str]) -> Catalog:
    template = path.suffix == ".pot"
    if text.startswith(precompiled.MARK):
        return _read_published(text, name)
    if not problems and (kept := parse_cache.read_value(path, name, text)) is not None:
        return _from_kept(kept, name)
    file = _parse(text, name, problems)
    if said := _language(file.metadata.get("Language", ""), path.stem):
        problems.append(f"{name}:1: {said}")
    several = any(entry.msgid_plural for entry in file)
    rule = file.metadata.get("Plural-Forms", "")
    count, plural = _plurals(rule, several, name, problems)
    entries: dict[str, PoEntry] = {}
    for entry in file:
        if entry.obsolete:
            continue
        id, place = entry.msgctxt or "", f"{name}:{max(entry.linenum, 1)}"
        original = (entry.msgid, entry.msgid_plural) if entry.msgid_plural else (entry.msgid,)
        forms = original if template else _forms(entry)
        found = PoEntry(place, original, forms, "fuzzy" in entry.flags)
        wrong = _faults(id, found, entries, count if len(original) > 1 else 1)
        problems.extend(f"{place}: {id:.60}{': ' if id else ''}{fault}" for fault in wrong)
        entries.setdefault(id, found)
    complete = template or file.metadata.get("X-Complete") == "yes"
    if not problems:
        kept = {"entries": [(id, *entry) for id, entry in entries.items()], "rule": rule, "complete": complete}
        parse_cache.keep_value(path, name, text, kept)
    return Catalog(name, entries, plural, complete, problems, rule)


def _from_kept(kept: Any, name: str) -> Catalog:
    entries = {
        id: PoEntry(place, tuple(original), tuple(forms), unsure)
        for id, place, original, forms, unsure in kept["entries"]
    }
    _, plural = _plurals(kept["rule"], False, name, [])
    return Catalog(name, entries, plural, kept["complete"], [], kept["rule"])


@lru_cache(maxsize=1)  # of one folder, whose languages are published one after the other
def _read_originals(text: str, path: Path) -> Mapping[str, PoEntry]:
    return _read_text(text, path, path.name, []).entries


def to_published(path: Path, name: str) -> Any:
    """Return a faultless file's texts for `precompiled.to_text`.

    Of the originals only those with plurals are kept; stale translations are marked as unsure.
    """
    catalog = read_po(path, name)
    (template,) = path.parent.glob("*.pot")
    now = _read_originals(_text(template, template.name, []), template)
    entries = {
        id: [
            entry.forms,
            entry.original if len(entry.original) > 1 else (),
            int(entry.unsure or (id in now and is_stale(entry, now[id]))),
        ]
        for id, entry in catalog.entries.items()
    }
    return {"plural": catalog.rule, "complete": catalog.complete, "entries": entries}


def _read_published(text: str, name: str) -> Catalog:
    try:
        given = precompiled.from_text(text)
    except (ValueError, RecursionError):
        return Catalog(name, {}, _first_form, False, [f"{name}:1: was changed after it was built; build it again"])
    template = name.endswith(".pot")
    entries = {
        id: PoEntry(name, tuple(original or (forms if template else ())), tuple(forms), bool(unsure))
        for id, (forms, original, unsure) in given["entries"].items()
    }
    return Catalog(name, entries, _plurals(given["plural"], False, name, [])[1], given["complete"])


def is_stale(entry: PoEntry, original: PoEntry) -> bool:
    """Return whether the template's text changed after this translation was made, or a tool marked it as fuzzy."""
    return entry.unsure or (bool(entry.original) and entry.original != original.original)


def placeholders(text: str) -> list[str]:
    """Return the names of a text's placeholders, in order."""
    return [match[2] for match in PLACEHOLDER.finditer(text) if match[2]]


def _forms(entry: polib.POEntry) -> tuple[str, ...]:
    plurals = entry.msgstr_plural
    forms = tuple(plurals[number] for number in sorted(plurals)) if plurals else (entry.msgstr,)
    return forms if any(forms) else ()


def _faults(id: str, entry: PoEntry, others: Mapping[str, PoEntry], count: int) -> list[str]:
    if not id:
        return [f"a text without its id (msgctxt): '{entry.original[0]:.40}'"]
    if not _ID.fullmatch(id):
        return ["is not an id"]
    if id in others:
        return [f"appears twice (first at {others[id].place})"]
    if entry.forms and len(entry.forms) != count:
        return [f"has {len(entry.forms)} forms where its language needs {count}"]
    found = [fault for text in dict.fromkeys((*entry.original, *entry.forms)) if (fault := text_fault(text))]
    known = {place for text in entry.original for place in placeholders(text)}
    for text in entry.forms:
        unknown = [place for place in placeholders(text) if place not in known]
        found += [f"has no value '{place:.40}'{did_you_mean(place[:100], known)}" for place in unknown]
    used = {place for text in entry.forms for place in placeholders(text)}
    return found or [f"does not put in '{place:.40}'" for place in sorted(known - used) if entry.forms]


def text_fault(text: str) -> str:
    """Return the fault of a text, or ""."""
    if not text.strip():
        return f"is not a text: {text!r:.60}"
    if len(text) > LONGEST_TEXT:
        return f"has at most {LONGEST_TEXT} characters, not {len(text)}"
    if not unicodedata.is_normalized("NFC", text):
        return "is not in Unicode form NFC"
    for match in PLACEHOLDER.finditer(text) if "{" in text or "}" in text else ():
        if match[1] is None and match[2] is None:
            return f"has '{match[0]:.40}' where a plain {{name}} or {{{{ belongs"
    return ""


def _language(header: str, named: str) -> str:
    """Return the fault of the language in a file's header, or ""; the header may omit it."""
    if header.replace("-", "_").casefold() in ("", named.casefold()):
        return ""
    return f"'Language: {header:.20}' in its head is not the language of its name, {named}; put one of them right"


def _plurals(header: str, needed: bool, name: str, problems: list[str]) -> tuple[int, Plural]:
    """Return the number of plural forms and the function that selects one for a number."""
    found = _PLURALS.fullmatch(header)
    try:
        if found is not None and int(found[1]) <= MOST_FORMS:
            count, plural = int(found[1]), _rule(found[2].strip())
            if all(0 <= plural(number) < count for number in (*range(200), 1_000_000)):
                return count, plural
    except (ValueError, ArithmeticError, RecursionError):
        pass
    if needed:
        problems.append(f"{name}:1: 'Plural-Forms' does not say which form goes with a number")
    return 1, _first_form


@cache
def _rule(said: str) -> Plural:
    rule: Plural = c2py(said)
    return rule


def _first_form(number: int) -> int:
    return 0


def _text(path: Path, name: str, problems: list[str]) -> str:
    """Return the text of a file, "" if it cannot be read."""
    try:
        stat = path.stat()
        if not S_ISREG(stat.st_mode):
            problems.append(f"{name}: is not a regular file")
        elif stat.st_size > LARGEST_FILE:
            problems.append(f"{name}:1: larger than {LARGEST_FILE} bytes")
        else:
            text = path.read_text(encoding="utf-8")
            if text.count("\n") <= MOST_LINES:
                return text
            problems.append(f"{name}:1: more than {MOST_LINES} lines")
    except UnicodeDecodeError:
        problems.append(f"{name}:1: not UTF-8 text")
    except OSError as error:
        problems.append(f"{name}: {error.strerror}")
    return ""


def _parse(text: str, name: str, problems: list[str]) -> polib.POFile:
    try:
        return polib.pofile(text + "\n")
    except OSError as error:  # polib's own for what it cannot read
        line = _LINE.search(str(error))
        problems.append(f"{name}:{line[1] if line else 1}: not readable as PO")
    return polib.POFile()


def languages(files: Iterable[Path]) -> tuple[dict[str, Path], list[Path]]:
    """Return the text files by language, the template first, and the files of no (or a doubled) language."""
    found = [path for path in files if path.suffix in (".po", ".pot")]
    good: dict[str, Path] = {}
    for path in sorted(found, key=lambda path: (path.suffix != ".pot", path.name)):
        if LANGUAGE.fullmatch(path.stem):
            good.setdefault(path.stem, path)
    return good, [path for path in found if path not in good.values()]
