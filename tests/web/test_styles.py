"""Classes of games and the files that style them: what one page calls a thing does not restyle a game's markup."""

import re
from pathlib import Path

import companion

HOME = Path(companion.__file__).parent
SHEETS = [*(HOME / "web/static").glob("*.css"), HOME / "browser/static/check.css"]  # of pages that show tables
LIVE = ("base", "board", "odds", "table", "screen", "people", "away", "lost")  # templates that every game is within
PAGES = {"screen", "drawn", "result"}  # begin rules for one page alone
CLASSES = re.compile(r"""class="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\})*)\"""")
WORD, NAMED = re.compile(r"(?<![\w'\"-])[a-zA-Z][\w-]*(?![\w'\"(-])"), re.compile(r"\.([a-zA-Z][\w-]*)")


def written(*files):
    """Classes in templates; where a template chooses one, all that it may choose."""
    text = "".join(file.read_text() for file in files)
    said = (re.sub(r"\{\{.*?\}\}|\{%.*?%\}", " ", found) for found in CLASSES.findall(text))
    return {name for names in said for name in WORD.findall(names)}


def selectors(text):
    """Of every rule of a style sheet, those in a media query too."""
    for found in re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
        if not found.strip().startswith("@"):
            yield from (part.strip() for part in apart(found))


def apart(text):
    """At the commas outside brackets."""
    depth, part = 0, ""
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            yield part
            part = ""
        else:
            part += sign
    yield part


def begun(text):
    """Classes with which rules begin: they style whatever has them, on any page that loads the file."""
    out = set()
    for selector in selectors(text):
        first = re.split(r"[ >+~]", re.sub(r":(?:not|has)\((?:[^()]|\([^()]*\))*\)", "", selector))[0]
        names = {*NAMED.findall(first)}
        if not names & PAGES and (len(names) == 1 or ":is(" in first):  # two at once are a page's own
            out |= names
    return out


def test_rules_are_read_as_a_browser_reads_them():
    """What begins a rule, in lists of selectors and with conditions."""
    text = "/* .no{} */.a .b,.c:not(.d)>e{x:y}@media print{.f.g+.h,:is(.i,.j) k{}}.screen :is(.l,m:not([n]),.o){}"
    assert begun(text) == {"a", "c", "i", "j"}


def test_no_class_of_a_game_is_styled_by_two_files():
    """Every page with a table loads several: a place of the map and one of the card game had one name."""
    common = written(*[HOME / f"web/templates/{name}.html" for name in LIVE], HOME / "web/page/parts.py")
    own = written(*(HOME / "games").glob("*/templates/*.html"), *(HOME / "games").glob("*/templates/*.svg")) - common
    assert {"places", "deal-places", "tray", "temptation"} <= own
    files = {sheet.name: begun(sheet.read_text()) for sheet in SHEETS}
    shared = {name: found for name in own if len(found := [file for file in files if name in files[file]]) > 1}
    assert shared == {}


def test_no_page_beside_the_table_has_a_class_of_a_game():
    """Results and logs draw tables too, within pages of their own words."""
    games = written(*(HOME / "games").glob("*/templates/*.html"))
    common = written(*[HOME / f"web/templates/{name}.html" for name in LIVE], HOME / "web/page/parts.py")
    styled = begun((HOME / "web/static/pages.css").read_text()) | begun((HOME / "web/static/screen.css").read_text())
    assert (games - common) & styled == set()
