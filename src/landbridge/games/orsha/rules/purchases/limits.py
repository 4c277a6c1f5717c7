"""Limits: how many of an RG may still be bought, and what may be used of it in a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.purchases.order_of_battle import given_bombardments
from landbridge.games.orsha.rules.purchases.prices import no_works_yet
from landbridge.games.orsha.rules.purchases.reinforcement_groups import (
    DATA,
    Group,
    GroupId,
    campaign_max,
    find_group,
    look_up,
    notes,
)
from landbridge.games.orsha.rules.purchases.written import BoughtList, PastPurchase, parse_bought
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import CG_DATES, CgDate, Side

MODULES = ("oba", "rocket_oba")
"""Groups that count against the OBA modules of a scenario."""


class PurchasesLeft(Struct, frozen=True):
    """How many of an RG may still be bought, and what limits its use."""

    may_buy: int | None
    """None: nothing limits it."""
    date_left: int | None
    campaign_left: int | None
    use: tuple[str, ...]


def count_bought(rg: str, bought: Sequence[PastPurchase], date: CgDate | None = None) -> int:
    """How often an RG was bought, on a date or in all; RGs that were given never count."""
    return sum(
        entry.purchase.rg == rg and not entry.purchase.given and date in (None, entry.date)
        for entry in bought
    )


@rule("OTO-8.616-1", "OTO-8.617-1", "OTO-8.51-IHSR7-1")
def bought_before(side: Side, texts: tuple[str, ...], date: CgDate) -> tuple[PastPurchase, ...]:
    """The purchases made so far, or a refusal: none of them could have been made otherwise."""
    bought = parse_bought(side, texts)
    for entry in bought:
        if CG_DATES.index(entry.date) > CG_DATES.index(date):
            raise BadInput(
                f"bought: '{entry.date} {entry.purchase}' is later than {date};"
                f" allowed: {choices(CG_DATES[: CG_DATES.index(date) + 1])}."
            )
    violations = Violations(Why())
    for rg, on in dict.fromkeys((entry.purchase.rg, entry.date) for entry in bought):
        group, number = find_group(side, rg), count_bought(rg, bought, on)
        text = f"bought: {number}x {rg} on {on}"
        most = f"{group.date_max} at most"
        violations(number > group.date_max, ("OTO-8.616-1", *group.cites), text, most)
        early = bool(number) and no_works_yet(group, on)
        violations(early, "OTO-8.51-IHSR7-1", text, "the Russians buy Fortifications from 23pm on")
    for rg in dict.fromkeys(entry.purchase.rg for entry in bought):
        group, number = find_group(side, rg), count_bought(rg, bought)
        ever = campaign_max(group, Why())
        text = f"bought: {number}x {rg} in the campaign"
        over = ever is not None and number > ever
        violations(over, ("OTO-8.617-1", *group.cites), text, f"{ever} at most")
    if violations.found:
        first = violations.found[0]
        raise Refusal(first.text, first.rules, first.remedy, tuple(violations.found))
    return bought


@rule("OTO-8.616-1", "OTO-8.617-1", "OTO-8.51-IHSR7-1")
def purchases_left(
    group: Group, date: CgDate, bought: Sequence[PastPurchase], why: Why
) -> PurchasesLeft:
    """What the maxima of a row leave, after what was bought before."""
    today = count_bought(group.id, bought, date)
    ever = count_bought(group.id, bought)
    date_left: int | None = None
    if why("OTO-8.616-1", f"{group.date_max} on a date, {today} bought"):
        date_left = group.date_max - today
    text = "the Russians buy no Fortifications in the Initial Scenario"
    if no_works_yet(group, date) and why("OTO-8.51-IHSR7-1", text):
        date_left = 0
    campaign = campaign_max(group, why)
    campaign_left = None if campaign is None else campaign - ever
    both = [left for left in (date_left, campaign_left) if left is not None]
    may_buy = max(min(both), 0) if both else None
    return PurchasesLeft(may_buy, date_left, campaign_left, _limits_of_use(group, why))


def _limits_of_use(group: Group, why: Why) -> tuple[str, ...]:
    found = []
    most = DATA["oba_use"][group.side]
    if group.kind in MODULES:
        text = f"{most} OBA modules used in a scenario"
        found += [text] * why(("OTO-CG13-1", "OTO-QA.D-1"), text)
    elif group.kind == "counter_battery":
        text = f"outside the {most} OBA modules of a scenario"
        found += [text] * why("OTO-QA.B-1", text)
    elif group.kind == "bombardment":
        text = f"{DATA['bombardment_use']['most']} Bombardments used on a date"
        found += [text] * why("OTO-QA.H-1", text)
    elif group.kind == "aircraft":
        text = f"{DATA['aircraft_use']['groups']} aircraft RGs on the map at one time"
        found += [text] * why("OTO-QA.E-1", text)
    share = notes(group.side).get("i")
    if share is not None and group.id in share.figures.get("together", ()):
        text = f"{share.figures['percent']} % of the date's CPP on M1 and M2"
        found += [text] * why(share.cites, text)
    return tuple(found)


class PurchaseLimits(Question, frozen=True, kw_only=True):
    """How many of an RG may still be bought on a date and in the campaign; limits of its use."""

    cites = ("OTO-8.616-1", "OTO-8.617-1")

    side: Annotated[Side, Meta(description="who buys")]
    rg: GroupId
    date: Annotated[CgDate, Meta(description="the CG Date")] = "23am"
    bought: BoughtList = ()

    def answer(self, nature: Nature) -> Finding[PurchasesLeft]:
        why = Why()
        group = look_up(self.side, self.rg, why)
        bought = bought_before(self.side, self.bought, self.date)
        return why.so(purchases_left(group, self.date, bought, why))


# What may be used in a scenario


class ObaUse(Struct, frozen=True):
    """Whether a module may be used, and whether it counts."""

    may_use: bool
    counts: bool
    most: int
    may_retain: bool
    """Whether modules beyond the limit may be held for later."""


@rule("OTO-CG13-1", "OTO-QA.B-1", "OTO-QA.D-1")
def may_use_module(group: Group, used: int) -> Finding[ObaUse]:
    """Whether another OBA module may be used in this scenario, after so many that counted."""
    why = Why()
    most: int = DATA["oba_use"][group.side]
    if group.kind not in (*MODULES, "counter_battery"):
        raise Refusal(f"{group.id} is not an OBA module", "OTO-CG13-1", "ask about an O row")
    counts = not (
        group.kind == "counter_battery"
        and why("OTO-QA.B-1", "a Counter Battery module does not count")
    )
    full = counts and used >= most and why("OTO-CG13-1", f"{most} modules in a scenario")
    if counts and used < most:
        why("OTO-CG13-1", f"{used} of {most} modules used")
    retain = why("OTO-QA.D-1", "more may be Retained, not used")
    return why.so(ObaUse(not full, counts, most, retain))


class ObaUseQuestion(Question, frozen=True, kw_only=True):
    """Whether a side may use another OBA module in a scenario."""

    cites = ("OTO-QA.B-1", "OTO-QA.D-1")

    side: Annotated[Side, Meta(description="whose module")]
    rg: GroupId
    used: Annotated[
        int, Meta(ge=0, le=60, description="modules used in the scenario, Counter Battery left out")
    ] = 0

    def answer(self, nature: Nature) -> Finding[ObaUse]:
        group = find_group(self.side, self.rg)
        most: int = DATA["oba_use"][self.side]
        if self.used > most and in_force("OTO-CG13-1"):
            text = f"used: {self.used} OBA modules in one scenario"
            raise Refusal(text, "OTO-CG13-1", f"{most} at most")
        return may_use_module(group, self.used)


class Bombardments(Struct, frozen=True):
    """How many Bombardments may be used now, and how many stay in store."""

    may_use: int
    kept: int


@rule("OTO-QA.H-1", "OTO-NEC-56")
def bombardments_left(
    bought: int, given: int, used: int, bombardment_stock: str = "all_count"
) -> Finding[Bombardments]:
    """How many of the Bombardments in store may still be used on a date."""
    why = Why()
    most: int = DATA["bombardment_use"]["most"]
    stock = bought + given
    if not why("OTO-QA.H-1", f"{most} Bombardments on a CG Date"):
        return why.so(Bombardments(stock, 0))
    if bombardment_stock == "all_count":
        if given and not why(("OTO-NEC-56", "RUL-OTO-40"), "whatever their origin"):
            most += given
    elif why("RUL-OTO-40", "given ones come on top"):
        most += given
    now = min(max(most - used, 0), stock)
    return why.so(Bombardments(now, stock - now))


class BombardmentUse(RuledQuestion, frozen=True, kw_only=True):
    """How many Bombardments the Russians may still use on a date."""

    cites = ("OTO-QA.H-1", "OTO-NEC-56")
    turns_on = ("bombardment_stock",)

    bought: Annotated[int, Meta(ge=0, le=60, description="bought Bombardments in store")] = 0
    given: Annotated[int, Meta(ge=0, le=60, description="given Bombardments in store")] = 0
    used: Annotated[int, Meta(ge=0, le=60, description="used on this date already")] = 0

    def answer(self, nature: Nature) -> Finding[Bombardments]:
        most: int = DATA["bombardment_use"]["most"]
        gift = given_bombardments()
        if self.given > gift and in_force("OTO-8.61R-6"):
            raise Refusal(f"given: {self.given} Bombardments", "OTO-8.61R-6", f"{gift} at most")
        if self.rulings.bombardment_stock == "given_extra":
            most += gift
        if self.used > most and in_force("OTO-QA.H-1"):
            text = f"used: {self.used} Bombardments on one date"
            raise Refusal(text, "OTO-QA.H-1", f"{most} at most")
        return bombardments_left(self.bought, self.given, self.used, self.rulings.bombardment_stock)


class AirEntry(Struct, frozen=True):
    """Whether another aircraft RG may come."""

    may_roll: bool
    may_enter: bool
    most_groups: int
    most_aircraft: int
    waiting: str
    """What becomes of an RG that may not come now."""


@rule("OTO-QA.E-1", "OTO-QA.E-2", "OTO-NEC-55")
def may_fly_in(on_map: Sequence[int], waiting_aircraft: str = "retained") -> Finding[AirEntry]:
    """Whether another aircraft RG may be rolled for and enter, with these aircraft on the map."""
    why = Why()
    groups: int = DATA["aircraft_use"]["groups"]
    aircraft: int = groups * int(DATA["aircraft_use"]["each"])
    limit = why("OTO-QA.E-1", f"{groups} aircraft RGs of a side at one time, {aircraft} aircraft")
    flying = [number for number in on_map if number]
    full = limit and len(flying) >= groups
    if full and not why("OTO-QA.E-2", "not before every aircraft of one of the RGs is gone"):
        full = sum(flying) >= aircraft
    waiting = ""
    if full:
        settled = ("OTO-NEC-55", "RUL-OTO-39")
        waiting = waiting_aircraft if why(settled, f"the RG is {waiting_aircraft}") else "open"
    return why.so(AirEntry(not full, not full, groups, aircraft, waiting))


class AircraftEntry(RuledQuestion, frozen=True, kw_only=True):
    """Whether another aircraft RG of a side may be rolled for and enter."""

    cites = ("OTO-QA.E-1", "OTO-QA.E-2", "OTO-NEC-55")
    turns_on = ("waiting_aircraft",)

    on_map: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=20)], ...],
        Meta(max_length=20, description="aircraft still on the map, RG by RG, such as 3,1"),
    ] = ()

    def answer(self, nature: Nature) -> Finding[AirEntry]:
        groups, each = DATA["aircraft_use"]["groups"], DATA["aircraft_use"]["each"]
        flying = sum(number > 0 for number in self.on_map)
        if flying > groups and in_force("OTO-QA.E-1"):
            text = f"on_map: {flying} aircraft RGs at one time"
            raise Refusal(text, "OTO-QA.E-1", f"{groups} at most")
        if max(self.on_map, default=0) > each:
            raise BadInput(f"on_map: an RG has 0 to {each} aircraft, not {max(self.on_map)}.")
        return may_fly_in(self.on_map, self.rulings.waiting_aircraft)


class Snipers(Question, frozen=True, kw_only=True):
    """How many sniper counters a side has."""

    cites = ("OTO-QA.F2-1",)

    side: Annotated[Side, Meta(description="whose snipers")]

    def answer(self, nature: Nature) -> Finding[int]:
        why = Why()
        why.by("OTO-QA.F2-1", "one sniper counter for each side")
        number: int = DATA["snipers"]["number"]
        return why.so(number)
