"""companion games, rule, card, check: what is known, and whether it is sound."""

from __future__ import annotations

import gc
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from textwrap import shorten
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli import completion, screen
from companion.cli.common import (
    CHECK,
    LOOK_UP,
    AsJson,
    Folder,
    Lang,
    OnlyGame,
    fail,
    game_content,
    language,
    own_content,
    print_json,
    voice,
)

if TYPE_CHECKING:
    from companion.content.model import Content, Row
    from companion.words.wording import Voice

RULE_ID = re.compile(r"[A-Za-z]{2}-[A-Za-z0-9]+-[0-9]+")
TABLE_OPTIONS = {
    "dice": "games.option_dice",
    "tiles": "games.option_tiles",
    "odds": "games.option_odds",
    "advice": "games.option_advice",
    "teach": "games.option_teach",
}
FIRST_WORDS = 80  # characters of a rule in a list


app = typer.Typer()


@app.command(rich_help_panel=LOOK_UP, epilog="Example: companion games dice --lang uk")
def games(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", autocompletion=completion.games, help="Only this game."),
    ] = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """List the games with variants, seats, options, bots, languages and print kinds."""
    from companion.content.load import game_ids, plugin_faults
    from companion.core.errors import WrongCall
    from companion.core.visible import show_hidden_lines

    words = voice(lang)
    for line in plugin_faults().values():
        print(show_hidden_lines(f"warning: {line}"), file=sys.stderr)
    ids = game_ids()
    if game is not None and game not in ids:
        raise WrongCall("no_game", game, ids, choices=", ".join(ids))
    rows = [_game(id, words) for id in ids if game in (None, id)]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        screen.print_lines(_game_lines(row, words))


def _game_lines(row: dict[str, Any], words: Voice) -> list[str]:
    """Return the id and title of a game, then what it has, and the options of its tables."""
    seats = words.say("games.seats", least=row["seats"][0], most=row["seats"][1]) if row["seats"] else ""
    found = {
        seats: row["seat_ids"],
        words.say("games.variants"): row["variants"],
        words.say("games.languages"): row["languages"],
        words.say("games.print"): row["print"],
    }
    facts = [[f"{label}:", ", ".join(values)] for label, values in found.items() if values]
    options = [
        [f"{option}={choice['default']}", _option_text(option, row, words)] for option, choice in row["choices"].items()
    ]
    named = f"{row['id']}  {row['title']}"
    return [
        named,
        *screen.align_rows(facts, "  "),
        *_section(words.say("games.bots"), [[*bot] for bot in row["characters"].items()]),
        *_section(words.say("games.options"), options),
    ]


def _section(heading: str, rows: list[list[str]]) -> list[str]:
    """Return rows under a heading, nothing where there are none."""
    return [f"  {heading}:", *screen.align_rows(rows, "    ")] if rows else []


def _option_text(option: str, row: dict[str, Any], words: Voice) -> str:
    """Return the values of an option, if they can be listed, and what it is for."""
    values = row["choices"][option]["values"]
    says = row["options"].get(option) or words.say(TABLE_OPTIONS[option])
    return f"({'|'.join(values)}) {says}" if values else says


def _game(id: str, words: Voice) -> dict[str, Any]:
    """Return the choices of a game, kept until its content or code changes."""
    from companion.content import kept_values, load
    from companion.core import resources

    if not resources.is_built_in(id):
        return _read_game(id, words)
    content = kept_values.digest_folders(f"content/{id}", f"content/{load.SHARED}")
    code = kept_values.digest_code("cli", "content", "core", "games", "play", "words")
    made_from = kept_values.digest_text(f"{id} {words.lang} {content} {code}")
    found: dict[str, Any] = kept_values.make_once("games", made_from, lambda: _read_game(id, words))
    return found


def _read_game(id: str, words: Voice) -> dict[str, Any]:
    """The choices of a game. choices: of every option its default and its values, if they can be listed."""
    from companion.games import has_referee

    content = game_content(id)
    lists: dict[str, list[Any]] = {"seats": [], "seat_ids": [], "variants": [], "bots": []}
    return {
        "id": id,
        "title": content.info["title"][words.lang],
        **lists,
        "characters": {},
        "options": {},
        "choices": {},
        **(_table_choices(id, content, words.lang) if has_referee(id) else {}),
        "languages": list(content.languages),
        "print": list(dict.fromkeys(row["print"] for row in content["component"].values())),
    }


def _table_choices(id: str, content: Content, lang: str) -> dict[str, Any]:
    """The choices of a table of a game with a referee."""
    from companion.core.messages import Refusal
    from companion.games import get
    from companion.play.game.bots import bots_of
    from companion.play.journal.table_options import shared_choices
    from companion.words.wording import Voice

    info, game, own_words = content.info, get(id), Voice(lang, content)
    players = [str(number) for number in range(1, info["seats_min"] + 1)]
    header = game.rules.header(content, players, None, {}, None)
    chosen = {} if isinstance(header, Refusal) else header["options"]
    own: dict[str, Any] = {}
    for row in content["option"].values():
        default = chosen.get(row.id, row.get("default") or "")
        own[row.id] = {"values": _values(row["values"], list(content[info["seat_kind"]])), "default": default}
    shared = shared_choices(info.get("typed", ()))
    own |= {option: {"values": values, "default": values[0]} for option, values in shared.items()}
    return {
        "seats": [info["seats_min"], info["seats_max"]],
        "seat_ids": list(content[info["seat_kind"]]),
        "variants": info["variants"],
        "options": {row.id: row["says"][lang] for row in content["option"].values()},
        "choices": own,
        "bots": list(bots_of(game)),
        "characters": {id: own_words.bot_character(id) for id in bots_of(game)},
    }


def _values(kinds: str, seats: list[str]) -> list[str]:
    """The values of an option, as words; empty where a value is more than a word."""
    kind, _, detail = kinds.partition(" ")
    found = {"flag": ["true", "false"], "one": detail.split("|"), "int": [detail.replace("-", "..")], "seat": seats}
    return found.get(kind, [])


@app.command(rich_help_panel=LOOK_UP, epilog="Example: companion rule DG-ROLL-3")
def rule(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID|WORDS]...",
            autocompletion=completion.rules,
            help="A rule, for example DG-ROLL-3, or words to search for; default: all rules.",
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", autocompletion=completion.games, help="Only rules of this game.")
    ] = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Show one rule in our words, with its page in the rulebook, or list the rules that contain these words."""
    from companion.api.facts import all_rules, find_rule
    from companion.core.errors import WrongCall
    from companion.play.game.input_values import fold_name

    asked, own = words or [], voice(lang)
    found = find_rule(asked[0].upper(), game) if len(asked) == 1 else None
    if found is not None:
        _tell_rule(found, own, as_json)
        return
    rules = all_rules(game)
    if len(asked) == 1 and RULE_ID.fullmatch(asked[0]):
        raise WrongCall("no_rule", asked[0].upper(), rules)
    wanted = [fold_name(word) for word in asked]
    listed = [rule for rule in rules.values() if all(word in _search_text(rule, own.lang) for word in wanted)]
    if not listed:
        raise WrongCall("no_rule_says", " ".join(asked))
    if as_json:
        print_json([{"id": rule.id, "text": rule["text"][own.lang]} for rule in listed])
        return
    longest = max(len(rule.id) for rule in listed)
    room = min((screen.terminal_width() or screen.MOST) - longest - 2, FIRST_WORDS)
    rows = [(rule.id, shorten(rule["text"][own.lang], room, placeholder=" …")) for rule in listed]
    screen.print_paged(screen.align_rows(rows), own)


def _search_text(rule: Row, lang: str) -> str:
    """The text that a search looks through: id and text, without accents and capitals."""
    from companion.play.game.input_values import fold_name

    return " ".join(map(fold_name, [rule.id, *rule["text"][lang].split()]))


def _tell_rule(found: Row, words: Voice, as_json: bool) -> None:
    kind, source = words.say(f"rule.{found['kind']}"), words.say(f"prov.{str(found['prov']).partition(' ')[0]}")
    if as_json:
        document = {"id": found.id, "kind": found["kind"], "page": found.get("page"), "prov": found["prov"]}
        if found.get("players"):
            document["players"] = True
        print_json({**document, "text": found["text"][words.lang]})
        return
    page = f", {words.say('rule.page', page=found['page'])}" if found.get("page") else ""
    where = f"{kind}{page}" if source == kind else f"{kind}{page}; {source}"
    players = [words.say("rule.players")] if found.get("players") else []
    screen.print_lines([f"{found.id} ({where})", found["text"][words.lang], *players])


@app.command(rich_help_panel=LOOK_UP, epilog="Example: companion card wotr Gandalf the Grey")
def card(
    game: Annotated[
        str, typer.Argument(metavar="GAME", autocompletion=completion.games, help="The game, for example wotr.")
    ],
    id: Annotated[list[str], typer.Argument(metavar="ID|NAME...", help="Its id, or its name in any language.")],
    content: Folder = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Show a card, region or tile of a game: its names, its fields and their sources."""
    from companion.api.facts import find_rows

    if content is not None:
        own_content(content, game)
    facts = game_content(game)
    words, rows = voice(lang, facts), find_rows(facts, " ".join(id))
    if as_json:
        print_json([_row_document(row, facts, words.lang) for row in rows])
        return
    lines = [line for row in rows for line in ("", *_row_lines(row, facts, words))]
    screen.print_paged(screen.format_rows(lines[1:]), words)


def _row_document(row: Row, facts: Content, lang: str) -> dict[str, Any]:
    """A row as JSON.

    prov: by field, as `public J`.
    sources: those that it names, with title, address, day and licence where they are known.
    """
    from companion.api.facts import Card

    card = Card(row, facts)
    sources = [_source_document(source, lang) for source in card.sources]
    row_part = {"kind": card.kind, "id": card.id, "at": card.place, "fields": card.fields, "prov": card.provenance}
    return {**row_part, "sources": sources}


def _source_document(source: Row, lang: str) -> dict[str, str]:
    more = {name: str(source[name]) for name in ("address", "seen", "licence", "note") if name in source}
    return {"id": source.id, "title": source["title"][lang], **more}


def _row_lines(row: Row, facts: Content, words: Voice) -> Iterator[str]:
    """A row as lines: names in all languages, other words in the reader's, fields each with its provenance."""
    from companion.api.facts import source_ids

    yield f"{row.id}  ({row.kind}, {row.place})"
    yield from screen.align_rows(_field_rows(row, facts, words), "  ")
    if sources := source_ids(row, facts):
        yield f"  {words.say('card.sources')}:"
        rows = [(f"{id}:", _source_text(_source_document(facts["source"][id], words.lang), words)) for id in sources]
        yield from screen.align_rows(rows, "    ")


def _source_text(source: Mapping[str, str], words: Voice) -> str:
    parts = [source["title"], source.get("address", "")]
    parts += [words.say("card.seen", date=source["seen"])] if "seen" in source else []
    parts += [words.say("card.licence", licence=source["licence"])] if "licence" in source else []
    return ", ".join(filter(None, parts))


def _field_rows(row: Row, facts: Content, words: Voice) -> Iterator[tuple[str, str]]:
    """The fields of a row, each with its value and provenance."""
    from companion.api.facts import field_mark

    schema = facts[row.kind].schema
    for name, value in row.items():
        if name in ("id", "prov", "src"):
            continue
        kind = schema[name].removesuffix("?")
        if kind == "words":
            text = "; ".join(f"{lang} {text}" for lang, text in value.items()) if name == "name" else value[words.lang]
        else:
            text = _value_text(value, kind.removeprefix("list "), facts, words)
        word, _, named = field_mark(row, name).partition(" ")
        mark = f" [{' '.join([words.say(f'prov.{word}'), named]).strip()}]" if word else ""
        yield f"{name}:", f"{text}{mark}"


def _value_text(value: Any, kind: str, facts: Content, words: Voice) -> str:
    """A value in one line; a thing that is referred to also by its name."""
    if isinstance(value, list | tuple):
        return ", ".join(_value_text(part, kind, facts, words) for part in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_value_text(part, '', facts, words)}" for key, part in value.items())
    head, _, target = kind.partition(" ")
    row = facts[target].get(str(value)) if head == "ref" and target in facts.tables else None
    name = row["name"][words.lang] if row is not None and "name" in row else ""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"{text} ({name})" if name and name != text else text


@app.command(rich_help_panel=CHECK, epilog="Example: companion check --game dice")
def check(
    game: OnlyGame = None,
    content: Folder = None,
    lang: Annotated[
        str | None,
        typer.Option(
            metavar="en|pl|ru|uk|de",
            autocompletion=completion.languages,
            help="Only faces in this language; lists each text that an optional language lacks.",
        ),
    ] = None,
    faces: Annotated[
        bool,
        typer.Option(
            "--faces",
            help="Find words that run over others or leave a shop's safe zone; lists the smallest type of each face.",
        ),
    ] = False,
    provenance: Annotated[bool, typer.Option("--provenance", help="Count where the facts come from.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Stale translations are errors, not warnings.")] = False,
) -> None:
    """Check content, texts, faces and layouts: every error at once, as file:line."""
    gc.set_threshold(200_000)  # much is built, and hardly anything of it is garbage
    from companion.content import load
    from companion.content.check import content_problems
    from companion.content.translations import Translation, gaps, stale_warnings
    from companion.core.visible import show_hidden_lines
    from companion.games import get, has_referee, playable_games
    from companion.press.kept_proofs import prove_games
    from companion.sheets import layouts

    if content is not None:
        game = own_content(content, game or "")
    left_out = load.plugin_faults() if content is None else {}
    if game is not None and not load.plugin_problems(game):
        if game in left_out:
            fail(left_out[game], 1)
        load.check_game(game)
    chosen = load.game_ids() if game is None else [game]
    compared: list[Translation] = []
    found = content_problems(chosen, played=playable_games(), compared=compared)
    found += load.plugin_problems(game) if game else ()
    faulty = {fault.partition(":")[0].split("/")[1] for fault in found if fault.startswith("content/")}
    sound = [] if load.SHARED in faulty else [id for id in chosen if id not in faulty]
    found += layouts.layout_problems()
    proved: dict[str, tuple[str, ...]] = {}  # languages by game
    for id in sound:  # a fault of one game hides none of the others
        played = get(id).rules.problems(load.load(id)) if has_referee(id) else []
        found += played
        if played:
            continue
        known = load.load(id).languages
        proved[id] = known if lang is None else (lang if lang in known else language(lang),)
    smallest = prove_games(proved, found, closely=faces)
    stale = stale_warnings(compared)
    found += stale if strict else ()
    if found:
        fail("\n".join(dict.fromkeys(found)), 1)
    warnings = [*left_out.values(), *stale] if game is None else stale
    for line in [*(f"warning: {line}" for line in warnings), *gaps(compared, lang or "")]:
        print(show_hidden_lines(line), file=sys.stderr)
    if faces:
        for id, (size, where, text) in sorted(smallest.items(), key=lambda item: item[1]):
            print(f"{size:4.1f} pt  {id} ({where}) {text}")
        return
    words = voice(None)
    print(words.say("check.good", games=", ".join(chosen)))
    if provenance:
        for id in chosen:
            counts = _provenance(load.load(id))
            parts = [f"{words.say('prov.' + word)} {count}" for word, count in counts.most_common()]
            print(f"{id}: {', '.join(parts)}")


def _provenance(content: Content) -> Counter[str]:
    out: Counter[str] = Counter()
    for table in content.tables.values():
        for row in table.values():
            marks = row.get("prov", ())
            for mark in marks.values() if isinstance(marks, dict) else [marks] if marks else []:
                out[str(mark).partition(" ")[0]] += 1
    return out
