"""The languages that every game is complete in; others may lack texts."""

import pytest

LANGUAGES = ("en", "pl", "ru", "uk")
EACH_SCRIPT = [  # for `parametrize`: one language of each script, all of them in `exhaustive`
    pytest.param(lang, marks=() if lang in ("en", "uk") else pytest.mark.tier("exhaustive")) for lang in LANGUAGES
]
