"""A table of the card game that tests drive with short words.

t = board("trilogy", active="moria", path="bag-end", hands={"frodo": 5}, cards="gimli:frodo galadriel:aragorn@moria")
t = board("duel", real=False, hands={"gandalf": "gimli,lembas"}, won={"free": "dale:2"}, corruption=3)
t.does("play gimli").does("put reserve").does("icons 3")         values in the order of actions.py, - leaves one out
t.does("effect draw - frodo 2").does("lose gimli 2 by=aragorn")  by= another seat than the one whose step it is
assert t.refuses("pass") == ("WC-ACT-3", "pass_hand")
A card in play is `id:seat`, in the reserve or `@location`, an item `>wielder`, with `!` if it came this round. Whatever
is not named stands as at set-up, printed values are not enforced, and the first seat is to act; a field of State may be
given by its name.
"""

from dataclasses import fields

from companion.content.load import load
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.rules.combat.combat import Combat
from companion.games.wotrcards.rules.common.piles import remove_cards, with_cards
from companion.games.wotrcards.rules.common.texts import CardText
from companion.games.wotrcards.rules.locations.ending import VictoryCheck
from companion.games.wotrcards.rules.table import setup
from companion.games.wotrcards.rules.turn import setup_step
from companion.games.wotrcards.rules.turn.action_step import ActionStep, SeatTurn
from companion.games.wotrcards.rules.turn.rounds import DrawStep
from companion.games.wotrcards.state import RESERVE, Active, CardInPlay, Draft, ReadValues, State, Won
from companion.games.wotrcards.tables import SIDES, tables
from companion.play.game.steps import run
from tests.games.table import Table as BaseTable
from tests.games.table import many

CONTENT = load("wotrcards")
TABLES = tables(CONTENT)
RANKS = {id: at for at, id in enumerate([*TABLES.cards, *TABLES.places, *TABLES.paths])}


def bare(scenario="trilogy", real=True, **options):
    """A table at set-up: every deck with a player of the deck's name, as many people as the scenario takes."""
    seats, most = TABLES.scenarios[scenario].seats, TABLES.scenarios[scenario].people[1]
    players = [f"{seat}:{seat}" for seat in seats]
    told = {
        "real_cards": str(real).lower(),
        "printed": "false",
        **{name: str(value).lower() for name, value in options.items()},
    }
    header = GAME.rules.header(CONTENT, players, scenario, told, None)
    assert isinstance(header, dict) and len(seats) == most, header  # noqa: PT018
    return setup.fresh_draft(setup.read_setup(CONTENT, header)).freeze()


def make(scenario="trilogy", real=True, strict_paths=False, printed=False, **given):
    """A state; see the head of this file."""
    draft = Draft.of(bare(scenario, real, strict_paths=strict_paths, printed=printed))
    seats = draft.setup.seats
    for text in given.pop("cards", "").split():
        draft.cards = (*draft.cards, _card(draft, text))
    for seat, hand in given.pop("hands", {}).items():
        _move(draft, seats.index(seat), "hand", hand)
    for pile in ("cycle", "gone"):
        for seat, cards in given.pop(pile, {}).items():
            _move(draft, seats.index(seat), pile, cards)
    for seat, changes in given.pop("deck", {}).items():
        draft.change_deck(seats.index(seat), **changes)
    tokens, areas = given.pop("tokens", {}), given.pop("back", {})
    for id in many(given.pop("active", "")):
        draft.active = (*draft.active, _active(draft, id, tokens, areas))
    path = given.pop("path", "")
    if path:
        draft.path, draft.number = path, TABLES.paths[path].number
        draft.used = (path,)
        if given.pop("path_active", True):
            draft.active = (*draft.active, _active(draft, path, tokens, areas))
    for side, text in given.pop("won", {}).items():
        won = [Won(id, int(points or 0)) for id, _, points in [item.partition(":") for item in many(text)]]
        draft.change_side("areas", SIDES.index(side), tuple(won))
        for item in won:
            _out(draft, item.id)
    for id in given.get("removed", ()):
        _out(draft, id)
    draft.read = tuple([ReadValues(id, *values) for id, values in given.pop("read", {}).items()])
    draft.round, draft.phase = 2, "action"
    rest = (DrawStep(-1), VictoryCheck(-1), Combat(draft.setup.order[draft.first]), ActionStep(-1))
    given.setdefault("agenda", [*rest, SeatTurn(draft.setup.order[0])])
    if "grounds" in given:
        given["grounds"] = [tuple(many(given["grounds"].get(side, ""))) for side in SIDES]
    assert given.keys() <= {field.name for field in fields(State)}, given
    for name, value in given.items():
        setattr(draft, name, tuple(value) if name in ("agenda", "grounds") else value)
    return draft


def _card(draft, text):
    """`glamdring:frodo@moria>gandalf-the-grey!` in play, out of its deck."""
    fresh, text = text.endswith("!"), text.removesuffix("!")
    text, _, on = text.partition(">")
    text, _, at = text.partition("@")
    id, _, seat = text.partition(":")
    who = draft.setup.seats.index(seat)
    named = () if draft.setup.options.real_cards else (id,)
    assert id in draft.setup.scenario.decks[seat][0] or len(draft.setup.scenario.decks[seat]) > 1, text
    draft.change_deck(who, draw=remove_cards(draft.decks[who].draw, *named, number=1))
    return CardInPlay(id, who, at or RESERVE, on, fresh)


def _move(draft, who, pile, cards):
    """Cards from the draw deck to a hand or pile: a number, or names."""
    names = [] if isinstance(cards, int) else many(cards)
    number = cards if isinstance(cards, int) else len(names)
    deck, known = draft.decks[who], not draft.setup.options.real_cards
    if known and not names:
        names = list(deck.draw.cards[:number])
    shown = names if known or pile == "gone" else []
    draft.change_deck(
        who,
        draw=remove_cards(deck.draw, *(names if known else ()), number=number),
        **{pile: with_cards(draft, getattr(deck, pile), *shown, number=number)},
    )


def _active(draft, id, tokens, areas):
    _out(draft, id)
    attack, defence = tokens.get(id, (0, 0))
    return Active(id, SIDES.index(areas[id]) if id in areas else -1, attack, defence)


def _out(draft, id):
    draft.grounds = tuple([tuple([left for left in deck if left != id]) for deck in draft.grounds])


def board(scenario="trilogy", **how):
    """A table set so, after whatever needs nobody."""
    return Table(run(make(scenario, **how)))


def start(scenario="trilogy", real=True, **options):
    """A new game of that scenario."""
    draft = Draft.of(bare(scenario, real, **options))
    setup_step.begin_setup(draft)
    return Table(run(draft))


class Table(BaseTable):
    """A table of the card game."""

    game = GAME
    act_class = Act

    @property
    def active(self):
        return [active.id for active in self.state.active]

    def deck(self, seat):
        return self.state.decks[self.state.setup.seats.index(seat)]

    def sizes(self, seat):
        """Cards in deck, hand, cycle pile and eliminated pile."""
        deck = self.deck(seat)
        return deck.draw.size, deck.hand.size, deck.cycle.size, deck.gone.size

    def card(self, id):
        """A card in play, or None."""
        return next((card for card in self.state.cards if card.id == id), None)

    def area(self, side):
        """What a side has won: location -> points."""
        return {won.id: won.points for won in self.state.areas[SIDES.index(side)]}

    def only(self, *steps):
        """What would happen if that were all there is to do."""
        self.state = run(Draft.of(self.state.replace(agenda=steps)))
        return self

    def rank(self, id):
        return RANKS.get(id, len(RANKS))


def telling(scenario="extended-trilogy", step=None, **how):
    """A text that is being told."""
    return board(scenario, agenda=[step or CardText(0, "gimli")], **how)


def turning_up(t):
    """What chance may bring now, with its odds."""
    return {act.location: odds for act, odds in GAME.rules.outcomes(t.state, t.rules.legal_actions(t.state)[0])}


def offers(t, what):
    """Locations that a text may name."""
    legal = [act for act in t.rules.legal_actions(t.state) if act.what == what]
    return {act.item for act in legal}
