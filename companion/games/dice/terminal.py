"""Lines of text that show the table in a terminal."""

from __future__ import annotations

from companion.core.errors import WrongCall
from companion.core.messages import Ref
from companion.core.text_wrap import seat_line
from companion.games.dice.actions import ACTIONS
from companion.games.dice.rules.resolving import allowed_halvings
from companion.games.dice.rules.rolling import symbol_pairs
from companion.games.dice.state import State
from companion.play.game.actions import read_command
from companion.play.game.game import Say

CIRCLES = {False: "○", True: "●"}
SQUARES = {"w": "□", "h": "◫", "d": "◧", "x": "■"}


def render_text(state: State, say: Say, seat: str | None = None) -> list[str]:
    """Every route sheet."""
    setup = state.setup
    out = [say("table.round", number=state.round, variant=say(f"variant.{setup.variant}"))]
    for index, (hobbit, player) in enumerate(zip(setup.seats, state.players, strict=True)):
        place = (
            say("table.out") if player.is_out else say("table.at", place=Ref("place", setup.places[player.circles].id))
        )
        named = say("table.player", seat=Ref("seat", hobbit), hobbit=Ref("hobbit", hobbit))
        out.append(seat_line(index == state.active and not state.ending, f"{named}: {place}"))
        out.append("  " + " ".join(CIRCLES[circle < player.circles] for circle in range(setup.circles)))
        squares = " ".join(SQUARES[square] for square in player.squares)
        out.append(f"  {squares}  {say('table.free', number=player.capacity)}")
    return out


def prompt(state: State, say: Say, seat: str | None = None) -> list[str]:
    """The dice of the turn, and what the active player does now."""
    kept = symbol_pairs(state.setup.dice, state.kept)
    return [*([say("table.kept", dice=kept)] if kept else []), *_ask_phase(state, say)]


def _ask_phase(state: State, say: Say) -> list[str]:
    seat = Ref("seat", state.seat)
    if state.phase == "roll":
        dice = tuple([Ref("die", die) for die, symbol in zip(state.setup.dice, state.kept, strict=True) if not symbol])
        place = state.place
        effect = [] if place.effect in ("none", "goal") or state.rolls else [_effect_text(place.id, say)]
        letters = [word for word in state.setup.words if len(word) == 1]
        how = say("ask.roll_how", example="".join(letters[: len(dice)]))
        return [*effect, say("ask.roll", seat=seat, number=state.rolls + 1, dice=dice), how]
    if state.phase == "resolve":
        if squares := _may_halve(state):
            told = say("ask.halve", seat=seat, number=allowed_halvings(state))
            return [told, say("ask.halve_how", squares=", ".join(map(str, squares)), example=squares[0])]
        return [say("ask.resolve", seat=seat)]
    shown = [
        f"  {number} {say('table.die', die=Ref('die', die), symbol=Ref('symbol', symbol))}"
        for number, (die, symbol) in enumerate(zip(state.setup.dice, state.pending, strict=True), 1)
        if symbol
    ]
    out = [
        *shown,
        say("ask.keep", seat=seat),
        say("ask.keep_any" if state.place.effect == "keep_same" else "ask.keep_how"),
    ]
    if "nazgul" in state.pending:
        out.append(say("ask.keep_nazgul"))
    if "white_tree" in state.pending:
        out.append(say("ask.keep_tree"))
    if state.place.effect == "reroll_once" and not state.repeated:
        out.append(say("ask.repeat"))
    return out


def read_answer(state: State, text: str) -> tuple[str, dict[str, str], str | None]:
    """`1 3` keeps dice or halves squares by number, `0` none; an empty answer rolls in the app, or resolves unless
    squares may be halved; `r` repeats; or the words of an action. Raises WrongCall.
    """
    words = text.replace(",", " ").lower().split()
    dice = state.setup.dice
    if words[:1] and words[0] in ACTIONS.chance:
        return words[0], {}, _rolled_faces([word for word in words[1:] if word != "--rolled"])
    if words[:1] and words[0] in ACTIONS.types:
        return read_command(ACTIONS, text.split())
    if state.phase == "roll":
        return "roll", {}, _rolled_faces(words)
    if state.phase == "resolve":
        if not words and _may_halve(state):
            raise WrongCall("word_lacking", action="resolve", key="halve")
        return "resolve", {"halve": ",".join(word for word in words if word != "0")}, None
    if words[:1] == ["r"]:
        return "repeat", {}, _rolled_faces(words[1:])
    named = [dice[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(dice) else word for word in words]
    return "keep", {"dice": ",".join(named)}, None


def _may_halve(state: State) -> tuple[int, ...]:
    """Return the numbers of the free squares, from 1, where Gandalf lets some be halved."""
    squares = state.players[state.active].squares if allowed_halvings(state) else ()
    return tuple([number for number, square in enumerate(squares, 1) if square == "w"])


def _effect_text(place: str, say: Say) -> str:
    return say("table.effect", place=Ref("place", place), effect=Ref("place", place, "says"))


def _rolled_faces(words: list[str]) -> str | None:
    """`n r w`, `nrw` or `black=nazgul ...`; None where the app shall roll."""
    return ",".join(words) or None
