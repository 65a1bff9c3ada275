"""Exact odds: which battleground and sites the next location step brings, and which path. Counts; simulates nothing.

Knows the table only as words that a player could type, such as `side=free gone=moria,bree`, so that any table can be
asked about. What hands and draw decks hold plays no part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from companion.core.errors import WrongCall
from companion.core.messages import Phrase, Ref, Value
from companion.games.wotrcards.rules.common.common import opponent
from companion.games.wotrcards.rules.locations import battlegrounds, paths
from companion.games.wotrcards.rules.locations.battlegrounds import Ground
from companion.games.wotrcards.rules.table import setup
from companion.games.wotrcards.state import Options, Setup, State
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES, Scenario, Tables, tables
from companion.play.game.game import ChanceRow, Chances, Odds, OddsPanel, Question
from companion.play.game.odds_words import Given, one_of, read_whole, rows_by_id, rows_by_number, settle_words

if TYPE_CHECKING:
    from companion.content.model import Content

Decks = tuple[frozenset[str], frozenset[str]]  # battlegrounds and sites left, by side
NONE = "none"
TOLD = "told"  # a site's own card names the battleground, which nobody here knows
ONE = Fraction(1)
Key = TypeVar("Key", str, int)


# --- words -----------------------------------------------------------------------------------------------------------


def _parse_ids(word: str, known: Collection[str]) -> list[str]:
    """Ids joined by commas; nothing is `none`."""
    ids = [] if word in ("", NONE) else word.split(",")
    for id in ids:
        if id not in known:
            raise WrongCall("no_item", id, known)
    return ids


def _join_ids(ids: Collection[str]) -> str:
    return ",".join(ids) or NONE


def _read_scenario(facts: Tables, word: str) -> Scenario:
    return facts.scenarios[one_of(word, facts.scenarios, "option_one", option="scenario")]


def _place_ref(facts: Tables, id: str) -> Ref:
    if id in facts.paths:
        return Ref("path", id)
    return Ref("skirmish_site" if facts.places[id].site else "battleground", id)


# --- the battleground of the location step ---------------------------------------------------------------------------


class Draws(NamedTuple):
    """The cards that may be drawn: the decks, the first side, companions of sites as far as they are known, what the
    Free Peoples have won of what another battleground needs.
    """

    facts: Tables
    decks: Decks
    side: int
    companions: Mapping[str, tuple[str, ...] | None]
    won: frozenset[str]

    def goes_back(self, id: str) -> bool:
        """Return whether it goes back, as Barad-dûr may (WC-BAR-1)."""
        return not battlegrounds.meets_needs(self.facts.places[id], self.won)


class LocationChances(NamedTuple):
    """Chances of what comes: the battleground that ends the step, `told` or none; each site on the way; how many of
    them; and Barad-dûr turning up to be refused."""

    ground: Mapping[str, Fraction]
    sites: Mapping[str, Fraction]
    number: Mapping[int, Fraction]
    refused: Fraction


def location_chances(draws: Draws) -> LocationChances:
    """Every order of the cards that are left, counted at once (WC-LOC-2, WC-LOC-3, WC-SKI-2, WC-BAR-1)."""
    facts = draws.facts

    @cache
    def chances_after(decks: Decks, side: int) -> LocationChances:
        deck = decks[side] or decks[opponent(side)]
        if not deck:
            return _with_ground(NONE)
        return _mix_evenly([chances_of_card(decks, id) for id in sorted(deck)])

    def chances_of_card(decks: Decks, id: str) -> LocationChances:
        left = (decks[FREE] - {id}, decks[SHADOW] - {id})
        if draws.goes_back(id):
            return chances_after(left, facts.places[id].side)._replace(refused=ONE)
        if not facts.places[id].site:
            return _with_ground(id)
        beside = draws.companions[id]
        if beside is None:
            may = [at for deck in left for at in deck if not facts.places[at].site and not draws.goes_back(at)]
            rest = _with_ground(TOLD) if may else chances_after(left, facts.places[id].side)
        else:
            first = next((at for at in beside if at in left[FREE] or at in left[SHADOW]), "")
            rest = _with_ground(first) if first else chances_after(left, facts.places[id].side)
        number = {found + 1: chance for found, chance in rest.number.items()}
        return rest._replace(sites={**rest.sites, id: ONE}, number=number)

    return chances_after(draws.decks, draws.side)


def _with_ground(ground: str) -> LocationChances:
    return LocationChances({ground: ONE}, {}, {0: ONE}, Fraction(0))


def _mix_evenly(ways: list[LocationChances]) -> LocationChances:
    """Average the chances, all equally likely."""
    share = Fraction(1, len(ways))
    return LocationChances(
        _scale_chances([way.ground for way in ways], share),
        _scale_chances([way.sites for way in ways], share),
        _scale_chances([way.number for way in ways], share),
        sum([way.refused for way in ways], Fraction(0)) * share,
    )


def _scale_chances(ways: list[Mapping[Key, Fraction]], share: Fraction) -> dict[Key, Fraction]:
    out: dict[Key, Fraction] = {}
    for way in ways:
        for key, chance in way.items():
            out[key] = out.get(key, Fraction(0)) + chance * share
    return out


def _location_words(state: State) -> dict[str, str]:
    """The decks as they are, for the step that goes on or the next."""
    order, step = state.setup.order, state.agenda[-1] if state.agenda else None
    side = step.side if isinstance(step, Ground) else state.setup.sides[order[(state.first + 1) % len(order)]]
    left = {*state.grounds[FREE], *state.grounds[SHADOW]}
    scenario = state.setup.scenario
    return {
        "scenario": scenario.id,
        "side": SIDES[side],
        "parts": str(state.parts),
        "gone": _join_ids([id for id in _places_in_play(scenario, state.parts) if id not in left]),
        "won": _join_ids(
            [won.id for won in state.areas[FREE] if won.id in battlegrounds.required_battlegrounds(state.setup.tables)]
        ),
    }


def _places_in_play(scenario: Scenario, parts: int) -> list[str]:
    """Battlegrounds and sites of the parts that are in."""
    return [id for side in scenario.grounds for part in side[:parts] for id in part]


def _read_draws(content: Content, at_table: Given, given: Given) -> tuple[Draws, dict[str, str]]:
    """The decks that the words name, and every word that counts. Raises WrongCall."""
    facts = tables(content)
    defaults = {"scenario": next(iter(facts.scenarios)), "side": "", "parts": "1", "gone": NONE, "won": NONE}
    sites = [id for id, place in facts.places.items() if place.site]
    words = settle_words("location", defaults, at_table, given, sites)
    scenario = _read_scenario(facts, words["scenario"])
    words["side"] = one_of(words["side"] or SIDES[facts.seats[scenario.order[0]]], SIDES, "option_one", option="side")
    most = max([len(parts) for parts in scenario.grounds])
    if not most:
        raise WrongCall("odds_schedule", scenario.id)
    inside = _places_in_play(scenario, read_whole("parts", words["parts"], 1, most))
    gone = {*_parse_ids(words["gone"], inside), *_parse_ids(words["won"], facts.places)}
    grounds = [id for id in facts.places if id not in sites]
    companions = {
        id: tuple(_parse_ids(words[id].replace("+", ","), grounds)) if id in words else facts.places[id].companions
        for id in sites
    }
    decks = tuple([frozenset({*inside} & {*sum(parts, ())} - gone) for parts in scenario.grounds])
    won = frozenset(_parse_ids(words["won"], facts.places))
    return Draws(facts, (decks[FREE], decks[SHADOW]), SIDES.index(words["side"]), companions, won), words


def _answer_location(content: Content, at_table: Given, given: Given) -> Odds:
    """Return the chances of each location of the next combat."""
    draws, words = _read_draws(content, at_table, given)
    facts, found = draws.facts, location_chances(draws)
    codes = {TOLD: "ground_told", NONE: "ground_none"}
    others = [ChanceRow(id, found.ground[id], code) for id, code in codes.items() if id in found.ground]
    grounds = (*_location_rows(facts, found.ground), *others)
    out = [Chances("ground", "WC-LOC-2", grounds, {"side": Ref("side", words["side"])})]
    sites = _location_rows(facts, found.sites)
    notes = ["note_decks", "note_brought"]
    if sites:
        numbers = rows_by_number("sites_number", sorted(found.number.items()))
        out += [Chances("sites", "WC-LOC-3", sites), Chances("sites_many", "WC-LOC-3", numbers)]
    if any(facts.places[id].needs for deck in draws.decks for id in deck):
        refused = (ChanceRow("refused", found.refused, "refused"), ChanceRow("not", 1 - found.refused, "refused_not"))
        out.append(Chances("refusal", "WC-BAR-1", refused))
    if TOLD in found.ground:
        notes.append("note_told")
    return Odds(words, tuple(out), tuple(notes))


def _location_rows(facts: Tables, chances: Mapping[str, Fraction]) -> tuple[ChanceRow, ...]:
    return rows_by_id(
        "location_is", "location", [(_place_ref(facts, id), chances[id]) for id in facts.places if id in chances]
    )


# --- the next path ---------------------------------------------------------------------------------------------------


def _path_words(state: State) -> dict[str, str]:
    return {
        "scenario": state.setup.scenario.id,
        "path": state.path or NONE,
        "number": str(state.number) if state.path else "",
        "used": _join_ids(state.used),
    }


def _read_road(facts: Tables, words: dict[str, str]) -> State:
    """A table with that path and those used. Raises WrongCall."""
    scenario = _read_scenario(facts, words["scenario"])
    path = "" if words["path"] in ("", NONE) else one_of(words["path"], scenario.paths, "option_one", option="path")
    used = _parse_ids(words["used"], scenario.paths)
    if path and not words["number"]:
        words["number"] = str(facts.paths[path].number)
    numbers = [at.number for at in facts.paths.values()]
    number = read_whole("number", words["number"] or "0", 1 if path else 0, max(numbers))
    sides = tuple([facts.seats[seat] for seat in scenario.seats])
    order = tuple([scenario.seats.index(seat) for seat in scenario.order])
    draft = setup.fresh_draft(Setup(facts, scenario, scenario.seats, sides, order, Options()))
    draft.path, draft.number, draft.used = path, number, tuple(dict.fromkeys([*used, *([path] if path else [])]))
    return draft


def _answer_path(content: Content, at_table: Given, given: Given) -> Odds:
    """Where the road goes on, or what a text that names a number may activate."""
    facts = tables(content)
    defaults = {"scenario": next(iter(facts.scenarios)), "path": NONE, "number": "", "used": NONE, "to": ""}
    words = settle_words("path", defaults, at_table, given)
    if "path" in given or "scenario" in given:
        words |= {key: given.get(key, defaults[key]) for key in ("path", "number", "used")}
    state = _read_road(facts, words)
    long = state.setup.scenario.double_steps
    coming = _path_rows(facts, paths.next_paths(state), "path_end", long)
    out = [Chances("path_next", "WC-EPD-8" if long else "WC-LOC-5", coming)]
    if words["to"]:
        number = read_whole("to", words["to"], 1, max([path.number for path in facts.paths.values()]))
        may = tuple([id for id in paths.activated_by_text(state) if facts.paths[id].number == number])
        rows = _path_rows(facts, may, "path_cannot", long)
        out.append(Chances("path_text", "WC-EPD-8" if long else "WC-LOC-7", rows, {"number": number}))
    return Odds({key: word for key, word in words.items() if word}, tuple(out), ("note_path",))


def _path_rows(facts: Tables, ids: Collection[str], none: str, long: bool) -> tuple[ChanceRow, ...]:
    """Each as likely as the next."""
    if not ids:
        return (ChanceRow(NONE, ONE, none),)
    share = Fraction(1, len(ids))
    codes = ("path_is_a", "path_is_b") if long else ("path_is", "path_is")
    return tuple(
        [
            ChanceRow(
                id, share, codes[facts.paths[id].part], {"location": Ref("path", id), "number": facts.paths[id].number}
            )
            for id in ids
        ]
    )


QUESTIONS: Mapping[str, Question] = {
    "location": Question(
        "ask_location",
        (
            ("scenario=extended-trilogy", "key_scenario"),
            ("side=free", "key_side"),
            ("gone=moria,bree", "key_gone"),
            ("won=morannon", "key_won"),
            ("parts=1", "key_parts"),
            ("bree=the-shire", "key_companions"),
        ),
        _location_words,
        _answer_location,
    ),
    "path": Question(
        "ask_path",
        (
            ("scenario=epic-duel", "key_scenario"),
            ("path=caradhras", "key_path"),
            ("number=4", "key_number"),
            ("used=bag-end", "key_used"),
            ("to=4", "key_to"),
        ),
        _path_words,
        _answer_path,
    ),
}


# --- beside what is decided ------------------------------------------------------------------------------------------


def decision_odds(content: Content, state: State, types: Collection[str]) -> Iterator[OddsPanel]:
    """Yield the chances of each location of the next combat (WC-LOC-2)."""
    if "ground" in types:
        answer = _answer_location(content, _location_words(state), {})
        coming = answer.tables[0].rows
        likely = max(coming, key=lambda row: row.chance)
        named = (Phrase(f"odds.{likely.code}", likely.values),)
        values: dict[str, Value] = {"number": len(coming), "location": named, "chance": likely.chance}
        even = len({row.chance for row in coming}) == 1
        yield OddsPanel("line_even" if even else "line_location", values, "location", answer)
