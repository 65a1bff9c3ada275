"""What seats see, hear and type: views, text, questions, answers, words, chance, exact odds."""

from collections import Counter
from fractions import Fraction

import pytest

from companion.content.load import load
from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.core.text_wrap import WIDTH, fit_lines
from companion.games.wotr.game import GAME
from companion.play.game.game import Chance
from companion.play.game.offers import Offer
from companion.words.wording import Voice
from tests.languages import LANGUAGES

CONTENT = load("wotr")
SEATS = [{"id": "fp", "name": "Ania"}, {"id": "shadow", "name": "Bo"}]
ACT = {
    "phase": "action",
    "dice": {"fp": ["character", "event"], "shadow": ["army", "event"]},
    "hunt_box": {"shadow": 2},
}


def table(real_cards="false", **position):
    state = GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, [], None, {"real_cards": real_cards}, position))
    assert not isinstance(state, Refusal), state
    return state


def does(state, *acts):
    """The words of actions, what chance shows after `--rolled`."""
    for words in acts:
        type, *rest = words.split()
        rolled = next((word.removeprefix("rolled:") for word in rest if word.startswith("rolled:")), None)
        given = dict(word.split("=") for word in rest if "=" in word)
        state = GAME.rules.apply(state, GAME.words.parse(CONTENT, state, type, given, rolled))
    return state


HELD = {**ACT, "hands": {"fp": ["fp-char-10"], "shadow": ["sh-char-05"]}}


def test_a_hand_is_seen_by_its_holder():
    """Others see how many cards; nobody sees what a deck holds."""
    state = table(**HELD)
    hands = {seat: [row["hand"] for row in GAME.rules.view(state, seat)["players"]] for seat in ("fp", "shadow", None)}
    assert hands == {"fp": [["fp-char-10"], None], "shadow": [None, ["sh-char-05"]], None: [None, None]}
    assert [row["cards"] for row in GAME.rules.view(state, None)["players"]] == [1, 1]
    assert GAME.rules.view(state, None)["sides"]["fp"]["decks"] == {"character": 23, "strategy": 24}


def test_a_view_tells_the_table():
    """HuntBox, dice, Fellowship, politics, pool, what is awaited."""
    seen = GAME.rules.view(table(**ACT, fellowship={"region": "moria", "progress": 2, "corruption": 3}), None)
    assert seen["hunt_box"]["level"] == 2
    assert (seen["fellowship"]["region"], seen["fellowship"]["step"]) == ("moria", None)
    assert (seen["sides"]["fp"]["unused"], seen["sides"]["shadow"]["pool"]) == ({"character": 1, "event": 1}, 7)
    assert (sum(seen["pool"].values()), seen["politics"]["elves"]["active"]) == (16, True)
    assert (seen["step"], seen["active"]) == ({"kind": "act", "seat": "fp"}, "fp")


def test_the_step_of_a_tile_tells_its_damage():
    """What is left of it, and whether it reveals."""
    state = does(
        table(**ACT),
        "move die=character",
        "watch conditions=0",
        "search rolled:two,six",
        "tile rolled:standard-2-reveal",
    )
    step = GAME.rules.view(state, None)["step"]
    assert (step["kind"], step["tile"], step["damage"], step["reveals"]) == ("tile", "standard-2-reveal", 2, True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_of_the_table_is_narrow_and_keeps_secrets(lang):
    """At most 40 characters a line; a hand only for its holder."""
    state, voice = (
        table(**HELD, table=["fp-char-06"], regions={"dale": {"control": "shadow"}}),
        Voice(lang, CONTENT, SEATS),
    )
    name = CONTENT["event_card"]["fp-char-10"]["name"][lang]
    for seat in (None, "fp", "shadow"):
        lines = fit_lines(GAME.show.render_text(state, voice.say, seat))
        assert all(len(line) <= WIDTH for line in lines), lines
        text = " ".join(" ".join(lines).split())
        assert (name in text) == (seat == "fp")


def test_every_number_means_what_stands_beside_it():
    """A listed number is answered with the action that is listed; nothing means the first."""
    state, say = table(**HELD), Voice("en", CONTENT, SEATS).say
    lines = [line for line in GAME.show.prompt(state, say, "fp")[1:-1] if line.startswith("  ")]
    assert len(lines) > 5
    for line in lines:
        number, text = line.split(maxsplit=1)
        if text.endswith(" …"):
            continue
        type, words, _ = GAME.words.read_answer(state, number)
        event = GAME.show.describe_offer(state, Offer(GAME.words.parse(CONTENT, state, type, words, None)))
        assert say(f"event.{event.code}", **event.values) == text.strip()
    assert GAME.words.read_answer(state, "") == GAME.words.read_answer(state, "1")


def test_a_number_takes_what_its_choice_leaves_open():
    """Thirty regions are one line; the region is typed after its number, and asked for where it is not."""
    state, say = table(**ACT, fellowship={"region": "moria", "progress": 3}), Voice("en", CONTENT, SEATS).say
    state = does(state, "separate die=character character=gimli")
    asked = GAME.show.prompt(state, say, "fp")
    assert asked[1] == "  1 go to a region …"
    assert asked[-2] == "Type what “…” stands for after the number: 1 region=moria."
    for text in ("1 rivendell", "1 region=rivendell"):
        assert GAME.words.read_answer(state, text) == ("settle", {"region": "rivendell"}, None)
    for text in ("1", ""):
        with pytest.raises(WrongCall) as raised:
            GAME.words.read_answer(state, text)
        assert (raised.value.code, raised.value.values["key"]) == ("word_lacking", "region")


def test_what_is_open_is_said_without_it():
    """One offer of a die for all cards that it pays for, of a report for all that it may name."""
    state = table(**HELD)
    told = {offer.type: GAME.show.describe_offer(state, offer).code for offer in GAME.rules.legal(state) if offer.open}
    assert (told["event"], told["captured"], told["combat"]) == (
        "offer_event_open",
        "offer_captured_open",
        "offer_combat",
    )
    assert len(GAME.rules.legal(state)) < 40 < len(GAME.rules.legal_actions(state))


def test_a_number_is_how_many():
    """How many dice there are to be is typed as that number; nothing means the least."""
    say = Voice("en", CONTENT, SEATS).say
    two = {"phase": "allocation", "fellowship": {"companions": ["gimli", "boromir"]}}
    t = table(**two)
    assert [GAME.words.read_answer(t, number)[1] for number in ("0", "2", "")] == [{}, {"dice": "2"}, {}]
    assert [line.split()[0] for line in GAME.show.prompt(t, say)[1:-1]] == ["0", "1", "2"]
    assert GAME.words.read_answer(t, "3") == ("3", {}, None)
    t = table(**two, hunt_box={"fp": 1})
    assert [GAME.words.read_answer(t, number)[1] for number in ("1", "")] == [{"dice": "1"}, {"dice": "1"}]
    assert GAME.words.read_answer(t, "0") == ("0", {}, None)


def test_no_number_tells_of_a_hand():
    """Whatever the Free Peoples hold, an onlooker is asked the same."""
    say = Voice("en", CONTENT, SEATS).say
    asked = {
        tuple(GAME.show.prompt(table(**ACT, hands={"fp": cards}), say))
        for cards in ([], ["fp-char-10"], ["fp-str-05", "fp-char-06"])
    }
    assert len(asked) == 1


def test_every_way_to_answer_wotr_is_understood():
    """Words of an action, numbers that dice show, tiles by name."""
    state = table(**ACT)
    assert GAME.words.read_answer(state, "move die=character") == ("move", {"die": "character"}, None)
    assert GAME.words.read_answer(state, "dance") == ("dance", {}, None)
    state = does(state, "move die=character", "watch conditions=0")
    assert GAME.words.read_answer(state, "2 6") == ("search", {"by": "shadow"}, "2,6")
    assert GAME.words.read_answer(state, "") == ("search", {}, None)
    state = does(state, "search rolled:two,six")
    assert GAME.words.read_answer(state, "standard-1") == ("tile", {"by": "shadow"}, "standard-1")


@pytest.mark.parametrize(
    ("type", "given", "rolled", "seat"),
    [
        ("dance", {}, None, None),
        ("move", {"hat": "character"}, None, None),
        ("move", {"die": "sword"}, None, None),
        ("allocate", {"dice": "two"}, None, None),
        ("move", {}, "character", None),
        ("move", {"by": "gollum"}, None, None),
        ("move", {"by": "shadow"}, None, "fp"),
    ],
)
def test_words_that_mean_nothing(type, given, rolled, seat):
    """Unknown actions, keys, faces, seats; nobody acts for another."""
    with pytest.raises(WrongCall):
        GAME.words.parse(CONTENT, table(**ACT), type, given, rolled, seat)


def test_who_may_act_at_all():
    """A seat that does not sit here is named."""
    state = table(**ACT)
    act = GAME.rules.legal_actions(state)[0]._replace(seat="gondor")
    assert GAME.rules.check(state, act).code == "seat_unknown"
    assert [fault.code for fault in GAME.show.sheets.check(CONTENT, {})] == ["sheets_none"]


# --- chance ----------------------------------------------------------------------------------------------------------


def test_what_is_drawn():
    """Cards sealed, dice and tiles open."""
    state = table(phase="recover", real_cards="false")
    assert GAME.rules.chance(state, GAME.rules.legal_actions(state)[0]) == Chance("draw", (24,), True)
    state = table(phase="roll")
    assert GAME.rules.chance(state, GAME.rules.legal_actions(state)[0]) == Chance("roll", (6,) * 4)


def test_a_roll_has_the_odds_of_its_dice():
    """Four dice with two Character faces of six."""
    state = table(phase="roll")
    odds = {act.faces: share for act, share in GAME.rules.outcomes(state)}
    assert odds[("character",) * 4] == Fraction(1, 3) ** 4
    assert (sum(odds.values()), len(odds)) == (1, 70)
    (act,) = [act for act, _ in GAME.rules.outcomes(state) if act.faces == ("will-of-the-west",) * 4]
    assert Counter(pair.first.id for pair in GAME.show.drawn_faces(state, act)) == {"will-of-the-west": 4}


# --- exact odds ------------------------------------------------------------------------------------------------------


def asked(question, state=None, **given):
    told = GAME.odds.questions[question].from_state(state) if state is not None else {}
    return GAME.odds.questions[question].answer(CONTENT, told, {key: str(word) for key, word in given.items()})


def chances(odds, code):
    return next({row.id: row.chance for row in part.rows} for part in odds.tables if part.code == code)


def test_odds_of_one_hunt_sum_to_1():
    """Two dice, nothing in the box: 11 of 36 hit; every table sums to 1; the Guide takes all of it."""
    odds = asked("hunt", level=2)
    assert chances(odds, "drawn")["now"] == Fraction(11, 36)
    assert chances(odds, "hunt_hits") == {"0": Fraction(25, 36), "1": Fraction(10, 36), "2": Fraction(1, 36)}
    for code in ("choice_take", "choice_guide", "choice_random"):
        rows = chances(odds, code)
        assert sum(share for id, share in rows.items() if id != "revealed") == 1
    assert {row for row in chances(odds, "choice_guide") if not row.startswith("0")} == {"revealed"}


def test_the_hunt_of_a_table():
    """The words of a table in play, and what differs from it."""
    state = table(**ACT, fellowship={"region": "moria", "companions": ["meriadoc"]}, pool={"in": {"standard-3": 2}})
    odds = asked("hunt", state)
    assert odds.given["pool"] == "standard-3*2"
    assert (odds.given["level"], odds.given["rerolls"], odds.given["guide"]) == ("2", "1", "meriadoc")
    assert {part.code for part in odds.tables} >= {"choice_separate", "choice_take"}
    alone = asked("hunt", state, companions="none")
    assert {part.code for part in alone.tables} >= {"choice_ability"}
    assert alone.given["guide"] == "gollum"


def test_the_mordor_track():
    """Five tiles of no damage destroy the Ring; the words of a table in play."""
    few = asked("mordor", corruption=11, pool="standard-0-reveal*2")  # the pool is used up and comes back
    assert chances(few, "ring")["destroyed"] == 1
    worse = asked("mordor", corruption=8, step=3, pool="standard-1", out="standard-3")
    assert chances(worse, "ends_with") == {"10": Fraction(1, 2)}
    state = table(
        phase="roll", fellowship={"mordor_step": 3, "corruption": 6, "companions": []}, hunt_box={"shadow": 1}
    )
    odds = asked("mordor", state)
    assert (odds.given["step"], odds.given["corruption"], odds.given["box"]) == ("3", "6", "1")
    assert 0 < chances(odds, "ring")["destroyed"] < 1
    assert sum(chances(odds, "ring").values()) == 1


@pytest.mark.parametrize(
    ("question", "given", "code"),
    [
        ("hunt", {"hat": 1}, "unknown_key"),
        ("hunt", {"level": -1}, "option_whole"),
        ("hunt", {"rerolls": 4}, "option_whole"),
        ("hunt", {"pool": "standard-9"}, "no_item"),
        ("hunt", {"pool": "standard-3*4"}, "odds_tiles"),
        ("hunt", {"pool": "standard-3*x"}, "not_whole"),
        ("hunt", {"pool": "none"}, "odds_no_tiles"),
        ("hunt", {"guide": "gimli"}, "no_item"),
        ("mordor", {"step": 5}, "option_whole"),
        ("mordor", {"corruption": 12}, "option_whole"),
        ("mordor", {"policy": "best"}, "no_item"),
        ("mordor", {"hidden": "maybe"}, "option_flag"),
        ("mordor", {"pool": "shadow-shelobs-lair"}, "odds_few_tiles"),
    ],
)
def test_odds_of_what_cannot_be(question, given, code):
    """Named, not guessed at."""
    with pytest.raises(WrongCall) as raised:
        asked(question, **given)
    assert raised.value.code == code
