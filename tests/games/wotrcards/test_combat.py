"""Combat (WC-CMB, WC-SKI-5..8): who counts, what is lost, who wins, and where everything goes afterwards."""

import pytest

from companion.games.wotrcards.rules.combat.combat import Combat
from companion.games.wotrcards.rules.common.texts import CardText, ReadText
from companion.games.wotrcards.rules.turn.action_step import SeatTurn
from companion.games.wotrcards.state import RESERVE
from companion.games.wotrcards.tables import SIDES
from tests.games.wotrcards.board import board

ORCS = "mordor-orcs:witch-king@dol-guldur"
DOL_GULDUR = (  # WC-EX-11: five attack icons against a defence of two and three cards
    "galadriel:aragorn@dol-guldur nenya-ring-of-adamant:aragorn@dol-guldur>galadriel high-elves:aragorn@dol-guldur "
    f"{ORCS} olog-hai:witch-king@dol-guldur gorbag-and-shagrat:witch-king@dol-guldur"
)


def fight(scenario="trilogy", **how):
    """The combat step of round 2, and nothing after it."""
    how.setdefault("agenda", [Combat(0)])
    return board(scenario, phase="combat", **how)


def fights(*ids):
    """The offers, in words."""
    return [f"fight location={id}" for id in ids]


def gone(t, seat):
    """The eliminated pile."""
    return list(t.deck(seat).gone.cards)


# --- the combat step -------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-CMB-1", "accepted")
@pytest.mark.parametrize("order", [("dale", "moria", "bag-end"), ("bag-end", "dale", "moria")])
def test_the_starting_player_chooses_the_order(order):
    """Every active location is fought over once, in the order that is chosen; the last needs no choice."""
    t = fight(
        "war-in-the-north", active="dale,moria", path="bag-end", read={"dale": (2, 1)}, first=1, agenda=[Combat(1)]
    )
    assert t.seat == "witch-king"
    assert t.legal == fights("dale", "moria", "bag-end")
    t.does(f"fight {order[0]}")
    assert t.legal == fights(*[id for id in ("dale", "moria", "bag-end") if id != order[0]])
    t.does(f"fight {order[1]}")
    assert t.step == "over"
    assert t.active == []
    assert (t.area("free"), t.area("shadow")) == ({"dale": 2, "bag-end": 1}, {"moria": 1})


@pytest.mark.rule("WC-CMB-1", "refused")
def test_only_what_is_active_and_only_the_starting_player():
    """A site without cards has left, a location in a deck never came, and the choice belongs to one seat."""
    t = fight("extended-trilogy", active="dol-amroth,bree", path="bag-end")
    assert t.active == ["dol-amroth", "bag-end"]
    assert "bree" in t.state.grounds[0]
    for id in ("bree", "moria", "?"):
        assert t.refuses(f"fight {id}") == ("WC-CMB-1", "not_active")
    assert t.refuses("fight dol-amroth by=saruman") == ("WC-CMB-1", "not_your_step")
    assert t.refuses("pass") == ("WC-CMB-1", "not_now")


@pytest.mark.rule("WC-CMB-2", "accepted")
@pytest.mark.rule("WC-CMB-8", "accepted")
@pytest.mark.parametrize(("id", "side"), [("dol-amroth", "free"), ("moria", "shadow")])
def test_the_side_of_the_deck_defends_also_when_it_came_back(id, side):
    """Nobody is there: the defender wins, whoever had the location before."""
    for back in ({}, {id: "free"}, {id: "shadow"}):
        t = fight(active=id, back=back)
        assert t.step == "over"
        assert list(t.area(side)) == [id]


@pytest.mark.rule("WC-CMB-2", "refused")
def test_defenders_alone_count_no_attack():
    """Their own side attacks nothing here, so there is nothing to count; on a path it is the Shadow that attacks."""
    t = fight(active="moria", cards="mordor-orcs:witch-king@moria")
    assert t.step == "over"
    assert t.area("shadow") == {"moria": 1}
    t = fight(path="bag-end", cards="frodo-baggins:frodo@bag-end")
    assert t.step == "over"
    assert t.area("free") == {"bag-end": 1}
    t = fight("duel", path="bag-end", cards="frodo-baggins:gandalf@bag-end")
    assert t.refuses("icons 1 1") == ("WC-CMB-3", "icons_attack")


# --- icons -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-CMB-3", "accepted")
def test_attack_is_what_is_counted_and_the_tokens_of_the_location():
    """Two counted and two tokens beat a defence of three; without the tokens they do not."""
    for tokens, winner in (((2, 0), "shadow"), ((1, 0), "free"), ((0, 0), "free")):
        t = fight(active="minas-tirith", cards="mordor-orcs:witch-king@minas-tirith", tokens={"minas-tirith": tokens})
        t.does("icons 2")
        assert list(t.area(winner)) == ["minas-tirith"]
    assert fight(active="minas-tirith", tokens={"minas-tirith": (4, 0)}).area("shadow") == {"minas-tirith": 3}


@pytest.mark.rule("WC-CMB-3", "refused")
def test_attack_is_counted_by_one_and_within_reason():
    """More than any table can show, less than nothing, or by another seat."""
    t = fight(active="moria", cards="high-elves:aragorn@moria")
    assert t.step == "clash"
    assert len(t.legal) == 31
    assert t.refuses("icons 31") == ("WC-CMB-3", "icons_attack")
    assert t.refuses("icons -1") == ("WC-CMB-3", "icons_attack")
    assert t.refuses("icons 2 by=saruman") == ("WC-CMB-3", "not_your_step")
    assert t.refuses("icons 2 1") == ("WC-CMB-5", "icons_defence")
    assert t.refuses("pass") == ("WC-CMB-3", "not_now")


@pytest.mark.rule("WC-CMB-4", "accepted")
def test_the_location_cancels_first():
    """Its own two icons and a token cancel three; the fourth has to be paid for with cards."""
    at = {"active": "moria", "cards": "high-elves:aragorn@moria cave-troll:saruman@moria", "tokens": {"moria": (0, 1)}}
    t = fight(**at).does("icons 3")
    assert t.step == "over"
    assert t.sizes("saruman")[2:] == (1, 0)
    t = fight(**at).does("icons 4")
    assert t.step == "losses"


@pytest.mark.rule("WC-CMB-4", "refused")
def test_walls_do_not_help_where_the_attacker_held_the_place():
    """Out of the attacker's area its printed icons count nothing, its tokens do; out of one's own they do."""
    for area, tokens, winner in (("free", 0, "free"), ("free", 2, "shadow"), ("shadow", 0, "shadow")):
        t = fight(
            active="moria", cards="high-elves:aragorn@moria", back={"moria": area}, tokens={"moria": (0, tokens)}
        ).does("icons 2")
        assert list(t.area(winner)) == ["moria"]


def test_only_known_values_decide():
    """A location whose values nobody knows fights with what the table has read from it."""
    t = fight("war-in-the-north", active="erebor", read={"erebor": (2, 3)}, cards="wolves:balrog@erebor").does(
        "icons 3"
    )
    assert t.area("free") == {"erebor": 2}


@pytest.mark.rule("WC-CMB-11", "accepted")
def test_leadership_is_counted_at_the_table():
    """A supported leader brings icons that one without an army does not: either count is taken."""
    t = fight(active="moria", cards="galadriel:aragorn@moria high-elves:aragorn@moria")
    assert t.allows("icons 1")
    assert t.allows("icons 3")
    assert fight(active="moria", cards=DOL_GULDUR.replace("dol-guldur", "moria")).does("icons 5").step == "losses"


@pytest.mark.rule("WC-CMB-11", "refused")
def test_losing_one_of_a_pair_keeps_the_icons():
    """The count stands for the whole combat: it is not asked again after an army was lost."""
    t = fight(active="dol-guldur", cards=DOL_GULDUR).does("icons 5", "lose mordor-orcs 1")
    assert t.refuses("icons 5") == ("WC-CMB-5", "not_now")


# --- losses ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-EX-11", "accepted")
@pytest.mark.rule("WC-CMB-5", "accepted")
def test_a_combat_at_dol_guldur_is_resolved_as_printed():
    """Three icons are left; Orcs and Olog-hai cancel all, the third defender is cycled, the attackers are gone."""
    t = fight(active="dol-guldur", cards=DOL_GULDUR).does("icons 5", "lose mordor-orcs 1", "lose olog-hai 2")
    assert t.step == "over"
    assert t.area("shadow") == {"dol-guldur": 1}
    assert gone(t, "witch-king") == ["olog-hai", "mordor-orcs"]
    assert t.sizes("witch-king") == (27, 0, 1, 2)
    assert gone(t, "aragorn") == ["high-elves", "galadriel", "nenya-ring-of-adamant"]
    assert t.state.cards == ()


@pytest.mark.rule("WC-EX-11", "refused")
def test_dol_guldur_paid_too_dearly():
    """After Gorbag and Shagrat and the Orcs one icon is left, so that the Olog-hai go as well, and one is lost."""
    t = fight(active="dol-guldur", cards=DOL_GULDUR)
    t.does("icons 5", "lose gorbag-and-shagrat 1", "lose mordor-orcs 1")
    assert t.step == "losses"
    assert t.refuses("lose mordor-orcs 1") == ("WC-CMB-5", "lose_not_there")
    t.does("lose olog-hai 2")
    assert t.area("shadow") == {"dol-guldur": 1}
    assert t.sizes("witch-king") == (27, 0, 0, 3)


@pytest.mark.rule("WC-CMB-5", "refused")
def test_losses_are_defenders_with_an_icon():
    """An attacker, a card elsewhere, one that was given up already, none at all, and too many icons are no losses."""
    t = fight(active="dol-guldur", cards=f"{DOL_GULDUR} grishnakh:witch-king").does("icons 5")
    for card in ("high-elves", "grishnakh", "nenya-ring-of-adamant", "?"):
        assert t.refuses(f"lose {card} 1") == ("WC-CMB-5", "lose_not_there")
    assert t.refuses("lose olog-hai 0") == ("WC-CMB-5", "lose_no_icons")
    assert t.refuses("lose olog-hai 10") == ("WC-CMB-5", "lose_no_icons")
    assert t.refuses("lose olog-hai 2 by=aragorn") == ("WC-CMB-5", "losses_not_yours")
    assert t.refuses("none by=frodo") == ("WC-CMB-5", "losses_not_yours")


def test_two_of_a_name_are_two_losses():
    """Each copy there can be lost once."""
    t = fight(active="dol-guldur", cards=f"high-elves:aragorn@dol-guldur {ORCS} {ORCS} {ORCS}").does("icons 5")
    t.does("lose mordor-orcs 1", "lose mordor-orcs 1", "lose mordor-orcs 1")
    assert t.sizes("witch-king")[2:] == (0, 3)
    assert t.area("shadow") == {"dol-guldur": 1}


def test_one_of_two_of_a_name_is_lost_and_the_other_cycled():
    """A copy is a card of its own."""
    t = fight(active="dol-guldur", cards=f"high-elves:aragorn@dol-guldur {ORCS} {ORCS}").does("icons 3")
    assert t.does("lose mordor-orcs 1").sizes("witch-king")[2:] == (1, 1)


@pytest.mark.rule("WC-AMB-12", "accepted")
def test_defenders_without_icons_are_cycled():
    """Nobody has a defence icon: nobody is lost, and the attackers have won."""
    t = fight(active="dol-guldur", cards=DOL_GULDUR).does("icons 5", "lose olog-hai 2", "none")
    assert t.area("free") == {"dol-guldur": 1}
    assert t.sizes("witch-king") == (27, 0, 2, 1)


TWO = "high-elves:aragorn@moria riders-of-rohan:frodo@moria cave-troll:saruman@moria mordor-orcs:witch-king@moria"


@pytest.mark.rule("WC-CMB-6", "accepted")
def test_attackers_choose_where_team_mates_do_not_agree():
    """Either team mate may give up either card; once they cannot agree any attacker there chooses, and nobody else."""
    t = fight(active="moria", cards=TWO).does("icons 4")
    assert t.allows("lose cave-troll 1 by=witch-king")
    assert t.allows("lose mordor-orcs 1 by=saruman")
    t.does("yield by=saruman")
    assert t.seat == "aragorn"
    assert t.allows("lose mordor-orcs 1 by=frodo")
    t.does("lose mordor-orcs 1 by=frodo", "lose cave-troll 3")
    assert t.area("shadow") == {"moria": 1}


@pytest.mark.rule("WC-CMB-6", "refused")
def test_yielding_needs_two():
    """One defender has nobody to disagree with; who has yielded chooses no more, and not twice."""
    t = fight(active="dol-guldur", cards=DOL_GULDUR).does("icons 5")
    assert t.refuses("yield by=witch-king") == ("WC-CMB-6", "yield_alone")
    t = fight(active="moria", cards=TWO).does("icons 4", "yield by=witch-king")
    assert t.refuses("lose cave-troll 3 by=saruman") == ("WC-CMB-6", "losses_not_yours")
    assert t.refuses("yield") == ("WC-CMB-6", "yield_alone")


def test_nobody_attacks_but_tokens_do():
    """Losses for tokens alone: there is no attacker who could choose in the defenders' place."""
    t = fight(active="moria", cards=TWO[TWO.index("cave") :], tokens={"moria": (3, 0)})
    assert t.step == "losses"
    assert t.refuses("yield") == ("WC-CMB-6", "yield_alone")
    t.does("lose cave-troll 2")
    assert t.area("shadow") == {"moria": 1}
    assert t.sizes("witch-king")[2] == 1


@pytest.mark.rule("WC-CMB-7", "accepted")
@pytest.mark.parametrize("real", [True, False])
def test_attackers_are_eliminated_and_defenders_cycled(real):
    """Each card goes to its owner's pile, an item to that of its own."""
    cards = f"{TWO} nenya-ring-of-adamant:aragorn@moria>high-elves mordor-orcs:witch-king grishnakh:witch-king@bag-end"
    t = fight(real=real, active="moria", cards=cards).does("icons 0")
    assert (t.sizes("aragorn")[2:], t.sizes("frodo")[2:]) == ((0, 2), (0, 1))
    assert (t.sizes("saruman")[2:], t.sizes("witch-king")[2:]) == ((1, 0), (1, 0))
    assert t.deck("saruman").cycle.cards == (() if real else ("cave-troll",))
    assert [(card.id, card.at) for card in t.state.cards] == [("mordor-orcs", RESERVE), ("grishnakh", "bag-end")]


ROAD = "frodo-baggins:frodo@bag-end mithril-coat:frodo@bag-end>frodo-baggins the-hunter:witch-king@bag-end"


@pytest.mark.parametrize("real", [True, False])
def test_some_are_cycled_instead(real):
    """Asked once for such a card: Frodo may go to the cycle pile, his items do not, or he stays eliminated."""
    t = fight(real=real, path="bag-end", cards=ROAD).does("icons 2", "lose frodo-baggins 1")
    assert (t.step, t.seat, t.legal) == ("after", "frodo", ["done", "instead card=frodo-baggins"])
    left = t.state
    t.does("instead frodo-baggins")
    assert t.sizes("frodo") == (28, 0, 1, 1)
    assert gone(t, "frodo") == ["mithril-coat"]
    assert t.state.corruption == 1
    assert t.step == "over"
    t.state = left
    assert t.does("done").sizes("frodo") == (28, 0, 0, 2)


def test_an_item_saves_its_wielder_with_all_he_holds():
    """The Elven Cloak, whose owner is another player, brings Frodo and his coat along, and itself."""
    t = fight(path="bag-end", cards=f"{ROAD} elven-cloak:aragorn@bag-end>frodo-baggins").does("icons 1")
    t.does("lose frodo-baggins 1", "instead frodo-baggins")
    assert (t.sizes("frodo")[2:], t.sizes("aragorn")[2:]) == ((2, 0), (1, 0))


def test_an_attacker_may_come_back_too():
    """Gollum attacks on a path and is eliminated as an attacker: he is asked about; on a battleground he is not."""
    t = fight(path="amon-hen", cards="gollum:saruman@amon-hen").does("icons 0")
    assert t.step == "after"
    assert t.does("instead gollum").sizes("saruman")[2:] == (1, 0)
    t = fight(active="edoras", cards="gollum:saruman@edoras").does("icons 0")
    assert t.step == "over"
    assert t.sizes("saruman")[2:] == (0, 1)


@pytest.mark.rule("WC-CMB-7", "refused")
def test_only_the_card_hit_is_replaced_by_its_owner():
    """Only the card that was hit, only by its owner; a card without such a text is not asked about."""
    t = fight(path="bag-end", cards=ROAD).does("icons 2", "lose frodo-baggins 1")
    assert t.refuses("instead the-hunter") == ("WC-CMB-7", "instead_not_hit")
    assert t.refuses("instead ?") == ("WC-CMB-7", "instead_not_hit")
    assert t.refuses("done by=aragorn") == ("WC-CMB-7", "not_your_step")
    assert t.refuses("icons 1") == ("WC-CMB-7", "not_now")
    assert fight(active="moria", cards=TWO).does("icons 4", "lose cave-troll 3").step == "over"


@pytest.mark.rule("WC-CMB-8", "refused")
def test_one_icon_left_is_enough_for_the_attackers():
    """Three against walls of two: the defender has lost, and keeps nothing of it."""
    t = fight(active="moria", cards="high-elves:aragorn@moria").does("icons 3")
    assert (t.area("free"), t.area("shadow")) == ({"moria": 1}, {})


@pytest.mark.rule("WC-CMB-9", "accepted", "refused")
@pytest.mark.parametrize(("icons", "winner"), [(2, "shadow"), (3, "free")])
def test_a_battleground_goes_to_the_winner(icons, winner):
    """With what it is worth, and to nobody else."""
    t = fight(active="orthanc", cards="riders-of-rohan:frodo@orthanc").does(f"icons {icons}")
    assert t.area(winner) == {"orthanc": 2}
    assert t.area(next(side for side in SIDES if side != winner)) == {}
    assert t.active == []


@pytest.mark.rule("WC-CMB-10", "accepted", "refused")
def test_a_path_is_scored_or_corrupts():
    """All cancelled: it is worth its points; else nothing, and each icon left is corruption."""
    cards = "the-hunter:witch-king@bucklebury-ferry sam-gamgee:frodo@bucklebury-ferry"
    t = fight(path="bucklebury-ferry", cards=cards).does("icons 2", "lose sam-gamgee 1")
    assert (t.area("free"), t.area("shadow"), t.state.corruption) == ({"bucklebury-ferry": 1}, {}, 0)
    t = fight(path="bucklebury-ferry", cards=cards, corruption=2).does("icons 5", "lose sam-gamgee 1")
    assert (t.area("free"), t.area("shadow"), t.state.corruption) == ({}, {"bucklebury-ferry": 0}, 5)


@pytest.mark.rule("WC-CMB-12", "accepted")
def test_tokens_on_a_card_go_with_it():
    """They are part of it: one loss, however many icons they bring."""
    cards = "high-elves:aragorn@moria mordor-orcs:witch-king@moria"
    t = fight(active="moria", cards=cards, agenda=[Combat(0), CardText(0, "gimli")])
    t.does("effect defence mordor-orcs - 2", "done", "icons 5", "lose mordor-orcs 3")
    assert t.area("shadow") == {"moria": 1}
    assert t.state.cards == ()


@pytest.mark.rule("WC-CMB-12", "refused")
def test_an_item_is_not_lost_apart():
    """Its icons belong to its wielder."""
    cards = "high-elves:aragorn@moria the-hunter:witch-king@moria black-riders-mount:witch-king@moria>the-hunter"
    t = fight(active="moria", cards=cards).does("icons 5")
    assert t.refuses("lose black-riders-mount 1") == ("WC-CMB-5", "lose_not_there")
    t.does("lose the-hunter 2")
    assert gone(t, "witch-king") == ["the-hunter", "black-riders-mount"]
    assert t.area("free") == {"moria": 1}


# --- paths of the Duel -----------------------------------------------------------------------------------------------

DUEL = {
    "path": "bucklebury-ferry",
    "cards": "the-hunter:witch-king@bucklebury-ferry sam-gamgee:gandalf@bucklebury-ferry",
}


@pytest.mark.rule("WC-D2-3", "accepted")
@pytest.mark.parametrize(("icons", "points"), [("icons 2 2", 1), ("icons 3 3", 1), ("icons 1 0", 0), ("icons 0 0", 1)])
def test_more_defence_than_attack_scores_in_a_duel(icons, points):
    """The path itself defends with one: one more in all scores it, as many do not."""
    t = fight("duel", **DUEL).does(icons)
    while t.step == "losses":
        t.does("lose sam-gamgee 9")
    assert (t.area("free"), t.area("shadow"), t.state.corruption) == ({"bucklebury-ferry": points}, {}, 0)


@pytest.mark.rule("WC-D2-3", "refused")
def test_a_path_of_a_duel_is_not_scored_at_a_draw():
    """Nobody is there and it has no icon itself: nobody scores it. Its defence is asked for only in a duel."""
    t = fight("duel", path="bag-end")
    assert (t.area("free"), t.area("shadow")) == ({"bag-end": 0}, {})
    t = fight("duel", **DUEL)
    assert t.refuses("icons 2 31") == ("WC-D2-3", "icons_defence")
    assert fight("duel", path="bag-end", tokens={"bag-end": (0, 1)}).area("free") == {"bag-end": 1}


def test_attack_tokens_count_towards_a_draw():
    """One counted and one token against two: nobody scores the path, and nothing corrupts."""
    t = fight("duel", **DUEL, tokens={"bucklebury-ferry": (1, 0)}).does("icons 1 1", "lose sam-gamgee 1")
    assert (t.area("free"), t.state.corruption) == ({"bucklebury-ferry": 0}, 0)


@pytest.mark.rule("WC-AMB-7", "accepted")
def test_the_epic_duel_is_strict_only_if_asked():
    """At equality the Free Peoples score the path, unless the table has chosen otherwise."""
    for strict, points in ((False, 1), (True, 0)):
        t = fight("epic-duel", **DUEL, strict_paths=strict).does("icons 1")
        assert t.area("free") == {"bucklebury-ferry": points}


# --- skirmish sites --------------------------------------------------------------------------------------------------

BREE = {"active": "bree,the-shire", "read": {"the-shire": (1, 1)}}
BREE_CARDS = "wolves:balrog@bree high-elves:strider@bree"


@pytest.mark.rule("WC-SKI-5", "accepted")
def test_a_skirmish_is_an_action():
    """It is fought like a battleground, and the turn is over."""
    t = board("war-in-the-north", **BREE, cards=f"{BREE_CARDS} gimli:frodo@bree")
    t.does("skirmish bree", "icons 2")
    assert t.step == "losses"
    assert t.seat in ("frodo", "strider")
    t.does("lose gimli 2")
    assert t.step == "text"
    assert t.state.removed == ("bree",)
    assert t.does("done").seat == "witch-king"


@pytest.mark.rule("WC-SKI-5", "refused")
@pytest.mark.rule("WC-AMB-5", "accepted")
def test_a_skirmish_needs_a_card_of_ones_own_deck():
    """A team mate's card is not enough, and neither a battleground nor a site in the deck can be chosen."""
    t = board("war-in-the-north", **BREE, cards=BREE_CARDS)
    assert t.seat == "frodo"
    assert t.refuses("skirmish bree") == ("WC-SKI-5", "site_no_card")
    for id in ("the-shire", "carrock", "?"):
        assert t.refuses(f"skirmish {id}") == ("WC-SKI-5", "site_not_active")
    one = board("war-in-the-north", **BREE, cards=f"{BREE_CARDS} gimli:frodo@bree")
    assert one.allows("skirmish bree")


@pytest.mark.rule("WC-AMB-6", "accepted")
def test_defenders_may_resolve_a_site_of_their_own():
    """No attack icons: they win, their cards are cycled, and the effect happens."""
    t = board("war-in-the-north", **BREE, cards="gimli:frodo@bree").does("skirmish bree")
    assert (t.step, t.seat) == ("text", "frodo")
    assert t.sizes("frodo") == (27, 0, 1, 0)
    t.does("effect draw - free 1", "done")
    assert t.sizes("strider")[1] == 1


@pytest.mark.rule("WC-SKI-6", "accepted")
@pytest.mark.parametrize(("icons", "seat"), [(0, "frodo"), (1, "witch-king")])
def test_the_winner_tells_of_the_effect_and_the_site_is_gone(icons, seat):
    """Whoever won has his effect told by his side; the site is in no area and in no deck."""
    t = board("war-in-the-north", **BREE, cards="wolves:balrog@bree gimli:frodo@bree").does("skirmish bree")
    t.does(f"icons {icons}", *(["none"] if icons else []))
    assert (t.step, t.seat) == ("text", seat)
    assert t.state.removed == ("bree",)
    assert "bree" not in (*t.active, *t.area("free"), *t.area("shadow"))
    assert t.state.corruption == 0


def test_whose_turn_it_is_tells_of_the_effect_if_his_side_has_won():
    """Strider resolves the site, so Strider tells of it, not Frodo."""
    cards = "high-elves:strider@bree wolves:balrog@bree"
    t = board("war-in-the-north", **BREE, cards=cards, acting=2, agenda=[SeatTurn(2)]).does("skirmish bree", "icons 0")
    assert (t.step, t.seat) == ("text", "strider")


@pytest.mark.rule("WC-SKI-6", "refused")
def test_a_site_never_comes_back():
    """It cannot be reactivated, and not activated either."""
    t = board("war-in-the-north", active="dale", removed=("bree",), agenda=[ReadText(0, "dale")])
    assert t.refuses("effect reactivate bree") == ("WC-SKI-6", "site_not_activated")
    assert t.refuses("effect activate bree") == ("WC-SKI-4", "site_not_activated")


COMPANIONS = {"active": "cair-andros,edoras", "cards": "gimli:frodo@cair-andros", "won": {"shadow": "minas-tirith:3"}}


@pytest.mark.rule("WC-EX-5", "accepted")
@pytest.mark.rule("WC-SKI-7", "accepted")
@pytest.mark.parametrize("id", ["edoras", "minas-tirith"])
def test_either_active_companion_may_have_the_token(id):
    """Cair Andros came with Edoras, Minas Tirith was reactivated: the winning side chooses."""
    t = board("extended-trilogy", **COMPANIONS)
    t.only(*t.state.agenda[:-1], SeatTurn(0), t.state.step, ReadText(1, "edoras"))
    t.does("effect reactivate minas-tirith")
    while t.step in ("text", "texts"):
        t.does("done" if t.step == "text" else t.legal[0])
    assert t.area("shadow") == {}
    assert "minas-tirith" in t.active
    t.does("skirmish cair-andros", f"effect defence {id} - 1")
    assert next(active for active in t.state.active if active.id == id).defence == 1


@pytest.mark.rule("WC-SKI-7", "refused")
def test_no_other_place_may_have_it():
    """A companion in a scoring area, another battleground, and the site itself do not count; then nothing happens."""
    t = board("extended-trilogy", **{**COMPANIONS, "active": "cair-andros,moria"}).does("skirmish cair-andros")
    for id in ("minas-tirith", "moria", "cair-andros", "edoras"):
        assert t.refuses(f"effect defence {id} - 1") == ("WC-SKI-7", "token_nowhere")
    assert t.allows("done")


@pytest.mark.rule("WC-SKI-8", "accepted")
@pytest.mark.rule("WC-AMB-4", "accepted")
def test_sites_in_the_combat_step():
    """Without cards a site goes back to its own deck; with cards it is fought over, without effect, and removed."""
    t = fight("war-in-the-north", active="bree,angmar", cards="wolves:balrog@bree")
    assert "angmar" in t.state.grounds[1]
    assert "angmar" not in t.active
    t.does("icons 2")
    assert t.step == "over"
    assert t.state.removed == ("bree",)
    assert (t.area("free"), t.area("shadow"), t.state.corruption) == ({}, {}, 0)


@pytest.mark.rule("WC-SKI-8", "refused")
def test_a_site_with_cards_stays_until_it_is_fought_over():
    """It is among those whose order is chosen, and does not go back."""
    t = fight("war-in-the-north", active="bree,moria", cards="wolves:balrog@bree high-elves:strider@moria")
    assert t.legal[:2] == fights("bree", "moria")
    assert "bree" not in t.state.grounds[0]


# --- the Shadow encroaches -------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-WN-4", "accepted")
@pytest.mark.rule("WC-EX-12", "accepted")
def test_a_lost_battleground_corrupts_once():
    """Two icons uncancelled on Dale: it is the Shadow's, and one corruption is added, not two."""
    t = fight("war-in-the-north", active="dale", read={"dale": (1, 1)}, cards="wolves:balrog@dale").does("icons 3")
    assert t.area("shadow") == {"dale": 1}
    assert t.state.corruption == 1


@pytest.mark.rule("WC-WN-4", "refused")
@pytest.mark.rule("WC-EX-12", "refused")
@pytest.mark.parametrize(
    ("scenario", "active", "cards", "icons"),
    [
        ("war-in-the-north", "bree", "wolves:balrog@bree", 3),
        ("war-in-the-north", "moria", "wolves:balrog@moria high-elves:strider@moria", 3),
        ("war-in-the-north", "moria", "wolves:balrog@moria high-elves:strider@moria", 2),
        ("war-in-the-north", "dale", "wolves:balrog@dale", 1),
        ("extended-trilogy", "dale", "wolves:saruman@dale", 3),
    ],
)
def test_other_wins_bring_no_corruption(scenario, active, cards, icons):
    """A site, a battleground of its own, whoever wins it, a win of the Free Peoples, another scenario."""
    t = fight(scenario, active=active, read={"dale": (1, 1)}, cards=cards).does(f"icons {icons}")
    if t.step == "losses":
        t.does("none")
    assert t.step == "over"
    assert t.state.corruption == 0
