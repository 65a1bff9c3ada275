"""Exact odds: the next threat roll, the story tiles to come, Mount Doom. Counts; rolls nothing and simulates nothing.

Knows the table only as words that a player could type, such as `sauron=7 sam=4,3`, so that any table can be
asked about.
Cards in hands that could still help are never counted: what they are is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Value
from companion.games.fellowship.rules.board.story import ResolveTile
from companion.games.fellowship.rules.turn.die import ThreatRoll
from companion.games.fellowship.rules.turn.events import NextEvent
from companion.games.fellowship.state import State, group_speaker, place_of
from companion.games.fellowship.tables import AdventureBoard, Tables, tables
from companion.play.game.game import ChanceRow, Chances, Odds, OddsPanel, Question
from companion.play.game.odds_words import (
    Given,
    one_of,
    read_flag,
    read_whole,
    rows_by_id,
    rows_by_number,
    settle_words,
)

if TYPE_CHECKING:
    from companion.content.model import Content

DEAD = "dead"


# --- the hobbits as they stand ----------------------------------------------------------------------------------------


class LivingHobbit(NamedTuple):
    """A living hobbit: where it stands and how many cards it holds."""

    id: str
    space: int
    cards: int


class Standings(NamedTuple):
    """Sauron, and the living clockwise from the one who rolls."""

    facts: Tables
    sauron: int
    living: tuple[LivingHobbit, ...]


class FaceResult(NamedTuple):
    """The effect of a face on the first of the living: Sauron's space afterwards, who dies, and the row's words."""

    sauron: int
    dead: tuple[str, ...]
    code: str
    values: Mapping[str, Value]


def _hobbit_words(state: State) -> dict[str, str]:
    roller = state.step.seat_index if state.agenda and isinstance(state.step, ThreatRoll) else group_speaker(state)
    out = {"sauron": str(state.sauron)}
    if roller >= 0:
        out["by"] = state.setup.seats[roller]
    for seat, player in zip(state.setup.seats, state.players, strict=True):
        out[seat] = f"{player.space},{player.cards}" if player.alive else DEAD
    return out


def _read_standings(question: str, facts: Tables, at_table: Given, given: Given) -> tuple[Standings, dict[str, str]]:
    """The hobbits that the words name, and every word that counts. Raises WrongCall."""
    playing = [key for key in at_table if key in facts.powers] or list(facts.powers)
    defaults = {"sauron": str(next(iter(facts.modes.values())))}
    words = settle_words(question, defaults, at_table, given, ["by", *playing])
    first, last = facts.values["track_first"], facts.values["track_last"]
    sauron = read_whole("sauron", words["sauron"], first, last)
    hobbits = []
    for id in [key for key in words if key in facts.powers]:
        if words[id] != DEAD:
            space, comma, cards = words[id].partition(",")
            if not comma:
                raise WrongCall("odds_hobbit", words[id], key=id)
            most = sum(facts.counts) + len(facts.legendary)
            hobbits.append(LivingHobbit(id, read_whole(id, space, first, last), read_whole(id, cards, 0, most)))
            if hobbits[-1].space >= sauron:
                raise WrongCall("odds_caught", id, number=hobbits[-1].space, sauron=sauron)
    alive = [hobbit.id for hobbit in hobbits]
    if not alive:
        raise WrongCall("odds_nobody")
    order = [id for id in words if id in facts.powers]
    if "by" in given:
        by = one_of(given["by"], alive, "odds_by")
    else:
        first_asked = order.index(at_table["by"]) if "by" in at_table else 0
        by = next(id for id in (*order[first_asked:], *order) if id in alive)
    counted = {"sauron": words["sauron"], "by": by, **{id: words[id] for id in order}}
    at = alive.index(by)
    return Standings(facts, sauron, (*hobbits[at:], *hobbits[:at])), counted


def _face_result(stand: Standings, face: str) -> FaceResult:
    """What the face does to the one who rolls, power included (LR-DIE-2, LR-DIE-3, LR-TRACK-4, LR-PAY-7)."""
    facts, sauron = stand.facts, stand.sauron
    roller, values = stand.living[0], facts.values
    most_steps, most_cards = facts.powers[roller.id].get("soften_die", (values["track_last"], sum(facts.counts)))
    seat = Ref("seat", roller.id)
    dead: tuple[str, ...] = ()
    code: str = "threat_nothing"
    said: dict[str, Value] = {}
    for effect in facts.face_effects[face]:
        match effect:
            case ("right", _, steps):
                space = min(roller.space + min(steps, most_steps), values["track_last"])
                dead = (roller.id,) if space >= sauron else ()
                code, said = "threat_meets" if dead else "threat_right", {"seat": seat, "number": space}
            case ("lose", _, cost):
                cards = sum([min(number, most_cards) for _, _, number in cost])
                dead = (roller.id,) if roller.cards < cards else ()
                code, said = "threat_short" if dead else "threat_lose", {"seat": seat, "number": cards}
            case ("sauron", steps):
                sauron = max(sauron - steps, values["track_first"])
                dead = tuple([hobbit.id for hobbit in stand.living if hobbit.space >= sauron])
                code, said = "threat_catches" if dead else "threat_sauron", {"number": sauron}
                if dead:
                    said["seats"] = tuple([Ref("seat", id) for id in dead])
    return FaceResult(sauron, dead, code, said)


def _answer_threat(content: Content, at_table: Given, given: Given) -> Odds:
    """The next threat roll: who dies, and what each face does."""
    facts = tables(content)
    stand, words = _read_standings("threat", facts, at_table, given)
    share = Fraction(1, len(facts.faces))
    blows = {face: _face_result(stand, face) for face in facts.faces}
    dead = Counter([id for blow in blows.values() for id in blow.dead])
    deaths = rows_by_id("threat_dies", "seat", [(Ref("seat", one.id), share * dead[one.id]) for one in stand.living])
    nobody = sum([share for blow in blows.values() if not blow.dead], Fraction(0))
    faces = [
        ChanceRow(face, share, blow.code, {"face": Ref("face", face), **blow.values}) for face, blow in blows.items()
    ]
    return Odds(
        words,
        (
            Chances("deaths", "LR-DEATH-1", (*deaths, ChanceRow("nobody", nobody, "threat_nobody"))),
            Chances("faces", "LR-DIE-2", tuple(faces)),
        ),
        ("note_cards",),
    )


# --- Mount Doom -------------------------------------------------------------------------------------------------------


def destroyer_chances(stand: Standings) -> dict[str, Fraction]:
    """Return the chance of each hobbit to destroy the Ring; the rest is the chance that nobody does (LR-END-15).

    The roller who lives has done it. The roller who dies hands on a table with fewer hobbits, and perhaps with Sauron
    nearer; tables met before are not counted again.
    """
    known: dict[tuple[int, tuple[LivingHobbit, ...]], dict[str, Fraction]] = {}
    share = Fraction(1, len(stand.facts.faces))

    def count(now: Standings) -> dict[str, Fraction]:
        if not now.living or (now.sauron, now.living) in known:
            return known.get((now.sauron, now.living), {})
        out: dict[str, Fraction] = {}
        for face in now.facts.faces:
            blow = _face_result(now, face)
            after = {now.living[0].id: Fraction(1)}
            if now.living[0].id in blow.dead:
                left = tuple([hobbit for hobbit in now.living if hobbit.id not in blow.dead])
                after = count(now._replace(sauron=blow.sauron, living=left))
            for id, chance in after.items():
                out[id] = out.get(id, Fraction(0)) + share * chance
        known[now.sauron, now.living] = out
        return out

    return count(stand)


def _answer_doom(content: Content, at_table: Given, given: Given) -> Odds:
    """Whether the Ring is destroyed, and by whom."""
    stand, words = _read_standings("doom", tables(content), at_table, given)
    chances = destroyer_chances(stand)
    won = sum(chances.values(), Fraction(0))
    by = rows_by_id(
        "doom_by", "seat", [(Ref("seat", one.id), chances.get(one.id, Fraction(0))) for one in stand.living]
    )
    return Odds(
        words,
        (
            Chances(
                "doom",
                "LR-END-15",
                (ChanceRow("destroyed", won, "doom_destroyed"), ChanceRow("doom", 1 - won, "doom_all_dead")),
            ),
            Chances("casting", "LR-END-15", by),
        ),
        ("note_cards", "note_space"),
    )


# --- story tiles ------------------------------------------------------------------------------------------------------


class Stack(NamedTuple):
    """Tiles left by kind, the event marker, and which tiles move it."""

    facts: Tables
    counts: dict[str, int]
    board: AdventureBoard
    event: int
    refused: int
    chain: bool

    @property
    def size(self) -> int:
        """Tiles left."""
        return sum(self.counts.values())


def _brings_event(effects: Any) -> bool:
    """Return whether the effects play the next event, however deep."""
    return effects == "next_event" or (isinstance(effects, tuple) and any(_brings_event(item) for item in effects))


def _sure_event_tiles(facts: Tables) -> list[str]:
    """Tiles that always move the event marker."""
    return [tile for tile in facts.tiles if any(effect[0] == "next_event" for effect in facts.tile_rows[tile].effects)]


def _payable_event_tiles(facts: Tables) -> list[str]:
    """Tiles that move it unless the group pays."""
    return [
        tile
        for tile in facts.tiles
        if _brings_event(facts.tile_rows[tile].effects) and tile not in _sure_event_tiles(facts)
    ]


def _event_space_after(board: AdventureBoard, event: int, chain: bool) -> int:
    """Return the space of the event marker after one more event and those that it brings along (LR-EVENT-8)."""
    last = len(board.events)
    event = min(event + 1, last)
    while chain and event < last and _brings_event(board.events[event - 1].effects):
        event += 1
    return event


def _tiles_left(stack: Stack) -> int:
    """How many tiles that move the marker bring it to the end."""
    event, number = stack.event, 0
    while event < len(stack.board.events):
        event, number = _event_space_after(stack.board, event, stack.chain), number + 1
    return number


def _adventure_boards(facts: Tables) -> dict[str, AdventureBoard]:
    return {place.id: place.board for place in facts.places if place.board is not None}


def _tile_words(state: State) -> dict[str, str]:
    """The adventure that is played, or in a haven the next one with its stack untouched."""
    facts, place = state.setup.tables, place_of(state)
    if place.board is None:
        ahead = [other.id for other in facts.places[state.place :] if other.board is not None]
        return {"place": ahead[0]}
    event = state.event
    for step in state.agenda:
        if isinstance(step, NextEvent) or (isinstance(step, ResolveTile) and step.tile in _sure_event_tiles(facts)):
            event = min(event + 1, len(place.board.events))  # shown already, about to move the marker
    left = {tile: str(number) for tile, number in zip(facts.tiles, state.stack, strict=True)}
    return {"place": place.id, "event": str(event), **left}


def _read_stack(content: Content, at_table: Given, given: Given) -> tuple[Stack, dict[str, str]]:
    facts = tables(content)
    boards = _adventure_boards(facts)
    full = {tile: str(number) for tile, number in zip(facts.tiles, facts.tile_counts, strict=True)}
    defaults = {"place": next(iter(boards)), "event": "0", **full, "chain": "true"}
    words = settle_words("tiles", defaults, at_table, given, ["refuse"])
    board = boards[one_of(words["place"], boards, "odds_place")]
    event = read_whole("event", words["event"], 0, len(board.events))
    counts = {tile: read_whole(tile, words[tile], 0, int(full[tile])) for tile in facts.tiles}
    payable = sum([counts[tile] for tile in _payable_event_tiles(facts)])
    refused = read_whole("refuse", words.setdefault("refuse", str(payable)), 0, payable)
    chain = read_flag("chain", words["chain"])
    stack = Stack(facts, counts, board, event, refused, chain)
    if not stack.size:
        raise WrongCall("odds_no_tiles")
    return stack, {key: words[key] for key in ("place", "event", "refuse", "chain", *facts.tiles)}


def chance_in_time(stack: Stack, reveals: int) -> Fraction:
    """The chance that the last event is reached within so many tiles: enough of them move the marker."""
    moving = sum([stack.counts[tile] for tile in _sure_event_tiles(stack.facts)]) + stack.refused
    still = stack.size - moving
    ways = sum([comb(moving, hits) * comb(still, reveals - hits) for hits in range(_tiles_left(stack), reveals + 1)])
    return Fraction(ways, comb(stack.size, reveals))


def chance_before_progress(stack: Stack, number: int) -> Fraction:
    """The chance that exactly so many tiles that always move the marker come before the next progress tile.

    Only the order of those two sorts among each other counts, whatever lies between them.
    """
    sure = sum([stack.counts[tile] for tile in _sure_event_tiles(stack.facts)])
    progress = sum([stack.counts[tile] for tile in stack.facts.progress])
    if number > sure:
        return Fraction(0)
    if not progress:
        return Fraction(int(number == sure))
    return Fraction(comb(sure + progress - number - 1, progress - 1), comb(sure + progress, progress))


def _answer_tiles(content: Content, at_table: Given, given: Given) -> Odds:
    """What the next tile is, when time runs out, and how much of it the next turn may cost."""
    stack, words = _read_stack(content, at_table, given)
    facts = stack.facts
    coming = [
        ChanceRow(tile, Fraction(number, stack.size), "tile_left", {"tile": Ref("story_tile", tile), "number": number})
        for tile, number in stack.counts.items()
    ]
    progress = sum([stack.counts[tile] for tile in facts.progress])
    coming.append(ChanceRow("progress", Fraction(progress, stack.size), "tile_progress", {"number": progress}))
    ends = []
    for reveals in range(0 if not _tiles_left(stack) else 1, stack.size + 1):
        ends.append((reveals, chance_in_time(stack, reveals)))
        if ends[-1][1] == 1:
            break
    sure = _sure_event_tiles(facts)
    before = [(at, chance_before_progress(stack, at)) for at in range(sum([stack.counts[tile] for tile in sure]) + 1)]
    tiles = tuple([Ref("story_tile", tile) for tile in sure])
    marker = {"number": stack.event, "last": len(stack.board.events)}
    chains = any(_brings_event(event.effects) for event in stack.board.events[stack.event :])
    return Odds(
        words,
        (
            Chances("next_tile", "LR-TURN-2", tuple(coming), {"number": stack.size}),
            Chances("last_event", "LR-EVENT-2", rows_by_number("within", ends), marker),
            Chances("before_progress", "LR-TURN-2", rows_by_number("before", before), {"tiles": tiles}),
        ),
        ("note_refused", *(("note_chain",) if chains else ()), "note_seen"),
    )


_STAND_KEYS = (("sauron=12", "key_sauron"), ("sam=4,3", "key_hobbit"), ("frodo=dead", "key_dead"))
QUESTIONS: Mapping[str, Question] = {
    "threat": Question("ask_threat", (*_STAND_KEYS, ("by=sam", "key_by")), _hobbit_words, _answer_threat),
    "tiles": Question(
        "ask_tiles",
        (
            ("relentless_time=6", "key_tile"),
            ("place=moria", "key_place"),
            ("event=0", "key_event"),
            ("refuse=2", "key_refuse"),
            ("chain=true", "key_chain"),
        ),
        _tile_words,
        _answer_tiles,
    ),
    "doom": Question("ask_doom", (*_STAND_KEYS, ("by=sam", "key_by")), _hobbit_words, _answer_doom),
}


# --- beside what is decided ------------------------------------------------------------------------------------------


def decision_odds(content: Content, state: State, types: Collection[str]) -> Iterator[OddsPanel]:
    """The threat roll and the story tile that come next (LR-DIE-2, LR-TURN-2)."""
    if "roll" in types:
        answer = _answer_threat(content, _hobbit_words(state), {})
        deaths, faces = answer.tables
        nobody = deaths.rows[-1].chance
        nothing = sum([row.chance for row in faces.rows if row.code == "threat_nothing"], Fraction(0))
        safe = nobody == 1
        line, answer = "line_threat_safe" if safe else "line_threat", answer._replace(notes=("note_hands",))
        yield OddsPanel(line, {"chance": nothing if safe else nobody}, "threat", answer)
    if "show" in types:
        answer = _answer_tiles(content, _tile_words(state), {})
        rows = {row.id: row.chance for row in answer.tables[0].rows}
        moving = sum([rows[tile] for tile in _sure_event_tiles(tables(content))], Fraction(0))
        yield OddsPanel("line_tiles", {"progress": rows["progress"], "event": moving}, "tiles", answer)
