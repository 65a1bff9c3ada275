"""Pages, the help of commands and English texts are plain to read: none of the turns that read as translated.

Pages have short lines and short sentences too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from companion.content.load import SHARED, game_ids, load
from tests.docs.pages import PAGES
from tests.each import each

COMMANDS = "docs/reference-commands.md"  # made of the help of commands
WRITTEN = sorted(PAGES.keys() - {COMMANDS})
SIDES = ("attackers", "defenders")
LINE, SENTENCE, AVERAGE = 99, 45, 25  # characters; words; words
ANY_PLAYER = r"^Whoever\b"  # of a rule it is the plain word
DISCOURAGED = {  # a pattern: a sentence that it finds, one that it does not
    r"(?<!here )\b(is|are|was|were) no (?!longer|more|fewer|less|larger|smaller)\w": (
        "It is no plain file.",
        "There is no file.",
    ),
    r"\blikewise\b": ("Three games are played likewise.", "Three games are played the same way."),
    r"\b(file|font|page|folder|PDF|drawing|journal|session)s? lies?\b": ("The file lies there.", "The die lies flat."),
    r"\b(file|page|line|list|command|rule|word|number)s? stands?\b": ("The rule stands below.", "A figure stands."),
    r"\b(file|page|test|command|table|journal)s? tells?\b": ("The page tells the rest.", "The host tells them."),
    ANY_PLAYER: ("Whoever reads it learns.", "The player with the most cards wins."),
    r"^(What|Who|Whether)\b[^?]*\.": ("What was read is drawn.", "Who is missing?"),
    r"\bbelongs? into\b": ("Cards belong into a deck.", "Cards belong in a deck."),
    r"\bat most\b.*\bat that\b": ("At most two, at most small ones at that.", "It takes at most two."),
    r"\banew\b": ("Load the page anew.", "Load the page again."),
    r"\b(this|the) house\b(?! rule)": ("The rooms of this house.", "Play the house rules."),
    r"\bto a hair\b": ("The backs match to a hair.", "The backs match."),
    r"\bsomebody else's\b": ("The name is somebody else's.", "The name is taken."),
    r"\bshall\b": ("Its phones shall leave.", "Its phones leave."),
    r"\bknows? no\b": ("The page knows no such word.", "The page has no such word."),
    r"\bput right\b": ("The file is put right.", "The file is repaired."),
    r"\bbr[eo]aks? off\b|\bbroken off\b": ("The game was broken off.", "The game ended early."),
    r"^Whatever\b": ("Whatever is left is lost.", "The rest is lost."),
    r"\bis open (whether|how|who|what)\b": ("It is open whether it counts.", "The way is open."),
    r"\bto be had\b": ("No card is to be had.", "No card is left."),
    r"\bsome (ten|\d+) ": ("It takes some ten minutes.", "It takes about ten minutes."),
    r"\bmidst\b": ("It begins in the midst of a game.", "It begins in the middle of a game."),
    r"\blying (page|paper|sheet)s?\b": ("It prints on lying paper.", "It prints on landscape paper."),
}
AS_PRINTED = {  # texts on printed faces, whose few words fit; and one in which a counter stands on a map
    "dice: print.aid_keep",
    "wotr: print.army_boxes_says",
    "wotrcards: print.choice_card_carryover",
    "wotrcards: print.choice_piece_back",
    "wotrcards: print.choice_piece_front",
    "wotrcards: print.special_twice",
    *(f"wotrcards: print.choice_{place}_{side}" for place in ("battleground", "skirmish_site") for side in SIDES),
}
CODE = re.compile(r"^ *```.*?^ *```|^::: [^\n]*(?:\n    [^\n]*)*", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"\n\s*\n|\n(?= *(?:[-*]|\d+\.) )")


def without_code(page: str) -> list[str]:
    """Lines of a page outside code and tables."""
    return [line for line in CODE.sub("", page).splitlines() if not line.lstrip().startswith("|")]


def long_lines(page: str) -> list[str]:
    """Lines outside code and tables that are longer than LINE characters."""
    return [line for line in without_code(page) if len(line) > LINE]


def paragraphs(page: str) -> Iterator[str]:
    """Paragraphs and items of lists, one line each: without headings, code, addresses and emphasis."""
    lines = ["" if line.startswith(("#", "!")) else line for line in without_code(page)]
    for block in BLOCK.split("\n".join(lines)):
        text = re.sub(r"`[^`]*`", "CODE", " ".join(block.split()))
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
        yield re.sub(r"[*]+|^(?:-|\d+\.) ", "", text)


def sentences(page: str) -> list[str]:
    """Sentences of a page; an item of a list is at least one."""
    return [one for text in paragraphs(page) if text for one in re.split(r"(?<=[.!?])\)? +(?=[A-Z(])", text)]


def discouraged(page: str) -> list[tuple[str, str]]:
    """Patterns found in a page, each with the sentence."""
    return [(pattern, one) for one in sentences(page) for pattern in DISCOURAGED if re.search(pattern, one)]


@each("page", WRITTEN)
def test_a_page_is_plain_to_read(page: str) -> None:
    """Its lines and sentences are short, and nothing discouraged is in it."""
    found = sentences(PAGES[page])
    lengths = [len(one.split()) for one in found]
    assert long_lines(PAGES[page]) == []
    assert [one for one in found if len(one.split()) > SENTENCE] == []
    assert sum(lengths) <= AVERAGE * len(lengths)
    assert discouraged(PAGES[page]) == []


def test_the_help_of_commands_is_plain_to_read() -> None:
    """Nothing discouraged is in it, its tables included."""
    assert discouraged(PAGES[COMMANDS].replace(" | ", "\n\n").replace("\n| ", "\n\n")) == []


@pytest.mark.parametrize("name", [*game_ids(), SHARED])
def test_english_texts_are_plain_to_read(name: str) -> None:
    """Nothing discouraged is said on screens, in rules or on paper, but where AS_PRINTED says so."""
    entries = load(name).texts.catalog("en").entries
    said = [(f"{name}: {key}", text) for key, entry in entries.items() for text in entry.original]
    found = {place for place, text in said for pattern, _ in discouraged(text) if pattern != ANY_PLAYER}
    assert found == {place for place in AS_PRINTED if place.startswith(f"{name}: ")}


@pytest.mark.parametrize("pattern", DISCOURAGED)
def test_a_discouraged_turn_is_found(pattern: str) -> None:
    """In a made-up page that has it; not in a similar one, and not in code."""
    bad, good = DISCOURAGED[pattern]
    assert [found for found, _ in discouraged(f"# A page\n\nIt prints cards.\n{bad}\n")] == [pattern]
    assert not discouraged(f"# A page\n\nIt prints cards.\n{good}\n")
    assert not discouraged(f"# A page\n\nIt prints `{bad}`:\n\n```text\n{bad}\n```\n")


def test_long_lines_and_sentences_are_found() -> None:
    """Outside code and tables."""
    words = "word " * (SENTENCE + 1)
    assert long_lines(f"{words}\n") == [words]
    assert not long_lines(f"```text\n{words}\n```\n\n| {words} |\n")
    assert [len(one.split()) for one in sentences(f"- {words.strip()}.\n- Short.\n")] == [SENTENCE + 1, 1]
    assert sentences("One.\nTwo (three). Four.\n\n## Five\n\n1. Six.\n") == ["One.", "Two (three).", "Four.", "Six."]
