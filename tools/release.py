"""What a release is made of, from a clean checkout: sdist, wheel, bill of materials (CycloneDX), news, sums.

python tools/release.py FOLDER      the commit that is checked out; needs the extra `release`
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from companion.content import load
from companion.content.check import content_problems
from companion.content.translations import Translation, stale_warnings
from companion.games import GAMES

ROOT = Path(__file__).parents[1]
REASONS = "docs/dependencies.md"
NEWS, SUMS = "CHANGES.md", "SHA256SUMS"


def main(folder: Path) -> None:
    """Write all files, or none that was not there before."""
    if changed := _git("status", "--porcelain").strip():
        sys.exit(f"not a clean checkout; commit or remove:\n{changed}")
    if folder.is_dir() and any(folder.iterdir()):
        sys.exit(f"{folder} is not empty")
    refuse_stale_texts()
    told = news((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), project()["version"])
    with tempfile.TemporaryDirectory() as made:
        work, parts = Path(made) / "checkout", Path(made) / "parts"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(work)], check=True)
        build(work, parts)
        (wheel,) = parts.glob("*.whl")
        name = f"{wheel.name.split('-py3')[0]}.cdx.json"
        (parts / name).write_text(bill(wheel, Path(made) / "venv"), encoding="utf-8")
        (parts / NEWS).write_text(told, encoding="utf-8")
        files = sorted(parts.iterdir())
        sums = "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
        (parts / SUMS).write_text(sums, encoding="utf-8")
        folder.mkdir(parents=True, exist_ok=True)
        for file in [*files, parts / SUMS]:
            (folder / file.name).write_bytes(file.read_bytes())
    print(sums, end="")


def refuse_stale_texts() -> None:
    """Exit with the translations that do not follow their English texts."""
    compared: list[Translation] = []
    faults = content_problems(load.game_ids(), played=GAMES, compared=compared)
    if found := [*faults, *stale_warnings(compared)]:
        sys.exit("\n".join(["not released until every text is right:", *found]))


def build(checkout: Path, folder: Path) -> None:
    """The sdist, and from it the wheel; the same bytes for the same commit."""
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(checkout)]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=_dated())


def bill(wheel: Path, venv: Path) -> str:
    """The bill of materials of the wheel with all that players may install, each with why it is there."""
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    pip = [str(venv / "bin" / "pip"), "--quiet", "--disable-pip-version-check"]
    pins = ["--require-hashes", "--requirement", str(ROOT / "requirements" / "extras.txt")]
    subprocess.run([*pip, "install", "--no-deps", *pins], check=True)
    subprocess.run([*pip, "install", "--no-deps", str(wheel)], check=True)
    subprocess.run([*pip, "uninstall", "--yes", "setuptools", "pip"], check=True)
    words = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "--pyproject"]
    done = subprocess.run(
        [*words, str(ROOT / "pyproject.toml"), str(venv)], check=True, stdout=subprocess.PIPE, env=_dated()
    )
    found: dict[str, Any] = json.loads(done.stdout)
    why = reasons((ROOT / REASONS).read_text(encoding="utf-8"))
    for part in found["components"]:
        if reason := why.get(canonicalize_name(part["name"])):
            part.setdefault("properties", []).append({"name": "rings-companion:reason", "value": reason})
    return json.dumps(found, indent=2, sort_keys=True) + "\n"


def reasons(text: str) -> dict[str, str]:
    """Why each package is needed, by its name, from the tables of docs/dependencies.md."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines()]
    return {canonicalize_name(row[0].strip("`")): row[-1] for row in rows if len(row) == 3 and row[0].startswith("`")}


def news(changelog: str, version: str) -> str:
    """The newest section of the changelog, which has to be headed by that version and a day."""
    section = changelog.split("\n## ")[1]
    head = section.partition("\n")[0]
    if not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", head):
        sys.exit(f"CHANGELOG.md begins with '## {head}'; to release {version} head it '## {version} (YEAR-MONTH-DAY)'")
    return f"## {section}"


def project() -> dict[str, Any]:
    """What pyproject.toml says of the project."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def _dated() -> dict[str, str]:
    """The environment in which files bear the time of the commit."""
    return {**os.environ, "SOURCE_DATE_EPOCH": _git("log", "-1", "--format=%ct").strip()}


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
