"""One specification, several judges: `companion verify` and tools/verify_draws.py say the same of every file.

Honest evenings of every game are changed at random in their meaning, all hashes made good again. The figures are
printed (`pytest -s`). The same changes, a sample of them, go through the check page of the browser edition in
tests/browser/test_site_shell.py.
"""

import random
from collections import Counter

import pytest

from companion import games
from companion.play.journal.entries.corrections import Amend
from companion.play.journal.entries.undo import Redo, Undo
from tests.play.forge import entries, extra, forged, lines_of, rehash
from tests.play.judges import CAUGHT, DIFFERING, KINDS, LEGAL, RULES, SHORT, changed, compared, evening
from tools import verify_draws

EACH = {"quick": 80, "test": 80, "exhaustive": 5000}  # changed journals of each game


def evenings(game):
    """A short one of each table; some go to the end."""
    return [evening(game, label, 0, most) for label, most in SHORT[game].items()]


@pytest.fixture(scope="module")
def journals():
    """By game."""
    return {game: evenings(game) for game in games.GAMES}


@pytest.mark.parametrize("game", games.GAMES)
def test_honest_evenings_are_legal_at_every_moment(journals, game):
    """But where the rules ask for the entry that says it is over, or for the key."""
    for lines in journals[game]:
        assert compared(lines)[0] == LEGAL
        for cut in range(1, len(lines), 7):
            said, found, _ = compared(lines[:cut])
            assert said in (LEGAL, RULES) or found.why == "not_proved"


@pytest.mark.parametrize("game", games.GAMES)
def test_the_judges_agree_on_every_change(journals, game, tier):
    """Same verdict, same first bad entry, same counts."""
    rng, figures, differing = random.Random(f"judges {game}"), Counter(), []
    kinds = list(KINDS)
    for number in range(EACH[tier]):
        journal, kind = rng.choice(journals[game]), kinds[number % len(kinds)]
        lines = changed(rng, journal, rng.choice(journals[game]), kind)
        if not lines:
            continue
        said, *verdicts = compared(lines)
        figures[said] += 1
        if said == DIFFERING:
            differing.append((kind, *verdicts))
    print(
        f"\n{game}: {figures.total()} tried, {figures[CAUGHT]} caught by all, {figures[RULES]} by the rules alone, "
        f"{figures[LEGAL]} legal, {figures[DIFFERING]} differing"
    )
    assert not differing
    assert min(figures[said] for said in (CAUGHT, RULES, LEGAL)) > EACH[tier] / 25


def exit_code(tmp_path, lines):
    """Of the script as a command."""
    path = tmp_path / "game.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return verify_draws.main(str(path))


@pytest.mark.parametrize("made_up", ["app", 0, False, [], None])
def test_a_result_was_drawn_or_typed(begin, made_up, tmp_path):
    """An orc and a Nazgul of the app become two Rings from a source that counts as neither."""
    session = begin("frodo", "sam")
    session.do("roll", {})

    def forge(entry):
        del entry["args"]["draw"]
        entry["args"].update(dice=["ring", "ring", "weapon", "weapon", "weapon"], source=made_up)

    lines = forged(lines_of(session), 1, forge)
    assert [found.bad for found in compared(lines)[1:]] == [1, 1]
    assert exit_code(tmp_path, lines) == 1


def test_a_finished_game_whose_last_result_was_mistyped(tmp_path, capsys):
    """`amend` takes back the end as well: the key is not due, and what was taken back is not counted."""
    lines = evening("fellowship", "last-step", 0)
    typed, end, key = entries(lines)[-3:]
    assert (typed["args"]["source"], end["type"], key["type"]) == ("table", "end", "open")
    amended = rehash([*entries(lines)[:-1], extra("amend", {"of": typed["seq"]}, typed["seat"])])
    said, found, _ = compared(amended)
    assert said == LEGAL
    assert found.counts[2:4] == (1, compared(lines)[1].counts[3] - 1)
    assert exit_code(tmp_path, amended) == 0
    assert f"results typed in: {found.counts[3]}" in capsys.readouterr().out


def test_what_was_mistyped_is_counted_alike_behind_every_entry(begin):
    """Typed, taken back, typed anew, brought back, undone."""
    session = begin("frodo", "sam")
    for _ in range(2):
        session.do("roll", {}, "r,r,w,w,w")
        session.keep(session.plan(Amend("frodo")))
        session.keep(session.plan(Redo()))
        session.keep(session.plan(Amend("frodo")))
        session.do("roll", {}, "o,r,w,w,w")
        session.keep(session.plan(Undo(["frodo", "sam"])))
        session.keep(session.plan(Redo()))
        session.keep(session.plan(Undo(["frodo", "sam"])))
    lines = lines_of(session)
    verdicts = [compared(lines[:cut]) for cut in range(1, len(lines) + 1)]
    assert {said for said, *_ in verdicts} == {LEGAL}
    assert [found.counts[3] for _, found, _ in verdicts] == [0, 1, 0, 1, 0, 1, 1, 1, 1, 2, 1, 2, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("key", ["k", "got"])
def test_true_is_no_number(begin, key):
    """Where a draw has 1."""
    session = begin("frodo", "sam", seed=bytes(32))
    session.do("roll", {})

    def forge(entry):
        draw = entry["args"]["draw"]
        draw[key] = True if key == "k" else [True if number == 1 else number for number in draw[key]]

    assert 1 in entries(lines_of(session))[1]["args"]["draw"]["got"]
    assert [found.bad for found in compared(forged(lines_of(session), 1, forge))[1:]] == [1, 1]


@pytest.mark.parametrize("type", ["note", "pause", "join", "dance"])
@pytest.mark.parametrize("more", [{"source": "table"}, {"source": "draw"}, {"draw": {}}, {"source": None}])
def test_only_actions_have_results(begin, type, more):
    """Neither `source` nor `draw` stands in what the table does, and nobody knows what is typed for a strange type."""
    lines = rehash([*entries(lines_of(begin("frodo", "sam"))), extra(type, {"phone": "x", **more})])
    _, rules, script = compared(lines)
    assert rules.bad == 1
    assert (script.bad is None) == ((type, more) == ("dance", {"source": "table"}))


@pytest.mark.parametrize(("deep", "bad"), [(62, None), (63, 1)])
def test_sixty_four_inside_one_another(begin, deep, bad):
    """The entry and its arguments are two of them."""
    data: list = []
    for _ in range(deep - 1):
        data = [data]
    lines = rehash([*entries(lines_of(begin("frodo", "sam"))), extra("note", {"text": data})])
    assert [found.bad for found in compared(lines)[1:]] == [bad, bad]
