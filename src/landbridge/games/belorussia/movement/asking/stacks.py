"""Stacks, as a player asks about them: how full a hex is, and what the enemy sees of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.seeing import Sight, seen_by
from landbridge.games.belorussia.movement.stacking import (
    elimination_violations,
    is_checked_after,
    quarters_in,
    re_text,
    second_violations,
    stack_violations,
)
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitNames,
    find_rows,
)
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import refuse
from landbridge.games.belorussia.words import Side


class StackFound(Struct, frozen=True, kw_only=True):
    """What is in a hex."""

    re: str
    """Of combat units."""
    checked: bool
    """Whether stacking is looked at when this phase, or its segment, ends."""
    non_combat: tuple[str, ...]


class StackQuestion(PositionQuestion, frozen=True, kw_only=True):
    """How full a hex is, whether a side's stacks may stand, and who would have to go."""

    cites = ("OCS-4.8-1", "OCS-4.8a-1", "OCS-4.8a-2")

    side: Annotated[Side, Meta(description="whose stacks")]
    hex: HexLabel
    eliminate: Annotated[
        UnitNames, Meta(description="units that the owner eliminates there, if it is too full")
    ] = ()
    add: Annotated[
        Literal["", "air_base", "hedgehog"], Meta(description="what is to be built there besides")
    ] = ""

    def answer(self, nature: Nature) -> Finding[StackFound]:
        theatre, why = self.theatre(), Why()
        place = theatre.land.place(self.hex)
        rows = find_rows(theatre, self.eliminate) if self.eliminate else ()
        if self.add:
            refuse(second_violations(theatre, place, self.add))
            why("OCS-4.8-3", "there is none of its kind in the hex")
        refuse(elimination_violations(theatre, rows))
        if rows:
            why("OCS-4.8a-2", "the owner eliminates units of his choice")
        else:
            refuse(stack_violations(theatre, self.side))
        why("OCS-4.8-1", "at most 10 RE of combat units")
        checked = is_checked_after(theatre.phase)
        text = "looked at when the segment ends" if checked else "not in the Reinforcement Phase"
        why("OCS-4.8a-1", text)
        lying = non_combat_in(theatre, place, self.side, why)
        return why.so(
            StackFound(
                re=re_text(quarters_in(theatre, place, self.side)),
                checked=checked,
                non_combat=lying,
            )
        )


def non_combat_in(theatre: Theatre, place: int, side: Side, why: Why) -> tuple[str, ...]:
    """The non-combat units in a hex, in words."""
    found = []
    number, position = SIDES.index(side), theatre.position
    if position.dumps[number].get(place):
        found.append("supply")
    found += [
        theatre.counter(row).name
        for row in theatre.stack(place, side)
        if theatre.counter(row).is_transport
    ]
    if found:
        why("OCS-4.8-2", "any number of SP and Transport Points")
    base = position.bases.get(place)
    if base is not None and base.side == side:
        found.append("air base" if base.level else "air strip")
    if place in position.hedgehogs and why("OCS-3.3-2", "a hedgehog counts as a non-combat unit"):
        found.append("hedgehog")
    text = "non-combat units: no strength, no step losses, no RE"
    return tuple(found) if found and why("OCS-3.3-1", text) else ()


class SeenUnit(Struct, frozen=True, kw_only=True):
    """A counter of the enemy as it is seen."""

    name: str
    marker: str
    out: bool
    steps_lost: int
    stock: str


class SeenHex(Struct, frozen=True, kw_only=True):
    """What a side sees of an enemy hex."""

    units: tuple[SeenUnit, ...]
    hedgehog: int
    exerts_zoc: bool


class SeenQuestion(PositionQuestion, frozen=True, kw_only=True):
    """What a side sees of the enemy in a hex."""

    cites = ("OCS-4.9a-2", "OCS-4.9a-4", "OCS-4.9a-5")
    turns_on = ("seen_supply",)

    side: Annotated[Side, Meta(description="the side that looks")]
    hex: HexLabel

    def answer(self, nature: Nature) -> Finding[SeenHex]:
        theatre, why = self.theatre(), Why()
        place = theatre.land.place(self.hex)
        sight = seen_by(theatre, self.side)
        rows = theatre.stack(place, other_side(self.side))
        if place in theatre.position.hedgehogs:
            why("OCS-4.9a-1", "the hedgehog with its level")
        if any(theatre.counter(row).is_combat for row in rows):
            why("OCS-4.9a-2", "the top combat unit that exerts a ZOC, or else the top one")
        if any(theatre.counter(row).kind == "plane" for row in rows):
            why("OCS-4.9a-3", "the top Active plane")
        why("OCS-4.9a-4", "whether it is in Strat Mode, DG or Out of Supply, and has a ZOC")
        why("OCS-4.9a-5", "neither steps lost nor internal stocks")
        units = tuple(_seen_unit(theatre, sight, row) for row in rows if row in sight.seen)
        return why.so(
            SeenHex(
                units=units,
                hedgehog=sight.position.hedgehogs.get(place, 0),
                exerts_zoc=place in sight.zones,
            )
        )


def _seen_unit(theatre: Theatre, sight: Sight, row: int) -> SeenUnit:
    shown = theatre.with_position(sight.position)
    return SeenUnit(
        name=theatre.counter(row).name,
        marker=shown.marker(row),
        out=bool(sight.position.out[row]),
        steps_lost=sight.position.lost[row],
        stock=("full", "low", "exhausted")[sight.position.stock[row]],
    )
