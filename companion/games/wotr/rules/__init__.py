"""The rules of War of the Ring by chapters of the rulebook: order of steps and legality.

common/   sides, nations, dice, Rings, hands and what every chapter asks
map/      armies and characters on the board: moves, mustering, capture
hunt/     the Hunt, the Fellowship, Mordor
battle/   battles, sieges, casualties, Combat cards
events/   Event cards
turn/     the phases of a turn
table/    set-up, positions, reports of the table
"""
