"""companion config: what the user wants wherever nothing else is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from companion.cli import completion
from companion.cli.common import AsJson, Lang, print_json, voice

KEYS = ("ink", "lang", "margin", "paper", "printer", "webhook")
PRINTED = {"print": ("ink", "margin", "paper", "printer"), "preview": ("ink",)}  # options that take them

app = typer.Typer(invoke_without_command=True)

Key = Annotated[str, typer.Argument(help="The default.", **completion.offer(*KEYS))]


def known_defaults() -> Mapping[str, str]:
    """Return the defaults of the user's file. Raises WrongCall for a key that no command knows, StoreError."""
    from companion.core.user_defaults import read_defaults

    found = read_defaults()
    for key in found:
        check_key(key)
    return found


def option_defaults() -> dict[str, Mapping[str, str | list[str]]]:
    """Return the defaults of options by command, as Typer takes them."""
    found = known_defaults()
    printed = {command: {key: found[key] for key in keys if key in found} for command, keys in PRINTED.items()}
    return {**printed, "serve": {"webhook": found["webhook"].split()} if "webhook" in found else {}}


def check_key(key: str) -> str:
    """Return the key. Raises WrongCall with the nearest."""
    from companion.core.errors import WrongCall

    if key not in KEYS:
        raise WrongCall("no_default", key, KEYS, choices=", ".join(KEYS))
    return key


@app.callback()
def config(context: typer.Context, lang: Lang = None, as_json: AsJson = False) -> None:
    """Show your defaults for ink, language, margin, paper, printer and webhooks.

    Options and COMPANION_LANG take precedence.
    """
    from companion.core.user_defaults import defaults_file

    if context.invoked_subcommand is not None:
        return
    found = known_defaults()
    if as_json:
        print_json({"file": str(defaults_file()), "defaults": dict(found)})
        return
    for key, value in found.items():
        print(f"{key} = {value}")
    if not found:
        print(voice(lang).say("config.none", path=str(defaults_file())))


@app.command("set", epilog="Example: companion config set paper letter")
def set_default(
    key: Key, value: Annotated[str, typer.Argument(metavar="VALUE", help="A value that the option of that name takes.")]
) -> None:
    """Set a default; prints it."""
    from companion.core.user_defaults import write_defaults

    _checks()[check_key(key)](value)
    write_defaults({**known_defaults(), key: value})
    print(f"{key} = {value}")


@app.command("unset", epilog="Example: companion config unset paper")
def unset_default(key: Key) -> None:
    """Forget a default."""
    from companion.core.user_defaults import write_defaults

    found = dict(known_defaults())
    if found.pop(check_key(key), None) is not None:
        write_defaults(found)


def _checks() -> dict[str, Callable[[str], Any]]:
    """By key what raises WrongCall for a value that is not possible."""
    from companion.api.reader import check_language
    from companion.faces import palette
    from companion.press.printers import find_printer
    from companion.press.shop import check_choice
    from companion.sheets.layouts import load_layout
    from companion.web.server.webhooks import parse_webhook

    return {
        "ink": lambda word: check_choice("no_ink", word, palette.inks()),
        "lang": check_language,
        "margin": lambda word: load_layout(margin=_millimetres(word)),
        "paper": load_layout,
        "printer": find_printer,
        "webhook": lambda words: [parse_webhook(word) for word in words.split()],
    }


def _millimetres(word: str) -> float:
    from companion.core.errors import WrongCall

    try:
        return float(word)
    except ValueError:
        raise WrongCall("not_number", word) from None
