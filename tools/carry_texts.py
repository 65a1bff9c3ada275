"""Carries what a branch changed in inline texts into content/GAME/texts: python tools/carry_texts.py BASE REVISION

BASE: where the branch began; REVISION: where it ends. Run it while merging such a branch, then `git rm` the tables of
words that it still had. A text that the branch added, changed or took out is added, changed or taken out here.
"""

import re
import subprocess
import sys
from pathlib import Path

import polib
import yaml

MESSAGES = {"word": "", "web_word": "", "print_word": "print."}
FOLDERS = ("content", "tests/ferry/content", "tests/web/hands/content")


def git(*words):
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout


def texts(revision):
    """{folder: {id: {lang: text}}} of all inline texts of a revision."""
    out = {}
    for name in git("ls-tree", "-r", "--name-only", revision, *FOLDERS).splitlines():
        path = Path(name)
        if path.suffix != ".yaml":
            continue
        table = yaml.load(git("show", f"{revision}:{name}"), Loader=yaml.CSafeLoader)
        found = out.setdefault(str(path.parent), {})
        words = [field for field, kind in table["fields"].items() if kind.removesuffix("?") == "words"]
        for row in table["rows"] or ():
            for field in words:
                if isinstance(row.get(field), dict):
                    kind, id = table["kind"], row["id"]
                    found[MESSAGES[kind] + id if kind in MESSAGES else f"{kind}.{id}.{field}"] = row[field]
    return out


def main(base, revision):
    before, after = texts(base), texts(revision)
    for folder in sorted({*before, *after}):
        old, new = before.get(folder, {}), after.get(folder, {})
        changed = {id: new.get(id) for id in {**old, **new} if old.get(id) != new.get(id)}
        for path in sorted(Path(folder, "texts").glob("*.po*")) if changed else ():
            file = polib.pofile(str(path), wrapwidth=-1)
            known = {entry.msgctxt: entry for entry in file}
            for id, said in changed.items():
                entry = known.get(id)
                if said is None:
                    if entry is not None:
                        file.remove(entry)
                    continue
                if entry is None:
                    entry = polib.POEntry(msgctxt=id)
                    file.append(entry)
                template, lang = path.suffix == ".pot", path.stem
                text = "" if template else said.get(lang, "")
                if entry.msgid_plural or (not text and entry.msgstr):
                    print(f"{path}: {id}: look at it by hand: {said.get(lang, said['en'])}")
                    continue
                entry.msgid, entry.msgstr = said["en"], text
                entry.flags = ["python-brace-format"] if re.search(r"\{\w+\}", entry.msgid) else []
            file.save(str(path))
            print(path, *changed)


main(*sys.argv[1:])
