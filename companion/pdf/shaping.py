"""Words as glyphs, through HarfBuzz: scripts whose letters join, stack or run from right to left, and kerned type.

HarfBuzz is an extra. Letters of such a script that a font lacks are taken from a file of cards/fonts/ that has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core import resources
from companion.core.errors import FaceError
from companion.core.exact import total
from companion.faces.scripts.stretches import Stretch, is_complex, order_scripts, split_scripts
from companion.faces.text import KERNED
from companion.pdf import font_files

if TYPE_CHECKING:
    import uharfbuzz

_KERNING = {"kern": True, "liga": False, "clig": False, "calt": False}  # no ligatures: tracking and capitals stay even
_SHOWN = 8  # missing letters that a refusal names


class Glyph(NamedTuple):
    """A drawing of a font in a line, em.

    words: the letters that it stands for; "" for a further glyph of the same letters.
    advance: from its place to that of the next one.
    x, y: from its place to where it is drawn, y upwards.
    width: its own.
    """

    id: int
    words: str
    advance: float
    x: float
    y: float
    width: float


class PlacedGlyph(NamedTuple):
    """A glyph and where it is drawn, em from the left end of its run."""

    glyph: Glyph
    x: float


class GlyphRun(NamedTuple):
    """Glyphs of one font, from the left to the right.

    backwards: read from right to left.
    tracked: tracking sets them apart.
    """

    font: str
    glyphs: tuple[Glyph, ...]
    backwards: bool = False
    tracked: bool = False

    @property
    def width(self) -> float:
        """Width in em, tracking not counted."""
        return total([glyph.advance for glyph in self.glyphs])

    @property
    def is_one_to_one(self) -> bool:
        """True if each glyph is one letter."""
        return all(len(glyph.words) == 1 for glyph in self.glyphs)

    def split_for_copies(self) -> Iterator[tuple[str, Sequence[PlacedGlyph]]]:
        """Yield glyphs with the letters that they stand for together; "" where a glyph tells its letters itself.

        From right to left a part is as small as can be: readers of PDF turn the order of the others round.
        """
        ends = accumulate(glyph.advance for glyph in self.glyphs)
        placed = [
            PlacedGlyph(glyph, end - glyph.advance + glyph.x) for glyph, end in zip(self.glyphs, ends, strict=True)
        ]
        if not self.backwards:
            yield "" if self.is_one_to_one else "".join([glyph.words for glyph in self.glyphs]), placed
            return
        starts = [at for at, glyph in enumerate(self.glyphs) if glyph.words]
        for start, end in zip(starts, [*starts[1:], len(placed)], strict=True):
            yield self.glyphs[start].words if end > start + 1 else "", placed[start:end]


def is_shaped(font: str, words: str) -> bool:
    """Return whether HarfBuzz sets the words."""
    return font.endswith(KERNED) or is_complex(words)


def shape_words(font: str, words: str) -> Iterator[GlyphRun | str]:
    """Yield a word, or a whole line, as glyphs and as letters in their own widths, in the order in which it is written.

    Raises FaceError.
    """
    return _shape_stretches(font, split_scripts(words))


def shape_line(font: str, words: str, backwards: bool = False) -> Iterator[GlyphRun | str]:
    """Yield a line as glyphs and as letters in their own widths, in the order in which it is seen, from the left.

    backwards: it runs from right to left; so it does too if its first letter does.
    Raises FaceError.
    """
    return _shape_stretches(font, order_scripts(words, backwards))


def _shape_stretches(font: str, stretches: Iterable[Stretch]) -> Iterator[GlyphRun | str]:
    plain = font.removesuffix(KERNED)
    for part in stretches:
        if part.shaped:
            yield _shape_script(plain, part.words, part.backwards)
        elif plain == font:
            yield part.words
        else:
            for space, letters in groupby(part.words, str.isspace):
                word = "".join(letters)
                yield word if space else _kern(plain, word)


@resources.cached_reader
def _shape_script(font: str, words: str, backwards: bool) -> GlyphRun:
    """Return letters of one script as glyphs of the font, or of the first substitute that has them all."""
    for name in (font, *font_files.substitutes(font)):
        glyphs = _shape(name, words, backwards, {})
        if all(glyph.id for glyph in glyphs):
            return GlyphRun(name, glyphs, backwards)
    missing = "".join([glyph.words for glyph in _shape(font, words, backwards, {}) if not glyph.id])
    shown = [letter for letter in dict.fromkeys(words) if letter in missing][:_SHOWN]
    letters = ", ".join(f"'{letter}' (U+{ord(letter):04X})" for letter in shown)
    raise FaceError(
        f"font {font} has no letter {letters}, wanted in '{words}', nor has a file of {font_files.OWN}/ all of these; "
        "put type of that script there"
    )


@resources.cached_reader
def _kern(font: str, word: str) -> GlyphRun:
    """Return a word as glyphs that stand as near as the font says. Raises KeyError for a missing letter."""
    glyphs = _shape(font, word, False, _KERNING)
    for glyph in glyphs:
        if not glyph.id:
            raise KeyError(glyph.words[:1])
    return GlyphRun(font, glyphs, tracked=True)


def _shape(font: str, words: str, backwards: bool, features: Mapping[str, bool]) -> tuple[Glyph, ...]:
    """Return the letters of one script as glyphs, from the left to the right; number 0 for a missing one."""
    hb = _load_harfbuzz(words)
    buffer = hb.Buffer()
    buffer.add_str(words)
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if backwards else "ltr"
    buffer.language = "und"  # not that of the machine
    face, em = _face(font)
    hb.shape(face, buffer, dict(features))
    shaped = list(zip(buffer.glyph_infos or (), buffer.glyph_positions or (), strict=True))
    starts = sorted({info.cluster for info, _ in shaped})
    texts = {start: words[start:end] for start, end in zip(starts, [*starts[1:], len(words)], strict=True)}
    out = []
    for info, place in shaped:
        own = face.get_glyph_h_advance(info.codepoint)
        sizes = [value / em for value in (place.x_advance, place.x_offset, place.y_offset, own)]
        out.append(Glyph(info.codepoint, texts.pop(info.cluster, ""), *sizes))
    return tuple(out)


def _load_harfbuzz(words: str) -> Any:
    """Return the library. Raises FaceError if it is not installed."""
    try:
        import uharfbuzz
    except ImportError:
        first = words[0]
        what = f"'{first}' (U+{ord(first):04X}) is of a script that" if is_complex(words) else "kerning"
        raise FaceError(f"{what} needs HarfBuzz: pip install 'rings-companion[scripts]'; a browser has none") from None
    return uharfbuzz


@resources.cached_reader
def _face(name: str) -> tuple[uharfbuzz.Font, int]:
    """Return a font as HarfBuzz reads it, and the units of its em."""
    hb = _load_harfbuzz(name)
    face = hb.Face(hb.Blob(font_files.font_bytes(name)))
    return hb.Font(face), face.upem
