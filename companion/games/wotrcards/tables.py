"""content/wotrcards as the rules read it: scenarios, decks, cards and locations, each made once.

Values that no rulebook or named source gives decide nothing: here they are missing, and the table is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.errors import ContentError
from companion.games.wotrcards.verbs import CONDITIONS, EFFECTS, REPORTS
from companion.play.game.facts import Constant, from_row, used_facts
from companion.play.game.verbs import Calls

if TYPE_CHECKING:
    from companion.content.model import Content, Row

FREE, SHADOW = 0, 1
SIDES = ("free", "shadow")
SURE = ("rulebook", "public", "both")  # provenance that may decide something
UNKNOWN = -1
PARTS = ("A", "B")


class CardFacts(NamedTuple):
    """A faction card. paths: numbers it may walk, None where nobody knows.

    kept: places from where it is cycled when it is forsaken, `bare`: without its items. does: see verbs.py.
    """

    faction: str
    side: int
    type: str  # army, character, item, event
    paths: frozenset[int] | None
    carryover: int  # what it adds to the limit and to the draw step while it is in the reserve
    draw: int
    draw_cycle: int  # cards cycled after that
    anywhere: bool  # it adds to the limit wherever it is in play
    does: Calls
    instead: str = ""  # eliminated in `combat` or on a `path`, it or its wielder may come to the cycle pile by its text
    kept: frozenset[str] = frozenset()
    bare: bool = False
    attack: int = 0  # icons that are sure, as of a combat on a battleground; `path_icons`: on a path
    defence: int = 0
    lead_attack: int = 0  # with support only (WC-CMB-11)
    lead_defence: int = 0
    path_icons: int = 0
    action: str = (
        ""  # where its action is used: `none`, `reserve`, `path`, `location`, `play`; empty where nobody knows
    )
    action_path: str = ""  # the action activates a path of the `next` or of the `same` number
    action_number: int = 0  # or one of this number
    reported: frozenset[str] = frozenset()  # effects of its text that one tap reports
    known: bool = False  # a rulebook or named source gives its text and icons
    text_attack: int = 0  # attack icons that its text gives it at most, only on these two where it names one
    text_ground: str = ""
    text_path: str = ""
    bearers: frozenset[str] | None = None  # characters that may get an item, None where nobody knows


class BattleLocation(NamedTuple):
    """A battleground or skirmish site. points, defence: UNKNOWN where the table has to read them.

    defenders, attackers: factions whose cards may go there, companions: what it brings along; None where nobody knows.
    brings: the battleground that its text activates, brings_back: out of a scoring area too. needs: see verbs.py.
    """

    side: int
    site: bool
    points: int
    defence: int
    defenders: frozenset[str] | None
    attackers: frozenset[str] | None
    companions: tuple[str, ...] | None
    text: bool
    brings: str = ""
    brings_back: bool = False
    needs: Calls = ()


class PathCard(NamedTuple):
    """A path. next: the only one that may follow in a long road; becomes: the number its own text makes it."""

    number: int
    part: int
    points: int
    defence: int
    text: bool
    next: str = ""
    becomes: int = 0


class SeatRules(NamedTuple):
    """The rules of a seat in a scenario. ring: how often its Ring token is used, `once` a game or a `round`."""

    start: int
    cycle: int
    draw: int
    ring: str
    factions: frozenset[str]
    ring_points: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Scenario(Constant):
    """One scenario. order: seats in the order of their turns, one may stand twice; decks: by seat, part after part."""

    id: str
    order: tuple[str, ...]
    people: tuple[int, int]
    steps: int
    special: frozenset[str]
    paths: tuple[str, ...]
    chairs: Mapping[str, SeatRules]
    decks: Mapping[str, tuple[tuple[str, ...], ...]]
    grounds: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]  # by side, part after part
    schedule: Mapping[int, tuple[str, ...]]

    @property
    def seats(self) -> tuple[str, ...]:
        """Return its seats, each once."""
        return tuple(dict.fromkeys(self.order))

    @property
    def double_steps(self) -> bool:
        """Each number has two steps (WC-EPD-4)."""
        return "long_road" in self.special


@dataclass(frozen=True, slots=True, eq=False)
class Tables(Constant):
    """Everything that the rules look up; ids in the order of content/. Made once for a content, so one is itself."""

    scenarios: Mapping[str, Scenario]
    seats: Mapping[str, int]  # -> side
    factions: Mapping[str, int]  # -> side
    wild: frozenset[str]
    cards: Mapping[str, CardFacts]
    places: Mapping[str, BattleLocation]
    paths: Mapping[str, PathCard]
    order: Mapping[str, int]  # of all cards, as content/ has them
    weights: Mapping[str, int]  # of the bot
    wording: Mapping[str, str]  # of cards, battlegrounds and paths: the key of their text, where a source gives it


FACTS = (
    *("faction", "seat", "scenario", "chair", "deck_list", "location_list", "schedule", "card", "battleground"),
    *("skirmish_site", "path"),
)
WORDED = {"card": "text", "battleground": "activation", "path": "activation"}
ICONS = ("attack", "defence", "lead_attack", "lead_defence", "path_icons")
BEARERS = ("bearer_cards", "bearer_factions", "bearer_traits")  # `wielders` for the rules
UNUSED = (
    "src",
    "ours",
    "icon",
    "colour",
    "does",
    "needs",
    "reports",
    "action",
    "action_path",
    "action_number",
    "text_attack",
    "text_ground",
    "text_path",
    *BEARERS,
)  # by the rules, or numbered with them


@cache
def tables(content: Content) -> Tables:
    """Return the facts of a content; made once. Raises ContentError.

    The rules fill the vocabularies; importing companion.games.wotrcards.referee loads them.
    """
    sides = {id: at for at, id in enumerate(SIDES)}
    wild = frozenset([id for id, row in content["faction"].items() if row.get("wild")])
    factions = {id: sides[row["side"]] for id, row in content["faction"].items()}
    problems: list[str] = []
    does = EFFECTS.table(content, "card", "does", problems)
    needs = CONDITIONS.table(content, "battleground", "needs", problems)
    for kind in ("card", "battleground", "path"):
        REPORTS.table(content, kind, "reports", problems)
    if problems:
        raise ContentError(problems)
    return Tables(
        scenarios={id: _read_scenario(content, row) for id, row in content["scenario"].items()},
        seats={id: sides[row["side"]] for id, row in content["seat"].items()},
        factions=factions,
        wild=wild,
        cards={
            id: _read_card(row, factions, does[id], _item_bearers(content, row)) for id, row in content["card"].items()
        },
        places={
            id: _read_battleground(row, sides, wild, factions, needs.get(id, ()))
            for kind in ("battleground", "skirmish_site")
            for id, row in content[kind].items()
        },
        paths={id: _read_path(row) for id, row in content["path"].items()},
        order={id: at for at, id in enumerate(content["card"])},
        weights={id: row["number"] for id, row in content["bot_weight"].items()},
        wording={
            id: f"{kind}.{id}.{field}"
            for kind, field in WORDED.items()
            for id, row in content[kind].items()
            if field in row and is_sure(row, field)
        },
    )


def is_sure(row: Row, name: str) -> bool:
    """Return whether a rulebook or a named source gives this field."""
    prov = row["prov"]
    source = prov.get(name, prov["row"]) if isinstance(prov, Mapping) else prov
    return str(source).partition(" ")[0] in SURE


def _known_number(row: Row, name: str) -> int:
    return row.get(name, 0) if is_sure(row, name) else UNKNOWN


def _item_bearers(content: Content, item: Row) -> frozenset[str] | None:
    """Return the cards that may get an item (WC-PLAY-4); None for other cards and where no source says it."""
    if item["type"] != "item" or not is_sure(item, "wielders"):
        return None
    cards, factions, traits = ({*item.get(name, ())} for name in BEARERS)
    found = [
        id
        for id, row in content["card"].items()
        if row["type"] == "character"
        and (id in cards or row["faction"] in factions or traits & {*row.get("traits", ())})
    ]
    return frozenset(found)


def _read_card(row: Row, factions: Mapping[str, int], does: Calls, bearers: frozenset[str] | None) -> CardFacts:
    return from_row(
        CardFacts,
        row,
        side=factions[row["faction"]],
        paths=frozenset(row.get("paths", ())) if is_sure(row, "paths") else None,
        anywhere=row["type"] == "item",
        does=does,
        bearers=bearers,
        reported=frozenset([REPORTS.write(report)["do"] for report in row.get("reports", ())]),
        known=not row.get("doubtful") and all(is_sure(row, name) for name in ("text", *ICONS)),
        **{name: max(0, _known_number(row, name)) for name in ("carryover", "draw", "draw_cycle")},
        **{name: 0 if name in row.get("doubtful", ()) else max(0, _known_number(row, name)) for name in ICONS},
    )


def _read_battleground(
    row: Row, sides: Mapping[str, int], wild: frozenset[str], factions: Mapping[str, int], needs: Calls
) -> BattleLocation:
    def icons(name: str) -> frozenset[str] | None:
        if not is_sure(row, name):
            return None
        shown = set(row[name])
        every = {factions[id] for id in shown & wild}
        return frozenset(shown | {id for id, side in factions.items() if side in every})

    site = row.kind == "skirmish_site"
    brings = row.get("activates", "") if is_sure(row, "activates") else ""
    return BattleLocation(
        side=sides[row["side"]],
        site=site,
        points=0 if site else _known_number(row, "vp"),
        defence=0 if site else _known_number(row, "defence"),
        defenders=icons("defenders"),
        attackers=icons("attackers"),
        companions=tuple(row.get("companions", ())) if is_sure(row, "companions") else None,
        text=not site and "activation" in row and not brings,
        brings=brings,
        brings_back=bool(row.get("reactivates")),
        needs=needs,
    )


def _read_path(row: Row) -> PathCard:
    points, defence = _known_number(row, "vp"), _known_number(row, "defence")
    text = "activation" in row
    return from_row(PathCard, row, part=PARTS.index(row["part"]), points=points, defence=defence, text=text)


def _read_scenario(content: Content, row: Row) -> Scenario:
    lists = [at for at in content["deck_list"].values() if at["scenario"] == row.id]
    grounds = [at for at in content["location_list"].values() if at["scenario"] == row.id]
    chairs = {at["seat"]: at for at in content["chair"].values() if at["scenario"] == row.id}
    return Scenario(
        id=row.id,
        order=tuple(row["order"]),
        people=(row["people_min"], row["people_max"]),
        steps=row["rounds"],
        special=frozenset(row.get("special", ())),
        paths=tuple(row["paths"]),
        chairs={seat: from_row(SeatRules, at) for seat, at in chairs.items()},
        decks={
            seat: tuple([_listed_cards(content, at) for at in sorted(lists, key=_part_number) if at["seat"] == seat])
            for seat in dict.fromkeys(row["order"])
        },
        grounds=(_read_grounds(grounds, SIDES[FREE]), _read_grounds(grounds, SIDES[SHADOW])),
        schedule={
            at["round"]: tuple(at["battlegrounds"]) for at in content["schedule"].values() if at["scenario"] == row.id
        },
    )


def _part_number(row: Row) -> int:
    part: int = row["part"]
    return part


def _listed_cards(content: Content, row: Row) -> tuple[str, ...]:
    """The cards of a list, a copy a time, in the order of content/."""
    found = list(row.get("cards", ()))
    for id in row.get("merges", ()):
        found += _listed_cards(content, content["deck_list"][id])
    order = {id: at for at, id in enumerate(content["card"])}
    return tuple(sorted(found, key=order.__getitem__))


def _read_grounds(rows: list[Row], side: str) -> tuple[tuple[str, ...], ...]:
    own = sorted([row for row in rows if row["side"] == side], key=_part_number)
    return tuple([(*row["battlegrounds"], *row.get("sites", ())) for row in own])


def facts(content: Content, variant: str) -> dict[str, Any]:
    """The facts of content/ that the rules use, for the header's digest: every field but words, sources and looks."""
    return used_facts(content, FACTS, UNUSED)
