"""The API describes itself, from the types of its calls."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.server import openapi
from landbridge.server.api import ALL_CALLS
from server.devices import Device


@pytest.fixture
def document(home: Device) -> Any:
    return home.get("/api/openapi.json")


def test_every_call_is_described(document: Any) -> None:
    for one in ALL_CALLS:
        path = openapi._PART.sub(r"{\1}", one.path)
        found = document["paths"][path][one.method.lower()]
        assert found["summary"].endswith("."), path
        assert str(one.status) in found["responses"], path
        named = {part["name"] for part in found["parameters"]}
        assert set(openapi._PART.findall(one.path)) <= named
    names = [one.act.__name__ for one in ALL_CALLS]
    assert len(names) == len(set(names)) > 30


def test_every_reference_leads_somewhere(document: Any) -> None:
    known = document["components"]["schemas"]

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            if "$ref" in part:
                assert part["$ref"].removeprefix("#/components/schemas/") in known
            for inside in part.values():
                walk(inside)
        elif isinstance(part, list):
            for inside in part:
                walk(inside)

    walk(document)
    assert {
        "Summary",
        "Position",
        "Decision",
        "Slot",
        "ActionRequest",
        "EventView",
        "Error",
    } <= set(known)


def test_answers_have_the_fields_that_are_described(document: Any, home: Device) -> None:
    schemas = document["components"]["schemas"]
    one = home.begins()
    home.does(one, "partisan B6.03")
    answers = {
        "Position": home.get(f"/api/matches/{one}"),
        "Log": home.get(f"/api/matches/{one}/log"),
        "EventView": home.get(f"/api/matches/{one}/log")["events"][-1],
        "Decision": home.get(f"/api/matches/{one}")["decisions"][0],
        "Summary": home.get("/api/matches")[0],
        "Me": home.get("/api/me"),
    }
    for name, answer in answers.items():
        described = schemas[name]
        assert set(answer) <= set(described["properties"]), name
        assert set(described["required"]) <= set(answer), name


def test_fractions_are_described_as_text() -> None:
    from fractions import Fraction

    from landbridge.engine.chance.nature import Roll

    assert openapi.readable(Fraction) is str
    assert openapi.readable(int) is int
    assert openapi.readable(Roll) is not Roll
    assert openapi.readable(tuple[Fraction, ...]) == tuple[str, ...]
