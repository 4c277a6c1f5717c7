"""The war as a client draws it: the map once, a position in words, and the odds of a battle."""

from __future__ import annotations

from functools import cache

from msgspec import Struct, field

from landbridge.engine.play.boards import Board, ScoreTrack
from landbridge.games.arsenal.calendar import BOXES, turn_name
from landbridge.games.arsenal.forces.units import KINDS, UNITS
from landbridge.games.arsenal.industry.factories import FACTORIES, factory_label
from landbridge.games.arsenal.map.ground import Ground, ground, in_steps
from landbridge.games.arsenal.map.places import (
    DEAD,
    DESTROYED,
    LAST_POINT,
    LATER,
    NOWHERE,
    OUT,
    PLACE_WORDS,
    POOL,
    SIBERIA,
)
from landbridge.games.arsenal.map.points import EDGES, GRADES, LINES, POINTS
from landbridge.games.arsenal.victory import score
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import (
    BROKE,
    DISPERSED,
    FORTIFIED,
    FOUGHT,
    RAILED,
    STEP,
    STEPS,
    box,
)
from landbridge.games.arsenal.war.control import ENTRAINED
from landbridge.games.arsenal.war.display.score import score_tracks
from landbridge.games.arsenal.war.movement.march import can_move, ends
from landbridge.games.arsenal.war.movement.operations import Operations
from landbridge.games.arsenal.war.scenarios import PLANS
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.war.weather import skies
from landbridge.games.arsenal.words import NOBODY, SIDES, capital, side_number

PHASES = (
    "Before play",
    "Industry",
    "Replacements and reinforcements",
    "Strategic movement",
    "Operations",
    "Battle",
)
"""What players call the parts of a turn, in order; each step that asks has one of them."""

AWAY = {DEAD: "dead", POOL: "not made yet", LATER: "to come", OUT: "out of play"}


# The map


class PointView(Struct, frozen=True):
    """A point, in hundredths of a degree."""

    id: str
    name: str
    now: str
    lat: int
    lon: int
    kind: str
    vp: int
    seas: tuple[str, ...]
    zone: str
    source: str


class LineView(Struct, frozen=True):
    """A line between two points."""

    a: str
    b: str
    grade: str
    km: int


class ExitView(Struct, frozen=True):
    """A line that leads off the map."""

    point: str
    edge: str
    leads_to: str
    grade: str


class CounterView(Struct, frozen=True):
    """A counter as it is printed."""

    id: str
    name: str
    nation: str
    kind: str
    arm: str
    firepower: int
    unsupplied: int
    rank: str
    """Major or minor, or none."""
    source: str


class FactoryCounter(Struct, frozen=True):
    """A factory as its counter shows it."""

    id: str
    name: str
    type: str
    months: tuple[int, ...]
    basis: str


class MonthView(Struct, frozen=True):
    """A box of the turn track."""

    month: str
    north: str
    south: str


class Atlas(Struct, frozen=True):
    """Everything that never changes."""

    points: tuple[PointView, ...]
    lines: tuple[LineView, ...]
    exits: tuple[ExitView, ...]
    units: tuple[CounterView, ...]
    plants: tuple[FactoryCounter, ...]
    months: tuple[MonthView, ...]
    phases: tuple[str, ...]
    ground: Ground
    """Courses in steps: a spot, and the way from each to the next."""


@cache
def _atlas() -> Atlas:
    names = [point.id for point in POINTS]
    return Atlas(
        tuple(
            PointView(
                p.id,
                p.name,
                p.now,
                p.lat,
                p.lon,
                "fortress" if p.fortress else "city" if p.city else "junction",
                p.vp,
                p.seas,
                p.zone,
                p.source,
            )
            for p in POINTS
        ),
        tuple(LineView(names[n.a], names[n.b], GRADES[n.grade], n.km) for n in LINES),
        tuple(ExitView(names[e.point], e.edge, e.leads_to, GRADES[e.grade]) for e in EDGES),
        tuple(
            CounterView(
                u.id,
                u.name,
                u.nation,
                KINDS[u.kind].name,
                KINDS[u.kind].arm,
                KINDS[u.kind].firepower,
                KINDS[u.kind].unsupplied,
                KINDS[u.kind].class_,
                u.source,
            )
            for u in UNITS
        ),
        tuple(
            FactoryCounter(f.id, capital(factory_label(f.number)), f.type, f.months, f.basis)
            for f in FACTORIES
        ),
        tuple(MonthView(t.month, t.north or "", t.south or "") for t in BOXES),
        PHASES,
        in_steps(ground()),
    )


# A position


class UnitView(Struct, frozen=True, omit_defaults=True):
    """A unit on the map or in Siberia, and how it stands."""

    id: str
    side: str
    at: str
    target: str = field(default="", name="aim")
    """The point that it is going to attack."""
    dispersed: bool = False
    fortified: bool = False
    spent: bool = False
    """Whether it has moved or fought this turn, and can do nothing more in this phase."""
    exploits: bool = False
    """Whether it is armour that has won a battle at once, and may go on."""
    cut_off: bool = False


class FactoryView(Struct, frozen=True):
    """A factory: where it is and what it does there."""

    id: str
    at: str
    state: str


class PositionView(Struct, frozen=True, kw_only=True):
    """A position."""

    turn: int
    first: int
    last: int
    month: str
    north: str
    south: str
    phase: str
    side: str
    control: dict[str, str]
    """By point: who holds it; points that are not played are left out."""
    units: tuple[UnitView, ...]
    away: dict[str, dict[str, tuple[str, ...]]]
    """By side: units that are on no point, by what has become of them."""
    plants: tuple[FactoryView, ...]
    cut_off: dict[str, tuple[str, ...]]
    """By side: its points without supply."""
    moves_left: dict[str, int]
    victory: dict[str, int]
    goal: str
    score: tuple[ScoreTrack, ...]
    """What decides the match, and what is still needed."""


def _units(state: War) -> tuple[UnitView, ...]:
    levels = (supplied(state, 0), supplied(state, 1))
    movers = _movers(state)
    found = []
    for unit, place in enumerate(state.at):
        if place > LAST_POINT and place != SIBERIA:
            continue
        flags, side = state.flags[unit], state.side[unit]
        acted = bool(flags & (RAILED | FOUGHT | STEPS * STEP))
        going_on = bool(acted and movers[unit] and ends(state, unit))
        found.append(
            UnitView(
                UNITS[unit].id,
                SIDES[side],
                PLACE_WORDS[place],
                "" if state.target[unit] == NOWHERE else PLACE_WORDS[state.target[unit]],
                bool(flags & DISPERSED),
                bool(flags & FORTIFIED),
                acted and not going_on,
                bool(flags & BROKE) and going_on,
                place <= LAST_POINT and not levels[side][place],
            )
        )
    return tuple(found)


def _movers(state: War) -> bytes:
    """By unit: whether it has lines left in the operations that are under way."""
    step = next((one for one in state.agenda if isinstance(one, Operations)), None)
    return can_move(state, side_number(step.side)) if step else bytes(len(UNITS))


def _away(state: War) -> dict[str, dict[str, tuple[str, ...]]]:
    found: dict[str, dict[str, list[str]]] = {side: {} for side in SIDES}
    for unit, place in enumerate(state.at):
        if place in AWAY:
            found[SIDES[state.side[unit]]].setdefault(AWAY[place], []).append(UNITS[unit].id)
    return {side: {why: tuple(ids) for why, ids in lists.items()} for side, lists in found.items()}


def _factories(state: War) -> tuple[FactoryView, ...]:
    building = dict(state.building)
    found = []
    for factory in FACTORIES:
        place = state.factory_at[factory.number]
        if place <= LAST_POINT or place == SIBERIA:
            entrained = bool(state.factory_flags[factory.number] & ENTRAINED)
            ready = state.factory_ready[factory.number]
            how = "entrained" if entrained else "at work"
            if not entrained and ready > state.turn:
                how = f"at work from {turn_name(ready)} on"
            found.append(FactoryView(factory.id, PLACE_WORDS[place], how))
        elif place == DESTROYED:
            found.append(FactoryView(factory.id, "", "destroyed"))
        elif factory.number in building:
            found.append(
                FactoryView(factory.id, "", f"ready in {turn_name(building[factory.number])}")
            )
    return tuple(found)


def _goal(state: War) -> str:
    plan = PLANS[state.scenario]
    if plan.win is not None:
        return f"Axis: {plan.win.text}"
    if plan.axis_win:
        where = "Soviet-side points" if plan.counts == "soviet_side" else "points"
        drawn = f"; {plan.draw} are a draw" if plan.draw < plan.axis_win else ""
        return f"Axis: {plan.axis_win} {where} at the end{drawn}"
    return "The end of the war, or a sudden victory"


class WarBoard(Board[War]):
    """The board of Dark Crusade."""

    def atlas(self) -> Atlas:
        return _atlas()

    def render(self, view: War) -> PositionView:
        now, plan, points = box(view), PLANS[view.scenario], score(view.held)
        step = view.agenda[0] if view.agenda else None
        north, south = skies(view)
        return PositionView(
            turn=view.turn,
            first=plan.first,
            last=plan.last,
            month=now.month,
            north=north,
            south=south,
            phase=step.title if isinstance(step, Phase) else "",
            side=step.who if isinstance(step, Phase) else "",
            control={
                point.id: SIDES[holder]
                for point, holder in zip(POINTS, view.held, strict=True)
                if holder != NOBODY
            },
            units=_units(view),
            away=_away(view),
            plants=_factories(view),
            cut_off={
                name: tuple(
                    point.id
                    for point in POINTS
                    if view.held[point.number] == number
                    and not supplied(view, number)[point.number]
                )
                for number, name in enumerate(SIDES)
            },
            moves_left={name: capacity_left(view, name) for name in SIDES},
            victory={"axis": points.axis, "soviet": points.soviet},
            goal=_goal(view),
            score=score_tracks(view),
        )
