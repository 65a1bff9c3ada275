"""Whole games that were kept: every one replays to the table it ended with, for ever."""

import random
from functools import cache
from typing import NamedTuple

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError
from companion.games import GAMES
from companion.play.report.verify import verify_journal
from tests.kept_journals import JOURNALS, lines_of
from tests.play.forge import changed, entries, extra, forged, rehash
from tests.walks import setups
from tools import verify_draws


class Stored(NamedTuple):
    """How a kept game ended: ending, winners, what each seat has (`sheet` of its setups.py), entries, head code."""

    ending: str
    winners: tuple[str, ...]
    sheets: list[str]
    entries: int
    code: str


STORED = {
    "dice/win": Stored("win", ("frodo",), ["9 xxdwhwh", "4 xxxhwhw"], 74, "BAFJ-TVJF-ZW33"),
    "dice/tie_break": Stored("tie_break", ("frodo",), ["5 xxdwhwh", "9 xxxxwww", "9 xxhhwww"], 48, "YKS5-93TR-YDCT"),
    "dice/shared": Stored("shared", ("sam", "merry"), ["9 xxxwwww", "9 xxxwwww"], 19, "1TYX-J081-V1CA"),
    "dice/all_lost": Stored("all_lost", (), ["3 xx", "0 xx", "0 xx"], 47, "2JF9-KC84-VDK1"),
    "dice/committed": Stored("all_lost", (), ["0 xx", "0 xx"], 28, "S7KR-WMYZ-D9T6-3ZNS-AA48-1WWH"),
    "dice/last_one": Stored("last_one", ("sam",), ["1 xx", "1 hw", "2 xx", "0 xx"], 54, "F6FC-KFE4-3Z3X"),
    "fellowship/destroyed": Stored("destroyed", ("frodo", "sam"), ["0 2 alive", "2 0 alive"], 25, "VY3B-E2VC-VX55"),
    "fellowship/contest": Stored(
        "contest", ("sam",), ["0 3 cannot_pay", "4 6 alive", "0 0 alive"], 37, "1X9E-0ANW-1N1S"
    ),
    "fellowship/doom": Stored("doom", (), ["1 1 sauron", "2 0 sauron"], 28, "VKFS-T4P7-NBRM"),
    "fellowship/bearer_dead": Stored("bearer_dead", (), ["0 2 alive", "4 3 sauron"], 77, "ZJV1-FZPV-3G04"),
    "fellowship/ring_is_mine": Stored(
        "ring_is_mine", (), ["1 0 alive", "2 0 alive", "0 0 alive", "0 0 alive"], 28, "M7XH-23JD-2XY2"
    ),
    "fellowship/betrayal": Stored("betrayal", ("frodo",), ["3 1 sauron", "0 1 alive"], 24, "08JN-CJ69-9V7X"),
    "fellowship/real_cards": Stored("bearer_dead", (), ["7 2 sauron", "0 0 alive", "0 0 alive"], 60, "Z451-6TEX-8D3M"),
    "fellowship/introductory": Stored(
        "bearer_dead", (), ["12 0 sauron", "8 0 alive", "9 4 alive", "9 0 alive", "7 0 alive"], 53, "HEEH-VMV4-DH42"
    ),
    "wotr/corruption": Stored("corruption", ("shadow",), ["fp 0", "shadow 1"], 43, "BM2N-32Z5-9H4F"),
    "wotr/four": Stored(
        "ring_destroyed",
        ("gondor", "rohan"),
        ["gondor 2", "rohan 3", "witch-king 2", "saruman 2"],
        73,
        "4GJZ-9FWJ-VMKS",
    ),
    "wotr/four_at_war": Stored(
        "military_shadow", ("saruman",), ["gondor 1", "rohan 0", "witch-king 0", "saruman 3"], 87, "N2HR-KT4H-HQV1"
    ),
    "wotr/military_fp": Stored("military_fp", ("fp",), ["fp 4", "shadow 1"], 49, "PFND-A2D6-ZWZ7"),
    "wotr/military_shadow": Stored("military_shadow", ("shadow",), ["fp 5", "shadow 5"], 91, "22X2-5PE4-EM9K"),
    "wotr/revealed": Stored("corruption", ("shadow",), ["fp 0", "shadow 0"], 20, "8GTS-FHQ9-Y440"),
    "wotr/ring_destroyed": Stored("ring_destroyed", ("fp",), ["fp 3", "shadow 2"], 39, "5Q5F-D6AM-1AY4"),
    "wotr/track": Stored(
        "corruption", ("witch-king", "saruman"), ["fp 5", "witch-king 0", "saruman 3"], 81, "5E20-WCYQ-6V3M"
    ),
    "wotr/siege": Stored("corruption", ("shadow",), ["fp 6", "shadow 4"], 186, "BQJY-Z6YD-CCE8-EJ14-VW55-WKW3"),
    "wotr/cards_by_two": Stored(
        "corruption",
        ("witch-king", "saruman"),
        ["gondor 4", "rohan 4", "witch-king 4", "saruman 1"],
        213,
        "MB3G-J9A3-1A3G-QA3A-BKZ2-JM37",
    ),
    "wotr/storm": Stored("military_shadow", ("shadow",), ["fp 6", "shadow 2"], 159, "W3H4-DBJ7-GZVT-M9C4-VR9B-B9XF"),
    "wotr/counterattack": Stored(
        "military_fp", ("fp",), ["fp 5", "witch-king 3", "saruman 2"], 228, "AZTM-4Y13-NJZ0-BYNP-6XVY-S3ES"
    ),
    "wotr/road_and_war": Stored(
        "ring_destroyed",
        ("gondor", "rohan"),
        ["gondor 2", "rohan 1", "witch-king 2", "saruman 3"],
        73,
        "MVJ2-JNA8-E0CX-2WY9-RDWG-0SHR",
    ),
    "wotr/field": Stored("battle_attacker", ("shadow",), ["fp 1", "shadow 3"], 21, "9ZM2-H8SP-2CCY-E0QK-3AR1-M0DB"),
    "wotr/sortie": Stored(
        "battle_defender",
        ("witch-king", "saruman"),
        ["gondor 0", "rohan 0", "witch-king 0", "saruman 0"],
        22,
        "HQKP-N2E2-TQ35-598Z-NHV8-QFTT",
    ),
    "wotr/last_two": Stored(
        "battle_nobody", (), ["fp 0", "witch-king 0", "saruman 0"], 27, "W61V-PQ0S-S1GF-V4PD-RYBV-VJCY"
    ),
    "wotrcards/company": Stored("last_free", ("gandalf",), ["balrog 0 26", "gandalf 1 21"], 31, "8NZ1-34AA-FVKT"),
    "wotrcards/duel": Stored("lead_shadow", ("witch-king",), ["gandalf 2 45", "witch-king 2 45"], 95, "0303-E317-T4AQ"),
    "wotrcards/last_free": Stored(
        "last_free",
        ("frodo", "gandalf", "aragorn"),
        ["frodo 1 26", "witch-king 0 27", "gandalf 0 30", "saruman 1 26", "aragorn 2 25", "bill-ferny 0 30"],
        44,
        "ZAPF-X2AF-RVVR",
    ),
    "wotrcards/last_shadow": Stored(
        "last_shadow", ("witch-king",), ["gandalf 0 84", "witch-king 0 84"], 48, "SPY7-RQ48-VEG0"
    ),
    "wotrcards/lead_free": Stored(
        "lead_free",
        ("frodo", "aragorn"),
        ["frodo 1 22", "witch-king 0 19", "aragorn 0 23", "saruman 1 22"],
        62,
        "90NP-N6HR-MMG2",
    ),
    "wotrcards/lead_shadow": Stored(
        "lead_shadow",
        ("witch-king", "balrog"),
        ["gandalf 1 37", "witch-king 0 13", "balrog 1 12"],
        176,
        "EAFE-07V8-FPQE",
    ),
    "wotrcards/north": Stored(
        "last_shadow",
        ("witch-king", "balrog"),
        ["frodo 2 23", "witch-king 2 25", "strider 2 26", "balrog 2 21"],
        41,
        "97Z0-6MMZ-H193",
    ),
    "wotrcards/north_duel": Stored(
        "lead_shadow", ("witch-king",), ["gandalf 0 42", "witch-king 0 35"], 99, "Y8Z8-4ABA-1TYA"
    ),
    "wotrcards/three": Stored(
        "lead_shadow",
        ("witch-king", "saruman"),
        ["gandalf 0 36", "witch-king 1 14", "saruman 2 16"],
        86,
        "JRC3-54YN-CV00",
    ),
}


def judged(lines: list[str], code: str | None = None):
    return verify_journal(lines, games.get, load, code)


@cache
def kept(name: str):
    """What is found of a kept game with its stored code, once for all tests; none changes it."""
    return judged(lines_of(name), STORED[name].code)


def fault(lines: list[str], code: str | None = None) -> int | None:
    """Number of the first bad entry, or None for a journal that holds."""
    try:
        judged(lines, code)
    except JournalError as error:
        return error.seq
    return None


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_journal_for_each_of_its_endings(game):
    """An ending without a kept game is an ending that nobody has replayed."""
    endings = {key.removeprefix("ending.") for key in load(game).texts if key.startswith("ending.")}
    assert endings
    assert {stored.ending for name, stored in STORED.items() if name.startswith(f"{game}/")} == endings


def test_every_journal_has_its_stored_outcome():
    """No file without a row, no row without a file."""
    assert sorted(STORED) == JOURNALS


@pytest.mark.parametrize("name", JOURNALS)
def test_a_kept_game_ends_as_it_did(name):
    """Ending, winners, every sheet, the number of entries and the head code are those that were stored."""
    stored = STORED[name]
    report = kept(name)
    game, state = report.replay.game, report.replay.state
    outcome = game.rules.outcome(state)
    sheets = [setups(game.id).sheet(player) for player in game.rules.view(state, None)["players"]]
    code = report.code[: len(stored.code)]  # earlier versions wrote down the first half
    assert Stored(outcome.ending, outcome.winners, sheets, len(report.replay.entries), code) == stored
    assert report.code_at == stored.entries - 1


@pytest.mark.parametrize("name", JOURNALS)
def test_a_kept_game_goes_through_json_after_every_entry(name):
    """At every entry the state can be stored as plain data and read back."""
    report = kept(name)
    game, replay = report.replay.game, report.replay
    for step in replay.steps:
        assert game.rules.restore(replay.content, replay.header, game.rules.dump(step.state)) == step.state


@pytest.mark.parametrize("name", JOURNALS)
def test_the_independent_script_agrees(name):
    """It proves as many draws, counts as many typed rolls, and comes to the same head."""
    report = kept(name)
    uncommitted = [words.seq for words in report.replay.words if not words.committed]
    assert verify_draws.check(lines_of(name)) == (
        report.by_link,
        report.by_key,
        0,
        report.typed,
        uncommitted,
        True,
        report.replay.entries[-1].hash,
    )


@pytest.fixture
def some(tier):
    """`some(name, things)`: the one of them that is tried, another in every journal; exhaustively all."""

    def choose(name: str, things):
        things = list(things)
        return things if tier == "exhaustive" else random.Random(name).sample(things, 1)

    return choose


@pytest.mark.parametrize("name", JOURNALS)
def test_changing_any_one_entry_names_it(name, some):
    """In whichever entry anything is changed, `verify` and the script name that entry."""
    lines = lines_of(name)
    for seq, entry in some(name, enumerate(entries(lines))):
        for key in entry["args"]:
            damaged = changed(lines, seq, lambda entry, key=key: entry["args"].update({key: "changed"}))
            assert fault(damaged) == seq
            with pytest.raises(verify_draws.EntryError) as raised:
                verify_draws.check(damaged)
            assert raised.value.args[0] == seq


@pytest.mark.parametrize("name", JOURNALS)
def test_an_action_changed_and_rehashed_does_not_pass(name, some):
    """Every action forged with good hashes is caught at that entry or after it, at the latest by the head code."""
    lines, id = lines_of(name), name.partition("/")[0]
    acts = [at for at in enumerate(entries(lines)) if at[1]["type"] in games.get(id).words.action_types]
    assert len(acts) > 10
    for seq, entry in some(name, acts):
        found = fault(forged(lines, seq, setups(id).changed_action), STORED[name].code)
        assert found is not None
        assert found >= seq
        if "draw" in entry["args"]:
            assert found == seq


@pytest.mark.parametrize("name", JOURNALS)
def test_what_was_left_out_or_put_in_does_not_pass(name, some):
    """Rehashed without one entry, or with one more, the file is not the one that the table saw."""
    lines, code = lines_of(name), STORED[name].code
    found = entries(lines)
    for seq in some(name, range(1, len(lines))):
        assert fault(rehash([*found[:seq], *found[seq + 1 :]]), code) is not None
        assert fault(rehash([*found[:seq], extra("note", {"text": "x"}), *found[seq:]]), code) is not None


def test_the_kept_games_show_what_tables_do():
    """Those of the dice game have every type of entry, typed and drawn dice, both variants, two to four seats."""
    found = [entry for name in JOURNALS if name.startswith("dice/") for entry in entries(lines_of(name))]
    types = {entry["type"] for entry in found}
    assert types >= {"header", "roll", "repeat", "keep", "resolve", "undo", "redo", "note", "reveal", "override", "end"}
    assert {entry["args"]["source"] for entry in found if entry["type"] == "roll"} == {"draw", "table"}
    headers = [entry["args"] for entry in found if entry["type"] == "header"]
    assert {header["variant"] for header in headers} == {"basic", "advanced"}
    assert {len(header["seats"]) for header in headers} == {2, 3, 4}
    assert {header["rules"] for header in headers} == {games.get("dice").rules.number}
