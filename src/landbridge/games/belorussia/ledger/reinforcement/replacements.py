"""The replacement roll, and what planes and hedgehogs its Air and Hogs make."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Refusal, Violation, breaches, choices
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia.ledger.facts.hedgehogs import LEVELS, refuse_enemy_hedgehog
from landbridge.games.belorussia.ledger.hexes import HEX, check_hex
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.hogs import use_hog
from landbridge.games.belorussia.replacements.rebuild_charts import Unit
from landbridge.games.belorussia.replacements.rebuilding import Payment, ReplacementsAtHand, pay
from landbridge.games.belorussia.replacements.rolls import axis_replacements, soviet_replacements
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, PACKAGE, Side, counted

PLANES: dict[str, list[str]] = read_toml(PACKAGE, "air.toml")["planes"]["types"]
"""The types of planes that each side flies."""
ROLL = {"soviet": ("TFB-1.7a-1",), "axis": ("TFB-1.7a-21",)}
AIR = {"soviet": ("TFB-1.7a-6",), "axis": ("TFB-1.7a-26",)}
HOG = {"soviet": ("TFB-1.7b-6",), "axis": ("TFB-1.7a-28",)}


class Replacements(Duty, frozen=True):
    """Roll for replacements."""

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        if phase.rolled:
            return None
        label = f"Roll {NAME_OF[phase.side]} replacements"
        return Offer("replacements", label, rules=ROLL[phase.side])

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        if phase.rolled:
            return ()
        text = "replacements have not been rolled"
        return (Violation(text, ROLL[phase.side], "replacements"),)

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        text = "replacements have been rolled in this phase"
        return violations(violation_if(phase.rolled, text, ROLL[phase.side], "one roll a turn"))

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        book = state.book(phase.side)
        if phase.side == "soviet":
            ruling = state.rulings.minus_one_1944
            got = soviet_replacements(state.date, play.nature, ruling)
            soviet = got.result
            changes = {"activations": phase.activations + soviet.activations}
            book = book.plus(pax=soviet.pax, eq=len(soviet.eq), air=soviet.air)
            play.log(
                "soviet_replacements",
                (*ROLL["soviet"], *got.rules),
                pax=soviet.pax,
                eq=_eq(soviet.eq),
                air=soviet.air,
                activations=counted(soviet.activations, "partisan activation"),
                special="a special roll" if soviet.special else "no special roll",
            )
            eq, air, pax, special = soviet.eq, soviet.air, soviet.pax, soviet.special
        else:
            found = axis_replacements(state.date, play.nature)
            axis = found.result
            changes = {"hogs": phase.hogs + axis.hogs}
            book = replace(book, ally=book.ally + axis.ally)
            book = book.plus(pax=axis.pax, eq=len(axis.eq), air=axis.air, ally=axis.ally)
            play.log(
                "axis_replacements",
                (*ROLL["axis"], *found.rules),
                pax=axis.pax,
                eq=_eq(axis.eq),
                air=axis.air,
                ally=axis.ally,
                hogs=counted(axis.hogs, "Hog"),
                special="a special roll" if axis.special else "no special roll",
            )
            eq, air, pax, special = axis.eq, axis.air, axis.pax, axis.special
        state = state.with_book(phase.side, replace(book, pax=book.pax + pax))
        return phase.update(
            state,
            rolled=True,
            eq=(*phase.eq, *eq),
            air=phase.air + air,
            special=special,
            **changes,
        )


def _eq(ratings: tuple[int, ...]) -> str:
    return " and ".join(f"AR{rating} Eq" for rating in ratings) or "no Eq"


class Air(Duty, frozen=True):
    """Bring a reduced plane on the map to full strength with an Air replacement."""

    needs_no_phase = True

    name: str

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        if not phase.air:
            return None
        slot = Slot("name", examples=tuple(PLANES[phase.side]), prompt="which plane?")
        label = f"A reduced plane to full strength ({phase.air} Air left)"
        return Offer("air", label, (slot,), AIR[phase.side])

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        enemy: Side = "axis" if phase.side == "soviet" else "soviet"
        if self.name.lower() in map(str.lower, PLANES[enemy]):
            legal = f"own planes, such as {choices(PLANES[phase.side])}"
            raise ImpossibleAction(f"{self.name} is an enemy plane", AIR[phase.side], legal)
        return _pay_for_plane(phase).result.violations

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        paid = _pay_for_plane(phase)
        play.log("plane_restored", paid.rules or AIR[phase.side], name=self.name)
        return phase.update(state, air=phase.air - paid.result.air)


def _pay_for_plane(phase: ReinforcementPhase) -> Finding[Payment]:
    """What restores a plane out of what the phase has left."""
    plane = Unit(side=phase.side, kind="air")
    return pay(plane, ReplacementsAtHand(air=phase.air))


class Hog(Duty, frozen=True):
    """Spend a Hog: a new Level-1 hedgehog, or a Level 1 raised to Level 2."""

    needs_no_phase = True

    hex: str
    in_trace: bool = True
    """Whether the hex is in trace supply, as the player sees it on his map."""

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        if not phase.hogs:
            return None
        label = f"A new Level-1 hedgehog, or Level 1 to 2 ({phase.hogs} Hog left)"
        return Offer("hog", label, (HEX,), HOG[phase.side])

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        check_hex(self.hex)
        refuse_enemy_hedgehog(state, phase.side, self.hex)
        level = phase.hedgehog_in(state, self.hex)
        in_trace = phase.in_trace_in(state, self.hex, self.in_trace)
        return (
            *violations(violation_if(not phase.hogs, "no Hog is left", HOG[phase.side])),
            *breaches(use_hog, phase.side, level, in_trace),
        )

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        book = state.book(phase.side)
        level = phase.hedgehog_in(state, self.hex)
        rules: Rules = HOG[phase.side]
        try:
            in_trace = phase.in_trace_in(state, self.hex, self.in_trace)
            found = use_hog(phase.side, level, in_trace)
            level, rules = found.result, found.rules
        except Refusal:
            # Let pass by a referee: it rises as far as there are counters.
            level = min(level + 1, LEVELS)
        book = replace(book, hedgehogs=book.hedgehogs | {self.hex: level}).plus(hogs=1)
        play.log("hedgehog", rules, hex=self.hex, level=level)
        done = phase.update(state.with_book(phase.side, book), hogs=max(phase.hogs - 1, 0))
        return phase.after_hedgehog(done, self.hex, level)
