"""A table as one phone may see it: values for its templates.

Everything shown comes from here, so hidden things are never put into words for a seat.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, takewhile
from operator import attrgetter
from typing import Any, NamedTuple

from markupsafe import Markup

from companion.content.load import languages
from companion.core.messages import Event, Ref
from companion.core.text_wrap import fit_lines
from companion.play.game.bots import bot_name
from companion.play.game.game import Choice, OddsPanel
from companion.play.game.offers import Offer
from companion.play.journal import log
from companion.play.journal.entries.corrections import amend_refusal, mistyped_words, typed_for_bot
from companion.play.journal.entries.halts import STOPPED
from companion.play.journal.entries.proposals import proposal_event
from companion.play.journal.entries.random_words import commit_refusal
from companion.play.journal.entries.undo import undo_refusal, undo_target
from companion.play.journal.lessons import due_lesson
from companion.play.journal.replay import OPENED
from companion.play.journal.roster import HOST, Proposal
from companion.play.journal.table_options import REAL_OPTIONS, advises, shows_odds
from companion.web.page import templates
from companion.web.page.parts import fill_seen
from companion.web.table import recent_events, seat_requests
from companion.web.table.steps_back import own_steps
from companion.web.table.tables import LiveTable, paper_forms
from companion.words.offer_words import OfferView
from companion.words.wording import Voice

RECENT_ROWS = 8  # of what happened last


class Viewer(NamedTuple):
    """The reader of a table.

    lang: language.
    phone: key of the phone at this table.
    host: it is the host's.
    screen: the shared screen, which plays no seat and sees as an onlooker.
    eyes: of its several seats the one it looks through; empty: the one whose step it is.
    """

    lang: str
    phone: str
    host: bool
    screen: bool = False
    eyes: str = ""


class LogRow(NamedTuple):
    """A line of the log.

    rule, page: of the rulebook, empty if there is none.
    draw, typed: source of its dice.
    bot: the app played that seat.
    shared: the text is one that all games share.
    """

    seq: int
    at: str
    text: str
    rule: str
    page: str
    draw: bool
    typed: bool
    bot: bool
    shared: bool = True


class BoardOffer(OfferView):
    """An offer at a table."""

    def __init__(self, table: LiveTable, offer: Offer, voice: Voice) -> None:
        super().__init__(table.game, table.session.replay.state, offer, voice)
        self._table = table

    @property
    def typed(self) -> bool:
        """True if its result may be typed in."""
        return self.chance and self._table.session.typed_refusal(self.offer.act) is None

    @property
    def shown_first(self) -> bool:
        """True if the table first says what its own dice, tiles or cards show; the app draws only when let."""
        replay = self._table.session.replay
        return self.typed and (self.shown_by in replay.real or replay.amending is not None)

    @property
    def shown_by(self) -> str:
        """What of a real table shows its result: `dice`, `tiles` or `cards`, empty where nothing is drawn."""
        return self._table.game.show.shown_by.get(self.type, "")


class TypedOffers(NamedTuple):
    """The offers of one type: the first, those that leave nothing open, the others."""

    first: BoardOffer
    closed: list[BoardOffer]
    open: list[BoardOffer]


class OfferGroup(NamedTuple):
    """The offers of a seat, or what it may do besides, by type. headed: the seat's name stands above."""

    seat: str
    name: str
    aside: bool
    headed: bool
    types: dict[str, TypedOffers]


def voice(table: LiveTable, lang: str) -> Voice:
    """Return the texts of that table in one language; empty: in its own."""
    own = table.session.replay.header.get("lang")
    lang = lang or (own if own in languages() else "en")
    if lang not in table.voices:
        table.voices[lang] = Voice(lang, table.session.content, table.session.replay.named_seats)
    found: Voice = table.voices[lang]
    return found


def seats_of(table: LiveTable, phone: str) -> list[str]:
    """Return the seats that a phone plays, without the host's."""
    return [seat for seat in table.roster.seats_of(phone) if seat != HOST]


def named_seats(table: LiveTable, phone: str) -> dict[str, str]:
    """Return the names that the players of a phone's seats gave, by seat."""
    own = seats_of(table, phone)
    rows = table.session.replay.named_seats
    return {row["id"]: row["name"] for row in rows if row["id"] in own and row["name"] != row["id"]}


def viewing_seat(table: LiveTable, viewer: Viewer) -> str | None:
    """Return the seat through whose eyes a phone sees: the chosen one, its own whose step it is, or its first."""
    own = seats_of(table, viewer.phone)
    if viewer.eyes in own:
        return viewer.eyes
    awaited = table.pending().seats
    return next((seat for seat in awaited if seat in own), own[0] if own else None)


def freed_text(table: LiveTable, viewer: Viewer) -> str:
    """Return the notice for a phone whose seat the host freed, until it takes one again; else empty."""
    seat = table.roster.freed.get(viewer.phone)
    return "" if seat is None else voice(table, viewer.lang).say("web.freed", name=Ref("seat", seat))


def is_journal_open(table: LiveTable) -> bool:
    """Return True if everybody may read the journal."""
    return not table.game.rules.secret or table.session.replay.ended


def has_sheets(table: LiveTable) -> bool:
    """Return True if filled sheets of the game can be photographed here."""
    return not table.alone and bool(paper_forms(table.game.id))


# --- what happened ---------------------------------------------------------------------------------------------------


def log_rows(
    step: log.LogStep, events: Sequence[Event], words: Voice, texts: Sequence[str] | None = None
) -> list[LogRow]:
    """Return the lines of one entry; the first has the marks of its draw.

    texts: of the events, where they are known.
    """
    entry = step.entry
    drawn = entry.args.get("draw")
    draw = drawn is not None and ("link" in drawn or step.replay.opened)  # what is sealed nobody can check yet
    typed = entry.args.get("source") == "table"
    if not events and step.entry.type in ("join", "leave"):
        return []
    if not events:
        over = entry.type == "end" and entry.args != STOPPED
        text = words.say("log.end") if over else words.say("log.other", type=entry.type)
        return [LogRow(entry.seq, entry.at, text, "", "", draw=False, typed=False, bot=False)]
    texts = texts or [words.offer_text(event) for event in events]
    found = [_log_row(event, words, entry.seq, entry.at, text) for event, text in zip(events, texts, strict=True)]
    first, *more = found
    return [first._replace(draw=draw, typed=typed, bot=entry.seq in step.replay.by_bots), *more]


def _log_row(event: Event, words: Voice, seq: int, at: str = "", text: str | None = None) -> LogRow:
    page = str(words.rule(event.rule).get("page") or "")
    shared = f"event.{event.code}" in words.shared.texts
    said = words.offer_text(event) if text is None else text
    return LogRow(seq, at, said, event.rule, page, False, False, False, shared)


def _recent_rows(table: LiveTable, step: log.LogStep, words: Voice, seat: str | None) -> list[LogRow]:
    key = ("rows", step.entry.seq, words.lang, seat, step.replay.opened)

    def rows() -> list[LogRow]:
        events = recent_events.visible_events(table, step, seat)
        return log_rows(step, events, words, recent_events.event_texts(table, step, seat, words))

    return table.cache_result(key, rows)


def _recent_lines(
    table: LiveTable, step: log.LogStep, words: Voice, seat: str | None, line: Callable[[LogRow], str]
) -> list[str]:
    key = ("lines", step.entry.seq, words.lang, seat, step.replay.opened)
    return table.cache_result(key, lambda: [line(row) for row in _recent_rows(table, step, words, seat)])


def rows_since(table: LiveTable, viewer: Viewer, after: int) -> list[LogRow]:
    """Return the lines of the remembered entries after entry `after`."""
    words, eyes = voice(table, viewer.lang), viewing_seat(table, viewer) if table.game.rules.secret else None
    return [row for step in table.steps if step.entry.seq > after for row in _recent_rows(table, step, words, eyes)]


def score_rows(table: LiveTable, words: Voice) -> list[LogRow]:
    """Return the lines that explain the deciding score."""
    return [_log_row(event, words, 0) for event in table.game.show.score_explanation(table.session.replay.state)]


# --- the table -------------------------------------------------------------------------------------------------------


def context(table: LiveTable, viewer: Viewer) -> dict[str, Any]:
    """Return the values of the template of a table."""
    session, game, roster = table.session, table.game, table.roster
    replay, words = session.replay, voice(table, viewer.lang)
    state, own, seat = replay.state, seats_of(table, viewer.phone), viewing_seat(table, viewer)
    eyes = seat if game.rules.secret else None
    pending, over = table.pending(), game.rules.outcome(state)
    view = dict(table.cached_until_next_entry(("view", eyes), lambda: game.rules.view(state, eyes)))
    names = [words.name(Ref("seat", row["id"])) for row in replay.named_seats]
    view["players"] = [{**row, "name": name} for row, name in zip(view["players"], names, strict=True)]
    may = [viewer.eyes] if viewer.eyes in own else table.acting_seats(viewer.phone, viewer.host)
    legal = board_offers(table, words, may)
    offers, asides = [offer for offer in legal if not offer.aside], [offer for offer in legal if offer.aside]
    seats = [_seat(table, row, own, pending.seats, words) for row in replay.named_seats]
    halt = replay.halt.code if replay.halt else ""
    live = halt not in ("paused", "stopped") and not over
    undo = _undo_mode(table) if own or viewer.host else None
    odds = _odds(table, frozenset([offer.type for offer in offers])) if live else ()
    learner = seat if len(own) == 1 else None  # who plays several seats learns for all of them
    lesson = table.cached_until_next_entry(("lesson", learner), lambda: due_lesson(replay, learner))

    def recent(line: Callable[[LogRow], str]) -> Markup:
        """Return the newest lines of the log. line: renders one of them."""
        found = (text for step in reversed(table.steps) for text in _recent_lines(table, step, words, eyes, line))
        return Markup("".join(islice(found, RECENT_ROWS)))

    def shared(part: str, *of: Any, caller: Callable[[], str]) -> str:
        """Render a part of the page once for all readers of a language who know the same.

        of: its inputs, if they are not the whole table; it is then cached as long as they stay.
        """
        if not of:
            return table.cached_until_next_entry((part, words.lang, eyes), caller)
        return table.cache_result((part, words.lang, *map(_as_key, of)), caller)

    just = [] if over else recent_events.events_of_others(table, own, eyes, words)
    just_undone = just.pop() if just and just[-1].undone else None
    can_take = table.takeable_seats(viewer.phone, viewer.host)
    taken = [] if table.alone else [row for row in seats if row["taken"]]
    shown = {
        "code": table.code,
        "seq": session.seq,
        "game": game.id,
        "content": session.content.tables,
        "view": view,
        "me": own,
        "eyes": viewer.eyes,
        "hands": own if game.rules.secret and len(own) > 1 and not (table.alone or over) else [],
        "host": viewer.host,
        "screen": viewer.screen,
        "alone": table.alone,
        "mine": any(offer.seat in own for offer in offers),
        "pending": pending,
        "paused": halt == "paused",
        "stopped": halt == "stopped",
        "live": live,
        "over": over,
        "result": score_rows(table, words) if over else [],
        "paper": has_sheets(table),
        "offers": offers,
        "asides": asides,
        "offer_groups": lambda: _offer_groups(seats, offers, asides),
        "prompt": lambda: game.show.prompt(state, words.say, seat),
        "prompt_line": game.show.prompt_line(state, words.say),
        "lines": lambda: fit_lines(game.show.render_text(state, words.say, seat), None),
        "seats": seats,
        "empty": [] if over or not game.rules.secret else [row for row in seats if not row["played"]],
        "can_take": can_take,
        "more_seats": [row for row in seats if row["id"] in can_take],
        "others_seats": [row for row in seats if row["played"] and row["id"] not in can_take],
        "taken_seats": taken,
        "heirs": [row for row in taken if not row["mine"]],
        "awaited": lambda: _awaited_names(pending.seats, own, words),
        "recent": recent,
        "just": just,
        "just_undone": just_undone,
        "rolls": lambda: recent_events.recent_rolls(table),
        "shared": shared,
        "once": table.cached_until_next_entry,
        "proposal": _proposal(table, own, viewer.host, words, eyes),
        "undo": undo,
        "own_steps": _own_steps(table, own, words, eyes) if undo else [],
        "amend": undo == "ask" and any(amend_refusal(replay, one) is None for one in own),
        "redo": bool(replay.undone) and bool(own or viewer.host),
        "lesson": lesson if live else None,
        "times": table.turn_times().seconds,
        "since": replay.entries[-1].at if live else "",
        "odds": odds,
        "advice": advises(table.session.replay.header),
        "counting": odds is None,
        "words": _entropy_values(table, viewer, words) if (own or viewer.host) and over is None else None,
        "freed": freed_text(table, viewer),
        "again": roster.again,
        **_request_values(table, viewer, words),
        **_bot_values(table, own, viewer, words),
        "room": [_log_row(event, words, 0) for event in _room_warnings(table, own, viewer.host)],
        **_typed_values(table, offers, viewer, words),
        "kinds": table.cached_until_next_entry("kinds", lambda: _changeable_kinds(table)),
        "own_kinds": replay.real,
    }
    return {**shown, **game.show.page(shown)}


def _room_warnings(table: LiveTable, own: list[str], host: bool) -> tuple[Event, ...]:
    """Return the warnings to `own` or the host before the journal is full (TB-ROOM-1)."""
    return table.session.replay.room.warnings(own[0] if own else HOST if host else None)


def _bot_values(table: LiveTable, own: list[str], viewer: Viewer, words: Voice) -> dict[str, Any]:
    """Return seats of the app, seats it may be given, throws to enter for it, reasons of its last steps."""
    replay, seats = table.session.replay, table.bot_seats(viewer.phone, viewer.host)
    return {
        "bots": [
            {"id": id, "name": words.name(Ref("seat", id)), "bot": bot_name(table.game, bot)}
            for id, bot in replay.bots.items()
            if id in seats
        ],
        "to_bots": [{"id": id, "name": words.name(Ref("seat", id))} for id in seats if id not in replay.bots],
        "bot_kinds": partial(templates.bot_rows, table.game, words),
        "mistyped": bool(own or viewer.host) and typed_for_bot(replay) is not None,
        "reasons": _reasons(table, own, words) if table.reasons else [],
    }


def _reasons(table: LiveTable, own: list[str], words: Voice) -> list[dict[str, Any]]:
    """Return the reasons of bots for their steps since the reader's own last one."""
    replay, throw = table.session.replay, table.bot_throw()
    since = next((step.seq for step in reversed(replay.steps) if replay.entries[step.seq].seat in own), 0)
    done = [step.seq for step in replay.steps[-recent_events.MAX_EVENTS :] if step.seq > since]
    told = [seq for seq in (*done, *([throw.seq] if throw else [])) if seq in table.reasons]
    return [_reason(seq, table.reasons[seq], words) for seq in told]


def _typed_values(table: LiveTable, offers: list[BoardOffer], viewer: Viewer, words: Voice) -> dict[str, Any]:
    """Return the chance action whose result the phone may type, and those that the app may draw instead.

    typed: the action, a bot's throw before all else. typed_first: the table has its own dice, tiles or cards for it.
    typed_before: the words of a result that is typed anew. by_app: draws that stand behind a fold.
    """
    replay = table.session.replay
    may = bool(seats_of(table, viewer.phone)) or viewer.host
    throw, mistyped = table.bot_throw() if may else None, replay.amending
    if throw is not None:
        draws = [offer for offer in board_offers(table, words, [throw.seat]) if offer.do == throw.do]
        typed = next(iter(draws), None)
    else:
        draws = [offer for offer in offers if offer.shown_first]
        typed = next((offer for offer in offers[:1] if offer.typed), None)
        if mistyped is not None:
            typed = next((offer for offer in draws if (offer.type, offer.seat) == (mistyped.type, mistyped.seat)), None)
    hidden = throw is not None and typed is not None and typed.shown_by == "cards"
    return {
        "typed": typed,
        "throw": throw,
        "typed_first": throw is not None or typed in draws,
        "typed_before": mistyped_words(replay) if typed and not hidden else (),
        "by_app": [offer for offer in draws if not offer.real] if mistyped is None else [],
    }


def _as_key(value: Any) -> Any:
    """Return a value as part of a key: as it is, or of a list or dictionary its bytes."""
    if not isinstance(value, (list, dict)):
        return value
    try:
        return marshal.dumps(value, 2)  # the fastest way; of this version equal for equal values
    except ValueError:  # it holds more than plain data
        return json.dumps(value)


def board_offers(table: LiveTable, words: Voice, seats: Sequence[str]) -> list[BoardOffer]:
    """Return the offers of these seats in one language."""
    return table.cached_until_next_entry(
        ("offers", words.lang, *seats),
        lambda: [BoardOffer(table, offer, words) for offer in table.legal_offers() if offer.seat in seats],
    )


def _offer_groups(
    seats: list[dict[str, Any]], offers: list[BoardOffer], asides: list[BoardOffer]
) -> Iterator[OfferGroup]:
    """Yield the offers in groups, seat by seat, types in order."""
    for seat in seats:
        for aside, some in ((False, offers), (True, asides)):
            own = [offer for offer in some if offer.seat == seat["id"]]
            types: dict[str, TypedOffers] = {}
            for offer in sorted(own, key=attrgetter("type")):
                found = types.setdefault(offer.type, TypedOffers(offer, [], []))
                (found.open if offer.open else found.closed).append(offer)
            if own:
                yield OfferGroup(seat["id"], seat["name"], aside, len(own) < len(offers) + len(asides), types)


def _awaited_names(awaited: Sequence[str], own: list[str], words: Voice) -> str:
    """Return the names of the seats that are awaited, others than the reader's if there are any."""
    others = [id for id in awaited if id not in own]
    return ", ".join([words.name(Ref("seat", id)) for id in others or awaited])


def _reason(seq: int, choice: Choice, words: Voice) -> dict[str, Any]:
    seat = words.name(Ref("seat", choice.act.seat))
    return {"seq": seq, "seat": seat, "why": (choice.why,), "table": choice.weighed}


def _changeable_kinds(table: LiveTable) -> dict[str, bool]:
    """Return the components that may be physical or the app's: True if that can still change (TB-REAL-1)."""
    replay = table.session.replay
    options: Mapping[str, Any] = replay.content.tables.get("option", {})
    fixed = [kind for option, kind in REAL_OPTIONS.items() if option in options]
    return {**dict.fromkeys(fixed, False), **dict.fromkeys(replay.typed_kinds, True)}


def _seat(
    table: LiveTable, row: dict[str, str], own: list[str], active: tuple[str, ...], words: Voice
) -> dict[str, Any]:
    id = row["id"]
    return {
        "id": id,
        "name": words.name(Ref("seat", id)),
        "title": words.name(Ref("role", id)),
        "mine": id in own,
        "taken": table.roster.is_taken(id),
        "played": table.roster.is_taken(id) or id in table.session.replay.bots,
        "bot": id in table.session.replay.bots,
        "active": id in active,
    }


def _odds(table: LiveTable, types: frozenset[str]) -> tuple[OddsPanel, ...] | None:
    """Return the odds beside these offers, counted once for all; None while they are counted."""
    if not types or not shows_odds(table.session.replay.header):
        return ()
    if table.ask_odds is not None:
        if types not in table.odds:
            table.cached_until_next_entry(("asked", types), partial(table.ask_odds, table, types))
        return table.odds.get(types)
    beside, content, state = table.game.odds.beside, table.session.content, table.session.replay.state
    return table.cached_until_next_entry(("odds", types), lambda: tuple(beside(content, state, types)))


def _undo_mode(table: LiveTable) -> str | None:
    """Return "free" or "ask" if the last step may be taken back so, else None (TB-UNDO-1)."""
    return table.cached_until_next_entry("undo", lambda: _find_undo_mode(table))


def _find_undo_mode(table: LiveTable) -> str | None:
    target = undo_target(table.session.replay)
    if target is None or table.session.replay.amending is not None:
        return None
    refusal = undo_refusal(table.session.replay, target, [])
    if refusal == OPENED:
        return None
    return "ask" if refusal else "free"


def _own_steps(table: LiveTable, own: list[str], words: Voice, seat: str | None) -> list[dict[str, Any]]:
    """Return the reader's newest steps that are still told of, in words, each with the way back to before it."""
    told = table.cached_until_next_entry("told", lambda: {step.entry.seq: step for step in table.steps})
    found = takewhile(lambda one: one.seq in told, own_steps(table, own))
    return [{"text": _recent_rows(table, told[one.seq], words, seat)[0].text, "back": one.back} for one in found]


def _proposal_text(table: LiveTable, proposal: Proposal, words: Voice, seat: str | None) -> str:
    """Return a sentence with the proposer and the first action to be undone, if it is remembered."""
    undone = (step for step in table.steps if step.entry.seq > proposal.to)
    first = next((step for step in undone if step.entry.type in table.game.words.action_types), None)
    if first is None:
        return words.offer_text(proposal_event(proposal.by, str(proposal.to)))
    what = _recent_rows(table, first, words, seat)[0].text
    if not proposal.by:
        return words.say("web.undo.asked_host", what=what)
    return words.say("web.undo.asked", seat=Ref("seat", proposal.by), what=what)


def _entropy_values(table: LiveTable, viewer: Viewer, words: Voice) -> dict[str, Any] | None:
    """Return words for the draws: committed speakers, actions of this phone; None if there is nothing."""
    replay, speaks = table.session.replay, table.entropy_speaker(viewer.phone, viewer.host)
    waiting = replay.commitments
    may_commit = commit_refusal(replay, speaks) is None
    if not (waiting or may_commit):
        return None
    return {
        "names": [words.name(Ref("seat", seat)) for seat in waiting],
        "may_commit": may_commit,
        "mine": waiting.get(speaks, ""),
        "turn": next(iter(waiting), None) == speaks,
        "begun": bool(replay.words),
    }


def _proposal(table: LiveTable, own: list[str], host: bool, words: Voice, seat: str | None) -> dict[str, Any] | None:
    proposal = table.roster.proposal
    if proposal is None:
        return None
    waiting, asker = table.roster.waiting_seats(), proposal.by in own or (host and not proposal.by)
    return {
        "seq": proposal.seq,
        "to": proposal.to,
        "by": proposal.by,
        "waits": [words.name(Ref("seat", seat)) for seat in waiting],
        "away": [] if table.alone else [seat for seat in waiting if seat not in own and not table.present[seat]],
        "silent": [words.name(Ref("seat", seat)) for seat in table.silent_seats()],
        "asker": asker,
        "mine_to_agree": any(seat in own for seat in waiting),
        "text": _proposal_text(table, proposal, words, seat),
    }


def _request_values(table: LiveTable, viewer: Viewer, words: Voice) -> dict[str, Any]:
    """Return seat requests: of this phone, for the host those of all."""
    asking, denied = seat_requests.request_of(table, viewer.phone), table.roster.denied.get(viewer.phone)
    asked = seat_requests.requests_for_host(table) if viewer.host else []
    return {
        "asking": asking and {"name": words.name(Ref("seat", asking.seat)), "number": asking.number},
        "denied": "" if denied is None else words.name(Ref("seat", denied)),
        "requests": [
            {
                **one._asdict(),
                "places": [words.name(Ref("seat", id)) if id else words.say("web.host") for id in one.places],
            }
            for one in asked
        ],
    }


def render_fragment(table: LiveTable, viewer: Viewer) -> str:
    """Render the live part of the page."""
    return fill_seen(render_unnumbered(table, viewer), table.session.seq)


def render_unnumbered(table: LiveTable, viewer: Viewer) -> str:
    """Render the live part without the number of the newest entry; once for all with the same view."""
    template, words = templates.board_template(table.game.id), voice(table, viewer.lang)
    return table.cached_until_next_entry(
        view_key(table, viewer),
        lambda: templates.render_unnumbered(template, words, f"/{table.code}", context(table, viewer)),
    )


def view_key(table: LiveTable, viewer: Viewer) -> tuple[Any, ...]:
    """Return the cache key of a view: phones with equal keys are shown the same table."""
    seats = tuple(seats_of(table, viewer.phone))
    told = (
        freed_text(table, viewer),
        *seat_requests.private_state(table, viewer.phone),
        *table.lent_seats(viewer.phone),
    )
    return (viewer.lang, seats, viewer.host, viewer.screen, viewer.eyes, len(table.odds), *told)


def people_rows(table: LiveTable, lang: str) -> list[dict[str, Any]]:
    """Return connected people as `{name, phones}`: the seats, then onlookers."""
    if table.alone:
        return []
    words = voice(table, lang)
    out = [
        {"name": words.name(Ref("seat", seat)), "phones": count}
        for seat in table.seats
        if (count := table.present[seat])
    ]
    if table.present[HOST]:
        out.append({"name": words.say("web.people.onlookers"), "phones": table.present[HOST]})
    return out
