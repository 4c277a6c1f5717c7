"""What keeps counters out of hexes, apart from the terrain: the enemy, their mode, their orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.space.marks import either
from landbridge.games.belorussia.movement.faces import attack_capable
from landbridge.games.belorussia.movement.segments import is_simulcast
from landbridge.games.belorussia.movement.special_bars import special_bars
from landbridge.games.belorussia.movement.zone_effects import EFFECTS, felt
from landbridge.games.belorussia.movement.zones import enemy_zones
from landbridge.games.belorussia.partisans.zones import sleeping_places
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import SETTLEMENTS
from landbridge.games.belorussia.words import Side

SETTLED = frozenset(SETTLEMENTS)


class Bar(Struct, frozen=True):
    """Places that somebody may not enter, and why."""

    places: bytes
    """By place: 1 where it holds."""
    text: str
    rules: Rules
    remedy: str = ""

    def violation(self, also: Rules = ()) -> Violation:
        """The bar as a refusal says it."""
        return Violation(self.text, (*self.rules, *also), self.remedy)


def bars(theatre: Theatre, rows: Sequence[int]) -> tuple[Bar, ...]:
    """Whatever keeps these counters, or one of them, out of a hex."""
    rows = tuple(rows)
    return theatre.once(("bars", rows), lambda theatre: _bars(theatre, rows))


def _bars(theatre: Theatre, rows: Sequence[int]) -> tuple[Bar, ...]:
    side = theatre.counter(rows[0]).side
    return tuple(
        bar for bar in (*_enemies(theatre, rows, side), *_modes(theatre, rows, side)) if bar
    )


def _enemies(theatre: Theatre, rows: Sequence[int], side: Side) -> Iterator[Bar]:
    if in_force("OCS-4.8c-1"):
        yield Bar(
            _held(theatre, other_side(side)),
            "an enemy combat unit is there",
            ("OCS-4.8c-1",),
            "overrun it, or attack it in the Combat Phase",
        )
    if is_simulcast(theatre) and in_force("OCS-2.4-3"):
        yield Bar(
            non_combat_places(theatre, other_side(side)),
            "enemy supply, trucks or planes are there, and this is a simulcast turn",
            ("OCS-2.4-3",),
            "wait for another turn",
        )
    elif in_force("OCS-4.4c-1") and not any(attack_capable(theatre, row) for row in rows):
        yield Bar(
            non_combat_places(theatre, other_side(side)),
            "enemy supply, trucks or planes are there",
            ("OCS-4.4c-1", "OCS-3.3-1"),
            "only with an Attack-Capable unit",
        )
        if not in_force("OCS-4.4c-2"):
            # Without the rule a settlement of the enemy would be closed like his supply.
            yield Bar(enemy_settlements(theatre, side), "it is the enemy's", ("OCS-4.4c-2",))


def _held(theatre: Theatre, enemy: Side) -> bytes:
    """By place: 1 where an enemy combat unit stands that does not give way."""
    held = theatre.held_by(enemy)
    asleep = sleeping_places(theatre) if enemy == "soviet" else frozenset[int]()
    return BYTE.put_all(held, dict.fromkeys(asleep, 0)) if asleep else held


def _modes(theatre: Theatre, rows: Sequence[int], side: Side) -> Iterator[Bar]:
    strat = next((row for row in rows if theatre.marker(row) == "strat"), None)
    zones = None if strat is None else felt(theatre, side, "moving_in_strat")
    if strat is not None and zones is not None:
        yield Bar(
            zones,
            f"{theatre.counter(strat).name} is in Strat Mode, and an enemy ZOC reaches there",
            (EFFECTS["moving_in_strat"].rule, "OCS-4.5-1", "OCS-4.5-2"),
            "keep out of enemy ZOCs; a friend in the hex does not help",
        )
    reserve = next((row for row in rows if theatre.marker(row) == "reserve"), None)
    if reserve is not None and not in_force("OCS-5.7c-1"):
        # What cannot be entered in a zone could not go into one either, were it not for 5.7c.
        name = theatre.counter(reserve).name
        yield Bar(enemy_zones(theatre, side), f"{name} is in Reserve Mode", ("OCS-5.7c-1",))
    for row in rows:
        for places, violation in special_bars(theatre, row):
            yield Bar(places, violation.text, violation.rules, violation.remedy)


def enemy_settlements(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 where the enemy holds a village or city."""
    return bytes(is_enemy_settlement(theatre, side, place) for place in range(theatre.land.size))


def is_enemy_settlement(theatre: Theatre, side: Side, place: int) -> bool:
    """Whether the enemy holds a village or city in a hex."""
    enemy = theatre.position.control[place] == SIDES.index(other_side(side)) + 1
    return enemy and not SETTLED.isdisjoint(theatre.land.terrain[place])


def non_combat_places(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 where a side has supply, trucks, planes or an air base (OCS-3.3-1)."""
    return theatre.once(("non-combat", side), lambda theatre: _non_combat(theatre, side))


def _transport_and_planes(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 where a side has Transport Points or planes."""
    size, at = theatre.land.size, WORD.numbers(theatre.position.at)
    found = bytearray(size)
    for row in theatre.counters.non_combat[SIDES.index(side)]:
        if at[row] < size:
            found[at[row]] = 1
    return bytes(found)


def _non_combat(theatre: Theatre, side: Side) -> bytes:
    number = SIDES.index(side)
    if not in_force("OCS-3.3-1"):
        return bytes(theatre.land.size)
    found = bytearray(
        theatre.once(
            ("transport and planes", side),
            lambda theatre: _transport_and_planes(theatre, side),
            of=side,
        )
    )
    for place in theatre.position.dumps[number]:
        found[place] = 1
    for place, base in theatre.position.bases.items():
        found[place] |= base.side == side
    return bytes(found)


def barred_to(theatre: Theatre, rows: Sequence[int]) -> bytes:
    """By place: 1 where something keeps these counters, or one of them, out."""
    rows = tuple(rows)
    return theatre.once(("barred to", rows), lambda theatre: barred(theatre, bars(theatre, rows)))


def barred(theatre: Theatre, found: Sequence[Bar]) -> bytes:
    """By place: 1 where one of these holds."""
    if not found:
        return bytes(theatre.land.size)
    together = found[0].places
    for bar in found[1:]:
        together = either(together, bar.places)
    return together
