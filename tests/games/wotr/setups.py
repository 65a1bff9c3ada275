"""What test_conformance.py needs to know of this game: tables to play from, actions to try, hidden things to swap."""

from companion.games.wotr.actions import ACTIONS, Act
from companion.games.wotr.rules.battle.battle_strength import battle_of, change_force
from companion.games.wotr.rules.common import hands
from companion.games.wotr.state import Draft
from tests.play.forge import other_result

LONGEST = 20_000  # actions in a game
STEP_INS = True  # reports of what happened on the board
NO_LONG_RUN = ("draw", "tile", "pick")
NAMES = {
    2: ["Ania:fp", "Bo:shadow"],
    3: ["Ania:fp", "Bo:witch-king", "Cela:saruman"],
    4: ["Ania:gondor", "Bo:rohan", "Cela:witch-king", "Dan:saruman"],
}
_HELD = {"real_cards": "false"}
_DOOM = {  # the last step
    "turn": 9,
    "phase": "roll",
    "hunt_box": {"shadow": 1},
    "fellowship": {"mordor_step": 4, "corruption": 5, "companions": ["gimli", "meriadoc"]},
    "pool": {"in": {"standard-1": 2, "standard-2": 1, "fellowship-elven-rope": 1}},
}
_WEIGHT = {  # one wound from the end
    "turn": 8,
    "phase": "allocation",
    "fellowship": {"region": "", "mordor_step": 1, "corruption": 10, "companions": []},
    "regions": {"fangorn": {"characters": ["gandalf-the-white"]}, "minas-tirith": {"characters": ["aragorn"]}},
}
_ROAD = {  # cards on the table, a Guide with an ability, the Shadow near
    "turn": 4,
    "phase": "roll",
    "hunt_box": {"shadow": 4, "fp": 1},
    "fellowship": {"region": "moria", "progress": 3, "companions": ["meriadoc", "peregrin"], "corruption": 4},
    "regions": {
        "orthanc": {"characters": ["saruman"]},
        "lorien": {"besieged": True},
        "dale": {"control": "shadow"},
        "fangorn": {"characters": ["gimli", "legolas"], "units": {"rohan": {"regular": 2}}, "nazgul": 1},
    },
    "politics": {"isengard": {"box": 4}, "elves": {"box": 4}, "rohan": {"box": 2, "active": True}},
    "table": ["fp-char-06", "sh-char-21"],
}
_GATE = {"turn": 7, "phase": "fellowship", "fellowship": {"region": "minas-morgul", "corruption": 6}}


_WAR = {  # armies near each other, a siege, points near a victory
    "turn": 9,
    "fellowship": {"region": "dagorlad", "progress": 2, "corruption": 7, "companions": ["gimli", "meriadoc"]},
    "politics": {
        **{nation: {"box": 4, "active": True} for nation in ("gondor", "rohan", "isengard", "sauron")},
        **{"elves": {"box": 3, "active": True}, "north": {"box": 2, "active": True}, "southrons": {"box": 4}},
    },
    "regions": {
        "minas-tirith": {"units": {"gondor": {"regular": 3, "elite": 2}}, "leaders": {"gondor": 2}},
        "osgiliath": {"units": {"sauron": {"regular": 6, "elite": 2}, "southrons": {"elite": 1}}, "nazgul": 2},
        "helms-deep": {
            "besieged": True,
            "units": {"rohan": {"regular": 2, "elite": 2}, "isengard": {"regular": 6, "elite": 3}},
            "leaders": {"rohan": 1},
            "characters": ["boromir"],
        },
        "edoras": {"units": {"isengard": {"regular": 2}}, "control": "shadow"},
        "folde": {"units": {"rohan": {"regular": 2, "elite": 2}}, "leaders": {"rohan": 1}, "characters": ["strider"]},
        "orthanc": {"units": {"isengard": {"regular": 1}}, "characters": ["saruman"]},
        "fangorn": {"characters": ["gandalf-the-white"]},
        "pelargir": {"units": {"southrons": {"regular": 4}}, "control": "shadow"},
        "dol-amroth": {"units": {"gondor": {"regular": 2}}},
        "lorien": {"units": {"elves": {"regular": 1, "elite": 2}}, "leaders": {"elves": 1}, "characters": ["legolas"]},
        "dol-guldur": {"units": {"sauron": {"regular": 5, "elite": 1}}, "characters": ["witch-king"], "nazgul": 1},
        "moria": {"units": {"sauron": {"regular": 2}}},
        "dale": {"units": {"north": {"regular": 1}, "southrons": {}}, "leaders": {"north": 1}},
        "erebor": {"units": {"dwarves": {"regular": 1, "elite": 2}}, "leaders": {"dwarves": 1}},
        "north-rhun": {"units": {"southrons": {"regular": 3, "elite": 1}}},
        "barad-dur": {"units": {"sauron": {"regular": 4}}, "nazgul": 1},
        "woodland-realm": {"units": {"elves": {"regular": 1, "elite": 1}}, "leaders": {"elves": 1}},
    },
}

_FIELD = {  # a battle in the field, a Stronghold behind
    "attack": {"seat": "shadow", "from": "osgiliath", "to": "minas-tirith"},
    "regions": {
        "osgiliath": {
            "units": {"sauron": {"regular": 5, "elite": 1}, "southrons": {"regular": 2}},
            "nazgul": 2,
            "characters": ["witch-king"],
        },
        "minas-tirith": {"units": {"gondor": {"regular": 3, "elite": 1}}, "leaders": {"gondor": 1}},
    },
}
_DUEL = {  # the last of both sides
    "attack": {"seat": "shadow", "from": "north-rhun", "to": "vale-of-the-carnen"},
    "regions": {
        "north-rhun": {"units": {"southrons": {"regular": 1}}},
        "vale-of-the-carnen": {"units": {"north": {"regular": 1}}},
    },
}
_SIEGE = {
    "regions": {
        "helms-deep": {
            "besieged": True,
            "units": {"rohan": {"regular": 2, "elite": 2}, "isengard": {"regular": 6, "elite": 3}},
            "leaders": {"rohan": 1},
            "characters": ["boromir"],
        }
    },
}
_ASSAULT = {**_SIEGE, "attack": {"seat": "saruman", "from": "helms-deep", "rounds": 3}}
_SORTIE = {
    **_SIEGE,
    "attack": {"seat": "rohan", "from": "helms-deep", "led": True},
    "politics": {"rohan": {"box": 4, "active": True}},
}


def _for(players, position):
    """The same table for a team."""
    return {
        **position,
        "seats": [dict(zip(("name", "seat"), name.split(":"), strict=True)) for name in NAMES[players]],
    }


# label -> what Game.header takes: players, variant, options, position
SETUPS = {
    "two": (NAMES[2], "hunt", {}, None),
    "two-held": (NAMES[2], None, _HELD, None),
    "three": (NAMES[3], None, {}, None),
    "three-held": (NAMES[3], None, _HELD, None),
    "four": (NAMES[4], None, {}, None),
    "four-held": (NAMES[4], None, _HELD, None),
    "doom": ([], None, _HELD, _DOOM),
    "weight": ([], None, {}, _WEIGHT),
    "road": ([], None, _HELD, {**_ROAD, "hands": {"fp": ["fp-char-10"], "shadow": ["sh-char-05", "sh-str-05"]}}),
    "road-four": ([], None, {}, _for(4, {**_ROAD, "hands": {"rohan": 3, "saruman": 2}})),
    "gate-three": ([], None, {}, _for(3, _GATE)),
    "full": (NAMES[2], "full", _HELD, None),
    "war": ([], "full", _HELD, _WAR),
    "war-three": ([], "full", {}, _for(3, _WAR)),
    "war-four": ([], "full", _HELD, _for(4, _WAR)),
    "field": ([], "battle", {}, {**_FIELD, "hands": {"fp": 3, "shadow": 4}}),
    "duel": ([], "battle", {}, _DUEL),
    "assault-three": ([], "battle", {}, _for(3, _ASSAULT)),
    "sortie-four": ([], "battle", _HELD, _for(4, {**_SORTIE, "hands": {"rohan": ["fp-char-10"]}})),
}


def candidates(state):
    """Actions to try besides the legal ones: every type by every seat, with a few of everything that it could name."""
    facts, seats = state.setup.tables, state.setup.seats
    if not state.agenda:
        yield Act("done", seats[0])
        return
    kind = state.step.kind
    die_types = ("move", "hide", "army", "skip")
    regions = ("moria", "bree", "fangorn", "minas-tirith", "orthanc", "lorien", "?")
    people = ("gimli", "meriadoc", "strider", "aragorn", "gandalf-the-white", "saruman", "witch-king", "gollum", "?")
    named = ("fp-char-06", "fp-char-10", "fp-str-02", "sh-char-05", "sh-char-21", "sh-str-05", "?")
    for seat in (*seats, "nobody", ""):
        for type in ("declare", "stop", "enter", "done", "pass", "ability", "accept"):
            yield Act(type, seat)
        if kind not in _CHANCE_STEPS:
            yield from [Act(type, seat) for type in ACTIONS.chance]
        for number in (0, 1, 2, 3, 9):
            yield Act("allocate", seat, dice=number)
            yield Act("watch", seat, conditions=number)
        yield Act("cast", seat, number=7)
        for die in ("character", "army", "will-of-the-west", "eye", "?"):
            yield from [Act(type, seat, die=die) for type in die_types]
            yield from [Act("separate", seat, character=id, die=die) for id in people]
            yield from [Act("travel", seat, character=id, die=die) for id in people]
            yield from [Act("bring", seat, character=id, die=die) for id in people]
            yield from [Act("diplomacy", seat, nation=id, die=die) for id in ("rohan", "gondor", "isengard", "?")]
            yield from [Act("event", seat, card=id, die=die) for id in named]
            yield from [Act("clear", seat, card=id, die=die) for id in named]
            yield from [Act("take", seat, deck=deck, die=die) for deck in ("character", "strategy", "?")]
            yield from [Act("ring", seat, face=face, die=die) for face in ("muster", "eye", "will-of-the-west", "?")]
        for id in people:
            yield from [Act(type, seat, character=id) for type in ("guide", "add", "travel", "killed", "carried")]
            yield Act("pick", seat, character=id) if kind not in ("pick", "lured") else Act("guide", seat, character=id)
            yield Act("lose", seat, who=id)
        for region in regions:
            yield from [
                Act(type, seat, region=region) for type in ("step", "settle", "captured", "besieged", "relieved")
            ]
        for nation in ("rohan", "gondor", "isengard", "?"):
            yield from [Act(type, seat, nation=nation) for type in ("attacked", "entered")]
        for card in named:
            yield from [Act(type, seat, card=card) for type in ("discard", "swap", "use", "event", "combat")]
            yield from [Act("effect", seat, card=card, what=what) for what in ("heal", "rohan", "reveal", "?")]
        for die in ("character", "army", ""):
            for start, goal in (
                ("osgiliath", "minas-tirith"),
                ("folde", "edoras"),
                ("helms-deep", "helms-deep"),
                ("lorien", "dimrill-dale"),
                ("?", "folde"),
            ):
                yield from [Act(type, seat, army=start, region=goal, die=die) for type in ("march", "attack")]
            yield Act("fly", seat, army="osgiliath", region="minas-tirith", nazgul=1, die=die)
        for figure in ("gondor-regular", "rohan-elite", "isengard-elite", "nazgul", "gondor-leader", "gimli", "?"):
            yield from [
                Act(type, seat, figure=figure, number=number) for type in ("stay", "trim") for number in (0, 1, 9)
            ]
            yield from [Act("casualty", seat, figure=figure, way=way) for way in ("remove", "reduce", "single", "?")]
            yield from [Act("recruit", seat, figure=figure, region=region, die="muster") for region in regions]
            yield Act("extend", seat, figure=figure)
            yield Act("sacrifice", seat, figure=figure, region="lorien")
        yield from [Act(type, seat) for type in ("press", "cease", "stand", "withdraw", "hold", "combat")]
        yield from [Act("retreat", seat, region=region) for region in regions]
        yield from [Act("voice", seat, way=way, die="muster") for way in ("raise", "train", "?")]
        yield from [Act("fewer", seat, dice=number) for number in (0, 1, 9)]
        yield Act("discard", seat)
        yield from [Act("lose", seat, who=who) for who in ("guide", "random", "")]
        yield from [Act("take", seat, deck=deck) for deck in ("character", "strategy", "?")]
        yield from [Act("tile", seat, tile=id) for id in (*facts.tiles, "?")]
        yield Act("roll", seat, faces=("character",))
        yield Act("roll", seat, faces=("?",) * 4)
        yield Act("search", seat, faces=("six", "one", "?"))
        yield Act("again", seat, faces=("one",) * 9)
        yield Act("draw", seat, cards=("fp-char-01", "fp-char-01"))


_CHANCE_STEPS = ("draw", "roll", "search", "again", "draw_tile", "breaking", "challenge", "cast", "sundered")
_CHANCE_STEPS += ("pick", "lured")


def twins(state):
    """Pairs of a seat and a state that it must not be able to tell from this one: a card in another hand is another."""
    if state.ending:
        return
    yield from _other_picks(state)
    for who, hand in enumerate(state.hands):
        side = state.setup.sides[who]
        for card in hand.cards[:1]:
            facts = state.setup.tables.cards[card]
            at = hands.deck_index(state, side, facts.deck)
            for other in state.decks[at][:1]:
                held, decks = list(state.hands), list(state.decks)
                rest = tuple(id for id in hand.cards if id != card)
                held[who] = hand._replace(cards=hands.in_order(state, (*rest, other)))
                decks[at] = hands.in_order(state, (*[id for id in decks[at] if id != other], card))
                twin = state.replace(hands=tuple(held), decks=tuple(decks))
                for seat in (None, *[name for name in state.setup.seats if name != state.setup.seats[who]]):
                    yield seat, twin


def _other_picks(state):
    """The first to pick a combat card has picked another of the same back, which he holds too."""
    if state.step.kind != "pick_card":
        return
    battle = battle_of(state)
    picker = battle.forces[battle.side]
    facts = state.setup.tables.cards
    for card in state.hands[picker.seat_index].cards if picker.card else ():
        if card != picker.card and facts[card].deck == facts[picker.card].deck:
            draft = Draft.of(state)
            change_force(draft, battle.side, card=card)
            twin = draft.freeze()
            for seat in (None, *[name for name in state.setup.seats if name != state.setup.seats[picker.seat_index]]):
                yield seat, twin


# --- kept journals, for test_replay.py -------------------------------------------------------------------------------


def sheet(player):
    """Seat and cards."""
    return f"{player['seat']} {player['cards']}"


def changed_action(entry) -> None:
    """Another action of the same type, as a forger would write it."""
    others = {"die": ("character", "muster"), "region": ("moria", "bree"), "tile": ("standard-3", "standard-1")}
    other_result(entry, others, ("gimli", "legolas"))
