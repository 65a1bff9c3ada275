"""Every page of the tracker in every state a player meets, brought about by real moves at tables of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from companion import games
from companion.content.load import load
from companion.play.journal.session import Session
from companion.play.journal.store import Store
from tests.web.browser import Phones
from tests.web.serving import PLAYERS, Phone, Server
from tests.web.sheet_photos import form_of, photo_of

LATE = {  # a table whose last turn is Sam's
    "variant": "basic",
    "round": 5,
    "first": "frodo",
    "active": "sam",
    "players": [
        {"name": "Ania", "hobbit": "frodo", "circles": 6, "squares": "xxhwwww"},
        {"name": "Bo", "hobbit": "sam", "circles": 8, "squares": "xxdwwww"},
    ],
}
PAPER = {  # what the sheets say after it
    "frodo": {"hobbit": "frodo", "circles": 6, "squares": "xxhwwww"},
    "sam": {"hobbit": "sam", "circles": 9, "squares": "xxxwwww"},
}
SEATS = ("frodo", "sam", "merry", "pippin")
Cookies = dict[str, str]
Scene = tuple[str, Cookies, Callable[[Page], None]]  # address, who opens it, what is done there first


class Tables:
    """Tables on one server, each brought to the moment that a test wants to see."""

    def __init__(self, server: Server, store: Store) -> None:
        self.server, self.store = server, store

    def table(
        self, *seated: str, variant: str = "advanced", position: dict[str, Any] | None = None, **options: str
    ) -> tuple[str, dict[str, Phone]]:
        """A table of four where phones play these seats; position: where it begins."""
        referee, content = games.get("dice"), load("dice")
        players = [] if position else [f"{PLAYERS[seat]}:{seat}" for seat in SEATS]
        header = referee.rules.header(content, players, variant, options, position)
        session = Session.create(referee, content, {**header, "lang": "en"}, self.store)
        assert isinstance(session, Session), session
        return session.id, {seat: self.server.phone().join(session.id, seat) for seat in seated}

    def owner(self) -> Phone:
        """The one who opened the link of the terminal."""
        return self.server.owner()

    def at(self, path: str, phone: Phone | None = None, then: Callable[[Page], None] | None = None) -> Scene:
        """A page as that phone sees it."""
        return f"{self.server.address}{path}", dict(phone.cookies) if phone else {}, then or (lambda page: None)

    def open(self, phones: Phones, scene: Scene, **how: object) -> Page:
        """The scene in a browser."""
        address, cookies, then = scene
        page = phones.take(address, cookies=cookies, **how)  # type: ignore[arg-type]
        then(page)
        return page

    # --- pages beside the table

    def start(self) -> Scene:
        return self.at("/")

    def start_owner(self) -> Scene:
        self.table()
        return self.at("/", self.owner())

    def start_wrong(self) -> Scene:
        return self.at("/?code=12")

    def log(self) -> Scene:
        code, phones = self.over_table()
        return self.at(f"/{code}/log", phones["frodo"])

    def log_part(self) -> Scene:
        code, phones = self.table("frodo")
        for number in range(202):
            phones["frodo"].do(code, "note", text=f"{number}")
        return self.at(f"/{code}/log?before=104", phones["frodo"])

    def drawn(self) -> Scene:
        """The table after a line, with the way back to it."""
        code, phones = self.rolled("ring,orc,weapon,nazgul,gandalf")
        return self.at(f"/{code}/drawn?after=1", phones["frodo"])

    def result(self) -> Scene:
        code, phones = self.over_table()
        return self.at(f"/{code}/result", phones["sam"])

    def result_host(self) -> Scene:
        """As the host sees it, who may begin anew."""
        code, _ = self.over_table()
        return self.at(f"/{code}/result", self.owner())

    def evenings(self) -> Scene:
        """With dice unfolded."""
        self.over_table()
        return self.at("/evenings", self.owner(), lambda page: page.locator("details.fold summary").first.click())

    def rule_of_a_line(self) -> Scene:
        code, phones = self.over_table()
        return self.at(f"/{code}/rule/DG-ROLL-3?line=2", phones["frodo"])

    def result_early(self) -> Scene:
        code, phones = self.rolled("ring,orc,weapon,nazgul,gandalf")
        return self.at(f"/{code}/result", phones["frodo"])

    def rule(self) -> Scene:
        code, phones = self.table("frodo")
        return self.at(f"/{code}/rule/DG-ROLL-3", phones["frodo"])

    def invite(self) -> Scene:
        code, phones = self.table("frodo")
        return self.at(f"/{code}/invite", phones["frodo"])

    def invited(self) -> Scene:
        code, phones = self.table("frodo")
        page = phones["frodo"].get(f"/{code}/invite").text
        return self.at(page.split('href="' + self.server.address)[1].split('"')[0].replace("&amp;", "&"))

    def problem(self) -> Scene:
        return self.at("/zzzzzz")

    # --- the table

    def seats(self) -> Scene:
        code, _ = self.table("sam")
        return self.at(f"/{code}")

    def roll(self) -> Scene:
        code, phones = self.table(*SEATS)
        return self.at(f"/{code}", phones["frodo"])

    def rolled(self, faces: str) -> tuple[str, dict[str, Phone]]:
        """Frodo has typed a roll."""
        code, phones = self.table(*SEATS)
        assert phones["frodo"].do(code, "roll", rolled=faces).status == 200
        return code, phones

    def keep(self) -> Scene:
        code, phones = self.rolled("white_tree,ring,ring,nazgul,orc")
        return self.at(f"/{code}", phones["frodo"])

    def second(self) -> Scene:
        """Kept are a Ring and a Nazgûl of Bo; another Nazgûl shows."""
        code, phones = self.rolled("ring,orc,nazgul,orc,orc")
        frodo = phones["frodo"]
        assert frodo.do(code, "keep", dice="black,red").status == 200
        assert frodo.do(code, "roll", rolled="weapon,nazgul,gandalf").status == 200
        return self.at(f"/{code}", frodo)

    def kept(self) -> tuple[str, dict[str, Phone]]:
        """Frodo has kept five different symbols."""
        code, phones = self.rolled("gandalf,weapon,ring,nazgul,orc")
        assert phones["frodo"].do(code, "keep", dice="black,yellow,red,blue,green").status == 200
        return code, phones

    def resolve(self) -> Scene:
        code, phones = self.kept()
        return self.at(f"/{code}", phones["frodo"])

    def refused(self) -> Scene:
        code, phones = self.rolled("white_tree,ring,ring,nazgul,orc")

        def then(page: Page) -> None:
            for box in page.locator("input[name=dice]:checked").all():
                box.uncheck()
            page.locator("button.keep").click()
            expect(page.locator("#refused")).to_be_visible()

        return self.at(f"/{code}", phones["frodo"], then)

    def waiting(self) -> Scene:
        code, phones = self.rolled("white_tree,ring,ring,nazgul,orc")
        return self.at(f"/{code}", phones["sam"])

    def unsent(self) -> Scene:
        code, phones = self.table(*SEATS)

        def then(page: Page) -> None:
            expect(page.locator("#people")).to_contain_text("Ania")
            page.route("**/do", lambda route: route.abort())
            page.locator(".bar .go").click()
            expect(page.locator("#waiting")).to_be_visible()
            page.evaluate("dispatchEvent(new Event('offline'))")
            expect(page.locator("#link")).to_be_visible()

        return self.at(f"/{code}", phones["frodo"], then)

    def proposal(self) -> Scene:
        code, phones = self.rolled("white_tree,ring,ring,nazgul,orc")
        assert phones["frodo"].do(code, "propose").status == 200
        return self.at(f"/{code}", phones["sam"])

    def paused(self) -> Scene:
        code, phones = self.table(*SEATS)
        host = self.owner()
        assert host.do(code, "pause").status == 200
        return self.at(f"/{code}", phones["frodo"])

    def host(self) -> Scene:
        code, _ = self.table("sam")
        return self.at(f"/{code}", self.owner(), _unfold)

    def freed(self) -> Scene:
        code, phones = self.table("frodo", "sam")
        frodo = phones["frodo"]

        def then(page: Page) -> None:
            if page.locator("#freed").is_hidden():
                assert self.owner().do(code, "free", seat="frodo").status == 200
            expect(page.locator("#freed")).to_be_visible()

        return self.at(f"/{code}", frodo, then)

    def stopped(self) -> Scene:
        code, phones = self.table(*SEATS)
        assert self.owner().do(code, "end").status == 200
        return self.at(f"/{code}", phones["frodo"])

    def unfolded(self) -> Scene:
        code, phones = self.table(*SEATS)
        return self.at(f"/{code}", phones["frodo"], _unfold)

    def over_table(self) -> tuple[str, dict[str, Phone]]:
        """One turn of Frodo that throws all others out."""
        code, phones = self.table(*SEATS, variant="basic", squares="1", end_variant="true")
        frodo = phones["frodo"]
        rolls = ["ring,weapon,nazgul,nazgul,nazgul", "nazgul,nazgul", "nazgul"]
        for shown, dice in zip(rolls, ("black,yellow,red", "blue", "green"), strict=True):
            assert frodo.do(code, "roll", rolled=shown).status == 200
            assert frodo.do(code, "keep", dice=dice).status == 200
        assert frodo.do(code, "resolve").status == 200
        return code, phones

    def sheets_table(self) -> tuple[str, dict[str, Phone]]:
        """A table of two that has just ended with the sheets of PAPER."""
        code, phones = self.table("frodo", "sam", variant="basic", position=LATE)
        sam = phones["sam"]
        assert sam.do(code, "roll", rolled="gandalf,weapon,ring,nazgul,orc").status == 200
        assert sam.do(code, "keep", dice="black,yellow,red,blue,green").status == 200
        assert sam.do(code, "resolve").status == 200
        return code, phones

    def sheet(self) -> Scene:
        """Sam's sheet is in; Frodo's shows another circle."""
        code, phones = self.sheets_table()
        for seat, says in PAPER.items():
            marked = {**says, "circles": 9 if seat == "sam" else 7}
            assert phones["sam"].post(f"/{code}/sheet", form_of(marked)).status == 303
        return self.at(f"/{code}/sheet", phones["frodo"])

    def sheet_read(self) -> Scene:
        """A photo with a circle that was crossed out."""
        code, phones = self.sheets_table()
        photo = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": photo_of(PAPER["frodo"], ("gondor",))}

        def then(page: Page) -> None:
            page.locator("#photo-file").set_input_files(photo)
            expect(page.locator("#sheet")).to_be_visible()

        return self.at(f"/{code}/sheet", phones["frodo"], then)

    def over(self) -> Scene:
        code, phones = self.over_table()
        return self.at(f"/{code}", phones["sam"])


def _unfold(page: Page) -> None:
    """Everything that can be opened."""
    page.evaluate("document.querySelectorAll('main details, .side details').forEach((part) => (part.open = true))")


SCENES = (
    *("start", "start_owner", "start_wrong", "seats", "invited", "roll", "keep", "second", "resolve", "refused"),
    *("waiting", "unsent", "proposal", "paused", "host", "freed", "stopped", "unfolded", "over", "log", "log_part"),
    *("drawn", "result", "result_early", "result_host", "evenings", "rule", "rule_of_a_line", "invite", "problem"),
    *("sheet", "sheet_read"),
)
