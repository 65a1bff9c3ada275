"""Filled sheets from photos: reading, questions about doubts, the report, the comparison with a journal."""
