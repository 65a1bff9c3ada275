"""python benchmarks/balance.py: how the dice and track of our own choice (`design` in content/dice) balance the game.

Every row is a set of dice and a track, each player takes the turn that is worth most by itself (`progress`), and beside
each figure stands the one by which the values were chosen, from 500 to 1,500 games of an earlier simulation. The table
is written to docs/balance.md; 4 players on the advanced side take a minute.
"""

from __future__ import annotations

from math import sqrt
from pathlib import Path

from companion import games
from companion.content.load import load
from companion.core.files import write_atomic
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


def played(squares: int, variant: str, doubled: str, players: int) -> vector.PlayedGames:
    """Games of that table."""
    game, content = games.get("dice"), load("dice")
    faces = ",".join([*SYMBOLS, doubled])
    coloured = {f"faces_{die}": faces for die in content["die"] if die != "black"}
    options = {"squares": str(squares), **coloured}
    state = game.rules.new(content, game.rules.header(content, HOBBITS[:players], variant, options, None))
    bots = dict.fromkeys(state.setup.seats, vector.PROGRESS)
    return vector.play("turns", state, bots, NUMBER, (1, squares, players))


def figures(found: vector.PlayedGames) -> list[tuple[float, float]]:
    """Rounds, turns and the share of games that all lose: means and standard deviations."""
    lost = found.ending == vector.ALL_LOST
    return [(float(each.mean()), float(each.std())) for each in (found.rounds, found.turns, lost)]


def apart(figure: tuple[float, float], chosen: float, number: int, rounded: float) -> float:
    """Standard errors between both, what was rounded left out. number: games of the figure that was chosen by."""
    mean, spread = figure
    if rounded == ROUNDED[-1]:
        spread = max(spread, sqrt(chosen * (1 - chosen)))  # a share that was never seen has none of its own
    error = spread * sqrt(1 / NUMBER + 1 / number)
    return max(0.0, abs(mean - chosen) - rounded) / error


HEAD = """# How our dice and track balance the game

For Journey to Mordor no source gives the symbol that a coloured die shows twice, nor the number of
squares on the track of the Nazgûl. Both are our choice. We made them with the games of an earlier
simulation, in which each player took the best turn by itself.

`python benchmarks/balance.py` plays {games} games of each row and writes this page. They are played
like those of `companion simulate dice --fast turns` with `progress` at every seat. Each figure has that
of the earlier simulation in brackets. The column `apart` is the largest difference in a row, in
standard errors of so few games (500 to 1,500 a row), without what was rounded.

`progress` values a turn by one rule in all rows: a circle 10, a mark on the own track -7, on another's
3, a Gandalf 5. The numbers of the earlier simulation are not recorded. These four were chosen by
comparing with its table, so they partly explain the agreement. Its six rows of `casual` play (7
squares, both sides) cannot be played again: only "rule of thumb" is recorded of that play.

| squares | side | twice | players | rounds | turns | all lose | apart |
|--:|---|---|--:|--:|--:|--:|--:|
"""


def main() -> None:
    """Play every row, print it and write the page."""
    lines = []
    for squares, variant, doubled, number, *chosen in CHOSEN:
        for players in (2, 3, 4):
            found = figures(played(squares, variant, doubled, players))
            theirs = [column[players - 2] for column in chosen]
            far = max(
                [apart(one, other, number, rounded) for one, other, rounded in zip(found, theirs, ROUNDED, strict=True)]
            )
            (rounds, _), (turns, _), (lost, _) = found
            cells = f"{rounds:.2f} ({theirs[0]}) | {turns:.2f} ({theirs[1]}) | {lost:.1%} ({theirs[2]:.1%})"
            lines.append(f"| {squares} | {variant} | {doubled} | {players} | {cells} | {far:.1f} |")
            print(lines[-1], flush=True)
    page = HEAD.format(games=f"{NUMBER:,}") + "\n".join(lines) + "\n"
    write_atomic(Path(__file__).parents[1] / "docs" / "balance.md", page.encode())


if __name__ == "__main__":
    main()
