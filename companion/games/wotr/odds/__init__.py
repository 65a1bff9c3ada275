"""Exact odds of the Hunt and of the Mordor Track. Counts; rolls nothing and simulates nothing."""
