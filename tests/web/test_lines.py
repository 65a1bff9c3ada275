"""What is sent after every move: new lines, and the numbers of those that the phone keeps."""

from __future__ import annotations

from companion.web.page.line_diff import EMPTY, MAX_LINES
from tests.web.serving import Stream


class Kept:
    """What the script of a phone does with frames."""

    def __init__(self):
        self.lines = []

    def html(self, fresh, lines):
        self.lines = [] if fresh else self.lines
        out = []
        for part in lines:
            new = [part] if isinstance(part, str) else []
            out += new or self.lines[part[0] : part[0] + part[1]]
            self.lines += new
        return "\n".join(out)


def test_what_is_kept_is_named_by_its_place():
    """New texts once, the others as runs."""
    *sent, kept = EMPTY.encode(["a", "b", "c", "b"])
    assert sent == [True, ["a", "b", "c", [1, 1]]]
    *sent, then = kept.encode(["a", "b", "d", "c"])
    assert sent == [False, [[0, 2], "d", [2, 1]]]
    assert then.encode(["c", "d", "a"])[:2] == (False, [[2, 2], [0, 1]])
    assert kept.encode(["d"])[:2] == (False, ["d"])  # what another phone keeps is not changed


def test_a_phone_keeps_no_more_than_it_has_to():
    """Then all is sent anew."""
    phone = Kept()
    many = [str(number) for number in range(MAX_LINES + 1)]
    *sent, kept = EMPTY.encode(many)
    assert phone.html(*sent) == "\n".join(many)
    fresh, lines, _ = kept.encode(["1", "x"])
    assert (fresh, lines) == (True, ["1", "x"])
    assert phone.html(fresh, lines) == "1\nx"


def test_a_stream_of_lines_is_the_page(seated, code):
    """After every move the same as the whole, but for what forms have seen; the second frame is small."""
    (phone,) = seated("frodo")
    kept, sizes = Kept(), []
    with Stream(phone, f"/{code}/live?after=0&lines=1", {}) as stream:
        for text in ("one", "two", "three"):
            assert phone.do(code, "note", text=text).status == 200
            seq = phone.get(f"/{code}/now?after=0").json["seq"]
            data = {"seq": 0}
            while data["seq"] < seq:
                data = stream.next().data
                html = kept.html(data["fresh"], data["lines"])
                sizes.append(sum(len(part) for part in data["lines"] if isinstance(part, str)))
            whole = phone.get(f"/{code}/now?after=0").json["html"]
            assert html == whole.replace(f'name="seen" value="{seq}"', 'name="seen"')
    assert sizes[-1] * 4 < sizes[0]
