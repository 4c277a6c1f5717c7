"""Purchase plans: whether a side may buy all this on a date, and what its roster then says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.purchases.fpp_share import check_share, counts_against_share
from landbridge.games.orsha.rules.purchases.limits import bought_before, count_bought
from landbridge.games.orsha.rules.purchases.order_of_battle import given_groups, starting_pool
from landbridge.games.orsha.rules.purchases.pieces import line_id
from landbridge.games.orsha.rules.purchases.prices import INITIAL, check_choices, cost, with_entry
from landbridge.games.orsha.rules.purchases.reinforcement_groups import (
    DATA,
    campaign_max,
    groups,
)
from landbridge.games.orsha.rules.purchases.written import (
    BoughtList,
    Entering,
    PastPurchase,
    Purchase,
    PurchaseList,
    parse_plan,
)
from landbridge.games.orsha.rules.questions import AS_RULED, RuledQuestion
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import CgDate, Side
from landbridge.games.orsha.rulings import Rulings

Start = (
    Annotated[
        int,
        Meta(ge=0, le=999, description="CPP at the start of the date; on 23 AM the initial pool"),
    ]
    | None
)


class PlanCheck(Struct, frozen=True):
    """What the referee says to a plan."""

    legal: bool
    spent: int
    left: int
    violations: tuple[Violation, ...]


@rule("OTO-8.611-1", "OTO-8.616-1", "OTO-8.617-1", "OTO-RGG-i-1", "OTO-NEC-15")
def check_plan(
    side: Side,
    date: CgDate,
    plan: tuple[Purchase, ...],
    start: int,
    history: Sequence[PastPurchase] = (),
    rulings: Rulings = AS_RULED,
) -> Finding[PlanCheck]:
    """Everything that is wrong with a plan: each fault with its rule, figures and mending."""
    why = Why()
    violations = Violations(why)
    for purchase in plan:
        check_choices(side, date, purchase, violations, rulings)
    _check_maxima(side, date, plan, history, violations)
    _check_given(side, plan, violations)
    bill = cost(side, date, plan, rulings)
    _check_share(side, date, plan, start, bill.total, violations, rulings)
    spent = bill.total if why("OTO-8.611-1", f"{bill.total} CPP are deducted from {start}") else 0
    text = f"{spent} CPP are spent of {start}"
    violations(spent > start, "OTO-8.611-1", text, f"save {spent - start} CPP")
    return why.so(PlanCheck(not violations.found, spent, start - spent, tuple(violations.found)))


def _check_maxima(
    side: Side,
    date: CgDate,
    plan: tuple[Purchase, ...],
    history: Sequence[PastPurchase],
    violations: Violations,
) -> None:
    wanted = Counter(purchase.rg for purchase in plan if not purchase.given)
    for rg, number in wanted.items():
        group = groups(side)[rg]
        today = count_bought(rg, history, date) + number
        rules = ("OTO-8.616-1", *group.cites)
        text = f"{today}x {rg} on one date"
        violations(today > group.date_max, rules, text, f"{group.date_max} at most")
        ever = count_bought(rg, history) + number
        most = campaign_max(group, Why())
        if most is None:
            continue
        rules = ("OTO-8.617-1", *group.cites)
        if side == "russian":
            rules = (*rules, "OTO-E1-1")
        violations(ever > most, rules, f"{ever}x {rg} in the campaign", f"{most} at most")


def _check_given(side: Side, plan: tuple[Purchase, ...], violations: Violations) -> None:
    given = Counter(purchase.rg for purchase in plan if purchase.given)
    there = given_groups(side)
    for rg, number in given.items():
        has = there.get(rg, 0)
        text = f"{number}x given {rg}, but the order of battle has {has}"
        violations(number > has, "OTO-8.61-1", text, "buy the others")


def _check_share(
    side: Side,
    date: CgDate,
    plan: tuple[Purchase, ...],
    start: int,
    total: int,
    violations: Violations,
    rulings: Rulings,
) -> None:
    if side == "german":
        share = tuple(purchase for purchase in plan if counts_against_share(purchase.rg))
        spent = cost(side, date, share, rulings).total
        check_share(spent, start, total - spent, rulings.fpp_share, violations)


class PurchasePlan(RuledQuestion, frozen=True, kw_only=True):
    """Whether a side may buy all this on a date: every fault, its rule and its mending."""

    cites = ("OTO-8.611-1", "OTO-RGG-i-1", "OTO-NEC-15")
    turns_on = (
        "german_discount",
        "russian_discount",
        "recon_purchase",
        "pre_registered",
        "fpp_share",
    )

    side: Annotated[Side, Meta(description="who buys")]
    purchases: PurchaseList
    date: Annotated[CgDate, Meta(description="the CG Date")] = "23am"
    start: Start = None
    bought: BoughtList = ()
    entry: Annotated[
        Entering | None,
        Meta(description="how those RGs come that may choose and have no word of their own"),
    ] = None

    def answer(self, nature: Nature) -> Finding[PlanCheck]:
        plan = with_entry(
            self.side, self.date, parse_plan(self.side, self.purchases), self.entry, self.rulings
        )
        return check_plan(
            self.side,
            self.date,
            plan,
            start_of(self.side, self.date, self.start),
            bought_before(self.side, self.bought, self.date),
            self.rulings,
        )


def start_of(side: Side, date: CgDate, start: int | None) -> int:
    """The CPP at the start of a date: as given, or the initial pool on 23 AM."""
    if start is not None:
        return start
    if date != INITIAL:
        raise BadInput(f"start is needed on {date}: the CPP that the side has then.")
    return starting_pool(side)


# The roster and the record


class Roster(Struct, frozen=True):
    """A date's line on the CG Roster, and the lines of the RG Purchase Record."""

    start: int
    purchased: tuple[str, ...]
    """Column RG Purchased: each RG with its price."""
    spent: int
    left: int
    secret: bool
    """Whether the enemy need not be told."""
    left_for: tuple[str, ...]
    """What CPP that are left may be used for."""
    record: tuple[str, ...]
    """One line for each RG, bought or given."""


@rule("OTO-8.611-1", "OTO-8.611-2", "OTO-8.611-3", "OTO-8.611-4", "OTO-8.618-1")
def roster(
    side: Side,
    date: CgDate,
    plan: tuple[Purchase, ...],
    start: int,
    rulings: Rulings = AS_RULED,
) -> Finding[Roster]:
    """What is written down after the purchases of a date."""
    why = Why()
    bill = cost(side, date, plan, rulings, why)
    spent = bill.total if why("OTO-8.611-1", "CPP spent are deducted from the total") else 0
    secret = why("OTO-8.611-2", "purchases and CPP may stay secret")
    written = why("OTO-8.611-3", "RGs and prices on the CG Roster, then Spent and Left")
    purchased = tuple(f"{item.purchase} {item.cpp}" for item in bill.items) if written else ()
    keep = DATA["left"]["uses"] if why(DATA["left"]["cites"], "CPP that are left are kept") else ()
    return why.so(
        Roster(
            start,
            purchased,
            spent,
            start - spent,
            secret,
            tuple(keep),
            record_lines(side, date, plan, why),
        )
    )


@rule("OTO-8.618-1", "OTO-8.613-1")
def record_lines(side: Side, date: CgDate, plan: Sequence[Purchase], why: Why) -> tuple[str, ...]:
    """The lines that a date adds to the RG Purchase Record: every RG, bought or given."""
    if not why("OTO-8.618-1", "one line of the record for each RG"):
        return ()
    lines = []
    count: Counter[str] = Counter()
    for rg in (*_given_on(side, date), *(item.rg for item in plan if not item.given)):
        count[rg] += 1
        lines.append(f"{line_id(side, date, rg, count[rg])} {groups(side)[rg].type}")
    return tuple(lines)


def _given_on(side: Side, date: CgDate) -> tuple[str, ...]:
    if date != INITIAL:
        return ()
    return tuple(rg for rg, number in given_groups(side).items() for _ in range(number))


class PurchaseRoster(RuledQuestion, frozen=True, kw_only=True):
    """What goes on the CG Roster and the RG Purchase Record after the purchases of a date."""

    cites = ("OTO-8.611-2", "OTO-8.611-3", "OTO-8.611-4", "OTO-8.618-1")
    turns_on = PurchasePlan.turns_on

    side: Annotated[Side, Meta(description="who buys")]
    purchases: PurchaseList
    date: Annotated[CgDate, Meta(description="the CG Date")] = "23am"
    start: Start = None

    def answer(self, nature: Nature) -> Finding[Roster]:
        start = start_of(self.side, self.date, self.start)
        plan = parse_plan(self.side, self.purchases)
        checked = check_plan(self.side, self.date, plan, start, (), self.rulings)
        wrong = checked.result.violations
        if wrong:
            raise Refusal(wrong[0].text, wrong[0].rules, wrong[0].remedy, wrong)
        return roster(self.side, self.date, plan, start, self.rulings)
