"""The rulebook of the dice game, one module a chapter: setup, rolling, symbols, ending."""
