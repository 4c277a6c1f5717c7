"""How far a unit or a stack gets, what each hex costs, and why another cannot be reached."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.space.graph import BARRED, DEAREST, NONE, StepCosts
from landbridge.engine.space.reach import Reach, reach
from landbridge.games.belorussia.movement.allowances import allowance_left
from landbridge.games.belorussia.movement.bars import Bar, barred_to, bars
from landbridge.games.belorussia.movement.costs import costs_of
from landbridge.games.belorussia.movement.marchers import marchers
from landbridge.games.belorussia.movement.mixed_stacks import MixedReach, mixed_reach
from landbridge.games.belorussia.movement.setting_out import Asks, has_fuel, setting_out_violations
from landbridge.games.belorussia.movement.zones import stops_trucks
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.chart import cost_text


class StackReach:
    """Every place that a unit or a whole stack can reach in one march."""

    def __init__(
        self, theatre: Theatre, rows: Sequence[int], fuelled: Asks = has_fuel, goal: int = NONE
    ) -> None:
        """With a `goal` only that is certain, and the way there."""
        self.theatre, self.rows, self._goal = theatre, tuple(rows), goal
        self.start = theatre.place_of(rows[0])
        self.against = setting_out_violations(theatre, rows, fuelled)
        """What speaks against moving at all; nothing is reached then."""
        self.bars: tuple[Bar, ...] = () if self.against else bars(theatre, rows)
        self.barred = b"" if self.against else barred_to(theatre, rows)
        self.found = self._found()

    def _found(self) -> Reach | MixedReach:
        theatre, rows = self.theatre, self.rows
        if self.against:
            return MixedReach(self.start, {})
        who = marchers(theatre, rows)
        fresh = not any(who.spent)
        if len(who.payers) > 1 and in_force("OCS-6.1e-1"):
            return mixed_reach(theatre, rows, self.barred, fresh)
        return reach(
            costs_of(theatre, rows[0], rows),
            self.start,
            min(who.left),
            barred=self.barred,
            stops=stops(theatre, rows),
            fresh=fresh,
            minimum=in_force("OCS-6.1c-1"),
            goal=self._goal,
        )

    def __contains__(self, place: int) -> bool:
        return place in self.found

    def __iter__(self) -> Iterator[int]:
        return iter(self.found)

    def cost(self, place: int) -> int:
        """What the way there costs the counter that pays most, in twelfths; -1 out of reach."""
        return self.found.cost[place] if place in self.found else BARRED

    def path(self, place: int) -> tuple[int, ...]:
        """The places entered on the cheapest way."""
        return self.found.path(place)

    def before(self, place: int) -> int:
        """The last place before this one on the cheapest way."""
        if isinstance(self.found, MixedReach):
            return (self.start, *self.found.path(place))[-2]
        return self.found.came[place] // self.found.graph.width

    def why_not(self, place: int) -> Violation | None:
        """Why a place cannot be reached; nothing if it can."""
        if place in self:
            return None
        if self.against:
            return self.against[0]
        for bar in self.bars:
            if bar.places[place]:
                return bar.violation()
        return self._too_far(place)

    def _too_far(self, place: int) -> Violation:
        theatre, label = self.theatre, self.theatre.land.labels[place]
        for row in self.rows:
            name, costs = theatre.counter(row).name, costs_of(theatre, row, self.rows)
            if _no_way_in(costs, place):
                return Violation(
                    f"{label} is prohibited to {name}", ("OCS-6.2c-1",), "by road or bridge only"
                )
            far = reach(costs, self.start, DEAREST, barred=self.barred)
            if place not in far:
                return Violation(f"no way is open to {label} for {name}", ("OCS-6.2c-1",))
            rest = allowance_left(theatre, row)
            if far.cost[place] > rest:
                return Violation(
                    f"{label} costs {name} {cost_text(far.cost[place])}, and {cost_text(rest)}"
                    " is left",
                    ("OCS-6.1a-1", "OCS-6.1b-1"),
                )
        return Violation(
            f"the way to {label} leads through enemy ZOCs, where Truck units stop",
            ("OCS-4.5a-2",),
            "with a friend in the hex that does not move on, or by Leg or Track",
        )


def reach_of(
    theatre: Theatre, rows: Sequence[int], fuelled: Asks = has_fuel, goal: int = NONE
) -> StackReach:
    """How far counters that stand together get if they stay together; or to one `goal` alone."""
    return StackReach(theatre, rows, fuelled, goal)


def stops(theatre: Theatre, rows: Sequence[int]) -> bytes | None:
    """By place: 1 where whoever of these enters must stay; none if nobody has to."""
    who = marchers(theatre, rows)
    return stops_trucks(theatre, who.side, rows) if who.minding else None


def _no_way_in(costs: StepCosts, place: int) -> bool:
    graph = costs.graph
    ways: array[int] = graph.back[place * graph.width : (place + 1) * graph.width]
    return all(costs.column[back] == BARRED for back in ways if back >= 0)
