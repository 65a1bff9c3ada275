"""Published files are read as what they were made from."""

import shutil

import pytest

from companion.content import load, po, precompiled, strict_yaml, texts
from companion.content.load import SHARED
from companion.core import resources

SMALL = ("dice", SHARED)
EVERY = [*load.game_ids(), SHARED]
TRIED = [pytest.param(name, marks=() if name in SMALL else pytest.mark.tier("exhaustive")) for name in EVERY]


@pytest.fixture(scope="module")
def published(tmp_path_factory, exhaustive):
    """content/ as it is published, of the folders that are tried."""
    root = tmp_path_factory.mktemp("published")
    shutil.copytree(resources.root() / "content", root / "content")
    for path in (path for name in (EVERY if exhaustive else SMALL) for path in (root / "content" / name).rglob("*")):
        if path.suffix == ".yaml":
            path.write_text(precompiled.to_text(strict_yaml.to_published(strict_yaml.read_or_raise(path))))
        elif path.suffix in (".po", ".pot"):
            path.write_text(precompiled.to_text(po.to_published(path, path.name)))
    return root


@pytest.mark.parametrize("game", TRIED)
def test_content_is_the_same(published, game):
    faults = []
    found, known = load.read_content(game, faults, published), load.read_content(game, [], resources.root())
    assert not faults
    assert {kind: list(table.values()) for kind, table in found.tables.items()} == {
        kind: list(table.values()) for kind, table in known.tables.items()
    }
    assert [table.schema for table in found.tables.values()] == [table.schema for table in known.tables.values()]


@pytest.mark.parametrize("game", TRIED)
def test_texts_are_the_same(published, game):
    found, known = (load.read_content(game, [], root).texts for root in (published, resources.root()))
    assert found.languages == known.languages
    assert list(found) == list(known)
    for lang in known.languages:
        for key in known:
            one, other = found.message(key, lang), known.message(key, lang)
            for n in (0, 1, 2, 5, 21, 101):
                assert one.form({"n": n, "number": n, "count": n}) == other.form({"n": n, "number": n, "count": n})


def test_a_stale_translation_is_published_as_the_template(tmp_path):
    """With and without plurals; a current one is published as it is."""
    head = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    plural = 'msgctxt "b"\nmsgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{0}"\nmsgstr[1] "{1}"\n\n'
    english = head + 'msgctxt "a"\nmsgid "Old"\nmsgstr "%s"\n\n' + plural + 'msgctxt "c"\nmsgid "Kept"\nmsgstr "%s"\n'
    polish = english.replace("{0}", "{n} karta").replace("{1}", "{n} karty") % ("Stary", "Zostaje")
    template = english.replace("{0}", "").replace("{1}", "") % ("", "")
    folder = tmp_path / "content" / "cards" / "texts"
    folder.mkdir(parents=True)
    (folder / "en.pot").write_text(template.replace("Old", "New").replace("} card", "} playing card"))
    (folder / "pl.po").write_text(polish)
    said = [read_texts(tmp_path)]
    for path in sorted(folder.iterdir(), reverse=True):
        path.write_text(precompiled.to_text(po.to_published(path, path.name)))
    said.append(read_texts(tmp_path))
    assert said[0] == said[1] == ["New", "{n} playing cards", "Zostaje"]


def read_texts(root):
    """The Polish texts of the game."""
    found = texts.read_texts(root / "content" / "cards", "content/cards", [])
    return [found[key]["pl"] for key in "abc"]


@pytest.mark.parametrize("name", ["game.yaml", "texts/en.pot", "texts/pl.po"])
@pytest.mark.parametrize("change", [lambda text: text + " ", lambda text: text.replace("1", "2", 1)])
def test_a_published_file_that_was_changed_is_refused(published, tmp_path, name, change):
    shutil.copytree(published / "content", tmp_path / "content")
    path = tmp_path / "content" / "dice" / name
    path.write_text(change(path.read_text()))
    faults = []
    content = load.read_content("dice", faults, tmp_path)
    if not faults:
        faults = content.texts.catalog(path.stem).faults
    assert any("was changed after it was built" in fault for fault in faults)


def test_a_published_file_of_strangers(tmp_path):
    path = tmp_path / "deep.yaml"
    body = "[" * 100_000 + "\n"
    path.write_text(f"{precompiled.MARK}{precompiled._digest(body)}\n{body}")
    faults = []
    assert strict_yaml.read_yaml(path, "deep.yaml", faults) is None
    assert faults == ["deep.yaml:1: was changed after it was built; build it again"]
