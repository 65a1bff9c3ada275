"""Draws the map of Middle-earth: `python -m tools.wotr_map`.

Reads the regions of content/wotr and their names, and writes cards/art/wotr/map.svg, its variant for ink that saves,
and content/wotr/map_places.yaml with the place of every name. The same tables give the same drawing, to the byte.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from companion.content.load import load

from .cells import VOIDS, arcs, contacts, drawn, grown, placed, rings, rivers, seeds, tidy
from .draw import BAND, Map
from .lands import DOOM, MORDOR_TRACK, NUDGES, RIM
from .places import RADIUS, find, sign
from .plane import along

ROOT = Path(__file__).parents[2]
ART = ROOT / "cards" / "art"
HEAD = """\
# Where the names of the regions stand on the board of 780 x 538 mm: x, y is the middle of the sign, or of the name if
# there is none; `width` is the room for the name, `radius` that of the sign, mm. Written by tools/wotr_map.
kind: map_place
fields: {id: id, region: ref region, x: number, y: number, width: number, radius: number, prov: prov}
prov: design
rows:
"""
LEAST = 5.0  # mm that two neighbours share at least


def made_of() -> str:
    """A mark of everything the drawing is made from, so that an old one is told."""
    tables = [ROOT / "content" / "wotr" / name for name in ("regions.yaml", "nations.yaml")]
    files = [*sorted(Path(__file__).parent.glob("*.py")), *tables]
    names = "\n".join(name for row in load("wotr")["region"].values() for name in row["name"].values())
    return sha256(b"".join([*(file.read_bytes() for file in files), names.encode()])).hexdigest()[:16]


def main() -> None:
    """Make the drawing and the table."""
    content = load("wotr")
    regions = dict(content["region"])
    labels = {id: (row["x"], row["y"]) for id, row in regions.items()}
    pairs = {(min(id, other), max(id, other)) for id, row in regions.items() for other in row["neighbours"]}
    grid = grown(seeds(labels, pairs))
    tidy(grid)
    lines = drawn(arcs(grid))
    touching = contacts(lines)
    if missing := sorted(pair for pair in pairs if touching.get(pair, 0) < LEAST):
        raise SystemExit(f"neighbours that do not meet: {missing}")
    walls = [pair for pair in touching if pair not in pairs and not set(pair) & set(VOIDS)]
    print(f"{len(pairs)} borders, {len(walls)} walls")
    places = {}
    wet = [box for width, line in rivers() for box in along(line, max(0.5, width / 2))]
    for id, row in regions.items():
        places[id] = find(
            row["name"],
            RADIUS.get(sign(row), 0.0),
            rings(lines, [id]),
            placed(labels[id]),
            [MORDOR_TRACK, DOOM, *RIM],
            [*Map.pools(), *wet],
            NUDGES.get(id, (0, 0)),
            BAND + 0.5 if row.get("nation") else 1.5,
        )
    colours = {id: str(row["colour"]) for id, row in content["nation"].items()}
    sides = {id: str(row["side"]) for id, row in content["nation"].items()}
    folder = ART / "wotr"
    folder.mkdir(exist_ok=True)
    for name, saver in (("map.svg", False), ("map.saver.svg", True)):
        text = Map(regions, colours, sides, lines, places, RIM, ART / "icons", saver).svg(made_of())
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{name}: {len(text) // 1000} KB")
    rows = [
        f"- {{id: {id}, region: {id}, x: {place.x:g}, y: {place.y:g}, width: {place.width:g}, "
        f"radius: {place.radius:g}}}"
        for id, place in places.items()
    ]
    (ROOT / "content" / "wotr" / "map_places.yaml").write_text(
        HEAD + "\n".join(rows) + "\n", encoding="utf-8", newline="\n"
    )


if __name__ == "__main__":
    main()
