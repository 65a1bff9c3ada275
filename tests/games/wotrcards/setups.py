"""What test_conformance.py needs to know of this game: tables to play from, actions to try, hidden things to swap."""

from companion.games.wotrcards.actions import ACTIONS, Act
from companion.games.wotrcards.rules.common.piles import in_order

LONGEST = 6000  # actions in a game
STEP_INS = True  # texts of cards in play
NO_LONG_RUN = ACTIONS.chance
_TWO = ["Ania:free", "Bo:shadow"]
_HELD = {"real_cards": "false"}
SEATS = {  # decks of each scenario
    "extended-trilogy": (6,),
    "war-in-the-north": (4,),
    "war-in-the-north-duel": (2,),
    "war-in-the-north-duel-3": (3,),
    "epic-duel": (2,),
    "trilogy": (4,),
    "duel": (2,),
    "duel-3": (3,),
    "fellowship-of-the-ring": (2,),
}

_MIDDLE = {  # a battle under way, a wielder in the reserve
    "scenario": "trilogy",
    "round": 3,
    "step": "action",
    "to_act": "aragorn",
    "path": "fords-of-bruinen",
    "used": ["bag-end", "the-old-forest", "fords-of-bruinen"],
    "corruption": 4,
    "areas": {"free": {"bag-end": 1}, "shadow": ["moria", "the-old-forest"]},
    "active": {"helms-deep": {"attack": 1, "cards": {"frodo": ["eomer"], "saruman": ["fighting-uruk-hai"]}}},
    "decks": {
        "frodo": {
            "hand": ["gimli", "theoden", "sam-gamgee"],
            "ring": "spent",
            "reserve": [{"card": "gandalf-the-grey", "items": ["glamdring"]}],
        },
        "aragorn": {"hand": ["arwen"], "gone": ["lembas"]},
        "saruman": {"cycle": ["saruman"]},
    },
}
_LATE = {  # the last step of the road, all parts in
    "scenario": "epic-duel",
    "round": 18,
    "step": "location",
    "path": "gorgoroth",
    "parts": 3,
    "corruption": 12,
    "areas": {"free": {"moria": 2, "minas-morgul": 3, "morannon": 2, "orthanc": 2}, "shadow": {"edoras": 2}},
    "decks": {"gandalf": {"hand": 3, "recycles": 2, "ring": "used"}, "witch-king": {"recycles": 2, "hand": 4}},
}

# label -> what Game.header takes: players, variant, options, position
SETUPS = {
    "extended": (_TWO, None, {}, None),
    "extended-held": (["Ania:frodo+gandalf", "Bo:shadow", "Cela:aragorn"], "extended-trilogy", _HELD, None),
    "north": (["Ania:frodo", "Bo:witch-king", "Cela:strider", "Dan:balrog"], "war-in-the-north", {}, None),
    "north-duel-held": (_TWO, "war-in-the-north-duel", _HELD, None),
    "north-three": (["Ania:gandalf", "Bo:witch-king", "Cela:balrog"], "war-in-the-north-duel-3", {}, None),
    "epic": (_TWO, "epic-duel", {}, None),
    "epic-held": (_TWO, "epic-duel", {**_HELD, "strict_paths": "true"}, None),
    "trilogy-held": (_TWO, "trilogy", _HELD, None),
    "duel": (_TWO, "duel", {}, None),
    "three-held": (["Ania:gandalf", "Bo:witch-king", "Cela:saruman"], "duel-3", _HELD, None),
    "company": (_TWO, "fellowship-of-the-ring", {}, None),
    "middle-held": ([], None, _HELD, _MIDDLE),
    "late": ([], None, {}, _LATE),
}
TRIED = 3  # so many actions, and of those with a number the one with the least is taken
SELDOM = {"tell": 1, "use": 2, "effect": 5, "done": 20}  # how often these are chosen, where others are chosen ten times


def choose(rng, legal):
    """First what kind of action, the telling of texts less often, then any of that kind; icons as few as at a table."""
    types = list(dict.fromkeys([offer.type for offer in legal]))
    type = rng.choices(types, [SELDOM.get(type, 10) for type in types])[0]
    offer = rng.choice([offer for offer in legal if offer.type == type])
    acts = [offer.pick(rng) for _ in range(TRIED)]
    return min(acts, key=lambda act: act.attack + act.number) if type in ("icons", "effect") else acts[0]


def choose_kind(game, state, rng):
    """As `choose`, of what is legal in a state."""
    return choose(rng, game.rules.legal(state))


def candidates(state):
    """Actions to try besides the legal ones: every type by every seat, with a few of everything that it could name."""
    seats = state.setup.seats
    if not state.agenda:
        yield Act("done", seats[0])
        return
    cards = ("gimli", "mordor-orcs", "lembas", "?")
    places = ("moria", "bree", "barad-dur", "caradhras", "?")
    other = next(seat for seat in seats if seat != state.seat)
    for seat in (state.seat, other, "nobody"):
        yield from [Act(type, seat) for type in ("ready", "ring", "pass", "done", "none", "yield")]
        yield from [Act(type, seat) for type in ACTIONS.chance if state.step.kind not in _CHANCE_STEPS]
        for card in cards:
            types = ("play", "cycle", "use", "eliminate", "tell", "spare", "instead")
            yield from [Act(type, seat, card=card) for type in types]
            yield Act("lose", seat, card=card, icons=1)
            yield Act("lose", seat, card=card, icons=0)
            yield from [Act("forsake", seat, card=card, from_=to) for to in ("hand", "reserve", "deck", "?")]
            yield from [Act("move", seat, card=card, to=to) for to in ("moria", "reserve", "?")]
            yield from [Act("put", seat, to=to) for to in ("reserve", "moria", "gimli", "?")]
            yield from [
                Act("effect", seat, item=card, what=what) for what in ("remove", "return", "play", "attack", "?")
            ]
            yield from [Act("effect", seat, item=card, what=what, whom=seat) for what in ("search", "recover", "move")]
        for place in places:
            yield from [Act(type, seat, location=place) for type in ("next", "skirmish", "fight")]
            yield from [Act("effect", seat, item=place, what=what) for what in ("activate", "reactivate", "defence")]
            yield Act("effect", seat, item=place, what="attack", number=2)
            yield Act("walk", seat, location=place)
            yield Act("ground", seat, location=place)
        yield Act("winnow", seat, cards=("gimli", "lembas"))
        yield Act("winnow", seat)
        yield Act("cycle", seat)
        for number in (0, 1, 31):
            yield Act("icons", seat, attack=number)
            yield Act("icons", seat, attack=1, defence=number)
            yield Act("read", seat, points=number, defence=1)
            for what in ("draw", "cycle", "eliminate", "forsake", "keep", "corrupt", "cleanse"):
                yield Act("effect", seat, what=what, number=number)
                yield Act("effect", seat, what=what, whom="free", number=number)
        yield Act("effect", seat, what="recycle", whom="?")
        if state.step.kind != "draw":
            yield Act("draw", seat, cards=("gimli", "?"))


_CHANCE_STEPS = ("draw", "ground", "path")


def twins(state):
    """Pairs of a seat and a state that it must not be able to tell from this one: a hidden card is another."""
    if state.ending:
        return
    for who, deck in enumerate(state.decks):
        for pile in ("hand", "cycle"):
            held = getattr(deck, pile).cards
            for card in held[:1]:
                for other in [other for other in deck.draw.cards if other not in held][:1]:
                    changed = {
                        pile: _swapped(state, getattr(deck, pile), card, other),
                        "draw": _swapped(state, deck.draw, other, card),
                    }
                    all_decks = list(state.decks)
                    all_decks[who] = deck._replace(**changed)
                    twin = state.replace(decks=tuple(all_decks))
                    for seat in (None, *[name for at, name in enumerate(state.setup.seats) if at != who]):
                        yield seat, twin


def _swapped(state, pile, out, into):
    """The pile with one card for another."""
    left = list(pile.cards)
    left.remove(out)
    return pile._replace(cards=in_order(state, (*left, into)))


# --- kept journals, for test_replay.py -------------------------------------------------------------------------------


def sheet(player):
    """Seat and cards."""
    return f"{player['seat']} {player['hand']} {player['draw']}"


def changed_action(entry) -> None:
    """Another action of the same type, as a forger would write it."""
    args = {key: value for key, value in entry["args"].items() if key not in ("draw", "salt", "source")}
    others = {"location": ("moria", "dale"), "card": ("gimli", "mordor-orcs")}
    for key, value in args.items():
        if isinstance(value, list):
            entry["args"][key] = value[1:] if value else ["gimli"]
        elif isinstance(value, int):
            entry["args"][key] = value + 1
        else:
            entry["args"][key] = next(other for other in others.get(key, ("moria", "dale")) if other != value)
        return
    entry["seat"] = "nobody"
