"""Letters that nobody sees are shown, everything else stays as it is."""

import json
import sys
import unicodedata

import pytest

from companion.content.load import load
from companion.core.errors import ContentError, JournalError, StoreError, WrongCall
from companion.core.messages import Event, Ref
from companion.core.visible import HIDDEN, json_text, show_hidden, show_hidden_lines
from companion.words.wording import Voice
from tests.each import each
from tests.hostile_texts import ATTACKS, hidden
from tests.languages import LANGUAGES


@each(("attack", "shown"), ATTACKS.items())
def test_what_nobody_sees_is_written_out(attack, shown):
    """As an escape that can be read aloud, between the letters around it."""
    assert show_hidden(f"Ania{attack}!") == f"Ania{shown}!"


def test_no_character_of_unicode_stays_hidden(exhaustive):
    """All of them at once, or the two planes of living scripts and the tags; what is seen, or is a space, is itself."""
    codes = range(sys.maxunicode + 1) if exhaustive else (*range(0x20000), *range(0xE0000, 0xE0200), sys.maxunicode)
    every = "".join(map(chr, codes))
    assert not hidden(show_hidden(every))
    seen = "".join(char for char in every if unicodedata.category(char) not in HIDDEN)
    assert show_hidden(seen) == seen


@pytest.mark.parametrize(
    "text", ["", "Żaneta", "Ще й", "a\u00a0b", "10\u202f000", "\\n", "C:\\new", "🧙 Z\u0307", "שלום"]
)
def test_what_is_seen_stays(text):
    """Letters of all alphabets, spaces that keep words together, a backslash that somebody typed."""
    assert show_hidden(text) == text


def test_lines_of_our_own_stay_lines():
    """Only what stands in them is shown."""
    assert show_hidden_lines("a\x1b\nb\r\nc") == "a\\x1b\nb\\r\nc"


def test_json_shows_everything_and_loses_nothing():
    """No hidden character but the ends of its lines, in keys and values, and it is read back as it was."""
    document = {"\u202ea": ["".join(ATTACKS), "ł", "a\u00a0b", "🧙"], "b": {"\x9b": 1}}
    text = json_text(document)
    assert hidden(text) == {"\n"}
    assert "ł" in text
    assert json.loads(text) == document


# --- in words --------------------------------------------------------------------------------------------------------

EVIL = "".join(ATTACKS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_message_carries_hidden_characters(lang):
    """Names, remarks, unknown ids, values of errors: whatever is put into a text of ours."""
    voice = Voice(lang, load("dice"), [{"id": "frodo", "name": f"A{EVIL}"}, {"id": "sam", "name": f"A{EVIL}"}])
    told = [
        voice.say("log.other", type=EVIL),
        voice.event_text(Event("noted", "TB-NOTE-1", {"text": EVIL})),
        voice.event_text(Event("joined", "TB-SEAT-1", {"seat": Ref("seat", EVIL)})),
        voice.event_text(Event("joined", "TB-SEAT-1", {"seat": Ref("seat", "frodo")})),
        voice.name(Ref("seat", "sam")),
        voice.name(Ref("die", EVIL)),
        voice.error_text(JournalError(3, "wrong_place", found=EVIL)),
        voice.error_text(StoreError("session_none", id=EVIL)),
        voice.error_text(WrongCall("no_game", EVIL, [f"{EVIL}x"], choices=EVIL)),
    ]
    assert not any(map(hidden, told))
    assert all("\\x1b[2J" in text for text in told)


def test_a_fault_in_a_file_is_one_line():
    """However its text is split."""
    assert str(ContentError(["a.yaml:1: key 'x\ny'", "b\x1b"])) == "a.yaml:1: key 'x\\ny'\nb\\x1b"
