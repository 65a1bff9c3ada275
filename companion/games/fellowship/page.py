"""What the page of a table shows besides what every game's page has: what each seat may do, where it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from companion.games.fellowship.actions import named_card
from companion.words.offer_words import OfferView

MAIN = ("draw", "turn", "peek", "show", "roll", "gold", "resolve", "apply", "settle")  # in reach of the thumb: goes on
LATER = ("done", "refuse", "skip")  # the same where there is a choice: the plain way out of it
HAND_FIRST = (
    "cards",
    "group",
    "lose",
    "refill",
    "give",
    "pass",
)  # steps that ask for cards of a hand: before the board
OF_A_CARD = ("play", "discard", "pass", "give", "offer", "epic")  # what is done with a card of a hand
SPACES = 16  # of the temptation track
FEW_WAYS = 3  # to pay, which are buttons; of more the cards are tapped
RULES = {  # the rules of what is awaited
    "story": "LR-TURN-2",
    "cards": "LR-CARD-1",
    "roll": "LR-DIE-1",
    "pay": "LR-PAY-6",
    "single": "LR-EVENT-4",
    "group": "LR-EVENT-4",
    "lose": "LR-PAY-7",
    "missing": "LR-END-7",
    "move": "LR-TILE-3",
    "ring_move": "LR-RING-4",
    "summoned": "LR-GANDALF-1",
    "event": "LR-EVENT-1",
}


class CardView(NamedTuple):
    """A card that lies open or is in a hand: how many of it, and what may be done with it."""

    id: str
    number: int
    offers: tuple[OfferView, ...]


class SeatView(NamedTuple):
    """The forms and buttons of a seat.

    mine: the phone plays it; headed: its name stands above; form: anything is sent for it; hand: its cards, before the
    board (early), after it (late) or not shown; aside: what steps in from outside; rest: all else that is not in the
    bar; gandalf: the same by his cards, where one of them is chosen. pays: ways to pay, payable: ids of the cards and
    tokens that they take; both empty where there are few.
    """

    id: str
    name: str
    player: Mapping[str, Any]
    mine: bool
    headed: bool
    form: bool
    early: bool
    late: bool
    hand: tuple[CardView, ...]
    aside: tuple[OfferView, ...]
    rest: tuple[OfferView, ...]
    gandalf: tuple[CardView, ...]
    pays: tuple[OfferView, ...]
    payable: tuple[str, ...]

    @property
    def usable(self) -> bool:
        """Return whether anything may be done with a card of the hand."""
        return any(card.offers for card in self.hand)


class HandDrawer(NamedTuple):
    """The cards at the thumb: the `hand` of a seat, those `turned` over for all, or those of `gandalf`.

    number: of the cards, also where they are not known. asks: one of them may be chosen now.
    """

    seat: str
    name: str
    headed: bool
    kind: str
    number: int
    cards: tuple[CardView, ...]
    asks: bool = True

    @property
    def usable(self) -> bool:
        """Return whether anything may be done with one of them."""
        return any(card.offers for card in self.cards)


def page(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return this game's values for templates/board.html, from those of any game.

    step: what is awaited, step_rule: its rule. chairs: what the seats may do. in_bar: the one step in reach of the
    thumb, `main` types go on; real: what it shows lies on the real table and is told in a form. turn: changes with
    everything that is done. waiting: the tile that is asked for, lying: those before it. handed: cards turned over for
    all. drawer: the cards at the thumb, or None. stacks: who stands on each space. actions: of the haven, the one
    under_way. moves: of an offer, the track, where its marker stands and where it comes to, or None. kind_of: the table
    of content/ that holds a card. gold_values: of runes.
    """
    view, content, offers = shown["view"], shown["content"], shown["offers"]
    step = view["step"] or {"kind": "over", "seat": "", "cause": None}
    kind, cause = step["kind"], step["cause"] or {"kind": "", "id": ""}
    in_bar = [
        offer for types in (MAIN, LATER) for offer in offers if offer.seat == offers[0].seat and offer.type in types
    ][:1]
    given = [offer for offer in offers if kind == "hand_out" and offer.type == "give"]
    live = [*offers, *shown["asides"]] if shown["live"] else []
    left = [offer for offer in live if offer not in (*in_bar, *given)]
    sends = {offer.seat for offer in live}
    waiting = step["tile"] if kind == "tile" else ""
    chairs = [_seat_view(shown, step, seat, left, seat["id"] in sends) for seat in shown["seats"]]
    handed = _card_views(step["cards"], given if shown["live"] else []) if kind == "hand_out" else ()
    drawer = _find_drawer(chairs, step, handed)
    return {
        "step": step,
        "step_rule": RULES.get(kind, ""),
        "chairs": [_seat_beside_drawer(chair, drawer) for chair in chairs],
        "pays": any(chair.pays for chair in chairs),
        "drawer": drawer,
        "in_bar": in_bar,
        "main": MAIN,
        "real": bool(in_bar) and shown["live"] and in_bar[0].real,
        "turn": f"{view['round']}-{len(view['played'])}-{kind}",
        "place": content["place"][view["place"]],
        "actions": [row for row in content["haven_action"].values() if row["place"] == view["place"]],
        "under_way": cause["id"],
        "waiting": waiting,
        "lying": view["shown"][:-1] if waiting or cause["kind"] == "story_tile" else view["shown"],
        "handed": handed,
        "stacks": [
            [player for player in view["players"] if player["alive"] and player["space"] == space]
            for space in range(SPACES)
        ],
        "moves": partial(_marker_move, shown),
        "kind_of": partial(_card_kind, content),
        "gold_values": dict.fromkeys([row["value"] for row in content["rune"].values() if row["icon"] == "rune-gold"]),
    }


def _find_drawer(
    chairs: Sequence[SeatView], step: Mapping[str, Any], handed: tuple[CardView, ...]
) -> HandDrawer | None:
    """The cards that are asked for, else those of the first own hand."""
    if any(card.offers for card in handed):
        giver = next(chair for chair in chairs if chair.id == step["seat"])
        return HandDrawer(giver.id, giver.name, giver.headed, "turned", len(handed), handed)
    for chair in chairs:
        if chair.gandalf:
            return HandDrawer(chair.id, chair.name, chair.headed, "gandalf", len(chair.gandalf), chair.gandalf)
    holds = sorted(
        [chair for chair in chairs if chair.hand and (chair.early or chair.late)], key=lambda one: not one.early
    )
    for chair in holds:
        return HandDrawer(chair.id, chair.name, chair.headed, "hand", chair.player["cards"], chair.hand, chair.early)
    return None


def _seat_beside_drawer(chair: SeatView, drawer: HandDrawer | None) -> SeatView:
    """A seat without what of it lies in the drawer."""
    if drawer is None or drawer.seat != chair.id or drawer.kind == "turned":
        return chair
    if drawer.kind == "gandalf":
        return chair._replace(rest=tuple([offer for offer in chair.rest if offer.type != "gandalf"]))
    return chair._replace(early=False, late=False)


def _card_views(ids: Iterable[str], offers: Iterable[OfferView]) -> tuple[CardView, ...]:
    """Cards, each once, with what may be done with them; those that only offers name too."""
    held, named = list(ids), [(named_card(offer.offer.act), offer) for offer in offers]
    order = dict.fromkeys([*held, *[id for id, _ in named]])
    return tuple(
        [CardView(id, max(held.count(id), 1), tuple([offer for of, offer in named if of == id])) for id in order]
    )


def _seat_view(
    shown: Mapping[str, Any], step: Mapping[str, Any], seat: Mapping[str, Any], left: Iterable[OfferView], form: bool
) -> SeatView:
    id, view, kind = seat["id"], shown["view"], step["kind"]
    player = next(row for row in view["players"] if row["hobbit"] == id)
    with_cards: list[OfferView] = []
    aside: list[OfferView] = []
    rest: list[OfferView] = []
    for offer in left:
        if offer.seat != id:
            continue
        card = named_card(offer.offer.act)
        if card and offer.type in OF_A_CARD and card not in shown["content"]["life"]:
            with_cards.append(offer)
        else:
            (aside if offer.aside else rest).append(offer)
    ways = [offer for offer in rest if offer.type == "pay" and offer.offer.act.items]
    pays = ways if len(ways) > FEW_WAYS else []
    hand = _card_views(player["hand"] or (), with_cards)
    first = kind in HAND_FIRST
    return SeatView(
        id=id,
        name=seat["name"],
        player=player,
        mine=seat["mine"],
        headed=len(shown["me"]) > 1 or not seat["mine"],
        form=form,
        early=first and bool(hand) and (seat["mine"] or form),
        late=not first and ((seat["mine"] and player["alive"]) or bool(hand)),
        hand=hand,
        aside=tuple(aside),
        rest=tuple([offer for offer in rest if offer not in pays]),
        gandalf=_card_views(view["gandalf"], [offer for offer in rest if offer.offer.act.card in view["gandalf"]])
        if kind == "summoned"
        else (),
        pays=tuple(pays),
        payable=tuple(dict.fromkeys([id for offer in pays for id in offer.offer.act.items])),
    )


def _marker_move(shown: Mapping[str, Any], offer: OfferView) -> tuple[str, int, int] | None:
    """What a card or symbols move: the track, where its marker stands and where it comes to."""
    view, act = shown["view"], offer.offer.act
    track = next((row for row in view["tracks"] if row["symbol"] == act.track), None)
    if track is None or offer.type not in ("play", "move"):
        return None
    tables = [shown["content"][kind] for kind in ("travel_card", "legendary_card")]
    symbols = next((table[act.card]["symbols"] for table in tables if act.card in table), None)
    steps = view["step"]["number"] if symbols is None else symbols
    return track["symbol"], track["at"], min(track["at"] + steps, track["last"])


def _card_kind(content: Mapping[str, Any], id: str) -> str:
    return next((kind for kind in ("travel_card", "gandalf_card") if id in content[kind]), "legendary_card")
