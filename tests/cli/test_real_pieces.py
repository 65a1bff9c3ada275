"""Real cards and tiles: the app draws nothing that lies on the table, and asks what it shows (TB-DRAW-6)."""

import pytest

from companion.content.load import languages, load
from tests.play.forge import entries

PLAYERS = ("--player", "Ania:frodo", "--player", "Bo:sam")
REAL = ("--option", "real_cards=true", "--option", "real_tiles=true")
POSITION = "{place: moria, seats: [{hobbit: frodo, name: Ania}, {hobbit: sam}], stack: {relentless_time: 2, hide: 1}}"
WORDS = load("shared").texts


@pytest.fixture
def moria(good, write):
    """The id of a table where Frodo reveals the first real tile."""
    return good("new", "fellowship", *REAL, "--position", write(POSITION)).last


@pytest.mark.parametrize("lang", languages())
def test_a_tile_is_asked_for_in_every_language(run, good, moria, lang):
    """The refusal says how it is told, with the rule; nothing is kept."""
    refused = run("do", moria, "show", "--lang", lang)
    assert (refused.code, refused.out) == (1, "")
    assert WORDS["refusal.show_real"][lang].format(action="show") in refused.err
    assert "show --rolled ..." in refused.err
    assert "TB-DRAW-6" in refused.err
    assert good("show", moria, "--json").json["seq"] == 0
    assert good("do", moria, "show", "--rolled", "hide").code == 0
    assert good("log", moria, "--json").json[-1]["args"]["source"] == "table"


def test_a_script_is_told_the_same(run, good, moria):
    """The refusal in JSON, with the word that lacks, and a mark at what is legal."""
    answer = run("do", moria, "show", "--json").json
    assert (answer["ok"], answer["seq"]) == (False, 0)
    assert (answer["refusal"]["code"], answer["refusal"]["rule"]) == ("show_real", "TB-DRAW-6")
    assert answer["refusal"]["legal"][0] == "show --rolled ..."
    (offer,) = good("legal", moria, "--json").json
    assert (offer["do"], offer["real"]) == ("show", True)
    assert good("legal", moria).out.startswith("show --rolled ... ")


def test_the_die_is_rolled_by_the_app(good, run, moria):
    """Only what the options name lies on the table."""
    good("do", moria, "show", "--rolled", "hide")
    while (offer := good("legal", moria, "--json").json[0])["do"] != "roll":
        good("do", moria, *offer["do"].split(), *(["--rolled", "relentless_time"] if "real" in offer else []))
    assert "real" not in offer
    good("do", moria, "roll")
    assert good("log", moria, "--json").json[-1]["args"]["source"] == "draw"


def test_a_guided_table_says_what_may_come(good, moria):
    """Enter and the number of the choice are refused, the question stands once, and again after `show`."""
    told = good("table", moria, typed="\n1\nshow\nhide\nq\n").out
    before, revealed, after = told.partition("Ania reveals: Hiding.")
    assert revealed
    assert before.count("\n  hide: Hiding\n  relentless_time: Relentless Time\n") == 2
    assert before.count(WORDS["ask.real"]["en"]) == 2
    assert before.count(WORDS["refusal.show_real"]["en"].format(action="show")) == 2
    assert "reveal the next story tile" not in before
    assert WORDS["ask.real"]["en"] not in after
    entry = good("log", moria, "--json").json[-1]["args"]
    assert (entry["source"], entry["tile"]) == ("table", "hide")


def test_several_cards_are_typed_at_a_guided_table(good):
    """As many as are turned over, with spaces or commas; too few are refused."""
    id = good("new", "fellowship", *REAL, *PLAYERS).last
    good("do", id, "accept")
    told = good("table", id, typed="\nbrown-wild\ngrey-hide, brown-wild brown-wild,grey-fight\nq\n").out
    assert told.count("  grey-travel: Travelling (grey)\n") == 1
    assert good("log", id, "--json").json[-1]["args"]["cards"] == [
        "brown-wild",
        "brown-wild",
        "grey-fight",
        "grey-hide",
    ]


def test_simulated_tables_type_in_what_would_lie_there(good, tmp_path):
    """Tiles and cards come from the table, rolls from the app; every journal holds."""
    good("simulate", "fellowship", "--games", 2, *REAL, *PLAYERS, "--journals", tmp_path / "games")
    sources = set()
    for path in (tmp_path / "games").iterdir():
        for entry in entries(path.read_text().splitlines()):
            sources.add((entry["type"], entry["args"].get("source")))
        report = good("verify", path, "--json").json
        assert (report["typed"] > 0, report["drawn"] > 0) == (True, True)
    assert {("show", "table"), ("turn", "table"), ("roll", "draw")} <= sources
    assert not {("show", "draw"), ("turn", "draw"), ("roll", "table")} & sources
