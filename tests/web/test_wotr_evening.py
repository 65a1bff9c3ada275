"""Whole games of War of the Ring on phones: from set-up to each victory, by two, three and four players."""

from __future__ import annotations

import pytest

from companion import games
from companion.content.load import load
from companion.games.wotr.actions import Act
from companion.play.journal.session import Session
from tests.games.wotr.setups import NAMES
from tests.games.wotr.steered import LONGEST, Steered
from tests.web.browser import DESK, PHONE
from tests.web.evening import verified
from tests.web.evening_parties import War
from tests.web.party import LANGS, begin
from tests.web.taps import POINT, comes

GAME, CONTENT = games.get("wotr"), load("wotr")
GAMES = {  # how it ends: players, seed of their choices
    "ring_destroyed": (2, 4),
    "corruption": (2, 1),
    "military_shadow": (2, 11),
    "military_fp": (2, 0),
    "military_shadow, three": (3, 0),
    "ring_destroyed, four": (4, 0),
}


LAST = {  # one Stronghold from the victory of the Shadow
    "turn": 9,
    "phase": "action",
    "to_act": "shadow",
    "dice": {"fp": ["character"], "shadow": ["army", "army-muster"]},
    "politics": {id: {"box": 4, "active": True} for id in CONTENT["nation"]},
    "fellowship": {"region": "dagorlad", "progress": 1, "corruption": 4, "companions": ["gimli"]},
    "regions": {
        **{id: {"control": "shadow"} for id in ("edoras", "pelargir", "dale", "dol-amroth", "lorien")},
        "helms-deep": {"control": "shadow", "units": {"isengard": {"regular": 1}}},
        "minas-tirith": {"units": {"gondor": {"regular": 1}}, "leaders": {"gondor": 1}},
        "osgiliath": {"units": {"sauron": {"regular": 5, "elite": 3}, "southrons": {"regular": 1}}, "nazgul": 1},
    },
    "hands": {"fp": ["fp-str-02"], "shadow": ["sh-str-12"]},
}


def table(server, store, phones, players=2, position=None, script=True):
    """A table with cards that the app deals, and a phone for every seat, whose chance is the same every time."""
    header = GAME.rules.header(CONTENT, NAMES[players], "full", {"real_cards": "false"}, position)
    how = {"seed": b"evening" * 4, "clock": lambda: "2026-11-23T19:30:00Z"}
    session = Session.create(GAME, CONTENT, {**header, "lang": "en"}, store, **how)
    assert isinstance(session, Session), session
    party = War("wotr", store, session.id, script)
    for seat, lang in zip(party.seats, LANGS, strict=False):
        phone = server.phone().join(session.id, seat)
        size = DESK if lang == "en" else PHONE
        how = {"size": size, "is_mobile": size == PHONE, "java_script_enabled": script}
        party.sit(seat, phones.take(f"{server.address}/{session.id}", lang=lang, cookies=phone.cookies, **how), lang)
    party.follow()
    return party


def proved(party, path, folder, ending):
    """The result page of every phone names the winner; `companion verify` accepts the journal."""
    assert party.state.ending == ending
    party.result()
    assert verified(party.code, path, folder)["ok"] is True


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("label", GAMES)
def test_a_whole_wotr_game_is_played_on_pages(server, store, phones, path, tmp_path, label):
    """Every step is taken on a page; every page says what stands on the board."""
    ending = label.partition(",")[0]
    players, seed = GAMES[label]
    party = table(server, store, phones, players)
    party.play(Steered(ending, seed).choose, LONGEST)
    proved(party, path, tmp_path, ending)


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize(("ending", "seed"), [("ring_destroyed", 1), ("military_shadow", 3)])
def test_a_whole_game_with_real_dice_tiles_and_cards(server, store, phones, path, tmp_path, told, ending, seed):
    """From the form of a new table on; all that chance shows is typed with few taps."""
    own = {"variant": "full", "dice": "real", "tiles": "real", "real_cards": "true"}
    code, taps = begin(phones, server, "wotr", {"fp": "Ania", "shadow": "Богдан"}, **own)
    party = War("wotr", store, code)
    party.tally.add("a new table", taps)
    party.come(phones, f"{server.address}/{code}")
    party.play(Steered(ending, seed, typed=True).choose, LONGEST)
    party.tally.check()
    proved(party, path, tmp_path, ending)
    told(f"wotr, {ending}", party.tally)


@pytest.mark.tier("exhaustive")
def test_phones_end_a_siege_and_with_it_the_game(server, store, phones, path, tmp_path):
    """A siege laid and ended on two phones, and with it the game."""
    party = table(server, store, phones, position=LAST)
    party.play(Steered("military_shadow", 2, whim=0).choose, LONGEST, every=4)
    proved(party, path, tmp_path, "military_shadow")


@pytest.mark.tier("exhaustive")
def test_attacks_and_cards_take_one_or_two_taps(server, store, phones):
    """A die that opens to all it may do is one, an attack two, a combat card and a field of dice one each."""
    party = table(server, store, phones, position=LAST)
    page = party.fingers["shadow"].page

    die = page.locator(".tray-dice summary").first
    die.tap()
    assert page.locator(".tray-dice [open] button").first.is_visible()
    die.tap()

    def touch(region):
        page.touchscreen.tap(*page.evaluate(POINT, region))

    def goes_on():
        comes(page, party.seq + 1)
        party.state = party.played.state

    touch("minas-tirith")
    page.locator(".here button").first.tap()
    goes_on()
    assert party.state.step.kind == "attack_army"
    for act in ("done", "stand"):
        party.take(Act(act, party.state.seat))
    page.locator(".combat-card").first.tap()
    goes_on()
    party.take(Act("done", "fp"))
    real = page.locator("#real-strike")
    real.locator("summary").tap()
    real.locator("#shown").fill("5,6,2,1,1")
    real.locator(".go").tap()
    goes_on()
    assert party.state.step.kind == "strike"


@pytest.mark.tier("exhaustive")
def test_a_move_of_an_army_is_three_taps(server, store, phones):
    """A region, a region, a die; then who stays, with one more; the page says that another army begins there too."""
    party = table(server, store, phones, position=LAST)
    finger = party.fingers["shadow"]
    party.take(Act("march", "shadow", army="osgiliath", region="south-ithilien", die="army"))
    assert finger.taps == 3
    party.take(Act("done", "shadow"))
    assert finger.taps == 1
    assert party.state.step.kind == "marches"
    assert finger.page.locator("p", has_text=party.voices["shadow"].say("web.wotr.map.begin")).is_visible()
    party.take(Act("march", "shadow", army="helms-deep", region="westemnet"))
    party.check("fp")


@pytest.mark.tier("exhaustive")
def test_recruits_are_a_list_that_is_folded(server, store, phones):
    """One for each kind of figure; the second of an action stands open."""
    party = table(server, store, phones, position=LAST)
    page = party.fingers["shadow"].page
    assert page.locator("#recruits-shadow select:visible").count() == 0
    party.take(Act("recruit", "shadow", figure="sauron-regular", region="nurn", die="army-muster"))
    assert party.fingers["shadow"].taps == 3
    assert party.state.step.kind == "mustering"
    assert page.locator(".asks select:visible").count() > 2
    party.take(Act("recruit", "shadow", figure="nazgul", region="morannon"))
    party.check("shadow")


@pytest.mark.tier("exhaustive")
def test_how_many_hits_one_takes_oneself_is_one_tap(server, store, phones):
    """Each number has a button of its own, none too: nothing is filled in beforehand."""
    party = table(server, store, phones, position={**LAST, "hands": {"fp": [], "shadow": ["sh-str-02"]}})
    party.take(Act("attack", "shadow", army="osgiliath", region="minas-tirith", die="army"))
    for type, seat, card in (("done", "shadow", ""), ("stand", "fp", ""), ("combat", "shadow", "sh-str-02")):
        party.take(Act(type, seat, card=card))
    party.take(Act("strike", "shadow", faces=("one",) * 5))
    party.take(Act("strike", "fp", faces=("one",)))
    for _ in range(2):
        party.take(Act("accept", party.state.seat))
    assert party.state.step.kind == "onslaught"
    party.take(Act("pay", "shadow"))
    assert party.fingers["shadow"].taps == 1
    assert party.state.step.kind != "onslaught"


@pytest.mark.tier("exhaustive")
def test_a_turn_without_a_script(server, store, phones):
    """Forms alone: dice are drawn and typed, armies move, a battle is fought; who looks again sees it."""
    party, players = table(server, store, phones, position=LAST, script=False), Steered("military_shadow", 0, whim=0)
    while party.state.turn == LAST["turn"]:
        party.take(players.choose(party.state))
    for seat, finger in party.fingers.items():
        finger.page.reload()
        assert finger.page.locator("body").get_attribute("data-seq") == str(party.seq)
        assert finger.page.locator("#pan").is_hidden()
        assert (finger.page.locator('#table[data-mine="1"]').count() == 1) is (seat == party.state.seat)
