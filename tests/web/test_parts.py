"""Parts of pages as markup: what anybody wrote is text in them, wherever it stands."""

import re
from types import SimpleNamespace

import pytest
from markupsafe import Markup

from companion import games
from companion.content.load import load
from companion.play.journal.session import Session
from companion.web.page import parts
from companion.web.page.parts import PageParts
from companion.web.table import board
from companion.web.table.board import Viewer
from companion.web.table.tables import LiveTable
from companion.words.offer_words import OpenWord
from companion.words.wording import Voice

EVIL = "<q>&\"'\u202e"
SHOWN = "&lt;q&gt;&amp;&#34;&#39;\\u202e"


@pytest.fixture
def made():
    """The parts of a table of English readers."""
    return PageParts(Voice("en", load("dice")), "abcdef", Markup())


def test_what_is_inserted_is_text():
    """Signs of markup and hidden characters; numbers as they are, markup of ours too."""
    assert parts.insert(EVIL) == SHOWN
    assert parts.insert(3) == "3"
    assert parts.insert(Markup("<i>")) == "<i>"


def test_every_part_inserts_what_it_is_given(made):
    """Names, texts and ids come from journals that strangers may have written."""
    word = OpenWord(EVIL, "one", 1, 1, ((EVIL, EVIL),))
    offer = SimpleNamespace(text=EVIL, do=EVIL, seat=EVIL, type=EVIL, shown_by="dice", open={EVIL: word})
    seat = {"name": EVIL, "active": True}
    row = SimpleNamespace(text=EVIL, rule=EVIL, seq=1, shared=True, draw=False, typed=True, bot=True)
    for markup in (
        parts.icon(EVIL),
        parts.sign(EVIL),
        parts.offer_button(offer, EVIL),
        made.rule_link(EVIL, 3),
        made.hidden_fields(EVIL, EVIL),
        made.open_form(EVIL),
        made.button_form(EVIL, EVIL),
        made.open_fields(offer, EVIL),
        made.quick_form(EVIL, EVIL, EVIL),
        made.app_draws([offer]),
        made.hand_drawer(EVIL, EVIL, EVIL, caller=lambda: ""),
        made.card_image(EVIL, EVIL),
        made.card_data(EVIL, EVIL),
        made.card_link(EVIL, EVIL),
        made.seat_clock(EVIL, [seat], [1]),
        made.log_line(row),
        made.bot_characters([{"name": EVIL, "character": EVIL}]),
    ):
        assert isinstance(markup, Markup)
        assert SHOWN in markup
        assert "<q>" not in markup
        assert "\u202e" not in markup


def test_a_name_is_escaped_once():
    """Where the page waits for somebody, too."""
    game, content = games.get("dice"), load("dice")
    header = game.rules.header(content, ["Tom & Jo:frodo", "Bo:sam"], "basic", {}, None)
    page = board.render_fragment(LiveTable(Session.create(game, content, header)), Viewer("en", "", False))
    assert "Waiting for Tom &amp; Jo</h2>" in page
    assert "&amp;amp;" not in page


def test_forms_get_the_number_of_the_newest_entry_last(made):
    """So that they may be kept while the game goes on."""
    form = made.button_form("undo", "Undo", id="undo")
    assert parts.fill_seen(str(form), 12) == (
        '<form method="post" action="/abcdef/do" class="move" id="undo"><input type="hidden" name="seen" value="12">'
        '<input type="hidden" name="type" value="undo"><button class="">Undo</button></form>'
    )


def test_a_number_and_some_of_several_things_are_fields_too(made):
    """Between their bounds; checkboxes of one name are one word of the action."""
    open = {
        "icons": OpenWord("icons", "number", 1, 3),
        "cards": OpenWord("cards", "some", 1, 2, (("a", "Ash"), ("b", "Birch"))),
    }
    got = made.open_fields(SimpleNamespace(open=open, text="lose"), "pick")
    assert '<input class="field" type="number" inputmode="numeric" id="pick-icons" name="icons" min="1" max="3"' in got
    assert re.findall(r'type="checkbox" name="cards" value="(\w)"> (\w+)', got) == [("a", "Ash"), ("b", "Birch")]
