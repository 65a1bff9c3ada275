"""QR codes of terminals and pages, read back by a reader of QR codes."""

import re

import pytest
from PIL import Image

from companion.core.errors import FaceError
from companion.play.journal.store import SqliteStore
from companion.web.page import qr
from tests.web.codes import read, shown
from tests.web.serving import Server

ADDRESS = "http://192.168.100.100:8000/abcdef"
ADDRESSES = [ADDRESS, "http://10.0.0.1:8000/", "https://tracker.example.org/abcdef?invite=" + "A" * 80]


def drawn(markup: str) -> Image.Image:
    """The squares of the SVG, as its path says."""
    view = re.search(r'viewBox="0 0 (\d+) \1"', markup)
    paths = re.findall(r'<path(?: fill="#fff")? d="([^"]+)"', markup)
    assert view
    assert len(paths) == 2
    side = int(view.group(1))
    picture = Image.new("L", (side, side), 255)
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", paths[1])
    assert "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in runs) == paths[1]
    for x, y, length in runs:
        for step in range(int(length)):
            picture.putpixel((int(x) + step, int(y)), 0)
    return picture


@pytest.mark.parametrize("ground", [0, 255], ids=["dark", "light"])
@pytest.mark.parametrize("address", ADDRESSES, ids=len)
def test_a_terminal_with_colours(address, ground):
    """Black on white with its quiet zone, on dark and on light ground."""
    assert read(shown(qr.draw_terminal(address, True), ground), try_invert=False) == [address]


@pytest.mark.parametrize("address", ADDRESSES, ids=len)
def test_a_terminal_without_colours(address):
    """Right on a dark ground; on a light one reversed, which readers take as well. No control characters."""
    text = qr.draw_terminal(address, False)
    assert "\x1b" not in text
    assert read(shown(text, 0), try_invert=False) == [address]
    assert read(shown(text, 255)) == [address]


@pytest.mark.parametrize("colours", [True, False])
def test_lines_of_a_terminal(colours):
    """All of one width, which is known before; small enough for 80 x 24."""
    lines = re.sub(r"\x1b\[[\d;]*m", "", qr.draw_terminal(ADDRESS, colours)).split("\n")
    assert {len(line) for line in lines} == {qr.terminal_width(ADDRESS)} == {37}
    assert len(lines) == 19


def test_colours_end_with_their_line():
    """What is printed next has the terminal's own."""
    assert all(line.endswith("\x1b[0m") for line in qr.draw_terminal(ADDRESS, True).split("\n"))


@pytest.mark.parametrize("address", ADDRESSES, ids=len)
def test_a_picture_of_a_page(address):
    """Read back from what the SVG draws; four modules are free all around."""
    picture = drawn(qr.draw_svg(address, "QR"))
    assert read(picture.resize((picture.width * 4,) * 2, Image.Resampling.NEAREST), try_invert=False) == [address]
    assert picture.point(lambda value: 255 - value).getbbox() == (4, 4, picture.width - 4, picture.width - 4)


def test_a_picture_says_what_it_is():
    """A label for screen readers, its letters made harmless; nothing that a strict page forbids."""
    markup = qr.draw_svg(ADDRESS, 'Table "of" <Ania> & Bo')
    assert 'role="img" aria-label="Table &quot;of&quot; &lt;Ania&gt; &amp; Bo"' in markup
    assert 'shape-rendering="crispEdges"' in markup
    assert not re.search(r"style|script|\son\w+=|href", markup)


@pytest.mark.parametrize("draw", [lambda text: qr.draw_svg(text, ""), lambda text: qr.draw_terminal(text, True)])
def test_a_text_too_long(draw):
    """Said so, not drawn wrong."""
    with pytest.raises(FaceError):
        draw("x" * 5000)


def test_the_host_is_shown_the_number_too(path, code):
    """A second code and every number, for phones that find no names; players are shown the first address only."""
    numbers = ["http://192.168.1.5:8000", "http://10.0.0.2:8000"]
    server = Server(lambda: SqliteStore(path), numbers=numbers)
    try:
        page = server.owner().get(f"/{code}").text.partition('id="numbers"')[2]
        assert read(drawn(page)) == [f"{numbers[0]}/{code}"]
        assert all(f">{number}/{code}</a>" in page for number in numbers)
        assert numbers[0] not in server.phone().get(f"/{code}").text
    finally:
        server.stop()
