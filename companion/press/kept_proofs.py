"""Keeps what the proofs of a game found, if they found no fault: to build every face takes many seconds.

It is found by a digest of all that faces are made of: the game's and the shared content, designs, drawings, the sets
of icons that were added, layouts, the code of these rooms and the libraries. Games of the user's own and of plugins
are not kept.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version

from companion.content import kept_values, load
from companion.core import resources
from companion.icons.credit import INFO
from companion.press.proof import SmallestWords, build_proofs, smallest_words

KIND = "proofs"
ROOMS = ("core", "content", "play", "words", "icons", "faces", "sheets", "pdf", "exports", "press", "type")
LIBRARIES = ("jinja2", "pillow", "polib", "pyyaml", "qrcode", "reportlab")


def prove_faces(game: str, langs: Sequence[str], found: list[str], closely: bool = False) -> SmallestWords:
    """Build every face of a game, or read what was found when these files were last proved; return its smallest words.

    found, closely: as for `build_proofs`.
    """
    if resources.user_folder() or not resources.is_built_in(game):
        return smallest_words(build_proofs(game, langs, found, closely))
    digest = _digest(game, langs, closely)
    kept = kept_values.read_value(KIND, digest)
    if kept is not None:
        return {id: (size, lang, words) for id, (size, lang, words) in kept.items()}
    faults: list[str] = []
    words = smallest_words(build_proofs(game, langs, faults, closely))
    if not faults:
        kept_values.keep_value(KIND, digest, words)
    found += faults
    return words


def _digest(game: str, langs: Sequence[str], closely: bool) -> str:
    folders = (f"content/{game}", f"content/{load.SHARED}", f"cards/{game}", "cards/art", "layouts")
    designs = kept_values.digest_files((resources.root() / "cards").glob("*.yaml"), resources.root())
    icons = resources.icons_root()
    sets = kept_values.digest_files((icons / resources.ART).glob(f"*/{INFO}"), icons) if icons else ""
    versions = [version(library) for library in LIBRARIES]
    made_from = [kept_values.digest_folders(*folders), designs, sets, kept_values.digest_code(*ROOMS), *versions]
    return kept_values.digest_text(json.dumps([game, *langs, closely, *made_from]))
