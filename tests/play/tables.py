"""Tables of the dice game for the tests of the rooms that all games share."""

from companion import games
from companion.content.load import load

GAME = games.get("dice")
CONTENT = load("dice")
SEED = bytes(range(32))


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
