"""Typesetting: text widths, line breaks, largest fitting size. Knows widths, not fonts.

Widths come from a Measure, in em per letter, and are cached per word. Markup: `*bold*`, `[icon]` and `[set/icon]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import inf
from typing import NamedTuple, Protocol

from companion.core.errors import FaceError
from companion.core.exact import total
from companion.core.units import mm
from companion.faces.scripts import bidi
from companion.faces.scripts.stretches import BREAK, count_tracked, is_complex, split_at_breaks

FLOOR = 5.5  # pt; nothing is printed smaller
STEP = 0.1  # pt; sizes are tried on this grid
ICON_EM = 1.05  # edge of an icon in a line, in em
ICON_DROP = 0.16  # how far it hangs below the baseline, in em
KERNED = "+kern"  # behind the name of a font: its letters stand as near to each other as it says
BOLD_LETTER, ICON_LETTERS = (
    1.2,
    2.0,
)  # a bold letter and an icon in plain letters, where only the length of a text counts
LAST_LINE = 30.0  # letters; what a text takes besides its own, for lines that are not full
_MARKUP = re.compile(r"\*([^*]+)\*|\[([a-z0-9-]+(?:/[a-z0-9-]+)?)\]")
_STICKY = ("en",)  # languages whose one-letter words may end a line
_OPENING = "«„“("  # what may stand before such a word
_OBJECT = "\ufffc"  # an icon among letters
_BLANK = f" {BREAK}"


class LetterWidths(Protocol):
    """The widths of a font's letters in em."""

    def width(self, words: str) -> float:
        """Return the width of words. Raises KeyError for a missing letter, FaceError for what cannot be set."""


class Measure(Protocol):
    """Returns the widths of a font's letters; a missing letter cannot be printed."""

    def __call__(self, font: str) -> LetterWidths: ...


@dataclass(frozen=True, slots=True)
class Style:
    """A type style.

    size, floor: usual and smallest size, pt.
    lead: line distance, em.
    tracking: em.
    kerning: letters stand as near to each other as the font says (its name ends with KERNED).
    role: of its texts, see tags.py; "" as its name says.
    """

    font: str
    size: float
    colour: str = "ink"
    bold: str = ""
    lead: float = 1.2
    tracking: float = 0.0
    floor: float = FLOOR
    capitals: bool = False
    halo: float = 0.0
    ground: str = "vellum"
    role: str = ""
    kerning: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a line in one font, or one icon.

    x, w: from the line's left end, and width; mm.
    backwards: read from right to left.
    """

    x: float
    w: float
    words: str
    font: str
    icon: str = ""
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Runs side by side, in the order in which they are read.

    w: mm.
    backwards: read from right to left, so that it begins at the right edge.
    """

    runs: tuple[Run, ...]
    w: float
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class FittedText:
    """Lines and the size at which they fit, pt."""

    size: float
    lines: tuple[Line, ...]


class _Piece(NamedTuple):
    """Part of a word: text in one font, or an icon.

    em: width at size 1, without tracking.
    """

    words: str
    font: str
    icon: str
    em: float


class _Word(NamedTuple):
    """A unit that is not broken.

    em: width at size 1, tracking after each letter included.
    space: width of the space before it, in the font of its first letter; 0 where only a line may end.
    base: level of its paragraph (bidi.py), None if all words are of plain scripts.
    """

    pieces: tuple[_Piece, ...]
    em: float
    space: float
    base: int | None = None


def length_in_letters(text: str) -> float:
    """Return the approximate width of a text in plain letters, before its size is known."""
    marked = [BOLD_LETTER * len(match[1]) if match[1] else ICON_LETTERS for match in _MARKUP.finditer(text)]
    return len(_MARKUP.sub("", text).replace("\n", "")) + sum(marked) + LAST_LINE


class Typesetter:
    """Breaks and fits text in one language; caches word widths."""

    def __init__(self, measure: Measure, lang: str) -> None:
        self._measure = measure
        self._lang = lang
        self._em: dict[tuple[str, str], float] = {}
        self._alone: dict[tuple[str, str, float], _Word] = {}  # words of one piece, by font, letters and tracking

    def em(self, font: str, words: str) -> float:
        """Return the width of the words in em. Raises FaceError for a letter the font lacks."""
        key = (font, words)
        width = self._em.get(key)
        if width is None:
            letters = self._measure(font)
            try:
                width = self._em[key] = letters.width(words)
            except KeyError as error:
                letter, name = error.args[0], font.removesuffix(KERNED)
                raise FaceError(
                    f"font {name} has no letter '{letter}' (U+{ord(letter):04X}), wanted in '{words}'; "
                    "take type that has it, of ours or of cards/fonts/"
                ) from None
        return width

    def em_uncached(self, font: str, words: str) -> float:
        """Return the width in em, like `em`, without a cache: for text that occurs once."""
        return self._measure(font).width(words)

    def width(self, words: str, style: Style, size: float | None = None) -> float:
        """Return the width of plain words on one line, mm."""
        size = style.size if size is None else size
        words = words.upper() if style.capitals else words
        return mm(size * (self.em(style.font, words) + style.tracking * max(0, count_tracked(words) - 1)))

    def fit(self, text: str, style: Style, width: float, most: int = 1, keep: float | None = None) -> FittedText:
        """Set the text in at most `most` lines of about equal length, `width` mm wide.

        Uses the largest size between style and floor that fits.
        keep: use fewer lines as long as the size stays at or above this, pt.
        Raises FaceError with the missing width.
        """
        words = self._words(text, style)
        for fewer in range(1, most) if keep is not None else ():
            size = self._largest(words, style, width, fewer, keep or 0)
            if size is not None:
                return self._set(words, style, width, size)
        size = self._largest(words, style, width, most, style.floor)
        if size is None:
            raise FaceError(self._shortfall(words, style, width, most))
        return self._set(words, style, width, size)

    def fit_height(self, text: str, style: Style, width: float, height: float) -> FittedText:
        """Set the text, of one or more paragraphs, in a box; the line distance shrinks with the size."""
        paragraphs = [self._words(part, style) for part in text.split("\n")]
        widest = max(map(_widest, paragraphs)) - style.tracking

        def broken(size: float) -> list[list[_Word]]:
            return [line for words in paragraphs for line in self._break(words, style, width, size)]

        def fits(size: float) -> bool:
            lines = broken(size)
            tall = mm(size) * ((len(lines) - 1) * style.lead + 1.0)
            return tall <= height + 1e-6 and mm(size) * widest <= width + 1e-6

        size = _search(style.floor, style.size, fits)
        if size is None and mm(style.floor) * widest > width + 1e-6:
            word = max((word for words in paragraphs for word in words), key=lambda word: word.em)
            raise FaceError(self._shortfall([word], style, width, 1))
        if size is None:
            tall = mm(style.floor) * ((len(broken(style.floor)) - 1) * style.lead + 1.0)
            raise FaceError(f"needs {tall:.1f} mm of height at {style.floor:g} pt, its box has {height:.1f} mm")
        return FittedText(size, tuple(self._line(line, style, size) for line in broken(size)))

    def full_height(self, text: str, style: Style, width: float) -> float:
        """Return the height in mm of a text, of one or more paragraphs, at the size of its style."""
        paragraphs = [self._words(part, style) for part in text.split("\n")]
        count = sum(len(self._break(words, style, width, style.size)) for words in paragraphs)
        return mm(style.size) * ((count - 1) * style.lead + 1.0)

    # ------------------------------------------------------------------ words

    def _words(self, text: str, style: Style) -> list[_Word]:
        """Return words as pieces; a one-letter word sticks to the next one, as Slavic typesetting requires."""
        if is_complex(text):
            return self._mixed_words(text, style)
        if "*" not in text and "[" not in text and self._lang in _STICKY:
            text = text.upper() if style.capitals else text
            return [self._word(part, style.font, style) for part in text.split(" ") if part]
        parts: list[_Word | None] = []  # of words; None: a space
        at = 0
        for match in _MARKUP.finditer(text):
            self._add(parts, text[at : match.start()], style.font, style)
            if match[1] is not None:
                self._add(parts, match[1], style.bold or style.font, style)
            else:
                icon = _Piece("", style.font, match[2], ICON_EM)
                parts.append(_Word((icon,), ICON_EM, self._space(style.font, style)))
            at = match.end()
        self._add(parts, text[at:], style.font, style)
        words: list[_Word] = []
        word: list[_Word] = []  # its parts
        for index, part in enumerate([*parts, None]):
            if part is not None:
                word.append(part)
            elif word and index < len(parts) and self._sticks(word):
                word.append(self._word(" ", word[0].pieces[0].font, style))
            elif word:
                words.append(word[0] if len(word) == 1 else self._join(word, style))
                word = []
        return words

    def _join(self, parts: list[_Word], style: Style) -> _Word:
        """Return parts that no space divides as one word."""
        pieces = tuple(piece for part in parts for piece in part.pieces)
        em = total([piece.em for piece in pieces]) + style.tracking * sum([len(piece.words) for piece in pieces])
        return _Word(pieces, em, parts[0].space)

    def _word(self, letters: str, font: str, style: Style) -> _Word:
        key = font, letters, style.tracking
        word = self._alone.get(key)
        if word is None:
            piece = _Piece(letters, font, "", self.em(font, letters))
            em = piece.em + style.tracking * len(letters)
            word = self._alone[key] = _Word((piece,), em, self._space(font, style))
        return word

    def _space(self, font: str, style: Style) -> float:
        return self.em(font, " ") + style.tracking

    def _sticks(self, word: list[_Word]) -> bool:
        if self._lang in _STICKY or len(word) != 1:
            return False
        letters = word[0].pieces[0].words.lstrip(_OPENING)
        return len(letters) == 1 and letters.isalpha()

    def _add(self, parts: list[_Word | None], text: str, font: str, style: Style) -> None:
        text = text.upper() if style.capitals else text
        for index, letters in enumerate(text.split(" ")):
            if index:
                parts.append(None)
            if letters:
                parts.append(self._word(letters, font, style))

    def _mixed_words(self, text: str, style: Style) -> list[_Word]:
        """Return the words of a text that is not in plain scripts alone; some end where a syllable does."""
        base = bidi.base_level(_MARKUP.sub(lambda match: match[1] or "", text))
        words: list[tuple[list[_Piece], bool]] = [([], True)]  # pieces, and whether a space stands before them
        for letters, font, icon in _split_markup(text, style):
            if icon:
                words[-1][0].append(_Piece("", font, icon, ICON_EM))
            for index, part in enumerate(letters.split(" ")):
                if index:
                    words.append(([], True))
                for number, syllables in enumerate(split_at_breaks(part)):
                    if number:
                        words.append(([], False))
                    words[-1][0].append(_Piece(syllables, font, "", self.em(font, syllables)))
        return [self._mixed_word(pieces, space, style, base) for pieces, space in words if pieces]

    def _mixed_word(self, pieces: Sequence[_Piece], space: bool, style: Style, base: int) -> _Word:
        em = total([piece.em + style.tracking * (count_tracked(piece.words) + 1) for piece in pieces])
        return _Word(tuple(pieces), em, self._space(pieces[0].font, style) if space else 0.0, base)

    # ------------------------------------------------------------------ breaking and fitting

    def _largest(self, words: list[_Word], style: Style, width: float, most: int, floor: float) -> float | None:
        widest = _widest(words) - style.tracking
        return _search(
            floor,
            style.size,
            lambda size: mm(size) * widest <= width + 1e-6 and len(self._break(words, style, width, size)) <= most,
        )

    def _break(self, words: list[_Word], style: Style, width: float, size: float) -> list[list[_Word]]:
        """Break into lines greedily; a word wider than the box is a line of its own."""
        room = width / mm(size) + style.tracking + 1e-9
        lines: list[list[_Word]] = []
        used = inf
        for word in words:
            used += word.space + word.em
            if used <= room:
                lines[-1].append(word)
            else:
                lines.append([word])
                used = word.em
        return lines

    def _wide(self, line: Sequence[_Word], style: Style, size: float) -> float:
        em = total([word.em for word in line]) + total([word.space for word in line[1:]]) - style.tracking
        return mm(size * em)

    def _set(self, words: list[_Word], style: Style, width: float, size: float) -> FittedText:
        lines = self._break(words, style, width, size)
        if len(lines) > 1:  # the narrowest width that takes no more lines
            widest = mm(size) * (_widest(words) - style.tracking)
            low, high = width / len(lines), width
            while high - low > 0.1:
                middle = (low + high) / 2
                if widest > middle or len(self._break(words, style, middle, size)) > len(lines):
                    low = middle
                else:
                    high = middle
            lines = self._break(words, style, high, size)
        return FittedText(size, tuple(self._line(line, style, size) for line in lines))

    def _line(self, words: Sequence[_Word], style: Style, size: float) -> Line:
        """Return a line in which adjacent words of one font are one run."""
        if words[0].base is not None:
            return self._mixed_line(words, style, size, words[0].base)
        k = mm(size)
        runs: list[Run] = []
        parts: list[str] = []  # of the run that is being joined
        font, start, end, x = "", 0.0, 0.0, 0.0
        for index, word in enumerate(words):
            for number, piece in enumerate(word.pieces):
                gap = number == 0 and index > 0
                x += word.space * k if gap else 0.0
                w = (piece.em + style.tracking * len(piece.words)) * k
                if parts and (piece.icon or piece.font != font):
                    runs.append(Run(start, end - start, "".join(parts), font))
                    parts = []
                if piece.icon:
                    runs.append(Run(x, w, "", piece.font, piece.icon))
                elif parts:
                    parts += (" ", piece.words) if gap else (piece.words,)
                else:
                    font, start, parts = piece.font, x, [piece.words]
                x += w
                end = x
        if parts:
            runs.append(Run(start, end - start, "".join(parts), font))
        return Line(tuple(runs), x - style.tracking * k)

    def _mixed_line(self, words: Sequence[_Word], style: Style, size: float, base: int) -> Line:
        """Return a line whose runs are of one font and one direction, each where it is seen."""
        pieces: list[_Piece] = []
        for index, word in enumerate(words):
            if index and word.space:
                pieces.append(_Piece(" ", word.pieces[0].font, "", word.space))
            pieces += word.pieces
        pieces = [*(piece._replace(words=piece.words.removesuffix(BREAK)) for piece in pieces[:-1]), pieces[-1]]
        letters = "".join([piece.words or _OBJECT for piece in pieces])
        owners = [
            (index if piece.icon else -1, piece.font)
            for index, piece in enumerate(pieces)
            for _ in piece.words or _OBJECT
        ]
        parts: list[tuple[Run, int]] = []  # x not yet known, and levels
        at = 0
        for (number, font, level), same in groupby(
            [(*owner, level) for owner, level in zip(owners, bidi.levels(letters, base), strict=True)]
        ):
            end = at + len(list(same))
            said, icon = ("", pieces[number].icon) if number >= 0 else (letters[at:end], "")
            em = ICON_EM if icon else self.em(font, said) + style.tracking * count_tracked(said)
            parts.append((Run(0.0, em * mm(size), said, font, icon, level % 2 == 1), level))
            at = end
        x, runs = 0.0, [run for run, _ in parts]
        for index in bidi.visual_order([level for _, level in parts]):
            runs[index] = replace(runs[index], x=x)
            x += runs[index].w
        return Line(tuple(run for run in runs if run.icon or run.words.strip(_BLANK)), x, base == 1)

    def _shortfall(self, words: list[_Word], style: Style, width: float, most: int) -> str:
        """Return a message with the excess length of the text at the floor size."""
        plain = " ".join("".join(piece.words or f"[{piece.icon}]" for piece in word.pieces) for word in words)[:200]
        lines = self._break(words, style, width, style.floor)
        widest = self._wide(words, style, style.floor) if most == 1 else 0
        widest = widest or max(self._wide(line, style, style.floor) for line in lines)
        if widest > width:
            return f"needs {widest:.1f} mm at {style.floor:g} pt for '{plain}', its box has {width:.1f} mm"
        return f"needs {len(lines)} lines of {width:.1f} mm at {style.floor:g} pt for '{plain}', its box has {most}"


def _split_markup(text: str, style: Style) -> Iterator[tuple[str, str, str]]:
    """Yield letters with their font, and icons."""
    at = 0
    for match in [*_MARKUP.finditer(text), None]:
        plain = text[at : match.start() if match else len(text)]
        yield plain.upper() if style.capitals else plain, style.font, ""
        if match and match[2]:
            yield "", style.font, match[2]
        elif match:
            yield match[1].upper() if style.capitals else match[1], style.bold or style.font, ""
        at = match.end() if match else at


def _widest(words: Sequence[_Word]) -> float:
    return max([word.em for word in words], default=0.0)


def _search(low: float, high: float, fits: Callable[[float], bool]) -> float | None:
    """Return the largest size on the grid that fits, or None."""
    if fits(high):
        return high
    steps = int((high - low) / STEP + 1e-6)
    if steps < 0 or not fits(low):
        return None
    good, bad = 0, steps + 1
    while bad - good > 1:
        middle = (good + bad) // 2
        if fits(round(low + middle * STEP, 3)):
            good = middle
        else:
            bad = middle
    return round(low + good * STEP, 3)
