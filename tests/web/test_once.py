"""What is said once is enough, and what takes the phone's place takes little of it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.content.load import load
from companion.games import get
from companion.pdf import font_files, fonts
from companion.play.journal.journal_import import take_in

JOURNALS = Path(__file__).parents[1] / "journals"
ENDED = {"wotr": "military_shadow", "wotrcards": "company", "dice": "win"}


@pytest.mark.parametrize("game", ENDED)
def test_who_won_is_told_once(server, store, game):
    """Board and result page: no heading repeats what the sentence of the ending says."""
    lines = (JOURNALS / game / f"{ENDED[game]}.jsonl").read_text(encoding="utf-8").splitlines()
    code = take_in(store, lines, get, load, lambda old: None)[0]
    phone = server.phone()
    board = re.search(r'<section class="turn over" .*?</section>', phone.get(f"/{code}").text, re.S)[0]
    result = re.search(r'<section class="turn over">.*?</section>', phone.get(f"/{code}/result").text, re.S)[0]
    assert board.count("Victory") == result.count("Victory") == 1
    assert "<h2>" not in result


@pytest.mark.parametrize("name", ["contest", "betrayal"])
def test_the_cooperative_result_page_has_one_heading(server, store, name):
    """Where one alone wins, a sentence says it."""
    lines = (JOURNALS / "fellowship" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    code = take_in(store, lines, get, load, lambda old: None)[0]
    board = re.search(r'<section class="turn over" .*?</section>', server.phone().get(f"/{code}").text, re.S)[0]
    assert board.count("<h2") == 1
    assert "Victory" not in board


def test_a_battle_that_nobody_won_has_its_page(server, store):
    """Without winners there is no side to name."""
    lines = (JOURNALS / "wotr" / "last_two.jsonl").read_text(encoding="utf-8").splitlines()
    assert any('"winners":[]' in line for line in lines)
    code = take_in(store, lines, get, load, lambda old: None)[0]
    for path in (f"/{code}", f"/{code}/result"):
        assert server.phone().get(path).status == 200


def test_only_who_plays_may_note(server, code, seated):
    """Onlookers are not offered what would be refused."""
    (frodo,) = seated("frodo")
    assert 'id="remark"' in frodo.get(f"/{code}").text
    assert 'id="remark"' not in server.phone().get(f"/{code}").text


@pytest.mark.parametrize("size", [(360, 740), (320, 480)])
def test_a_long_refusal_leaves_the_table_in_sight(server, code, phones, size):
    """It scrolls in a box of its own."""
    page = phones.take(f"{server.address}/{code}", size=size)
    page.evaluate("""() => { const box = document.getElementById("refused");
        box.hidden = false; box.querySelector("p").textContent = "Not like this. ".repeat(200); }""")
    refused = page.locator("#refused")
    expect(refused).to_be_visible()
    assert refused.bounding_box()["height"] <= 0.4 * size[1] + 1
    assert refused.evaluate("box => box.scrollHeight > box.clientHeight")


def test_the_latin_letter_of_ukrainian_names_is_meant(server, phones):
    """The rulebook prints it: it stays, every font has it, and a search for the Cyrillic letter finds it."""
    names = {id: load("wotrcards").texts[f"battleground.{id}.name"]["uk"] for id in ("barad-dur", "rhun")}
    assert names == {"barad-dur": "Барад-д\u0177р", "rhun": "Р\u0177н"}
    assert all(fonts.letter_widths(name)["\u0177"] > 0 for name in font_files.FONTS)
    page = phones.take(f"{server.address}/")
    found = page.evaluate(
        'async (all) => { const { plain } = await import("/static/typing.js"); return all.map(plain); }',
        [*names.values(), "Барад-Дур", "рун", "Yorick"],
    )
    assert found == ["барад-дур", "рун", "барад-дур", "рун", "yorick"]
