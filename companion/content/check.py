"""What one file cannot know: tables that have to be there, and whether every language says what the template says."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from companion.content import load, translations
from companion.content.model import Content
from companion.content.named_texts import missing_texts
from companion.content.texts import FOLDER, TranslatedText
from companion.content.translations import MERGE, Translation
from companion.core import resources
from companion.core.errors import did_you_mean

TO_PRINT = ("component",)
GLOSSARY = "glossary.yaml"  # beside the texts
TERM = "term"


def content_problems(
    games: Iterable[str],
    root: Path | None = None,
    played: Collection[str] = (),
    compared: list[Translation] | None = None,
) -> list[str]:
    """Every fault of the content of these games and of the shared texts, as `file:line: what`.

    played: games that have a referee, whose tables have to be there too, and every text that its code names.
    compared: gets a `Translation` for each language of each content; stale translations are no faults.
    """
    found: list[str] = []
    languages: list[Translation] = [] if compared is None else compared
    texts: set[str] = set()
    shared = load.read_content(load.SHARED, found, root)
    found += _unread_folders((root or resources.user_folder() or resources.root()) / "content")
    for id in (games := tuple(games)):
        content = load.read_content(id, found, root)
        needed = (*TO_PRINT, *load.TO_PLAY) if id in played else TO_PRINT
        found += [f"content/{id}: no file of kind '{kind}'" for kind in needed if kind not in content.tables]
        found += _unread(content, (root or load.root_of(id)) / "content" / id)
        found += _texts(content, languages)
        found += _glossary(content, (root or load.root_of(id)) / "content" / id)
        missing = [lang for lang in shared.languages if lang not in content.languages and id in played]
        languages += [translations.missing_language(content, lang) for lang in missing]
        texts |= {*content.texts}
        if id in played:
            found += missing_texts(id, id, {*content.texts, *shared.texts})
    if root is None and played and set(played) <= set(games):  # what the shared rooms name may be a text of any game
        found += missing_texts("", load.SHARED, {*texts, *shared.texts})
    return found + _texts(shared, languages)


def _unread_folders(folder: Path) -> list[str]:
    """Return entries of content/ that are no game."""
    return [
        f"content/{path.name}: nothing reads this; a game is a folder with a game.yaml"
        for path in _visible(folder.iterdir())
        if not (path / "game.yaml").is_file() and path.name != load.SHARED
    ]


def _unread(content: Content, folder: Path) -> list[str]:
    """Files of a game that nothing reads: no table, no texts, and no sheet that a table names."""
    sheets = {path for table in content.tables.values() for path in table.sheets}
    tables, said = (
        {*folder.glob("*.yaml"), folder / FOLDER / GLOSSARY},
        {
            *(folder / FOLDER).glob("*.po"),
            *(folder / FOLDER).glob("*.pot"),
        },
    )
    return [
        f"content/{content.id}/{path.relative_to(folder).as_posix()}: nothing reads this file; a table is a .yaml here,"
        f" and a sheet is named by a table's 'rows'"
        for path in _visible(folder.rglob("*"))
        if not path.is_dir() and path not in sheets | tables | said
    ]


def _visible(paths: Iterable[Path]) -> list[Path]:
    """Sorted, without what editors and systems leave behind."""
    return sorted(path for path in paths if not path.name.startswith(".") and not path.name.endswith("~"))


def _texts(content: Content, languages: list[Translation]) -> list[str]:
    """Faults of every language's file, and ids that no row has."""
    original = content.texts.original.entries
    found = []
    for id, entry in original.items():
        kind, _, rest = id.partition(".")
        name, _, field = rest.rpartition(".")
        row = content[kind].get(name) if name and kind in content.tables else ()
        if row is None or (row and not isinstance(row.get(field), TranslatedText)):
            words = [name for name, type in content[kind].schema.items() if type.startswith("words")]
            ids = [f"{kind}.{row}.{field}" for row in content[kind] for field in words]
            found.append(f"{entry.place}: {id:.60}: no row has these words{did_you_mean(id[:100], ids)}")
    for lang in content.languages[1:]:
        catalog = content.texts.catalog(lang)
        found += catalog.faults
        found += [
            f"{entry.place}: {id:.60}: unknown id{did_you_mean(id[:100], original)};"
            f" if en.pot has it no more, `{MERGE} content/{content.id}` takes it out"
            for id, entry in catalog.entries.items()
            if id not in original
        ]
        languages.append(translations.compare(content, lang))
        if catalog.complete:
            found += languages[-1].missing
    return found


def _glossary(content: Content, folder: Path) -> Iterator[str]:
    """Texts with a word that the game's glossary avoids, and faults of the glossary itself.

    Its rows are the terms: `word`, what the thing is called in each language, and `avoid`, beginnings of words that are
    not said for it there.
    """
    path = folder / FOLDER / GLOSSARY
    if not path.exists():
        return
    name = f"content/{content.id}/{FOLDER}/{GLOSSARY}"
    faults: list[str] = []
    table = load.read_table(path, name, faults)
    if table is not None and (table.kind, table.schema.get("word"), table.schema.get("avoid")) != (TERM, "map", "map?"):
        faults.append(f"{name}:1: a glossary is a table of kind '{TERM}' with `word: map` and `avoid: \"map?\"`")
    yield from faults
    if faults or table is None:
        return
    for term in table.values():
        for lang, stems in term.get("avoid", {}).items():
            if lang not in content.languages or lang not in term["word"] or not isinstance(stems, list):
                yield f"{term.place}: {term.id}: 'avoid' takes a list for a language of the game that has a word"
                continue
            avoided = re.compile(rf"\b(?:{'|'.join(re.escape(str(stem)) for stem in stems)})\w*", re.IGNORECASE)
            for id, entry in content.texts.catalog(lang).entries.items():
                for said in filter(None, map(avoided.search, entry.forms)):
                    yield (
                        f"{entry.place}: {id:.60}: says '{said[0]:.60}'; the glossary says '{term['word'][lang]:.60}'"
                    )
                    break
