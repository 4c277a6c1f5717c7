"""Plans for drops in the Aircraft Refit Phase (OCS 14.10b, c)."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.air.dropping import (
    AHEAD,
    changing_violations,
    may_jump,
    plan_of,
    planning_violations,
    with_plan,
    without_plan,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.out_of_turn import out_of_turn
from landbridge.games.belorussia.map_game.phases import MapPhase, own_rows
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.position.airlifts import DropPlan
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import counted

PLANS: Rules = ("OCS-14.10b-2", "OCS-14.10b-3")
CHANGES: Rules = ("OCS-14.10c-1",)


class PlanDrop(UnitVerb, frozen=True, tag="plandrop"):
    """Plan the drop of a unit: where, and in how many turns."""

    phase = "refit"

    hex: str
    turns: Annotated[int, Meta(ge=0, le=60)] = AHEAD

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        return out_of_turn(cls, state, step, who)

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        theatre = step.theatre(state)
        return tuple(row for row in own_rows(theatre, step.side) if may_jump(theatre, row))

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        found = planning_violations(theatre, row, AHEAD)
        return found[0] if found else None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.able(state, step):
            return None
        slots = (
            Slot("unit", lazy=True),
            Slot("hex", prompt="where does it come down?", lazy=True),
            Slot("turns", low=AHEAD, high=60, prompt="in how many turns?", optional=True),
        )
        return Offer("plandrop", "Plan the drop of a unit", slots, PLANS)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        if not said:
            return cls.units_slot(state, step)
        if len(said) == 1:
            labels = step.theatre(state).land.labels
            return Slot("hex", tuple(map(Choice, labels)), prompt="where does it come down?")
        if len(said) == 2:
            return Slot("turns", low=AHEAD, high=60, prompt="in how many turns?", optional=True)
        return None

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre, rows = step.theatre(state), cls.able(state, step)
        if not rows:
            return None
        place = choose(theatre.land.size)
        return cls(theatre.counter(rows[choose(len(rows))]).id, theatre.land.labels[place])

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        theatre.land.place(self.hex)
        return planning_violations(theatre, self.row(theatre, step), self.turns)

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row, place = self.row(theatre, step), theatre.land.place(self.hex)
        name, turns = theatre.counter(row).name, counted(self.turns, "turn")
        play.log("drop_planned", PLANS, to=(step.side,), unit=name, hex=self.hex, turns=turns)
        plan = DropPlan(row, place, state.turn + self.turns)
        return state.with_position(with_plan(theatre.position, plan))


class ChangePlan(UnitVerb, frozen=True):
    """Change the plan of a unit."""

    phase = "refit"

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        return None

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        theatre = step.theatre(state)
        return tuple(r for r in own_rows(theatre, step.side) if plan_of(theatre, r) is not None)

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        found = changing_violations(theatre, row)
        return found[0] if found else None

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        rows = cls.able(state, step)
        return cls(step.theatre(state).counter(rows[choose(len(rows))]).id) if rows else None

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        return changing_violations(theatre, self.row(theatre, step))


class PutOffDrop(ChangePlan, frozen=True, tag="putoff"):
    """Put the planned drop of a unit off by a turn."""

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        slot = cls.units_slot(state, step)
        return (
            Offer("putoff", "Put a drop off by a turn", (slot,), CHANGES) if slot.choices else None
        )

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        plan = plan_of(theatre, row)
        if plan is None:
            return state
        name, hex = theatre.counter(row).name, theatre.land.labels[plan.place]
        play.log("drop_put_off", CHANGES, to=(step.side,), unit=name, hex=hex)
        later = replace(plan, turn=plan.turn + 1)
        return state.with_position(with_plan(theatre.position, later))


class CallOffDrop(ChangePlan, frozen=True, tag="calloff"):
    """Cancel the planned drop of a unit."""

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        slot = cls.units_slot(state, step)
        return Offer("calloff", "Cancel a drop", (slot,), CHANGES) if slot.choices else None

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        play.log("drop_cancelled", CHANGES, to=(step.side,), unit=theatre.counter(row).name)
        return state.with_position(without_plan(theatre.position, row))


def plans_drops(theatre: Theatre, side: str) -> bool:
    """Whether a side has a unit on the map that may jump, or a plan."""
    rows = [row for row, one in enumerate(theatre.counters) if one.side == side]
    return any(theatre.on_map(row) and may_jump(theatre, row) for row in rows)
