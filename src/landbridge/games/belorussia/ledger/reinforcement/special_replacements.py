"""Special replacements in the Reinforcement Phase: the roll, the choice, the Alert pools."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.dead_kinds import special_kind
from landbridge.games.belorussia.replacements.special_table import (
    AXIS_ARTY,
    REBUILDS,
    Alert,
    AxisSpecialLine,
    Dead,
    axis_special,
    draw_alert,
    soviet_special,
    take_axis_special,
)
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side, counted

SPECIAL = {"soviet": ("TFB-1.7a-8", "TFB-1.7b-1"), "axis": ("TFB-1.7a-29", "TFB-1.7b-21")}


def dead_kinds(state: Ledger, side: Side) -> tuple[Dead, ...]:
    """What a special table may rebuild: the Dead Pile, and artillery that lacks steps."""
    book = state.book(side)
    kinds = tuple(special_kind(dead.unit, state.rulings) for dead in book.dead)
    if not book.reduced or not reduced_artillery_counts(state):
        return kinds
    reduced = (special_kind(unit.unit, state.rulings) for unit in book.reduced)
    return (*kinds, *(kind for kind in reduced if by_step(side, kind)))


def reduced_artillery_counts(state: Ledger) -> bool:
    """Whether the special tables also give steps to artillery that is not dead."""
    counts: bool = figures("reduced_artillery", state.rulings.reduced_artillery)["counts"]
    return counts


def by_step(side: Side, kind: Dead) -> bool:
    """Whether the special table of a side brings such units back step by step."""
    return kind in (AXIS_ARTY if side == "axis" else REBUILDS["artillery"].fits)


class Special(Duty, frozen=True):
    """Roll on the special replacement table."""

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        if not phase.special:
            return None
        return Offer("special", "Roll on the special table", rules=SPECIAL[phase.side])

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        if not phase.special:
            return ()
        return (Violation("a special roll is due", SPECIAL[phase.side], "special"),)

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        text = "no special roll is due"
        return violations(violation_if(not phase.special, text, SPECIAL[phase.side]))

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        state = state.with_book(phase.side, state.book(phase.side).plus(specials=1))
        if phase.side == "axis":
            line = axis_special(play.nature)
            choice = " or a Tiger" if line.tiger else ""
            play.log("axis_special", SPECIAL["axis"], result=_words(line.result), choice=choice)
            if line.tiger:
                return phase.update(state, special=False, choice=line)
            return _receive(phase, state, play, line, "other")
        fallback = state.rulings.soviet_fallback
        found = soviet_special(play.nature, dead_kinds(state, "soviet"), soviet_fallback=fallback)
        got = found.result
        play.log(
            "soviet_special",
            (*SPECIAL["soviet"], *found.rules),
            rebuild=f"rebuilds {_words(got.rebuild)}" if got.rebuild else "rebuilds nothing",
            partisans=counted(got.partisans, "partisan"),
            hogs=counted(got.hogs, "Hog"),
        )
        return phase.update(
            state,
            special=False,
            rebuild=got.rebuild or "",
            partisans=phase.partisans + got.partisans,
            hogs=phase.hogs + got.hogs,
        )


def _words(kind: str) -> str:
    return {
        "artillery": "artillery",
        "army_hq": "an Army HQ",
        "anti_tank": "an AT brigade",
        "aa_division": "an AA division",
        "pontoon": "a pontoon brigade",
        "assault": "a special assault unit",
        "tiger": "a Tiger unit",
        "flak": "a Flak Alert unit",
        "ag_pg": "an AG/PG Alert unit",
        "infantry": "an Infantry Alert unit",
    }.get(kind, kind)


def _receive(
    phase: ReinforcementPhase,
    state: Ledger,
    play: Play,
    line: AxisSpecialLine,
    choice: Literal["tiger", "other"],
) -> Ledger:
    """Carry out an Axis special result."""
    empty = tuple(pool for pool, units in state.alerts.items() if not units)
    found = take_axis_special(
        line,
        choice,
        dead_kinds(state, "axis"),
        empty,
        state.axis.tigers,
        tiger_keeping=state.rulings.tiger_keeping,
        axis_arty_unmet=state.rulings.axis_arty_unmet,
    )
    got = found.result
    state = state.with_book("axis", replace(state.axis, tigers=got.tigers_kept))
    if got.outcome == "placed":
        state = draw_from_pool(state, msgspec.convert(got.received, Alert), play)
    rules = (*SPECIAL["axis"], *found.rules)
    what = _words(got.received)
    play.log("axis_special_received", rules, what=what, outcome=got.outcome)
    rebuild = got.received if got.outcome == "rebuilt" else ""
    return phase.update(state, special=False, choice=None, rebuild=rebuild)


def draw_from_pool(state: Ledger, pool: Alert, play: Play) -> Ledger:
    """Draw an Alert unit; only the Axis player learns which it is."""
    if not state.alerts[pool]:
        play.log("pool_empty", ("TFB-EDGE-24", "RUL-TFB-11"), what=_words(pool))
        return state
    unit = draw_alert(state.alerts[pool], pool, play.nature)
    rules = ("TFB-1.7b-26", "RUL-TFB-11")
    play.log("alert_drawn", rules, to=("axis",), unit=unit)
    left = tuple(other for other in state.alerts[pool] if other != unit)
    alerts = state.alerts | {pool: left}
    book = state.axis.plus(alerts=1)
    return replace(state, alerts=alerts, alerts_out=(*state.alerts_out, unit), axis=book)


class Take(Duty, frozen=True):
    """Choose between a Tiger and the other result of the special table."""

    what: Literal["tiger", "other"]

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        if phase.choice is None:
            return None
        other = _words(phase.choice.result)
        slot = Slot("what", ("tiger", "other"), prompt=f"tiger, or other: {other}")
        return Offer("take", "Choose the special result", (slot,), ("TFB-1.7b-23",))

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        if phase.choice is None:
            return ()
        return (Violation("a special result is to be chosen", ("TFB-1.7b-23",), "take"),)

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        if phase.choice is None:
            text = "no special result is to be chosen"
            raise ImpossibleAction(
                text, "TFB-1.7b-23", "on a special roll of 1 or 2 the Axis choose"
            )
        return ()

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        if phase.choice is None:
            raise AssertionError("no special result is to be chosen")
        return _receive(phase, state, play, phase.choice, self.what)
