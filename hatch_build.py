"""What an install has otherwise than the checkout: the type, taken from the packages of it; in a wheel also the
drawings, half of what it installs, packed, and the licences beside the data. companion/core/resources.py finds both.
"""

import gzip
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DATA = "companion/_data"
LICENCES = ("NOTICE", "LICENSE", "LICENSES")


TYPE = Path("companion", "type")
FACES = {
    "font_source_serif_pro": ("SourceSerifPro-Regular.ttf", "SourceSerifPro-Semibold.ttf", "SourceSerifPro-Bold.ttf"),
    "font_source_sans_pro": ("SourceSansPro-Regular.ttf", "SourceSansPro-Semibold.ttf", "SourceSansPro-Bold.ttf"),
}


class DataOfTheInstall(BuildHookInterface):
    """The same bytes for the same checkout; an editable install finds the type in it, which git ignores."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put in what pyproject.toml leaves out."""
        root, put = Path(self.root), build_data["force_include"]
        faces = {TYPE / file: _folder(package) / file for package, files in FACES.items() for file in files}
        if version == "editable":
            (root / TYPE).mkdir(exist_ok=True)
            for name, face in faces.items():
                (root / name).write_bytes(face.read_bytes())
            return
        put |= {str(face): name.as_posix() for name, face in faces.items()}
        self.packed = TemporaryDirectory()
        for name in LICENCES:
            put[str(root / name)] = f"{DATA}/{name}"
        for drawing in sorted((root / "cards" / "art").rglob("*.svg")):
            name = drawing.relative_to(root).with_suffix(".svgz").as_posix()
            packed = Path(self.packed.name, name)
            packed.parent.mkdir(parents=True, exist_ok=True)
            packed.write_bytes(gzip.compress(drawing.read_bytes(), mtime=0))
            put[str(packed)] = f"{DATA}/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written."""
        if version != "editable":
            self.packed.cleanup()


def _folder(package: str) -> Path:
    """Where a font package keeps its files; its code is not run."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"the package {package} with the type is not installed")
    return Path(spec.submodule_search_locations[0], "files")
