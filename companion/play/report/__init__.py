"""Reports on a journal: verification, findings, history, timeline, review, comparison with sheets."""
