"""The pieces that a print names: ids and globs as they are, printed names as the ids of all that bear them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import filter as matching

from companion.core.errors import WrongCall
from companion.play.game.input_values import fold_name
from companion.press.shop import Shop, components_of_kind, leaf_id, sides

WILDCARDS = frozenset("*?[")


def select_ids(shop: Shop, kinds: Sequence[str], words: Iterable[str]) -> dict[str, list[str]]:
    """Return the ids that each word stands for: itself if it is an id or glob, else those of all pieces of that name.

    A name is in the language of the print or in English, alone or as COMPONENT/NAME; capitals do not matter.
    Raises WrongCall for a word that means nothing, with the nearest id or name.
    """
    ids = [id for kind in kinds for id in shop.ids(kind)]
    return {word: [word] if matching(ids, word) else _ids_of_name(shop, kinds, word, ids) for word in words}


def part_name(only: Sequence[str]) -> str:
    """Return the end of the name of a file with these pieces: the id of a single one, else `part`; "" for all."""
    if not only:
        return ""
    single = len(only) == 1 and WILDCARDS.isdisjoint(only[0])
    return f"-{only[0].replace('/', '-').lower()}" if single else "-part"


def _ids_of_name(shop: Shop, kinds: Sequence[str], word: str, ids: Sequence[str]) -> list[str]:
    found: dict[str, list[str]] = {}
    shown: dict[str, str] = {}
    for id, name in _names(shop, kinds):
        found.setdefault(fold_name(name), []).append(id)
        shown.setdefault(fold_name(name), name)
    if fold_name(word) in found:
        return list(dict.fromkeys(found[fold_name(word)]))
    components = [component.id for kind in kinds for component in components_of_kind(shop.content, kind)]
    if WILDCARDS.isdisjoint(word):
        near = [shown[name] for name in difflib.get_close_matches(fold_name(word), found, n=1)]
    else:
        near = _nearest_glob(word, components, ids)
    raise WrongCall("no_component", word, near, choices=", ".join(components))


def _names(shop: Shop, kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield ids, each with every name of its component or piece; the ids are names as well."""
    for component in (component for kind in kinds for component in components_of_kind(shop.content, kind)):
        yield from ((component.id, name) for name in (component.id, *_texts(component["title"], shop)))
        for row in shop.rows(component):
            for side in sides(component, row):
                if (face := shop.shown_row(component, side, row)) is not None:
                    id = f"{component.id}/{face.id}"
                    names = _texts(face.get("name", {}), shop)
                    yield from ((id, name) for name in (id, leaf_id(component, face), *names))
                    yield from ((id, f"{component.id}/{name}") for name in names)


def _texts(words: Mapping[str, str] | str, shop: Shop) -> list[str]:
    """Return a text in the language of the print and in English."""
    return [words] if isinstance(words, str) else [words[lang] for lang in (shop.words.lang, "en") if lang in words]


def _nearest_glob(word: str, components: Sequence[str], ids: Sequence[str]) -> list[str]:
    """Return the glob of the component with the nearest name that matches any piece; nothing without a component."""
    component, slash, rows = word.partition("/")
    meant = {one: f"{one}/{rows}" for one in components if slash and matching(ids, f"{one}/{rows}")}
    return [meant[one] for one in difflib.get_close_matches(component, meant, n=1)]
