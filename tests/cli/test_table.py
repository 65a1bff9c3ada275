"""Guided play on one device: whole games typed in, mistakes, and going on after whatever happened."""

import os
import random
import re

import pytest

from companion import games
from companion.cli import screen
from companion.cli.common import open_session
from companion.content.load import load
from companion.play.journal.session import Session
from companion.words.wording import Voice
from tests.tiers import sample

GAME = games.get("dice")
CONTENT = load("dice")
SHORT = {row.id: row["short"] for row in CONTENT["symbol"].values()}
DICE = list(CONTENT["die"])
START = ["2", "Ania", "1", "Bo", "1", "1", "n", "n", "", ""]  # hobbits, basic, no to every option, no words

WORDS = Voice("en", load("wotr"))
SAY = Voice("en", CONTENT).say


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def as_typed(action) -> str:
    """What a player types for an action: letters of the dice rolled, numbers of dice or squares."""
    match action.type:
        case "keep":
            return " ".join(str(DICE.index(die) + 1) for die in action.dice)
        case "resolve":
            return " ".join(map(str, action.halve)) or "0"
        case "repeat":
            return "r " + "".join(SHORT[face] for face in action.dice if face)
        case _:
            return "".join(SHORT[face] for face in action.dice if face)


def random_game(variant: str, seed: int, *players: str) -> tuple[list[str], object]:
    """The lines that play a whole random game with typed dice, and the table it ends with."""
    header = GAME.rules.header(CONTENT, players, variant, {"end_variant": "true"}, None)
    session = Session.create(GAME, CONTENT, header)
    rng, lines = random.Random(seed), []
    while legal := GAME.rules.legal_actions(session.replay.state):
        action = rng.choice(legal)
        if action.type in GAME.words.chance_types:
            sizes = GAME.rules.chance(session.replay.state, action).sizes
            action = GAME.rules.complete(session.replay.state, action, [rng.randrange(size) for size in sizes])
        assert session.act(action).refusal is None
        lines.append(as_typed(action))
    return lines, session.replay.state


def id_of(result) -> str:
    """The id in the line that `table` leaves with."""
    return result.last.split()[-1]


# --- a whole game ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "seed"), sample([("basic", 1), ("advanced", 2)], ("advanced", 2)))
def test_a_whole_game_with_typed_dice(good, variant, seed):
    """Four people type what their dice show, from the names to the winner, with a mistake, an undo and questions."""
    lines, state = random_game(variant, seed, "Ania:pippin", "Bo:frodo", "Cela:merry", "Dan:sam")
    names = ["4", "Ania", "4", "Bo", "frodo", "Cela", "2", "Dan"]  # the last hobbit is his
    choices = ["2" if variant == "advanced" else "1", "y", "n", "y", ""]
    middle = len(lines) // 2
    lines = [*lines[:middle], "?", "l", "c", "rule dg-roll-3", *lines[middle:]]
    told = good("table", "dice", typed=typed(*names, *choices, *lines, "q"))
    shown = good("show", id_of(told), "--json").json
    assert (shown["variant"], shown["end_variant"]) == (variant, True)
    assert [player["hobbit"] for player in shown["players"]] == ["pippin", "frodo", "merry", "sam"]
    assert [(player["circles"], player["squares"]) for player in shown["players"]] == [
        (player.circles, player.squares) for player in state.players
    ]
    assert shown["outcome"]["ending"] == state.ending
    assert tuple(shown["outcome"]["winners"]) == state.winners
    assert shown["code"] in told.out
    assert f"[{shown['outcome']['rule']}" in told.out
    assert CONTENT["rule"]["DG-ROLL-3"]["text"]["en"] in told.out
    assert good("verify", id_of(told), "--head", shown["code"], "--json").json["typed"] > 20


@pytest.mark.tier("exhaustive")
def test_a_whole_game_rolled_by_the_app(good):
    """Enter rolls; a number keeps; Enter resolves."""
    id = id_of(good("table", "dice", typed=typed(*START, "q")))
    for _ in range(400):
        shown = good("show", id, "--json").json
        if shown["outcome"]:
            break
        legal = good("legal", id, "--json").json[-1]["do"] if shown["phase"] == "keep" else ""
        numbers = " ".join(str(DICE.index(die) + 1) for die in legal.removeprefix("keep dice=").split(",") if die)
        numbers = "0" if shown["phase"] == "resolve" else numbers
        good("table", id, typed=typed(numbers, "q"))
    assert shown["outcome"]
    assert good("verify", id, "--json").json["typed"] == 0


def test_mistakes_are_told_and_change_nothing(good):
    """A refusal with its rule, a word that means nothing, a wrong number of symbols; then the game goes on."""
    mistakes = ["rrr", "rrrrrr", "xyz", "tt", "black=t", "1 2 3", "ooooot", "oooot"]
    id = id_of(good("table", "dice", typed=typed(*START, *mistakes, "q")))
    assert good("show", id, "--json").json["seq"] == 0
    told = good("table", id, typed=typed("nrrwn", "", "2", "2 3", "1 5", "9", "black green", "rule XX-1", "1", "q"))
    for rule in ("DG-ROLL-2", "DG-NAZ-1", "DG-ROLL-3", "DG-NAZ-2"):
        assert f"[{rule}" in told.out
    assert good("show", id, "--json").json["seq"] == 2
    told = good("table", id, typed=typed("gooo", "1 2", "3 4", "2 3 9", "2", "q"))
    assert good("show", id, "--json").json["kept"] == {"black": "nazgul", "yellow": "gandalf"}


def test_undo_and_redo_at_the_table(good):
    """`u` takes a choice back, dice only after everybody has agreed; `y` brings back."""
    steps = ["rowgo", "1 2 3 4", "u", "1 2", "u", "y", "u", "u", "n", "u", "y"]
    id = id_of(good("table", "dice", typed=typed(*START, *steps, "q")))
    types = [entry["type"] for entry in good("log", id, "--json").json]
    assert types == ["header", "roll", "keep", "undo", "keep", "undo", "redo", "undo", "undo"]
    assert good("log", id, "--json").json[-1]["args"] == {"agreed": ["frodo", "sam"], "to": 0}
    good("table", id, typed=typed("y", "y", "u", "u", "y", "u", "q"))
    assert good("show", id, "--json").json["phase"] == "roll"


def test_undo_after_the_end_at_the_table(good):
    """The last step may be taken back and played otherwise."""
    end = ["nowgr", "1 2 3 4 5", "0"]
    options = ("--option", "squares=1", "--option", "end_variant=true", "--player", "Ania:frodo", "--player", "Bo:sam")
    told = good("table", "dice", *options, typed=typed("", *end, "u", "1", "q"))
    assert SAY("table.over") in told.out
    shown = good("show", id_of(told), "--json").json
    assert shown["players"][0]["squares"] == "d"
    assert shown["outcome"] is None


def test_words_of_the_players_are_asked_for(good):
    """What they type is mixed into the dice, in the journal as an entry."""
    id = id_of(good("table", "dice", typed=typed(*START[:-1], "Ania 7, Bo 8", "", "q")))
    log = good("log", id, "--json").json
    assert [entry["type"] for entry in log] == ["header", "commit", "reveal", "roll"]
    assert log[2]["args"] == {"words": "Ania 7, Bo 8"}


def test_names_and_hobbits_are_asked_until_they_can_be(good):
    """No name, a number for a name, a colon in a name, a hobbit that is taken or not there."""
    lines = [
        "two",
        "2",
        "",
        "3",
        "Ania: the 1st",
        "7",
        "x",
        "frodo",
        "",
        "Bo",
        "frodo",
        "0",
        "3",
        "3",
        "2",
        "maybe",
        "",
        "n",
        "n",
        "n",
        "",
        "q",
    ]
    shown = good("show", id_of(good("table", "dice", typed=typed(*lines))), "--json").json
    assert [(player["name"], player["hobbit"]) for player in shown["players"]] == [
        ("Ania  the 1st", "frodo"),
        ("Bo", "pippin"),
    ]
    assert (shown["variant"], shown["end_variant"]) == ("advanced", False)


# --- from a position -------------------------------------------------------------------------------------------------

BATTLE = """
attack: {seat: shadow, from: osgiliath, to: pelargir}
regions:
  osgiliath: {units: {sauron: {regular: 1}}}
  pelargir: {units: {gondor: {regular: 2}}}
"""


def test_a_table_without_a_game_asks_which_one(good):
    told = good("table", typed=typed("chess", "1", *START, "q"))
    assert "1 Journey to Mordor" in told.out
    assert told.out.index("Type a number from 1 to 4.") < told.out.index("Name of player 1:")


def test_a_variant_that_needs_a_position_asks_for_its_file(good, run, write):
    """Named in the call or chosen at the table; `--position` says it at once."""
    file = str(write(BATTLE))
    tables = [
        good("table", "wotr", "--variant", "battle", "--position", file, typed=typed("", "1", "q")),
        good("table", "wotr", "--variant", "battle", typed=typed("n", file, "", "1", "q")),
        good("table", "wotr", typed=typed("n", "2", "Ania", "1", "Bo", "3", file, "n", "n", "n", "n", "", "1", "q")),
    ]
    for shown in tables:
        assert "Pelargir is attacked from Osgiliath" in shown.out
    assert run("table", "wotr", "--variant", "battle", typed=typed("n", "nowhere.yaml")).code == 1
    failed = run("new", "wotr", "--variant", "battle", "--player", "Ania:fp", "--player", "Bo:shadow")
    assert failed.code != 0
    assert "--position" in failed.err


# --- going on --------------------------------------------------------------------------------------------------------


def test_going_on_by_game_and_by_id(good):
    """`table GAME` offers the newest unfinished game; `table SESSION` opens any."""
    first = id_of(good("table", "dice", typed=typed(*START, "rowgo", "q")))
    second = id_of(good("table", "dice", typed=typed("n", *START, "q")))
    assert first != second
    assert id_of(good("table", first, typed=typed("1", "q"))) == first
    assert id_of(good("table", "dice", typed=typed("", "y", "q"))) == second
    assert good("show", first, "--json").json["seq"] == 2


def test_a_finished_game_is_not_resumed(good):
    """A new one begins."""
    options = ("--option", "squares=1", "--option", "end_variant=true", "--player", "Ania:frodo", "--player", "Bo:sam")
    over = id_of(good("table", "dice", *options, typed=typed("", "nowgr", "1 2 3 4 5", "0", "")))
    assert good("show", over, "--json").json["outcome"]["ending"] == "last_one"
    assert id_of(good("table", "dice", typed=typed(*START, "q"))) != over


def test_an_unfinished_game_behind_a_finished_one_is_found(good):
    """The newest unfinished session is offered, even if a later one is over."""
    pending = id_of(good("table", "dice", typed=typed(*START, "rowgo", "q")))
    options = ("--option", "squares=1", "--option", "end_variant=true", "--player", "Ania:frodo", "--player", "Bo:sam")
    good("table", "dice", *options, typed=typed("", "nowgr", "1 2 3 4 5", "0", ""))
    assert id_of(good("table", "dice", typed=typed("y", "q"))) == pending


def test_the_variant_of_an_unfinished_game_is_named(run, good):
    """Whoever asks for another variant sees which one would go on."""
    players = ("--player", "Ola:fp", "--player", "Jan:shadow")
    full = good("new", "wotr", *players, "--variant", "full").last
    told = run("table", "wotr", "--variant", "hunt", typed="quit\n").out
    assert f"unfinished game ({WORDS.say('variant.full')})" in told
    assert full in told


def test_the_way_back_names_a_store_of_ones_own(good, tmp_path):
    """And `undo` is known as well as `u`."""
    store, players = tmp_path / "an evening.sqlite", ("--player", "Ania:frodo", "--player", "Bo:sam")
    told = good("table", "dice", *players, "--store", store, typed=typed("", "rowgo", "undo", "y", "q"))
    assert told.last.endswith(f" --store '{store}'")
    id = told.last.removesuffix(f" --store '{store}'").split()[-1]
    assert good("show", id, "--store", store, "--json").json["phase"] == "roll"


@pytest.mark.parametrize("word", ["quit", "exit", "Q", "EXIT"])
def test_words_that_leave_the_table(good, word):
    """The game is kept, and the way back is told."""
    told = good("table", "dice", "--player", "Ania:frodo", "--player", "Bo:sam", typed=typed("", word))
    assert "Go on with: companion table" in told.last
    assert good("show", id_of(told), "--json").json["seq"] == 0


@pytest.mark.parametrize("lines", [["quit"], ["Ania", "exit"]])
def test_words_that_leave_before_there_is_a_table(run, lines):
    """Nothing is begun, and that is said."""
    result = run("table", "dice", typed=typed(*lines))
    assert (result.code, result.err) == (0, "No table was opened.\n")
    assert run("sessions", "--json").json == []


def test_a_game_that_was_broken_off_offers_nothing(run, good, new):
    """After `end` neither a refusal, nor `legal`, nor the table lists what might be done."""
    id = new()
    good("do", id, "end")
    refused = run("do", id, "roll")
    stopped = Voice("en").say("refusal.stopped")
    assert stopped in refused.err
    assert SAY("refused.legal") not in refused.err
    assert run("do", id, "roll", "--json").json["refusal"]["legal"] == []
    assert good("legal", id, "--json").json == []
    assert stopped in good("legal", id).out
    told = good("table", id, typed=typed("", "?", "q")).out
    assert stopped in told
    assert SAY("error.no_choice") not in told
    assert "In words, for example" not in told
    assert SAY("ask.roll_how") not in told


def test_a_refusal_names_dice_in_the_language_of_the_table(run, new):
    """Also where the call does not say which language that is."""
    told = run("do", new("--lang", "pl"), "roll", "--rolled", "ring").err
    assert "czarna, żółta, czerwona, niebieska" in told
    assert "black" not in told


# --- what is listed is taken -----------------------------------------------------------------------------------------


@pytest.fixture
def hunt(good):
    """The id of a Hunt game in which the Free Peoples have one die left, which plays an Event card."""
    rolls = ["will-of-the-west,character,army-muster,event", "character,army,army-muster,event,event,eye"]
    skips = [
        "skip die=will-of-the-west",
        "skip die=army",
        "skip die=character",
        "skip die=character",
        "skip die=army-muster",
    ]
    lines = ["", "1", "1", "1", *rolls, *skips, "skip die=event"]
    return id_of(
        good(
            "table",
            "wotr",
            "--variant",
            "hunt",
            "--player",
            "Ola:fp",
            "--player",
            "Jan:shadow",
            typed=typed(*lines, "q"),
        )
    )


def choice(good, id, text):
    """The number of the choice that is told so."""
    lines = good("table", id, typed="q\n").out.split("\n")
    return next(line.split()[0] for line in lines if text in line)


@pytest.mark.parametrize("alone", [True, False])
def test_a_card_is_called_by_its_title(good, hunt, alone):
    """Cards are listed with id and title: both are taken, behind the number or where they are asked for."""
    number = choice(good, hunt, "play a card (Event)")
    lines = [number, "wisdom of elrond"] if alone else [f"{number} Wisdom of Elrond"]
    told = good("table", hunt, typed=typed(*lines, "q")).out
    assert ("Elven Cloaks" in told) == alone
    last = good("log", hunt, "--json").json[-1]
    assert (last["type"], last["args"]["card"]) == ("event", "fp-str-08")


def test_numbers_of_a_menu_run_in_order(good, hunt):
    """Each number is greater than the one above it, whatever a hand adds to the list."""
    for option in ("true", "false"):
        id = good(
            "new", "wotr", "--player", "Ola:fp", "--player", "Jan:shadow", "--option", f"real_cards={option}"
        ).last
        for _ in range(8):
            told = good("table", id, typed=typed("h", "", "q")).out
            menus = re.findall(r"(?:^  [0-9]+ .*\n)+", told, re.MULTILINE)
            for menu in menus:
                numbers = [int(number) for number in re.findall(r"^  ([0-9]+) ", menu, re.MULTILINE)]
                assert numbers == sorted(numbers)
            good("table", id, typed=typed("", "q"))


@pytest.mark.parametrize("steps", range(12))
def test_the_input_may_end_anywhere(run, good, steps):
    """A closed terminal is no accident: everything so far is kept, there is no traceback, the table can go on."""
    lines = [*START, "rowgo", "1"][:steps]
    result = run("table", "dice", typed=typed(*lines))
    assert result.code in (0, 1)
    if steps >= len(START):
        assert good("show", id_of(result), "--json").json["seq"] == steps - len(START)


@pytest.mark.parametrize("lang", ["pl", "ru", "uk"])
def test_the_table_speaks(good, lang):
    """Prompts, offers and answers in the language asked for; commands and numbers are the same."""
    yes = load("shared").texts["answer.yes"][lang].split()
    steps = ["?", "oooot", "rowgo", "?", "1 2", "u", "u", yes[0], "c", "l", "q"]
    told = good("table", "dice", "--lang", lang, typed=typed(*START[:-2], yes[-1], "", *steps))
    shown = good("show", id_of(told), "--json").json
    assert (shown["end_variant"], shown["phase"]) == (True, "roll")
    assert "[DG-COMP-2" in told.out
    english = good("table", id_of(told), "--lang", "en", typed=typed("q"))
    assert english.out.splitlines()[0] != good("table", id_of(told), typed=typed("q")).out.splitlines()[0]


# --- dice and tiles of the table --------------------------------------------------------------------------------------


def rolls(good, id):
    """How the results of a session came about."""
    return [entry["args"]["source"] for entry in good("log", id, "--json").json if "source" in entry["args"]]


def test_own_dice_are_asked_for_first(good):
    """Enter rolls nothing there; `app` lets the app roll once, and the table changes it from then on."""
    id = good("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam", "--option", "dice=real").last
    told = good("table", id, typed=typed("", "nnnnn", "u", "n", "q")).out
    assert SAY("ask.roll_own", example="rowng") in told
    assert SAY("ask.roll_how") not in told
    assert SAY("table.own_first", kind="dice") in told
    assert rolls(good, id) == ["table"]
    once, always = [good("new", "--again", id).last for _ in range(2)]
    good("table", once, typed=typed("app", "q"))
    assert rolls(good, once) == ["draw"]
    told = good("table", always, typed=typed("real dice=app", "", "q")).out
    assert "from now on the app rolls the dice" in told
    assert SAY("ask.roll_how") in told
    assert rolls(good, always) == ["draw"]


def test_own_dice_are_not_rolled_by_the_word_of_the_action(good):
    """`roll` alone is asked about like Enter, and `help` offers no such example."""
    begin = ("table", "dice", "--player", "Ania:frodo", "--player", "Bo:sam", "--option", "dice=real")
    told = good(*begin, typed=typed("help", "roll", "rowng", "q")).out
    assert SAY("table.example", example="roll") not in told
    assert told.count(SAY("table.own_first", kind="dice")) == 1
    assert "Ania, roll 1: Ring (black), Orc (yellow)" in told


def test_a_table_that_another_device_changed_judges_nothing(good, monkeypatch):
    """Somebody else rolled meanwhile: that is said first, before the typed answer is refused by the old table."""
    id = good("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam").last
    asked = iter(["nonsense", "q"])

    def prompt(_):
        line = next(asked)
        if line != "q":
            open_session(id, os.environ["COMPANION_STORE"]).do("roll", {})
        return line

    monkeypatch.setattr(screen, "prompt", prompt)
    told = good("table", id).out
    assert "Somebody else acted first" in told
    assert "nonsense" not in told
    assert "Type their numbers" in told


def test_own_tiles_and_combat_dice_are_asked_for_first(good):
    """In the War of the Ring: Enter and the number of the roll are refused, faces are taken."""
    players = ("--player", "Ania:fp", "--player", "Bo:shadow")
    id = good("new", "wotr", *players, "--option", "dice=real", "--option", "tiles=real").last
    for _ in range(30):
        (first, *_) = good("legal", id, "--json").json
        if first["type"] == "roll":
            break
        good("do", id, *first["do"].split())
    told = good("table", id, typed=typed("", "1", "q")).out
    assert told.count(WORDS.say("table.own_first", kind="dice")) == 2
    assert rolls(good, id) == []
    good("do", id, "real", "dice=app")
    good("table", id, typed=typed("", "q"))
    assert rolls(good, id) == ["draw"]


@pytest.mark.parametrize("words", [("dice=wood",), ("cards=real",), (), ("dice=real", "tiles=real")])
def test_what_cannot_change_at_the_table(run, new, words):
    id = new()
    assert run("do", id, "real", *words).code in (1, 2)
    assert rolls(run, id) == []


# --- the app's players -----------------------------------------------------------------------------------------------


def test_a_whole_game_beside_a_bot(good):
    """The app moves for its seat at once and says why; what it did verifies."""
    id = id_of(good("table", "dice", "--player", "Ania:frodo", "--bot", "sam=random", typed=typed("", "q")))
    said = ""
    for _ in range(400):
        shown = good("show", id, "--json").json
        if shown["outcome"]:
            break
        legal = good("legal", id, "--json").json[-1]["do"] if shown["phase"] == "keep" else ""
        numbers = " ".join(str(DICE.index(die) + 1) for die in legal.removeprefix("keep dice=").split(",") if die)
        numbers = "0" if shown["phase"] == "resolve" else numbers
        said += good("table", id, typed=typed(numbers, "q")).out
    assert shown["outcome"]
    assert "Sam (the app): Picked blindly" in said
    assert good("verify", id, "--json").json["typed"] == 0
    assert good("log", id, "--json").json[1]["args"] == {"bot": "random", "by": "host"}


def test_people_throw_dice_of_wood_for_a_bot(good):
    """What the bot chose is asked for; other words do nothing."""
    bots = ("--bot", "frodo=random", "--bot", "random")
    call = ("table", "dice", "--player", "Ania:frodo", *bots, "--option", "dice=real")
    told = good(*call, typed=typed("", "1 2", "rowgn", "q"))
    assert "The app plays Ania and chose: roll" in told.out
    types = [entry["type"] for entry in good("log", id_of(told), "--json").json]
    assert types[:4] == ["header", "join", "join", "roll"]
    assert set(types[4:]) <= {"keep"}


def test_what_was_mistyped_for_a_bot_is_typed_anew(good):
    """`u` takes back the throw and what the bot did with it, and asks for the throw again."""
    bots = ("--bot", "frodo=random", "--bot", "random")
    call = ("table", "dice", "--player", "Ania:frodo", *bots, "--option", "dice=real")
    id = id_of(good(*call, typed=typed("", "wwwww", "u", "ggggg", "q")))
    types = [entry["type"] for entry in good("log", id, "--json").json if entry["type"] in ("roll", "amend")]
    assert types == ["roll", "amend", "roll"]


def test_a_bot_takes_as_many_seats_as_make_a_table(good, run):
    """Beside one player of a team of two it plays the three others; what would leave it no seat is not offered."""
    asked = run("table", "wotr", "--bot", "random", typed=typed("3", "Ania", "1", "Bo")).out
    assert "Bo chooses (1 Witch-king / 2 Saruman / 3 the app chooses)" in " ".join(asked.split())
    full = run("table", "wotr", "--player", "Ania:fp", "--player", "Bo:shadow", "--bot", "random")
    assert (full.code, full.err.strip()) == (2, SAY("error.bot_seats", word="random"))
    told = good("table", "wotr", "--bot", "random", typed=typed("4", "Ania", "1", "", "1", "n", "n", "n", "n", "", "q"))
    seats = good("log", id_of(told), "--json").json[0]["args"]["seats"]
    assert {seat["id"] for seat in seats} == {"gondor", "rohan", "witch-king", "saruman"}


def test_an_unknown_bot_or_seat_is_a_wrong_call(run):
    """With the nearest right word; nothing is begun."""
    wrong = run("table", "dice", "--bot", "randm")
    assert (wrong.code, "Did you mean: random?" in wrong.err) == (2, True)
    wrong = run("table", "dice", "--player", "Ania:frodo", "--bot", "samm=random")
    assert (wrong.code, "sam" in wrong.err) == (2, True)
    assert run("sessions", "--json").json == []
