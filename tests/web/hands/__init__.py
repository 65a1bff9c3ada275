"""A small game for the tests of the tracker: cards that others may not see, and seats that act at the same time.

Everybody lays a card of a hand of their own face down, in any order; then everybody turns it up, in any order; the
high or the low card wins, as a die tells. Three rounds. It has no page of its own: the tracker shows it as any game.
"""

import sys
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import ClassVar, NamedTuple

from companion import games
from companion.content.load import load
from companion.core import resources
from companion.core.errors import IllegalAction, WrongCall
from companion.core.messages import Event, Pair, Ref, Refusal
from companion.core.visible import clean_text
from companion.play.game.game import Chance, Game, GameOdds, Outcome, Pending, Sheets
from companion.play.game.game import Show as Shown
from companion.play.game.input_values import show_no_part
from companion.play.game.offers import Offer
from companion.play.game.real_results import how_typed
from companion.web.page import templates

HERE = Path(__file__).parent
RULES = {"roll": "HA-ROLL-1", "hide": "HA-HIDE-1", "show": "HA-SHOW-1"}
WANTED = {"roll": "face", "hide": "card"}  # the one argument of each type
SIDES = ("high", "low", "high", "high", "low", "high")


@dataclass(frozen=True, slots=True)
class Roll:
    seat: str
    face: str = ""
    type: ClassVar[str] = "roll"

    def args(self):
        return {"face": self.face}


@dataclass(frozen=True, slots=True)
class Hide:
    seat: str
    card: str
    type: ClassVar[str] = "hide"

    def args(self):
        return {"card": self.card}


@dataclass(frozen=True, slots=True)
class Show:
    seat: str
    type: ClassVar[str] = "show"

    def args(self):
        return {}


class Player(NamedTuple):
    """`down` lies before the player, `up` says whether it is turned up."""

    hand: tuple[str, ...]
    points: int = 0
    down: str = ""
    up: bool = False


class State(NamedTuple):
    seats: tuple[str, ...]
    ranks: tuple[tuple[str, int], ...]
    rounds: int
    players: tuple[Player, ...]
    round: int = 1
    face: str = ""
    last: tuple[str, ...] = ()  # the cards of the round before, which all have seen

    @property
    def phase(self):
        if self.round > self.rounds:
            return "over"
        if not self.face:
            return "roll"
        return "show" if all(player.down for player in self.players) else "hide"

    def of(self, seat):
        return self.players[self.seats.index(seat)]

    def put(self, seat, **changes):
        at = self.seats.index(seat)
        return self._replace(
            players=(*self.players[:at], self.players[at]._replace(**changes), *self.players[at + 1 :])
        )


class Hands:
    number, secret = 1, True
    aside_types = frozenset()
    news_types = ("show",)

    def problems(self, content):
        return ()

    def facts(self, content, variant):
        return {row.id: [row["hand"], row["rank"]] for row in content["card"].values()}

    def header(self, content, players, variant, options, position):
        if variant not in (None, "three"):
            raise WrongCall("no_variant", variant, ("three",))
        settled = {"first": "coast", "short": "false"}
        for name, value in options.items():
            if name not in settled:
                raise WrongCall("no_option", name, settled)
            if value not in (content["hand"] if name == "first" else ("true", "false")):
                raise WrongCall("option_flag", value, option=name)
            settled[name] = value
        seats = []
        named = {player.rpartition(":")[2] for player in players if ":" in player}
        free = iter([id for id in content["chair"] if id not in named])
        for player in players:
            name, _, id = clean_text(player if ":" in player else f"{player}:{next(free, '')}").rpartition(":")
            if id not in content["chair"]:
                raise WrongCall("no_seat", id, content["chair"])
            seats.append({"id": id, "name": name.strip()})
        ids = {seat["id"] for seat in seats if seat["name"]}
        if not 2 <= len(seats) <= 4 or len(ids) < len(seats) or position is not None:
            return Refusal("seats", "HA-DEAL-1")
        return {"variant": "three", "options": settled, "seats": seats}

    def new(self, content, header):
        named = [f"{seat['name']}:{seat['id']}" for seat in header["seats"]]
        settled = self.header(content, named, header["variant"], header["options"], header.get("position"))
        if isinstance(settled, Refusal):
            return settled
        if any(header[key] != value for key, value in settled.items()):
            raise ValueError("a header has every choice written out")
        kinds, options, cards = list(content["hand"]), header["options"], content["card"].values()
        first = kinds.index(options["first"])
        deal = [kinds[(first + place) % len(kinds)] for place in range(len(named))]
        players = tuple(Player(tuple(row.id for row in cards if row["hand"] == kind)) for kind in deal)
        ranks = tuple((row.id, row["rank"]) for row in cards)
        return State(
            tuple(seat["id"] for seat in header["seats"]), ranks, 1 if options["short"] == "true" else 3, players
        )

    def pending(self, state):
        seats = dict.fromkeys(action.seat for action in self.legal_actions(state))
        return Pending(tuple(seats), state.phase, state.phase == "roll")

    def legal(self, state):
        return tuple([Offer(act) for act in self.legal_actions(state)])

    def legal_actions(self, state):
        match state.phase:
            case "roll":
                return (Roll(state.seats[(state.round - 1) % len(state.seats)]),)
            case "hide":
                return tuple(Hide(seat, card) for seat in state.seats for card in self._choice(state.of(seat)))
            case "show":
                return tuple(Show(seat) for seat in state.seats if not state.of(seat).up)
        return ()

    def _choice(self, player):
        return () if player.down else player.hand

    def check(self, state, action):
        if state.phase == "over":
            return Refusal("game_over", "HA-END-1")
        if action.type != state.phase or action.seat not in self.pending(state).seats:
            return Refusal("not_now", RULES[state.phase])
        if action.type == "roll" and action.face not in ("", *SIDES):
            return Refusal("no_face", "HA-ROLL-1")
        if action.type == "hide" and action.card not in state.of(action.seat).hand:
            return Refusal("not_held", "HA-HIDE-1")
        return None

    def apply(self, state, action):
        fault = self.check(state, action) or (
            Refusal("roll_open", "HA-ROLL-1") if action == Roll(action.seat) else None
        )
        if fault is not None:
            raise IllegalAction(fault, action.type, action.seat)
        match action:
            case Roll(face=face):
                return state._replace(face=face)
            case Hide(seat, card):
                hand = tuple(held for held in state.of(seat).hand if held != card)
                return state.put(seat, hand=hand, down=card)
        state = state.put(action.seat, up=True)
        if not all(player.up for player in state.players):
            return state
        best = self._best(state)
        players = tuple(Player(player.hand, player.points + (player.down in best)) for player in state.players)
        last = tuple(player.down for player in state.players)
        return state._replace(players=players, round=state.round + 1, face="", last=last)

    def _best(self, state):
        ranks, worth = dict(state.ranks), max if state.face == "high" else min
        best = worth(ranks[player.down] for player in state.players)
        return [player.down for player in state.players if ranks[player.down] == best]

    def outcome(self, state):
        if state.phase != "over":
            return None
        most = max(player.points for player in state.players)
        winners = tuple(seat for seat in state.seats if state.of(seat).points == most)
        return Outcome("most" if len(winners) == 1 else "shared", "HA-END-1", winners)

    def events(self, before, action, after, seat=None):
        who, rule = {"seat": Ref("seat", action.seat)}, RULES[action.type]
        if action.type == "roll":
            return (Event("rolled", rule, {**who, "face": Ref("face", action.face)}),)
        if action.type == "hide":
            own = Event("hid_own", rule, {"card": Ref("card", action.card)})
            return (own if seat == action.seat else Event("hid", rule, who),)
        out = [Event("shown", rule, {**who, "card": Ref("card", before.of(action.seat).down)})]
        if after.round > before.round:
            best = self._best(before)
            seats = tuple(Ref("seat", seat) for seat in before.seats if before.of(seat).down in best)
            out.append(Event("point", "HA-WIN-1", {"seats": seats}))
        outcome = self.outcome(after)
        if outcome:
            winners = tuple(Ref("seat", seat) for seat in outcome.winners)
            out.append(Event(f"end_{outcome.ending}", "HA-END-1", {"winners": winners}))
        return tuple(out)

    def view(self, state, seat):
        rows = [self._row(state, id, own=id == seat) for id in state.seats]
        return {"round": state.round, "phase": state.phase, "face": state.face, "players": rows, "last": [*state.last]}

    def _row(self, state, id, own):
        player = state.of(id)
        card = player.down if own or player.up else "?" if player.down else ""
        hand = list(player.hand) if own else len(player.hand)
        return {"seat": id, "points": player.points, "hand": hand, "card": card}

    def chance(self, state, action):
        return Chance("roll", (6,)) if action == Roll(action.seat) else None

    def complete(self, state, action, numbers):
        return replace(action, face=SIDES[numbers[0]])

    def outcomes(self, state, action=None):
        seat = action.seat if action else self.legal_actions(state)[0].seat
        return ((Roll(seat, "high"), Fraction(2, 3)), (Roll(seat, "low"), Fraction(1, 3)))

    def dump(self, state):
        return {**state._asdict(), "players": [list(player) for player in state.players]}

    def restore(self, content, header, data):
        players = tuple(Player(tuple(hand), *rest) for hand, *rest in data["players"])
        ranks = tuple((card, rank) for card, rank in data["ranks"])
        fixed = {"seats": tuple(data["seats"]), "ranks": ranks, "players": players, "last": tuple(data["last"])}
        return State(**{**data, **fixed})

    def is_aside(self, state, offer):
        return False

    def is_public(self, state, offer):
        return True

    def tells_hand(self, state, action):
        return action.type == "hide"

    def asks_hand(self, state):
        return state.phase == "hide"


class HandsWords:
    action_types, chance_types, takes_names = ("roll", "hide", "show"), ("roll",), False

    def __init__(self, rules):
        self.rules = rules

    def as_open(self, action):
        return Roll(action.seat) if action.type == "roll" else None

    def open_words(self, offer):
        return {}

    def args(self, action):
        return action.args()

    def parse(self, content, state, type, given, rolled, seat=None):
        if type not in self.action_types:
            raise WrongCall("no_action", type, self.action_types)
        if rolled is not None and type != "roll":
            raise WrongCall("no_rolled", action=type)
        wanted = ("card",) if type == "hide" else ()
        for key in given:
            if key not in wanted:
                raise WrongCall("no_key", key, wanted, action=type)
        if wanted and not given:
            return Refusal("not_held", "HA-HIDE-1")
        seat = seat or next(iter(self.rules.pending(state).seats), state.seats[0])
        return self.decode(type, seat, {"hide": given, "roll": {"face": rolled or ""}, "show": {}}[type])

    def command(self, state, action):
        if action.type == "hide":
            return f"hide card={action.card}"
        return f"roll --rolled {action.face}" if action.type == "roll" and action.face else action.type

    def read_answer(self, state, text):
        typed = text.strip()
        return (
            state.phase,
            {"card": typed} if state.phase == "hide" else {},
            (typed or None) if state.phase == "roll" else None,
        )

    def decode(self, type, seat, args):
        key = WANTED.get(type)
        right = isinstance(args.get(key), str) if key else True
        if type not in self.action_types or not right or len(args) != bool(key):
            raise ValueError(type)
        return {"roll": Roll, "hide": Hide, "show": Show}[type](seat, *args.values())


def drawn_faces(state, action):
    return (Pair(Ref("face", action.face), Ref("die", "tide")),) if action.type == "roll" else ()


def score_explanation(state):
    return tuple(
        Event("score", "HA-WIN-1", {"seat": Ref("seat", seat), "number": state.of(seat).points}) for seat in state.seats
    )


def describe_offer(state, offer):
    action = offer.act
    values = {"card": Ref("card", action.card)} if action.type == "hide" else {}
    return Event(f"offer_{action.type}", RULES[action.type], values)


def render_text(rules, state, say, seat=None):
    out = [say("table.round", number=min(state.round, state.rounds))]
    for row in rules.view(state, seat)["players"]:
        card = {"": say("table.none"), "?": say("table.down")}.get(row["card"]) or Ref("card", row["card"])
        out.append(say("table.row", seat=Ref("seat", row["seat"]), number=row["points"], card=card))
    return out


def prompt(rules, state, say, seat=None):
    out = [say(f"ask.{state.phase}", seat=Ref("seat", rules.pending(state).seats[0]))]
    return out + (how_typed(say, "ask.type_dice", 1, SIDES, listed=False) if state.phase == "roll" else [])


def game_of(rules, **shown):
    """The game by these rules; what it shows may be changed."""
    show = {
        "page": lambda shown: {},
        "render_text": partial(render_text, rules),
        "render_part": show_no_part,
        "prompt": partial(prompt, rules),
        "describe_offer": describe_offer,
        "score_explanation": score_explanation,
        "drawn_faces": drawn_faces,
        "sheets": Sheets(check=lambda content, data: (Refusal("game_over", "HA-END-1"),)),
        "shown_by": {"roll": "dice"},
    }
    odds = GameOdds(questions={}, beside=lambda *asked: (), dice=lambda state: {Ref("die", "tide"): SIDES})
    return Game(id="hands", rules=rules, words=HandsWords(rules), show=Shown(**{**show, **shown}), odds=odds)


GAME = game_of(Hands())


@contextmanager
def known(monkeypatch, referee=GAME):
    """Within, the tracker knows this game and its content. Gives the words of each card by id: the id, every name."""
    templates.game_choices.cache_clear()
    monkeypatch.setattr(resources, "user_folder", lambda: HERE)
    monkeypatch.setattr(sys.modules[__name__], "GAME", referee)
    monkeypatch.setitem(games.GAMES, "hands", __name__)
    yield {row.id: {row.id, *row["name"].values()} for row in load("hands")["card"].values()}
    templates.game_choices.cache_clear()
