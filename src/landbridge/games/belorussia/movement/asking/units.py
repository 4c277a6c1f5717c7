"""What a counter on the map is: its size, its mobility, what it may do (OCS 3, 4.4, 4.6, 4.7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.armies.units import UnitClass
from landbridge.games.belorussia.building.engineers import builds_hedgehogs, engineer_capable
from landbridge.games.belorussia.movement.faces import attack_capable, mobility
from landbridge.games.belorussia.movement.sizes import load_of, size_of, steps_left
from landbridge.games.belorussia.movement.stacking import re_text
from landbridge.games.belorussia.position.asking import PositionQuestion, UnitName, find_row
from landbridge.games.belorussia.position.counters import TOKENS, Counter
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import Move

Colour = Literal["white", "black", "red in yellow", "yellow", "red", "other"]

ALLOWANCE_COLOURS: dict[Move, Colour] = {
    "leg": "white",
    "truck": "black",
    "track": "red in yellow",
}
"""The colour in which a movement allowance is printed (OCS-3.1a-1)."""
SYMBOL_COLOURS: dict[UnitClass, Colour] = {"armor": "yellow", "mech": "red", "other": "other"}
"""The colour behind the symbol of a combat unit (OCS-3.2a-1)."""


class UnitFacts(Struct, frozen=True, kw_only=True):
    """What a counter is."""

    combat_unit: bool
    category: UnitClass
    symbol_on: Colour
    move: Move
    allowance_in: Colour
    steps: int
    re: str
    load: str
    """What it counts for transport, in SP."""
    formation: str
    independent: bool
    attack_capable: bool
    engineer_capable: bool
    builds_hedgehogs: bool


class TheUnit(PositionQuestion, frozen=True, kw_only=True):
    """What a unit of a position is: mobility, category, steps, RE, load, and what it may do."""

    cites = ("OCS-3.2-1", "OCS-4.4-1", "OCS-4.6-1")

    unit: UnitName

    def answer(self, nature: Nature) -> Finding[UnitFacts]:
        theatre, why = self.theatre(), Why()
        row = find_row(theatre, self.unit)
        counter = theatre.counter(row)
        move = _mobility(theatre, row, why)
        why.by("OCS-3.1a-1", f"its allowance is printed {ALLOWANCE_COLOURS[move]}")
        why.by("OCS-3.2a-1", f"its symbol stands on {SYMBOL_COLOURS[counter.category]}")
        formation = _formation(counter, why)
        return why.so(
            UnitFacts(
                combat_unit=_is_combat(counter, why),
                category=counter.category,
                symbol_on=SYMBOL_COLOURS[counter.category],
                move=move,
                allowance_in=ALLOWANCE_COLOURS[move],
                steps=_steps(theatre, row, why),
                re=re_text(why.add(size_of(theatre, row))),
                load=_load(theatre, row, why),
                formation=formation,
                independent=_independent(counter, formation, why),
                attack_capable=_attacks(theatre, row, why),
                engineer_capable=_engineer(theatre, row, why),
                builds_hedgehogs=_builds(theatre, row, why),
            )
        )


def _mobility(theatre: Theatre, row: int, why: Why) -> Move:
    counter = theatre.counter(row)
    if counter.combat.by != counter.moving.by:
        why("OCS-3.1a-2", "its sides differ in mobility: the one that is up counts")
    return mobility(theatre, row)


def _is_combat(counter: Counter, why: Why) -> bool:
    if not counter.is_combat:
        why("OCS-3.3-1", "a non-combat unit has no strength and takes no step losses")
        return False
    return why("OCS-3.2-1", "a ground unit with a combat strength, printed or not")


def _steps(theatre: Theatre, row: int, why: Why) -> int:
    if theatre.counter(row).steps > 1:
        printed = why("OCS-3.2d-1", "a multi-step unit has as many steps as its printed RE")
        return steps_left(theatre, row) if printed else 1
    why("OCS-3.2d-1", "any other unit has one step, whatever its RE")
    return steps_left(theatre, row)


def _load(theatre: Theatre, row: int, why: Why) -> str:
    tokens = load_of(theatre, row, why)
    return str(Fraction(tokens, TOKENS))


def _formation(counter: Counter, why: Why) -> str:
    shared = counter.formation and why("OCS-3.1c-1", "units of one designation form a formation")
    return counter.formation if shared else ""


def _independent(counter: Counter, formation: str, why: Why) -> bool:
    alone = counter.is_combat and counter.steps == 1 and not formation
    if alone:
        return why("OCS-3.2f-1", "independent: neither multi-step nor part of a formation")
    bound = why("OCS-3.2f-1", "multi-step units and those of a formation are not independent")
    return counter.is_combat and not bound


def _attacks(theatre: Theatre, row: int, why: Why) -> bool:
    counter, able = theatre.counter(row), attack_capable(theatre, row)
    if counter.duty in ("hq", "artillery"):
        why("OCS-4.4-3", "HQs and artillery are never Attack-Capable")
    elif able and not counter.combat.strength:
        why(("OCS-4.4-1", "OCS-4.4-2"), "a printed strength of 0 without parentheses attacks")
    elif counter.is_combat:
        why("OCS-4.4-1", "by its strength, with or without parentheses, and its mode")
    return able


def _engineer(theatre: Theatre, row: int, why: Why) -> bool:
    able = engineer_capable(theatre, row)
    if theatre.counter(row).duty in ("hq", "engineer"):
        dg = theatre.marker(row) == "dg"
        why("OCS-5.10e-1" if dg else "OCS-13.8a-1", "Engineer-Capable with its Combat side up")
    return able


def _builds(theatre: Theatre, row: int, why: Why) -> bool:
    if theatre.marker(row) == "dg" and not engineer_capable(theatre, row):
        why("OCS-5.10e-2", "DG: it builds no hedgehog")
    return builds_hedgehogs(theatre, row)
