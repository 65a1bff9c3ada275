"""What one tap reports of a text: as its row says, where the rules allow it, and only where a source gives the text."""

import pytest

from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.reports import OpenText, suggested_offers
from companion.games.wotrcards.rules.common.texts import CardText, ReadText
from companion.games.wotrcards.tables import is_sure
from companion.games.wotrcards.verbs import REPORTS
from companion.words.offer_words import OfferView
from companion.words.wording import Voice
from tests.games.wotrcards.board import CONTENT, board

TEXTS = {"card": "text", "battleground": "activation", "path": "activation"}
SEATS = GAME.rules.tables(CONTENT).scenarios["extended-trilogy"].seats
ROWS = [(kind, row) for kind in TEXTS for row in CONTENT[kind].values() if "reports" in row]


def at_once(t, seat, source):
    """The words of each button."""
    voice = Voice("en", CONTENT, [{"id": id, "name": id} for id in t.state.setup.seats])
    offers = [OfferView(GAME, t.state, offer, voice) for offer in GAME.rules.legal(t.state) if offer.type == "effect"]
    telling = OpenText(source, seat, GAME.rules.view(t.state, seat), CONTENT.tables)
    return [offer.do for offer in suggested_offers(telling, [offer for offer in offers if offer.seat == seat])]


def test_every_verb_is_said_by_a_row():
    """No function that no row needs."""
    said = [report if isinstance(report, str) else next(iter(report)) for _, row in ROWS for report in row["reports"]]
    assert set(said) == set(REPORTS.functions)


@pytest.mark.parametrize("kind", TEXTS)
def test_only_texts_of_a_source_are_reported(kind):
    """What is our own invention for the printed set says nothing of the card on the table."""
    assert [row.id for row_kind, row in ROWS if row_kind == kind and not is_sure(row, TEXTS[kind])] == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("bilbo-baggins", ["effect what=return item=bilbo-baggins", "effect what=draw whom=frodo number=2"]),
        ("the-old-forest", ["effect what=forsake whom=free number=1"]),
        ("bag-end", ["effect what=draw whom=frodo number=2"]),
        ("sam-gamgee", ["effect what=defence item=bag-end number=1"]),
        ("gwaihir-the-windlord", []),
        ("gimli", ["effect what=recover item=dwarven-axe"]),
    ],
)
def test_what_a_text_does_is_a_button(source, words):
    """With everything filled in; a card that lies nowhere cannot be cycled, and an empty pile gives none."""
    walks = source in CONTENT["path"]
    t = board(
        "trilogy",
        path=source if walks else "bag-end",
        cards="bilbo-baggins:frodo",
        hands={"frodo": 2},
        cycle={"frodo": 1} if source == "gimli" else {},
        agenda=[(ReadText if walks else CardText)(0, source)],
    )
    assert at_once(t, "frodo", source) == words


def test_no_card_that_reports_has_copies():
    """Or it would have to be told which of them is meant."""
    assert [row.id for kind, row in ROWS if kind == "card" and row["copies"] > 1] == []


@pytest.mark.parametrize(("kind", "row"), ROWS, ids=lambda one: one if isinstance(one, str) else one.id)
def test_every_row_has_a_button(kind, row):
    """At a table where the card lies in the reserve, or the location is active."""
    step, seat = ReadText, "frodo"
    cards = ""
    if kind == "card":
        chairs = [at for at in CONTENT["chair"].values() if at["scenario"] == "extended-trilogy"]
        step, seat = CardText, next(at["seat"] for at in chairs if row["faction"] in at["factions"])
        others = ("strider:aragorn", "gandalf-the-grey:gandalf")
        cards = " ".join({f"{row.id}:{seat}", *others} if row["type"] != "event" else others)
    t = board(
        "extended-trilogy",
        path=row.id if kind == "path" else "bag-end",
        active=row.id if kind == "battleground" else "edoras",
        cards=cards,
        hands={seat: 3},
        cycle={seat: 3},
        agenda=[step(SEATS.index(seat), row.id)],
    )
    assert at_once(t, seat, row.id)


def test_the_facts_of_a_header_know_no_report():
    """They decide nothing."""
    facts = GAME.rules.facts(CONTENT, "")
    assert not any("reports" in row for kind in TEXTS for row in facts[kind].values())
