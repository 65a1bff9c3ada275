"""Templates and static files: functions for all templates, icons of the games, addresses with versions.

Knows templates/, those of the games, static/ and cards/art/; no table and no request.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from jinja2 import (
    BytecodeCache,
    ChoiceLoader,
    DictLoader,
    Environment,
    FileSystemLoader,
    ModuleLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateNotFound,
)
from jinja2.bccache import Bucket
from markupsafe import Markup

from companion.content.load import SHARED, languages, load
from companion.content.model import Content, Row
from companion.core import plugins, resources
from companion.core.errors import StoreError
from companion.core.files import write_atomic
from companion.core.messages import Ref
from companion.core.user_folders import user_folder
from companion.core.visible import show_hidden
from companion.games import GAMES, get, playable_games
from companion.play.game import seats
from companion.play.game.bots import bots_of
from companion.play.game.game import Game
from companion.play.journal.table_options import APP, REAL, REAL_OPTIONS
from companion.web.page import card_faces, template_code, typefaces
from companion.web.page.parts import PageParts, fill_seen, icon, offer_button, sign
from companion.words.wording import Voice

HERE = Path(__file__).parents[1]
SUFFIXES = ("html", "svg")  # of templates
GENERATED = "generated"  # folder of templates as Python beside those of the tracker; only in the browser
TABLE_ONLY_TEMPLATE = (
    "{% block sheet %}<div class=lines>{% for line in lines() %}<p>{{ line }}</p>{% endfor %}</div>{% endblock %}"
    "{% block asked %}{% endblock %}{% block act %}{% endblock %}{% block more %}{% endblock %}"
)
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
COMMENTS = {  # phones need none
    ".css": re.compile(rb"/\*.*?\*/\n?", re.DOTALL),
    ".js": re.compile(rb"^ *//.*\n", re.MULTILINE),
}
MANIFEST = {  # what makes it an app that can be installed
    "name": "companion",
    "short_name": "companion",
    "start_url": "/",
    "display": "standalone",
    "background_color": "#FCF9F1",
    "theme_color": "#FCF9F1",
    "icons": [{"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}],
}


class File(NamedTuple):
    """A static file.

    kind: media type.
    body: its bytes.
    gzipped: the same, compressed.
    version: hash in its address.
    """

    kind: str
    body: bytes
    gzipped: bytes
    version: str


@cache
def files() -> dict[str, File]:
    """Return every static file by name, also `GAME.svg` with the drawings named in a game's drawings.txt."""
    found = {path.name: path.read_bytes() for path in sorted((HERE / "static").iterdir()) if path.suffix in KINDS}
    for game in playable_games():
        if names := _names_in_list(game, "drawings.txt"):
            found[f"{game}.svg"] = f'<svg xmlns="http://www.w3.org/2000/svg">{_symbols(names)}</svg>'.encode()
    found["tracker.css"] = typefaces.font_face_rules(f"?v={typefaces.version()}").encode() + found["tracker.css"]
    return {name: _file(Path(name).suffix, body) for name, body in found.items()}


def _file(suffix: str, body: bytes) -> File:
    body = COMMENTS[suffix].sub(b"", body) if suffix in COMMENTS else body
    return File(KINDS[suffix], body, gzip.compress(body, 9, mtime=0), hashlib.sha256(body).hexdigest()[:10])


def typeface_of(name: str) -> str:
    """Return the name of a font file in typefaces.FILES, empty for other files."""
    found = name.removesuffix(typefaces.SUFFIX)
    return found if name.endswith(typefaces.SUFFIX) and found in typefaces.FILES else ""


def file_version(name: str) -> str:
    """Return the version of a static file, empty if there is none."""
    if typeface_of(name):
        return typefaces.version()
    file = files().get(name)
    return file.version if file else ""


def static_url(name: str) -> str:
    """Return the address of a static file, which changes with every version."""
    return f"/static/{name}?v={file_version(name)}"


@lru_cache(maxsize=16)
def sprite(game: str) -> Markup:
    """Return the icons of a game (icons.txt) as SVG symbols for `icon`."""
    return _sprite(_icons(game))


def used_sprite(game: str, drawn: str) -> Markup:
    """Return only those symbols that a drawing uses."""
    used = set(re.findall(r'href="#i-([\w-]+)"', drawn))
    return _sprite([name for name in _icons(game) if name.rpartition("/")[2] in used])


def drawing_url(game: str, name: str) -> str:
    """Return the address of a large drawing, which is not part of every page (drawings.txt)."""
    return f"{static_url(f'{game}.svg')}#i-{name}"


def drawing_names(game: str) -> tuple[str, ...]:
    """Return the drawings that a game's pages show, on every page or by their address."""
    return _icons(game) + _names_in_list(game, "drawings.txt")


def _icons(game: str) -> tuple[str, ...]:
    return _names_in_list(game, "icons.txt")


@cache
def _names_in_list(game: str, name: str) -> tuple[str, ...]:
    path = _template_folder(game) / name
    return tuple(path.read_text(encoding="utf-8").split()) if path.is_file() else ()


def _sprite(names: Iterable[str]) -> Markup:
    return Markup('<svg width="0" height="0" aria-hidden="true">{}</svg>').format(_symbols(names))


def _symbols(names: Iterable[str]) -> Markup:
    return Markup().join(map(_symbol, names))


@cache
def _symbol(name: str) -> Markup:
    path = resources.find(f"cards/art/{name}.svg")
    if path is None:
        raise FileNotFoundError(name)
    drawing = resources.read(path).decode()
    head = re.search(r'<svg[^>]*viewBox="([^"]+)"[^>]*>', drawing)
    assert head is not None  # `companion check` reads the same files
    inner = re.sub(r"<title>.*?</title>\s*", "", drawing[head.end() : drawing.rindex("</svg>")])
    inner = re.sub(r'fill="#[0-9A-Fa-f]+"', 'fill="currentColor"', inner).strip()
    return Markup('<symbol id="i-{}" viewBox="{}">{}</symbol>').format(name.rpartition("/")[2], head[1], Markup(inner))


def _template_folder(game: str) -> Path:
    """Return the folder of a game's own templates, which may be missing."""
    plugin = None if game in GAMES else plugins.find_plugin(game)
    code = plugin.code if plugin and plugin.code else HERE.parent / "games" / game
    return code / "templates"


class CompiledTemplates(BytecodeCache):
    """Templates compiled by Jinja, cached in memory and, but for a browser, in the user's cache folder.

    Compiling all of them takes two seconds of processor. A file of another source or version is replaced.
    """

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def get_source_checksum(self, source: str) -> str:
        """Return a hash of all that the compiled code is made from."""
        made = "\n".join([source, JINJA_VERSION, sys.version, str(OPTIONS), SHOWS_HIDDEN, template_code.VERSION])
        return hashlib.sha256(made.encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code; a file that is missing or damaged counts as none."""
        data = self._compiled.get(bucket.key, b"")
        if not data and sys.platform != "emscripten":
            with suppress(OSError):
                file = self._path(bucket).read_bytes()
                data = file[32:] if hashlib.sha256(file[32:]).digest() == file[:32] else b""
        if data:
            bucket.bytecode_from_string(data)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code; without a folder that can be written in memory alone."""
        data = self._compiled[bucket.key] = bucket.bytecode_to_string()
        if sys.platform != "emscripten":
            with suppress(StoreError):
                write_atomic(self._path(bucket), hashlib.sha256(data).digest() + data, folders=True)

    def _path(self, bucket: Bucket) -> Path:
        return user_folder("cache") / "templates" / bucket.key


class GeneratedTemplates(ModuleLoader):
    """Templates as Python, in a folder that `compile_templates` of their environment filled: made for the browser.

    There to make Python of all of them takes as long as to import everything.
    """

    def list_templates(self) -> list[str]:
        """Return none: their sources lie beside them."""
        return []

    def get_source(self, environment: Environment, template: str) -> NoReturn:
        """Raise TemplateNotFound, as there is none here."""
        raise TemplateNotFound(template)


SHOWS_HIDDEN = show_hidden("".join(map(chr, range(0x3000))))  # what is done to constants of templates
JINJA_VERSION = installed("jinja2")
OPTIONS: dict[str, Any] = {"autoescape": True, "trim_blocks": True, "lstrip_blocks": True}


@cache
def _environment() -> Environment:
    games = {game: FileSystemLoader(_template_folder(game)) for game in playable_games()}
    environment = template_code.PageEnvironment(
        loader=ChoiceLoader(
            [GeneratedTemplates(HERE / GENERATED), FileSystemLoader(HERE / "templates"), PrefixLoader(games)]
        ),
        undefined=StrictUndefined,
        finalize=_show_hidden,
        auto_reload=False,
        cache_size=-1,
        bytecode_cache=CompiledTemplates(),
        **OPTIONS,
    )
    environment.globals.update(static=static_url, drawing=drawing_url, face=card_faces.face_url)
    environment.globals.update(icon=icon, sign=sign, offer_button=offer_button)
    return environment


@cache
def _table_environment() -> Environment:
    """Return an environment in which a game's template of the table renders the table alone."""
    whole = _environment()
    only = DictLoader({"board.html": TABLE_ONLY_TEMPLATE})
    assert whole.loader is not None
    return whole.overlay(loader=ChoiceLoader([only, whole.loader]), cache_size=-1)


def _show_hidden(value: Any) -> Any:
    """Make hidden characters of every inserted text visible; markup of ours stays."""
    return show_hidden(value) if type(value) is str else value


def preload() -> None:
    """Read and compile all templates and texts before the first request."""
    files()
    card_faces.version()
    for game in playable_games():
        sprite(game)
        board_template(game)
        _art_templates(game)
    for name in _environment().list_templates(extensions=SUFFIXES):
        _environment().get_template(name)
        if "/" in name or name == "board.html":  # those of games, and what they use
            _table_environment().get_template(name)
    for id in (*playable_games(), SHARED):
        for lang in load(id).languages:
            load(id).texts.catalog(lang)
    for lang in languages():
        script_words(lang)


@lru_cache(maxsize=64)
def voice(lang: str, game: str = "") -> Voice:
    """Return the texts for pages without a table."""
    return Voice(lang or "en", load(game) if game else None)


def render(template: str, voice: Voice, path: str, /, **context: Any) -> str:
    """Render a template in the language of `voice`. path: own address, for the language links."""
    page = render_unnumbered(template, voice, path, context)
    return fill_seen(page, context["seq"]) if "seq" in context else page


def render_unnumbered(template: str, voice: Voice, path: str, context: Mapping[str, Any]) -> str:
    """Render the same without the number of the newest entry in its forms (see parts.fill_seen)."""
    return _environment().get_template(template).render({**_page_values(voice, path, context), **context})


def _page_values(voice: Voice, path: str, context: Mapping[str, Any]) -> dict[str, Any]:
    mark = _language_mark(voice)
    says = {"say": voice.say, "name": partial(name_of, voice), "percent": voice.percent, "ref": Ref}
    langs = {"lang": voice.lang, "langs": language_names(), "of_game": mark}
    parts = PageParts(voice, context.get("code", ""), mark)
    return {**says, **langs, "parts": parts, "path": path, "alone": False}


def _language_mark(voice: Voice) -> Markup:
    """Return the attribute of elements with texts of the game, where these are not in the language of the page."""
    known = voice.content is None or voice.lang in voice.content.languages
    return Markup("") if known else Markup(' lang="en"')


def draw_table(game: str, voice: Voice, path: str, shown: dict[str, Any]) -> Markup:
    """Render the table alone, without offers. shown: values of the template of a table."""
    voiced = {**_page_values(voice, path, shown), **shown, "can": False, "acting": ""}
    names = (*_art_templates(game), board_template(game))
    drawn = "".join(_table_environment().get_template(name).render(voiced) for name in names)
    return Markup(fill_seen(drawn, shown["seq"]))


@cache
def _art_templates(game: str) -> tuple[str, ...]:
    """Return the game's own template with definitions for its drawn table, if there is one."""
    return (f"{game}/art.html",) if (_template_folder(game) / "art.html").is_file() else ()


@cache
def language_names() -> dict[str, str]:
    """Return each language's name for itself."""
    return dict(load(SHARED).texts["language.name"])


def name_of(voice: Voice, kind: str, id: str, field: str = "name") -> str:
    """Return the name of an id of content/, or of a player."""
    return voice.name(Ref(kind, id, field))


@cache
def board_template(game: str) -> str:
    """Return the name of the game's own template of the table, or of the common one."""
    return f"{game}/board.html" if (_template_folder(game) / "board.html").is_file() else "board.html"


def id_and_name_rows(rows: Sequence[Row], voice: Voice) -> list[dict[str, Any]]:
    """Return rows of content/ as `{id, name}`."""
    return [{"id": row.id, "name": row["name"][voice.lang]} for row in rows]


@lru_cache(maxsize=8)
def game_choices(lang: str) -> list[dict[str, Any]]:
    """Return the values of the form of a new table, a row for each game."""
    out = []
    for id in playable_games():
        words = voice(lang, id)
        content = load(id)
        info = content.info
        variants = [name for name in info["variants"] if name not in info.get("need_position", ())]
        out.append(
            {
                "id": id,
                "title": info["title"][words.lang],
                "variants": [
                    {"id": name, "name": words.say(f"variant.{name}"), **_player_limits(id, content, name)}
                    for name in variants
                ],
                "real": real_options(content),
                "options": [row for row in option_choices(content, words) if row["id"] not in REAL_OPTIONS],
                "seats": id_and_name_rows(list(content[info["seat_kind"]].values()), words),
                "bots": bot_rows(get(id), words),
                "seats_min": info["seats_min"],
                "seats_max": info["seats_max"],
            }
        )
    return out


def bot_rows(game: Game, words: Voice) -> list[dict[str, str]]:
    """Return the bots of a game by name and character, the best first."""
    return [
        {"id": id, "name": words.say(f"bot_name.{id}"), "character": words.bot_character(id)}
        for id in reversed([*bots_of(game)])
    ]


def _player_limits(id: str, content: Content, variant: str) -> dict[str, Any]:
    """Return the least and most players of a variant, the numbers it is usual for, and the seats to choose from."""
    game = get(id)
    numbers, usual = seats.people_numbers(game, content, variant), content.info.get("usual", ())
    return {
        "least": numbers[0],
        "most": numbers[-1],
        "usual": [number for number, one in enumerate(usual, content.info["seats_min"]) if one == variant],
        "seats": [row.id for row in seats.free_seats(game, content, variant)],
    }


def real_options(content: Content) -> list[dict[str, Any]]:
    """Return the components that may be physical: option, kind, both choices, index of the default."""
    typed = [(kind, kind, (APP, REAL), False) for kind in content.info.get("typed", ())]
    options: Mapping[str, Row] = content.tables.get("option", {})
    flags = [
        (id, kind, ("false", "true"), options[id].get("default") == "true")
        for id, kind in REAL_OPTIONS.items()
        if id in options
    ]
    return [
        {"option": option, "kind": kind, "choices": list(zip(words, ("app", "real"), strict=True)), "on": int(on)}
        for option, kind, words, on in typed + flags
    ]


def option_choices(content: Content, voice: Voice) -> list[dict[str, Any]]:
    """Return the options of a game for the form.

    values: "flag", a list of `{id, name}`, or None for free text.
    on: default of a flag.
    """
    out = []
    for row in content.tables.get("option", {}).values():
        values = _values(row["values"], content, voice)
        out.append(
            {"id": row.id, "says": row["says"][voice.lang], "values": values, "on": row.get("default") == "true"}
        )
    return out


def _values(said: str, content: Content, voice: Voice) -> Any:
    if said == "flag":
        return said
    if numbers := re.fullmatch(r"int (\d+)-(\d+)", said):
        return [{"id": f"{n}", "name": f"{n}"} for n in range(int(numbers[1]), int(numbers[2]) + 1)]
    if said.startswith("one "):
        return id_and_name_rows([content["choice"][id] for id in said[4:].split("|")], voice)
    kind = content.info["seat_kind"] if said == "seat" else said
    return id_and_name_rows(list(content[kind].values()), voice) if kind in content.tables else None


def quote_json(data: str) -> Markup:
    """Escape JSON for a `<script>` of a page."""
    return Markup(data.replace("<", "\\u003c").replace("&", "\\u0026"))


@lru_cache(maxsize=8)
def script_words(lang: str) -> Markup:
    """Return the texts of the page's script as JSON."""
    texts = load(SHARED).texts
    own = {key.removeprefix("web.js."): said[lang] for key, said in texts.items() if key.startswith("web.js.")}
    return quote_json(json.dumps(own, ensure_ascii=False))
