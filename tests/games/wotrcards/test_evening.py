"""An evening on the command line: what the rules forbid, guided play in four languages, positions, the journal."""

import re
from pathlib import Path

import pytest

from companion.content.load import load
from tests.cli.conftest import good, own_folders, refused, run  # noqa: F401 (fixtures)
from tests.languages import LANGUAGES
from tests.tiers import sample

CONTENT = load("wotrcards")
TWO = ("--player", "Ania:free", "--player", "Bo:shadow")
TABLE = """
scenario: trilogy
seats: [{deck: frodo, name: Ania}, {deck: aragorn, name: Ania}, {deck: witch-king, name: Bo}, {deck: saruman, name: Bo}]
round: 3
step: action
to_act: frodo
areas: {free: [rivendell], shadow: [moria, bag-end]}
corruption: 2
path: fords-of-bruinen
used: [bag-end, the-old-forest, fords-of-bruinen]
removed: []
read: {}
active:
  minas-tirith: {attack: 1, cards: {aragorn: [boromir], witch-king: [mordor-orcs]}}
  fords-of-bruinen: {cards: {frodo: [{card: frodo-baggins, items: [sting]}]}}
decks:
  frodo: {hand: 4, cycle: 3, reserve: [gimli, {card: bilbo-baggins, fresh: true}], ring: spent, once: [bilbo-baggins]}
  witch-king: {hand: 5, gone: [black-breath]}
"""
EPIC = """
scenario: epic-duel
round: 3
step: action
to_act: gandalf
path: the-old-forest
used: [bag-end, bucklebury-ferry, the-old-forest]
active: {angmar: {cards: {witch-king: [goblins-of-the-misty-mountains]}}}
decks: {gandalf: {hand: 3, ring: used, reserve: [gimli]}, witch-king: {hand: 2}}
"""


@pytest.fixture
def start(good):  # noqa: F811
    """A session of a position; its id."""

    def call(position: str, *words: str) -> str:
        Path("position.yaml").write_text(position)
        players = () if "seats:" in position else TWO
        return good(
            "new", "wotrcards", *players, "--position", "position.yaml", "--option", "printed=false", *words
        ).last

    return call


FORBIDDEN = {  # position, whether a text is read, what is asked for, and why it is refused
    "table": (
        TABLE,
        False,
        [
            ("ring", "ring_used", "WC-TRI-2"),
            ("play card=aragorn", "card_other_deck", "WC-ACT-2"),
            ("play card=bilbo-baggins", "card_not_in_hand", "WC-ACT-2"),
            ("move card=bilbo-baggins to=fords-of-bruinen", "card_fresh", "WC-PLAY-6"),
            ("skirmish location=minas-tirith", "site_not_active", "WC-SKI-5"),
            ("cycle card=legolas", "card_needs_no_name", "WC-SET-6"),
            ("pass", "pass_hand", "WC-ACT-3"),
            ("pass by=witch-king", "not_your_step", "WC-ACT-1"),
            ("done", "not_now", "WC-ACT-1"),
        ],
    ),
    "text": (
        TABLE,
        True,
        [
            ("effect what=activate item=bag-end", "path_used", "WC-LOC-7"),
            ("effect what=activate item=barad-dur", "ground_not_there", "WC-LOC-9"),
            ("effect what=attack item=moria number=1", "token_nowhere", "WC-CMB-12"),
            ("effect what=draw whom=frodo number=8", "effect_number", "WC-PROC-1"),
        ],
    ),
    "epic": (
        EPIC,
        False,
        [("ring", "ring_used", "WC-D2-2"), ("skirmish location=angmar", "site_no_card", "WC-SKI-5")],
    ),
    "text of epic": (
        EPIC,
        True,
        [
            ("effect what=activate item=fords-of-bruinen", "path_skips", "WC-EPD-8"),
            ("effect what=activate item=minas-tirith", "ground_not_there", "WC-EPD-3"),
            ("effect what=activate item=bucklebury-ferry", "path_used", "WC-LOC-7"),
        ],
    ),
}


@pytest.mark.parametrize("table", FORBIDDEN)
def test_what_the_rules_forbid(start, good, refused, subtests, table):  # noqa: F811
    """Each prohibition has its rule, and nothing is written."""
    position, reads, asked = FORBIDDEN[table]
    id = start(position)
    if reads:
        good("do", id, "use", "card=gimli")
    for words, code, rule in asked:
        with subtests.test(words=words):
            assert refused(id, *words.split())[:2] == (code, rule)


MEANINGLESS = [  # words, and what the answer names
    ("play card=Gimly", "Gimli"),
    ("play card=Гимлли", "Гимли"),
    ("play card=Gandalf-Szary-Pielgrzym", "Gandalf Szary"),
    ("use card=Ґімлії", "Ґімлі"),
    ("move card=Gimli to=Mynas-Tirith", "Minas Tirith"),
    ("move card=Gimli", "to"),
    ("play", "card"),
    ("play card=", "card"),
    ("pas", "pass"),
    ("pass --rolled gimli", "--rolled"),
    ("pass foo=1", "foo"),
    ("pass by=bo", "bo"),
    ("winnow cards=🤖,🤖", "🤖"),
    ("icons attack=99999999999999999999", "attack"),
    ("icons attack=-1", "attack"),
    ("read points=x defence=1", "points"),
    ("effect what=fly item=gimli", "fly"),
    ("effect what=draw whom=nobody number=1", "nobody"),
    ("walk --rolled nowhere", "nowhere"),
]


def test_words_that_mean_nothing(start, good, run, subtests):  # noqa: F811
    """Answered with what was not understood, and the nearest name in the language of the question."""
    id = start(TABLE)
    before = good("log", id, "--json").out
    for words, told in MEANINGLESS:
        with subtests.test(words=words):
            answer = run("do", id, *[word.replace("-Szary-", " Szary ") for word in words.split()])
            assert (answer.code, answer.out) == (2, "")
            assert told in answer.err
    assert good("log", id, "--json").out == before


@pytest.mark.parametrize(
    ("variant", "players", "code", "rule"),
    [
        ("duel", "Ania:frodo Bo:shadow", "seats_wrong", "WC-SCN-1"),
        ("trilogy", "Ania:frodo Bo:shadow", "seats_free", "WC-SCN-1"),
        ("trilogy", "Ania:free Bo:shadow Cela:saruman", "seats_same", "WC-SCN-1"),
        ("trilogy", ":free Bo:shadow", "seats_no_name", "WC-SCN-1"),
        ("epic-duel", "Ania:free+shadow", "people_exact", "WC-SET-1"),
        ("extended-trilogy", "Ania:free+shadow", "people_number", "WC-SET-1"),
        ("war-in-the-north", "Ania:frodo Bo:witch-king Cela:strider Dan:balrog+saruman", "seats_wrong", "WC-SCN-1"),
    ],
)
def test_seats_that_do_not_fit(run, variant, players, code, rule):  # noqa: F811
    """No session is begun; the words say which decks the scenario has."""
    words = [word for player in players.split() for word in ("--player", player)]
    told = run("new", "wotrcards", "--variant", variant, *words)
    assert (told.code, told.out) == (1, "")
    assert f"[{rule}]" in told.err
    assert re.split(r"\{\w+\}", CONTENT.texts[f"refusal.{code}"]["en"])[0] in told.err


@pytest.mark.parametrize("players", [("Ania:fredo", "Bo:shadow"), ("Ania:free", "Bo:")])
def test_seats_that_nobody_knows(run, players):  # noqa: F811
    """A wrong call; a deck that reads like one is offered."""
    told = run("new", "wotrcards", "--player", players[0], "--player", players[1])
    assert (told.code, told.out, bool(told.err)) == (2, "", True)


def test_several_decks_of_one_person(good):  # noqa: F811
    """The deck stands behind the name; whoever runs one alone is called by the name."""
    id = good("new", "wotrcards", "--variant", "trilogy", "--player", "Ania:free", "--player", "Bo:saruman",
              "--player", "Cela:witch-king").last  # fmt: skip
    for lang, names in {"en": ("Frodo", "Aragorn"), "uk": ("Фродо", "Араґорн")}.items():
        told = good("show", id, "--lang", lang).out
        assert all(f"Ania ({name})" in told for name in names)
    good("do", id, "ready")
    told = good("show", id).out
    assert "  Bo: " in told
    assert "Ania (Frodo): " in told


@pytest.mark.parametrize(("hand", "option"), [("4", "true"), ("[pippin-took, sam-gamgee]", "false")])
def test_every_key_of_a_position(start, good, hand, option):  # noqa: F811
    """All that a file may say is on the table, in the journal and in what another device takes in."""
    text = (
        TABLE if option == "true" else re.sub(r"hand: 4, cycle: 3", f"hand: {hand}, cycle: [gandalf-the-grey]", TABLE)
    )
    text = text if option == "true" else text.replace("hand: 5", "hand: [the-witch-king]")
    id = start(text, "--option", f"real_cards={option}")
    shown = good("show", id, "--json").json
    assert (shown["round"], shown["phase"], shown["corruption"]) == (3, "action", 2)
    assert (shown["path"]["id"], shown["used"][0]) == ("fords-of-bruinen", "bag-end")
    assert shown["scores"] == {"free": 2, "shadow": 1 + 0 + 2}  # Rivendell; Moria, a path face down, corruption
    frodo = next(row for row in shown["players"] if row["seat"] == "frodo")
    assert (frodo["ring"], frodo["once"], len(frodo["reserve"])) == ("spent", ["bilbo-baggins"], 2)
    good("do", id, "use", "card=gimli")
    good("do", id, "effect", "what=attack", "item=Minas Tirith", "number=2")
    good("do", id, "done")
    good("undo", id)
    good("redo", id)
    path = good("export", id).last
    code = good("show", id, "--json").json["code"]
    assert good("verify", id, "--head", code, "--json").json["ok"]
    copy = good("import", path, "--store", "other.sqlite").last
    assert good("show", copy, "--store", "other.sqlite", "--json").json["code"] == code
    for question in ("location", "path"):
        assert good("odds", "wotrcards", question, "--session", id).out


BAD = """
round: 0|round: x|path: nowhere|active: 7|[]|decks: {frodo: {hand: 99}}|step: sleep|{|scenario: nowhere|scenario: [duel]
areas: {free: {moria: [1]}}|decks: {frodo: {recycles: -1}}|corruption: -1|seats: x|seats: [5]|seats: [{deck: [1]}]|Ω: 1
decks: {frodo: {reserve: [{card: sting}]}}|active: {moria: {cards: {frodo: [gimli, gimli]}}}|parts: 9
areas: {free: [bree]}|decks: {frodo: {gone: [black-breath]}}|decks: {frodo: {ring: used}}|removed: [moria]|passes: 99
first: bo|used: [bag-end, bag-end]|round: 99999999999999999999|read: {moria: {points: 99}}
"""


@pytest.mark.parametrize("bad", BAD.replace("\n", "|").strip("|").split("|"))
def test_positions_that_cannot_be(run, bad):  # noqa: F811
    """Refused, or a wrong call; never a session."""
    Path("position.yaml").write_text(bad)
    named = [] if "seats" in bad else [*TWO, *(() if "scenario" in bad else ("--variant", "trilogy"))]
    told = run("new", "wotrcards", *named, "--position", "position.yaml")
    assert (told.code in (1, 2), told.out, bool(told.err)) == (True, "", True)


PEOPLE = {
    ("trilogy", 2): ["Ania", "1 4", "Bo", "1 2"],
    ("trilogy", 3): ["Ania", "1 4", "Bo", "99", "1", "Cela"],
    ("epic-duel", 2): ["Ania", "1", "Bo"],
    ("extended-trilogy", 6): ["A", "1", "B", "1", "C", "1", "D", "1", "E", "1", "F"],
}
IDS = [id for kind in ("card", "battleground", "skirmish_site", "path") for id in CONTENT[kind] if "-" in id]


def raw(text: str) -> list[str]:
    """Ids and keys that are no words of any language."""
    return [id for id in IDS if re.search(rf"(?<![\w=,-]){id}(?![\w-])", text)] + re.findall(r"\w+\.\w+_\w+", text)


@pytest.mark.parametrize("lang", sample(LANGUAGES, "uk"))
@pytest.mark.parametrize(
    ("table", "real"),
    sample(
        [(table, table[1] % 2 == 0) for table in PEOPLE] + [(("trilogy", 2), False)],
        (("trilogy", 2), True),
        (("trilogy", 3), False),
        (("extended-trilogy", 6), True),
    ),
)
def test_a_guided_wotrcards_game_ignores_nonsense(run, lang, table, real):  # noqa: F811
    """From the names on, Enter by Enter; names and words, never ids; nonsense in between changes nothing."""
    yes, no = {"en": "y n", "pl": "t n", "ru": "д н", "uk": "т н"}[lang].split()
    lines = [*PEOPLE[table], yes, yes if real else no, "", *[""] * 60]  # taught, real cards
    for at, nonsense in enumerate(("zażółć", "99999999999999999999", "= = =", "\x00🤖", "1 2 3 4"), 2):
        lines.insert(at * 10, nonsense)
    typed = "".join(f"{line}\n" for line in [*lines, "?", "l", "h", "", "?", "h", "q"])
    told = run("table", "wotrcards", "--lang", lang, "--variant", table[0], typed=typed)
    assert (told.code, told.err) == (0, "")
    spoken = "\n".join(line for line in told.out.splitlines() if "=" not in line)
    assert raw(spoken) == []


def test_everything_is_listed_where_nothing_is_hidden(start, good):  # noqa: F811
    """With real cards `?` says all that may be done; of cards the app holds only with a hand open."""
    real, held = start(TABLE), start(EPIC.replace("hand: 3", "hand: [legolas]").replace("hand: 2", "hand: []"),
                                     "--option", "real_cards=false")  # fmt: skip
    assert re.search(r"  play a card\n(    .*\n)*    .*Pippin", good("table", real, typed="?\nq\n").out)
    assert "Legolas" not in good("table", held, typed="?\nq\n").out
    assert re.search(r"  cycle a card from the hand\n    Legolas", good("table", held, typed="h\n\n?\nq\n").out)


def test_whatever_is_typed_after_the_end(start, good):  # noqa: F811
    """It is refused, a word of an action too."""
    last = "scenario: duel, round: 9, step: combat, path: crack-of-doom, areas: {shadow: {moria: 2}}, corruption: 3"
    id = start(f"{{{last}, active: {{lorien: {{}}}}}}")
    good("do", id, "fight", "location=lorien")
    told = good("table", id, typed="1\npass\nplay gimli\nfoo\n6 6\n?\nu\nq\n")
    assert good("show", id, "--json").json["outcome"]["ending"] == "last_shadow"
    assert told.out.count("WC-VIC") == 2  # the result stands there once, one action is refused
