"""What a unit on the map brings to a combat: strength, action rating, anti-tank level (OCS 9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.amounts import rounded
from landbridge.games.belorussia.combat.strength import Condition, Reduced, condition_factor
from landbridge.games.belorussia.combat.works import hedgehog_of
from landbridge.games.belorussia.movement.faces import face_up
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.position.counters import Counter, other_side
from landbridge.games.belorussia.position.position import MOVE_SIDE, RELEASED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.terrain.multipliers import ANTI_TANK, AntiTank, Role
from landbridge.games.belorussia.terrain.words import Hexside
from landbridge.games.belorussia.units.assault_engineers import Target, assault_engineer_ar
from landbridge.games.belorussia.words import PACKAGE, Side

DATA = read_toml(PACKAGE, "combat.toml")
UNPRINTED = DATA["unprinted"]
HEAVY: list[str] = DATA["anti_tank"]["heavy"]
RIVERS: tuple[Hexside, ...] = ("minor_river", "major_river")


# Strength


def printed_strength(theatre: Theatre, row: int, why: Why) -> int:
    """The strength of the side that is up; HQs and artillery have one that is not printed."""
    counter, moving = theatre.counter(row), theatre.position.face[row] == MOVE_SIDE
    printed = face_up(theatre, row).strength
    if counter.duty == "hq":
        own: int = UNPRINTED["hq_moving" if moving else "hq"]
        return own if why("OCS-13.1c-1", f"an HQ defends with ({own})") else printed
    if counter.duty == "artillery":
        own = UNPRINTED["artillery"]
        return own if why("OCS-13.4b-1", f"artillery defends with ({own})") else printed
    return printed


def condition_of(theatre: Theatre, row: int, supplied: bool = True) -> Condition:
    """The state in which a unit fights."""
    marker = theatre.marker(row)
    return Condition(
        dg=marker == "dg",
        reserve=marker == "reserve",
        strat=marker == "strat",
        combat_supply=supplied,
        out_of_supply=bool(theatre.position.out[row]),
        reduced=_reduced(theatre, row),
    )


def _reduced(theatre: Theatre, row: int) -> Reduced:
    steps, lost = theatre.counter(row).steps, theatre.position.lost[row]
    if steps == 1 or not lost or _proportional(theatre):
        return "no"
    return "half" if 2 * lost >= steps else "some"


def _proportional(theatre: Theatre) -> bool:
    """Whether strength falls with every step, as an option of the series has it."""
    with_steps: bool = figures("step_losses", theatre.rulings.step_losses)["proportional"]
    return with_steps and in_force(("OCS-21.2-1", "RUL-TFB-200"))


def unit_strength(
    theatre: Theatre, row: int, role: Role, why: Why, supplied: bool = True
) -> Fraction:
    """What a unit is worth before terrain: its mode, its supply and its lost steps counted."""
    strength = Fraction(printed_strength(theatre, row, why))
    counter = theatre.counter(row)
    if theatre.position.lost[row] and counter.steps > 1 and _proportional(theatre):
        left = steps_left(theatre, row)
        strength = Fraction(rounded(strength * left / counter.steps))
        why(("OCS-21.2-1", "RUL-TFB-200"), f"{left} of {counter.steps} steps: {strength}")
    if not _fights_fully(theatre, row, why):
        strength /= 2
    return strength * condition_factor(role, condition_of(theatre, row, supplied), why)


def _fights_fully(theatre: Theatre, row: int, why: Why) -> bool:
    """Whether Exploit Mode and the release of a Reserve leave a unit its strength: they do."""
    name = theatre.counter(row).name
    if theatre.marker(row) == "exploit":
        return why("OCS-5.9-2", f"{name} is in Exploit Mode: strength and rating as printed")
    if theatre.position.done[row] & RELEASED:
        return why("OCS-5.7b-5", f"{name} has been released: its full strength")
    return True


# Anti-tank


def anti_tank_level(counter: Counter) -> AntiTank:
    """The anti-tank level of a unit: by its colour, its symbol, its arm."""
    if counter.category == "armor" or counter.flak or any(arm in counter.arm for arm in HEAVY):
        return "heavy" if in_force("OCS-9.4e-2") else "none"
    if counter.category == "mech":
        return "light" if in_force("OCS-9.4e-3") else "none"
    return "none" if in_force("OCS-9.4e-4") else "heavy"


_LEVEL_ROWS: dict[AntiTank, str] = {
    "heavy": "OCS-9.4e-2",
    "light": "OCS-9.4e-3",
    "none": "OCS-9.4e-4",
}


def best_anti_tank(theatre: Theatre, rows: Sequence[int], hedgehog: int, why: Why) -> AntiTank:
    """The best anti-tank level in a defending hex; a hedgehog is Heavy."""
    if hedgehog and why("OCS-16.0e-1", "a hedgehog gives Heavy AT"):
        return "heavy"
    levels = [anti_tank_level(theatre.counter(row)) for row in rows]
    if not levels or not why("OCS-9.4e-5", "the best anti-tank level in the hex counts"):
        return "none"
    best = max(levels, key=ANTI_TANK.index)
    why(_LEVEL_ROWS[best], f"{best} AT in the hex" if best != "none" else "no AT in the hex")
    return best


# Action ratings


def action_rating(
    theatre: Theatre, row: int, attacking: bool, target: int, across: Hexside, why: Why
) -> int:
    """The printed action rating with which a unit fights, before DG and Strat Mode count."""
    counter = theatre.counter(row)
    rating = face_up(theatre, row).rating
    if counter.duty == "hq":
        return 0 if why("OCS-13.1c-1", "an HQ has action rating 0") else rating
    if "assault engineer" in counter.arm:
        into = works_in(theatre, target, other_side(counter.side))
        choice = theatre.rulings.assault_engineer_river
        return why.add(assault_engineer_ar(rating, attacking, into, across in RIVERS, choice))
    return rating


def works_in(theatre: Theatre, place: int, enemy: Side) -> Target:
    """What a hex has that assault engineers are made for."""
    if hedgehog_of(theatre, place, enemy, Why()):
        return "hedgehog"
    cities = {"minor_city", "major_city"}
    return "other" if cities.isdisjoint(theatre.land.terrain[place]) else "city"
