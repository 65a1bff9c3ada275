"""Garbage of a server: what lives long is left alone, what ended is found."""

import subprocess
import sys

LOOKS = """
import asyncio, gc, weakref
from companion.web.server import collector

class Ring:
    def __init__(self):
        self.itself = self

async def serve():
    looks = collector.Collector()
    before = gc.get_threshold()
    looks.start()
    new, old = Ring(), Ring()
    is_new, is_old = weakref.ref(new), weakref.ref(old)
    del new
    looks.look()
    first = (is_new() is None, is_old() is not None)
    del old
    looks.look()
    second = is_old() is not None
    looks.look()
    third = is_old() is None
    looks.stop()
    print(*first, second, third, gc.get_threshold() == before)

collector.LOOKS = 3
asyncio.run(serve())
"""


def test_what_lives_long_is_looked_through_again_only_by_a_thorough_look():
    """What is new and ended goes at the next look; what outlived one goes at the thorough one, here the third."""
    told = subprocess.run([sys.executable, "-c", LOOKS], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True"] * 5
