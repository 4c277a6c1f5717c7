"""Production: which factory works in which month, and what it gives."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import LAST, month_after, month_name, read_month, turn
from landbridge.games.arsenal.industry.chances import AHEAD, check_chance
from landbridge.games.arsenal.industry.factories import FACTORIES, MONTHS, OUTPUT, factory_number
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import FlipMonth
from landbridge.games.arsenal.words import Month, figures


def in_schedule(factory: int, month: str) -> bool:
    """Whether a month is a production month of a factory."""
    return read_month(month)[1] in MONTHS[factory]


def next_output(factory: int, month: str) -> str:
    """The first production month from this month on."""
    while not in_schedule(factory, month):
        month = month_after(month, 1)
    return month


@rule("DC-R30")
def ready_when_deployed(deployed: str, why: Why) -> str:
    """The month from which a new factory works by its schedule: that of its deployment."""
    if why(
        "DC-R30", f"deployed in {month_name(deployed)}, it produces from then on by its schedule"
    ):
        return deployed
    return month_after(deployed, 1)


@rule("DC-R47")
def ready_when_moved(arrived: str, why: Why) -> str:
    """The month from which a factory that has moved works: never that of its arrival."""
    if why("DC-R47", "it is ready in the R/R phase after its arrival"):
        return month_after(arrived, 1)
    return arrived


def first_output_of_new(factory: int, deployed: str, why: Why) -> str:
    """When an expansion factory first produces: at once if the month fits, else in the next."""
    return next_output(factory, ready_when_deployed(deployed, why))


def first_output_of_moved(factory: int, arrived: str, why: Why) -> str:
    """When a factory that has moved first produces: never in the phase in which it arrives."""
    return next_output(factory, ready_when_moved(arrived, why))


@rule("DC-R38", "RUL-DC-17")
def ceases_work(just_entrained: bool, why: Why, flip_month: FlipMonth = "no_output") -> bool:
    """Whether an entrained factory produces nothing; it may have been entrained in this phase."""
    if just_entrained and figures("flip_month", flip_month)["output"]:
        return False
    if not why("DC-R38", "entrained: it has ceased production"):
        return False
    why("RUL-DC-17", "also in the phase in which it is entrained")
    return True


class ProductionResult(Struct, frozen=True):
    """Whether a factory works, and what it gives."""

    produces: bool
    output: tuple[str, ...]
    """A unit of one of these kinds, out of the dead pile."""
    next: str
    """The next month in which it can produce; nothing after the last turn."""


@rule("DC-R29", "DC-R30", "DC-R38", "DC-R47", "RUL-DC-17")
def production(
    factory: int,
    month: str,
    entrained_since: str = "",
    deployed: str = "",
    arrived: str = "",
    flip_month: FlipMonth = "no_output",
) -> Finding[ProductionResult]:
    """Whether a factory produces in a month's Soviet R/R phase."""
    why = Why()
    turn(month)
    entry = FACTORIES[factory]
    ready = month
    if entry.expansion:
        if not deployed:
            raise BadInput(f"Say in which month {entry.id} was deployed.")
        ready = max(ready, first_output_of_new(factory, deployed, why))
    if arrived:
        ready = max(ready, first_output_of_moved(factory, arrived, why))
    works = ready == month and in_schedule(factory, month)
    entrained = bool(entrained_since) and entrained_since <= month
    if entrained and ceases_work(entrained_since == month, why, flip_month):
        return why.so(ProductionResult(False, (), ""))
    following = next_output(factory, month_after(month, 1) if works else ready)
    if not works:
        printed = "DC-R29" if entry.expansion else "RUL-DC-12"
        if not in_schedule(factory, month):
            why(printed, f"{month_name(month)} is not its month")
        elif entry.expansion and deployed > month:
            why("DC-R29", f"it is deployed only in {month_name(deployed)}")
        else:
            why("DC-R47", f"it arrives in {month_name(arrived)}: no output in {month_name(month)}")
        return why.so(ProductionResult(False, (), following if following <= LAST else ""))
    why(
        "DC-R29" if entry.expansion else "RUL-DC-12",
        f"{month_name(month)} is a month of its printed schedule",
    )
    return why.so(ProductionResult(True, OUTPUT[factory], following if following <= LAST else ""))


class Production(ArsenalQuestion, frozen=True, kw_only=True):
    """Whether a factory produces in a month, what it gives, and when it can next."""

    turns_on = (
        "flip_month",
        "expansion_chances",
    )

    cites = ("DC-R38",)

    factory: Annotated[Name, Meta(description="the factory, as T-KHA or A-B")]
    month: Month
    entrained_since: Annotated[
        Name, Meta(description="the month in which it was entrained, if it still is")
    ] = ""
    deployed: Annotated[
        Name, Meta(description="an expansion factory: the month in which it was deployed")
    ] = ""
    arrived: Annotated[
        Name, Meta(description="the month in which it reached its new place, if it moved")
    ] = ""

    def answer(self, nature: Nature) -> Finding[ProductionResult]:
        for month in (self.entrained_since, self.deployed, self.arrived):
            if month:
                read_month(month)
        factory = factory_number(self.factory)
        entry = FACTORIES[factory]
        if self.deployed and not entry.expansion:
            raise BadInput(f"{entry.id} stands on the map from the start; leave deployed out.")
        if self.deployed:
            self._check_deployed(factory)
        return production(
            factory,
            self.month,
            self.entrained_since,
            self.deployed,
            self.arrived,
            self.rulings.flip_month,
        )

    def _check_deployed(self, factory: int) -> None:
        """Refuse a month in which no pick could have led to its deployment."""
        picked = month_after(self.deployed, -AHEAD)
        try:
            check_chance(factory, picked, self.rulings.expansion_chances)
        except Refusal as no:
            months = month_name(self.deployed), month_name(picked)
            text = f"What is deployed in {months[0]} was picked in {months[1]}. {no.text}"
            raise Refusal(text, no.rules, no.legal) from None
