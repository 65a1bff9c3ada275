"""The languages that every game is complete in; others may lack texts."""

LANGUAGES = ("en", "pl", "ru", "uk")
