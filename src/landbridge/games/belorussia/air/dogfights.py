"""Air combat on the map (OCS 14.3): who fights whom, round by round, and who has to go home."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.air_combat import prepare_round, resolve_round
from landbridge.games.belorussia.air.planes import in_the_air, rating_of
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Side


class Dogfight(Struct, frozen=True, kw_only=True):
    """Active planes of both sides over a hex."""

    place: int
    attacker: Side
    """The side that began the battle, or the other where it has no plane to attack with."""
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    def planes(self, side: Side) -> tuple[int, ...]:
        """The planes of a side."""
        return self.attackers if side == self.attacker else self.defenders

    def without(self, *rows: int) -> Dogfight:
        """The same without planes that have left it."""
        return replace(
            self,
            attackers=tuple(row for row in self.attackers if row not in rows),
            defenders=tuple(row for row in self.defenders if row not in rows),
        )


def may_attack(theatre: Theatre, row: int) -> bool:
    """Whether a plane may be chosen as attacker: its rating has no parentheses."""
    return theatre.counter(row).combat.attacks or not in_force("OCS-14.3a-1")


def is_over(theatre: Theatre, fight: Dogfight) -> bool:
    """Whether one side is alone, or nobody is left who could attack (OCS-14.3-2)."""
    if not fight.attackers or not fight.defenders:
        return True
    return not any(may_attack(theatre, row) for row in (*fight.attackers, *fight.defenders))


def with_roles(theatre: Theatre, fight: Dogfight) -> Dogfight:
    """The same with the roles changed where the attacker has only ratings in parentheses."""
    if any(may_attack(theatre, row) for row in fight.attackers) or not in_force("OCS-14.3c-1"):
        return fight
    other: Side = "axis" if fight.attacker == "soviet" else "soviet"
    return Dogfight(
        place=fight.place,
        attacker=other,
        attackers=fight.defenders,
        defenders=fight.attackers,
    )


def attack_choices(theatre: Theatre, fight: Dogfight) -> tuple[int, ...]:
    """The planes among which the attacker of a round is chosen."""
    return tuple(row for row in fight.attackers if may_attack(theatre, row))


class RoundOver(Struct, frozen=True):
    """How a round of air combat ended."""

    aborted: tuple[int, ...]
    """The planes that have to go home."""
    step_lost: bool
    """Whether each of them loses a step."""


def fight_round(
    theatre: Theatre, place: int, attacker: int, defender: int, nature: Nature
) -> Finding[RoundOver]:
    """One plane attacks another."""
    why = Why()
    one, other = (in_the_air(theatre, row, place) for row in (attacker, defender))
    modifiers = prepare_round(one, other)
    why(modifiers.rules, "the ratings of both")
    found = resolve_round(modifiers, nature)
    why("OCS-14.3e-1", "the attacker chose first, then the defender")
    gone = {"attacker": (attacker,), "defender": (defender,), "both": (attacker, defender)}
    return why.so(RoundOver(gone[found.aborts], found.step_lost))


# A whole air combat


class FightEnd(Struct, frozen=True, order=True):
    """How an air combat ends."""

    left: tuple[int, ...]
    """The planes of both sides that are still over the hex."""
    hit: tuple[int, ...] = ()
    """The planes that have lost a step, each a step."""


def fight_out(theatre: Theatre, fight: Dogfight, nature: Nature) -> FightEnd:
    """Fight round after round, in which either side sends its plane with the best rating.

    Who loses a step aborts in the same round, so that those who fight on are as they came.
    """
    fight = with_roles(theatre, fight)
    if is_over(theatre, fight):
        return FightEnd((*fight.attackers, *fight.defenders))
    attacker, defender = best_pair(theatre, fight)
    found = fight_round(theatre, fight.place, attacker, defender, nature).result
    end = nature.sub(fight_out, theatre, fight.without(*found.aborted))
    return replace(end, hit=(*end.hit, *found.aborted)) if found.step_lost else end


def best_pair(theatre: Theatre, fight: Dogfight) -> tuple[int, int]:
    """The attacker and the defender of a round if either side sends its best."""
    return _best(theatre, attack_choices(theatre, fight)), _best(theatre, fight.defenders)


def _best(theatre: Theatre, rows: tuple[int, ...]) -> int:
    return max(rows, key=lambda row: (rating_of(theatre, row), -row))
