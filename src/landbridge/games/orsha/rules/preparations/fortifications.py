"""Buying fortifications (8.8): prices in FPP, and what is wrong with a plan.

A plan is a list of lines, each `number x kind` with what belongs to it behind:

    4x foxhole_3
    12x ap_mine
    pillbox 1-5-7
    2x hip squad
    hip hs shellholes
    hip cupola given

Mines are bought by the factor; `hip` buys hidden set-up for cupola, squad, hs, crew or smc. A
Cupola that was not bought on this date is `given`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, get_args

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal, Violation, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import Rules, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.preparations.hidden_placement import (
    DATA,
    LIMITS,
    Hide,
    HipPiece,
    hip_price,
    hip_share,
)
from landbridge.games.orsha.rules.preparations.work_prices import (
    Kind,
    Work,
    read_factors,
    work_price,
)
from landbridge.games.orsha.rules.purchases.fpp_share import check_share
from landbridge.games.orsha.rules.purchases.order_of_battle import given_number
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group
from landbridge.games.orsha.rules.questions import AS_RULED, RuledQuestion
from landbridge.games.orsha.rules.readings import natural
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import CG_DATES, CgDate, Side, count
from landbridge.games.orsha.rulings import (
    FppShare,
    GermanFoxholes,
    GivenDitches,
    HipSquads,
    Rulings,
)

INITIAL: CgDate = CG_DATES[0]

_LINE = re.compile(r"(?:(?P<times>\d+) *x +)?(?P<kind>\w+)(?P<rest>.*)")


def parse_line(text: str) -> Work | Hide:
    """A line of a plan, or an error that says what may stand there."""
    found = _LINE.fullmatch(text.strip())
    if not found:
        raise BadInput(f"'{text}' is not a line of a plan; write for example 4x foxhole_3.")
    number = int(found["times"] or 1)
    kind: Any = found["kind"]
    rest = found["rest"].split()
    if kind == "hip":
        if not rest or rest[0] not in get_args(HipPiece):
            raise BadInput(unknown("piece", " ".join(rest[:1]), get_args(HipPiece)))
        flags = {"shellholes": False, "ordnance": False, "given": False}
        for word in rest[1:]:
            if word not in flags:
                raise BadInput(unknown("remark", word, flags))
            flags[word] = True
        piece: Any = rest[0]
        given = flags.pop("given")
        if given and piece != "cupola":
            raise BadInput(f"'{text}': only a Cupola is given.")
        return Hide(piece, number, **flags, bought_now=not given)
    if kind not in get_args(Kind):
        raise BadInput(unknown("fortification", kind, (*get_args(Kind), "hip")))
    if kind == "pillbox":
        return Work(kind, number, read_factors(" ".join(rest)))
    if rest:
        raise BadInput(f"'{text}': '{rest[0]}' is too much.")
    return Work(kind, number)


def fpp_in_package(side: Side) -> int:
    """The FPP of one RG M1, as the chart has it."""
    return find_group(side, "M1").units[0].full or 0


class FortPlan(Struct, frozen=True):
    """What a side wants to buy in step 8.8, and what limits it."""

    side: Side
    date: CgDate
    lines: tuple[Work | Hide, ...]
    packages: int = 0
    """RGs M1 bought on this date."""
    minefields: int = 0
    """RGs M2 bought on this date."""
    cpp_start: int | None = None
    """German CPP at the start of the date; left out, the 20 % are not looked at."""
    cpp_others: int = 0
    """CPP spent on all other RGs."""
    at_ditches_before: int = 0
    """AT-Ditches bought on earlier dates."""
    squads: int | None = None
    """Non-Reserve German squads on the map; left out, the 10 % are not looked at."""
    half_squads: int = 0
    cupolas: int | None = None
    """Cupolas bought on this date; left out, it is not looked at how many hide free on 23 AM."""


class FortCheck(Struct, frozen=True):
    """What the referee says to a plan; amounts in FPP."""

    legal: bool
    fpp: int
    spent: int
    lost: int
    """FPP left over, which are forfeited."""
    kept: int
    record: tuple[str, ...]
    """What is written on the CG Roster."""
    places_later: bool
    """Whether the places may wait until set-up."""
    violations: tuple[Violation, ...]


@rule("OTO-8.8-1", "OTO-8.8-Fox-1", "OTO-8.51-IHSR7-1", "OTO-NEC-52")
def _check_side(
    plan: FortPlan, works: list[Work], german_foxholes: GermanFoxholes, violations: Violations
) -> None:
    foxholes = [work for work in works if work.kind in LIMITS["russian"]]
    if plan.side == "russian":
        others = len(foxholes) < len(works)
        violations(others, "OTO-8.8-1", "the Russians buy only Foxholes", "leave the others out")
        text = "the Russians buy no Fortifications in the Initial Scenario"
        rules = ("OTO-8.51-IHSR7-1", "OTO-8.8-Fox-1")
        violations(plan.date == INITIAL and bool(works), rules, text, "wait until 23 PM")
    elif foxholes:
        allowed = german_foxholes == "allowed"
        text, other = "Germans may buy Foxholes too", "only the Russians buy Foxholes"
        if not natural(violations.why, allowed, "OTO-NEC-52", "RUL-OTO-97", text, other):
            violations(True, "OTO-8.8-Fox-1", "Foxholes are a Russian purchase", "leave them out")


@rule("OTO-8.8-Ditch-1", "OTO-NEC-53")
def _check_ditches(
    plan: FortPlan, works: list[Work], given_ditches: GivenDitches, violations: Violations
) -> None:
    bought = sum(work.number for work in works if work.kind == "at_ditch")
    if not bought:
        return
    total = plan.at_ditches_before + bought
    apart = given_ditches == "not_counted"
    text, other = "the five given AT-Ditches do not count", "the five given AT-Ditches count"
    rules: Rules = ("OTO-8.8-Ditch-1", "OTO-NEC-53")
    if not natural(violations.why, apart, "OTO-NEC-53", "RUL-OTO-98", text, other):
        total += given_number("german", "fortification", "AT-Ditch")
        rules = ("OTO-8.8-Ditch-1",)
    most: int = LIMITS["at_ditches"]
    text = f"{total} AT-Ditches would be bought in the campaign"
    violations(total > most, rules, text, f"{most} are the most")


def _check_share(plan: FortPlan, fpp_share: FppShare, violations: Violations) -> None:
    if plan.cpp_start is None or plan.side != "german":
        return
    spent = plan.packages * find_group("german", "M1").cpp
    spent += plan.minefields * find_group("german", "M2").cpp
    check_share(spent, plan.cpp_start, plan.cpp_others, fpp_share, violations)


def _check_hidden(
    plan: FortPlan, hides: list[Hide], hip_squads: HipSquads, violations: Violations
) -> None:
    if plan.squads is None:
        return
    squads = sum(hide.number for hide in hides if hide.piece == "squad")
    halves = sum(hide.number for hide in hides if hide.piece == "hs")
    if not squads and not halves:
        return
    found = hip_share(plan.squads, plan.half_squads, squads, halves, hip_squads)
    share = violations.why.add(found)
    text = f"{count(squads, 'squad')} and {count(halves, 'half-squad')} HIP"
    rules = found.rules or "OTO-8.8-HIP-3"
    violations(not share.legal, rules, text, f"{count(share.most, 'squad')} at most (10 %, FRU)")


@rule("OTO-8.51-IHSR5-1")
def _check_cupolas(plan: FortPlan, hides: list[Hide], violations: Violations) -> None:
    if plan.cupolas is None or plan.date != INITIAL:
        return
    free = sum(hide.number for hide in hides if hide.piece == "cupola" and hide.bought_now)
    text = f"{count(free, 'Cupola')} HIP without FPP, of {plan.cupolas} bought on 23 AM"
    remedy = "given Cupolas pay: write 'hip cupola given'"
    violations(free > plan.cupolas, "OTO-8.51-IHSR5-1", text, remedy)


@rule("OTO-8.8-3")
def _record(works: list[Work], hides: list[Hide]) -> tuple[str, ...]:
    lines = []
    for work in works:
        factors = f" {'-'.join(map(str, work.factors))}" if work.factors else ""
        amount = " factors" if work.kind in DATA["hidden"]["stay"] else ""
        lines.append(f"{work.number} {work.kind}{factors}{amount}")
    return (*lines, *(f"{hide.number} HIP {hide.piece}" for hide in hides))


@rule("OTO-8.2-FPP-1", "OTO-8.8-2", "OTO-8.8-3")
def check_fortifications(plan: FortPlan, rulings: Rulings = AS_RULED) -> Finding[FortCheck]:
    """Everything that is wrong with a plan of fortifications, and what it costs."""
    why = Why()
    violations = Violations(why)
    works = [line for line in plan.lines if isinstance(line, Work)]
    hides = [line for line in plan.lines if isinstance(line, Hide)]
    spent = sum(why.add(work_price(work)) for work in works)
    for hide in hides:
        try:
            spent += why.add(hip_price(plan.side, plan.date, hide))
        except Refusal as refused:
            violations(True, refused.rules, refused.text, refused.legal.removeprefix("legal: "))
    _check_side(plan, works, rulings.german_foxholes, violations)
    _check_ditches(plan, works, rulings.given_ditches, violations)
    _check_share(plan, rulings.fpp_share, violations)
    _check_hidden(plan, hides, rulings.hip_squads, violations)
    _check_cupolas(plan, hides, violations)
    fpp = 0
    if plan.packages and why("OTO-8.2-FPP-1", "FPP come from RGs M1, 50 from each"):
        fpp = plan.packages * fpp_in_package(plan.side)
    violations(spent > fpp, "OTO-8.8-1", f"{spent} FPP are needed, {fpp} are there", "buy less")
    rest = max(fpp - spent, 0)
    lost = rest if rest and why("OTO-8.8-2", "FPP not spent in this step are lost") else 0
    written = bool(plan.lines) and why(
        "OTO-8.8-3", "types and mine factors are written down now, places may wait"
    )
    found = tuple(violations.found)
    record = _record(works, hides) if written else ()
    return why.so(FortCheck(not found, fpp, spent, lost, rest - lost, record, written, found))


class FortificationLimits(RuledQuestion, frozen=True, kw_only=True):
    """Everything that is wrong with a plan of fortifications, its price, and what is lost."""

    cites = (
        "OTO-8.8-1",
        "OTO-8.8-2",
        "OTO-8.8-3",
        "OTO-8.8-Fox-1",
        "OTO-8.8-Ditch-1",
        "OTO-8.51-IHSR7-1",
        "OTO-8.2-FPP-1",
        "OTO-NEC-15",
        "OTO-NEC-52",
        "OTO-NEC-53",
    )
    turns_on = ("fpp_share", "german_foxholes", "given_ditches", "hip_squads")

    side: Annotated[Side, Meta(description="who buys")]
    date: Annotated[CgDate, Meta(description="the CG Date")]
    plan: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=100,
            description="lines such as '4x foxhole_3', 'pillbox 1-5-7', '2x hip squad',"
            " 'hip cupola given'",
        ),
    ] = ()
    packages: Annotated[int, Meta(ge=0, le=99, description="RGs M1 bought on this date")] = 0
    minefields: Annotated[int, Meta(ge=0, le=99, description="RGs M2 bought on this date")] = 0
    cpp_start: (
        Annotated[
            int, Meta(ge=0, le=999, description="German CPP at the start of the date, for the 20 %")
        ]
        | None
    ) = None
    cpp_others: Annotated[int, Meta(ge=0, le=999, description="CPP spent on all other RGs")] = 0
    at_ditches_before: Annotated[
        int, Meta(ge=0, le=99, description="AT-Ditches bought earlier")
    ] = 0
    squads: (
        Annotated[
            int,
            Meta(ge=0, le=999, description="non-Reserve German squads on the map, for the 10 %"),
        ]
        | None
    ) = None
    half_squads: Annotated[int, Meta(ge=0, le=999, description="half-squads on the map")] = 0
    cupolas: (
        Annotated[
            int,
            Meta(ge=0, le=99, description="Cupolas bought on this date, for the HIP of 23 AM"),
        ]
        | None
    ) = None

    def answer(self, nature: Nature) -> Finding[FortCheck]:
        plan = FortPlan(
            self.side,
            self.date,
            tuple(parse_line(line) for line in self.plan),
            self.packages,
            self.minefields,
            self.cpp_start,
            self.cpp_others,
            self.at_ditches_before,
            self.squads,
            self.half_squads,
            self.cupolas,
        )
        return check_fortifications(plan, self.rulings)
