"""Moves texts out of the tables of content/ into content/GAME/texts/LANG.po: python tools/move_texts.py FOLDER ...

FOLDER: such as content/dice. Can be run again when somebody has added a text to a table; what stands there wins.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import polib
import yaml

PLURALS = {
    "en": "nplurals=2; plural=(n != 1);",
    "de": "nplurals=2; plural=(n != 1);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
}
PLURALS["ru"] = PLURALS["uk"] = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
)
MESSAGES = {"word": "", "web_word": "", "print_word": "print."}


def header(lang: str, game: str) -> dict[str, str]:
    return {
        "Project-Id-Version": f"companion {game}",
        "Language": lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[lang],
        **({"X-Complete": "yes"} if lang in ("pl", "ru", "uk") else {}),
    }


def last_mark(node: yaml.Node):
    """Where what is written of a node ends; a block's own mark lies behind the comments that follow."""
    if isinstance(node, yaml.MappingNode) and not node.flow_style:
        return last_mark(node.value[-1][1])
    assert not (isinstance(node, yaml.ScalarNode) and node.style in ("|", ">")), node.start_mark
    return node.end_mark


def texts_of(node: yaml.MappingNode) -> dict[str, str]:
    return {key.value: value.value for key, value in node.value}


def comment_before(lines: list[str], number: int) -> str:
    found: list[str] = []
    while number and lines[number - 1].startswith("# "):
        number -= 1
        found.insert(0, lines[number][2:])
    return "\n".join(found) if number > 2 else ""


def moved(path: Path) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """The texts of a table by id, and the remarks before them; they are taken out of the file."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    root = yaml.compose(source, Loader=yaml.CSafeLoader)
    top = {key.value: value for key, value in root.value}
    kind, schema = top["kind"].value, texts_of(top["fields"])
    texts: dict[str, dict[str, str]] = {}
    remarks: dict[str, str] = {}
    cuts: list[tuple[int, int]] = []
    for row in top["rows"].value:
        pairs = row.value
        (id,) = [value.value for key, value in pairs if key.value == "id"]
        for place, (key, value) in enumerate(pairs):
            field = key.value
            if kind == "game" and field == "languages":
                pass
            elif schema.get(field, "").removesuffix("?") != "words":
                continue
            else:
                name = MESSAGES[kind] + id if kind in MESSAGES else f"{kind}.{id}.{field}"
                texts[name] = texts_of(value)
                if kind in MESSAGES:
                    remarks[name] = comment_before(lines, row.start_mark.line)
            start, end = key.start_mark.index, last_mark(value).index
            if row.flow_style and place + 1 < len(pairs):
                end = pairs[place + 1][0].start_mark.index
            elif row.flow_style:
                start = last_mark(pairs[place - 1][1]).index
                if cuts and cuts[-1][1] == key.start_mark.index:  # the one before is cut as well
                    start, end = cuts[-1][0], end
                    cuts.pop()
                    while source[start - 1] in ", ":
                        start -= 1
            else:
                assert place, path
                start = source.rindex("\n", 0, start)
                line_end = source.find("\n", end)
                assert source[end:line_end].strip() == "" or source[end:line_end].strip().startswith("#"), (path, id)
                end = line_end
            cuts.append((start, end))
    if kind in MESSAGES:
        path.unlink()
        return texts, remarks
    for start, end in reversed(cuts):
        source = source[:start] + source[end:]
    if kind == "game":
        source = re.sub(r", languages: list text\??", "", source, count=1)
    path.write_text(source, encoding="utf-8")
    return texts, remarks


def book(path: Path, lang: str, game: str) -> polib.POFile:
    if path.exists():
        return polib.pofile(str(path), wrapwidth=-1)
    file = polib.POFile(wrapwidth=-1)
    file.metadata = header(lang, game)
    return file


def write(folder: Path, texts: dict[str, dict[str, str]], remarks: dict[str, str]) -> None:
    places = folder / "texts"
    places.mkdir(exist_ok=True)
    langs = sorted({lang for said in texts.values() for lang in said}, key=("en", "pl", "ru", "uk", "de").index)
    own = "en" if "en" in langs else langs[0]
    for lang in langs:
        path = places / f"{lang}.{'pot' if lang == own else 'po'}"
        file = book(path, lang, folder.name)
        known = {entry.msgctxt: entry for entry in file}
        for id, said in texts.items():
            entry = known.get(id)
            if entry is None:
                entry = polib.POEntry(msgctxt=id, comment=remarks.get(id, ""))
                file.append(entry)
            entry.msgid, entry.msgstr = said[own], "" if lang == own else said.get(lang, "")
            entry.flags = ["python-brace-format"] if re.search(r"\{\w+\}", entry.msgid) else []
        file.save(str(path))


for name in sys.argv[1:]:
    folder = Path(name)
    order = sorted(folder.glob("*.yaml"), key=lambda path: (path.stem.endswith("words"), path.name))
    texts: dict[str, dict[str, str]] = {}
    remarks: dict[str, str] = {}
    for path in order:
        found, told = moved(path)
        assert not set(found) & set(texts), set(found) & set(texts)
        texts |= found
        remarks |= told
    if texts:
        write(folder, texts, remarks)
    print(f"{folder}: {len(texts)} texts")
