"""How players are called: by their names, and by their seats as well where a name alone would not do."""

import pytest

from companion.content.load import load
from companion.content.model import LANGUAGES
from companion.play.game import ROLE, Pair, Ref
from companion.wording import Voice

FRODO, SAM = Ref("seat", "frodo"), Ref("seat", "sam")


def voice(lang, *names):
    """The words of a game in which `names` sit at the first seats of Hobbits."""
    seats = [{"id": id, "name": name} for id, name in zip(("frodo", "sam", "merry"), names, strict=False)]
    return Voice(lang, load("dice"), seats)


def test_a_name_of_one_seat_stands_alone():
    """Ania and Bo need no more."""
    words = voice("en", "Ania", "Bo")
    assert (words.name(FRODO), words.name(SAM)) == ("Ania", "Bo")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_of_several_seats_is_told_apart(lang):
    """Ania at two seats is called with the seat's own name, in the reader's language; Bo is not."""
    words = voice(lang, "Ania", "Ania", "Bo")
    names = load("dice")["hobbit"]
    assert words.name(FRODO) == f"Ania ({names['frodo']['name'][lang]})"
    assert words.name(SAM) == f"Ania ({names['sam']['name'][lang]})"
    assert words.name(Ref("seat", "merry")) == "Bo"


def test_a_role_is_the_seat_itself():
    """Whoever sits there; in a pair with the player it is said once."""
    one, two = voice("en", "Ania", "Bo"), voice("en", "Ania", "Ania")
    assert one.name(Ref(ROLE, "frodo")) == two.name(Ref(ROLE, "frodo")) == "Frodo"
    pair = Pair(FRODO, Ref(ROLE, "frodo"))
    assert one.value(pair) == two.value(pair) == "Ania (Frodo)"
