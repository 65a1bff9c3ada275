"""Fits the models of companion/paper/marks.npz to photos that tests/paper/photos.py makes up.

    python tools/fit_marks.py gather FILE FIRST LAST     what the models are asked, of photos of these numbers
    python tools/fit_marks.py fit FILE ...               writes marks.npz

NumPy alone; the same files give the same models. Their seeds begin with `fit`, those of tests and benchmarks do not.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.paper.find import find, look
from companion.paper.flatten import flatten, ink
from companion.paper.marks import FILE, KINDS, UNCLEAR, described, looks
from companion.paper.reading import BLURRED
from companion.paper.reference import reference
from tests.paper import photos

LEVELS = ("easy", "usual", "hard", "hard")
UNPLAYED = 0.05
RARER = {UNCLEAR: 0.05}  # how much rarer than here a mark is on sheets that were played
OFF = 0.2  # mm by which fields are also looked at beside their place
TURNS = 3  # looks at each field
INNER = {"circle": 24, "square": 28, "tick": 16}  # features between what is seen and what is said
STEPS, BATCH, RATE, DECAY = 3000, 256, 3e-3, 2e-3
OVER = 0.5  # of the steps that lay what was seen in an untouched field over each
NOISE, LOST = 0.05, 0.05  # of cells that are shown: how much is added, how many are blank
KEPT_BACK = 0.05  # of the photos, to see how well it does

Grid = Any


def gather(file: Path, first: int, last: int) -> None:
    """Rows of photo, kind, mark and what is seen."""
    rows: dict[str, list[Any]] = {f"{kind}_{what}": [] for kind in KINDS for what in ("seen", "mark", "photo")}
    for number in range(first, last):
        rng = Random(f"fit {number}")
        photo = photos.photo(f"fit {number}", LEVELS[number % len(LEVELS)], rng.random() >= UNPLAYED, lawful=False)
        pixels = photo.pixels
        found = find(look(pixels), [reference(photo.printed._replace(lang="en", ink="full"))])
        flat = flatten(pixels, found[0]) if found else None
        if flat is None or flat.spread >= BLURRED:
            continue
        face = reference(photo.printed)
        written = ink(flat, face)
        kinds = {name: part.kind for part in photo.form.parts for name in part.fields}
        for turn in range(TURNS):
            off = (rng.gauss(0, OFF), rng.gauss(0, OFF)) if turn else (0.0, 0.0)
            seen = looks(written, [(kinds[name], face.fields[name]) for name in kinds], off)
            for (name, kind), row in zip(kinds.items(), seen, strict=True):
                rows[f"{kind}_seen"].append(row.astype(np.float16))
                rows[f"{kind}_mark"].append((KINDS[kind].marks + UNCLEAR).index(photo.marks[name]))
                rows[f"{kind}_photo"].append(number)
        if number % 50 == 49 or number == last - 1:
            np.savez_compressed(file, allow_pickle=False, **{name: np.array(values) for name, values in rows.items()})
            print(number, flush=True)


def fit(files: list[Path]) -> None:
    """The models, with how well they do on photos that were kept back."""
    sets = [np.load(file) for file in files]
    out: dict[str, Grid] = {}
    for kind in KINDS:
        seen, mark, photo = (
            np.concatenate([one[f"{kind}_{what}"] for one in sets]) for what in ("seen", "mark", "photo")
        )
        back = np.isin(
            photo, np.random.default_rng(1).permutation(np.unique(photo))[: int(KEPT_BACK * len(np.unique(photo)))]
        )
        model = _fitted(kind, seen[~back].astype(np.float32), mark[~back])
        said = _said(model, described(kind, seen[back].astype(np.float32)))
        wrong = float((said.argmax(1) != mark[back]).mean())
        print(f"{kind}: {len(mark)} looks, {100 * wrong:.2f} % wrong of those kept back", flush=True)
        for letter, share in RARER.items():
            model[3][(KINDS[kind].marks + UNCLEAR).index(letter)] += np.log(share)
        names = (f"{kind}_in", f"{kind}_in_at", f"{kind}_out", f"{kind}_out_at")
        out |= {name: part.astype(np.float16) for name, part in zip(names, model, strict=True)}
    np.savez_compressed(FILE, allow_pickle=False, **out)
    print(FILE, FILE.stat().st_size, "bytes")


def _said(model: list[Grid], seen: Grid) -> Grid:
    return np.maximum(seen @ model[0] + model[1], 0) @ model[2] + model[3]


def _fitted(kind: str, seen: Grid, mark: Grid) -> list[Grid]:
    """Two layers by Adam; fields are also shown mirrored and upside down, circles and ticks on their side."""
    rng = np.random.default_rng(7)
    n, marks, inner = KINDS[kind].cells, len(KINDS[kind].marks) + 1, INNER[kind]
    wide = described(kind, seen[:1]).shape[1]
    model = [
        rng.normal(0, (2 / wide) ** 0.5, (wide, inner)),
        np.zeros(inner),
        rng.normal(0, (1 / inner) ** 0.5, (inner, marks)),
        np.zeros(marks),
    ]
    model = [part.astype(np.float32) for part in model]
    first, second = [np.zeros_like(part) for part in model], [np.zeros_like(part) for part in model]
    empty = np.flatnonzero(mark == KINDS[kind].marks.index("w"))
    for step in range(1, STEPS + 1):
        rows = rng.integers(0, len(seen), BATCH)
        x, y = _turned(seen[rows], n, kind, rng), mark[rows]
        if rng.random() < OVER:
            blank = _turned(seen[rng.choice(empty, BATCH)], n, kind, rng)
            x[:, : n * n] = np.maximum(x[:, : n * n], blank[:, : n * n])
        x = described(kind, x)
        before = x @ model[0] + model[1]
        between = np.maximum(before, 0)
        said = between @ model[2] + model[3]
        chance = np.exp(said - said.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        chance[np.arange(BATCH), y] -= 1
        chance /= BATCH
        back = (chance @ model[2].T) * (before > 0)
        slopes = [x.T @ back, back.sum(0), between.T @ chance, chance.sum(0)]
        rate = RATE * (0.5 + 0.5 * np.cos(np.pi * step / STEPS))
        for i, slope in enumerate(slopes):
            first[i] = 0.9 * first[i] + 0.1 * slope
            second[i] = 0.999 * second[i] + 0.001 * slope * slope
            move = (first[i] / (1 - 0.9**step)) / (np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8)
            model[i] = model[i] - rate * (move + DECAY * model[i] * (i % 2 == 0))
    return model


def _turned(seen: Grid, n: int, kind: str, rng: np.random.Generator) -> Grid:
    cells, about = seen[:, : n * n].reshape(-1, n, n), seen[:, n * n :]
    if rng.random() < 0.5:
        cells = cells[:, :, ::-1]
    if rng.random() < 0.5:
        cells = cells[:, ::-1]
    if kind != "square" and rng.random() < 0.5:
        cells = cells.transpose(0, 2, 1)
    cells = cells * rng.uniform(0.85, 1.15, (len(seen), 1, 1)) + np.abs(rng.normal(0, NOISE, cells.shape))
    cells = cells * (rng.random(cells.shape) > LOST)
    return np.concatenate([cells.reshape(len(seen), -1), about], 1)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["gather", file, first, last]:
            gather(Path(file), int(first), int(last))
        case ["fit", *files]:
            fit([Path(file) for file in files])
        case _:
            sys.exit(__doc__)
