"""What stands on the event cards, character cards and hunt tiles of War of the Ring, and on the label of their bag."""

import re
from collections import Counter

import pytest

from companion.faces.model import Picture, Shape, Text
from tests.content.wotr_print import DECKS, GAME, back, body, drawn, leaf, rows, said, wide
from tests.languages import LANGUAGES

EVENTS, TILES, CHARACTERS = GAME["event_card"], GAME["hunt_tile"], GAME["character"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_cards_stay_in_the_frame(lang):
    """2 mm from the frame, which is 3 mm from the edge; a number in its mark may come nearer."""
    for component in ("wotr-event", "wotr-character"):
        for row in rows(component):
            for item in leaf(component, lang, row).front.items:
                if isinstance(item, Text):
                    assert item.x >= 5, (row, item.words)
                    assert item.x + wide(item, lang) <= 58.7, (row, item.words)
                    assert 6.5 < item.y < 84, (row, item.words)


# ---------------------------------------------------------------------- event cards


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_event_card_says_what_its_rows_say(lang):
    """Name, number, kind of event, condition, effect, and the same of its combat part with the initiative."""
    for row in EVENTS.values():
        face = leaf("wotr-event", lang, row.id).front
        words = said(face).split()
        combat = GAME["combat_card"][row["combat"]]
        kind = GAME.texts[f"print.event_{row['icon']}"][lang].upper()
        wanted = [row["name"][lang], row["effect"][lang], combat["name"][lang], combat["effect"][lang], kind]
        wanted += [one["condition"][lang] for one in (row, combat) if "condition" in one]
        wanted += [f"{row['number']}/24", "/".join(map(str, row["initiative"]))]
        assert not Counter(" ".join(wanted).replace("\u00a0", " ").split()) - Counter(
            " ".join(words).replace("\u00a0", " ").split()
        ), row.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_condition_stands_over_effect_and_battle_below(lang):
    """From top to bottom, the combat part under the line that the sign of battle marks."""
    for row in EVENTS.values():
        texts = [item for item in leaf("wotr-event", lang, row.id).front.items if isinstance(item, Text)]
        [sign] = [
            item
            for item in leaf("wotr-event", lang, row.id).front.items
            if isinstance(item, Picture) and item.name == "icons/fight"
        ]
        line = sign.y + sign.h / 2
        main = [item for item in texts if item.font == "serif-400" and item.y < line]
        battle = [item for item in texts if item.font == "serif-400" and item.y > line]
        assert main, row.id
        assert battle, row.id
        above = [item for item in texts if item.font == "sans-600" and item.tracking == 0 and item.y < line]
        assert bool(above) == ("condition" in row), row.id
        assert all(item.y < min(one.y for one in main) + 0.01 for item in above), row.id
        assert max(item.y for item in main) < line - 3, row.id  # the sign stands free


def test_signs_of_an_event_card():
    """The die face, the picture of its subject, the hourglass on the 14 that stay on the table."""
    for row in EVENTS.values():
        signs = drawn(leaf("wotr-event", row=row.id).front)
        assert signs[f"icons/{row['icon']}"] == 1
        assert signs[f"vignettes/{GAME['print_picture'][row.id]['picture']}"] == 1
        assert signs[f"wotr/order-{row['side']}"] == 1
        assert signs["icons/hourglass"] == ("table" in row)
    assert sum("table" in row for row in EVENTS.values()) == 7 + 7


def test_a_guess_has_its_dot():
    """The nation of a card in games for more players is our own: a hollow dot, on those 40 only."""
    hinted = [row.id for row in EVENTS.values() if row.get("hint", "any") != "any"]
    assert [id for id in EVENTS if leaf("wotr-event", row=id).front.marked] == hinted
    nation = {"gondor": "gondor", "rohan": "rohan", "witch-king": "sauron", "saruman": "isengard"}
    for id in hinted:
        assert drawn(leaf("wotr-event", row=id).front)[f"icons/nation-{nation[EVENTS[id]['hint']]}"] == 1


def test_four_backs_of_the_event_decks():
    """Equal in a deck, different from deck to deck by frame, sign and word."""
    backs = {deck: {body(back("wotr-event", row=id)) for id in EVENTS if key(id) == deck} for deck in DECKS}
    assert [len(found) for found in backs.values()] == [1, 1, 1, 1]
    assert len(set.union(*backs.values())) == 4
    assert Counter(key(id) for id in EVENTS) == dict.fromkeys(DECKS, 24)


def key(id: str) -> tuple[str, str]:
    return EVENTS[id]["side"], EVENTS[id]["deck"]


# ---------------------------------------------------------------------- characters


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_character_card_says_what_its_row_says(lang):
    """Name, second name, number, Guide, abilities with their names, how it enters, level and leadership."""
    for row in CHARACTERS.values():
        words = Counter(said(leaf("wotr-character", lang, row.id).front).replace("\u00a0", " ").split())
        wanted = [row["name"][lang], row["epithet"][lang].upper(), row["enters"][lang], row["number"]]
        wanted += [row["guide"][lang]] if "guide" in row else []
        for id in row.get("abilities", ()):
            ability = GAME["ability"][id]
            name = ability["name"][lang]
            wanted += [name if name[-1] in "!?" else f"{name}.", ability["says"][lang]]
        wanted += [str(row[field]) for field in ("level", "leadership") if field in row]
        assert not Counter(" ".join(wanted).replace("\u00a0", " ").split()) - words, row.id


def test_signs_of_a_character_card():
    """The figure, the shields of whom it activates or serves, a die where it brings one, wings where it flies."""
    for row in CHARACTERS.values():
        signs = drawn(leaf("wotr-character", row=row.id).front)
        nations = set(row.get("activates", [])) | ({row["nation"]} if "nation" in row else set())
        assert {name.removeprefix("icons/nation-") for name in signs if "nation-" in name} == nations, row.id
        assert signs["icons/die"] == ("die" in row)
        assert signs["icons/nazgul"] == ("flies" in row)
        figures = [name for name in signs if re.search(r"/figure-(?!cloak)", name)]
        assert len(figures) == (2 if row["kind"] == "ring_bearers" else 1), row.id


def test_backs_of_characters_are_those_of_their_side():
    """Two in all, and none is that of an event card."""
    sides = {
        side: {body(back("wotr-character", row=r.id)) for r in CHARACTERS.values() if r["side"] == side}
        for side in GAME["side"]
    }
    assert [len(found) for found in sides.values()] == [1, 1]
    assert len(set.union(*sides.values()) | {body(back("wotr-event", row=id)) for id in EVENTS}) == 2 + 4


# ---------------------------------------------------------------------- hunt tiles and their bag


def test_a_tile_shows_damage_reveal_and_stop():
    """A number, the Eye or a die; a bar before the number and the sign of corruption where it heals."""
    for row in TILES.values():
        face = leaf("wotr-tile", row=row.id).front
        signs, damage = drawn(face), row["damage"]
        numbers = [item.words for item in face.items if isinstance(item, Text) and item.font == "serif-700"]
        assert numbers == ([] if damage in ("eye", "die") else [damage.lstrip("-")]), row.id
        assert (signs["icons/eye"], signs["icons/die"]) == (damage == "eye", damage == "die")
        assert (signs["icons/reveal"], signs["icons/stop"]) == ("reveal" in row, "stop" in row)
        shapes = [item for item in face.items if isinstance(item, Shape) and item.fill == "ink"]
        minus = [step for shape in shapes for step in shape.path if step[0] == "rect"]
        assert bool(minus) == bool(signs["icons/corruption"]) == damage.startswith("-")
        assert signs[f"wotr/tile-{row['set']}"] == 1
    assert sum(row["count"] for row in TILES.values()) == 16 + 4 + 4


def test_tiles_cannot_be_told_apart_from_behind():
    """One back for all, and its ground goes on into the bleed, so that a cut a little off tells nothing."""
    backs = [back("wotr-tile", row=id) for id in TILES]
    assert len({body(face) for face in backs}) == 1
    assert {face.ground for face in backs} == {"parchment"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_a_tile_keep_clear_of_its_corners(lang):
    """3 mm to the edge everywhere, and 5.4 mm at the height of the scooped corners."""
    for id in TILES:
        for item in leaf("wotr-tile", lang, id).front.items:
            if isinstance(item, Text):
                least = 5.4 if item.y < 6 else 3
                assert item.x > least, (id, item.words)
                assert item.x + wide(item, lang) < 28 - least, (id, item.words)


def test_the_label_counts_what_is_in_the_bag():
    """Every tile once, the standard ones with how many there are."""
    label = leaf("wotr-bag-label")
    assert label.back is not None
    times = [int(item.words.lstrip("× ")) for item in label.back.items if isinstance(item, Text) and "×" in item.words]
    assert times == [row["count"] for row in TILES.values() if row["set"] == "standard"]
    assert sum(times) == 16
    signs = drawn(label.back)
    for sign in ("reveal", "stop"):
        assert signs[f"icons/{sign}"] == sum(sign in row for row in TILES.values())
