"""Supply in the Reinforcement Phase: the roll, and where it is put."""

from __future__ import annotations

import re

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, unknown
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding, unique
from landbridge.games.belorussia.ledger.books import SupplyPlace
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.supply.income import AxisIncome, axis_income, soviet_income
from landbridge.games.belorussia.supply.lots import BASES, TOKENS, Placement, SupplyLot, amount
from landbridge.games.belorussia.supply.placement import check_placement
from landbridge.games.belorussia.supply.soviet_placement import DUTY, FRONTS
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF

_AMOUNT = re.compile(r"(?:(\d+)SP)?(?:(\d+)T)?")
ROLL = {"soviet": ("TFB-SUP-1",), "axis": ("TFB-SUP-11",)}


HOW_MUCH = Slot(
    "amount",
    examples=("rest", "1SP", "1T", "2T"),
    prompt="how much? 3SP, 2T, 1SP2T, or rest",
)


class Supply(Duty, frozen=True):
    """Roll for supply."""

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        if phase.income is not None:
            return None
        return Offer("supply", f"Roll {NAME_OF[phase.side]} supply", rules=ROLL[phase.side])

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        if phase.income is not None:
            return ()
        return (Violation("supply has not been rolled", ROLL[phase.side], "supply"),)

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        rolled = phase.income is not None
        text = "supply has been rolled in this phase"
        return violations(
            violation_if(rolled, text, (*ROLL[phase.side], "OCS-2.3-5"), "one roll a turn")
        )

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        income: int | AxisIncome
        if phase.side == "soviet":
            found = soviet_income(state.date, play.nature)
            income, rules = found.result, found.rules
            play.log("soviet_supply", (*ROLL["soviet"], *rules), points=income)
        else:
            ruled = axis_income(state.date, state.minsk, play.nature)
            income, rules = ruled.result, ruled.rules
            play.log(
                "axis_supply",
                (*ROLL["axis"], *rules),
                minsk=income.minsk,
                cities=income.cities,
                hqs=income.hqs,
                total=income.total,
            )
        return phase.update(state, income=income)


class TakeBack(Duty, frozen=True, tag="takeback"):
    """Take back what was put in a place in this phase."""

    place: str

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        if not phase.puts:
            return None
        slot = Slot("place", tuple(put.place for put in phase.puts), prompt="from where?")
        return Offer("takeback", "Take supply back from a place", (slot,), aside=True)

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        if not _tokens_at(phase, self.place):
            raise BadInput(unknown("place with supply", self.place, [p.place for p in phase.puts]))
        return ()

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        rest = tuple(put for put in phase.puts if put.place != self.place)
        to = None if phase.tells_places else (phase.side,)
        play.log("supply_taken_back", ROLL[phase.side], to=to, place=self.place)
        return phase.update(state, puts=rest)


class Put(Duty, frozen=True):
    """Put more supply in a place: so much, or the rest of what may go there."""

    place: str
    amount: str

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        left = _tokens_left(phase)
        if left <= 0:
            return None
        places = cls._open_places(phase, state) or tuple(_own(phase, state))
        slots = (Slot("place", places, prompt="where?"), HOW_MUCH)
        rules = ("TFB-SUP-4", "TFB-SUP-5") if phase.side == "soviet" else ("TFB-SUP-15",)
        label = f"Put supply in a place ({amount(left)} to place)"
        return Offer("put", label, slots, rules)

    @classmethod
    def next_slot(
        cls, state: Ledger, phase: ReinforcementPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        # Which places are open is worked out only for those who are asked for one.
        if said:
            return HOW_MUCH if len(said) == 1 else None
        return super().next_slot(state, phase, who, said)

    @classmethod
    def _open_places(cls, phase: ReinforcementPhase, state: Ledger) -> tuple[str, ...]:
        """Places that may take one token more; places that stand alike are asked for once."""
        asked: dict[tuple[SupplyPlace, str], bool] = {}
        for name, place in _own(phase, state).items():
            alone = name if place.kind in (*BASES, "front_hq") or name == "Minsk" else ""
            if (place, alone) not in asked:
                asked[place, alone] = not cls(name, "1T").check(state, phase, phase.side)
        return tuple(
            name
            for name, place in _own(phase, state).items()
            if asked.get((place, name), asked.get((place, "")))
        )

    def tokens(self, phase: ReinforcementPhase, state: Ledger) -> int:
        """The amount in tokens."""
        if self.amount == "rest":
            amounts = range(_tokens_left(phase), 0, -1)
            fitting = (
                n for n in amounts if not Put(self.place, f"{n}T").check(state, phase, phase.side)
            )
            return next(fitting, 0)
        found = _AMOUNT.fullmatch(self.amount)
        if not found or not self.amount:
            raise BadInput(f"'{self.amount}' is no amount; write 3SP, 2T, 1SP2T or rest.")
        return int(found[1] or 0) * TOKENS + int(found[2] or 0)

    def lot(self, phase: ReinforcementPhase, state: Ledger) -> SupplyLot:
        """What is put, with what the ledger knows of the place."""
        place = state.places.get(self.place)
        if place is None or place.side != phase.side:
            raise BadInput(unknown("place of yours", self.place, _own(phase, state)))
        return SupplyLot(
            self.place,
            place.kind,
            self.tokens(phase, state),
            place.controlled,
            place.detrainable,
            place.in_trace,
            place.stock,
        )

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        if phase.income is None:
            raise ImpossibleAction("supply has not been rolled", ROLL[phase.side], "supply")
        lot = self.lot(phase, state)
        if not lot.tokens:
            raise ImpossibleAction(f"nothing more may go to {self.place}", ROLL[phase.side])
        with_this = replace(phase, puts=_with(lot, phase))
        wrong = tuple(v for v in _verdict(with_this, state).violations if not _incomplete(v))
        if wrong:
            known = {violation.text for violation in _verdict(phase, state).violations}
            wrong = tuple(violation for violation in wrong if violation.text not in known)
        return wrong or self._duty(with_this)

    def _duty(self, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        """What is wrong if too little would be left for the Front HQs that have nothing yet."""
        if phase.side != "soviet":
            return ()
        needed = sum(max(DUTY - _tokens_at(phase, front), 0) for front in FRONTS)
        text = "too little would be left for the Front HQs that have no supply yet"
        remedy = f"leave {amount(needed)} for them"
        return violations(violation_if(_tokens_left(phase) < needed, text, "TFB-SUP-3", remedy))

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        lot = self.lot(phase, state)
        rules: Rules = ("TFB-SUP-4",) if phase.side == "soviet" else ("TFB-SUP-15", "TFB-SUP-16")
        if lot.kind in BASES:
            rules = ("TFB-SUP-5",) if phase.side == "soviet" else ("TFB-SUP-17",)
        puts = _with(lot, phase)
        if phase.side == "axis" and lot.place == "Minsk":
            found = _ruled_placement(replace(phase, puts=puts), state)
            rules = unique((*rules, *found.rules))
        to = None if phase.tells_places else (phase.side,)
        play.log("supply_put", rules, to=to, place=self.place, amount=amount(lot.tokens))
        return phase.update(state, puts=puts)

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        return () if phase.income is None else _verdict(phase, state).violations


def _verdict(phase: ReinforcementPhase, state: Ledger) -> Placement:
    """What the rules say to all that is put so far."""
    return _ruled_placement(phase, state).result


def _ruled_placement(phase: ReinforcementPhase, state: Ledger) -> Finding[Placement]:
    """The same with the rules behind it."""
    if phase.income is None:
        raise AssertionError("no income yet")
    listed = {put.place for put in phase.puts}
    empty = tuple(
        SupplyLot(
            name, place.kind, 0, place.controlled, place.detrainable, place.in_trace, place.stock
        )
        for name, place in state.places.items()
        if place.side == phase.side and name not in listed
    )
    return check_placement(
        phase.income,
        (*(_as_it_stands(put, state) for put in phase.puts), *empty),
        state.minsk,
        FRONTS,
        state.rulings.airbase_supply,
    )


def _as_it_stands(put: SupplyLot, state: Ledger) -> SupplyLot:
    """What was put, where the place may have fallen or changed since."""
    place = state.places.get(put.place)
    if place is None:
        return replace(put, controlled=False)
    return replace(
        put,
        controlled=place.controlled,
        detrainable=place.detrainable,
        in_trace=place.in_trace,
        stock=place.stock,
    )


def _incomplete(violation: Violation) -> bool:
    """Whether a violation only says that something is still missing."""
    return "is not placed" in violation.text or violation.rules == ("TFB-SUP-3",)


def _own(phase: ReinforcementPhase, state: Ledger) -> dict[str, SupplyPlace]:
    """The side's own places."""
    return {name: place for name, place in state.places.items() if place.side == phase.side}


def _with(lot: SupplyLot, phase: ReinforcementPhase) -> tuple[SupplyLot, ...]:
    """All that is put, this included."""
    rest = tuple(put for put in phase.puts if put.place != lot.place)
    return (*rest, replace(lot, tokens=lot.tokens + _tokens_at(phase, lot.place)))


def _tokens_at(phase: ReinforcementPhase, place: str) -> int:
    """Tokens that have been put in a place in this phase."""
    return sum(put.tokens for put in phase.puts if put.place == place)


def _tokens_left(phase: ReinforcementPhase) -> int:
    """Tokens that are still to be placed."""
    if phase.income is None:
        return 0
    points = phase.income if isinstance(phase.income, int) else phase.income.total
    return points * TOKENS - sum(put.tokens for put in phase.puts)


def book_supply(phase: ReinforcementPhase, state: Ledger, play: Play) -> Ledger:
    """Enter what was placed in the side's book, and what was lost."""
    if phase.income is None:
        return state
    book = state.book(phase.side)
    placed = dict(book.supply)
    places = dict(state.places)
    for put in phase.puts:
        placed[put.place] = placed.get(put.place, 0) + put.tokens
        if put.kind in BASES:
            here = places[put.place]
            # A refit since then may have used tokens that lay there.
            places[put.place] = replace(here, stock=here.stock + put.tokens)
    lost = _verdict(phase, state).lost
    if lost:
        play.log("supply_lost", ("TFB-EDGE-11",), amount=amount(lost))
    points = phase.income if isinstance(phase.income, int) else phase.income.total
    book = replace(book, supply=placed).plus(sp=points)
    return phase.after_supply(replace(state.with_book(phase.side, book), places=places), play)
