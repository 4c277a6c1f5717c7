"""After a combat: who may advance into the hex, who goes into Exploit Mode (OCS 9.12g, 9.13)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.combat.battles import Battle, battlefield
from landbridge.games.belorussia.combat.fighting_units import action_rating
from landbridge.games.belorussia.combat.losing import still_there
from landbridge.games.belorussia.combat.results import Outcome, ResultChoices, exploit_rating
from landbridge.games.belorussia.fronts.fronts_on_map import is_held_back
from landbridge.games.belorussia.movement.faces import face_up, is_rooted
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import FINISHED, MARKERS, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.control import take_control, takes_hold
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Phase

# Advance


def is_empty(theatre: Theatre, battle: Battle) -> bool:
    """Whether no defender is left in the hex."""
    return not theatre.combat_units(battle.target, other_side(battle.side))


def advancers(theatre: Theatre, battle: Battle) -> tuple[int, ...]:
    """The attackers that may advance: who is there still and can move on either side."""
    rows = still_there(theatre, battle.attackers)
    return tuple(row for row in rows if not is_rooted(theatre, row))


def advance_violations(
    theatre: Theatre, battle: Battle, rows: Sequence[int], retreated: bool
) -> tuple[Violation, ...]:
    """What speaks against these units' advancing into the hex that was attacked."""
    found = []
    for row in rows:
        name = theatre.counter(row).name
        found += [
            violation_if(
                row not in battle.attackers,
                f"{name} took no part in the attack",
                "OCS-9.12g-2",
                "only units that paid combat supply advance",
            ),
            violation_if(
                bool(theatre.position.done[row] & FINISHED) and not in_force("OCS-4.5b-3"),
                f"{name} has finished its move",
                (),
            ),
            violation_if(
                row in battle.attackers and is_rooted(theatre, row),
                f"{name} has no movement allowance on either side",
                "OCS-9.12b-2",
                "it never advances",
            ),
        ]
    label = theatre.land.labels[battle.target]
    return violations(
        violation_if(
            not is_empty(theatre, battle), f"defenders are left in {label}", "OCS-9.12g-1"
        ),
        violation_if(
            retreated, "the attacker has retreated", "OCS-9.12g-1", "then nobody advances"
        ),
        *found,
    )


def advance(theatre: Theatre, battle: Battle, rows: Sequence[int]) -> Position:
    """The position when these units have advanced; it costs neither MP nor fuel."""
    position = theatre.position.moved(dict.fromkeys(rows, battle.target))
    if any(takes_hold(theatre, row) for row in rows):
        position = take_control(position, battle.side, (battle.target,))
    return position


# Exploit Mode


def how_fought(
    theatre: Theatre, battle: Battle, phase: Phase, back: int, unable: int
) -> ResultChoices:
    """How a combat was fought, as far as that decides over Exploit Mode."""
    hexes = battle.hexes
    return ResultChoices(
        attack=battle.attack,
        attacker_retreat=back,
        attacker_unable=unable,
        exploitation_phase=phase == "exploitation",
        from_hexes=len(hexes),
        hexes_adjacent=len(hexes) != 2 or theatre.land.distance(*hexes) == 1,
    )


def exploiters(
    theatre: Theatre, battle: Battle, outcome: Outcome, chosen: ResultChoices, why: Why
) -> tuple[int, ...]:
    """The attackers that may be marked Exploit, each by its own rating; DG units never."""
    needed = exploit_rating(outcome, chosen, why)
    if not needed:
        return ()
    found = []
    for row in still_there(theatre, battle.attackers):
        name = theatre.counter(row).name
        dg = theatre.marker(row) == "dg"
        if dg and why("OCS-9.13b-1", f"{name} is DG"):
            continue
        if _rating(theatre, battle, row) >= needed and not is_held_back(theatre, row, why):
            found.append(row)
    return tuple(found)


def _rating(theatre: Theatre, battle: Battle, row: int) -> int:
    """The rating that is compared with the result."""
    if figures("exploit_rating", theatre.rulings.exploit_rating)["printed"]:
        return face_up(theatre, row).rating
    here = theatre.place_of(row)
    across = battlefield(theatre, battle.side, here, battle.target, battle.attack).hexside
    return action_rating(theatre, row, True, battle.target, across, Why())


def mark_exploit(theatre: Theatre, rows: Sequence[int]) -> Position:
    """The position when units are in Exploit Mode: every other marker goes, the side up stays."""
    marker = MARKERS.index("exploit")
    column = BYTE.put_all(theatre.position.marker, dict.fromkeys(rows, marker))
    return replace(theatre.position, marker=column)
