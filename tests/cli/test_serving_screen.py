"""companion serve: what the terminal shows."""

import io
import logging
import re
import sys
import threading

import pytest

from companion.web import process
from companion.web.server.server_settings import ServerSettings
from companion.words.wording import Voice
from tests.cli.terminal import HERE, KEY, blocks_of, links_of, printed, screen
from tests.languages import LANGUAGES
from tests.web.codes import read, shown


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("links", [HERE, HERE._replace(lan=True), HERE._replace(main="http://a.local/", lan=True)])
def test_the_serving_screen_speaks_every_language(settings, lang, links):
    """The same addresses in every language; the code of the address can be scanned."""
    board = screen(settings, links, lang)
    told = printed(lambda: board.start("abcdef"))
    assert links_of(told) == [f"{links.main}abcdef"]
    assert settings.key not in told
    assert board.codes.use(KEY.search(told).group(2))
    assert read(shown(blocks_of(told), 0)) == [f"{links.main}abcdef"]
    assert Voice(lang).say("serve.how_to_end") in told


def test_a_small_terminal(settings):
    """From the first row of the code on all fits on 24 lines, the one of the cursor included."""
    links = HERE._replace(main="http://192.168.100.100:18000/", others=["http://10.0.0.2:18000/"], lan=True)
    told = printed(lambda: screen(settings, links).start("abcdef"))
    assert told[told.index("█") :].count("\n") <= 23


def test_the_screen_without_a_table_says_how_to_begin(settings):
    """The start page, and how to begin."""
    told = printed(lambda: screen(settings).start(""))
    assert links_of(told) == ["http://127.0.0.1:8000/"]
    assert Voice("en").say("serve.no_table") in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_owners_link_works_once(settings, lang):
    """Whoever brings its code is let in, and a new link is shown; then, and with a wrong code, nobody and nothing."""
    board = screen(settings, lang=lang)
    code = KEY.search(printed(lambda: board.start("abcdef"))).group(2)
    answers = []

    def bring(*brought):
        answers.extend([process.admit_owner(board.codes, board, one) for one in brought])

    told = printed(lambda: bring(code))
    again = KEY.search(told).group(2)
    assert told.count("\n") == 2
    assert again != code
    assert printed(lambda: bring(code, "", settings.key)) == ""
    assert KEY.search(printed(lambda: bring(again)))
    assert answers == [True, False, False, False, True]


def test_a_narrow_terminal(settings, monkeypatch):
    """The address alone, not half a code."""
    monkeypatch.setenv("COLUMNS", "36")
    told = printed(lambda: screen(settings).start("abcdef"))
    assert blocks_of(told) == ""
    assert links_of(told) == ["http://127.0.0.1:8000/abcdef"]


def test_a_terminal_without_blocks(settings, monkeypatch):
    """Letters of an old code page: no question marks in place of a code."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace")
    monkeypatch.setattr(sys, "stdout", out)
    screen(settings).start("abcdef")
    out.seek(0)
    assert "?" not in out.read().replace("/?owner=", "")


def test_a_table_started_in_the_browser(settings, tmp_path):
    """Is shown with its code and remembered."""
    told = printed(lambda: screen(settings).new_table("abcdef"))
    assert links_of(told) == ["http://127.0.0.1:8000/abcdef"]
    assert read(shown(blocks_of(told), 0)) == ["http://127.0.0.1:8000/abcdef"]
    assert ServerSettings(tmp_path / "serve.json").table == "abcdef"
    assert settings.key not in told


def test_trouble_with_the_memory_is_told_once(tmp_path):
    """At the start, not again with every table."""
    (tmp_path / "serve.json").mkdir()
    board = screen(ServerSettings(tmp_path / "serve.json"))
    assert "serve.json" in printed(lambda: board.start(""))
    printed(lambda: board.new_table("abcdef"))  # perhaps for another reason
    assert "serve.json" not in printed(lambda: board.new_table("bcdefg"))


def test_a_damaged_memory_is_told(tmp_path):
    """With its path."""
    (tmp_path / "serve.json").write_text("{")
    assert str(tmp_path / "serve.json") in printed(lambda: screen(ServerSettings(tmp_path / "serve.json")).start(""))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_connections_are_shown_at_most_once_a_second(settings):
    """When it changes, at most one line a second, and the last state is never lost."""
    clock = Clock()
    board = screen(settings, clock=clock)
    board.table = "abcdef"
    waits = []

    def people(*players: tuple[str, int], onlookers: int = 0) -> str:
        return printed(lambda: waits.append(board.people("abcdef", list(players), onlookers)))

    assert people() == ""  # nobody was there before either
    assert people(("Ania", 1)) == "Connected: Ania\n"
    clock.now = 0.2
    assert people(("Ania", 1), ("Bo", 2)) == ""
    assert people(("Ania", 1), ("Bo", 1), onlookers=1) == ""
    assert waits == [None, None, 0.8, 0.8]
    clock.now = 1.0
    assert printed(board.show_waiting) == "Connected: Ania, Bo; 1 person looking on\n"
    clock.now = 2.0
    assert people(("Ania", 1), ("Bo", 1), onlookers=1) == ""
    assert people(("Ania", 2), ("Bo", 0)) == "Connected: Ania (2)\n"
    clock.now = 3.0
    assert people(onlookers=2) == "No player is connected; 2 people looking on\n"
    clock.now = 4.0
    assert people() == "Nobody is connected.\n"


def test_a_reconnection_within_a_second_is_not_shown(settings):
    """Is not worth a line."""
    clock = Clock()
    board = screen(settings, clock=clock)
    printed(lambda: board.people("abcdef", [("Ania", 1)], 0))
    board.people("abcdef", [], 0)
    assert board.people("abcdef", [("Ania", 1)], 0) is None
    clock.now = 5.0
    assert printed(board.show_waiting) == ""


def test_the_screen_names_other_tables_and_gives_each_its_turn(settings):
    """Other tables than the one shown are named; each gets its turn."""
    clock = Clock()
    board = screen(settings, clock=clock)
    board.table = "abcdef"
    assert printed(lambda: board.people("bcdefg", [("Cela", 1)], 0)) == "bcdefg: Connected: Cela\n"
    board.people("cdefgh", [("Dan", 1)], 0)
    board.people("abcdef", [("Ania", 1)], 0)
    clock.now = 1.0
    assert printed(board.show_waiting) == "cdefgh: Connected: Dan\n"
    clock.now = 2.0
    assert printed(board.show_waiting) == "Connected: Ania\n"
    assert board.show_waiting() is None


def test_names_give_the_terminal_no_orders(settings):
    """Control characters of a name are shown, and stay on its line."""
    told = printed(lambda: screen(settings).people("abcdef", [("\x1b]0;gone\x07\u202eAnia\n", 1)], 0))
    assert told.strip().isprintable()
    assert "\\x1b]0;gone\\x07\\u202eAnia\\n" in told


def test_a_terminal_that_is_gone(settings, monkeypatch):
    """Disturbs nobody."""

    class Gone(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Gone())
    board = screen(settings)
    board.start("abcdef")
    board.people("abcdef", [("Ania", 1)], 0)


@pytest.fixture
def faults(settings):
    """The one who hears what goes wrong, at work."""
    heard = process.Faults(screen(settings))
    heard.starting = False
    with heard.listen():
        yield heard


def test_a_fault_is_one_line(faults, capsys):
    """Its kind, its text and its place; no traceback, control characters shown, and the same one once in a row."""
    for text in ("a\x1b[31m", "a\x1b[31m", "b"):
        try:
            raise ValueError(text)
        except ValueError:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(
        r"A fault in the server: ValueError: a\\x1b\[31m \(test_serving_screen\.py:\d+\)\n"
        r"A fault in the server: ValueError: b \(test_serving_screen\.py:\d+\)\n",
        err,
    )


def test_a_fault_of_a_thread(faults, capsys):
    """Is told likewise."""
    thread = threading.Thread(target=lambda: {}["gone"])
    thread.start()
    thread.join()
    assert capsys.readouterr().err.startswith("A fault in the server: KeyError: 'gone'")


def test_a_fault_at_the_start_is_the_reason_to_end(faults, capsys):
    """If it cannot begin the first fault is the reason; at the end nobody asks."""
    faults.starting = True
    logging.error("Traceback\n  File\nValueError: no\n")
    logging.error("Application startup failed. Exiting.")
    assert capsys.readouterr().err == "A fault in the server: ValueError: no\n"
    faults.starting, faults.ending = False, True
    logging.error("Cancel 1 running task(s)")
    assert capsys.readouterr().err == ""
