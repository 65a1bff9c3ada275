"""The commands: each parses its words, calls the room that does the work, and prints. Exit codes: 0 fine, 1 refused
or failed check, 2 wrong call. Heavy rooms are imported inside the commands, and Typer only to run one.

program/  all commands gathered, and the help of the program
photos/   sheets read from photos: the questions, what was found, the journal it is compared with
guided/   a table played at a terminal: its questions, the guide through a game, first-time hints
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the program. An interruption ends it without a word, and so does a reader of its output who has enough."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        if sys.argv[1:] in (["--help"], ["-h"]):
            from companion.cli.program.kept_help import print_help

            print_help(_run_asked)
        else:
            _run_asked()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        _let_go_of_stdout()
        sys.exit(1)
    except OSError as error:  # files raise StoreError: this is the output itself
        _let_go_of_stdout()
        from companion.cli.program.commands import fail_to_print

        fail_to_print(error)


def _let_go_of_stdout() -> None:
    """Send the rest of the output nowhere: Python's last flush cannot fail then."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run_asked() -> None:
    from companion.cli.program.commands import run_asked

    run_asked()
