"""A game of which the tracker knows nothing but what every game brings."""

import inspect
import random
import re
from html.parser import HTMLParser
from itertools import permutations
from typing import NamedTuple

import pytest

from companion.content.load import load
from companion.web.page import templates
from tests import test_conformance as contract
from tests import walks
from tests.languages import LANGUAGES
from tests.plugins import ferry
from tests.tiers import sample
from tests.web.hands import Hands, known, setups
from tests.web.serving import begin, stored

CHAIRS = ("north", "east", "south", "west")


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory):
    """examples/ferry is installed before the tracker starts."""
    with ferry(tmp_path_factory.mktemp("ferry")):
        yield


@pytest.fixture(autouse=True)
def cards(monkeypatch):
    """The words of every card."""
    with known(monkeypatch) as found:
        yield found


# --- the game itself -------------------------------------------------------------------------------------------------


class Desk(walks.Desk):
    """Several seats may have to act, so that words alone do not say whose they are."""

    def parsed(self, state, action):
        type, *words = self.game.words.command(state, action).split()
        rolled = words[1] if words[:1] == ["--rolled"] else None
        given = dict(word.split("=") for word in words if "=" in word)
        return self.game.words.parse(self.content, state, type, given, rolled, action.seat)


def test_the_game_keeps_the_contract():
    """Every check of the contract of companion.play.game.game, on every table of this game."""
    tables = [Desk("hands", label, setups) for label in setups.SETUPS]
    every = {
        "walk": [walks.walk(table, seed, whole=True) for table in tables for seed in (1, 2)],
        "table": tables,
        "tables": [tables],
    }
    checks = [check for name, check in vars(contract).items() if name.startswith("test_")]
    for check in checks:
        (wanted,) = inspect.signature(check).parameters
        for given in every[wanted]:
            check(given)
    assert len(checks) > 10


# --- pages as a browser without script reads them --------------------------------------------------------------------


class Choice(NamedTuple):
    """What a form lets choose: the name of the field, the values with their texts."""

    name: str
    options: dict[str, str]


class Form:
    """A form of a page: what it sends as it stands, what has to be filled in, what its buttons say."""

    def __init__(self, action, method):
        self.action, self.method = action, method
        self.fields, self.blanks, self.choices, self.text = {}, [], [], ""

    @property
    def type(self):
        """The step that it asks for: a word of the table itself, or the first of `do`."""
        said = self.fields.get("do") or next((next(iter(c.options)) for c in self.choices if c.name == "do"), "")
        return said.split(" ")[0] or self.fields.get("type", "")


class Page(HTMLParser):
    """The forms, links and texts of a page."""

    def __init__(self, got):
        super().__init__()
        self.forms, self.links, self.lang, self.text, self._ids = [], [], "", "", []
        self._form, self._option, self._quiet = None, None, False
        self.feed(got.text)
        assert got.headers["content-type"].startswith("text/html")
        assert len(set(self._ids)) == len(self._ids), sorted(self._ids)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self._ids += [given["id"]] if "id" in given else []
        assert "style" not in given
        match tag:
            case "html":
                self.lang = given["lang"]
            case "a" if not given["href"].startswith("#"):
                self.links.append(given["href"])
            case "form":
                assert self._form is None
                self._form = Form(given["action"], given["method"])
                self.forms.append(self._form)
            case "input" if self._form and "name" not in given:
                pass  # for the script alone
            case "input" if self._form and given.get("type") in (None, "text"):
                self._form.fields[given["name"]] = given.get("value", "")
                self._form.blanks.append(given["name"])
            case "input" if self._form and given.get("type") == "hidden":
                self._form.fields[given["name"]] = given["value"]
            case "input" if self._form and "checked" in given:
                self._form.fields[given["name"]] = given["value"]
            case "select":
                self._form.choices.append(Choice(given["name"], {}))
            case "option":
                self._option = given["value"]
                self._form.choices[-1].options[self._option] = ""
                if "selected" in given:
                    self._form.fields[self._form.choices[-1].name] = self._option
            case "script" | "style":
                self._quiet = True

    def handle_endtag(self, tag):
        self._form = None if tag == "form" else self._form
        self._option = None if tag == "option" else self._option
        self._quiet = False

    def handle_data(self, data):
        if self._quiet:
            return
        self.text += data
        if self._option is not None:
            self._form.choices[-1].options[self._option] += data
        elif self._form:
            self._form.text += data

    def asking(self, type):
        """The forms for one step."""
        return [form for form in self.forms if form.type == type]


def read(phone, path):
    got = phone.get(path)
    assert got.status == 200, (path, got)
    return Page(got)


def send(phone, form, **filled):
    """The form as the browser sends it; what came of it."""
    assert form.method == "post"
    assert set(filled) <= {*form.blanks, *(choice.name for choice in form.choices)}, form.fields
    return phone.post(form.action, {**form.fields, **filled})


DOWNLOADS = (".png", ".csv", ".bgsplay")


def crawl(phone, start, most=40):
    """Every page that links lead to, from a page on; a rule opened from several lines, the table after each, once."""
    found, ahead = {}, [start]
    while ahead and len(found) < most:
        path = ahead.pop().partition("#")[0].partition("?line=")[0].partition("?after=")[0]
        if (
            path in found
            or "lang=" in path
            or not path.startswith("/")
            or "/journal" in path
            or path.endswith(DOWNLOADS)
        ):
            continue
        found[path] = read(phone, path)
        ahead += found[path].links
    return found


@pytest.fixture
def table(server, store):
    """`table("north", "east")`: a new table, its code."""
    return lambda *chairs, **options: begin(store, *chairs, game="hands", variant=None, **options)


# --- a whole game ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "seats"), sample([("en", 2), ("pl", 4), ("ru", 3), ("uk", 2)], ("uk", 2)))
def test_a_whole_game_is_played_with_plain_forms(server, path, lang, seats, cards):
    """Opened by the owner on the start page, joined, rolled, typed, chosen, shown; every link leads to a page."""
    rng = random.Random(f"forms {lang}")
    owner = server.phone(lang)
    assert owner.get(server.link()).status == 303
    (form,) = [form for form in read(owner, "/").forms if form.fields.get("game") == "hands"]
    names = {f"name.{place}": f"Player {place}" for place in range(seats)}
    chairs = {f"seat.{place}": CHAIRS[place] for place in range(seats)}
    done = send(owner, form, **names, **chairs, **{"option.first": "hills"})
    assert done.status == 303, done
    code = done.headers["location"][1:]
    phones = {chair: server.phone(lang) for chair in chairs.values()}
    for chair, phone in phones.items():
        assert f'name="seat" value="{chair}"' in phone.get(f"/{code}").text
        assert phone.post(f"/{code}/join", {"name": "", "seat": chair}).status == 303
    while not (session := stored(path, code)).replay.ended:
        phase, seats_now = session.replay.state.phase, session.game.rules.pending(session.replay.state).seats
        pages = {chair: read(phone, f"/{code}") for chair, phone in phones.items()}
        for chair, page in pages.items():
            assert page.lang == lang
            assert bool(page.asking(phase)) == (chair in seats_now)
        for chair in rng.sample(seats_now, len(seats_now)):
            forms = pages[chair].asking(phase)
            if phase == "roll" and rng.random() < 0.5:
                form = next(form for form in forms if "rolled" in form.blanks)
                done = send(phones[chair], form, rolled=rng.choice(["high", "low"]))
            elif phase == "hide":
                (choice,) = forms[0].choices
                assert len(choice.options) > 6
                word = rng.choice(list(choice.options))
                names = load("hands")["card"][word.partition("=")[2]]["name"]
                assert names[lang] in choice.options[word]
                done = send(phones[chair], forms[0], do=word)
            else:
                done = send(phones[chair], next(form for form in forms if not form.blanks))
            assert done.status == 303, done
    for phone in (*phones.values(), server.phone(lang)):
        found = crawl(phone, f"/{code}")
        assert {page.lang for page in found.values()} == {lang}
        assert {f"/{code}/log", f"/{code}/result"} < set(found)
        assert any("/rule/HA-" in path for path in found)
        assert "{" not in "".join(page.text for page in found.values())
        good = load("shared").texts["web.report.good"][lang]
        assert good in found[f"/{code}/result"].text
    assert f"/{code}/invite" in crawl(phones["north"], f"/{code}")


def test_what_lies_on_the_real_table_is_typed_in_and_nothing_else(server, table, path, monkeypatch):
    """No button rolls it: the form for what was shown lies open, and is the only one."""
    chance = Hands.chance
    monkeypatch.setattr(Hands, "chance", lambda *asked: (found := chance(*asked)) and found._replace(real=True))
    code = table("north", "east")
    phone = server.phone().join(code, "north")
    page = read(phone, f"/{code}")
    (form,) = page.asking("roll")
    assert form.blanks == ["rolled"]
    assert load("shared").texts["web.shown"]["en"] in page.text
    assert phone.do(code, "roll").json["refusal"]["code"] == "show_real"
    assert send(phone, form, rolled="high").status == 303
    assert stored(path, code).replay.entries[-1].args["source"] == "table"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_pages_say_is_in_their_language(server, table, lang):
    """No Latin word on a Cyrillic page but names, ids, UTC and the code; and no English one on a Polish page."""
    code = table("north", "east", "south")
    phone = server.phone(lang).join(code, "north")
    assert phone.do(code, "roll", rolled="low").status == 200
    for path in (f"/{code}", f"/{code}/log", f"/{code}/result", f"/{code}/rule/HA-HIDE-1", f"/{code}/invite"):
        text = read(phone, path).text
        text = re.sub(r"http\S+|[A-Z]{2}-[A-Z]+-\d+|[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}|[0-9a-f]{64}", "", text)
        words = set(re.findall(r"[^\W\d_]{3,}", text)) - {code, code.upper()}
        words -= {
            "North",
            "East",
            "South",
            "UTC",
            "English",
            "Deutsch",
            "Polski",
            "Русский",
            "Українська",
            "companion",
            "http",
        }
        if lang in ("ru", "uk"):
            assert not {word for word in words if word.isascii()}, path
        if lang == "pl":
            assert not words & {"the", "The", "and", "you", "You", "your", "Your", "this", "This", "card", "table"}, (
                path
            )


# --- several seats at once -------------------------------------------------------------------------------------------


@pytest.fixture
def hiding(server, table):
    """A table of three where all are to hide a card: its code, and a phone with its page for each seat."""
    code = table("north", "east", "south")
    phones = {chair: server.phone().join(code, chair) for chair in CHAIRS[:3]}
    assert phones["north"].do(code, "roll", rolled="high").status == 200
    return code, {chair: (phone, read(phone, f"/{code}")) for chair, phone in phones.items()}


@pytest.mark.parametrize("order", list(permutations(CHAIRS[:3])), ids="-".join)
def test_seats_that_choose_at_once_do_it_in_any_order(hiding, path, order):
    """From pages that all were read before the first of them chose: nobody is told to be late."""
    code, there = hiding
    for chair in order:
        phone, page = there[chair]
        (form,) = page.asking("hide")
        done = send(phone, form, do=list(form.choices[0].options)[4])
        assert (done.status, done.headers["location"]) == (303, f"/{code}")
    state = stored(path, code).replay.state
    assert state.phase == "show"
    assert len({player.down for player in state.players}) == 3


def hide(there, chair, place):
    phone, page = there[chair]
    (form,) = page.asking("hide")
    return send(phone, form, do=list(form.choices[0].options)[place])


def test_a_choice_is_late_once_it_is_no_longer_the_same(hiding, path):
    """The same phone again: the same card counts as done, another is late. After an undo everybody looks anew."""
    code, there = hiding
    assert hide(there, "north", 0).status == 303
    assert hide(there, "east", 0).status == 303
    seq = stored(path, code).seq
    assert hide(there, "north", 0).status == 303
    assert hide(there, "north", 1).status == 409
    assert there["east"][0].do(code, "undo", seen=seq).status == 200
    assert hide(there, "south", 0).status == 409
    assert hide(there, "east", 0).status == 303  # was done, and undone
    session = stored(path, code)
    assert session.seq == seq + 1
    assert [bool(player.down) for player in session.replay.state.players] == [True, False, False]


def test_a_card_that_another_hid_does_not_answer_for_mine(hiding, path):
    """Two seats ask for a step of the same words: each is done for itself."""
    code, there = hiding
    for place, chair in enumerate(("north", "east", "south")):
        assert hide(there, chair, place).status == 303
    pages = {chair: read(phone, f"/{code}") for chair, (phone, _) in there.items()}
    for chair, page in pages.items():
        assert send(there[chair][0], page.asking("show")[0]).status == 303
    shows = [entry.seat for entry in stored(path, code).replay.entries if entry.type == "show"]
    assert sorted(shows) == ["east", "north", "south"]


def test_one_phone_with_two_seats_acts_for_the_one_it_means(server, table, path):
    """Both are to hide a card: the page has a form for each, and each form acts for its own seat."""
    code = table("north", "east")
    phone = server.phone().join(code, "north").join(code, "east")
    assert phone.do(code, "roll", rolled="high").status == 200
    held = stored(path, code).replay.state.of("east").hand
    forms = read(phone, f"/{code}").asking("hide")
    (form,) = [form for form in forms if any(held[3] in option for choice in form.choices for option in choice.options)]
    assert send(phone, form, do=f"hide card={held[3]}").status == 303
    assert stored(path, code).replay.state.of("east").down == held[3]


# --- what an offer leaves open ---------------------------------------------------------------------------------------


def test_what_is_open_is_a_field_of_the_form(server, store, path, monkeypatch):
    """A game whose offers name one of many things: a list beside the words that are settled."""
    monkeypatch.setattr(templates, "board_template", lambda game: "board.html")
    code = begin(store, "fp", "shadow", game="wotr", variant=None)
    phones = {seat: server.phone().join(code, seat) for seat in ("fp", "shadow")}
    for seat, words in (
        ("fp", "done"),
        ("fp", "done"),
        ("shadow", "allocate dice=1"),
        ("fp", "roll --rolled event,event,event,event"),
        ("shadow", "roll --rolled army,army,army,army,army,army"),
    ):
        assert phones[seat].send(f"/{code}/do", do=words, seat=seat).status == 200, words
    (form,) = read(phones["shadow"], f"/{code}").asking("captured")
    assert form.fields["do"] == "captured by=shadow"
    (choice,) = form.choices
    assert (choice.name, choice.options["minas-tirith"]) == ("region", "Minas Tirith")
    assert send(phones["shadow"], form, region="minas-tirith").status == 303
    assert stored(path, code).replay.state.taken == ("minas-tirith",)


# --- a game of another package ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "uk"])
def test_a_table_is_shown_and_played_on_its_page(server, store, path, lang):
    """Its lines, what is offered, and the form for real dice; the words are the game's own."""
    code = begin(store, "oak", "pine", game="ferry", variant=None)
    phone = server.phone(lang).join(code, "oak")
    page = phone.get(f"/{code}").text
    assert {"en": "Roll the die", "uk": "Кинути кубик"}[lang] in page
    assert {"en": "0 of 12 places taken", "uk": "зайнято місць 0 з 12"}[lang] in page
    assert 'name="rolled"' in page
    assert "Enter" not in page  # a line for terminals
    assert phone.do(code, "cross").json["refusal"]["rule"] == "FY-ROLL-1"
    assert phone.do(code, "roll", rolled="5").status == 200
    assert {"en": "Cross the river", "uk": "Плисти через річку"}[lang] in phone.get(f"/{code}").text
    assert phone.do(code, "board").status == 200
    assert stored(path, code).replay.state.players[0].aboard == 5
    for place in ("log", "result", "rule/FY-BOARD-1", "invite"):
        got = phone.get(f"/{code}/{place}")
        assert (got.status, "{" in re.sub(r"<(script|style).*?</\1>", "", got.text, flags=re.DOTALL)) == (200, False)


def test_a_game_is_played_to_its_end_on_the_page(server, store, path):
    """The result names the winners and the code of the journal."""
    code = begin(store, "oak", "pine", game="ferry", variant=None)
    phones = [server.phone().join(code, seat) for seat in ("oak", "pine")]
    for turn in range(16):
        assert phones[turn % 2].do(code, "roll", rolled="1").status == 200
        assert phones[turn % 2].do(code, "cross" if turn == 2 else "board").status == 200
    page = phones[0].get(f"/{code}").text
    assert "Most passengers across" in page
    assert stored(path, code).replay.state.winners == ("oak",)


def test_the_start_page_offers_it(server):
    """With its seats and options, beside ours."""
    owner = server.phone()
    assert owner.get(server.link()).status == 303
    page = owner.get("/").text
    assert 'value="ferry"' in page
    assert "How many rounds are played" in page
