"""Keeps what the proofs of a game found, if they found no fault: to build every face takes many seconds.

It is found by a digest of all that faces are made of: the game's and the shared content, designs, drawings, the sets
of icons that were added, layouts, the code of these rooms and the libraries. Games of the user's own and of plugins
are not kept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from operator import itemgetter

from companion.content import kept_values, load
from companion.core import resources
from companion.core.second_process import Tell, can_share_work, second_process, share_out
from companion.icons.credit import INFO
from companion.press.proof import SmallestWords, build_proofs, smallest_words

Edition = tuple[str, str]  # a game in a language
Proved = tuple[list[str], SmallestWords]  # faults and smallest words
KIND = "proofs"
ROOMS = ("core", "content", "play", "words", "icons", "faces", "sheets", "pdf", "exports", "press", "type")
LIBRARIES = ("jinja2", "pillow", "polib", "pyyaml", "qrcode", "reportlab")


def prove_games(games: Mapping[str, Sequence[str]], found: list[str], closely: bool = False) -> SmallestWords:
    """Build every face of games, or read what was found when these files were last proved; return the smallest words.

    games: languages by id of game; two processes share the editions that are built.
    found, closely: as for `build_proofs`.
    """
    common = _digest_common()
    digests = {game: _digest(game, langs, closely, common) for game, langs in games.items() if _is_kept(game)}
    kept = {game: words for game, digest in digests.items() if (words := _load_kept(digest)) is not None}
    made = _prove_all({game: langs for game, langs in games.items() if game not in kept}, closely)
    smallest: SmallestWords = {}
    for game in games:
        faults, words = made.get(game) or ([], kept[game])
        if game in digests and game in made and not faults:
            kept_values.keep_value(KIND, digests[game], words)
        found += faults
        smallest |= words
    return smallest


def _is_kept(game: str) -> bool:
    return resources.user_folder() is None and resources.is_built_in(game)


def _load_kept(digest: str) -> SmallestWords | None:
    kept = kept_values.read_value(KIND, digest)
    return None if kept is None else {id: (size, lang, words) for id, (size, lang, words) in kept.items()}


def _prove_all(games: Mapping[str, Sequence[str]], closely: bool) -> dict[str, Proved]:
    """Build the faces of these games, in two processes if that is quicker."""
    editions = [(game, lang) for game, langs in games.items() for lang in langs]
    made: dict[Edition, Proved] = {}
    if len(editions) > 1 and can_share_work():
        own, other = share_out({(game, lang): _count_rows(game) for game, lang in editions})
        with second_process(_prove_share, other, closely) as answers:
            made |= {edition: _prove(*edition, closely) for edition in own}
            with suppress(EOFError, OSError):
                made |= answers.recv()
    made |= {edition: _prove(*edition, closely) for edition in editions if edition not in made}
    return {game: _join([made[game, lang] for lang in langs]) for game, langs in games.items()}


def _prove_share(tell: Tell, editions: Sequence[Edition], closely: bool) -> None:
    """Build faces in the second process."""
    tell({edition: _prove(*edition, closely) for edition in editions})


def _prove(game: str, lang: str, closely: bool) -> Proved:
    faults: list[str] = []
    with resources.using_folder(resources.user_folder() or resources.plugin_root(game)):
        return faults, smallest_words(build_proofs(game, (lang,), faults, closely))


def _join(languages: Sequence[Proved]) -> Proved:
    """Return what was found of a game in all of its languages."""
    smallest: SmallestWords = {}
    for _, words in languages:
        for face, text in words.items():
            smallest[face] = min(smallest.get(face, text), text, key=itemgetter(0))
    return [fault for faults, _ in languages for fault in faults], smallest


def _count_rows(game: str) -> int:
    """Return the number of a game's pieces, as far as they are rows."""
    content = load.load(game)
    return sum(len(content[row["each"]]) if "each" in row else 1 for row in content["component"].values())


def _digest(game: str, langs: Sequence[str], closely: bool, common: Sequence[str]) -> str:
    own = kept_values.digest_folders(f"content/{game}", f"cards/{game}")
    return kept_values.digest_text(json.dumps([game, *langs, closely, own, *common]))


def _digest_common() -> list[str]:
    """Return digests of everything that faces of all games are made of."""
    designs = kept_values.digest_files((resources.root() / "cards").glob("*.yaml"), resources.root())
    icons = resources.icons_root()
    sets = kept_values.digest_files((icons / resources.ART).glob(f"*/{INFO}"), icons) if icons else ""
    shared = kept_values.digest_folders(f"content/{load.SHARED}", "cards/art", "layouts")
    return [shared, designs, sets, kept_values.digest_code(*ROOMS), *map(version, LIBRARIES)]
