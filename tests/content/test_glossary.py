"""`companion check` reads a game's glossary: one word a thing, and none of those that it avoids."""

import pytest

from companion.content.check import content_problems
from tests import texts

HEAD = 'kind: term\nfields: {id: id, word: map, avoid: "map?"}\nrows:\n'
REGION = "- {id: region, word: {en: region, ru: регион}, avoid: {ru: [област, провинци]}}\n"


@pytest.fixture
def check(tmp_path):
    """check(glossary, ru): the faults of a game with one message, `In this region.`, which `ru` says in Russian."""
    (tmp_path / "content" / "shared").mkdir(parents=True)
    folder = tmp_path / "content" / "chess"
    texts.write(tmp_path / "content" / "shared", {"a.b": dict.fromkeys(("en", "pl", "ru", "uk"), "a")})
    words = {"en": "Chess", "pl": "Szachy", "ru": "Шахматы", "uk": "Шахи"}

    def faults(glossary: str, ru: str) -> list[str]:
        said = {"en": "In this region.", "pl": "W regionie.", "ru": ru, "uk": "У регіоні."}
        texts.write(folder, {"game.chess.title": words, "event.there": said})
        (folder / "game.yaml").write_text("kind: game\nfields: {id: id, title: words}\nrows:\n- {id: chess}\n")
        (folder / "components.yaml").write_text("kind: component\nfields: {id: id}\nrows: []\n")
        (folder / "texts" / "glossary.yaml").write_text(glossary, encoding="utf-8")
        return content_problems(["chess"], tmp_path)

    return faults


@pytest.mark.parametrize("word", ["области", "Область", "ОБЛАСТЯХ", "провинции"])
def test_an_avoided_word_is_named_in_every_form(check, word):
    """Where it stands, what it is and what the glossary says; a beginning stands for all endings."""
    (fault,) = check(HEAD + REGION, f"Здесь, в {word}.")
    assert fault.startswith("content/chess/texts/ru.po:")
    assert fault.endswith(f": event.there: says '{word}'; the glossary says 'регион'")


@pytest.mark.parametrize("said", ["В этом регионе.", "Приобласть.", "В обла сти."])
def test_other_words_are_none_of_its_business(check, said):
    """The word of the glossary itself, and one that only holds the letters inside."""
    assert check(HEAD + REGION, said) == []


@pytest.mark.parametrize(
    ("glossary", "said"),
    [
        (HEAD.replace("word: map", "word: text") + "- {id: a, word: b}\n", "a glossary is a table of kind 'term'"),
        (HEAD.replace("term", "word") + REGION, "a glossary is a table of kind 'term'"),
        (HEAD + REGION.replace("ru: [", "eo: ["), "'avoid' takes a list for a language of the game that has a word"),
        (HEAD + REGION.replace("[област, провинци]", "област"), "'avoid' takes a list"),
        (HEAD + "- {id: region}\n", "'word' is missing"),
        ("rows: [", "not readable as YAML"),
    ],
)
def test_a_faulty_glossary_is_named(check, glossary, said):
    """By file and line, as any table."""
    found = check(glossary, "В этом регионе.")
    assert [fault for fault in found if said in fault and fault.startswith("content/chess/texts/glossary.yaml:")]
