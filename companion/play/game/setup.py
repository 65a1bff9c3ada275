"""Set-up: words of a command or a position file -> header -> State.

The header of a journal holds every choice written out, so that a journal never depends on today's defaults. Which
seats, options and positions there are is the game's. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal, Value
from companion.play.game import input_values
from companion.play.game.game import Json, State
from companion.play.game.steps import run

if TYPE_CHECKING:
    from companion.content.model import Content


COLON = ":"  # Name:seat


class PositionHeader(NamedTuple):
    """Players (`Name:seat`), variant and options of a position file; None where it does not give them."""

    players: Sequence[str] | None = None
    variant: str | None = None
    options: Mapping[str, str] = {}


def plain_options(content: Content, seats: Sequence[Json], given: Mapping[str, str]) -> dict[str, str]:
    """Return every option with its value, for games whose options do not depend on the seats."""
    return input_values.options(content["option"], given)


class Seating(NamedTuple):
    """Names used by a game with one seat a player: its table of seats in content/, refusals and rules."""

    kind: str
    no_seat: str
    taken: str
    number_rule: str
    rule: str

    def seats(
        self, content: Content, players: Sequence[str], numbers: Collection[int], known: Collection[str]
    ) -> list[Json] | Refusal:
        """Return `{id, name}` of every `Name:seat` in the given order; refuse a wrong number and a seat taken twice."""
        if len(players) not in numbers:
            limits = {"number": len(players), "least": content.info["seats_min"], "most": content.info["seats_max"]}
            return Refusal("seats_number", self.number_rule, limits)
        names: dict[str, str] = {}
        for player in players:
            name, seat = input_values.player(player, known)
            if not name:
                return Refusal(self.no_seat, self.rule, {"name": seat})
            if seat in names:
                return Refusal(self.taken, self.rule, {self.kind: Ref(self.kind, seat)})
            names[seat] = name
        return [{"id": seat, "name": name} for seat, name in names.items()]


def refuse(wrong: object, code: str, rule: str, /, **values: Value) -> Iterator[Refusal]:
    """Yield the refusal with these values if `wrong` is true."""
    if wrong:
        yield Refusal(code, rule, values)


def _with_seats(players: Sequence[str], seats: Sequence[str]) -> list[str]:
    left = iter(seats)
    return [player if COLON in player else f"{player}{COLON}{next(left)}" for player in players]


class SetUp(NamedTuple):
    """The parts of a game that its set-up needs.

    seats: `{id, name}` of every seat in their order, of content, variant and `Name:seat` words. read: what a header
    settles. fresh: a Draft with everything in its place. begin: play begins. over: ending -> its rule.
    head: of content, a position file and the variant asked for. no_names: players where a position names nobody.
    written_out: of what `read` gives, the seats of a header and a position file, with what is left out as at set-up.
    place: sets the table so, or says why it cannot be; the first refusal counts. deal: gives seats to names alone where
    one person may take several; else each gets one, in the order of content/, with which the seats are accepted.
    added: options of new tables that headers of older ones lack, which are played without them.
    Whatever reads words of players raises WrongCall.
    """

    seats: Callable[[Content, str, Sequence[str]], list[Json] | Refusal]
    read: Callable[[Content, Json], Any]
    fresh: Callable[[Any], Any]
    begin: Callable[[Any], None]
    over: Mapping[str, str]
    head: Callable[[Content, Json, str | None], PositionHeader]
    written_out: Callable[[Any, Sequence[Json], Json], Json]
    place: Callable[[Any, Json], Iterator[Refusal]]
    no_names: Callable[[Content, str], Sequence[str]] = lambda content, variant: ()
    options: Callable[[Content, Sequence[Json], Mapping[str, str]], dict[str, str] | Refusal] = plain_options
    deal: Callable[[Content, str, Sequence[str]], Sequence[str] | Refusal] | None = None
    added: Mapping[str, str] = {}

    def header(
        self,
        content: Content,
        players: Sequence[str],
        variant: str | None,
        options: Mapping[str, str],
        asked: Json | None,
    ) -> Json | Refusal:
        """Settle seats, variant, options and position. Raises WrongCall for words that mean nothing here."""
        if asked is None:
            if variant in content.info.get("need_position", ()):
                raise WrongCall("position_needed", str(variant))
            return self._settle(content, players, variant, {**self.added, **options})
        head = self.head(content, asked, variant)
        if players and head.players is not None:
            raise WrongCall("position_players")
        variant = variant or head.variant
        named = players or head.players or self.no_names(content, variant or content.info["variants"][0])
        out = self._settle(content, named, variant, {**self.added, **head.options, **options})
        if not isinstance(out, Refusal):
            out["position"] = self.written_out(self.read(content, out), out["seats"], asked)
        return out

    def _settle(
        self, content: Content, players: Sequence[str], variant: str | None, options: Mapping[str, str]
    ) -> Json | Refusal:
        chosen = input_values.variant(content.info["variants"], variant)
        input_values.known_options(content["option"], options)
        if not all(COLON in player for player in players):
            dealt = (self.deal or self._one_each)(content, chosen, players)
            if isinstance(dealt, Refusal):
                return dealt
            players = dealt
        seats = self.seats(content, chosen, players)
        if isinstance(seats, Refusal):
            return seats
        settled = self.options(content, seats, options)
        return settled if isinstance(settled, Refusal) else {"variant": chosen, "options": settled, "seats": seats}

    def _one_each(self, content: Content, variant: str, players: Sequence[str]) -> list[str]:
        """Return `Name:seat` of every player; names alone get the first accepted seats of content/, in their order."""
        known = list(content[content.info["seat_kind"]])
        taken = {player.rpartition(COLON)[2].strip().lower() for player in players if COLON in player}
        free = [seat for seat in known if seat not in taken]
        number = sum(COLON not in player for player in players)
        found = [_with_seats(players, chosen) for chosen in combinations(free, number)]
        found.append(_with_seats(players, (free or known) * number))
        accepted = (one for one in found if not isinstance(self.seats(content, variant, one), Refusal))
        return next(accepted, found[0])

    def new(self, content: Content, header: Json) -> State | Refusal:
        """The table at the start of play, or as the header's position has it; the header is checked like a command.

        Raises WrongCall, KeyError, TypeError or ValueError for a header that `header` cannot have made.
        """
        settled = input_values.settle_again(header, partial(self._settle, content))
        if isinstance(settled, Refusal):
            return settled
        numbered = {**settled, "rules": header["rules"]} if "rules" in header else settled
        draft, asked = self.fresh(self.read(content, numbered)), header.get("position")
        if asked is None:
            if settled["variant"] in content.info.get("need_position", ()):
                raise WrongCall("position_needed", settled["variant"])
            self.begin(draft)
            return run(draft)
        if self.written_out(draft.setup, settled["seats"], asked) != asked:
            raise ValueError("a position has everything written out")
        fault = next(self.place(draft, asked), None)
        if fault is not None:
            return fault
        state = run(draft)
        return Refusal("position_over", self.over[state.ending]) if state.ending else state
