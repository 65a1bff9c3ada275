"""Lines of text that show the table in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.errors import WrongCall
from companion.core.messages import Pair, Ref, Value
from companion.core.text_wrap import seat_line
from companion.games.fellowship import chances, events
from companion.games.fellowship.actions import ACTIONS, Act
from companion.games.fellowship.flow import FLOW, asked_seats
from companion.games.fellowship.referee import RULES, tells_hand
from companion.games.fellowship.rules.cards.cards import Cards
from companion.games.fellowship.rules.common import hands, scoring
from companion.games.fellowship.rules.common.choices import May
from companion.games.fellowship.rules.payment import prices
from companion.games.fellowship.rules.payment.group import GroupPrice
from companion.games.fellowship.rules.payment.losses import Lose
from companion.games.fellowship.rules.payment.payments import Pay, Single
from companion.games.fellowship.state import State, place_of, power_of
from companion.games.fellowship.view import payment_cause, sees_hand
from companion.play.game.actions import read_command
from companion.play.game.game import Say
from companion.play.game.offers import Offer
from companion.play.game.real_results import how_chosen, how_typed, is_result
from companion.play.game.steps import Step

LISTED = 20  # offers under a question
LAST = ("refuse", "skip", "apply")  # they let harm take its course, which may end the game
POWERS = {  # of hobbits, that are told where they apply
    "cards": ("brown_wild", "any_two_cards"),
    **dict.fromkeys(("roll", "rolled"), ("soften_die",)),
    "missing": ("life_types",),
    **dict.fromkeys(("pay", "single", "group"), ("brown_wild",)),
}
AHEAD = 3  # spaces before a marker whose signs are named, as on the phones
BLOCK = 100  # where the numbers of the next seat's own choices begin


def render_text(state: State, say: Say, seat: str | None = None) -> list[str]:
    """The temptation track, every hobbit, the board and what lies beside it."""
    place = place_of(state)
    out = [say("table.place", place=Ref("place", place.id), variant=say(f"variant.{state.setup.variant}"))]
    out.append(say("table.sauron", number=state.sauron, score=scoring.score_of_place(state)))
    for seat_index in range(len(state.players)):
        out += _player_lines(state, seat_index, say, seat)
    if place.board is not None:
        for track, at in zip(place.board.tracks, state.markers, strict=True):
            bar = "●" * at + "○" * (track.last_space - at)
            out.append(say("table.track", track=Ref("symbol", track.symbol), bar=bar, number=at, last=track.last_space))
            if ahead := track.signs[at + 1 : at + 1 + AHEAD]:
                out.append(f"  {say('table.ahead', signs=tuple([Ref('sign', sign) for sign in ahead]))}")
        out.append(say("table.event", number=state.event, last=len(place.board.events)))
        if state.event < len(place.board.events):
            id = place.board.events[state.event].id
            out.append(say("table.next_event", event=Ref("event", id), says=Ref("event", id, "says")))
        out.append(say("table.stack", number=sum(state.stack)))
        if state.shown:
            out.append(say("table.shown", tiles=tuple([Ref("story_tile", tile) for tile in state.shown])))
    if state.gandalf:
        out.append(say("table.gandalf", cards=tuple([Ref("gandalf_card", card) for card in state.gandalf])))
    return [*out, say("table.deck", number=state.deck_size)]


def _player_lines(state: State, seat_index: int, say: Say, viewer: str | None) -> list[str]:
    player, seat = state.players[seat_index], state.setup.seats[seat_index]
    acts = seat_index == state.active and not state.ending
    named = say("table.player", seat=Pair(Ref("seat", seat), Ref("role", seat)))
    if not player.alive:
        return [seat_line(acts, f"{named}: {say('table.dead')}")]
    where = say("table.space", number=player.space)
    ring = say("table.bearer") if seat_index == state.bearer else ""
    out = [seat_line(acts, f"{named}: {where} {ring}".rstrip())]
    known = not state.setup.options.competition or viewer == seat or bool(state.ending)
    runes = say("table.runes", number=player.runes) if known else ""
    out.append(f"  {', '.join(filter(None, (say('table.hand', number=player.cards), runes)))}")
    tokens = [
        Ref("life", life)
        for life, number in zip(state.setup.tables.life, player.life, strict=True)
        for _ in range(number)
    ]
    if tokens:
        out.append(f"  {say('table.life', tokens=tuple(tokens))}")
    if player.hand and sees_hand(state, seat, viewer):
        out.append(f"  {say('table.cards', cards=hands.card_values(state, player.hand))}")
        if viewer == seat:
            out += _legendary_lines(state, player.hand, say)
    return out


def _legendary_lines(state: State, hand: Sequence[str], say: Say) -> list[str]:
    """Return what the legendary cards of a hand can do, a line for each power."""
    out = []
    for card in dict.fromkeys(hand):
        facts = state.setup.tables.cards[card]
        powers: list[Value] = []
        if facts.place and facts.symbol:
            powers.append((prices.cost_phrase("symbol", facts.symbol, facts.symbols),))
        if facts.after or not facts.symbol:
            powers.append(Ref("epic_card", card, "says"))
        named = Pair(Ref("legendary_card", card), Ref("colour", facts.colour))
        out += [f"  {say('table.card', card=named, says=power)}" for power in powers]
    return out


def prompt_line(state: State, say: Say) -> str:
    """Return a line that names the seat whose step it is."""
    if not state.agenda:
        return ""
    step = state.step
    key = step.kind
    if isinstance(step, Lose) and step.count_missing(state):
        key = "lose_short"
    elif isinstance(step, Cards) and state.played:
        key = "cards_more" if len(state.played) < state.setup.tables.values["cards_per_turn"] else "cards_over"
    return say(f"ask.{key}", seat=Ref("seat", state.seat))


def prompt(state: State, say: Say, seat: str | None = None) -> list[str]:
    """Return why something may be done or paid, the seat, its step, and the choices by number.

    seat: its hand is open; choices that would show another are left out.
    """
    if not state.agenda:
        return []
    step = state.step
    out = [prompt_line(state, say)]
    cause = payment_cause(state, step) if isinstance(step, May | Pay | Single | GroupPrice) else None
    if cause is not None:
        out.insert(0, say("ask.cause", name=Ref(**cause), says=Ref(**cause, field="says")))
    if isinstance(step, Pay | Single | GroupPrice):
        out += [f"  · {say(part.key, **part.values)}" for part in [prices.cost_phrase(*part) for part in step.cost]]
    if isinstance(step, GroupPrice) and step.laid:
        items = [offer.item for offer in step.laid if offer.item]
        runes = sum([offer.runes for offer in step.laid])
        out.append(say("ask.offered", items=events.items_value(state, items), number=runes))
    if isinstance(step, Single | GroupPrice):
        out += _purse_lines(state, step, say)
    out += _power_lines(state, step, say)
    asked = seat or state.seat
    public, hands_of = _split_choices(state)
    own = [(number, act) for number, act in enumerate(public, 1) if act.seat == asked]
    real = bool(own) and chances.lies_on_table(state, own[0][1].type)
    if real:  # what is turned up is not chosen, but said
        del own[0]
        out += [
            f"  {say('ask.real_one', word=id, name=events.items_value(state, (id,)))}"
            for id in chances.possible_results(state)
        ]
    if seat is not None:
        clockwise = list(hands_of).index(asked)
        first = BLOCK * clockwise if clockwise else len(public)
        own += enumerate(hands_of[asked], first + 1)
    out += [f"  {number} {_offer_text(state, act, say)}" for number, act in own[:LISTED]]
    if own[LISTED:]:
        out.append(say("ask.more_choices", number=len(own[LISTED:])))
    out += [
        f"  {number} {say('ask.other', seat=Ref('seat', act.seat), what=_offer_text(state, act, say))}"
        for number, act in enumerate(public, 1)
        if act.seat != asked
    ]
    if not real and public and public[0].type in ACTIONS.chance:
        out += _how_typed(state, public[0], say)
    return [*out, say("ask.real") if real else how_chosen(say, ACTIONS, FLOW.legal(state)[0].act)]


def _purse_lines(state: State, step: Single | GroupPrice, say: Say) -> list[str]:
    """Return what each seat that may pay has of the kinds that a price asks for, as far as all may know it."""
    kinds, out = {kind for kind, _, _ in step.cost}, []
    for seat in asked_seats(state):
        player = state.players[state.index_of(seat)]
        has = [("cards", "", player.cards)] if kinds & {"symbol", "cards", "card"} else []
        if "life" in kinds:
            has += [("life", life, number) for life, number in zip(state.setup.tables.life, player.life, strict=True)]
        if "runes" in kinds and not state.setup.options.competition:
            has.append(("runes", "", player.runes))
        items = tuple([prices.cost_phrase(*part) for part in has if part[2]])
        if items:
            out.append(f"  · {say('ask.purse', seat=Ref('seat', seat), items=items)}")
    return out


def _power_lines(state: State, step: Step, say: Say) -> list[str]:
    """Return the powers of the hobbits that are asked, where they apply to the step."""
    names = POWERS.get(step.kind, ())
    if isinstance(step, Pay | Single | GroupPrice) and all(kind != "symbol" for kind, _, _ in step.cost):
        names = ()
    able = [
        seat
        for seat in asked_seats(state)
        if any(power_of(state, state.index_of(seat), name) is not None for name in names)
    ]
    return [f"  · {say('ask.power', hobbit=Ref('hobbit', seat), says=Ref('hobbit', seat, 'says'))}" for seat in able]


def _offer_text(state: State, act: Act, say: Say) -> str:
    """Return an offer in words; with the rule where all may know that it ends the game at once."""
    offer = events.describe_offer(state, Offer(act))
    told = say(f"event.{offer.code}", **offer.values)
    ends = act.type in LAST and not state.setup.options.competition and RULES.outcome(RULES.apply(state, act))
    return say("ask.loses", what=told, rule=ends.rule) if ends else told


def _how_typed(state: State, act: Act, say: Say) -> list[str]:
    """How the result of a real die, tiles or cards is typed; of what is hidden an example alone."""
    facts, pool = state.setup.tables, chances.action_pool(state, act)
    match act.type:
        case "roll":
            words = list(dict.fromkeys(facts.faces))
            return how_typed(say, "ask.type_dice", pool.number, words, [Ref("face", face) for face in words])
        case "show" if not pool.unseen:
            words = pool.kinds()
            return how_typed(say, "ask.type_tile", pool.number, words, [Ref("story_tile", tile) for tile in words])
        case "show" | "peek":
            return how_typed(say, "ask.type_tile", pool.number, facts.tiles, listed=False)
        case "gold":
            return how_typed(say, "ask.type_tile", pool.number, ["gold 3"], listed=False)
    kinds = facts.legendary if act.type == "deal" else facts.kinds  # not of what is left: that tells of hands
    return how_typed(say, "ask.type_cards", pool.number, kinds, listed=False)


def _split_choices(state: State) -> tuple[list[Act], dict[str, list[Act]]]:
    """What all may know that it can be done, and by seat, the one whose step it is first, what tells of a hand.

    They are numbered apart, so that no number tells how much there is to choose in another hand.
    """
    seats, first = state.setup.seats, state.setup.seats.index(state.seat)
    public: list[Act] = []
    hands_of: dict[str, list[Act]] = {seat: [] for seat in (*seats[first:], *seats[:first])}
    for act in [offer.act for offer in FLOW.legal(state)]:
        (hands_of[act.seat] if tells_hand(state, act) else public).append(act)
    return public, hands_of


def _choice_by_number(state: State, number: int) -> Act | None:
    """The choice of that number, or None."""
    public, hands_of = _split_choices(state)
    clockwise, at = divmod(number, BLOCK) if number >= BLOCK else (0, number)
    seats = list(hands_of)
    if clockwise >= len(seats):
        return None
    choices = hands_of[seats[clockwise]] if clockwise else [*public, *hands_of[seats[0]]]
    return choices[at - 1] if 1 <= at <= len(choices) else None


def read_answer(state: State, text: str) -> tuple[str, dict[str, str], str | None]:
    """A number of the list, nothing for the first choice, what a die or tile showed, or the words of an action.

    Raises WrongCall for words behind a number.
    """
    choices = [offer.act for offer in FLOW.legal(state)]
    typed = text.split()
    if not choices:  # the game is over
        return [*typed, "done"][0], {}, None
    act = choices[0] if not typed else None
    if typed and typed[0].isdecimal() and len(typed[0]) <= len(str(BLOCK)):
        act = _choice_by_number(state, int(typed[0]))
    if act is not None and typed[1:]:
        raise WrongCall("words_behind", " ".join(typed[1:]), said=typed[0])
    if act is not None:
        type, *words = ACTIONS.command(act, state.seat).split()
        return type, dict(word.split("=", 1) for word in words), None
    real = choices[0].type in ACTIONS.chance and is_result(typed, chances.action_pool(state, choices[0]))
    if typed[0] in ACTIONS.types and not real:  # a face of the die is called as an action is
        return read_command(ACTIONS, typed)
    if choices[0].type in ACTIONS.chance:
        return choices[0].type, {"by": choices[0].seat}, ",".join(typed)
    return typed[0], {}, None
