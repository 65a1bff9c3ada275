"""`companion odds`: questions listed, asked with words or of a session, in every language, and wrong words."""

import dataclasses
import re
from fractions import Fraction

import pytest

from companion import games
from companion.play.game.game import ChanceRow, Chances, Odds, Question
from companion.words.wording import Voice
from tests.languages import LANGUAGES


@pytest.fixture
def session(good, write):
    """A table in Mordor: Ania (Frodo) on 3 with one card, Bo (Sam) on 6 without, Sauron on 7, Bo's turn."""
    seats = "[{name: Ania, hobbit: frodo, space: 3, hand: [gimli]}, {name: Bo, hobbit: sam, space: 6}]"
    position = f"{{place: mordor, active: sam, sauron: 7, seats: {seats}, board: {{event: 4}}, stack: {{hide: 1}}}}"
    return good("new", "fellowship", "--position", write(position)).last


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_questions_are_listed(good, game, lang):
    """Every question with its words; a game without any says so."""
    told = good("odds", game, "--lang", lang).out
    questions = games.get(game).odds.questions
    assert told.startswith(Voice(lang).say("odds.examples").partition(" ")[0])
    for id, question in questions.items():
        assert f"\n{id} " in f"\n{told}"
        assert all(example in told for example, _ in question.keys)
    assert told.strip()
    assert [row["question"] for row in good("odds", game, "--lang", lang, "--json").json] == list(questions)


@pytest.mark.parametrize(
    ("game", "question"), [(id, name) for id in games.GAMES for name in games.get(id).odds.questions]
)
def test_the_examples_of_the_list_are_understood(good, game, question):
    """Each word of the list is taken by its question."""
    keys = [example for example, _ in games.get(game).odds.questions[question].keys]
    good("odds", game, question, *keys)


def test_odds_show_percent_fraction_and_rule(good):
    """The exact fraction stands beside the percent, the rule beside the table."""
    told = good("odds", "fellowship", "threat", "sauron=7", "sam=6,0", "frodo=6,3").out
    assert "Counted with: sauron=7 by=sam sam=6,0 frodo=6,3\n" in told
    assert "83.33%  5/6  Sam dies\n" in told
    assert "16.67%  1/6  the Eye: Sauron moves to space 6; dead: Sam, Frodo\n" in told
    assert "[LR-DIE-2, p. 16]" in told


def test_odds_json_has_words_tables_and_fractions(good):
    """What scripts read: words counted with, tables, rows with id, fraction and percent."""
    told = good("odds", "fellowship", "doom", "sauron=9", "frodo=8,0", "--json").json
    assert list(told) == ["game", "question", "session", "given", "tables", "notes"]
    assert (told["game"], told["question"], told["session"]) == ("fellowship", "doom", None)
    assert told["given"] == {"sauron": "9", "by": "frodo", "frodo": "8,0"}
    first, second = told["tables"][0]["rows"]
    assert (first["id"], first["chance"], first["percent"]) == ("destroyed", "1/6", 16.666667)
    assert (second["id"], second["chance"]) == ("doom", "5/6")
    assert told["notes"]


@pytest.mark.parametrize("question", ["threat", "tiles", "doom"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_odds_of_a_session_add_up_to_1(good, session, question, lang):
    """The table as it stands, in every language; every table of alternatives adds up to 1."""
    told = good("odds", "fellowship", question, "--session", session, "--lang", lang, "--json").json
    whole = {"faces": None, "doom": None, "before_progress": None}
    for table in told["tables"]:
        if table["table"] in whole:
            assert sum(Fraction(row["chance"]) for row in table["rows"]) == 1
        assert all(row["text"] and "{" not in row["text"] for row in table["rows"])
    good("odds", "fellowship", question, "--session", session, "--lang", lang)


def test_players_are_called_by_their_names(good, session):
    """And what differs from the table is given in words."""
    told = good("odds", "fellowship", "threat", "--session", session).out
    assert "sauron=7 by=sam frodo=3,1 sam=6,0\n" in told
    assert "5/6  Bo dies\n" in told
    assert " 2/3  Bo dies\n" in good("odds", "fellowship", "threat", "sam=6,1", "--session", session).out


def test_numbers_are_written_as_in_each_language(good):
    """A point in English, a comma elsewhere; a space before the sign where it is usual."""
    signs = {"en": "16.67%", "pl": "16,67%", "ru": "16,67\u00a0%", "uk": "16,67\u00a0%"}
    for lang, sign in signs.items():
        assert sign in good("odds", "fellowship", "doom", "sauron=9", "frodo=8,0", "--lang", lang).out


def test_the_nearly_certain_is_not_called_certain(good, monkeypatch):
    """Nor the nearly impossible impossible."""
    likely = [Fraction(1, 30_000), Fraction(29_999, 30_000), Fraction(0), Fraction(1), Fraction(1, 2)]
    rows = tuple([ChanceRow(str(at), chance, "no_questions") for at, chance in enumerate(likely)])
    answer = Odds({}, (Chances("no_questions", "TB-TURN-1", rows),), ())
    question = Question("no_questions", (), lambda state: {}, lambda content, told, given: answer)
    game = games.get("dice")
    other = dataclasses.replace(game, odds=dataclasses.replace(game.odds, questions={"any": question}))
    monkeypatch.setattr("companion.games.dice.game.GAME", other)
    told = [line.split()[0] for line in good("odds", "dice", "any").out.split("\n") if "  " in line]
    assert told == ["<0.01%", ">99.99%", "0%", "100%", "50%"]


def test_a_fraction_that_fills_the_screen_is_left_to_json(good):
    """The percent stands alone then; in JSON the fraction is whole."""
    asked = ("odds", "wotr", "battle", "attack=10e", "defence=10e", "leaders=5,5")
    rows = [row for table in good(*asked, "--json").json["tables"] for row in table["rows"]]
    assert max(len(row["chance"]) for row in rows) > 500
    assert max(map(len, good(*asked).out.split("\n")[2:])) < 150
    assert re.search(r"\d%  the attacker wins", good(*asked).out)


def test_a_battle_cites_its_rules(good):
    """In --json and beside every heading: what hits, when it is over, what hits cost."""
    for fortress, rule, ends in (("none", "WR-BATTLE-20", "WR-BATTLE-37"), ("siege", "WR-SIEGE-11", "WR-SIEGE-12")):
        asked = ("odds", "wotr", "battle", "attack=1r", "defence=1r", f"fortress={fortress}")
        cited = [table["rule"] for table in good(*asked, "--json").json["tables"]]
        assert cited == [rule, "WR-BATTLE-20", ends, "WR-BATTLE-25", "WR-BATTLE-25"]
        headings = [line for line in good(*asked).out.split("\n") if "on average" in line]
        assert all(f"[{id}" in line for id, line in zip(cited, headings, strict=True))


def test_odds_count_hidden_cards_without_naming_them(good, write):
    """Only the number of cards in a hand counts, not which they are."""
    told = []
    for card in ("gimli", "belt"):
        seats = f"[{{hobbit: frodo, space: 3, hand: [{card}]}}, {{hobbit: sam}}]"
        id = good("new", "fellowship", "--position", write(f"{{place: mordor, seats: {seats}}}")).last
        told.append([good("odds", "fellowship", question, "--session", id).out for question in ("threat", "doom")])
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fellowshp", "threat"], "fellowship"),
        (["fellowship", "thret"], "threat"),
        (["fellowship", "threat", "sam=1,2", "frod=2,2"], "frodo"),
        (["fellowship", "threat", "sam"], "sam"),
        (["fellowship", "threat", "sam=1,2", "sam=1,3"], "sam=1,3"),
        (["fellowship", "tiles", "relentles_time=2"], "relentless_time"),
        (["fellowship", "doom", "--session", "nosuch"], "nosuch"),
        (["dice", "threat"], "threat"),
    ],
)
def test_wrong_words_of_odds_name_the_nearest_right_word(run, words, said):
    """Exit code 2 (1 for a session that is not there), the nearest right word, nothing on stdout, in every language."""
    for lang in LANGUAGES:
        result = run("odds", *words, "--lang", lang)
        assert (result.code, result.out) == (1 if "nosuch" in words else 2, "")
        assert said in result.err


def test_a_session_of_another_game(run, new):
    """It is not asked about."""
    result = run("odds", "fellowship", "threat", "--session", new())
    assert (result.code, result.out) == (2, "")
    assert "dice" in result.err


def test_a_word_may_be_an_option(good):
    """`--k v`, `--k=v` and `k=v` are the same question."""
    asked = ("odds", "fellowship", "doom")
    told = good(*asked, "sauron=9", "frodo=8,0", "--json").json
    assert good(*asked, "--sauron", "9", "--frodo=8,0", "--json").json == told
    assert good(*asked, "--json", "--frodo", "8,0", "sauron=9").json == told


def test_a_word_may_be_a_file_of_counts(good, run, write):
    """A mapping of counts stands for them, one after the other; anything else is a wrong call."""
    asked = ("odds", "fellowship", "doom", "sauron=9")
    refused = run(*asked, f"frodo={write('{left: 2}')}")
    assert (refused.code, "left*2" in refused.err) == (2, True)
    assert run(*asked, f"frodo={write('[1, 2]')}").code == 2
    assert run(*asked, "--frodo").code == 2
