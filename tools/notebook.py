"""Run a Jupyter notebook without Jupyter: its cells in one namespace, what they show as Markdown.

MkDocs calls `render` (docs_site.py), tests too. A notebook for readers needs no kernel, which would bring 45 packages.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from html import escape
from pathlib import Path
from typing import Any


def render(notebook: Path, run: bool = True) -> str:
    """Return the notebook as Markdown, each code cell with what it shows if it is run. Raises what a cell raises."""
    names: dict[str, Any] = {"__name__": "notebook"}
    parts = []
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(text)
        else:
            parts.append(f"```python\n{text}\n```\n\n{run_cell(text, names) if run else ''}")
    return "\n\n".join(parts) + "\n"


def run_cell(code: str, names: dict[str, Any]) -> str:
    """Run a cell and return as HTML what it prints, and the value of its last expression."""
    tree, value = ast.parse(code), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    said = f"<pre>{escape(printed.getvalue())}</pre>" if printed.getvalue() else ""
    return f'<div class="shown">{said}{show(value)}</div>' if said or value is not None else ""


def show(value: Any) -> str:
    """Return a value as a notebook shows it: SVG, HTML, or its `repr`."""
    if value is None:
        return ""
    for method in ("_repr_svg_", "_repr_html_"):
        if hasattr(value, method):
            return str(getattr(value, method)())
    return f"<pre>{escape(repr(value))}</pre>"
