"""The content of the card game as the tests of this folder read it."""

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.content.load import read_content
from companion.content.model import Row

PROBLEMS: list[str] = []
GAME = read_content("wotrcards", PROBLEMS)  # faults of tables that are not tested here are left to others
TABLES = {
    "game": "game",
    "seat": "seats",
    "scenario": "scenarios",
    "chair": "chairs",
    "deck_list": "deck_lists",
    "location_list": "location_lists",
    "schedule": "schedule",
    "battleground": "battlegrounds",
    "skirmish_site": "skirmish_sites",
    "path": "paths",
    "alternate": "alternates",
}
LOCATIONS = ("battleground", "skirmish_site", "path")
SIDES = ("free", "shadow")


def texts() -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """Place, field and words of everything that is said in the tables tested here."""
    for kind in TABLES:
        for field, type_ in GAME[kind].schema.items():
            if type_.startswith("words"):
                yield from ((row.place, field, row[field]) for row in GAME[kind].values() if field in row)


def cards_of(deck: Row) -> list[str]:
    """The cards of a deck, those of the decks it is shuffled together from included."""
    return [*deck.get("cards", ()), *(card for id in deck.get("merges", ()) for card in GAME["deck_list"][id]["cards"])]


def decks_of(scenario: str) -> dict[str, list[str]]:
    """All cards of each seat in a scenario, part after part."""
    decks: dict[str, list[str]] = {}
    for row in GAME["deck_list"].values():
        if row["scenario"] == scenario:
            decks.setdefault(row["seat"], []).extend(cards_of(row))
    return decks


def copies(scenario: str) -> Counter[str]:
    """How often each card stands in the decks of a scenario."""
    return Counter(card for cards in decks_of(scenario).values() for card in cards)


def factions_of(cards: list[str]) -> Counter[str]:
    """How many of the cards each faction has."""
    return Counter(GAME["card"][card]["faction"] for card in cards)


def lists_of(scenario: str, side: str) -> list[Row]:
    """The location lists of a side, part after part."""
    rows = [row for row in GAME["location_list"].values() if (row["scenario"], row["side"]) == (scenario, side)]
    return sorted(rows, key=lambda row: row["part"])


def locations_of(scenario: str) -> Counter[str]:
    """Battlegrounds and sites of both sides and all parts."""
    lists = [row for side in SIDES for row in lists_of(scenario, side)]
    return Counter(place for row in lists for field in ("battlegrounds", "sites") for place in row[field])
