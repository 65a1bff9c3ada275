"""Fits the network of companion/paper/marks.npz to photos that tests/paper/photos.py makes up.

    python tools/fit_marks.py gather FILE FIRST LAST     what the network is shown, of photos of these numbers
    python tools/fit_marks.py fit FILE ...               writes marks.npz

`fit` needs PyTorch (`pip install torch`), which the package itself does not. The same files give the same network on
one machine. Seeds of these photos begin with `fit`, those of tests and benchmarks do not.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from torch import Tensor

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.paper.marks import CELLS, FILE, KINDS, MARKS, UNCLEAR, field_pictures, impossible_marks

LEVELS = ("easy", "usual", "hard", "hard")
UNPLAYED = 0.05
OFF = 0.2  # mm by which fields are also looked at beside their place
TURNS = 2  # looks at each field
SAVED = 50  # photos, as often as what was gathered is written

CHANNELS = (2, 12, 24, 24)
INNER = 32
STEPS, BATCH, RATE, DECAY, DROPPED = 12_000, 192, 4e-3, 1e-3, 0.15
OFTEN = {"tick": 2.0}  # how much more often a kind is shown than others
RARER = {UNCLEAR: 0.05}  # how much rarer than here a mark is on sheets that were played
OVER = 0.3  # of the steps that lay what was seen in an untouched field over each
NOISE = 0.035  # added to cells that are shown
KEPT_BACK = 12  # one photo in so many, to see how well it does


def gather(file: Path, first: int, last: int) -> None:
    """What is seen in each field, its mark and its photo."""
    from companion.paper.find import find_features, find_sheets
    from companion.paper.flatten import extract_ink, flatten_sheet
    from companion.paper.reading import BLURRED
    from companion.paper.reference import load_reference
    from tests.paper import photos

    rows: dict[str, list[Any]] = {"pictures": [], "numbers": [], "marks": [], "photos": []}
    for number in range(first, last):
        rng = Random(f"fit {number}")
        photo = photos.photo(f"fit {number}", LEVELS[number % len(LEVELS)], rng.random() >= UNPLAYED, lawful=False)
        pixels = photo.pixels
        found = find_sheets(find_features(pixels), [load_reference(photo.printed._replace(lang="en", ink="full"))])
        flat = flatten_sheet(pixels, found[0]) if found else None
        if flat is not None and flat.spread < BLURRED:
            face = load_reference(photo.printed)
            written = extract_ink(flat, face)
            kinds = {name: part.kind for part in photo.form.parts for name in part.fields}
            for turn in range(TURNS):
                off = (rng.gauss(0, OFF), rng.gauss(0, OFF)) if turn else (0.0, 0.0)
                pictures, numbers = field_pictures(written, [(kinds[name], face.fields[name]) for name in kinds], off)
                rows["pictures"] += list((255 * pictures).round().astype(np.uint8))
                rows["numbers"] += list(numbers)
                rows["marks"] += [MARKS.index(photo.marks[name]) for name in kinds]
                rows["photos"] += [number] * len(kinds)
        if number % SAVED == SAVED - 1 or number == last - 1:
            np.savez_compressed(file, allow_pickle=False, **{name: np.array(values) for name, values in rows.items()})
            print(number, flush=True)


def fit(files: list[Path]) -> None:
    """The network, with how well it does on photos that were kept back."""
    import torch

    torch.manual_seed(1)
    sets = [np.load(file) for file in files]
    pictures, numbers, marks, photos = (
        np.concatenate([one[name] for one in sets]) for name in ("pictures", "numbers", "marks", "photos")
    )
    back = photos % KEPT_BACK == 0
    layers = _fitted(pictures[~back], numbers[~back], marks[~back])
    with torch.no_grad():
        said = _said(layers, torch.tensor(pictures[back]) / 255, torch.tensor(numbers[back])).numpy()
    for at, kind in enumerate(KINDS):
        mine = numbers[back][:, at - len(KINDS)] > 0
        wrong = float((said[mine].argmax(1) != marks[back][mine]).mean())
        print(f"{kind}: {mine.sum()} looks kept back, {100 * wrong:.2f} % wrong", flush=True)
    weights = {name: layer.detach().numpy() for name, layer in layers.items()}
    for mark, share in RARER.items():
        weights["out_at"][MARKS.index(mark)] += np.log(share)
    out = {name: weight.astype(np.float16) for name, weight in weights.items()}
    np.savez_compressed(FILE, allow_pickle=False, **out)
    print(FILE, FILE.stat().st_size, "bytes")


def _layers() -> dict[str, Tensor]:
    from torch import nn

    modules: dict[str, Any] = {
        name: nn.Conv2d(before, after, 3)
        for name, before, after in zip(("first", "second", "third"), CHANNELS, CHANNELS[1:], strict=False)
    }
    modules["inner"] = nn.Linear(CHANNELS[-1] * (CELLS // 8) ** 2 + 3 + len(KINDS), INNER)
    modules["out"] = nn.Linear(INNER, len(MARKS))
    layers: dict[str, Tensor] = {}
    for name, module in modules.items():
        weight = module.weight if name not in ("inner", "out") else module.weight.T.contiguous()
        layers |= {name: weight.detach().requires_grad_(), f"{name}_at": module.bias.detach().requires_grad_()}
    return layers


def _said(layers: Mapping[str, Tensor], pictures: Tensor, numbers: Tensor, dropped: float = 0.0) -> Tensor:
    """As companion.paper.marks works it out."""
    import torch
    from torch.nn import functional as f

    seen = pictures
    for name in ("first", "second", "third"):
        seen = torch.relu(f.conv2d(seen, layers[name], layers[f"{name}_at"], padding=1))
        seen = f.avg_pool2d(seen, 2) if name == "third" else f.max_pool2d(seen, 2)
    everything = torch.cat([seen.flatten(1), numbers], 1)
    inner = f.dropout(torch.relu(everything @ layers["inner"] + layers["inner_at"]), dropped, dropped > 0)
    return inner @ layers["out"] + layers["out_at"] + numbers[:, -len(KINDS) :] @ torch.tensor(impossible_marks())


def _fitted(pictures: Any, numbers: Any, marks: Any) -> dict[str, Tensor]:
    """Fields are also shown mirrored and upside down, all but squares on their side, a cell beside their place."""
    import torch
    from torch.nn.functional import cross_entropy

    rng = np.random.default_rng(7)
    kind = numbers[:, -len(KINDS) :].argmax(1)
    often = np.cumsum(np.array([OFTEN.get(name, 1.0) for name in KINDS])[kind])
    untouched = [np.flatnonzero((kind == at) & (marks == MARKS.index("w"))) for at in range(len(KINDS))]
    layers = _layers()
    descent = torch.optim.AdamW(layers.values(), RATE, weight_decay=DECAY)
    rates = torch.optim.lr_scheduler.OneCycleLR(descent, RATE, total_steps=STEPS)
    for _ in range(STEPS):
        rows = np.minimum(np.searchsorted(often, rng.random(BATCH) * often[-1]), len(often) - 1)
        shown = _turned(pictures[rows], kind[rows], rng)
        if rng.random() < OVER:
            blank = pictures[[rng.choice(untouched[at]) for at in kind[rows]]]
            shown[:, 0] = np.maximum(shown[:, 0], _turned(blank, kind[rows], rng)[:, 0])
        said = _said(layers, torch.tensor(shown), torch.tensor(numbers[rows]), DROPPED)
        loss = cross_entropy(said, torch.tensor(marks[rows]))
        descent.zero_grad()
        loss.backward()
        descent.step()
        rates.step()
    return layers


def _turned(pictures: Any, kind: Any, rng: np.random.Generator) -> Any:
    shown = pictures.astype(np.float32) / 255
    mirrored, upended, on_side = (rng.random(len(shown)) < 0.5 for _ in range(3))
    shown[mirrored] = shown[mirrored][..., ::-1]
    shown[upended] = shown[upended][..., ::-1, :]
    on_side &= kind != list(KINDS).index("square")
    shown[on_side] = shown[on_side].swapaxes(2, 3)
    shown = np.roll(shown, rng.integers(-1, 2, 2), (2, 3))
    shown[:, 0] *= rng.uniform(0.88, 1.12, (len(shown), 1, 1)).astype(np.float32)
    shown[:, 0] += np.abs(rng.normal(0, NOISE, shown[:, 0].shape)).astype(np.float32)
    return shown


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["gather", file, first, last]:
            gather(Path(file), int(first), int(last))
        case ["fit", *files]:
            fit([Path(file) for file in files])
        case _:
            sys.exit(__doc__)
