"""The Reinforcement Phase as a checklist: what may be done, and what must be before it ends."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer
from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.asked_rulings import Unanswered
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import unique
from landbridge.games.belorussia.ledger.reinforcement.arrivals import Arrive
from landbridge.games.belorussia.ledger.reinforcement.partisans import Activate, Partisan
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.reinforcement.rebuild_sites import Leave
from landbridge.games.belorussia.ledger.reinforcement.rebuilds import Rebuild
from landbridge.games.belorussia.ledger.reinforcement.replacements import Air, Hog, Replacements
from landbridge.games.belorussia.ledger.reinforcement.special_replacements import Special, Take
from landbridge.games.belorussia.ledger.reinforcement.stavka import Appeal
from landbridge.games.belorussia.ledger.reinforcement.supply import (
    Put,
    Supply,
    TakeBack,
    book_supply,
)
from landbridge.games.belorussia.ledger.reinforcement.withdrawals import Decline, Wait, Withdraw
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.partisans.activation import activate_partisans
from landbridge.games.belorussia.replacements.keeping import (
    KeptReplacement,
    keeping_is_ruled,
    may_keep,
)
from landbridge.games.belorussia.words import NAME_OF, Side, counted, short


class EndPhase(Duty, frozen=True, tag="done"):
    """End the Reinforcement Phase."""

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer:
        label = f"End the {NAME_OF[phase.side]} Reinforcement Phase"
        return Offer("done", label, gives_up=_given_up(state, phase), passes=True)

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        return undone(state, phase)

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        state = book_supply(phase, state, play)
        left = _left_over(phase, state)
        if left.lost:
            play.log("unused_lost", left.losing, what=", ".join(left.lost.values()))
        rules = ("OCS-13.6-1", *left.keeping)
        play.log("reinforcement_ends", rules, side=NAME_OF[phase.side])
        return phase.after_end(replace_step(_lose(phase, state, left)))


class LeftOver(NamedTuple):
    """What is left at the end of the phase."""

    lost: dict[KeptReplacement, str]
    """What may not be kept, in words."""
    keeping: Rules
    """The rules by which the rest is kept."""
    losing: Rules


def _left_over(phase: ReinforcementPhase, state: Ledger) -> LeftOver:
    """Ask of everything that is left over whether it may be kept."""
    side, book = phase.side, state.book(phase.side)
    spare = activate_partisans(phase.activations, len(Activate.ready(phase, state)))
    activations = spare.result.turned + spare.result.lost
    left: tuple[tuple[KeptReplacement, int, str], ...] = (
        ("pax", book.pax, f"{book.pax} Pax"),
        ("ally_pax", book.ally, f"{book.ally} Ally Pax"),
        ("eq", len(phase.eq), f"{len(phase.eq)} Eq"),
        ("air", phase.air, f"{phase.air} Air"),
        ("hog", phase.hogs, counted(phase.hogs, "Hog")),
        ("activation", activations, counted(activations, "activation")),
        ("special", int(bool(phase.rebuild)), "the special rebuild"),
    )
    lost: dict[KeptReplacement, str] = {}
    keeping: Rules = ()
    losing: Rules = ()
    for what, count, words in left:
        if not count:
            continue
        ruled = keeping_is_ruled(side, what)
        saving = state.rulings.replacement_saving if ruled else "as_table"
        found = may_keep(side, what, replacement_saving=saving)
        if found.result:
            keeping = unique((*keeping, *found.rules))
        else:
            lost[what] = words
            none_face_down = spare.rules if what == "activation" and spare.result.lost else ()
            losing = unique((*losing, *found.rules, *none_face_down))
    return LeftOver(lost, keeping, losing)


def _given_up(state: Ledger, phase: ReinforcementPhase) -> tuple[str, ...]:
    """What ending the phase would lose, once nothing else keeps it from ending."""
    try:
        lost = () if undone(state, phase) else tuple(_left_over(phase, state).lost.values())
    except Unanswered:
        # The owner of a box is asked when it matters.
        return ()
    return (f"What is left cannot be kept and is lost: {', '.join(lost)}.",) if lost else ()


def _lose(phase: ReinforcementPhase, state: Ledger, left: LeftOver) -> Ledger:
    """What may not be kept is gone."""
    side, book = phase.side, state.book(phase.side)
    return state.with_book(
        side,
        replace(
            book,
            pax=0 if "pax" in left.lost else book.pax,
            ally=0 if "ally_pax" in left.lost else book.ally,
            eq=book.eq if "eq" in left.lost else (*book.eq, *phase.eq),
        ),
    )


DUTIES: tuple[type[Duty], ...] = (
    Supply,
    Put,
    TakeBack,
    Replacements,
    Special,
    Take,
    Rebuild,
    Leave,
    Air,
    Hog,
    Partisan,
    Activate,
    Arrive,
    Withdraw,
    Decline,
    Wait,
    Appeal,
    EndPhase,
)
"""Every kind of duty, in the order of the phase."""


def undone(state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
    """All that must still be done before the phase can end."""
    duties = [verb for verb in getattr(phase, "verbs", ()) if issubclass(verb, Duty)]
    return tuple(violation for duty in duties for violation in duty.undone(state, phase))


class Reinforcement(ReinforcementPhase, Step, frozen=True, tag="Reinforcement"):
    """One side's Reinforcement Phase as a step."""

    cites = ("OCS-13.6-1",)
    verbs = DUTIES

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return (self.side,)

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{short(state.date)}: {NAME_OF[self.side]} Reinforcement Phase"

    def violations(self, state: Ledger, who: str) -> tuple[Violation, ...]:
        return undone(state, self)
