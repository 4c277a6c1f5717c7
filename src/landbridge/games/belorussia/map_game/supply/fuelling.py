"""Paying fuel on the map (OCS 12.5): for a counter, a formation, or an HQ and those around it."""

from __future__ import annotations

from typing import Literal, Self, get_args

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.engine.rules.findings import Finding, unique
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import UnitOrder
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.fuel import has_fuel, is_fuelled, needs_fuel
from landbridge.games.belorussia.supply_lines.fuel_plans import (
    FuelPlan,
    buy_fuel,
    fuel_offers,
    fuelled_freely,
)
from landbridge.games.belorussia.supply_lines.paying import (
    Need,
    explain_takings,
    is_in_reach,
    short_rules,
)
from landbridge.games.belorussia.words import NAME_OF, counted

Method = Literal["single", "formation", "hq"]
METHODS: tuple[Method, ...] = get_args(Method)
NAMES: dict[Method, str] = {
    "single": "for this counter, in this phase",
    "formation": "for its formation, until the next Clean Up Phase",
    "hq": "for an HQ and the independent units around it, until the next Clean Up Phase",
}


def ways_to_fuel(theatre: Theatre, row: int) -> dict[Method, Finding[FuelPlan]]:
    """The ways to fuel a counter that can be paid: by each method the cheapest."""
    # Whoever checks it and then does it counts them once.
    return theatre.once(("ways to fuel", row), lambda theatre: _ways_to_fuel(theatre, row))


def _ways_to_fuel(theatre: Theatre, row: int) -> dict[Method, Finding[FuelPlan]]:
    found: dict[Method, Finding[FuelPlan]] = {}
    is_hq = theatre.counter(row).duty == "hq"
    for plan in fuel_offers(theatre, (row,)):
        if len(plan.result.purchases) != 1:
            continue
        bought = plan.result.purchases[0]
        # Whoever names an HQ means that one, not another that stands near it.
        if bought.method != "hq" or not is_hq or bought.row == row:
            found.setdefault(bought.method, plan)
    return found


def _label(theatre: Theatre, method: Method, plan: FuelPlan) -> str:
    """A way to fuel a counter, and who would pay it."""
    takings = buy_fuel(theatre, plan).result.takings
    return f"{_whom(theatre, method, plan)}: {explain_takings(theatre, takings).result}"


def _whom(theatre: Theatre, method: Method, plan: FuelPlan) -> str:
    """Whom a way to fuel moves, in words; an HQ is named."""
    giver = plan.purchases[0].giver
    if method != "hq" or giver is None or giver.hq < 0:
        return NAMES[method]
    hq = theatre.counter(giver.hq)
    name, hex = hq.name, theatre.land.labels[theatre.place_of(giver.hq)]
    around = f"{name} HQ in {hex} and the independent units in its throw range"
    return f"for {around}, until the next Clean Up Phase"


class Fuel(UnitOrder, frozen=True):
    """Pay fuel, so that a unit may move."""

    method: Method

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        return needs_fuel(theatre, row)

    @classmethod
    def is_able(cls, theatre: Theatre, row: int) -> bool:
        return not has_fuel(theatre, row) and is_in_reach(theatre, Need(row, 1, "fuel"))

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        if cls.is_able(theatre, row):
            return None
        has = is_fuelled(theatre, row)
        if has.result:
            return Violation(f"{theatre.counter(row).name} has fuel", has.rules)
        text = f"no supply is in the reach of {theatre.counter(row).name}"
        return Violation(text, ("OCS-12.5a-1", *short_rules(theatre, row)))

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer:
        slots = (Slot("unit", lazy=True), Slot("method", METHODS))
        return Offer("fuel", "Pay fuel for a unit", slots, ("OCS-12.5a-1",))

    @classmethod
    def slot_for(cls, state: Ledger, step: MapPhase, row: int) -> Slot:
        theatre = step.theatre(state)
        ways = ways_to_fuel(theatre, row)
        choices = (
            Choice(method, _label(theatre, method, plan.result), cost=f"{plan.result.tokens}T")
            for method, plan in ways.items()
        )
        return Slot("method", tuple(choices), prompt="how?")

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre = step.theatre(state)
        for row in cls.draw_able(state, step, choose):
            ways = tuple(ways_to_fuel(theatre, row))
            if ways:
                return cls(theatre.counter(row).id, ways[choose(len(ways))])
        return None

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        if not needs_fuel(theatre, row):
            why = is_fuelled(theatre, row)
            text = why.why[0].text if why.why else f"{theatre.counter(row).name} needs no fuel"
            raise ImpossibleAction(text, why.rules, "it moves without")
        self._refuse_nonsense(theatre, row)
        against = self.against(theatre, row)
        if against is None and self.method not in ways_to_fuel(theatre, row):
            text = f"nothing in reach pays fuel {NAMES[self.method]}"
            methods = ("OCS-12.5c-1", "OCS-12.5c-3", "OCS-12.5c-5")
            against = Violation(text, (*methods, *short_rules(theatre, row)))
        return () if against is None else (against,)

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        plan = ways_to_fuel(theatre, row).get(self.method)
        if plan is None:
            return self._unpaid(state, theatre, row, play)
        paid = buy_fuel(theatre, plan.result)
        dumps = explain_takings(theatre, paid.result.takings)
        play.log(
            "fuelled",
            unique((*plan.rules, *dumps.rules)),
            to=(step.side,),
            unit=theatre.counter(row).name,
            tokens=counted(paid.result.tokens, "token"),
            how=_whom(theatre, self.method, plan.result),
            dumps=dumps.result,
        )
        others = (other_side(step.side), SPECTATOR)
        play.log("fuel_paid", ("OCS-12.5a-1",), to=others, side=NAME_OF[step.side])
        return state.with_position(paid.result.position)

    def _refuse_nonsense(self, theatre: Theatre, row: int) -> None:
        """Refuse what would mean nothing, whoever let it pass."""
        name = theatre.counter(row).name
        if self.method == "formation" and not theatre.counter(row).formation:
            raise ImpossibleAction(f"{name} belongs to no formation", ("OCS-12.5c-1",))
        if fuelled_freely(theatre, row, self.method) is None:
            raise ImpossibleAction(f"no HQ throws as far as {name}", ("OCS-12.5c-3",))

    def _unpaid(self, state: Ledger, theatre: Theatre, row: int, play: Play) -> Ledger:
        """What a referee lets pass although nothing in reach pays it: there is fuel."""
        counter, how = theatre.counter(row), NAMES[self.method]
        rules = ("OCS-12.5a-1",)
        play.log("fuelled_unpaid", rules, to=(counter.side,), unit=counter.name, how=how)
        position = fuelled_freely(theatre, row, self.method)
        assert position is not None
        return state.with_position(position)
