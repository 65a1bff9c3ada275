"""Templates and static files: what every page may call, the icons a game names, addresses that never go stale.

Knows templates/, those of the games, static/ and cards/art/; no table and no request.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from companion.content.load import SHARED, languages, load
from companion.content.model import Content, Row
from companion.core import resources
from companion.core.messages import Ref
from companion.core.visible import show_hidden
from companion.games import GAMES, get
from companion.play.game import seats
from companion.play.journal.table_options import APP, REAL, REAL_OPTIONS
from companion.web.page import typefaces
from companion.words.wording import Voice

HERE = Path(__file__).parents[1]
TABLE_ONLY_TEMPLATE = (
    "{% block sheet %}<pre class=lines>{{ lines()|join('\n') }}</pre>{% endblock %}"
    "{% block act %}{% endblock %}{% block more %}{% endblock %}"
)
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
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
    """A static file: media type, bytes, the same packed by gzip, and the version that its address carries."""

    kind: str
    body: bytes
    gzipped: bytes
    version: str


@cache
def files() -> dict[str, File]:
    """Every static file by name, with `GAME.svg` for the drawings that a game's drawings.txt names."""
    found = {path.name: path.read_bytes() for path in sorted((HERE / "static").iterdir()) if path.suffix in KINDS}
    for game in GAMES:
        if names := _names_in_list(game, "drawings.txt"):
            found[f"{game}.svg"] = f'<svg xmlns="http://www.w3.org/2000/svg">{_symbols(names)}</svg>'.encode()
    found["tracker.css"] = typefaces.font_face_rules(f"?v={typefaces.version()}").encode() + found["tracker.css"]
    return {name: _file(KINDS[Path(name).suffix], body) for name, body in found.items()}


def _file(kind: str, body: bytes) -> File:
    return File(kind, body, gzip.compress(body, 9, mtime=0), hashlib.sha256(body).hexdigest()[:10])


def typeface_of(name: str) -> str:
    """The name in typefaces.FILES of a file; empty if none is called so."""
    found = name.removesuffix(typefaces.SUFFIX)
    return found if name.endswith(typefaces.SUFFIX) and found in typefaces.FILES else ""


def file_version(name: str) -> str:
    """The version of a static file; empty if there is none."""
    if typeface_of(name):
        return typefaces.version()
    file = files().get(name)
    return file.version if file else ""


def static_url(name: str) -> str:
    """The address of a static file, another one for every version of it."""
    return f"/static/{name}?v={file_version(name)}"


def icon(name: str, css: str = "") -> Markup:
    """An icon of the page's sprite, drawn in the colour of the text."""
    return Markup('<svg class="{}" aria-hidden="true"><use href="#i-{}"/></svg>').format(f"i {css}".strip(), name)


@lru_cache(maxsize=16)
def sprite(game: str) -> Markup:
    """The icons that a game's icons.txt names, one a line, as symbols to be used by `icon`."""
    return _sprite(_icons(game))


def used_sprite(game: str, drawn: str) -> Markup:
    """Of those only the ones that a drawing uses."""
    used = set(re.findall(r'href="#i-([\w-]+)"', drawn))
    return _sprite([name for name in _icons(game) if name.rpartition("/")[2] in used])


def drawing_url(game: str, name: str) -> str:
    """The address of a drawing that stands in a file of its own, not on every page (drawings.txt)."""
    return f"{static_url(f'{game}.svg')}#i-{name}"


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
    """The folder of a game's own templates, which need not be there."""
    return HERE.parent / "games" / game / "templates"


@cache
def _environment() -> Environment:
    games = {game: FileSystemLoader(_template_folder(game)) for game in GAMES}
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(games)]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_show_hidden,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals.update(static=static_url, icon=icon, drawing=drawing_url)
    return environment


@cache
def _table_environment() -> Environment:
    """The same, where a game's template of the table shows nothing but what lies on it."""
    whole = _environment()
    only = DictLoader({"board.html": TABLE_ONLY_TEMPLATE})
    assert whole.loader is not None
    return whole.overlay(loader=ChoiceLoader([only, whole.loader]), cache_size=50)


def _show_hidden(value: Any) -> Any:
    """Whatever a template puts in, with its hidden characters shown, unless it is markup of ours."""
    return show_hidden(value) if type(value) is str else value


def preload() -> None:
    """Read and compile now what the first phones would wait for; nothing looks for a file after it."""
    files()
    for game in GAMES:
        sprite(game)
        board_template(game)
        _art_templates(game)
    for name in _environment().list_templates(extensions=["html", "svg"]):
        _environment().get_template(name)
        if "/" in name or name == "parts.html":  # those of games, and what they use
            _table_environment().get_template(name)
    for id in (*GAMES, SHARED):
        for lang in load(id).languages:
            load(id).texts.catalog(lang)
    for lang in languages():
        script_words(lang)


@lru_cache(maxsize=64)
def voice(lang: str, game: str = "") -> Voice:
    """Speaks on pages that belong to no table."""
    return Voice(lang or "en", load(game) if game else None)


def render(template: str, voice: Voice, path: str, /, **context: Any) -> str:
    """A page in the language of `voice`; `path` is its own address, for the language links."""
    return _environment().get_template(template).render(_page_values(voice, path), **context)


def _page_values(voice: Voice, path: str) -> dict[str, Any]:
    says = {"say": voice.say, "name": partial(name_of, voice), "percent": voice.percent, "ref": Ref}
    return {**says, "lang": voice.lang, "langs": language_names(), "path": path, "alone": False}


def draw_table(game: str, voice: Voice, path: str, shown: dict[str, Any]) -> Markup:
    """What a game's template of the table draws of the table itself, for a page that nobody acts on.

    shown: what the template of the table is given.
    """
    voiced = {**_page_values(voice, path), **shown, "can": False, "acting": ""}
    return Markup(
        "".join(
            _table_environment().get_template(name).render(voiced)
            for name in (*_art_templates(game), board_template(game))
        )
    )


@cache
def _art_templates(game: str) -> tuple[str, ...]:
    """The game's own template of what its drawn table needs, if it has one."""
    return (f"{game}/art.html",) if (_template_folder(game) / "art.html").is_file() else ()


@cache
def language_names() -> dict[str, str]:
    """What each language calls itself."""
    return dict(load(SHARED).texts["language.name"])


def name_of(voice: Voice, kind: str, id: str, field: str = "name") -> str:
    """The name of an id of content/, or of a player."""
    return voice.name(Ref(kind, id, field))


@cache
def board_template(game: str) -> str:
    """The name of the game's own template of the table, or of the one for every game."""
    return f"{game}/board.html" if (_template_folder(game) / "board.html").is_file() else "board.html"


def id_and_name_rows(rows: Sequence[Row], voice: Voice) -> list[dict[str, Any]]:
    """Rows of content/ as `{id, name}`."""
    return [{"id": row.id, "name": row["name"][voice.lang]} for row in rows]


@lru_cache(maxsize=8)
def game_choices(lang: str) -> list[dict[str, Any]]:
    """What the form of a new table offers."""
    out = []
    for id in GAMES:
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
                "seats_min": info["seats_min"],
                "seats_max": info["seats_max"],
            }
        )
    return out


def _player_limits(id: str, content: Content, variant: str) -> dict[str, Any]:
    """How many people may play a variant, and which seats there are to choose from."""
    game = get(id)
    numbers = seats.people_numbers(game, content, variant)
    return {
        "least": numbers[0],
        "most": numbers[-1],
        "seats": [row.id for row in seats.free_seats(game, content, variant)],
    }


def real_options(content: Content) -> list[dict[str, Any]]:
    """What a table may have of its own: the option, what it is of, both its words, and which of them is usual."""
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
    """The options of a game as a form shows them: a flag, `on` from the start or not, a list, or (None) anything."""
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
    """JSON that may stand in a page."""
    return Markup(data.replace("<", "\\u003c").replace("&", "\\u0026"))


@lru_cache(maxsize=8)
def script_words(lang: str) -> Markup:
    """What the script says, as JSON by key."""
    texts = load(SHARED).texts
    own = {key.removeprefix("web.js."): said[lang] for key, said in texts.items() if key.startswith("web.js.")}
    return quote_json(json.dumps(own, ensure_ascii=False))
