"""Figures of one game, with everything that is in its box: python benchmarks/whole_game.py GAME NAME:SEAT NAME:SEAT...

    engine   validated decisions a second of whole random games, each chosen from the list of what is legal
    verify   entries of journals with the app's draws a second: chain, draws, rules
    bare     the same lines taken apart as JSON and hashed, nothing else: the least that can be done with them
    odds     the slowest question that the game answers, asked at the start of a game
    print    the whole process that prints the box, start to file, and its peak of memory

Without seats three friends play the cooperative game.
"""

from __future__ import annotations

import hashlib
import json
import random
import resource
import subprocess
import sys
import tempfile
import time

from companion.content.load import load
from companion.games import get
from companion.play.game import Json, Refusal
from companion.play.session import Session
from companion.play.verify import verify

USUAL = ("fellowship", "Ania:frodo", "Bo:sam", "Cela:pippin")
SECONDS = 3.0
JOURNALS = 20


def engine(id: str, header: Json) -> tuple[float, float]:
    """Decisions a second and a game."""
    game, rng = get(id), random.Random(1)
    start = game.new(load(id), header)
    decisions = games = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        state = start
        while legal := game.legal(state):
            action = rng.choice(legal)
            chance = game.chance(state, action)
            if chance is not None:
                action = game.complete(state, action, [rng.randrange(size) for size in chance.sizes])
            state = game.apply(state, action)
            decisions += 1
        assert game.outcome(state) is not None
        games += 1
    return decisions / (time.perf_counter() - begun), decisions / games


def journals(id: str, header: Json) -> list[list[str]]:
    """The lines of finished games."""
    found = []
    for seed in range(JOURNALS):
        rng = random.Random(seed)
        session = Session.create(get(id), load(id), header, seed=rng.randbytes(32))
        assert isinstance(session, Session)
        while legal := session.game.legal(session.replay.state):
            assert session.act(rng.choice(legal)).refusal is None
        found.append([entry.line for entry in session.replay.entries])
    return found


def verified(lines: list[list[str]]) -> float:
    """Entries a second."""
    entries, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        for journal in lines:
            assert verify(journal, get, load).replay.ended
            entries += len(journal)
    return entries / (time.perf_counter() - begun)


def bare(lines: list[list[str]]) -> float:
    """Entries a second that are only read and hashed."""
    entries, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        for journal in lines:
            for line in journal:
                hash = json.loads(line).pop("hash")
                head, tail = line.split(f',"hash":"{hash}"')
                assert hashlib.sha256(f"{head}{tail}".encode()).hexdigest() == hash
            entries += len(journal)
    return entries / (time.perf_counter() - begun)


def odds_ms(id: str, header: Json) -> float:
    """Milliseconds of the slowest question, the first time each is asked."""
    game, content, took = get(id), load(id), []
    start = game.new(content, header)
    for question in game.questions.values():
        begun = time.perf_counter()
        question.answer(content, question.told(start), {})
        took.append(time.perf_counter() - begun)
    return max(took, default=0.0) * 1000


def printing(id: str) -> tuple[float, float]:
    """Seconds and MiB of the best of three."""
    took = []
    with tempfile.TemporaryDirectory() as folder:
        words = ["print", "all", "--game", id, "--out", f"{folder}/box.pdf"]
        for _ in range(3):
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-m", "companion", *words], check=True, capture_output=True)
            took.append(time.perf_counter() - begun)
    return min(took), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    id, *players = sys.argv[1:] or USUAL
    header = get(id).header(load(id), players, None, {}, None)
    assert not isinstance(header, Refusal), header
    rate, length = engine(id, header)
    lines = journals(id, header)
    checked, most = verified(lines), bare(lines)
    seconds, mib = printing(id)
    print(f"{id}: {len(players)} players, {length:.0f} decisions a game")
    print(f"  engine  {rate:9,.0f} decisions/s                 goal  5,000")
    print(f"  verify  {checked:9,.0f} entries/s  {checked / most:5.2f} of bare   goal 20,000")
    print(f"  bare    {most:9,.0f} entries/s")
    print(f"  odds    {odds_ms(id, header):9.1f} ms                          goal 50")
    print(f"  print   {seconds:9.2f} s, {mib:.0f} MiB                   goal 4 s, 120 MiB")


if __name__ == "__main__":
    main()
