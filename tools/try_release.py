"""Install a wheel or an sdist with other Pythons, each in a folder of its own, and see that it prints the same bytes as
this checkout does and judges the kept journals alike.

python tools/try_release.py FILE PYTHON ...      FILE: what tools/release.py made; PYTHON: interpreters
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PINS = ROOT / "requirements" / "print.txt"
PRINTS = (
    ("sheets", "dice", "en"),
    ("dice", "dice", "pl"),
    ("figures", "dice", "uk"),
    ("boxes", "dice", "ru"),
    ("tiles", "fellowship", "pl"),
    ("aids", "fellowship", "uk"),
    ("tiles", "wotr", "en"),
    ("aids", "wotrcards", "ru"),
)
JOURNALS = sorted((ROOT / "tests" / "journals").rglob("*.jsonl"))


def main(file: Path, pythons: Sequence[str]) -> int:
    """How many of the Pythons differ."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        here = outcome([sys.executable, "-m", "companion"], folder / "here", {"PYTHONPATH": str(ROOT)})
        wrong = 0
        for number, python in enumerate(pythons):
            command = installed(file, python, folder / f"venv{number}")
            there = outcome(command, folder / f"there{number}")
            differs = [name for name in here if here[name] != there[name]]
            wrong += bool(differs)
            print(f"{python}: {len(here) - len(differs)} of {len(here)} the same", *differs, flush=True)
    return wrong


def installed(file: Path, python: str, folder: Path) -> list[str]:
    """The command `companion`, from that file and the packages it needs to print and to play, and no other."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, "--no-deps", "--require-hashes", "--requirement", str(PINS)], check=True)
    subprocess.run([*pip, "--no-deps", str(file.resolve())], check=True)
    return [str(folder / "bin" / "companion")]


def outcome(command: Sequence[str], folder: Path, more: dict[str, str] | None = None) -> dict[str, str]:
    """SHA-256 of every print, and what `verify` says of every journal, run from an empty folder."""
    folder.mkdir()
    environment = {**os.environ, "COMPANION_LANG": "en", **(more or {})}

    def run(*words: str) -> str:
        done = subprocess.run(
            [*command, *words], cwd=folder, env=environment, check=False, capture_output=True, encoding="utf-8"
        )
        return f"{done.returncode} {done.stdout}{done.stderr}"

    found: dict[str, str] = {}
    for kind, game, lang in PRINTS:
        out = folder / f"{game}-{kind}.pdf"
        told = run("print", kind, "--game", game, "--lang", lang, "--out", out.name)
        paths = sorted(path for path in folder.glob(f"{out.stem}*") if path.is_file())
        digests = [f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in paths]
        found[out.name] = "\n".join([told, *digests])
        if not paths:
            sys.exit(f"nothing printed: {told}")
    for path in JOURNALS:
        found[f"{path.parent.name}/{path.name}"] = run("verify", str(path))
    return found


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]) > 0)
