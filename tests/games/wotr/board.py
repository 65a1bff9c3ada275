"""A table of War of the Ring that tests drive with short words.

t = board(region="moria", progress=3, companions="gimli,boromir", fp="character*2,event", allocated=3)
t = board(players=3, agenda=[("act", 0)], corruption=4, table_fp="fp-char-06", where={"strider": "bree"})
t.does("move character").does("watch 1").does("search two,six")   values in the order of actions.TYPES, - leaves one out
t.does("accept by=saruman")                                      of another seat than the one whose step it is
assert t.refuses("hide character") == ("WR-FELL-30", "hide_hidden")
t = board(armies={"edoras": "rohan-regular*2,rohan-leader"})    the variant `full`: these figures stand there, no others
t = board(hands={"fp": "fp-char-10"}, unseen={"shadow": 2})     cards that the app knows, and how many it does not know
t = field({"dale": "north-regular*2", "erebor": "southrons-regular*4"}, boxes={"southrons": 4}, shadow="army")
t.does("attack army erebor dale", "done")                       an attack where the app keeps the armies
Whatever is not named stands as in the third turn, when the Free Peoples are the first to act; a field of State may be
given by its name.
"""

from dataclasses import replace

from companion.content.load import load
from companion.games.wotr.actions import Act
from companion.games.wotr.flow import STEPS
from companion.games.wotr.game import GAME
from companion.games.wotr.rules.battle.battle_strength import battle_of
from companion.games.wotr.rules.common import ending, politics
from companion.games.wotr.rules.map import armies
from companion.games.wotr.state import (
    ASIDE,
    GONE,
    IN_FELLOWSHIP,
    OFF_TRACK,
    Draft,
    Fellowship,
    Hand,
    HuntBox,
    Options,
    Setup,
    Side,
    place_of,
)
from companion.games.wotr.tables import DECKS, FP, SHADOW, tables
from companion.play.game.steps import run
from tests.games.table import Table as BaseTable
from tests.games.table import many

CONTENT = load("wotr")
TABLES = tables(CONTENT)
FACES = tuple(TABLES.combat)
WAR = dict.fromkeys(TABLES.nations, 4)
RANKS = {id: at for at, id in enumerate([*TABLES.cards, *CONTENT["face"]])}
COMPANIONS = ("gandalf-the-grey", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin")


def counts(ids, text):
    """How many of each of the ids the text names."""
    named = many(text)
    assert set(named) <= set(ids), named
    return tuple([named.count(id) for id in ids])


def make(players=2, options=None, fp="character*4", shadow="character*7", unseen=None, **given):
    """A state; see the head of this file."""
    hands = given.pop("hands", None)
    if isinstance(hands, tuple):
        given["hands"], hands = hands, None
    seats = TABLES.for_players[players]
    sides = tuple([TABLES.seats[seat].side for seat in seats])
    setup = Setup(TABLES, seats, sides, Options(**(options or {})))
    stand = given.pop("armies", None)
    setup = replace(setup, armies=stand is not None)
    leaders = [next(who for who, of in enumerate(sides) if of == side) for side in (FP, SHADOW)]
    companions = tuple(many(given.pop("companions", ",".join(COMPANIONS))))
    where = dict.fromkeys(TABLES.characters, ASIDE) | dict.fromkeys(COMPANIONS, GONE)
    where |= dict.fromkeys(("ring-bearers", *companions), IN_FELLOWSHIP)
    if not companions:
        where["gollum"] = IN_FELLOWSHIP
    where |= given.pop("where", {})
    walk = {key: given.pop(key) for key in Fellowship._fields if key in given}
    box = {key: given.pop(key) for key in HuntBox._fields if key in given}
    pools = {FP: 4, SHADOW: 7} | given.pop("pools", {})
    unused = {FP: fp, SHADOW: shadow}
    coming, rings = given.pop("coming", (0, 0)), given.pop("rings", (3, 0))
    lying = [tuple(many(given.pop(f"table_{side}", ""))) for side in ("fp", "shadow")]
    active = many(given.pop("active", "elves,sauron,isengard,southrons"))
    at_boxes = {id: row.box for id, row in TABLES.nations.items()} | given.pop("boxes", {})
    decks = tuple(
        [
            tuple(
                [
                    id
                    for id, card in TABLES.cards.items()
                    if (card.side, card.deck) == (side, deck) and id not in lying[side]
                ]
            )
            for side in (FP, SHADOW)
            for deck in DECKS
        ]
    )
    fields = {
        "turn": 3,
        "phase": "action",
        "sides": tuple(
            [
                Side(
                    pools[side],
                    coming[side],
                    counts(TABLES.faces[side], unused[side]),
                    rings[side],
                    table=lying[side],
                    leader=leaders[side],
                )
                for side in (FP, SHADOW)
            ]
        ),
        "hands": (Hand(),) * len(seats),
        "decks": decks,
        "deck_sizes": tuple([len(deck) for deck in decks]),
        "box": HuntBox(**box),
        "pool": pool(given.pop("pool", None)),
        "drawn": counts(TABLES.tiles, given.pop("drawn", "")),
        "waiting": tuple(many(given.pop("waiting", ""))),
        "fellowship": Fellowship(
            **{
                "region": "" if walk.get("step", OFF_TRACK) != OFF_TRACK else "rivendell",
                "companions": companions,
                "guide": companions[0] if companions else "gollum",
            }
            | walk
        ),
        "where": tuple(where.values()),
        "seen": tuple(many(given.pop("seen", ""))),
        "boxes": tuple(at_boxes.values()),
        "active": tuple([nation in active for nation in TABLES.nations]),
        "taken": tuple(many(given.pop("taken", ""))),
        "besieged": tuple(many(given.pop("besieged", ""))),
        "acting": leaders[FP],
        "agenda": (("victory", -1), ("acting", -1, leaders[FP]), ("act", leaders[FP])),
    }
    captors = given.pop("captors", None) or [leaders[1 - TABLES.regions[region].side] for region in fields["taken"]]
    fields["captors"] = tuple([seats.index(who) if isinstance(who, str) else who for who in captors])
    fields["agenda"] = steps(given.pop("agenda", fields["agenda"]))
    fields |= {"setup": setup, "ending": "", "winners": ()}
    draft = Draft(**{**fields, **given})
    if stand is not None:
        armies.place_armies(draft, {region: standing(text) for region, text in stand.items()})
    for seat, held in (hands or {}).items():
        deal_hand(draft, seats.index(seat), Hand(tuple(held.split(","))))
    for seat, number in (unseen or {}).items():
        deal_hand(draft, seats.index(seat), Hand((), number))
    return draft.freeze()


def deal_hand(draft, who, hand):
    """Give a seat these cards, out of the decks."""
    draft.hands = (*draft.hands[:who], hand, *draft.hands[who + 1 :])
    draft.decks = tuple([tuple([card for card in deck if card not in hand.cards]) for deck in draft.decks])
    out = [hand.hidden * (at // len(DECKS) == draft.setup.sides[who]) for at in range(len(draft.decks))]  # of either
    sizes = zip(draft.decks, out, draft.deck_sizes, strict=True)
    draft.deck_sizes = tuple([min(len(deck) - gone, size) for deck, gone, size in sizes])


def standing(text):
    """`rohan-regular*2,nazgul` as numbers by id."""
    return {id: number for id, number in zip(TABLES.figures, counts(TABLES.figures, text), strict=True) if number}


def steps(told):
    """`("act", 0)` as a step: its kind, whose it is, and its further fields."""
    return tuple([STEPS[kind](*fields) for kind, *fields in told])


def pool(text):
    """Tiles in the pool; all standard ones unless told."""
    if text is None:
        return tuple([number if TABLES.tiles[id].standard else 0 for id, number in TABLES.counts.items()])
    return counts(TABLES.tiles, text)


def board(**how):
    """A table set so, after whatever needs nobody."""
    return Table(run(Draft.of(make(**how))))


class Table(BaseTable):
    """A table of War of the Ring."""

    game = GAME
    act_class = Act

    @property
    def fellowship(self):
        return self.state.fellowship

    @property
    def asked(self):
        """The step that waits."""
        return self.state.step

    @property
    def pool(self):
        return {id: number for id, number in zip(TABLES.tiles, self.state.pool, strict=True) if number}

    @property
    def drawn(self):
        return {id: number for id, number in zip(TABLES.tiles, self.state.drawn, strict=True) if number}

    def where(self, character):
        return place_of(self.state, character)

    def at(self, region):
        """Figures that stand in a region."""
        return armies.figures_by_id(TABLES, armies.figures_at(self.state, region))

    def active(self, nation):
        return dict(zip(TABLES.nations, self.state.active, strict=True))[nation]

    def box(self, nation):
        """Box of a nation on the Political Track, and whether it is active."""
        return politics.political_box(self.state, nation), politics.is_active(self.state, nation)

    @property
    def points(self):
        """Victory points of both sides."""
        return ending.victory_points(self.state, FP), ending.victory_points(self.state, SHADOW)

    def unused(self, side):
        """Faces with the dice that lie there unused."""
        faces = zip(TABLES.faces[side], self.state.sides[side].unused, strict=True)
        return {face: number for face, number in faces if number}

    def marches(self):
        """What may march: region -> goals, whatever the die."""
        found = {}
        for offer in self.rules.legal(self.state):
            if offer.type == "march":
                found.setdefault(offer.act.army, set()).update(offer.open[0].ids)
        return found

    def there(self, region):
        """Figures in a region, `gondor-regular*3`, in order."""
        named = armies.figures_by_id(TABLES, armies.figures_at(self.state, region))
        return ",".join([f"{id}*{number}" if number > 1 else id for id, number in named.items()])

    def lost(self, figure):
        return self.state.lost[TABLES.places[figure]]

    def reserve(self, figure):
        return self.state.reserve[TABLES.places[figure]]

    def roll(self, *rolls):
        """What dice show, `156`: of the attacker, then of the defender, then the re-rolls that there are."""
        for dice in rolls:
            faces = ",".join([FACES[int(number) - 1] for number in dice])
            self.does(f"{'restrike' if self.step == 'reroll' else 'strike'} {faces}")
        return self

    @property
    def battle(self):
        return battle_of(self.state)

    def rank(self, id):
        return RANKS.get(id, len(RANKS))

    def does(self, *words):
        super().does(*words)
        assert not self.state.setup.armies or conserved(self.state)
        return self


# --- armies ----------------------------------------------------------------------------------------------------------


def conserved(state):
    """No figure appears or is gone."""
    for at, figure in enumerate(TABLES.figures.values()):
        there = sum([row[at] for row in state.figures if row])
        assert there + state.reserve[at] + state.lost[at] == figure.most, figure
    return True


def field(figures, seat="shadow", reserve_less="", **how):
    """The seat is due to act, with an Army and a Character die on either side; all nations are At War unless told."""
    side = SHADOW if seat == "shadow" else FP
    how = {"boxes": WAR, "active": ",".join(TABLES.nations), "fp": "army-muster*2,character*2", **how}
    how = {"shadow": "army*2,character*2", "acting": side, "agenda": [("victory", -1), ("act", side)], **how}
    draft = Draft.of(make(armies=figures, **how))
    for id in many(reserve_less):  # out of the game already
        at = TABLES.places[id]
        draft.reserve = (*draft.reserve[:at], 0, *draft.reserve[at + 1 :])
        draft.lost = (*draft.lost[:at], draft.lost[at] + state_reserve(draft, id), *draft.lost[at + 1 :])
    return Table(run(draft))


def state_reserve(draft, id):
    """Figures of a kind that are nowhere yet."""
    at = TABLES.places[id]
    there = sum([row[at] for row in draft.figures if row])
    return TABLES.figures[id].most - there - draft.lost[at]


def fight(attackers, defenders, start="north-ithilien", to="south-ithilien", die="army", **how):
    """All of them attack: of the Shadow, unless told."""
    figures = {start: attackers, to: defenders} if start != to else {start: f"{attackers},{defenders}"}
    table = field({**figures, **how.pop("also", {})}, **how).does(f"attack {die} {start} {to}")
    return table.does("done") if table.step == "attack_army" else table


# --- a Hunt under way ------------------------------------------------------------------------------------------------


def after_move(**how):
    """The Fellowship has just moved, and the roll is due."""
    how = {"allocated": 1, "region": "hollin", **how}
    return board(**how).does("move character", "watch 0")


def before_tile(**how):
    """A tile is due after a roll with one success."""
    return after_move(**how).does("search " + ",".join(["two"] * (min(5, how.get("allocated", 1)) - 1) + ["six"]))


def after_tile(tile, **how):
    """A tile after such a roll."""
    return before_tile(**how).does(f"tile {tile}")
