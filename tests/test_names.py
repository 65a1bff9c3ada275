"""Names of the house: a function says what it does or gives, a class stands for one thing."""

import ast
from collections import defaultdict
from pathlib import Path

from tests.syntax import parse

PACKAGE = Path(__file__).parents[1] / "companion"
BARE = """
told said drawn left right beside kept made sent seen shown known given taken found held lost laid spent built
written torn born hit done gone thrown chosen hidden beaten broken driven fallen risen frozen begun won led fed met
bent sold thought brought caught paid wide here there where when aside away apart alone along again already also
back before behind below above after ahead around at of by for on out over under up down in_ into with without
within besides both each every few many more most much less least last next first only other others own such whose
whole new old free due late early still yet soon then thus together alike blank whatever short small large long
strange unlike empty full equal public private ready real wrong true false pending
"""
NOUNS_AND_VERBS = {"feed", "need", "seed", "embed", "proceed", "speed", "string", "ring", "bring", "king", "setting"}
NOUNS_AND_VERBS |= {"heading", "ending", "drawing", "padding", "meaning", "wording", "apply", "reply", "supply"}
ALLOWED = {
    "new": "a game's rules and SetUp: the word of every game library for a new table",
    "pending": "a game's rules and a table: the seats that have to act",
    "typed": "BoardOffer: templates ask it",
    "real": "OfferView: templates ask it",
    "derived": "PageContext: the method of Jinja that it replaces",
}
CONTENT_VERBS = {  # written so in content/: games/GAME/... modules whose functions are the vocabulary of cards
    *(
        "temptation.left",
        "temptation.right",
        "gandalf.summoned",
        "card_conditions.revealed",
        "card_conditions.besieged",
    ),
    *("card_places.in_", "card_places.beside", "card_places.free", "card_places.besieging", "card_places.unbesieged"),
    "card_rolls.hit",
}
SHARED_NAMES = {"State", "Draft", "Act", "Setup", "Tables", "Options"}  # each game has its own
MOST_SHARED = {"Leave"}  # a seat at a table, and a step of a battle


def is_bare(name):
    """A participle, adverb, adjective or preposition by itself."""
    if "_" in name.strip("_") or name in NOUNS_AND_VERBS:
        return False
    return name in BARE.split() or (len(name) > 4 and name.endswith(("ed", "ing", "ly")))


def definitions():
    """Module and definition of each top-level class and function of the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in parse(path).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield path, node


def public_functions():
    """Path, `Class.name` or `module.name`, and name of each public function and method."""
    for path, node in definitions():
        if node.name.startswith("_"):
            continue
        owned = node.body if isinstance(node, ast.ClassDef) else [node]
        owner = node.name if isinstance(node, ast.ClassDef) else path.stem
        for one in owned:
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and not one.name.startswith("_"):
                yield path, f"{owner}.{one.name}", one.name


def test_no_function_is_named_by_a_bare_participle_adverb_or_adjective():
    bare = [f"{path.relative_to(PACKAGE)} {full}" for path, full, name in public_functions() if is_bare(name)]
    wrong = [one for one in bare if one.split()[1] not in CONTENT_VERBS and one.rsplit(".")[-1] not in ALLOWED]
    assert wrong == []


def test_no_class_name_stands_for_two_things():
    """Two games may each have a class of that name; two rooms of one game, or a game and a shared room, may not."""
    places = defaultdict(list)
    for path, node in definitions():
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            places[node.name].append(path.relative_to(PACKAGE).parts)
    twice = set()
    for name, found in places.items():
        games = [parts[1] for parts in found if parts[0] == "games"]
        if len(found) > 1 and (len(games) < len(found) or len(set(games)) < len(games)):
            twice.add(name)
    assert twice - SHARED_NAMES == MOST_SHARED
