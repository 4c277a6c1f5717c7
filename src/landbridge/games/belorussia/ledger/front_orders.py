"""The four Fronts at the start of a Soviet player turn: the display moves on, orders are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Routine, Step, replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Refusal, Violation, unknown
from landbridge.games.belorussia.arrivals.dated_events import offensive_limit
from landbridge.games.belorussia.calendar import campaign_start
from landbridge.games.belorussia.fronts.display import (
    FRONTS,
    NAMES,
    Front,
    FrontState,
    advance_barrage,
    advance_front,
    end_offensive,
    go_offensive,
    offensive_violations,
)
from landbridge.games.belorussia.ledger.objectives import (
    Objective,
    check_objective,
    name_objective,
    objective_offer,
    score_objectives,
    settle_objectives,
    unnamed,
)
from landbridge.games.belorussia.readings import figures
from landbridge.games.belorussia.units.penal import MOST, penal_units_received
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import counted

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger


def display_name(front: Front) -> str:
    """A Front as players call it."""
    return f"{NAMES[front]} Front"


class FrontDisplay(Routine, frozen=True):
    """Postures and barrage markers move on, except on a campaign's first turn."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        if display_moves(state):
            fronts = dict(state.fronts)
            for front in FRONTS:
                found = advance_front(fronts[front], play.nature, state.front_rulings)
                ends = fronts[front].posture == "offensive" != found.result.posture
                fronts[front] = found.result
                play.log(
                    "front_moves_on",
                    found.rules,
                    front=display_name(front),
                    posture=_posture(found.result),
                    barrage=_box(found.result.barrage),
                )
                if ends:
                    state = _offensive_over(state, front, play)
            state = replace(state, fronts=fronts)
        return replace(state, agenda=(FrontOrders(), *state.agenda))


def display_moves(state: Ledger) -> bool:
    """Whether the display moves on in this turn: not on a campaign's first."""
    first: int = campaign_start(state.campaign).result.number
    return state.turn > first


def _posture(front: FrontState) -> str:
    return f"{front.posture}, turn {front.turns}" if front.turns else front.posture


def _box(barrage: int) -> str:
    return f"box {barrage}" if barrage else "Ready"


def _offensive_over(state: Ledger, front: Front, play: Play) -> Ledger:
    """What the end of an Offensive brings: its objectives count, its penal units go."""
    return penal_units_leave(score_objectives(state, front, play), front, play)


def penal_units_leave(state: Ledger, front: Front, play: Play) -> Ledger:
    """The penal units of a Front that regroups go back to their box."""
    here = state.penal_out.get(front, 0)
    if not here or not figures("penal", state.rulings["penal"])["removed_when_front_regroups"]:
        return state
    play.log(
        "penal_units_leave",
        ("RUL-TFB-32",),
        front=display_name(front),
        units=counted(here, "penal unit"),
    )
    return penal_units_back(state, front, here)


def penal_units_back(state: Ledger, front: str, units: int) -> Ledger:
    """A number of a Front's penal units is in their box again."""
    left = state.penal_out.get(front, 0) - units
    out = {name: count for name, count in state.penal_out.items() if name != front}
    return replace(
        state, penal=state.penal + units, penal_out=out | ({front: left} if left else {})
    )


class Offensive(Action, frozen=True):
    """A Front goes over to the Offensive."""

    front: str
    penal: int | None = None
    """How many penal units it brings, where the Soviet player may choose."""


class Regroup(Action, frozen=True):
    """A Front ends its Offensive."""

    front: str


class Hasten(Action, frozen=True):
    """A Front pays for one more step of its barrage marker."""

    front: str


class Orders(Action, frozen=True):
    """The orders to the Fronts are given."""


class FrontOrders(Step, frozen=True):
    """The Soviet player ends Offensives and begins new ones."""

    hastened: tuple[Front, ...] = ()
    """Fronts that have paid for a step of their barrage marker this turn."""

    def asks(self, state: Ledger) -> tuple[Decision, ...]:
        ready = tuple(f for f in FRONTS if not self._against(state, f))
        attacking = tuple(f for f in FRONTS if state.fronts[f].posture == "offensive")
        waiting = tuple(f for f in FRONTS if not self._unhastened(state, f))
        offers = []
        if ready:
            slots = (Slot("front", ready, prompt="which Front?"), *_penal_slot(state))
            label = "A Front goes over to the Offensive"
            offers.append(Offer("offensive", label, slots, ("RUL-TFB-19",)))
        if attacking:
            slot = Slot("front", attacking, prompt="which Front?")
            offers.append(Offer("regroup", "A Front ends its Offensive", (slot,), ("RUL-TFB-19",)))
        if waiting:
            slot = Slot("front", waiting, prompt="which Front?")
            label = f"One more step of a barrage marker for {_step_price(state)} SP"
            offers.append(Offer("hasten", label, (slot,), ("RUL-TFB-25",)))
        aim = objective_offer(state)
        if aim is not None:
            offers.append(aim)
        offers.append(Offer("orders", "Orders are given"))
        prompt = "Orders to the Fronts"
        rules = ("TFB-3.3-1", "RUL-TFB-19")
        return (Decision("soviet", prompt, tuple(offers), rules, self._undone(state)),)

    def offers(self, state: Ledger, who: str, verb: str) -> bool | None:
        # These say by themselves why they cannot be done.
        return True if who == "soviet" and verb in ("hasten", "objective") else None

    def _undone(self, state: Ledger) -> tuple[Violation, ...]:
        return (*self._surplus(state), *unnamed(state))

    def _attacking(self, state: Ledger) -> int:
        return sum(front.posture == "offensive" for front in state.fronts.values())

    def _against(self, state: Ledger, front: Front) -> tuple[Violation, ...]:
        """What speaks against a Front's going over to the Offensive."""
        entry: Any = state.rulings["offensive_entry"]
        now = state.fronts[front].posture
        others = self._attacking(state) - (now == "offensive")
        # The dumps are on the map, and so is the answer whether they hold the price.
        price: int = figures("offensive_entry", entry)["cost_sp"]
        return offensive_violations(now, others, state.date, price, entry)

    def _unhastened(self, state: Ledger, front: Front) -> tuple[Violation, ...]:
        """What speaks against one more step of a barrage marker."""
        ruled = "RUL-TFB-25"
        return violations(
            violation_if(
                not _step_price(state), "no further step can be bought in this match", ruled
            ),
            violation_if(
                not display_moves(state), "no marker moves on a campaign's first turn", ruled
            ),
            violation_if(not state.fronts[front].barrage, "its barrage is Ready", ruled),
            violation_if(front in self.hastened, "it has paid for a step this turn", ruled),
        )

    def _surplus(self, state: Ledger) -> tuple[Violation, ...]:
        ruling: Any = state.rulings["march_offensives"]
        found = offensive_limit(state.date, self._attacking(state), ruling)
        if not found.result.must_leave:
            return ()
        text = f"{found.result.must_leave} Front must leave the Offensive"
        return (Violation(text, found.rules, "regroup <front>"),)

    def check(self, state: Ledger, who: str, action: Any) -> tuple[Violation, ...]:
        if isinstance(action, Orders):
            return self._undone(state)
        front = _front(action.front)
        if isinstance(action, Offensive):
            _check_penal(state, action.penal)
            return self._against(state, front)
        if isinstance(action, Objective):
            check_objective(state, front, action.place)
        if isinstance(action, Hasten):
            refuse(self._unhastened(state, front))
        if isinstance(action, Regroup) and state.fronts[front].posture != "offensive":
            raise Refusal("it is not on the Offensive", "RUL-TFB-19")
        return ()

    def answer(self, state: Ledger, who: str, action: Any, play: Play) -> Ledger:
        if isinstance(action, Orders):
            play.log("orders_given", ("RUL-TFB-19",))
            return replace_step(settle_objectives(state))
        front = _front(action.front)
        if isinstance(action, Offensive):
            return self._attack(state, front, action.penal, play)
        if isinstance(action, Objective):
            return name_objective(state, front, action.place, play)
        if isinstance(action, Hasten):
            return self._hasten(state, front, play)
        fronts = state.fronts | {front: end_offensive(state.fronts[front])}
        play.log("front_regroups", ("RUL-TFB-19", "RUL-TFB-21"), front=display_name(front))
        return _offensive_over(replace(state, fronts=fronts), front, play)

    def _attack(self, state: Ledger, front: Front, wanted: int | None, play: Play) -> Ledger:
        fronts = state.fronts | {front: go_offensive(state.fronts[front])}
        ruling: Any = state.rulings["penal"]
        most = MOST if wanted is None else wanted
        found = penal_units_received(state.penal, play.nature, ruling, most)
        play.log(
            "front_attacks",
            ("RUL-TFB-19", *found.rules),
            front=display_name(front),
            penal=counted(found.result, "penal unit"),
        )
        price: int = figures("offensive_entry", state.rulings["offensive_entry"])["cost_sp"]
        state = _pays(state, front, price, "RUL-TFB-19", play)
        out = state.penal_out
        if found.result:
            out = out | {front: out.get(front, 0) + found.result}
        return replace(state, fronts=fronts, penal=state.penal - found.result, penal_out=out)

    def _hasten(self, state: Ledger, front: Front, play: Play) -> Ledger:
        now = state.fronts[front]
        moved = replace(
            now, barrage=advance_barrage(now.barrage, state.front_rulings.barrage_track)
        )
        play.log(
            "barrage_hastened",
            ("RUL-TFB-25",),
            front=display_name(front),
            barrage=_box(moved.barrage),
        )
        state = _pays(state, front, _step_price(state), "RUL-TFB-25", play)
        state = replace(state, fronts=state.fronts | {front: moved})
        return replace_step(state, replace(self, hastened=(*self.hastened, front)))


def _step_price(state: Ledger) -> int:
    """What one more step of a barrage marker costs; 0 where none can be bought."""
    price: int = figures("barrage_track", state.rulings["barrage_track"])["extra_sp"]
    return price


def _pays(state: Ledger, front: Front, sp: int, ruled: str, play: Play) -> Ledger:
    """A Front pays out of its dumps.

    The ledger knows what the Fronts have received, not what lies there still: the players take
    the SP off the map, and the book says how many.
    """
    if not sp:
        return state
    play.log("front_pays", (ruled,), front=display_name(front), sp=sp)
    paid = state.soviet.paid
    name = NAMES[front]
    book = replace(state.soviet, paid=paid | {name: paid.get(name, 0) + sp})
    return state.with_book("soviet", book)


def _chosen(state: Ledger) -> bool:
    """Whether the Soviet player chooses the number of penal units."""
    return bool(figures("penal", state.rulings["penal"]).get("chosen"))


def _penal_slot(state: Ledger) -> tuple[Slot, ...]:
    if not _chosen(state):
        return ()
    most = min(MOST, state.penal)
    return (Slot("penal", low=0, high=most, prompt="how many penal units?", optional=True),)


def _check_penal(state: Ledger, wanted: int | None) -> None:
    if wanted is None:
        return
    if not _chosen(state):
        raise Refusal("the number of penal units is not chosen in this match", "RUL-TFB-32")
    if not 0 <= wanted <= MOST:
        raise BadInput(f"A Front brings 0 to {MOST} penal units, not {wanted}.")
    if wanted > state.penal:
        raise Refusal(f"the box holds {counted(state.penal, 'penal unit')}", "RUL-TFB-32")


def _front(name: str) -> Front:
    for front in FRONTS:
        if name == front:
            return front
    raise BadInput(unknown("Front", name, FRONTS))
