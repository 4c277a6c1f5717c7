"""The API described for programs: an OpenAPI document made from the types of its calls.

python -m landbridge.server.openapi > openapi.json
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from landbridge import __version__
from landbridge.engine.rules.index import Ruling
from landbridge.referee.asking import CitedAnswer
from landbridge.server.api import ALL_CALLS
from landbridge.server.http.calls import Call
from landbridge.server.http.shapes import Error
from landbridge.server.lookup.charts import ChartHead, ChartView
from landbridge.server.lookup.forms import QuestionForm
from landbridge.server.lookup.rules import GameEntry, RuleHit, RulePage

REFEREE: dict[str, tuple[str, Any, dict[str, str]]] = {
    "/api/games": ("Every game.", dict[str, list[GameEntry]], {}),
    "/api/games/{name}/board": (
        "The map of a game: places, lines and counters that never change.",
        dict[str, Any],
        {},
    ),
    "/api/games/{name}/rulings": (
        "The open points of a game's rules, and how each may be settled.",
        dict[str, list[Ruling]],
        {},
    ),
    "/api/questions": ("Every question with its inputs.", dict[str, list[QuestionForm]], {}),
    "/api/questions/{name}": ("One question with its inputs.", QuestionForm, {}),
    "/api/ask/{name}": (
        "The answer to a question, or its exact odds; every input is a value behind the"
        " question mark.",
        CitedAnswer,
        {},
    ),
    "/api/rules": (
        "Rows of the rule lists, all or those that hold the words.",
        dict[str, list[RuleHit]],
        {"game": "only of this game", "q": "the words"},
    ),
    "/api/rules/{id}": ("One row or ruling with everything that hangs on it.", RulePage, {}),
    "/api/tables": ("Every table, without its cells.", dict[str, list[ChartHead]], {}),
    "/api/tables/{name}": (
        "One table whole, with the exact odds of each column.",
        ChartView,
        {"shift": "the sum of modifiers"},
    ),
}
"""The referee's calls, which only read: what each does, gives, and takes."""

ERRORS = {
    "400": "It makes no sense; the text says what is allowed.",
    "403": "You may not do this, or nobody is logged in.",
    "404": "There is no such thing, or none that you may know of.",
    "409": "The rules refuse it, or the position has changed.",
    "408": "The request did not come to an end.",
    "410": "The match is over.",
    "429": "Too many requests.",
    "503": "The database does not answer, or something else is writing to it; try again.",
}

_PART = re.compile(r"\{(\w+)(?::\w+)?\}")


@cache
def openapi() -> dict[str, Any]:
    """The whole document."""
    kinds = [Error, *(gives for _, gives, _ in REFEREE.values())]
    for one in ALL_CALLS:
        kinds += [kind for kind in (one.takes, one.gives) if kind not in (None, str)]
    schemas, components = msgspec.json.schema_components(
        [readable(kind) for kind in kinds],
        schema_hook=_as_text,
        ref_template="#/components/schemas/{name}",
    )
    _require_what_is_sent(components)
    known = [(kind, schema) for kind, schema in zip(kinds, schemas, strict=True)]
    paths: dict[str, dict[str, Any]] = {}
    for path, (text, gives, query) in REFEREE.items():
        reply = _json(known, gives)
        paths[path] = {"get": _described(path, text, query, {"200": reply}, ("400", "404"))}
    for one in ALL_CALLS:
        path = _PART.sub(r"{\1}", one.path)
        paths.setdefault(path, {})[one.method.lower()] = _call(one, known)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Landbridge",
            "version": __version__,
            "description": "Live updates come by WebSocket at /api/live; see docs/server.md.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _require_what_is_sent(components: dict[str, Any]) -> None:
    """A request may leave out what has a default; a reply has it, unless its type omits it."""
    taken = {kind for one in ALL_CALLS for kind in structs_in(one.takes)}
    given = [*(gives for _, gives, _ in REFEREE.values()), *(one.gives for one in ALL_CALLS)]
    sent = {kind for one in given for kind in structs_in(one)} - taken
    for kind in sent:
        if not kind.__struct_config__.omit_defaults:
            fields = msgspec.structs.fields(kind)
            always = [one.encode_name for one in fields if one.default is not msgspec.UNSET]
            for name in (kind.__name__, f"{kind.__module__}.{kind.__qualname__}"):
                if name in components:
                    components[name]["required"] = always


def structs_in(kind: Any) -> set[type[msgspec.Struct]]:
    """The types of records that a type is made of."""
    found: set[type[msgspec.Struct]] = set()
    waiting = [kind]
    for one in waiting:
        if not (isinstance(one, type) and issubclass(one, msgspec.Struct)):
            waiting.extend(get_args(one))
        elif one not in found:
            found.add(one)
            waiting.extend(field.type for field in msgspec.structs.fields(one))
    return found


def _call(one: Call, known: list[tuple[Any, Any]]) -> dict[str, Any]:
    if one.gives is str:
        good: dict[str, Any] = {"description": "Text.", "content": {"text/*": {"schema": {}}}}
    else:
        good = _json(known, one.gives)
    found = _described(one.path, one.text, one.query, {str(one.status): good}, tuple(ERRORS))
    found["operationId"] = one.act.__name__
    if one.takes is str:
        found["requestBody"] = {"content": {"text/plain": {"schema": {"type": "string"}}}}
    elif one.takes is not None:
        found["requestBody"] = {"content": _json(known, one.takes)["content"]}
    return found


def _described(
    path: str,
    text: str,
    query: dict[str, str],
    good: dict[str, Any],
    errors: tuple[str, ...],
) -> dict[str, Any]:
    parts: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _PART.findall(path)
    ]
    parts += [
        {"name": name, "in": "query", "description": words, "schema": {"type": "string"}}
        for name, words in query.items()
    ]
    shown = {"schema": {"$ref": "#/components/schemas/Error"}}
    bad = {
        status: {"description": ERRORS[status], "content": {"application/json": shown}}
        for status in errors
    }
    return {"summary": text, "parameters": parts, "responses": good | bad}


def _json(known: list[tuple[Any, Any]], kind: Any) -> dict[str, Any]:
    schema = next(schema for one, schema in known if one is kind or one == kind)
    return {"description": "Done.", "content": {"application/json": {"schema": schema}}}


def _as_text(kind: Any) -> dict[str, Any]:
    """What JSON has no word for is text."""
    return {"type": "string"}


def readable(kind: Any) -> Any:
    """A type with text where a fraction stands, as fractions are sent: exact, and so as text."""
    if not _holds_fractions(kind, frozenset()):
        return kind
    if kind is Fraction:
        return str
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _mirror(kind)
    parts = tuple(readable(part) for part in get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return Union[parts]  # noqa: UP007
    return get_origin(kind)[parts]


@cache
def _mirror(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    fields: list[Any] = []
    for one in msgspec.structs.fields(kind):
        if one.required:
            fields.append((one.encode_name, readable(one.type)))
        else:
            fields.append((one.encode_name, readable(one.type), msgspec.UNSET))
    return msgspec.defstruct(
        kind.__name__, fields, kw_only=True, namespace={"__doc__": kind.__doc__}
    )


def _holds_fractions(kind: Any, within: frozenset[Any]) -> bool:
    if kind is Fraction:
        return True
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind in within:
            return False
        inside = within | {kind}
        return any(_holds_fractions(one.type, inside) for one in msgspec.structs.fields(kind))
    return any(_holds_fractions(part, within) for part in get_args(kind))


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(openapi()), indent=1).decode())
