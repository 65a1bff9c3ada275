"""Every command of the documentation: what stands in `sh` runs, any other call has words that the commands know."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from companion.cli.program.commands import load_commands
from companion.pdf import font_files
from tests.docs import warm
from tests.docs.pages import PAGES, ROOT, calls, codes, shell
from tests.each import each
from tests.scripts_type import real_type
from tools import docs_casts

ELSEWHERE = {
    "README.md",
    "docs/first-evening.md",
    "docs/first-print.md",
    "docs/http.md",
    "docs/own-game.md",
    "docs/own-referee.md",
}  # tests of their own run them, with what they need
SESSION = "--session kxmbra"  # a page that explains commands one by one has this for any session
BEGUN = {  # of these
    "odds dice": "dice --player Ania --player Bo",
    "odds fellowship": "fellowship --player Ania --player Bo",
    "odds wotr battle": "wotr --variant battle --position battle.yaml --player Ania --player Bo",
    "odds wotr ": "wotr --player Ania --player Bo",
    "odds wotrcards": "wotrcards --player Ania --player Bo",
}
ROLLED = "black=orc,yellow=orc,red=ring,blue=weapon,green=ring"  # of the dice game


@pytest.fixture(scope="module")
def shelled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a shell that knows `companion`."""
    folder = tmp_path_factory.mktemp("warm")
    door = folder / "door"
    warm.command(folder, door)
    start = [sys.executable, "-m", "tests.docs.warm", str(door)]
    with subprocess.Popen(start, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            yield {"PATH": f"{folder}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": str(folder / "data")}
        finally:
            process.kill()


def typed(page: str) -> list[str]:
    """The lines of a page, its sessions begun."""
    lines = []
    for line in shell(page).splitlines():
        if SESSION in line:
            game = next(game for words, game in BEGUN.items() if words in line)
            lines.append(f"S=$(companion new {game} | tail -1)")
        if SESSION in line and "odds dice" in line:
            lines.append(f"companion do $S roll --rolled {ROLLED}")
        lines.append(line.replace(SESSION, "--session $S"))
    return lines


LONG = ("docs/games/", "docs/commands", "docs/printer", "docs/printing", "docs/odds")
MUCH = pytest.mark.tier("exhaustive")  # these print and count for long, which other tests do too


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=MUCH if page.startswith(LONG) else ())
        for page in sorted(PAGES.keys() - ELSEWHERE)
        if shell(page)
    ],
)
def test_what_a_page_wants_typed_runs(page: str, shelled: dict[str, str], tmp_path: Path) -> None:
    """All its lines in their order, in one folder, each without a fault."""
    environment = shelled | {"COMPANION_STORE": str(tmp_path / "sessions.sqlite"), "XDG_DATA_HOME": str(tmp_path)}
    environment["XDG_CONFIG_HOME"] = str(tmp_path / "settings")
    for path in ("content/shared", "content/dice"):
        (tmp_path / path / "texts").mkdir(parents=True)
        (tmp_path / path / "texts/en.pot").write_bytes((ROOT / path / "texts/en.pot").read_bytes())
    (tmp_path / "battle.yaml").write_text(codes("docs/positions.md", "variant: battle"), "utf-8")
    (tmp_path / "pool.yaml").write_text(codes("docs/odds-words.md", "shadow-shelobs-lair"), "utf-8")
    done = subprocess.run(
        ["/bin/sh", "-ec", "\n".join(typed(page))],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def agrees(answer: str, page: str) -> bool:
    """Whether an answer is the one of the page, where `...` stands for anything."""
    pattern = "(?s:.*)".join(map(re.escape, page.split("...")))
    return bool(re.fullmatch(pattern, answer))


@pytest.mark.parametrize("page", ["docs/first-print.md", "docs/first-evening.md"])
def test_a_tutorial_shows_what_the_terminal_answers(page: str, shelled: dict[str, str], tmp_path: Path) -> None:
    """Every block is typed in its order, and answers as the page says; none is without an answer."""
    blocks = docs_casts.read_blocks(ROOT / page)
    assert "".join(commands for commands, _ in blocks) == shell(page)
    script = "\necho '=== next'\n".join(commands for commands, _ in blocks)
    done = subprocess.run(
        ["/bin/sh", "-c", script],
        cwd=tmp_path,
        env=shelled | {"COMPANION_STORE": str(tmp_path / "store"), "XDG_CONFIG_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    answers = done.stdout.split("=== next\n")
    wrong = [got for got, (_, wanted) in zip(answers, blocks, strict=True) if not agrees(got, wanted)]
    assert wrong == []


def test_an_answer_that_is_not_the_pages_is_found() -> None:
    """Of another word; not of what `...` leaves out."""
    assert agrees("/a/b/output/x.pdf\n", ".../output/x.pdf\n")
    assert not agrees("/a/b/output/y.pdf\n", ".../output/x.pdf\n")
    assert not agrees("One.\nTwo.\n", "One.\n")


def test_the_picture_of_a_terminal_shows_what_the_terminal_answers(
    shelled: dict[str, str], tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    """It is what `python -m tools.docs_casts` draws now."""
    environment = shelled | {"COMPANION_STORE": str(tmp_path / "store"), "XDG_CONFIG_HOME": str(tmp_path)}
    golden(str(docs_casts.PICTURE), docs_casts.cast(tmp_path, environment))


def test_a_picture_has_the_colours_of_the_rows_that_the_page_shows() -> None:
    """In light and dark; an answer that is not the page's makes none."""
    answer = "\x1b[31mNo ring\n    is left.\x1b[0m\nCode XYZ\n"
    drawn = docs_casts.draw([("companion do\n", docs_casts.cut(answer, "No ring is left.\n...\n"))])
    assert "No&#160;ring" in drawn
    assert "XYZ" not in drawn
    assert {colour for colour in ("#9e2016", "#f3a997") if colour in drawn} == {"#9e2016", "#f3a997"}
    with pytest.raises(ValueError, match="is not"):
        docs_casts.cut(answer, "No ring is lost.\n")


def test_a_language_is_added_by_files_alone(shelled: dict[str, str], tmp_path: Path) -> None:
    """As docs/language.md says: what is not translated is listed, and a fault once the file says that all is."""
    for name in ("shared", "dice"):
        shutil.copytree(ROOT / "content" / name, tmp_path / "content" / name)

    def run(line: str) -> subprocess.CompletedProcess[str]:
        words = ["/bin/sh", "-ec", line]
        return subprocess.run(words, cwd=tmp_path, env=shelled, capture_output=True, text=True, check=False)

    assert run(shell("docs/language.md")).returncode == 0
    for path in tmp_path.rglob("cs.po"):
        path.write_text(path.read_text("utf-8").replace("Language: en", "Language: cs"), "utf-8")
    checked = run("companion check --content . --game dice --lang cs")
    assert checked.returncode == 0
    assert "content/dice/texts/cs.po:" in checked.stderr
    assert run("companion print sheets --content . --game dice --lang cs --out cs.pdf").returncode == 0
    texts = tmp_path / "content/dice/texts/cs.po"
    texts.write_text(texts.read_text("utf-8").replace("Language: cs", 'Language: cs\\n"\n"X-Complete: yes', 1), "utf-8")
    assert run("companion check --content . --game dice --lang cs").returncode == 1


def test_the_readmes_evening_runs(shelled: dict[str, str], tmp_path: Path) -> None:
    """The lines of README that show a game step by step do what README says."""
    block = next(
        code for code in re.findall(r"```sh\n(.*?)```", PAGES["README.md"], re.DOTALL) if "companion new" in code
    )
    environment = shelled | {"COMPANION_STORE": str(tmp_path / "store")}
    done = subprocess.run(
        ["/bin/sh", "-e", "-c", block], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_game_of_ones_own_is_made_step_by_step(shelled: dict[str, str], tmp_path: Path) -> None:
    """docs/own-game.md: its files and commands in their order, as they stand; no more than 60 lines of YAML.

    tests/play/test_open_game.py does what follows, the referee.
    """
    page = PAGES["docs/own-game.md"]
    steps = re.findall(r"(?:`(inn/[^`]+)`\n)?```(yaml|csv|po|sh)\n(.*?)```", page, re.DOTALL)
    assert sum(body.count("\n") for _, kind, body in steps if kind == "yaml") <= 60
    shutil.copy(font_files.font_path("serif-700"), tmp_path / "Hand.ttf")
    shutil.copy(real_type(), tmp_path / "NotoSansHebrew-Regular.ttf")
    (tmp_path / "scans").mkdir()
    for name in ("back.png", "scans/goblin-3x.png", "scans/elf.jpg"):
        Image.new("RGB", (63, 88), "#204060").save(tmp_path / name)
    (tmp_path / "game-icons").mkdir()
    icon = {"crossed-swords": {"body": '<path d="M0 0l9 9z"/>'}}
    info = {"name": "Game Icons", "author": {"name": "GameIcons"}, "license": {"title": "CC BY 3.0"}}
    (tmp_path / "game-icons/icons.json").write_text(json.dumps({"prefix": "game-icons", "icons": icon, "info": info}))
    for name, kind, body in steps:
        if kind == "sh" and "--watch" in body:
            watched(body.split(), tmp_path)
        elif kind == "sh":
            shell = ["/bin/sh", "-e", "-c", body]
            done = subprocess.run(shell, cwd=tmp_path, env=shelled, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
        else:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, encoding="utf-8")
    printed = {path.name for path in tmp_path.iterdir() if path.suffix in (".pdf", ".png")}
    assert {
        "inn.png",
        "inn-cards.pdf",
        "inn-tiles.pdf",
        "inn-boxes.pdf",
        "inn-guide.pdf",
        "inn-es.pdf",
        "inn-he.pdf",
    } < printed
    assert {"scans.pdf", "box.pdf"} < printed


def watched(words: list[str], folder: Path) -> None:
    """A page that runs until it is ended, and shows faces without a fault."""
    command = [sys.executable, "-m", *words]
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address
            with urllib.request.urlopen(f"{address[0]}faces.json") as answer:
                found = json.load(answer)
        finally:
            process.terminate()
    assert found["faces"]
    assert not found["faults"]
    assert not any(face["faults"] for face in found["faces"])


def unknown(words: list[str]) -> set[str]:
    """What of a call no command has; odds take any word, and say themselves which they know."""
    command = load_commands()
    while words and not words[0].startswith("-") and (below := getattr(command, "commands", None)):
        if words[0] not in below:
            return {words[0]}
        command, words = below[words[0]], words[1:]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    given = {word.partition("=")[0] for word in words if word.startswith("--")}
    return set() if command.name == "odds" else given - known


@each(("page", "words"), [(page, words) for page in sorted(PAGES) for words in calls(page)])
def test_every_call_would_be_taken(page: str, words: list[str]) -> None:
    """Its command exists, with these options."""
    assert not unknown(words)


def test_calls_that_nobody_takes_are_found() -> None:
    """A command that does not exist, also below another one, and an option that it does not have."""
    assert unknown(["prnt", "all"]) == {"prnt"}
    assert unknown(["printer", "make"]) == {"make"}
    assert unknown(["print", "all", "--colour", "--ink=grey"]) == {"--colour"}
