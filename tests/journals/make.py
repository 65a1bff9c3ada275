"""Makes golden journals: short games for each ending of a game, from fixed seeds.

    python -m tests.journals.make GAME [NAME...]

The scenes of a game are in `GAME_scenes.py`: SCENES, and `beside`, which does what players do besides playing. Where
any legal action is as good as the next a game says nothing more; others have `choose`.
A journal that has been released is never made again, since it has to stay playable as it is; new rules numbers get
journals of their own beside the old ones.
"""

import importlib
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from companion import games
from companion.content.load import load
from companion.play.game.game import Action, Game
from companion.play.journal.session import Session

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Scene:
    """How a game begins, how it ends, and who draws: every `typed`-th draw is typed in (0: none), the others not.

    commands: what is typed first, as after `companion do`. asides: how often somebody does what nobody waits for, from
    0 to 1; as often as anything else, unless told.
    """

    ending: str
    players: tuple[str, ...] = ()
    variant: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    typed: int = 0
    asides: float | None = None
    entries: range = range(22, 71)  # how many
    commands: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()  # types of entries that have to be among them


Beside = Callable[[Session, Scene, int, Action | None], None]  # after how many draws, and which action (None: at first)


Choose = Callable[[random.Random, Sequence[Action]], Action]


def any_of(rng: random.Random, legal: Sequence[Action]) -> Action:
    """One as likely as the next."""
    return legal[int(rng.random() * len(legal))]


def choices(game: Game, legal: Sequence[Action], scene: Scene, rng: random.Random) -> Sequence[Action]:
    """What one of the players may do next."""
    if scene.asides is None:
        return legal
    told = rng.random() < scene.asides
    return [action for action in legal if (action.type in game.rules.aside_types) == told] or legal


def play(session: Session, rng: random.Random, scene: Scene, beside: Beside, choose: Choose) -> None:
    """Random play."""
    game, draws = session.game, 0
    beside(session, scene, draws, None)
    for words in scene.commands:
        said, _, rolled = words.partition(" --rolled ")
        type, *given = said.split()
        command = game.words.parse(
            session.content, session.replay.state, type, dict(word.split("=") for word in given), rolled or None
        )
        assert session.act(command).refusal is None, words
    while (legal := game.rules.legal_actions(session.replay.state)) and session.seq < scene.entries.stop:
        legal = choices(game, legal, scene, rng)
        action = choose(rng, legal)
        chance = game.rules.chance(session.replay.state, action)
        if chance is not None:
            draws += 1
            due = scene.typed and draws % scene.typed == 0
            if chance.real or (due and session.typed_refusal(action) is None):
                numbers = [int(rng.random() * size) for size in chance.sizes]
                action = game.rules.complete(session.replay.state, action, numbers)
        assert session.act(action).refusal is None
        beside(session, scene, draws, action)


def make(id: str, name: str, scene: Scene, beside: Beside, choose: Choose = any_of) -> Session:
    """The first game by number that ends so, is as long as wanted and has what it needs."""
    game, content = games.get(id), load(id)
    header = game.rules.header(content, scene.players, scene.variant, scene.options, scene.position)
    for number in count():
        rng = random.Random(f"{name} {number}")
        session = Session.create(game, content, header, seed=rng.randbytes(32), clock=lambda: "2026-11-21T19:30:00Z")
        assert isinstance(session, Session), session
        play(session, rng, scene, beside, choose)
        outcome = game.rules.outcome(session.replay.state)
        if outcome is None or outcome.ending != scene.ending or len(session.replay.entries) not in scene.entries:
            continue
        if set(scene.needs) <= {entry.type for entry in session.replay.entries}:
            return session
    raise AssertionError(name)


def main(id: str, *names: str) -> None:
    """Make those of a game, or all."""
    scenes = importlib.import_module(f"tests.journals.{id}_scenes")
    for name in names or scenes.SCENES:
        session = make(id, name, scenes.SCENES[name], scenes.beside, getattr(scenes, "choose", any_of))
        text = "".join(f"{entry.line}\n" for entry in session.replay.entries)
        (FOLDER / id).mkdir(exist_ok=True)
        (FOLDER / id / f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")
        print(f"{id}/{name}: {session.seq + 1} entries, {session.code}")


if __name__ == "__main__":
    main(*sys.argv[1:])
