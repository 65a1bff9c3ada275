"""Which printed face lies where in a photo, by its own drawing: features that match and one plane through them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.paper.patience import PATIENCE
from companion.paper.reference import Grid, Reference, landmarks, sift_features, to_grey

LOOKED_AT = 900  # pixels of the photo's longer edge in which features are looked for
FEATURES = 2500
TILE, OVER = LOOKED_AT, 24  # pixels of a tile in which they are looked for, and of what tiles share
CLEARER = 0.8  # a match is that much nearer than the next best
NEAR = 4.0  # pixels that a match may be off
LEAST = 18  # matches on one plane that make a sheet
MOST = 3  # sheets that are looked for
LEAST_SHARE = 0.02  # of the photo that a sheet covers
CUT = 0.03  # of the photo's longer edge by which a corner may lie outside of it: of most sheets nothing stands there
COVERED = 0.15  # of a sheet, from which on another lies over it


class Seen(NamedTuple):
    """A photo's features, all different. scale: its pixels a pixel that was looked at; alike: more that it has."""

    size: tuple[int, int]
    points: Grid
    features: Grid
    scale: float
    alike: int


class FoundSheet(NamedTuple):
    """A face in a photo. plane: 3 x 3, from mm of the face to pixels of the photo; matches: how many say so.

    share: of the photo that it covers.
    """

    reference: Reference
    plane: Grid
    matches: int
    share: float = 1.0


def find_features(photo: Grid, edge: int = LOOKED_AT) -> Seen:
    """Return the features of a photo that is scaled to a longer edge of `edge` pixels."""

    h, w = photo.shape[:2]
    scale = max(1.0, max(h, w) / edge)
    size = (max(1, round(w / scale)), max(1, round(h / scale)))
    small = to_grey(cv2.resize(photo, size, interpolation=cv2.INTER_AREA))
    points, found, alike = _looked_at(small)
    return Seen((w, h), points * scale, found, scale, alike)


def _looked_at(picture: Grid) -> tuple[Grid, Grid, int]:
    """Features of a picture, of a large one tile by tile: they take 150 bytes of memory a pixel."""
    h, w = picture.shape
    rows, columns = (-(-edge // TILE) for edge in (h, w))
    points, found, alike = [], [], 0
    for top, low in _tiles(h, rows):
        for left, right in _tiles(w, columns):
            there, seen = sift_features(picture[top:low, left:right], FEATURES // (rows * columns))
            _, first = np.unique(seen, axis=0, return_index=True)
            first.sort()
            points.append(there[first] + np.array([left, top], np.float32))
            found.append(seen[first])
            alike += len(seen) - len(first)
    return np.concatenate(points), np.concatenate(found), alike


def _tiles(edge: int, count: int) -> list[tuple[int, int]]:
    """Return the start and end of each tile, a little over its neighbours."""
    ends = [round(edge * at / count) for at in range(count + 1)]
    return [(max(0, a - OVER), min(edge, b + OVER)) for a, b in pairwise(ends)]


def find_sheets(seen: Seen, references: Sequence[Reference]) -> list[FoundSheet]:
    """The sheets in a photo, the clearest first: at most MOST, each as the reference that it matches best."""
    pairs = [_matches(seen, reference) for reference in references]
    out: list[FoundSheet] = []
    for _ in range(MOST):
        planes = [_plane(seen, one, *pair) for one, pair in zip(references, pairs, strict=True)]
        best = max((found for found in planes if found), key=lambda found: found.matches, default=None)
        if best is None:
            break
        out.append(best)
        pairs = [_outside(seen, best, *pair) for pair in pairs]
    return out


def _matches(seen: Seen, reference: Reference) -> tuple[Grid, Grid]:
    """Points of the face and of the photo that look alike, and like nothing else of the face."""
    PATIENCE.check()
    if len(seen.features) < LEAST:
        return np.zeros(0, int), np.zeros(0, int)
    ours, theirs = (one.astype(np.float32) for one in (landmarks(reference.printed)[1], seen.features))
    apart = (theirs**2).sum(1)[:, None] + (ours**2).sum(1)[None] - 2 * theirs @ ours.T
    nearest = apart.argmin(1)
    rows = np.arange(len(apart))
    best = apart[rows, nearest]
    apart[rows, nearest] = np.inf
    clear = np.flatnonzero(best < CLEARER**2 * apart.min(1))
    return nearest[clear], clear


def _plane(seen: Seen, reference: Reference, ours: Grid, theirs: Grid) -> FoundSheet | None:

    PATIENCE.check()
    if len(ours) < LEAST:
        return None
    on, off = landmarks(reference.printed)[0][ours], seen.points[theirs]
    plane, fits = cv2.findHomography(on, off, cv2.RANSAC, NEAR * seen.scale, maxIters=3000, confidence=0.999)
    if plane is None:
        return None
    matches = len({*map(tuple, on[fits.ravel() > 0].round(1).tolist())})
    found = FoundSheet(reference, plane, matches)
    quad = sheet_corners(found)
    if matches < LEAST or not _is_sheet(quad, seen.size):
        return None
    return found._replace(share=float(_area(quad)) / (seen.size[0] * seen.size[1]))


def choose_sheets(found: Sequence[FoundSheet], size: tuple[int, int]) -> list[FoundSheet]:
    """Return the sheets that somebody means by a photo of that size: those that lie whole in it and uncovered; where
    none does, the one nearest its middle.
    """
    above = [one for at, one in enumerate(found) if not any(_shared_area(one, other) > COVERED for other in found[:at])]
    whole = [one for one in above if _is_whole(sheet_corners(one), size)]
    middle = np.array(size) / 2
    return whole or sorted(above, key=lambda one: float(np.hypot(*(sheet_corners(one).mean(0) - middle))))[:1]


def _is_whole(quad: Grid, size: tuple[int, int]) -> bool:
    over = CUT * max(size)
    return bool((quad >= -over).all() and (quad <= np.array(size) + over).all())


def _shared_area(one: FoundSheet, other: FoundSheet) -> float:
    """Return how much two sheets cover of one another, as a share of the smaller."""
    first, second = (sheet_corners(found).astype(np.float32) for found in (one, other))
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared) / float(min(_area(first), _area(second)))


def sheet_corners(found: FoundSheet) -> Grid:
    """The face's corners in the photo, clockwise from its top left."""
    w, h = found.reference.size
    return project_points(found.plane, np.array([(0, 0), (w, 0), (w, h), (0, h)], float))


def project_points(plane: Grid, points: Grid) -> Grid:
    """Points of the face, mm, in the photo."""
    there = np.c_[points, np.ones(len(points))] @ plane.T
    return np.asarray(there[:, :2] / there[:, 2:])


def _is_sheet(quad: Grid, size: tuple[int, int]) -> bool:
    """Return whether four corners are those of a sheet seen from its front: convex, clockwise, and not tiny."""
    edges = np.roll(quad, -1, 0) - quad
    after = np.roll(edges, -1, 0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    lengths = np.hypot(edges[:, 0], edges[:, 1])
    return bool(turns.min() > 0 and _area(quad) > LEAST_SHARE * size[0] * size[1] and lengths.min() * 4 > lengths.max())


def _area(quad: Grid) -> Any:
    x, y = quad.T
    return abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2


def _outside(seen: Seen, found: FoundSheet, ours: Grid, theirs: Grid) -> tuple[Grid, Grid]:
    """The matches that do not lie on a sheet that was found."""

    quad = sheet_corners(found).astype(np.float32)
    beyond = [cv2.pointPolygonTest(quad, tuple(map(float, seen.points[at])), False) < 0 for at in theirs]
    keep = np.array(beyond, bool)
    return ours[keep], theirs[keep]
