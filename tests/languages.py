"""The languages that every game is complete in; others may lack texts."""

import pytest

LANGUAGES = ("en", "pl", "ru", "uk")
EACH_SCRIPT = [  # for `parametrize`: Ukrainian, whose words are the longest in no Latin script; all in `exhaustive`
    pytest.param(lang, marks=() if lang == "uk" else pytest.mark.tier("exhaustive")) for lang in LANGUAGES
]
