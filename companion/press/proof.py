"""Builds every face of a game to find faults: for `companion check`, and visual faults with `--faces`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from companion.content import load
from companion.content.load import game_content
from companion.content.model import Row
from companion.core.errors import FaceError
from companion.exports import shops
from companion.exports.shops import Terms
from companion.faces import palette
from companion.faces.figure_space import crowded_spaces
from companion.faces.model import Face, Picture, Text
from companion.pdf import canvas
from companion.press.overlaps import find_overlaps
from companion.press.plural_check import RecordingVoice
from companion.press.shop import Shop, leaf_id, sides
from companion.sheets.model import Leaf

SmallestWords = dict[str, tuple[float, str, str]]  # by face: size in pt, language, words
EXAMPLE = "https://companion.example/s/0123456789abcdef"  # an address of usual length, for the check


@dataclass(frozen=True, slots=True)
class Proof:
    """One face in one language.

    smallest: its smallest words except the imprint, if any.
    """

    face: Face
    lang: str
    smallest: Text | None


def face_problems(game: str) -> list[str]:
    """Return every fault of every face in every language, one text each."""
    found: list[str] = []
    for _ in build_proofs(game, game_content(game).languages, found):
        pass
    return list(dict.fromkeys(found))


def build_proofs(game: str, langs: Sequence[str], found: list[str], closely: bool = False) -> Iterator[Proof]:
    """Build every face in these languages, with and without an address; check colours, drawings and figure spaces.

    found: faults are added to it, with repetitions.
    closely: also find overlapping words, violations of a print shop's safe zone, and missing singular forms.
    A leaf without words is built in the first language only.
    """
    content = game_content(game)
    sound: set[str] = set()
    wordless: set[str] = set()
    terms = [shops.load_terms(shop) for shop in shops.shop_names()]
    for lang in langs:
        plain, linked = Shop(content, lang), Shop(content, lang, EXAMPLE)
        imprint = " ".join(plain.rights)
        heard = plain.words = RecordingVoice(content, load.load(load.SHARED), lang)
        for component in content["component"].values():
            for row in plain.rows(component):
                if leaf_id(component, row) in wordless:
                    continue
                try:
                    leaf = plain.leaf(component, row)
                    if plain.takes_address(component, row):
                        linked.leaf(component, row)
                except FaceError as error:
                    found += str(error).splitlines()
                    continue
                found += _paint_faults(plain, component, row, leaf, sound)
                if closely:
                    found += _layout_faults(plain, component, row, leaf, terms)
                faces = [face for face in (leaf.front, leaf.back) if face]
                if not any(_has_words(face) for face in faces):
                    wordless.add(leaf.id)
                for face in faces:
                    found += (f"{fault} ({lang})" for fault in crowded_spaces(face, plain.setter))
                    yield Proof(face, lang, _smallest(face, imprint))
        if closely:
            found += heard.faults()


def smallest_words(proofs: Iterable[Proof]) -> SmallestWords:
    """Return smallest type size, its language and words by face; faces without words are skipped."""
    out: SmallestWords = {}
    for proof in proofs:
        text = proof.smallest
        if text and text.size < out.get(proof.face.id, (inf, "", ""))[0]:
            out[proof.face.id] = (text.size, proof.lang, text.words)
    return out


def _has_words(face: Face) -> bool:
    """True if more than numbers and marks is written on it."""
    return any(letter.isalpha() for item in face.items if isinstance(item, Text) for letter in item.words)


def _smallest(face: Face, imprint: str) -> Text | None:
    """Return the smallest words that are no part of the imprint."""
    texts = [item for item in face.items if isinstance(item, Text) and item.words not in imprint]
    return min(texts, key=lambda text: text.size, default=None)


def _layout_faults(shop: Shop, component: Row, row: Row | None, leaf: Leaf, terms: Sequence[Terms]) -> Iterator[str]:
    """Yield visual faults of a leaf: overlapping words and words too near to the edge."""
    for side, face in (("front", leaf.front), ("back", leaf.back)):
        for fault in find_overlaps(face, shop.setter) if face else ():
            yield f"{shop.design(component, side, row).place}: {leaf.id} {side}: ({shop.words.lang}) {fault}"
    for fault in shops.safe_zone_faults(leaf, terms, shop.setter):
        yield f"{component.place}: ({shop.words.lang}) {fault}"


def _paint_faults(shop: Shop, component: Row, row: Row | None, leaf: Leaf, sound: set[str]) -> Iterator[str]:
    """Yield colours an ink does not know and unreadable drawings.

    sound: names found valid before.
    """
    items = [item for face in (leaf.front, leaf.back) if face for item in face.items]
    names = ("colour", "ground", "fill", "stroke", "tint")
    grounds = {face.ground for face in (leaf.front, leaf.back) if face}
    roles = {role for item in items for name in names if (role := getattr(item, name, ""))} | grounds
    for role in sorted(roles - sound - {""}):
        try:
            palette.inks()["full"].colour(role)
            sound.add(role)
        except FaceError as error:
            yield f"{leaf.id}: {error}"
    for name in sorted({item.name for item in items if isinstance(item, Picture)} - sound):
        faults = list(_drawing(name))
        for fault in faults:
            yield f"{_drawing_place(name, shop, component, row)}: {leaf.id}: {fault}"
        if not faults:
            sound.add(name)


def _drawing_place(name: str, shop: Shop, component: Row, row: Row | None) -> str:
    """Return the box that names a drawing, or the component if the name is computed."""
    waiting = [box for side in sides(component, row) for box in shop.design(component, side, row).boxes.values()]
    while waiting:
        box = waiting.pop()
        if box and name in (box.keys.get("art"), box.keys.get("icon"), f"icons/{box.keys.get('icon')}"):
            return box.place
        waiting += box.boxes.values() if box else ()
    return component.place


def _drawing(name: str) -> Iterator[str]:
    for variant in ("", *(ink.art for ink in palette.inks().values() if ink.art)):
        try:
            canvas.check_drawing(name, variant)
        except FaceError as error:
            yield str(error)
