"""docs/notebook.ipynb runs, and the page shows what its cells show."""

from pathlib import Path

import pytest

from tools import notebook

PAGE = Path(__file__).parents[2] / "docs" / "notebook.ipynb"


def test_the_notebook_shows_a_face_a_table_odds_and_what_is_printed() -> None:
    page = notebook.render(PAGE)
    for shown in ("<svg", "Ania", "<table>", "<pre>[&lt;", "## Many games"):
        assert shown in page


def test_a_cell_that_fails_is_no_page(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ipynb"
    broken.write_text('{"cells": [{"cell_type": "code", "source": ["1 / 0"]}]}')
    with pytest.raises(ZeroDivisionError):
        notebook.render(broken)


def test_names_of_players_are_escaped() -> None:
    assert notebook.run_cell("print('<b>')\n'<i>'", {}) == (
        '<div class="shown"><pre>&lt;b&gt;\n</pre><pre>&#x27;&lt;i&gt;&#x27;</pre></div>'
    )
