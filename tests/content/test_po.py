"""Files of texts: what a translator can do wrong is named with file and line; what is said where a text lacks."""

from functools import cache
from pathlib import Path

import pytest

from companion.content import load, po, texts, translations
from companion.content.check import content_problems
from companion.content.load import SHARED, game_ids
from companion.content.translations import Translation, gaps, stale_warnings
from companion.core.errors import ContentError
from companion.core.messages import Ref
from companion.words.wording import Voice
from tests.languages import LANGUAGES
from tests.texts import PLURALS
from tools import merge_texts

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n{more}"\n\n'
TEMPLATE = HEAD.format(more=f"Plural-Forms: {PLURALS}\\n") + (
    'msgctxt "game.chess.title"\nmsgid "Chess"\nmsgstr ""\n\n'
    'msgctxt "event.moved"\nmsgid "{seat} moves {piece}."\nmsgstr ""\n\n'
    'msgctxt "web.taken"\nmsgid "{number} piece taken"\nmsgid_plural "{number} pieces taken"\n'
    'msgstr[0] ""\nmsgstr[1] ""\n'
)
POLISH = "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"
GOOD = {
    "game.chess.title": ("Chess", 'msgstr "Szachy"'),
    "event.moved": ("{seat} moves {piece}.", 'msgstr "{seat}: {piece}."'),
    "web.taken": (
        '{number} piece taken"\nmsgid_plural "{number} pieces taken',
        'msgstr[0] "zbito {number} figurę"\nmsgstr[1] "zbito {number} figury"\nmsgstr[2] "zbito {number} figur"',
    ),
}


def language(complete=True, header=POLISH, **changed):
    """A file of the language: `changed` by the last part of an id takes the place of its msgid and msgstr."""
    rows = {id: changed.get(id.split(".")[-1], said) for id, said in GOOD.items()}
    more = header + ("X-Complete: yes\\n" if complete else "")
    body = [f'msgctxt "{id}"\nmsgid "{said[0]}"\n{said[1]}\n' for id, said in rows.items() if said]
    return HEAD.format(more=more) + "\n".join(body)


@pytest.fixture
def chess(tmp_path):
    """chess(polish) writes a game with that file and gives its faults and its warnings; chess.said the texts."""
    folder = tmp_path / "content" / "chess"
    (folder / "texts").mkdir(parents=True)
    (folder / "game.yaml").write_text("kind: game\nfields: {id: id, title: words}\nrows: [{id: chess}]\n")
    (folder / "components.yaml").write_text("kind: component\nfields: {id: id}\nrows: []\n")
    (folder / "texts" / "en.pot").write_text(TEMPLATE)
    (tmp_path / "content" / "shared" / "texts").mkdir(parents=True)
    (tmp_path / "content" / "shared" / "texts" / "en.pot").write_text(HEAD.format(more=""))

    def check(polish, name="pl.po"):
        path = folder / "texts" / name
        path.write_bytes(polish if isinstance(polish, bytes) else polish.encode())
        compared: list[Translation] = []
        found = content_problems(["chess"], tmp_path, compared=compared)
        return found, [*stale_warnings(compared), *gaps(compared, "pl")]

    check.folder = folder
    check.said = lambda: load.read_content("chess", [], tmp_path).texts
    return check


def test_a_good_file(chess):
    """Nothing is wrong, nothing lacks; the forms follow the number."""
    assert chess(language()) == ([], [])
    lookup = texts.Lookup("pl", chess.said())
    assert [lookup.say("web.taken", {"number": n}, str) for n in (1, 3, 5, 22, 0)] == [
        "zbito 1 figurę",
        "zbito 3 figury",
        "zbito 5 figur",
        "zbito 22 figury",
        "zbito 0 figur",
    ]
    assert chess.said()["event.moved"]["pl"] == "{seat}: {piece}."
    assert dict(chess.said()["game.chess.title"]) == {"en": "Chess", "pl": "Szachy"}


@pytest.mark.parametrize(("said", "name"), [("pl", "pl.po"), ("pt-BR", "pt_BR.po"), ("", "pl.po")])
def test_a_head_that_tells_its_language(chess, said, name):
    """As translators' tools spell it, or not at all."""
    assert chess(language(header=f"Language: {said}\\n{POLISH}"), name) == ([], [])


BROKEN = ["{n!r}", "{n:>999999999}", "{n.x}", "{n[0]}", "{}", "{0}", "a } b", "{{n}", "{ n }", "{"]


@pytest.mark.parametrize("text", BROKEN)
def test_places_for_values_are_plain(chess, text):
    """Python's own format would do more than put a value in; a text of pages is read like any other."""
    ((fault,), _) = chess(language(title=("Chess", f'msgstr "{text}"')))
    assert fault.startswith("content/chess/texts/pl.po:4: game.chess.title: has '")
    assert "where a plain {name} or {{ belongs" in fault
    taken = f'msgstr[0] "{text}"\nmsgstr[1] "{{number}}"\nmsgstr[2] "{{number}}"'
    assert "where a plain {name}" in chess(language(taken=(GOOD["web.taken"][0], taken)))[0][0]


FAULTS = {
    "a value forgotten": (
        {"moved": (GOOD["event.moved"][0], 'msgstr "{seat}"')},
        "8: event.moved: does not put in 'piece'",
    ),
    "a value misspelt": (
        {"moved": (GOOD["event.moved"][0], 'msgstr "{seat} {peace}"')},
        "8: event.moved: has no value 'peace'; did you mean 'piece'?",
    ),
    "a form too few": (
        {"taken": (GOOD["web.taken"][0], 'msgstr[0] "{number}"\nmsgstr[1] "{number}"')},
        "12: web.taken: has 2 forms where its language needs 3",
    ),
    "an empty form": (
        {"taken": (GOOD["web.taken"][0], 'msgstr[0] "{number}"\nmsgstr[1] ""\nmsgstr[2] "{number}"')},
        "12: web.taken: is not a text: ''",
    ),
    "a blank": ({"title": ("Chess", 'msgstr "  "')}, "4: game.chess.title: is not a text: '  '"),
    "another form of letters": (
        {"title": ("Chess", 'msgstr "Zoe\u0308"')},
        "game.chess.title: is not in Unicode form NFC",
    ),
    "no translation": ({"title": ("Chess", 'msgstr ""')}, "4: game.chess.title: not translated yet: 'Chess'"),
    "no such text": ({"title": None}, "content/chess/texts/pl.po: game.chess.title: no such text yet: 'Chess'"),
    "two of one id": (
        {"title": ('Chess"\nmsgstr "a"\nmsgctxt "event.moved"\nmsgid "{seat} moves {piece}.', 'msgstr "c"')},
        "event.moved: appears twice (first at content/chess/texts/pl.po:",
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_of_a_translation(chess, case):
    """Named with its line, its id and the nearest right word."""
    changed, told = FAULTS[case]
    found, warnings = chess(language(**changed))
    assert warnings == []
    assert any(told in fault and fault.startswith("content/chess/texts/pl.po:") for fault in found), found


@pytest.mark.parametrize(
    ("polish", "told"),
    [
        (
            language() + '\nmsgctxt "event.mved"\nmsgid "a"\nmsgstr "b"\n',
            "event.mved: unknown id; did you mean 'event.moved'?",
        ),
        (language() + '\nmsgid "a"\nmsgstr "b"\n', "a text without its id (msgctxt): 'a'"),
        (language() + '\nmsgctxt "an id"\nmsgid "a"\nmsgstr "b"\n', "an id: is not an id"),
        (language() + "\n#, fuzzy\n", ""),
        (language(header=f"Language: en\\n{POLISH}"), "pl.po:1: 'Language: en' in its head is not the language of its"),
        (language(header=""), "pl.po:1: 'Plural-Forms' does not say which form goes with a number"),
        (language(header="Plural-Forms: nplurals=2; plural=n;\\n"), "pl.po:1: 'Plural-Forms' does not say"),
        (language(header="Plural-Forms: nplurals=2; plural=1/n;\\n"), "pl.po:1: 'Plural-Forms' does not say"),
        (language(header=f"Plural-Forms: nplurals=2; plural={'(' * 500}n;\\n"), "pl.po:1: 'Plural-Forms' does not say"),
        (
            language(header="Plural-Forms: nplurals=2; plural=__import__('os');\\n"),
            "pl.po:1: 'Plural-Forms' does not say",
        ),
        ("msgctxt\n", "pl.po:1: not readable as PO"),
        ('msgid "a\n', "pl.po: game.chess.title: no such text yet"),
        (b"\xff\xfe", "pl.po:1: not UTF-8 text"),
        ("#" * (po.LARGEST_FILE + 1), "pl.po:1: larger than 4000000 bytes"),
        ("# x\n" * 900_000, "pl.po:1: more than 100000 lines"),
    ],
)
def test_a_file_that_is_none(chess, polish, told):
    """Whatever stands there is named, or does no harm; never a crash."""
    found, warnings = chess(polish)
    assert any(told in fault for fault in (*found, *warnings, "")), (found, warnings)
    assert bool(found or warnings) == bool(told)


def test_a_name_of_no_language(chess):
    """A file is named for its language, and one of them is the template."""
    assert chess(language(), "polish_texts.po")[0] == [
        "content/chess/texts/polish_texts.po: is not the one file of a language"
    ]
    (chess.folder / "texts" / "polish_texts.po").unlink()
    assert chess(language(), "en.po")[0] == ["content/chess/texts/en.po: is not the one file of a language"]
    (chess.folder / "texts" / "en.po").unlink()
    assert chess("anything", "pl.po~") == ([], [])
    assert "needs one template, en.pot; en.pot, pl.pot" in chess(TEMPLATE, "pl.pot")[0][0]


def test_a_template_names_rows_that_are_there(chess):
    """Words of a row that is not there are a fault, and so is a row without its words."""
    path = chess.folder / "texts" / "en.pot"
    path.write_text(TEMPLATE.replace("game.chess.title", "game.ches.title"))
    found, _ = chess(language())
    assert (
        "content/chess/texts/en.pot:4: game.ches.title: no row has these words; did you mean 'game.chess.title'?"
        in found
    )
    assert any(
        fault.startswith("content/chess/game.yaml:3: chess: 'title' has no text 'game.chess.title'") for fault in found
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"title": ("Chess", 'msgstr ""')}, "pl.po:4: game.chess.title: not translated yet: 'Chess'"),
        ({"title": None}, "pl.po: game.chess.title: no such text yet: 'Chess'; `python tools/merge_texts.py"),
        ({"title": ("Go", 'msgstr "Go!"')}, "pl.po:4: game.chess.title: translates 'Go', which now is 'Chess'"),
    ],
)
def test_an_optional_language_may_lack_texts(chess, change, told):
    """It is listed for the language that is asked for, and the template's text is shown."""
    found, warnings = chess(language(complete=False, **change))
    assert found == []
    assert [told in line for line in warnings] == [True, False]
    assert warnings[-1] == "texts not translated into pl, shown as in en.pot: 1 of chess"
    assert chess.said()["game.chess.title"]["pl"] == "Chess"


def test_an_optional_language_is_one_line():
    """Whatever it lacks, and in however many games, the fewest first; a complete language has none."""
    said = [
        Translation("chess", "cs", False, ["a"] * 2000, ["b"], ["c"]),
        Translation("chess", "pl", True, [], ["b"]),
        Translation("go", "cs", False, ["a"] * 3),
        Translation("ludo", "cs", False, []),
    ]
    assert gaps(said) == [
        "cs (optional language): texts shown as in en.pot: 3 of go, 2002 of chess; `companion check --lang cs` lists"
        " them"
    ]
    assert gaps(said, "cs") == [
        *("a", "b", "c", "a"),
        "texts not translated into cs, shown as in en.pot: 3 of go, 2002 of chess",
    ]


STALE = {
    "one": (
        {"title": ("Draughts", 'msgstr "Warcaby"')},
        "content/chess/texts/pl.po: 1 translation stale (first: line 4, game.chess.title); until corrected, the text of"
        " en.pot is shown; `python tools/merge_texts.py content/chess` marks what to translate again",
    ),
    "two": (
        {
            "moved": ("{seat} goes {piece}.", 'msgstr "{seat}: {piece}."'),
            "title": ("Draughts", 'msgstr "Warcaby"'),
        },
        "content/chess/texts/pl.po: 2 translations stale (first: line 4, game.chess.title); until",
    ),
    "one that had no plural": (
        {"taken": ("{number} taken", 'msgstr "{number}"')},
        "content/chess/texts/pl.po: 1 translation stale (first: line 12, web.taken); until",
    ),
}


@pytest.mark.parametrize("case", STALE)
def test_a_changed_original_is_shown_and_its_translations_are_one_warning(chess, case):
    """Whoever changes an English sentence needs no other language; the warning names what to run."""
    changed, told = STALE[case]
    found, warnings = chess(language(**changed))
    assert found == []
    assert len(warnings) == 1
    assert warnings[0].startswith(told)
    said = chess.said()
    texts_of_ids = {id.split(".")[-1]: id for id in GOOD}
    for name in changed:
        assert said[texts_of_ids[name]]["pl"] == said[texts_of_ids[name]]["en"]


def test_a_language_that_is_not_there_speaks_the_templates(chess):
    """Any language may be asked for."""
    chess(language())
    assert chess.said()["event.moved"]["ja"] == "{seat} moves {piece}."


def test_fuzzy_is_not_said(chess):
    """A tool marks what it has guessed."""
    polish = language().replace('msgctxt "event.moved"', '#, fuzzy\nmsgctxt "event.moved"')
    assert chess(polish) == (
        [],
        [
            "content/chess/texts/pl.po: 1 translation marked fuzzy (first: line 8, event.moved); until corrected, the"
            " text of en.pot is shown; translate again and remove the mark"
        ],
    )
    assert chess.said()["event.moved"]["pl"] == "{seat} moves {piece}."


def test_a_broken_file_is_told_when_its_language_is_asked_for(chess):
    """And nobody else is troubled."""
    chess(language(title=("Chess", 'msgstr "{"')))
    said = chess.said()
    assert said["game.chess.title"]["en"] == "Chess"
    for key in ("game.chess.title", "event.moved"):  # of a broken file nothing is said, however often it is asked for
        with pytest.raises(ContentError, match=r"pl\.po:4: game\.chess\.title"):
            said[key]["pl"]


def test_merging_follows_the_template(chess):
    """New texts are added, gone ones taken out, changed ones marked; the rest stays to the byte."""
    chess(language())
    path, template = chess.folder / "texts" / "pl.po", chess.folder / "texts" / "en.pot"
    merge_texts.main([str(chess.folder)])
    before = path.read_text()
    assert chess(before) == ([], [])
    template.write_text(TEMPLATE.replace("{seat} moves", "{seat} now moves"))
    merge_texts.main([str(chess.folder)])
    assert path.read_text() == before.replace(
        'msgctxt "event.moved"\nmsgid "{seat} moves {piece}."',
        '#, fuzzy\n#| msgid "{seat} moves {piece}."\nmsgctxt "event.moved"\nmsgid "{seat} now moves {piece}."',
    )
    found, warnings = chess(path.read_text())
    assert (found, len(warnings)) == ([], 1)
    merge_texts.main([str(chess.folder)])
    assert chess(path.read_text()) == ([], warnings)  # and a second time nothing else
    template.write_text(TEMPLATE)
    merge_texts.main([str(chess.folder)])
    assert path.read_text() == before  # what it translates is the text again
    template.write_text(TEMPLATE + '\nmsgctxt "event.new"\nmsgid "New"\nmsgstr ""\n')
    merge_texts.main([str(chess.folder)])
    assert chess(path.read_text())[0] == ["content/chess/texts/pl.po:23: event.new: not translated yet: 'New'"]
    template.write_text(TEMPLATE)
    merge_texts.main([str(chess.folder)])
    assert path.read_text() == before


# --- the house's own -------------------------------------------------------------------------------------------------


@pytest.mark.tier("exhaustive")
def test_the_content_is_sound():
    """`companion check`, which `make` runs before all tests, has nothing to say about facts and texts."""
    compared: list[Translation] = []
    assert content_problems(game_ids(), played=game_ids(), compared=compared) == []
    assert compared == [*compared_texts()]


@pytest.mark.parametrize("game", [*game_ids(), SHARED])
def test_merging_changes_nothing_that_is_in_line(game):
    """To the byte; a file with stale texts is brought in line by `python tools/merge_texts.py` and then committed."""
    files = list(merge_texts.merged_texts(load.root_of(game) / "content" / game))
    assert len(files) >= len(LANGUAGES) - 1
    stale = {found.lang for found in compared_texts() if found.content == game and found.outdated}
    assert [path.name for path, text in files if path.stem not in stale and text != path.read_text()] == []


def test_stale_translations_are_listed(record_property):
    """No failure: English is shown for them; a release refuses them. The end of the run lists them (conftest.py)."""
    record_property("stale translations", stale_warnings(compared_texts()))


@pytest.mark.parametrize("game", [*game_ids(), SHARED])
def test_every_game_has_the_complete_languages(game):
    """Four of them; a text that lacks there would be a fault."""
    content = load.load(game)
    assert set(LANGUAGES) <= set(content.languages)
    assert content.languages[0] == "en"
    assert all(content.texts.catalog(lang).complete for lang in LANGUAGES)


@cache
def compared_texts() -> tuple[Translation, ...]:
    """Every language of every content, those too that it lacks and the shared texts have."""
    shared, found = load.load(SHARED), []
    for content in (*map(load.load, game_ids()), shared):
        missing = [lang for lang in shared.languages if lang not in content.languages]
        found += [translations.compare(content, lang) for lang in content.languages[1:]]
        found += [translations.missing_language(content, lang) for lang in missing]
    return tuple(found)


def test_nothing_of_a_complete_language_lacks_and_german_is_listed():
    """German speaks the dice game and the shared texts; the other games are named with what they lack."""
    (line,) = gaps(found for found in compared_texts() if found.content != SHARED)
    assert line.startswith("de (optional language): ")
    assert all((f" of {id}" in line) == (id != "dice") for id in game_ids())
    assert len(gaps(compared_texts(), "de")) == len(game_ids()) - 1 + 1  # a line a game, and the sum
    assert load.languages() == ("en", "de", *LANGUAGES[1:])


def test_german_speaks_the_dice_game():
    """Names as the books have them, plurals and the rule's page; another game falls back to English."""
    voice = Voice("de", load.load("dice"))
    assert voice.name(Ref("place", "rivendell")) == "Bruchtal"
    said = [voice.say("event.circles", seat="Ania", number=n, place=Ref("place", "mordor")) for n in (1, 2)]
    assert said == ["Ania kreuzt 1 Kreis an. Ort: Mordor.", "Ania kreuzt 2 Kreise an. Ort: Mordor."]
    assert voice.rule_mark("DG-ROLL-3") == "[DG-ROLL-3, S. 3]"
    assert voice.decimal(0.5, 1) == "0,5"
    other = Voice("de", load.load("wotr"))
    assert other.say("event.turn", number=2) == "Turn 2 begins."
    assert other.say("event.paused") == "Das Spiel ist angehalten."


def test_a_value_is_never_read_as_a_text():
    """Braces in a name stay braces, and what is hidden in it is shown."""
    voice = Voice("en", load.load("dice"))
    assert (
        voice.say("event.home", seat="{place}{0}\x1b")
        == "{place}{0}\\x1b reaches Mordor! The round is still played to its end."
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_have_their_forms(lang):
    """One, few and many differ where the language has them; the first number of the English sentence decides."""
    voice = Voice(lang, load.load("fellowship"))
    said = {n: voice.say("event.drew", seat="A", number=n).replace(str(n), "") for n in (1, 2, 5, 21)}
    assert said[1] != said[2]
    assert (said[2] != said[5]) == (lang != "en")
    assert (said[21] == said[1]) == (lang in ("ru", "uk"))
    assert voice.say("store.bad", path="p", bad=1, number=7) != voice.say("store.bad", path="p", bad=7, number=7)


def test_the_templates_are_of_one_kind():
    """No file of the house is read in vain."""
    for game in (*game_ids(), SHARED):
        folder = Path(load.root_of(game)) / "content" / game / "texts"
        assert {path.suffix for path in folder.iterdir()} - {".yaml"} == {".pot", ".po"}  # .yaml: the glossary
