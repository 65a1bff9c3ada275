"""One print job from content to files: what `companion print`, `preview` and `check` call.

shop.py      a game's components as leaves in one language
deck.py      a folder of pictures as a deck
manifest.py  what a print holds, face by face, and what changed since the last one
guide.py     pages to read first: steps, checklist, credits
print_batch.py     the pieces of one file
variant_copies.py  copies that a variant needs
plural_check.py    texts that lack a singular
readers/           for people who do not see small type, or nothing: large print, words for pictures, Braille
printing.py  the job itself: leaves -> sheets -> files
two_processes.py   the files of `print all` shared out to two processes
result.py    a finished game to keep: pages and a picture
screen.py    printed sides and finished games for a screen
proof.py     every face tried out: what `check` reports
kept_proofs.py     what it found of sound games, until a file changes
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.press.print_options import Job
    from companion.press.printing import made_files, preview_job, print_files, print_job
    from companion.press.shop import Shop

ROOMS = {
    "Job": "print_options",
    "Shop": "shop",
    **dict.fromkeys(("made_files", "preview_job", "print_files", "print_job"), "printing"),
}
__all__ = ["Job", "Shop", "made_files", "preview_job", "print_files", "print_job"]


def __getattr__(name: str) -> Any:
    """Load the room of a name when it is asked for: commands that print nothing start without it."""
    if name not in ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{ROOMS[name]}"), name)
