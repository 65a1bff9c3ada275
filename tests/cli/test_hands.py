"""One device for a game with hidden hands: a hand is open only while its player looks."""

import re

import pytest

BEGIN = ("table", "fellowship", "--player", "Ania:frodo", "--player", "Bo:sam", "--seed", "00ff")
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
    assert "cards: 6" in screen
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
