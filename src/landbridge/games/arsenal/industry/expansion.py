"""Plant expansion: quarterly picks, three turns on the track, deployment, ten chances."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import LAST, month_after, month_name, read_month
from landbridge.games.arsenal.industry.chances import AHEAD, CHANCES, chance, chances, check_chance
from landbridge.games.arsenal.industry.factories import (
    EXPANSION,
    FACTORIES,
    factory_number,
    soviet_points,
)
from landbridge.games.arsenal.industry.production import first_output_of_new
from landbridge.games.arsenal.map.places import SIBERIA, place_name, place_number
from landbridge.games.arsenal.map.points import control
from landbridge.games.arsenal.map.supply_lines import supply
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import ExpansionChances, ExpansionSite
from landbridge.games.arsenal.words import SOVIET, AxisHolds, figures

PASS = "pass"


# The rules of a pick


@rule("DC-R33", "RUL-DC-13", otherwise=len(EXPANSION))
def most_picks(expansion_chances: ExpansionChances = "ten_in_all") -> int:
    """How many factories can be picked in all."""
    return CHANCES + (not figures("expansion_chances", expansion_chances)["before_play"])


def next_letter(factory: int, picked: tuple[int, ...]) -> str:
    """The factory of the same type that has to be built first."""
    same = (n for n in EXPANSION if FACTORIES[n].type == FACTORIES[factory].type)
    return next(FACTORIES[n].id for n in same if n not in picked)


def allowed_picks(picked: frozenset[int]) -> tuple[int, ...]:
    """The expansion factories that may be picked now: the lowest letter left of each type."""
    first: dict[str, int] = {}
    for number in EXPANSION:
        if number not in picked:
            first.setdefault(FACTORIES[number].type, number)
    return tuple(first.values())


@rule("DC-R31", "DC-R32", "DC-R33")
def check_pick(
    factory: int,
    picked: tuple[int, ...],
    why: Why,
    expansion_chances: ExpansionChances = "ten_in_all",
) -> None:
    """Refuse a pick that the order of letters or the number of chances forbids."""
    entry = FACTORIES[factory]
    if not entry.expansion or factory in picked:
        raise Refusal(
            f"{entry.id} is already deployed or picked",
            "DC-R27",
            legal=_legal(picked),
        )
    most = most_picks(expansion_chances)
    if len(picked) >= most:
        raise Refusal(
            f"No more than {most} factories can be built", ("DC-R33", "RUL-DC-13"), legal=PASS
        )
    if factory not in allowed_picks(frozenset(picked)) and in_force("DC-R31"):
        raise Refusal(
            f"Build {next_letter(factory, picked)} before {entry.id}",
            "DC-R31",
            legal=f"open now: {_legal(picked)}",
        )
    if entry.letter != "A":
        why("DC-R31", f"{entry.id} follows the earlier letters of its type")
    else:
        why("DC-R31", f"{entry.id} is the first of its type")
    last = FACTORIES[picked[-1]] if picked else None
    if last is None or last.type == entry.type:
        return
    unfinished = any(FACTORIES[n].type == last.type and n not in picked for n in EXPANSION)
    if unfinished and not why("DC-R32", "types may be mixed freely"):
        raise Refusal(f"The {last.type} factories are not all built yet", "DC-R31")


def _legal(picked: tuple[int, ...]) -> str:
    return ", ".join(FACTORIES[n].id for n in allowed_picks(frozenset(picked))) or PASS


@rule("DC-R28")
def deployment_month(chosen: str, why: Why) -> str:
    """When a factory picked in a month is deployed: three turns later."""
    if not why("DC-R28", f"it goes on the track {AHEAD} turns ahead"):
        return chosen
    return month_after(chosen, AHEAD)


# A calendar of picks


class Pick(Struct, frozen=True):
    """One chance and what was made of it."""

    chosen: str
    factory: str
    """Nothing if the chance was passed."""
    deploys: str = ""
    first_output: str = ""


class Picks(Struct, frozen=True):
    """A calendar of picks."""

    picks: tuple[Pick, ...]
    chances_left: int


@rule("DC-R27", "DC-R28", "DC-R30", "DC-R33", "DC-R34")
def calendar_of_picks(
    words: tuple[str, ...], expansion_chances: ExpansionChances = "ten_in_all"
) -> Finding[Picks]:
    """What a row of picks leads to, each at the next chance or in the month that it names."""
    why = Why()
    months = chances(expansion_chances)
    why("DC-R27", "one factory each January, April, July and October")
    if in_force("DC-R34"):
        why("DC-R34", "the first is picked before play, and can produce in July 1941")
    why(("DC-R33", "RUL-DC-13"), f"{CHANCES} chances for {len(EXPANSION)} factories")
    built: list[int] = []
    picks: list[Pick] = []
    at = 0
    for word in words:
        named, factory = _read(word)
        if named:
            at = chance(named, months, at)
        if at >= len(months):
            raise Refusal(
                "There are no chances to expand left",
                ("DC-R33", "RUL-DC-13"),
                legal=f"the last is {month_name(months[-1])}",
            )
        chosen = months[at]
        at += 1
        if factory is None:
            why("RUL-DC-13", f"{month_name(chosen)}: passed")
            picks.append(Pick(chosen, ""))
            continue
        check_pick(factory, tuple(built), why, expansion_chances)
        built.append(factory)
        deploys = deployment_month(chosen, why)
        first = first_output_of_new(factory, deploys, why)
        picks.append(Pick(chosen, FACTORIES[factory].id, deploys, first))
    return why.so(Picks(tuple(picks), len(months) - at))


def _read(word: str) -> tuple[str, int | None]:
    found = re.fullmatch(r"\s*(?:(\d{4}-\d{2})\s+)?(\S+)\s*", word)
    if not found:
        raise BadInput(f"'{word}' is no pick; write T-B, 1942-01 T-B or {PASS}.")
    return found[1] or "", None if found[2] == PASS else factory_number(found[2])


class Expansion(ArsenalQuestion, frozen=True, kw_only=True):
    """A calendar of picks: when each factory is chosen, deployed and first produces.

    The first pick is the one before play; each following one is made at the next chance, or in
    the month that stands before it, as '1942-01 T-B'. 'pass' lets a chance go.
    """

    turns_on = ("expansion_chances",)

    cites = ("DC-R27", "DC-R28", "DC-R31", "DC-R32", "DC-R34")

    picks: Annotated[
        tuple[Name, ...], Meta(max_length=30, description="factories in order, as T-A, A-A, pass")
    ]

    def answer(self, nature: Nature) -> Finding[Picks]:
        return calendar_of_picks(self.picks, self.rulings.expansion_chances)


# Deployment


class DeploymentResult(Struct, frozen=True):
    """An expansion factory where it was deployed."""

    factory: str
    at: str
    month: str
    first_output: str


@rule("DC-R29", "RUL-DC-14")
def may_deploy(
    at: int,
    held: bytes,
    month_of_year: int,
    why: Why,
    expansion_site: ExpansionSite,
    supplied: bytes | None = None,
) -> None:
    """Refuse a place where an expansion factory cannot stand."""
    if at != SIBERIA and at not in soviet_points(held) and in_force("DC-R29"):
        raise Refusal(
            f"{place_name(at)} is no point of the Soviet Union under Soviet control",
            "DC-R29",
            legal="a Soviet-controlled point of the Soviet Union, or Siberia",
        )
    why("DC-R29", "any point of the Soviet Union under Soviet control, or Siberia")
    ruled = figures("expansion_site", expansion_site)
    if (
        ruled["supply"]
        and at != SIBERIA
        and not (supplied or supply(held, SOVIET, month_of_year))[at]
    ):
        raise Refusal(
            f"{place_name(at)} is not in supply", "RUL-DC-14", legal="a point in supply, or Siberia"
        )
    why("RUL-DC-14", f"the place is chosen at {ruled['when']}")


class Deployment(ArsenalQuestion, frozen=True, kw_only=True):
    """Where an expansion factory may be deployed, when, and when it first produces there."""

    turns_on = (
        "expansion_site",
        "expansion_chances",
    )

    cites = ("DC-R29",)

    factory: Annotated[Name, Meta(description="the factory, as T-B")]
    picked: Annotated[Name, Meta(description="the month in which it was picked")]
    at: Annotated[Name, Meta(description="a point, or siberia")]
    axis_holds: AxisHolds = ()

    def answer(self, nature: Nature) -> Finding[DeploymentResult]:
        why = Why()
        factory = factory_number(self.factory)
        if not FACTORIES[factory].expansion:
            raise BadInput(f"{FACTORIES[factory].id} is no factory of the expansion.")
        check_chance(factory, self.picked, self.rulings.expansion_chances)
        month = deployment_month(self.picked, why)
        if month > LAST:
            raise Refusal(
                f"Picked in {month_name(self.picked)} it would be deployed in {month_name(month)}",
                "DC-R28",
                legal=f"play ends in {month_name(LAST)}",
            )
        place = place_number(self.at)
        held = control(self.axis_holds)
        may_deploy(place, held, read_month(month)[1], why, self.rulings.expansion_site)
        first = first_output_of_new(factory, month, why)
        return why.so(DeploymentResult(FACTORIES[factory].id, place_name(place), month, first))
