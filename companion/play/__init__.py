"""The referee's shared rooms. No game is named here.

game/      what a game is made of: the protocol, steps, drafts, actions, offers, set-up
journal/   what is kept: draws, entries, replay, session, store, log
bots/      players of the app's own, and many games at once
report/    what a journal says afterwards: verification, history, timeline
"""
