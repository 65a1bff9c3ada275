"""Pages speak every language that the shared texts have; the switch names each in its own words."""

import re

from companion.content.load import languages, load
from tests.web.serving import begin


def test_the_dice_game_is_played_in_german(server, code):
    """Table, moves, log, rule, result and errors; no English between."""
    phone = server.phone("de-AT,de;q=0.9,en;q=0.5").join(code, "frodo")
    assert phone.do(code, "roll", rolled="black=nazgul,yellow=ring,red=ring,blue=weapon,green=orc").json["ok"]
    assert phone.do(code, "keep", dice="yellow").status == 422
    assert phone.do(code, "keep", dice="black,red").json["ok"]
    for path in (f"/{code}", f"/{code}/log", f"/{code}/result", f"/{code}/rule/DG-ROLL-3", "/nowhere"):
        page = phone.get(path).text
        assert '<html lang="de">' in page
        text = re.sub(r"<script.*?</script>|<[^>]*>", " ", page, flags=re.DOTALL)
        assert not set(re.findall(r"[^\W\d_]+", text)) & {
            "the",
            "The",
            "and",
            "you",
            "Your",
            "is",
            "of",
            "Nothing",
            "roll",
        }


def test_a_game_without_german_speaks_english_where_it_has_words_of_its_own(server, store):
    """The page round it is German; a screen reader is told which words are not."""
    code = begin(store, "fp", "shadow", game="wotr", variant=None)
    page = server.phone("de").get(f"/{code}").text
    assert load("shared").texts["web.menu.start"]["de"] in page
    assert f'<h1 lang="en">{load("wotr").info["title"]["en"]}</h1>' in page
    assert '<div class="lay" lang="en">' in page
    log = server.phone("de").join(code, "fp").get(f"/{code}/log").text
    assert len(re.findall(r"<div>", log)) == 1  # that a phone joined is said by the house
    for reader in ("en", "uk"):
        assert (
            'lang="en">'
            not in server.phone(reader).get(f"/{code}").text.replace(' lang="en" hreflang', "").partition("<body")[2]
        )


def test_the_switch_names_every_language(server, code):
    """A language is one file more in content/shared/texts."""
    page = server.phone("xx").get(f"/{code}").text
    assert '<html lang="en">' in page
    names = load("shared").texts["language.name"]
    for lang in languages():
        assert f'lang={lang}" lang="{lang}" hreflang="{lang}"' in page
        assert f">{names[lang]}</a>" in page
    assert len(set(dict(names).values())) == len(languages())
