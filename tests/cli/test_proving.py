"""`verify` on what a journal proves: three numbers of draws, codes old and new, words, and what was undone."""

import json
import re

import pytest

from companion.play.journal import draws, journal
from companion.play.report.verify import DieReport
from tests.kept_journals import JOURNALS, lines_of
from tests.play.forge import entries, extra, rehash

SECRET = [name for name in JOURNALS if entries(lines_of(name))[-1]["type"] == "open"]
WITH_SEALED = [name for name in SECRET if any('"k":' in line and '"link"' not in line for line in lines_of(name))]


@pytest.fixture
def file(write):
    """Writes lines of a journal; its path."""
    return lambda lines: write("".join(f"{line}\n" for line in lines), "game.jsonl")


@pytest.mark.parametrize("name", WITH_SEALED)
def test_a_sealed_draw_changed_and_the_key_left_out(run, file, name):
    """In each game of hidden hands: numbers say what is not proved, and the exit code is 1."""
    whole, cut = file(lines_of(name)), None
    told = run("verify", whole, "--json")
    assert (told.code, told.json["ok"], told.json["sealed"]) == (0, True, 0)
    assert told.json["by_link"] + told.json["by_key"] == told.json["drawn"]
    cut = file(lines_of(name)[:-1])
    for lang in ("en", "pl", "ru", "uk"):
        plain = run("verify", cut, "--lang", lang)
        assert plain.code == 1
        assert str(told.json["by_key"]) in plain.out
    told_cut = run("verify", cut, "--json")
    assert (told_cut.code, told_cut.json["ok"]) == (1, False)
    assert (told_cut.json["by_key"], told_cut.json["sealed"]) == (0, told.json["by_key"])


def test_every_game_with_hidden_hands_is_among_them():
    """None of the three is left out."""
    assert {name.partition("/")[0] for name in WITH_SEALED} == {"fellowship", "wotr", "wotrcards"}


def test_a_game_in_progress_may_have_sealed_draws(run, file):
    """They are counted, and nothing is wrong."""
    lines = next(lines_of(name) for name in WITH_SEALED)
    told = run("verify", file(lines[:-2][: _first_sealed(lines) + 1]), "--json")
    assert (told.code, told.json["ok"], told.json["sealed"]) == (0, True, 1)


def _first_sealed(lines):
    return next(seq for seq, line in enumerate(lines) if '"k":' in line and '"link"' not in line)


def test_a_code_of_an_earlier_version(run, new, turn):
    """Its twelve characters are taken, and it is said in plain words what they prove."""
    s = new()
    turn(s, "r,o,w,g,n", "halve=1")
    code = run("show", s, "--json").json["code"]
    told = run("verify", s, "--head", code[:14])
    assert told.code == 0
    assert "60 bits" in told.out
    assert "60 bits" not in run("verify", s, "--head", code).out
    assert run("verify", s, "--head", code[:13]).code == 2


def test_the_whole_hash(run, new):
    """As the result page shows it, by itself or in its address."""
    s = new()
    hash = run("log", s, "--json").json[-1]["hash"]
    for text in (hash, f"http://10.0.0.5:8000/{s}/result?head={hash}"):
        assert run("verify", s, "--head", text, "--json").json["code_at"] == 0
    assert run("verify", s, "--head", "0" * 64).code == 1


def test_two_games_of_one_old_code_are_told_apart(run, file, new, turn):
    """With codes cut to 10 bits a search finds a game that was won and one that was not of one code; the whole code
    tells them apart.
    """
    s = new("--seed", "05" * 16)
    turn(s, "r,o,w,g,n", "halve=1")
    start = [json.loads(line) for line in run_lines(run, s)]
    found = {}
    for number in range(3000):
        lines = rehash([*start[:-1], {**start[-1], "at": f"2026-11-21T19:{number // 60:02}:{number % 60:02}Z"}])
        code = journal.head_code(entries(lines)[-1]["hash"])
        if code[:2] in found and found[code[:2]][0] != code:
            break
        found[code[:2]] = code, lines
    else:
        pytest.fail("no two codes begin alike")
    other, first = found[code[:2]]
    assert run("verify", file(first), "--head", other).code == 0
    assert run("verify", file(lines), "--head", other).code == 1


def run_lines(run, s):
    path = run("export", s).last
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def test_six_rolls_taken_back(run, good, new):
    """`verify` and `log` list each, with what it showed and that nobody's phone agreed."""
    s = new()
    for _ in range(6):
        good("do", s, "roll")
        good("undo", s, "--agree", "all")
    good("do", s, "roll")
    told = good("verify", s, "--json").json
    assert [found["results"] for found in told["undone"]] == [[seq] for seq in range(1, 13, 2)]
    assert all((found["on_phone"], found["by_word"]) == ([], ["frodo", "sam"]) for found in told["undone"])
    for lang in ("en", "pl", "ru", "uk"):
        plain, log = good("verify", s, "--lang", lang).out, good("log", s, "--lang", lang).out
        rolls = [line.split(" (")[0].strip() for line in log.splitlines() if line.strip().startswith(("1 ", "11 "))]
        assert len(rolls) == 2
        assert plain.count("TB-UNDO-1") == log.count("TB-UNDO-1") - 6 == 12
        assert all(any(re.match(rf" +\w+ {seq}: ", line) for line in plain.splitlines()) for seq in range(1, 13, 2))


def test_a_seat_with_a_phone_speaks_for_itself(run, good, new):
    """`--agree` cannot agree for it; the refusal says who is meant."""
    s = new()
    good("do", s, "roll")
    path = run("export", s).last
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    joined = rehash([*entries(lines), extra("join", {"phone": "ab" * 16}, "sam")])
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in joined))
    good("import", path)
    for agree in (("all",), ("frodo", "sam")):
        refused = run("undo", s, *[word for seat in agree for word in ("--agree", seat)], "--json")
        assert (refused.code, refused.json["refusal"]["code"]) == (1, "undo_phones")
        assert "Bo" in refused.json["refusal"]["message"]
    answered = run("table", s, typed="u\ny\nq\n")
    assert "Bo" in answered.out
    assert len(good("log", s, "--json").json) == 3


def test_words_of_several_seats(good, refused, new):
    """Committed to with a hash that a player makes elsewhere, then shown in order; `verify` and the script agree."""
    s = new()
    words = {"frodo": "Ania 7", "sam": "Bo ósemka"}
    for seat, said in words.items():
        good("do", s, "commit", f"hash={draws.commitment(said)}", "--seat", seat)
    assert refused(s, "roll")[:2] == ("draw_waits", "TB-DRAW-4")
    assert refused(s, "reveal", "words=Bo ósemka", "--seat", "sam")[:2] == ("reveal_order", "TB-DRAW-2")
    for seat, said in words.items():
        shown = good("do", s, "reveal", f"words={said}", "--seat", seat).out
        assert said in shown
    good("do", s, "roll")
    told = good("verify", s, "--json").json
    assert [(row["seat"], row["committed"]) for row in told["words"]] == [("frodo", True), ("sam", True)]
    plain = good("verify", s).out
    assert "Ania, Bo" in plain
    assert "TB-DRAW-2" in plain


@pytest.mark.parametrize("hash", ["x", "0" * 63])
def test_a_commitment_is_no_hash(run, new, hash):
    """A wrong call, which says what is wanted."""
    told = run("do", new(), "commit", f"hash={hash}")
    assert told.code == 2
    assert "64" in told.err


@pytest.mark.parametrize("telling", [False, True])
def test_a_small_p_is_explained_where_one_is_shown(run, file, monkeypatch, telling):
    """Few rolls have no p, and no sentence about it."""
    monkeypatch.setattr(DieReport, "is_telling", property(lambda die: telling))
    out = run("verify", file(lines_of("dice/win")), "--lang", "en").out
    assert "In brackets: what to expect.\n" in out
    assert [told in out for told in ("chi²", "A small p (under 0.01)")] == [telling, telling]
