"""One device for a game with hidden hands: a hand is open only while its player looks."""

import re

import pytest

from companion.words.wording import Voice

BEGIN = ("table", "fellowship", "--player", "Ania:frodo", "--player", "Bo:sam", "--seed", "00ff" * 8)
OPEN = "  hand: "


def test_what_the_app_deals_is_not_asked_for(good):
    """From the first card of a hidden hand on, nothing says how to type real cards."""
    told = good(*BEGIN, typed="\n\nq\n").out
    assert "Real cards: type" not in told
    assert told.count("Enter: the app draws\n") == 2


def test_words_for_the_draws_may_be_left_by_q(good):
    """The table has begun: `q` leaves it as at any later question, and is no word that is mixed in."""
    told = good(*BEGIN, typed="q\n").out
    assert "Everything is saved." in told
    assert "draws travel cards" not in told


@pytest.fixture
def screens(run):
    """What is shown once both have drawn and these lines were typed, cut where the screen is wiped."""

    def typed(*lines):
        result = run(*BEGIN, typed="\n".join(["", "1", "1", *lines, "q"]) + "\n")
        assert result.code == 0, result.err
        return re.split(r"\n{40,}", result.out)

    return typed


def test_nobody_sees_a_hand_by_chance(screens):
    """The public screen tells how many cards a hand has; neither `?` nor the log names one."""
    (screen,) = screens("?", "l")
    assert "6 cards" in screen
    assert OPEN not in screen
    assert "(brown)" not in screen


def test_a_hand_is_open_between_two_wipes(screens):
    """`h` asks for the right eyes and shows the hand of the one whose step it is; a second `h` wipes it away."""
    before, shown, after = screens("h", "", "h")
    assert "Hand the device to Ania" in shown
    assert (OPEN in before, OPEN in shown, OPEN in after) == (False, True, False)


def test_an_action_covers_the_hand(screens):
    """Whoever acted has looked long enough."""
    _, shown, after = screens("h", "", "2")
    assert (OPEN in shown, OPEN in after) == (True, False)


def test_another_players_hand_by_name(screens):
    """By name or seat; an unknown name is a wrong call and opens nothing."""
    assert "Hand the device to Bo" in screens("h Bo", "", "h")[1]
    assert "Hand the device to Ania" in screens("h frodo", "", "h")[1]
    (screen,) = screens("h Gollum")
    assert "Gollum" in screen
    assert OPEN not in screen


COUNCIL = "{place: rivendell, seats: [{hobbit: frodo, name: Ania, hand: [brown-hide]}, {hobbit: sam, name: Bo}]}"


@pytest.fixture
def council(good, write):
    """The id of a table where Ania has to pass a card to the left, face down."""
    id = good("new", "fellowship", "--position", write(COUNCIL), "--seed", "00ff" * 8).last
    for _ in range(20):
        offers = good("legal", id, "--json").json
        if offers[0]["type"] == "pass":
            return id
        good("do", id, *offers[0]["do"].split())
    raise AssertionError(offers)


def cards_of(good, id):
    """How many entries the journal has, and how many cards each holds."""
    shown = good("show", id, "--json").json
    return shown["seq"], [player["cards"] for player in shown["players"]]


def test_the_hand_is_asked_for_before_a_card_is_passed(good, council):
    """The device goes to the seat first; then the choices stand beside the hand, and Enter passes none of them."""
    before = good("show", council, "--json").json["seq"]
    asked, shown = good("table", council, typed="\nq\n").out.split(
        "Hand the device to Ania. When only Ania is looking, press Enter."
    )
    assert "Ania passes a card to the left" in asked
    assert OPEN not in asked
    assert "  1 pass " not in asked
    assert OPEN in shown
    assert "  1 pass " in shown
    assert good("show", council, "--json").json["seq"] == before
    good("table", council, typed="\n\nq\n")
    assert good("show", council, "--json").json["seq"] == before
    good("table", council, typed="\n1\nq\n")
    assert good("log", council, "--json").json[before + 1]["type"] == "pass"


@pytest.mark.parametrize(("typed", "answer"), [("", "error.no_choice"), ("1", "table.hand_first")])
def test_no_unseen_card_is_given_away(good, council, typed, answer):
    """Where the hand stays covered, neither Enter nor a number passes a card; a card that is named goes."""
    before = cards_of(good, council)
    told = good("table", council, typed=f"back\n{typed}\nq\n").out
    assert Voice("en").say(answer) in told
    assert OPEN not in told
    assert cards_of(good, council) == before
    card = good("legal", council, "--json").json[0]["do"]
    good("table", council, typed=f"back\n{card}\nq\n")
    assert cards_of(good, council)[0] == before[0] + 1


def test_a_price_is_paid_from_an_open_hand(good, write):
    """Paying lists what the hand can pay at once; what it costs everybody is told before."""
    seats = "[{hobbit: frodo, name: Ania, hand: [gimli, brown-hide]}, {hobbit: sam, name: Bo}]"
    position = write(f"{{place: moria, seats: {seats}, stack: {{meagre_choice: 1}}}}")
    told = good("table", "fellowship", "--position", position, typed="\n\n\n\nq\n").out
    before, after = told.split("Hand the device to Ania.")
    assert before.rstrip().endswith("· 3 cards\n  · Ania has: 2 cards")
    assert "Also asked" not in told
    assert "lay down: Hiding (brown)" in after


def test_a_price_of_all_names_who_else_can_pay(good, write):
    """Bo's covered hand can pay what Ania will not; the line says how it is opened."""
    seats = "[{hobbit: frodo, name: Ania, hand: [gimli]}, {hobbit: sam, name: Bo, hand: [brown-hide, grey-hide]}]"
    position = write(f"{{place: moria, seats: {seats}, stack: {{meagre_choice: 1}}}}")
    told = good("table", "fellowship", "--position", position, typed="\n\n\n\nq\n").out
    assert "Also asked: Bo (h NAME opens a hand)." in told


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("dice", "--player", "Ania:frodo", "--player", "Bo:sam"), "\nh\nq\n"),
        ((*BEGIN[1:], "--option", "real_cards=true"), "\nh\nh bo\nq\n"),
        ((*BEGIN[1:],), "\nh\nq\n"),
    ],
    ids=["no hands", "real cards", "nothing drawn yet"],
)
def test_a_hand_that_is_not_there(good, words, typed):
    """`h` says so, and asks nobody to look away."""
    told = good("table", *words, typed=typed).out
    assert "The app keeps no cards for Ania." in told
    assert "Hand the device" not in told


def test_a_seat_is_shown_its_own_hand_alone(run):
    """`show --seat` has the hand of that seat; without it none is shown."""
    id = run("new", *BEGIN[1:]).last
    for _ in range(2):
        assert run("do", id, "draw").code == 0
    assert OPEN not in run("show", id).out
    assert run("show", id, "--seat", "sam").out.count(OPEN) == 1


def test_a_refusal_lists_no_other_hand(run, good, write):
    """What is legal instead is told of the one who asked alone."""
    seats = "[{hobbit: frodo, hand: [gimli, brown-hide]}, {hobbit: sam, hand: [legolas, brown-fight]}]"
    position = f"{{place: moria, active: sam, seats: {seats}, stack: {{meagre_choice: 1}}}}"
    session = good("new", "fellowship", "--position", write(position)).last
    good("do", session, "show", "--rolled", "meagre_choice")
    good("do", session, "resolve")
    for seat, own, others in (("frodo", "gimli", "legolas"), ("sam", "legolas", "gimli")):
        refused = run("do", session, "roll", "--seat", seat)
        assert refused.code == 1
        assert own in refused.err
        assert others not in refused.err
        told = run("do", session, "roll", f"by={seat}", "--json").json["refusal"]["legal"]
        assert own in str(told)
        assert others not in str(told)


@pytest.mark.parametrize(("competition", "told"), [("false", {"frodo", "sam"}), ("true", {"frodo"})])
def test_a_list_for_all_tells_no_hidden_runes(good, write, competition, told):
    """Five points are needed to call Gandalf: in a competition the list for nobody tells of the seat asked alone."""
    runes = "runes: {silver: 5}"
    position = f"{{place: moria, seats: [{{hobbit: frodo, {runes}}}, {{hobbit: sam, {runes}}}]}}"
    option = ("--option", f"competition={competition}")
    session = good("new", "fellowship", *option, "--position", write(position)).last

    def offered(*words):
        return {row["seat"] for row in good("legal", session, *words, "--json").json if row["type"] == "summon"}

    assert offered() == told
    assert [offered("--seat", seat) for seat in ("frodo", "sam")] == [{"frodo"}, {"sam"}]
    assert ("by=sam" in good("legal", session).out) == ("sam" in told)
