"""python benchmarks/balance.py: how the dice and track of our own choice (`design` in content/dice) balance the game.

Every row is a set of dice and a track, each player takes the turn that is worth most by itself (`progress`), and beside
each figure stands the one by which the values were chosen, from 500 to 1,500 games of an earlier simulation. A figure
that is not within four standard errors of it is marked.
"""

from __future__ import annotations

from math import sqrt

from companion import games
from companion.content.load import load
from companion.games.dice import vector

NUMBER = vector.GAMES
HOBBITS = ("Ania:frodo", "Bo:sam", "Cela:merry", "Dan:pippin")
SYMBOLS = ("ring", "orc", "weapon", "nazgul", "gandalf")
# what, squares, variant, doubled symbol, games each, then for 2, 3 and 4 players: rounds, turns, share that all lose
CHOSEN = (
    (6, "basic", "orc", 1500, (7.0, 6.6, 6.2), (13.0, 18.1, 22.3), (0.197, 0.113, 0.069)),
    (7, "basic", "orc", 1500, (7.0, 6.4, 6.0), (13.4, 18.4, 22.7), (0.081, 0.024, 0.011)),
    (8, "basic", "orc", 1500, (6.9, 6.3, 5.8), (13.5, 18.5, 22.8), (0.028, 0.009, 0.003)),
    (7, "advanced", "orc", 1500, (6.9, 6.3, 5.9), (13.2, 17.9, 21.8), (0.076, 0.037, 0.025)),
    (7, "basic", "ring", 600, (4.5, 4.2, 3.9), (9.0, 12.4, 15.2), (0.002, 0.000, 0.002)),
    (7, "basic", "gandalf", 500, (6.7, 6.2, 5.6), (13.2, 18.0, 21.6), (0.026, 0.012, 0.010)),
    (7, "basic", "weapon", 500, (6.3, 5.8, 5.4), (12.2, 16.6, 20.5), (0.052, 0.028, 0.014)),
    (7, "basic", "nazgul", 600, (7.0, 6.8, 6.5), (12.5, 16.7, 19.7), (0.425, 0.412, 0.412)),
)
ROUNDED = 0.05, 0.05, 0.0005  # of the figures above


def played(squares: int, variant: str, doubled: str, players: int) -> vector.Played:
    """Games of that table."""
    game, content = games.get("dice"), load("dice")
    faces = ",".join([*SYMBOLS, doubled])
    coloured = {f"faces_{die}": faces for die in content["die"] if die != "black"}
    options = {"squares": str(squares), **coloured}
    state = game.new(content, game.header(content, HOBBITS[:players], variant, options, None))
    bots = dict.fromkeys(state.setup.seats, vector.PROGRESS)
    return vector.play("turns", state, bots, NUMBER, (1, squares, players))


def figures(found: vector.Played) -> list[tuple[float, float]]:
    """Rounds, turns and the share of games that all lose: means and standard deviations."""
    lost = found.ending == vector.ALL_LOST
    return [(float(each.mean()), float(each.std())) for each in (found.rounds, found.turns, lost)]


def within(figure: tuple[float, float], chosen: float, number: int, rounded: float) -> bool:
    """Whether both may be of the same table."""
    mean, spread = figure
    error = sqrt(spread * spread / NUMBER + max(spread * spread, chosen * (1 - chosen) if chosen < 1 else 0) / number)
    return abs(mean - chosen) <= 4 * error + rounded


def main() -> None:
    """The table; 4 players on the advanced side take a minute."""
    print(f"{'squares':>7} {'variant':9} {'doubled':8} players  rounds        turns         all lose")
    for squares, variant, doubled, number, *chosen in CHOSEN:
        for players in (2, 3, 4):
            found = figures(played(squares, variant, doubled, players))
            row = []
            for figure, column, rounded in zip(found, chosen, ROUNDED, strict=True):
                mark = " " if within(figure, column[players - 2], number, rounded) else "!"
                row.append(f"{figure[0]:6.3f} {column[players - 2]:5.3g}{mark}")
            print(f"{squares:7} {variant:9} {doubled:8} {players:7}  {' '.join(row)}", flush=True)


if __name__ == "__main__":
    main()
