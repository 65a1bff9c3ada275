"""The rules of the cooperative game by chapters of the rulebook; each names the rules it keeps.

common/    hands, tokens, decks, effects, scoring, the end
board/     progress, temptation, story tiles, Mount Doom
cards/     travel cards, epic cards, Gandalf's help
payment/   prices, payments of one player and of the group, losses
turn/      the journey, the threat die, events
table/     set-up, positions, score sheets
"""
