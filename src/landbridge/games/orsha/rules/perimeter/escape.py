"""Escape from Isolation (9.6063): who may try, with which modifiers, and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import Modifier, Tally, modifier, tally
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import Rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.isolation import Isolation
from landbridge.games.orsha.rules.questions import AS_RULED, RuledQuestion
from landbridge.games.orsha.rules.words import DR, PACKAGE, Side, figures
from landbridge.games.orsha.rulings import (
    DismantledGuns,
    Rulings,
)

Column = Literal["infantry", "vehicle"]
Cell = Literal[
    "escapes",
    "replaced",
    "reduced",
    "replaced_and_reduced",
    "abandoned_crew_escapes",
    "abandoned_crew_lost",
    "eliminated",
]
Ground = Literal["isolated", "no_mans_land", "enemy_area", "uncontrolled", "own_area"]
GunState = Literal["none", "emplaced", "dismantled"]

INFANTRY = table(PACKAGE, "escape.infantry", Cell)
AS_PRINTED = table(PACKAGE, "escape.infantry_as_printed", Cell)
VEHICLE = table(PACKAGE, "escape.vehicle", Cell)
DRM: dict[str, Any] = read_toml(PACKAGE, "escape.toml")["drm"]
HALF_SQUADS: dict[str, Any] = read_toml(PACKAGE, "escape.toml")["half_squads"]
ESCAPE = "Escape"
FAR = 99

_LEADER = re.compile(r"(?:[0-9]{1,2})?([+-]?[0-9])")
_LOAD = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")


class Party(Struct, frozen=True, kw_only=True):
    """A stack of Infantry, a lone SMC or a vehicle that wants to Escape."""

    kind: Column
    half_squads: int = 1
    """Half-squad equivalents; 0 for a lone SMC."""
    lone_smc: bool = False
    wounded: bool = False
    leader: int | None = None
    """Modifier of a leader, Armor Leader or hero with the party."""
    distance: int = FAR
    """Hexes to the nearest friendly-Controlled, non-Isolated hex."""
    loads: tuple[tuple[int, int], ...] = ()
    """What each MMC carries: PP, and its IPC."""
    encircled: bool = False
    captured: bool = False
    stack: bool = False
    """Whether several units use the one DR."""


class EscapeResult(Struct, frozen=True, order=True):
    """What comes of an Escape attempt."""

    outcome: Cell
    retained: bool
    """Whether what is left of the party is Retained, with the SW it portages."""
    replaced: bool = False
    casualty_reduced: bool = False
    victim: str = ""
    """How the unit hit is found in a stack."""
    instead_of_disruption: str = ""
    crew: Literal["", "escapes", "eliminated"] = ""
    stays: str = ""
    """What stays in its hex and facing."""
    crew_survival: bool = True
    goes_to: str = ""


# Modifiers


def way_out(isolation: Isolation, side: Side, place: Hex) -> int:
    """Hexes from a hex to the nearest ground that its side Controls and that is not Isolated."""
    friendly = (
        hex_
        for hex_, holder in isolation.control.items()
        if holder == side and hex_ not in isolation.isolated
    )
    return nearest(place, friendly)


def nearest(place: Hex, friendly: Iterable[Hex]) -> int:
    """Hexes from a hex to the nearest of these."""
    return min((place.distance(other) for other in friendly), default=FAR)


def excess(loads: tuple[tuple[int, int], ...], lent: int) -> int:
    """PP above IPC of the worst unit, when a leader lends his IPC where it helps most."""
    worst = sorted((pp - ipc for pp, ipc in loads), reverse=True)
    if not worst or worst[0] <= 0:
        return 0
    return max(0, worst[0] - lent, *worst[1:2])


@rule("OTO-9.6063-DRM-1", "OTO-9.6063-DRM-3", "OTO-NEC-2", "OTO-NEC-3", "OTO-NEC-39", "OTO-NEC-40")
def escape_modifiers(party: Party, rulings: Rulings = AS_RULED) -> Tally:
    """Every modifier of an Escape DR with its rule."""
    table_rule = "OTO-9.6063-1"
    unsigned: Rules = ("OTO-9.6063-DRM-1", "RUL-OTO-10")
    sign: int = figures("escape_signs", rulings.escape_signs)["sign"]
    afv = party.kind == "vehicle"
    near, adjacent = party.distance <= DRM["near_hexes"], party.distance <= 1
    extra = max(0, party.half_squads - 1)
    lent = figures("leader_ipc", rulings.leader_ipc)["ipc"] if party.leader is not None else 0
    over = 0 if afv else excess(party.loads, lent)
    both = rulings.escape_near == "both"
    parts: list[Modifier | None] = [
        _leader(party, rulings),
        modifier(sign * DRM["lone_smc"], "lone unwounded SMC", unsigned)
        if party.lone_smc and not party.wounded
        else None,
        modifier(sign * DRM["near"], "2 hexes or less from friendly ground", unsigned)
        if near
        else None,
        modifier(
            sign * DRM["adjacent"],
            "adjacent to friendly ground",
            (*unsigned, "OTO-NEC-2", "RUL-OTO-11"),
        )
        if adjacent and both
        else None,
        modifier(
            extra * DRM["extra_half_squad"],
            "half-squads above one; leaders add none",
            (table_rule, "OTO-NEC-40"),
        )
        if extra and not afv
        else None,
        modifier(over * DRM["excess_pp"], "PP above IPC", table_rule) if over else None,
        modifier(DRM["encircled"], "Encircled", table_rule)
        if party.encircled and not afv
        else None,
        modifier(DRM["captured_afv"], "Captured AFV", table_rule)
        if party.captured and afv
        else None,
    ]
    return tally(*parts)


def _leader(party: Party, rulings: Rulings) -> Modifier | None:
    """The leader's modifier with its own sign; a lone SMC has none, but for a muted rule."""
    if party.leader is None:
        return None
    if party.lone_smc and in_force(("OTO-9.6063-DRM-3", "OTO-NEC-39")):
        return None
    own = rulings.escape_leader == "own_sign" and in_force("OTO-NEC-3")
    value = party.leader if own else abs(party.leader)
    rules = ("OTO-9.6063-DRM-3", "OTO-NEC-3", "RUL-OTO-12")
    kept = rules if own else ("OTO-9.6063-DRM-3", "RUL-OTO-12")
    return modifier(value, "leader or hero with the party", kept)


# The attempt


@rule("OTO-8.2-Escape-1", "OTO-9.6063-1")
def may_escape(ground: Ground, why: Why) -> None:
    """Refuse an Escape from ground where the unit can remain."""
    if ground == "own_area" and in_force("OTO-8.2-Escape-1"):
        raise Refusal(
            "the unit stands in its own area, not Isolated, and can remain there",
            ("OTO-8.2-Escape-1", "OTO-9.6063-1"),
            legal="Escape from an Isolated Location, No Man's Land or ground that is not its own",
        )
    why(
        ("OTO-8.2-Escape-1", "OTO-9.6063-1"),
        "a unit may try to leave ground where it cannot remain, by one DR on the Escape table",
    )


@rule("OTO-9.6063-4")
def guns_along(gun: GunState, dismantled_guns: DismantledGuns, why: Why) -> None:
    """Refuse to take a Gun along that is not dismantled."""
    barred = gun == "emplaced" or (gun == "dismantled" and dismantled_guns == "never")
    if barred and in_force("OTO-9.6063-4"):
        raise Refusal(
            "a Gun cannot go along",
            ("OTO-9.6063-4", "RUL-OTO-14"),
            legal="drop it, hand it over, or dismantle it if it can be, before the attempt",
        )
    if gun == "dismantled":
        why(("OTO-9.6063-4", "RUL-OTO-14"), "a dismantled Gun goes along")


@rule("OTO-9.6063-1", "OTO-9.6063-DRM-2", "OTO-9.6064-1", "OTO-NEC-1", "OTO-NEC-38")
def attempt_escape(
    party: Party, nature: Nature, rulings: Rulings = AS_RULED
) -> Finding[EscapeResult]:
    """One Escape DR and what it means."""
    why = Why()
    total = escape_modifiers(party, rulings)
    if party.lone_smc and party.leader is not None:
        why(
            ("OTO-9.6063-DRM-3", "OTO-NEC-39"),
            "a lone SMC does not use his own leadership modifier",
        )
    used = VEHICLE
    if party.kind == "infantry":
        eight = rulings.escape_eight == "escapes"
        text = "8 or less escapes" if eight else "the first row is below 8, as printed"
        if not why(("OTO-9.6063-DRM-2", "OTO-NEC-1", "RUL-OTO-9"), text):
            eight = not eight
        used = INFANTRY if eight else AS_PRINTED
    cell: Cell = nature.look(used, total, purpose=ESCAPE)
    return why.so(_result(cell, party, why))


@rule("OTO-9.6064-1")
def drop_encircled_markers(why: Why) -> bool:
    """Whether all Encircled markers are removed, when the Escapes are over."""
    return why("OTO-9.6064-1", "all Encircled markers are removed now")


def _result(cell: Cell, party: Party, why: Why) -> EscapeResult:
    hit = cell in ("replaced", "reduced", "replaced_and_reduced")
    replaced = cell in ("replaced", "replaced_and_reduced")
    survives = cell not in ("eliminated", "abandoned_crew_lost")
    kept = survives and why(
        "OTO-9.6064-1", "survivors and the SW they portage are Retained; Encircled markers go"
    )
    box = survives and why("OTO-NEC-38", "they go to the Retained box; no way is traced")
    crew: Literal["", "escapes", "eliminated"] = ""
    if cell.startswith("abandoned"):
        crew = "escapes" if cell == "abandoned_crew_escapes" else "eliminated"
    vehicle = party.kind == "vehicle" and cell != "escapes"
    chosen = (
        hit
        and party.stack
        and why(
            "OTO-9.6063-2", "a stack has made one DR: the unit hit is found by Random Selection"
        )
    )
    return EscapeResult(
        cell,
        kept,
        replaced,
        cell in ("reduced", "replaced_and_reduced"),
        "random selection" if chosen else "",
        "eliminated" if replaced else "",
        crew,
        "the vehicle, in its hex and facing" if vehicle else "",
        not (vehicle and cell == "eliminated"),
        "retained" if box else "",
    )


def read_leader(text: str) -> int | None:
    """A leader's modifier from 9-1, 8-0, 6+1, or a signed number."""
    if not text:
        return None
    found = _LEADER.fullmatch(text.strip())
    if not found:
        raise BadInput(f"'{text}' is not a leader; write 9-1, 8-0, 6+1 or a number such as -1.")
    return int(found[1])


def _read_stack(members: tuple[str, ...]) -> int:
    for member in members:
        if member not in HALF_SQUADS or member == "source":
            kinds = [word for word in HALF_SQUADS if word != "source"]
            raise BadInput(f"'{member}' is not a member of a stack. Allowed: {choices(kinds)}.")
    return sum(int(HALF_SQUADS[member]) for member in members)


def _read_loads(texts: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    loads = []
    for text in texts:
        found = _LOAD.fullmatch(text.strip())
        if not found:
            raise BadInput(f"'{text}' is not a load; write PP/IPC for each MMC, for example 5/3.")
        loads.append((int(found[1]), int(found[2])))
    return tuple(loads)


class Escape(RuledQuestion, frozen=True, kw_only=True):
    """An Escape attempt: what the DR means, with every modifier; without it, the exact odds."""

    rolls = {"dr": ESCAPE}
    cites = ("OTO-9.6063-1", "OTO-9.6063-DRM-1", "OTO-9.6063-DRM-2", "OTO-9.6063-DRM-3")
    turns_on = (
        "escape_eight",
        "escape_signs",
        "escape_near",
        "escape_leader",
        "leader_ipc",
        "dismantled_guns",
    )

    unit: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=12,
            description="vehicle, or the Infantry that uses the DR: squad, hs, crew, smc",
        ),
    ]
    dr: DR | None = None
    leader: Annotated[
        Name, Meta(description="leader, Armor Leader or hero with it: 9-1, 8-0, 6+1, -1")
    ] = ""
    wounded: Annotated[bool, Meta(description="a lone SMC: whether he is wounded")] = False
    distance: Annotated[
        int, Meta(ge=1, le=FAR, description="hexes to friendly-Controlled, non-Isolated ground")
    ] = FAR
    carried: Annotated[
        tuple[Name, ...],
        Meta(max_length=12, description="PP/IPC of each MMC that carries something, as 5/3"),
    ] = ()
    encircled: Annotated[bool, Meta(description="whether it is Encircled")] = False
    captured: Annotated[bool, Meta(description="whether it is a Captured AFV")] = False
    gun: Annotated[GunState, Meta(description="a Gun that is to go along")] = "none"
    ground: Annotated[Ground, Meta(description="where it stands")] = "isolated"

    def answer(self, nature: Nature) -> Finding[EscapeResult]:
        why = Why()
        if not self.unit:
            raise BadInput("unit is vehicle, or a list of squad, hs, crew and smc.")
        may_escape(self.ground, why)
        guns_along(self.gun, self.rulings.dismantled_guns, why)
        vehicle = self.unit == ("vehicle",)
        lone = self.unit == ("smc",)
        party = Party(
            kind="vehicle" if vehicle else "infantry",
            half_squads=0 if vehicle else _read_stack(self.unit),
            lone_smc=lone,
            wounded=self.wounded,
            leader=read_leader(self.leader),
            distance=self.distance,
            loads=_read_loads(self.carried),
            encircled=self.encircled,
            captured=self.captured,
            stack=len(self.unit) > 1,
        )
        return why.so(why.add(attempt_escape(party, nature, self.rulings)))
