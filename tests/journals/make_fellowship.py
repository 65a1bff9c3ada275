"""Makes the golden journals of the cooperative game: a short game for each ending, and some for its variants.

    python -m tests.journals.make_fellowship

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

FOLDER = Path(__file__).parent / "fellowship"
GAME = games.get("fellowship")
CONTENT = load("fellowship")


@dataclass(frozen=True)
class Scene:
    """How a game begins, how it ends, and who draws: every `typed`-th draw is typed in (0: none)."""

    ending: str
    players: tuple[str, ...] = ()
    variant: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    typed: int = 0
    most: int = 70  # entries
    needs: tuple[str, ...] = ()  # types of action that have to be among them


def seat(hobbit: str, *hand: str, **more: Any) -> dict[str, Any]:
    return {"hobbit": hobbit, "hand": list(hand), **more}


def climb(*seats: dict[str, Any], sauron: int = 12) -> dict[str, Any]:
    """One space before the end of Mordor."""
    return {
        "place": "mordor",
        "sauron": sauron,
        "active": "sam",
        "seats": list(seats),
        "board": {"travel": 11, "fight": 6, "hide": 7, "event": 3},
    }


SCENES = {
    "destroyed": Scene(
        "destroyed",
        position=climb(
            seat("frodo", "mithril", "belt", runes={"silver": 6}, name="Żaneta"),
            seat("sam", "glamdring", "ghan", name="Bo"),
        ),
        typed=3,
        needs=("epic",),
    ),
    "contest": Scene(
        "contest",
        options={"competition": "true", "relay": "true"},
        position=climb(
            seat("frodo", "anduril", runes={"silver": 3}),
            seat("sam", "faramir", "brown-travel", runes={"gold": [3]}),
            seat("pippin", "arwen", "lembas", runes={"silver": 5}, name="Соломія"),
        ),
    ),
    "doom": Scene("doom", position=climb(seat("frodo", "ghan"), seat("sam", "gollum"), sauron=3), typed=2),
    "bearer_dead": Scene("bearer_dead", ("Ania:sam", "Bo:frodo"), "expert", needs=("draw", "roll", "show"), most=90),
    "ring_is_mine": Scene(
        "ring_is_mine",
        position={
            "place": "mordor",
            "seats": [seat("frodo", "staff", runes={"silver": 5}), seat("sam", "phial"), seat("pippin"), seat("merry")],
            "board": {"event": 4},
            "stack": {"relentless_time": 3, "saurons_will": 1, "hide": 1},
        },
        needs=("gandalf",),
    ),
    "betrayal": Scene(
        "betrayal",
        options={"competition": "true"},
        position={
            "place": "shelob",
            "sauron": 6,
            "seats": [seat("frodo", "gimli", space=4, life={"ring": 3}), seat("sam", "sting", "brown-hide")],
            "board": {"fight": 6, "event": 2},
        },
        typed=4,
    ),
    "real_cards": Scene(
        "bearer_dead",
        ("Ania:frodo", "Bo:sam", "Cela:pippin"),
        options={"real_cards": "true", "real_tiles": "true", "preparations_order": "roll_then_give"},
        variant="expert",
        typed=1,
        most=90,
        needs=("pass", "show", "play"),
    ),
    "introductory": Scene(
        "bearer_dead",
        variant="introductory",
        options={"equality": "true", "gandalf_payment": "pooled", "finish_turn_after_main": "cleanup_only"},
        position={
            "place": "moria",
            "active": "pippin",
            "seats": [
                seat("frodo", "miruvor", "athelas", "brown-wild", space=9),
                seat("sam", "boromir", space=8, runes={"silver": 3}),
                seat("pippin", "gimli", "anduril", space=9, runes={"silver": 4}),
                seat("merry", "legolas", "sting", space=9),
                seat("fatty", "gandalf", "aragorn", space=7, life={"ring": 1}),
            ],
            "board": {"fight": 7, "event": 4},
        },
        needs=("settle",),
    ),
}


def play(session: Session, rng: random.Random, scene: Scene) -> None:
    """Random play with what happens at a table: words for the draws, a note, things taken back."""
    draws = 0
    session.reveal("Ania 7, Bo ósemka")
    while legal := GAME.legal(session.replay.state):
        action = legal[int(rng.random() * len(legal))]
        if action.type in GAME.chance_types:
            draws += 1
            if scene.typed and draws % scene.typed == 0:
                chance = GAME.chance(session.replay.state, action)
                numbers = [int(rng.random() * size) for size in chance.sizes]
                action = GAME.complete(session.replay.state, action, numbers)
        assert session.act(action).refusal is None
        if session.seq == 5:
            session.undo(session.replay.seats)
            session.redo()
            session.note("кава ☕ and cake")
        if session.seq > scene.most:
            return


def make(name: str, scene: Scene) -> Session:
    """The first game by number that ends so, is short enough and has what it needs."""
    header = GAME.header(CONTENT, scene.players, scene.variant, scene.options, scene.position)
    for number in count():
        rng = random.Random(f"{name} {number}")
        session = Session.create(GAME, CONTENT, header, seed=rng.randbytes(32), clock=lambda: "2026-11-21T19:30:00Z")
        assert isinstance(session, Session), session
        play(session, rng, scene)
        outcome = GAME.outcome(session.replay.state)
        types = {entry.type for entry in session.replay.entries}
        if outcome is None or outcome.ending != scene.ending or not 20 < session.seq < scene.most:
            continue
        if types >= {*scene.needs, "undo"}:
            return session
    raise AssertionError(name)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, scene in SCENES.items():
        session = make(name, scene)
        text = "".join(f"{entry.line}\n" for entry in session.replay.entries)
        (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")
        state = session.replay.state
        sheets = [
            f"{player['space']} {player['runes']} {'alive' if player['alive'] else player['cause']}"
            for player in GAME.view(state, None)["players"]
        ]
        winners = GAME.outcome(state).winners
        print(
            f'"fellowship/{name}": Stored("{scene.ending}", {winners}, {sheets}, {session.seq + 1}, "{session.code}"),'
        )
