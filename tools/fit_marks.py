"""Fits the networks of companion/paper/marks.npz to sheets that tests/paper makes up.

    python tools/fit_marks.py gather FILE FIRST LAST     what the networks are shown of photos with these numbers
    python tools/fit_marks.py draw FILE FIRST LAST       the same of sheets that no camera saw: five times as fast
    python tools/fit_marks.py fit FILE ...               writes marks.npz

The last needs PyTorch (`pip install torch`), which the package itself does not. It gives the same networks for the same
files on one machine. Seeds of these sheets begin with `fit`, those of tests and benchmarks do not; styles of
tests/paper/kept_strangers.py and tests/paper/ballot_marks.py are not used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import ceil
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

import cv2
import numpy as np

if TYPE_CHECKING:
    from torch import Tensor

    from companion.paper.flatten import Flat
    from companion.paper.reference import Printed

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.paper.marks import (
    CELLS,
    FILE,
    KINDS,
    LOOKS,
    MARKS,
    NEVER,
    SELDOM,
    UNCLEAR,
    field_pictures,
    impossible_marks,
    run_network,
)

LEVELS = ("easy", "usual", "hard", "hard")
GAMES = (*["dice"] * 8, "fellowship", "wotrcards")  # halves are the hardest to tell
LAWFUL = 0.3  # share of drawn sheets whose squares are marked as the rules allow
CORRECTED = 0.3  # share of drawn sheets on which a mark was taken back
DRAWN, STEP = 800_001, 8  # number of the first sheet that is drawn, and from one to the next
UNPLAYED = 0.05
OFF = 0.2  # mm by which fields are also looked at beside their place
TURNS = 2  # looks at each sheet
PIXELS = (1200, 1600)  # of a photo's longer edge

CHANNELS = (2, 24, 48, 24)
INNER, KEYS, AROUND, BOTH = 64, 24, 48, 48
SEEDS = (1, 2, 3, 4)  # of networks
STEPS, BATCH, RATE, DECAY, DROPPED = 11_000, 8, 3e-3, 2e-3, 0.05  # BATCH: sheets
CLIP = 1.0  # largest norm of a gradient
PHOTO_WEIGHT = 3  # a photo is shown so many times as often as a drawn sheet
HELD_BACK = 15  # percent of the ways to halve that a network is not shown: where a way is new, networks differ
GUESS = 0.3  # weight of what is said before the whole sheet is known
SQUARE_WEIGHT = 2.0  # of squares in the loss; other fields count 1
RARER = {UNCLEAR: 0.2}  # how much rarer than here a mark is on sheets that were played
NOISE = 0.035  # added to cells that are shown, on the average sheet


def gather(file: Path, sheets: range, makers: Sequence[Maker]) -> None:
    """Write what the networks are shown of each field, its mark, its sheet, and how squares are halved there.

    sheets: their numbers; makers: what makes them, by turns.
    """
    from companion.paper.flatten import extract_ink, likeness
    from companion.paper.hidden import hidden_fields
    from companion.paper.reading import BLURRED, LIKE
    from companion.paper.reference import load_reference
    from companion.play.game.paper_form import WRITTEN
    from tests.paper import strangers

    cv2.setNumThreads(1)
    rows: dict[str, list[Any]] = {"pictures": [], "numbers": [], "marks": [], "sheets": [], "halves": []}
    for number in sheets:
        rng = np.random.default_rng([7, number])
        seen = makers[number % len(makers)](number, rng)
        if seen.flat is None or seen.flat.spread >= BLURRED:
            continue
        face = load_reference(seen.printed)
        form = strangers.forms(seen.printed.game)[seen.printed.side]
        written = extract_ink(seen.flat, face)
        hidden = hidden_fields(seen.flat, written, face.fields, form.kinds)
        kinds = {name: kind for name, kind in form.kinds.items() if kind != WRITTEN and name not in hidden}
        boxes = {name for name, kind in form.kinds.items() if kind == WRITTEN}
        for turn in range(TURNS if kinds and likeness(seen.flat, face, boxes) > LIKE else 0):
            off = (rng.normal(0, OFF), rng.normal(0, OFF)) if turn else (0.0, 0.0)
            pictures, numbers = field_pictures(written, [(kinds[name], face.fields[name]) for name in kinds], off)
            rows["pictures"] += list((255 * pictures).round().astype(np.uint8))
            rows["numbers"] += list(numbers)
            rows["marks"] += [MARKS.index(seen.marks[name]) for name in kinds]
            rows["sheets"] += [TURNS * number + turn] * len(kinds)
            rows["halves"] += [seen.halves] * len(kinds)
    np.savez_compressed(file, allow_pickle=False, **{name: np.array(values) for name, values in rows.items()})


class Labelled(NamedTuple):
    """A sheet laid flat, its marks by field, and how squares are halved on it: "" of the first generator."""

    printed: Printed
    marks: Mapping[str, str]
    flat: Flat | None
    halves: str = ""


Maker = Callable[[int, np.random.Generator], Labelled]


def _show_photo(number: int, rng: np.random.Generator) -> Labelled:
    from tests.paper import photos

    chance, game = Random(f"fit {number}"), str(rng.choice(GAMES))
    level = LEVELS[number // STEP % len(LEVELS)]
    taken = photos.photo(f"fit {number}", level, chance.random() >= UNPLAYED, lawful=False, game=game)
    return Labelled(taken.printed, taken.marks, _find_flat(taken.pixels, taken.printed))


def _show_strangers_photo(number: int, rng: np.random.Generator) -> Labelled:
    from companion.paper.photo import open_photo
    from tests.paper import strangers
    from tests.paper.hands import choose_styles

    taken = strangers.photo(str(rng.choice(GAMES)), f"fit {number}", choose_styles(rng), int(rng.choice(PIXELS)))
    one = taken.sheets[0]
    alone = len(taken.sheets) == 1
    flat = _find_flat(open_photo(BytesIO(taken.data)), one.printed) if alone else None
    return Labelled(one.printed, _truth_marks(one), flat, one.style["halves"])


def _show_drawn(number: int, rng: np.random.Generator) -> Labelled:
    """A sheet as if it had been photographed and laid flat: a little beside its print, blurred, in uneven light."""
    from companion.paper.flatten import SPREADS, Flat
    from companion.paper.reference import SCALE, load_reference

    picture, one = _fill(f"fit {number}", rng)
    h, w = load_reference(one.printed).grey.shape
    filled = cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA)
    misfit = np.eye(2, 3) + rng.normal(0, 1, (2, 3)) * [[1e-4, 1e-4, 0.3], [1e-4, 1e-4, 0.3]]
    spread = float(rng.choice(SPREADS[:-2]))
    seen = cv2.GaussianBlur(
        cv2.warpAffine(filled, misfit, (w, h), borderMode=cv2.BORDER_REPLICATE), (0, 0), spread + 0.3
    )
    light = cv2.resize(rng.normal(0, 1, (3, 4)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    light = np.float32(rng.uniform(0.5, 0.95)) * np.exp(np.float32(rng.uniform(0, 0.2)) * light)
    seen *= light[..., None] * rng.uniform(0.88, 1, 3).astype(np.float32)
    noise = np.float32(rng.uniform(0.002, 0.014)) * _shift_noise(_noises(h, w)[int(rng.integers(3))], rng)
    picture = (255 * np.clip(seen + noise[..., None], 0, 1)).astype(np.uint8)
    flat = Flat(picture, spread, np.ones((ceil(h / SCALE), ceil(w / SCALE)), bool))
    return Labelled(one.printed, _truth_marks(one), flat, one.style["halves"])


def _fill(seed: str, rng: np.random.Generator) -> tuple[Any, Any]:
    """A sheet that somebody filled in: shares of light, and its truth."""
    from companion.paper.reference import SCALE, load_reference
    from tests.paper import strangers
    from tests.paper.hands import choose_styles
    from tests.paper.stranger_fill import Hand, Sheet, fill_in
    from tests.paper.stranger_pens import SCALE as FINER
    from tests.paper.stranger_pens import Paper

    game, lawful = str(rng.choice(GAMES)), bool(rng.random() < LAWFUL)
    hand = Hand(strangers.seeded(game, seed), choose_styles(rng))
    printed = strangers.choose_print(game, hand.rng)
    face, form = load_reference(printed), strangers.forms(game)[printed.side]
    h, w = face.grey.shape
    shades = (np.linspace(0, 1, 256) ** rng.uniform(0.7, 1.2)).astype(np.float32)
    size = (w * FINER // SCALE, h * FINER // SCALE)
    paper = Paper(cv2.resize(shades[face.picture], size), hand.rng, _shift_noise(_paper(size[1], size[0]), rng))
    marks, says, either = fill_in(game, Sheet(paper, face.fields, form), hand, lawful, CORRECTED)
    return paper.picture, strangers.Truth(printed, marks, says, either, hand.names)


@cache
def _paper(h: int, w: int) -> Any:
    from tests.paper.stranger_pens import make_grain

    return make_grain(np.random.default_rng(12), (h, w))


@cache
def _noises(h: int, w: int) -> Any:
    """Noise of several cameras, its spread 1."""
    rng = np.random.default_rng(11)
    plain = [cv2.GaussianBlur(rng.standard_normal((h, w), np.float32), (0, 0), soft) for soft in (0.3, 0.6, 1.2)]
    return [noise / noise.std() for noise in plain]


def _shift_noise(noise: Any, rng: np.random.Generator) -> Any:
    """The same noise, but elsewhere."""
    way = rng.choice((-1, 1), 2)
    return np.roll(noise[:: way[0], :: way[1]], rng.integers(0, 800, 2), (0, 1))


def _truth_marks(one: Any) -> Mapping[str, str]:
    """Marks of a stranger; whether one that was scratched out counts only a person can tell."""
    corrected = {one.style["corrected"]: UNCLEAR} if one.style["correction"] in ("scratched", "said_no") else {}
    return {**one.marks, **corrected}


def _find_flat(pixels: Any, printed: Printed) -> Flat | None:
    from companion.paper.find import find_features, find_sheets
    from companion.paper.flatten import flatten_sheet
    from companion.paper.reference import load_reference

    found = find_sheets(find_features(pixels), [load_reference(printed._replace(lang="en", ink="full"))])
    return flatten_sheet(pixels, found[0]) if found else None


# --- fitting ---------------------------------------------------------------------------------------------------------


class Example(NamedTuple):
    """One sheet for fitting: the pictures, numbers and mark of each field. often: its weight when sheets are drawn."""

    pictures: Any
    numbers: Any
    marks: Any
    halves: str
    often: int


def fit(files: list[Path]) -> None:
    """Write the networks."""
    sheets = [sheet for file in files for sheet in _load_sheets(file)]
    fitted = [_fit_network(sheets, seed) for seed in SEEDS]
    _check_arithmetic(fitted[0], sheets[0])
    out = {}
    for name in fitted[0]:
        weights = np.stack([layers[name].detach().numpy() for layers in fitted])
        if name == "out_at":
            for mark, share in RARER.items():
                weights[:, MARKS.index(mark)] += np.log(share)
        out[name] = weights.astype(np.float16)
    np.savez_compressed(FILE, allow_pickle=False, **out)
    print(FILE, FILE.stat().st_size, "bytes")


def _check_arithmetic(layers: Mapping[str, Tensor], sheet: Example) -> None:
    """Raises ValueError unless the reader's networks answer as these do."""
    import torch

    pictures = sheet.pictures.astype(np.float32) / 255
    with torch.no_grad():
        said = _forward(layers, torch.tensor(pictures), torch.tensor(sheet.numbers), torch.zeros(len(pictures)).long())
    read = run_network({name: layer.detach().numpy() for name, layer in layers.items()}, pictures, sheet.numbers)
    if not np.allclose(read, said[-1].softmax(1), atol=1e-4):
        raise ValueError("companion.paper.marks works the networks out in another way")


def _load_sheets(file: Path) -> list[Example]:
    with np.load(file) as kept:
        pictures, numbers, marks, sheets, halves = (
            kept[name] for name in ("pictures", "numbers", "marks", "sheets", "halves")
        )
    starts = np.flatnonzero(np.r_[True, np.diff(sheets) != 0])
    return [
        Example(
            pictures[at:end],
            numbers[at:end].astype(np.float32),
            marks[at:end],
            str(halves[at]),
            PHOTO_WEIGHT if sheets[at] < TURNS * DRAWN else 1,
        )
        for at, end in pairwise([*starts, len(sheets)])
    ]


def _fit_network(sheets: Sequence[Example], seed: int) -> dict[str, Tensor]:
    import torch
    from torch.nn.functional import cross_entropy

    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng = np.random.default_rng([8, seed])
    known = [sheet for sheet in sheets if not _is_held_back(sheet, seed)]
    often = np.array([sheet.often for sheet in known], float)
    often /= often.sum()
    layers = _layers()
    optimizer = torch.optim.AdamW(layers.values(), RATE, weight_decay=DECAY)
    rates = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=STEPS)
    for step in range(STEPS):
        chosen = [known[at] for at in rng.choice(len(known), BATCH, replace=False, p=often)]
        pictures = torch.tensor(np.concatenate([_vary_pictures(sheet.pictures, rng) for sheet in chosen]))
        numbers = torch.tensor(np.concatenate([sheet.numbers for sheet in chosen]))
        truth = torch.tensor(np.concatenate([sheet.marks for sheet in chosen])).long()
        sheet_of = torch.tensor(np.repeat(np.arange(BATCH), [len(sheet.marks) for sheet in chosen]))
        *before, said = [
            cross_entropy(one, truth, reduction="none")
            for one in _forward(layers, pictures.to(memory_format=torch.channels_last), numbers, sheet_of, DROPPED)
        ]
        weight = torch.where(numbers[:, list(KINDS).index("square") - len(KINDS)] > 0, SQUARE_WEIGHT, 1.0)
        loss = ((said + GUESS * torch.stack(before).sum(0)) * weight).sum() / weight.sum()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(layers.values(), CLIP)
        optimizer.step()
        rates.step()
        if step % 250 == 0:
            print(seed, step, f"{loss.item():.4f}", flush=True)
    return layers


def _is_held_back(sheet: Example, seed: int) -> bool:
    return sheet.halves != "" and crc32(f"{seed}{sheet.halves}".encode()) % 100 < HELD_BACK


def _layers() -> dict[str, Tensor]:
    from torch import nn

    modules: dict[str, Any] = {
        name: nn.Conv2d(before, after, 3)
        for name, before, after in zip(("first", "second", "third"), CHANNELS, CHANNELS[1:], strict=False)
    }
    layers: dict[str, Tensor] = {}
    for name, before, after in (
        ("inner", CHANNELS[-1] * (CELLS // 8) ** 2 + 3 + len(KINDS), INNER),
        ("guess", INNER, len(MARKS)),
        ("sought", INNER, KEYS),
        ("key", INNER, KEYS),
        ("around", INNER * len(MARKS), AROUND),
        ("both", INNER + AROUND + INNER + 2 * len(MARKS), BOTH),
        ("out", BOTH, len(MARKS)),
    ):
        modules[name] = nn.Linear(before, after)
    for name, module in modules.items():
        weight = module.weight.T.contiguous() if isinstance(module, nn.Linear) else module.weight
        layers |= {name: weight.detach().requires_grad_(), f"{name}_at": module.bias.detach().requires_grad_()}
    return layers


def _forward(
    layers: Mapping[str, Tensor], pictures: Tensor, numbers: Tensor, sheet_of: Tensor, dropped: float = 0.0
) -> list[Tensor]:
    """Return the answers before and after each look at the whole sheet, by the arithmetic of companion.paper.marks.

    sheet_of: number of the sheet on which each field lies.
    """
    import torch
    from torch.nn import functional as f

    def connect(seen: Tensor, layer: str) -> Tensor:
        return seen @ layers[layer] + layers[f"{layer}_at"]

    seen = pictures
    for name in ("first", "second", "third"):
        seen = torch.relu(f.conv2d(seen, layers[name], layers[f"{name}_at"], padding=1))
        seen = f.avg_pool2d(seen, 2) if name == "third" else f.max_pool2d(seen, 2)
    never = numbers[:, -len(KINDS) :] @ torch.tensor(impossible_marks())
    inner = f.dropout(torch.relu(connect(torch.cat([seen.flatten(1), numbers], 1), "inner")), dropped, dropped > 0)
    member = f.one_hot(sheet_of).T.float()
    others = (sheet_of[:, None] == sheet_of) & ~torch.eye(len(sheet_of), dtype=torch.bool)
    alike = connect(inner, "sought") @ connect(inner, "key").T / KEYS**0.5
    alike = alike.masked_fill(~others, NEVER).softmax(1)
    said = [connect(inner, "guess") + never]
    for _ in range(LOOKS):
        chance = said[-1].softmax(1)
        usual = torch.einsum("sf,fm,fi->smi", member, chance, inner) / ((member @ chance)[..., None] + SELDOM)
        around = member.T @ torch.relu(connect(usual.flatten(1), "around"))
        both = torch.relu(connect(torch.cat([inner, around, inner - alike @ inner, alike @ chance, chance], 1), "both"))
        said.append(connect(f.dropout(both, dropped, dropped > 0), "out") + never)
    return said


def _vary_pictures(pictures: Any, rng: np.random.Generator) -> Any:
    """Return the pictures of a sheet mirrored, leaning, larger, smaller, paler, darker, beside their place, noisy."""
    shown = pictures.astype(np.float32) / 255
    if rng.random() < 0.5:
        shown = shown[..., ::-1]
    if rng.random() < 0.5:
        shown = shown[..., ::-1, :]
    form, middle = np.eye(2) + rng.normal(0, 0.05, (2, 2)), np.full(2, (CELLS - 1) / 2)
    for field in shown:
        onto = np.c_[form, middle - form @ middle + rng.normal(0, 0.5, 2)]
        for layer in field:
            layer[:] = cv2.warpAffine(layer.copy(), onto, (CELLS, CELLS), borderMode=cv2.BORDER_REPLICATE)
    shown[:, 0] **= np.float32(rng.uniform(0.75, 1.3))
    shown[:, 0] *= rng.uniform(0.8, 1.2, (len(shown), 1, 1)).astype(np.float32)
    noise = NOISE * rng.exponential()
    shown[:, 0] += noise * np.abs(rng.standard_normal(shown[:, 0].shape, np.float32))
    if rng.random() < 0.5:  # in spots too
        spots = rng.standard_normal((len(shown), CELLS // 2, CELLS // 2), np.float32)
        shown[:, 0] += noise * np.maximum(spots, 0).repeat(2, 1).repeat(2, 2)
    return shown


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["gather", file, first, last]:
            gather(Path(file), range(int(first), int(last)), (_show_photo, _show_strangers_photo))
        case ["draw", file, first, last]:
            gather(Path(file), range(DRAWN + STEP * int(first), DRAWN + STEP * int(last), STEP), (_show_drawn,))
        case ["fit", *files]:
            fit([Path(file) for file in files])
        case _:
            sys.exit(__doc__)
