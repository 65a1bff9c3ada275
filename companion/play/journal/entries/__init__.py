"""Entries of the table itself: one class a type, with its refusals, what it does to a replay, and its events."""
