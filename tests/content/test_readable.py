"""What people read and change in an editor: files of facts, faces and layouts."""

from companion.core import resources

LONGEST = 200  # characters


def test_no_line_is_longer_than_a_screen():
    """A long flow mapping goes on in the next line."""
    files = [path for room in ("content", "cards", "layouts") for path in (resources.root() / room).rglob("*.yaml")]
    long = [
        f"{path.relative_to(resources.root())}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert len(files) > 200
    assert not long
