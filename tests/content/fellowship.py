"""The content of the cooperative game as the tests of this folder read it."""

from collections.abc import Iterator, Mapping

from companion.content.load import load
from companion.games import get
from companion.games.fellowship.verbs import EFFECTS, POWERS

GAME = load("fellowship")
get("fellowship")  # its rules give the verbs their functions
VERBS = {"effect": EFFECTS, "power": POWERS}  # by field
OTHERS = ("print_look", "print_picture", "print_step", "component", "game", "lesson", "timeline")  # tested elsewhere
TRACKS = ["fight", "friendship", "hide", "travel"]


def steps_of(effect) -> Iterator[Mapping]:
    """Every step of a list of steps, those inside others too."""
    for step in effect:
        yield step
        for key in ("then", "else"):
            yield from steps_of(step.get(key, ()))
        for branch in step.get("of", ()):
            yield from steps_of(branch)


def effect(row, field="effect") -> list[dict]:
    """The steps of a row, each `{do: VERB, ...}` with the words that it is given."""
    return [VERBS[field].write(verb) for verb in row[field]]


def effects() -> Iterator[tuple[str, str, list]]:
    """Kind, place and steps of everything that does something."""
    for kind, table in GAME.tables.items():
        for field in VERBS:
            if table.schema.get(field) == "list verb":
                for row in table.values():
                    yield kind, row.place, effect(row, field)


def spaces(track: str) -> list:
    """The spaces of a track in order."""
    return [row for row in GAME["space"].values() if row["track"] == track]
