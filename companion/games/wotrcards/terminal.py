"""Lines of text that show the table in a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from companion.core.errors import WrongCall
from companion.core.messages import Ref
from companion.core.text_wrap import seat_line
from companion.games.wotrcards import chances, events
from companion.games.wotrcards.actions import ACTIONS, Act
from companion.games.wotrcards.flow import FLOW
from companion.games.wotrcards.lists import setup_lines as lists_of
from companion.games.wotrcards.referee import tells_hand
from companion.games.wotrcards.rules.combat.combat import Clash
from companion.games.wotrcards.rules.combat.losses import Losses
from companion.games.wotrcards.rules.common import scoring
from companion.games.wotrcards.rules.common.common import (
    cards_at,
    defending_side,
    is_site,
    location_ref,
    printed_values,
    starting_seat,
)
from companion.games.wotrcards.rules.common.texts import INTERRUPTS, ReadText
from companion.games.wotrcards.rules.locations.locations import path_named
from companion.games.wotrcards.rules.turn.action_step import hand_limit
from companion.games.wotrcards.state import READY, RESERVE, Active, CardInPlay, State
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES, UNKNOWN
from companion.games.wotrcards.view import sees_hand, step_detail
from companion.play.game.game import Say
from companion.play.game.offers import Number, Offer, WordLacking, short_list
from companion.play.game.real_results import how_chosen, how_typed
from companion.play.game.steps import Step

LISTED = 6  # actions of one offer that have numbers of their own
APART = 1000  # where the numbers of a seat begin that tells of its own hand in another's step
MANY = ("play", "effect", "tell")  # they come last, since there may be a whole deck of them
HOW = ("card", "text", "act", "losses", "read", "setup")  # steps whose answers need words of their own
WORDED = ("text", "card", "put", "after")  # steps whose card or location is shown with what it does
COUNTED = {"clash": "icons", "read": "read"}  # questions answered with numbers alone


# --- the table -------------------------------------------------------------------------------------------------------


def render_text(state: State, say: Say, seat: str | None = None) -> list[str]:
    """Round and scores, locations with their cards, and what each seat has; before the first round what to lay out."""
    if state.phase == "setup" and state.agenda and state.step.kind == "setup":
        return lists_of(state, say)
    scenario = state.setup.scenario
    phase = say(f"phase.{state.phase}" if state.agenda else "table.ended")
    out = [say("table.round", number=state.round, last=scenario.steps, phase=phase)]
    out.append(say("table.first", seat=Ref("seat", state.setup.seats[starting_seat(state)])))
    scores = {SIDES[side]: scoring.side_score(state, side) for side in (FREE, SHADOW)}
    out.append(say("table.scores", corruption=state.corruption, **scores))
    if state.path:
        path = location_ref(state, state.path)
        code, number = path_named(state, state.path)
        out.append(say(f"table.{code}", location=path, number=number))
    for active in state.active:
        out += _location_lines(state, active, say)
    for side in (FREE, SHADOW):
        if state.areas[side]:
            won = tuple([events.known_location_ref(state, won.id) for won in state.areas[side]])
            out.append(say("table.area", side=events.side_ref(side), locations=won))
    left = {SIDES[side]: len(state.grounds[side]) for side in (FREE, SHADOW)}
    out.append(say("table.grounds", **left))
    for seat_index in range(len(state.setup.seats)):
        out += _seat_lines(state, seat_index, say, seat)
    return out


def _location_lines(state: State, active: Active, say: Say) -> list[str]:
    points, defence = printed_values(state, active.id)
    side = events.side_ref(defending_side(state, active.id))
    line = say("table.active", location=location_ref(state, active.id), side=side)
    if not is_site(state, active.id):
        line += f" {say('table.worth', points=_known_text(points), defence=_known_text(defence))}"
    if active.attack or active.defence:
        line += f" {say('table.tokens', attack=active.attack, defence=active.defence)}"
    out = [f"• {line}"]
    for at in (FREE, SHADOW):
        there = [card for card in cards_at(state, active.id) if state.setup.sides[card.seat] == at]
        if there:
            out.append(f"  {say('table.there', side=events.side_ref(at))} {_cards_text(state, there, say)}")
    return out


def _known_text(number: int) -> str:
    return "?" if number == UNKNOWN else str(number)


def _cards_text(state: State, cards: list[CardInPlay], say: Say) -> str:
    """Cards in play with their items and tokens."""
    out = []
    for card in [card for card in cards if not card.on]:
        items = [item for item in state.cards if item.on == card.id]
        text = say("table.card", card=Ref("card", card.id))
        if items:
            text += f" ({say('table.held', cards=events.card_refs([item.id for item in items]))})"
        if card.attack or card.defence:
            text += f" {say('table.tokens', attack=card.attack, defence=card.defence)}"
        out.append(text)
    loose = [card for card in cards if card.on and not any(holder.id == card.on for holder in cards)]
    out += [say("table.card", card=Ref("card", card.id)) for card in loose]
    return ", ".join(out)


def _seat_lines(state: State, seat_index: int, say: Say, viewer: str | None) -> list[str]:
    seat, deck = state.setup.seats[seat_index], state.decks[seat_index]
    values = {"hand": deck.hand.size, "most": hand_limit(state, seat_index), "cycle": deck.cycle.size}
    ring = f" {say('table.ring')}" if deck.ring == READY else ""
    line = say("table.deck", seat=Ref("seat", seat), draw=deck.draw.size, gone=deck.gone.size, **values)
    out = [seat_line(not state.ending and state.seat == seat, f"{line}{ring}")]
    reserve = [card for card in cards_at(state, RESERVE) if card.seat == seat_index]
    if reserve:
        out.append(f"  {say('table.reserve')} {_cards_text(state, reserve, say)}")
    if deck.hand.cards and sees_hand(state, seat_index, viewer):
        out.append(f"  {say('table.hand', cards=events.card_refs(deck.hand.cards))}")
        out += _card_texts(state, deck.hand.cards, say)
    return out


def _card_texts(state: State, cards: Sequence[str], say: Say) -> Iterator[str]:
    """Yield what each card does: its icons and its text, as far as a source gives them."""
    for id in cards:
        facts, key = state.setup.tables.cards[id], state.setup.tables.wording.get(id)
        icons = say("table.tokens", attack=max(0, facts.attack), defence=max(0, facts.defence))
        told = [icons] * (max(facts.attack, facts.defence) > 0) + ([say(key)] if key else [])
        if told:
            yield f"    {say('table.card', card=Ref('card', id))}: {' '.join(told)}"


# --- the question ----------------------------------------------------------------------------------------------------


def prompt(state: State, say: Say, seat: str | None = None) -> list[str]:
    """Return the prompt lines: the seat, its step, and the choices by number, save those that would show a hand."""
    if not state.agenda:
        return []
    step = state.step
    out = [say(f"ask.{step.kind}", seat=Ref("seat", state.seat), **_prompt_values(state, step))]
    if step.kind in WORDED and (key := state.setup.tables.wording.get(_named_id(state, step))):
        out.append(say(key))
    if isinstance(step, Losses):
        out.append(say("ask.losses_left", number=step.left))
    shown = [] if step.kind in COUNTED else _numbered_offers(state, seat)
    for number, offer in shown:
        told = events.describe_offer(state, offer)
        out.append(f"  {number} {say(f'event.{told.code}', **told.values)}{' …' if offer.open else ''}")
    if any(offer.open for _, offer in shown):
        out.append(say("ask.how_open"))
    if (first := _numbered_choices(state).get(1)) is not None and first.type in ACTIONS.chance:
        return [*out, *_how_typed(state, first.act, say)]
    return [*out, _how_answered(state, step, say)]


def _how_answered(state: State, step: Step, say: Say) -> str:
    """Return the line that says what to type; of icons with the least number that the cards show."""
    if isinstance(step, Clash):
        asked = step.offers(state)[0].open
        least = {number.field: number.least for number in asked if isinstance(number, Number)}
        return say(f"ask.how_clash_{'_'.join(least)}", **least)
    if step.kind in HOW:
        return say(f"ask.how_{step.kind}")
    return how_chosen(say, ACTIONS, _numbered_choices(state)[1].act)


def _how_typed(state: State, act: Act, say: Say) -> list[str]:
    """How the result of real cards is typed; of a deck of hidden cards an example alone."""
    pool = chances.action_pool(state, act)
    if act.type == "draw":
        words = [say("table.card", card=Ref("card", card)) for card in state.setup.tables.cards]
        return how_typed(say, "ask.type_cards", pool.number, words, listed=False)
    words = [say("lists.location", location=location_ref(state, id)) for id in pool.kinds()]
    return how_typed(say, "ask.type_cards", pool.number, words)


def _numbered_offers(state: State, seat: str | None) -> list[tuple[int, Offer]]:
    """What the seat that is asked may choose, by number; of hands that the app holds only its own."""
    own = [(number, offer) for number, offer in _numbered_choices(state).items() if offer.seat in (seat, state.seat)]
    shown = [(number, offer) for number, offer in own if offer.seat == seat or not tells_hand(state, offer.act)]
    return sorted(shown, key=lambda pair: pair[0])


def _named_id(state: State, step: Step) -> str:
    """Return the id of the card or location that a question names."""
    found = step_detail(state, step)
    return str(found.get("card", found.get("location", "")))


def _prompt_values(state: State, step: Step) -> dict[str, Ref | str | int]:
    """What a question names."""
    found, named = step_detail(state, step), {}
    for word in ("location", "card"):
        if word in found:
            named[word] = events.name_ref(state, found[word])
    return named | ({"number": found["number"]} if "number" in found else {})


def _numbered_choices(state: State) -> dict[int, Offer]:
    """The choices by their numbers, which tell of no hand: other seats tell of theirs from thousands on."""
    if not state.agenda:
        return {}
    wanted = sorted(
        FLOW.legal(state),
        key=lambda offer: (tells_hand(state, offer.act), offer.type in MANY, offer.type in INTERRUPTS),
    )
    numbers = dict.fromkeys(state.setup.seats, 0)
    out = dict[int, Offer]()
    for offer in wanted if isinstance(state.step, ReadText) else short_list(wanted, LISTED):
        apart = tells_hand(state, offer.act) and offer.seat != state.seat
        counted = offer.seat if apart else state.seat
        numbers[counted] += 1
        out[numbers[counted] + APART * (state.setup.seats.index(offer.seat) + 1) * apart] = offer
    return out


# --- the answer ------------------------------------------------------------------------------------------------------


def read_answer(state: State, text: str) -> tuple[str, dict[str, str], str | None]:
    """A number of the list with what it leaves open, nothing for the first choice, or the words of an action.

    Numbers that were counted may be typed alone. Raises WrongCall.
    """
    choices, typed = _numbered_choices(state), text.split()
    if not choices:  # the game is over
        return [*typed, "done"][0], {}, None
    kind, first = state.step.kind, choices[1]
    if kind in COUNTED and all(word.isdecimal() for word in typed):
        return COUNTED[kind], {**_read_numbers(COUNTED[kind], typed), "by": first.seat}, None
    number = 1 if not typed else int(typed[0]) if re.fullmatch(r"[0-9]{1,4}", typed[0]) else 0
    if number in choices:
        type, *words = ACTIONS.command(choices[number].act, state.seat).split()
        return type, dict(word.split("=", 1) for word in words) | _open_values(choices[number], typed or ["1"]), None
    if typed[0] in ACTIONS.types:
        return typed[0], _read_words(typed[0], " ".join(typed[1:])), _rolled_text(typed)
    if kind == "losses":
        return "lose", _read_words("lose", " ".join(typed)), None
    if first.type in ACTIONS.chance:
        return first.type, {"by": first.seat}, " ".join(typed)
    return typed[0], {}, None


def _open_values(offer: Offer, typed: list[str]) -> dict[str, str]:
    """What an offer leaves open, behind its number: names first, then numbers. Raises WrongCall."""
    fields = ACTIONS.open_words(offer).items()
    named = [word for word, field in fields if not isinstance(field, Number)]
    counted = [word for word, field in fields if isinstance(field, Number)]
    rest = typed[1:]
    numbers = [rest.pop() if rest and rest[-1].isdecimal() else "" for _ in counted]
    said = dict.fromkeys(named, " ".join(rest)) | dict(zip(counted, reversed(numbers), strict=True))
    for word, value in said.items():
        if not value:
            raise WordLacking(" ".join(typed), offer, word)
    if rest and not named:
        raise WrongCall("words_behind", " ".join(rest), said=typed[0])
    return said


def _read_numbers(type: str, typed: list[str]) -> dict[str, str]:
    """As many numbers as the question asks for. Raises WrongCall."""
    words = list(ACTIONS.kinds[type].words)
    if type == "read" and len(typed) == 1:
        raise WrongCall("word_lacking", action=type, key=words[1])
    if len(typed) > len(words):
        raise WrongCall("no_item", typed[len(words)])
    return dict(zip(words, typed, strict=False))


def _rolled_text(typed: list[str]) -> str | None:
    """What a chance action showed."""
    rest = [word for word in typed[1:] if word != "--rolled" and not word.startswith("by=")]
    return " ".join(rest) if rest and typed[0] in ACTIONS.chance else None


def _read_words(type: str, text: str) -> dict[str, str]:
    """`card=the grey company to=reserve`, or the values alone: `lose gimli 2`, `move legolas, moria`.

    Raises WrongCall for words that name nothing.
    """
    if type in ACTIONS.chance:
        return dict(re.findall(r"\b(by)=(\S+)", text))
    before = re.split(r"\w+=", text, maxsplit=1)[0].strip()
    if before and ("=" in text or not ACTIONS.kinds[type].words):
        raise WrongCall("words_behind", before, said=type)
    if "=" in text:
        return {word: value.strip(" ,") for word, value in re.findall(r"(\w+)=(.*?)(?=\s+\w+=|$)", text)}
    return dict(_split_values(type, text))


def _split_values(type: str, text: str) -> Iterator[tuple[str, str]]:
    """Values without their words, in the order of the action."""
    words, rest, what = list(ACTIONS.kinds[type].words), text.strip(), ""
    if type == "effect":
        what, _, rest = rest.partition(" ")
        yield "what", what
        words.remove("what")
    number = re.search(r"(?:^|\s)([0-9]+)$", rest)
    if number and type in ("effect", "lose"):
        yield words.pop(), number.group(1)
        rest = rest[: number.start()]
    if type in COUNTED.values():
        yield from _read_numbers(type, rest.split()).items()
    elif type == "effect" and rest:
        parts = [part.strip() for part in rest.split(";")]
        if parts[2:]:
            raise WrongCall("words_behind", "; ".join(parts[2:]), said=f"{type} {what}")
        yield from zip(
            ("item", "whom") if len(parts) > 1 or text.split()[0] not in WHOM else ("whom",), parts, strict=False
        )
    elif len(words) > 1 and rest:
        yield from zip(words, [part.strip() for part in rest.rsplit(",", len(words) - 1)], strict=False)
    elif words and rest:
        yield words[0], rest.strip()


WHOM = ("draw", "cycle", "eliminate", "forsake", "keep", "recycle")  # effects on a seat or side alone
