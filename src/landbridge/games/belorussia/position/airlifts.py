"""What planes have carried in a phase, and what they are to drop later (OCS 14.9, 14.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace


class DropPlan(Struct, frozen=True, order=True):
    """A combat unit that is to be dropped in a hex in a turn."""

    row: int
    place: int
    turn: int


class Airlifts(Struct, frozen=True, kw_only=True):
    """Cargo of the air, as a position keeps it."""

    carried: tuple[int, ...] = ()
    """Units that planes have carried or dropped in this phase."""
    unloaded: dict[int, int] = {}
    """Tokens that air bases have unloaded in this segment from planes that fly home, by place."""
    started: dict[int, int] = {}
    """Where units that have set out in this phase stood as it began, by their rows."""
    plans: tuple[DropPlan, ...] = ()

    def phase_over(self) -> Airlifts:
        """What outlasts a phase."""
        return Airlifts(plans=self.plans)

    def start(self, rows: Iterable[int], place: int) -> Airlifts:
        """The same when counters have set out from a hex; whoever had before stays as noted."""
        fresh = dict.fromkeys((row for row in rows if row not in self.started), place)
        return replace(self, started=self.started | fresh) if fresh else self

    def carry(self, row: int) -> Airlifts:
        """The same when a unit has been carried."""
        return replace(self, carried=(*self.carried, row))

    def unload(self, place: int, tokens: int) -> Airlifts:
        """The same when a base has unloaded tokens."""
        return replace(self, unloaded=self.unloaded | {place: self.unloaded.get(place, 0) + tokens})

    def rows_now(self, now: Callable[[int], int | None]) -> Airlifts:
        """The same with other numbers for the rows; those that have none are left out."""
        carried = (now(row) for row in self.carried)
        plans = ((now(plan.row), plan) for plan in self.plans)
        started = ((now(row), place) for row, place in self.started.items())
        return replace(
            self,
            started={row: place for row, place in started if row is not None},
            carried=tuple(row for row in carried if row is not None),
            plans=tuple(replace(plan, row=row) for row, plan in plans if row is not None),
        )
