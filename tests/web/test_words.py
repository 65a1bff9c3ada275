"""Every text that the tracker's pages say exists, and no text of theirs is left over."""

import json
import re
from functools import cache
from pathlib import Path

from companion.content.load import SHARED, game_ids, load
from companion.core import resources
from tests.each import each
from tests.texts import messages

WEB = resources.PACKAGE / "web"
GAMES = resources.PACKAGE / "games"
PAGES = sorted([*(WEB / "templates").glob("*.html"), *GAMES.glob("*/templates/*.html")])
MODULES = sorted(WEB.rglob("*.py"))
SCRIPTS = sorted((WEB / "static").glob("*.js"))
KEY = re.compile(r"[\"'](web\.[a-z_0-9]+(?:\.[a-z_0-9]+)*)[\"']")
SAID = re.compile(r"\bsay\([\"']([^\"'{}]+)[\"'](?! ~)")
BEGUN = re.compile(r"\bsay\([\"']([^\"'{}]+\.)[\"'] ~")  # what follows is known at run time


def words_of(content: str) -> set[str]:
    """Ids of what only pages say."""
    return messages(load(content), "web.")


def room(path: Path) -> str:
    """The game whose folder of templates holds the page, or what all games share."""
    return path.relative_to(GAMES).parts[0] if path.is_relative_to(GAMES) else SHARED


def known_to(content: str) -> set[str]:
    """Every key that a page of that game may say."""
    return {key for name in {content, SHARED} for key in words_of(name) | messages(load(name))}


@cache
def of_games() -> set[str]:
    """Every key of any game, which a page of all games may say in a table of that game."""
    return {key for game in game_ids() for key in load(game).texts}


def named_by_scripts() -> set[str]:
    """Keys of the script's words, which it calls without `web.js.`."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    return {f"web.js.{word}" for word in re.findall(r"[\"'`]([a-z_]+)(?:_\$\{\w+\})?[\"'`]", text)}


def put_together() -> set[str]:
    """Keys that are made of a beginning and what follows at run time."""
    found = {key for name in (SHARED, *game_ids()) for key in words_of(name)}
    text = "\n".join(path.read_text(encoding="utf-8") for path in (*MODULES, *SCRIPTS))
    begun = set(re.findall(r"f\"(web\.[a-z_.]+)\{", text))
    begun |= {begin for path in PAGES for begin in BEGUN.findall(path.read_text(encoding="utf-8"))}
    begun |= {f"web.js.{word}" for word in re.findall(r"`([a-z_]+_)\$\{", text)}
    return {key for key in found for begin in begun if key.startswith(begin)}


@each("page", PAGES)
def test_every_text_that_a_page_says_exists(page: Path) -> None:
    """A missing one would be a crash in front of the table."""
    text = page.read_text(encoding="utf-8")
    known = known_to(room(page))
    assert set(KEY.findall(text)) | set(SAID.findall(text)) <= known
    assert all(any(key.startswith(begin) for key in known | of_games()) for begin in BEGUN.findall(text))


@each("module", MODULES)
def test_every_text_that_a_module_names_exists(module: Path) -> None:
    """Modules of the tracker are shared, so are the texts they name."""
    assert set(KEY.findall(module.read_text(encoding="utf-8"))) <= known_to(SHARED)


def test_the_doors_reasons_exist() -> None:
    """Each reason to turn somebody away is a text."""
    reasons = re.findall(
        r"_Rejected\(\d+, \"(\w+)\"", (WEB / "server" / "request_guard.py").read_text(encoding="utf-8")
    )
    assert len(reasons) > 5
    assert {f"web.door.{reason}" for reason in reasons} <= words_of(SHARED)


def test_the_pages_of_an_error_exist() -> None:
    """Each status that the routes raise, and those of a wrong address or method, has its sentence."""
    text = (WEB / "app.py").read_text(encoding="utf-8")
    raised = {"404", "405", "500", *re.findall(r"HTTPException\((\d+)", text)}
    assert {f"web.error.{status}" for status in raised} <= words_of(SHARED)


def test_no_text_is_left_over() -> None:
    """One that nobody says is one that nobody mends."""
    texts = [path.read_text(encoding="utf-8") for path in (*PAGES, *MODULES)]
    said = {key for text in texts for key in KEY.findall(text)} | named_by_scripts() | put_together()
    known = {key for name in (SHARED, *game_ids()) for key in words_of(name)}
    assert len(known) > 100
    assert known - said == set()


def test_a_game_repeats_no_key_of_the_shared_words() -> None:
    """Else one of two texts would never be seen."""
    for game in game_ids():
        assert not words_of(game) & words_of(SHARED)


@each("path", PAGES)
def test_pages_keep_to_the_content_security_policy(path: Path) -> None:
    """No style in a page, no handler of an event, and no script but those that a file holds."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|javascript:", text)
    for attributes in re.findall(r"<script([^>]*)>", text):
        assert "src=" in attributes or 'type="application/json"' in attributes


@each("path", PAGES)
def test_shared_pages_name_no_game(path: Path) -> None:
    """What is of one game only lies in the folder of that game."""
    if room(path) == SHARED:
        text = path.read_text(encoding="utf-8")
        for game in game_ids():
            assert not re.search(rf"[\"'/]{game}[\"'/]", text)
            assert not any(f"{row}" in text.split() for row in load(game).tables.get("hobbit", ()))


def test_pages_have_no_words_of_their_own() -> None:
    """Text between tags comes from content/, but for names of program and time, letters of paths."""
    own = {"M", "S", "UTC", "companion", "p"}
    for path in PAGES:
        text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        text = re.sub(r"<[^>]*>|[\w-]+=\"[^\"]*\"", " ", text)
        assert set(re.findall(r"[^\W\d_]+", text)) <= own, path


def test_the_scripts_words_are_plain() -> None:
    """What the script says is put into text, so it has no tags, and it survives being written as JSON."""
    for key, said in load(SHARED).texts.items():
        if key.startswith("web.js."):
            for text in said.values():
                assert "<" not in text
                assert json.loads(json.dumps(text)) == text
