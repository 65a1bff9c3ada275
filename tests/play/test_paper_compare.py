"""Filled sheets beside their journal: equal, or what differs and since when."""

import random

import pytest

from companion import games
from companion.content.load import load
from companion.games import GAMES
from companion.play.bots.simulate import play_session
from companion.play.game.game import SheetReport
from companion.play.journal.entries.corrections import Amend
from companion.play.journal.entries.undo import Undo
from companion.play.journal.session import Session
from companion.play.report.paper_compare import Difference, sheet_differences
from companion.words.report_words import difference_text
from companion.words.wording import Voice
from tests.play.tables import CONTENT, GAME, no_clock, turn

FORMS = {form.says["variant"]: form for form in GAME.show.sheets.paper_forms(CONTENT)}
RINGS = "r,r,w,w,w"
NO_RING = "w,w,w,w,w"


def sheets(session):
    """What the sheets say if they were kept as the journal was."""
    return [dict(row) for row in session.replay.game.show.sheets.paper_values(session.replay.state).values()]


def compared(session, rows):
    return sheet_differences(session.replay, FORMS[session.replay.header["variant"]], rows)


def word_difference(found, session, lang="en"):
    return difference_text(found, Voice(lang, session.content, session.replay.header["seats"]))


@pytest.mark.parametrize("number", range(12))
def test_what_is_changed_on_a_sheet_is_what_differs(begin, number):
    """Sheets of a whole game agree; marks that are changed are told one by one, with the entry that made them so."""
    rng = random.Random(f"sheets {number}")
    variant = rng.choice(list(FORMS))
    hobbits = rng.sample(list(CONTENT["hobbit"]), rng.randint(2, 4))
    session = begin(*hobbits, variant=variant, seed=rng.randbytes(32))
    play_session(session, rng)
    rows = sheets(session)
    assert compared(session, rng.sample(rows, rng.randint(1, len(rows)))) == ()
    _, road, track = FORMS[variant].parts
    changed = set()
    for row in rng.sample(rows, rng.randint(1, len(rows))):
        for part in rng.sample([road, track], rng.randint(1, 2)):
            row[part.key] = rng.choice([way for way in part.ways if way != row[part.key]])
            changed.add((row["hobbit"], part.key, row[part.key]))
    found = compared(session, rng.sample(rows, len(rows)))
    assert {(one.seat, one.part.key, one.sheet) for one in found} == changed
    assert [one.seq for one in found] == sorted(one.seq for one in found)
    for one in found:
        says = [
            GAME.show.sheets.paper_values(state)[one.seat][one.part.key]
            for state in session.replay.states[one.seq - 1 :]
        ]
        assert set(says[1:] if one.seq else says) == {one.journal}
        assert one.seq == 0 or says[0] != one.journal
        assert one.round == (GAME.rules.view(session.replay.states[one.seq - 1], None)["round"] if one.seq else None)


def test_since_which_round_the_journal_says_so(begin):
    """Two circles since round 2; what was taken back, or typed anew, has not happened."""
    session = begin("frodo", "sam")
    for faces in (NO_RING, NO_RING, RINGS, NO_RING):
        turn(session, faces)
    row = {"hobbit": "frodo", "circles": 3, "squares": "wwwwwww"}
    (found,) = compared(session, [row])
    assert (found.part.key, found.sheet, found.journal, found.round) == ("circles", 3, 2, 2)
    assert session.replay.entries[found.seq].type == "resolve"
    assert (
        word_difference(found, session)
        == "Ania’s sheet shows 3 circles, the journal 2 since round 2. [DG-RING-1, p. 4]"
    )
    turn(session, RINGS)
    assert compared(session, [row]) != (found,)
    session.keep(session.plan(Undo([])))
    assert compared(session, [row]) == (found,)


def test_what_was_typed_anew_counts_from_then(begin):
    """A mistyped roll brought two circles; the journal says none, from the start on."""
    session = begin("frodo", "sam")
    turn(session, "r,o,w,n,g")
    (found,) = compared(session, [{"hobbit": "frodo", "circles": 0}])
    assert (found.journal, found.round) == (1, 1)
    session.keep(session.plan(Undo([])))
    session.keep(session.plan(Undo([])))
    assert session.keep(session.plan(Amend("frodo"))).refusal is None
    turn(session, "t,o,w,n,g")
    assert compared(session, [{"hobbit": "frodo", "circles": 0}]) == ()
    (found,) = compared(session, [{"hobbit": "frodo", "circles": 1}])
    assert (found.journal, found.round, found.seq) == (0, None, 0)
    assert (
        word_difference(found, session, "pl")
        == "Ania: na arkuszu 1 okrągłe pole, w dzienniku 0 od samego początku. [DG-RING-1, s. 4]"
    )


def test_marks_are_said_by_their_signs(begin):
    """Both tracks are drawn as a form draws them."""
    session = begin("frodo", "sam")
    (found,) = compared(session, [{"hobbit": "frodo", "squares": "xdwwwww"}])
    track = "the Nazgûl track ■◧□□□□□, the journal □□□□□□□ from the start on."
    assert word_difference(found, session) == f"Ania’s sheet shows {track} [DG-MARK-1, p. 5]"


def test_a_part_is_named_where_the_game_has_no_words_for_its_value():
    """As the form names it, with both values."""
    content, game = load("fellowship"), games.get("fellowship")
    part = next(part for part in game.show.sheets.paper_forms(content)[0].parts if part.key == "alive")
    line = difference_text(Difference(part.seat, part, False, True, 4, 9, {}), Voice("en", content))
    assert line == "Alive at the end: Frodo – no on the sheet, yes in the journal since round 4. [LR-DEATH-2, p. 16]"


def test_a_sheet_of_somebody_who_does_not_play(begin):
    """It differs as a whole: that is said, and its marks are not compared."""
    session = begin("frodo", "sam")
    (found,) = compared(session, [{"hobbit": "pippin", "circles": 9, "squares": "wwwwwww"}])
    assert (found.seat, found.part.key, found.journal) == ("pippin", "hobbit", "")
    assert (
        word_difference(found, session)
        == "One sheet is for Pippin, but nobody plays that seat in this session. [DG-SET-2, p. 2]"
    )


def test_a_row_of_somebody_who_does_not_play():
    """A sheet of the whole table has a line for each seat: the one of that seat differs, once."""
    game, content = games.get("fellowship"), load("fellowship")
    header = game.rules.header(content, ["A:frodo", "B:sam"], "standard", {}, None)
    session = Session.create(game, content, header, None, bytes(32), no_clock)
    (form,) = game.show.sheets.paper_forms(content)
    (found,) = sheet_differences(session.replay, form, [{"hobbit": "pippin", "runes": 3}])
    assert (found.seat, found.part.seat, found.journal) == ("pippin", "pippin", "")


def test_what_is_not_read_is_not_compared(begin):
    """A part in doubt is left out of its row; a sheet whose player is in doubt is nobody's."""
    session = begin("frodo", "sam")
    assert compared(session, [{"hobbit": "sam", "squares": "wwwwwww"}, {"circles": 5, "squares": "xwwwwww"}]) == ()


PAPER = [id for id in GAMES if games.get(id).show.sheets.paper_forms(load(id))]


@pytest.mark.parametrize(("id", "number"), [(id, number) for id in PAPER for number in range(2)])
def test_what_the_journal_says_can_stand_on_the_sheets(id, number):
    """At the end of a game its sheets can be, say how it ended, and agree; whatever is changed on them differs."""
    game, content, rng = games.get(id), load(id), random.Random(f"{id} {number}")
    header = game.rules.header(content, ["A", "B"], rng.choice(content.info["variants"][:3]), {}, None)
    session = Session.create(game, content, header, None, rng.randbytes(32), no_clock)
    play_session(session, rng)
    (form, *_) = game.show.sheets.paper_forms(content)
    rows = dict(game.show.sheets.paper_values(session.replay.state))
    table = rows.pop("", {})
    assert sheet_differences(session.replay, form, [table, *rows.values()]) == ()
    report = game.show.sheets.check(content, {**table, **({"players": [*rows.values()]} if rows else {})})
    assert isinstance(report, SheetReport), report
    assert report.outcome.ending == game.rules.outcome(session.replay.state).ending
    row = table or next(iter(rows.values()))
    for part in form.parts:
        if part.key in row and part.key != content.info["seat_kind"]:
            other = next((way for way in part.ways if way != row[part.key]), 99)
            (found,) = sheet_differences(session.replay, form, [{**row, part.key: other}])
            assert (found.part.key, found.sheet, found.journal) == (part.key, other, row[part.key])
            assert all(word_difference(found, session, lang).endswith("]") for lang in ("en", "pl", "ru", "uk"))
