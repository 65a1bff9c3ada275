"""The page of the Hunt: every open step can be taken on it, reports of the board are lists, a hand stays hidden."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from companion import games
from companion.content.load import load
from companion.play.journal.session import Session
from tests.languages import LANGUAGES
from tests.web.looks import everybody_can_play
from tests.web.page_tables import APP, MID, MORDOR, TWO
from tests.web.page_tables import HUNT as TABLES
from tests.web.sent import Page, step_of
from tests.web.serving import stored

GAME, CONTENT = games.get("wotr"), load("wotr")
WORDS = {**load("shared").texts, **CONTENT.texts}
MOST_BUTTONS = 60  # of one page: what is long is a list

HUNT = ("move die=character", "watch conditions=0", "search --rolled six,six")


def begun(store, players, options, position):
    """A new table; its code and its seats."""
    header = GAME.rules.header(CONTENT, [] if position else players, None, options, position)
    session = Session.create(GAME, CONTENT, {**header, "lang": "en"}, store)
    assert isinstance(session, Session), session
    return session.id, [row["id"] for row in header["seats"]]


def takes(path, code, phones, *steps):
    """Steps of whoever is asked first, words as for `do`."""
    for words in steps:
        seat = stored(path, code).replay.state.seat
        done = phones[seat].send(f"/{code}/do", do=words, seat=seat)
        assert done.status == 200, (words, done)


def seated(server, store, label):
    """A table as TABLES has it; its code and a phone for every seat."""
    code, seats = begun(store, *TABLES[label])
    return code, {seat: server.phone().join(code, seat) for seat in seats}


def test_a_phone_with_two_seats_takes_the_steps_of_both_and_whoever_looks_on_none(server, store, path):
    """Each seat with lists of its own."""
    code, _ = begun(store, *TABLES["in the middle"])
    phone, other = server.phone().join(code, "fp").join(code, "shadow"), server.phone()
    state = stored(path, code).replay.state
    page = Page(phone.get(f"/{code}").text)
    assert page.steps == Counter(
        step_of(act.seat, GAME.words.command(state, act)) for act in GAME.rules.legal_actions(state)
    )
    assert {"told-fp", "told-shadow"} <= page.ids.keys()
    assert not Page(other.get(f"/{code}").text).steps


def test_reports_of_the_board_are_lists_by_nation(server, store):
    """One for each kind of report, closed, with a button each; regions stand under their nation."""
    code, phones = seated(server, store, "in the middle")
    got = phones["shadow"].get(f"/{code}").text
    told = got[got.index('id="told-shadow"') :].partition("</details>")[0]
    assert " open" not in told.partition(">")[0]
    captured = told[told.index("l-shadow-captured") :].partition("</form>")[0]
    assert captured.count("<button") == 1
    groups = dict(re.findall(r'<optgroup label="([^"]+)">(.*?)</optgroup>', captured, re.S))
    assert "Minas Tirith" in groups["Gondor"]
    assert "Dale" not in captured  # the Shadow holds it
    assert 'name="do" value="captured by=shadow"' in captured
    assert '<select id="p-shadow-captured" name="region"' in captured
    assert 'value="minas-tirith"' in groups["Gondor"]


def test_a_die_opens_to_what_it_may_do(server, store):
    """Once for each face, with how many lie there; cards of the hand are played from the hand."""
    code, phones = seated(server, store, "in the middle")
    got = phones["fp"].get(f"/{code}").text
    dice = re.findall(r'<details class="card use" name="dice-fp">(.*?)</details>', got, re.S)
    assert [re.findall(r"<b>(.*?)</b>", die)[0] for die in dice] == ["Will of the West", "Character", "Event"]
    assert 'value="move die=character"' in dice[1]
    assert "move die" not in dice[2]
    assert "event die" not in "".join(dice)
    hand = got[got.index("c-5-act") :].partition("</details>")[0]
    assert 'value="event die=' in hand


def test_a_hand_is_on_the_page_of_its_holder_alone(server, store):
    """Names and texts of cards; the others see how many there are."""
    code, phones = seated(server, store, "in the middle")
    onlooker = server.phone()
    for seat, held in MID["hands"].items():
        for card in held:
            row = CONTENT["event_card"][card]
            for who, phone in {**phones, None: onlooker}.items():
                got = phone.get(f"/{code}").text
                assert (row["name"]["en"] in got) == (who == seat), (card, who)
                assert (f"card={card}" in got) == (who == seat)
    assert "3 cards" in Page(onlooker.get(f"/{code}").text).text


def test_cards_in_the_hand_are_only_counted(server, store, path):
    """With real cards all that nobody has seen is listed for an Event die, and no hand is shown."""
    code, phones = seated(server, store, "two, cards in the hand")
    got = phones["fp"].get(f"/{code}").text
    assert WORDS["web.wotr.own_cards"]["en"] in got
    takes(path, code, phones, "done", "done", "allocate dice=1", "roll --rolled event,event,event,event")
    takes(path, code, phones, "roll --rolled army,army,army,army,army,army")
    page = Page(phones["fp"].get(f"/{code}").text)
    listed = [given for seat, type, given in page.steps if type == "event" and "die=event" in given]
    assert len(listed) > 8
    assert page.buttons <= MOST_BUTTONS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_says_itself_in_words(server, store, lang):
    """Track, box, dice and points for those who see no drawing; no other language."""
    code, _ = begun(store, *TABLES["in the middle"])
    got = server.phone(lang).get(f"/{code}").text
    words = {key: said[lang] for key, said in WORDS.items()}
    assert words["web.wotr.track"].format(number=4, last=12, progress=3) in got
    assert words["table.box"].format(number=2, walkers=1) in got
    assert words["web.wotr.points"].format(number=1, needed=10) in got
    assert words["table.hidden"] in got
    faces = ", ".join(CONTENT["face"][face]["name"][lang] for face in ("will-of-the-west", "character", "event"))
    assert words["table.faces"].format(faces=faces) in got
    text = Page(got).text.replace("Русский", "").replace("Українська", "")
    assert any("а" <= letter <= "я" for letter in text) == (lang in ("ru", "uk"))


def test_the_mordor_track_shows_the_step_and_no_progress(server, store):
    """The step, and no progress."""
    code, phones = seated(server, store, "in Mordor")
    got = phones["fp"].get(f"/{code}").text
    track = CONTENT["track"]["mordor"]
    assert WORDS["web.wotr.step"]["en"].format(track=track["name"]["en"], number=2, last=track["last"]) in got
    assert f"<b>{track['name']['en']}</b>" in got
    assert re.search(r'<ul class="key">(?:(?!</ul>).)*progress', got, re.S) is None


def test_a_hunt_step_by_step(server, store, path):
    """Chances before the roll, then which faces find; the tile with what it does, damage left and the ways out."""
    code, phones = seated(server, store, "in the middle")
    takes(path, code, phones, HUNT[0])
    got = phones["shadow"].get(f"/{code}").text
    numbers = re.findall(r'value="watch[^"]*"><span>(\d)<small>.*?(\d+)%</small>', got, re.S)
    assert numbers == [("0", "70"), ("1", "80"), ("2", "80")]
    takes(path, code, phones, HUNT[1])
    text = " ".join(Page(phones["fp"].get(f"/{code}").text).text.split())
    assert "A success: 5, 6 chance of a tile: 70%" in text
    takes(path, code, phones, HUNT[2])
    assert "1.7 damage on average, 56% reveal" in Page(phones["fp"].get(f"/{code}").text).text
    takes(path, code, phones, "tile --rolled standard-2-reveal")
    page = Page(phones["fp"].get(f"/{code}").text)
    text = " ".join(page.text.split())
    assert CONTENT["hunt_tile"]["standard-2-reveal"]["called"]["en"] in text
    assert "Damage left: 2" in text
    assert WORDS["web.wotr.reveals"]["en"] in text
    assert "give up the Guide: Gandalf the Grey, damage −3" in text
    assert {step_of("fp", text) for text in ("accept", "lose who=guide", "lose who=random")} <= set(page.steps)
    takes(path, code, phones, "lose who=guide")
    assert "Damage left: 0" not in Page(phones["fp"].get(f"/{code}").text).text


def test_what_real_dice_and_tiles_show_can_be_typed(server, store, path):
    """Dice by face, how often each lies there; a tile of the pool; nothing filled in is refused, not drawn."""
    code, phones = seated(server, store, "two, cards in the hand")
    takes(path, code, phones, "done", "done", "allocate dice=2")
    got = phones["fp"].get(f"/{code}").text
    assert '<option value="character,character">2</option>' in got
    ask = [("type", "roll"), ("seat", "fp")]
    rolled = ["", "character,character", "", "muster", "event"]
    empty = phones["fp"].post(f"/{code}/do", [*ask, *[("rolled", "")] * 5], Accept="application/json")
    assert empty.status == 422 or not empty.json["ok"]
    done = phones["fp"].post(f"/{code}/do", [*ask, *[("rolled", one) for one in rolled]], Accept="application/json")
    assert done.json["ok"], done
    assert GAME.rules.view(stored(path, code).replay.state, None)["sides"]["fp"]["unused"] == {
        "character": 2,
        "muster": 1,
        "event": 1,
    }
    code, phones = seated(server, store, "in the middle")
    takes(path, code, phones, *HUNT)
    got = phones["shadow"].get(f"/{code}").text
    assert 'type="radio" name="rolled" value="standard-eye"' in got
    assert 'value="shadow-shelobs-lair"' not in got  # not in the pool
    assert phones["shadow"].do(code, "tile", rolled="standard-3", seat="shadow").status == 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_end_says_which_side_has_won_first(server, store, path, lang):
    """Large, and how."""
    position = {**MORDOR, "fellowship": {**MORDOR["fellowship"], "corruption": 11}}
    code, seats = begun(store, TWO, APP, position)
    phones = {seat: server.phone(lang).join(code, seat) for seat in seats}
    takes(path, code, phones, "move die=character", "tile --rolled standard-3")
    if not stored(path, code).replay.ended:
        takes(path, code, phones, "accept")
    assert stored(path, code).replay.ended
    got = phones["fp"].get(f"/{code}").text
    section = got[got.index('class="turn over"') :].partition("</section>")[0]
    why = WORDS["event.end_corruption"][lang].partition(":")[0]
    (heading,) = re.findall(r"<h2.*?>(.+?)</h2>", section)
    assert CONTENT["side"]["shadow"]["name"][lang] in heading
    assert why in heading
    assert server.phone(lang).get(f"/{code}/result").status == 200


@pytest.mark.tier("exhaustive")
def test_a_table_is_begun_with_real_cards_or_those_of_the_app(server, path, tabs):
    """Real cards are marked from the start; otherwise the app deals the hands."""
    page = tabs.take(f"{server.address}{server.link()}")
    for real in (True, False):
        page.goto(f"{server.address}/")
        page.locator("#new-wotr > summary").click()
        form = page.locator("#new-wotr form")
        for place, seat in enumerate(("fp", "shadow")):
            form.locator(f"[name='name.{place}']").fill(f"Player {place}")
            form.locator(f"[name='seat.{place}']").select_option(seat)
        cards = form.locator("[name='option.real_cards']")
        expect(cards.nth(1)).to_be_checked()
        cards.nth(int(real)).check(force=True)
        with page.expect_navigation():
            form.locator("button.go").click()
        code = page.url.rpartition("/")[2][:6]
        assert stored(path, code).replay.state.setup.options.real_cards == real


# --- in a browser ----------------------------------------------------------------------------------------------------

MOMENTS = {  # table, steps, who looks
    "an action": ("in the middle", (), "fp"),
    "others wait": ("in the middle", (), "shadow"),
    "conditions": ("in the middle", HUNT[:1], "shadow"),
    "a tile is drawn": ("in the middle", HUNT, "shadow"),
    "a tile": ("in the middle", (*HUNT, "tile --rolled standard-2-reveal"), "fp"),
    "a place is chosen": ("in the middle", ("separate die=character character=gimli",), "fp"),
    "an action roll": ("two, cards in the hand", ("done", "done", "allocate dice=2"), "fp"),
    "in Mordor": ("in Mordor", (), "fp"),
    "four": ("four", (), "rohan"),
}
OPENED = "document.querySelectorAll('main details:not([name])').forEach((part) => (part.open = true))"


def opened(page):
    """All parts, of dice and cards the first."""
    page.evaluate(OPENED)
    for name in ("dice", "hand"):
        if page.locator(f"details[name^={name}] summary").count():
            page.locator(f"details[name^={name}] summary").first.click()


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("moment", MOMENTS)
def test_wotr_pages_are_accessible_at_every_size(server, store, path, tabs, moment):
    """Axe finds nothing in light or dark, all parts open; nothing is cut off at 320 px or in letters twice as big."""
    label, steps, viewer = MOMENTS[moment]
    code, phones = seated(server, store, label)
    takes(path, code, phones, *steps)
    everybody_can_play(tabs, f"{server.address}/{code}", phones[viewer].cookies, opened)


@pytest.mark.tier("exhaustive")
def test_the_step_is_in_reach_of_the_thumb(server, store, path, tabs):
    """The faces of the box, the tile, the place: the button lies on the screen of a phone, wherever it is scrolled."""
    for steps, viewer, text in (
        (HUNT[:1], "shadow", "0"),
        (HUNT, "shadow", "draw a hunt tile"),
        ((*HUNT, "tile --rolled standard-3"), "fp", "accept the damage"),
        (("separate die=character character=gimli",), "fp", "go there"),
    ):
        code, phones = seated(server, store, "in the middle")
        takes(path, code, phones, *steps)
        page = tabs.take(f"{server.address}/{code}", cookies=phones[viewer].cookies)
        expect(page.locator(".bar .go", has_text=text).first).to_be_in_viewport(ratio=1)
        page.context.close()


def test_a_report_is_chosen_from_a_list(server, store, path, tabs):
    """Minas Tirith falls: chosen and told on the Shadow's page while the Free Peoples are to act."""
    code, phones = seated(server, store, "in the middle")
    page = tabs.take(f"{server.address}/{code}", cookies=phones["shadow"].cookies)
    page.locator("#told-shadow > summary").click()
    page.locator("#p-shadow-captured").select_option(label="Minas Tirith")
    page.locator("#l-shadow-captured > button").click()
    expect(page.locator(".log .tail")).to_contain_text("captured: Minas Tirith")
    assert "minas-tirith" in stored(path, code).replay.state.taken
