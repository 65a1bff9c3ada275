"""The referee's shared rooms. No game is named here.

game/      what a game is made of: the protocol, steps, drafts, actions, offers, set-up
journal/   what is kept: draws, entries, replay, session, store, log
bots/      players of the app's own, and many games at once
open_game/ a small game in which nothing is hidden, with defaults for most of it
report/    what a journal says afterwards: verification, history, timeline, review
"""
