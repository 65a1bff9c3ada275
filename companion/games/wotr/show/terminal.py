"""The table as lines of text for a terminal."""

from __future__ import annotations

from companion.core.errors import WrongCall
from companion.core.messages import Pair, Ref
from companion.core.text_wrap import seat_line
from companion.games.wotr import chances, events
from companion.games.wotr.actions import ACTIONS, COMBAT_ROLLS, Act
from companion.games.wotr.flow import FLOW
from companion.games.wotr.referee import HANDS, tells_hand
from companion.games.wotr.rules.common.drawing import Draw
from companion.games.wotr.rules.common.ending import victory_points
from companion.games.wotr.rules.events.card_effects import CardChoice
from companion.games.wotr.rules.hunt.hunt_tile import DrawTile, Spare, TileStep, origin
from companion.games.wotr.show import terminal_battle, terminal_map
from companion.games.wotr.show.view import sees_hand
from companion.games.wotr.state import IN_FELLOWSHIP, OFF_TRACK, State, holder
from companion.games.wotr.tables import DECKS, FP, SHADOW, SIDES
from companion.play.game.actions import read_command
from companion.play.game.game import Say
from companion.play.game.offers import Offer, WordLacking, short_list
from companion.play.game.real_results import how_chosen, how_typed, is_result

LISTED = 20  # offers under a question
FEW = 8  # of what an offer leaves open: so many are listed one by one
ROLLS = (*COMBAT_ROLLS, "cast")  # numbers typed here are what dice show
PLACED = ("attack", "march", "fly", "recruit")  # what is open there is typed: as many lines as armies or figures
COUNTS = ("allocate", "watch")  # numbers typed here are how many


def render_text(state: State, say: Say, seat: str | None = None) -> list[str]:
    """Return lines of turn and dice, the Hunt, the Fellowship, the nations, the cards."""
    out = [say("table.turn", number=state.turn, phase=say(f"phase.{state.phase}"))]
    for side in (FP, SHADOW):
        out += _dice_lines(state, side, say)
    out.append(say("table.box", number=state.box.level, walkers=state.box.walkers))
    out += _fellowship_lines(state, say)
    out += _nation_lines(state, say)
    if state.taken:
        taken = tuple([Ref("region", id) for id in state.taken])
        for side in (FP, SHADOW):
            held = tuple([region for region in taken if holder(state, region.id) == side])
            if held:
                out.append(say("table.taken", side=Ref("side", SIDES[side]), regions=held))
    out.append(say("table.points", fp=victory_points(state, FP), shadow=victory_points(state, SHADOW)))
    out.append(say("table.pool", number=sum(state.pool)))
    if state.waiting:
        out.append(say("table.waiting", tiles=tuple([events.tile_ref(id) for id in state.waiting])))
    for side in (FP, SHADOW):
        lying = state.sides[side].table
        if lying:
            out.append(say("table.lying", side=Ref("side", SIDES[side]), cards=events.card_refs(lying)))
    if state.setup.armies:
        out += terminal_map.by_area(state, say)
    for seat_index in range(len(state.hands)):
        out += _hand_lines(state, seat_index, say, seat)
    return out


def _dice_lines(state: State, side: int, say: Say) -> list[str]:
    has, name = state.sides[side], Ref("side", SIDES[side])
    faces = [
        Ref("face", face)
        for face, number in zip(state.setup.tables.faces[side], has.unused, strict=True)
        for _ in range(number)
    ]
    out = [say("table.dice", side=name, number=has.pool, rings=has.rings)]
    return out + ([f"  {say('table.faces', faces=tuple(faces))}"] if faces else [])


def _fellowship_lines(state: State, say: Say) -> list[str]:
    walk, facts = state.fellowship, state.setup.tables
    if walk.step == OFF_TRACK:
        where = say("table.at_region", region=Ref("region", walk.region), number=walk.progress)
    else:
        where = say("table.on_track", number=walk.step, last=facts.tracks["mordor"])
    out = [f"{where} {say('table.hidden' if walk.hidden else 'table.shown')}"]
    last = facts.tracks["fellowship"]
    bar = "●" * walk.corruption + "○" * (last - walk.corruption)
    out.append(say("table.corruption", bar=bar, number=walk.corruption, last=last))
    if walk.guide:
        out.append(say("table.guide", character=Ref("character", walk.guide)))
    if walk.companions:
        out.append(say("table.companions", characters=tuple([Ref("character", id) for id in walk.companions])))
    for id, place in () if state.setup.armies else zip(facts.characters, state.where, strict=True):
        if place in facts.regions and place != IN_FELLOWSHIP:
            out.append(say("table.stands", character=Ref("character", id), region=Ref("region", place)))
    return out


def _nation_lines(state: State, say: Say) -> list[str]:
    out = []
    war = state.setup.tables.tracks["political"]
    for at, id in enumerate(state.setup.tables.nations):
        box = say("table.war") if state.boxes[at] == war else say("table.nation_box", number=state.boxes[at])
        passive = "" if state.active[at] else say("table.passive")
        out.append(f"{say('table.nation', nation=Ref('nation', id), box=box)} {passive}".rstrip())
    return out


def _hand_lines(state: State, seat_index: int, say: Say, viewer: str | None) -> list[str]:
    hand, seat = state.hands[seat_index], state.setup.seats[seat_index]
    sizes = "/".join(
        [str(state.deck_sizes[state.setup.sides[seat_index] * len(DECKS) + at]) for at in range(len(DECKS))]
    )
    told = say("table.hand", seat=Pair(Ref("seat", seat), Ref("role", seat)), number=hand.size, decks=sizes)
    out = [seat_line(not state.ending and state.seat == seat, told)]
    if hand.cards and sees_hand(state, seat, viewer):
        out.append(f"  {say('table.cards', cards=events.card_refs(hand.cards))}")
    return out


def prompt_line(state: State, say: Say) -> str:
    """Return the line that names the seat that is due."""
    if not state.agenda:
        return ""
    step = state.agenda[-1]
    why = origin(state, step.source) if isinstance(step, DrawTile | Spare) else None
    said = why.values if why else {}
    return say(f"ask.{step.kind}{why.told if why else ''}", seat=Ref("seat", state.seat), **said)


def prompt(state: State, say: Say, seat: str | None = None) -> list[str]:
    """Return the lines of the step and its numbered choices, without those that would show a hand."""
    if not state.agenda:
        return []
    step = state.agenda[-1]
    out = [prompt_line(state, say)]
    if isinstance(step, TileStep):
        out.append(say("ask.tile_damage", tile=events.tile_ref(step.tile), number=step.damage))
    if isinstance(step, CardChoice):
        out.append(say("ask.card_says", says=Ref("event_card", step.card, "effect")))
    if state.setup.armies:
        out += terminal_battle.lines(state, say)
    asked = (seat, state.seat)
    choices = _ordered_choices(state)
    own = [(number, offer) for number, offer in enumerate(choices, _first_number(choices)) if offer.seat in asked]
    shown = [pair for pair in own if pair[1].seat == seat or not tells_hand(state, pair[1].act)]
    if len(choices) == 1 and choices[0].type in ROLLS:
        shown = []  # a number typed here is what a die shows, and no choice
    shown.sort(key=lambda pair: pair[1].type in events.REPORT_RULES)  # what is told at any time is left out first
    more, shown = len(shown[LISTED:]), sorted(shown[:LISTED], key=lambda pair: pair[0])
    for number, offer in shown:
        told = events.describe_offer(state, offer)
        out.append(f"  {number} {say(f'event.{told.code}', **told.values)}{' …' if offer.open else ''}")
    if more:
        out.append(say("ask.more_choices", number=more))
    opened = [pair for pair in shown if pair[1].open]
    if opened:
        number, offer = opened[0]
        words = [f"{word}={next(iter(field.values()))}" for word, field in ACTIONS.open_words(offer).items()]
        out.append(say("ask.open", number=number, word=" ".join(words)))
    if choices[0].type in ACTIONS.chance:
        out += _how_typed(state, choices, say)
    return [*out, how_chosen(say, ACTIONS, choices[0].act)]


def _how_typed(state: State, choices: list[Offer], say: Say) -> list[str]:
    """Return lines on typing the results of real dice, tiles or cards; for a hand only an example."""
    act, facts = choices[0].act, state.setup.tables
    pool = chances.chance_pool(state, act)
    if act.type in COMBAT_ROLLS and (pool.number > 1 or len(choices) == 1):
        return how_typed(say, "ask.type_dice", pool.number, ["5", "6", "2"], listed=False)
    if isinstance(state.step, Draw):
        side, deck = divmod(state.step.deck, len(DECKS))
        return how_typed(say, "ask.type_cards", pool.number, facts.deck(side, DECKS[deck]), listed=False)
    if pool.unseen:
        return how_typed(say, "ask.type_cards", pool.number, list(facts.cards), listed=False)
    words = list(map(str, pool.kinds()))
    if act.type == "cast":
        return how_typed(say, "ask.type_dice", pool.number, words, listed=False)
    if act.type == "tile":
        return how_typed(say, "ask.type_tile", pool.number, words, [events.tile_ref(id) for id in words])
    if act.type == "pick":
        return how_typed(say, "ask.type_cards", pool.number, words, [Ref("character", id) for id in words])
    return how_typed(say, "ask.type_dice", pool.number, words, [Ref("face", id) for id in words])


def _ordered_choices(state: State) -> list[Offer]:
    """Return the choices in the order of their numbers; those of a hand come last, so that no number tells of it.

    How many cards of a hand could have been used in a battle everybody knows.
    """
    found = [one for offer in FLOW.legal(state) for one in short_list([offer], 1 if offer.type in PLACED else FEW)]
    return sorted(found, key=lambda offer: (_part(state, offer), offer.seat != state.seat, _choice_order(offer)))


def _choice_order(offer: Offer) -> int:
    return PLACED.index(offer.type) + 1 if offer.type in PLACED else 0


def _part(state: State, offer: Offer) -> int:
    report = offer.type in events.REPORT_RULES
    if tells_hand(state, offer.act):
        return 4 - report
    return 2 if report else int(offer.type in HANDS)


def _first_number(choices: list[Offer]) -> int:
    """Return the number of the first choice, or the least number where a number is asked."""
    first: Act = choices[0].act
    return first.dice or first.conditions if first.type in COUNTS else 1


def read_answer(state: State, text: str) -> tuple[str, dict[str, str], str | None]:
    """Return an action from a typed number, result or words. Raises WrongCall where something stays open."""
    choices, typed = _ordered_choices(state), text.split()
    if not choices:  # the game is over
        return [*typed, "done"][0], {}, None
    first = choices[0]
    choice = len(choices) > 1 and text.strip() in [str(number + 1) for number in range(len(choices))]
    if typed and first.type in ROLLS and not choice and "".join(typed).replace(",", "").isdecimal():
        return first.type, {"by": first.seat}, ",".join(typed)
    least = _first_number(choices)
    number = int(typed[0]) - least if typed and typed[0].isdecimal() and len(typed[0]) < len("1000") else -1
    if not typed or 0 <= number < len(choices):
        return (*_fill_offer(state, choices[number if typed else 0], typed or [str(least)]), None)
    real = first.type in ACTIONS.chance and is_result(typed, chances.chance_pool(state, first.act))
    if typed[0] in ACTIONS.types and not real:  # faces of dice are called as actions are
        return read_command(ACTIONS, typed)
    if first.type in ACTIONS.chance:
        return first.type, {"by": first.seat}, ",".join(typed)
    return typed[0], {}, None


def _fill_offer(state: State, offer: Offer, typed: list[str]) -> tuple[str, dict[str, str]]:
    """Return an offer as an action's type and words, with the typed values in its open fields.

    Raises WrongCall for fewer or more.
    """
    type, *words = ACTIONS.command(offer.act, state.seat).split()
    open, said = list(ACTIONS.open_words(offer)), typed[1:]
    if len(said) < len(open):
        raise WordLacking(" ".join(typed), offer, open[len(said)])
    if len(said) > len(open):
        raise WrongCall("words_behind", " ".join(said[len(open) :]), said=" ".join(typed[: len(open) + 1]))
    given = [f"{word}={value.removeprefix(f'{word}=')}" for word, value in zip(open, said, strict=True)]
    return type, dict(word.split("=", 1) for word in [*words, *given])
