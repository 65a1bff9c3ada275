"""What is told of cards and locations: bounds of every kind, order, tokens, and who may be spared (WC-FAQ, WC-ORD)."""

import pytest

from companion.games.wotrcards.rules.common.texts import CardText, ReadText
from companion.games.wotrcards.rules.turn.action_step import SeatTurn
from companion.games.wotrcards.state import Pile
from tests.games.wotrcards.board import TABLES, board

EVERY = dict.fromkeys(TABLES.scenarios["extended-trilogy"].seats, 5)
HOLDERS = "barliman-butterbur:aragorn tom-bombadil:gandalf"


def telling(scenario="extended-trilogy", step=None, **how):
    """A text that is being told."""
    how.setdefault("hands", dict.fromkeys(TABLES.scenarios[scenario].seats, 5))
    return board(scenario, agenda=[step or CardText(1, "balrog-of-moria")], **how)


def test_the_effects_of_a_table():
    """Every kind has an offer or a refusal; every offer can be told."""
    cards = "gimli:frodo frodo-baggins:frodo mordor-orcs:witch-king@moria mordor-orcs:witch-king"
    t = telling(cards=cards, active="moria", path="the-black-gate", won={"free": "dale:1"}, cycle={"witch-king": 2})
    told = [act for act in t.rules.legal_actions(t.state) if act.type == "effect"]
    assert {act.what for act in told} == set(ReadText.effects)
    assert [act for act in told if t.rules.check(t.state, act)] == []


@pytest.mark.parametrize(
    ("words", "rule", "code"),
    [
        ("effect draw - free 8", "WC-PROC-1", "effect_number"),
        ("effect draw - free", "WC-PROC-1", "effect_number"),
        ("effect draw - nobody 1", "WC-PROC-1", "effect_whom"),
        ("effect cycle gimli free 1", "WC-PROC-4", "effect_whom"),
        ("effect eliminate - frodo 3", "WC-PROC-3", "effect_number"),
        ("effect forsake - - 1", "WC-PROC-5", "effect_whom"),
        ("effect keep - frodo 3", "WC-ACT-5", "effect_number"),
        ("effect attack moria", "WC-CMB-3", "effect_number"),
        ("effect attack moria - 4", "WC-CMB-3", "effect_number"),
        ("effect attack dale - 1", "WC-CMB-12", "token_nowhere"),
        ("effect defence gimli - 1", "WC-CMB-12", "token_nowhere"),
        ("effect cleanse moria - 1", "WC-SCO-4", "effect_number"),
        ("effect remove gimli", "WC-PROC-7", "card_not_in_play"),
        ("effect return gimli", "WC-TERM-3", "card_not_in_play"),
        ("effect recycle gimli frodo", "WC-PROC-2", "effect_whom"),
    ],
)
def test_effects_out_of_bounds_are_refused(words, rule, code):
    """Numbers and names that no text has."""
    assert telling(active="moria").refuses(words) == (rule, code)


def test_who_tells_of_a_hand_or_a_pile():
    """A card helps its own side, a location anybody; each player tells of his own cards."""
    t = telling(step=CardText(2, "ent-draught"), cycle={"frodo": 3})
    assert t.does("effect recover merry-brandybuck by=frodo").sizes("frodo")[1:3] == (6, 2)
    assert t.refuses("effect search mordor-orcs by=witch-king") == ("WC-PLAY-10", "not_your_step")
    t = telling(step=ReadText(0, "orthanc"))
    assert t.does("effect search saruman by=saruman").sizes("saruman")[1] == 6


@pytest.mark.parametrize("what", ["attack", "defence"])
def test_tokens_on_locations_and_cards(what):
    """They add up."""
    t = telling(active="moria", cards="gimli:frodo").does(f"effect {what} moria - 1", f"effect {what} moria - 2")
    t.does(f"effect {what} gimli - 1")
    assert getattr(t.state.active[0], what) == 3
    assert getattr(t.card("gimli"), what) == 1


@pytest.mark.rule("WC-EX-3", "accepted", "refused")
def test_nenya_helps_at_a_site():
    """A site is as good as a battleground, if it is active."""
    t = telling(step=CardText(2, "nenya-ring-of-adamant"), active="bree")
    assert t.refuses("effect defence carrock - 1") == ("WC-CMB-12", "token_nowhere")
    assert t.does("effect defence bree - 1").state.active[0].defence == 1


@pytest.mark.rule("WC-SKI-7", "accepted")
def test_icons_of_a_won_site_go_to_an_active_companion():
    """Cair Andros: only to Minas Tirith or Edoras; of a site that nobody knows, to any location."""
    t = telling(step=ReadText(0, "cair-andros"), active="edoras,moria")
    assert t.refuses("effect attack moria - 1") == ("WC-SKI-7", "token_nowhere")
    assert t.does("effect attack edoras - 1").state.active[0].attack == 1
    t = telling(step=ReadText(0, "cair-andros"), active="moria")
    assert not [act for act in t.rules.legal_actions(t.state) if act.what == "attack"]
    assert telling(step=ReadText(0, "carrock"), active="moria").allows("effect attack moria - 1")


# --- order -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-EX-6", "accepted")
@pytest.mark.rule("WC-ORD-1", "accepted")
def test_the_horn_before_faramir_or_after_him():
    """Faramir, with the Horn, moves to a path 7: the Horn may speak while his text waits, or when it is done."""
    how = {"cards": "faramir:aragorn horn-of-gondor:aragorn>faramir", "path": "henneth-annun", "acting": 4}
    how["hands"] = {"aragorn": 3, "frodo": 3}
    t = board("extended-trilogy", agenda=[SeatTurn(4)], **how).does("move faramir henneth-annun")
    t.does("tell horn-of-gondor", "effect draw - free 1")
    assert (t.sizes("frodo")[1], t.sizes("aragorn")[1], t.step) == (4, 4, "card")
    assert t.refuses("tell faramir") == ("WC-PLAY-10", "card_telling")
    t.does("done")
    assert t.state.step.source == "faramir"
    t.does("effect activate osgiliath")
    assert t.card("faramir") is None
    t = board("extended-trilogy", agenda=[SeatTurn(4)] * 2, **how).does("move faramir henneth-annun", "done")
    assert t.does("tell horn-of-gondor").state.agenda[-1] == CardText(4, "horn-of-gondor")


def test_nothing_is_told_while_something_is_asked():
    """Costs and draws come first."""
    t = telling(real=False, cards="gimli:frodo").does("effect cycle - aragorn 1")
    assert t.refuses("tell gimli by=frodo") == ("WC-PLAY-6", "step_in_not_now")


# --- Barliman Butterbur and Tom Bombadil -----------------------------------------------------------------------------


@pytest.mark.rule("WC-FAQ-1", "accepted")
@pytest.mark.rule("WC-FAQ-3", "accepted")
@pytest.mark.parametrize(
    ("card", "seat", "sizes"),
    [("barliman-butterbur", "aragorn", (0, 1)), ("tom-bombadil", "gandalf", (1, 0))],
)
def test_one_use_spares_all_players(card, seat, sizes):
    """Each Free Peoples player would have to forsake one: nobody does; Barliman is eliminated, Tom cycled."""
    t = telling(cards=HOLDERS).does("effect forsake - free 1")
    assert t.step == "cancel"
    assert {act.type for act in t.rules.legal_actions(t.state)} == {"done", "spare"}
    t.does(f"spare {card} by={seat}")
    assert (t.step, t.card(card), t.sizes(seat)[2:]) == ("card", None, sizes)
    assert {deck.hand.size for deck in t.state.decks} == {5}


@pytest.mark.rule("WC-FAQ-3", "refused")
def test_who_does_not_use_them_forsakes():
    """Nobody is spared, and both stay."""
    t = telling(cards=HOLDERS).does("effect forsake - free 1", "done by=gandalf")
    assert (t.step, t.seat) == ("forsake", "frodo")
    t.does("forsake hand", "forsake hand", "forsake hand")
    assert [t.sizes(seat)[1] for seat in ("frodo", "gandalf", "aragorn")] == [4, 4, 4]
    assert (t.card("barliman-butterbur") is None, t.card("tom-bombadil") is None) == (False, False)


@pytest.mark.rule("WC-FAQ-1", "refused")
def test_only_by_whoever_holds_them():
    """Frodo does not, and Gandalf has Tom, not Barliman."""
    t = telling(cards=HOLDERS).does("effect forsake - free 1")
    assert t.refuses("spare barliman-butterbur by=gandalf") == ("WC-FAQ-1", "spare_none")
    assert t.refuses("spare gimli by=gandalf") == ("WC-FAQ-1", "spare_none")
    assert t.refuses("done by=frodo") == ("WC-FAQ-1", "not_your_step")


@pytest.mark.rule("WC-FAQ-2", "refused")
@pytest.mark.parametrize(
    "words", ["effect forsake - aragorn 1", "effect forsake - free 2", "effect forsake - shadow 1"]
)
def test_not_against_anything_else(words):
    """One given player, two cards, the other side: it has to be forsaken."""
    t = telling(cards=HOLDERS).does(words)
    assert t.step == "forsake"
    assert t.refuses("spare barliman-butterbur by=aragorn") == ("WC-FAQ-2", "spare_not_each")
    assert t.refuses("spare gimli by=aragorn") == ("WC-FAQ-1", "spare_none")


@pytest.mark.rule("WC-FAQ-1", "refused")
def test_not_while_nothing_is_forsaken():
    """The same card between two effects."""
    assert telling(cards=HOLDERS).refuses("spare barliman-butterbur by=aragorn") == ("WC-FAQ-1", "spare_nothing")


@pytest.mark.rule("WC-FAQ-2", "accepted")
def test_not_without_them_in_play():
    """In a hand they help nobody; against each player and one card, in play, they may."""
    assert telling().does("effect forsake - free 1").step == "forsake"
    assert telling(cards=HOLDERS).does("effect forsake - free 1").step == "cancel"


@pytest.mark.rule("WC-AMB-11", "accepted")
def test_spared_both_times():
    """One player who would have to do it twice: one use cancels all of it."""
    t = telling("epic-duel", cards="barliman-butterbur:gandalf").does("effect forsake - free 1")
    t.does("spare barliman-butterbur by=gandalf", "effect draw - free 1", "done")
    assert (t.step, t.sizes("gandalf")[1]) == ("over", 7)
    t = telling("epic-duel", cards="barliman-butterbur:gandalf").does("effect forsake - free 1", "done by=gandalf")
    t.does("forsake hand", "done", "forsake hand")
    assert (t.step, t.sizes("gandalf")[1]) == ("over", 3)


def test_each_of_a_side_in_the_order_of_turns():
    """From the starting player on; nothing stops at an empty hand."""
    t = telling(first=4, hands={**EVERY, "gandalf": 0}, deck={"gandalf": {"draw": Pile()}}, real=True)
    t.does("effect forsake - free 1")
    assert t.seat == "aragorn"
    t.does("forsake hand")
    assert t.seat == "frodo"
    assert t.does("forsake hand").step == "card"
