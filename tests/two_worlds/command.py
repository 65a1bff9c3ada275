"""Both worlds in a store each, and the commands that a seat may type, in this process: what they print is compared."""

import contextlib
import io
import os
import random
import sys
from unittest import mock

from companion.cli import main
from companion.play.journal.session import ID_LETTERS
from companion.play.journal.store import SqliteStore
from tests import seeds
from tests.two_worlds.loud import LANGS, Mask
from tests.two_worlds.pair import AT, LUCK, Walk, one_time
from tests.two_worlds.run import QUIET, forks, table_of


def typed(words, store):
    """Exit code, and what was printed."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with (
        mock.patch.object(sys, "argv", ["companion", *words]),
        mock.patch.dict(os.environ, {"COMPANION_STORE": str(store)}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
    return f"{code}\n{out.getvalue()}\n{err.getvalue()}".encode()


class Desk:
    """A fork in two stores."""

    def __init__(self, folder, fork, walk, rng, figures, label):
        self.walk, self.rng, self.figures, self.label = walk, rng, figures, label
        self.sessions, self.masks = (fork.a, fork.b), (Mask(), Mask())
        self.id = "".join(rng.choice(ID_LETTERS) for _ in range(6))
        self.stores = [folder / f"{name}-{self.id}.sqlite" for name in "AB"]
        for path, session, mask in zip(self.stores, self.sessions, self.masks, strict=True):
            store = SqliteStore(path)
            lines = [entry.line for entry in session.replay.entries]
            store.create(self.id, session.game.id, AT, lines, session._secret)
            store.close()
            mask.feed(session.replay.entries)

    def same(self, *words, luck=None, who="anybody"):
        """The same words in both worlds, or words of each."""
        sent = []
        for at, path in enumerate(self.stores):
            LUCK.extend([luck] if luck is not None and at else [])
            sent.append(typed([word[at] if isinstance(word, tuple) else word for word in words], path))
        self.figures.pages += 1
        one, other = [mask(each) for mask, each in zip(self.masks, sent, strict=True)]
        self.figures.note((*self.label, self.sessions[0].seq, who, " ".join(map(str, words)), ""), one, other)
        return sent

    def look(self):
        """What anybody is shown, and each seat that is unaware; refusals of what those seats may not do."""
        langs = self.rng.sample(LANGS, 2)
        for lang in langs:
            self.same("show", self.id, "--lang", lang)
            self.same("log", self.id, "--lang", lang)
        self.same("show", self.id, "--json")
        for question in self.walk.game.odds.questions.values():  # what odds are counted with
            one, other = [repr(question.from_state(session.replay.state)).encode() for session in self.sessions]
            self.figures.note((*self.label, self.sessions[0].seq, "anybody", "odds", ""), one, other)
        for seat in sorted(self.walk.unaware):
            lang = self.rng.choice(langs)
            for command in ("show", "legal"):
                self.same(command, self.id, "--seat", seat, "--lang", lang, who=seat)
                self.same(command, self.id, "--seat", seat, "--json", who=seat)
            telling, rest = self.walk.wrong(self.sessions, [seat])
            rest = [fields for fields in rest if "type" in fields]
            for fields in (*telling, *self.rng.sample(rest, min(1, len(rest)))):
                words = {key: value for key, value in fields.items() if key not in ("seat", "type", "rolled")}
                told = [fields["type"], *[f"{key}={value}" for key, value in words.items()]]
                told += ["--rolled", fields["rolled"]] if "rolled" in fields else []
                more = ["--json"] if self.rng.random() < 0.5 else []
                self.same("do", self.id, *told, "--seat", seat, "--lang", lang, *more, who=seat)

    def step(self):
        """A step of the game as both worlds take it: what it prints is for all eyes."""
        step = self.walk.next(self.sessions)
        if step is None:
            return
        each = [fields["do"].split() for fields in step.fields]
        if len(each[0]) == len(each[1]):
            words = list(zip(*each, strict=True))
            self.same("do", self.id, *words, "--seat", step.seat, luck=step.luck, who="all")
            self.figures.steps += 1


def run(game, number, folder, figures, points):
    """Random game `number`: forks of it, looked at from the command line, each with one step."""
    label = table_of(game, number)
    rng = random.Random(seeds.words(f"two worlds typed {game} {label} {number}"))
    figures.games += 1
    with one_time():
        for fork in forks(game, label, rng, points):
            figures.points += 1
            walk = Walk(game, fork, rng)
            walk.quietly((fork.a, fork.b), rng.choice(QUIET))
            desk = Desk(folder, fork, walk, rng, figures, (game, label, number))
            desk.look()
            desk.step()
