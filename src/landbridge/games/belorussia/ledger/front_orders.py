"""The four Fronts at the start of a Soviet player turn: the display moves on, orders are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Routine, Step, done
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Refused, Violation, unknown
from landbridge.games.belorussia.arrivals.dated_events import offensive_limit
from landbridge.games.belorussia.calendar import campaign_start
from landbridge.games.belorussia.fronts.display import (
    FRONTS,
    NAMES,
    Front,
    advance_front,
    end_offensive,
    go_offensive,
    offensive_faults,
)
from landbridge.games.belorussia.readings import figures
from landbridge.games.belorussia.units.penal import penal_units_received

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger


def display_name(front: Front) -> str:
    """A Front as players call it."""
    return f"{NAMES[front]} Front"


class FrontDisplay(Routine, frozen=True):
    """Postures and barrage markers move on, except on a campaign's first turn."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        if state.turn > campaign_start(state.campaign).result.number:
            fronts = dict(state.fronts)
            for front in FRONTS:
                found = advance_front(fronts[front], play.nature, state.front_rulings)
                ends = fronts[front].posture == "offensive" != found.result.posture
                fronts[front] = found.result
                play.tell(
                    "front_moves_on",
                    found.rules,
                    front=display_name(front),
                    posture=found.result.posture,
                    turns=found.result.turns,
                    barrage=f"box {found.result.barrage}" if found.result.barrage else "Ready",
                )
                if ends:
                    state = penal_units_leave(state, front, play)
            state = replace(state, fronts=fronts)
        return replace(state, agenda=(FrontOrders(), *state.agenda))


def penal_units_leave(state: Ledger, front: Front, play: Play) -> Ledger:
    """The penal units of a Front that regroups go back to their box."""
    here = state.penal_out.get(front, 0)
    if not here or not figures("penal", state.rulings["penal"])["removed_when_front_regroups"]:
        return state
    play.tell("penal_units_leave", ("RUL-TFB-32",), front=display_name(front), units=here)
    return penal_units_back(state, front, here)


def penal_units_back(state: Ledger, front: str, units: int) -> Ledger:
    """So many penal units of a Front are in their box again."""
    left = state.penal_out.get(front, 0) - units
    out = {name: count for name, count in state.penal_out.items() if name != front}
    return replace(
        state, penal=state.penal + units, penal_out=out | ({front: left} if left else {})
    )


class Offensive(Action, frozen=True):
    """A Front goes over to the Offensive."""

    front: str


class Regroup(Action, frozen=True):
    """A Front ends its Offensive."""

    front: str


class Orders(Action, frozen=True):
    """The orders to the Fronts are given."""


class FrontOrders(Step, frozen=True):
    """The Soviet player ends Offensives and begins new ones."""

    def asks(self, state: Ledger) -> tuple[Decision, ...]:
        ready = tuple(f for f in FRONTS if not self._against(state, f))
        attacking = tuple(f for f in FRONTS if state.fronts[f].posture == "offensive")
        offers = []
        if ready:
            slot = Slot("front", ready, prompt="which Front?")
            label = "A Front goes over to the Offensive"
            offers.append(Offer("offensive", label, (slot,), ("RUL-TFB-19",)))
        if attacking:
            slot = Slot("front", attacking, prompt="which Front?")
            offers.append(Offer("regroup", "A Front ends its Offensive", (slot,), ("RUL-TFB-19",)))
        offers.append(Offer("orders", "Orders are given"))
        prompt = "Orders to the Fronts"
        rules = ("TFB-3.3-1", "RUL-TFB-19")
        return (Decision("soviet", prompt, tuple(offers), rules, self._surplus(state)),)

    def _attacking(self, state: Ledger) -> int:
        return sum(front.posture == "offensive" for front in state.fronts.values())

    def _against(self, state: Ledger, front: Front) -> tuple[Violation, ...]:
        """What speaks against a Front's going over to the Offensive."""
        entry: Any = state.rulings["offensive_entry"]
        now = state.fronts[front].posture
        others = self._attacking(state) - (now == "offensive")
        return offensive_faults(now, others, state.date, 99, entry)

    def _surplus(self, state: Ledger) -> tuple[Violation, ...]:
        ruling: Any = state.rulings["march_offensives"]
        found = offensive_limit(state.date, self._attacking(state), ruling)
        if not found.result.must_leave:
            return ()
        text = f"{found.result.must_leave} Front must leave the Offensive"
        return (Violation(text, found.rules, "regroup <front>"),)

    def check(self, state: Ledger, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Orders):
            return self._surplus(state)
        if isinstance(action, Offensive):
            return self._against(state, _front(action.front))
        if (
            isinstance(action, Regroup)
            and state.fronts[_front(action.front)].posture != "offensive"
        ):
            raise Refused("it is not on the Offensive", "RUL-TFB-19")
        return ()

    def answer(self, state: Ledger, who: str, action: Action, play: Play) -> Ledger:
        if isinstance(action, Offensive):
            return self._attack(state, _front(action.front), play)
        if isinstance(action, Regroup):
            front = _front(action.front)
            fronts = state.fronts | {front: end_offensive(state.fronts[front])}
            play.tell("front_regroups", ("RUL-TFB-19", "RUL-TFB-21"), front=display_name(front))
            return penal_units_leave(replace(state, fronts=fronts), front, play)
        play.tell("orders_given", ("RUL-TFB-19",))
        return done(state)

    def _attack(self, state: Ledger, front: Front, play: Play) -> Ledger:
        fronts = state.fronts | {front: go_offensive(state.fronts[front])}
        ruling: Any = state.rulings["penal"]
        found = penal_units_received(state.penal, play.nature, ruling)
        play.tell(
            "front_attacks",
            ("RUL-TFB-19", *found.rules),
            front=display_name(front),
            penal=found.result,
        )
        price: int = figures("offensive_entry", state.rulings["offensive_entry"])["cost_sp"]
        if price:
            # The dumps are on the map; the ledger says what they owe.
            play.tell("front_pays", ("RUL-TFB-19",), front=display_name(front), sp=price)
        out = state.penal_out | {front: state.penal_out.get(front, 0) + found.result}
        return replace(state, fronts=fronts, penal=state.penal - found.result, penal_out=out)


def _front(name: str) -> Front:
    for front in FRONTS:
        if name == front:
            return front
    raise BadInput(unknown("Front", name, FRONTS))
