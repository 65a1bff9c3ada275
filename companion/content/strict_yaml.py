"""YAML without its traps: doubled keys, aliases and look-alike numbers are errors with file:line.

`no`, `1:30` and `010` mean something else in YAML than their author thinks, and of a doubled key the last
would win silently; here each has to be quoted or mended. A file may also be a published
one (precompiled.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from stat import S_ISREG
from types import MappingProxyType
from typing import Any

import yaml
from yaml.reader import ReaderError

from companion.content import parse_cache, precompiled
from companion.core.errors import ContentError

LARGEST_FILE = 16_000_000  # bytes; more than any hand-written file needs
MOST_VALUES = 1_000_000  # in one file
LONGEST_TEXT = 20_000  # characters of one value
LONGEST_NUMBER = 15  # digits
MOST_FAULTS = 100  # of one file; the rest would only be more of the same
DEEPEST = 50  # levels; a bound for the recursion below
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN_TAGS = ("tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")
INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)\.[0-9]+")


class Located(dict[str, Any]):
    """A mapping with its line and the line (in a spreadsheet also the column) of each key."""

    line: int
    lines: dict[str, int]
    columns: Mapping[str, int] = MappingProxyType({})

    def position_of(self, key: str) -> str:
        """Return the position of the key's value as `line` or `line:column`."""
        line = self.lines.get(key, self.line)
        return f"{line}:{self.columns[key]}" if key in self.columns else f"{line}"


def read_yaml(path: Path, name: str, problems: list[str]) -> Any:
    """Return the value of the file, or None with the faults added to `problems`.

    name: the file's name in messages, such as `content/dice/dice.yaml`.
    """
    try:
        stat = path.stat()
        if not S_ISREG(stat.st_mode):
            problems.append(f"{name}: is not a regular file")
            return None
        if stat.st_size > LARGEST_FILE:
            problems.append(f"{name}:1: larger than {LARGEST_FILE} bytes")
            return None
        text = path.read_text(encoding="utf-8")
        if text.startswith(precompiled.MARK):
            return _with_places(precompiled.from_text(text))
        if (kept := parse_cache.read_value(path, name, text)) is not None:
            return _with_places(kept)
        if fault := _size_fault(text):
            problems.append(f"{name}:{fault}")
            return None
        node = yaml.compose(text, Loader=_LOADER)
    except UnicodeDecodeError:
        problems.append(f"{name}:1: not UTF-8 text")
        return None
    except (ValueError, RecursionError):
        problems.append(f"{name}:1: was changed after it was built; build it again")
        return None
    except OSError as error:
        problems.append(f"{name}: {error.strerror}")
        return None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        problems.append(f"{name}:{line}: not readable as YAML: {error.problem}")
        return None
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        what = (
            f"the character U+{error.character:04X} is not allowed"
            if isinstance(error.character, int)
            else error.reason
        )
        problems.append(f"{name}:{line}: not readable as YAML: {what}")
        return None
    if node is None:
        problems.append(f"{name}:1: the file is empty")
        return None
    builder = _YamlBuilder(name, problems)
    value = builder.build(node)
    if not builder.faults:
        parse_cache.keep_value(path, name, text, to_published(value, each_line=True))
    return value


def _size_fault(text: str) -> str:
    """Return `line: fault` for a text nested too deep, too long or with too many nodes, else "".

    Checked before anything is built from it.
    """
    depth = 0
    for count, event in enumerate(yaml.parse(text, Loader=_LOADER)):
        fault = ""
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            fault = f"nested more than {DEEPEST} levels deep" if depth > DEEPEST else ""
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.ScalarEvent) and len(event.value) > LONGEST_TEXT:
            fault = f"a value has at most {LONGEST_TEXT} characters, this one {len(event.value)}"
        if count > MOST_VALUES:
            fault = f"more than {MOST_VALUES} values in one file"
        if fault:
            line = event.start_mark.line + 1 if event.start_mark else 1
            return f"{line}: {fault}"
    return ""


def to_published(value: Any, each_line: bool = False) -> Any:
    """Return a value that was read, ready for `precompiled.to_text`. each_line: with the line of each key."""
    if isinstance(value, Located):
        at = [value.line, *value.lines.values()] if each_line else value.line
        return {"": at} | {key: to_published(part, each_line) for key, part in value.items()}
    return [to_published(part, each_line) for part in value] if isinstance(value, list) else value


def _with_places(value: Any) -> Any:
    if isinstance(value, dict):
        at = value.pop("", 1)
        out = Located((key, _with_places(part)) for key, part in value.items())
        out.line, *lines = at if isinstance(at, list) else (at, *[at] * len(out))
        out.lines = dict(zip(out, lines, strict=True))
        return out
    return [_with_places(part) for part in value] if isinstance(value, list) else value


def read_or_raise(path: Path, name: str | None = None) -> Any:
    """Return the value of the file. Raises ContentError with all faults."""
    problems: list[str] = []
    value = read_yaml(path, name or str(path), problems)
    if problems:
        raise ContentError(problems)
    return value


class _YamlBuilder:
    def __init__(self, name: str, problems: list[str]) -> None:
        self.name = name
        self.problems = problems
        self.seen: set[int] = set()
        self.faults = 0

    def note(self, node: yaml.Node, what: str) -> None:
        self.faults += 1
        if self.faults == MOST_FAULTS:
            what = "and more faults like these; mend them first"
        if self.faults <= MOST_FAULTS:
            self.problems.append(f"{self.name}:{node.start_mark.line + 1}: {what}")

    def build(self, node: yaml.Node) -> Any:
        if id(node) in self.seen:
            self.note(node, "anchors and aliases are not used here; write the value out")
            return None
        self.seen.add(id(node))
        if isinstance(node, yaml.CollectionNode) and node.tag not in _PLAIN_TAGS:
            self.note(node, f"tags like '{node.tag:.40}' are not used here")
            return None
        if isinstance(node, yaml.MappingNode):
            return self.build_mapping(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(child) for child in node.value]
        return self.build_scalar(node)

    def build_mapping(self, node: yaml.MappingNode) -> Located:
        out = Located()
        out.line = node.start_mark.line + 1
        out.lines = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self.note(key_node, "a key must be plain text")
                continue
            key = str(key_node.value)
            if key in out:
                self.note(key_node, f"key '{key:.40}' appears twice (first in line {out.lines[key]})")
                continue
            out[key] = self.build(value_node)
            out.lines[key] = key_node.start_mark.line + 1
        return out

    def build_scalar(self, node: yaml.Node) -> Any:
        text, tag = str(node.value), node.tag.rpartition(":")[2]
        if tag == "str":
            return text
        if tag == "null":
            return None
        if tag == "bool" and text in ("true", "false"):
            return text == "true"
        if tag in ("int", "float") and len(text) > LONGEST_NUMBER:
            self.note(node, f"'{text:.20}...' is too long for a number; put a text in quotes")
            return None
        if tag == "int" and INTEGER.fullmatch(text):
            return int(text)
        if tag == "float" and DECIMAL.fullmatch(text):
            return float(text)
        self.note(node, f"'{text:.40}' would be read as {tag}; put it in quotes or write it plainly")
        return None
