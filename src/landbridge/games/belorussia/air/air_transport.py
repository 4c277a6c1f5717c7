"""Air Transport (OCS 14.9): what planes carry from base to base, how far, and who stays there."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.asking import FlightNow
from landbridge.games.belorussia.air.bases import field_at
from landbridge.games.belorussia.air.missions_on_map import ready_violations
from landbridge.games.belorussia.air.planes import hexes_to, is_reduced, range_of, types_of
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.sizes import load_of
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import AirCapacity
from landbridge.games.belorussia.violations import refuse, violation_if, violations

LEG = 10
"""The most Leg points in Move Mode with which a unit is carried (OCS-14.9c-1)."""
UNLOADED = 2
"""Tokens that a strip unloads, and a base for each of its levels (OCS-14.9f-1)."""


def capacity(
    theatre: Theatre, row: int, place: int, why: Why, ruled: AirCapacity = "two_tokens"
) -> Fraction:
    """Tokens that a plane carries so far; none where it does not get there."""
    name, hexes, reach = (
        theatre.counter(row).name,
        hexes_to(theatre, row, place),
        range_of(theatre, row),
    )
    printed = Fraction(figures("air_capacity", ruled)["tokens"])
    if is_reduced(theatre, row):
        printed /= 2
    why.by(("OCS-14.9a-1", "RUL-TFB-224"), f"{name} carries {printed}T within its range")
    if 2 * hexes <= reach and why("OCS-14.9e-3", f"{name}: half its range, double its capacity"):
        return 2 * printed
    if hexes <= reach and why("OCS-14.9e-1", f"{name}: within its range"):
        return printed
    if hexes <= 2 * reach and why("OCS-14.9e-2", f"{name}: twice its range, and it stays there"):
        return printed
    return Fraction(0)


def stays_there(theatre: Theatre, row: int, place: int) -> bool:
    """Whether a plane stays Inactive at the destination: it flew beyond its range."""
    home = hexes_to(theatre, row, place) <= range_of(theatre, row)
    return not home or not in_force("OCS-14.9e-1")


def most_unloaded(level: int) -> int:
    """Tokens that a base unloads in a Movement Segment from planes that fly home again."""
    return UNLOADED * max(level, 1)


def transport_violations(
    theatre: Theatre, rows: Sequence[int], to: int, unit: int | None
) -> tuple[Violation, ...]:
    """What speaks against planes' carrying anything, or this unit, to a base."""
    side, label = theatre.counter(rows[0]).side, theatre.land.labels[to]
    found = [
        violation_if(
            field_at(theatre, side, to) is None,
            f"the side has no air base in {label}",
            "OCS-14.9-1",
            "from a base to a friendly base",
        )
    ]
    for row in rows:
        name, far = theatre.counter(row).name, hexes_to(theatre, row, to)
        found += [
            violation_if(
                "Tpt" not in types_of(theatre, row),
                f"{name} is no transport plane",
                ("OCS-14.9a-1", "OCS-14.1-1"),
                "a Tpt",
            ),
            violation_if(
                far > 2 * range_of(theatre, row),
                f"{label} is {far} hexes from {name}",
                "OCS-14.9e-2",
                "up to twice its range",
            ),
        ]
    if unit is not None:
        counter = theatre.counter(unit)
        light = counter.moving.by == "leg" and counter.moving.move <= LEG
        found.append(
            violation_if(
                not counter.is_combat or not light or mode_of(theatre, unit) != "move",
                f"{counter.name} is not carried by air",
                "OCS-14.9c-1",
                f"units in Move Mode with a Leg allowance of {LEG} or less",
            )
        )
    return violations(*found)


class AirCargo(Struct, frozen=True):
    """What planes may carry together."""

    tokens: int
    """Whole tokens, or what a unit counts for transport."""
    staying: tuple[str, ...]
    """Planes that stay Inactive at the destination."""
    unloads: int
    """Tokens that the base unloads; what is more comes with planes that stay there."""


class AirTransport(PositionQuestion, frozen=True, kw_only=True):
    """What planes may carry to a base, which of them stay there, and how much it unloads."""

    cites = ("OCS-14.9-1", "OCS-14.9a-1", "OCS-14.9b-1", "OCS-14.9c-1", "OCS-14.9f-1")
    turns_on = ("air_capacity", "reduced_planes")

    units: Annotated[UnitNames, Meta(description="the planes that carry it together")]
    to: Annotated[HexLabel, Meta(description="the base that they fly to")]
    tokens: Annotated[int, Meta(ge=0, le=40, description="tokens of supply that are carried")] = 0
    cargo: Annotated[str, Meta(max_length=60, description="a unit that is carried instead")] = ""
    flight: FlightNow = "full"

    def answer(self, nature: Nature) -> Finding[AirCargo]:
        theatre, why = self.theatre(), Why()
        rows, to = find_rows(theatre, self.units), theatre.land.place(self.to)
        unit = find_row(theatre, self.cargo) if self.cargo else None
        ready = [one for row in rows for one in ready_violations(theatre, row, self.flight)]
        refuse((*dict.fromkeys(ready), *transport_violations(theatre, rows, to, unit)))
        why("OCS-14.9-1", "from base to base; enemy ZOCs do not hinder it")
        ruled = self.rulings.air_capacity
        total = sum((capacity(theatre, row, to, why, ruled) for row in rows), Fraction(0))
        whole = int(total)
        if total != whole and not why("OCS-14.9b-1", "half a token is never rounded up"):
            whole += 1
        wanted = self.tokens if unit is None else load_of(theatre, unit, why)
        refuse(
            violations(
                violation_if(
                    wanted > whole,
                    f"{wanted}T, and the planes carry {whole}T",
                    ("OCS-14.9a-1", "OCS-14.9b-1"),
                    f"up to {whole}T",
                )
            )
        )
        return why.so(self._cargo(theatre, rows, to, wanted, why))

    def _cargo(
        self, theatre: Theatre, rows: Sequence[int], to: int, wanted: int, why: Why
    ) -> AirCargo:
        field = field_at(theatre, theatre.counter(rows[0]).side, to)
        most = most_unloaded(field.level if field else 0)
        limited = wanted > most and why("OCS-14.9f-1", f"the base unloads {most}T in a segment")
        staying = [row for row in rows if stays_there(theatre, row, to)]
        over = wanted - most if limited else 0
        for row in rows:
            # Whoever carries the surplus has to stay.
            if over > 0 and row not in staying and in_force("OCS-14.9f-2"):
                why("OCS-14.9f-2", "planes that carry more than it unloads stay there Inactive")
                staying.append(row)
                over -= int(capacity(theatre, row, to, Why(), self.rulings.air_capacity))
        names = tuple(theatre.counter(row).name for row in rows if row in staying)
        return AirCargo(wanted, names, min(wanted, most) if limited else wanted)
