"""A guided table at a terminal: shows the game, asks the seat whose step it is, and takes what is typed."""

from __future__ import annotations

import re
import sys
from itertools import takewhile
from typing import TYPE_CHECKING

from companion.cli import screen
from companion.cli.common import key_values, open_session, resume_words
from companion.cli.guided.hints import Hints, Moment
from companion.cli.guided.questions import HELP, LEAVE, Back, ask, how_yes, read_yes
from companion.core.messages import Ref, Refusal
from companion.play.game.input_values import fold_name
from companion.play.journal.entries.corrections import Amend, typed_for_bot
from companion.play.journal.entries.remarks import Real
from companion.play.journal.entries.undo import Redo, Undo, undo_refusal, undo_target
from companion.play.journal.lessons import due_lesson
from companion.play.journal.table_options import APP

if TYPE_CHECKING:
    from companion.core.errors import LocalizedError
    from companion.core.messages import Value
    from companion.play.bots.bot_turns import BotTurn
    from companion.play.game.game import Chances, Choice
    from companion.play.game.offers import Offer, WordLacking
    from companion.play.journal.session import Answer, Session
    from companion.words.offer_words import OfferView
    from companion.words.wording import Voice

CHOICE = re.compile(r"  [0-9]+ ")  # a line that offers one
LISTED = 12  # of what may be said for a word
MANY_STEPS = 10  # after which a hint at the log helps
OWN = {  # how the result is typed, by how it is typed where the app draws by itself
    "ask.roll_how": "ask.roll_own",
    "ask.type_dice": "ask.own_dice",
    "ask.type_tile": "ask.own_tile",
    "ask.type_cards": "ask.own_cards",
}


class Guide:
    """One session on one screen: shows, asks, does, and says what happened."""

    def __init__(self, session: Session, words: Voice, store: str | None) -> None:
        self.store = store
        self.session = session
        self.words = words
        self.shown: list[str] = []  # the table and the question as they stand on the screen
        self.asked: list[str] = []
        self.taught: tuple[str, str | None] | None = None  # the lesson that was printed last, and for whom
        self.viewer: str | None = None  # the seat whose hand is open on the screen
        self.unseen: str | None = None  # the entry after which nobody wanted to look at the hand that is asked for
        self.half: WordLacking | None = None  # a choice of which something is still to be said
        self.thrown: Choice | None = None  # of a bot, waiting for what the table's dice, tiles or cards show
        self.chosen: tuple[str, Choice | None] | None = None  # by bots, after which entry
        self.weighed: tuple[Chances | None, Chances | None] = None, None  # behind that, and what of it may be told
        self.hints = Hints() if screen.is_interactive() else None
        self.moments = set[Moment]()  # that a hint may be for, since the last question
        self.steps = 0
        self.broken_rule = ""  # the rule of the last refusal

    def run(self) -> None:
        """Run until the game is over or somebody quits."""
        from companion.core.errors import StaleSequence

        screen.print_lines(self.commands(), "aside")
        while True:
            self.bots()
            if self.wants_hand():
                self.ask_hand()
            self.show()
            over = self.session.game.rules.outcome(self.session.replay.state) is not None
            self.teach()
            asked = self.result() if over else self.open_word() if self.half else self.question()
            if asked != self.asked:
                screen.print_lines(asked, "question")
            self.asked = asked
            if self.hints and not over and not self.half:
                self.give_hint(self.hints)
            text = screen.prompt(">")
            if self.hints:
                self.hints.keep_use(text.lower().partition(" ")[0])
            if text.lower() in ("q", *LEAVE) or (over and not text):
                screen.print_lines([self.words.say("table.left", again=resume_words(self.session.id, self.store))])
                return
            try:
                self.handle_line(text)
            except StaleSequence as error:  # another device was quicker: look at the table as it is now
                self.refuse(error)
                self.half, self.session = None, open_session(self.session.id, self.store)

    def give_hint(self, hints: Hints) -> None:
        """Print one line about a command that would help now, if it was never used here."""
        if self.steps >= MANY_STEPS:
            self.moments.add("long_game")
        if hints.is_open("h") and self.is_hand_covered():
            self.moments.add("hand_covered")
        if (hint := hints.choose(self.moments)) is not None:
            screen.print_lines([self.words.say(hint.text, rule=self.broken_rule)], "aside")
        self.moments.clear()

    def bots(self) -> None:
        """The app's players move until a person has to decide, or to type what the table shows for them."""
        from companion.core.errors import StaleSequence
        from companion.play.bots import bot_turns

        self.thrown = None
        while (turn := bot_turns.next_bot_turn(self.session.replay)) is not None:
            choice = self.choice(turn)
            if choice is None:
                return
            if bot_turns.is_thrown(self.session, choice):
                self.thrown = choice
                return
            try:
                answer = self.session.act(choice.act)
            except StaleSequence:  # another device was quicker, maybe with the same move
                self.session = open_session(self.session.id, self.store)
                continue
            self.say(answer)
            if answer.refusal is not None:
                return
            screen.print_lines([self.reason(choice)], "aside")
            if self.weighed[1] is not None:
                self.moments.add("bot_weighed")

    def choice(self, turn: BotTurn) -> Choice | None:
        """Return the choice of a bot, computed once."""
        from companion.play.bots import bot_turns

        if self.chosen is None or self.chosen[0] != turn.after:
            self.chosen = turn.after, turn.choose()
            if (choice := self.chosen[1]) is not None:
                self.weighed = choice.weighed, bot_turns.public_choice(self.session.replay, turn, choice).weighed
        return self.chosen[1]

    def reason(self, choice: Choice) -> str:
        """Return the reason of a bot's choice."""
        return self.words.say("table.bot_why", seat=Ref("seat", choice.act.seat), why=(choice.why,))

    def bot_numbers(self) -> list[str]:
        """Return the numbers behind the last choice of a bot."""
        from companion.api.odds import table_lines

        weighed, told = self.weighed
        if told is not None:
            return table_lines(told, self.words)
        return [self.words.say("table.no_why" if weighed is None else "table.hidden_why")]

    def commands(self) -> list[str]:
        """Return the commands of every question."""
        why = [self.words.say("table.help_why")] if self.session.replay.bots else []
        hand = [self.words.say("table.help_hand")] if self.session.game.rules.secret else []
        return [self.words.say("table.help"), *why, *hand]

    def show(self) -> None:
        """The table; after that what of it has changed."""
        from companion.core.text_wrap import new_lines

        lines = self.session.game.show.render_text(self.session.replay.state, self.words.say, self.viewer)
        new = new_lines(lines, self.shown) if self.shown else lines
        if new:
            screen.print_paged(["", *screen.format_rows(new, table=True)], self.words)
        self.shown = lines

    def teach(self) -> None:
        """Explain the awaited step where the table asked for it: a decision once a seat, chance once."""
        replay = self.session.replay
        pending = self.session.game.rules.pending(replay.state)
        seat = None if pending.chance else next((seat for seat in pending.seats if seat not in replay.bots), None)
        lesson = due_lesson(replay, seat)
        if lesson is not None and (lesson.id, seat) != self.taught:
            told = self.words.say(f"lesson.{lesson.id}.says")
            screen.print_lines(["", f"{told} {self.words.rule_mark(lesson['rule'])}"])
            self.taught = lesson.id, seat

    def wants_hand(self) -> bool:
        """The game asks for what a hand holds, and nobody looks at one yet."""
        session, replay = self.session, self.session.replay
        if self.viewer is not None or self.half or self.thrown or replay.halt or self.unseen == replay.entries[-1].hash:
            return False
        return (
            session.game.rules.asks_hand(replay.state)
            and session.game.rules.pending(replay.state).seats[0] not in replay.bots
        )

    def is_hand_covered(self) -> bool:
        """The seat whose decision it is has a hand that nobody looks at."""
        session, replay = self.session, self.session.replay
        if self.viewer is not None or not session.game.rules.secret or replay.halt:
            return False
        pending = session.game.rules.pending(replay.state)
        return not pending.chance and any(self.hides(seat) for seat in pending.seats[:1])

    def ask_hand(self) -> None:
        """The seat whose step it is takes the device and sees its hand, before it is asked what to do with it."""
        asked = takewhile(lambda line: not CHOICE.match(line), self.question()[:-1])  # without how to choose
        screen.print_lines(["", *asked], "question")
        if not self.open_hand(self.session.game.rules.pending(self.session.replay.state).seats[0]):
            self.unseen = self.session.replay.entries[-1].hash

    def question(self) -> list[str]:
        """Return the game's question, and how to type results of the table's own dice, tiles or cards."""
        if self.session.replay.halt is not None:
            return [self.words.refusal_text(self.session.replay.halt)]
        own, dealt = bool(self.real_things()), self.is_dealt()

        def say(key: str, /, **values: Value) -> str:
            if key in OWN and (own or dealt):
                key = "ask.app_draws" if dealt else OWN[key]
            return self.words.say(key, **values)

        from companion.words.offer_words import command_in_words

        asked = self.session.game.show.prompt(self.session.replay.state, say, self.viewer)
        if (also := self.also_asked()) and asked:
            asked.insert(-1, self.words.say("table.hands_too", seats=also))
        if self.thrown is None:
            return asked
        game, state, act = self.session.game, self.session.replay.state, self.thrown.act
        action = command_in_words(game, state, act.seat, game.words.command(state, act), self.words)
        throw = self.words.say("table.bot_throw", seat=Ref("seat", act.seat), action=action)
        return [self.reason(self.thrown), throw, *asked]

    def also_asked(self) -> tuple[Ref, ...]:
        """Return the other seats that may answer from a hand that is covered."""
        session = self.session
        pending = session.game.rules.pending(session.replay.state)
        if pending.chance or not session.game.rules.secret:
            return ()
        shown = self.viewer or next(iter(pending.seats), None)
        others = (seat for seat in pending.seats if seat not in session.replay.bots and seat != shown)
        return tuple([Ref("seat", seat) for seat in others if self.hides(seat)])

    def real_things(self) -> str:
        """Return the kinds of the table's own things that show the awaited result: `dice`, `tiles`, `cards`.

        Empty where the app could not draw it either, which the rules say.
        """
        session = self.session
        first = next(iter(session.game.rules.legal(session.replay.state)), None)
        kind = session.game.show.shown_by.get(first.type, "") if first else ""
        if first is None or kind not in session.replay.real or self._view(first).real:
            return ""
        return kind if session.typed_refusal(first.act) is None else ""

    def is_dealt(self) -> bool:
        """Return whether the app deals the awaited result to a hidden hand, or nobody may type it (TB-DRAW-5)."""
        rules, state = self.session.game.rules, self.session.replay.state
        first = next(iter(rules.legal(state)), None)
        if first is None or self.real_things():
            return False
        chance = rules.chance(state, first.act)
        dealt = chance is not None and chance.sealed and not chance.real
        return dealt or self.session.typed_refusal(first.act) is not None

    def result(self) -> list[str]:
        """Return the winners, the reason, the code that proves it, and what may be typed."""
        from companion.words.report_words import result_lines

        session = self.session
        code = self.words.say("show.code", code=session.code, seq=session.seq)
        over = self.words.say("table.over_sealed" if session.replay.opened else "table.over")
        return [*result_lines(session.game, session.replay.state, self.words), code, over]

    def open_word(self) -> list[str]:
        """Return what is still to be said of a choice; not its possible values if it is not on the screen."""
        assert self.half is not None
        say, half = self.words.say, self.half
        if not self._is_listed(half):
            return [say("table.word_alone", said=half.said, word=half.word)]
        view = self._view(half.offer)
        options = self._options(view, half.word)
        least = view.open[half.word].least
        example = options[0][0] if options else str(least)
        few = screen.align_rows([(word, name if word != name else "") for word, name in options[:LISTED]], "    ")
        more = ["    …"] if len(options) > LISTED else []
        return [say("table.word", said=half.said, word=half.word, example=example), *few, *more]

    def _is_listed(self, choice: WordLacking) -> bool:
        """Its number stands under the question, so that everybody at the screen may know what it offers."""
        number = choice.said.split()[0]
        return any(line.startswith(f"  {number} ") for line in self.question())

    def _check_word(self, choice: WordLacking, text: str) -> None:
        """Raise WrongCall unless what is said for the word that a choice leaves open is one of its values."""
        from companion.core.errors import WrongCall
        from companion.play.game.offers import OneOf

        field = self.session.game.words.open_words(choice.offer)[choice.word]
        said = text.lower().split()[:1]
        if isinstance(field, OneOf) and said and not self.session.game.words.takes_names and self._is_listed(choice):
            word = said[0].removeprefix(f"{choice.word}=")
            if word not in field.ids:
                raise WrongCall("no_item", word, field.ids)

    def _view(self, offer: Offer) -> OfferView:
        from companion.words.offer_words import OfferView

        return OfferView(self.session.game, self.session.replay.state, offer, self.words)

    def _options(self, view: OfferView, word: str) -> list[tuple[str, str]]:
        """Return the values that may be typed for a word, each with its meaning."""
        options = view.open[word].options
        return [(name, name) for _, name in options] if self.session.game.words.takes_names else list(options)

    def handle_line(self, text: str) -> None:
        """One typed line: a command of the guide, or an answer to the game."""
        session = self.session
        match text.lower():
            case low if low in HELP:
                self.help()
            case "back":
                screen.print_lines([self.words.say("table.choice_left" if self.half else "table.no_back")], "aside")
                self.half = None
            case "c" | "code":
                screen.print_lines([self.words.say("show.code", code=session.code, seq=session.seq)])
            case "l" | "log":
                from companion.play.journal.log import render_log

                screen.print_paged(screen.format_rows(list(render_log(session.replay, self.words))[-20:]), self.words)
            case low if low.split()[:1] == ["h"]:
                self.hand(text[1:].strip())
            case "u" | "undo":
                self.undo()
            case "y" | "redo":
                self.say(session.keep(session.plan(Redo())))
            case low if low.startswith("real "):
                self.change_real(low.removeprefix("real ").split())
            case "why":
                screen.print_lines(self.bot_numbers(), "aside")
            case "show":
                self.shown, self.asked = [], []
            case low if low.startswith("show "):
                self.part(low.removeprefix("show ").split())
            case low if low.startswith("rule "):
                self.rule(low.removeprefix("rule ").strip().upper())
            case _:
                self.answer(text)

    def answer(self, text: str) -> None:
        """An answer to the game, or what was still to be said of a choice; it stays open until that can be read."""
        from companion.core.errors import WrongCall
        from companion.play.game.offers import WordLacking

        self.check_table()
        session, half, own = self.session, self.half, self.real_things()
        text = (self._id_of_name(half, text) or text) if half else self.read_printed(text)
        if half and not text:
            self.asked = []  # what is still to be said is asked again
            return
        by_app = bool(own) and text.lower() == APP
        said = f"{half.said} {text}" if half else "" if by_app else text
        try:
            if half:
                self._check_word(half, text)
            elif not text and session.replay.halt is None and not self._goes_on():
                self.asked = []  # the choices are shown again
                raise WrongCall("no_choice")
            type, given, rolled = self.parse_answer(said)
            if own and rolled is None and type in session.game.words.chance_types and not by_app:
                free = own in session.replay.typed_kinds
                screen.print_lines(
                    [self.words.say("table.own_first" if free else "table.own_only", kind=own)], "refusal"
                )
                return
            if rolled is None and (not text or text[0].isdecimal()) and self._is_blind(type, given):
                screen.print_lines([self.words.say("table.hand_first")], "refusal")
                return
            if self.thrown is not None and not self._shows(self.thrown, type, given, rolled):
                self.asked = []  # what the bot chose is said again
                return
            answer = session.do(type, given, rolled)
        except WordLacking as lacking:
            self.half = lacking
        except WrongCall as error:
            numbers = [found[0].strip() for line in self.question() if (found := CHOICE.match(line))]
            if error.code == "no_action" and text.isdecimal() and numbers:
                error = WrongCall("number_one_of", numbers=", ".join(numbers))
            self.refuse(error)
        else:
            self.say(answer)

    def check_table(self) -> None:
        """Raise StaleSequence if another device wrote since the table was shown."""
        from companion.play.journal.store import append_error

        session = self.session
        assert session.store is not None
        expected = session.seq + 1
        newer = session.store.since(session.id, expected).lines
        if (error := append_error(session.id, expected + len(newer), expected)) is not None:
            raise error

    def read_printed(self, text: str) -> str:
        """Return the number or the words of a choice that is typed as the screen shows it; else the text itself."""
        wanted = fold_name(text)
        for line in self.question():
            number = CHOICE.match(line)
            if number and fold_name(line[number.end() :].removesuffix(" …")) == wanted:
                return number[0].strip()
        return next((view.do for view in self._visible_views() if fold_name(view.text) == wanted), text)

    def parse_answer(self, said: str) -> tuple[str, dict[str, str], str | None]:
        """An answer as the game reads it; what a choice leaves open may be called by its name. Raises WrongCall."""
        from companion.core.errors import WrongCall
        from companion.play.game.offers import WordLacking

        game, state = self.session.game, self.session.replay.state
        try:
            return game.words.read_answer(state, said)
        except WordLacking:
            raise
        except WrongCall as error:
            number, _, name = said.partition(" ")
            try:
                game.words.read_answer(state, number)
            except WordLacking as lacking:
                id = self._id_of_name(lacking, name)
                if id is not None:
                    return game.words.read_answer(state, f"{number} {id}")
            except WrongCall:
                pass
            raise error from None

    def _goes_on(self) -> bool:
        """Return whether Enter alone would choose, refuse and end nothing."""
        from companion.core.errors import WrongCall

        words = self.session.game.words
        try:
            type, _, _ = words.read_answer(self.session.replay.state, "")
        except WrongCall:
            return False
        return type in words.plain_types

    def _id_of_name(self, choice: WordLacking, name: str) -> str | None:
        """The id of what is called so among that which a choice leaves open, if the screen may show it."""
        game, offer = self.session.game, choice.offer
        if offer.seat != self.viewer and game.rules.tells_hand(self.session.replay.state, offer.act):
            return None
        options = self._view(offer).open[choice.word].options
        return {fold_name(shown): id for id, shown in options}.get(fold_name(name))

    def _is_blind(self, type: str, given: dict[str, str]) -> bool:
        """It would do something with a hand that does not lie open on the screen."""
        session, game = self.session, self.session.game
        action = game.words.parse(session.content, session.replay.state, type, given, None)
        if isinstance(action, Refusal) or action.seat == self.viewer:
            return False
        return game.rules.tells_hand(session.replay.state, action)

    def _shows(self, choice: Choice, type: str, given: dict[str, str], rolled: str | None) -> bool:
        """Return whether an answer is what a bot chose, maybe with what the table showed for it."""
        session, game = self.session, self.session.game
        action = game.words.parse(session.content, session.replay.state, type, given, rolled, choice.act.seat)
        return isinstance(action, Refusal) or choice.act in (action, game.words.as_open(action))

    def refuse(self, error: LocalizedError) -> None:
        """Show why it cannot be."""
        screen.print_lines([self.words.error_text(error)], "refusal")

    def hand(self, name: str) -> None:
        """Cover the hand that lies open; else open that of the player named, or of the one whose step it is."""
        from companion.core.errors import WrongCall

        if self.viewer is not None and not name:
            self.cover()
            return
        session = self.session
        names = {seat["name"].lower(): seat["id"] for seat in session.replay.named_seats}
        awaited = session.game.rules.pending(session.replay.state).seats
        seat = names.get(name.lower(), name.lower()) if name else awaited[0] if awaited else session.replay.seats[0]
        if seat not in session.replay.seats:
            self.refuse(WrongCall("no_player", name, [*names, *session.replay.seats]))
        elif not self.hides(seat):
            screen.print_lines([self.words.say("table.hand_none", seat=Ref("seat", seat))], "aside")
        else:
            self.cover()
            self.open_hand(seat)

    def hides(self, seat: str) -> bool:
        """The app shows that seat something which it does not show everybody."""
        game, state, say = self.session.game, self.session.replay.state, self.words.say
        if game.show.render_text(state, say, seat) != game.show.render_text(state, say):
            return True
        return any(offer.seat == seat and game.rules.tells_hand(state, offer.act) for offer in game.rules.legal(state))

    def open_hand(self, seat: str) -> bool:
        """Open a hand once its player says that nobody else looks; false if it stays covered."""
        how = self.words.say("table.how_enter")

        def read(text: str) -> bool | None:
            if not text:
                return True
            screen.print_lines([how], "refusal")
            return None

        try:
            ask(self.words, self.words.say("table.hand_over", seat=Ref("seat", seat)), how, read)
        except Back:
            return False
        self.viewer, self.shown, self.asked = seat, [], []
        return True

    def cover(self) -> None:
        """Clear the screen of everything a hand showed."""
        self.viewer, self.shown, self.asked, self.half = None, [], [], None
        print("\x1b[2J\x1b[3J\x1b[H" if sys.stdout.isatty() else "\n" * 60, end="")

    def help(self) -> None:
        """Show everything that can be typed here: the question, all legal actions, and the commands."""
        lines = screen.format_rows(self.open_word() if self.half else self.question(), "question")
        if self.half is None:
            lines += screen.format_rows(self.legal())
        screen.print_paged([*lines, *screen.format_rows(self.commands(), "aside")], self.words)

    def legal(self) -> list[str]:
        """Everything that may be done now, with an example; of hands that the app holds, by the seat whose is open."""
        game, out = self.session.game, list[str]()
        if self.session.replay.halt is not None:
            return out
        for view in self._visible_views():
            if not out and not (view.chance and self.real_things()):  # the question says how that is typed
                first = [f"{word}={self._plainest(view, word)}" for word in view.open]
                out.append(self.words.say("table.example", example=" ".join([view.do, *first])))
            out.append(f"  {view.text}")
            for word, left in view.open.items():
                options = self._options(view, word)
                if game.words.takes_names and options:
                    out.append(f"    {', '.join([name for _, name in options])}")
                elif options:
                    out += screen.align_rows([(f"{word}={id}", name) for id, name in options], "    ")
                else:
                    out.append(f"    {word}={left.least}–{left.most}")
        return out

    def _visible_views(self) -> list[OfferView]:
        """Return the offers that the screen may show: of hands that the app holds, those of the open one alone."""
        game, replay = self.session.game, self.session.replay
        open = not game.rules.secret or replay.header["options"].get("real_cards") == "true"
        return [self._view(offer) for offer in game.rules.legal(replay.state) if open or offer.seat == self.viewer]

    def _plainest(self, view: OfferView, word: str) -> str:
        """The plainest that may be said for a word."""
        options = self._options(view, word)
        return options[0][0] if options else str(view.open[word].least)

    def part(self, words: list[str]) -> None:
        """A part of the table, as `show KEY=ID` names it."""
        from companion.core.errors import WrongCall

        try:
            lines = self.session.game.show.render_part(self.session.replay.state, self.words.say, key_values(words))
        except WrongCall as error:
            self.refuse(error)
        else:
            screen.print_paged(screen.format_rows(lines, table=True), self.words)

    def change_real(self, words: list[str]) -> None:
        """Change whether dice or tiles are the table's own or the app's, as `real KIND=real|app` says."""
        from companion.core.errors import WrongCall

        try:
            for kind, word in key_values(words).items():
                self.say(self.session.keep(self.session.plan(Real(kind, word))))
        except WrongCall as error:
            self.refuse(error)

    def rule(self, id: str) -> None:
        """A rule's text, or the nearest id."""
        from companion.core.errors import WrongCall

        try:
            rule = self.words.rule(id)
        except KeyError:
            self.refuse(WrongCall("no_rule", id, self.session.content["rule"]))
            return
        screen.print_paged(screen.format_rows([rule["text"][self.words.lang]]), self.words)

    def undo(self) -> None:
        """Take back; unseeing dice needs everybody. What was typed for a bot is typed anew."""
        if (typed := typed_for_bot(self.session.replay)) is not None:
            self.say(self.session.keep(self.session.plan(Amend(typed.seat))))
            return
        target = undo_target(self.session.replay)
        refusal = None if target is None else undo_refusal(self.session.replay, target, [])
        if refusal is None or refusal.code != "undo_consent":
            self.say(self.session.keep(self.session.plan(Undo([]))))
            return
        try:
            agreed = ask(
                self.words,
                self.words.say("table.undo_consent"),
                how_yes(self.words),
                lambda text: read_yes(self.words, text),
            )
        except Back:
            agreed = False
        if agreed:
            self.say(self.session.keep(self.session.plan(Undo(self.session.replay.seats))))

    def say(self, answer: Answer) -> None:
        """Show the result of a request."""
        self.half = None
        if answer.refusal is not None:
            screen.print_lines([self.words.refusal_text(answer.refusal)], "refusal")
            self.moments.add("refused")
            self.broken_rule = answer.refusal.rule
        else:
            self.steps += 1
            if self.session.replay.entries[-1].type in self.session.game.words.chance_types:
                self.moments.add("drawn")
            if self.viewer is not None:
                self.cover()
        screen.print_lines([self.words.event_text(event) for event in answer.events()], "event")
