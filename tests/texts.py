"""Files of texts for a small game that a test makes up."""

from collections.abc import Mapping
from pathlib import Path

import polib

from companion.content.model import Content

ROOMS = ("web.", "print.", "browser.")  # of ids: what only the tracker's pages, printed faces, the browser's pages say
PLURALS = "nplurals=2; plural=(n != 1);"


def messages(content: Content, room: str = "") -> set[str]:
    """Ids of the texts that belong to no row: those of a room, or what is said anywhere else."""
    rows = {
        f"{row.kind}.{row.id}.{field}" for table in content.tables.values() for row in table.values() for field in row
    }
    begun = room or ROOMS
    return {key for key in set(content.texts) - rows if key.startswith(begun) == bool(room)}


def write(folder: Path, texts: Mapping[str, Mapping[str, str]]) -> None:
    """`texts` by id and language, into content/GAME: English as the template, the others complete."""
    (folder / "texts").mkdir(parents=True, exist_ok=True)
    for lang in {lang: None for said in texts.values() for lang in said}:
        file = polib.POFile(wrapwidth=-1)
        file.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": PLURALS, "X-Complete": "yes"}
        for id, said in texts.items():
            own = said.get(lang, "") if lang != "en" else ""
            file.append(polib.POEntry(msgctxt=id, msgid=said["en"], msgstr=own))
        file.save(str(folder / "texts" / f"{lang}.{'pot' if lang == 'en' else 'po'}"))
