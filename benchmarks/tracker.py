"""Figures of the tracker: python benchmarks/tracker.py [--long] [PART ...]

    acts      32 phones, each alone at a table of its own, send actions and wait for the answer, which says that the
              entry is on disk: typed dice on SQLite, dice drawn by the app, typed dice on PostgreSQL; in turns with
              bare endpoints, on SQLite and on PostgreSQL, that keep lines by grouped commits and check nothing
    told      100 phones at one table are told of 300 moves: from the request to the last byte at each phone; a player
              and onlookers in one language, then four players and onlookers in four; beside them the bare endpoint,
              with short frames and with frames as long as the tracker's
    war       100 phones at one table of War of the Ring, whole, in one language, are told of 200 moves; beside them the
              bare endpoint with frames as long
    crowd     200 tables of four phones, each in a language of its own, that listen and act in turn: first a move every
              two seconds at each table, then flat out; every fifth request is sent again, as if its answer were lost
    logged    one phone acts at a table of 2,000 entries, alone, then while 20 connections read the log of the table as
              fast as they are answered, then its result; no limit on how often
    memory    of the server: empty, and each table more

Servers run in processes of their own, the load in this one; everything over loopback, on files in a temporary folder.
Whatever was timed is checked: every answer, every stream against its journal, every journal against the rules. Exits
with 1 if a check fails. --long: the crowd plays for 60 seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from pathlib import Path

import uvloop
from tracker_acts import measure_acts
from tracker_crowd import measure_crowd
from tracker_memory import measure_memory
from tracker_readers import measure_logged
from tracker_updates import measure_told, measure_war

PARTS = {
    "acts": measure_acts,
    "told": measure_told,
    "war": measure_war,
    "crowd": measure_crowd,
    "logged": measure_logged,
    "memory": measure_memory,
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("part", nargs="*", choices=[[], *PARTS])
    parser.add_argument("--long", action="store_true")
    given = parser.parse_args()
    for name in given.part or PARTS:
        with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            print(f"{name}  (load {os.getloadavg()[0]:.1f})", flush=True)
            runner.run(PARTS[name](Path(folder), given.long))


if __name__ == "__main__":
    main()
