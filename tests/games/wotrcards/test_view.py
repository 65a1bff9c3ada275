"""What is seen and said: views, the table and its lists in a terminal, questions and answers, names people type."""

import re
from pathlib import Path

import pytest

from companion.core.errors import WrongCall
from companion.core.messages import Event
from companion.core.text_wrap import WIDTH, fit_lines
from companion.games.wotrcards import names
from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.rules.combat.combat import Combat
from companion.games.wotrcards.rules.combat.losses import Losses
from companion.games.wotrcards.rules.common.play import Put
from companion.games.wotrcards.rules.common.texts import CardText, ReadText
from companion.games.wotrcards.rules.locations.paths import WalkPath
from companion.games.wotrcards.rules.turn import setup_step
from companion.games.wotrcards.rules.turn.action_step import SeatTurn
from companion.play.game.draft import NOBODY
from companion.play.game.offers import Offer
from companion.words.wording import Voice
from tests.games.wotrcards.board import CONTENT, TABLES, board, start
from tests.languages import LANGUAGES

WORDS = CONTENT.texts


def voice(state, lang="en"):
    return Voice(lang, CONTENT, [{"id": seat, "name": "Ania"} for seat in state.setup.seats])


def parse(t, type, rolled=None, **given):
    return GAME.words.parse(CONTENT, t.state, type, given, rolled)


# --- views -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-SET-6", "refused")
def test_a_hand_is_its_holders():
    """A deck of the app: its holder sees hand and piles, nobody else does, not even a team mate."""
    t = board("trilogy", real=False, hands={"frodo": "gimli"}, cycle={"frodo": "eomer"}, gone={"frodo": "theoden"})
    for viewer, shown in (("frodo", True), ("aragorn", False), ("saruman", False), (None, False)):
        player = GAME.rules.view(t.state, viewer)["players"][0]
        assert (player["hand"], player["cycle"], player["gone"]) == (1, 1, 1)
        seen = [player[key] for key in ("cards", "cycled", "eliminated")]
        assert seen == ([["gimli"], ["eomer"], ["theoden"]] if shown else [None, None, None])


def test_what_lies_open():
    """Locations with tokens and cards, scores, what is left in the decks."""
    t = board(
        "trilogy",
        active="helms-deep",
        path="bag-end",
        tokens={"helms-deep": (2, 0)},
        cards="eomer:frodo@helms-deep",
        won={"free": "edoras:2", "shadow": "moria:1"},
        corruption=3,
    )
    seen = GAME.rules.view(t.state, None)
    place = next(row for row in seen["locations"] if row["id"] == "helms-deep")
    assert (place["side"], place["tokens"]) == ("free", {"attack": 2, "defence": 0})
    assert [(card["id"], card["seat"]) for card in place["cards"]] == [("eomer", "frodo")]
    assert seen["scores"] == {"free": 2, "shadow": 1 + 3}
    assert seen["path"]["id"] == "bag-end"
    assert not {"helms-deep", "edoras"} & set(seen["grounds"]["free"])


@pytest.mark.rule("WC-EPD-4", "accepted")
def test_lists_of_the_set_up():
    """Every card, location and path of the scenario, each once as often as there are copies; gone once play begins."""
    t = start("epic-duel")
    lists = GAME.rules.view(t.state, None)["lists"]
    for seat in t.state.setup.seats:
        parts = [[card for cards in part.values() for card in cards] for part in lists["decks"][seat]]
        assert [len(part) for part in parts] == [45, 25, 20]
    assert [len(part) for part in lists["locations"]["free"]] == [3, 9, 10]
    assert [f"{step['number']}{step['part']}" for step in lists["paths"]][:4] == ["1A", "1B", "2A", "2B"]
    assert sum(len(step["paths"]) for step in lists["paths"]) == 36
    assert GAME.rules.view(t.does("ready").state, None)["lists"] is None


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scenario", TABLES.scenarios)
def test_the_lists_fit_a_terminal(scenario, lang):
    """A tick for every name of the lists, no line too long, the question under them."""
    t = start(scenario)
    told = fit_lines(GAME.show.render_text(t.state, voice(t.state, lang).say))
    assert max(map(len, told)) <= WIDTH
    row = t.state.setup.scenario
    wanted = sum(len(set(part)) for parts in row.decks.values() for part in parts) + len(row.paths)
    wanted += sum(len(part) for side in row.grounds for part in side) + sum(map(len, row.schedule.values()))
    assert sum("☐" in line for line in told) == wanted
    assert all(len(line) <= WIDTH for line in fit_lines(GAME.show.prompt(t.state, voice(t.state, lang).say)))


# --- what happened ---------------------------------------------------------------------------------------------------


def test_a_hidden_card_is_told_to_its_holder_only():
    """Cycled from the hand: by name for the holder."""
    t = board("trilogy", real=False, hands={"frodo": "gimli,theoden,eomer"})
    act = t.act("cycle gimli")
    after = GAME.rules.apply(t.state, act)
    own, theirs = [GAME.rules.events(t.state, act, after, seat)[0] for seat in ("frodo", "aragorn")]
    assert (own.code, own.values["card"].id) == ("did_cycle_card", "gimli")
    assert (theirs.code, "card" in theirs.values) == ("did_cycle", False)


def test_what_came_of_a_round_in_which_all_pass():
    """The path is won by the Free Peoples, hands are drawn, the next round begins with its locations."""
    t = board("trilogy", path="bag-end")
    told = []
    for _ in range(4):
        act, before = t.act("pass"), t.state
        t.does("pass")
        told += [event.code for event in GAME.rules.events(before, act, t.state)]
    assert told.count("did_pass") == 4
    assert {"path_won", "scores", "hand", "round", "phase_location"} <= set(told)
    assert "cards_gone" not in told
    combat = ["phase_combat", "path_won", "scores"]
    assert told[3:] == ["did_pass", *combat, "phase_draw", *["hand"] * 4, "round", "phase_location"]


def test_each_combat_is_told_before_the_next():
    """Of two that nobody attacks each has its cards, its winner and the score by then."""
    t = board("trilogy", active="moria", path="bag-end", cards="mordor-orcs:witch-king@moria", acting=3)
    t.state = t.state.replace(passes=3, agenda=(*t.state.agenda[:-1], SeatTurn(t.state.setup.order[3])))
    codes = []
    for words in ("pass", "fight moria"):
        act, before = t.act(words), t.state
        t.does(words)
        codes.append([event.code for event in GAME.rules.events(before, act, t.state)])
    assert codes[0] == ["did_pass", "phase_combat"]
    assert codes[1][:6] == ["did_fight", "cards_back", "won", "scores", "path_won", "scores"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_that_the_code_can_say_is_there(lang):
    """Each refusal of the rules has its text, and each question a frame that waits."""
    root = Path(setup_step.__file__).parents[1]
    text = "\n".join(path.read_text() for path in root.rglob("*.py"))
    found = set(re.findall(r'Refusal\(\s*"([a-z_]+)"', text))
    found |= {"ring_used", "ring_none"}
    assert {code for code in found if f"refusal.{code}" not in WORDS} == set()
    assert all(WORDS[f"refusal.{code}"][lang] for code in found)


# --- questions and answers -------------------------------------------------------------------------------------------


def test_no_number_of_a_choice_tells_of_a_hand():
    """Without an open hand the cards that the app holds are not listed; with it they are."""
    t = board("trilogy", real=False, hands={"frodo": "gimli,theoden,eomer"})
    closed, own = [GAME.show.prompt(t.state, voice(t.state).say, seat) for seat in (None, "frodo")]
    assert not any("Gimli" in line for line in closed)
    assert any("Gimli" in line for line in own)


def test_a_hand_in_the_terminal_says_what_its_cards_do():
    """To its holder alone: icons and texts that a source gives."""
    t = board("trilogy", real=False, hands={"frodo": "gimli,theoden"})
    own, other = [GAME.show.render_text(t.state, voice(t.state).say, seat) for seat in ("frodo", "aragorn")]
    says = CONTENT["card"]["gimli"]["text"]["en"]
    assert f"    Gimli: [attack +1, defence +1] {says}" in own
    assert not any(says in line for line in other)


def test_losses_are_told_apart():
    """Cards that have the same icons at least stand in one line, with their names."""
    cards = "gimli:frodo@helms-deep eomer:frodo@helms-deep gandalf-the-white:frodo@helms-deep"
    step = Losses(0, "helms-deep", NOBODY, 4, (), False, False)
    t = board("trilogy", active="helms-deep", cards=cards, agenda=[step], printed="true")
    told = [voice(t.state).offer_text(GAME.show.describe_offer(t.state, offer)) for offer in GAME.rules.legal(t.state)]
    lost = [line for line in told if line.startswith("give up")]
    assert len(set(lost)) == len(lost) > 1
    assert all(any(name in line for line in lost) for name in ("Gimli", "Éomer", "Gandalf the White"))


def test_a_draw_is_not_asked_for_by_number():
    """The way to type a real path comes last; where nothing is drawn a number is asked for."""
    drawn, named = board("trilogy", agenda=[WalkPath(0)]), board("trilogy", agenda=[Combat(0)], active="moria,dale")
    say = voice(drawn.state).say
    lines, asked = GAME.show.prompt(drawn.state, say), GAME.show.prompt(named.state, say)
    assert lines[-2] == say("ask.type_cards", number=1, example="Bag End")
    assert say("ask.by_number") in asked
    assert say("ask.by_number") not in lines


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("", ("ring", {}, None)),
        ("pass", ("pass", {}, None)),
        ("play Théoden", ("play", {"card": "Théoden"}, None)),
        ("play card=Sam Gamgee", ("play", {"card": "Sam Gamgee"}, None)),
        ("move Gimli, Helm's Deep", ("move", {"card": "Gimli", "to": "Helm's Deep"}, None)),
        ("hop", ("hop", {}, None)),
    ],
)
def test_answers_of_the_action_step(typed, wanted):
    """A number or nothing, an action with values, with or without their words."""
    t = board("trilogy", hands={"frodo": 1}, path="bag-end")
    type, words, rolled = GAME.words.read_answer(t.state, typed)
    assert (type, words, rolled) == wanted or not typed


def test_answers_of_texts_and_combat():
    """What a text did in a row of words; icons as a number alone; losses as card and number."""
    t = board("trilogy", hands={"frodo": 3}, agenda=[CardText(0, "gimli")], cards="gimli:frodo")
    assert GAME.words.read_answer(t.state, "effect draw frodo 2") == (
        "effect",
        {"what": "draw", "whom": "frodo", "number": "2"},
        None,
    )
    assert GAME.words.read_answer(t.state, "effect attack Helm's Deep 1")[1] == {
        "what": "attack",
        "item": "Helm's Deep",
        "number": "1",
    }
    assert GAME.words.read_answer(t.state, "effect move Gimli; Moria")[1] == {
        "what": "move",
        "item": "Gimli",
        "whom": "Moria",
    }
    assert GAME.words.read_answer(t.state, "")[0] == "done"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_says_what_a_card_or_location_does(lang):
    """In our words, as far as a rulebook or named source gives it; other cards and locations are read at the table."""
    for step, key in (
        (ReadText(0, "pelargir"), "battleground.pelargir.activation"),
        (ReadText(0, "bag-end"), "path.bag-end.activation"),
        (CardText(0, "gimli"), "card.gimli.text"),
        (Put(0, "gimli"), "card.gimli.text"),
    ):
        t = board("trilogy", agenda=[step])
        say = voice(t.state, lang).say
        assert GAME.show.prompt(t.state, say)[1] == say(key)
    for step in (ReadText(0, "dale"), CardText(0, "high-elves")):
        t = board("extended-trilogy", agenda=[step])
        assert GAME.show.prompt(t.state, voice(t.state, lang).say)[1].startswith("  1 ")


@pytest.mark.parametrize(
    ("cards", "icons", "typed"),
    [
        ("the-hunter:witch-king", {"attack": 1}, "1"),
        ("sam-gamgee:gandalf", {"defence": 1}, "0 1"),
        ("the-hunter:witch-king sam-gamgee:gandalf", {"attack": 1, "defence": 1}, "1 1"),
    ],
)
def test_a_question_about_icons_says_which_and_how_many_at_least(cards, icons, typed):
    """Of a path in a duel both sides may count; the answer that it asks for is taken, one icon less is refused."""
    there = " ".join(f"{card}@bucklebury-ferry" for card in cards.split())
    t = board("duel", phase="combat", path="bucklebury-ferry", cards=there, agenda=[Combat(0)], printed=True)
    say = voice(t.state).say
    assert GAME.show.prompt(t.state, say)[-1] == say(f"ask.how_clash_{'_'.join(icons)}", **icons)
    assert t.allows(f"icons {typed}")
    assert not t.allows(f"icons {typed[:-1]}0")


def test_a_number_with_what_it_leaves_open():
    """The name, then the number; what is lacking, or too much, is said."""
    t = board("trilogy", hands={"frodo": 3}, agenda=[CardText(0, "gimli")], cards="gimli:frodo")
    shown = "\n".join(GAME.show.prompt(t.state, voice(t.state).say))
    draw, more = [re.search(rf"^  (\d+) {text} …$", shown, re.M)[1] for text in ("draw cards", "more corruption")]
    wanted = {"what": "draw", "whom": "Free Peoples", "number": "2"}
    assert GAME.words.read_answer(t.state, f"{draw} Free Peoples 2") == ("effect", wanted, None)
    assert GAME.words.read_answer(t.state, f"{more} 3") == ("effect", {"what": "corrupt", "number": "3"}, None)
    for typed, key in ((draw, "whom"), (f"{draw} Frodo", "number"), (more, "number"), (f"{more} Frodo 1", None)):
        with pytest.raises(WrongCall) as raised:
            GAME.words.read_answer(t.state, typed)
        assert raised.value.values.get("key") == key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_an_offer_leaves_open_is_not_named(lang):
    """What is left open is not said; the place that it is about is."""
    where = "mordor-orcs:witch-king@moria mordor-orcs:witch-king gimli:frodo"
    t = board("trilogy", active="moria", cards=where, hands={"frodo": 2}, agenda=[CardText(0, "gimli")])
    told = {offer: GAME.show.describe_offer(t.state, offer) for offer in GAME.rules.legal(t.state) if offer.open}
    assert {event.code.rpartition("_")[2] for event in told.values()} == {"open", "there", "reserve"}
    for offer, event in told.items():
        text = voice(t.state, lang).offer_text(event)
        assert "{" not in text
        assert (CONTENT["battleground"]["moria"]["name"][lang] in text) == (offer.act.whom == "moria")


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_of_every_language_are_understood(lang):
    """Any card and location by its name, in capitals too."""
    for kind in names.CALLED:
        for id, row in CONTENT[kind].items():
            assert names.read_id(CONTENT, row["name"][lang]) == id
            assert names.read_id(CONTENT, row["name"][lang].upper()) == id


@pytest.mark.parametrize("said", ["gandalf-the-grey", "Gandalf the Grey", " GANDALF  the grey ", "gandalf the-grey"])
def test_signs_are_forgiven(said):
    """Hyphens, spaces and capitals do not matter; nor do accents and apostrophes."""
    assert names.read_id(CONTENT, said) == "gandalf-the-grey"
    assert names.read_id(CONTENT, "Theoden") == names.read_id(CONTENT, "théoden")
    assert names.read_id(CONTENT, "helms deep") == names.read_id(CONTENT, "Helm’s Deep") == "helms-deep"


@pytest.mark.parametrize(
    ("said", "near"), [("Gimly", "Gimli"), ("Гэндальф Сирый", "Гэндальф Серый"), ("Morja", "Moria")]
)
def test_an_unknown_name_is_answered_with_the_nearest(said, near):
    """In the language in which it was asked."""
    with pytest.raises(WrongCall) as raised:
        names.read_id(CONTENT, said)
    assert raised.value.values["near"] == near


def test_names_in_commands():
    """Cards of a list may have commas of their own; what names nothing stays; a wrong kind of effect is answered."""
    t = board("trilogy", real=False, hands={"aragorn": "nenya-ring-of-adamant,aragorn"}, agenda=[SeatTurn(2)])
    act = parse(t, "winnow", cards="Nenya, Ring of Adamant, Aragorn")
    assert set(act.cards) == {"aragorn", "nenya-ring-of-adamant"}
    assert parse(t, "put", to="Reserve").to == "reserve"
    assert parse(t, "effect", what="draw", whom="Фродо", number="1").whom == "frodo"
    assert parse(t, "effect", what="draw", whom="Wolne Ludy", number="1").whom == "free"
    with pytest.raises(WrongCall) as raised:
        parse(t, "effect", what="drow")
    assert raised.value.values["near"] == "draw"
    assert isinstance(GAME.show.describe_offer(t.state, Offer(act)), Event)
