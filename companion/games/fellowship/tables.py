"""content/fellowship as the rules read it: effects, boards, cards, each made once into plain tuples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.errors import ContentError
from companion.games.fellowship.verbs import EFFECTS, POWERS, Effects
from companion.play.game.facts import Constant, from_row, used_facts

if TYPE_CHECKING:
    from companion.content.model import Content, Row

FACTS = (
    *("board", "epic_card", "event", "face", "finale", "gandalf_card", "haven_action", "hobbit", "legendary_card"),
    *("life", "mode", "piece", "place", "rune", "setup", "sign", "space", "story_tile", "track"),
    *("travel_card", "value"),
)


class EffectRow(NamedTuple):
    """A row that has effects, and the rule for them. window: when a card may be used. ends: what an event ends."""

    id: str
    effects: Effects
    rule: str = ""
    window: str = ""
    ends: str = ""


class PlayingCard(NamedTuple):
    """A travel card (`place` is empty) or a legendary one; `after` is done by whoever uses a star of it."""

    colour: str
    symbols: int
    symbol: str = ""
    place: str = ""
    after: Effects = ()


class ProgressTrack(NamedTuple):
    """A progress track: the sign of each space, what it does and by which rule, and its printed number if any."""

    symbol: str
    signs: tuple[str, ...]
    spaces: tuple[Effects, ...]
    rules: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def last_space(self) -> int:
        """Index of the last space."""
        return len(self.spaces) - 1


class AdventureBoard(NamedTuple):
    """An adventure board; `main` is the place of the main track in `tracks`."""

    main: int
    tracks: tuple[ProgressTrack, ...]
    events: tuple[EffectRow, ...]
    where: Mapping[str, int]  # symbol -> place in `tracks`


class Stop(NamedTuple):
    """A stop on the main board: a haven with actions, or an adventure with a board."""

    id: str
    score: int
    actions: tuple[EffectRow, ...]
    board: AdventureBoard | None


Rows = dict[str, dict[str, EffectRow]]  # kind -> id


@dataclass(frozen=True, slots=True, eq=False)
class Tables(Constant):
    """Every fact that the rules use, and what bots go by. One is made for a content, so it is equal to itself only."""

    powers: Mapping[str, Mapping[str, tuple[Any, ...]]]  # hobbit -> type -> arguments
    hobbits: Mapping[int, tuple[str, ...]]  # number of players -> hobbits in play
    first_bearer: str
    cards: Mapping[str, PlayingCard]
    order: Mapping[str, int]  # of all cards, for sorting hands
    kinds: tuple[str, ...]
    counts: tuple[int, ...]
    legendary: tuple[str, ...]
    tiles: tuple[str, ...]
    tile_counts: tuple[int, ...]
    tile_rows: Mapping[str, EffectRow]
    progress: frozenset[str]
    faces: tuple[str, ...]
    face_effects: Mapping[str, Effects]
    ring_spaces: Mapping[str, int]
    places: tuple[Stop, ...]
    epics: Mapping[str, EffectRow]
    gandalf: Mapping[str, EffectRow]
    finale: Effects
    life: tuple[str, ...]
    life_counts: tuple[int, ...]
    gold: tuple[int, ...]
    silver: int  # points of all silver runes
    values: Mapping[str, int]
    modes: Mapping[str, int]
    weights: Mapping[str, int]  # of bots: what things are worth to them at a glance
    prospects: Mapping[str, Mapping[str, int]]  # of bots: adventure -> what one more of each term is worth there


@cache
def tables(content: Content) -> Tables:
    """Return the facts of a content; made once. Raises ContentError.

    The rules fill the vocabularies; importing companion.games.fellowship.referee loads them.
    """
    problems: list[str] = []
    rows: Rows = {}
    for kind in ("story_tile", "face", "event", "haven_action", "epic_card", "gandalf_card", "finale", "sign"):
        found = EFFECTS.table(content, kind, "effect", problems)
        rows[kind] = {id: from_row(EffectRow, row, id=id, effects=found[id]) for id, row in content[kind].items()}
    powers = POWERS.table(content, "hobbit", "power", problems)
    if problems:
        raise ContentError(problems)
    tiles, travel, faces = content["story_tile"].values(), content["travel_card"].values(), content["face"].values()
    epics = {row["card"]: rows["epic_card"][row.id] for row in content["epic_card"].values()}
    after = {card: call[1] for card, row in epics.items() for call in row.effects if call[0] == "after_use"}
    legendary = content["legendary_card"].values()
    cards = {row.id: from_row(PlayingCard, row, after=after.get(row.id, ())) for row in (*travel, *legendary)}
    cards |= {
        row.id: PlayingCard("", call[2], "wild")
        for row in rows["gandalf_card"].values()
        for call in row.effects
        if call[0] == "wild"
    }
    runes = {
        piece: [row["value"] for row in content["rune"].values() if row["piece"] == piece for _ in range(row["count"])]
        for piece in ("rune_gold", "rune_silver")
    }
    return Tables(
        powers={id: {call[0]: call[1:] for call in calls} for id, calls in powers.items()},
        hobbits={row["players"]: tuple(row["hobbits"]) for row in content["setup"].values()},
        first_bearer=next(row.id for row in content["hobbit"].values() if row.get("first_bearer", False)),
        cards=cards,
        order={id: place for place, id in enumerate(cards)},
        kinds=tuple([row.id for row in travel]),
        counts=tuple([row["count"] for row in travel]),
        legendary=tuple(content["legendary_card"]),
        tiles=tuple([row.id for row in tiles]),
        tile_counts=tuple([row["count"] for row in tiles]),
        tile_rows=rows["story_tile"],
        progress=frozenset([row.id for row in tiles if row["kind"] == "progress"]),
        faces=tuple([row.id for row in sorted(faces, key=lambda row: int(row["face"]))]),
        face_effects={row.id: row.effects for row in rows["face"].values()},
        ring_spaces={row.id: row["ring_spaces"] for row in faces},
        places=tuple(
            [
                _read_place(content, row, rows)
                for row in sorted(content["place"].values(), key=lambda row: int(row["order"]))
            ]
        ),
        epics={card: row for card, row in epics.items() if row.window},
        gandalf=rows["gandalf_card"],
        finale=next(iter(rows["finale"].values())).effects,
        life=tuple(content["life"]),
        life_counts=tuple([content["piece"][row["piece"]]["count"] for row in content["life"].values()]),
        gold=tuple(sorted(runes["rune_gold"])),
        silver=sum(runes["rune_silver"]),
        values={row.id: row["number"] for row in content["value"].values()},
        modes={row.id: row["sauron"] for row in content["mode"].values()},
        weights={row.id: row["number"] for row in content["bot_weight"].values()},
        prospects={
            board["place"]: {row.id: row[board["place"]] for row in content["bot_value"].values()}
            for board in content["board"].values()
        },
    )


def _read_place(content: Content, row: Row, rows: Rows) -> Stop:
    actions = sorted(
        [action for action in content["haven_action"].values() if action["place"] == row.id],
        key=lambda action: int(action["step"]),
    )
    havens = tuple([rows["haven_action"][action.id] for action in actions])
    board = next((board for board in content["board"].values() if board["place"] == row.id), None)
    return Stop(row.id, row.get("score", 0), havens, None if board is None else _read_board(content, board, rows))


def _read_board(content: Content, row: Row, rows: Rows) -> AdventureBoard:
    tracks = tuple([_read_track(content, id, rows["sign"]) for id in row["tracks"]])
    events = tuple([rows["event"][id] for id in row["events"]])
    where = {track.symbol: place for place, track in enumerate(tracks)}
    return AdventureBoard(row["tracks"].index(row["main"]), tracks, events, where)


def _read_track(content: Content, id: str, signs: Mapping[str, EffectRow]) -> ProgressTrack:
    spaces = sorted([row for row in content["space"].values() if row["track"] == id], key=lambda row: int(row["at"]))
    steps = [
        tuple([(*step[:2], row["card"]) if step[0] == "take_card" else step for step in signs[row["sign"]].effects])
        for row in spaces
    ]
    shown = [row["sign"] for row in spaces]
    rules = [signs[sign].rule for sign in shown]
    numbers = [row.get("number", 0) for row in spaces]
    return ProgressTrack(content["track"][id]["symbol"], tuple(shown), tuple(steps), tuple(rules), tuple(numbers))


def facts(content: Content, variant: str) -> dict[str, Any]:
    """The facts of content/ that the rules use, for the header's digest: every field but words, sources and looks."""
    return used_facts(content, FACTS, ("prov", "src", "icon", "label"), {"effect": EFFECTS, "power": POWERS})
