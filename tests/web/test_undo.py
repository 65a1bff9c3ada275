"""Taking back: freely where nothing new was seen, else everybody is asked; nobody agrees to what he has not read."""

import re

import pytest

from companion.play.journal.undo_report import undone_results
from tests.web.serving import stored

FIVE = "r,o,w,g,n"


def rule_of(answer):
    """Status and rule of a refusal."""
    return answer.status, answer.json["refusal"]["rule"]


def code_of(answer):
    return answer.status, answer.json["refusal"]["code"]


@pytest.fixture
def types(path, code):
    """Types of all entries after the seats were taken."""
    return lambda: [entry.type for entry in stored(path, code).replay.entries[1:] if entry.type != "join"]


@pytest.fixture
def rolled(seated, code):
    """Frodo, Sam and Merry have phones, Pippin has none; Frodo has rolled, which is entry 4."""
    phones = seated("frodo", "sam", "merry")
    assert phones[0].do(code, "roll", seen=3, rolled=FIVE).json["seq"] == 4
    return phones


def test_anyone_seated_takes_a_choice_back(rolled, server, code, types):
    """Nothing new was seen: no question; a stranger may not."""
    frodo, sam, _ = rolled
    assert frodo.do(code, "keep", seen=4, dice="green").status == 200
    assert rule_of(server.phone().do(code, "undo", seen=5)) == (422, "TB-SEAT-1")
    assert sam.do(code, "undo", seen=5).status == 200
    assert rule_of(server.phone().do(code, "redo", seen=6)) == (422, "TB-SEAT-1")
    assert sam.do(code, "redo", seen=6).status == 200
    assert types() == ["roll", "keep", "undo", "redo"]
    assert rule_of(sam.do(code, "redo", seen=7)) == (422, "TB-REDO-1")


def test_dice_are_not_unseen_without_asking(server, rolled, code, types):
    """Not by a player, and not by the host either."""
    frodo, sam, _ = rolled
    for phone in (frodo, sam):
        assert code_of(phone.do(code, "undo", seen=4)) == (422, "undo_consent")
    sam.get(server.link())
    assert rule_of(sam.do(code, "undo", seen=4)) == (422, "TB-UNDO-1")
    assert types() == ["roll"]


def test_the_host_agrees_for_a_phone_that_is_gone(rolled, server, code, path):
    """Not while it is connected; it is no consent on a phone, and is told as what it is."""
    frodo, sam, _ = rolled
    owner = server.owner()
    assert frodo.do(code, "propose", seen=4).status == 200
    assert sam.do(code, "agree", seen=6).status == 200
    offer = 'name="type" value="agree_for"><input type="hidden" name="seat" value="merry"'
    assert (offer in owner.get(f"/{code}").text, offer in sam.get(f"/{code}").text) == (True, False)
    assert rule_of(sam.do(code, "agree_for", seat="merry")) == (422, "TB-HOST-1")
    with rolled[2].stream(code) as stream:
        stream.next("people")
        assert code_of(owner.do(code, "agree_for", seat="merry")) == (422, "agree_here")
    for _ in range(500):
        if (answer := owner.do(code, "agree_for", seat="merry", seen=7)).status == 200:
            break
    assert answer.status == 200
    replay = stored(path, code).replay
    assert [entry.type for entry in replay.entries[-2:]] == ["agree", "undo"]
    (found,) = undone_results(replay)
    assert ("merry" in found.by_word, "merry" in found.on_phone, "sam" in found.on_phone) == (True, False, True)
    assert "The host agrees for Cela" in sam.get(f"/{code}/log").text


def test_an_undo_is_done_when_every_seat_agrees(rolled, code, path, types):
    """Asked once, agreed by each seat with a phone, done with the last of them; the seat without one does not count."""
    frodo, sam, merry = rolled
    assert frodo.do(code, "propose", seen=4).status == 200
    assert frodo.do(code, "propose", seen=4).status == 200  # again, as the answer was lost
    assert frodo.do(code, "propose", seen=5).status == 200
    assert 'value="agree"' in sam.get(f"/{code}").text
    assert 'value="agree"' not in frodo.get(f"/{code}").text
    assert sam.do(code, "agree", seen=5).status == 200
    assert sam.do(code, "agree", seen=5).status == 200
    assert types() == ["roll", "propose", "agree"]
    assert merry.do(code, "agree", seen=6).status == 200
    assert types() == ["roll", "propose", "agree", "agree", "undo"]
    entry = stored(path, code).replay.entries[-1]
    assert (entry.seat, entry.args["to"], entry.args["agreed"]) == ("frodo", 0, ["frodo", "merry", "pippin", "sam"])
    for phone in (sam, merry):
        assert phone.do(code, "agree", seen=6 if phone is merry else 5).status == 200  # lost answers, after the undo
    assert frodo.do(code, "propose", seen=4).status == 200
    assert len(types()) == 5
    assert frodo.do(code, "roll", seen=8).status == 200


def test_one_decline_ends_an_undo_request(rolled, code, types):
    """Then nothing is asked any longer; the answers of others come too late."""
    frodo, sam, merry = rolled
    frodo.do(code, "propose", seen=4)
    sam.do(code, "agree", seen=5)
    assert merry.do(code, "decline", seen=6).status == 200
    assert merry.do(code, "decline", seen=6).status == 200  # a lost answer
    assert sam.do(code, "agree", seen=5).status == 200  # likewise
    assert frodo.do(code, "propose", seen=4).status == 200  # likewise: he is not asked to ask again
    assert types() == ["roll", "propose", "agree", "decline"]
    assert code_of(sam.do(code, "agree", seen=7)) == (422, "proposal_none")
    assert code_of(sam.do(code, "decline", seen=7)) == (422, "proposal_none")
    assert frodo.do(code, "propose", seen=7).status == 200  # asks again, knowing the answer
    assert types()[-1] == "propose"


def test_the_game_overtakes_the_question(rolled, code, types):
    """Frodo keeps a die after all: the question is gone, agreeing is too late."""
    frodo, sam, merry = rolled
    sam.do(code, "propose", seen=4)
    assert frodo.do(code, "keep", seen=4, dice="green").status == 200
    assert code_of(merry.do(code, "agree", seen=5)) == (422, "proposal_none")
    assert code_of(merry.do(code, "decline", seen=5)) == (422, "proposal_none")
    assert types() == ["roll", "propose", "keep"]


def test_nobody_agrees_to_another_question(rolled, code, types):
    """Merry's answer was meant for a question that is gone; the new one, which goes further, is not agreed to by it."""
    frodo, sam, merry = rolled
    frodo.do(code, "keep", seen=4, dice="green")
    frodo.do(code, "roll", seen=5, rolled="r,o,w,g")
    sam.do(code, "propose", seen=6, to=5)  # entry 7
    sam.do(code, "propose", seen=7, to=0)  # entry 8, instead
    for answer in ("agree", "decline"):
        assert code_of(merry.do(code, answer, seen=7)) == (409, "stale")
    assert types()[-1] == "propose"
    assert merry.do(code, "agree", seen=8).status == 200
    assert types()[-1] == "agree"


def test_a_question_without_anybody_to_ask(server, code, types):
    """One phone that plays every seat undoes at once; asked again after a lost answer, it is not done again."""
    frodo = server.phone()
    for seat in ("frodo", "sam", "merry", "pippin"):
        frodo.join(code, seat)
    assert frodo.do(code, "roll", seen=4, rolled=FIVE).status == 200
    for _ in range(2):
        assert frodo.do(code, "propose", seen=5).status == 200
        assert types() == ["roll", "propose", "agree", "agree", "agree", "undo"]
    assert code_of(frodo.do(code, "propose", seen=10)) == (422, "undo_nothing")


def test_an_undo_by_word_of_mouth_says_so_first(server, code, path, types):
    """Who has no phone is asked aloud: the page names them and waits for one more tap, however often it is asked."""
    frodo = server.phone().join(code, "frodo")
    assert frodo.do(code, "roll", seen=1, rolled=FIVE).status == 200
    for _ in range(2):
        assert frodo.do(code, "propose", seen=2).status == 200
        assert types() == ["roll", "propose"]
    page = frodo.get(f"/{code}").text
    assert "No phone here: Bo, Cela, Dan. Ask them aloud" in page
    assert ("They agree: undo" in page, "Never mind" in page) == (True, True)
    assert "They agree: undo" not in server.phone().get(f"/{code}").text
    assert frodo.do(code, "agree", seen=3).status == 200
    assert types() == ["roll", "propose", "undo"]
    (found,) = undone_results(stored(path, code).replay)
    assert found.by_word == ("sam", "merry", "pippin")


def test_who_has_not_answered_leaves(rolled, code, types):
    """Nobody is left to ask: it is done."""
    frodo, sam, merry = rolled
    frodo.do(code, "propose", seen=4)
    sam.do(code, "agree", seen=5)
    assert merry.send(f"/{code}/leave", seat="merry").status == 200
    assert types() == ["roll", "propose", "agree", "leave", "undo"]


def test_all_leave_and_nobody_has_agreed(rolled, code, types):
    """Who asked is gone: nothing is taken back behind the others' backs; who sits down later may still agree."""
    for phone, seat in zip(rolled, ("frodo", "sam", "merry"), strict=True):
        if seat == "frodo":
            phone.do(code, "propose", seen=4)
        assert phone.send(f"/{code}/leave", seat=seat).status == 200
    assert types() == ["roll", "propose", "leave", "leave", "leave"]


def test_a_phone_with_several_seats_speaks_for_all_of_them(rolled, server, code, types):
    """Its own seats are not asked; one phone that plays everybody need not agree with itself."""
    frodo, sam, merry = rolled
    frodo.join(code, "pippin")
    assert frodo.do(code, "propose", seen=4).status == 200
    assert types() == ["roll", "propose", "agree"]
    assert 'value="agree"' not in frodo.get(f"/{code}").text
    sam.do(code, "agree")
    merry.do(code, "agree")
    assert types()[-3:] == ["agree", "agree", "undo"]


def test_wrong_numbers_to_go_back_to(rolled, code, types):
    """Entries that do not stand, are not there, or are no numbers."""
    frodo, *_ = rolled
    for to in (4, 3, 999_999_999):
        assert rule_of(frodo.do(code, "propose", seen=4, to=to)) == (422, "TB-UNDO-1")
        assert rule_of(frodo.do(code, "undo", seen=4, to=to)) == (422, "TB-UNDO-1")
    for to in ("x", "-1", "1e3", "٣", "9" * 40, "0x0", " 0"):
        assert frodo.do(code, "propose", seen=4, to=to).status == 400
        assert frodo.do(code, "undo", seen=4, to=to).status == 400
    assert types() == ["roll"]


def test_two_undo_at_once(rolled, code, types):
    """Both meant the same step: it is taken back once, and nobody is scolded; to another entry is another wish."""
    frodo, sam, _ = rolled
    frodo.do(code, "keep", seen=4, dice="black,yellow,red,blue,green")
    frodo.do(code, "resolve", seen=5)
    assert frodo.do(code, "undo", seen=6).status == 200
    assert sam.do(code, "undo", seen=6).status == 200
    assert types() == ["roll", "keep", "resolve", "undo"]
    assert code_of(sam.do(code, "undo", seen=6, to=4)) == (409, "stale")
    assert frodo.do(code, "undo", seen=7).status == 200
    assert frodo.do(code, "redo", seen=8).status == 200
    assert sam.do(code, "redo", seen=8).status == 200
    assert types() == ["roll", "keep", "resolve", "undo", "undo", "redo"]


def test_an_undo_of_what_changed_meanwhile(rolled, code, types):
    """Sam wants the keep back that he sees; Frodo has rolled on: told so."""
    frodo, sam, _ = rolled
    frodo.do(code, "keep", seen=4, dice="green")
    frodo.do(code, "roll", seen=5)
    for type in ("undo", "redo", "propose"):
        assert code_of(sam.do(code, type, seen=5)) == (409, "stale")
    assert types() == ["roll", "keep", "roll"]


def test_the_host_asks_and_agrees_for_nobody(rolled, server, code, types):
    """A host without a seat may ask; his word is not one of the seats'."""
    owner = server.phone()
    owner.get(server.link())
    assert owner.do(code, "propose", seen=4).status == 200
    assert owner.do(code, "agree", seen=5).status == 200
    assert types() == ["roll", "propose"]
    frodo = rolled[0]
    page = frodo.get(f"/{code}").text
    assert "asks to undo" in page
    assert "<p> asks" not in page
    assert owner.do(code, "decline", seen=5).status == 200
    assert types() == ["roll", "propose", "decline"]


def test_a_question_in_four_languages(rolled, server, code):
    """What the page says of it is in the reader's language, with the player's name."""
    frodo, *_ = rolled
    frodo.do(code, "propose", seen=4)
    for lang, words in (("en", "asks to undo"), ("pl", "prosi o"), ("ru", "просит"), ("uk", "просить")):
        page = server.phone(lang).get(f"/{code}").text
        assert "Ania" in page
        assert words in page


def test_who_asks_may_change_his_mind(rolled, code, types):
    """The page of who asked has a way back, those of the others a way to agree."""
    frodo, sam, _ = rolled
    assert frodo.do(code, "propose", seen=4).status == 200
    own, other = frodo.get(f"/{code}").text, sam.get(f"/{code}").text
    assert ("Never mind" in own, 'value="agree"' in own) == (True, False)
    assert ("Never mind" in other, 'value="agree"' in other) == (False, True)
    assert frodo.do(code, "decline", seen=5).status == 200
    assert types()[-2:] == ["propose", "decline"]
    assert "Never mind" not in frodo.get(f"/{code}").text


def test_several_own_steps_are_listed_before_they_are_taken_back(rolled, code, path, types):
    """Newest first, down to the button, as long as they are one's own; asked for where dice were seen."""
    frodo, sam, _ = rolled
    assert frodo.do(code, "keep", seen=4, dice="green").status == 200
    assert "steps-back" not in sam.get(f"/{code}").text
    listed = frodo.get(f"/{code}").text.partition('id="steps-back"')[2].partition("</details>")[0]
    assert re.findall("<li><span[^>]*>(Ania[^:<]*):?", listed) == ["Ania keeps", "Ania, roll 1"]
    (form,) = re.findall(r"<form.*?</form>", listed, re.S)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert (fields.pop("type"), fields["to"]) == ("propose", "0")
    assert frodo.do(code, "propose", **fields).status == 200
    for phone in rolled[1:]:
        assert phone.do(code, "agree").status == 200
    assert types()[-1] == "undo"
    assert stored(path, code).replay.steps[-1].seq == 0
    assert frodo.do(code, "redo").status == 200
    assert len(stored(path, code).replay.steps) == 3
