"""What players keep and see, before and after a change: python tools/compare_commits.py BEFORE [AFTER] [--no-print]

AFTER: a commit, by default the files as they lie here. Both are asked in their own files, for every kept journal of
tests/journals: how it ended, its entries, what a seat sees at its end, whether every action in it is offered, and the
journal in words in every language; and what `companion print all` writes for each game, in one language a game.
Differences are printed; exit code 1 if there are any besides words.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LANGS = ("en", "pl", "ru", "uk")
PRINTED = {"dice": "uk", "fellowship": "pl", "wotr": "ru", "wotrcards": "en"}


def journal(path: Path) -> dict[str, Any]:
    """One kept journal as the files on the import path read it."""
    from companion.content.load import load
    from companion.games import get
    from companion.play.journal import log
    from companion.play.journal.journal import METADATA_KEYS
    from companion.play.report.verify import verify_journal
    from companion.words.wording import Voice

    lines = path.read_text(encoding="utf-8").splitlines()
    report = verify_journal(lines, get, load)
    replay = report.replay
    game, content = replay.game, load(replay.game.id)
    not_offered = []
    for step in log.log_steps(replay):
        if step.entry.type in game.words.action_types:
            args = {key: value for key, value in step.entry.args.items() if key not in METADATA_KEYS}
            act = game.words.decode(step.entry.type, step.entry.seat, args)
            if not offered(game, step.before, game.words.as_open(act) or act):
                not_offered.append(step.entry.seq)
    voices = {lang: Voice(lang, content, replay.header["seats"]) for lang in LANGS}
    return {
        "outcome": repr(game.rules.outcome(replay.state)),
        "entries": len(lines),
        "code": report.code,
        "view": {str(seat): game.rules.view(replay.state, seat) for seat in (None, *replay.seats)},
        "not offered": not_offered,
        "words": {lang: list(log.render_log(replay, voice)) for lang, voice in voices.items()},
    }


def offered(game: Any, state: Any, act: Any) -> bool:
    """Whether the action is one of the offers, or fills one in."""
    return any(offer == act or (hasattr(offer, "admits") and offer.admits(act)) for offer in game.rules.legal(state))


def collect(root: Path, printing: bool) -> dict[str, Any]:
    """Everything, asked of the files below `root`."""
    found = {path.relative_to(root).as_posix(): journal(path) for path in sorted(root.glob("tests/journals/*/*.jsonl"))}
    for game, lang in PRINTED.items() if printing else ():
        with tempfile.TemporaryDirectory() as folder:
            command = [
                sys.executable,
                "-m",
                "companion",
                "print",
                "all",
                "--game",
                game,
                "--lang",
                lang,
                "--out",
                folder,
            ]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)
            for path in sorted(Path(folder).rglob("*.pdf")):
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                found[f"print {game} {path.relative_to(folder).as_posix()}"] = {"sha256": digest}
    return found


def asked(root: Path, printing: bool) -> dict[str, Any]:
    """`collect` of the commit's own copy of this file in a process of its own, with its files on the import path."""
    command = [
        sys.executable,
        str(root / "tools" / Path(__file__).name),
        "--collect",
        str(root),
        *([] if printing else ["--no-print"]),
    ]
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(root)})
    found: dict[str, Any] = json.loads(out.stdout)
    return found


def compare(before: dict[str, Any], after: dict[str, Any]) -> int:
    """Prints what differs; the number of differences besides words."""
    worse = 0
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        if old is None or new is None:
            worse += old is not None
            print(f"{name}: only {'after' if old is None else 'before'}")
            continue
        for key in old:
            if old[key] == new.get(key):
                continue
            if key != "words":
                worse += 1
                print(f"{name}: {key} differs\n  before {str(old[key])[:300]}\n  after  {str(new.get(key))[:300]}")
                continue
            for lang in LANGS:
                gone, come = set(old[key][lang]) - set(new[key][lang]), set(new[key][lang]) - set(old[key][lang])
                print(f"{name}: words {lang}: {len(gone)} lines gone, {len(come)} new")
    kinds = [sum(name.startswith("print ") == printed for name in after) for printed in (False, True)]
    print(f"{kinds[0]} journals and {kinds[1]} printed files compared; {worse} differences besides words")
    return worse


def main() -> None:
    """See the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", nargs="?")
    parser.add_argument("after", nargs="?")
    parser.add_argument("--no-print", action="store_true")
    parser.add_argument("--words", type=Path, help="write both sides' words to this folder")
    parser.add_argument("--collect", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.collect:
        json.dump(collect(given.collect, not given.no_print), sys.stdout, ensure_ascii=False)
        return
    with tempfile.TemporaryDirectory() as folder:
        roots = []
        for commit in (given.before, given.after):
            root = ROOT if commit is None else Path(folder) / commit
            if commit is not None:
                subprocess.run(["git", "worktree", "add", "--quiet", "--detach", root, commit], check=True, cwd=ROOT)
            roots.append(root)
        try:
            before, after = (asked(root, not given.no_print) for root in roots)
        finally:
            for root in roots:
                if root != ROOT:
                    subprocess.run(["git", "worktree", "remove", "--force", root], check=True, cwd=ROOT)
    if given.words:
        for side, found in (("before", before), ("after", after)):
            for name, kept in found.items():
                for lang, lines in kept.get("words", {}).items():
                    path = given.words / side / lang / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(1 if compare(before, after) else 0)


if __name__ == "__main__":
    main()
