"""The rules of the card game by chapters (WC-*).

common/      piles, decks, costs, playing cards, texts, scoring
locations/   battlegrounds and paths, the victory check
combat/      icons, combat, losses
turn/        rounds, the action step, what texts do
table/       set-up, positions, score sheets
"""
