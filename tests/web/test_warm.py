"""Once the tracker has started it opens no file: pages, words, drawings and rules are in memory."""

import subprocess
import sys

import pytest

from companion import games

PLAYED = """
import asyncio, random, sys
from companion.play.simulate import any_action
from tests.languages import LANGUAGES
from tests.two_worlds.tracker import Phone, Tracker, status
from tests.two_worlds.pair import begun
from tests.walks import TABLES, desk

opened = []
game = sys.argv[1]


async def main():
    tracker = Tracker()
    label = next(label for id, label in TABLES if id == game)
    table = desk(game, label)
    session, rng = begun(game, table.header, bytes(32)), random.Random(1)
    for _ in range(60):
        legal = session.game.legal(session.replay.state)
        if not legal:
            break
        session.act(table.choose(rng, legal))
    lines = [entry.line for entry in session.replay.entries]
    tracker.store.create("abcdef", game, "2026-01-01T00:00:00Z", lines, bytes(32))
    async with tracker.running():
        opened.clear()
        for lang in LANGUAGES:
            for phone in (Phone("owner", owner=True), Phone("guest")):
                for path in ("/", "/abcdef", "/abcdef/table", "/abcdef/log", "/abcdef/drawn?after=3", "/abcdef/result"):
                    assert status(await tracker.ask(phone, "GET", path, lang=lang)) in (200, 303), path
                assert status(await tracker.ask(phone, "POST", "/abcdef/do", {"action": "undo"}, lang)) >= 200
        print(*opened, sep="\\n")

def note(event, args):
    if event == "open" and ".py" not in str(args[0]):  # code is loaded when first used
        opened.append(str(args[0]))


sys.addaudithook(note)
asyncio.run(main())
"""


@pytest.mark.parametrize("game", games.GAMES)
def test_no_file_is_opened_while_serving(game):
    ran = subprocess.run([sys.executable, "-c", PLAYED, game], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
