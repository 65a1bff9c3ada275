"""A choice that is typed as the guided table prints it is that choice."""

import random

import pytest

from companion import games
from companion.cli.guided.guide import Guide
from companion.content.load import load
from companion.play.game.offers import WordLacking
from companion.play.journal.session import Session
from companion.words.wording import Voice
from tests.games.random_games import close_action

TABLES = {
    "dice": (["Ania:frodo", "Bo:sam"], "advanced"),
    "fellowship": (["Ania:frodo", "Bo:sam", "Cela:pippin"], None),
    "wotr": (["Ania:fp", "Bo:shadow"], "full"),
    "wotrcards": (["Ania:witch-king", "Bo:gandalf"], "duel"),
}
STEPS = 60
voice_en = Voice("en").say


def offer_of(game, content, state, typed):
    """The action that is read, or the offer in which something is still to be said."""
    try:
        return game.words.parse(content, state, *game.words.read_answer(state, typed))
    except WordLacking as lacking:
        return lacking.offer.act


@pytest.mark.parametrize("id", TABLES)
def test_a_printed_choice_can_be_typed(id):
    """Every kind of offer of a random game, lists of things in it too; what is not printed stays as it was typed."""
    game, content, (players, variant) = games.get(id), load(id), TABLES[id]
    rng, seen = random.Random(id), set()
    session = Session.create(game, content, game.rules.header(content, players, variant, {}, None))
    voice = Voice("en", content, session.replay.header["seats"])
    for _ in range(STEPS):
        state = session.replay.state
        legal = game.rules.legal(state)
        guide = Guide(session, voice, None)
        guide.viewer = legal[0].seat
        for offer in legal:
            kind = offer.type, game.rules.pending(state).what
            if offer.seat == guide.viewer and kind not in seen and not offer.open:
                seen.add(kind)
                typed = guide.read_printed(guide._view(offer).text.upper())
                assert offer_of(game, content, state, typed) == offer.act, typed
        assert session.act(close_action(game, state, rng.choice(legal).pick(rng), rng)).refusal is None
    assert len(seen) > 2
    assert guide.read_printed("zebra") == "zebra"


def test_a_number_that_is_not_there_is_told_which_are(good, write):
    """And a rule that is not there, which is near; with the choices by their numbers."""
    seats = "[{hobbit: frodo, name: Ania}, {hobbit: sam, name: Bo}]"
    position = write(f"{{place: moria, seats: {seats}, stack: {{meagre_choice: 1}}}}")
    told = good("table", "fellowship", "--position", position, typed="\n\n\nback\n7\nrule LR-PAY\nq\n").out
    assert voice_en("error.number_one_of", numbers="1") in told
    assert "Did you mean: LR-PAY-" in told
