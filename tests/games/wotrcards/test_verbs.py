"""What rows of content/ say in verbs: each verb in use, read without fault, and left out of the digest of facts."""

import pytest

from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.rules.locations.battlegrounds import meets_needs, required_battlegrounds
from companion.games.wotrcards.verbs import CONDITIONS, EFFECTS
from tests.cli.conftest import own_folders, run  # noqa: F401 (fixtures)
from tests.games.wotrcards.board import CONTENT, TABLES, board
from tests.tiers import sample


def test_every_verb_is_said_by_a_row():
    """No function that no card or battleground needs."""
    said = {call[0] for card in TABLES.cards.values() for call in card.does}
    assert said == set(EFFECTS.functions)
    said = {call[0] for place in TABLES.places.values() for call in place.needs}
    assert said == set(CONDITIONS.functions)


def test_what_a_battleground_needs():
    """One of its gates, won by the Free Peoples."""
    assert required_battlegrounds(TABLES) == {"minas-morgul", "morannon"}
    barad_dur, moria = TABLES.places["barad-dur"], TABLES.places["moria"]
    assert meets_needs(barad_dur, {"morannon", "moria"})
    assert not meets_needs(barad_dur, {"moria"})
    assert meets_needs(moria, ())


@pytest.mark.parametrize(
    ("card", "seat", "came"), [("barliman-butterbur", "aragorn", (0, 1)), ("tom-bombadil", "gandalf", (1, 0))]
)
def test_where_a_card_goes_that_cancels(card, seat, came):
    """To the cycle pile or out for good, as its row says."""
    t = board("extended-trilogy", cards=f"{card}:{seat}")
    for call in TABLES.cards[card].does:
        t.now(lambda draft: EFFECTS.do(call, draft, t.card(card)))  # noqa: B023 (called at once)
    assert (t.card(card), t.sizes(seat)[2:]) == (None, came)


def test_the_facts_of_a_header_know_no_verb():
    """What was code before the rows said it is numbered by the rules."""
    facts = GAME.rules.facts(CONTENT, "")
    assert not any("does" in row for row in facts["card"].values())
    assert not any("needs" in row for row in facts["battleground"].values())


FAULTS = [  # file, what stands there, what nobody can say, the row where it is found, what is told of it
    ("cards", "[{cancel_forsaking: cycle}]", "[cancel_forsakin]", "tom-bombadil", "names no effect"),
    ("cards", "forsaking: eliminate}", "forsaking: keep}", "", "'then' is 'keep', not one of eliminate, cycle"),
    ("cards", "{forsake: 1}]", "{forsake: {number: 1, by: gandal}}]", "", "'by' is not a side or faction: 'gandal'"),
    ("battlegrounds", "morannon]}]", "moranon]}]", "", "names no battleground 'moranon'; did you mean 'morannon'?"),
]
ANOTHER = [
    ("battlegrounds", "free_peoples_won: [", "free_peoples_won: [[], ", "", "'one_of' names no battleground '[]'"),
]


@pytest.mark.parametrize("faults", sample([FAULTS, ANOTHER], FAULTS))
def test_check_reports_what_no_row_can_say(run, content_copy, faults):  # noqa: F811
    """By file:line, all at once; a bare word by the line of its row."""
    expected = []
    for file, old, new, row, fault in faults:
        path = content_copy / "wotrcards" / f"{file}.yaml"
        before, found, after = path.read_text(encoding="utf-8").partition(old)
        assert found
        path.write_text(f"{before}{new}{after}", encoding="utf-8")
        line = (before[: before.rindex(f"- id: {row}")] if row else before).count("\n") + 1
        expected.append((f"content/wotrcards/{file}.yaml:{line}: ", fault))
    told = run("check", "--game", "wotrcards")
    assert (told.code, told.out) == (1, "")
    lines = told.err.splitlines()
    for place, fault in expected:
        assert [line for line in lines if line.startswith(place) and fault in line], (place, lines)
    assert len(lines) == len(expected)
