"""Parts of pages that many templates use, as markup: links to rules, forms, buttons, cards, lines of the log.

Every text that is put into markup here goes through `insert`. Knows a language and the code of a table, no table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from markupsafe import Markup, escape

from companion.core.visible import show_hidden
from companion.web.page import card_faces
from companion.words.wording import Voice

SEEN = 'name="seen"'  # the field for the number of the newest entry, the same in every form of a page


def insert(value: object) -> str:
    """Return a value as it may stand in markup: escaped, hidden characters written out; markup of ours stays."""
    if type(value) is Markup:
        return value
    if type(value) is not str:
        return escape(value)
    if not value.isprintable():
        return escape(show_hidden(value))
    marked = "<" in value or "&" in value or '"' in value or "'" in value or ">" in value
    return escape(value) if marked else value


def fill_seen(html: str, seq: int) -> str:
    """Return a page with the number of the newest entry in its forms; tracker.js does the same."""
    return html.replace(SEEN, f'{SEEN} value="{seq}"')


def icon(name: str, css: str = "") -> Markup:
    """Return a drawing of the page's sprite in a line of text, in its colour."""
    return Markup(f'<svg class="{f"i {css}".strip()}" aria-hidden="true"><use href="#i-{insert(name)}"/></svg>')


def sign(name: str) -> Markup:
    """Return a drawing of the page's sprite."""
    return Markup(f'<svg aria-hidden="true"><use href="#i-{insert(name)}"/></svg>')


def offer_button(offer: Any, text: str, css: str = "") -> Markup:
    """Return the button of an offer; all buttons of a seat belong to its form."""
    return Markup(
        f'<button class="say {css}" form="f-{insert(offer.seat)}" name="do" value="{insert(offer.do)}">'
        f"<span>{insert(text)}</span></button>"
    )


class PageParts:
    """Parts of the pages of one table in one language.

    of_game: attribute of elements with texts of the game.
    """

    def __init__(self, voice: Voice, code: str, of_game: Markup) -> None:
        self._voice, self._say, self._of_game = voice, voice.say, of_game
        self._table = f"/{insert(code)}"
        self._game = voice.content.id if voice.content else ""

    def rule_link(self, id: str, line: int = 0) -> Markup:
        """Return the link to a rule. line: of the log, to come back to."""
        rule, back = insert(id), f"?line={line}" if line else ""
        return Markup(f'<a class="rule" href="{self._table}/rule/{rule}{back}" data-rule="{rule}">{rule}</a>')

    # --- forms -------------------------------------------------------------------------------------------------------

    def hidden_fields(self, type: str, seat: str = "") -> Markup:
        """Return what a form sends unseen; the number of the newest entry is filled in by `fill_seen`."""
        own = f'<input type="hidden" name="type" value="{insert(type)}">' if type else ""
        whose = f'<input type="hidden" name="seat" value="{insert(seat)}">' if seat else ""
        return Markup(f'<input type="hidden" {SEEN}>{own}{whose}')

    def open_form(self, id: str = "", to: str = "do", css: str = "") -> Markup:
        """Return the start of a form that changes the table. to: last part of its address."""
        kind, own = f" {css}" if css else "", f' id="{insert(id)}"' if id else ""
        return Markup(f'<form method="post" action="{self._table}/{to}" class="move{kind}"{own}>')

    def button_form(self, type: str, text: str, css: str = "", id: str = "", seat: str = "") -> Markup:
        """Return a form of one button."""
        form, hidden = self.open_form(id), self.hidden_fields(type, seat)
        return Markup(f'{form}{hidden}<button class="{css}">{insert(text)}</button></form>')

    def open_fields(self, offer: Any, id: str) -> Markup:
        """Return the fields of what an offer leaves open: a number, one of several things, or some of them."""
        text, out = insert(offer.text), []
        for word, open in offer.open.items():
            name, at = insert(word), insert(f"{id}-{word}")
            options = [(insert(value), insert(called)) for value, called in open.options]
            if open.kind == "some":
                boxes = "".join(
                    f'<label class="check"><input type="checkbox" name="{name}" value="{value}"> {called}</label>'
                    for value, called in options
                )
                out.append(f"<fieldset><legend>{text} ({open.least}–{open.most})</legend>{boxes}</fieldset>\n")
                continue
            out.append(f'<label class="sr" for="{at}">{text}</label>\n')
            if open.kind == "number":
                limits = f'min="{open.least}" max="{open.most}" value="{open.least}" required'
                number = f'type="number" inputmode="numeric" id="{at}" name="{name}" {limits}'
                out.append(f'<input class="field" {number}>\n')
            else:
                rows = "".join(f'<option value="{value}">{called}</option>' for value, called in options)
                first = insert(self._say("web.choose"))
                out.append(f'<select id="{at}" name="{name}" required><option value="">{first}</option>{rows}</select>')
        return Markup("".join(out))

    def quick_form(self, type: str, seat: str, label: str) -> Markup:
        """Return the form for a result as one line of text. label: how it may be written."""
        id, form, hidden = insert(type), self.open_form(css="quick"), self.hidden_fields(type, seat)
        return Markup(
            f'{form}{hidden}<label for="quick-{id}">{insert(label)}</label><span><input class="field" id="quick-{id}" '
            'name="rolled" required maxlength="200" autocomplete="off" autocapitalize="none" autocorrect="off" '
            f'spellcheck="false"><button>{insert(self._say("web.real.send"))}</button></span></form>'
        )

    def app_draws(self, offers: list[Any]) -> Markup:
        """Return the draws of the app at a table with its own dice, tiles or cards, a tap further than its results."""
        first, form = offers[0], self.open_form()
        forms = "".join(
            f'{form}{self.hidden_fields("", offer.seat)}<input type="hidden" name="do" value="{insert(offer.do)}">'
            f"<button>{insert(offer.text)}</button></form>"
            for offer in offers
        )
        title = insert(self._say(f"web.by_app.{first.shown_by}"))
        return Markup(
            f'<details class="fold by-app" id="by-app-{insert(first.type)}"><summary>{title}</summary>'
            f'<div class="picks">{forms}</div></details>'
        )

    # --- cards -------------------------------------------------------------------------------------------------------

    def hand_drawer(
        self, seat: str, title: str, note: str = "", asks: object = False, *, caller: Callable[[], str]
    ) -> Markup:
        """Return the hand at the thumb: cards in a row above the bar. asks: one of them has to be chosen."""
        css, open = (" asks", " open") if asks else ("", "")
        more = f" <small>{insert(note)}</small>" if note else ""
        return Markup(
            f'<details class="drawer{css}"{open}><summary id="drawer-{insert(seat)}"><b>{insert(title)}</b>{more}'
            f'</summary>\n<div class="hand">{caller()}</div></details>'
        )

    def card_image(self, kind: str, id: str) -> Markup:
        """Return a card as it is printed."""
        face = self._face(kind, id)
        return Markup(f'<img class="face" src="{face}" alt="" width="63" height="88" loading="lazy" decoding="async">')

    def card_data(self, kind: str, id: str) -> Markup:
        """Return the attribute of an option that shows a card, with the space before it."""
        return Markup(f' data-face="{self._face(kind, id)}"')

    def card_link(self, kind: str, id: str) -> Markup:
        """Return a link that shows a card large."""
        return Markup(f'<a class="read" href="{self._face(kind, id)}">{insert(self._say("web.card.read"))}</a>')

    def _face(self, kind: str, id: str) -> str:
        return insert(card_faces.face_url(self._game, kind, id, self._voice.lang))

    # --- people and what they did ------------------------------------------------------------------------------------

    def seat_owner(self, seat: Mapping[str, Any], all_mine: bool) -> Markup:
        """Return whose a seat is: the reader's, or the app's."""
        if seat["bot"]:
            return Markup(f'<em class="bot">{insert(self._say("web.bots.app"))}</em>')
        own = seat["mine"] and not all_mine
        return Markup(f"<em>{insert(self._say('web.you'))}</em>" if own else "")

    def seat_clock(self, since: str, seats: Iterable[Mapping[str, Any]], times: Iterable[int]) -> Markup:
        """Return how long each seat was awaited, in seconds. since: when the awaited ones began, empty if none is."""
        rows = []
        for seat, seconds in zip(seats, times, strict=True):
            now = " data-on" if seat["active"] else ""
            rows.append(f'<span>{insert(seat["name"])} <b data-seconds="{seconds}"{now}></b></span> ')
        return Markup(f'<div class="clock" data-clock="{insert(since)}" hidden>{"".join(rows)}</div>')

    def draw_mark(self, row: Any) -> Markup:
        """Return the marks of a line of the log: by a bot, drawn, typed."""
        bot = f'<span class="mark">{insert(self._say("web.log.bot"))}</span> ' if row.bot else ""
        if row.draw:
            return Markup(f'{bot}<span class="mark" data-draw="{row.seq}">{insert(self._say("web.log.drawn"))}</span>')
        typed = f'<span class="mark typed">{insert(self._say("web.log.typed"))}</span>' if row.typed else ""
        return Markup(bot + typed)

    def log_line(self, row: Any) -> Markup:
        """Return a line of what happened last."""
        lang, rule = "" if row.shared else self._of_game, f"{self.rule_link(row.rule)} " if row.rule else ""
        return Markup(f"<li{lang}>{insert(row.text)} {rule}{self.draw_mark(row)}</li>")

    def bot_characters(self, bots: Iterable[Mapping[str, str]]) -> Markup:
        """Return the list of how each bot plays."""
        known = [(insert(one["name"]), insert(one["character"])) for one in bots if one["character"]]
        rows = [f"<li><b>{name}</b>: {character}</li>" for name, character in known]
        return Markup(f'<ul class="quiet">{"".join(rows)}</ul>')

    def journal_links(self) -> Markup:
        """Return the journal as a file, or for whom it is shared with (share.js)."""
        file = f"{self._table}/journal.jsonl"
        save, share, why = [insert(self._say(f"web.export{key}")) for key in ("", ".share", ".why")]
        return Markup(
            f'<p class="pair"><a class="button" href="{file}" download>{save}</a> '
            f'<button type="button" data-share="{file}" hidden>{share}</button></p>\n'
            f'<p class="quiet" data-lasting hidden>{why}</p>'
        )
