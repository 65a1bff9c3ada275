"""Fair dice: the chain, and numbers of which none is likelier than another."""

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest

from companion.play.journal import draws
from companion.play.report.verify import chi_square_tail
from tools import verify_draws

SEED = bytes(range(32))
CHAIN = draws.link_chain(SEED)
TABLE = hashlib.sha256(b"a table").digest()


def words(block: bytes):
    """32-bit words without end, as docs/journal.md describes them."""
    while True:
        for place in range(0, 32, 4):
            yield int.from_bytes(block[place : place + 4], "big")
        block = hashlib.sha256(block).digest()


def stream(k: int, label: str):
    return words(hmac.new(CHAIN[k], TABLE + k.to_bytes(4, "big") + label.encode(), hashlib.sha256).digest())


# --- the chain -------------------------------------------------------------------------------------------------------


def test_every_link_hashes_to_the_one_before():
    """2,000 draws are prepared; the anchor is link 0, and each link proves itself against its neighbour only."""
    assert len(CHAIN) == draws.LINKS + 1 == 2001
    assert all(draws.follows(link, previous) for previous, link in pairwise(CHAIN))
    assert not any(draws.follows(link, CHAIN[k]) for k, link in enumerate(CHAIN[2:]))  # none can be left out
    assert not draws.follows(CHAIN[1], CHAIN[1])
    assert len(set(CHAIN)) == len(CHAIN)


def test_the_anchor_follows_from_the_seed_alone():
    """The same seed gives the same chain, another seed another one; the seed itself is no link."""
    link = SEED
    for _ in range(draws.LINKS + 1):
        link = hashlib.sha256(link).digest()
    assert CHAIN[0] == link
    assert draws.link_chain(SEED) == CHAIN
    assert not set(draws.link_chain(SEED[:-1])) & set(CHAIN)
    assert SEED not in CHAIN


def test_draws_of_a_known_seed_never_change():
    """These numbers never change: they are what old journals are checked against."""
    assert CHAIN[0].hex() == "023f8e627d467c0da153aab9f1c88ceae636c0fa1ca1d1f8597e1fa4ddeb21ff"
    table = draws.mix_words(TABLE, "Zażółć")
    assert table.hex() == "9cf29f70408d8d77ce6e8e50e14eba62cd662ba39207e88ee6d09369681a27a3"
    assert draws.draw_numbers(CHAIN[1], TABLE, 1, "roll", [6] * 5) == [3, 5, 1, 1, 0]
    assert draws.draw_numbers(CHAIN[2], table, 2, "repeat", [6] * 5) == [3, 4, 4, 3, 5]
    assert draws.draw_numbers(CHAIN[2000], TABLE, 2000, "hunt", [16, 15, 14, 2, 1]) == [13, 4, 13, 0, 0]


def test_mixed_words_are_the_hash_of_table_and_words():
    """Words of the players turn the table id into another one, in the order in which they come."""
    assert draws.mix_words(TABLE, "ą") == hashlib.sha256(TABLE + "ą".encode()).digest()
    assert draws.mix_words(draws.mix_words(TABLE, "a"), "b") != draws.mix_words(draws.mix_words(TABLE, "b"), "a")


# --- the numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 6, 7, 16, 1000, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32])
def test_numbers_are_the_words_that_are_left_after_rejection(size):
    """A word beyond the last multiple of the size is skipped (at 2^31 + 1 that is almost every second one)."""
    limit = 2**32 // size * size
    wanted = []
    for word in stream(3, "roll"):
        if word < limit:
            wanted.append(word % size)
        if len(wanted) == 40:
            break
    assert draws.draw_numbers(CHAIN[3], TABLE, 3, "roll", [size] * 40) == wanted
    assert verify_draws.numbers(CHAIN[3], TABLE, 3, "roll", [size] * 40) == wanted


@pytest.mark.parametrize(
    ("first", "number"),
    [(0, 0), (5, 5), (6, 0), (2**32 - 5, 5), (2**32 - 4, 2), (2**32 - 1, 2)],
)
def test_rejection_is_exact(monkeypatch, first, number):
    """2^32 is 4 more than a multiple of 6: the words 2^32 - 4 and up are skipped, the one below them counts."""
    block = b"".join(word.to_bytes(4, "big") for word in (first, 2, 3, 4, 5, 6, 7, 8))
    monkeypatch.setattr(draws.hmac, "digest", lambda *_: block)
    assert draws.draw_numbers(CHAIN[1], TABLE, 1, "roll", [6]) == [number]


@pytest.mark.parametrize("size", [6, 7, 16])
def test_numbers_are_spread_evenly(size):
    """60,000 numbers out of 2,000 draws, alone and in pairs, fit an even spread, not too badly nor too well."""
    counts: Counter[int] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    for k in range(1, 2001):
        got = draws.draw_numbers(CHAIN[k], TABLE, k, "roll", [size] * 30)
        counts.update(got)
        pairs.update(pairwise(got))
    for found, cells in ((counts, size), (pairs, size * size)):
        mean = found.total() / cells
        assert len(found) == cells
        chi = sum((count - mean) ** 2 / mean for count in found.values())
        assert 0.01 < chi_square_tail(chi, cells - 1) < 0.99


def test_chi_square_tail():
    """Values of any statistics book: 5 % and 1 % points for 1, 2, 5, 10 and 35 degrees of freedom."""
    for chi, freedom, tail in [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (18.307, 10, 0.05),
        (49.802, 35, 0.05),
        (0.0, 5, 1.0),
    ]:
        assert chi_square_tail(chi, freedom) == pytest.approx(tail, abs=2e-5)


def test_everything_that_goes_in_changes_what_comes_out():
    """Another link, table, number or label is another draw."""
    sizes = [1000] * 20
    all_of_them = {
        tuple(draws.draw_numbers(CHAIN[1], TABLE, 1, "roll", sizes)),
        tuple(draws.draw_numbers(CHAIN[2], TABLE, 1, "roll", sizes)),
        tuple(draws.draw_numbers(CHAIN[1], CHAIN[9], 1, "roll", sizes)),
        tuple(draws.draw_numbers(CHAIN[1], TABLE, 2, "roll", sizes)),
        tuple(draws.draw_numbers(CHAIN[1], TABLE, 1, "repeat", sizes)),
    }
    assert len(all_of_them) == 5


def test_more_dice_leave_the_first_ones_as_they_are():
    """Numbers come one after the other; no sizes, no numbers."""
    got = draws.draw_numbers(CHAIN[1], TABLE, 1, "roll", [6] * 100)
    assert [draws.draw_numbers(CHAIN[1], TABLE, 1, "roll", [6] * n) for n in range(100)] == [
        got[:n] for n in range(100)
    ]
