"""Prices: what a purchase costs on a date, with the 1 CPP more or less of CG12 and its extras."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import Modifier, Tally, modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import Rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.purchases.reinforcement_groups import (
    DATA,
    Group,
    find_group,
    notes,
)
from landbridge.games.orsha.rules.purchases.written import (
    Entering,
    Purchase,
    PurchaseList,
    parse_plan,
)
from landbridge.games.orsha.rules.questions import AS_RULED, RuledQuestion
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import CgDate, Side, figures
from landbridge.games.orsha.rulings import (
    Rulings,
)

ENTRY = DATA["entry"]
RECON = DATA["recon"]
INITIAL: CgDate = "23am"


# How a group comes


class EntryTerms(Struct, frozen=True):
    """What a way of entering does to the price, or why it is not open."""

    change: Modifier | None = None
    closed_by: Rules = ()
    because: str = ""


@rule("OTO-CG12a-2", "OTO-CG12b-2", "OTO-CG12b-4", "OTO-NEC-17", "OTO-NEC-18", "OTO-NEC-20")
def way_of_entering(
    group: Group, date: CgDate, entry: Entering | None, rulings: Rulings = AS_RULED
) -> EntryTerms:
    """What CG12 makes of a group's price when it comes this way."""
    if entry is None:
        return EntryTerms()
    if entry == "onboard":
        return _on_map(group, date)
    if group.side == "german":
        return _german_discount(group, rulings)
    return _russian_discount(group, date, rulings)


def _german_discount(group: Group, rulings: Rulings) -> EntryTerms:
    if group.kind in ENTRY["german_excluded"]:
        return EntryTerms(None, ("OTO-CG12a-2",), "not for Cupolas, Guns, OBA and FPP")
    refused = figures("german_discount", rulings.german_discount)["refused"]
    settled = ("OTO-NEC-17", "RUL-OTO-24")
    if group.kind in refused and in_force(settled):
        return EntryTerms(None, settled, f"{group.id} has nothing that can enter from off-board")
    named: Rules = ("OTO-CG12a-2",)
    if group.kind == "hw_section":
        # An MG or mortar section is infantry; without this reading it would count as Guns.
        if not in_force("OTO-NEC-18"):
            return EntryTerms()
        named = ("OTO-CG12a-2", "OTO-NEC-18")
    elif group.kind == "aircraft":
        named = ("OTO-CG12a-2", "RUL-OTO-24")
    return _discount(group, named)


def _russian_discount(group: Group, date: CgDate, rulings: Rulings) -> EntryTerms:
    settled = ("OTO-NEC-20", "RUL-OTO-25")
    closed = not figures("russian_discount", rulings.russian_discount)["every_row"]
    if closed and group.kind in ENTRY["russian_nothing_enters"] and in_force(settled):
        return EntryTerms(None, settled, f"{group.id} has nothing that can enter from off-board")
    if date == INITIAL:
        # They all come so on 23 AM, at list price.
        return EntryTerms()
    return _discount(group, ("OTO-CG12b-4",))


def _discount(group: Group, named: Rules) -> EntryTerms:
    if group.cpp + ENTRY["discount"] <= 0:
        if not in_force("OTO-NEC-19"):
            return EntryTerms()
        named = (*named, "OTO-NEC-19")
    return EntryTerms(modifier(ENTRY["discount"], "from off-board or Retained", named))


def _on_map(group: Group, date: CgDate) -> EntryTerms:
    """Setting up on the map: open to what has counters; on 23 AM the Russians pay for it."""
    first = date == INITIAL
    russian = "OTO-CG12b-2" if first else "OTO-CG12b-3"
    named = russian if group.side == "russian" else "OTO-CG12a-1"
    if group.kind not in ENTRY["on_map"] and in_force(named):
        return EntryTerms(None, (named,), f"{group.id} has nothing to set up on the map")
    if group.side == "german" or not first:
        return EntryTerms()
    return EntryTerms(modifier(ENTRY["surcharge"], "set up on the map in hexes 42+", named))


def with_entry(
    side: Side,
    date: CgDate,
    plan: tuple[Purchase, ...],
    entry: Entering | None,
    rulings: Rulings = AS_RULED,
) -> tuple[Purchase, ...]:
    """The plan with this way of entering for all that name none and may choose it."""

    def come(purchase: Purchase) -> Purchase:
        if purchase.entry is not None:
            return purchase
        way = way_of_entering(find_group(side, purchase.rg), date, entry, rulings)
        return purchase if way.closed_by else replace(purchase, entry=entry)

    return tuple(come(purchase) for purchase in plan)


# What a purchase costs


@rule("OTO-8.615-1", "OTO-NEC-8", "OTO-NEC-19")
def price(side: Side, date: CgDate, purchase: Purchase, rulings: Rulings = AS_RULED) -> Tally:
    """What a purchase costs: the list price, CG12, and the extras that were chosen."""
    group = find_group(side, purchase.rg)
    change = way_of_entering(group, date, purchase.entry, rulings).change
    if purchase.given and change is not None and change.value < 0 and in_force("OTO-NEC-19"):
        change = None  # Nothing is paid for it, so that nothing can be paid less.
    return tally(
        None if purchase.given else _list_price(group, purchase, rulings),
        change,
        extra(group, "f", purchase.hexes, "Pre-Registered hexes"),
        extra(group, "*", purchase.raised, "one level higher"),
        extra(group, "o", int(purchase.trucks), "GAZ-MM trucks"),
    )


def _list_price(group: Group, purchase: Purchase, rulings: Rulings) -> Modifier:
    basic = ("OTO-NEC-8", "OTO-8.9-1", "RUL-OTO-26")
    if group.kind == "recon" and purchase.basic and in_force(basic):
        cheap = figures("recon_purchase", rulings.recon_purchase)["basic"]
        if cheap:
            return modifier(RECON["basic"], "the Recon dr of 8.9", (*group.cites, *basic))
    return modifier(group.cpp, f"{group.id} on the chart", (*group.cites, "OTO-8.615-1"))


def extra(group: Group, letter: str, times: int, reason: str) -> Modifier | None:
    if not times:
        return None
    # A Rocket module under the other reading of C1.73 pays what note f asks.
    note = notes(group.side).get(letter)
    return None if note is None else modifier(note.figures["cpp"] * times, reason, note.cites)


@rule("OTO-8.51-IHSR7-1")
def no_works_yet(group: Group, date: CgDate) -> bool:
    """Whether these are Fortifications that the Russians cannot buy in the Initial Scenario."""
    return group.side == "russian" and group.kind == "fortifications" and date == INITIAL


@rule("OTO-RGG-f-1", "OTO-RGR-f-1", "OTO-RGG-star-1", "OTO-RGR-o-1", "OTO-NEC-21")
def check_choices(
    side: Side,
    date: CgDate,
    purchase: Purchase,
    violations: Violations,
    rulings: Rulings = AS_RULED,
) -> None:
    """What may not be chosen for this RG, on this date."""
    group = find_group(side, purchase.rg)
    if no_works_yet(group, date):
        text = f"{purchase}: the Russians buy no Fortifications in the Initial Scenario"
        violations(True, "OTO-8.51-IHSR7-1", text, "leave it out: FPP cannot be kept")
    way = way_of_entering(group, date, purchase.entry, rulings)
    if way.closed_by:
        remedy = "leave the way of entering out and pay the list price"
        violations(True, way.closed_by, f"{purchase}: {way.because}", remedy)
    if purchase.given and date != INITIAL:
        violations(True, "OTO-8.61-1", f"{purchase}: RGs are given on 23 AM only", "buy it")
    if purchase.hexes:
        _check_hexes(group, purchase, violations, rulings)
    if purchase.raised:
        _check_level(group, purchase, violations)
    if purchase.trucks and "o" not in group.notes:
        text = f"{purchase}: trucks are bought with Russian G2 and G3 only"
        violations(True, "OTO-RGR-o-1", text, "leave the trucks out")
    if purchase.basic:
        _check_basic(group, purchase, violations, rulings)


def _check_hexes(
    group: Group, purchase: Purchase, violations: Violations, rulings: Rulings
) -> None:
    note = notes(group.side)["f"]
    most: int = note.figures["hexes"]
    if group.kind in figures("pre_registered", rulings.pre_registered)["kinds"]:
        text = f"{purchase}: {purchase.hexes} Pre-Registered hexes for one module"
        violations(purchase.hexes > most, note.cites, text, f"{most} at most")
        return
    module = group.kind in ("rocket_oba", "counter_battery")
    rules: Rules = ("OTO-NEC-21", "RUL-OTO-38") if module else note.cites
    text = f"{purchase}: {group.type} has no Pre-Registered hexes"
    violations(True, rules, text, f"buy them with {', '.join(note.rows)}")


def _check_level(group: Group, purchase: Purchase, violations: Violations) -> None:
    star = notes(group.side)["*"]
    text = f"{purchase}: only an Offboard Observer can be raised"
    violations("*" not in group.notes, star.cites, text, "leave the level out")
    text = f"{purchase}: an Offboard Observer is raised by one level only"
    high = "*" in group.notes and purchase.raised > star.figures["levels"]
    violations(high, star.cites, text, f"pay 1 CPP for level {star.figures['top']}")


def _check_basic(
    group: Group, purchase: Purchase, violations: Violations, rulings: Rulings
) -> None:
    recon = group.kind == "recon"
    text = f"{purchase}: only a Recon dr is basic or better"
    violations(not recon, "OTO-8.9-1", text, "leave it out")
    dear = recon and not figures("recon_purchase", rulings.recon_purchase)["basic"]
    text = f"{purchase}: the chart sells Reconnaissance for {group.cpp} CPP only"
    violations(dear, ("OTO-8.9-5", "RUL-OTO-26"), text, "leave basic out")


# Bills


class Item(Struct, frozen=True):
    """One purchase and its price."""

    purchase: str
    cpp: int
    reckoning: str
    """How the price comes about."""


class Bill(Struct, frozen=True):
    """What a list of purchases costs."""

    total: int
    items: tuple[Item, ...]


def cost(
    side: Side,
    date: CgDate,
    plan: tuple[Purchase, ...],
    rulings: Rulings = AS_RULED,
    why: Why | None = None,
) -> Bill:
    """What a plan costs, RG by RG."""
    items = []
    for purchase in plan:
        found = price(side, date, purchase, rulings)
        if why is not None:
            for part in found.modifiers:
                why(part.rules, f"{purchase}: {part.value:+} {part.reason}")
        items.append(Item(str(purchase), int(found.total), str(found)))
    return Bill(sum(item.cpp for item in items), tuple(items))


class Price(RuledQuestion, frozen=True, kw_only=True):
    """What RGs cost on a date: list price, 1 CPP more or less for the way they enter, extras."""

    cites = ("OTO-8.615-1", "OTO-NEC-18", "OTO-NEC-19")
    turns_on = ("german_discount", "russian_discount", "recon_purchase", "pre_registered")

    side: Annotated[Side, Meta(description="who buys")]
    purchases: PurchaseList
    entry: Annotated[
        Entering | None,
        Meta(description="how those RGs come that may choose and have no word of their own"),
    ] = None
    date: Annotated[CgDate, Meta(description="the CG Date")] = "23am"

    def answer(self, nature: Nature) -> Finding[Bill]:
        why = Why()
        plan = with_entry(
            self.side, self.date, parse_plan(self.side, self.purchases), self.entry, self.rulings
        )
        refuse_violations(self.side, self.date, plan, self.rulings)
        return why.so(cost(self.side, self.date, plan, self.rulings, why))


def refuse_violations(
    side: Side, date: CgDate, plan: tuple[Purchase, ...], rulings: Rulings = AS_RULED
) -> None:
    """Refuse a plan in which something is chosen that may not be."""
    violations = Violations(Why())
    for purchase in plan:
        check_choices(side, date, purchase, violations, rulings)
    if violations.found:
        first = violations.found[0]
        raise Refusal(first.text, first.rules, first.remedy, tuple(violations.found))
