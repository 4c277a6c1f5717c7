"""What a Reinforcement Phase holds while it lasts, and what every duty in it has in common."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.arrivals.order import ArrivalEntry
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.special_table import AxisSpecialLine
from landbridge.games.belorussia.supply.income import AxisIncome
from landbridge.games.belorussia.supply.lots import SupplyLot
from landbridge.games.belorussia.words import Side


class ReinforcementPhase(Struct, frozen=True):
    """One side's Reinforcement Phase. What cannot be kept lives here and ends with it."""

    tells_places: ClassVar[bool] = True
    """Whether everybody is told where things are put; on the map the enemy sees what he may see."""
    stands_in: ClassVar[bool] = False
    """Whether it is no phase, but what one action is done in that a referee lets pass."""
    on_map: ClassVar[bool] = False

    side: Side
    rows: tuple[str, ...] = ()
    """Entries of the order of arrival that are still to be carried out."""
    late_units: dict[str, tuple[str, ...]] = {}
    """Of entries of earlier turns: the counters that have waited."""
    waiting: dict[str, tuple[str, ...]] = {}
    """Of entries of this turn: the counters that wait for trace supply."""
    income: int | AxisIncome | None = None
    puts: tuple[SupplyLot, ...] = ()
    rolled: bool = False
    """Whether the replacement roll has been made."""
    eq: tuple[int, ...] = ()
    air: int = 0
    hogs: int = 0
    activations: int = 0
    partisans: int = 0
    """Partisans still to be placed."""
    fresh: tuple[int, ...] = ()
    """Partisans placed in this phase."""
    special: bool = False
    """Whether a special roll is due."""
    rebuild: str = ""
    """What the special roll rebuilds."""
    choice: AxisSpecialLine | None = None
    """An Axis special result that is still to be chosen."""
    appealed: bool = False
    out_of_box: tuple[str, ...] = ()
    """Units that have left the RVGK-3 box in this phase."""
    eq_spent: dict[str, int] | UnsetType = UNSET
    """Eq that each unit has had in this phase, where a ruling limits them."""

    def eq_of(self, name: str) -> int:
        """How many Eq a unit has had in this phase, where a ruling limits them."""
        return self._eq_spent.get(name, 0)

    def with_eq(self, name: str, more: int) -> dict[str, int]:
        """The Eq that each unit has had when one has got some more."""
        return self._eq_spent | {name: self.eq_of(name) + more}

    @property
    def _eq_spent(self) -> dict[str, int]:
        return {} if isinstance(self.eq_spent, UnsetType) else self.eq_spent

    def update(self, state: Ledger, **changes: Any) -> Ledger:
        """The ledger with this phase changed."""
        phase: Any = replace(self, **changes)
        return replace_step(state, phase)

    # What a map answers and shows; beside one the players' word counts, and they move counters.

    def against_place(
        self, state: Ledger, entry: ArrivalEntry, place: str
    ) -> tuple[Violation, ...] | None:
        """What speaks against a place for an entry's units; None where players see it."""
        return None

    def after_arrival(
        self, before: Ledger, after: Ledger, entry: ArrivalEntry, place: str, play: Play
    ) -> Ledger:
        """The match when an entry has been carried out in the books."""
        return after

    def after_withdrawal(self, after: Ledger, entry: ArrivalEntry, play: Play) -> Ledger:
        """The match when an entry's units have been withdrawn in the books."""
        return after

    def after_leaving(self, after: Ledger, name: str, place: str, play: Play) -> Ledger:
        """The match when a unit has left the RVGK-3 box in the books."""
        return after

    def after_supply(self, after: Ledger, play: Play) -> Ledger:
        """The match when the supply of the phase has been entered in the books."""
        return after

    def hedgehog_in(self, state: Ledger, hex: str) -> int:
        """The level of the hedgehog in a hex."""
        return state.book(self.side).hedgehogs.get(hex, 0)

    def in_trace_in(self, state: Ledger, hex: str, said: bool) -> bool:
        """Whether a hex is in trace supply, as a player has said."""
        return said

    def after_hedgehog(self, after: Ledger, hex: str, level: int) -> Ledger:
        """The match when a hedgehog has been built or raised in the books."""
        return after

    def after_end(self, after: Ledger) -> Ledger:
        """The match when the phase is over."""
        return after

    def one_placed(self, state: Ledger) -> Ledger:
        """The ledger when a partisan has been placed in this phase."""
        fresh = (*self.fresh, state.partisans_drawn)
        return self.update(state, partisans=max(self.partisans - 1, 0), fresh=fresh)


class OutOfPhase(ReinforcementPhase, Step, frozen=True, tag="OutOfPhase"):
    """Stands in for a Reinforcement Phase while one action is done that a referee lets pass."""

    stands_in = True

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return (self.side,)


def _stand_in(side: Side, on_map: bool) -> Any:
    """What stands in for a side's Reinforcement Phase, on the map or beside one's own."""
    kinds = [ReinforcementPhase]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return next(kind(side) for kind in kinds if kind.stands_in and kind.on_map == on_map)


def reinforces(state: Ledger, side: str) -> bool:
    """Whether a side's Reinforcement Phase is being played."""
    step = state.agenda[0] if state.agenda else None
    return isinstance(step, ReinforcementPhase) and step.side == side


class Duty(Verb, frozen=True):
    """Something that is done in a Reinforcement Phase."""

    explains = True

    needs_no_phase: ClassVar[bool] = False
    """Whether a referee may let it pass outside the phase: nothing that is rolled there is used."""
    only_for: ClassVar[Side | None] = None
    """The side that alone does it, where it is not for both."""

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> Step | None:
        side: Side = "soviet" if who == "soviet" else "axis"
        # A short scenario does not keep the books of the campaign.
        keeps_books = cls.needs_no_phase and not state.is_excerpt
        means_something = keeps_books and cls.only_for in (None, side)
        return _stand_in(side, state.has_map) if means_something else None

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        """What of it must still be done before the phase can end."""
        return ()
