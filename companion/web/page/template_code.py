"""Templates compiled by Jinja, with calls, fields and inserted values as direct as in Python written by hand.

Jinja passes each of them through general functions: a call may want the context, a value its autoescape mode, a field
may be an attribute or a key. None of ours asks for the context, all are escaped, and plain data has keys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup

from companion.content.model import Row
from companion.web.page import parts

VERSION = "3"  # of the code that is made here: compiled templates of another one are made anew
_METHODS = frozenset(dir(dict))  # which come before keys of the same name
_OF_ROWS = frozenset(["kind", "place", "fields"])  # attributes that come before fields


class TemplateCode(CodeGenerator):
    """Writes the Python of a template."""

    def write_commons(self) -> None:
        """Write the names that a function of a template begins with."""
        self.writeline("insert = environment.insert")
        self.writeline("read_field = environment.read_field")
        super().write_commons()

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Write a call of the function itself, without the context."""
        self.visit(node.node, frame)
        self.write("(")
        several = [(stars, value) for stars, value in (("*", node.dyn_args), ("**", node.dyn_kwargs)) if value]
        for stars, value in (*[("", value) for value in (*node.args, *node.kwargs)], *several):
            self.write(stars)
            self.visit(value, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Write how a field or a method is read."""
        self.write("environment.getattr(" if node.attr in _METHODS else "read_field(")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Write a macro of the class below, or the part of the page that a `call` encloses."""
        if isinstance(macro_ref.node, nodes.CallBlock) and not macro_ref.node.args:
            self.write("environment.render_enclosed(macro)")
            return
        self.write("environment.")
        super().macro_def(macro_ref, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("insert(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")


class PageContext(Context):
    """The values of a template, and of a block or a part of it that knows more."""

    def derived(self, locals: dict[str, Any] | None = None) -> Context:
        """Return the same with the values of a block; nothing is added to its blocks later."""
        made = object.__new__(PageContext)
        made.__dict__.update(self.__dict__)
        known = {name: value for name, value in (locals or {}).items() if value is not missing}
        made.parent, made.vars, made.exported_vars = {**self.parent, **self.vars, **known}, {}, set()
        return made


class PageMacro(Macro):
    """A macro that is called with its values in order, some of the last left out."""

    def __call__(self, *values: Any, **named: Any) -> Any:
        """Return its markup."""
        if named or self.caller or self.catch_kwargs or self.catch_varargs or len(values) > self._argument_count:
            return super().__call__(*values, **named)
        left_out = self._argument_count - len(values)
        return Markup(self._func(*values, *(missing,) * left_out))


class PageEnvironment(Environment):
    """An environment whose templates are compiled so."""

    code_generator_class = TemplateCode
    context_class = PageContext
    Macro = PageMacro
    insert = staticmethod(parts.insert)

    @staticmethod
    def render_enclosed(part: Callable[[], str]) -> Callable[[], Markup]:
        """Return what renders a part of the page that a `call` encloses."""
        return lambda: Markup(part())

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:
        """Return a template; once loaded it stays, as nothing of it changes."""
        kept = cast(dict[str, Template], self.cache)
        if name not in kept:
            kept[name] = super().get_template(name, parent, globals)
        return kept[name]

    def make_globals(self, d: Any) -> dict[str, Any]:
        """Return the values that every template knows; they do not change any more."""
        return {**self.globals, **(d or {})}

    def read_field(self, of: Any, name: str) -> Any:
        """Return a field of plain data by its key, of anything else as Jinja finds it."""
        kind = type(of)
        if kind is dict and name in of:
            return of[name]
        if kind is Row and name in of.fields and name not in _OF_ROWS:
            return of.fields[name]
        try:
            return getattr(of, name)
        except AttributeError:
            return self.getattr(of, name)
