"""What a barrage does in a match: who is DG, whose steps are lost, air bases and markers."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.actions import Action, Offer, Slot
from landbridge.engine.play.agenda import push_steps, replace_step
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.air.bases import planes_at
from landbridge.games.belorussia.air.planes import lose_plane_steps
from landbridge.games.belorussia.combat.barrage import Barrage, BarrageResult
from landbridge.games.belorussia.combat.barrage_on_map import (
    BarrageOrder,
    Ready,
    fired,
    front_that_fires,
    ready_barrage,
    roll_barrage,
)
from landbridge.games.belorussia.combat.barrage_supply import pay_for_barrage
from landbridge.games.belorussia.combat.facility_barrage import FacilityHit, plane_hit
from landbridge.games.belorussia.fronts.display import front_name
from landbridge.games.belorussia.fronts.front_barrages import after_shot
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.movement.breaking_down import absorb_breakdowns
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import AnswerVerb
from landbridge.games.belorussia.movement.modes import disorganise, replaced_by_dg
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.position import AirBase
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.paying import explain_takings
from landbridge.games.belorussia.supply_lines.starving import lose_steps
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, Phase, Side, counted, listed

OWNER_CHOOSES: Rules = ("OCS-10.0a-18",)

# Guns


def fire_guns(
    state: Ledger, phase: Phase, phasing: Side, order: BarrageOrder, play: Play
) -> Ledger:
    """Guns fire: they pay, and the hex suffers."""
    theatre = state.theatre(phase, phasing)
    side = theatre.counter(order.rows[0]).side
    ready = ready_barrage(theatre, order)
    rules, paid, position = ready.rules, "nothing", theatre.position
    if ready.result.cost:
        try:
            payment = pay_for_barrage(theatre, order.rows, ready.result.cost)
        except Refusal:
            paid = "nobody pays"
        else:
            position, rules = payment.result.position, (*rules, *payment.rules)
            paid = explain_takings(theatre, payment.result.takings).result
    state = state.with_position(fired(position, order))
    front = front_that_fires(theatre, order)
    if front is not None:
        shot = after_shot(state.fronts[front])
        state = replace(state, fronts=state.fronts | {front: shot})
    names = listed([theatre.counter(row).name for row in order.rows])
    label = theatre.land.labels[order.place]
    own, others = (side,), (other_side(side), SPECTATOR)
    tokens = f"{ready.result.cost}T"
    ids = [theatre.counter(row).id for row in order.rows]
    told: dict[str, Any] = {"units": names, "ids": ids, "hex": label}
    if ready.result.cost:
        play.log("guns_fire", rules, to=own, tokens=tokens, dumps=paid, **told)
    else:
        by = f"by the barrage of {front_name(front)}" if front else "by the posture of its Front"
        play.log("guns_fire_free", rules, to=own, by=by, **told)
    guns = counted(len(order.rows), "gun")
    play.log("guns_are_heard", ("OCS-4.9c-1",), to=others, side=NAME_OF[side], hex=label, guns=guns)
    log_column(state, phase, phasing, order, ready.result, play)
    found = roll_barrage(ready.result, play.nature)
    return carry_out(state, phase, phasing, order, found.result, found.rules, play)


def log_column(
    state: Ledger, phase: Phase, phasing: Side, order: BarrageOrder, ready: Ready, play: Play
) -> None:
    """Tell both sides the strength and the shifts of a barrage (OCS-4.9c-1)."""
    if not in_force("OCS-4.9c-1"):
        return
    label = state.theatre(phase, phasing).land.labels[order.place]
    # Facilities know no shifts.
    shifts = ready.shifts.modifiers if isinstance(ready, Barrage) else ()
    start = ready.start if isinstance(ready, Barrage) else ready.column
    said = listed([f"{int(item.value):+} {item.reason}" for item in shifts]) or "none"
    play.log(
        "barrage_column", ("OCS-4.9c-1",), hex=label, start=start, column=ready.column, shifts=said
    )


# What happens to the hex


def carry_out(
    state: Ledger,
    phase: Phase,
    phasing: Side,
    order: BarrageOrder,
    result: BarrageResult | FacilityHit,
    rules: Rules,
    play: Play,
) -> Ledger:
    """Do to a hex what a barrage has brought."""
    theatre = state.theatre(phase, phasing)
    label = theatre.land.labels[order.place]
    side = theatre.counter(order.rows[0]).side
    rules = ("OCS-10.0c-2", *rules)
    if isinstance(result, BarrageResult):
        return _hit_units(state, phase, phasing, order, result, rules, play)
    if order.target == "trainbusting":
        event = "trains_busted" if result.trainbusting else "barrage_misses"
        play.log(event, rules, hex=label)
        return _mark_trains(state, side, order.place) if result.trainbusting else state
    return _hit_base(state, phase, phasing, order, result, rules, play)


def _hit_units(
    state: Ledger,
    phase: Phase,
    phasing: Side,
    order: BarrageOrder,
    result: BarrageResult,
    rules: Rules,
    play: Play,
) -> Ledger:
    theatre = state.theatre(phase, phasing)
    label, owner = theatre.land.labels[order.place], other_side(_firer(theatre, order))
    if not result.dg and not result.steps:
        play.log("barrage_misses", rules, hex=label)
        return state
    steps = f", and {counted(result.steps, 'step')} lost" if result.steps else ""
    side, lost = NAME_OF[owner], result.steps
    play.log("barrage_hits", rules, hex=label, side=side, steps=steps, lost=lost)
    rows = theatre.combat_units(order.place, owner)
    if result.dg:
        modes = replaced_by_dg(theatre, rows)
        if modes:
            play.log("modes_end", modes, to=(owner,), hex=label)
        state = state.with_position(disorganise(theatre, rows))
        theatre = state.theatre(phase, phasing)
    left = sum(steps_left(theatre, row) for row in rows)
    due = min(result.steps, left)
    if due and len(rows) > 1 and due < left and in_force("OCS-10.0a-18"):
        return push_steps(state, BarrageLosses(owner, phase, phasing, order.place, due))
    losses: dict[int, int] = {}
    for row in rows:
        taken = min(due, steps_left(theatre, row))
        if taken:
            losses[row], due = taken, due - taken
    return lose(state, theatre, losses, play) if losses else state


def _firer(theatre: Theatre, order: BarrageOrder) -> Side:
    return theatre.counter(order.rows[0]).side


def lose(state: Ledger, theatre: Theatre, losses: dict[int, int], play: Play) -> Ledger:
    """Take steps off units that were barraged, and tell it."""
    found = lose_steps(theatre, losses)
    for row, steps in losses.items():
        counter = theatre.counter(row)
        event = "barrage_destroys" if row in found.dead else "barrage_reduces"
        own = (counter.side,)
        lost = counted(steps, "step")
        hex = theatre.land.labels[theatre.place_of(row)]
        ids = [counter.id]
        play.log(event, OWNER_CHOOSES, to=own, unit=counter.name, ids=ids, steps=lost, hex=hex)
    state = state.with_position(found.position)
    return absorb_breakdowns(state, theatre.phase, theatre.phasing, play)


def _hit_base(
    state: Ledger,
    phase: Phase,
    phasing: Side,
    order: BarrageOrder,
    result: FacilityHit,
    rules: Rules,
    play: Play,
) -> Ledger:
    theatre = state.theatre(phase, phasing)
    label, owner = theatre.land.labels[order.place], other_side(_firer(theatre, order))
    base = theatre.position.bases.get(order.place, AirBase(owner, 0))
    level = base.level - result.levels_lost
    hit = []
    if result.planes_on:
        there = planes_at(theatre, owner, order.place)
        hit = [row for row in there if plane_hit(result.planes_on, play.nature)]
    if not hit and not result.levels_lost:
        play.log("barrage_misses", rules, hex=label)
        return state
    planes = counted(len(hit), "plane") if hit else "no plane"
    play.log("base_barraged", rules, hex=label, level=level, planes=planes)
    bases = theatre.position.bases | {order.place: AirBase(owner, level)}
    position = replace(theatre.position, bases=bases)
    damaged = lose_plane_steps(theatre.with_position(position), hit)
    for row in hit:
        name = theatre.counter(row).name
        event = "plane_destroyed" if row in damaged.dead else "plane_damaged"
        play.log(event, ("OCS-10.0c-12", "OCS-14.1b-1"), to=(owner,), plane=name)
    return state.with_position(damaged.position)


def _mark_trains(state: Ledger, side: Side, place: int) -> Ledger:
    position, number = state.table.position, SIDES.index(side)
    markers = list(position.trainbusting)
    markers[number] = (*markers[number], place)
    return state.with_position(replace(position, trainbusting=(markers[0], markers[1])))


# Whose steps are lost


class Suffer(AnswerVerb, frozen=True):
    """Say which unit loses a step to a barrage."""

    phase = "combat"

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        assert isinstance(step, BarrageLosses)
        return step.theatre(state).combat_units(step.place, step.side)

    @classmethod
    def offer(cls, state: Ledger, step: BarrageLosses, who: str) -> Offer:
        slot: Slot = cls.units_slot(state, step)
        return Offer("suffer", "Take a step off a unit", (slot,), OWNER_CHOOSES)

    def check(self, state: Ledger, step: BarrageLosses, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        label = theatre.land.labels[step.place]
        return violations(
            violation_if(
                row not in self.candidates(state, step),
                f"{theatre.counter(row).name} is no combat unit in {label}",
                OWNER_CHOOSES,
                "a combat unit of the barraged hex",
            )
        )

    def apply(self, state: Ledger, step: BarrageLosses, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row, due = self.row(theatre, step), step.due - 1
        again = BarrageLosses(step.side, step.at, step.phasing, step.place, due)
        state = replace_step(state, again) if due else replace_step(state)
        return lose(state, theatre, {row: 1}, play)


class BarrageLosses(MapPhase, frozen=True):
    """The owner of a barraged hex says which of its units lose steps."""

    cites = OWNER_CHOOSES
    verbs = (Suffer,)
    title = "Barrage Segment"
    phase = "combat"

    at: Phase
    """The phase that it is."""
    phasing: Side
    place: int
    due: int

    def theatre(self, state: Ledger) -> Theatre:
        return state.theatre(self.at, self.phasing)

    def prompt(self, state: Ledger, who: str) -> str:
        label = self.theatre(state).land.labels[self.place]
        return f"{label} loses {counted(self.due, 'step')} to a barrage: whose?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return Suffer.random_action(state, self, who, choose)
