"""Every face of a game tried out: faults for `companion check`, and how tight the type sits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from companion.errors import FaceError
from companion.faces import palette
from companion.faces.model import Face, Picture
from companion.press.shop import Shop, game_content
from companion.sheets.model import Leaf

EXAMPLE = "https://companion.example/s/0123456789abcdef"  # an address of usual length, for the check


@dataclass(frozen=True, slots=True)
class Proof:
    """One face in one language. smallest: its smallest type, pt (infinite without words)."""

    face: Face
    lang: str
    smallest: float


def problems(game: str) -> list[str]:
    """Every fault of every face in every language, as one text each."""
    found: list[str] = []
    for _ in proofs(game, game_content(game).languages, found):
        pass
    return list(dict.fromkeys(found))


def proofs(game: str, langs: Sequence[str], found: list[str]) -> Iterator[Proof]:
    """Build every face in these languages, with and without an address; colours and drawings are tried too.

    Faults are added to `found`, with repetitions.
    """
    content = game_content(game)
    sound: set[str] = set()
    for lang in langs:
        plain, linked = Shop(content, lang), Shop(content, lang, EXAMPLE)
        for component in content["component"].values():
            for row in plain.rows(component):
                try:
                    leaf = plain.leaf(component, row)
                    if plain.takes_address(component, row):
                        linked.leaf(component, row)
                except FaceError as error:
                    found += str(error).splitlines()
                    continue
                found += _painting(leaf, sound)
                for face in (leaf.front, leaf.back):
                    if face:
                        yield Proof(face, lang, face.smallest_type)


def tightest(proofs: Iterable[Proof]) -> dict[str, tuple[float, str]]:
    """Of each face the smallest type in any language, and in which; faces without words are left out."""
    out: dict[str, tuple[float, str]] = {}
    for proof in proofs:
        if proof.smallest < out.get(proof.face.id, (inf, ""))[0]:
            out[proof.face.id] = (proof.smallest, proof.lang)
    return out


def _painting(leaf: Leaf, sound: set[str]) -> Iterator[str]:
    """Colours that an ink does not know and drawings that cannot be read. sound: what was found good before."""
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
        yield from faults
        if not faults:
            sound.add(name)


def _drawing(name: str) -> Iterator[str]:
    from companion.pdf import canvas

    for variant in ("", *(ink.art for ink in palette.inks().values() if ink.art)):
        try:
            canvas.readable(name, variant)
        except FaceError as error:
            yield str(error)
