"""Additions of War of the Ring to the page of a table: the actions of each seat, by place of display."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.games.wotr.actions import COMBAT_ROLLS, named_ids
from companion.games.wotr.show import page_map
from companion.play.game.offers import Number, OneOf
from companion.words.offer_words import OfferView

BUTTONS = 3  # of what a die may do with something that it names: more are a list
PLACES = 8  # of what is named without a die: more are a list
MAIN = ("draw", "roll", *COMBAT_ROLLS, "tile", "cast", "pick", "accept")  # the one step in reach of the thumb
LATER = ("done", "pass", "stop")  # the same where nothing of those is asked
NUMBERS = ("allocate", "watch")
COUNTS = ("stay", "trim")  # how many of a kind of figure: a row of buttons
HAND_FIRST = ("trim", "swap", "spend", "extra")  # steps that ask for cards of a hand: it comes before the board
BY_DIE = ("move", "hide", "event", "take", "diplomacy", "army", "separate", "travel", "bring", "clear", "ring", "skip")
Named = tuple[OfferView, str]  # an offer, and the name of what it names


class OfferChoice(NamedTuple):
    """An offer that names one of several things: a few as buttons, many as a list.

    word: of the command, for what is named; kind: its table of content/; groups: nation (of regions only) and (id,
    name) of what belongs to it; buttons: filled in, none where it is a list.
    """

    id: str
    offer: OfferView
    word: str
    kind: str
    groups: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    buttons: tuple[Named, ...]


class Count(NamedTuple):
    """A number of figures of a kind, or a character: a button for every number."""

    item: str
    offer: OfferView
    buttons: tuple[OfferView, ...]


class Die(NamedTuple):
    """Unused dice of one face and their actions, each as an offer that names nothing or a choice.

    on_map: it may do more, that begins in a region of the map.
    """

    face: str
    number: int
    side: str
    actions: tuple[OfferView | OfferChoice, ...]
    on_map: bool


class SeatPanel(NamedTuple):
    """The possible actions of a seat.

    mine: the phone plays it; headed: its name stands above; form: anything is sent for it; early: its hand comes before
    the board; hand: offers by card; plays: event cards that lie in a real hand, each with a die; picks: combat cards of
    the hand; counts: who of an army stays; told, combat: what happened on the board; forms: offers that leave more open
    than one thing; rest: all else that is not in the bar.
    """

    id: str
    name: str
    player: Mapping[str, Any]
    mine: bool
    headed: bool
    form: bool
    early: bool
    dice: tuple[Die, ...]
    hand: Mapping[str, list[OfferView]]
    plays: tuple[Named, ...]
    picks: tuple[OfferView, ...]
    counts: tuple[Count, ...]
    lists: tuple[OfferChoice, ...]
    forms: tuple[OfferView, ...]
    rest: tuple[OfferView, ...]
    told: tuple[OfferChoice, ...]
    combat: tuple[Named, ...]


def page(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values for templates/board.html, from those that the page of any game is given.

    chairs: what the seats may do; drawer: the one whose hand is at the thumb, or None. numbers: (offer, number, chance
    of a tile or None), mains: an offer, going: choices, of the one who is asked first, in reach of the thumb. step:
    what is awaited. turn: changes with all that is used. finds, box, dice: faces of dice with their sides. taken:
    regions by the side that took them. who: the players of each side. out: characters on the map with their regions.
    known: actions that have a short name. thrown: the dice of the round by side. atlas: the map, where the app keeps
    the armies; begins_on_map: a region there is all that is asked for.
    """
    view = shown["view"]
    step = view["step"] or {"kind": "over", "seat": ""}
    offers = list(_each_of_few(shown["offers"])) if shown["live"] else []
    asked = [offer for offer in offers if offer.seat == offers[0].seat]
    numbers = [offer for offer in asked if offer.type in NUMBERS]
    mains = [offer for types in (MAIN, LATER) for offer in asked if offer.type in types][:1]
    if not mains and not numbers and len(asked) == 1 and not asked[0].open:
        mains = asked
    in_bar = numbers or mains
    rest = [offer for offer in [*offers, *(shown["asides"] if shown["live"] else [])] if offer not in in_bar]
    on_map = [offer for offer in rest if _on_map(shown, offer)]
    chairs = [_seat_panel(shown, step, seat, rest, in_bar) for seat in shown["seats"]]
    sides = view["sides"]
    return {
        "step": step,
        "turn": f"{view['round']}-{step['kind']}-{_dice_left(sides['fp'])}-{_dice_left(sides['shadow'])}",
        "chairs": chairs,
        "drawer": _find_drawer(chairs),
        "numbers": [
            (
                offer,
                offer.offer.act.dice or offer.offer.act.conditions,
                step["chances"][at][1] if offer.type == "watch" else None,
            )
            for at, offer in enumerate(numbers)
        ],
        "mains": [] if numbers else mains,
        "later": LATER,
        "going": [choice for chair in chairs if offers and chair.id == offers[0].seat for choice in chair.lists],
        "finds": [(face, "") for face in step.get("succeeds", ())],
        "box": [("eye", "shadow")] * view["hunt_box"]["level"] + [("character", "fp")] * view["hunt_box"]["walkers"],
        "dice": {
            side: [(face, side) for face, number in has["unused"].items() for _ in range(number)]
            for side, has in sides.items()
        },
        "who": {side: ", ".join(_player_names(shown, side)) for side in sides},
        "lying": sides["fp"]["table"] + sides["shadow"]["table"],
        "taken": {side: [id for id, by in view["control"].items() if by == side] for side in sides},
        "known": BY_DIE,
        "combat_rolls": COMBAT_ROLLS,
        "thrown": _rolled_faces(shown),
        "atlas": page_map.board(shown, on_map),
        "at_war": [at["box"] for at in view["politics"].values()].count(shown["content"]["track"]["political"]["last"]),
        "begins_on_map": bool(on_map) and not any(chair.dice for chair in chairs),
        "out": [(id, at) for id, at in view["characters"].items() if at in shown["content"]["region"]],
    }


def _find_drawer(chairs: Collection[SeatPanel]) -> SeatPanel | None:
    """Return the own seat whose cards are asked for, else the first that holds any."""
    held = [chair for chair in chairs if chair.mine and chair.hand]
    return next((chair for chair in held if chair.early), held[0] if held else None)


def _player_names(shown: Mapping[str, Any], side: str) -> list[str]:
    """Return the names of a side's players."""
    names = [seat["name"] for seat in shown["seats"] if shown["content"]["seat"][seat["id"]]["side"] == side]
    return list(dict.fromkeys(names))


def _rolled_faces(shown: Mapping[str, Any]) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """Return faces, with their side, of the combat roll of this round and of its leader re-roll, by side."""
    battle, seats = shown["view"].get("battle"), shown["content"]["seat"]
    thrown: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for roll in shown["rolls"]() if battle else ():
        side = seats[roll.seat]["side"]
        if roll.type in ("strike", "restrike") and battle["sides"][side]["rolled"]:
            before = thrown.get(side, {}) if roll.type == "restrike" else {}
            thrown[side] = {**before, roll.type: [(face.face, side) for face in roll.faces]}
    return thrown


def _dice_left(side: Mapping[str, Any]) -> int:
    return sum(side["unused"].values())


def _each_of_few(offers: Iterable[OfferView]) -> Iterator[OfferView]:
    """Yield the offers without a die that name a number or one of few things, one by one.

    Hand cards are shown by card.
    """
    for offer in offers:
        if offer.type == "pay":
            numbers = [offer.with_fields(number=value) for field in offer.offer.open for value in field.values()]
            yield from numbers or [offer]
            continue
        few = 0 < len(_open_values(offer)) <= PLACES
        if few and not offer.offer.act.die and offer.type != "event" and not _is_form(offer):
            yield from [filled for filled, _ in _offers_by_thing(offer)]
        else:
            yield offer


def _open_values(offer: OfferView) -> tuple[tuple[str, str], ...]:
    """Return the possible values of an offer's open field, (id, name)."""
    return next(iter(offer.open.values())).options if offer.open else ()


def _is_form(offer: OfferView) -> bool:
    """Return whether an offer needs a form: a number, several things, or the region of a figure."""
    return (
        len(offer.offer.open) > 1
        or (bool(offer.open) and offer.type == "recruit")
        or any(isinstance(field, Number) for field in offer.offer.open)
    )


def _on_map(shown: Mapping[str, Any], offer: OfferView) -> bool:
    """Return whether an offer begins in a region."""
    return offer.offer.act.army in shown["content"]["region"]


def _paying_faces(offer: OfferView) -> Collection[str]:
    """Return the faces that may pay for an offer."""
    payers = [field.ids for field in offer.offer.open if isinstance(field, OneOf) and field.field == "die"]
    return payers[0] if payers else (offer.offer.act.die,)


def _offers_by_thing(offer: OfferView) -> list[Named]:
    """Return the offer for each thing that it may name."""
    field = offer.offer.open[0].field
    return [(offer.with_fields(**{field: id}), name) for id, name in _open_values(offer)]


def _seat_panel(
    shown: Mapping[str, Any],
    step: Mapping[str, Any],
    seat: Mapping[str, Any],
    offers: Iterable[OfferView],
    in_bar: Collection[OfferView],
) -> SeatPanel:
    id, view = seat["id"], shown["view"]
    player = next(row for row in view["players"] if row["seat"] == id)
    hand: dict[str, list[OfferView]] = {card: [] for card in player["hand"] or ()}
    dice: dict[str, list[OfferView | OfferChoice]] = {}
    plays, picks, counts, lists, forms, rest, told, combat = [], [], [], [], [], [], [], []
    own = sorted([offer for offer in offers if offer.seat == id], key=_offer_order)
    on_map = {die for offer in own if _on_map(shown, offer) for die in _paying_faces(offer)}
    for offer in [offer for offer in own if not _on_map(shown, offer)]:
        if offer.type in COUNTS:
            counts.append(_count(offer))
            continue
        if _is_form(offer):
            forms.append(offer)
            continue
        die, (about, _) = offer.offer.act.die, named_ids(offer.offer.act)
        if offer.type == "combat" and not offer.aside:
            named = _offers_by_thing(offer) if offer.open else []
            picks += [one for one, _ in named if one.args["card"] in hand] if named else [offer]
            unseen = [(one, name) for one, name in named if one.args["card"] not in hand]
            lists += [_choice(shown, offer, f"{id}-{offer.type}", unseen, few=0)] if unseen else []
            continue
        options = _by_card(offer, hand)
        if options is None:
            continue
        if offer.type == "combat" and offer.aside:
            combat += options if offer.open else [(offer, "")]
        elif offer.aside:
            told.append(_choice(shown, offer, f"{id}-{offer.type}", options, few=0))
        elif die and offer.type == "event" and offer.open:
            plays += options
        elif die:
            key = "-".join(filter(None, (id, die, offer.type, about)))
            dice.setdefault(die, []).append(_choice(shown, offer, key, options, BUTTONS) if offer.open else offer)
        elif offer.open:
            lists.append(_choice(shown, offer, f"{id}-{offer.type}", options, few=0))
        else:
            rest.append(offer)
    return SeatPanel(
        id=id,
        name=seat["name"],
        player=player,
        mine=seat["mine"],
        headed=len(shown["me"]) > 1 or not seat["mine"],
        form=bool(own) or any(offer.seat == id for offer in in_bar),
        early=step["kind"] in HAND_FIRST and seat["mine"] and id == step["seat"],
        dice=tuple(
            [
                Die(face, number, player["side"], tuple(dice.get(face, ())), face in on_map)
                for face, number in view["sides"][player["side"]]["unused"].items()
                if face in dice or face in on_map
            ]
        ),
        hand=hand,
        plays=tuple(sorted(plays, key=lambda one: one[1])),
        picks=tuple(picks),
        counts=tuple(counts),
        lists=tuple(lists),
        forms=tuple(forms),
        rest=tuple(rest),
        told=tuple(told),
        combat=tuple(combat),
    )


def _count(offer: OfferView) -> Count:
    number = offer.offer.open[0]
    assert isinstance(number, Number)
    return Count(offer.offer.act.figure, offer, tuple([offer.with_fields(number=value) for value in number.values()]))


def _offer_order(offer: OfferView) -> int:
    """Return the sorting key of an offer among those of a die."""
    return BY_DIE.index(offer.type) if offer.offer.act.die and offer.type in BY_DIE else len(BY_DIE)


def _by_card(offer: OfferView, hand: Mapping[str, list[OfferView]]) -> list[Named] | None:
    """Return the things that an offer names besides cards of the hand; None where there are only those."""
    if not offer.open:
        card = offer.args.get("card", "")
        if card not in hand:
            return []
        hand[card].append(offer)
        return None
    left = []
    for filled, name in _offers_by_thing(offer):
        card = filled.args.get("card", "")
        if card in hand:
            hand[card].append(filled)
        else:
            left.append((filled, name))
    return left or None


def _choice(shown: Mapping[str, Any], offer: OfferView, id: str, options: list[Named], few: int) -> OfferChoice:
    """Return the offer with the things that it may name."""
    content = shown["content"]
    word, field = next(iter(offer.open)), offer.offer.open[0]
    assert isinstance(field, OneOf)
    (kind,) = field.kinds
    groups: dict[str, list[tuple[str, str]]] = {}
    for filled, name in options:
        named = filled.args[word]
        groups.setdefault(content["region"][named].get("nation", "") if kind == "region" else "", []).append(
            (named, name)
        )
    order = [nation for nation in (*content["nation"], "") if nation in groups]
    buttons = tuple(options) if len(options) <= few else ()
    return OfferChoice(id, offer, word, kind, tuple([(nation, tuple(groups[nation])) for nation in order]), buttons)
