"""War of the Ring: dice, tracks, tiles, cards; the armies too, or the players keep them on the board.

rules/   order of steps and legality, by chapters of the rulebook
odds/    exact chances of battles, the Hunt and what a decision stands before
show/    what people see: the view of each seat, the page, the terminal
bots/    the app's own player
"""
