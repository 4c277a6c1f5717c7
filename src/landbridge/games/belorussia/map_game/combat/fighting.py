"""What the steps of a combat have in common, and its beginning and end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from landbridge.engine.play.agenda import Routine
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.combat.fights import Fight
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import FINISHED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.starving import lose_steps
from landbridge.games.belorussia.terrain.multipliers import Role
from landbridge.games.belorussia.words import NAME_OF, Side, counted, listed

LOSING: Rules = ("OCS-9.11-1", "OCS-9.11c-1", "OCS-9.11c-2")
ROLES: tuple[Role, Role] = ("attacker", "defender")
LOSING_IN_RETREAT: Rules = ("OCS-9.11c-3", "OCS-5.10a-4")


def fight_theatre(state: Ledger) -> Theatre:
    """The map as the rules of a combat look at it."""
    fight = state.table.fight
    return state.theatre(fight.phase, fight.phasing)


def with_fight(state: Ledger, fight: Fight | None) -> Ledger:
    """The same match with a combat going on, or none."""
    return replace(state, on_map=state.table.with_fight(fight))


def target_label(state: Ledger) -> str:
    """The hex that is fought for."""
    return state.table.land.labels[state.table.fight.battle.target]


class FightStep(MapPhase, frozen=True):
    """Something that one side decides in a combat."""

    title: ClassVar[str] = "combat"
    phase = "combat"

    def theatre(self, state: Ledger) -> Theatre:
        return fight_theatre(state)

    def role(self, state: Ledger) -> Role:
        """Whether its side attacks or defends."""
        return "attacker" if state.table.fight.battle.side == self.side else "defender"


def names_of(theatre: Theatre, rows: Sequence[int]) -> str:
    """Units by their names."""
    return listed([theatre.counter(row).name for row in rows])


def ending_of(rows: Sequence[int]) -> str:
    """How the verb of a sentence ends that these units are the subject of."""
    return "s" if len(rows) == 1 else ""


def ids_of(theatre: Theatre, rows: Sequence[int]) -> list[str]:
    """Units as a board knows them."""
    return [theatre.counter(row).id for row in rows]


def others(side: Side) -> tuple[str, ...]:
    """Those to whom a side's units are not named."""
    return (other_side(side), SPECTATOR)


def lose_in_fight(state: Ledger, losses: dict[int, int], rules: Rules, play: Play) -> Ledger:
    """Take steps off units that fight, and tell each side what it may know."""
    theatre = fight_theatre(state)
    losses = {row: steps for row, steps in losses.items() if steps}
    if not losses:
        return state
    found = lose_steps(theatre, losses)
    side = theatre.counter(next(iter(losses))).side
    for row, steps in losses.items():
        name, hex = theatre.counter(row).name, theatre.land.labels[theatre.place_of(row)]
        event = "destroyed_in_combat" if row in found.dead else "steps_lost_in_combat"
        told = counted(steps, "step")
        play.log(
            event, rules, to=(side,), unit=name, ids=ids_of(theatre, [row]), steps=told, hex=hex
        )
    where = theatre.land.labels[theatre.place_of(next(iter(losses)))]
    total = counted(sum(losses.values()), "step")
    play.log("losses_seen", rules[:1], to=others(side), side=NAME_OF[side], steps=total, hex=where)
    return state.with_position(found.position)


class EndFight(Routine, frozen=True):
    """A combat is over."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        fight = state.table.fight
        battle = fight.battle
        _log_end(state, play)
        if battle.attack == "overrun":
            state = _overrun_over(state, play)
        return with_fight(state, None)


def _log_end(state: Ledger, play: Play) -> None:
    """What came of a combat, as both sides see it."""
    fight, theatre = state.table.fight, fight_theatre(state)
    battle, hex = fight.battle, target_label(state)
    held = {side: theatre.held_by(side)[battle.target] for side in (battle.side, battle.enemy)}
    lost = {role: sum(fight.lost(role).values()) for role in ROLES}
    what = "is taken" if held[battle.side] else "holds" if held[battle.enemy] else "is empty"
    parts = [
        f"{NAME_OF[fight.side(role)]} losses {counted(steps, 'step')}"
        for role, steps in lost.items()
        if steps
    ]
    play.log(
        "combat_over",
        LOSING[:1],
        hex=hex,
        side=NAME_OF[battle.side],
        result=fight.cell,
        what=what,
        losses=", ".join(parts) or "no step is lost by the result",
    )


def _overrun_over(state: Ledger, play: Play) -> Ledger:
    """After an overrun its units may go on, unless they have retreated."""
    fight, theatre = state.table.fight, fight_theatre(state)
    battle = fight.battle
    by = "OCS-8.1f-1" if fight.back else "OCS-8.0-5"
    play.log("overrun_ends" if fight.back else "overrun_over", (by,), side=NAME_OF[battle.side])
    stops = in_force(by) if fight.back else not in_force(by)
    if not stops:
        return state
    rows = tuple(row for row in battle.attackers if theatre.on_map(row))
    moving = tuple(row for row in theatre.position.moving if row not in rows)
    return state.with_position(replace(theatre.position.mark(rows, FINISHED), moving=moving))
