"""What planes bring: supply and units at a base, or dropped over a hex (OCS 14.4g, 14.9, 14.10)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.air.air_transport import (
    DeliveredLoad,
    Lift,
    left_of_load,
    put_down,
    set_down,
)
from landbridge.games.belorussia.air.dropping import come_down
from landbridge.games.belorussia.air.sorties import Sortie, in_flight
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.seizing import come_upon
from landbridge.games.belorussia.movement.sizes import load_of, steps_left
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import INACTIVE, RELEASED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.starving import lose_steps
from landbridge.games.belorussia.words import NAME_OF, counted

TRANSPORT: Rules = ("OCS-14.9-1",)
LOST: Rules = ("OCS-14.4g-1",)


def describe_cargo(theatre: Theatre, lift: Lift) -> str:
    """What planes carry, in words."""
    return f"{lift.tokens}T" if lift.unit < 0 else theatre.counter(lift.unit).name


def deliver(state: Ledger, sortie: Sortie, play: Play) -> Ledger:
    """What is left of a transport mission over its hex brings what it still carries."""
    lift = sortie.lift
    assert lift is not None, "a transport mission carries something"
    theatre = state.theatre(sortie.phase, sortie.phasing)
    load = lift.tokens if lift.unit < 0 else load_of(theatre, lift.unit)
    found = left_of_load(theatre, lift, in_flight(theatre, sortie), load)
    if found.result.lost:
        state = _lose(state, sortie, lift, found.result, play)
        theatre = state.theatre(sortie.phase, sortie.phasing)
    if not found.result.delivered or (lift.unit >= 0 and not _arrives(theatre, lift, found.result)):
        if found.result.returned:
            what = describe_cargo(theatre, replace(lift, tokens=found.result.returned))
            play.log("cargo_returns", found.rules, to=(sortie.side,), what=what)
        return _without_lost(state, theatre, lift, found.result)
    if lift.dropped:
        return _drop(state, sortie, lift, found.result, play)
    labels = theatre.land.labels
    start, end = labels[lift.start], labels[lift.to]
    what = describe_cargo(theatre, replace(lift, tokens=found.result.delivered))
    rules = (*TRANSPORT, *found.rules)
    released = lift.unit >= 0 and theatre.position.done[lift.unit] & RELEASED
    if lift.unit >= 0 and not released and sortie.phase in ("reaction", "exploitation"):
        rules += ("OCS-7.0a-2",)
    play.log("airlifted", rules, to=(sortie.side,), what=what, start=start, end=end)
    others, side = (other_side(sortie.side), SPECTATOR), NAME_OF[sortie.side]
    play.log("planes_unload", TRANSPORT, to=others, side=side, hex=end)
    return state.with_position(_landed(theatre, sortie, lift, found.result))


def _arrives(theatre: Theatre, lift: Lift, found: DeliveredLoad) -> bool:
    """Whether a unit is brought: it is alive, and none of it flies back."""
    return theatre.on_map(lift.unit) and not found.returned


def _lose(state: Ledger, sortie: Sortie, lift: Lift, found: DeliveredLoad, play: Play) -> Ledger:
    """Cargo above the capacity that is left is destroyed (OCS-14.4g-1)."""
    theatre = state.theatre(sortie.phase, sortie.phasing)
    if lift.unit < 0:
        lost = counted(found.lost, "token")
        play.log("cargo_lost", LOST, to=(sortie.side,), tokens=lost)
        return state
    steps, whole = 0, load_of(theatre, lift.unit)
    for steps in range(1, steps_left(theatre, lift.unit) + 1):
        fewer = lose_steps(theatre, {lift.unit: steps}).position
        if load_of(theatre.with_position(fewer), lift.unit) <= whole - found.lost:
            break
    after = lose_steps(theatre, {lift.unit: steps})
    event = "cargo_unit_dies" if after.dead else "cargo_unit_reduced"
    name = theatre.counter(lift.unit).name
    play.log(event, LOST, to=(sortie.side,), unit=name, steps=counted(steps, "step"))
    return state.with_position(after.position)


def _without_lost(state: Ledger, theatre: Theatre, lift: Lift, found: DeliveredLoad) -> Ledger:
    """Cargo that flies back lies where it was; what was lost of it is gone."""
    if lift.unit >= 0 or not found.lost:
        return state
    return state.with_position(put_down(theatre, lift, replace(found, delivered=0), 0))


def _landed(theatre: Theatre, sortie: Sortie, lift: Lift, found: DeliveredLoad) -> Position:
    """The position when a base has unloaded planes, and those that stay are Inactive there."""
    assert sortie.planned is not None, "it was planned"
    unloads, staying = sortie.planned.unloads, sortie.planned.staying
    over = in_flight(theatre, sortie)
    if lift.unit >= 0:
        position = set_down(theatre, lift.unit, lift.to)
        used = position.airlifts.unload(lift.to, min(unloads, found.delivered))
        position = replace(position, airlifts=used)
    else:
        position = put_down(theatre, lift, found, unloads)
    stay = [row for row in staying if row in over]
    done = {row: position.done[row] | INACTIVE for row in stay}
    moved = position.moved(dict.fromkeys(stay, lift.to))
    return replace(moved, done=BYTE.put_all(moved.done, done))


# Drops


def _drop(state: Ledger, sortie: Sortie, lift: Lift, found: DeliveredLoad, play: Play) -> Ledger:
    theatre = state.theatre(sortie.phase, sortie.phasing)
    label = theatre.land.labels[lift.to]
    down = come_down(theatre, lift, found, play.nature)
    rules = down.rules
    if lift.unit >= 0:
        name = theatre.counter(lift.unit).name
        event = "unit_jumps" if down.result.landed else "unit_dies_jumping"
        play.log(event, rules, to=(sortie.side,), unit=name, hex=label)
    else:
        landed, lost = down.result.landed, found.delivered - down.result.landed
        play.log(
            "supply_dropped",
            rules,
            to=(sortie.side,),
            landed=f"{landed}T",
            tokens=counted(lost, "token"),
            hex=label,
        )
    others = (other_side(sortie.side), SPECTATOR)
    play.log("planes_drop", ("OCS-14.10b-1",), to=others, side=NAME_OF[sortie.side], hex=label)
    state = state.with_position(down.result.position)
    if lift.unit < 0 or not down.result.landed:
        return state
    return come_upon(state, theatre, (lift.to,), sortie.side, play)
