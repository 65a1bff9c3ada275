"""Documentation that cannot go stale: README begins as it should, every command and option is described."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from companion import games
from companion.cli.program.commands import load_commands
from companion.content.load import load
from companion.play.journal.session import Session
from tests.each import each
from tools import docs_commands

ROOT = Path(__file__).parents[1]
APP = load_commands()
COMMANDS = {
    **APP.commands,
    **{
        f"{group} {name}": command
        for group, one in APP.commands.items()
        for name, command in getattr(one, "commands", {}).items()
    },
}
POSITIONS = dict(
    re.findall(r"## `(\w+)`\n\n```yaml\n(.*?)```", (ROOT / "docs" / "positions.md").read_text("utf-8"), re.DOTALL)
)

READ = (
    "README.md",
    "CHANGELOG.md",
    "Makefile",
    "requirements.txt",
    "requirements",
    "pyproject.toml",
    "docs",
    "content",
    "companion",
    "tools",
)
INSTALLER = re.compile(r"\b(?:pip3?|pipx|uv|uvx|poetry|pdm|conda)\b((?:[^\n`;&|]|\\\n)*)")


@each("name", sorted(COMMANDS))
def test_every_command_and_option_has_a_help_text(name: str) -> None:
    """A command and each of its arguments and options."""
    command = COMMANDS[name]
    assert command.help
    for parameter in command.params:
        assert parameter.help, parameter.name


def test_links_lead_to_files_of_a_clone() -> None:
    """So they work where a page is read as it is, on GitHub; the built site has more pages."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = [(page, link) for page in pages for link in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text("utf-8"))]
    assert len(links) > 100
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []


def test_the_reference_is_made_from_the_commands() -> None:
    """docs/reference-commands.md is what tools/docs_commands.py writes."""
    assert docs_commands.PAGE.read_text(encoding="utf-8") == docs_commands.render_reference()


@each("name", sorted(COMMANDS))
def test_the_reference_holds_every_option(name: str) -> None:
    """In the section of the command: its help, and a row a parameter."""
    section = docs_commands.PAGE.read_text(encoding="utf-8").partition(f"# `companion {name}`\n")[2].partition("\n#")[0]
    assert COMMANDS[name].help in section
    rows = [line for line in section.splitlines() if line.startswith("|")]
    for parameter in COMMANDS[name].params:
        is_option = parameter.param_type_name == "option"
        words = [*parameter.opts, *parameter.secondary_opts] if is_option else []
        assert [row for row in rows if parameter.help in row and all(f"`{word}`" in row for word in words)], (
            parameter.name
        )


def test_the_tables_of_the_reference_are_whole() -> None:
    """Each row has as many cells as the first: no word of a help holds a `|`."""
    tables = re.findall(r"(?:^\|.*\n)+", docs_commands.PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert tables
    assert [table for table in tables if len({line.count("|") for line in table.splitlines()}) > 1] == []


@each("name", sorted(COMMANDS))
def test_every_command_has_a_task(name: str) -> None:
    """docs/commands.md says when to use it."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert re.search(rf"\bcompanion {name}\b", text)


def test_the_options_of_no_command_have_a_task() -> None:
    """The version and the completion of shells."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [option for parameter in APP.params for option in parameter.opts if f"companion {option}" not in text] == []


def test_the_readme_begins_with_a_picture_and_two_commands() -> None:
    """One sentence, one picture of a sheet that exists, then the command that prints and the one that tests."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    picture = re.search(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert picture
    assert (ROOT / picture.group(1)).is_file()
    first_code = re.search(r"```\w*\n(.*?)```", text, re.DOTALL)
    assert first_code
    commands = [line.split("#")[0].strip() for line in first_code.group(1).splitlines() if line.strip()]
    assert commands == ["make sheets", "make test"]
    assert picture.start() < first_code.start()


@pytest.mark.parametrize("game", games.GAMES)
def test_the_position_of_the_docs_can_be_played(game: str) -> None:
    """docs/positions.md has a table of every game, and a session begins there."""
    position = yaml.safe_load(POSITIONS[game])
    referee, content = games.get(game), load(game)
    header = referee.rules.header(content, [], None, {}, position)
    session = Session.create(referee, content, header)
    assert isinstance(session, Session), session
    assert referee.rules.legal_actions(session.replay.state)


# --- what is installed -----------------------------------------------------------------------------------------------


def installed_by(text: str) -> set[str]:
    """Names that the commands of a text would fetch from an index: of words that are neither a path nor a file."""
    words = {word.strip("\"',.()") for found in INSTALLER.finditer(text) for word in found[1].split()}
    return {re.split(r"[\[=<>~!@;]", word)[0].lower() for word in words}


def texts() -> dict[Path, str]:
    """Everything that tells somebody what to type, and everything that says it at run time."""
    paths = [path for name in READ for path in [ROOT / name, *(ROOT / name).rglob("*")]]
    kinds = {".md", ".py", ".yaml", ".toml", ".txt", ".html", ".js", ""}
    return {path: path.read_text(encoding="utf-8") for path in paths if path.is_file() and path.suffix in kinds}


@pytest.mark.parametrize(
    "command",
    [
        "pip install companion",
        "`pip install 'companion[serve]'`",
        "python -m pip install -U companion==0.1.0",
        "uvx companion",
    ],
)
def test_a_command_that_installs_the_bare_name_is_found(command: str) -> None:
    """However it is quoted, with an extra or a version."""
    assert "companion" in installed_by(f"First {command} and then `companion serve`.")
    assert "companion" not in installed_by(
        f"First {command.replace('companion', 'rings-companion')}; then companion serve."
    )


def test_no_command_installs_the_bare_name() -> None:
    """On an index `companion` is a package of somebody else: no document, text or source sends anybody there."""
    found = texts()
    assert len(found) > 200
    assert {path.name for path, text in found.items() if "companion" in installed_by(text)} == set()


def test_the_package_has_a_name_of_its_own() -> None:
    """And nothing that it needs is the other one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "rings-companion"
    assert project["scripts"].keys() == {"companion"}
    needed = [
        *project["dependencies"],
        *(name for names in project["optional-dependencies"].values() for name in names),
    ]
    assert "rings-companion[camera,docs,fast,report,rl,scale,scripts,serve,watch,xlsx]" in needed
    assert "companion" not in {re.split(r"[^\w.-]", name)[0] for name in needed}


def test_the_readme_names_the_wheel_that_is_built() -> None:
    """Name and version, as the build writes them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wheel = f"{project['name'].replace('-', '_')}-{project['version']}-py3-none-any.whl"
    assert f"pip install '{wheel}[serve]'" in (ROOT / "README.md").read_text(encoding="utf-8")
