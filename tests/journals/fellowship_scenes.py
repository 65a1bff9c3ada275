"""The golden journals of the cooperative game: a short game for each ending, and some for its variants."""

from typing import Any

from companion.play.game.game import Action
from companion.play.journal.entries.random_words import Reveal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.session import Session
from tests.journals.make import Scene


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
    "bearer_dead": Scene(
        "bearer_dead", ("Ania:sam", "Bo:frodo"), "expert", needs=("draw", "roll", "show"), entries=range(22, 91)
    ),
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
        entries=range(22, 91),
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


def beside(session: Session, scene: Scene, draws: int, action: Action | None) -> None:
    """Words for the draws, a note, things taken back."""
    if action is None:
        session.keep(session.plan(Reveal("Ania 7, Bo ósemka")))
    elif session.seq == 5:
        session.keep(session.plan(Undo(session.replay.seats)))
        session.keep(session.plan(Redo()))
        session.keep(session.plan(Note("кава ☕ and cake")))
