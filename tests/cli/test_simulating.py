"""`simulate`: who plays, what is written, and what is said where it cannot be."""

import csv
from collections import Counter
from importlib import import_module

import pypdfium2
import pytest

from companion.content.load import load
from companion.games import get
from companion.play.bots.simulate import GameStatistics
from companion.words.wording import Voice
from tests.each import each

NIGHT = pytest.mark.tier("exhaustive")
PLAYERS = ("--player", "Ania:frodo", "--player", "Bo:merry")


@pytest.fixture
def report():
    """The module that draws: it loads Matplotlib, so only where it is needed."""
    return import_module("companion.simulation.report")


def table(path):
    return list(csv.DictReader(path.read_text("utf-8").splitlines()))


def test_rows_pages_and_sums_are_of_the_same_games(good, tmp_path):
    """CSV, Parquet and what is printed; two processes write the same bytes as one; the page has one page."""
    words = ("simulate", "dice", *PLAYERS, "--games", 12, "--seat", "frodo=random")
    for jobs in (1, 2):
        paths = [tmp_path / f"{jobs}{suffix}" for suffix in (".csv", ".parquet", ".pdf")]
        told = good(*words, "--jobs", jobs, *[word for path in paths for word in ("--out", path)])
        assert told.out.splitlines()[-3:] == [str(path) for path in paths]
    for suffix in (".csv", ".parquet", ".pdf"):
        assert (tmp_path / f"1{suffix}").read_bytes() == (tmp_path / f"2{suffix}").read_bytes()
    parquet = import_module("pyarrow.parquet")  # dear
    rows, same = table(tmp_path / "1.csv"), parquet.read_table(tmp_path / "1.parquet").to_pylist()
    assert [{**row, "winners": " ".join(row["winners"])} for row in same] == [
        {key: int(value) if value.isdigit() else value for key, value in row.items()} for row in rows
    ]
    told = good(*words, "--json").json
    assert sum(int(row["rounds"]) for row in rows) == told["rounds"]
    assert [row["ending"] for row in rows].count("all_lost") == told["endings"]["all_lost"]


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("way", [pytest.param("throws", marks=NIGHT), "turns"])
def test_two_processes_write_the_same_games(good, tmp_path, way):
    """As many as were asked for; the same with two processes, and numbered through."""
    out = tmp_path / "games.csv"
    words = ("simulate", "dice", "--games", 40_000, "--fast", way, "--json")
    one = good(*words, "--out", out).json
    assert [int(row["number"]) for row in table(out)] == list(range(40_000))
    two = good(*words, "--jobs", 2).json
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


WRONG = {  # what is said -> the words that it is said of
    "random": ("--seat", "frodo=randim"),
    "sam": ("--seat", "sm=random"),
    "turns": ("--fast", "turn"),
    "bests": ("--fast", "turns", "--seat", "sam=bests"),
    "10": ("--fast", "turns", "--option", "squares=20"),
    ".csv": ("--out", "games.xls"),
    "nowhere": ("--scheduler", "nowhere"),
    "letter": ("--paper", "a6", "--out", "games.pdf"),
}


@pytest.mark.parametrize("said", WRONG)
def test_a_wrong_simulate_call_names_the_right_word(run, tmp_path, monkeypatch, said):
    """One sentence with the nearest right word; nothing is written."""
    monkeypatch.chdir(tmp_path)
    result = run("simulate", "dice", "--games", 2, "--out", "before.csv", *WRONG[said])
    assert (result.code, said in result.err, result.out) == (2, True, "")
    assert not list(tmp_path.iterdir())


def test_journals_and_games_without_a_vector(run, tmp_path):
    """--fast keeps no journals; a game that NumPy does not play says so."""
    assert run("simulate", "dice", "--fast", "turns", "--journals", tmp_path / "a").code == 2
    for game in ("fellowship", "wotr", "wotrcards"):
        assert run("simulate", game, "--fast", "turns").code == 2
    assert not list(tmp_path.iterdir())


@each("out", ["nowhere/a.csv", "file/a.csv", "folder.csv"])
def test_a_place_that_cannot_be_written(run, tmp_path, monkeypatch, out):
    """Found before ten million games are played; nothing is left there, nor at a place that could."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.csv").mkdir(exist_ok=True)
    (tmp_path / "file").touch()
    result = run("simulate", "dice", "--games", 10_000_000, "--out", "good.csv", "--out", out)
    assert (result.code, out.partition("/")[0] in result.err, result.out) == (1, True, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.csv"]


@pytest.mark.parametrize(
    ("room", "words", "extra"),
    [
        ("fast", ("--fast", "turns"), "[fast]"),
        ("report", ("--out", "a.pdf"), "[report]"),
        ("tables", ("--out", "a.parquet"), "[report]"),
        ("workers", ("--scheduler", "tcp://127.0.0.1:1"), "[scale]"),
    ],
)
def test_a_package_that_is_missing(run, monkeypatch, tmp_path, room, words, extra):
    """Its extra is named."""
    module = import_module(f"companion.simulation.{room}")
    found = module.find_spec
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "find_spec", lambda name: found(name) if name.startswith("companion") else None)
    result = run("simulate", "dice", "--games", 1, *words)
    assert (result.code, extra in result.err, result.out) == (1, True, "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("game", "lang"), [pytest.param("wotrcards", "pl", marks=NIGHT), ("wotr", "uk")])
def test_everything_stays_on_the_page(report, game, lang):
    """On Letter, with six endings: nothing runs over the margins, and no two lines of type lie over each other."""
    content = load(game)
    rows = list(content[content.info["seat_kind"]])
    header = {"seats": [{"id": id, "name": id} for id in rows[:6]]}
    endings = Counter(list(get(game).rules.set_up.over)[:6])
    total = GameStatistics(6, endings, Counter(rows[:6]), lengths=Counter({1: 6}))
    page = pypdfium2.PdfDocument(report.report_pdf(total, header, content, Voice(lang, content), "", True, "letter"))[0]
    text = page.get_textpage()
    boxes = [text.get_rect(at) for at in range(text.count_rects())]
    assert page.get_size() == (612, 792)
    assert all(left > 36 and bottom > 20 and right < 580 and top < 770 for left, bottom, right, top in boxes)
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert across < 2 or down < 2, (one, other)


def test_wilson_intervals_agree_with_hand_counts(report):
    """Worked by hand: 8 of 10 lie between 49 and 94 %; none of 20 below 16 %, and never below nothing."""
    share, low, high = report.wilson_interval(8, 10)
    assert (share, round(low, 4), round(high, 4)) == (0.8, 0.4902, 0.9433)
    assert report.wilson_interval(0, 20)[:2] == (0.0, 0.0)
    assert round(report.wilson_interval(0, 20).high, 4) == 0.1611
