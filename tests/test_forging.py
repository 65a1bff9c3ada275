"""A forger at work: random changes of whole journals, all hashes made good again, over every game.

Each forgery has to be caught by `companion verify`, or be another game that is legal too and has another head, in which
nobody has changed a draw by the app (tests/play/forgeries.py says what that means). The rest are holes.

The exhaustive tier makes 8,000 of them; the figures are printed (`pytest -s`).
"""

import random
from collections import Counter
from pathlib import Path

import pytest

from companion import games
from companion.content.load import load
from companion.play.bots.simulate import play_session
from companion.play.journal.session import Session
from tests.play.forge import changed, lines_of
from tests.play.forge import forged as forged_by
from tests.play.forgeries import CAUGHT, HOLE, KINDS, LEGAL, SEALED, Journal, forged, judged
from tests.walks import setups

EACH = {"quick": 1, "test": 1, "exhaustive": 80}  # forgeries of a kind, for each game
KEPT = Path(__file__).parent / "journals"
FRESH = {  # tables that random games are played at, with the dice and cards of the app
    "dice": ("basic-2", "advanced-3", "late-advanced"),
    "fellowship": ("standard-2", "expert-4", "last-step", "epic", "introductory-2"),
    "wotr": ("doom", "two-held", "road-four", "four"),
    "wotrcards": ("middle-held", "three-held", "company"),
}


def fresh(game, label):
    """A random game to its end."""
    referee, content = games.get(game), load(game)
    header = referee.rules.header(content, *setups(game).SETUPS[label])
    session = Session.create(
        referee, content, header, seed=f"forge {label}".encode(), clock=lambda: "1970-01-01T00:00:00Z"
    )
    play_session(session, random.Random(f"forge {game} {label}"))
    return Journal(label, lines_of(session))


@pytest.fixture(scope="module")
def journals():
    """Kept and fresh ones, by game."""
    out = {}
    for game in games.GAMES:
        kept = [Journal(path.stem, path.read_text("utf-8").splitlines()) for path in sorted((KEPT / game).iterdir())]
        out[game] = [*kept, *[fresh(game, label) for label in FRESH[game]]]
    return out


def test_no_forgery_passes_as_the_game_that_was_played(journals, tier):
    """Caught, or another legal game with every draw by the app in its place."""
    found, holes = Counter(), []
    for game, own in journals.items():
        everybody = [journal for others in journals.values() for journal in others]
        for kind in KINDS:
            rng = random.Random(f"forger {game} {kind}")
            made = 0
            for _ in range(EACH[tier] * 4):
                journal = rng.choice(own)
                lines = forged(rng, journal, rng.choice(own if rng.random() < 0.8 else everybody), kind)
                if lines is None or made == EACH[tier]:
                    continue
                made += 1
                verdict = judged(journal, lines)
                found[game, kind, verdict] += 1
                if verdict == HOLE:
                    holes.append((game, journal.name, kind, lines))
    print(figures(found))
    assert not holes, [hole[:3] for hole in holes]
    assert found.total() >= EACH[tier] * 80
    assert {verdict for *_, verdict in found} <= {CAUGHT, LEGAL, SEALED}
    assert sum(number for (*_, verdict), number in found.items() if verdict == CAUGHT) > found.total() / 2


def figures(found):
    """A line a game and kind: tried, caught, other legal games, sealed."""
    out = [f"\n{'game':<11}{'kind':<18}{'tried':>7}{'caught':>8}{'legal':>7}{'sealed':>8}{'holes':>7}"]
    names = (CAUGHT, LEGAL, SEALED, HOLE)
    rows = [*dict.fromkeys((game, kind) for game, kind, _ in found), *[(game, "") for game in games.GAMES], ("", "")]
    for game, kind in rows:
        counts = [
            sum(n for (of, how, said), n in found.items() if said == name and game in ("", of) and kind in ("", how))
            for name in names
        ]
        numbers = "".join(f"{number:>{width}}" for number, width in zip(counts, (8, 7, 8, 7), strict=True))
        out.append(f"{game or 'all':<11}{kind or 'all kinds':<18}{sum(counts):>7}{numbers}")
    return "\n".join(out)


# --- the judge is judged ---------------------------------------------------------------------------------------------


def test_an_honest_journal_is_no_forgery(journals):
    """Its head is its own: the judge calls it a hole only because nothing was changed."""
    for own in journals.values():
        for journal in own:
            assert judged(journal, journal.lines) == HOLE


def test_a_change_that_nobody_mended_is_caught(journals):
    """Without new hashes."""
    journal = journals["dice"][0]
    assert judged(journal, changed(journal.lines, 3, lambda entry: entry.update(seat="x"))) == CAUGHT


def test_what_the_judge_takes_for_another_game(journals):
    """A remark more, an hour less; but never a game whose draws are those of another table."""
    journal = next(journal for journal in journals["fellowship"] if journal.name == "standard-2")
    other = next(journal for journal in journals["fellowship"] if journal.name == "expert-4")
    late = forged_by(journal.lines, 2, lambda entry: entry.update(at="2030-01-01T00:00:00Z"))
    assert judged(journal, late) == LEGAL
    assert judged(journal, other.lines) == HOLE
