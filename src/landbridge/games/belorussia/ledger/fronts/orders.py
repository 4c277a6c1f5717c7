"""The four Fronts at the start of a Soviet player turn: the display moves on, orders are given."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Routine, Step, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation
from landbridge.games.belorussia.calendar import campaign_start
from landbridge.games.belorussia.fronts.display import (
    FRONTS,
    NAMES,
    Front,
    FrontState,
    advance_barrage,
    advance_front,
    end_offensive,
    find_front,
    front_name,
    go_offensive,
    offensive_violations,
    regrouping_violations,
)
from landbridge.games.belorussia.fronts.fronts_on_map import fronts_on
from landbridge.games.belorussia.fronts.offensive_limit import offensive_limit
from landbridge.games.belorussia.ledger.fronts.objectives import (
    Objective,
    settle_objectives,
    unnamed,
)
from landbridge.games.belorussia.ledger.fronts.offensives import end_of_offensive
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.units.penal import MOST, penal_units_received
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side, counted


class FrontDisplay(Routine, frozen=True):
    """Postures and barrage markers move on, except on a campaign's first turn."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        if display_moves(state):
            state = move_display(state, FRONTS, play)
        return push_steps(state, FrontOrders())


class ShortDisplay(Routine, frozen=True):
    """The same in a short scenario, for the Fronts on its part of the map; orders are asked for
    where one of them is not on the Offensive."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        there = fronts_on(state.theatre_at_any_time)
        present = tuple(front for front in FRONTS if front in there and front in state.fronts)
        state = move_display(state, present, play)
        resting = any(state.fronts[front].posture != "offensive" for front in present)
        return push_steps(state, FrontOrders()) if resting else state


def move_display(state: Ledger, moving: Sequence[Front], play: Play) -> Ledger:
    """Postures and barrage markers of these Fronts move on."""
    fronts = dict(state.fronts)
    for front in moving:
        found = advance_front(fronts[front], play.nature, state.rulings)
        ends = fronts[front].posture == "offensive" != found.result.posture
        fronts[front] = found.result
        play.log(
            "front_moves_on",
            found.rules,
            front=front_name(front),
            posture=_posture(found.result),
            barrage=_box(found.result.barrage),
        )
        if ends:
            state = end_of_offensive(state, front, play)
    return replace(state, fronts=fronts)


def display_moves(state: Ledger) -> bool:
    """Whether the display moves on in this turn: not on a campaign's first."""
    first: int = campaign_start(state.campaign).result.number
    return state.turn > first


def _posture(front: FrontState) -> str:
    return f"{front.posture}, turn {front.turns}" if front.turns else front.posture


def _box(barrage: int) -> str:
    return f"box {barrage}" if barrage else "Ready"


class FrontOrder(Verb, frozen=True):
    """An order to one Front; a referee may let it pass at another time."""

    explains = True

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> FrontOrders | None:
        return FrontOrders() if who == "soviet" and state.fronts else None


class Offensive(FrontOrder, frozen=True):
    """A Front goes over to the Offensive."""

    front: str
    penal: int | None = None
    """How many penal units it brings, where the Soviet player may choose."""

    @classmethod
    def offer(cls, state: Ledger, step: FrontOrders, who: str) -> Offer | None:
        ready = tuple(front for front in FRONTS if not _against_offensive(state, front))
        if not ready:
            return None
        slots = (Slot("front", ready, prompt="which Front?"), *_penal_slot(state))
        return Offer("offensive", "A Front goes over to the Offensive", slots, ("RUL-TFB-19",))

    def check(self, state: Ledger, step: FrontOrders, who: str) -> tuple[Violation, ...]:
        front = find_front(self.front)
        return (*_against_penal(state, self.penal), *_against_offensive(state, front))

    def apply(self, state: Ledger, step: FrontOrders, who: str, play: Play) -> Ledger:
        front = find_front(self.front)
        fronts = state.fronts | {front: go_offensive(state.fronts[front])}
        ruling = state.rulings.penal
        # The number is the player's only where the ruling lets him choose.
        most = MOST if self.penal is None else min(self.penal, MOST)
        found = penal_units_received(state.penal, play.nature, ruling, most)
        play.log(
            "front_attacks",
            ("RUL-TFB-19", *found.rules),
            front=front_name(front),
            penal=counted(found.result, "penal unit"),
        )
        price: int = figures("offensive_entry", state.rulings.offensive_entry)["cost_sp"]
        state = _pay_from_dumps(state, front, price, "RUL-TFB-19", play)
        out = state.penal_out
        if found.result:
            out = out | {front: out.get(front, 0) + found.result}
        return replace(state, fronts=fronts, penal=state.penal - found.result, penal_out=out)


def _attacking(state: Ledger) -> tuple[Front, ...]:
    return tuple(front for front in FRONTS if state.fronts[front].posture == "offensive")


def _against_offensive(state: Ledger, front: Front) -> tuple[Violation, ...]:
    """What speaks against a Front's going over to the Offensive."""
    entry = state.rulings.offensive_entry
    now = state.fronts[front].posture
    others = len(_attacking(state)) - (now == "offensive")
    # The dumps are on the map, and so is the answer whether they hold the price.
    price: int = figures("offensive_entry", entry)["cost_sp"]
    return offensive_violations(now, others, state.date, price, entry)


class Regroup(FrontOrder, frozen=True):
    """A Front ends its Offensive."""

    front: str

    @classmethod
    def offer(cls, state: Ledger, step: FrontOrders, who: str) -> Offer | None:
        attacking = _attacking(state)
        if not attacking:
            return None
        slot = Slot("front", attacking, prompt="which Front?")
        return Offer("regroup", "A Front ends its Offensive", (slot,), ("RUL-TFB-19",))

    def check(self, state: Ledger, step: FrontOrders, who: str) -> tuple[Violation, ...]:
        return regrouping_violations(state.fronts[find_front(self.front)].posture)

    def apply(self, state: Ledger, step: FrontOrders, who: str, play: Play) -> Ledger:
        front = find_front(self.front)
        fronts = state.fronts | {front: end_offensive(state.fronts[front])}
        play.log("front_regroups", ("RUL-TFB-19", "RUL-TFB-21"), front=front_name(front))
        return end_of_offensive(replace(state, fronts=fronts), front, play)


class Hasten(FrontOrder, frozen=True):
    """A Front pays for one more step of its barrage marker."""

    front: str

    @classmethod
    def offer(cls, state: Ledger, step: FrontOrders, who: str) -> Offer | None:
        waiting = tuple(front for front in FRONTS if not _against_hastening(state, step, front))
        if not waiting:
            return None
        slot = Slot("front", waiting, prompt="which Front?")
        label = f"One more step of a barrage marker for {_step_price(state)} SP"
        return Offer("hasten", label, (slot,), ("RUL-TFB-25",))

    def check(self, state: Ledger, step: FrontOrders, who: str) -> tuple[Violation, ...]:
        return _against_hastening(state, step, find_front(self.front))

    def apply(self, state: Ledger, step: FrontOrders, who: str, play: Play) -> Ledger:
        front = find_front(self.front)
        now = state.fronts[front]
        box = advance_barrage(now.barrage, state.rulings.barrage_track)
        moved = replace(now, barrage=box)
        play.log(
            "barrage_hastened",
            ("RUL-TFB-25",),
            front=front_name(front),
            barrage=_box(moved.barrage),
        )
        state = _pay_from_dumps(state, front, _step_price(state), "RUL-TFB-25", play)
        state = replace(state, fronts=state.fronts | {front: moved})
        return replace_step(state, replace(step, hastened=(*step.hastened, front)))


def _against_hastening(state: Ledger, step: FrontOrders, front: Front) -> tuple[Violation, ...]:
    """What speaks against one more step of a barrage marker."""
    ruled = "RUL-TFB-25"
    no_price, still = not _step_price(state), not display_moves(state)
    return violations(
        violation_if(no_price, "no further step can be bought in this match", ruled),
        violation_if(still, "no marker moves on a campaign's first turn", ruled),
        violation_if(not state.fronts[front].barrage, "its barrage is Ready", ruled),
        violation_if(front in step.hastened, "it has paid for a step this turn", ruled),
    )


class Orders(Verb, frozen=True):
    """The orders to the Fronts are given."""

    @classmethod
    def offer(cls, state: Ledger, step: FrontOrders, who: str) -> Offer:
        return Offer("orders", "Orders are given", passes=True)

    def check(self, state: Ledger, step: FrontOrders, who: str) -> tuple[Violation, ...]:
        return step.violations(state, who)

    def apply(self, state: Ledger, step: FrontOrders, who: str, play: Play) -> Ledger:
        play.log("orders_given", ("RUL-TFB-19",))
        return replace_step(settle_objectives(state))


class FrontOrders(Step, frozen=True):
    """The Soviet player ends Offensives and begins new ones."""

    cites = ("TFB-3.3-1", "RUL-TFB-19")
    verbs = (Offensive, Regroup, Hasten, Objective, Orders)

    hastened: tuple[Front, ...] = ()
    """Fronts that have paid for a step of their barrage marker this turn."""

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return ("soviet",)

    def prompt(self, state: Ledger, who: str) -> str:
        return "Orders to the Fronts"

    def violations(self, state: Ledger, who: str) -> tuple[Violation, ...]:
        return (*_too_many_offensives(state), *unnamed(state))


def _too_many_offensives(state: Ledger) -> tuple[Violation, ...]:
    ruling = state.rulings.march_offensives
    found = offensive_limit(state.date, len(_attacking(state)), ruling)
    if not found.result.must_leave:
        return ()
    text = f"{found.result.must_leave} Front must leave the Offensive"
    return (Violation(text, found.rules, "regroup <front>"),)


def _step_price(state: Ledger) -> int:
    """What one more step of a barrage marker costs; 0 where none can be bought."""
    price: int = figures("barrage_track", state.rulings.barrage_track)["extra_sp"]
    return price


def _pay_from_dumps(state: Ledger, front: Front, sp: int, ruled: str, play: Play) -> Ledger:
    """A Front pays out of its dumps.

    The ledger knows what the Fronts have received, not what lies there still: the players take
    the SP off the map, and the book says how many.
    """
    if not sp:
        return state
    play.log("front_pays", (ruled,), front=front_name(front), sp=sp)
    paid = state.soviet.paid
    name = NAMES[front]
    book = replace(state.soviet, paid=paid | {name: paid.get(name, 0) + sp})
    return state.with_book("soviet", book)


def _chosen(state: Ledger) -> bool:
    """Whether the Soviet player chooses the number of penal units."""
    return bool(figures("penal", state.rulings.penal).get("chosen"))


def _penal_slot(state: Ledger) -> tuple[Slot, ...]:
    if not _chosen(state):
        return ()
    most = min(MOST, state.penal)
    return (Slot("penal", low=0, high=most, prompt="how many penal units?", optional=True),)


def _against_penal(state: Ledger, wanted: int | None) -> tuple[Violation, ...]:
    """What speaks against this number of penal units."""
    if wanted is None:
        return ()
    if not _chosen(state):
        text = "the number of penal units is not chosen in this match"
        raise ImpossibleAction(text, "RUL-TFB-32")
    if not 0 <= wanted <= MOST:
        raise BadInput(f"A Front brings 0 to {MOST} penal units, not {wanted}.")
    too_many = wanted > state.penal
    text = f"the box holds {counted(state.penal, 'penal unit')}"
    return violations(violation_if(too_many, text, "RUL-TFB-32"))
