"""companion icons: a set is added once and found by words; each refusal has a way out."""

import json
from pathlib import Path

import pytest

INFO = {"name": "Tools", "author": {"name": "Ola"}, "license": {"title": "CC BY 3.0"}}


def test_a_set_is_added_and_found(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder on stdout, its author and licence beside it; NC is refused, a word of no icon too."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    body = {"body": '<path d="M0 0h9v9z"/>'}
    icons = {"prefix": "tools", "icons": {"sword": body, "axe": body, "glow": {"body": "<text/>"}}}
    (tmp_path / "icons.json").write_text(json.dumps(icons))
    (tmp_path / "info.json").write_text(json.dumps(INFO))
    code, out, error = run("icons", "add", str(tmp_path / "icons.json"))
    assert (code, Path(out.strip()).name) == (0, "tools")
    assert "Tools by Ola, CC BY 3.0. Icons: 2." in error
    assert "glow (glow:1: <text> is not allowed" in error
    assert run("icons", "find", "swo") == (0, "tools/sword\n", "")
    code, _, error = run("icons", "find", "hammer", "--lang", "uk")
    assert code == 2
    assert "companion icons add" in error
    (tmp_path / "info.json").write_text(json.dumps({**INFO, "license": {"spdx": "CC-BY-NC-4.0"}}))
    code, _, error = run("icons", "add", str(tmp_path / "icons.json"), "--lang", "pl")
    assert code == 1
    assert "CC-BY-NC-4.0" in error
