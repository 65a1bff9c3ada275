"""The tracker: the session of the table on every phone. Routes and pages; the rules stay in play/ and games/."""
