"""Entering a hex with the points that a unit has, and entering it by overrun (OCS 6.1, OCS 8.1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.amounts import Amount, amount
from landbridge.games.belorussia.ruling_figures import AS_RULED
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.terrain.chart import ALL, DATA, POINT, PROHIBITED, cost_text
from landbridge.games.belorussia.terrain.move_costs import (
    HexEntry,
    RoadStepInputs,
    StepInputs,
    entry_cost,
)
from landbridge.games.belorussia.terrain.words import ROADS_AND_RAILS


class EntryResult(Struct, frozen=True):
    """What a step takes from a unit's allowance."""

    cost: str
    """By the chart: points, or All."""
    pays: str
    left: str
    minimum_move: bool
    """Whether the unit could not afford it and moves its one hex all the same."""


@rule("TFB-EDGE-32", "TFB-EDGE-33")
def enter_hex(
    entry: HexEntry,
    allowance: Fraction,
    spent: Fraction,
    share: Fraction = Fraction(1),
    rulings: Rulings = AS_RULED,
) -> Finding[EntryResult]:
    """What a step takes from an allowance of which this share is left by mode; or a refusal."""
    why = Why()
    cost = entry_cost(entry, why, rulings)
    now = allowance * share
    left = now - spent
    if cost == PROHIBITED:
        raise Refusal("The unit may not enter there", why.so(None).rules, "go along a road, if any")
    if cost == ALL:
        if share != 1 and not why("TFB-EDGE-33", f"All is the allowance of now, {now}"):
            now = allowance
        return _pay_all(now, spent, left, why, rulings)
    price = Fraction(cost, POINT)
    if price <= left:
        return why.so(EntryResult(cost_text(cost), str(price), str(left - price), False))
    if now and not spent and why("OCS-6.1c-1", "one hex may always be entered"):
        return why.so(EntryResult(cost_text(cost), str(now), "0", True))
    if not why("OCS-6.1a-1", "each step is paid in full"):
        return why.so(EntryResult(cost_text(cost), str(left), "0", False))
    raise Refusal(
        f"Entering costs {price}, and {left} is left", why.so(None).rules, "stop, or go another way"
    )


def _pay_all(
    now: Fraction, spent: Fraction, left: Fraction, why: Why, rulings: Rulings
) -> Finding[EntryResult]:
    text = "All: the whole allowance, with nothing spent before"
    untouched = rulings.all_cost == "unspent"
    rules = ("TFB-EDGE-32", "RUL-TFB-71")
    if not untouched:
        why(rules, "All: whatever is left")
    elif why(rules, text) and spent:
        raise Refusal(
            f"It costs the whole allowance, and {spent} is spent already",
            why.so(None).rules,
            "enter it as the first step of the move",
        )
    pays = now if untouched and not spent else left
    if not 0 < pays <= left:
        raise Refusal("No allowance is left for it", why.so(None).rules, "stop here")
    return why.so(EntryResult("All", str(pays), str(left - pays), False))


class EnterHex(RoadStepInputs, frozen=True, kw_only=True):
    """What a step takes from a unit's allowance, what is left, or why it may not be made."""

    cites = ("TFB-EDGE-33",)
    turns_on = (*RoadStepInputs.turns_on, "all_cost")

    allowance: Annotated[Amount, Meta(description="the printed movement allowance")]
    spent: Annotated[Amount, Meta(description="points spent already in this phase")] = 0
    share: Annotated[Amount, Meta(description="the part left by the mode, as 1/2 for DG")] = 1

    def answer(self, nature: Nature) -> Finding[EntryResult]:
        return enter_hex(
            self.entry(self.road, self.bridging),
            amount(self.allowance, "allowance"),
            amount(self.spent, "spent"),
            amount(self.share, "share"),
            self.rulings,
        )


# Overrun


@rule("OCS-8.1a-1", "OCS-8.1b-1", "OCS-8.1b-2", "OCS-8.1c-1", "OCS-8.1c-2")
def overrun_cost(
    entry: HexEntry, trainbusting: bool = False, rulings: Rulings = AS_RULED
) -> Finding[int]:
    """The points that an overrun of the hex costs; or why there can be none."""
    why = Why()
    limit: int = DATA["overrun"]["points"]
    if entry.ground == "deep_freeze" and in_force(("TFB-DF-1", "OCS-2.4-2")):
        raise Refusal(
            "No overrun in a simulcast turn", ("TFB-DF-1", "OCS-2.4-2"), "wait for another turn"
        )
    cost = entry_cost(entry, why, rulings)
    if cost < ALL:
        zone = modifier(POINT, "in a Trainbusting zone", "OCS-8.1b-1") if trainbusting else None
        cost = int(tally(zone, start=cost).total)
    text = f"entry costs {cost_text(cost)}, without roads or bridging; {limit} at most"
    rules = ("OCS-8.1b-2" if cost >= ALL else "OCS-8.1b-1", "OCS-8.1c-1", "OCS-8.1c-2")
    why(rules, text)
    if cost > limit * POINT and in_force(rules):
        raise Refusal(
            f"No overrun: entering the hex would cost {cost_text(cost)}, and {limit} is the most",
            why.so(None).rules,
            "attack it in the Combat Segment",
        )
    why.by("OCS-8.1a-1", f"{limit} MP for each unit, in place of the entry cost")
    return why.so(limit)


class Overrun(StepInputs, frozen=True, kw_only=True):
    """The movement points that an overrun of a hex costs, or why it cannot be overrun."""

    trainbusting: Annotated[bool, Meta(description="whether in an enemy Trainbusting zone")] = False

    def answer(self, nature: Nature) -> Finding[int]:
        roads = [word for word in self.terrain if word in ROADS_AND_RAILS]
        if roads:
            raise BadInput(
                f"{choices(roads)} does not count in an overrun (OCS 8.1c); name the terrain of"
                " the hex alone."
            )
        return overrun_cost(self.entry(), self.trainbusting, self.rulings)
