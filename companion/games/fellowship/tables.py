"""content/fellowship as the rules read it: effects, boards, cards, each made once into plain tuples.

An effect `{do: right, who: self, steps: 2}` becomes ("right", "self", 2), its arguments in the order of TAKES; the
chapters of rules/ do it. A cost is a tuple of parts (kind, what, number): ("symbol", "fight", 2), ("runes", "", 3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.errors import ContentError
from companion.play.content_cache import cached_by_content
from companion.play.facts import used_facts

if TYPE_CHECKING:
    from companion.content.model import Content, Row

Cost = tuple[tuple[str, str, int], ...]
Effects = tuple[tuple[Any, ...], ...]

TAKES: Mapping[str, tuple[str, ...]] = {
    "left": ("who", "steps", "may"),
    "right": ("who", "steps"),
    "sauron": ("steps",),
    "advance": ("track", "steps"),
    "next_event": (),
    "roll": ("who", "times"),
    "draw": ("who", "cards"),
    "refill": ("who", "hand"),
    "give_out": ("who", "cards"),
    "give_card": ("who", "cards"),
    "pass_left": ("who", "cards"),
    "deal_legendary": ("place",),
    "remove_legendary": ("place",),
    "take_card": ("who", "card"),
    "take_runes": ("who", "points"),
    "take_gold": ("who",),
    "take_life": ("who", "life"),
    "lose": ("who", "cost"),
    "pay": ("who", "cost", "reveal", "athelas", "then", "else"),
    "may": ("who", "then"),
    "choose": ("who", "of"),
    "check": ("finished", "at_least", "then", "else"),
    "wild": ("who", "symbols"),
    "peek_tiles": ("who", "tiles"),
    "skip_event": (),
    "cancel_tile": ("tiles",),
    "close_story": (),
    "skip_roll": ("who",),
    "ignore_roll": ("who",),
    "spare_tokens": ("who",),
    "after_use": ("then",),
    "game_lost": (),
    "brown_wild": (),
    "soften_die": ("steps", "cards"),
    "any_two_cards": (),
    "life_types": ("needed",),
    "draw_after_adventure": ("cards",),
}
LEFT_OUT: Mapping[str, Any] = {
    "may": False,
    "times": 1,
    "card": "",
    "reveal": 0,
    "athelas": False,
    "then": (),
    "else": (),
    "finished": (),
    "at_least": (),
}
FACTS = (
    *("board", "epic_card", "event", "face", "finale", "gandalf_card", "haven_action", "hobbit", "legendary_card"),
    *("life", "mode", "piece", "place", "rune", "setup", "sign", "space", "story_tile", "track"),
    *("travel_card", "value"),
)


class Card(NamedTuple):
    """A travel card (`place` is empty) or a legendary one; `after` is done by whoever uses a star of it."""

    colour: str
    symbol: str
    symbols: int
    place: str
    after: Effects = ()


class Track(NamedTuple):
    """A progress track: what each space does and by which rule, and its printed number where it has one."""

    symbol: str
    spaces: tuple[Effects, ...]
    rules: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def last(self) -> int:
        """Index of the last space."""
        return len(self.spaces) - 1


class BoardEvent(NamedTuple):
    """An event of a board; `ends`: adventure, game or nothing."""

    id: str
    effects: Effects
    ends: str
    rule: str


class Board(NamedTuple):
    """An adventure board; `main` is the place of the main track in `tracks`."""

    main: int
    tracks: tuple[Track, ...]
    events: tuple[BoardEvent, ...]
    where: Mapping[str, int]  # symbol -> place in `tracks`


class HavenAction(NamedTuple):
    """One action of a haven."""

    id: str
    effects: Effects
    rule: str


class Place(NamedTuple):
    """A stop on the main board: a haven with actions, or an adventure with a board."""

    id: str
    score: int
    actions: tuple[HavenAction, ...]
    board: Board | None


class Power(NamedTuple):
    """An epic card or a Gandalf card."""

    window: str
    effects: Effects
    rule: str


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Every fact that the rules use. One is made for a content, so it is equal to itself only."""

    powers: Mapping[str, Mapping[str, tuple[Any, ...]]]  # hobbit -> type -> arguments
    hobbits: Mapping[int, tuple[str, ...]]  # number of players -> hobbits in play
    first_bearer: str
    cards: Mapping[str, Card]
    order: Mapping[str, int]  # of all cards, for sorting hands
    kinds: tuple[str, ...]
    counts: tuple[int, ...]
    legendary: tuple[str, ...]
    tiles: tuple[str, ...]
    tile_counts: tuple[int, ...]
    tile_effects: Mapping[str, Effects]
    tile_rules: Mapping[str, str]
    progress: frozenset[str]
    faces: tuple[str, ...]
    face_effects: Mapping[str, Effects]
    ring_spaces: Mapping[str, int]
    places: tuple[Place, ...]
    epics: Mapping[str, Power]
    gandalf: Mapping[str, Power]
    finale: Effects
    life: tuple[str, ...]
    life_counts: tuple[int, ...]
    gold: tuple[int, ...]
    silver: int  # points of all silver runes
    values: Mapping[str, int]
    modes: Mapping[str, int]

    def __deepcopy__(self, memo: Any) -> Tables:
        return self  # nothing in it ever changes


def effects_of(row: Row, effects: Sequence[Mapping[str, Any]]) -> Effects:
    """The effects of a row as tuples. Raises ContentError for a type that the rules do not know."""
    out = []
    for effect in effects:
        names = TAKES.get(effect["do"])
        if names is None or set(effect) - {"do", *names}:
            raise ContentError([f"{row.place}: {row.id}: the referee knows no effect {dict(effect)}"])
        out.append((effect["do"], *[_argument(row, name, effect.get(name, LEFT_OUT.get(name))) for name in names]))
    return tuple(out)


def _argument(row: Row, name: str, value: Any) -> Any:
    if value is None:
        raise ContentError([f"{row.place}: {row.id}: an effect without '{name}'"])
    match name:
        case "then" | "else":
            return effects_of(row, value)
        case "of":
            return tuple([effects_of(row, choice) for choice in value])
        case "cost":
            return tuple([_part(part) for part in value])
        case "at_least":
            return tuple(dict(value).items())
        case "finished" | "tiles" if not isinstance(value, int):
            return tuple(value)
    return value


def _part(part: Mapping[str, Any]) -> tuple[str, str, int]:
    for kind in ("symbol", "life"):
        if kind in part:
            return (kind, part[kind], part["count"])
    if "card" in part:
        return ("card", part["card"], 1)
    kind = "cards" if "cards" in part else "runes"
    return (kind, "", part[kind])


@cached_by_content
def tables(content: Content) -> Tables:
    """The facts of a content; made once."""
    effects = {
        kind: {row.id: effects_of(row, row["effect"]) for row in content[kind].values()}
        for kind in ("story_tile", "face", "event", "haven_action", "epic_card", "gandalf_card", "finale", "sign")
    }
    tiles, travel, faces = content["story_tile"].values(), content["travel_card"].values(), content["face"].values()
    after = {
        row["card"]: step[1]
        for row in content["epic_card"].values()
        for step in effects["epic_card"][row.id]
        if step[0] == "after_use"
    }
    cards = {row.id: Card(row["colour"], row["symbol"], row["symbols"], "") for row in travel}
    cards |= {
        row.id: Card(row["colour"], row.get("symbol", ""), row["symbols"], row["place"], after.get(row.id, ()))
        for row in content["legendary_card"].values()
    }
    cards |= {
        id: Card("", "wild", step[2], "")
        for id, steps in effects["gandalf_card"].items()
        for step in steps
        if step[0] == "wild"
    }
    runes = {
        piece: [row["value"] for row in content["rune"].values() if row["piece"] == piece for _ in range(row["count"])]
        for piece in ("rune_gold", "rune_silver")
    }
    return Tables(
        powers={
            row.id: {step[0]: step[1:] for step in effects_of(row, row["power"])} for row in content["hobbit"].values()
        },
        hobbits={row["players"]: tuple(row["hobbits"]) for row in content["setup"].values()},
        first_bearer=next(row.id for row in content["hobbit"].values() if row.get("first_bearer", False)),
        cards=cards,
        order={id: place for place, id in enumerate(cards)},
        kinds=tuple([row.id for row in travel]),
        counts=tuple([row["count"] for row in travel]),
        legendary=tuple(content["legendary_card"]),
        tiles=tuple([row.id for row in tiles]),
        tile_counts=tuple([row["count"] for row in tiles]),
        tile_effects=effects["story_tile"],
        tile_rules={row.id: row["rule"] for row in tiles},
        progress=frozenset([row.id for row in tiles if row["kind"] == "progress"]),
        faces=tuple([row.id for row in sorted(faces, key=lambda row: int(row["face"]))]),
        face_effects=effects["face"],
        ring_spaces={row.id: row["ring_spaces"] for row in faces},
        places=tuple(
            [
                _place(content, row, effects)
                for row in sorted(content["place"].values(), key=lambda row: int(row["order"]))
            ]
        ),
        epics={
            row["card"]: Power(row["window"], effects["epic_card"][row.id], row["rule"])
            for row in content["epic_card"].values()
            if "window" in row
        },
        gandalf={
            row.id: Power(row["window"], effects["gandalf_card"][row.id], row["rule"])
            for row in content["gandalf_card"].values()
        },
        finale=next(iter(effects["finale"].values())),
        life=tuple(content["life"]),
        life_counts=tuple([content["piece"][row["piece"]]["count"] for row in content["life"].values()]),
        gold=tuple(sorted(runes["rune_gold"])),
        silver=sum(runes["rune_silver"]),
        values={row.id: row["number"] for row in content["value"].values()},
        modes={row.id: row["sauron"] for row in content["mode"].values()},
    )


def _place(content: Content, row: Row, effects: Mapping[str, Mapping[str, Effects]]) -> Place:
    actions = sorted(
        [action for action in content["haven_action"].values() if action["place"] == row.id],
        key=lambda action: int(action["step"]),
    )
    havens = tuple([HavenAction(action.id, effects["haven_action"][action.id], action["rule"]) for action in actions])
    board = next((board for board in content["board"].values() if board["place"] == row.id), None)
    return Place(row.id, row.get("score", 0), havens, None if board is None else _board(content, board, effects))


def _board(content: Content, row: Row, effects: Mapping[str, Mapping[str, Effects]]) -> Board:
    tracks = [_track(content, id, effects["sign"]) for id in row["tracks"]]
    events = [content["event"][id] for id in row["events"]]
    return Board(
        row["tracks"].index(row["main"]),
        tuple(tracks),
        tuple(
            [BoardEvent(event.id, effects["event"][event.id], event.get("ends", ""), event["rule"]) for event in events]
        ),
        {track.symbol: place for place, track in enumerate(tracks)},
    )


def _track(content: Content, id: str, signs: Mapping[str, Effects]) -> Track:
    spaces = sorted([row for row in content["space"].values() if row["track"] == id], key=lambda row: int(row["at"]))
    steps = [
        tuple([(*step[:2], row["card"]) if step[0] == "take_card" else step for step in signs[row["sign"]]])
        for row in spaces
    ]
    rules = [content["sign"][row["sign"]]["rule"] for row in spaces]
    numbers = [row.get("number", 0) for row in spaces]
    return Track(content["track"][id]["symbol"], tuple(steps), tuple(rules), tuple(numbers))


def facts(content: Content) -> dict[str, Any]:
    """The facts of content/ that the rules use, for the header's digest: every field but words, sources and looks."""
    return used_facts(content, FACTS, ("prov", "src", "icon", "label"))
