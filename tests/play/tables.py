"""Tables of the dice game for the tests of the rooms that all games share."""

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError
from companion.play.journal import journal
from companion.play.journal.replay import Replay

GAME = games.get("dice")
CONTENT = load("dice")
SEED = bytes(range(32))
BOTH = ["frodo", "sam"]
ALL_DIFFERENT = "r,o,w,g,n"


def no_clock() -> str:
    """The same time always, so that draws are the same too."""
    return "2026-11-20T19:30:00Z"


def turn(session, faces: str = "w,w,w,w,w") -> None:
    """A whole turn with typed dice: five rolls that keep one die each, or one roll of different symbols."""
    if len(set(faces.split(","))) == 5:
        assert session.do("roll", {}, faces).refusal is None
        assert session.do("keep", {"dice": "black,yellow,red,blue,green"}).refusal is None
    else:
        dice, shown = list(session.replay.state.setup.dice), faces.split(",")
        while dice:
            assert session.do("roll", {}, ",".join(shown)).refusal is None
            assert session.do("keep", {"dice": dice.pop(0)}).refusal is None
            shown.pop(0)
    assert session.do("resolve", {}).refusal is None


def replay_lines(lines: list[str]) -> Replay:
    """Return the replay of a journal."""
    found = journal.read_all(lines)
    replay = Replay(GAME, CONTENT, found[0])
    for entry in found[1:]:
        replay.feed(entry)
    return replay


def first_fault(lines: list[str]) -> tuple[int, str, str | None]:
    """Number, code, and the code of the refusal behind it, of the first bad entry."""
    with pytest.raises(JournalError) as raised:
        replay_lines(lines)
    error = raised.value
    return error.seq, error.code, error.refusal and error.refusal.code


def code_of(answer) -> str | None:
    """Return the code of a refusal."""
    return answer.refusal and answer.refusal.code
