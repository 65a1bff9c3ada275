"""Makes the golden journals of the dice game: one short game for each ending, from fixed seeds.

    python -m tests.journals.make

A journal that has been released is never made again, since it has to stay playable as it is; new rules numbers get
journals of their own beside the old ones.
"""

import random
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from companion import games
from companion.content.load import load
from companion.play.session import Session

FOLDER = Path(__file__).parent / "dice"
GAME = games.get("dice")
CONTENT = load("dice")


@dataclass(frozen=True)
class Scene:
    """How a game begins, and who rolls: every `typed`-th roll is typed in (0: none, 1: all), the app draws the rest."""

    players: tuple[str, ...] = ()
    variant: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    typed: int = 0
    most: int = 60  # entries
    needs: str = "roll"  # a type of action that has to be among them


def sheet(name: str, hobbit: str, circles: int, squares: str) -> dict[str, Any]:
    return {"name": name, "hobbit": hobbit, "circles": circles, "squares": squares}


SCENES = {
    "win": Scene(("Żaneta:frodo", "Bo:sam"), typed=4, most=90),
    "tie_break": Scene(
        variant="advanced",
        position={
            "round": 6,
            "active": "pippin",
            "players": [
                sheet("Ania", "pippin", 4, "xdhwwww"),
                sheet("Bo", "merry", 7, "xxxwwww"),
                sheet("Соломія", "frodo", 8, "xdwwwww"),
            ],
        },
        typed=2,
        needs="repeat",
    ),
    "shared": Scene(
        position={"round": 5, "players": [sheet("Ania", "sam", 8, "xxwwwww"), sheet("Bo", "merry", 8, "xxwwwww")]},
        typed=1,
    ),
    "all_lost": Scene(("Ania:frodo", "Bo:sam", "Cela:merry"), "advanced", {"squares": "2", "first": "merry"}),
    "last_one": Scene(
        ("Ania:frodo", "Bo:sam", "Cela:merry", "Дан:pippin"), options={"squares": "2", "end_variant": "true"}, typed=3
    ),
}


def play(session: Session, rng: random.Random, scene: Scene) -> None:
    """Random play with what happens at a table: words for the dice, a note, things taken back, an overruling."""
    everybody, rolls = session.replay.seats, 0
    if scene.typed != 1:
        session.reveal("Ania 7, Bo ósemka")
    while legal := GAME.legal(session.replay.state):
        action = legal[int(rng.random() * len(legal))]
        if action.type in GAME.chance_types:
            rolls += 1
            if scene.typed and rolls % scene.typed == 0:
                chance = GAME.chance(session.replay.state, action)
                numbers = [int(rng.random() * size) for size in chance.sizes]
                action = GAME.complete(session.replay.state, action, numbers)
        assert session.act(action).refusal is None
        if rolls == 2 and action.type == "keep":
            session.undo([])
            session.redo()
            session.note("кава ☕ and cake")
        if rolls == 3 and action.type == "roll":
            session.undo(everybody)
        if scene.options.get("end_variant") and rolls == 5 and action.type == "keep":
            state = session.replay.state
            sheets = [{"circles": player.circles, "squares": player.squares} for player in state.players]
            sheets[0]["circles"] += 1
            session.override("we forgot a Ring", {"round": state.round, "active": state.seat, "players": sheets})


def make(ending: str, scene: Scene) -> Session:
    """The first game by number that ends so and is short enough."""
    header = GAME.header(CONTENT, scene.players, scene.variant, scene.options, scene.position)
    for number in count():
        rng = random.Random(f"{ending} {number}")
        session = Session.create(GAME, CONTENT, header, seed=rng.randbytes(32), clock=lambda: "2026-11-21T19:30:00Z")
        assert isinstance(session, Session), session
        play(session, rng, scene)
        outcome = GAME.outcome(session.replay.state)
        entries = session.replay.entries
        if outcome.ending == ending and len(entries) <= scene.most and scene.needs in [entry.type for entry in entries]:
            return session
    raise AssertionError(ending)


if __name__ == "__main__":
    for ending, scene in SCENES.items():
        session = make(ending, scene)
        path = FOLDER / f"{ending}.jsonl"
        text = "".join(f"{entry.line}\n" for entry in session.replay.entries)
        path.write_text(text, encoding="utf-8", newline="\n")
        winners = session.game.outcome(session.replay.state).winners
        sheets = [f"{player.circles} {player.squares}" for player in session.replay.state.players]
        print(f'"dice/{ending}": Stored("{ending}", {winners}, {sheets}, {session.seq + 1}, "{session.code}"),')
