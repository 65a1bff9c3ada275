"""One device for a game with hidden hands: a hand is open only while its player looks."""

import re

import pytest

BEGIN = ("table", "fellowship", "--player", "Ania:frodo", "--player", "Bo:sam", "--seed", "00ff" * 8)
OPEN = "  hand: "


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
