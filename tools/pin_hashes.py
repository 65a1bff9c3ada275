"""Write requirements.txt and requirements/*.txt anew: what each extra needs, and for each pin the sha256 of its files.

python tools/pin_hashes.py INDEX      INDEX: address of a package index, as pip's --index-url takes it

To run after a version in them was changed, or a dependency in pyproject.toml (write NAME==VERSION into any of them for
each package it brings); needs the extras `test` and `release`. A list begins with other lists, and holds what they do
not. Of a version's files are kept the sdist, and the wheels for CPython 3.11 to 3.14 on macOS, Windows (64 bits) and
Linux (x86_64, aarch64): everything else builds from the sdist.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LISTS = {  # with which other lists each begins
    "requirements/build.txt": (),
    "requirements/print.txt": (),
    "requirements/serve.txt": ("requirements/print.txt",),
    "requirements/camera.txt": ("requirements/serve.txt",),
    "requirements/extras.txt": ("requirements/camera.txt",),
    "requirements/release.txt": ("requirements/build.txt",),
    "requirements/uv.txt": (),
    "requirements.txt": ("requirements/build.txt", "requirements/extras.txt", "requirements/uv.txt"),
}
PIN = re.compile(r"^([\w.-]+)==([^\s;]+)", re.MULTILINE)
WHEEL = re.compile(
    r"-(?:py2\.)?(?:py3|cp3)[^-]*-(?:none|abi3|cp31[1-4])-"
    r"(?:any|\S*linux\S*_(?:x86_64|aarch64)|macosx\S*|win_amd64|win_arm64)\.whl$"
)
SYSTEMS = {"linux": ("posix", "Linux"), "darwin": ("posix", "Darwin"), "win32": ("nt", "Windows")}
PLACES = [
    {"sys_platform": key, "os_name": os, "platform_system": name, "python_version": f"3.{minor}"}
    | {"python_full_version": f"3.{minor}.0"}
    for key, (os, name) in SYSTEMS.items()
    for minor in range(11, 15)
]


def main(index: str) -> None:
    """Ask the index for all pins, then write all lists."""
    versions = {canonicalize_name(pin[1]): (pin[1], pin[2]) for name in LISTS for pin in PIN.finditer(read(name))}
    with ThreadPoolExecutor(8) as pool:
        hashes = dict(zip(versions, pool.map(lambda pin: hashes_of(index, *pin), versions.values()), strict=True))
    where = {
        name: [{canonicalize_name(word.name) for word in needed(roots(name)[1], place)} for place in PLACES]
        for name in LISTS
    }
    if bare := set().union(*(names for found in where.values() for names in found)) - versions.keys():
        sys.exit(f"no version in any list: {', '.join(sorted(bare))}")
    for name, others in LISTS.items():
        lines = [
            f"# Pins for {roots(name)[0]}; tools/pin_hashes.py writes this file.",
            *(f"-r {other if '/' not in name else other.partition('/')[2]}" for other in others),
        ]
        for package in sorted(set().union(*where[name])):
            here = [package in names for names in where[name]]
            told = [any(package in where[other][at] for other in others) for at in range(len(PLACES))]
            if here != told:
                lines.append(" \\\n    ".join(["==".join(versions[package]) + marker(here), *hashes[package]]))
        (ROOT / name).write_text("\n".join([*lines, ""]), encoding="utf-8")


def read(name: str) -> str:
    """The text of a list."""
    return (ROOT / name).read_text(encoding="utf-8")


def roots(name: str) -> tuple[str, list[str]]:
    """For what a list is, and what that needs by the word of pyproject.toml."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, builds = told["project"], [*told["build-system"]["requires"], "editables"]  # hatchling asks for it
    extras = ",".join(extra for extra in project["optional-dependencies"] if extra not in ("test", "release"))
    this = project["name"]
    return {
        "requirements/build.txt": ("building this package", builds),
        "requirements/print.txt": ("printing and playing at the terminal", [this]),
        "requirements/serve.txt": ("the tracker for phones", [f"{this}[serve]"]),
        "requirements/camera.txt": ("the tracker that reads photos", [f"{this}[serve,camera]"]),
        "requirements/extras.txt": ("every extra for players", [f"{this}[{extras}]"]),
        "requirements/release.txt": ("making a release", [*builds, *project["optional-dependencies"]["release"]]),
        "requirements/uv.txt": ("installing the other lists", ["uv"]),
        "requirements.txt": ("every test", [*builds, f"{this}[{extras},test]"]),
    }[name]


def needed(words: Sequence[str], place: Mapping[str, str]) -> Iterator[Requirement]:
    """Those words, and what each of them needs in a place, and so on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    todo, done = [(Requirement(word), "") for word in words], set()
    while todo:
        word, extra = todo.pop()
        if (str(word), extra) in done or (word.marker and not word.marker.evaluate({**place, "extra": extra})):
            continue
        done.add((str(word), extra))
        if word.name != project["name"]:
            yield word
            todo += [(below, via) for below in asked_by(word.name) for via in ("", *word.extras)]
            continue
        for below in (project["dependencies"], *(project["optional-dependencies"][via] for via in word.extras)):
            todo += [(Requirement(inner), "") for inner in below]


@cache
def asked_by(package: str) -> list[Requirement]:
    """What an installed package says that it needs."""
    return [Requirement(word) for word in requires(package) or ()]


def marker(here: list[bool]) -> str:
    """The words that limit a pin to the systems and Pythons that need it."""
    found = [place for place, is_needed in zip(PLACES, here, strict=True) if is_needed]
    systems = sorted({place["sys_platform"] for place in found})
    pythons = {place["python_version"] for place in found}
    words = []
    if len(systems) < len(SYSTEMS):
        told = " or ".join(f'sys_platform == "{system}"' for system in systems)
        words.append(f"({told})" if len(systems) > 1 else told)
    if (last := max(pythons)) < PLACES[-1]["python_version"]:
        words.append(f'python_version <= "{last}"')
    return f" ; {' and '.join(words)}" if words else ""


def hashes_of(index: str, name: str, version: str) -> list[str]:
    """An option of pip for each file of that version that we keep."""
    asked = urllib.request.Request(
        f"{index.rstrip('/')}/{canonicalize_name(name)}/", headers={"Accept": "application/vnd.pypi.simple.v1+json"}
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:
        files = {file["filename"].lower(): file["hashes"]["sha256"] for file in json.load(answer)["files"]}
    begin = re.compile(rf"{re.sub('[-_.]+', '[-_.]+', name.lower())}-{re.escape(version)}(?=-|\.tar\.gz$)")
    kept = {files[file] for file in files if begin.match(file) and (file.endswith(".tar.gz") or WHEEL.search(file))}
    if not kept:
        sys.exit(f"{name}=={version}: no file in {index}")
    return [f"--hash=sha256:{digest}" for digest in sorted(kept)]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
