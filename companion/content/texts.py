"""Texts by id and language, with plurals; a game's own texts come before the shared ones.

Knows no PO file (see po.py) and no reader. Values are inserted last and never parsed as part of a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.content import po
from companion.core.errors import ContentError, did_you_mean

FOLDER = "texts"


class Message:
    """A text in one language, one form per plural.

    place: file:line of the text.
    """

    __slots__ = ("_counted", "_forms", "_plural", "place")

    def __init__(self, entry: po.PoEntry, forms: tuple[str, ...], plural: po.Plural) -> None:
        self.place, self._forms, self._plural = entry.place, forms, plural
        self._counted = po.placeholders(entry.original[-1]) if len(forms) > 1 else []

    def form(self, values: Mapping[str, Any]) -> str:
        """Return the form for these values: the first number in the original text decides."""
        if len(self._forms) > 1:
            for name in self._counted:
                number = values.get(name)
                if type(number) is int:
                    return self._forms[self._plural(abs(number))]
        return self._forms[-1]


class TranslatedText(Mapping[str, str]):
    """One text by language: `row["name"]["pl"]`. A missing or stale translation gives the original text."""

    __slots__ = ("_key", "_texts")

    def __init__(self, texts: Texts, key: str) -> None:
        self._texts, self._key = texts, key

    def __getitem__(self, lang: str) -> str:
        return self._texts.message(self._key, lang).form({})

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts.languages)

    def __len__(self) -> int:
        return len(self._texts.languages)

    def __repr__(self) -> str:
        return f"<{self._key}>"


class Texts(Mapping[str, TranslatedText]):
    """All texts of a game by id. Reads the template at once, a language when first needed."""

    def __init__(self, files: Mapping[str, tuple[Path, str]] | None = None) -> None:
        self._files = dict(files or {})
        self.languages = tuple(self._files)  # the first is the one that the game is written in
        self._catalogs: dict[str, po.Catalog] = {}
        self._messages: dict[tuple[str, str], Message] = {}
        self.lookups: dict[tuple[Any, ...], Lookup] = {}  # of `lookup`
        self.original = self.catalog(self.languages[0]) if self._files else po.Catalog("", {}, int, True)

    def catalog(self, lang: str) -> po.Catalog:
        """Return the catalog of an existing language."""
        if lang not in self._catalogs:
            self._catalogs[lang] = po.read_po(*self._files[lang])
        return self._catalogs[lang]

    def add(self, lang: str, entries: Mapping[str, po.PoEntry], problems: list[str]) -> None:
        """Add texts from elsewhere (see spreadsheet.py), in a language that may have no file."""
        if lang not in self.languages:
            self._catalogs[lang] = po.Catalog(f"{FOLDER}/{lang}.po", {}, int, False)
            self.languages += (lang,)
        old = self.catalog(lang)
        for key, entry in entries.items():
            if key in old.entries and old.entries[key].forms:
                problems.append(f"{entry.place}: {key:.60}: is in {old.entries[key].place} as well")
        self._catalogs[lang] = old._replace(entries={**old.entries, **entries})
        self.original = self._catalogs[self.languages[0]]

    def message(self, key: str, lang: str) -> Message:
        """Return the text in that language, else the original. Raises KeyError, ContentError for a broken file."""
        found = self._messages.get((key, lang))
        if found is None:
            found = self._messages[key, lang] = self._message(key, lang)
        return found

    def _message(self, key: str, lang: str) -> Message:
        original = self.original.entries[key]
        if lang in self.languages:
            catalog = self.catalog(lang)
            if catalog.faults:
                raise ContentError(catalog.faults)
            entry = catalog.entries.get(key)
            if entry is not None and _is_current(entry, original):
                return Message(entry, entry.forms, catalog.plural)
        return Message(original, original.forms, self.original.plural)

    def __getitem__(self, key: str) -> TranslatedText:
        if key not in self.original.entries:
            raise KeyError(key)
        return TranslatedText(self, key)

    def __contains__(self, key: object) -> bool:
        return key in self.original.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.original.entries)

    def __len__(self) -> int:
        return len(self.original.entries)


def _is_current(entry: po.PoEntry, original: po.PoEntry) -> bool:
    """Return whether it translates the original as it is now, and uses no placeholder that the original lacks."""
    if not entry.forms or po.is_stale(entry, original):
        return False
    known = {place for text in original.original for place in po.placeholders(text)}
    return all(known.issuperset(po.placeholders(text)) for text in entry.forms)


def read_texts(folder: Path, name: str, problems: list[str]) -> Texts:
    """Read the texts of a content folder.

    name: the folder's name in messages, such as `content/dice`.
    """
    files, others = po.languages((folder / FOLDER).iterdir() if (folder / FOLDER).is_dir() else ())
    problems.extend(f"{name}/{FOLDER}/{path.name}: is not the one file of a language" for path in others)
    templates = [path.name for path in files.values() if path.suffix == ".pot"]
    if len(templates) != 1:
        problems.append(f"{name}/{FOLDER}: needs one template, en.pot; {', '.join(templates) or 'there is none'}")
    found = Texts({lang: (path, f"{name}/{FOLDER}/{path.name}") for lang, path in files.items()})
    problems.extend(found.original.faults)
    return found


class Lookup:
    """Texts in one language, from the first of several sources that has the id."""

    def __init__(self, lang: str, *texts: Texts) -> None:
        self.lang = lang
        self._texts = texts
        self._found: dict[str, Message] = {}
        self._plain: dict[str, str] = {}

    def message(self, key: str) -> Message:
        """Return the text of that id. Raises KeyError with the nearest id."""
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._message(key)
        return found

    def _message(self, key: str) -> Message:
        for texts in self._texts:
            if key in texts:
                return texts.message(key, self.lang)
        raise KeyError(f"no text '{key:.60}'{did_you_mean(key[:100], self)}")

    def __contains__(self, key: object) -> bool:
        return any(key in texts for texts in self._texts)

    def __iter__(self) -> Iterator[str]:
        return (key for texts in self._texts for key in texts)

    def say(self, key: str, values: Mapping[str, Any], shown: Callable[[Any], str]) -> str:
        """Return the text with the values inserted, each formatted by `shown`."""
        return self.message(key).form(values).format_map({name: shown(value) for name, value in values.items()})

    def plain_text(self, key: str) -> str:
        """Return the text of that id, which has no placeholders."""
        said = self._plain.get(key)
        if said is None:
            said = self._plain[key] = self.message(key).form({}).format_map({})
        return said

    def number(self, value: float, places: int | None = None) -> str:
        """Return a number with the language's decimal mark, as short as possible or with `places` decimals."""
        said = f"{value:g}" if places is None else f"{value:.{places}f}"
        return said.replace(".", self.message("number.mark").form({})) if "." in said else said

    def join_items(self, items: Iterable[str]) -> str:
        """Join items into a list in this language."""
        return ", ".join(items)


def lookup(lang: str, *texts: Texts) -> Lookup:
    """Return a Lookup of these sources, the same for all who ask: what it found once is at hand for every table."""
    kept, key = texts[0].lookups, (lang, *map(id, texts))  # no other source gets the id of one that a Lookup holds
    if key not in kept:
        kept[key] = Lookup(lang, *texts)
    return kept[key]
