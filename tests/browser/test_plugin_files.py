"""Games of other packages in the folder of `companion site`: found there as where they are installed."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.browser import bundle
from companion.core.errors import ContentError
from companion.games import playable_games
from tests.plugins import FERRY, ferry, packages

ROOT = Path(__file__).parents[2]
PLAYED = """
import sys
sys.path[:0] = sys.argv[1:3]
from companion import games
from companion.content.load import load
from companion.core import resources
assert games.playable_games()[-1] == "ferry", games.playable_games()
game, content = games.get("ferry"), load("ferry")
header = game.rules.header(content, ["Ann", "Bo"], None, {}, None)
state = game.rules.apply(game.rules.new(content, header), game.words.decode("roll", "oak", {"face": "4"}))
assert state.waiting == 4
print(sys.modules["ferry_game"].__file__)
print(content.info["title"]["uk"])
print(resources.find("cards/ferry/card.yaml"))
"""


@pytest.fixture
def files(tmp_path):
    """All files of the package, unpacked as the browser does it; its folder."""
    with ferry(tmp_path):
        app, press = (bundle.plugin_files(for_press) for for_press in (False, True))
    assert not app.keys() & press.keys()
    for name, data in (app | press).items():
        path = tmp_path / "unpacked" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path / "unpacked"


def test_a_game_of_a_package_plays_from_the_files_of_the_folder(files, tmp_path):
    """Code, content as published JSON and designs; its entry point stands beside them."""
    call = [sys.executable, "-c", PLAYED, str(files), str(ROOT)]
    ran = subprocess.run(call, capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == [
        str(files / "ferry_game" / "__init__.py"),
        "Пором",
        str(files / "ferry_game" / "data" / "cards" / "ferry" / "card.yaml"),
    ]
    assert (files / "ferry_game/data/content/ferry/game.yaml").read_text(encoding="utf-8").startswith("#built ")


def test_what_only_the_press_reads_waits_for_it(tmp_path):
    """Designs and layouts; without a package there is nothing of either."""
    assert not bundle.plugin_files(False) | bundle.plugin_files(True)
    with ferry(tmp_path):
        press = bundle.plugin_files(for_press=True)
    assert {name.split("/")[2] for name in press} == {"cards", "layouts"}


def test_data_outside_of_its_package_is_refused(tmp_path):
    """The folder would lack it."""
    data = FERRY / "ferry_game" / "data"
    code = f"from pathlib import Path\nfrom ferry_game.game import GAME\nCONTENT = Path({str(data)!r})\n"
    with ferry(tmp_path / "known"), packages(tmp_path) as install:
        (tmp_path / "known/site/ferry_game-1.0.dist-info/entry_points.txt").unlink()
        install("own", {"ferry": "own"}, own=code)
        assert "ferry" in playable_games()
        with pytest.raises(ContentError, match="CONTENT is not in the package"):
            bundle.plugin_files(for_press=False)
