"""The files that Python finds in the browser, as three archives: `app` to play and to check, `press` for the first
print, `inks` for the first one in an ink that has drawings of its own.

Own modules, the pure Python of the libraries they import, content as published JSON (content/precompiled.py),
templates, drawings and type. All lies in one folder there; companion/core/resources.py finds it as in a checkout.
"""

from __future__ import annotations

import io
import lzma
import tarfile
from collections.abc import Callable, Container
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.browser import pages, print_inks
from companion.content import po, precompiled, strict_yaml
from companion.core import plugins, resources
from companion.core.errors import ContentError
from companion.core.plugins import Plugin
from companion.games import GAMES, playable_games
from companion.pdf.font_files import FONTS, TYPE
from companion.web.page import card_faces, templates

PRINTING = ("faces", "sheets", "pdf", "icons", "exports", "press", "gallery")  # rooms that only the press needs
LEFT_OUT = (  # what runs in no browser, and what proves faces
    *(
        "api/",
        "cli/",
        "paper/",
        "simulation/",
        "environments/",
        "__main__.py",
        "core/version.py",
        "core/second_process.py",
        "stores/postgres.py",
    ),
    *("gallery/folder.py", "gallery/server.py"),
    *(f"icons/{name}.py" for name in ("added", "flat_svg", "iconify")),
    *(f"games/{game}/{name}.py" for game in GAMES for name in ("observation", "vector")),
    *(f"browser/{name}.py" for name in ("build", "bundle", "index_page", "pyodide_files")),
    *(f"exports/{name}.py" for name in ("cutter", "gamut", "pack_notes", "pdf_pages", "png", "preview")),
    *(f"exports/{name}.py" for name in ("raster", "shops", "tts")),
    *(f"press/{name}.py" for name in ("kept_proofs", "plural_check", "proof", "two_processes")),
    *("web/server/mdns.py", "web/server/slow_clients.py", "web/table/odds_counter.py", "web/result/photo_reader.py"),
    *("web/server/webhooks.py", "web/table/turn_messages.py"),
    *("web/process.py", "web/workers.py", "web/server/dispatcher.py", "web/server/collector.py"),
    "web/page/font_subset.py",
)
NEEDED_BY_PAGES = ("faces/__init__.py", "faces/qr.py", "faces/model.py", "faces/tags.py")

PRESET = 9  # of LZMA: as small as can be
WINDOW = 8 * 2**20  # bytes that are needed to unpack; the memory that Python once took it keeps

Wanted = Callable[[str], bool]


def _without(*parts: str) -> Wanted:
    return lambda name: not any(part in name for part in parts)


def _only(*starts: str) -> Wanted:
    return lambda name: name.startswith(starts)


APP: dict[str, Wanted] = {  # distributions and which of their modules
    "fonttools": _without(""),  # its version alone, which stands in the addresses of the type
    "anyio": _without("_trio", "pytest_plugin", "to_interpreter", "to_process"),
    "idna": _without("codec"),
    "jinja2": _without("ext", "nativetypes"),
    "markupsafe": _without("_speedups"),
    "polib": _without(),
    "pyyaml": _without("cyaml"),
    "starlette": _without("testclient", "staticfiles", "schemas", "graphql", "wsgi", "templating"),
    "typing_extensions": _without(),
}
OUTLINES = {  # of fontTools what reads a font and draws its letters
    "": ("__init__", "unicode", "config/__init__", "encodings/__init__", "encodings/codecs"),
    "misc/": (
        *("__init__", "arrayTools", "bezierTools", "configTools", "cython", "encodingTools", "filenames", "fixedTools"),
        *("loggingTools", "roundTools", "sstruct", "textTools", "timeTools", "transform", "vector", "xmlWriter"),
    ),
    "pens/": ("__init__", "basePen", "filterPen", "pointPen", "recordingPen", "svgPathPen", "transformPen"),
    "ttLib/": ("__init__", "sfnt", "standardGlyphOrder", "ttCollection", "ttFont", "ttGlyphSet"),
    "ttLib/tables/": (
        *("__init__", "D_S_I_G_", "DefaultTable", "_c_m_a_p", "_g_l_y_f", "_h_e_a_d", "_h_h_e_a", "_h_m_t_x"),
        *("_l_o_c_a", "_m_a_x_p", "_p_o_s_t", "ttProgram"),
    ),
}
UNUSED_OF_REPORTLAB = (  # modules of its lib that its canvas and fonts do not import
    *("PyFontify", "attrmap", "codecharts", "corp", "fontfinder", "formatters", "normalDate", "pygments2xpre"),
    *("randomtext", "sequencer", "styles", "testutils", "textsplit", "validators", "yaml"),
)
PRESS: dict[str, Wanted] = {
    "qrcode": _without("tests", "console", "styles", "styled", "release"),
    "fonttools": _only(*(f"fontTools/{room}{name}.py" for room, names in OUTLINES.items() for name in names)),
    "rectpack": _without(),
    "reportlab": _without(
        *("/graphics/", "/platypus/", "/tools/"),
        *(f"reportlab/lib/{name}.py" for name in UNUSED_OF_REPORTLAB),
    ),
}


def app() -> dict[str, bytes]:
    """Files of `app` by name."""
    files = {name: data for name, data in _own_modules().items() if not _prints(name)}
    for names in (_libraries(APP), _tree("content"), _pages(), plugin_files(for_press=False)):
        files |= names
    return files


def press(there: Container[str]) -> dict[str, bytes]:
    """Files of `press` by name, without those that are there."""
    files = {name: data for name, data in _own_modules().items() if _prints(name)}
    for names in (_libraries(PRESS), _type(), _tree("cards"), _tree("layouts"), plugin_files(for_press=True)):
        files |= names
    return {name: data for name, data in files.items() if name not in there and not print_inks.usual_drawing(name)}


def inks() -> dict[str, bytes]:
    """Files of `inks` by name."""
    art = {name: data for name, data in _tree(resources.ART).items() if name.endswith(resources.DRAWING)}
    found = {name: usual for name in art if (usual := print_inks.usual_drawing(name))}
    return {
        name: print_inks.shorten(art[name].decode(), art.get(usual, b"").decode()).encode()
        for name, usual in found.items()
    }


def archive(files: dict[str, bytes]) -> bytes:
    """These files as .tar.xz, the same bytes for the same files."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as packed:
        for name in sorted(files):
            info = tarfile.TarInfo(name)
            info.size = len(files[name])
            packed.addfile(info, io.BytesIO(files[name]))
    return lzma.compress(out.getvalue(), filters=[{"id": lzma.FILTER_LZMA2, "preset": PRESET, "dict_size": WINDOW}])


def _prints(name: str) -> bool:
    room = name.removeprefix("companion/")
    return room.partition("/")[0] in PRINTING and room not in NEEDED_BY_PAGES


def _own_modules() -> dict[str, bytes]:
    """Modules of ours."""
    found = {}
    for path in sorted(resources.PACKAGE.rglob("*.py")):
        name = path.relative_to(resources.PACKAGE).as_posix()
        if not name.startswith(LEFT_OUT):
            found[f"companion/{name}"] = path.read_bytes()
    return found


def _pages() -> dict[str, bytes]:
    """Templates, also as Python, and static files of pages, the drawings they show, and the version of card faces."""
    found = {card_faces.NOTED: card_faces.version().encode(), **_generated_templates()}
    for path in sorted(resources.PACKAGE.rglob("*")):
        name = path.relative_to(resources.PACKAGE).as_posix()
        if path.is_file() and ("/templates/" in name or name.startswith("web/static/")):
            found[f"companion/{name}"] = path.read_bytes()
    for name in {name for game in playable_games() for name in templates.drawing_names(game)}:
        drawing = resources.find(f"cards/art/{name}.svg")
        assert drawing is not None  # `companion check` reads the same files
        if drawing.is_relative_to(resources.root()):  # a plugin's own are among its files
            found[f"cards/art/{name}.svg"] = resources.read(drawing)
    return found


def _generated_templates() -> dict[str, bytes]:
    with TemporaryDirectory() as folder:
        pages.environment().compile_templates(folder, extensions=templates.SUFFIXES, zip=None, ignore_errors=False)
        return {
            f"companion/web/{templates.GENERATED}/{path.name}": path.read_bytes() for path in Path(folder).iterdir()
        }


def _tree(folder: str) -> dict[str, bytes]:
    """A folder of data, its YAML and texts as published JSON."""
    top = resources.root()
    paths = sorted(path for path in (top / folder).rglob("*") if path.is_file())
    names = (path.relative_to(top).as_posix().replace(resources.PACKED, resources.DRAWING) for path in paths)
    return {name: _precompiled(path, name) for path, name in zip(paths, names, strict=True)}


def _precompiled(path: Path, name: str) -> bytes:
    if path.suffix == ".yaml":
        return precompiled.to_text(strict_yaml.to_published(strict_yaml.read_or_raise(path, name))).encode()
    if path.suffix in (".po", ".pot"):
        return precompiled.to_text(po.to_published(path, name)).encode()
    return resources.read(path)


def plugin_files(for_press: bool) -> dict[str, bytes]:
    """Packages of other games, and the entry points by which they are found; for the press what only it reads.

    Raises ContentError for a package whose data lies elsewhere.
    """
    found, lines = dict[str, bytes](), [f"[{plugins.GAMES}]"]
    for plugin in filter(None, (plugins.find_plugin(id) for id in playable_games() if id not in GAMES)):
        files = _package_files(plugin)
        found |= {name: data for name, (data, prints) in files.items() if prints == for_press}
        lines.append(f"{plugin.id} = {plugin.module}")
    if found and not for_press:
        about = {
            "METADATA": "Metadata-Version: 2.1\nName: plugins\nVersion: 0\n\n",
            "entry_points.txt": "\n".join(lines),
        }
        found |= {f"plugins-0.dist-info/{name}": text.encode() for name, text in about.items()}
    return found


def _package_files(plugin: Plugin) -> dict[str, tuple[bytes, bool]]:
    """Files of a package by name, each with whether only the press reads it."""
    assert plugin.code is not None
    top = plugin.code.parents[plugin.module.rpartition(".")[0].count(".")]
    package = top / plugin.module.partition(".")[0]
    if not plugin.root.is_relative_to(package):
        raise ContentError([f"{plugin.id} ({plugin.package}): CONTENT is not in the package: {plugin.root}"])
    found = {}
    for path in sorted(path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        inside = path.relative_to(plugin.root).as_posix() if path.is_relative_to(plugin.root) else ""
        data = _precompiled(path, inside) if inside else path.read_bytes()
        prints = inside.startswith(("cards/", "layouts/")) and not inside.startswith("cards/art/")
        found[path.relative_to(top).as_posix()] = data, prints
    return found


def _libraries(wanted: dict[str, Wanted]) -> dict[str, bytes]:
    """Modules of installed distributions, and who made them under which licence."""
    found: dict[str, bytes] = {}
    for name, wants in wanted.items():
        found |= _distribution(name, lambda file, wants=wants: file.endswith(".py") and wants(file))  # type: ignore[misc]
    return found


def _type() -> dict[str, bytes]:
    """The type that the press sets."""
    return {f"companion/{TYPE.name}/{file}": (TYPE / file).read_bytes() for file in FONTS.values()}


def _distribution(name: str, wants: Wanted) -> dict[str, bytes]:
    """Files that are wanted, and what the distribution says of itself: name, version, licence."""
    found = {}
    for file in distribution(name).files or ():
        path = file.as_posix()
        if wants(path):
            found[path] = Path(str(file.locate())).read_bytes()
        elif path.endswith("dist-info/METADATA"):
            found[path] = Path(str(file.locate())).read_bytes().partition(b"\n\n")[0] + b"\n\n"
    return found
