"""Packages for tests that bring games: their entry points lie in a folder on sys.path, as pip leaves them."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core import plugins, resources

Install = Callable[..., Path]
FERRY = Path(__file__).parents[1] / "examples" / "ferry"
FERRY_DATA = FERRY / "ferry_game" / "data"


@contextmanager
def ferry(folder: Path) -> Iterator[None]:
    """Context manager: the game of examples/ferry is installed."""
    sys.path.insert(0, str(FERRY))
    try:
        with packages(folder) as install:
            install("ferry-game", {"ferry": "ferry_game.game"})
            yield
    finally:
        sys.path.remove(str(FERRY))


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
        with resources.using_folder(None):  # a command that prints a package's game looks into its folder first
            yield install
    finally:
        sys.path.remove(str(site))
        for module in set(sys.modules) - before:
            if str(site) in str(getattr(sys.modules[module], "__file__", "")):
                del sys.modules[module]
        plugins.forget_plugins()
