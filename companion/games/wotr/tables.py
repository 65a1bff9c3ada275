"""content/wotr in the form that the rules read: regions, nations, characters, tiles, dice, cards, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.errors import ContentError, did_you_mean
from companion.games.wotr.combat import Modifiers
from companion.games.wotr.tiles import DIE, EYE, Tile
from companion.games.wotr.verbs import CARD_VERBS, COMBAT_VERBS
from companion.play.game.facts import Constant, from_row, used_facts
from companion.play.game.verbs import Calls

if TYPE_CHECKING:
    from companion.content.model import Content, Row

FP, SHADOW = 0, 1
SIDES = ("fp", "shadow")
DECKS = ("character", "strategy")


class Region(NamedTuple):
    """A region of the map; `side` is that of its nation, -1 where there is none."""

    neighbours: tuple[str, ...]
    nation: str
    side: int
    settlement: str  # town, city, stronghold or nothing
    fortified: bool  # a Fortification (WR-MAP-9)
    coastal: bool
    east_edge: bool

    @property
    def is_walled(self) -> bool:
        """Return whether it is a City or a Stronghold, which counts for declaring, activating and points."""
        return self.settlement in POINTS


SORTS = REGULAR, ELITE, LEADER, NAZGUL = "regular", "elite", "leader", "nazgul"
POINTS = {"city": 1, "stronghold": 2}  # WR-MAP-8


class Nation(NamedTuple):
    """A nation, its box at the start, and its figures in the box by kind."""

    side: int
    box: int
    active: bool
    figures: Mapping[str, int]


class Figure(NamedTuple):
    """A kind of figure of the armies, and how many there are. reduced: the regular one of an elite, else nothing."""

    nation: str
    side: int
    sort: str  # one of SORTS
    most: int
    reduced: str = ""

    @property
    def unit(self) -> bool:
        """Return whether it is a regular or an elite: armies need them, and they take hits (WR-ARMY-1, WR-ARMY-11)."""
        return self.sort in (REGULAR, ELITE)


class Character(NamedTuple):
    """A character: `level` -1 flies like a Nazgûl.

    leads: nations whose elites are leaders too while he is in play; leads_in_team: more of them with 3 or 4 players.
    """

    kind: str
    side: int
    level: int
    leadership: int = 0
    nation: str = ""
    activates: tuple[str, ...] = ()
    die: bool = False
    replaces: str = ""
    abilities: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    leads_in_team: tuple[str, ...] = ()


class EventCard(NamedTuple):
    """An event card: what its back and its upper corner show, the special tile that it brings, the seat that plays it
    in a team (nothing: any).

    combat, initiative: its combat card, and the moments of a round in which that happens. hunt: what it does in a Hunt;
    until: what takes it from the table, `shown` or `refuge`; keeps_passive: a nation, until an attack on one of
    `roused_by`; bars_diplomacy: passive nations of the enemy are not moved; closes: regions that no army of the enemy
    enters or attacks; silences: a region in whose battles the enemy uses no combat cards. The others are verbs, see
    verbs.py.
    """

    side: int
    deck: str
    icon: str
    whose: str
    combat: str
    initiative: tuple[int, ...]
    needs: Calls
    does: Calls
    stays: Calls
    after_event: Calls
    cleared_if: Calls
    cleared_for: Calls
    table: bool = False
    tile: str = ""
    hunt: str = ""
    until: str = ""
    keeps_passive: str = ""
    roused_by: tuple[str, ...] = ()
    bars_diplomacy: bool = False
    closes: tuple[str, ...] = ()
    silences: str = ""


class BattleCard(NamedTuple):
    """The lower part of an event card: what it changes in the rolls of its own side and of the enemy, what a battle has
    to be like, and what else happens in the moments of its round.
    """

    side: int
    own: Modifiers
    enemy: Modifiers
    needs: Calls
    does: Calls
    then: Calls

    @property
    def plain(self) -> bool:
        """Return whether it only changes rolls."""
        return not self.does and not self.then


class Seat(NamedTuple):
    """A seat and its nations."""

    side: int
    nations: tuple[str, ...]
    hand: int
    characters: tuple[str, ...] = ()
    leads: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Tables(Constant):
    """The content that the rules look up; ids in the order of content/. Made once for a content, so one is itself."""

    regions: Mapping[str, Region]
    nations: Mapping[str, Nation]
    figures: Mapping[str, Figure]
    characters: Mapping[str, Character]
    tiles: Mapping[str, Tile]
    counts: Mapping[str, int]  # of each tile in the box
    dice: tuple[tuple[str, ...], tuple[str, ...]]  # the six faces of an action die, by side, in the order of content/
    faces: tuple[tuple[str, ...], tuple[str, ...]]  # the same, each once
    combat: Mapping[str, int]  # faces of a combat die and their numbers
    start: tuple[int, int]  # dice at the start
    most: tuple[int, int]  # dice in the box
    rings: tuple[int, int]  # Elven Rings at the start
    cards: Mapping[str, EventCard]
    battle_cards: Mapping[str, BattleCard]
    rousing: Mapping[str, str]  # region -> the card that an attack there takes from the table
    seats: Mapping[str, Seat]
    for_players: Mapping[int, tuple[str, ...]]  # number of players -> seats
    tracks: Mapping[str, int]  # last space
    settled: tuple[tuple[str, ...], tuple[str, ...]]  # regions with a settlement, by the side that it belongs to
    armies: Mapping[str, Mapping[str, int]]  # at the start: region -> figures
    places: Mapping[str, int]  # of every nation, character, tile, card and figure among its kind
    region_places: Mapping[str, int]
    weights: Mapping[str, int]  # what the app's own player makes of a table
    often: Mapping[str, int]  # how often its light play takes a type of action beside others
    tried: Mapping[str, int]  # how many actions of a type it tries

    def deck(self, side: int, deck: str) -> tuple[str, ...]:
        """Return all cards of a deck."""
        return tuple([id for id, card in self.cards.items() if (card.side, card.deck) == (side, deck)])


HUNT, FULL, BATTLE = "hunt", "full", "battle"  # the players keep the armies; the app does; of one battle
FACTS = ("side", "nation", "region", "character", "seat", "hunt_tile", "die", "face", "track", "event_card")
ARMY_FACTS = ("figure", "army", "combat_card", "ability")
UNUSED = ("prov", "src", "ours", "end_ours", "colour", "x", "y", "initiative")  # by the rules of the Hunt
RULED = (*CARD_VERBS, "keeps_passive", "roused_by", "bars_diplomacy", "closes", "silences")  # in `rules` of the game


@cache
def tables(content: Content) -> Tables:
    """Return the tables of a content; made once.

    Raises ContentError with every verb of a card that the rules do not know.

    The rules fill the vocabularies; importing companion.games.wotr.referee loads them.
    """
    sides = {id: at for at, id in enumerate(SIDES)}
    nations = {
        row["id"]: Nation(
            sides[row["side"]], row["start_box"], row["active"], {sort: row.get(sort, 0) for sort in SORTS}
        )
        for row in content["nation"].values()
    }
    dice = {sides[row["side"]]: row for row in content["die"].values() if "side" in row}
    seats = content["seat"]
    placed = ("nation", "character", "hunt_tile", "event_card", "figure")
    numbers = sorted({number for row in seats.values() for number in row["players"]})
    calls = _card_calls(content)
    regions = {id: _read_region(row, nations) for id, row in content["region"].items()}
    return Tables(
        regions=regions,
        nations=nations,
        figures=_read_figures(content, nations),
        characters={
            id: from_row(
                Character,
                row,
                side=sides[row["side"]],
                level=-1 if row.get("flies") else row.get("level", 0),
                leads=_of_abilities(content, row, "leads"),
                leads_in_team=_of_abilities(content, row, "leads_in_team"),
            )
            for id, row in content["character"].items()
        },
        tiles={
            id: from_row(Tile, row, damage=_read_damage(row["damage"]), standard=row["set"] == "standard")
            for id, row in content["hunt_tile"].items()
        },
        counts={id: row["count"] for id, row in content["hunt_tile"].items()},
        dice=(_die_faces(content, dice[FP]), _die_faces(content, dice[SHADOW])),
        faces=(
            tuple(dict.fromkeys(_die_faces(content, dice[FP]))),
            tuple(dict.fromkeys(_die_faces(content, dice[SHADOW]))),
        ),
        combat={id: content["face"][id]["value"] for id in content["die"]["combat"]["faces"]},
        start=(dice[FP]["start"], dice[SHADOW]["start"]),
        most=(dice[FP]["count"], dice[SHADOW]["count"]),
        rings=(content["side"][SIDES[FP]]["rings"], content["side"][SIDES[SHADOW]]["rings"]),
        cards={
            id: from_row(
                EventCard,
                row,
                side=sides[row["side"]],
                whose="" if row["hint"] == "any" else row["hint"],
                **{field: calls[field][id] for field in calls},
            )
            for id, row in content["event_card"].items()
        },
        battle_cards=_battle_cards(content),
        rousing={region: row["id"] for row in content["event_card"].values() for region in row.get("roused_by", ())},
        seats={id: from_row(Seat, row, side=sides[row["side"]]) for id, row in seats.items()},
        for_players={
            number: tuple([id for id, row in seats.items() if number in row["players"]]) for number in numbers
        },
        tracks={id: row["last"] for id, row in content["track"].items()},
        settled=(_settlement_ids(regions, FP), _settlement_ids(regions, SHADOW)),
        armies=_armies_at_start(content),
        places={id: at for kind in placed for at, id in enumerate(content[kind])},
        region_places={id: at for at, id in enumerate(regions)},
        weights={row.id: row["weight"] for row in content["bot_weight"].values()},
        often=_habit_numbers(content, "often"),
        tried=_habit_numbers(content, "tried"),
    )


def _habit_numbers(content: Content, field: str) -> dict[str, int]:
    """Return the numbers of the habits that have one."""
    return {row.id: row[field] for row in content["bot_habit"].values() if field in row}


def _of_abilities(content: Content, row: Mapping[str, Any], field: str) -> tuple[str, ...]:
    """Return the values of a field of a character's abilities."""
    return tuple([id for ability in row.get("abilities", ()) for id in content["ability"][ability].get(field, ())])


def _read_figures(content: Content, nations: Mapping[str, Nation]) -> dict[str, Figure]:
    sorts = {(row["nation"], row["sort"]): row["id"] for row in content["figure"].values()}
    return {
        row["id"]: Figure(
            row["nation"],
            nations[row["nation"]].side,
            row["sort"],
            nations[row["nation"]].figures[row["sort"]],
            sorts[row["nation"], REGULAR] if row["sort"] == ELITE else "",
        )
        for row in content["figure"].values()
    }


def _armies_at_start(content: Content) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for row in content["army"].values():
        for figure in content["figure"].values():
            if figure["nation"] == row["nation"] and figure["sort"] in row:
                found.setdefault(row["region"], {})[figure["id"]] = row[figure["sort"]]
    return found


def _card_calls(content: Content) -> dict[str, dict[str, Calls]]:
    """Return the verbs of cards, by field and card. Raises ContentError."""
    problems: list[str] = []
    found = {field: verbs.table(content, "event_card", field, problems) for field, verbs in CARD_VERBS.items()}
    if problems:
        raise ContentError(problems)
    for id, row in content["event_card"].items():
        if "stays_with" in row:
            company = ("companion_in_fellowship", tuple(row["stays_with"]))
            for field in ("needs", "stays"):
                found[field][id] = (company, *found[field][id])
    return found


def _battle_cards(content: Content) -> dict[str, BattleCard]:
    """Return the lower parts of the event cards. Raises ContentError for unknown modifiers and verbs."""
    problems = list[str]()
    calls = {field: verbs.table(content, "combat_card", field, problems) for field, verbs in COMBAT_VERBS.items()}
    rows = content["combat_card"].items()
    changes = [{id: _modifiers(row, field, problems) for id, row in rows} for field in ("own", "enemy")]
    if problems:
        raise ContentError(problems)
    return {
        id: BattleCard(
            SIDES.index(row["side"]), changes[0][id], changes[1][id], **{field: calls[field][id] for field in calls}
        )
        for id, row in rows
    }


def _modifiers(row: Row, field: str, problems: list[str]) -> Modifiers:
    """Return a combat card's changes of a side's rolls; faults are added to `problems`."""
    said = {}
    for name, number in row.get(field, {}).items():
        if name in Modifiers._fields and type(number) is int:
            said[name] = number
        else:
            known = did_you_mean(str(name)[:100], Modifiers._fields)
            problems.append(f"{row.place}: {row.id}: '{field}' has no modifier '{name!s:.60}: {number!s:.60}'{known}")
    return Modifiers(**said)


def _die_faces(content: Content, die: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(sorted(die["faces"], key=list(content["face"]).index))


def _read_region(row: Mapping[str, object], nations: Mapping[str, Nation]) -> Region:
    nation = str(row.get("nation") or "")
    side = nations[nation].side if nation else -1
    flags = [bool(row.get(flag)) for flag in ("fortification", "coastal", "east_edge")]
    return Region(tuple(row["neighbours"]), nation, side, str(row.get("settlement") or ""), *flags)  # type: ignore[arg-type]


def _settlement_ids(regions: Mapping[str, Region], side: int) -> tuple[str, ...]:
    return tuple([id for id, region in regions.items() if region.settlement and region.side == side])


def _read_damage(said: str) -> int | str:
    return said if said in (EYE, DIE) else int(said)


def facts(content: Content, variant: str) -> dict[str, Any]:
    """Return the facts of content/ that the rules use, for the header's digest: no words, sources or looks, nothing
    RULED.
    """
    if variant == HUNT:
        return used_facts(content, FACTS, (*UNUSED, *RULED))
    return used_facts(content, (*FACTS, *ARMY_FACTS), ({*UNUSED, *RULED, *COMBAT_VERBS} - {"initiative"}))
