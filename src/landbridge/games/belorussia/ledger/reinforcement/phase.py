"""What a Reinforcement Phase holds while it lasts, and what every duty in it has in common."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.special_table import AxisSpecialLine
from landbridge.games.belorussia.supply.income import AxisIncome
from landbridge.games.belorussia.supply.lots import SupplyLot
from landbridge.games.belorussia.words import Side


class ReinforcementPhase(Struct, frozen=True):
    """One side's Reinforcement Phase. What cannot be kept lives here and ends with it."""

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

    def update(self, state: Ledger, **changes: Any) -> Ledger:
        """The ledger with this phase changed."""
        phase: Any = replace(self, **changes)
        return replace_step(state, phase)

    def one_placed(self, state: Ledger) -> Ledger:
        """The ledger when a partisan has been placed in this phase."""
        fresh = (*self.fresh, state.partisans_drawn)
        return self.update(state, partisans=self.partisans - 1, fresh=fresh)


class OutOfPhase(ReinforcementPhase, Step, frozen=True, tag="OutOfPhase"):
    """Stands in for a Reinforcement Phase while one action is done that a referee lets pass."""

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return (self.side,)


def reinforces(state: Ledger, side: str) -> bool:
    """Whether a side's Reinforcement Phase is being played."""
    step = state.agenda[0] if state.agenda else None
    return isinstance(step, ReinforcementPhase) and step.side == side


class Duty(Verb, frozen=True):
    """Something that is done in a Reinforcement Phase."""

    needs_no_phase: ClassVar[bool] = False
    """Whether a referee may let it pass outside the phase: it touches the books alone."""

    @classmethod
    def is_open(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> bool:
        # Where it cannot be done it says by itself why.
        return True

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> Step | None:
        side: Side = "soviet" if who == "soviet" else "axis"
        return OutOfPhase(side) if cls.needs_no_phase else None

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        """What of it must still be done before the phase can end."""
        return ()
