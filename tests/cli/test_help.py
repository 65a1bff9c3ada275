"""The help of every command: complete, in its order, with examples that work."""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import fields
from typing import get_args, get_type_hints

import pytest

from companion.cli.printing import print_
from companion.cli.program import commands, kept_help
from companion.cli.program.commands import load_commands
from companion.content.load import languages
from companion.faces import palette
from companion.press.print_options import CUTTERS, FORMATS, Job
from companion.press.printers import FLIPS
from companion.sheets.impose import DUPLEX
from companion.sheets.layouts import KINDS
from tests.each import each

ROOT = load_commands()
ROOMS = {name: command for name, command in ROOT.commands.items() if hasattr(command, "commands")}
COMMANDS = {
    **{(name,): command for name, command in ROOT.commands.items()},
    **{(room, name): command for room in ROOMS for name, command in ROOMS[room].commands.items()},
}


def test_a_call_loads_the_room_of_its_command():
    """Each room has just the commands that are listed for it."""
    assert {room: tuple(load_commands((room,)).commands) for room in commands.ROOMS} == commands.ROOMS


@pytest.fixture
def helped(run):
    """`helped("print", columns=100)`: the help on a terminal of that width, without its colours."""

    def call(*words, columns, option="--help"):
        result = run(*words, option, columns=columns)
        assert (result.code, result.err) == (0, "")
        return re.sub(r"\x1b\[[0-9;]*m", "", result.out)

    return call


def plain(text: str) -> str:
    """The words of a text, however its lines were broken."""
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", text).split())


def test_the_help_begins_with_what_it_is_and_ends_with_its_language(helped):
    """Options of no command, then the commands."""
    text = helped(columns=80)
    assert "Print and referee Lord of the Rings games at a real table." in text
    assert re.findall(r"^│ (--[a-z-]+)", text, re.MULTILINE) == [
        "--version",
        "--install-completion",
        "--show-completion",
        "--help",
    ]
    assert plain(text).endswith("Answers are in your language: --lang or COMPANION_LANG (en, pl, ru, uk, de).")


def test_commands_are_listed_in_their_order_in_panels(helped):
    """Each with its whole first sentence."""
    text = helped(columns=80)
    panels = re.findall(r"^╭─ ([A-Z][a-z ]+) ─", text, re.MULTILINE)
    assert panels == ["Options", "Print", "Play", "Check", "Look up"]
    wanted = [name for panel in panels for name, one in ROOT.commands.items() if one.rich_help_panel == panel]
    assert re.findall(r"^│ ([a-z]+) ", text, re.MULTILINE) == wanted
    assert len(wanted) == len(ROOT.commands)
    for command in ROOT.commands.values():
        assert plain(command.help.split("\n\n")[0]) in plain(text)


@each("words", sorted(COMMANDS))
def test_every_text_of_a_help_is_shown(words, helped):
    """Nothing is taken for markup: brackets and all; the short option says the same as the long one."""
    command, text = COMMANDS[words], helped(*words, columns=400)
    assert helped(*words, columns=400, option="-h") == text
    for said in (command.help, command.epilog or "", *(parameter.help for parameter in command.params)):
        assert plain(said) in plain(text)


@each("words", [words for words in sorted(COMMANDS) if words[-1] not in ROOMS])
def test_every_command_has_an_example_that_would_be_taken(words):
    """With options that it has, and all that it must be given."""
    begin, _, call = COMMANDS[words].epilog.partition(": ")
    given = shlex.split(call)
    assert (begin, tuple(given[: len(words) + 1])) == ("Example", ("companion", *words))
    with COMMANDS[words].make_context(words[-1], given[len(words) + 1 :]):
        pass


@pytest.mark.parametrize("columns", [60, 140])
def test_help_is_as_wide_as_the_terminal(columns, helped):
    """Not cut to 80 characters."""
    assert max(map(len, helped("print", columns=columns).splitlines())) == columns


# --- options of print ------------------------------------------------------------------------------------------------

OPTIONS = {parameter.name: parameter for parameter in ROOT.commands["print"].params}
ASKED_OTHERWISE = {"lang": None, "duplex": "", "correction": "", "only": None, "game": ""}  # in Job: as they are meant


@pytest.mark.parametrize("field", fields(Job), ids=lambda field: field.name)
def test_every_field_of_a_job_is_an_option(field, helped):
    """With its default, and the text and the limits that stand there."""
    option = OPTIONS[field.name]
    if field.name != "kind":
        assert option.default == ASKED_OTHERWISE.get(field.name, field.default)
    if field.metadata:
        assert option.help == field.metadata["help"]
    if "min" in field.metadata:
        (line,) = (line for line in helped("print", columns=400).splitlines() if f" {option.opts[0]} " in line)
        assert "[{min}<=x<={max}]".format(**field.metadata) in line


def test_what_print_is_asked_reaches_the_job(run, monkeypatch, tmp_path):
    """Every option, each with another value than its default."""
    jobs = []
    monkeypatch.setattr("companion.api.printing.print_files", lambda job, watch: jobs.append(job) or [])
    words, wanted, types = ["cards", "--game", "dice"], {"game": "dice", "kind": "cards"}, get_type_hints(print_)
    for name, option in OPTIONS.items():
        if name in ("kind", "session", "game", "content", "images", "store", "as_json", "printer", "lang"):
            continue
        kinds = {types[name], *get_args(types[name])}
        if bool in kinds:
            wanted[name] = not option.default
            words.append(option.opts[0] if wanted[name] else option.secondary_opts[0])
            continue
        wanted[name] = next((kind(number) for kind, number in ((int, 2), (float, 0.5)) if kind in kinds), f"a-{name}")
        words += [option.opts[0], str(wanted[name])]
    words[words.index("a-correction")] = "1,2"
    run("print", *words)
    (job,) = jobs
    wanted["only"] = ("a-only",)
    made = {name: getattr(job, name) for name in wanted if name != "correction"}
    assert {name: str(value) for name, value in made.items()} == {
        name: str(value) for name, value in wanted.items() if name != "correction"
    }
    assert (job.correction.x, job.correction.y) == (1.0, 2.0)


@pytest.mark.parametrize(
    ("words", "option", "known"),
    [
        (("print",), "ink", palette.inks()),
        (("print",), "duplex", DUPLEX),
        (("print",), "mark_style", set(KINDS) - {"none"}),
        (("print",), "format", FORMATS),
        (("print",), "cutter", CUTTERS),
        (("preview",), "ink", palette.inks()),
        (("show",), "lang", languages()),
        (("check",), "lang", languages()),
        (("printer", "add"), "flip", FLIPS),
    ],
)
def test_a_closed_set_stands_in_the_help(words, option, known):
    """Those words that the command takes."""
    (found,) = (parameter for parameter in COMMANDS[words].params if parameter.name == option)
    assert set(found.metavar.split("|")) == set(known)


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ("print sheets --game dice --ink savr", "saver"),
        ("print sheets --game dice --duplex lang", "long"),
        ("print sheets --game dice --format pfd", "pdf"),
        ("print sheet --game dice", "sheets"),
        ("print sheets --game dise", "dice"),
        ("printer add a --x 1 --flip lon", "long"),
    ],
)
def test_a_word_that_is_not_in_a_closed_set_is_told_the_nearest(run, words, near):
    """In one sentence, in the language asked for."""
    told, spoken = run(*words.split()), run(*words.split(), "--lang", "pl")
    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    assert near in told.err
    assert near in spoken.err
    assert spoken.err != told.err


@pytest.mark.parametrize(
    ("words", "said", "helps"),
    [
        ("prnt", "No such command 'prnt'. Did you mean 'print', ", "companion"),
        ("printer ad", "No such command 'ad'. Did you mean 'add'?", "companion printer"),
        ("print", "Missing argument 'KIND'.", "companion print"),
        ("site", "Missing option '--out'.", "companion site"),
        ("show abc --sea x", "No such option: --sea (Possible options: --seat, --store)", "companion show"),
        ("show abc def=1 --json=1", "Option '--json' does not take a value.", ""),
        ("show --seat", "Option '--seat' requires an argument.", ""),
        ("do abc roll --expect x", "Invalid value for '--expect': ", "companion do"),
        ("simulate dice --games 0", "Invalid value for '--games': ", "companion simulate"),
        ("simulate dice --games 1e3", "Invalid value for '--games': ", "companion simulate"),
    ],
)
def test_a_call_that_cannot_be_parsed_is_told_in_two_lines_at_most(run, words, said, helps):
    """What is wrong with the nearest word, and where the help is if Typer says of which command; exit code 2."""
    told = run(*words.split())
    assert (told.code, told.out) == (2, "")
    first, *second = told.err.splitlines()
    assert first.startswith(said)
    assert second == ([f"Try '{helps} --help'."] if helps else [])


def test_the_help_is_drawn_once(helped, tmp_path, monkeypatch):
    """Then it is read as it was, without Typer, until something that it depends on is another."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    drawn = [helped(columns=columns) for columns in (80, 100)]
    assert drawn[0] != drawn[1]
    monkeypatch.setattr(kept_help, "_copy", lambda draw: pytest.fail("drawn again"))
    assert [helped(columns=columns) for columns in (80, 100)] == drawn
    monkeypatch.setenv("NO_COLOR", "1")
    with pytest.raises(pytest.fail.Exception, match="drawn again"):
        helped(columns=80)


def test_the_kept_help_needs_no_typer(tmp_path):
    """Which takes longer to import than all else."""
    code = """
import sys
from companion.cli import main
try:
    main()
except SystemExit:
    sys.exit("typer" in sys.modules)
"""
    call, env = [sys.executable, "-c", code, "--help"], {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    found = [subprocess.run(call, env=env, capture_output=True) for _ in range(2)]
    assert [each.returncode for each in found] == [1, 0]
    assert found[0].stdout == found[1].stdout != b""
