"""What a template text may say, and that a hostile one is refused at once, in words, before it runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.content import load
from companion.content.model import Content
from companion.core.errors import FaceError
from companion.faces.print_texts import PrintVoice
from companion.faces.template_text import LONGEST, render_text
from tests import texts
from tests.each import each
from tests.faces.conftest import GAME, TEXTS

TOWNS = """
kind: town
fields: {id: id, name: words, size: int, walled: flag, nicknames: list text, twin: ref town?}
rows:
- {id: bree, size: 3, walled: false, nicknames: [Old, Wet]}
- {id: dale, size: 5, walled: true, nicknames: [], twin: bree}
"""
OWN = {
    **TEXTS,
    "town.dale.name": {"en": "dale"},
    "print.thrice": {"en": "{n}{n}{n}"},
    "print.braces": {"en": "{{{n}}}"},
}

Say = Callable[[str], str]


@pytest.fixture
def say(tmp_path: Path) -> Iterator[Say]:
    """say(text): what the text says on a face of the town of Dale, in English."""
    folder = tmp_path / "content" / "toy"
    texts.write(folder, OWN)
    for kind, text in (("town", TOWNS), ("game", GAME)):
        (folder / f"{kind}.yaml").write_text(text, encoding="utf-8")
    problems: list[str] = []
    content = load.read_content("toy", problems, tmp_path)
    assert not problems
    words = PrintVoice(content, Content("shared"), "en")
    scope = {**words.scope(), "town": words.row(content["town"]["dale"]), "qr": ""}
    return lambda text: render_text(text, scope)


@each(
    ("text", "said"),
    [
        ("plain { words }", "plain { words }"),
        ("{{ town.name }}, {{ town['size'] }}", "dale, 5"),
        (
            "{{ town.twin.name }} {{ all.town.bree.size }} {{ count.town }} {{ game.title }} {{ lang }}",
            "Bree 3 2 Toy en",
        ),
        ("{{ say('towns', n=count.town) }}", "2 towns"),
        ("{{ say('to' ~ 'wns', n=town.twin.name|upper) }}", "BREE towns"),
        ("{{ say('braces', n=1) }}", "{1}"),
        ("{{ town.name|capitalize }} {{ town.name|upper }} {{ ' a b '|trim|title }}", "Dale DALE A B"),
        ("{{ town.size * 2 + 1 }} {{ town.size / 2 }} {{ 10 / 2 }} {{ 0.1 + 0.2 }}", "11 2.5 5 0.3"),
        ("{{ 7 // 2 }} {{ 7 % 4 }} {{ 2 ** 10 }} {{ -town.size }}", "3 3 1024 -5"),
        ("{{ (town.size / 2)|round }} {{ 2.345|round(2) }} {{ '7'|int + 1 }} {{ (-2)|abs }}", "2 2.35 8 2"),
        ("{{ 'large' if town.size > 4 else 'small' }}{{ '!' if town.size > 9 }}", "large"),
        ("{% if town.walled and town.size in [4, 5] %}W{% elif 1 %}x{% else %}-{% endif %}", "W"),
        ("{{ town.twin.nicknames|join(', ') }} {{ town.twin.nicknames|length }} {{ 'abc'|last }}", "Old, Wet 2 c"),
        ("{{ [3, town.size, 4]|max }} {{ [3, 4]|min }} {{ town.twin.nicknames[0] }}", "5 3 Old"),
        ("{{ town.walled }}/{{ town.twin.walled }}", "true/"),
        ("{{ town.twin.twin|default('alone') }} {{ 'twin' if town.twin is defined }}", "alone twin"),
        ("{{ 'odd' if town.size is odd }}{# a remark #}{% raw %}{{ }}{% endraw %}", "odd{{ }}"),
    ],
)
def test_what_a_card_author_wants(say: Say, text: str, said: str) -> None:
    """Fields, words, numbers, conditions and a few filters."""
    assert say(text) == said


REFUSED = {
    # statements
    "{% for i in [1] %}x{% endfor %}": "'For' is not allowed; a text places words",
    "{% set a = 1 %}": "'Assign' is not allowed",
    "{% macro a() %}{% endmacro %}": "'Macro' is not allowed",
    "{% include 'x' %}": "'Include' is not allowed",
    "{% import 'x' as y %}": "'Import' is not allowed",
    "{% from 'x' import y %}": "'FromImport' is not allowed",
    "{% extends 'x' %}": "'Extends' is not allowed",
    "{% block a %}{% endblock %}": "'Block' is not allowed",
    "{% call say('a') %}{% endcall %}": "'CallBlock' is not allowed",
    "{% filter upper %}a{% endfilter %}": "'FilterBlock' is not allowed",
    "{% with a = 1 %}{% endwith %}": "'With' is not allowed",
    "{% do a %}": "Encountered unknown tag 'do'",
    "{{ town.name[1:] }}": "'Slice' is not allowed",
    "{{ {'a': 1} }}": "'Dict' is not allowed",
    # time and memory
    "{{ 'x' * 10**9 }}": "counts with numbers, not with 'x'; texts are joined with ~",
    "{{ [0] * 10**9 }}": "counts with numbers, not with [0]",
    "{{ 9**9**9 }}": "numbers go up to",
    "{{ 9**99 }}": "powers go up to 64",
    "{{ (10**12) ** 64 }}": "numbers go up to",
    "{{ 10**12 * 10**12 }}": "numbers go up to",
    "{{ 1e999 }}": "numbers go up to",
    "{{ " + "9" * 5000 + " }}": "integer string conversion",
    "{{ '%999999999d' % 1 }}": "counts with numbers",
    "{{ 'x'|center(10**9) }}": "no filter 'center'",
    "{{ '%999999999d'|format(1) }}": "no filter 'format'; did you mean 'float'?",
    "{{ 'x'|replace('x', 'xx') }}": "no filter 'replace'",
    "{{ 5|round(10**9) }}": "round takes 0 to 6 places",
    "{{ 'x' if '%999999999d' is odd }}": "counts with numbers",
    "{{ 'x' if 4 is divisibleby 2 }}": "no test 'divisibleby'",
    "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}": "is nested too deep",
    "{{ " + "-" * 3000 + "1 }}": "is nested",
    "{{ 'a'" + "|upper" * 100 + " }}": "is nested more than 40 levels deep",
    "{{ " + "a." * 3000 + "a }}": "is nested",
    "{{ 'x' ~ '" + "y" * LONGEST + "' }}": "a text has at most 10000 characters",
    "{{ " + "say('thrice', n=" * 12 + "'long text'" + ")" * 12 + " }}": "would say more than 10000 characters",
    "{{ ('"
    + "x" * 4000
    + "'"
    + "|upper)"
    + " ~ '"
    + "y" * 3000
    + "' ~ say('thrice', n='"
    + "z" * 2000
    + "') }}": "10000",
    "{{ ('" + "x" * 2000 + "')|join('" + "y" * 2000 + "') }}": "would say more than 10000 characters",
    # names that are not there
    "{{ range(9) }}": "only say(...) can be called",
    "{{ lipsum }}": "'lipsum' is undefined",
    "{{ cycler }}{{ joiner }}{{ namespace }}{{ dict }}": "'cycler' is undefined",
    "{{ twon.name }}": "'twon' is undefined; did you mean 'town'?",
    "{{ town.nmae }}": "town 'dale' has no 'nmae'; did you mean 'name'?",
    "{{ all.twon }}": "all has no 'twon'; did you mean 'town'?",
    "{{ all.town.brie.name }}": "all.town has no 'brie'; did you mean 'bree'?",
    "{{ count.twon }}": "has no 'twon'; did you mean 'town'?",
    "{{ say('twns') }}": "no printed words 'twns'; did you mean 'towns'?",
    "{{ say('towns', m=1) }}": "no value for 'n'",
    "{{ say(5) }}": "no printed words '5'",
    "{{ say() }}": "missing 1 required positional argument",
    "{{ say('towns', **town) }}": "values are given one by one",
    "{{ say(*town) }}": "values are given one by one",
    # Python inside
    "{{ ''.__class__ }}": "'__class__' is not a name that a text may use",
    "{{ ''['__class__'] }}": "has no '__class__'",
    "{{ town['__class__'] }}": "has no '__class__'",
    "{{ town._row }}": "'_row' is not a name",
    "{{ town['_row'] }}": "has no '_row'",
    "{{ say.__globals__ }}": "'__globals__' is not a name",
    "{{ say['__self__'] }}": "has no '__self__'",
    "{{ say }}": "is not a text",
    "{{ say ~ 'x' }}": "is not a text",
    "{{ self }}": "is not a text",
    "{{ self._TemplateReference__context }}": "is not a name",
    "{{ ''|attr('__class__') }}": "no filter 'attr'",
    "{{ town|map(attribute='x') }}": "no filter 'map'",
    "{{ ''.join }}": "has no 'join'",
    "{{ 'x'.upper() }}": "only say(...) can be called",
    "{{ '{0.__class__}'.format(town) }}": "only say(...) can be called",
    "{{ town.twin.nicknames.append('x') }}": "only say(...) can be called",
    "{{ (say)() ~ (say if 1)() }}": "only say(...) can be called",
    # values that are no text
    "{{ town }}": "town 'dale' is a whole row; name one of its fields: id, name",
    "{{ town ~ 'x' }}": "town 'dale' is a whole row",
    "{{ all.town }}": "'all.town' is not a text; it goes on with an id and a field",
    "{{ town.nicknames }}": "a list is not a text; put it together with join",
    "{{ town.nicknames ~ 'x' }}": "a list is not a text",
    "{{ count }}": "is not a text",
    "{{ town.name + 'x' }}": "texts are joined with ~",
    "{{ town.size + '1' }}": "texts are joined with ~",
    "{{ 'x'|int }}": "'x' is not a number",
    "{{ 'nan'|float }}": "numbers go up to",
    "{{ 1 / 0 }}": "division by zero",
    "{{ (-8) ** 0.5 }}": "counts with numbers",
    "{{ town.nicknames|first }}": "is empty",
    "{{ town.size|first }}": "neither a list nor a text",
    "{{ town.name < 3 }}": "not supported",
    # not Jinja2
    "{{ town.name": "unexpected end of template",
    "{{ }}": "Expected an expression",
    "{% if %}": "Expected an expression",
    "{{ 'a }}": "unexpected char",
    "{{ \x00 }}": "unexpected char",
}


@each("text", REFUSED)
def test_what_is_refused(say: Say, text: str) -> None:
    """Each within a second, with the text and the way out; nothing of Python's own shows."""
    begun = time.process_time()
    with pytest.raises(FaceError) as caught:
        say(text)
    assert time.process_time() - begun < 1
    told = str(caught.value)
    assert told.startswith("in '")
    assert REFUSED[text] in told
    assert " at 0x" not in told
    assert len(told) < 400
