"""A table of War of the Ring that tests drive with short words.

t = board(region="moria", progress=3, companions="gimli,boromir", fp="character*2,event", allocated=3)
t = board(players=3, agenda=[("act", 0)], corruption=4, table_fp="fp-char-06", where={"strider": "bree"})
t.does("move character").does("watch 1").does("search two,six")   values in the order of actions.TYPES, - leaves one out
t.does("accept by=saruman")                                      of another seat than the one whose step it is
assert t.refuses("hide character") == ("WR-FELL-30", "hide_hidden")
t = board(armies={"edoras": "rohan-regular*2,rohan-leader"})    the variant `full`: these figures stand there, no others
Whatever is not named stands as in the third turn, when the Free Peoples are the first to act; a field of State may be
given by its name.
"""

from dataclasses import replace

from companion.content.load import load
from companion.games.wotr.actions import Act
from companion.games.wotr.flow import STEPS
from companion.games.wotr.game import GAME
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
RANKS = {id: at for at, id in enumerate([*TABLES.cards, *CONTENT["face"]])}
COMPANIONS = ("gandalf-the-grey", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin")


def counts(ids, text):
    """How many of each of the ids the text names."""
    named = many(text)
    assert set(named) <= set(ids), named
    return tuple([named.count(id) for id in ids])


def make(players=2, options=None, fp="character*4", shadow="character*7", **given):
    """A state; see the head of this file."""
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
    fields["captors"] = tuple([leaders[1 - TABLES.regions[region].side] for region in fields["taken"]])
    fields["agenda"] = steps(given.pop("agenda", fields["agenda"]))
    fields |= {"setup": setup, "ending": "", "winners": ()}
    draft = Draft(**{**fields, **given})
    if stand is not None:
        armies.place_armies(draft, {region: standing(text) for region, text in stand.items()})
    return draft.freeze()


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

    def rank(self, id):
        return RANKS.get(id, len(RANKS))


# --- a Hunt under way ------------------------------------------------------------------------------------------------


def moved(**how):
    """The Fellowship has just moved, and the roll is due."""
    how = {"allocated": 1, "region": "hollin", **how}
    return board(**how).does("move character", "watch 0")


def due(**how):
    """A tile is due after a roll with one success."""
    return moved(**how).does("search " + ",".join(["two"] * (min(5, how.get("allocated", 1)) - 1) + ["six"]))


def struck(tile, **how):
    """A tile after such a roll."""
    return due(**how).does(f"tile {tile}")
