"""`printer add`, `printer list` and `printer test` as they are typed."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    """The printers of this test."""
    path = tmp_path / "printers.json"
    monkeypatch.setenv("COMPANION_PRINTERS", str(path))
    return path


def test_readings_are_kept_and_said_in_words(good):
    """The line of the sheet; what it means; the same again in the list."""
    said = good("printer", "add", "study", "--left", "O12", "--right", "0.7,0.1").out
    assert said == (
        "study: flipped on the long edge; backs: 0.6 mm to the right, 0.2 mm up, turned 0.21 degrees clockwise.\n"
    )
    assert good("printer", "list").out == (
        "study  flipped on the long edge  0.6 mm to the right, 0.2 mm up, turned 0.21 degrees clockwise\n"
    )
    (row,) = good("printer", "list", "--json").json
    assert row == {"name": "study", "x": 0.6, "y": -0.2, "angle": 0.215, "flip": "long"}


def test_values_are_kept_as_they_are(good):
    """Negative ones too; what is not given is zero; a second printer leaves the first."""
    good("printer", "add", "study", "--x", "-0.6", "--y", "0.3", "--angle", "-0.12", "--flip", "short")
    good("printer", "add", "attic", "--flip", "short")
    assert good("printer", "list", "--json").json == [
        {"name": "attic", "x": 0, "y": 0, "angle": 0, "flip": "short"},
        {"name": "study", "x": -0.6, "y": 0.3, "angle": -0.12, "flip": "short"},
    ]
    assert "attic: flipped on the short edge; backs: as they are." in good("printer", "add", "attic", "--x", "0",
                                                                           "--flip", "short").out  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("pl", "gabinet: obrót wzdłuż krótkiej krawędzi; rewersy: 1 mm w lewo, 2 mm w dół."),
        ("ru", "gabinet: переворот по короткому краю; обороты: на 1 мм влево, на 2 мм вниз."),
        ("uk", "gabinet: перевертання за коротким краєм; звороти: на 1 мм ліворуч, на 2 мм вниз."),
    ],
)
def test_every_language_says_it(good, lang, said):
    """In its own words."""
    told = good("printer", "add", "gabinet", "--left", "-1,2", "--right", "-1,2", "--flip", "short", "--lang", lang)
    assert told.last == said


def test_without_printers_the_list_says_how_to_get_one(good):
    """And is an empty list for scripts."""
    assert "companion printer test" in good("printer", "list").out
    assert good("printer", "list", "--json").json == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "study"), "--left and --right"),
        (("add", "study", "--left", "N13"), "--left and --right"),
        (("add", "study", "--left", "N13", "--right", "N13", "--x", "1"), "--left and --right"),
        (("add", "study", "--left", "N26", "--right", "N13"), "(A1 to Z25)"),
        (("add", "study", "--left", "0,5,0", "--right", "N13"), "with points, at most 6: 0,5,0"),
        (("add", "study", "--left", "A13", "--right", "Z13"), "check that the ruler is 100 mm long"),
        (("add", "two words", "--x", "1"), "one word of up to 40 letters"),
        (("add", "study", "--x", "51"), "at most 50 mm"),
        (("add", "study", "--x", "nan"), "at most 50 mm"),
        (("add", "study", "--angle", "6"), "at most 5 degrees: 6"),
        (("add", "study", "--x", "1", "--flip", "lon"), "Did you mean: long?"),
        (("test", "--flip", "shrt"), "Did you mean: short?"),
        (("test", "--paper", "leter"), "Did you mean: letter?"),
        (("test", "--lang", "xx"), "xx"),
        (("test", "--printer", "atic"), "Did you mean: attic?"),
        (("list", "--lang", "xx"), "xx"),
    ],
)
def test_a_wrong_call_says_the_way_out(run, good, file, words, said):
    """Exit code 2, nothing is kept and nothing printed."""
    good("printer", "add", "attic", "--x", "1")
    before = file.read_bytes()
    told = run("printer", *words)
    assert (told.code, told.out) == (2, ""), told
    assert said.lower() in told.err.lower()
    assert file.read_bytes() == before


def test_a_damaged_file_is_left_alone(run, file):
    """Exit code 1; the file is named."""
    file.write_text("{")
    for words in (("list",), ("add", "study", "--x", "1"), ("test", "--printer", "study")):
        told = run("printer", *words)
        assert (told.code, told.out) == (1, "")
        assert str(file) in told.err
    assert file.read_text() == "{"


def test_small_paper_is_refused(run, tmp_path):
    """With the way out and without a file."""
    told = run("printer", "test", "--paper", "a5", "--out", "x.pdf")
    assert told.code == 1
    assert "measure on larger paper" in told.err
    assert not (tmp_path / "x.pdf").exists()


def test_the_sheet_and_its_proof_are_written_where_asked(good, tmp_path):
    """Each prints its path."""
    good("printer", "add", "study", "--left", "O12", "--right", "N13")
    sheet = good("printer", "test", "--out", "sheet.pdf").last
    proof = good("printer", "test", "--out", "proof.pdf", "--printer", "study", "--paper", "letter").last
    assert (sheet, proof) == ("sheet.pdf", "proof.pdf")
    assert (tmp_path / sheet).read_bytes()[:4] == (tmp_path / proof).read_bytes()[:4] == b"%PDF"


def test_names_that_look_like_code_are_kept_as_words(good, file):
    """A name is data: letters of any alphabet, in the file as they are."""
    good("printer", "add", "кабінет", "--x", "1")
    assert list(json.loads(file.read_text(encoding="utf-8"))["printers"]) == ["кабінет"]
