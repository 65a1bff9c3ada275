"""Templates as they are compiled here: what Jinja promises holds, with shorter ways to calls, fields and texts."""

import pytest
from jinja2 import DictLoader, StrictUndefined, UndefinedError

from companion.content.load import load
from companion.web.page.template_code import PageEnvironment

EVIL, SHOWN = "<q>&\u202e", "&lt;q&gt;&amp;\\u202e"


def rendered(template, **values):
    """A template with these values."""
    loader = DictLoader({"page": template})
    made = PageEnvironment(loader=loader, undefined=StrictUndefined, autoescape=True, cache_size=-1)
    return made.get_template("page").render(values)


def test_every_value_is_text_in_the_page():
    """By itself, joined, from a macro, from a block that is kept; markup of a macro stays."""
    for way in (
        "{{ evil }}",
        "{{ [evil]|join }}",
        "{{ {'a': evil}.a }}",
        "{% macro say(it) %}{{ it }}{% endmacro %}{{ say(evil) }}",
        "{% set kept %}{{ evil }}{% endset %}{{ kept }}",
        "{% macro around() %}{{ caller() }}{% endmacro %}{% call around() %}{{ evil }}{% endcall %}",
    ):
        assert rendered(way, evil=EVIL) == SHOWN
    assert rendered("{{ 3 }}{{ 'a' ~ 1 }}{{ none }}") == "3a1None"


def test_functions_are_called_with_what_stands_there():
    """In order, by name, several from a list or a dictionary."""

    def told(*values, **named):
        return f"{values} {named}"

    assert rendered("{{ f(1, *[2], a=3, **{'b': 4})|safe }}", f=told) == "(1, 2) {'a': 3, 'b': 4}"


def test_a_field_is_a_key_or_an_attribute():
    """Methods come before keys of their name, and so do the attributes of a row of content/."""
    assert rendered("{{ of.kind }} {{ of.items()|length }}", of={"kind": "a", "items": 1}) == "a 2"
    row = load("dice")["die"]["black"]
    assert rendered("{{ row.id }} {{ row.kind }} {{ row.faces|length }}", row=row) == "black die 6"
    assert rendered("{{ n.real }}", n=3) == "3"
    for missing in ("{{ of.other }}", "{{ row.other }}", "{{ nothing }}"):
        with pytest.raises(UndefinedError):
            rendered(missing, of={}, row=row)


def test_a_macro_may_leave_out_its_last_values():
    """They are its own; by name they may come in any order, and too many are refused."""
    macro = "{% macro m(a, b='x', c='y') %}{{ a }}{{ b }}{{ c }}{% endmacro %}"
    assert rendered(macro + "{{ m(1) }} {{ m(1, 2) }} {{ m(1, c=3) }}") == "1xy 12y 1x3"
    with pytest.raises(TypeError):
        rendered(macro + "{{ m(1, 2, 3, 4) }}")
    with pytest.raises(UndefinedError):
        rendered(macro + "{{ m() }}")
