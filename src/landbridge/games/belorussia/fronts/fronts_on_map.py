"""Fronts on the map (3.3): to which one a Soviet unit belongs, and what its posture does for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from landbridge.engine.chance.tallies import Modifier, modifier
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.fronts.display import FRONT_HQS, FRONTS, Front, front_name
from landbridge.games.belorussia.fronts.postures import (
    PostureEffects,
    hex_defences,
    posture_effects,
)
from landbridge.games.belorussia.map.sheets import column_and_row, find_hex
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import FrontBoundaries
from landbridge.games.belorussia.supply_lines.trace import supply_state

NO_EFFECTS = PostureEffects()

# To which Front


def front_of(theatre: Theatre, row: int) -> Front | None:
    """The Front that commands a Soviet combat unit where it stands; partisans obey none."""
    counter = theatre.counter(row)
    if counter.side != "soviet" or not counter.is_combat or counter.arm == "partisan":
        return None
    if not theatre.fronts or not theatre.on_map(row) or not in_force("RUL-TFB-17"):
        return None
    return front_at(theatre, theatre.place_of(row))


def front_at(theatre: Theatre, place: int) -> Front | None:
    """The Front in whose zone a hex lies, or whose HQ is nearest."""
    settled = theatre.rulings.front_boundaries
    if figures("front_boundaries", settled)["by"] == "zone":
        return zones(theatre.land, settled)[place]
    near = [
        (theatre.land.distance(theatre.place_of(row), place), number, front)
        for number, front in enumerate(FRONTS)
        if (row := theatre.counters.rows.get(FRONT_HQS[front])) is not None and theatre.on_map(row)
    ]
    return min(near)[2] if near else None


def fronts_on(theatre: Theatre) -> frozenset[Front]:
    """The Fronts of which units stand on this part of the map."""
    places = {theatre.place_of(row) for row in theatre.counters.combat[SIDES.index("soviet")]}
    found = (front_at(theatre, place) for place in places if place < theatre.land.size)
    return frozenset(front for front in found if front is not None)


def zones(land: Land, settled: FrontBoundaries) -> tuple[Front, ...]:
    """By place: the Front in whose zone it lies; a row between two belongs to the northern one."""
    return land.once(("zones of Fronts", settled), lambda land: _zones(land, settled))


def _zones(land: Land, settled: FrontBoundaries) -> tuple[Front, ...]:
    said = figures("front_boundaries", settled)
    ends = []
    for north, south in pairwise(FRONTS):
        # A row runs through a sheet in all of its columns; its first names it as well as any.
        first = find_hex(said[f"between_{north}_and_{south}"].replace(" xx", "1"))
        ends.append((column_and_row(first)[1], north))
    found: list[Front] = []
    for hex in land.hexes:
        _, row = column_and_row(hex)
        found.append(next((front for end, front in ends if row >= end), FRONTS[-1]))
    return tuple(found)


def _front_name(theatre: Theatre, row: int) -> str:
    front = front_of(theatre, row)
    return front_name(front) if front else "no Front"


# What its posture does


def effects_on(theatre: Theatre, row: int) -> PostureEffects:
    """What the posture of its Front does for a unit on the map."""
    front = front_of(theatre, row)
    if front is None:
        return NO_EFFECTS
    now, rulings = theatre.fronts[front], theatre.rulings
    return posture_effects(
        now.posture,
        now.turns,
        rulings.offensive_benefits,
        rulings.regrouping_attack,
        rulings.regrouping_defence,
        rulings.regrouping_supply,
    ).result


# In the attack


def may_assault(theatre: Theatre, row: int, does: str) -> bool:
    """Whether the posture of its Front lets a unit attack, or overrun."""
    effects = effects_on(theatre, row)
    able = effects.overrun if does == "overrun" else effects.attack
    return able or not in_force("RUL-TFB-22")


def rating_in_attack(theatre: Theatre, row: int, rating: int, why: Why) -> int:
    """The action rating with which a unit leads an attack: that of a Regrouping Front is lower."""
    effects = effects_on(theatre, row)
    lowered = max(rating + effects.attack_ar, min(rating, effects.attack_ar_floor))
    name = theatre.counter(row).name
    text = f"{name} is of a Front that is Regrouping: it attacks with action rating {lowered}"
    if lowered == rating or not why("RUL-TFB-22", text):
        return rating
    why("RUL-TFB-17", f"it stands in the zone of {_front_name(theatre, row)}")
    return lowered


def first_turn_surprise(theatre: Theatre, row: int) -> tuple[Modifier, ...]:
    """What the first turn of an Offensive adds to the Surprise roll of an attack."""
    bonus = effects_on(theatre, row).attack_surprise
    text = "the first turn of its Front's Offensive"
    return (modifier(bonus, text, "RUL-TFB-20"),) if bonus else ()


def is_held_back(theatre: Theatre, row: int, why: Why) -> bool:
    """Whether no result puts a unit into Exploit Mode, as its Front is Regrouping."""
    if effects_on(theatre, row).exploit:
        return False
    text = f"{theatre.counter(row).name} is of a Front that is Regrouping: nothing is exploited"
    return why("RUL-TFB-22", text)


# In defence


class DefencesMet(Struct, frozen=True):
    """What attackers meet in a hex: its works, and what the defender's Front adds to them."""

    level: int
    """The hedgehog level that counts on the rolls."""
    ar: int
    """Added to the defender's action rating."""
    works: int
    """The level that gives Heavy AT; what a Front adds does so by one ruling only."""


def defences_met(theatre: Theatre, row: int, hedgehog: int, why: Why) -> DefencesMet:
    """What attackers meet where the unit whose rating counts leads the defence."""
    bare, front = DefencesMet(hedgehog, 0, hedgehog), front_of(theatre, row) if row >= 0 else None
    if front is None or theatre.fronts[front].posture == "offensive":
        return bare
    if not in_force("RUL-TFB-23"):
        return bare
    found = why.add(
        hex_defences(
            hedgehog,
            theatre.fronts[front].posture,
            mode_of(theatre, row),
            has_trace(theatre, row),
            theatre.rulings.regrouping_defence,
        )
    )
    heavy = effects_on(theatre, row).heavy_at
    return DefencesMet(found.hedgehog, found.ar, found.hedgehog if heavy else hedgehog)


def has_trace(theatre: Theatre, row: int) -> bool:
    """Whether a unit has trace now."""
    return supply_state(theatre, theatre.counter(row).side).in_trace(row)


def shift_by_posture(theatre: Theatre, rows: Sequence[int]) -> tuple[Modifier, ...]:
    """What the posture of a Front adds to a barrage of its units, as works of its own would."""
    for row in rows:
        shift = effects_on(theatre, row).barrage_shift
        if shift and mode_of(theatre, row) == "combat" and has_trace(theatre, row):
            return (modifier(shift, "a Front that is Regrouping", "RUL-TFB-23"),)
    return ()


# Supply


def barrage_is_free(
    theatre: Theatre, rows: Sequence[int], column: str, columns: Sequence[str]
) -> bool:
    """Whether guns pay nothing for a barrage that begins on a column, by their Fronts' posture."""
    if not in_force("RUL-TFB-24"):
        return False
    for row in rows:
        effects = effects_on(theatre, row)
        if not effects.barrage_free or not has_trace(theatre, row):
            return False
        highest = effects.free_barrage_column
        if highest and columns.index(column) > columns.index(highest):
            return False
    return True


def is_supplied_by_posture(theatre: Theatre, row: int, use: Literal["attack", "defence"]) -> bool:
    """Whether a unit in trace has combat supply for nothing, by the posture of its Front."""
    effects = effects_on(theatre, row)
    free = effects.attack_free if use == "attack" else effects.defence_free
    return free and in_force("RUL-TFB-24") and has_trace(theatre, row)
