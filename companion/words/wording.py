"""Messages as text: texts of content/ in the player's language, with names and numbers inserted.

A text is `refusal.CODE`, `event.CODE`, `error.CODE` ... of the game or of the shared texts.
Hidden characters in values from players and files are escaped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from companion.content import load
from companion.content.model import Content, Row
from companion.content.texts import lookup
from companion.core.errors import JournalError, LocalizedError
from companion.core.messages import Event, Pair, Phrase, Ref, Refusal, Value
from companion.core.visible import show_hidden

HOST = Ref("seat", "")  # who speaks for the table

RARE = 0.01  # a share of luck that is said as less than that


class Voice:
    """Texts of one game in one language.

    seats: the header's seats, for the players' names.
    """

    def __init__(self, lang: str, content: Content | None = None, seats: Sequence[dict[str, Any]] = ()) -> None:
        self.lang = lang
        self.shared = load.load(load.SHARED)
        self.content = content
        self.texts = lookup(lang, *([content.texts] if content else []), self.shared.texts)
        self.names = {seat["id"]: show_hidden(str(seat["name"])) for seat in seats if seat["name"] != seat["id"]}
        self._named: dict[Ref, str] = {}

    def in_language(self, lang: str) -> Voice:
        """Return the same words in another language."""
        other = Voice(lang, self.content)
        other.names = self.names
        return other

    def say(self, key: str, /, **values: Value) -> str:
        """Return the text of that key; the game's own come before the shared ones."""
        if not values:
            return self.texts.plain_text(key)
        said = self.texts.say(key, values, self.value_text)
        return said.replace("!.", "!").replace("?.", "?")  # a name that ends with a mark of its own

    def bot_character(self, id: str) -> str:
        """Return the sentence on how a bot plays, "" where its game has none."""
        key = f"bot_character.{id}"
        return self.say(key) if key in self.texts else ""

    def refusal_text(self, refusal: Refusal) -> str:
        """Return the reason, with the rule and its page."""
        return f"{self.say(f'refusal.{refusal.code}', **refusal.values)} {self.rule_mark(refusal.rule)}"

    def event_text(self, event: Event) -> str:
        """Return the event as a sentence, with its rule."""
        return f"{self.say(f'event.{event.code}', **event.values)} {self.rule_mark(event.rule)}"

    def offer_text(self, event: Event) -> str:
        """Return the description of an action on offer."""
        return self.say(f"event.{event.code}", **event.values)

    def error_text(self, error: LocalizedError) -> str:
        """Return the message of an error; of a journal with its first bad entry, of a session with the remedies too."""
        if not isinstance(error, JournalError):
            return self.reason(error)
        if not error.session:
            return f"{self.say('verify.bad', seq=error.seq)} {self.reason(error)}"
        return "\n".join(self.damage(error, error.session))

    def damage(self, error: JournalError, session: str) -> list[str]:
        """Return the fault of a session, the readable part and the way to repair it."""
        if not error.is_damage:
            return [f"{self.say('damage.foreign', id=session)} {self.reason(error)}"]
        told = f"{self.say('damage.session', id=session, seq=error.seq)} {self.reason(error)}"
        if error.seq == 0:
            return [told, self.say("damage.nothing", id=session), self.say("damage.import")]
        return [told, *[self.say(f"damage.{way}", id=session) for way in ("before", "import", "intact")]]

    def reason(self, error: LocalizedError) -> str:
        """Return the fault in one or two sentences."""
        text = self.say(f"error.{error.code}", **error.values)
        refusal = getattr(error, "refusal", None)
        if refusal is not None:
            text = f"{text} {self.refusal_text(refusal)}"
        near = error.values.get("near")
        return f"{text} {self.say('error.near', near=near)}" if near else text

    def rule(self, id: str) -> Row:
        """Return a rule by id, of the game or of the shared rules."""
        for content in (self.content, self.shared):
            if content is not None and id in content["rule"]:
                return content["rule"][id]
        raise KeyError(id)

    def rule_mark(self, id: str) -> str:
        """`[DG-ROLL-3, p. 3]`."""
        page = self.rule(id).get("page")
        return f"[{id}, {self.say('rule.page', page=page)}]" if page else f"[{id}]"

    def value_text(self, value: Value) -> str:
        """Return a value as text."""
        if isinstance(value, Ref):
            return self.name(value)
        if isinstance(value, Pair):
            first, second = self.name(value.first), self.name(value.second)
            said = first == second or first.endswith(f"({second})")
            return first if said else f"{first} ({second})"
        if isinstance(value, Phrase):
            return self.say(value.key, **value.values).strip()
        if isinstance(value, Fraction):
            return self.percent(value)
        if isinstance(value, tuple):
            return self.texts.join_items(map(self.value_text, value))
        return show_hidden(str(value))

    def date(self, at: str) -> str:
        """Return the day of a time like 2026-11-23T19:30:00Z, written out; any other text unchanged."""
        try:
            day = date.fromisoformat(at[:10])
        except ValueError:
            return show_hidden(at)
        month = self.say("date.months").split()[day.month - 1]
        return self.say("date.long", day=str(day.day), month=month, year=str(day.year))

    def decimal(self, number: float, places: int) -> str:
        """Return a number with the language's decimal mark."""
        return self.texts.number(number, places)

    def dice_counts(self, counts: Mapping[Ref, int], expected: Mapping[Ref, float]) -> list[str]:
        """Return a line per face of a die: its count, and the expected count in brackets."""
        return [f"{self.name(face)} ×{count} ({self.decimal(expected[face], 1)})" for face, count in counts.items()]

    def p_value_text(self, p_value: float) -> str:
        """Return a p-value with its sign, such as `= 0.3` or `< RARE`."""
        return f"< {self.decimal(RARE, 2)}" if p_value < RARE else f"= {self.decimal(p_value, 2)}"

    def percent(self, chance: Fraction, places: int = 0) -> str:
        """Return a chance in percent; only exactly 0 and 1 are shown as 0 % and 100 %."""
        sign, whole = "", 100 * 10**places
        parts = round(chance * whole)
        if parts == 0 and chance:
            sign, parts = "<", 1
        elif parts == whole and chance < 1:
            sign, parts = ">", whole - 1
        plain = parts % 10**places == 0 and not sign
        number = self.decimal(parts / 10**places, 0 if plain else places)
        return self.say("odds.percent", number=f"{sign}{number}")

    def name(self, ref: Ref) -> str:
        """Return the name of an id; for a seat the player's name if known, else the name in content/.

        A player with several seats, or with a namesake, gets the seat's name added.
        """
        name = self._named.get(ref)
        if name is None:
            name = self._named[ref] = self._name(ref)
        return name

    def name_among(self, kinds: Sequence[str], id: str) -> str:
        """Return the name of an id in the first of these content tables that has it."""
        known = [kind for kind in kinds if kind in ("seat", "role") or (self.content and id in self.content[kind])]
        return self.name(Ref(known[0], id)) if known else show_hidden(id)

    def _name(self, ref: Ref) -> str:
        if ref.kind == "seat" and ref.id in self.names:
            name = self.names[ref.id]
            shared = list(self.names.values()).count(name) > 1
            return f"{name} ({self._name(Ref('role', ref.id))})" if shared else name
        if ref == HOST:
            return self.say("name.host")
        kind = ref.kind
        if kind in ("seat", "role") and self.content is not None:
            kind = self.content.info["seat_kind"]
        if self.content is None or ref.id not in self.content[kind]:
            return show_hidden(ref.id)
        named = self.content[kind][ref.id].get(ref.field)
        return show_hidden(ref.id) if named is None else str(named[self.lang])


def error_message(error: LocalizedError, lang: str) -> str:
    """Return the message of an error, with the words of its game where that is here."""
    content = load.load(error.game) if load.has_game(error.game) else None
    return Voice(lang, content).error_text(error)
