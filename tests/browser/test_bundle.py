"""What Python finds in the browser is enough: with the standard library alone every module can be imported."""

import subprocess
import sys

import pytest

from companion.browser import bundle

# Modules of the browser itself, and what only it has.
ONLY_THERE = ("companion/browser/worker.py",)
IMPORTED = """
import importlib, sys
sys.path[:0] = sys.argv[1:2]
for name in sys.argv[2:]:
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


def put(files, folder):
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@pytest.fixture(scope="module")
def app():
    return bundle.app()


@pytest.fixture(scope="module")
def press(app):
    return bundle.press(app)


def test_the_archives_share_no_file(app, press):
    assert not set(app) & set(press)


@pytest.mark.parametrize("both", [False, True], ids=["app", "app and press"])
def test_an_archive_imports_all_its_modules(app, press, both, tmp_path):
    files = {**app, **press} if both else app
    put(files, tmp_path)
    late = () if both else ("companion.browser.print",)  # it waits for the press
    wanted = [name for name in modules(files) if not name.startswith(late)] if late else modules(files)
    ran = subprocess.run(
        [sys.executable, "-S", "-I", "-c", IMPORTED, str(tmp_path), *wanted], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.split() == []


def test_the_same_files_make_the_same_bytes():
    files = {"b.txt": b"2", "a.txt": b"1"}
    assert bundle.archive(files) == bundle.archive(dict(sorted(files.items())))
