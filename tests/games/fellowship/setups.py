"""What test_conformance.py needs to know of this game: tables to play from, actions to try, hidden things to swap."""

from companion.games.fellowship.actions import ACTIONS, Act
from companion.games.fellowship.rules.payment.group import GroupPrice
from companion.games.fellowship.state import State
from tests.play.forge import other_result

LONGEST = 6000  # actions in a game
STEP_INS = True  # epic cards, Gandalf, the Ring
NO_LONG_RUN = ("draw", "turn", "show", "peek", "gold")
_NAMES = {
    2: ["Ania:frodo", "Bo:sam"],
    3: ["Ania:pippin", "Bo:sam", "Cela:frodo"],
    4: ["Ania:frodo", "Bo:merry", "Cela:sam", "Dan:pippin"],
    5: ["Ania:sam", "Bo:fatty", "Cela:frodo", "Dan:pippin", "Ewa:merry"],
}
_ALL = {"relay": "true", "equality": "true", "competition": "true"}


def _seat(hobbit, **more):
    return {"hobbit": hobbit, "hand": ["brown-wild", "grey-fight"], "runes": {"silver": 6}, **more}


def _last_step(sauron, *, runes=6):
    """One space before the end of Mordor."""
    return {
        "place": "mordor",
        "sauron": sauron,
        "active": "sam",
        "seats": [_seat("frodo", hand=["glamdring", "athelas"]), _seat("sam", hand=["ghan"], runes={"silver": runes})],
        "board": {"travel": 12, "fight": 7, "hide": 7, "friendship": 7, "event": 2},
        "stack": {"travel": 3, "ring_influence": 1},
    }


_LOST = {
    "place": "mordor",
    "sauron": 15,
    "seats": [_seat("frodo"), _seat("sam")],
    "board": {"event": 5},
    "stack": {"relentless_time": 6},
}
_BETRAYAL = {
    "place": "moria",
    "sauron": 5,
    "seats": [_seat("frodo", space=4, life={"ring": 3}), _seat("sam")],
    "board": {"fight": 6, "event": 3},
}
_EPIC = {
    "place": "helms_deep",
    "active": "pippin",
    "ring_bearer": "sam",
    "seats": [
        _seat("frodo", hand=["mithril", "athelas", "brown-wild", "brown-hide"], runes={"silver": 3, "gold": [3, 2]}),
        _seat("sam", hand=["belt", "phial", "staff", "grey-fight", "gimli"], life={"ring": 2, "sun": 1}),
        _seat("pippin", hand=["elessar", "lembas", "miruvor", "arwen"], space=3, life={"heart": 1}),
    ],
    "board": {"event": 3, "fight": 4, "travel": 4},
}

# label -> what Game.header takes: players, variant, options, position
SETUPS = {
    "standard-2": (_NAMES[2], "standard", {}, None),
    "standard-3": (_NAMES[3], None, {"preparations_order": "roll_then_give"}, None),
    "standard-4": (_NAMES[4], None, {"bearer_tie_includes_self": "bearer_keeps"}, None),
    "standard-5": (_NAMES[5], None, {"gandalf_payment": "pooled"}, None),
    "introductory-2": (_NAMES[2], "introductory", {"real_cards": "true", "real_tiles": "true"}, None),
    "introductory-3": (_NAMES[3], "introductory", {"finish_turn_after_main": "cleanup_only"}, None),
    "introductory-4": (_NAMES[4], "introductory", {"real_cards": "true", **_ALL}, None),
    "introductory-5": (_NAMES[5], "introductory", _ALL, None),
    "expert-2": (_NAMES[2], "expert", {"relay": "true"}, None),
    "expert-3": (_NAMES[3], "expert", {"equality": "true"}, None),
    "expert-4": (_NAMES[4], "expert", {"competition": "true"}, None),
    "expert-5": (_NAMES[5], "expert", {"real_tiles": "true"}, None),
    "epic": ([], None, {}, _EPIC),
    "epic-real": ([], None, {"real_cards": "true", "last_mordor_space_by_ring": "roll"}, _EPIC),
    "last-step": ([], None, {"last_mordor_space_by_ring": "roll"}, _last_step(12)),
    "last-step-contest": ([], None, {"competition": "true"}, _last_step(12)),
    "last-breath": ([], None, {}, _last_step(1)),
    "lost": ([], None, {}, _LOST),
    "betrayal": ([], None, {"competition": "true"}, _BETRAYAL),
}


def candidates(state):
    """Actions to try besides the legal ones: every type by every seat, with a few of everything that it could name."""
    facts, seats = state.setup.tables, state.setup.seats
    if not state.agenda:
        yield Act("done", seats[0])
        return
    names = ("brown-wild", "grey-fight", "gimli", "glamdring", "belt", "staff", "phial", "mithril", "guidance", "?")
    for seat in (*seats, "nobody", ""):
        for type in ACTIONS.types:
            if type not in ("pay", "draw", "turn", "peek"):
                yield Act(type, seat)
        for track in ("fight", "friendship", "?"):
            yield Act("move", seat, track=track)
            yield from [Act("play", seat, card=card, track=track) for card in names]
        for card in names:
            yield from [Act(type, seat, card=card) for type in ("discard", "pass", "epic", "gandalf")]
            yield Act("offer", seat, item=card)
            yield from [Act("give", seat, card=card, to=to) for to in (*seats, "?")]
        for card in ("elessar", "miruvor", "lembas", "healing", "magic"):
            for to in ("", seats[0], seats[-1], "?"):
                yield Act("epic" if card in facts.cards else "gandalf", seat, card=card, to=to)
        for number in (-1, 0, 1, 2, 9):
            yield Act("offer", seat, runes=number)
            yield Act("choose", seat, number=number)
        yield from [Act("offer", seat, item=life) for life in facts.life]
        yield from [Act("respite", seat, take=what) for what in ("draw", "left", "both")]
        yield from [Act("show", seat, tile=tile) for tile in (*facts.tiles, "?")]
        yield from [Act("roll", seat, face=face) for face in ("eye", "?")]
        yield from [Act("gold", seat, value=number) for number in (3, 4)]
        yield Act("order", seat, tiles=("fight", "?"))
        yield Act("pay", seat, items=("?",))
        yield Act("pay", seat, items=("heart",) * 4)
        if state.step.kind not in ("draw", "deal", "turn", "peek"):
            yield from [Act(type, seat) for type in ACTIONS.chance]
        yield Act("draw", seat, cards=("brown-wild",) * 13)
        yield Act("turn", seat, cards=("?",))


def twins(state):
    """Pairs of a seat and a state that it must not be able to tell from this one."""
    if state.ending:
        return
    for who, seat in enumerate(state.setup.seats):
        for twin in _swapped_hands(state, who):
            yield seat, twin
            yield None, twin
    if len(state.top) > 1 and state.top[0] != state.top[1]:
        twin = state.replace(top=(state.top[1], state.top[0], *state.top[2:]))
        for who, seat in enumerate(state.setup.seats):
            if who != state.seer:
                yield seat, twin


def _swapped_hands(state: State, who: int):
    """Two other players, or another player and the deck, hold each other's cards."""
    others = [other for other, player in enumerate(state.players) if other != who and player.hand]
    offered = isinstance(state.step, GroupPrice) and state.step.laid
    for one in others:
        hand = state.players[one].hand
        kinds = state.setup.tables.kinds
        for card in hand[:1] if not offered else ():
            for at, kind in enumerate(kinds):
                if card in kinds and kind != card and state.deck[at]:
                    deck = list(state.deck)
                    deck[at] -= 1
                    deck[kinds.index(card)] += 1
                    players = list(state.players)
                    new = tuple(sorted([kind, *hand[1:]], key=state.setup.tables.order.__getitem__))
                    players[one] = players[one]._replace(hand=new)
                    yield state.replace(players=tuple(players), deck=tuple(deck))
                    break


# --- kept journals, for test_replay.py -------------------------------------------------------------------------------


def sheet(player):
    """Space, rune points, and whether that hobbit is alive."""
    return f"{player['space']} {player['runes']} {'alive' if player['alive'] else player['cause']}"


def changed_action(entry) -> None:
    """Another action of the same type, as a forger would write it."""
    others = {"face": ("eye", "blank"), "tile": ("hide", "relentless_time"), "track": ("travel", "fight")}
    other_result(entry, others, ("sting", "belt"))
