"""What cards say publicly is enforced at new tables: wielders, and no fewer icons than there are for sure."""

import pytest

from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.rules.combat.combat import Combat
from companion.games.wotrcards.rules.common.texts import CardText
from companion.games.wotrcards.rules.turn.action_step import SeatTurn
from tests.games.wotrcards.board import CONTENT, TABLES, board

BOTH = "the-warrior:witch-king saruman:saruman"


def fight(**how):
    """A combat step at a table that enforces what is printed."""
    return board(printed=True, agenda=[Combat(0)], phase="combat", **how)


def test_new_tables_enforce_it_and_old_headers_stay():
    """A header without the option is one of before, and stays so."""
    players = ["Ola:free", "Jan:shadow"]
    header = GAME.rules.header(CONTENT, players, "trilogy", {}, None)
    assert header["options"]["printed"] == "true"
    old = GAME.rules.header(CONTENT, players, "trilogy", {"printed": "false"}, None)
    assert "printed" not in old["options"]
    assert not GAME.rules.new(CONTENT, old).setup.options.printed
    assert GAME.rules.new(CONTENT, header).setup.options.printed


@pytest.mark.rule("WC-PLAY-4", "accepted", "refused")
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


@pytest.mark.rule("WC-CMB-5", "accepted", "refused")
def test_losses_are_forced():
    """While somebody with a defence icon is left one has to go, with all its icons."""
    cards = "knights-of-dol-amroth:aragorn@moria gandalf-the-grey:frodo@moria mordor-orcs:witch-king@moria"
    t = fight(active="moria", cards=f"{cards} cave-troll:saruman@moria", tokens={"moria": (6, 0)}).does("icons 3")
    assert t.refuses("none") == ("WC-CMB-5", "none_left")
    t.does("lose mordor-orcs 1 by=witch-king", "lose cave-troll 1 by=saruman")
    assert (t.card("mordor-orcs"), t.card("cave-troll")) == (None, None)
    t = fight(
        active="minas-tirith",
        cards="mordor-orcs:witch-king@minas-tirith guards-of-the-citadel:aragorn@minas-tirith",
        tokens={"minas-tirith": (8, 0)},
    )
    t.does("icons 1")
    assert t.refuses("none") == ("WC-CMB-5", "none_left")
    t.does("lose guards-of-the-citadel 2")
    assert t.card("guards-of-the-citadel") is None


@pytest.mark.rule("WC-CMB-5", "refused")
def test_a_card_that_is_given_up_cancels_with_all_its_icons():
    """Gandalf the Grey has three on a path; fewer are refused."""
    cards = "gandalf-the-grey:frodo@bag-end the-warrior:witch-king@bag-end"
    t = fight(path="bag-end", cards=cards, tokens={"bag-end": (4, 0)}).does("icons 1")
    assert t.refuses("lose gandalf-the-grey 2") == ("WC-CMB-5", "lose_few")
    assert t.does("lose gandalf-the-grey 3").card("gandalf-the-grey") is None


@pytest.mark.rule("WC-D2-3", "refused")
def test_no_fewer_defence_icons_than_are_printed():
    """In a Duel the defence of a path is counted too."""
    cards = "gandalf-the-grey:gandalf@bag-end the-warrior:witch-king@bag-end"
    t = fight(scenario="duel", path="bag-end", cards=cards)
    assert t.refuses("icons 1 2") == ("WC-D2-3", "icons_defence_few")
    t.does("icons 1 3")


@pytest.mark.rule("WC-ACT-2", "refused")
@pytest.mark.rule("WC-AMB-17", "refused")
@pytest.mark.rule("WC-LOC-7", "refused")
@pytest.mark.parametrize(
    ("card", "at", "path", "used", "found"),
    [
        ("gimli:frodo", "", "bag-end", "", ("WC-ACT-2", "card_no_action")),
        ("gandalf-the-grey:frodo", "", "bag-end", "", ("WC-ACT-2", "card_elsewhere")),
        ("sam-gamgee:frodo", "bag-end", "bag-end", "", ("WC-ACT-2", "card_elsewhere")),
        ("gandalf-the-grey:frodo", "orodruin", "orodruin", "", ("WC-AMB-17", "no_next_path")),
        ("gandalf-the-grey:frodo", "bag-end", "bag-end", "", None),
        ("sam-gamgee:frodo", "", "bag-end", "", None),
    ],
)
def test_an_action_is_used_where_its_card_says(card, at, path, used, found):
    """In the reserve, on a path; not where no path can come."""
    id = card.partition(":")[0]
    t = board(printed=True, path=path, cards=f"{card}@{at}" if at else card, hands={"frodo": 3})
    if found:
        assert t.refuses(f"use {id}") == found
    else:
        t.does(f"use {id}")


def test_another_path_of_the_same_number_has_to_be_there():
    """Flocks of Crebain, when all three of number 1 were used."""
    ones = [id for id in TABLES.scenarios["trilogy"].paths if TABLES.paths[id].number == 1]
    how = {"printed": True, "path": ones[0], "cards": f"flocks-of-crebain:saruman@{ones[0]}", "agenda": [SeatTurn(3)]}
    assert board(**how, used=tuple(ones)).refuses("use flocks-of-crebain") == ("WC-LOC-7", "no_same_path")
    board(**how).does("use flocks-of-crebain")


# --- what a text is known to do ---------------------------------------------------------------------------------------


@pytest.mark.rule("WC-CMB-11", "refused")
@pytest.mark.parametrize(
    ("cards", "active", "most"),
    [
        ("knights-of-dol-amroth:aragorn@moria prince-imrahil:aragorn@moria boromir:aragorn@moria", "moria", 2),
        ("treebeard:frodo@moria", "moria", 1),
        ("treebeard:frodo@orthanc", "orthanc", 2),
        ("theoden:frodo@moria", "moria", 30),  # what it has is not known
    ],
)
def test_no_more_attack_icons_than_cards_and_texts_give(cards, active, most):
    """Of leaders those with the most icons may be supported; what nobody knows is counted at the table."""
    t = fight(active=active, cards=cards)
    expected = ("WC-CMB-11", "icons_attack_many") if most < 30 else ("WC-CMB-3", "icons_attack")
    assert t.refuses(f"icons {most + 1}") == expected
    t.does(f"icons {most}")


@pytest.mark.rule("WC-PLAY-10", "refused")
def test_an_action_does_what_its_text_says():
    """Glorfindel activates one path 3, and nothing else."""
    at = "fords-of-bruinen"
    t = board(
        "epic-duel", printed=True, path=at, cards=f"glorfindel:gandalf@{at}", hands={"gandalf": 4, "witch-king": 4}
    )
    t.does("use glorfindel")
    assert t.refuses("effect draw whom=gandalf 1")[1] == "action_other"
    assert t.refuses("effect activate weathertop") == ("WC-EPD-8", "path_skips")
    assert t.legal == ["done", *[f"effect what=activate item={id}" for id in THREES]]


THREES = ("the-last-homely-house", "imladris", "the-council-of-elrond")


def cite_told(t, words):
    """What the table is said to have told, and by which rule."""
    return [(code, rule) for code, rule in t.cites(words) if code in ("icons_told", "action_told")]


@pytest.mark.rule("WC-CMB-11", "accepted")
def test_icons_that_cannot_be_checked_are_said_to_be_told():
    """Only those beyond what is known, and only where a text is unknown: not of an older table, which checks none."""
    unknown = {"active": "moria", "cards": "theoden:frodo@moria"}
    t = fight(**unknown)
    least = GAME.rules.legal(t.state)[0].open[0].least
    assert cite_told(t, f"icons {least}") == []
    assert cite_told(t, f"icons {least + 1}") == [("icons_told", "WC-CMB-11")]
    assert cite_told(fight(active="orthanc", cards="treebeard:frodo@orthanc"), "icons 2") == []
    old = board(agenda=[Combat(0)], phase="combat", **unknown)
    assert cite_told(old, f"icons {least + 1}") == []


@pytest.mark.rule("WC-CMB-11", "accepted")
def test_defence_icons_beyond_those_printed_are_told():
    """In a Duel."""
    cards = "gandalf-the-grey:gandalf@bag-end the-warrior:witch-king@bag-end"
    t = fight(scenario="duel", path="bag-end", cards=cards)
    assert cite_told(t, "icons 1 3") == []
    assert cite_told(t, "icons 1 4") == [("icons_told", "WC-CMB-11")]


@pytest.mark.rule("WC-PLAY-10", "accepted")
def test_an_action_that_nobody_knows_is_said_to_be_told():
    """That of a card whose text is known is not."""
    assert not TABLES.cards["dain-ironfoot"].action
    known = {"cards": "gandalf-the-grey:frodo@bag-end", "path": "bag-end", "hands": {"frodo": 3}}
    assert cite_told(board(printed=True, **known), "use gandalf-the-grey") == []
    how = {"cards": "dain-ironfoot:frodo", "hands": {"frodo": 3}}
    assert cite_told(board("extended-trilogy", printed=True, **how), "use dain-ironfoot") == [
        ("action_told", "WC-PLAY-10")
    ]
    assert cite_told(board("extended-trilogy", **how), "use dain-ironfoot") == []


@pytest.mark.rule("WC-LOC-8", "refused")
def test_an_action_activates_a_path_of_its_own():
    """A path that texts may activate is refused where the action of the card names others."""
    agenda = [CardText(0, "glorfindel", paths=("imladris",))]
    t = board("epic-duel", printed=True, path="fords-of-bruinen", agenda=agenda, hands={"gandalf": 4, "witch-king": 4})
    assert t.refuses("effect activate the-last-homely-house") == ("WC-LOC-8", "action_other_path")
