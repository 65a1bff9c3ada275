"""What Python finds in the browser is enough: with the standard library alone every module can be imported."""

import subprocess
import sys
import tarfile

import pytest
from jinja2 import ModuleLoader

from companion.browser import bundle, pages, print_inks
from companion.core import resources
from companion.web.page import templates

# Modules of the browser itself, and what only it has.
ONLY_THERE = ("companion/browser/worker.py",)
IMPORTED = """
import importlib, shutil, sys
app, press, names, late = sys.argv[1:]
sys.path.insert(0, app)
for name in names.split():
    importlib.import_module(name)
shutil.copytree(press, app, dirs_exist_ok=True)
importlib.invalidate_caches()
for name in late.split():
    importlib.import_module(name)
lent = sorted(name for name, module in sys.modules.items() if "-packages" in (getattr(module, "__file__", "") or ""))
print(*lent)
"""


def modules(files):
    names = [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in files]
    return [
        module
        for name, module in zip(files, names, strict=True)
        if name.startswith("companion/") and name.endswith(".py") and name not in ONLY_THERE
    ]


def names(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def unpacked(site_folder, tmp_path):
    """Folders `app` and `press`, unpacked from the folder of `companion site`."""
    for name in ("app", "press"):
        with tarfile.open(site_folder / "engine" / f"{name}.tar.xz") as packed:
            packed.extractall(tmp_path / name, filter="data")
    return tmp_path


@pytest.mark.tier("exhaustive")
def test_an_archive_imports_all_its_modules(unpacked):
    """The first one alone; then what waits for the second, once that is unpacked into the same folder.

    They share no file.
    """
    assert not names(unpacked / "app") & names(unpacked / "press")
    app, late = modules(sorted(names(unpacked / "app"))), modules(sorted(names(unpacked / "press")))
    waiting = [name for name in app if name.startswith("companion.browser.print")]
    first = [name for name in app if name not in waiting]
    call = [unpacked / "app", unpacked / "press", " ".join(first), " ".join(waiting + late)]
    ran = subprocess.run([sys.executable, "-S", "-I", "-c", IMPORTED, *map(str, call)], capture_output=True, text=True)
    assert first
    assert late
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.split() == []


def test_the_same_files_make_the_same_bytes():
    files = {"b.txt": b"2", "a.txt": b"1"}
    assert bundle.archive(files) == bundle.archive(dict(sorted(files.items())))


def test_every_template_is_there_as_python(site_folder):
    """With its source, by which templates are listed."""
    folder = f"companion/web/{templates.GENERATED}/"
    names = pages.environment().list_templates(extensions=templates.SUFFIXES)
    with tarfile.open(site_folder / "engine" / "app.tar.xz") as packed:
        generated = {name.removeprefix(folder) for name in packed.getnames() if name.startswith(folder)}
    assert generated == {ModuleLoader.get_module_filename(name) for name in names}


def test_drawings_of_inks_come_as_they_are(tmp_path):
    """Each is restored from what it shares with the usual drawing."""
    inks, art = bundle.inks(), bundle._tree(resources.ART)
    usual = {name: art[print_inks.usual_drawing(name)] for name in inks}
    for name, data in {**inks, **{print_inks.usual_drawing(name): data for name, data in usual.items()}}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    print_inks.restore_files(tmp_path)
    assert {name for name in art if ".saver." in name} == set(inks)
    assert {name: (tmp_path / name).read_bytes() for name in inks} == {name: art[name] for name in inks}
    assert sum(map(len, inks.values())) < sum(len(art[name]) for name in inks)
