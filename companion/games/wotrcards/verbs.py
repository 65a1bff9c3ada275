"""The verbs in which rows of content/wotrcards say what no printed field says; the rules fill the vocabularies.

does: what a card in play may do to itself by its text. needs: what has to be so before a battleground turns up.
reports: what the text of a card or location does, where one tap may report it; it changes no rule.
"""

from __future__ import annotations

from companion.play.game.verbs import Verbs

EFFECTS = Verbs("effect", shared=2)  # (draft, card in play): it happens
CONDITIONS = Verbs("condition", shared=1)  # (what the Free Peoples have won): whether it is so
REPORTS = Verbs("report", shared=1)  # (the text that is open): the ways to do it, as fields of an effect
