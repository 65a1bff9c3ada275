"""Packages for tests that bring games: their entry points lie in a folder on sys.path, as pip leaves them."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core import plugins

Install = Callable[..., Path]


@contextmanager
def packages(folder: Path) -> Iterator[Install]:
    """Context manager: `install(name, games={...}, content={...}, MODULE=source)` until its end.

    games, content: id -> object of each entry point. Returns the folder that the modules lie in.
    """
    site, before = folder / "site", set(sys.modules)

    def install(name: str, games: dict[str, str] | None = None, content: dict[str, str] | None = None, /, **code: str):
        info = site / f"{name.replace('-', '_')}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        lines = [f"[{plugins.GAMES}]", *[f"{id} = {at}" for id, at in (games or {}).items()]]
        lines += [f"[{plugins.CONTENT}]", *[f"{id} = {at}" for id, at in (content or {}).items()]]
        (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
        for module, source in code.items():
            (site / f"{module}.py").write_text(source, encoding="utf-8")
        plugins.forget_plugins()
        return site

    sys.path.insert(0, str(site))
    try:
        yield install
    finally:
        sys.path.remove(str(site))
        for module in set(sys.modules) - before:
            if str(site) in str(getattr(sys.modules[module], "__file__", "")):
                del sys.modules[module]
        plugins.forget_plugins()
