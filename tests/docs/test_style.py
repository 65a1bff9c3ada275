"""The pages are plain to read: short lines, short sentences, none of the turns that read as translated."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.docs.pages import PAGES
from tests.each import each

GENERATED = {"docs/balance.md", "docs/figures.md", "docs/reference-commands.md"}
LINE, SENTENCE, AVERAGE = 99, 45, 25  # characters; words; words
DISCOURAGED = {
    "is no": r"(?<!here )\b(?:is|are|was|were) no (?!longer\b|more than\b|fewer than\b|less than\b)[a-z]",
    "likewise": r"\blikewise\b",
    "a thing that lies": r"\b(?:files?|fonts?|pages?|folders?|PDFs?|drawings?|journals?|sessions?|tests?) lies?\b",
    "a thing that stands": r"\b(?:files?|pages?|lines?|lists?|commands?|rules?|words?|numbers?|reasons?) stands?\b",
    "a thing that tells": r"\b(?:files?|pages?|tests?|commands?|tables?|docs?|journals?) tells?\b",
    "a clause as a subject": r"(?:^|[.;:] )(?:What|Who|Whoever|Whether)\b[^?.]*\.",
    "belong into": r"\bbelongs? into\b",
    "at that": r"\bat most\b[^.]*\bat that\b",
    "anew": r"\banew\b",
    "the house": r"\b(?:this|the) house\b(?! rule)",
    "to a hair": r"\bto a hair\b",
    "somebody else's name": r"\bsomebody else's\b",
}
EXAMPLES = {
    "is no": "This is no plain file.",
    "likewise": "Three more games are played likewise.",
    "a thing that lies": "The file lies in the folder.",
    "a thing that stands": "The number stands below it.",
    "a thing that tells": "The page tells the rest.",
    "a clause as a subject": "What was read is drawn beside the photo.",
    "belong into": "These cards belong into each deck.",
    "at that": "It takes at most two, and small ones at that.",
    "anew": "Load the page anew.",
    "the house": "The order of rooms in this house.",
    "to a hair": "The backs match to a hair.",
    "somebody else's name": "The name is somebody else's.",
}
CODE = re.compile(r"^ *```.*?^ *```[^\n]*\n?|^::: [^\n]*\n(?:    [^\n]*\n)*", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"^\s*$|^(?= *(?:[-*]|\d+\.) )|(?<=\n)(?=#)|(?<=[^\n])\n(?=#)", re.MULTILINE)


def without_code(page: str) -> str:
    """The lines of a page outside code and tables."""
    return "\n".join(line for line in CODE.sub("\n", page).splitlines() if not line.lstrip().startswith("|"))


def long_lines(page: str) -> list[str]:
    """Lines outside code and tables that are longer than LINE characters."""
    return [line for line in without_code(page).splitlines() if len(line) > LINE]


def paragraphs(page: str) -> Iterator[str]:
    """Paragraphs and items of lists, one line each: without headings, code, links' targets and emphasis."""
    for block in BLOCK.split(without_code(page)):
        text = " ".join(block.split())
        if text and not text.startswith(("#", ":::", "!", "<")):
            text = re.sub(r"`[^`]*`", "CODE", text)
            text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
            yield re.sub(r"[*]+|^(?:-|\d+\.) ", "", text)


def sentences(page: str) -> list[str]:
    """The sentences of a page; an item of a list is one at least."""
    return [one for text in paragraphs(page) for one in re.split(r"(?<=[.!?])\)? +(?=[A-Z(])", text)]


def discouraged(page: str) -> list[tuple[str, str]]:
    """The names of the discouraged turns in a page, each with its sentence."""
    return [(name, one) for one in sentences(page) for name, pattern in DISCOURAGED.items() if re.search(pattern, one)]


WRITTEN = sorted(PAGES.keys() - GENERATED)


@each("page", WRITTEN)
def test_a_page_is_plain_to_read(page: str) -> None:
    """Its lines and sentences are short, and nothing discouraged is in it."""
    text = PAGES[page]
    lengths = [len(one.split()) for one in sentences(text)]
    assert long_lines(text) == []
    assert [one for one in sentences(text) if len(one.split()) > SENTENCE] == []
    assert sum(lengths) <= AVERAGE * len(lengths)
    assert discouraged(text) == []


@pytest.mark.parametrize("name", DISCOURAGED)
def test_a_discouraged_turn_is_found(name: str) -> None:
    """In a made-up text with one of them, and not in code."""
    text = f"# A page\n\nIt prints cards.\n{EXAMPLES[name]}\n"
    assert [found for found, _ in discouraged(text)] == [name]
    assert not discouraged(f"It prints `{EXAMPLES[name]}` and\n\n```text\n{EXAMPLES[name]}\n```\n")


def test_long_lines_and_sentences_are_found() -> None:
    """Outside code and tables."""
    words = "word " * (SENTENCE + 1)
    assert long_lines(f"{words}\n") == [words]
    assert len(sentences(f"- {words.strip()}.\n- Short.\n")[0].split()) == SENTENCE + 1
    assert not long_lines(f"```text\n{words}\n```\n| {words} |\n")
    assert sentences("One.\nTwo (three). Four.\n\n## Five\n\n1. Six.\n") == ["One.", "Two (three).", "Four.", "Six."]
