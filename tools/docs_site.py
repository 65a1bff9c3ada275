"""What the documentation site gets from the project itself: type, signs, pages of the root, the gallery.

MkDocs calls `on_files` and `on_page_markdown` (mkdocs.yml, `hooks`). Nothing is written into docs/; pictures of the
gallery are kept in build/gallery.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

import docs_gallery
import http_reference
import notebook
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from companion import games
from companion.content.load import load
from companion.web.page import typefaces

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "gallery"
PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LANGUAGES = {"en": "English", "de": "Deutsch", "pl": "polski", "ru": "русский", "uk": "українська"}
INKS = {"full": "full", "saver": "saver", "grey": "grey"}
TRY = "try/index.html"  # the browser edition, which `make docs` builds
DOORS = f"""<p class="doors"><a href="{TRY}#/print">Print now</a> <a href="{TRY}#/play">Play now</a></p>

Both run in this browser: nothing is installed, and nothing leaves your device."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made to the files of docs/."""
    for root, page in PAGES.items():
        text = (ROOT / root).read_text(encoding="utf-8").replace("](docs/", "](")
        for other, at in PAGES.items():
            text = text.replace(f"]({other})", f"]({at})")
        files.append(File.generated(config, page, content=text))
    cells = notebook.render(ROOT / "docs" / "notebook.ipynb", run=config.extra["pictures"])
    files.append(File.generated(config, "notebook.md", content=cells))
    reference = http_reference.render(ROOT / "docs" / "openapi.yaml")
    files.append(File.generated(config, "http-reference.md", content=reference))
    for name in typefaces.FILES:
        files.append(File.generated(config, f"theme/{name}{typefaces.SUFFIX}", content=typefaces.load_woff2(name)))
    icon = ROOT / "companion" / "web" / "static" / "icon.svg"
    files.append(File.generated(config, "theme/icon.svg", abs_src_path=str(icon)))
    files.append(File.generated(config, "theme/type.css", content=typefaces.font_face_rules()))
    for game in games.GAMES:
        files.append(File.generated(config, f"gallery/{game}.md", content="\n".join(gallery_page(game))))
        if config.extra["pictures"]:
            for name, path in docs_gallery.pictures(game, KEPT):
                files.append(File.generated(config, f"gallery/{game}/{name}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put doors to the browser edition below the first paragraph of the first page, the galleries below that of theirs.

    Links to files of the root lead to their pages.
    """
    for root, at in PAGES.items():
        markdown = markdown.replace(f"](../{root}", f"]({at}")
    if page.file.src_uri == "gallery/index.md":
        title, lead, text = markdown.split("\n\n", 2)
        galleries = "\n".join(f"- [{load(game).info['title'][docs_gallery.LANG]}]({game}.md)" for game in games.GAMES)
        return "\n\n".join((title, lead, galleries, text))
    if page.file.src_uri != "index.md":
        return markdown
    title, lead, text = markdown.split("\n\n", 2)
    return "\n\n".join((title, lead, DOORS, text))


def gallery_page(game: str) -> Iterator[str]:
    """All kinds of faces of a game below a choice of language and ink."""
    yield f"# Gallery: {load(game).info['title'][docs_gallery.LANG]}\n"
    yield '<form class="choice" data-gallery>'
    yield from _choice("Language", "lang", {lang: LANGUAGES[lang] for lang in docs_gallery.languages(game)})
    yield from _choice("Ink", "ink", {ink: INKS[ink] for ink in docs_gallery.inks()})
    yield "</form>\n"
    for kind, found in groupby(docs_gallery.specimens(game), key=lambda one: one.kind):
        yield f"## {kind.capitalize()}\n"
        for component, faces in groupby(found, key=lambda one: one.component):
            yield from _component(game, kind, component, list(faces))


def _choice(legend: str, name: str, words: dict[str, str]) -> Iterator[str]:
    yield f"<fieldset><legend>{legend}</legend>"
    for index, (value, word) in enumerate(words.items()):
        chosen = " checked" * (index == 0)
        yield f'<label><input type="radio" name="{name}" value="{value}"{chosen}>{word}</label>'
    yield "</fieldset>"


def _component(game: str, kind: str, component: str, faces: list[docs_gallery.Specimen]) -> Iterator[str]:
    w, h = faces[0].size
    yield f"### {faces[0].title} {{ #{component} }}\n"
    yield f"{w:g} × {h:g} mm. `companion print {kind} --game {game} --only {component}`\n"
    yield '<div class="faces">'
    for face in faces:
        w_px, h_px = face.page_size
        source = face.picture(docs_gallery.LANG, docs_gallery.INK)
        named = escape(f"{face.title}, {face.side}")
        yield (
            f'<a href="{game}/{source}" data-face="{game}/{face.id}">'
            f'<img src="{game}/{source}" alt="{named}" width="{w_px}" height="{h_px}" loading="lazy"></a>'
        )
    yield "</div>\n"
