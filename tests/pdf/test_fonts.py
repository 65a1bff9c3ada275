"""The bundled type covers every language and every printed word."""

import pytest

from companion.content import load
from companion.core.errors import FaceError
from companion.pdf import font_files, fonts
from tests.languages import LANGUAGES

ALPHABETS = {
    "pl": "aąbcćdeęfghijklłmnńoóprsśtuwyzźż„”–",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя«»—",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя«»—’",
}


@pytest.mark.parametrize("name", font_files.FONTS)
def test_every_face_has_every_alphabet(name: str) -> None:
    letters = fonts.letter_widths(name)
    for alphabet in ALPHABETS.values():
        for letter in alphabet + alphabet.upper():
            assert letters[letter] > 0


@pytest.mark.parametrize("game", ["dice", "shared"])
def test_every_printed_word_can_be_set(game: str) -> None:
    """In the two faces of running text."""
    for name in ("sans-400", "serif-600"):
        letters = fonts.letter_widths(name)
        for said in (said for key, said in load.load(game).texts.items() if key.startswith("print.")):
            for lang in LANGUAGES:
                assert all(letters[letter] > 0 for letter in said[lang].replace("\n", ""))


def test_an_unknown_font_offers_the_nearest() -> None:
    with pytest.raises(FaceError, match="no font 'sans-40'; did you mean 'sans-400'"):
        fonts.letter_widths("sans-40")
