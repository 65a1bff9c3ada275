"""What the page of a table is given: offers as forms and buttons, cards that lie together."""

from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.page import FormOption, nest_items, seat_forms
from companion.games.wotrcards.rules.combat.losses import Losses
from companion.games.wotrcards.rules.common.texts import CardText
from companion.games.wotrcards.rules.turn.action_step import SeatTurn
from companion.play.game.draft import NOBODY
from companion.words.offer_words import OfferView
from companion.words.wording import Voice
from tests.games.wotrcards.board import CONTENT, board


def asked(t, seat, real=True):
    """What a seat may do at a table."""
    voice = Voice("en", CONTENT, [{"id": id, "name": id} for id in t.state.setup.seats])
    offers = [OfferView(GAME, t.state, offer, voice) for offer in GAME.rules.legal(t.state) if offer.seat == seat]
    cards = GAME.rules.view(t.state, seat)["players"][t.state.setup.seats.index(seat)]["cards"]
    return seat_forms(offers, seat, cards, CONTENT.tables, real)


def options(form, field=0):
    """All choices of a list."""
    return [option for part in form.fields[field].lists for option in part.options]


def test_a_turn_is_a_few_forms_and_buttons():
    """Lists of what may be played, moved and used; what leaves nothing open is a button."""
    where = "gimli:frodo theoden:frodo mordor-orcs:witch-king"
    t = board("trilogy", active="helms-deep", hands={"frodo": 2, "witch-king": 1}, cards=where, agenda=[SeatTurn(0)])
    own = asked(t, "frodo")
    assert list(own.forms) == ["play", "move", "use"]
    assert [offer.do for offer in own.buttons] == ["cycle", "winnow", "ring", "pass"]
    play = own.forms["play"]
    assert (play.type, play.fields[0].word, play.fields[0].kind) == ("play", "card", "card")
    assert [part.heading for part in play.fields[0].lists] == ["dwarf", "hobbit", "rohan", "wizard"]
    assert options(own.forms["move"]) == [FormOption("move card=theoden to=helms-deep", "Théoden", "helms-deep")]


def test_cards_of_a_hand_have_buttons_of_their_own():
    """What may be done with each; two of them are winnowed out of two lists."""
    t = board("trilogy", real=False, hands={"frodo": "gimli,theoden,eomer"}, agenda=[SeatTurn(0)])
    own = asked(t, "frodo", real=False)
    assert {id: [offer.do for offer in offers] for id, offers in own.hand.items()} == {
        id: [f"play card={id}", f"cycle card={id}"] for id in ("theoden", "eomer", "gimli")
    }
    assert [field.word for field in own.forms["winnow"].fields] == ["cards", "cards"]


def test_effects_that_are_told_alike_share_a_form():
    """Under their headings; copies in several places are told apart."""
    where = "mordor-orcs:witch-king@moria mordor-orcs:witch-king gimli:frodo"
    t = board("trilogy", active="moria", cards=where, hands={"frodo": 2}, agenda=[CardText(0, "gimli")])
    own = asked(t, "frodo")
    tiles = {group: [form.whats for form in forms] for group, forms in own.tiles.items()}
    assert tiles["people"] == [("draw", "cycle", "eliminate", "forsake"), ("keep",)]
    assert tiles["tokens"] == [("attack", "defence")]
    out = own.tiles["cards"][0]
    assert (out.whats, out.type) == (("remove", "return"), "")
    assert {(option.value, option.at) for option in options(out)} == {
        ("effect item=gimli", ""),
        ("effect item=mordor-orcs whom=moria", "moria"),
        ("effect item=mordor-orcs whom=reserve", "reserve"),
    }
    first, number = own.tiles["people"][0].fields
    assert (first.kind, options(own.tiles["people"][0])[0].value) == ("whom", "frodo")
    assert (number.least, number.most) == (1, 7)


def test_cards_that_show_other_icons_are_lost_by_a_form_of_their_own():
    """A number that is too small for one of them can be sent for none (WC-CMB-5)."""
    where = "mordor-orcs:witch-king@moria olog-hai:witch-king@moria black-uruks:witch-king@moria gimli:frodo@moria"
    step = Losses(1, "moria", NOBODY, 4, (), False, False)
    own = asked(board("trilogy", printed=True, active="moria", cards=where, agenda=[step]), "witch-king")
    told = {name: [[o.value for o in options(form)], form.fields[1].least] for name, form in own.forms.items()}
    assert told == {"lose": [["mordor-orcs", "black-uruks"], 1], "lose-from-2": [["olog-hai"], 2]}


def test_items_lie_under_who_bears_them():
    """One whose wielder lies elsewhere stands by itself."""
    cards = [
        {"id": "sting", "on": "frodo-baggins"},
        {"id": "frodo-baggins", "on": None},
        {"id": "horn", "on": "faramir"},
    ]
    assert nest_items(cards) == [{**cards[1], "items": [cards[0]]}, {**cards[2], "items": []}]
