"""Escape from Isolation (9.6063): who may try, with which modifiers, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import Modifier, Tally, modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import Rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.isolation import Isolation
from landbridge.games.orsha.rules.questions import AS_RULED
from landbridge.games.orsha.rules.words import PACKAGE, Side, figures
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
