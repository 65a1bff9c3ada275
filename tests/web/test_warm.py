"""Once the tracker has started it opens no file: pages, words, drawings and rules are in memory."""

import subprocess
import sys

import pytest
from jinja2 import DictLoader, Environment

from companion.web.page import templates

PLAYED = """
import asyncio, random, sys
from companion.games import GAMES
from tests.languages import LANGUAGES
from tests.two_worlds.tracker import Phone, Tracker, status
from tests.two_worlds.pair import begun
from tests.walks import TABLES, desk

opened = []
CODES = dict(zip(GAMES, ("abcdef", "bcdefg", "cdefgh", "defghj"), strict=True))
PAGES = ("/table", "/log", "/drawn?after=3", "/result")


async def main():
    tracker = Tracker()
    for game, code in CODES.items():
        table = desk(game, next(label for id, label in TABLES if id == game))
        session, rng = begun(game, table.header, bytes(32)), random.Random(1)
        for _ in range(60):
            legal = session.game.rules.legal(session.replay.state)
            if not legal:
                break
            session.act(table.choose(rng, legal))
        lines = [entry.line for entry in session.replay.entries]
        tracker.store.create(code, game, "2026-01-01T00:00:00Z", lines, bytes(32))
    async with tracker.running():
        opened.clear()
        for lang in LANGUAGES:
            for phone in (Phone("owner", owner=True), Phone("guest")):
                paths = [f"/{code}{rest}" for code in CODES.values() for rest in ("", *PAGES)]
                for path in ("/", *paths):
                    assert status(await tracker.ask(phone, "GET", path, lang=lang)) in (200, 303), path
                for code in CODES.values():
                    assert status(await tracker.ask(phone, "POST", f"/{code}/do", {"action": "undo"}, lang)) >= 200
        print(*opened)


def note(event, args):
    if event == "open" and ".py" not in str(args[0]):  # code is loaded when first used
        opened.append(str(args[0]))


sys.addaudithook(note)
asyncio.run(main())
"""


@pytest.mark.tier("exhaustive")
def test_no_file_is_opened_while_serving():
    ran = subprocess.run([sys.executable, "-c", PLAYED], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []


@pytest.fixture
def render(tmp_path, monkeypatch):
    """render(source): what a new process makes of a template; `render.folder` is where it caches them."""
    monkeypatch.setattr(templates, "user_folder", lambda kind: tmp_path)

    def call(source):
        environment = Environment(loader=DictLoader({"page": source}), bytecode_cache=templates.CompiledTemplates())
        return environment.get_template("page").render(name="Ania")

    call.folder = tmp_path / "templates"
    return call


def test_a_template_is_compiled_once(render, monkeypatch):
    """The next process reads what the first has compiled."""
    assert render("Hello {{ name }}") == "Hello Ania"
    monkeypatch.setattr(Environment, "compile", None)
    assert render("Hello {{ name }}") == "Hello Ania"


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:-1], lambda data: data[:-1] + b"?"])
def test_a_damaged_cached_template_is_compiled_anew(render, damage):
    """Whatever became of its file."""
    render("Hello {{ name }}")
    (file,) = render.folder.iterdir()
    good = file.read_bytes()
    file.write_bytes(damage(good))
    assert render("Hello {{ name }}") == "Hello Ania"
    assert file.read_bytes() == good


def test_a_changed_template_replaces_its_cached_file(render):
    """A new source, a new page; one file a template."""
    render("Hello {{ name }}")
    assert render("{{ name }}!") == "Ania!"
    assert len([*render.folder.iterdir()]) == 1


def test_templates_need_no_folder_for_their_cache(render):
    """A folder that cannot be written is no fault."""
    render.folder.write_text("no folder")
    assert render("Hello {{ name }}") == "Hello Ania"
