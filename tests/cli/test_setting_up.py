"""What comes before a guided table: how many, who, what for people who know the game; and what others are taught."""

from companion.content.load import load
from companion.words.wording import Voice

SAY = Voice("en").say
HOUSE_RULES = "Use this? (y/n; Enter: no)"


def test_the_number_of_players_decides_who_may_play(run):
    """Two play Frodo and Sam; Pippin is offered from three on. A number that no table has is asked again."""
    two = run("table", "fellowship", typed="9\n2\nAnia\n").out
    assert SAY("error.number_one_of", numbers="2, 3, 4, 5") in two
    assert "Ania chooses (1 Frodo / 2 Sam / 3 the app chooses)" in " ".join(two.split())
    assert "3 Pippin" in run("table", "fellowship", typed="3\nAnia\n").out


def test_people_who_are_new_are_asked_for_no_house_rules(run):
    """Only for what lies on their table; who knows the game is asked, and Enter means no."""
    begin = "2\nAnia\n1\nBo\n1\n"
    new = run("table", "fellowship", typed=f"{begin}n\ny\n\n\nx\n").out
    assert new.count(HOUSE_RULES) == 2  # real cards, real tiles
    known = run("table", "fellowship", typed=f"n\n{begin}n\nn\n\n\n").out
    assert known.count(HOUSE_RULES) == 3


def test_a_new_table_says_where_it_is_saved(good):
    """With the command that goes on with it; words are asked for only where the app draws something."""
    players = ("--player", "Ania:frodo", "--player", "Bo:sam")
    drawn = good("table", "dice", *players, typed="\nq\n").out
    id = drawn.split()[-1]
    assert SAY("table.begun", id=id, again=id) in drawn.split(SAY("table.reveal"))[0]
    real = good("table", "dice", *players, "--option", "dice=real", typed="q\n").out
    assert SAY("table.reveal") not in real
    assert load("shared").texts["new.anchor"]["en"].partition("{")[0] not in real


def test_each_seat_is_taught_its_own_decisions(good):
    """At its own first one; what chance decides is explained once a table, and nothing twice to a seat."""
    turn = "toroo\n1\n\n"
    players = ("--player", "Ania:frodo", "--player", "Bo:sam", "--option", "teach=true")
    told = good("table", "dice", *players, typed=f"\n{turn}{turn}{turn}q\n").out
    texts = load("dice").texts
    assert [told.count(texts[f"lesson.{id}.says"]["en"]) for id in ("roll", "keep", "resolve")] == [1, 2, 2]
