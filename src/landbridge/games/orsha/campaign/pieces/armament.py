"""What a piece fires with: a Weapon itself, or the main armament and machine guns of a vehicle."""

from __future__ import annotations

import re
from typing import NamedTuple

from landbridge.engine.refusals import LandbridgeError
from landbridge.games.orsha.campaign.pieces.book import PieceResult
from landbridge.games.orsha.campaign.pieces.roster import STATES, RosterPiece, State
from landbridge.games.orsha.rules.purchases.pieces import counters
from landbridge.games.orsha.rules.reorganisation.repair import Mounted
from landbridge.games.orsha.rules.violations import Violations

WEAPONS = ("sw", "gun", "cupola", "vehicle")


class Arm(NamedTuple):
    """A Weapon (8.2), and the states in which it does not fire."""

    name: str
    mounted: Mounted
    malfunctioned: State = "malfunctioned"
    disabled: State = "disabled"
    optional: bool = False
    """Whether the vehicle has it only in some scenarios."""


MAIN = Arm("MA", "main_armament")
FLAMETHROWER_GONE: State = "ft_x"
"""What is said of a tank whose flamethrower has reached X."""
MACHINE_GUNS: dict[str, Arm] = {
    "bow": Arm("BMG", "vehicular", "bmg_malfunctioned", "bmg_disabled"),
    "coaxial": Arm("CMG", "vehicular", "cmg_malfunctioned", "cmg_disabled"),
    "rear": Arm("RMG", "vehicular", "rmg_malfunctioned", "rmg_disabled"),
    "anti_aircraft": Arm("AAMG", "vehicular", "aamg_malfunctioned", "aamg_disabled"),
}
_PRINTED = re.compile(
    r"(?P<optional>optional )?(?P<bow>-|\d+)/(?P<coaxial>-|\d+)"
    r"(/(?P<anti_aircraft>-|\d+\*?))?( R(?P<rear>\d+))?"
)
"""Machine guns as a counter has them: bow/coaxial/anti-aircraft, and R for the rear."""


def armament(piece: RosterPiece) -> tuple[Arm, ...]:
    """The Weapons that a piece is or carries; a truck has none."""
    if piece.kind not in WEAPONS:
        return ()
    if piece.kind != "vehicle":
        return (Arm(piece.name, "gun" if piece.kind == "gun" else "support_weapon"),)
    counter = counters(piece.side)[piece.name]
    main = (MAIN,) if "ma" in counter.values else ()
    printed = counter.values.get("mg")
    if printed is None:
        return main
    found = _PRINTED.fullmatch(str(printed))
    if found is None:
        raise LandbridgeError(f"'{printed}' does not describe the machine guns of a {piece.name}")
    guns = [arm for where, arm in MACHINE_GUNS.items() if (found[where] or "-") != "-"]
    return (*main, *(arm._replace(optional=bool(found["optional"])) for arm in guns))


def broken_arms(piece: RosterPiece) -> tuple[Arm, ...]:
    """Those of its Weapons that have malfunctioned."""
    return tuple(arm for arm in armament(piece) if piece.has(arm.malfunctioned))


def firing_arms(piece: RosterPiece) -> tuple[Arm, ...]:
    """Those of its Weapons that are not Disabled; optional ones only if a report speaks of them."""
    return tuple(
        arm
        for arm in armament(piece)
        if not piece.has(arm.disabled) and (not arm.optional or piece.has(arm.malfunctioned))
    )


def states_of(piece: RosterPiece) -> tuple[str, ...]:
    """What can be said of a piece at the end of a battle: of its kind, and of its armament."""
    if piece.kind != "vehicle":
        return STATES.get(piece.kind, ())
    arms = armament(piece)
    of_arms = dict.fromkeys(word for arm in arms for word in (arm.malfunctioned, arm.disabled))
    ma = (MAIN.malfunctioned, MAIN.disabled)
    rest = (word for word in STATES["vehicle"] if word not in ma)
    flames = (FLAMETHROWER_GONE,) if has_flamethrower(piece) else ()
    return (*of_arms, *flames, *rest)


def has_flamethrower(piece: RosterPiece) -> bool:
    """Whether it is a tank with a flamethrower that can still be used."""
    printed = piece.kind == "vehicle" and "ft" in counters(piece.side)[piece.name].values
    return printed and not piece.has("ft_disabled")


def check_arms(piece: RosterPiece, ended: PieceResult, violations: Violations) -> None:
    """A Weapon that is Disabled does not malfunction."""
    for arm in armament(piece):
        gone = arm.disabled in ended.states or piece.has(arm.disabled)
        violations(
            gone and arm.malfunctioned in ended.states,
            "OTO-9.6132-2",
            f"{piece.label}: its {arm.name} is Disabled for good",
            f"leave {arm.malfunctioned} out",
        )
