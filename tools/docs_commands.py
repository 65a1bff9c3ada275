"""The reference of commands, made from the commands: `python tools/docs_commands.py` writes the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from companion.cli.program.commands import load_commands

PAGE = Path(__file__).parents[1] / "docs" / "reference-commands.md"
HEAD = """# Reference: commands

Every command with its options, as `--help` after a command shows them.
[The commands by task](commands.md) says when to use which.
This page is made from the commands: `python tools/docs_commands.py`.
"""


def render_reference() -> str:
    """Return the page as Markdown: a section a panel of `companion --help`, in it one a command."""
    root: Any = load_commands()
    context = typer.Context(root, info_name="companion")
    lines = [HEAD, *_tables(root, context)]
    panel = ""
    for name, command in root.commands.items():
        if command.rich_help_panel != panel:
            panel = command.rich_help_panel
            lines.append(f"## {panel}\n")
        lines += _section(command, typer.Context(command, info_name=name, parent=context), "###")
    return "\n".join(lines)


def _section(command: Any, context: typer.Context, level: str) -> Iterator[str]:
    """A command, and below it its own commands."""
    below = getattr(command, "commands", {})
    yield f"{level} `{context.command_path}`\n"
    yield f"{command.help}\n"
    yield f"```\n{' '.join([context.command_path, *_usage(command, context)])}\n```\n"
    yield from _tables(command, context)
    if command.epilog:
        title, _, call = command.epilog.partition(": ")
        yield f"{title}: `{call}`\n"
    for name, one in below.items():
        yield from _section(one, typer.Context(one, info_name=name, parent=context), f"{level}#")


def _usage(command: Any, context: typer.Context) -> Iterator[str]:
    """Yield the words behind a command: braces around what is needed, dots behind what may be repeated."""
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    if not arguments:
        yield from command.collect_usage_pieces(context)
        return
    yield "[OPTIONS]"
    for argument in arguments:
        name = argument.metavar.strip("[].")
        yield (f"{{{name}}}" if argument.required else f"[{name}]") + ("..." if argument.nargs < 0 else "")


def _tables(command: Any, context: typer.Context) -> Iterator[str]:
    """A table for each panel of parameters, without the columns in which nothing stands."""
    panels: dict[str, list[Any]] = {}
    for parameter in command.params:
        usual = f"{parameter.param_type_name}s".capitalize()
        panels.setdefault(parameter.rich_help_panel or usual, []).append(parameter)
    for panel, parameters in panels.items():
        rows = [(panel, "Value", "Meaning", "Default", "Environment"), *(_row(one, context) for one in parameters)]
        columns = [column for column in zip(*rows, strict=True) if any(column[1:])]
        head, *body = zip(*columns, strict=True)
        yield "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *body)) + "\n"


def _row(parameter: Any, context: typer.Context) -> tuple[str, ...]:
    """Name, value, help text, default and environment variable."""
    if parameter.param_type_name == "argument":
        return _code(parameter.metavar.strip("[].")).replace(", ", " or "), "", parameter.help, "", ""
    names = ", ".join(_code(name) for name in (*parameter.opts, *parameter.secondary_opts))
    show_value = getattr(parameter, "display_type_rich", None) or parameter.make_metavar  # of Typer 0.29, of 0.28
    value = "" if parameter.is_flag else _code(show_value(ctx=context))
    limited = getattr(parameter, "type", parameter)
    least, most = getattr(limited, "min", None), getattr(limited, "max", None)
    limits = "" if least is None else f" {least:g} to {most:g}"
    default = "" if parameter.default in (None, False, "") else _code(_default(parameter))
    return names, value + limits, parameter.help, default, _code(parameter.envvar) if parameter.envvar else ""


def _default(parameter: Any) -> str:
    return str(parameter.opts[0] if parameter.is_flag else parameter.default)


def _code(text: str) -> str:
    """Words as code; a choice is a list, as `|` would end a cell of the table."""
    return ", ".join(f"`{word}`" for word in text.split("|"))


if __name__ == "__main__":
    PAGE.write_text(render_reference(), encoding="utf-8")
