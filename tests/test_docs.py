"""Documentation that cannot go stale: README's commands run, every command and option is described."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from companion.cli import app

ROOT = Path(__file__).parents[1]
COMMANDS = typer.main.get_command(app).commands


def described() -> str:
    return (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_and_option_is_described(name: str) -> None:
    """docs/commands.md names the command, and each of its options."""
    text = described()
    assert re.search(rf"`(companion )?{name}\b", text), name
    for parameter in COMMANDS[name].params:
        for option in (*parameter.opts, *parameter.secondary_opts):
            if option.startswith("--") and option != "--help":
                assert re.search(rf"`(companion {name} )?{option}[ `]", text), f"{name} {option}"


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


def test_the_readmes_evening_runs(tmp_path: Path) -> None:
    """The lines of README that show a game step by step do what README says."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = next(code for code in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if "companion new" in code)
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "companion"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = {
        "PATH": f"{folder}:/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
        "COMPANION_STORE": str(tmp_path / "store"),
    }
    done = subprocess.run(
        ["/bin/sh", "-e", "-c", block], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
