"""Receiving an RG: strength, weapons, leaders and types settled in order, piece by piece."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.arriving.armor_leaders import resolve_armor_leader
from landbridge.games.orsha.rules.arriving.leaders import resolve_leaders
from landbridge.games.orsha.rules.arriving.oba import (
    Module,
    module,
    observer,
    resolve_oba_strength,
)
from landbridge.games.orsha.rules.arriving.strength import resolve_strength
from landbridge.games.orsha.rules.arriving.variants import (
    resolve_aircraft,
    resolve_type,
    type_table,
)
from landbridge.games.orsha.rules.arriving.weapons import resolve_section, resolve_support_weapons
from landbridge.games.orsha.rules.purchases.pieces import Piece, PieceKind, PieceLot, lay_out
from landbridge.games.orsha.rules.purchases.reinforcement_groups import (
    Group,
    Strength,
    Units,
    carries,
    find_group,
    notes,
)
from landbridge.games.orsha.rules.purchases.written import Purchase
from landbridge.games.orsha.rules.questions import AS_RULED
from landbridge.games.orsha.rules.words import CgDate, Side
from landbridge.games.orsha.rulings import Rulings

SQUADS = ("company", "platoon")
SECTIONS = ("hw_section", "cupolas")
VEHICLES = ("afv_platoon", "sp_flak")
SWITCHES = (
    "historical_drm",
    "platoon_leaders",
    "leader_drm",
    "kv_pt34",
    "sp_flak_leaders",
    "hw_least",
    "depleted_sw",
    "german_oba_ends",
    "counter_battery_strength",
    "initial_oba",
    "stormovik_type",
    "aircraft_number",
    "outside_rules",
)
"""The rulings on which it turns what comes with an RG."""


class Receipt(Struct, frozen=True):
    """Everything that came with an RG."""

    rg: str
    strength: Strength | None
    """None for RGs that have none."""
    pieces: tuple[PieceLot, ...]
    record: tuple[str, ...]
    """What goes on the RG's line of the RG Purchase Record."""


@rule("OTO-8.62-1", "OTO-8.621-3", "OTO-8.622-3", "OTO-8.623-6")
def receipt(
    group: Group,
    date: CgDate,
    nature: Nature,
    purchase: Purchase | None = None,
    drm: int | None = None,
    rulings: Rulings = AS_RULED,
    aircraft_now: bool = True,
) -> Finding[Receipt]:
    """What an RG brings; aircraft are rolled for on entry, unless they enter now."""
    why = Why()
    record = [f"{group.id} {group.type}" if why("OTO-8.613-1", "name and ID") else group.id]
    strength: Strength | None = None
    if "c" in group.notes or group.kind == "cupolas":
        rolled = resolve_strength(group, date, nature, drm, rulings.historical_drm)
        why.add(rolled)
        strength = rolled.result
        record.append(rolled.result)
    settled: Strength = strength or "full"
    if strength is not None and not why("OTO-8.62-1", "Strength first, then weapons and leaders"):
        settled = "full"
    bought = purchase or Purchase(rg=group.id)
    if group.kind in SQUADS:
        pieces = _infantry(group, settled, date, nature, drm, rulings, why, record)
    elif group.kind in SECTIONS:
        pieces = _section(group, settled, date, nature, drm, rulings, why, record)
    elif group.kind in VEHICLES:
        pieces = _vehicles(group, settled, nature, rulings, why, record)
    elif group.kind == "guns":
        pieces = _guns(group, settled, nature, bought, why)
    elif group.kind in ("oba", "rocket_oba", "counter_battery"):
        pieces = _oba(group, date, nature, bought, drm, rulings, why, record)
    elif group.kind == "aircraft" and aircraft_now:
        pieces = _aircraft(group, nature, rulings, why)
    else:
        pieces = _other(group, bought, why)
    return why.so(Receipt(group.id, strength, tuple(pieces), tuple(record)))


def _number(unit: Units, strength: Strength, why: Why) -> int:
    side = "left" if strength == "full" else "right"
    rules = ("OTO-8.614-1", "OTO-8.621-3")
    slash = unit.depleted is not None and why(rules, f"the number {side} of the slash")
    if slash and strength == "depleted" and unit.depleted is not None:
        return unit.depleted
    return unit.full or 1


def _infantry(
    group: Group,
    strength: Strength,
    date: CgDate,
    nature: Nature,
    drm: int | None,
    rulings: Rulings,
    why: Why,
    record: list[str],
) -> list[PieceLot]:
    remarks: tuple[str, ...] = ()
    if rulings.outside_rules == "named" and carries(group, "d", why):
        why("RUL-OTO-42", "written on the pieces, applied by the players")
        remarks = ("Assault Engineer", "Sapper")
    unit = group.units[0]
    found = [PieceLot("squad", unit.name, _number(unit, strength, why), remarks)]
    weapons = why.add(resolve_support_weapons(group, strength, nature, rulings.depleted_sw))
    found += [PieceLot("sw", lot.name, lot.number) for lot in weapons]
    if weapons and why("OTO-8.622-3", "each SW on the RG's line of the record"):
        record += [f"{lot.name} {lot.number}" for lot in weapons]
    leaders = why.add(
        resolve_leaders(
            group,
            strength,
            date,
            nature,
            drm,
            rulings.historical_drm,
            rulings.leader_drm,
            rulings.platoon_leaders,
        )
    )
    found += [PieceLot("leader", name, number) for name, number in Counter(leaders).items()]
    record += leaders
    return found


def _section(
    group: Group,
    strength: Strength,
    date: CgDate,
    nature: Nature,
    drm: int | None,
    rulings: Rulings,
    why: Why,
    record: list[str],
) -> list[PieceLot]:
    section = why.add(resolve_section(group, strength, nature, rulings.hw_least))
    leaders = why.add(resolve_leaders(group, strength, date, nature, drm, rulings.historical_drm))
    kind: PieceKind = "cupola" if group.kind == "cupolas" else "sw"
    found = [PieceLot(_heavy(kind, lot.name), lot.name, lot.number) for lot in section.weapons]
    if section.weapons and why("OTO-8.623-6", "each Weapon on the RG's line of the record"):
        record += [f"{lot.name} {lot.number}" for lot in section.weapons]
    found += [PieceLot("crew", "2-2-8", section.crews)] * bool(section.crews)
    return found + [PieceLot("leader", name, number) for name, number in Counter(leaders).items()]


def _heavy(kind: PieceKind, name: str) -> PieceKind:
    return "gun" if "*" in name else kind


def _vehicles(
    group: Group,
    strength: Strength,
    nature: Nature,
    rulings: Rulings,
    why: Why,
    record: list[str],
) -> list[PieceLot]:
    found = _typed(group, "vehicle", _number(group.units[0], strength, why), nature, why)
    if "a" in group.notes or group.kind == "sp_flak":
        leader = why.add(
            resolve_armor_leader(group, strength, nature, rulings.kv_pt34, rulings.sp_flak_leaders)
        )
        if leader != "none":
            found.append(PieceLot("armor_leader", leader, 1))
            record.append(leader)
    return found


def _typed(group: Group, kind: PieceKind, number: int, nature: Nature, why: Why) -> list[PieceLot]:
    rolled = type_table(group)
    if rolled is not None:
        why.by(rolled.rules, f"a dr for each: {rolled.title}")
    types = Counter(nature.sub(resolve_type, group) for _ in range(number))
    return [PieceLot(kind, name, types[name]) for name in sorted(types)]


def _guns(
    group: Group, strength: Strength, nature: Nature, bought: Purchase, why: Why
) -> list[PieceLot]:
    number = _number(group.units[0], strength, why)
    found = _typed(group, "gun", number, nature, why)
    if carries(group, "b", why):
        found.append(PieceLot("crew", "2-2-8", number))
    if bought.trucks and carries(group, "o", why):
        found.append(PieceLot("vehicle", "GAZ-MM", number))
    return found


def _oba(
    group: Group,
    date: CgDate,
    nature: Nature,
    bought: Purchase,
    drm: int | None,
    rulings: Rulings,
    why: Why,
    record: list[str],
) -> list[PieceLot]:
    ammo = why.add(
        resolve_oba_strength(
            group,
            date,
            nature,
            drm,
            rulings.historical_drm,
            rulings.german_oba_ends,
            rulings.counter_battery_strength,
            rulings.initial_oba,
        )
    )
    name = group.units[0].name
    if ammo == "none":
        return [PieceLot("counter_battery", name, 1)]
    record.append(f"Str. {ammo}")
    if group.kind == "counter_battery":
        return [PieceLot("oba", name, 1, (ammo,))]
    fires = module(group, False, why)
    found = [PieceLot("oba", name, 1, (ammo, *_missions(fires)))]
    means = fires.contact
    kind: PieceKind = "observer" if "offboard_observer" in means else "contact"
    named = " or ".join("Offboard Observer" if kind == "observer" else way for way in means)
    found.append(PieceLot(kind, named.replace("_", " "), 1))
    if bought.hexes:
        found.append(PieceLot("pre_registered", "Pre-Registered hex", bought.hexes))
    return found


def _missions(fires: Module) -> tuple[str, ...]:
    """What a module may fire, as its line of the record says it."""
    fired = " and ".join(word.upper() if word == "he" else word for word in fires.ammunition)
    missions = [f"{fired} only"] * (fires.ammunition != ("any",))
    missions += ["one smoke mission"] * (fires.smoke_missions == "1")
    return (*missions, *(() if fires.barrage else ("no Barrage",)))


def _aircraft(group: Group, nature: Nature, rulings: Rulings, why: Why) -> list[PieceLot]:
    flight = why.add(
        resolve_aircraft(group, nature, rulings.stormovik_type, rulings.aircraft_number)
    )
    armed = ("bombs",) if flight.bombs else ()
    lots = [
        PieceLot("aircraft", flight.type, flight.number - flight.ptab, armed),
        PieceLot("aircraft", flight.type, flight.ptab, (*armed, "PTAB")),
    ]
    return [lot for lot in lots if lot.number]


def _other(group: Group, bought: Purchase, why: Why) -> list[PieceLot]:
    unit = group.units[0]
    kinds: dict[str, PieceKind] = {
        "observer": "observer",
        "bombardment": "bombardment",
        "fortifications": "fpp",
        "minefield": "minefield",
        "san": "san",
        "recon": "recon",
        "aircraft": "aircraft",
    }
    remarks: tuple[str, ...] = ()
    if group.kind == "observer":
        level = why.add(observer(group.side, bought.raised)).level
        remarks = (f"level {level}",)
    elif group.kind == "minefield" and carries(group, "j", why):
        mines = notes(group.side)["j"].figures
        remarks = (f"{mines['ap']} AP", f"{mines['at']} AT")
    elif group.kind == "aircraft":
        remarks = ("number by E7.21 on entry",)
    elif group.kind == "recon":
        remarks = ("basic",) if bought.basic else ("better",)
    elif group.kind == "bombardment" and carries(group, "m", why):
        remarks = (f"radius {notes(group.side)['m'].figures['radius']}, no hex immune",)
    return [PieceLot(kinds[group.kind], unit.name, unit.full or 1, remarks)]


def receive(
    side: Side,
    purchase: Purchase,
    date: CgDate,
    line: str,
    nature: Nature,
    drm: int | None = None,
    rulings: Rulings = AS_RULED,
) -> tuple[Piece, ...]:
    """The pieces that an RG brings into play, under the name of its line of the record."""
    group = find_group(side, purchase.rg)
    found = receipt(group, date, nature, purchase, drm, rulings, aircraft_now=False).result
    way = "given" if purchase.given else "bought"
    return lay_out(side, line, found.pieces, f"{way} with {group.id} on {date}")
