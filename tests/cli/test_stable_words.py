"""The words and shapes that users' scripts rely on, exactly as they were promised."""

import json
import re

import pytest

from tests.play.forge import canonical

ROLLED = "black=nazgul,yellow=ring,red=ring,blue=weapon,green=orc"


def test_the_promised_lines(good):
    """The lines of the contract, word for word, one after the other."""
    words = "new dice --player Ania:frodo --player Bo:sam --variant advanced --option end_variant=true"
    s = good(*words.split()).last
    good("do", s, "roll", "--rolled", ROLLED)
    good("do", s, "keep", "dice=black,red")
    good("do", s, "roll")
    good("legal", s)
    good("show", s)
    good("log", s)
    good("verify", s)


def test_the_last_line_of_new_is_the_id(good):
    """Scripts take it with `tail -n 1`."""
    id = good("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam").last
    assert re.fullmatch("[a-z]{6}", id)
    assert good("show", id, "--json").json["session"] == id


def test_repeat_and_resolve(good, write):
    """`repeat` and `resolve halve=7,3`, with typed dice."""
    players = "[{name: Ania, hobbit: frodo}, {name: Bo, hobbit: sam, circles: 4}]"
    position = f"{{variant: advanced, round: 3, active: sam, players: {players}}}"
    s = good("new", "dice", "--position", write(position)).last
    good("do", s, "roll", "--rolled", "r,r,o,o,n")
    good("do", s, "repeat", "--rolled", "black=gandalf,yellow=ring,red=orc,blue=weapon,green=gandalf")
    good("do", s, "keep", "dice=black,yellow,red,blue")
    good("do", s, "roll", "--rolled", "green=gandalf")
    good("do", s, "repeat", "--rolled", "green=gandalf")
    good("do", s, "keep", "dice=green")
    good("do", s, "resolve", "halve=7,3")
    assert good("show", s, "--json").json["players"][1]["squares"] == "wwhwwwh"


def test_do_json_has_ok_seq_refusal_and_state(new, good, run):
    """`{"ok", "seq", "refusal": {"rule", "message", "legal"}, "state"}`, and nothing else on stdout."""
    s = new()
    answer = good("do", s, "roll", "--rolled", ROLLED, "--json").json
    assert set(answer) >= {"ok", "seq", "refusal", "state"}
    assert (answer["ok"], answer["seq"], answer["refusal"]) == (True, 1, None)
    assert answer["state"]["pending"] == dict(part.split("=") for part in ROLLED.split(","))
    refused = run("do", s, "keep", "dice=red", "--json")
    assert refused.code == 1
    answer = refused.json
    assert (answer["ok"], answer["seq"]) == (False, 1)
    assert set(answer["refusal"]) >= {"rule", "message", "legal"}
    assert answer["refusal"]["rule"] == "DG-NAZ-1"
    assert answer["refusal"]["page"] == 3
    assert "keep dice=black,red" in answer["refusal"]["legal"]
    assert answer["state"] == {
        key: value for key, value in answer["state"].items() if key in good("show", s, "--json").json
    }


def test_show_json_has_every_player_and_an_outcome(new, good):
    """Per player circles, squares, capacity, out, home; an outcome at the end."""
    s = new()
    shown = good("show", s, "--json").json
    assert set(shown) >= {"session", "game", "seq", "code", "variant", "round", "active", "phase", "players", "outcome"}
    assert shown["outcome"] is None
    for player, name, hobbit in zip(shown["players"], ("Ania", "Bo"), ("frodo", "sam"), strict=True):
        assert {key: player[key] for key in ("name", "hobbit", "circles", "squares", "capacity", "out", "home")} == {
            "name": name,
            "hobbit": hobbit,
            "circles": 0,
            "squares": "wwwwwww",
            "capacity": 7,
            "out": False,
            "home": False,
        }


def test_show_json_at_the_end(new, good, turn):
    """Ending, rule and winners."""
    s = new("--option", "squares=1", "--option", "end_variant=true")
    turn(s, "n,o,w,g,r")
    shown = good("show", s, "--json").json
    assert shown["outcome"] == {"ending": "last_one", "rule": "DG-VAR-1", "winners": ["sam"]}
    assert [(player["out"], player["capacity"]) for player in shown["players"]] == [(True, 0), (False, 1)]


def test_legal_json_words_are_accepted_by_do(new, good):
    """Each with `do`, the words for `companion do`, all of which are accepted."""
    s = new("--seed", "01" * 16)
    for _ in range(12):
        rows = good("legal", s, "--json").json
        assert all(set(row) >= {"do", "seat", "type", "text"} for row in rows)
        assert [row["do"].split()[0] for row in rows] == [row["type"] for row in rows]
        assert good("legal", s, "--seat", rows[0]["seat"], "--json").json == rows
        other = "sam" if rows[0]["seat"] == "frodo" else "frodo"
        assert good("legal", s, "--seat", other, "--json").json == []
        good("do", s, *rows[-1]["do"].split())
    assert len(good("legal", s).out.splitlines()) == len(good("legal", s, "--json").json)


def test_log_json_has_the_entries_as_stored(new, good):
    """The entries of the journal as they are stored."""
    s = new()
    good("do", s, "roll")
    rows = good("log", s, "--json").json
    path = good("export", s).last
    with open(path, encoding="utf-8") as file:
        assert [canonical(row) for row in rows] == file.read().splitlines()


def test_new_json_has_session_entry_code_and_state(good):
    """Session, entry, code and state."""
    told = good("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam", "--json").json
    assert (told["ok"], told["seq"]) == (True, 0)
    assert good("show", told["session"], "--json").json["code"] == told["code"]


def test_verify_json_has_outcome_draws_and_the_bad_entry(new, good, run):
    """Ok, outcome, counts of draws and the dice report; of a bad file the entry and why."""
    s = new()
    good("do", s, "roll")
    told = good("verify", s, "--json").json
    assert set(told) >= {
        "ok",
        "game",
        "entries",
        "outcome",
        "drawn",
        "typed",
        "overrides",
        "unknown",
        "code",
        "dice",
        "state",
    }
    assert (told["ok"], told["entries"], told["drawn"], told["typed"]) == (True, 2, 1, 0)
    assert set(told["dice"][0]) == {"die", "counts", "expected", "chi_square", "p_value"}
    bad = run("verify", s, "--head", "0000-0000-0000", "--json")
    assert bad.code == 1
    assert {key: bad.json[key] for key in ("ok", "entry", "code")} == {"ok": False, "entry": 1, "code": "code_unknown"}


def test_games_rule_and_simulate_json(good):
    """The other documents."""
    game = next(game for game in good("games", "--json").json if game["id"] == "dice")
    assert (game["id"], game["seats"], game["variants"]) == ("dice", [2, 4], ["basic", "advanced"])
    assert set(game) >= {"title", "seat_ids", "options", "languages", "print"}
    rule = good("rule", "DG-ROLL-3", "--json").json
    assert (rule["id"], rule["page"], rule["kind"]) == ("DG-ROLL-3", 3, "prohibition")
    counted = good("simulate", "dice", "--games", "3", "--json").json
    assert set(counted) == {"games", "rounds", "seconds", "endings", "wins", "actions"}
    assert counted["games"] == sum(counted["endings"].values()) == 3


@pytest.mark.parametrize("symbol", ["ring", "orc", "weapon", "nazgul", "gandalf", "white_tree"])
def test_symbols_and_dice(new, good, symbol):
    """The six symbols and the five dice by their stable names."""
    s = new()
    good("do", s, "roll", "--rolled", f"green=orc,blue=orc,red=orc,yellow=orc,black={symbol}")
    assert good("show", s, "--json").json["pending"] == {
        "black": symbol,
        "yellow": "orc",
        "red": "orc",
        "blue": "orc",
        "green": "orc",
    }


def test_hobbits_keep_their_names_and_order(good):
    """The four hobbits by their stable names, in the order they sit."""
    players = ["Ania:pippin", "Bo:merry", "Cela:sam", "Dan:frodo"]
    words = [word for player in players for word in ("--player", player)]
    s = good("new", "dice", *words).last
    assert [player["hobbit"] for player in good("show", s, "--json").json["players"]] == [
        "pippin",
        "merry",
        "sam",
        "frodo",
    ]


def test_a_position_file(good, write):
    """The promised form of a table already in play; letters w, h, d, x."""
    path = write(
        "{variant: advanced, end_variant: true, round: 4, first: frodo, active: sam, players: ["
        '{name: Ania, hobbit: frodo, circles: 3, squares: "xdhwwww"}, '
        '{name: Bo, hobbit: sam, circles: 0, squares: "wwwwwww"}]}'
    )
    shown = good("show", good("new", "dice", "--position", path).last, "--json").json
    assert (shown["variant"], shown["end_variant"], shown["round"], shown["active"]) == ("advanced", True, 4, "sam")
    assert (shown["players"][0]["circles"], shown["players"][0]["squares"]) == (3, "xdhwwww")
    assert shown["players"][0]["capacity"] == 0 + 1 + 2 + 4  # x, d, h, four whole ones


def test_progress_goes_to_stderr_and_json_stands_alone(new, run):
    """Every --json answer is one document, also a refusal."""
    s = new()
    for words in (
        ("new", "dice", "--player", "A:frodo", "--json"),
        ("do", s, "keep", "dice=red", "--json"),
        ("undo", s, "--json"),
        ("redo", s, "--json"),
        ("show", s, "--json"),
        ("legal", s, "--json"),
        ("log", s, "--json"),
        ("verify", s, "--json"),
    ):
        result = run(*words)
        json.loads(result.out)
        assert result.err == ""


def test_focus_is_variant(good, run):
    """`--focus` says the same as `--variant`, in every command that begins a game."""
    seats = ("--player", "Ania:fp", "--player", "Bo:shadow")
    good("new", "wotr", *seats, "--focus", "hunt")
    assert run("new", "wotr", *seats, "--focus", "hunts").code == 2
    assert good("simulate", "wotr", *seats, "--focus", "hunt", "--games", "1", "--json").json["games"] == 1


def test_the_hunt_and_the_mordor_track(good, write):
    """`odds wotr hunt` and `odds wotr mordor` with their promised words; fractions as strings."""
    hunt = good("odds", "wotr", "hunt", "--level", "2", "--rerolls", "1", "--box", "1", "--pool", "standard", "--json")
    chances = [row["chance"] for table in hunt.json["tables"] for row in table["rows"]]
    assert all(re.fullmatch(r"\d+(/\d+)?", chance) for chance in chances)
    pool = write("standard-1: 2\nstandard-eye: 1\n")
    for more in ((), ("--policy", "spend")):
        good("odds", "wotr", "mordor", "--corruption", "4", "--step", "2", "--pool", pool, *more)
    s = good("new", "wotr", "--player", "Ania:fp", "--player", "Bo:shadow").last
    for question in ("hunt", "mordor", "battle"):
        good("odds", "wotr", question, "--session", s)
    words = (
        "attack=5r2e",
        "defence=3r1e",
        "leaders=2,1",
        "fortress=city",
        "cards=daylight",
        "stop=3",
        "retreat=losing",
    )
    battle = good("odds", "wotr", "battle", *words, "--json").json
    assert [table["table"] for table in battle["tables"]] == [
        "attacker_hits",
        "defender_hits",
        "battle_ends",
        "attacker_left",
        "defender_left",
    ]
    assert {"5r2e", "3r2e"} <= {row["id"] for row in battle["tables"][3]["rows"]}
