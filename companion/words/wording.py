"""What players read: texts of content/ in their language, with names and numbers put in.

A text is `refusal.CODE`, `event.CODE`, `error.CODE` ... of the game, or of those that all games share.
Whatever a player or a file has said is put in with its hidden characters shown; the messages themselves are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from companion.content import load
from companion.content.model import Content, Row
from companion.content.texts import Lookup
from companion.core.errors import JournalError, LocalizedError
from companion.core.messages import Event, Pair, Phrase, Ref, Refusal, Value
from companion.core.visible import show_hidden

HOST = Ref("seat", "")  # who speaks for the table

RARE = 0.01  # a share of luck that is said as less than that


class Voice:
    """Speaks one language for one game. seats: the header's seats, so that players are called by their names."""

    def __init__(self, lang: str, content: Content | None = None, seats: Sequence[dict[str, Any]] = ()) -> None:
        self.lang = lang
        self.shared = load.load(load.SHARED)
        self.content = content
        self.texts = Lookup(lang, *([content.texts] if content else []), self.shared.texts)
        self.names = {seat["id"]: show_hidden(str(seat["name"])) for seat in seats if seat["name"] != seat["id"]}
        self._named: dict[Ref, str] = {}

    def say(self, key: str, /, **values: Value) -> str:
        """The text of that key; the game's own come before the shared ones."""
        if not values:
            return self.texts.plain(key)
        said = self.texts.say(key, values, self.value)
        return said.replace("!.", "!").replace("?.", "?")  # a name that ends with a mark of its own

    def refusal(self, refusal: Refusal) -> str:
        """Why not, with the rule and its page."""
        return f"{self.say(f'refusal.{refusal.code}', **refusal.values)} {self.rule_mark(refusal.rule)}"

    def event(self, event: Event) -> str:
        """What happened, with the rule that made it happen."""
        return f"{self.say(f'event.{event.code}', **event.values)} {self.rule_mark(event.rule)}"

    def offer(self, event: Event) -> str:
        """An action that may be chosen."""
        return self.say(f"event.{event.code}", **event.values)

    def error(self, error: LocalizedError) -> str:
        """A wrong call, a broken journal or a store that does not answer; of a session also what can be done."""
        if isinstance(error, JournalError) and error.session:
            return "\n".join(self.damage(error, error.session))
        return self.reason(error)

    def damage(self, error: JournalError, session: str) -> list[str]:
        """What is wrong with a session, then what can be read of it and what puts it right."""
        if not error.damaged:
            return [f"{self.say('damage.foreign', id=session)} {self.reason(error)}"]
        told = f"{self.say('damage.session', id=session, seq=error.seq)} {self.reason(error)}"
        if error.seq == 0:
            return [told, self.say("damage.nothing", id=session), self.say("damage.import")]
        return [told, *[self.say(f"damage.{way}", id=session) for way in ("before", "import", "intact")]]

    def reason(self, error: LocalizedError) -> str:
        """What is wrong, in a sentence or two."""
        text = self.say(f"error.{error.code}", **error.values)
        refusal = getattr(error, "refusal", None)
        if refusal is not None:
            text = f"{text} {self.refusal(refusal)}"
        near = error.values.get("near")
        return f"{text} {self.say('error.near', near=near)}" if near else text

    def rule(self, id: str) -> Row:
        """A rule by id, of the game or of the table."""
        for content in (self.content, self.shared):
            if content is not None and id in content["rule"]:
                return content["rule"][id]
        raise KeyError(id)

    def rule_mark(self, id: str) -> str:
        """`[DG-ROLL-3, p. 3]`."""
        page = self.rule(id).get("page")
        return f"[{id}, {self.say('rule.page', page=page)}]" if page else f"[{id}]"

    def value(self, value: Value) -> str:
        """A value as words."""
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
            return self.texts.listed(map(self.value, value))
        return show_hidden(str(value))

    def date(self, at: str) -> str:
        """The day of a time like 2026-11-23T19:30:00Z, written out; what is none, as it is."""
        try:
            day = date.fromisoformat(at[:10])
        except ValueError:
            return show_hidden(at)
        month = self.say("date.months").split()[day.month - 1]
        return self.say("date.long", day=str(day.day), month=month, year=str(day.year))

    def decimal(self, number: float, places: int) -> str:
        """A number with the decimal point of the language."""
        return self.texts.number(number, places)

    def fell(self, counts: Mapping[Ref, int], expected: Mapping[Ref, float]) -> list[str]:
        """How often each face of a die came up, and in brackets how often it was to be expected."""
        return [f"{self.name(face)} ×{count} ({self.decimal(expected[face], 1)})" for face, count in counts.items()]

    def unusual(self, p_value: float) -> str:
        """A p-value with its sign, no smaller than RARE."""
        return f"< {self.decimal(RARE, 2)}" if p_value < RARE else f"= {self.decimal(p_value, 2)}"

    def percent(self, chance: Fraction, places: int = 0) -> str:
        """A chance; what is only nearly impossible or nearly certain is never rounded to it."""
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
        """The name of an id: for a seat the player's own name, if he has told one, else the name in content/.

        Where a player sits at several seats, or two have one name, the seat's own name stands behind it.
        """
        name = self._named.get(ref)
        if name is None:
            name = self._named[ref] = self._name(ref)
        return name

    def name_among(self, kinds: Sequence[str], id: str) -> str:
        """The name of an id in the first of these tables of content/ that has it."""
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
        return str(self.content[kind][ref.id][ref.field][self.lang])
