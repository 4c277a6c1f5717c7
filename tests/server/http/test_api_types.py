"""The types of the API that the browser client is checked against."""

from __future__ import annotations

from typing import Any

import pytest
from scripts.api_types import PLACE, write_types

from landbridge.server.openapi import openapi


def test_the_client_has_the_types_of_this_server() -> None:
    written = write_types(openapi()["components"]["schemas"])
    assert PLACE.read_text(encoding="utf-8") == written, "stale: run python scripts/api_types.py"


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "integer"}, "number"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"enum": ["claim", "bot"]}, '"claim" | "bot"'),
        ({"type": "array", "items": {"enum": [1, 2]}}, "(1 | 2)[]"),
        ({"type": "array", "prefixItems": [{"type": "integer"}, {}]}, "[number, any]"),
        (
            {"type": "object", "additionalProperties": {"type": "boolean"}},
            "{ [name: string]: boolean }",
        ),
        ({"$ref": "#/components/schemas/games.Town"}, "GamesTown"),
        ({}, "any"),
    ],
)
def test_every_form_of_a_type(schema: dict[str, Any], kind: str) -> None:
    town = {"type": "object", "properties": {"it": schema, "name": {}}, "required": ["it"]}
    assert f"  it: {kind};\n  name?: any;\n" in write_types({"games.Town": town})


def test_what_a_reply_always_has_is_no_option() -> None:
    schemas = openapi()["components"]["schemas"]
    position = schemas["Position"]
    # The seed stays unset until the match is over.
    assert set(position["required"]) == set(position["properties"]) - {"seed"}
    assert "scenario" not in schemas["NewMatch"]["required"]
