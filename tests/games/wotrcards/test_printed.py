"""What cards say publicly is enforced at new tables: wielders, and no fewer icons than there are for sure."""

import pytest

from companion.games.wotrcards import GAME
from companion.games.wotrcards.rules.combat import Combat
from tests.games.wotrcards.board import CONTENT, TABLES, board

BOTH = "the-warrior:witch-king saruman:saruman"


def fight(**how):
    """A combat step at a table that enforces what is printed."""
    return board(printed=True, agenda=[Combat(0)], phase="combat", **how)


def test_new_tables_enforce_it_and_old_headers_stay():
    """A header without the option is one of before, and stays so."""
    players = ["Ola:free", "Jan:shadow"]
    header = GAME.header(CONTENT, players, "trilogy", {}, None)
    assert header["options"]["printed"] == "true"
    old = GAME.header(CONTENT, players, "trilogy", {"printed": "false"}, None)
    assert "printed" not in old["options"]
    assert not GAME.new(CONTENT, old).setup.options.printed
    assert GAME.new(CONTENT, header).setup.options.printed


@pytest.mark.rule("WC-PLAY-4", "accepted")
@pytest.mark.rule("WC-PLAY-4", "refused")
def test_an_item_goes_to_its_wielders_only():
    """Saruman may not bear the Nazgûl's mantle; a Nazgûl may."""
    t = board(printed=True, hands={"frodo": 3, "witch-king": 3}, cards=BOTH).does("cycle", "play nazguls-mantle")
    assert t.refuses("put saruman") == ("WC-PLAY-4", "item_bearer")
    assert t.legal == ["put to=the-warrior"]
    assert t.does("put the-warrior").card("nazguls-mantle").on == "the-warrior"


@pytest.mark.rule("WC-PLAY-4", "refused")
def test_an_item_without_a_wielder_in_play_is_not_played():
    """Only Saruman is there."""
    t = board(printed=True, hands={"frodo": 3, "witch-king": 3}, cards="saruman:saruman").does("cycle")
    assert t.refuses("play nazguls-mantle") == ("WC-PLAY-4", "item_no_wielder")
    t = board(hands={"frodo": 3, "witch-king": 3}, cards="saruman:saruman").does("cycle", "play nazguls-mantle")
    assert t.does("put saruman").card("nazguls-mantle").on == "saruman"


def test_who_may_bear_what_nobody_knows():
    """Wielders that no source gives are left to the table."""
    assert TABLES.cards["athelas"].bearers is None
    assert TABLES.cards["sting"].bearers == {"frodo-baggins", "sam-gamgee"}
    assert len(TABLES.cards["nazguls-mantle"].bearers) == 9
    assert {"strider", "aragorn"} == TABLES.cards["anduril"].bearers


@pytest.mark.rule("WC-CMB-3", "refused")
@pytest.mark.rule("WC-CMB-11", "accepted")
@pytest.mark.parametrize(
    ("cards", "least"),
    [
        ("knights-of-dol-amroth:aragorn@moria", 1),
        ("prince-imrahil:aragorn@moria", 0),  # leadership without support
        ("knights-of-dol-amroth:aragorn@moria prince-imrahil:aragorn@moria", 2),
        ("knights-of-dol-amroth:aragorn@moria prince-imrahil:aragorn@moria boromir:aragorn@moria", 2),
        ("gandalf-the-grey:frodo@moria glamdring:frodo@moria>gandalf-the-grey", 2 + 1),
    ],
)
def test_no_fewer_attack_icons_than_are_printed(cards, least):
    """Supported leadership counts, for one character an army; texts may add more."""
    t = fight(active="moria", cards=cards)
    if least:
        assert t.refuses(f"icons {least - 1}") == ("WC-CMB-3", "icons_attack_few")
    t.does(f"icons {least}")


@pytest.mark.rule("WC-CMB-5", "refused")
@pytest.mark.rule("WC-CMB-5", "accepted")
def test_losses_are_forced():
    """While somebody with a defence icon is left one has to go, with all its icons."""
    cards = "knights-of-dol-amroth:aragorn@moria gandalf-the-grey:frodo@moria mordor-orcs:witch-king@moria"
    t = fight(active="moria", cards=f"{cards} cave-troll:saruman@moria").does("icons 9")
    assert t.refuses("none") == ("WC-CMB-5", "none_left")
    t.does("lose mordor-orcs 1 by=witch-king", "lose cave-troll 1 by=saruman")
    assert (t.card("mordor-orcs"), t.card("cave-troll")) == (None, None)
    t = fight(
        active="minas-tirith", cards="mordor-orcs:witch-king@minas-tirith guards-of-the-citadel:aragorn@minas-tirith"
    )
    t.does("icons 9")
    assert t.refuses("none") == ("WC-CMB-5", "none_left")
    t.does("lose guards-of-the-citadel 2")
    assert t.card("guards-of-the-citadel") is None


@pytest.mark.rule("WC-CMB-5", "refused")
def test_a_card_that_is_given_up_cancels_with_all_its_icons():
    """Gandalf the Grey has three on a path; fewer are refused."""
    t = fight(path="bag-end", cards="gandalf-the-grey:frodo@bag-end the-warrior:witch-king@bag-end").does("icons 5")
    assert t.refuses("lose gandalf-the-grey 2") == ("WC-CMB-5", "lose_few")
    assert t.does("lose gandalf-the-grey 3").card("gandalf-the-grey") is None


@pytest.mark.rule("WC-D2-3", "refused")
def test_no_fewer_defence_icons_than_are_printed():
    """In a Duel the defence of a path is counted too."""
    cards = "gandalf-the-grey:gandalf@bag-end the-warrior:witch-king@bag-end"
    t = fight(scenario="duel", path="bag-end", cards=cards)
    assert t.refuses("icons 1 2") == ("WC-D2-3", "icons_defence_few")
    t.does("icons 1 3")
