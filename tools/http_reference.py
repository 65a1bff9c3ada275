"""The page of the site that lists what docs/openapi.yaml describes: operations, their answers, and schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

Node = Mapping[str, Any]
METHODS = ("get", "post")


def render(path: Path) -> str:
    """Return the page as Markdown. Raises KeyError for a reference that leads nowhere."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    return "\n".join(_Reference(document).lines())


class _Reference:
    """The lines of the page."""

    def __init__(self, document: Node) -> None:
        self._document = document

    def lines(self) -> Iterator[str]:
        """Return the whole page: operations by tag, the cookie, common answers, schemas."""
        info = self._document["info"]
        yield f"# HTTP reference\n\n{info['summary']} The same as a file: [openapi.yaml](openapi.yaml).\n"
        yield info["description"]
        for tag in self._document["tags"]:
            yield f"## {tag['name']}\n"
            for path, item in self._document["paths"].items():
                for method in METHODS:
                    if tag["name"] in item.get(method, {}).get("tags", ()):
                        yield from self._operation(method, path, item)
        yield "## The cookie\n"
        for scheme in self._document["components"]["securitySchemes"].values():
            yield f"`{scheme['name']}`: {scheme['description']}\n"
        yield "## Answers\n"
        for name, answer in self._document["components"]["responses"].items():
            yield f"### {name} {{ #answer-{name.lower()} }}\n\n{answer['description']}\n"
            if "content" in answer:
                yield f"{self._bodies(answer)}\n"
            for header, told in answer.get("headers", {}).items():
                yield f"`{header}`: {told['description']}\n"
            yield from _examples(answer)
        yield "## Schemas\n"
        for name, schema in self._document["components"]["schemas"].items():
            yield from self._schema(name, schema)

    def _operation(self, method: str, path: str, item: Node) -> Iterator[str]:
        operation = item[method]
        yield f"### {operation['summary']} {{ #{operation['operationId']} }}\n"
        yield f"`{method.upper()} {path}`\n\n{operation.get('description', '')}\n"
        found = [self._follow(one) for one in (*item.get("parameters", ()), *operation.get("parameters", ()))]
        rows = [(one["name"], one["in"], one["schema"], one.get("required"), one["description"]) for one in found]
        for body in operation.get("requestBody", {}).get("content", {}).values():
            form = self._follow(body["schema"])
            rows += [
                (name, "form", field, name in form.get("required", ()), self._follow(field).get("description", ""))
                for name, field in form["properties"].items()
            ]
        if rows:
            yield "| parameter | in | value | meaning |\n|---|---|---|---|"
            for name, where, schema, required, description in rows:
                yield f"| `{name}`{' (required)' * bool(required)} | {where} | {self._type(schema)} | {description} |"
        yield "\n| status | body | meaning |\n|---|---|---|"
        for status, answer in operation["responses"].items():
            name = answer.get("$ref", "").rpartition("/")[2]
            body = f"[{name}](#answer-{name.lower()})" if name else self._bodies(answer)
            yield f"| {status} | {body} | {self._follow(answer)['description']} |"
        yield ""

    def _bodies(self, answer: Node) -> str:
        return ", ".join(
            f"{self._type(body['schema'])} as `{kind}`" if "$ref" in body["schema"] else f"`{kind}`"
            for kind, body in answer.get("content", {}).items()
        )

    def _schema(self, name: str, schema: Node) -> Iterator[str]:
        yield f"### {name}\n\n{schema.get('description', '')}\n"
        if "properties" not in schema:
            yield f"{self._type(schema)}\n"
            return
        yield "| field | value | meaning |\n|---|---|---|"
        yield from self._fields(schema)
        yield ""

    def _fields(self, schema: Node, above: str = "") -> Iterator[str]:
        for name, field in schema["properties"].items():
            yield f"| `{above}{name}` | {self._type(field)} | {self._follow(field).get('description', '')} |"
            inner = field.get("items", field)
            if "properties" in inner:
                yield from self._fields(inner, f"{above}{name}{'[]' * ('items' in field)}.")

    def _follow(self, node: Node) -> Node:
        """Return what a reference leads to, or the node itself."""
        if "$ref" not in node:
            return node
        found: Any = self._document
        for name in node["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        return self._follow(found)

    def _type(self, schema: Node) -> str:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return f"[{name}](#{name.lower()})"
        if "const" in schema:
            return f"`{json.dumps(schema['const'])}`"
        if "enum" in schema:
            return " or ".join(f"`{value}`" for value in schema["enum"])
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        limits = f" `{schema['pattern']}`" if "pattern" in schema else ""
        return " or ".join(kinds) + limits


def _examples(answer: Node) -> Iterator[str]:
    for body in answer.get("content", {}).values():
        if isinstance(example := body.get("example"), dict):
            yield f"```json\n{json.dumps(example, indent=2, ensure_ascii=False)}\n```\n"
