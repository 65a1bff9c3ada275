"""What runs when."""

from tests.tiers import FIRST, HERE, TIERS, place


def test_what_runs_later_is_there():
    """No name of a file or folder that has become another, and a tier that exists."""
    assert [name for name in FIRST if not (HERE / name).exists()] == []
    assert set(FIRST.values()) <= set(TIERS)


def test_a_file_is_found_by_its_folder():
    """However deep it lies; what is not listed runs always."""
    assert place(HERE / "web" / "script" / "test_live.py") == "web"
    assert place(HERE / "faces" / "test_hostile.py") == "faces/test_hostile.py"
    assert place(HERE / "test_each.py") is None
    assert place(HERE.parent / "web") is None


def test_the_quick_tier_needs_no_browser_server_or_database():
    """Wherever a file of tests drives one, it or its folder runs later."""
    needs = ("playwright", "tests.web.serving", "tests.stores.cluster", "tests.web.asgi")
    files = [path for path in HERE.rglob("test_*.py") if path.name != "test_tiers.py"]
    found = [path for path in files if any(f"from {need}" in path.read_text("utf-8") for need in needs)]
    assert len(found) > 20
    assert [path.name for path in found if FIRST.get(place(path), "quick") == "quick"] == []
