"""Battles: attack, rounds, Combat cards, casualties, retreat, advance, sieges."""
