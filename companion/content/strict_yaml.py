"""YAML without its traps: doubled keys, aliases and look-alike numbers are errors with file:line.

`no`, `1:30` and `010` mean something else in YAML than their author thinks, and of a doubled key the last
would win silently; here each has to be quoted or mended.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from companion.errors import ContentError

LARGEST_FILE = 2_000_000  # bytes; more than any hand-written file needs
DEEPEST = 50  # levels; a bound for the recursion below
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)\.[0-9]+")


class Located(dict[str, Any]):
    """A mapping that remembers its own line and the line of each key."""

    line: int
    lines: dict[str, int]


def read(path: Path, name: str, problems: list[str]) -> Any:
    """Value of the file, or None after noting in `problems` why it cannot be read.

    name: how messages call the file, e.g. `content/dice/dice.yaml`.
    """
    try:
        if path.stat().st_size > LARGEST_FILE:
            problems.append(f"{name}:1: larger than {LARGEST_FILE} bytes")
            return None
        text = path.read_text(encoding="utf-8")
        if _too_deep(text):
            problems.append(f"{name}:1: nested more than {DEEPEST} levels deep")
            return None
        node = yaml.compose(text, Loader=_LOADER)
    except UnicodeDecodeError:
        problems.append(f"{name}:1: not UTF-8 text")
        return None
    except OSError as error:
        problems.append(f"{name}: {error.strerror}")
        return None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        problems.append(f"{name}:{line}: not readable as YAML: {error.problem}")
        return None
    except yaml.YAMLError as error:
        problems.append(f"{name}:1: not readable as YAML: {error}")
        return None
    if node is None:
        problems.append(f"{name}:1: the file is empty")
        return None
    return _Builder(name, problems).build(node)


def _too_deep(text: str) -> bool:
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                return True
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return False


def read_or_raise(path: Path, name: str | None = None) -> Any:
    """Value of the file. Raises ContentError with every fault found."""
    problems: list[str] = []
    value = read(path, name or str(path), problems)
    if problems:
        raise ContentError(problems)
    return value


class _Builder:
    def __init__(self, name: str, problems: list[str]) -> None:
        self.name = name
        self.problems = problems
        self.seen: set[int] = set()

    def note(self, node: yaml.Node, what: str) -> None:
        self.problems.append(f"{self.name}:{node.start_mark.line + 1}: {what}")

    def build(self, node: yaml.Node) -> Any:
        if id(node) in self.seen:
            self.note(node, "anchors and aliases are not used here; write the value out")
            return None
        self.seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(child) for child in node.value]
        return self.scalar(node)

    def mapping(self, node: yaml.MappingNode) -> Located:
        out = Located()
        out.line = node.start_mark.line + 1
        out.lines = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self.note(key_node, "a key must be plain text")
                continue
            key = str(key_node.value)
            if key in out:
                self.note(key_node, f"key '{key}' stands here twice (first in line {out.lines[key]})")
                continue
            out[key] = self.build(value_node)
            out.lines[key] = key_node.start_mark.line + 1
        return out

    def scalar(self, node: yaml.Node) -> Any:
        text, tag = str(node.value), node.tag.rpartition(":")[2]
        if tag == "str":
            return text
        if tag == "null":
            return None
        if tag == "bool" and text in ("true", "false"):
            return text == "true"
        if tag == "int" and _INTEGER.fullmatch(text):
            return int(text)
        if tag == "float" and _DECIMAL.fullmatch(text):
            return float(text)
        self.note(node, f"'{text}' would be read as {tag}; put it in quotes or write it plainly")
        return None
