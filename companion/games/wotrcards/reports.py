"""Which effects one tap reports: those that the row of a card or location says in its `reports`, where they are legal.

Nothing is decided here: the table reads the text, and the rules check what is reported like anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from companion.games.wotrcards.verbs import REPORTS
from companion.play.game.verbs import Id, Reads
from companion.words.offer_words import OfferView

KINDS = ("card", "battleground", "path")  # tables whose rows say it
Values = list[dict[str, Any]]  # fields of the action, once for each way to do it


class OpenText(NamedTuple):
    """A text that is open. source: its card or location; seat: whose text it is."""

    source: str
    seat: str
    view: Mapping[str, Any]
    content: Mapping[str, Any]

    def whom(self, by: str) -> list[str]:
        """The seats of a faction, or a side, or the seat itself."""
        if by in self.content["faction"]:
            chairs = self.content["chair"]
            seats = [player["seat"] for player in self.view["players"]]
            return [seat for seat in seats if by in chairs[f"{self.view['scenario']}.{seat}"]["factions"]]
        return [self.seat if by == "own" else by]

    def places(self, on: str) -> list[str]:
        """Active locations: the path, all battlegrounds, where the card lies, or the location itself."""
        locations = self.view["locations"]
        match on:
            case "path":
                return [at["id"] for at in locations if at["kind"] == "path"]
            case "ground":
                return [at["id"] for at in locations if at["kind"] == "battleground"]
        return [at["id"] for at in locations if self.source in (at["id"], *[card["id"] for card in at["cards"]])]


def _read_whom(content: Any, value: Any) -> str:
    """Raises ValueError."""
    if value not in ("own", *content["side"], *content["faction"]):
        raise ValueError(f"is not a side or faction: {value!r:.60}")
    return str(value)


By = Annotated[str, Reads(_read_whom)]
On = Literal["path", "ground", "here"]
Ground = Annotated[str, Id("battleground")]
Card = Annotated[str, Id("card")]


def suggested_offers(telling: OpenText, offers: Sequence[OfferView]) -> list[OfferView]:
    """Return the effects that the row says of its text, filled in; offers: effects that the seat may report."""
    rows = [telling.content[kind].get(telling.source) for kind in KINDS]
    said = [each for row in rows if row for each in _report_values(telling, row)]
    found = [one for what, values in said for one in _fill_offer(offers, what, values)]
    return list({one.do: one for one in found}.values())


def _report_values(telling: OpenText, row: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for report in row.get("reports", ()):
        words = REPORTS.write(report)
        what = words.pop("do")
        yield from [(what, values) for values in REPORTS.functions[what](telling, **words)]


def _fill_offer(offers: Sequence[OfferView], what: str, values: Mapping[str, Any]) -> Iterator[OfferView]:
    """The offer with these values, if there is one that needs no more."""
    for offer in offers:
        filled = offer.offer.fill(**values)
        if offer.offer.act.what == what and not filled.open and offer.offer.admits(filled.act):
            yield offer.with_fields(**values)


# --- verbs, by the names of the effects ------------------------------------------------------------------------------


@REPORTS.verb
def draw(telling: OpenText, number: int, by: By = "own") -> Values:
    """Return a report of cards drawn by each."""
    return [{"whom": whom, "number": number} for whom in telling.whom(by)]


@REPORTS.verb
def cycle(telling: OpenText, number: int, by: By = "own") -> Values:
    """Return a report of cards cycled by each."""
    return draw(telling, number, by)


@REPORTS.verb
def eliminate(telling: OpenText, number: int, by: By = "own") -> Values:
    """Return a report of hand cards eliminated by each."""
    return draw(telling, number, by)


@REPORTS.verb
def forsake(telling: OpenText, number: int, by: By = "own") -> Values:
    """Return a report of cards forsaken by each."""
    return draw(telling, number, by)


@REPORTS.verb
def attack(telling: OpenText, on: On, number: int = 1) -> Values:
    """Return a report of attack tokens."""
    return [{"item": place, "number": number} for place in telling.places(on)]


@REPORTS.verb
def defence(telling: OpenText, on: On, number: int = 1) -> Values:
    """Return a report of defence tokens."""
    return attack(telling, on, number)


@REPORTS.verb
def corrupt(telling: OpenText, number: int) -> Values:
    """Return a report of more corruption."""
    return [{"number": number}]


@REPORTS.verb
def remove(telling: OpenText, card: Card = "") -> Values:
    """A card in play, or the card itself."""
    return [{"item": card or telling.source}]


@REPORTS.verb
def return_(telling: OpenText, card: Card = "") -> Values:
    """A card in play, or the card itself."""
    return remove(telling, card)


@REPORTS.verb
def activate(telling: OpenText, ground: Ground = "", path: Literal["", "next", "same"] = "") -> Values:
    """A battleground, or any path of the next or of the same number."""
    if ground:
        return [{"item": ground}]
    number = telling.view["path"]["number"] + (path == "next") if telling.view["path"] else 0
    return [{"item": id} for id, row in telling.content["path"].items() if row["number"] == number]


@REPORTS.verb
def search(telling: OpenText, cards: tuple[Card, ...]) -> Values:
    """One of these cards."""
    return [{"item": card} for card in cards]


@REPORTS.verb
def recover(telling: OpenText, cards: tuple[Card, ...]) -> Values:
    """One of these cards."""
    return search(telling, cards)
