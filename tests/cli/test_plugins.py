"""Games of other packages: what is sound joins the others, what is not is named and left out."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.api.faces import draw_faces
from companion.content import load
from companion.core import resources
from companion.games import GAMES, get, has_referee, playable_games
from tests.plugins import FERRY_DATA as FERRY
from tests.plugins import Install, packages

ROOT = Path(__file__).parents[2]
FOLDER = f"from pathlib import Path\nCONTENT = Path({str(FERRY)!r})\n"
PLAYED = f"{FOLDER}from companion.games.dice.game import GAME as dice\nfrom dataclasses import replace\n"


@pytest.fixture
def install(tmp_path: Path):
    with packages(tmp_path) as installed:
        yield installed


def test_nobody_looks_for_packages_before_a_game_is_asked_for(tmp_path: Path) -> None:
    """`--help` and a command of a built-in game read no entry points."""
    calls = [
        ["--help"],
        ["rule", "DG-ROLL-3", "--game", "dice"],
        ["odds", "dice"],
        ["print", "boxes", "--game", "dice"],
    ]
    code = f"""
import sys
from companion.cli import main
from companion.core import plugins
for words in {calls}:
    sys.argv = ["companion", *words]
    try:
        main()
    except SystemExit:
        print("read:", plugins._entries.cache_info().misses)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert [line for line in done.stdout.splitlines() if line.startswith("read:")] == ["read: 0"] * len(calls)


@pytest.mark.parametrize("named", ["own_ferry", "own_ferry:CONTENT"])
def test_a_folder_of_a_package_prints(install: Install, good, tmp_path: Path, named: str) -> None:
    """It is listed without seats, and printed like any other; a module or the folder itself may be named."""
    install("own-ferry", {}, {"ferry": named}, own_ferry=FOLDER)
    rows = {row["id"]: row for row in good("games", "--json").json}
    assert [*rows] == sorted([*GAMES, "ferry"])
    assert rows["ferry"].keys() == rows["dice"].keys()
    assert (rows["ferry"]["seats"], rows["ferry"]["bots"], rows["ferry"]["languages"]) == ([], [], ["en", "uk"])
    assert "The Ferry" in good("games").out
    assert good("print", "tiles", "--only", "wave", "--game", "ferry", "--out", tmp_path / "wave.pdf").out
    front, *_ = draw_faces("ferry", "wave")
    assert "#2F6C8F" in front.svg()  # a colour of its own palette
    assert not has_referee("ferry")
    assert playable_games() == tuple(GAMES)


def test_a_folder_of_a_package_supplies_its_own_game_alone(install: Install, tmp_path: Path) -> None:
    """Files for other games, and those that all games share, are not found in it."""
    root = tmp_path / "root"
    shutil.copytree(FERRY, root)
    for name in ("content/dice/extra.yaml", "cards/dice/extra.yaml", "cards/art/extra.svg", "cards/art/dice/extra.svg"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("rows: []\n")
    install(
        "own-ferry", {}, {"ferry": "own_ferry"}, own_ferry=f"from pathlib import Path\nCONTENT = Path({str(root)!r})\n"
    )
    assert resources.find("cards/ferry/die.yaml") == root / "cards/ferry/die.yaml"
    assert resources.find("cards/art/ferry/boat.svg") == root / "cards/art/ferry/boat.svg"
    assert "die" in resources.list_names("cards/ferry", "*.yaml")
    for name in ("content/dice/extra.yaml", "cards/dice/extra.yaml", "cards/art/extra.svg", "cards/art/dice/extra.svg"):
        assert resources.find(name) is None
    for name in ("cards/palette.yaml", "layouts/stickers.yaml"):
        assert resources.find(name) in (None, resources.root() / name)
    assert "extra" not in load.load("dice").tables


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import nowhere_at_all\n", "cannot import own: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("1 / 0\n", "cannot import own: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)\n", "cannot import own: SystemExit: 3"),
        ("raise ValueError('two\\nlines')\n", "cannot import own: ValueError: two lines"),
        (FOLDER, "no GAME in own"),
        (f"{FOLDER}GAME = 7\n", "GAME in own is not a Game: it has no id, rules, words, show, odds"),
        (f"{PLAYED}GAME = dice\n", "the id of GAME in own is 'dice'"),
        (f"{PLAYED}GAME, CONTENT = replace(dice, id='ferry'), 'here'\n", "no CONTENT in own, the Path of a folder"),
        (
            f"{PLAYED}GAME, CONTENT = replace(dice, id='ferry'), Path('/nowhere')\n",
            "no content/ferry/game.yaml in /nowhere",
        ),
        (
            f"{PLAYED}GAME = replace(dice, id='ferry')\n",
            "content/ferry: KeyError: 'hobbit'",
        ),
    ],
)
def test_a_faulty_package_is_named_and_left_out(install: Install, good, run, source: str, fault: str) -> None:
    """One line says why; other games are listed, checked and played as if it were not there."""
    install("own", {"ferry": "own"}, own=source)
    line = f"warning: ferry (own): left out: {fault}\n"
    listed = run("games", "--json")
    assert (listed.code, listed.err) == (0, line)
    assert [row["id"] for row in listed.json] == sorted(GAMES)
    assert good("odds", "dice").err == ""
    assert "ferry" not in playable_games()
    alone = run("check", "--game", "ferry")
    assert alone.code == 1
    assert fault.partition(" (and")[0] in alone.err
    wrong = run("new", "ferry", "--player", "Ann")
    assert (wrong.code, wrong.err) == (2, "Unknown game: ferry.\n")


def test_check_goes_on_without_a_faulty_package(install: Install, run, monkeypatch) -> None:
    """The check of all games ends well and warns."""
    monkeypatch.setattr(load, "game_ids", lambda root=None: ["dice"])
    monkeypatch.setattr("companion.press.kept_proofs.prove_games", lambda *given, **more: {})
    install("own", {"ferry": "own"}, own="import nowhere_at_all\n")
    checked = run("check")
    assert checked.code == 0
    assert "warning: ferry (own): left out: cannot import own" in checked.err


def test_faulty_content_is_named_by_its_first_fault(install: Install, run, tmp_path: Path) -> None:
    """`companion check --game` lists them all."""
    root = tmp_path / "root"
    shutil.copytree(FERRY, root)
    table = root / "content/ferry/passengers.yaml"
    table.write_text(table.read_text(encoding="utf-8").replace("fare: 2", "fare: two").replace("fare: 3", "fare: tre"))
    install("own", {}, {"ferry": "own"}, own=f"from pathlib import Path\nCONTENT = Path({str(root)!r})\n")
    place = "content/ferry/passengers.yaml:4: miller: 'fare' is not a whole number"
    listed = run("games")
    assert listed.err.startswith(f"warning: ferry (own): left out: {place}")
    assert listed.err.count("\n") == 1
    assert "ferry" not in load.game_ids()
    told = run("check", "--game", "ferry")
    assert told.code == 1
    assert {"4", "5"} <= {line.split(":")[1] for line in told.err.splitlines()}


def test_a_game_to_play_lacks_no_table(install: Install, run, tmp_path: Path) -> None:
    """The tables that every referee needs; a game that is only printed does without."""
    root = tmp_path / "root"
    shutil.copytree(FERRY, root)
    for lacking in ("sources", "rules"):
        (root / f"content/ferry/{lacking}.yaml").unlink()
    own = f"{PLAYED}GAME, CONTENT = replace(dice, id='ferry'), Path({str(root)!r})\n"
    (root / "content/ferry/options.yaml").write_text("kind: option\nfields: {id: id, values: text}\nrows: []\n")
    install("own", {"ferry": "own"}, own=own)
    said = "content/ferry: no file of kind 'source' (and 1 more: companion check --game ferry)"
    assert run("games").err == f"warning: ferry (own): left out: {said}\n"
    checked = run("check", "--game", "ferry")
    assert checked.code == 1
    assert {"content/ferry: no file of kind 'source'", "content/ferry: no file of kind 'rule'"} <= {
        *checked.err.splitlines()
    }


def test_rules_that_cannot_set_a_table_are_named(install: Install, run, tmp_path: Path) -> None:
    """Found before a command needs them: here the seats are in a table that is not there."""
    root = tmp_path / "root"
    shutil.copytree(FERRY, root)
    table = root / "content/ferry/game.yaml"
    table.write_text(table.read_text(encoding="utf-8").replace("seat_kind: boat ", "seat_kind: bark "))
    code = f"from ferry_game.game import GAME\nfrom pathlib import Path\nCONTENT = Path({str(root)!r})\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FERRY.parents[1])
        install("own", {"ferry": "own"}, own=code)
        said = "content/ferry: KeyError: 'bark'"
        assert run("games").err == f"warning: ferry (own): left out: {said}\n"


def test_a_built_in_game_is_never_replaced(install: Install, run) -> None:
    """A package with the id of one of ours, or of what all games share, is left out; both are named."""
    install("own", {"dice": "own"}, {"shared": "own", "icons": "own", "art": "own"}, own=FOLDER)
    said = run("games").err.splitlines()
    for id in ("dice", "shared", "icons", "art"):
        assert f"warning: {id} (own): left out: '{id}' is built into rings-companion" in said
    assert get("dice").id == "dice"
    assert resources.find("content/dice/game.yaml") == resources.root() / "content/dice/game.yaml"


def test_two_packages_with_one_id_are_both_left_out(install: Install, run) -> None:
    """One line names both."""
    install("own-a", {}, {"ferry": "own_a"}, own_a=FOLDER)
    install("own-b", {}, {"ferry": "own_b"}, own_b=FOLDER)
    listed = run("games", "--json")
    (line,) = listed.err.splitlines()
    assert line.startswith("warning: ferry (own-a, own-b): left out:")
    assert line.endswith("left out: several packages have a game of this id")
    assert "ferry" not in json.dumps(listed.json)
