"""Buying fuel (OCS 12.5c): the cheapest way to fuel a set of units that want to move.

Three ways: for a formation, for an HQ with the independent units around it, and for single
counters. The prices are those of `terrain.fuel_and_rail`.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.position import FUELLED, UNUSED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.dumps import (
    given_by,
    givers_to,
    hqs_for,
    stores_drawn,
)
from landbridge.games.belorussia.supply_lines.fuel import has_fuel, is_fuelled
from landbridge.games.belorussia.supply_lines.hqs import throwing_hqs
from landbridge.games.belorussia.supply_lines.paying import Need, Payment, pay, tokens_in_reach
from landbridge.games.belorussia.supply_lines.recovery import EXHAUSTED
from landbridge.games.belorussia.supply_lines.trace import Giver
from landbridge.games.belorussia.terrain.fuel_and_rail import Fuelling, fuel_cost
from landbridge.games.belorussia.words import counted

MOST_HQS = 6
"""HQs that are thought of together; more never pay for one order."""
MOST_PLANS = 40


class Purchase(Struct, frozen=True):
    """Fuel that is bought in one go."""

    method: Fuelling
    rows: tuple[int, ...]
    """The units that it moves, of those that want to."""
    tokens: int
    lasts: str
    giver: Giver | None = None
    """The HQ or dump that gives it; for single counters whoever can."""
    formation: str = ""
    row: int = -1
    """Who takes the supply."""


class FuelPlan(Struct, frozen=True):
    """A way to fuel units that want to move."""

    purchases: tuple[Purchase, ...] = ()

    @property
    def tokens(self) -> int:
        """What it costs."""
        return sum(purchase.tokens for purchase in self.purchases)


def fuel_offers(theatre: Theatre, rows: Sequence[int]) -> tuple[Finding[FuelPlan], ...]:
    """The ways to fuel these units that can be paid, the cheapest first."""
    return tuple(plan for plan in _payable(theatre, rows))


def fuel_for(theatre: Theatre, rows: Sequence[int]) -> Finding[FuelPlan]:
    """The cheapest way to fuel those of these units that have no fuel, or a refusal."""
    found = next(_payable(theatre, rows), None)
    if found is not None:
        return found
    wanting = _wanting(theatre, rows)
    try:
        pay(theatre, theatre.counter(wanting[0]).side, _needs(_singly(wanting)))
    except Refusal as short:
        limits = ("OCS-12.5a-1", "OCS-12.5c-5", "OCS-12.5g-1")
        rules = (*short.rules, *(rule for rule in limits if in_force(rule)))
        raise Refusal(short.text, rules, short.legal) from None
    raise AssertionError("single fuel is always among the plans")


def buy_fuel(theatre: Theatre, plan: FuelPlan) -> Finding[Payment]:
    """Pay for a plan; the units may move then."""
    if not plan.purchases:
        return Finding(Payment(theatre.position, ()))
    side = theatre.counter(plan.purchases[0].row).side
    paid = pay(theatre, side, _needs(plan.purchases))
    position = paid.result.position
    for purchase in plan.purchases:
        position = _fuelled(theatre, position, purchase)
    return Finding(replace(paid.result, position=position), paid.rules, paid.why)


def _fuelled(theatre: Theatre, position: Position, purchase: Purchase) -> Position:
    if purchase.method == "single":
        return position.mark(purchase.rows, FUELLED)
    if purchase.method == "hq":
        hqs = position.fuelled_hqs | {purchase.row: UNUSED}
        return replace(position, fuelled_hqs=hqs)
    assert purchase.giver is not None
    took = _formation_rows(theatre, purchase.formation, purchase.giver)
    formations = position.fuelled_formations | {purchase.formation: took}
    return replace(position, fuelled_formations=formations)


def fuelled_freely(theatre: Theatre, row: int, method: Fuelling) -> Position | None:
    """The position when a unit has fuel for which nobody paid; none if no HQ could give it."""
    position, counter = theatre.position, theatre.counter(row)
    if method == "single":
        return position.mark((row,), FUELLED)
    if method == "formation":
        everybody = theatre.counters.formations.get(counter.formation, ())
        took = tuple(one for one in everybody if theatre.on_map(one))
        formations = position.fuelled_formations | {counter.formation: took}
        return replace(position, fuelled_formations=formations)
    hq = row if counter.duty == "hq" else next(iter(hqs_for(theatre, row)), None)
    if hq is None:
        return None
    return replace(position, fuelled_hqs=position.fuelled_hqs | {hq: UNUSED})


def _formation_rows(theatre: Theatre, formation: str, giver: Giver) -> tuple[int, ...]:
    """The units of a formation that can take supply from one HQ or dump."""
    return tuple(
        row
        for row in theatre.counters.formations.get(formation, ())
        if theatre.counter(row).is_combat and theatre.on_map(row)
        if given_by(theatre, giver, row) or not in_force("OCS-12.5c-2")
    )


def _wanting(theatre: Theatre, rows: Sequence[int]) -> list[int]:
    wanting = [row for row in dict.fromkeys(rows) if not has_fuel(theatre, row)]
    if in_force("OCS-12.5g-1"):
        return wanting
    return [row for row in wanting if theatre.position.stock[row] == EXHAUSTED]


def _payable(theatre: Theatre, rows: Sequence[int]) -> Iterator[Finding[FuelPlan]]:
    wanting = _wanting(theatre, rows)
    if not wanting:
        why = Why()
        for row in rows:
            why.add(is_fuelled(theatre, row))
        yield why.so(FuelPlan())
        return
    side = theatre.counter(wanting[0]).side
    for plan in _plans(theatre, wanting):
        try:
            paid = pay(theatre, side, _needs(plan.purchases))
        except Refusal:
            continue
        why = Why()
        for hq, given_from in theatre.position.fuelled_hqs.items():
            name = theatre.counter(hq).name
            why("OCS-12.5e-1", f"{name} is fuelled, but not all begin to move in its throw range")
            if given_from != UNUSED:
                why("OCS-12.5e-2", f"{name} has given fuel from another hex in this phase")
        for purchase in plan.purchases:
            _explain(why, theatre, purchase)
        why.add(paid)
        yield why.so(plan)


def _explain(why: Why, theatre: Theatre, purchase: Purchase) -> None:
    names = ", ".join(theatre.counter(row).name for row in purchase.rows)
    why("OCS-12.5a-1", f"{names} cannot move without fuel")
    why.add(fuel_cost(purchase.method, len(purchase.rows), "truck", False))
    if purchase.method == "formation":
        why("OCS-12.5c-2", "those of it that cannot draw from there pay by themselves")
    why("OCS-12.5g-1", "internal stocks never pay for fuel")


def _needs(purchases: Sequence[Purchase]) -> list[Need]:
    found = []
    for purchase in purchases:
        if purchase.method == "single":
            found += [Need(row, 1, "fuel") for row in purchase.rows]
        else:
            found.append(Need(purchase.row, purchase.tokens, "fuel", purchase.giver))
    return found


def _singly(rows: Sequence[int]) -> tuple[Purchase, ...]:
    if not rows:
        return ()
    price = fuel_cost("single", len(rows), "truck", False).result
    return (Purchase("single", tuple(rows), price.tokens, price.lasts, row=rows[0]),)


def _plans(theatre: Theatre, wanting: list[int]) -> list[FuelPlan]:
    """Ways worth thinking of, the cheapest first; of equals the one that lasts longer."""
    formations = [_formation_choices(theatre, name, wanting) for name in _names(theatre, wanting)]
    made = []
    for chosen in product(_hq_choices(theatre, wanting), *formations):
        bought = tuple(purchase for part in chosen for purchase in part)
        covered = {row for purchase in bought for row in purchase.rows}
        alone = [row for row in wanting if row not in covered]
        made.append(FuelPlan((*bought, *_singly(alone))))
    made.sort(key=lambda plan: (plan.tokens, _short_lived(plan), len(plan.purchases)))
    return made[:MOST_PLANS] + ([FuelPlan(_singly(wanting))] if len(made) > MOST_PLANS else [])


def _short_lived(plan: FuelPlan) -> int:
    return sum(len(one.rows) for one in plan.purchases if one.method == "single")


def _names(theatre: Theatre, wanting: list[int]) -> list[str]:
    found = (theatre.counter(row).formation for row in wanting)
    return [name for name in dict.fromkeys(found) if name]


def _formation_choices(
    theatre: Theatre, name: str, wanting: list[int]
) -> list[tuple[Purchase, ...]]:
    """To fuel a formation as such from the giver that most of it can use, or not."""
    rows = [row for row in wanting if theatre.counter(row).formation == name]
    price = fuel_cost("formation", len(rows), "truck", False).result
    givers: dict[Giver, list[int]] = {}
    for row in rows:
        for giver in givers_to(theatre, row):
            givers.setdefault(giver, []).append(row)
    givers = {
        giver: served
        for giver, served in givers.items()
        if tokens_in_reach(theatre, Need(served[0], price.tokens, "fuel", giver)) >= price.tokens
    }
    if not in_force("OCS-12.5c-2"):
        givers = dict.fromkeys(givers, rows)
    best = sorted(givers.items(), key=lambda item: (-len(item[1]), item[0]))[:2]
    choices: list[tuple[Purchase, ...]] = [()]
    for giver, served in best:
        choices.append(
            (
                Purchase(
                    "formation", tuple(served), price.tokens, price.lasts, giver, name, served[0]
                ),
            )
        )
    return choices


def _hq_choices(theatre: Theatre, wanting: list[int]) -> list[tuple[Purchase, ...]]:
    """Which HQs to fuel for the independent units around them: any few of those that help."""
    if not in_force("OCS-12.5c-3"):
        return [()]
    side = theatre.counter(wanting[0]).side
    offers = []
    price = fuel_cost("hq", 1, "truck", False).result
    for hq in throwing_hqs(theatre, side):
        served = [
            row
            for row in wanting
            if row == hq or (theatre.counter(row).independent and hq in hqs_for(theatre, row))
        ]
        if served and hq not in theatre.position.fuelled_hqs and stores_drawn(theatre, side, hq):
            giver = Giver(hq=hq)
            offers.append(Purchase("hq", tuple(served), price.tokens, price.lasts, giver, row=hq))
    # An HQ that wants to move itself comes before its neighbours.
    offers.sort(key=lambda one: (-len(one.rows), one.row not in wanting, one.row))
    offers = offers[:MOST_HQS]
    most = range(min(len(offers), len(wanting)) + 1)
    choices = (chosen for number in most for chosen in combinations(offers, number))
    return [chosen for chosen in choices if _each_helps(chosen)]


def _each_helps(chosen: tuple[Purchase, ...]) -> bool:
    """Whether each of these purchases moves a unit that none of the others does."""
    times = Tally(row for purchase in chosen for row in purchase.rows)
    return all(any(times[row] == 1 for row in purchase.rows) for purchase in chosen)


def describe_plan(theatre: Theatre, plan: FuelPlan) -> tuple[str, ...]:
    """A plan in words, a line for each purchase."""
    lines = []
    for purchase in plan.purchases:
        units = counted(len(purchase.rows), "unit")
        who = {
            "formation": f"{purchase.formation} as a formation",
            "hq": f"{theatre.counter(purchase.row).name} and the independent units around it",
            "single": f"{units} one by one",
        }[purchase.method]
        lines.append(f"{purchase.tokens}T for {who}, {purchase.lasts}")
    return tuple(lines)
