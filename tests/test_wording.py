"""Messages in the words of content/: players, seats, names within sentences."""

import pytest

from companion.content.load import load
from companion.core.messages import Event, Pair, Ref
from companion.words.wording import Voice
from tests.languages import LANGUAGES

SEATS = [{"id": "frodo", "name": "Żaneta"}, {"id": "sam", "name": "sam"}]
VOICE = Voice("uk", load("fellowship"), SEATS)


def both(seat):
    return Pair(Ref("seat", seat), Ref("role", seat))


def test_a_player_is_called_by_the_name_he_told():
    """And his seat by what it plays."""
    assert VOICE.value_text(Ref("seat", "frodo")) == "Żaneta"
    assert VOICE.value_text(Ref("role", "frodo")) == "Фродо"
    assert VOICE.value_text(both("frodo")) == "Żaneta (Фродо)"


def test_who_told_no_name_is_called_by_his_seat():
    """In the reader's language, and once."""
    assert VOICE.value_text(Ref("seat", "sam")) == "Сем"
    assert VOICE.value_text(both("sam")) == "Сем"


def test_a_name_with_a_mark_of_its_own_ends_the_sentence():
    """No full stop follows an exclamation mark."""
    voice = Voice("en", load("wotr"))
    event = Event("stays", "WR-EVENT-11", {"card": Ref("hunt_tile", "shadow-the-ring-is-mine")})
    assert "Mine! [" in voice.event_text(event)


def test_decimals_have_the_point_of_the_language():
    """A comma but in English."""
    assert VOICE.decimal(2.0 / 3, 1) == "0,7"
    assert Voice("en").decimal(2.0 / 3, 2) == "0.67"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_of_several_seats_is_told_apart(lang):
    """Ania at two seats is called with the seat's own name, in the reader's language and once; Bo is not."""
    names = {"frodo": "Ania", "sam": "Ania", "merry": "Bo"}
    words = Voice(lang, load("dice"), [{"id": id, "name": name} for id, name in names.items()])
    called = load("dice")["hobbit"]
    for seat in ("frodo", "sam"):
        assert words.name(Ref("seat", seat)) == words.value_text(both(seat)) == f"Ania ({called[seat]['name'][lang]})"
    assert words.name(Ref("seat", "merry")) == "Bo"
