"""A combat while it is fought: the battle, and what has come of it so far."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.combat.battles import NOBODY, Battle
from landbridge.games.belorussia.combat.results import Outcome, decode
from landbridge.games.belorussia.combat.retreating import Enemies
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.multipliers import Role
from landbridge.games.belorussia.words import Phase, Side

NEAR = 4
"""How far round a combat it is remembered who stood where: farther than any retreat goes."""


class Fight(Struct, frozen=True, kw_only=True):
    """A combat on the map from its declaration to its end."""

    battle: Battle
    phase: Phase
    phasing: Side
    held: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Hexes near by that held combat units when it began: the attacker's, the defender's."""
    cell: str = ""
    """The printed result, once the dice have fallen."""
    taken: dict[int, int] = {}
    """Steps that units have lost by the result."""
    back: int = 0
    """Options that the attacker has taken as hexes of retreat."""
    unable: int = 0
    """Options that the attacker could not take."""
    length: int = 0
    """The retreat that is to be made next."""
    moved: tuple[int, ...] = ()
    """Who has made it."""
    harried: tuple[int, ...] = ()
    """Who of them was DG in an enemy zone, and loses steps."""

    @property
    def outcome(self) -> Outcome:
        """The result."""
        return decode(self.cell)

    def side(self, role: Role) -> Side:
        """The side that has a role."""
        return self.battle.side if role == "attacker" else self.battle.enemy

    def rows(self, role: Role) -> tuple[int, ...]:
        """Who takes part in a role."""
        return self.battle.attackers if role == "attacker" else self.battle.defenders

    def leader(self, role: Role) -> int:
        """The unit whose action rating counts."""
        return self.battle.leader if role == "attacker" else self.battle.against

    def lost(self, role: Role) -> dict[int, int]:
        """Steps that the units of one role have lost."""
        rows = self.rows(role)
        return {row: steps for row, steps in self.taken.items() if row in rows}

    def options(self, role: Role) -> int:
        """Options that the result leaves a role."""
        found = self.outcome
        return found.attacker_options if role == "attacker" else found.defender_options

    def losses(self, role: Role) -> int:
        """Losses that the result demands of a role."""
        found = self.outcome
        if not in_force("OCS-9.10-1"):
            return 0
        return found.attacker_losses if role == "attacker" else found.defender_losses

    def enemies(self, role: Role) -> Enemies:
        """Where the enemy of a role was when it began."""
        if role == "attacker":
            return Enemies(self.held[1], (self.battle.target,))
        return Enemies(self.held[0], self.battle.hexes)

    def with_battle(self, **changes: object) -> Fight:
        """The same with the battle changed."""
        return replace(self, battle=replace(self.battle, **changes))


def begin_fight(theatre: Theatre, battle: Battle) -> Fight:
    """A fight as it is declared."""
    near = [
        place for place in theatre.stacks if theatre.land.distance(place, battle.target) <= NEAR
    ]
    own, enemy = (
        tuple(sorted(place for place in near if theatre.held_by(side)[place]))
        for side in (battle.side, battle.enemy)
    )
    return Fight(battle=battle, phase=theatre.phase, phasing=theatre.phasing, held=(own, enemy))


def without_units(fight: Fight, side: Side) -> Fight:
    """A fight as the enemy of a side knows it: which of its units fight is hidden."""
    hidden: Sequence[int]
    if fight.battle.side == side:
        hidden = fight.battle.attackers
        shown = fight.with_battle(attackers=(), leader=NOBODY)
    else:
        hidden = fight.battle.defenders
        shown = fight.with_battle(defenders=(), supplied=(), against=NOBODY)
    return replace(
        shown,
        taken={row: steps for row, steps in fight.taken.items() if row not in hidden},
        moved=tuple(row for row in fight.moved if row not in hidden),
        harried=tuple(row for row in fight.harried if row not in hidden),
    )


def seen_fight(fight: Fight, side: Side) -> Fight:
    """A fight as a side sees it."""
    return without_units(fight, other_side(side))


def without_rows(fight: Fight, rows: Collection[int]) -> Fight:
    """The same fight where some counters have no rows: those after them move up."""

    def now(row: int) -> int:
        return row - sum(gone < row for gone in rows)

    def all_now(some: Sequence[int]) -> tuple[int, ...]:
        return tuple(now(row) for row in some if row not in rows)

    battle = fight.battle
    return replace(
        fight.with_battle(
            attackers=all_now(battle.attackers),
            leader=now(battle.leader),
            defenders=all_now(battle.defenders),
            supplied=all_now(battle.supplied),
            against=now(battle.against),
        ),
        taken={now(row): steps for row, steps in fight.taken.items() if row not in rows},
        moved=all_now(fight.moved),
        harried=all_now(fight.harried),
    )
