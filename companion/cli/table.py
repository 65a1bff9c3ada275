"""companion table: guided play for one laptop or phone terminal that stands on the table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.common import (
    Lang,
    StorePath,
    Variant,
    game_content,
    key_values,
    language,
    open_session,
    open_store,
    session_voice,
)
from companion.cli.seats import fixed, free_seats

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.session import Answer, Session
    from companion.wording import Voice

LONG = 30  # lines of a table that are not shown again in full; `show` does


def register(app: typer.Typer) -> None:
    """Add the commands of this room."""
    app.command()(table)


def table(
    what: Annotated[str, typer.Argument(metavar="GAME|SESSION", help="A game to start, or a session to go on with.")],
    player: Annotated[list[str] | None, typer.Option(help="NAME:SEAT, as for new; asked if left out.")] = None,
    variant: Variant = None,
    option: Annotated[list[str] | None, typer.Option(help="k=v, as for new.")] = None,
    position: Annotated[Path | None, typer.Option(help="YAML file of a table already in play.")] = None,
    seed: Annotated[
        str | None, typer.Option(help="Seed of the draws, 32 hex digits or more; random by default.")
    ] = None,
    lang: Lang = None,
    store: StorePath = None,
) -> None:
    """Guided play: whose turn, what to roll, what may be kept, the sheets as they stand; survives a crash."""
    from companion.content.load import game_ids

    session: Session | None = None
    try:
        if what not in game_ids():
            session = _left(what, store)
        elif not player and position is None:
            session = _resume(what, lang, store)
        session = session or _begin(what, player or [], variant, key_values(option or []), position, seed, lang, store)
        Guide(session, session_voice(session, lang), store).run()
    except (EOFError, KeyboardInterrupt):
        print()
        if session is None:
            raise typer.Exit(1) from None
        print(session_voice(session, lang).say("table.left", id=session.id))


def _left(what: str, store: str | None) -> Session:
    """The session of that id. Raises WrongCall with the nearest game if it reads like one."""
    from companion.content.load import game_ids
    from companion.errors import StoreError, WrongCall

    try:
        return open_session(what, store)
    except StoreError as error:
        wrong = WrongCall("no_game", what, game_ids(), choices=", ".join(game_ids()))
        if error.code == "session_none" and wrong.values["near"]:
            raise wrong from None
        raise


def _resume(game: str, lang: str | None, store: str | None) -> Session | None:
    """The newest unfinished session, if the players want to go on with it."""
    from companion.errors import JournalError
    from companion.messages import Ref
    from companion.wording import Voice

    words = Voice(language(lang), game_content(game))
    for summary in open_store(store).list():
        if summary.game != game:
            continue
        try:
            session = open_session(summary.id, store)
        except JournalError as error:
            print(words.error(error))
            continue
        if session.game.outcome(session.replay.state) is not None:
            continue
        voice = session_voice(session, lang)
        names = ", ".join(voice.name(Ref("seat", seat["id"])) for seat in session.replay.header["seats"])
        answer = input(words.say("table.resume", id=session.id, names=names, at=summary.created) + " ")
        return None if answer.strip().lower() in _no(words) else session
    return None


def _begin(
    game: str,
    players: list[str],
    variant: str | None,
    options: dict[str, str],
    position: Path | None,
    seed: str | None,
    lang: str | None,
    store: str | None,
) -> Session:
    """Ask for what the call left open, then start; who plays at a table already in play its file says, or nobody."""
    from companion.cli.playing import create
    from companion.play.table_options import REAL
    from companion.wording import Voice

    content = game_content(game)
    words = Voice(language(lang), content)
    need_position = content.info.get("need_position", ())
    if position is None and variant in need_position:
        position = Path(input(words.say("table.position") + " ").strip())
    if not players and position is None:
        first = fixed(content) and variant is None
        variant = _ask_variant(content, words) if first else variant
        players = _ask_players(game, variant, words)
        variant = variant or _ask_variant(content, words)
        if variant in need_position:
            position = Path(input(words.say("table.position") + " ").strip())
        for kind, question in (("dice", "table.real.dice"), ("tiles", "table.real.tiles")):
            if kind in content.info.get("typed", ()) and kind not in options and _agreed(words.say(question), words):
                options[kind] = REAL
        for row in content["option"].values():
            if row["values"] == "flag" and row.id not in options:
                agreed = _agreed(words.say("table.option", option=row["says"][words.lang]), words)
                options[row.id] = "true" if agreed else "false"
    session = create(game, players, variant, options, position, seed, lang, store)
    print(words.say("new.anchor", anchor=session.replay.header["anchor"]))
    luck = input(words.say("table.reveal") + " ").strip()
    if luck:
        session.reveal(luck)
    print(words.say("new.code", code=session.code))
    return session


def _agreed(question: str, words: Voice) -> bool:
    return input(question + " ").strip().lower() in words.say("answer.yes").split()


def _ask_variant(content: Content, words: Voice) -> str:
    variants = content.info["variants"]
    named = " / ".join(f"{number} {words.say(f'variant.{name}')}" for number, name in enumerate(variants, 1))
    return _choose(words.say("table.variant", variants=named), variants, words)


def _ask_players(game: str, variant: str | None, words: Voice) -> list[str]:
    """`Name:seat` of everybody; a player may take several seats by their numbers with spaces between."""
    from companion.games import get

    content = game_content(game)
    free = free_seats(get(game), content, variant)
    all_taken = fixed(content)
    least, most = content.info["seats_min"], content.info["seats_max"]
    numbers = {len(free)} if all_taken else set(range(least, most + 1))  # of seats, with those taken so far
    players: list[str] = []
    people = 0
    while len(players) < max(numbers):
        enough = len(players) in numbers
        prompt = words.say("table.name_or_done" if enough else "table.name", number=people + 1)
        name = input(prompt + " ").strip().replace(":", " ")
        if not name:
            if enough:
                break
            continue
        people += 1
        free = [row for row in free if numbers & {*row.get("players", numbers)}]
        ids = [row.id for row in free]
        named = " / ".join(f"{number} {row['name'][words.lang]}" for number, row in enumerate(free, 1))
        asked = words.say("table.seats" if all_taken else "table.seat", name=name, seats=named)
        taken = _choose_some(asked, ids, words) if all_taken else [_choose(asked, ids, words)]
        for row in free:
            if row.id in taken:
                numbers &= {*row.get("players", numbers)}
        free = [row for row in free if row.id not in taken]
        players += [f"{name}:{seat}" for seat in taken]
    return players


def _choose_some(prompt: str, ids: list[str], words: Voice) -> list[str]:
    """One or several of the ids, by number or by word, with spaces or commas between; of one alone nobody is asked."""
    while len(ids) > 1:
        answered = input(prompt + " ").strip().lower().replace(",", " ").split()
        chosen = [ids[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(ids) else word for word in answered]
        if chosen and all(id in ids for id in chosen):
            return list(dict.fromkeys(chosen))
        print(words.say("table.choose", last=len(ids)))
    return ids


def _choose(prompt: str, ids: list[str], words: Voice) -> str:
    """One of these; of one alone nobody is asked."""
    while len(ids) > 1:
        answer = input(prompt + " ").strip().lower()
        if answer in ids:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(ids):
            return ids[int(answer) - 1]
        print(words.say("table.choose", last=len(ids)))
    return ids[0]


def _no(words: Voice) -> list[str]:
    return words.say("answer.no").split()


class Guide:
    """One session on one screen: shows, asks, does, and says what happened."""

    def __init__(self, session: Session, words: Voice, store: str | None) -> None:
        self.store = store
        self.session = session
        self.words = words
        self.shown: list[str] = []
        self.viewer: str | None = None  # the seat whose hand is open on the screen

    def run(self) -> None:
        """Until the game is over or somebody quits."""
        print(self.words.say("table.help"))
        if self.session.game.secret:
            print(self.words.say("table.help_hand"))
        while True:
            self.show()
            over = self.session.game.outcome(self.session.replay.state) is not None
            if over:
                self.result()
            else:
                print("\n".join(self.session.game.prompt(self.session.replay.state, self.words.say, self.viewer)))
            text = input("> ").strip()
            if text.lower() == "q" or (over and not text):
                print(self.words.say("table.left", id=self.session.id))
                return
            self.take(text)

    def show(self) -> None:
        """The table; of a long one what is not as it was shown last."""
        from companion.play.text_wrap import changed

        lines = self.session.game.render_text(self.session.replay.state, self.words.say, self.viewer)
        print()
        new = changed(lines, self.shown) if len(lines) > LONG and self.shown else lines
        if lines != self.shown and new:
            print("\n".join(new))
        self.shown = lines

    def result(self) -> None:
        """Who won and why, and the code that proves it."""
        from companion.cli.judging import result_lines

        session = self.session
        print("\n".join(result_lines(session.game, session.replay.state, self.words)))
        print(self.words.say("show.code", code=session.code, seq=session.seq))
        print(self.words.say("table.over"))

    def take(self, text: str) -> None:
        """One typed line: a command of the guide, or an answer to the game."""
        from companion.errors import StaleSequence, WrongCall

        session = self.session
        match text.lower():
            case "?":
                self.legal()
            case "c":
                print(self.words.say("show.code", code=session.code, seq=session.seq))
            case "l":
                from companion.play.log import render

                print("\n".join(list(render(session.replay, self.words))[-20:]))
            case low if self.session.game.secret and low.split()[:1] == ["h"]:
                self.hand(text[1:].strip())
            case "u":
                self.undo()
            case "y":
                self.say(session.redo())
            case "show":
                self.shown = []
            case low if low.startswith("show "):
                self.part(low.removeprefix("show ").split())
            case low if low.startswith("rule "):
                self.rule(low.removeprefix("rule ").strip().upper())
            case _:
                try:
                    type, given, rolled = session.game.read_answer(session.replay.state, text)
                    self.say(session.do(type, given, rolled))
                except WrongCall as error:
                    print(self.words.error(error))
                except StaleSequence as error:  # another device was quicker: look at the table as it is now
                    print(self.words.error(error))
                    self.session = open_session(session.id, self.store)

    def hand(self, name: str) -> None:
        """Cover the hand that lies open; else open that of the player named, or of the one whose step it is."""
        from companion.errors import WrongCall
        from companion.messages import Ref

        if self.viewer is not None and not name:
            self.cover()
            return
        session = self.session
        names = {seat["name"].lower(): seat["id"] for seat in session.replay.header["seats"]}
        awaited = session.game.pending(session.replay.state).seats
        seat = names.get(name.lower(), name.lower()) if name else awaited[0] if awaited else session.replay.seats[0]
        if seat not in session.replay.seats:
            print(self.words.error(WrongCall("no_player", name, [*names, *session.replay.seats])))
            return
        self.cover()
        input(self.words.say("table.hand_over", seat=Ref("seat", seat)) + " ")
        self.viewer = seat

    def cover(self) -> None:
        """Nothing of what a hand showed stays on the screen."""
        self.viewer, self.shown = None, []
        print("\x1b[2J\x1b[3J\x1b[H" if sys.stdout.isatty() else "\n" * 60, end="")

    def legal(self) -> None:
        """Everything that may be done now; of hands that the app holds, by the seat whose hand is open."""
        from companion.offer_view import OfferView
        from companion.play.text_wrap import wrapped

        game, state = self.session.game, self.session.replay.state
        open = not game.secret or self.session.replay.header["options"].get("real_cards") == "true"
        offers = [offer for offer in game.legal(state) if open or offer.seat == self.viewer]
        for offer in offers:
            view = OfferView(game, state, offer, self.words)
            print(f"  {view.text}")
            for word, left in view.open.items():
                names = [name for _, name in left.options] or [f"{left.least}–{left.most}"]
                if game.takes_names:
                    print("\n".join(wrapped(f"    {', '.join(names)}")))
                elif left.options:
                    print("\n".join([f"    {f'{word}={id}':<32} {name}" for id, name in left.options]))
                else:
                    print(f"    {word}={names[0]}")
        if not offers and game.secret:
            print(self.words.say("table.help_hand"))

    def part(self, words: list[str]) -> None:
        """A part of the table, as `show KEY=ID` names it."""
        from companion.cli.common import key_values
        from companion.errors import WrongCall

        try:
            print(
                "\n".join(self.session.game.render_part(self.session.replay.state, self.words.say, key_values(words)))
            )
        except WrongCall as error:
            print(self.words.error(error))

    def rule(self, id: str) -> None:
        """A rule's text."""
        try:
            rule = self.words.rule(id)
        except KeyError:
            print(self.words.say("error.no_rule", word=id))
            return
        print(rule["text"][self.words.lang])

    def undo(self) -> None:
        """Take back; unseeing dice needs everybody."""
        target = self.session.replay.undo_target()
        refusal = None if target is None else self.session.replay.undo_refusal(target, [])
        if refusal is None or refusal.code != "undo_consent":
            self.say(self.session.undo([]))
            return
        answer = input(self.words.say("table.undo_consent") + " ").strip().lower()
        if answer in self.words.say("answer.yes").split():
            self.say(self.session.undo(self.session.replay.seats))

    def say(self, answer: Answer) -> None:
        """What came of it."""
        if answer.refusal is not None:
            print(self.words.refusal(answer.refusal))
        elif self.viewer is not None:
            self.cover()
        for event in answer.events():
            print(self.words.event(event))
