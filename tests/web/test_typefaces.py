"""The type of print on phones: small files with every letter of our languages, made once and kept."""

from io import BytesIO
from urllib.request import Request, urlopen

import pytest
from fontTools.ttLib import TTFont

from companion.content.load import SHARED, load
from companion.games import GAMES
from companion.pdf import fonts
from companion.web.page import templates, typefaces
from tests.languages import LANGUAGES

SOME = {"en": "û", "de": "ß", "pl": "ąęłż", "ru": "ё«", "uk": "іїєґŷ"}
LARGEST = 14_000  # bytes


@pytest.fixture(scope="module", params=typefaces.FILES)
def face(request):
    """A name, and its file as phones get it."""
    return request.param, typefaces.load_woff2(request.param)


def letters(lang):
    """What is written in content/ in a language."""
    return {
        letter
        for id in (SHARED, *GAMES)
        for said in load(id).texts.values()
        if (text := said.get(lang))
        for letter in "".join(text if isinstance(text, (list, tuple)) else [str(text)])
    }


def test_the_typefaces_are_small(face):
    assert len(face[1]) < LARGEST


def test_it_has_its_letters_and_no_others(face):
    """Those that the style sheet says it is for."""
    assert set(map(chr, TTFont(BytesIO(face[1])).getBestCmap())) == set(typefaces.FILES[face[0]][1])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_language_needs_few_files(lang):
    """Every letter of its texts is in one part of the type, or in two where it is not Latin."""
    parts = ["latin", "cyrillic"] if lang in ("ru", "uk") else ["latin"]
    written, has = letters(lang), {letter for part in parts for letter in typefaces.PARTS[part]}
    assert set(SOME[lang]) <= written <= has


def test_no_letter_is_in_two_parts():
    assert len("".join(typefaces.PARTS.values())) == len(set("".join(typefaces.PARTS.values())))


def test_it_is_drawn_as_the_press_prints(face):
    """As wide, letter by letter, as what the press measures with."""
    name, data = face
    found = TTFont(BytesIO(data))
    wide, glyphs = found["hmtx"], found.getBestCmap()
    em, press = found["head"].unitsPerEm, fonts.letter_widths(name.rpartition("-")[0])
    for letter in set(typefaces.FILES[name][1]) - {"\xa0"}:  # which the press sets as a space
        assert wide[glyphs[ord(letter)]][0] / em == pytest.approx(press[letter], abs=0.002), letter


def test_it_has_a_name_of_its_own_and_its_licence(face):
    """A font that was changed may not bear the reserved name (OFL 1.1, 3)."""
    names = {row.nameID: row.toUnicode() for row in TTFont(BytesIO(face[1]))["name"].names}
    assert names[1] == typefaces.FAMILIES[typefaces.FILES[face[0]][0]]
    assert "Source" not in names[4] + names[6]
    assert "Open Font License" in names[13]
    assert "Adobe" in names[0]


def test_the_typefaces_are_made_once(monkeypatch, tmp_path):
    """The next server finds it; where it cannot be kept it is made all the same."""
    monkeypatch.setattr(typefaces, "_folder", lambda: tmp_path / "type")
    first = typefaces.load_woff2.__wrapped__("serif-600-latin")
    assert [path.read_bytes() for path in (tmp_path / "type").iterdir()] == [first]
    monkeypatch.setattr(typefaces, "_subset_font", None)
    assert typefaces.load_woff2.__wrapped__("serif-600-latin") == first
    monkeypatch.setattr(typefaces, "_folder", lambda: tmp_path / "type" / next((tmp_path / "type").iterdir()).name)
    monkeypatch.setattr(typefaces, "_subset_font", lambda name: b"made anew")
    assert typefaces.load_woff2.__wrapped__("serif-600-latin") == b"made anew"


def test_phones_keep_it_for_ever(server):
    """The style names each with its version; another version is asked for anew."""
    style = server.phone().get(templates.static_url("tracker.css")).text
    for name in typefaces.FILES:
        address = f"{name}.woff2?v={typefaces.version()}"
        assert f"url({address})" in style
        with urlopen(Request(f"{server.address}/static/{address}")) as answer:
            assert answer.headers["content-type"] == "font/woff2"
            assert "immutable" in answer.headers["cache-control"]
            assert answer.read(4) == b"wOF2"
    with urlopen(f"{server.address}/static/serif-600-latin.woff2") as answer:
        assert answer.headers["cache-control"] == "no-cache"
    assert server.phone().get("/static/serif-900-latin.woff2").status == 404


@pytest.mark.parametrize("lang", ["pl", "uk"])
def test_pages_are_set_in_it(server, code, phones, lang):
    """Headings in the serif, text in the sans; the page shows its words before the type has come."""
    page = phones.take(f"{server.address}/{code}", lang=lang)
    loaded = page.evaluate("""() => document.fonts.ready.then((all) => [...all].filter((one) => one.status === "loaded")
        .map((one) => [one.family.replaceAll('"', ""), one.weight, one.display]))""")
    assert {("Companion Serif", "600", "swap"), ("Companion Sans", "400", "swap")} <= set(map(tuple, loaded))
