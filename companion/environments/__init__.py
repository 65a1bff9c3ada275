"""Games as environments for learning: PettingZoo and OpenSpiel play by the rules of the games themselves.

An agent sees the view of its seat and chooses by number. Forced actions are done for it; chance is the environment's.
"""
