"""What the page of a table shows besides what every game's page has: forms of offers, cards that lie together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from companion.games.wotrcards.reports import OpenText, suggested_offers
from companion.games.wotrcards.tables import SIDES
from companion.words.offer_words import OfferView, OpenWord

TEXTS = ("card", "text")  # steps in which every deck may report of its own hand and piles, but only one is asked
TURNED_UP = ("ground", "path")  # steps in which a real card is turned up, or the app draws
COUNTED = {"icons": "count.send", "read": "count.send", "lose": "act.lose"}  # what is typed -> what sends it
OF_HAND = ("play", "cycle", "eliminate")  # buttons of a card in a hand that the app holds
PLAIN = ("pass", "ring", "done", "none", "yield", "alone", "ready", "instead", "spare")  # beside what is usually done
FEW = 4  # choices that all have a button in reach of the thumb
LONG = 6  # cards of a list that stand under their factions if there are more
TOGETHER = (  # effects that one form reports
    ("draw", "cycle", "eliminate", "forsake"),
    ("attack", "defence"),
    ("corrupt", "cleanse"),
    ("remove", "return"),
)
OF_PILES = (("play", "remove_hand"), ("search", "remove_deck"), ("recover", "remove_pile"))


class FormOption(NamedTuple):
    """A choice of a list. at: where the card lies, or goes."""

    value: str
    text: str
    at: str = ""


class OptionGroup(NamedTuple):
    """Choices under a heading: a faction, `location`, `card`, or none."""

    heading: str
    options: list[FormOption]


@dataclass(frozen=True)
class OpenField:
    """A word that is still open. kind: `number`, `whom` for seats and sides, or what its list holds."""

    word: str
    kind: str
    least: int = 0
    most: int = 0
    lists: Sequence[OptionGroup] = ()


@dataclass(frozen=True)
class Form:
    """One form for offers that leave something open. type: empty where its list says everything.

    whats: effects that it may report; fixed: words that are said already; text: what it is, where nothing is open.
    """

    id: str
    seat: str
    kind: str
    type: str
    fields: Sequence[OpenField]
    fixed: Mapping[str, str] = field(default_factory=dict)
    whats: Sequence[str] = ()
    text: str = ""


@dataclass
class SeatForms:
    """The forms of a seat. tiles: forms of effects by their group; hand: by card; aside: texts of cards in play."""

    forms: dict[str, Form] = field(default_factory=dict)
    tiles: dict[str, list[Form]] = field(default_factory=dict)
    buttons: list[OfferView] = field(default_factory=list)
    hand: dict[str, list[OfferView]] = field(default_factory=dict)
    aside: Form | None = None

    @property
    def has_any(self) -> bool:
        """Return whether the seat may do anything."""
        return bool(self.forms or self.tiles or self.buttons or self.aside or any(self.hand.values()))


def page(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return this game's values for templates/board.html, from those of any game."""
    view, content = shown["view"], shown["content"]
    step = view["step"] or {"kind": "over", "seat": "", "rule": ""}
    live = not (shown["paused"] or shown["stopped"] or shown["over"])
    real = view["options"]["real_cards"]
    players = {player["seat"]: {**player, "lies": nest_items(player["reserve"])} for player in view["players"]}
    about = step.get("card", step.get("location", ""))
    held = sum([player["hand"] for player in view["players"]])
    offers = [offer for offer in shown["offers"] if step["kind"] not in TEXTS or offer.seat == step["seat"]]
    first = offers[0].seat if offers else ""
    every = [*shown["offers"], *shown["asides"]] if live else []
    asked = {
        seat: seat_forms([offer for offer in every if offer.seat == seat], seat, player["cards"], content, real)
        for seat, player in players.items()
    }
    own = sorted(shown["me"], key=lambda seat: seat != first)
    few = _short_list([offer for offer in offers if live and offer.type != "effect"], step["kind"])
    told = live and step["kind"] in TEXTS
    effects = [offer for offer in offers if offer.type == "effect"]
    by_hand = None
    if len(few) == 1 and few[0].chance and step["kind"] in TURNED_UP:
        turned_up = OptionGroup("", [FormOption(id, "", id) for id in step["may"]])
        by_hand = Form(f"l-{first}-real", first, "real", few[0].type, [OpenField("rolled", "real", lists=[turned_up])])
    return {
        "step": step,
        "live": live,
        "real": real,
        "players": players,
        "about": about,
        "offers": offers,
        "mine": any(offer.seat in shown["me"] for offer in offers),
        "turn": "-".join(map(str, (view["round"], step["kind"], step["seat"], about, held))),
        "told": step["kind"] in TEXTS,
        "first": first,
        "drawer": next((seat for seat in own if asked[seat].hand), ""),
        "chairs": sorted(shown["seats"], key=lambda seat: seat["id"] != first),
        "asked": asked,
        "few": few,
        "at_once": suggested_offers(OpenText(about, step["seat"], view, content), effects) if told else [],
        "by_hand": by_hand,
        "kind_of": partial(_card_kind, content),
        "is_sure": _is_sure,
        "places": shown["once"](
            "places", lambda: [{**at, "sides": location_sides(at, content)} for at in view["locations"]]
        ),
        **_thumb_bar(asked.get(first, SeatForms()), few, by_hand if real else None, step["kind"]),
    }


def _card_kind(content: Mapping[str, Any], id: str) -> str:
    """Return the table of content/ that holds a card or location."""
    return next((kind for kind in ("card", "path", "battleground") if id in content[kind]), "skirmish_site")


def _is_sure(row: Any, field: str) -> bool:
    """Return whether a rulebook or a named source gives this field."""
    told = row["prov"] if isinstance(row["prov"], str) else row["prov"].get(field, row["prov"]["row"])
    return told.split(" ")[0] in ("rulebook", "public", "both")


def _thumb_bar(mine: SeatForms, few: list[OfferView], by_hand: Form | None, kind: str) -> dict[str, Any]:
    """What is in reach of the thumb.

    leads: the form whose button is there, `sends`: what that says; turned_up: choices that send it, a button each;
    in_bar: other buttons, `later`: those of them that are not what is usually done, `held`: those that a card of the
    hand has too; several: there are more than one.
    """
    turned_up: Sequence[FormOption] = ()
    if by_hand or few:
        leads, sends, in_bar = by_hand, "turned_up", [] if by_hand else few
        if by_hand and len(by_hand.fields[0].lists[0].options) <= FEW:
            leads, turned_up = None, by_hand.fields[0].lists[0].options
    else:
        typed = next((type for type in COUNTED if type in mine.forms), "")
        form = typed or ("play" if kind == "act" else next(iter(mine.forms), ""))
        kept = {"act": ("pass",), "losses": ("none",)}.get(kind, PLAIN)
        leads, sends = mine.forms.get(form), COUNTED.get(form, f"act.{form}")
        in_bar = [offer for offer in mine.buttons if offer.type in kept]
    usual = leads or any(mine.hand.values()) or any(offer.type not in PLAIN for offer in in_bar)
    later = [offer for offer in in_bar if offer.type in PLAIN and (usual or offer.type == "instead")]
    several = len(in_bar) + len(turned_up) + (leads is not None) > 1
    of_hand = {offer.do for offers in mine.hand.values() for offer in offers}
    held = [offer for offer in in_bar if offer.do in of_hand]
    shown = {"leads": leads, "sends": sends, "turned_up": turned_up}
    return {**shown, "in_bar": in_bar, "later": later, "held": held, "several": several}


def _short_list(offers: Sequence[OfferView], kind: str) -> list[OfferView]:
    """All that may be chosen, one by one, where it is little enough for buttons; else nothing."""
    if kind == "act" or any(offer.open and not _choice_ids(offer) for offer in offers):
        return []
    found = [choice for offer in offers for choice in one_offer_a_choice(offer)]
    return found if len(found) <= FEW else []


def _choice_ids(offer: OfferView) -> list[str]:
    """What a single open list of an offer may be; nothing for other offers."""
    words = list(offer.open.values())
    return [id for id, _ in words[0].options] if [word.kind for word in words] == ["one"] else []


def one_offer_a_choice(offer: OfferView) -> list[OfferView]:
    """An offer that leaves one list open, as one offer for each of its choices; another as it is."""
    fields = offer.offer.open
    return [offer.with_fields(**{fields[0].field: id}) for id in _choice_ids(offer)] or [offer]


# --- what a seat may do ----------------------------------------------------------------------------------------------


def seat_forms(
    offers: Sequence[OfferView], seat: str, cards: Sequence[str] | None, content: Any, real: bool
) -> SeatForms:
    """Offers of a seat as buttons and forms. cards: its hand, where it is known."""
    out = SeatForms(hand={} if real else {id: [] for id in cards or ()})
    kinds = dict[str, list[OfferView]]()
    for offer in offers:
        kinds.setdefault(offer.args["what"] if offer.type == "effect" else offer.type, []).append(offer)
    for kind, alike in kinds.items():
        with_cards = [choice for offer in alike if offer.type in OF_HAND for choice in one_offer_a_choice(offer)]
        of_hand = [choice for choice in with_cards if choice.args["card"] in out.hand]
        for choice in of_hand:
            out.hand[choice.args["card"]].append(choice)
        if of_hand and len(of_hand) == len(with_cards):
            continue
        if alike[0].aside:
            out.aside = _make_form(f"l-{seat}-{kind}", alike, content)
        elif alike[0].type != "effect" and (kind == "skirmish" or not any(offer.open for offer in alike)):
            out.buttons += [choice for offer in alike for choice in one_offer_a_choice(offer)]
        elif alike[0].type != "effect":
            for name, same in _by_least(kind, alike).items():
                out.forms[name] = _make_form(f"l-{seat}-{name}", same, content)
    effects = {kind: alike for kind, alike in kinds.items() if alike[0].type == "effect"}
    for whats in _group_effects(effects, real):
        group = effects[whats[0]][0].group
        forms = out.tiles.setdefault(group, [])
        name = whats[0] if forms else group
        forms.append(
            _make_form(f"e-{seat}-{name}", [offer for what in whats for offer in effects[what]], content, whats)
        )
    return out


def _group_effects(effects: Iterable[str], real: bool) -> list[tuple[str, ...]]:
    """Effects that are reported by one form; of hands and piles that the app holds those of one pile."""
    piles = (tuple([what for pile in OF_PILES for what in pile]),) if real else OF_PILES
    sets = (*TOGETHER, *piles)
    found = [next((whats for whats in sets if what in whats), (what,)) for what in effects]
    there = set(effects)
    return [tuple([what for what in whats if what in there]) for whats in dict.fromkeys(found)]


def _by_least(kind: str, offers: Sequence[OfferView]) -> dict[str, list[OfferView]]:
    """Offers of a kind by the least that their numbers may be, as a form has one for all its choices; the first under
    the name of the kind."""
    lots = dict[tuple[int, ...], list[OfferView]]()
    for offer in offers:
        least = tuple([word.least for word in offer.open.values() if word.kind == "number"])
        lots.setdefault(least, []).append(offer)
    first = next(iter(lots))
    return {kind if least == first else "-".join([kind, "from", *map(str, least)]): lot for least, lot in lots.items()}


def _make_form(id: str, offers: Sequence[OfferView], content: Any, whats: Sequence[str] = ()) -> Form:
    """Offers of one kind, or of several effects that leave the same open, as a form."""
    first = offers[0]
    kind = whats[0] if whats else first.type
    alike = all(offer.args == first.args and offer.open.keys() == first.open.keys() for offer in offers)
    if (alike or len(offers) == max(1, len(whats))) and not (first.open and _named_place(first)):
        words = dict[str, list[OpenWord]]()
        for offer in offers:
            for word, open in offer.open.items():
                words.setdefault(word, []).append(open)
        fixed = {word: str(value) for word, value in first.args.items() if value and word not in (*words, "what")}
        fields = [made for word, opens in words.items() for made in _make_fields(word, opens, first.seat, content)]
        return Form(id, first.seat, kind, first.type, fields, fixed, whats, "" if words else first.text)
    told = [offer for offer in offers if not whats or offer.args["what"] == kind]
    options = [option for offer in told for option in _list_options(offer, bool(whats[1:]))]
    return Form(id, first.seat, kind, "", [OpenField("do", "action", lists=[OptionGroup("", options)])], whats=whats)


def _list_options(offer: OfferView, of_several: bool) -> list[FormOption]:
    """Choices of a list that says everything, but for which effect it is where several are told alike."""
    at = _named_place(offer)
    if not _choice_ids(offer) or not (at or of_several):
        return [FormOption(choice.do, choice.text, _top_card(choice)) for choice in one_offer_a_choice(offer)]
    choices = [choice.with_fields(what="") if of_several else choice for choice in one_offer_a_choice(offer)]
    return [FormOption(choice.do, name, at) for choice, (_, name) in zip(choices, _open_choices(offer), strict=True)]


def _top_card(offer: OfferView) -> str:
    """The card on top of the deck that it names, which its text does not."""
    return str(offer.args.get("card") or "") if offer.args.get("from") == "deck" else ""


def _named_place(offer: OfferView) -> str:
    """The place that an offer names already."""
    return str(offer.args.get("to") or offer.args.get("whom") or "")


def _open_choices(offer: OfferView) -> Sequence[tuple[str, str]]:
    return next(iter(offer.open.values())).options


def _make_fields(word: str, opens: Sequence[OpenWord], seat: str, content: Any) -> list[OpenField]:
    """A word as a list or a number; several cards as so many lists."""
    if opens[0].kind == "number":
        return [OpenField(word, "number", min([open.least for open in opens]), max([open.most for open in opens]))]
    names = dict([option for open in opens for option in open.options])
    if word == "whom" and names.keys() <= {*content["seat"], *SIDES}:
        own_first = sorted(names, key=lambda id: id != seat)
        return [OpenField(word, "whom", lists=[OptionGroup("", [FormOption(id, "") for id in own_first])])]
    times = opens[0].most if opens[0].kind == "some" else 1
    cards = [id in content["card"] for id in names]
    kind = "card" if all(cards) else "either" if any(cards) else "location"
    return [OpenField(word, kind, lists=_group_under_headings(names, content))] * times


def _group_under_headings(names: Mapping[str, str], content: Any) -> list[OptionGroup]:
    """Locations before cards, many cards under their factions."""
    options = [FormOption(id, name) for id, name in names.items()]
    cards = [option for option in options if option.value in content["card"]]
    places = [option for option in options if option.value not in content["card"]]
    if places and cards:
        return [OptionGroup("location", places), OptionGroup("card", cards)]
    if places or len(cards) <= LONG:
        return [OptionGroup("", options)]
    lots = dict[str, list[FormOption]]()
    for option in cards:
        lots.setdefault(content["card"][option.value]["faction"], []).append(option)
    return [OptionGroup(faction, lot) for faction, lot in lots.items()]


# --- cards that lie together -----------------------------------------------------------------------------------------


def nest_items(cards: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Cards that lie together, each with the `items` that it bears."""
    ids = [card["id"] for card in cards]
    held = [card for card in cards if card["on"] in ids]
    out = [{**card, "items": []} for card in cards if card["on"] not in ids]
    for item in held:
        next(card for card in out if card["id"] == item["on"])["items"].append(item)
    return out


def location_sides(at: Mapping[str, Any], content: Any) -> list[dict[str, Any]]:
    """The defenders of a location, then its attackers: side, `role`, whether icons are known, and who lies there."""
    foe = next(side for side in SIDES if side != at["side"])
    return [
        {
            "side": side,
            "role": role,
            "lies": nest_items([card for card in at["cards"] if _side_of(card, content) == side]),
        }
        for side, role in ((at["side"], "defence"), (foe, "attack"))
    ]


def _side_of(card: Mapping[str, Any], content: Any) -> str:
    side: str = content["faction"][content["card"][card["id"]]["faction"]]["side"]
    return side
