"""The switches of each game as types are what its rulings say."""

from __future__ import annotations

from importlib import import_module
from typing import get_args

import msgspec
import pytest

from landbridge.engine.rules.index import rulings
from landbridge.engine.rules.ruling_types import source_of, type_name
from landbridge.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_types_have_every_switch_with_its_choices_and_default(game: str) -> None:
    package = f"landbridge.games.{game}"
    module = import_module(f"{package}.rulings")
    found = rulings(package)
    fields = {field.name: field for field in msgspec.structs.fields(module.AllRulings)}
    assert set(fields) == set(found), "run python scripts/rulings.py"
    for switch, ruling in found.items():
        assert fields[switch].default == ruling.default, switch
        assert get_args(getattr(module, type_name(switch))) == tuple(ruling.options), switch


@pytest.mark.parametrize("game", GAMES)
def test_matches_hold_what_they_turn_on_in_alphabetical_order(game: str) -> None:
    package = f"landbridge.games.{game}"
    names = import_module(f"{package}.rulings").Rulings.__struct_fields__
    turning = {name for name, one in rulings(package).items() if one.concerns == "match"}
    assert list(names) == sorted(turning), "a position would have another hash"


def test_the_source_of_a_game() -> None:
    text = source_of("toys")
    assert 'Fall = Literal["one_rung", "to_ground"]' in text
    assert "class Rulings(Struct, frozen=True, kw_only=True):" in text
    assert '= "one_rung"' in text
    assert type_name("first_winter") == "FirstWinter"
