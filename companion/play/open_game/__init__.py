"""A small game in which nothing is hidden: rules, words and show, with defaults for all that it does not care about.

A game brings actions, a state, steps, and the lines that show its table; `open_game` makes a Game of them.
"""
