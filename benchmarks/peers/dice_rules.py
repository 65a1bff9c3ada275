"""The basic dice game over whole numbers, as every peer plays it: what may be kept, what a turn does, who has won.

A symbol is its place in SYMBOLS, EMPTY for a die that is not there. A keep is a mask: bit 0 the black die.
"""

from __future__ import annotations

from functools import cache

RING, TREE, NAZGUL, ORC, WEAPON, GANDALF, EMPTY = range(7)
FACES = ((RING, TREE, NAZGUL, ORC, WEAPON, GANDALF), *[(RING, RING, NAZGUL, ORC, WEAPON, GANDALF)] * 4)
CIRCLES, SQUARES = 9, 7
NOTHING = (EMPTY,) * 5
GOING_ON, ALL_LOST = -2, -1  # a result; else a mask of the winners

Sheet = tuple[int, int, int]  # circles, halved squares, marks


@cache
def keeps(roll: tuple[int, ...]) -> tuple[int, ...]:
    """What may be kept: different symbols, and a Nazgul if one shows."""
    out = []
    for mask in range(1, 1 << len(roll)):
        kept = [symbol for die, symbol in enumerate(roll) if mask >> die & 1]
        if EMPTY not in kept and len(set(kept)) == len(kept) and (NAZGUL in kept or NAZGUL not in roll):
            out.append(mask)
    return tuple(out)


def is_out(sheet: Sheet) -> bool:
    return sheet[2] >= SQUARES + sheet[1]


def resolved(sheets: tuple[Sheet, ...], player: int, kept: tuple[int, ...]) -> tuple[Sheet, ...]:
    """The sheets after the kept symbols have taken effect; Gandalf halves all he can."""
    after = list(sheets)
    circles, halves, marks = after[player]
    if kept.count(ORC) <= kept.count(WEAPON):
        circles = min(CIRCLES, circles + kept.count(RING))
    halves += min(kept.count(GANDALF), max(0, SQUARES - halves - marks))
    after[player] = (circles, halves, marks)
    for die, symbol in enumerate(kept):
        if symbol == NAZGUL:
            hit = die - 1 if 0 < die <= len(sheets) and not is_out(sheets[die - 1]) else player
            circles, halves, marks = after[hit]
            after[hit] = (circles, halves, marks + 1)
    return tuple(after)


def following(sheets: tuple[Sheet, ...], player: int) -> tuple[int, int]:
    """The result, and whose turn comes next."""
    alive = [who for who, sheet in enumerate(sheets) if not is_out(sheet)]
    if not alive:
        return ALL_LOST, player
    later = [who for who in alive if who > player]
    if later:
        return GOING_ON, later[0]
    home = {who: SQUARES + sheets[who][1] - sheets[who][2] for who in alive if sheets[who][0] == CIRCLES}
    most = max(home.values(), default=0)
    return sum(1 << who for who, left in home.items() if left == most) if home else GOING_ON, alive[0]
