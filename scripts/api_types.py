"""Write the types of the API for the browser client, from the API's own description.

python scripts/api_types.py

writes src/landbridge/client/api.d.ts. The page's modules are checked against it (`make lint`), and
tests/server/http/test_api_types.py fails when it no longer says what the server says.
"""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path
from typing import Any

from landbridge.server.openapi import openapi

PLACE = Path(__file__).parent.parent / "src" / "landbridge" / "client" / "api.d.ts"
WIDTH = 110
HEAD = """\
// What the API takes and gives, written from the server's own types for the checker: do not edit,
// but run `python scripts/api_types.py`.
"""
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def write_types(schemas: dict[str, Any]) -> str:
    """An interface for each named schema, in the style of our formatter."""
    names = {name: short_name(name) for name in schemas}
    found = sorted((names[name], schema) for name, schema in schemas.items())
    return HEAD + "".join(f"\n{_interface(name, schema, names)}" for name, schema in found)


def short_name(name: str) -> str:
    """A schema's name; of two that share one, the module comes before it: `ActionsChoice`."""
    *path, own = name.split(".")
    return f"{path[-1].title().replace('_', '')}{own}" if path else own


def _interface(name: str, schema: dict[str, Any], names: dict[str, str]) -> str:
    lines = _comment(schema.get("description", ""))
    if "properties" not in schema:
        return "\n".join([*lines, f"export type {name} = {_type(schema, names)};"]) + "\n"
    lines.append(f"export interface {name} {{")
    needed = schema.get("required", [])
    for field, kind in schema["properties"].items():
        sign = ":" if field in needed else "?:"
        key = field if re.fullmatch(r"[A-Za-z_]\w*", field) else json.dumps(field)
        lines += _field(f"  {key}{sign}", _type(kind, names))
    return "\n".join([*lines, "}"]) + "\n"


def _field(start: str, kind: str) -> list[str]:
    """A field on one line, or a long choice with a line for each."""
    if len(start) + len(kind) + 2 <= WIDTH:
        return [f"{start} {kind};"]
    *others, last = kind.split(" | ")
    return [start, *(f"    | {one}" for one in others), f"    | {last};"]


def _comment(text: str) -> list[str]:
    words = " ".join(text.split())
    if not words:
        return []
    if len(words) + 7 <= WIDTH:
        return [f"/** {words} */"]
    return ["/**", *(f" * {line}" for line in textwrap.wrap(words, WIDTH - 3)), " */"]


def _type(schema: dict[str, Any], names: dict[str, str]) -> str:
    """A schema in TypeScript."""
    if "$ref" in schema:
        return names[schema["$ref"].rpartition("/")[2]]
    if "enum" in schema:
        return " | ".join(json.dumps(one, ensure_ascii=False) for one in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one, names) for one in schema["anyOf"]))
    kind = schema.get("type")
    if kind in PLAIN:
        return PLAIN[kind]
    if kind == "array" and schema.get("prefixItems"):
        return f"[{', '.join(_type(one, names) for one in schema['prefixItems'])}]"
    if kind == "array":
        inside = _type(schema.get("items") or {}, names)
        return f"({inside})[]" if " | " in inside else f"{inside}[]"
    if kind == "object":
        inside = _type(schema.get("additionalProperties") or {}, names)
        return f"{{ [name: string]: {inside} }}"
    if kind is None:
        return "any"
    raise ValueError(f"There is no type for {schema}.")


if __name__ == "__main__":
    PLACE.write_text(write_types(openapi()["components"]["schemas"]), encoding="utf-8")
    print(f"Written: {PLACE}")
