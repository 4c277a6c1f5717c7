"""Reconnaissance (8.9-8.91): the Recon dr, its price, and what an inspection shows."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.map.entry_areas import place
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.readings import natural
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import CG_DATES, PACKAGE, CgDate, Dr, Side, count, figures
from landbridge.games.orsha.rulings import InitialRecon, ReconPurchase

DATA = read_toml(PACKAGE, "recon.toml")
DRM: dict[str, int] = DATA["drm"]
LIMITS: dict[str, int] = DATA["limits"]
RECON = "Recon"
"""What the dr is thrown for."""

Cpp = Literal[1, 2]
Content = Literal["hidden_units", "concealed_units", "mines", "pillbox", "nothing"]


# The dr


@rule("OTO-8.9-1", "OTO-8.9-4")
def recon_drm(date: CgDate, cpp: int) -> Tally:
    """What is added to a Recon dr."""
    morning = date.endswith("am")
    return tally(
        modifier(DRM["russian"], "Russian", "OTO-8.9-4"),
        modifier(DRM["am"], "AM scenario", "OTO-8.9-4") if morning else None,
        modifier(DRM["two_cpp"], "2 CPP spent", "OTO-8.9-1")
        if cpp == LIMITS["better_price"]
        else None,
    )


@rule("OTO-8.9-1", "OTO-8.9-5", "OTO-NEC-8")
def check_recon(
    side: Side, cpp: int, today: int, before: int, recon_purchase: ReconPurchase, why: Why
) -> None:
    """Refuse a Recon dr that may not be bought so."""
    if side != "russian" and in_force("OTO-8.9-1"):
        raise Refusal("Only the Russians make Recon drs", "OTO-8.9-1")
    by_rule = figures("recon_purchase", recon_purchase)["basic"]
    rules = ("OTO-NEC-8", "RUL-OTO-26") if by_rule else ("OTO-8.9-5", "RUL-OTO-26")
    basic = cpp == LIMITS["price"]
    text = "1 CPP, or 2 for the better drm (8.9)" if by_rule else "2 CPP, as row M3 says"
    if why(rules, text) != by_rule and basic:
        raise Refusal("Reconnaissance costs 2 CPP", rules, legal="legal: cpp=2")
    most, ever = LIMITS["per_date"], LIMITS["per_campaign"]
    if today >= most and in_force("OTO-NEC-8"):
        raise Refusal(f"Recon is made {most} time on a date", ("OTO-NEC-8", "OTO-8.9-5"))
    if before + today >= ever and in_force("OTO-8.9-5"):
        raise Refusal(f"Recon is made {ever} times in the campaign", "OTO-8.9-5")


@rule("OTO-8.9-4")
def recon_locations(nature: Nature, date: CgDate, cpp: int) -> Finding[int]:
    """The Recon dr: how many Locations may be reconnoitered."""
    why = Why()
    shift = recon_drm(date, cpp)
    for part in shift.modifiers:
        why(part.rules, f"{part.value:+} {part.reason}")
    why.by("OTO-8.9-4", "the Final dr is the number of Locations")
    return why.so(nature.roll("1d6", RECON, "OTO-8.9-4") + int(shift.total))


@rule("OTO-8.9-1", "OTO-NEC-9")
def may_recon(
    date: CgDate,
    cpp: int,
    side: Side = "russian",
    today: int = 0,
    before: int = 0,
    recon_purchase: ReconPurchase = "rule",
    initial_recon: InitialRecon = "allowed",
) -> Finding[None]:
    """Refuse a Recon dr that may not be made."""
    why = Why()
    if date == CG_DATES[0]:
        allowed = initial_recon == "allowed"
        text = "Recon may be made before the Initial Scenario"
        if not natural(why, allowed, "OTO-NEC-9", "RUL-OTO-92", text, "not on 23 AM"):
            raise Refusal("There is no Recon before the Initial Scenario", "RUL-OTO-92")
    check_recon(side, cpp, today, before, recon_purchase, why)
    return why.so(None)


def recon(
    nature: Nature,
    date: CgDate,
    cpp: int,
    side: Side = "russian",
    today: int = 0,
    before: int = 0,
    recon_purchase: ReconPurchase = "rule",
    initial_recon: InitialRecon = "allowed",
) -> Finding[int]:
    """How many Locations the Russians may reconnoiter on a date."""
    why = Why()
    why.add(may_recon(date, cpp, side, today, before, recon_purchase, initial_recon))
    return why.so(why.add(recon_locations(nature, date, cpp)))


class Recon(RuledQuestion, frozen=True, kw_only=True):
    """How many Locations the Russians may reconnoiter on a date."""

    rolls = {"dr": RECON}
    cites = ("OTO-8.9-1", "OTO-8.9-4", "OTO-8.9-5", "OTO-NEC-9")
    turns_on = ("recon_purchase", "initial_recon")

    date: Annotated[CgDate, Meta(description="the date of the coming scenario")]
    cpp: Annotated[Cpp, Meta(description="CPP spent on it")] = 1
    dr: Dr | None = None
    side: Annotated[Side, Meta(description="who makes the dr")] = "russian"
    today: Annotated[int, Meta(ge=0, le=20, description="Recon drs already made on this date")] = 0
    before: Annotated[int, Meta(ge=0, le=60, description="Recon drs made on earlier dates")] = 0

    def answer(self, nature: Nature) -> Finding[int]:
        return recon(
            nature,
            self.date,
            self.cpp,
            self.side,
            self.today,
            self.before,
            self.rulings.recon_purchase,
            self.rulings.initial_recon,
        )


# The roster


class CppColumns(Struct, frozen=True):
    """A side's CPP on the CG Roster."""

    left: int
    start: int
    """The next date's Start column."""


@rule("OTO-8.9-2", "OTO-8.9-3")
def carry_cpp(left: int, cpp: int = 0, replenished: int = 0) -> Finding[CppColumns]:
    """What goes into the next date's Start column."""
    why = Why()
    if cpp > left and in_force("OTO-8.9-2"):
        raise Refusal(f"{left} CPP are left, not {cpp}", "OTO-8.9-2", legal="legal: no Recon")
    text = f"{cpp} CPP for Recon come from Left" if cpp else "without Recon, Left is copied"
    start = left - cpp if why("OTO-8.9-2", text) else 0
    if replenished and why("OTO-8.9-3", "Start always shows the total at the start of a date"):
        start += replenished
    return why.so(CppColumns(left, start))


class CppCarry(Question, frozen=True, kw_only=True):
    """The Start column of the next date, from Left, Recon and what came since."""

    cites = ("OTO-8.9-2", "OTO-8.9-3")

    left: Annotated[int, Meta(ge=0, le=999, description="the Left column of the date")]
    cpp: Annotated[int, Meta(ge=0, le=2, description="CPP spent on Recon")] = 0
    replenished: Annotated[
        int, Meta(ge=0, le=999, description="CPP received before the next date")
    ] = 0

    def answer(self, nature: Nature) -> Finding[CppColumns]:
        return carry_cpp(self.left, self.cpp, self.replenished)


# Inspection


class ReconPlan(Struct, frozen=True):
    """What the referee says to the Locations chosen for reconnaissance."""

    legal: bool
    violations: tuple[Violation, ...]


@rule("OTO-8.9-4", "OTO-8.91-1", "OTO-8.91-2")
def check_locations(
    chosen: tuple[str, ...],
    number: int,
    russian_held: tuple[str, ...],
    all_set_up: bool = True,
    works_placed: bool = True,
) -> Finding[ReconPlan]:
    """Whether these Locations may be reconnoitered."""
    why = Why()
    violations = Violations(why)
    text = "set-up is not complete, or Fortifications are not yet on the map"
    early = not (all_set_up and works_placed)
    violations(early, "OTO-8.91-1", text, "wait until all but mines is placed")
    many = f"{count(len(chosen), 'Location')} chosen"
    violations(len(chosen) > number, "OTO-8.9-4", many, f"{number} at most")
    held = [place(label) for label in russian_held]
    most = LIMITS["distance"]
    for label in chosen:
        spot = place(label)
        far = min((spot.distance(own) for own in held), default=most + 1) > most
        text = f"{label} is more than {most} hexes from every Russian hex"
        violations(far, "OTO-8.91-2", text, "choose a nearer Location")
    return why.so(ReconPlan(not violations.found, tuple(violations.found)))


class ReconLocations(Question, frozen=True, kw_only=True):
    """Whether these Locations may be reconnoitered."""

    cites = ("OTO-8.91-1", "OTO-8.91-2")

    chosen: Annotated[tuple[Name, ...], Meta(max_length=60, description="the chosen hexes")]
    number: Annotated[int, Meta(ge=0, le=30, description="the Recon Final dr")]
    russian_held: Annotated[
        tuple[Name, ...],
        Meta(min_length=0, max_length=400, description="hexes that the Russians Control"),
    ]
    all_set_up: Annotated[bool, Meta(description="whether all set-up is complete")] = True
    works_placed: Annotated[
        bool, Meta(description="whether all Fortifications but mines are on the map")
    ] = True

    def answer(self, nature: Nature) -> Finding[ReconPlan]:
        return check_locations(
            self.chosen, self.number, self.russian_held, self.all_set_up, self.works_placed
        )


class InspectionResult(Struct, frozen=True):
    """What an inspection does to one thing in the Location."""

    on_map: bool
    """Whether it lies on the map afterwards."""
    concealed: bool
    seen: bool
    """Whether the Russians learn what it is."""


@rule("OTO-8.91-3", "OTO-8.91-4", "OTO-8.91-5", "OTO-8.91-6")
def inspect(content: Content, concealment_terrain: bool = True) -> Finding[InspectionResult]:
    """What the Russians learn of one thing in a reconnoitered Location."""
    why = Why()
    if content == "mines":
        placed = why("OTO-8.91-4", "mines are placed on the map, type and strength stay secret")
        return why.so(InspectionResult(placed, False, False))
    if content == "pillbox":
        seen = why("OTO-8.91-6", "a pillbox may be reconnoitered to learn its contents")
        return why.so(InspectionResult(True, False, seen))
    if content == "nothing":
        return why.so(InspectionResult(False, False, False))
    shown = content == "concealed_units"
    seen = why(
        ("OTO-8.91-3", "RUL-OTO-87"),
        "hidden units are placed concealed and inspected (A12.16), whatever the LOS",
    )
    concealed = concealment_terrain and why(
        "OTO-8.91-5", 'in Concealment terrain they may regain their "?", whatever the LOS'
    )
    return why.so(InspectionResult(shown or seen, concealed, seen))


class ReconInspection(Question, frozen=True, kw_only=True):
    """What an inspection does to one thing in a reconnoitered Location."""

    cites = ("OTO-8.91-3", "OTO-8.91-4", "OTO-8.91-5", "OTO-8.91-6")

    content: Annotated[Content, Meta(description="what is in the Location")]
    concealment_terrain: Annotated[
        bool, Meta(description="whether the Location is Concealment terrain")
    ] = True

    def answer(self, nature: Nature) -> Finding[InspectionResult]:
        return inspect(self.content, self.concealment_terrain)
