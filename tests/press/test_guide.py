"""The pages to read first: what they say of our own choices, in words that a reader knows."""

import re
from pathlib import Path

import pytest

from companion.content.load import game_ids, load
from companion.faces.model import face_listing
from companion.faces.rows import is_own_choice
from companion.press import Job
from companion.press.guide import guide_pages
from companion.press.printing import prepare_job
from tests.languages import LANGUAGES

NOT_IN_PRINT = {"component", "lesson", "option"}  # what we print and ask; what a bot values is not printed either
IDS = {
    game: {id for kind, table in load(game).tables.items() for id in (kind, *table) if re.search("[_-]", id)}
    - {*load(game).info["variants"]}  # are typed
    for game in game_ids()
}
GUIDES = [  # each game in another language, in `exhaustive` in all of them
    pytest.param(game, lang, marks=() if at == of else pytest.mark.tier("exhaustive"))
    for at, game in enumerate(game_ids())
    for of, lang in enumerate(LANGUAGES)
]


@pytest.mark.parametrize(("game", "lang"), GUIDES)
def test_no_raw_id_is_on_a_guide_page(game, lang):
    """Ids like `bot_value` or `fp-char-01` are for the files; a page names things by their words."""
    press, (plain,) = prepare_job(Job(game, "aids", lang=lang), None)
    pages = guide_pages(press.shop, press.room, [press.file(plain, Path("x.pdf"))])
    said = [face_listing(page.placed[0].face) for page in pages]
    words = set(re.findall(r"[\w-]+", "\n".join(line for text in said for line in text.splitlines() if "|" in line)))
    assert len(words) > 100
    assert words & IDS[game] == set()


def test_a_guide_names_the_option_for_one_scenario():
    """Where pieces belong to some scenarios only, and nothing was chosen yet; with the words that may be typed."""

    def said(game: str, variant: str = "") -> str:
        press, (plain,) = prepare_job(Job(game, "cards", variant=variant, only=("*/sting",)), None)
        pages = guide_pages(press.shop, press.room, [press.file(plain, Path("x.pdf"))])
        return face_listing(pages[0].placed[0].face)

    assert "--variant NAME" in said("wotrcards")
    assert "war-in-the-north-duel" in said("wotrcards")
    assert "--variant" not in said("wotrcards", "trilogy")


@pytest.mark.parametrize("game", game_ids())
def test_every_choice_on_a_face_has_its_words(game):
    """A value of ours without words `choice_KIND_FIELD` would bear a dot that no page explains."""
    content = load(game)
    chosen = {
        (kind, field)
        for kind, table in content.tables.items()
        for row in table.values()
        for field in (row["prov"] if isinstance(row.get("prov"), dict) else [""])
        if is_own_choice(row, field)
    }
    lacking = {
        kind for kind, field in chosen if f"print.choice_{'_'.join(filter(None, (kind, field)))}" not in content.texts
    }
    assert {kind for kind in lacking - NOT_IN_PRINT if not kind.startswith("bot_")} == set()


def test_a_ruling_of_ours_does_not_claim_the_rulebook():
    """An option that decides a ruling is none of the rulebook's (`preparations_order`, `gandalf_payment`)."""
    for game in game_ids():
        content = load(game)
        for option in content["option"].values():
            if content["rule"][option["rule"]]["kind"] == "ruling":
                assert str(option["prov"]).partition(" ")[0] in ("ruling", "design", "public"), option.place
