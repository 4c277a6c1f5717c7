"""On the way: counters go from hex to hex together, and each pays its own cost (OCS 6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.space.graph import ALL, BARRED, TWELFTHS
from landbridge.games.belorussia.movement.allowances import is_reduced
from landbridge.games.belorussia.movement.bars import Bar, barred_to, bars, non_combat_places
from landbridge.games.belorussia.movement.costs import costs_of, prohibition
from landbridge.games.belorussia.movement.marchers import marchers
from landbridge.games.belorussia.movement.sizes import QUARTERS, quarters_of
from landbridge.games.belorussia.movement.stacking import MOST, quarters_in
from landbridge.games.belorussia.movement.zones import (
    enemy_zones,
    negator,
    zone_rules,
)
from landbridge.games.belorussia.partisans.zones import sleeping_places
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.control import takes_hold
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.terrain.chart import cost_text
from landbridge.games.belorussia.violations import violation_if, violations

DEAR = 3 * TWELFTHS
"""What enemy supply would cost whoever enters its hex, without the rule that it costs nothing."""


class Walk:
    """Counters on their way: what each has left, who is held, who was left behind."""

    def __init__(self, theatre: Theatre, rows: Sequence[int]) -> None:
        self.theatre, self.land = theatre, theatre.land
        who = marchers(theatre, rows)
        self.rows, self.side, self.here = who.rows, who.side, who.start
        self.going = list(rows)
        self.fresh = {row: not spent for row, spent in zip(rows, who.spent, strict=True)}
        self.left = dict(zip(rows, who.left, strict=True))
        self._minding = who.minding
        self.paid = dict.fromkeys(rows, 0)
        self.costs = {row: costs_of(theatre, row, rows) for row in rows}
        self._own_count, self._may_crowd = in_force("OCS-6.1e-1"), in_force("OCS-4.8a-3")
        self._takers = frozenset([row for row in rows if takes_hold(theatre, row)])
        self.zones = enemy_zones(theatre, self.side)
        self.dropped: dict[int, int] = {}
        self.stopped: list[int] = []
        free = in_force("OCS-4.5a-4")
        self.held: list[int] = [
            row
            for row in rows
            if not (self.fresh[row] and free) and self._stops_here(row, self.here)
        ]
        """Truck units that entered an enemy ZOC and have not left it since."""
        self.negators: list[int] = []
        self.steps: list[int] = []
        """The steps that have been made."""
        self.taken: list[int] = []
        """Places entered by somebody who takes hold of them."""
        self.came_upon: list[int] = []
        self.bars: tuple[Bar, ...] = bars(theatre, rows)
        self._barred = barred_to(theatre, rows)
        self._take = bool(self._takers)
        """Whether one of those who go on takes hold of hexes."""
        self._supplies = non_combat_places(theatre, other_side(self.side))
        axis = self.side == "axis"
        self._asleep = sleeping_places(theatre) if axis else frozenset[int]()

    def _stops_here(self, row: int, place: int) -> bool:
        """Whether a counter that enters a hex comes under an enemy ZOC that stops it."""
        return bool(self.zones[place]) and row in self._minding

    def drop(self, row: int) -> None:
        """Leave a counter behind."""
        self.going.remove(row)
        self.dropped[row] = self.here
        if self.going:
            self.costs = {left: costs_of(self.theatre, left, self.going) for left in self.going}
            self.bars = bars(self.theatre, self.going)
            self._barred = barred_to(self.theatre, self.going)
            self._take = not self._takers.isdisjoint(self.going)

    def leave_zone(self) -> Violation | None:
        """Let Truck units out of the enemy ZOC that they are in: by a negator, or not at all."""
        held = [row for row in self.held if row in self.going]
        if not held:
            return None
        helper = self.helper() if in_force("OCS-4.5a-3") else None
        if helper is not None:
            if in_force("OCS-4.5b-2") and helper not in self.dropped:
                self.negators.append(helper)
            return None
        drops = figures("mixed_stacks", self.theatre.rulings.mixed_stacks)["drops"]
        alone = len(held) == len(self.going)
        if alone or not drops or not in_force("OCS-4.5a-5"):
            return Violation(
                f"{self.name(held[0])} has entered an enemy ZOC with Truck movement",
                (
                    *(("OCS-4.5a-2",) if alone else ("OCS-4.5a-2", "RUL-TFB-143")),
                    *zone_rules(self.theatre, self.side, self.here),
                ),
                f"it stops in {self.land.labels[self.here]}",
            )
        for row in held:
            self.stopped.append(row)
            self.drop(row)
        return None

    def helper(self) -> int | None:
        """Who negates the enemy ZOC where they are: one left behind there, or another friend."""
        left_here = [
            row
            for row, place in self.dropped.items()
            if place == self.here and self.theatre.counter(row).is_combat
        ]
        if left_here and in_force("OCS-4.5b-1"):
            return left_here[0]
        return negator(self.theatre, self.here, self.side, self.rows)

    def step(self, there: int) -> tuple[Violation, ...]:
        """Go one hex on, or say what speaks against it."""
        wrong = self.leave_zone() if self.held else None
        if wrong:
            return (wrong,)
        try:
            step = self.land.graph.step(self.here, there)
        except ValueError:
            labels = self.land.labels
            text = f"{labels[there]} is not next to {labels[self.here]}"
            return (Violation(text, ("OCS-6.1-1",), "a chain of adjacent hexes"),)
        costs = self.costs
        if not self._own_count:
            costs = dict.fromkeys(self.going, costs[self.going[0]])
        prices = {row: costs[row].column[step] for row in self.going}
        if self._supplies[there] and not in_force("OCS-4.8c-2"):
            # Without the rule it would cost as much as an overrun.
            prices = {row: price + DEAR for row, price in prices.items()}
        if self._barred[there]:
            closed = [bar for bar in self.bars if bar.places[there]]
            minimum = any(price > self.left[row] for row, price in prices.items())
            if in_force("OCS-6.1c-3") or not minimum:
                return tuple(bar.violation(("OCS-6.1c-3",) if minimum else ()) for bar in closed)
        if not self._may_crowd and self._crowded(there):
            return (Violation("the hex would be overstacked", ("OCS-4.8-1",)),)
        short = [row for row, price in prices.items() if not 0 <= price <= self.left[row]]
        if short:
            found = violations(*[self._unpaid(row, prices[row], there) for row in short])
            if found:
                return found
            for row in short:
                prices[row] = self._all_it_has(row, prices[row])
        for row, price in prices.items():
            self.paid[row] += price
            self.left[row] -= price
        self.here = there
        self.steps.append(step)
        if self._take:
            self.taken.append(there)
        if self.held or self.zones[there]:
            self.held = [row for row in self.going if self._stops_here(row, there)]
        if self._supplies[there] or there in self._asleep:
            self.came_upon.append(there)
        return ()

    def _crowded(self, there: int) -> bool:
        """Whether a hex would be overstacked while they are in it."""
        own = sum(quarters_of(self.theatre, row) for row in self.going)
        return quarters_in(self.theatre, there, self.side) + own > MOST * QUARTERS

    def _unpaid(self, row: int, price: int, there: int) -> Violation | None:
        """What speaks against one counter's paying for a step."""
        name, label, rest = self.name(row), self.land.labels[there], self.left[row]
        first = self.fresh[row] and not self.paid[row]
        minimum = first and in_force("OCS-6.1c-1")
        if price == BARRED:
            return prohibition(self.theatre, row, self.here, there, first)
        if price == ALL:
            unspent = self.theatre.rulings.all_cost == "unspent"
            # Without the row only a whole allowance could pay for all of it.
            whole = in_force("TFB-EDGE-33") or not is_reduced(self.theatre, row)
            return violation_if(
                not (first if unspent else rest) or not whole,
                f"{label} takes the whole allowance of {name}, and some of it is spent",
                ("TFB-EDGE-32", "RUL-TFB-71"),
                "enter it as the first step of the move",
            )
        return violation_if(
            price > rest and not minimum,
            f"{label} costs {name} {cost_text(price)}, and {cost_text(rest)} is left",
            ("OCS-6.1a-1", "OCS-6.1b-1"),
            "stop, or go another way",
        )

    def _all_it_has(self, row: int, price: int) -> int:
        """What a counter pays for a step that costs more than it has; it goes no further."""
        self.stopped.append(row)
        return self.left[row] if price == BARRED else min(price, self.left[row])

    def name(self, row: int) -> str:
        """What a counter is called."""
        return self.theatre.counter(row).name
