"""Entry of characters (WR-CHAR-2, -3, -24, -25)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.messages import Phrase, Ref, Refusal, Value
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.action_dice import MUSTER, WILL, paying_faces, payment_fault, use_die
from companion.games.wotr.rules.common.card_conditions import discard_ended
from companion.games.wotr.rules.common.choices import ChooseOnce
from companion.games.wotr.rules.common.neighbours import region_value
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.rules.map import armies, characters, companions
from companion.games.wotr.rules.map.reach import is_barred_to_minions
from companion.games.wotr.state import ASIDE, GONE, IN_FELLOWSHIP, OFF_TRACK, Draft, State, place_of
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.game import Action
from companion.play.game.offers import Offer
from companion.play.game.steps import Handler, Step

CROWN = ("minas-tirith", "dol-amroth", "pelargir")  # where Strider becomes Aragorn
SIDE_RULES = ("WR-CHAR-2", "WR-CHAR-3")  # how a character of a side comes into play


def entry_regions(state: State, character: str) -> list[str]:
    """Return the regions where a character may come into play now; none where its conditions do not hold."""
    return (
        []
        if place_of(state, character) != ASIDE or missing_conditions(state, character)
        else _entry_places(state, character)
    )


def _entry_places(state: State, character: str) -> list[str]:
    """Return the regions where a character comes into play, without its other conditions."""
    match character:
        case "aragorn":
            return [place_of(state, characters.STRIDER)]
        case "gandalf-the-white":
            grey = place_of(state, characters.GREY)
            return [grey] if grey != GONE else ["fangorn", *_held_strongholds(state, "elves")]
        case "witch-king" if state.setup.armies:
            return [id for id in state.setup.tables.regions if armies.units_of(state, id, "sauron")]
        case "witch-king":
            return [id for id in state.setup.tables.regions if not is_barred_to_minions(state, id)]
        case "saruman":
            return ["orthanc"]
        case "mouth-of-sauron":
            return _held_strongholds(state, "sauron")
    return []


def missing_conditions(state: State, character: str) -> tuple[Phrase, ...]:
    """Return the conditions that a character still needs to come into play."""
    return tuple([Phrase(f"table.until_{code}", values) for code, values in _lacks(state, character)])


def _lacks(state: State, character: str) -> Iterator[tuple[str, dict[str, Value]]]:
    peoples = [politics.at_war(state, id) for id in politics.nations_of(state, FP)]
    match character:
        case "aragorn":
            here, strider = place_of(state, characters.STRIDER), Ref("character", characters.STRIDER)
            if here not in CROWN:
                yield "crown", {"character": strider, "regions": tuple([Ref("region", id) for id in CROWN])}
            else:
                yield from _conquered_regions(state, here)
        case "gandalf-the-white":
            if place_of(state, characters.GREY) == IN_FELLOWSHIP:
                yield "parted", {"character": Ref("character", characters.GREY)}
            if not state.seen:
                yield "minion", {}
        case "witch-king":
            yield from _at_peace(state, "sauron")
            if not any(peoples):
                yield "war_begins", {}
            if not _entry_places(state, character):
                yield "army", {"nation": Ref("nation", "sauron")}
        case "saruman":
            yield from _at_peace(state, "isengard")
            yield from _conquered_regions(state, "orthanc")
        case "mouth-of-sauron":
            if state.fellowship.step == OFF_TRACK and not all(peoples):
                yield "mordor", {}
            if not _entry_places(state, character):
                yield "stronghold", {"nation": Ref("nation", "sauron")}


def _at_peace(state: State, nation: str) -> Iterator[tuple[str, dict[str, Value]]]:
    if not politics.at_war(state, nation):
        yield "war", {"nation": Ref("nation", nation)}


def _conquered_regions(state: State, region: str) -> Iterator[tuple[str, dict[str, Value]]]:
    if not politics.is_unconquered(state, region):
        yield "free", {"region": Ref("region", region)}


def _held_strongholds(state: State, nation: str) -> list[str]:
    """Return the Strongholds of a nation that the enemy does not hold."""
    return [
        id
        for id, facts in state.setup.tables.regions.items()
        if facts.settlement == "stronghold" and facts.nation == nation and politics.is_unconquered(state, id)
    ]


BRINGS = {characters.ARAGORN: FP, characters.WHITE: FP, **dict.fromkeys(characters.MINIONS, SHADOW)}


def _bring_fault(state: State, seat_index: int, character: str) -> Refusal | None:
    side = side_of(state, seat_index)
    values: dict[str, Value] = {"character": characters.character_value(state, character)}
    if BRINGS.get(character) != side:
        return Refusal("not_brought", "WR-CHAR-2" if side == FP else "WR-CHAR-3", values)
    if side == SHADOW and character not in state.setup.tables.seats[state.setup.seats[seat_index]].characters:
        return Refusal("character_partner", "WR-TEAM-11", values)
    if place_of(state, character) != ASIDE:
        return Refusal("character_came", "WR-CHAR-23", values)
    if missing := missing_conditions(state, character):
        return Refusal("not_yet", "WR-CHAR-2" if side == FP else "WR-CHAR-3", {**values, "conditions": missing})
    return None


def _check_bring(step: Step, state: State, act: Act) -> Refusal | None:
    seat_index = state.index_of(act.seat)
    fault = _bring_fault(state, seat_index, act.character)
    if fault is not None or side_of(state, seat_index) == SHADOW:
        return fault or payment_fault(state, act, (MUSTER,), "WR-CHAR-3")
    return payment_fault(state, act, (WILL,), "WR-DICE-25")


def _bring(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    draft.push(Placing(step.seat_index, act.character))


@dataclass(frozen=True, slots=True)
class Placing(ChooseOnce):
    """Choice of the region where a character enters; a single one is taken at once."""

    rule = "WR-CHAR-2"

    character: str

    def rule_of(self, act: Action) -> str:
        """Return the rule by which the character enters."""
        return SIDE_RULES[BRINGS[self.character]]

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the regions where the character may enter."""
        return {"": entry_regions(state, self.character)}

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Place the character in the region."""
        enter(draft, self.character, chosen)

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse a region where the character cannot enter."""
        return Refusal("no_home", self.rule_of(act), {"region": region_value(state, act.region)})

    check_settle, do_settle = ChooseOnce.check, ChooseOnce.choose


def enter(draft: Draft, character: str, region: str) -> None:
    """Bring a character into play.

    A die more from the next turn on, the one it replaces is removed (WR-CHAR-24, -25).
    """
    facts = draft.setup.tables.characters[character]
    if facts.replaces:
        companions.set_place(draft, facts.replaces, GONE, "WR-CHAR-24")
    if facts.kind == "minion":
        draft.seen = (*draft.seen, character)
    if facts.die:
        draft.set_side(facts.side, coming=draft.sides[facts.side].coming + 1)
    characters.arrive(draft, character, region, SIDE_RULES[facts.side])
    if character == characters.WITCH_KING:
        for nation in politics.nations_of(draft, FP):
            politics.activate(draft, nation, "WR-CHAR-25")
    discard_ended(draft)


def offers(state: State, seat_index: int) -> list[Offer]:
    """Return the entries of characters, with each die that pays."""
    seat, side, out = state.setup.seats[seat_index], side_of(state, seat_index), []
    dice = paying_faces(state, side, (WILL,) if side == FP else (MUSTER,))
    brought = BRINGS.items() if dice else ()
    may = [id for id, owner in brought if owner == side and _bring_fault(state, seat_index, id) is None]
    for die in dice:
        out += offer_one_of(Act("bring", seat, die=die), "character", "character", may)
    return out


ANSWERS: dict[str, Handler] = {"bring": Handler(_check_bring, _bring)}
RULES = {"bring": "WR-CHAR-2"}
