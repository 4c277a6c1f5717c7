"""The Reinforcement Phase as a checklist: what may be done, and what must be before it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer
from landbridge.engine.agenda import Step, replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import Violation
from landbridge.engine.rules import Rules
from landbridge.games.belorussia.replacements.special import AxisSpecialLine
from landbridge.games.belorussia.supply.income import AxisIncome
from landbridge.games.belorussia.supply.placement import SupplyLot
from landbridge.games.belorussia.words import IN_WORDS, Side, counted, short

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger


NOT_KEPT: dict[Side, Rules] = {
    "soviet": ("TFB-1.7a-4", "TFB-1.7a-6", "TFB-1.7b-2"),
    "axis": ("TFB-1.7a-24", "TFB-1.7a-26", "TFB-1.7b-25"),
}
"""The rules by which what is not used in a Reinforcement Phase is lost with it."""


class Duty(Action, frozen=True):
    """Something that is done in a Reinforcement Phase. Each kind says when it is offered."""

    explains_itself: ClassVar[bool] = True
    """Whether it says by itself why it cannot be done, even when it is not offered."""

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        """How it is offered now, if it is."""
        raise AssertionError(cls.__name__)

    def faults(self, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        """What speaks against it; what cannot be done at all is refused."""
        return ()

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        """What it leads to."""
        raise AssertionError(type(self).__name__)

    @classmethod
    def undone(cls, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        """What of it must still be done before the phase can end."""
        return ()


class Reinforcement(Step, frozen=True):
    """One side's Reinforcement Phase. What cannot be kept lives here and ends with it."""

    side: Side
    rows: tuple[str, ...] = ()
    """Entries of the order of arrival that are still to be carried out."""
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

    def asks(self, state: Ledger) -> tuple[Decision, ...]:
        offers = tuple(o for kind in duties() if (o := kind.offer(self, state)) is not None)
        prompt = f"{short(state.date)}: {IN_WORDS[self.side]} Reinforcement Phase"
        return (Decision(self.side, prompt, offers, ("OCS 13.6",), self.undone(state)),)

    def offers(self, state: Ledger, who: str, verb: str) -> bool | None:
        kind = next((k for k in duties() if k.__struct_config__.tag == verb), None)
        if who != self.side or kind is None:
            return None
        return kind.explains_itself or kind.offer(self, state) is not None

    def check(self, state: Ledger, who: str, action: Any) -> tuple[Violation, ...]:
        found: tuple[Violation, ...] = action.faults(self, state)
        return found

    def answer(self, state: Ledger, who: str, action: Any, play: Play) -> Ledger:
        after: Ledger = action.carry_out(self, state, play)
        return after

    def undone(self, state: Ledger) -> tuple[Violation, ...]:
        """All that must still be done before the phase can end."""
        return tuple(violation for kind in duties() for violation in kind.undone(self, state))

    def now(self, state: Ledger, **changes: Any) -> Ledger:
        """The ledger with this phase changed."""
        return replace_step(state, replace(self, **changes))


class Done(Duty, frozen=True):
    """End the Reinforcement Phase."""

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        return Offer("done", f"End the {IN_WORDS[phase.side]} Reinforcement Phase")

    def faults(self, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        return phase.undone(state)

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        from landbridge.games.belorussia.ledger.supplying import book_supply

        state = book_supply(phase, state, play)
        unused = {
            f"{len(phase.eq)} Eq": len(phase.eq),
            f"{phase.air} Air": phase.air,
            counted(phase.hogs, "Hog"): phase.hogs,
            counted(phase.activations, "activation"): phase.activations,
            "the special rebuild": bool(phase.rebuild),
        }
        lost = ", ".join(what for what, count in unused.items() if count)
        if lost:
            play.log("unused_lost", NOT_KEPT[phase.side], what=lost)
        play.log("reinforcement_ends", ("OCS 13.6",), side=IN_WORDS[phase.side])
        return replace_step(state)


def duties() -> tuple[type[Duty], ...]:
    """Every kind of duty, in the order of the phase."""
    from landbridge.games.belorussia.ledger import (
        appealing,
        arriving,
        leaving,
        partisan_war,
        rebuilding,
        replacing,
        special_table,
        supplying,
    )

    return (
        supplying.Supply,
        supplying.Put,
        supplying.TakeBack,
        replacing.Replacements,
        special_table.Special,
        special_table.Take,
        rebuilding.Rebuild,
        replacing.Air,
        replacing.Hog,
        partisan_war.Partisan,
        partisan_war.Activate,
        arriving.Arrive,
        leaving.Withdraw,
        leaving.Decline,
        leaving.Wait,
        appealing.Appeal,
        Done,
    )
