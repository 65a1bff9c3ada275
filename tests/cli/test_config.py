"""`config`: defaults that options and the environment override."""

import pikepdf
import pytest

from companion.cli import serving
from companion.core.user_defaults import defaults_file


@pytest.fixture
def file():
    """The file of the defaults."""
    return defaults_file()


def pages(path):
    """The width of the first page in whole points."""
    with pikepdf.open(path) as pdf:
        return round(float(pdf.pages[0].mediabox[2]))


def print_die(good, *options):
    """Print a die and return the width of its page."""
    return pages(good("print", "dice", "--game", "dice", *options).last)


def test_a_default_is_kept_shown_and_forgotten(good, file):
    assert "paper letter" in good("config").out
    assert good("config", "set", "paper", "letter").out == good("config").out == "paper = letter\n"
    assert file.read_text() == 'paper = "letter"\n'
    assert good("config", "--json").json == {"file": str(file), "defaults": {"paper": "letter"}}
    good("config", "unset", "paper")
    assert file.read_text() == ""


def test_options_come_before_the_default(good):
    letter, a4 = 612, 595
    assert print_die(good) == a4
    good("config", "set", "paper", "letter")
    assert print_die(good) == letter
    assert print_die(good, "--paper", "a4") == a4


def test_webhooks_of_the_defaults_are_those_of_serve(good, run, monkeypatch):
    """Several in one value; an option takes their place."""
    served = []
    monkeypatch.setattr(serving, "_run", lambda door, where, told, *rest: served.append(told))
    urls = ["https://ntfy.example.org/evening", "http://localhost:9/x"]
    good("config", "set", "webhook", " ".join(urls))
    good("serve", "--port", "0")
    good("serve", "--port", "0", "--webhook", urls[1])
    assert served == [urls, urls[1:]]
    wrong = run("serve", "--webhook", "ntfy.example.org")
    assert (wrong.code, "ntfy.example.org" in wrong.err) == (2, True)


def test_the_environment_comes_before_the_default_language(good, monkeypatch):
    english = good("rule", "DG-ROLL-3").out
    good("config", "set", "lang", "uk")
    ukrainian = good("rule", "DG-ROLL-3").out
    assert ukrainian != english == good("rule", "DG-ROLL-3", "--lang", "en").out
    monkeypatch.setenv("COMPANION_LANG", "en")
    assert good("rule", "DG-ROLL-3").out == english


def test_a_game_without_the_default_language_is_printed_in_english(good, tmp_path):
    good("config", "set", "lang", "de")
    good("print", "dice", "--game", "wotr", "--only", "wotr-die", "--out", tmp_path / "die.pdf")


@pytest.mark.parametrize(
    ("key", "value", "near"),
    [
        ("papr", "letter", "paper"),
        ("paper", "leter", "letter"),
        ("ink", "gray", "grey"),
        ("lang", "xx", "uk"),
        ("margin", "wide", "wide"),
        ("printer", "office", "printer add"),
    ],
)
def test_a_wrong_key_or_value_is_named_and_nothing_is_kept(run, file, key, value, near):
    told = run("config", "set", key, value)
    assert (told.code, near in told.err, file.exists()) == (2, True, False)


@pytest.mark.parametrize(("text", "code"), [('papr = "a4"', 2), ("paper = a4", 1), ("\x00", 1)])
def test_a_damaged_file_is_named_by_every_command(run, file, text, code):
    file.parent.mkdir(parents=True)
    file.write_text(text)
    told = run("games")
    assert (told.code, "papr" in told.err or str(file) in told.err) == (code, True)
