"""companion review: luck and decisions in words and as JSON."""

from __future__ import annotations

from pathlib import Path

from pypdfium2 import PdfDocument

JOURNALS = Path(__file__).parents[1] / "journals"


def test_the_dearest_decision_comes_first_in_words_and_in_json(run) -> None:
    told, plain = run("review", JOURNALS / "dice/win.jsonl", "--json").json, run("review", JOURNALS / "dice/win.jsonl")
    first = told["decisions"][0]
    assert (first["entry"], first["seat"], first["instead"]) == (45, "sam", "keep dice=blue")
    lines = plain.out.splitlines()
    at = lines.index("The decisions that cost most")
    assert lines[at + 1] == f"  45  {first['text'][0]} [DG-ROLL-2, p. 3]"
    assert lines[at + 2].strip() == first["text"][1]
    assert first["text"][1].endswith("Chance to win: 56.6%")


def test_luck_stands_in_a_table(run) -> None:
    lines = run("review", JOURNALS / "dice/win.jsonl", "--lang", "pl").out.splitlines()
    assert [line.split() for line in lines[1:3]] == [
        ["wypadło", "oczekiwane", "tyle", "lub", "więcej"],
        ["11", "7,2", "9%", "Żaneta:", "Pierścienie", "[DG-ROLL-1]"],
    ]


def test_a_game_of_hidden_cards_tells_nothing_before_its_end(run, write) -> None:
    lines = (JOURNALS / "wotrcards/duel.jsonl").read_text(encoding="utf-8").splitlines()[:40]
    told = run("review", write("".join(f"{line}\n" for line in lines), "open.jsonl"), "--lang", "pl")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("Gra jeszcze trwa.")


def test_a_review_is_printed_with_the_page_of_the_game(run, good, tmp_path) -> None:
    """A page more than the result itself, in a file of its own name."""
    session = good("import", JOURNALS / "dice/win.jsonl").last
    path = Path(good("print", "review", session, "--out", tmp_path, "--lang", "pl").last)
    assert f"review-{session}" in path.name
    text = "".join([page.get_textpage().get_text_bounded() for page in PdfDocument(path)])
    assert "Szansa na wygraną: 56,6% (DG-ROLL-2)." in " ".join(text.split())
    refused = run("print", "review")
    assert (refused.code, refused.err.strip()) == (2, "Which session? companion print review SESSION")
