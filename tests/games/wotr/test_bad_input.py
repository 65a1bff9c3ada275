"""Bad input of a whole board: what is wrong is named, with the nearest thing that would be right; nothing changes."""

import pytest

from companion.games.wotr.game import GAME
from companion.words.wording import Voice
from tests.games.wotr.board import CONTENT, WAR, field, fight
from tests.games.wotr.combat_cards import HIGH_GROUND, cards
from tests.games.wotr.event_cards import playing
from tests.languages import LANGUAGES

SEATS = [{"id": "fp", "name": "Ania"}, {"id": "shadow", "name": "Bo"}]
EDORAS = {"edoras": "rohan-regular*2,rohan-leader", "folde": "rohan-regular*8,rohan-elite", "dale": "north-regular"}


def march(words="", **how):
    """The Free Peoples march, and an army has set out if words say so."""
    t = field(EDORAS, "fp", **how)
    return t.does(*words.split("; ")) if words else t


BAD = {
    # what is tried: the table, the words, the code, what the sentence names in English
    "six hits of five dice": (
        lambda: fight("sauron-regular*8", "gondor-regular"),
        "strike six,six,six,six,six,six",
        "dice_number",
        ("5 dice", "not 6"),
    ),
    "a figure that is not in the reserve": (
        lambda: march(reserve_less="rohan-elite"),
        "recruit army-muster rohan-elite edoras",
        "none_left",
        ("Rohan elite",),
    ),
    "a settlement of another nation": (
        march,
        "recruit army-muster rohan-elite dale",
        "not_its_settlement",
        ("Rohan elite", "Dale"),
    ),
    "a region that is not adjacent": (
        march,
        "march army-muster edoras minas-tirith",
        "not_adjacent",
        ("Minas Tirith cannot be reached from Edoras", "Folde, Westemnet"),
    ),
    "an attack on a region that is not adjacent": (
        lambda: field({**EDORAS, "moria": "sauron-regular"}, "fp"),
        "attack army-muster edoras moria",
        "not_adjacent",
        ("Moria cannot be reached from Edoras", "Folde, Westemnet"),
    ),
    "a land that is closed in peace": (
        lambda: march(boxes={**WAR, "north": 2}),
        "march army-muster dale erebor",
        "stays_out",
        ("North regular", "Erebor", "not At War"),
    ),
    "leaders alone": (
        lambda: march("march army-muster edoras westemnet; stay rohan-leader 1"),
        "done",
        "part_leaders_alone",
        ("1 would", "Leave a unit with them"),
    ),
    "too many who stay": (
        lambda: march("march army-muster edoras westemnet"),
        "stay rohan-regular 3",
        "stay_number",
        ("Rohan regular", "from 0 to 2"),
    ),
    "who is not there stays": (
        lambda: march("march army-muster edoras westemnet"),
        "stay gondor-elite 1",
        "stay_absent",
        ("Gondor elite", "Rohan regular, Rohan Leader"),
    ),
    "eleven units": (
        lambda: march("march army-muster folde edoras; done; done"),
        "trim rohan-leader 1",
        "trim_absent",
        ("Rohan Leader", "Rohan regular, Rohan elite"),
    ),
    "two too many of eleven": (
        lambda: march("march army-muster folde edoras; done; done"),
        "trim rohan-regular 2",
        "trim_number",
        ("at most 1",),
    ),
    "a card whose condition fails": (
        lambda: playing("fp-str-13", EDORAS, boxes={"elves": 2}),
        "event event fp-str-13",
        "card_condition",
        ("Círdan’s Ships", "The Elves are At War."),
    ),
    "a combat card whose condition fails": (
        lambda: cards(HIGH_GROUND, "sh-str-01").does("done"),
        f"combat {HIGH_GROUND}",
        "combat_condition",
        ("Tom Bombadil", "Free Peoples"),
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_refusal_helps(name):
    """It says so in every language, and the table is the same to the byte."""
    table, words, code, named = BAD[name]
    t = table()
    before = GAME.rules.dump(t.state)
    refusal = t.rules.check(t.state, t.act(words))
    assert refusal is not None
    assert (refusal.code, GAME.rules.dump(t.state)) == (code, before)
    sentence = Voice("en", CONTENT, SEATS).refusal_text(refusal)
    assert [part for part in named if part not in sentence] == []
    for lang in LANGUAGES:
        told = Voice(lang, CONTENT, SEATS).refusal_text(refusal)
        assert "{" not in told
        assert refusal.rule in told
