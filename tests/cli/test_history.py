"""companion sessions: the list, what narrows it, statistics; and a new session as an old one was begun."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from companion.play.journal import journal
from companion.play.report.history import minutes_played
from companion.words.play_files import Play, PlayerResult, write_csv

JOURNALS = Path(__file__).parents[1] / "journals"
EVENINGS = {  # journal, winners by name
    "dice/win": ["Żaneta"],
    "dice/shared": ["Ania", "Bo"],
    "dice/all_lost": [],
    "fellowship/destroyed": ["Żaneta", "Bo"],
    "wotr/military_shadow": ["Соломія"],
}


@pytest.fixture
def evenings(run):
    """Ids of imported sessions by the names of their journals."""
    return {name: run("import", str(JOURNALS / f"{name}.jsonl")).last for name in EVENINGS}


def ids(listed):
    return {row["session"] for row in listed.json}


def test_the_list_says_who_won(run, evenings):
    """In JSON by seat, in words by name; also where entries follow the end, as in games of hidden hands."""
    rows = {row["session"]: row for row in run("sessions", "--json").json}
    assert rows.keys() == set(evenings.values())
    for name, id in evenings.items():
        seats = {player["seat"]: player["name"] for player in rows[id]["players"]}
        assert [seats[seat] for seat in rows[id]["winners"]] == EVENINGS[name]
        assert rows[id]["finished"]
        assert rows[id]["entries"] == len((JOURNALS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    lines = dict(line.split("  ", 1) for line in run("sessions").out.splitlines())
    assert lines[evenings["wotr/military_shadow"]].endswith("Żaneta, Соломія; won by Соломія")
    assert lines[evenings["dice/all_lost"]].endswith("nobody won")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (["--game", "dice"], {"dice/win", "dice/shared", "dice/all_lost"}),
        (["--player", "żaneta"], {"dice/win", "fellowship/destroyed", "wotr/military_shadow"}),
        (["--player", "Ania", "--finished"], {"dice/shared", "dice/all_lost"}),
        (["--unfinished"], set()),
        (["--since", "2020-01-01"], set(EVENINGS)),
        (["--since", "2999"], set()),
    ],
)
def test_the_list_is_narrowed(run, evenings, asked, found):
    """By game, player however written, day, and whether it was played to its end."""
    assert ids(run("sessions", *asked, "--json")) == {evenings[name] for name in found}


def test_what_goes_on_and_what_was_broken_off(run):
    """Both are unfinished, and say so; notes behind the end of a game leave it over."""
    going = run("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam").last
    broken = run("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam").last
    run("do", broken, "end")
    over = run("import", str(JOURNALS / "dice/win.jsonl")).last
    for number in range(20):
        run("do", over, "note", f"text={number}")
    told = dict(line.split("  ", 1) for line in run("sessions").out.splitlines())
    assert told[going].endswith("not finished")
    assert told[broken].endswith("ended early")
    assert told[over].endswith("won by Żaneta")
    assert ids(run("sessions", "--unfinished", "--json")) == {going, broken}


def test_a_wrong_day_or_game(run):
    """Both are wrong calls that say what would be right."""
    wrong = run("sessions", "--since", "yesterday")
    assert (wrong.code, "2026-11-23" in wrong.err) == (2, True)
    wrong = run("sessions", "--game", "dise")
    assert (wrong.code, "dice" in wrong.err) == (2, True)


def test_an_empty_history_says_how_to_begin(run):
    """A store without sessions says how to begin; one that has none of the kind asked for, that none fits."""
    for stats in ((), ("--stats",)):
        assert "companion new" in run("sessions", *stats).out
        assert run("sessions", "--game", "dice", *stats).out == "No session matches.\n"


def test_statistics_over_evenings(run, evenings):
    """Wins of players over all games, of seats by game; every die that showed anything, counted from the journals."""
    counted = run("sessions", "--stats", "--json").json
    assert counted["players"]["Żaneta"] == {"played": 3, "won": 2}
    assert counted["players"]["Bo"] == {"played": 4, "won": 2}
    dice = next(row for row in counted["games"] if row["game"] == "dice")
    assert (dice["evenings"], dice["finished"]) == (3, 3)
    assert dice["endings"] == {"win": 1, "shared": 1, "all_lost": 1}
    assert sum(share["won"] for share in dice["seats"].values()) == 1 + 2
    rolled = {die["die"]: sum(die["counts"].values()) for die in dice["dice"]}
    single = [run("verify", str(JOURNALS / f"{name}.jsonl"), "--json").json for name in EVENINGS if "dice/" in name]
    assert rolled == {
        die: sum(sum(row["counts"].values()) for report in single for row in report["dice"] if row["die"] == die)
        for die in rolled
    }
    said = run("sessions", "--stats", "--lang", "pl").out
    assert "Żaneta: wygrane 2 z 3 (67%)" in " ".join(said.split())


def test_finished_games_are_written_for_other_programs(run, evenings, tmp_path):
    """A play file refers to games and players by number and is the same when written again; CSV has a line each."""
    run("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam")
    file = tmp_path / "plays.bgsplay"
    assert run("sessions", "--out", str(file)).last == str(file)
    found = json.loads(file.read_text(encoding="utf-8"))
    names = {row["id"]: row["name"] for row in found["players"]}
    numbers = {row["id"]: row.get("bggId") for row in found["games"]}
    assert len(found["plays"]) == len(EVENINGS)
    assert {823, 115746} < set(numbers.values())
    won = sorted(
        [names[row["playerRefId"]] for row in play["playerScores"] if row["winner"]] for play in found["plays"]
    )
    assert won == sorted(EVENINGS.values())
    cooperative = next(play for play in found["plays"] if numbers[play["gameRefId"]] == 823)
    assert all(row["score"].isdecimal() for row in cooperative["playerScores"])
    before = file.read_bytes()
    run("sessions", "--out", str(file))
    assert file.read_bytes() == before
    table = tmp_path / "plays.csv"
    run("sessions", "--game", "dice", "--out", str(table))
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert {row["player"] for row in rows if row["won"] == "1"} == {"Żaneta", "Ania", "Bo"}
    assert {row["session"] for row in rows} == {id for name, id in evenings.items() if name.startswith("dice/")}


def test_plays_go_to_no_other_file(run, evenings, tmp_path):
    wrong = run("sessions", "--out", str(tmp_path / "plays.xls"))
    assert (wrong.code, ".bgsplay" in wrong.err) == (2, True)


def test_a_name_is_no_formula():
    play = Play("kxmbra", "Game", None, "", "2026-11-21T19:00:00Z", 60, "", (PlayerResult("=1+1", "-", None, True),))
    assert ",'=1+1,'-,60,,1" in write_csv([play])


def test_breaks_are_no_play():
    """The clock of the entries counts, without a night between two of them."""
    lines, last = [], journal.START
    times = ["2026-11-21T19:00:00Z", "2026-11-21T19:20:00Z", "2026-11-22T18:00:00Z", "2026-11-22T18:25:00Z"]
    first = json.loads((JOURNALS / "dice/win.jsonl").read_text(encoding="utf-8").splitlines()[0])
    rows = [("header", first["args"]), *[("note", {"text": "x"})] * 3]
    for seq, (at, (type, args)) in enumerate(zip(times, rows, strict=True)):
        entry = journal.write_entry(seq, last, at, "", type, args)
        lines, last = [*lines, entry.line], entry.hash
    assert minutes_played(lines) == 20 + 25


def test_new_again_keeps_game_seats_variant_and_options(run, evenings):
    """The same game, players, seats, variant and options, with draws of its own."""
    old = run(
        "new",
        "dice",
        "--player",
        "Ania:frodo",
        "--player",
        "Bo:sam",
        "--variant",
        "advanced",
        "--option",
        "odds=false",
        "--lang",
        "pl",
    )
    new = run("new", "--again", old.last)
    headers = [run("log", made.last, "--json").json[0]["args"] for made in (old, new)]
    anchors = [header.pop("anchor") for header in headers]
    assert headers[0] == headers[1]
    assert anchors[0] != anchors[1]
    wrong = run("new")
    assert (wrong.code, "dice" in wrong.err) == (2, True)
    wrong = run("new", "--again", old.last, "--player", "Cela:merry")
    assert (wrong.code, "--player" in wrong.err) == (2, True)
    assert run("new", "--again", "zzzzzz").code == 1


def test_again_from_a_position(run, evenings):
    """A table that began in the middle begins there again."""
    new = run("new", "--again", evenings["dice/shared"])
    headers = [run("log", id, "--json").json[0]["args"] for id in (evenings["dice/shared"], new.last)]
    assert headers[0]["position"] == headers[1]["position"]
