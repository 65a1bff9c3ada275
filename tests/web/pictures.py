"""`python -m tests.web.pictures OUTDIR [NAME ...]`: pictures of every page, to be looked at by a person."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from companion.play.journal.store import SqliteStore
from tests.languages import LANGUAGES
from tests.web.browser import DESK, NARROW, PHONE, Phones, chromium, save
from tests.web.scenes import SCENES, Tables
from tests.web.serving import Server

SIZES = {"phone": PHONE, "desk": DESK, "narrow": NARROW}


def main(folder: Path, names: list[str]) -> None:
    """All scenes, or those named: phone and desk, light and dark, four languages; narrow in light alone."""
    with tempfile.TemporaryDirectory() as own, chromium() as browser:
        path = Path(own) / "sessions.sqlite"
        store = SqliteStore(path)
        server = Server(lambda: SqliteStore(path))
        tables, phones = Tables(server, store), Phones(browser)
        for name in names or SCENES:
            scene = getattr(tables, name)()
            for lang in LANGUAGES:
                page = tables.open(phones, scene, lang=lang)
                for kind, (width, height) in SIZES.items():
                    page.set_viewport_size({"width": width, "height": height})
                    for scheme in ("light", "dark")[: 1 if kind == "narrow" else 2]:
                        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                        for whole in (False, True)[: 2 if kind == "phone" else 1]:
                            end = "-whole" if whole else ""
                            save(page, folder / lang / f"{name}-{kind}-{scheme}{end}.png", whole)
                page.context.close()
        server.stop()
        store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
