"""Fits the networks of companion/paper/marks.npz to sheets that tests/paper makes up.

    python tools/fit_marks.py gather FILE FIRST LAST     what the networks are shown, of sheets of these numbers
    python tools/fit_marks.py fit FILE ...               writes marks.npz
    python tools/fit_marks.py refine FILE ...            adds as many to those in marks.npz, which begin with them

The last two need PyTorch (`pip install torch`), which the package itself does not. They give the same networks for
the same files and constants on one machine. Of the four that are there the last two were refined by the constants
here, of sheets 0 to 800, from the first two. Those came of a fit and two refinements with other constants and sheets,
which cannot be repeated from this file. Seeds of these sheets begin with `fit`, those of tests and benchmarks do not;
styles of tests/paper/kept_strangers.py are not used.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from torch import Tensor

    from companion.paper.flatten import Flat
    from companion.paper.reference import Printed

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.paper.marks import CELLS, FILE, KINDS, LOOKS, MARKS, SELDOM, UNCLEAR, field_pictures, impossible_marks

LEVELS = ("easy", "usual", "hard", "hard")
GAMES = (*["dice"] * 8, "fellowship", "wotrcards")  # halves are the hardest to tell
LAWFUL = 0.3  # share of sheets without a photo whose squares are marked as the rules allow
CYCLE = 8  # of so many sheets one is a photo of the first generator, one of the second, the others have no photo
OFTEN = 3  # times as often as the others the first is shown: on it pencils are faint
UNPLAYED = 0.05
OFF = 0.2  # mm by which fields are also looked at beside their place
TURNS = 2  # looks at each sheet
SAVED = 50  # sheets, as often as what was gathered is written
PIXELS = (1200, 1600)  # of a photo's longer edge

CHANNELS = (2, 12, 24, 24)
INNER, AROUND, BOTH = 48, 48, 48
NETWORKS = 2
STEPS, BATCH, RATE, DECAY, DROPPED = 3_500, 8, 4e-3, 1e-3, 0.02  # BATCH: sheets
REFINED_STEPS, REFINED_RATE = 1_500, 1e-3
GUESS = 0.3  # weight of what is said before the whole sheet is known
RARER = {UNCLEAR: 0.2}  # how much rarer than here a mark is on sheets that were played
NOISE = 0.035  # added to cells that are shown, on the average sheet
KEPT_BACK = 11  # one sheet in so many, to see how well it does; of each kind that `gather` shows


def gather(file: Path, first: int, last: int) -> None:
    """Write what the networks are shown of each field, its mark and its sheet."""
    from companion.paper.flatten import extract_ink, likeness
    from companion.paper.hidden import hidden_fields
    from companion.paper.reading import BLURRED, LIKE
    from companion.paper.reference import load_reference
    from companion.play.game.paper_form import WRITTEN
    from tests.paper import strangers

    cv2.setNumThreads(1)
    rows: dict[str, list[Any]] = {"pictures": [], "numbers": [], "marks": [], "sheets": []}
    for number in range(first, last):
        rng = np.random.default_rng([7, number])
        shown = (_show_photo, _show_strangers_photo, *[_show_sheet] * (CYCLE - 2))
        printed, marks, flat = shown[number % CYCLE](number, rng)
        if flat is not None and flat.spread < BLURRED:
            face = load_reference(printed)
            form = strangers.forms(printed.game)[printed.side]
            written = extract_ink(flat, face)
            hidden = hidden_fields(flat, written, face.fields, form.kinds)
            kinds = {name: kind for name, kind in form.kinds.items() if kind != WRITTEN and name not in hidden}
            boxes = {name for name, kind in form.kinds.items() if kind == WRITTEN}
            for turn in range(TURNS if kinds and likeness(flat, face, boxes) > LIKE else 0):
                off = (rng.normal(0, OFF), rng.normal(0, OFF)) if turn else (0.0, 0.0)
                pictures, numbers = field_pictures(written, [(kinds[name], face.fields[name]) for name in kinds], off)
                rows["pictures"] += list((255 * pictures).round().astype(np.uint8))
                rows["numbers"] += list(numbers)
                rows["marks"] += [MARKS.index(marks[name]) for name in kinds]
                rows["sheets"] += [TURNS * number + turn] * len(kinds)
        if number % SAVED == SAVED - 1 or number == last - 1:
            np.savez_compressed(file, allow_pickle=False, **{name: np.array(values) for name, values in rows.items()})
            print(number, flush=True)


Seen = tuple["Printed", Mapping[str, str], "Flat | None"]


def _show_photo(number: int, rng: np.random.Generator) -> Seen:
    from tests.paper import photos

    chance, game = Random(f"fit {number}"), str(rng.choice(GAMES))
    level = LEVELS[number // CYCLE % len(LEVELS)]
    taken = photos.photo(f"fit {number}", level, chance.random() >= UNPLAYED, lawful=False, game=game)
    return taken.printed, taken.marks, _find_flat(taken.pixels, taken.printed)


def _show_strangers_photo(number: int, rng: np.random.Generator) -> Seen:
    from companion.paper.photo import open_photo
    from tests.paper import strangers
    from tests.paper.invented_marks import FITTED

    styles = FITTED[int(rng.integers(len(FITTED)))]
    taken = strangers.photo(str(rng.choice(GAMES)), f"fit {number}", styles, int(rng.choice(PIXELS)))
    one = taken.sheets[0]
    alone = len(taken.sheets) == 1
    return one.printed, _truth_marks(one), _find_flat(open_photo(BytesIO(taken.data)), one.printed) if alone else None


def _show_sheet(number: int, rng: np.random.Generator) -> Seen:
    """A sheet as if it had been photographed, without what lies around it."""
    from companion.paper.find import FoundSheet
    from companion.paper.flatten import flatten_sheet
    from companion.paper.reference import load_reference
    from tests.paper import strangers
    from tests.paper.invented_marks import FITTED

    styles = FITTED[int(rng.integers(len(FITTED)))]
    game, lawful = str(rng.choice(GAMES)), bool(rng.random() < LAWFUL)
    picture, one = strangers.filled(game, f"fit {number}", styles, lawful)
    seen, plane = _camera(picture, rng)
    return one.printed, _truth_marks(one), flatten_sheet(seen, FoundSheet(load_reference(one.printed), plane, 100))


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


def _camera(picture: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    """A sheet as a camera sees it, and the plane on which it lies there."""
    from tests.paper.stranger_pens import SCALE

    h, w = picture.shape[:2]
    fine, edge = rng.uniform(4.5, 10) / SCALE, 20
    size = (round(w * fine) + 2 * edge, round(h * fine) + 2 * edge)
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    there = corners * fine + edge + rng.normal(0, 0.012 * size[0], (4, 2))
    onto = cv2.getPerspectiveTransform(corners, there.astype(np.float32))
    soft = cv2.GaussianBlur(np.asarray(picture, np.float32), (0, 0), 0.4 / fine)
    seen = cv2.warpPerspective(soft, onto, size, flags=cv2.INTER_LINEAR, borderValue=(0.5, 0.45, 0.4))
    if rng.random() < 0.6:
        seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.6))
    light = cv2.resize(rng.normal(0, 1, (4, 5)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    seen *= np.exp(rng.uniform(0.02, 0.25) * light)[..., None] * rng.uniform(0.55, 1.05)
    if rng.random() < 0.3:
        seen *= _shadow(size, rng)[..., None]
    seen = np.clip(seen * rng.uniform(0.85, 1.1, 3), 0, 1) ** rng.uniform(0.85, 1.2)
    seen += rng.uniform(0.004, 0.03) * rng.standard_normal(seen.shape, np.float32)
    shades = (255 * np.clip(seen, 0, 1)).astype(np.uint8)
    packed = cv2.imencode(".jpg", shades, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 96))])[1]
    return cv2.imdecode(packed, cv2.IMREAD_COLOR), onto @ np.diag([SCALE, SCALE, 1.0])


def _shadow(size: tuple[int, int], rng: np.random.Generator) -> Any:
    """The shadow of a hand or a phone: a soft edge across the sheet."""
    x, y = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    angle, soft = rng.uniform(0, 7), rng.uniform(8, 120)
    far = (x - size[0] * rng.uniform(0.2, 0.8)) * np.cos(angle) + (y - size[1] * rng.uniform(0.2, 0.8)) * np.sin(angle)
    return (1 - rng.uniform(0.15, 0.5) / (1 + np.exp(-np.clip(far / soft, -30, 30)))).astype(np.float32)


# --- fitting ---------------------------------------------------------------------------------------------------------


def fit(files: list[Path], refined: bool = False) -> None:
    """Write the networks; print the shares of wrong marks on sheets that were kept back.

    refined: begin with the networks that are there, and keep those too.
    """
    import torch

    sets = [np.load(file) for file in files]
    pictures, numbers, marks, sheets = (
        np.concatenate([one[name] for one in sets]) for name in ("pictures", "numbers", "marks", "sheets")
    )
    back = sheets // TURNS % KEPT_BACK == 0
    shown = (pictures[~back], numbers[~back], marks[~back], sheets[~back])
    begun = [_load_layers(seed) for seed in range(NETWORKS)] if refined else []
    fitted = [_fit_network(*shown, seed, _load_layers(seed) if refined else None) for seed in range(NETWORKS)]
    fitted = begun + fitted
    with torch.no_grad():
        said = sum(
            _work_out(layers, *_tensors(pictures[back] / np.float32(255), numbers[back], sheets[back]))[-1].softmax(1)
            for layers in fitted
        )
    said = said.numpy() / len(fitted)
    for at, kind in enumerate(KINDS):
        mine = numbers[back][:, at - len(KINDS)] > 0
        wrong = said[mine].argmax(1) != marks[back][mine]
        silent = wrong & (said[mine].max(1) > 0.99)
        shares = f"{100 * wrong.mean():.2f} % wrong, {100 * silent.mean():.2f} % wrong and sure"
        print(f"{kind}: {mine.sum()} looks kept back, {shares}")
    out = {}
    for name in fitted[0]:
        weights = np.stack([layers[name].detach().numpy() for layers in fitted])
        if name == "out_at":
            for mark, share in RARER.items():
                weights[:, MARKS.index(mark)] += np.log(share)
        out[name] = weights.astype(np.float16)
    np.savez_compressed(FILE, allow_pickle=False, **out)
    print(FILE, FILE.stat().st_size, "bytes")


def _tensors(pictures: Any, numbers: Any, sheets: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Return the same as tensors; the third says by sheet and field whether the field lies on it."""
    import torch

    member = np.unique(sheets)[:, None] == sheets[None]
    laid = torch.tensor(pictures).to(memory_format=torch.channels_last)  # half as much time
    return laid, torch.tensor(numbers), torch.tensor(member.astype(np.float32))


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
        ("around", INNER * len(MARKS), AROUND),
        ("both", INNER + AROUND, BOTH),
        ("out", BOTH, len(MARKS)),
    ):
        modules[name] = nn.Linear(before, after)
    for name, module in modules.items():
        weight = module.weight.T.contiguous() if isinstance(module, nn.Linear) else module.weight
        layers |= {name: weight.detach().requires_grad_(), f"{name}_at": module.bias.detach().requires_grad_()}
    return layers


def _load_layers(seed: int) -> dict[str, Tensor]:
    """Return the layers of one of the networks in marks.npz, as they were before RARER."""
    import torch

    with np.load(FILE) as kept:
        layers = {name: kept[name][seed].astype(np.float32) for name in kept.files}
    for mark, share in RARER.items():
        layers["out_at"][MARKS.index(mark)] -= np.log(share)
    return {name: torch.tensor(weights).requires_grad_() for name, weights in layers.items()}


def _work_out(
    layers: Mapping[str, Tensor], pictures: Tensor, numbers: Tensor, member: Tensor, dropped: float = 0.0
) -> list[Tensor]:
    """Return the answers before and after each look at the whole sheet, by the arithmetic of companion.paper.marks."""
    import torch
    from torch.nn import functional as f

    seen = pictures
    for name in ("first", "second", "third"):
        seen = torch.relu(f.conv2d(seen, layers[name], layers[f"{name}_at"], padding=1))
        seen = f.avg_pool2d(seen, 2) if name == "third" else f.max_pool2d(seen, 2)
    never = numbers[:, -len(KINDS) :] @ torch.tensor(impossible_marks())
    inner = torch.relu(torch.cat([seen.flatten(1), numbers], 1) @ layers["inner"] + layers["inner_at"])
    inner = f.dropout(inner, dropped, dropped > 0)
    said = [inner @ layers["guess"] + layers["guess_at"] + never]
    for _ in range(LOOKS):
        chance = said[-1].softmax(1)
        usual = torch.einsum("sf,fm,fi->smi", member, chance, inner) / ((member @ chance)[..., None] + SELDOM)
        around = torch.relu(usual.flatten(1) @ layers["around"] + layers["around_at"])
        both = torch.relu(torch.cat([inner, member.T @ around], 1) @ layers["both"] + layers["both_at"])
        said.append(f.dropout(both, dropped, dropped > 0) @ layers["out"] + layers["out_at"] + never)
    return said


def _fit_network(
    pictures: Any, numbers: Any, marks: Any, sheets: Any, seed: int, begun: dict[str, Tensor] | None = None
) -> dict[str, Tensor]:
    """Fit one network, or go on with one that was begun.

    It is shown sheets mirrored, upside down and a cell beside their place too.
    """
    import torch
    from torch.nn.functional import cross_entropy

    torch.manual_seed(seed)
    rng = np.random.default_rng([8, seed])
    starts = np.flatnonzero(np.r_[True, np.diff(sheets) != 0])
    often = np.where(sheets[starts] // TURNS % CYCLE == 0, OFTEN, 1)
    ends = np.r_[starts[1:], len(sheets)]
    layers = begun or _layers()
    steps, rate = (REFINED_STEPS, REFINED_RATE) if begun else (STEPS, RATE)
    descent = torch.optim.AdamW(layers.values(), rate, weight_decay=DECAY)
    rates = torch.optim.lr_scheduler.OneCycleLR(descent, rate, total_steps=steps)
    for step in range(steps):
        chosen = np.sort(rng.choice(len(starts), BATCH, replace=False, p=often / often.sum()))
        rows = np.concatenate([np.arange(starts[at], ends[at]) for at in chosen])
        shown = np.concatenate([_vary_pictures(pictures[starts[at] : ends[at]], rng) for at in chosen])
        truth = torch.tensor(marks[rows])
        *before, said = _work_out(layers, *_tensors(shown, numbers[rows], sheets[rows]), DROPPED)
        loss = cross_entropy(said, truth) + sum(GUESS * cross_entropy(one, truth) for one in before)
        descent.zero_grad()
        loss.backward()
        descent.step()
        rates.step()
        if step % 100 == 0:
            print(seed, step, f"{loss.item():.4f}", flush=True)
    return layers


def _vary_pictures(pictures: Any, rng: np.random.Generator) -> Any:
    """Return the pictures of a sheet as another photo might show them."""
    shown = pictures.astype(np.float32) / 255
    if rng.random() < 0.5:
        shown = shown[..., ::-1]
    if rng.random() < 0.5:
        shown = shown[..., ::-1, :]
    shown = np.roll(shown, rng.integers(-1, 2, 2), (2, 3))
    shown[:, 0] *= rng.uniform(0.88, 1.12, (len(shown), 1, 1)).astype(np.float32)
    noise = NOISE * rng.exponential()
    shown[:, 0] += noise * np.abs(rng.standard_normal(shown[:, 0].shape, np.float32))
    if rng.random() < 0.5:  # in spots too
        spots = rng.standard_normal((len(shown), CELLS // 2, CELLS // 2), np.float32)
        shown[:, 0] += noise * np.maximum(spots, 0).repeat(2, 1).repeat(2, 2)
    return shown


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["gather", file, first, last]:
            gather(Path(file), int(first), int(last))
        case ["fit", *files]:
            fit([Path(file) for file in files])
        case ["refine", *files]:
            fit([Path(file) for file in files], refined=True)
        case _:
            sys.exit(__doc__)
