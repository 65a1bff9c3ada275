"""The map on the page of a table: markers of armies, regions by area, actions of each region.

Only where the app keeps the armies. The places of signs and names are those of the printed map, drawn together by
SHOWN; lengths are mm after that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.games.wotr.tables import LEADER, NAZGUL, SIDES
from companion.words.offer_words import OfferView

SHOWN = 568 / 780  # of the printed map to the map of the page
CELL, SIGN = 15, 13  # mm of a nation's units on a marker; of leaders, Nazgûl or characters with their number
TENS = 4  # mm more for a number of two digits
ABOVE, WILD = 5.2, 6.8  # from the rim of a sign, or from the middle of a name, to the middle of a marker
BESIDE = 6.6  # from the rim of a sign to the Ring-bearers
DOOM = (497.4, 284.7)  # the Ring-bearers on the Mordor Track


class Cell(NamedTuple):
    """Units of a nation on a marker, or a sign with a number; x: of its left edge, from that of the marker."""

    x: int
    nation: str
    icon: str
    number: int


class Counter(NamedTuple):
    """The figures and characters of a side in a region as one marker; x, y: middle of its left edge."""

    region: str
    side: str
    x: float
    y: float
    width: int
    inside: bool
    cells: tuple[Cell, ...]


class ForceEntry(NamedTuple):
    """The figures and characters of a side in a region, in words.

    inside: in a besieged Stronghold; besieges: outside of it; mixed: who controls it.
    """

    side: str
    figures: tuple[tuple[str, int], ...]
    characters: tuple[str, ...]
    leadership: int
    inside: bool
    besieges: bool
    abroad: tuple[str, ...]
    mixed: str


class RingBearers(NamedTuple):
    """The Ring-bearers in a region."""

    hidden: bool
    progress: int


class MapPlace(NamedTuple):
    """A region with armies or actions. cells: the marker; flag: the side that captured it."""

    id: str
    cells: tuple[Cell, ...] = ()
    forces: tuple[ForceEntry, ...] = ()
    flag: str = ""
    besieged: bool = False
    ring: RingBearers | None = None
    offers: tuple[OfferView, ...] = ()


class MapArea(NamedTuple):
    """The regions of a nation, or of none, that have armies or actions. offered: one of them has actions."""

    nation: str
    places: tuple[MapPlace, ...]
    offered: bool


class Flag(NamedTuple):
    """The mark of a captured settlement, or (no side) the ring round one under siege, of that radius."""

    region: str
    side: str
    x: float
    y: float
    radius: float


class MapView(NamedTuple):
    """The map with all its parts.

    ring: region and middle of the Ring-bearers; left: figures of a side by where they are, `reserve` or `lost`.
    """

    counters: tuple[Counter, ...]
    flags: tuple[Flag, ...]
    ring: tuple[str, float, float]
    areas: tuple[MapArea, ...]
    left: Mapping[str, Mapping[str, int]]


def shown_at(row: Mapping[str, Any]) -> tuple[float, float]:
    """Return the position of a row of `map_place` on the map of the page."""
    return round(row["x"] * SHOWN, 1), round(row["y"] * SHOWN, 1)


def board(shown: Mapping[str, Any], offers: Iterable[OfferView]) -> MapView | None:
    """Return the map of a table, or None where the players keep it. offers: those that begin in one region.

    Without actions it is the same for every reader, so it is made once.
    """
    view, content = shown["view"], shown["content"]
    if view.get("armies") is None:
        return None
    drawn: MapView = shown["once"]("map", lambda: draw_map(view, content))
    by_region: dict[str, list[OfferView]] = {}
    for offer in offers:
        by_region.setdefault(offer.offer.act.army, []).append(offer)
    return drawn._replace(areas=_with_offers(drawn, by_region, content)) if by_region else drawn


def draw_map(view: Mapping[str, Any], content: Mapping[str, Any]) -> MapView:
    """Return the map of a table without actions."""
    armies, walk = view["armies"], view["fellowship"]
    ring = walk["region"] if walk["step"] is None else ""
    counters: list[Counter] = []
    flags: list[Flag] = []
    places: dict[str, MapPlace] = {}
    for id in content["region"]:
        row = armies["regions"].get(id)
        if row is None and id != ring:
            continue
        row = row or {"control": None, "besieged": False, "sides": {}}
        at = content["map_place"][id]
        x, y = shown_at(at)
        nation = _nation_of(id, content)
        own = content["nation"][nation]["side"] if nation else None
        flag = row["control"] if row["control"] not in (None, own) else ""
        inside = row["control"] if row["besieged"] else ""
        if flag:
            flags.append(Flag(id, flag, round(x + at["radius"], 1), round(y + at["radius"] / 2, 1), 0))
        if inside:
            flags.append(Flag(id, "", x, y, round(at["radius"] + 1.6, 1)))
        shows: list[Cell] = []
        for side, army in row["sides"].items():
            cells, width = _marker_cells(content, army)
            shows += cells
            up = 0.0 if side == inside else at["radius"] + ABOVE if at["radius"] else WILD
            edge, middle = round(x - width / 2, 1), round(y - up, 1)
            counters.append(Counter(id, side, edge, middle, width, side == inside, tuple(cells)))
        mixed = {one["side"]: one["seat"] for one in armies["mixed"] if one["region"] == id}
        forces = [
            ForceEntry(
                side,
                tuple(row["sides"][side]["figures"].items()),
                tuple(row["sides"][side]["characters"]),
                row["sides"][side]["leadership"],
                side == inside,
                bool(inside) and side != inside,
                tuple([away["nation"] for away in armies["abroad"] if away["region"] == id]),
                mixed.get(side, ""),
            )
            for side in SIDES
            if side in row["sides"]
        ]
        bearers = RingBearers(walk["hidden"], walk["progress"]) if id == ring else None
        places[id] = MapPlace(id, tuple(shows), tuple(forces), flag, bool(inside), bearers)
    left = {where: armies[where] for where in ("reserve", "lost") if armies[where]}
    return MapView(tuple(counters), tuple(flags), _ring_place(content, ring), _areas(places, content), left)


def _with_offers(
    drawn: MapView, offers: Mapping[str, list[OfferView]], content: Mapping[str, Any]
) -> tuple[MapArea, ...]:
    """Return the areas of a map with the actions of each region."""
    places = {place.id: place for area in drawn.areas for place in area.places}
    for id, own in offers.items():
        places[id] = places.get(id, MapPlace(id))._replace(offers=tuple(own))
    return _areas(places, content)


def _areas(places: Mapping[str, MapPlace], content: Mapping[str, Any]) -> tuple[MapArea, ...]:
    """Return places by nation, those of none last, each in the order of the content."""
    areas: dict[str, list[MapPlace]] = {id: [] for id in (*content["nation"], "")}
    for id in content["region"]:
        if id in places:
            areas[_nation_of(id, content)].append(places[id])
    return tuple(
        [
            MapArea(nation, tuple(found), any(place.offers for place in found))
            for nation, found in areas.items()
            if found
        ]
    )


def _nation_of(region: str, content: Mapping[str, Any]) -> str:
    return content["region"][region].get("nation") or ""


def _ring_place(content: Mapping[str, Any], region: str) -> tuple[str, float, float]:
    if not region:
        return ("", *DOOM)
    at = content["map_place"][region]
    x, y = shown_at(at)
    return (region, round(x - at["radius"] - BESIDE, 1), round(y - (0 if at["radius"] else WILD), 1))


def _marker_cells(content: Mapping[str, Any], army: Mapping[str, Any]) -> tuple[list[Cell], int]:
    """Return the cells of a marker from the left to the right, and its width."""
    units: dict[str, int] = {}
    signs = {"leader": 0, "nazgul": 0, "character": len(army["characters"])}
    for id, number in army["figures"].items():
        figure = content["figure"][id]
        if figure["sort"] in (LEADER, NAZGUL):
            signs[figure["sort"]] += number
        else:
            units[figure["nation"]] = units.get(figure["nation"], 0) + number
    told = [(nation, "", number, CELL) for nation, number in units.items()]
    told += [("", icon, number, SIGN) for icon, number in signs.items() if number]
    cells, x = [], 0
    for nation, icon, number, wide in told:
        cells.append(Cell(x, nation, icon, number))
        x += wide + TENS * (number > 9)
    return cells, x
