"""Large drawings of the package are kept as they were read."""

import pytest

from companion.content import kept_values
from companion.core import resources
from companion.core.errors import FaceError
from companion.pdf import kept_drawings, svg

NAME = "cards/art/dice/road-basic.svg"


@pytest.fixture
def kept(tmp_path, monkeypatch, content_copy):
    """The folder of kept drawings."""
    monkeypatch.setattr(kept_values, "_folder", lambda: tmp_path / "kept")
    return tmp_path / "kept" / kept_drawings.KIND


def test_a_large_drawing_is_parsed_once(kept, monkeypatch):
    """What was kept is the drawing itself, until the file changes."""
    path = resources.root() / NAME
    before = svg.read_drawing(path)
    assert kept_drawings.read_drawing(path) == before
    parsed = svg.VectorDrawing((0.0, 0.0, 1.0, 1.0), ())
    monkeypatch.setattr(svg, "read_drawing", lambda path: parsed)
    assert kept_drawings.read_drawing(path) == before
    assert type(kept_drawings.read_drawing(path).parts[0].matrix) is tuple
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert kept_drawings.read_drawing(path) == parsed


def test_a_drawing_with_a_fault_is_not_kept(kept):
    path = resources.root() / NAME
    path.write_text(path.read_text(encoding="utf-8").replace("</svg>", "<image/></svg>"), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(FaceError, match="image"):
            kept_drawings.read_drawing(path)
    assert not kept.exists()


def test_small_ones_and_those_of_ones_own_are_parsed(kept, tmp_path):
    kept_drawings.read_drawing(resources.root() / "cards/art/icons/army.svg")
    own = tmp_path / "own.svg"
    own.write_bytes((resources.root() / NAME).read_bytes())
    kept_drawings.read_drawing(own)
    assert not kept.exists()
