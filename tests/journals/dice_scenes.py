"""The golden journals of the dice game: one short game for each ending."""

from typing import Any

from companion.play.game.game import Action
from companion.play.journal import draws
from companion.play.journal.entries.corrections import Override
from companion.play.journal.entries.random_words import Commit, Reveal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.session import Session
from tests.journals.make import Scene


def sheet(name: str, hobbit: str, circles: int, squares: str) -> dict[str, Any]:
    return {"name": name, "hobbit": hobbit, "circles": circles, "squares": squares}


SCENES = {
    "win": Scene("win", ("Żaneta:frodo", "Bo:sam"), typed=4, entries=range(91)),
    "tie_break": Scene(
        "tie_break",
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
        needs=("roll", "repeat"),
    ),
    "shared": Scene(
        "shared",
        position={"round": 5, "players": [sheet("Ania", "sam", 8, "xxwwwww"), sheet("Bo", "merry", 8, "xxwwwww")]},
        typed=1,
        entries=range(61),
    ),
    "all_lost": Scene(
        "all_lost", ("Ania:frodo", "Bo:sam", "Cela:merry"), "advanced", {"squares": "2", "first": "merry"}
    ),
    "committed": Scene("all_lost", ("Ania:frodo", "Bo:sam"), options={"squares": "2"}, needs=("commit",)),
    "last_one": Scene(
        "last_one",
        ("Ania:frodo", "Bo:sam", "Cela:merry", "Дан:pippin"),
        options={"squares": "2", "end_variant": "true"},
        typed=3,
    ),
}


def add_words(session: Session, words: dict[str, str]) -> None:
    """Everybody commits, then everybody shows."""
    for seat, said in words.items():
        session.keep(session.plan(Commit(draws.commitment(said), seat)))
    for seat, said in words.items():
        assert session.keep(session.plan(Reveal(said, seat))).refusal is None


def beside(session: Session, scene: Scene, draws: int, action: Action | None) -> None:
    """Words for the dice, a note, things taken back, an overruling."""
    if action is None:
        if "commit" in scene.needs:
            add_words(session, {"": "gość", "sam": "Bo ósemka", "frodo": "Ania 7"})
        elif scene.typed != 1:
            session.keep(session.plan(Reveal("Ania 7, Bo ósemka")))
        return
    if draws == 2 and action.type == "keep":
        session.keep(session.plan(Undo([])))
        session.keep(session.plan(Redo()))
        session.keep(session.plan(Note("кава ☕ and cake")))
    if draws == 3 and action.type == "roll":
        session.keep(session.plan(Undo(session.replay.seats)))
    if scene.options.get("end_variant") and draws == 5 and action.type == "keep":
        state = session.replay.state
        sheets = [{"circles": player.circles, "squares": player.squares} for player in state.players]
        sheets[0]["circles"] += 1
        session.keep(
            session.plan(Override("we forgot a Ring", {"round": state.round, "active": state.seat, "players": sheets}))
        )
