"""Print and referee Lord of the Rings games at a real table.

Two ways lead through the package and meet in content/ only:

    content -> faces -> sheets -> PDF                  action -> rules -> state -> journal -> view

Each room may import those above it in this list, and so it is inside each room (tests/test_house.py):

core/         errors, messages, files, resources, units: what every room may use
content/      YAML files -> tables of facts, texts/*.po -> translations; check
play/         the referee: game (what a game is), journal (what is kept), bots, report (verification, history)
words/        refusals, events, offers, reports and finished games in the reader's language
faces/        cards/ + a row of content -> a Face: shapes, text and pictures in mm
sheets/       faces x layouts/ -> Sheets: slots, backs, marks
pdf/          sheets -> PDF; the only room that knows points and ReportLab
icons/        sets of icons by others, added by users
exports/      faces and sheets -> pictures, screens, print shops, cutters
press/        one print job from content to files: pages, guide, manifest
gallery/      faces as pages: one that follows the files they are made from, one to show to others
type/         the six font files (no code)
games/        one folder a game: state, actions, rules by chapter, view, its page and templates
paper/        filled sheets read from photos: found, flattened, what the rules allow
simulation/   many games at once, files of their results
environments/ games for agents that learn: PettingZoo, OpenSpiel
stores/       opens a session store by path or URL; the one in PostgreSQL
api/          the functions of `import companion`
web/          the tracker on every phone: server, page, table, result, app
browser/      the same in a browser without a server: sessions in its own files
cli/          the commands: parse, call, print (one module a family of commands)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.api.bots import bot, simulate
    from companion.api.checks import judge_sheets, read_sheet, read_sheets, review, verify
    from companion.api.faces import draw_faces
    from companion.api.facts import card, rule
    from companion.api.odds import odds
    from companion.api.plays import list_plays
    from companion.api.printing import print_kind as print
    from companion.api.referee import game
    from companion.api.refused import Refused
    from companion.api.table import new
    from companion.api.table import open_table as open
    from companion.core.errors import (
        CompanionError,
        ContentError,
        FaceError,
        IllegalAction,
        JournalError,
        LayoutError,
        LocalizedError,
        StaleSequence,
        StoreError,
        WrongCall,
        WrongType,
    )

__all__ = [
    "CompanionError",
    "ContentError",
    "FaceError",
    "IllegalAction",
    "JournalError",
    "LayoutError",
    "LocalizedError",
    "Refused",
    "StaleSequence",
    "StoreError",
    "WrongCall",
    "WrongType",
    "bot",
    "card",
    "draw_faces",
    "game",
    "judge_sheets",
    "list_plays",
    "new",
    "odds",
    "open",
    "print",
    "read_sheet",
    "read_sheets",
    "review",
    "rule",
    "simulate",
    "verify",
]

_MODULES = {
    **dict.fromkeys(("bot", "simulate"), "api.bots"),
    **dict.fromkeys(("judge_sheets", "read_sheet", "read_sheets", "review", "verify"), "api.checks"),
    **dict.fromkeys(("card", "rule"), "api.facts"),
    **dict.fromkeys(("new", "open"), "api.table"),
    **{
        "Refused": "api.refused",
        "draw_faces": "api.faces",
        "game": "api.referee",
        "list_plays": "api.plays",
        "odds": "api.odds",
        "print": "api.printing",
    },
}
_OTHER_NAMES = {"open": "open_table", "print": "print_kind"}  # where the name would hide a function of Python


def __getattr__(name: str) -> Any:
    """Load the module of a public name when it is asked for: `import companion` loads nothing heavy."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_MODULES.get(name, 'core.errors')}")
    return getattr(module, _OTHER_NAMES.get(name, name))


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
