"""Every text on every surface, to compare before and after the move: python tools/dump_texts.py before|after FILE."""

import json
import re
import sys
from pathlib import Path

from companion.content.load import load
from companion.play.game import Pair, Ref
from companion.wording import Voice

GAMES = ("dice", "fellowship", "wotr", "wotrcards")
LANGS = ("en", "pl", "ru", "uk")
KINDS = ("word", "web_word", "print_word")


def speakers(game, lang):
    content = None if game == "shared" else load(game)
    shared = load("shared")
    try:
        from companion.faces.words import Words as Printed

        from companion.web.pages import PageVoice
    except ImportError:
        from companion.faces.voice import PrintVoice as Printed

        PageVoice = Voice
    yield "word", Voice(lang, content)
    yield "web_word", PageVoice(lang, content)
    yield "print_word", Printed(content or shared, shared, lang)


def samples(names):
    yield {name: f"A{{{name}}}!" for name in names}
    for number in (0, 1, 2, 5, 22):
        yield dict.fromkeys(names, number)
    yield {name: Ref("seat", "x") for name in names}
    yield {name: (1, Ref("place", "mordor"), Pair(Ref("seat", "a"), Ref("seat", "b"))) for name in names}


def rows(game):
    content = load(game)
    out = {}
    for kind, table in content.tables.items():
        if kind in KINDS:
            continue
        for id, row in table.items():
            for field, type in table.schema.items():
                if type.removesuffix("?").endswith("words") and field in row:
                    out[f"{game}|{kind}.{id}.{field}"] = {lang: row[field][lang] for lang in LANGS}
    return out


def said(game, key, kind, names):
    out = {}
    for lang in LANGS:
        voice = dict(speakers(game, lang))[kind]
        found = []
        for values in samples(names):
            if kind == "print_word" and any(not isinstance(value, (str, int)) for value in values.values()):
                continue
            try:
                found.append(voice.say(key, **values))
            except Exception as error:
                found.append(type(error).__name__)
        out[lang] = found
    return out


def main(mode, name):
    path = Path(name)
    if mode == "before":
        out = {"rows": {}, "said": {}}
        for game in ("shared", *GAMES):
            out["rows"] |= rows(game)
            for kind in KINDS:
                for key, row in load(game).tables.get(kind, {}).items():
                    names = sorted({n for text in row["text"].values() for n in re.findall(r"(?<!\{)\{(\w+)\}", text)})
                    out["said"][f"{game}|{kind}|{key}|{' '.join(names)}"] = said(game, key, kind, names)
        path.write_text(json.dumps(out, ensure_ascii=False, indent=0))
        return
    old = json.loads(path.read_text())
    new_rows = {}
    for game in ("shared", *GAMES):
        new_rows |= rows(game)
    differ = sorted(set(old["rows"]) ^ set(new_rows))
    differ += [key for key in old["rows"] if new_rows.get(key) != old["rows"][key]]
    for label, texts in old["said"].items():
        game, kind, key, names = label.split("|")
        if said(game, key, kind, names.split()) != texts:
            differ.append(label)
    print(len(old["rows"]), "texts of rows,", len(old["said"]), "messages,", len(differ), "differ")
    print(*differ, sep="\n")


main(*sys.argv[1:])
