"""The Siberian Reserves: when they are released, by a die before their time, and how many come."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import Symbols, month_name, months_between, symbols_from
from landbridge.games.arsenal.forces.allies import DATA
from landbridge.games.arsenal.forces.siberia import Dead, read_counts
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import ReservesRelease
from landbridge.games.arsenal.words import PACKAGE, SYMBOLS, Die, Month, figures, plural

RELEASE = table(PACKAGE, "allies.release", bool)
RESERVES: Symbols = symbols_from({s: DATA["reserves"].get(s, 0) for s in SYMBOLS})
"""The Siberian Reserves by type."""


class Reserves(Struct, frozen=True, order=True):
    """Siberian Reserves of one R/R phase."""

    released: bool
    come: Symbols
    owed: Symbols
    """Still to come, as soon as such units are dead."""
    forfeited: int
    """Units that failed early calls have cost."""


def release_modifiers(month: str, early: str) -> Tally:
    """What is added to the die of an early call."""
    waited = max(months_between(early, month), 0) if early else 0
    return tally(
        modifier(waited, f"{plural(waited, 'month')} waited", "RUL-DC-9") if waited else None
    )


@rule("RUL-DC-9")
def check_call(month: str, reserves_release: ReservesRelease = "january_or_early") -> None:
    """Refuse an early call in a month that is too early for it."""
    terms: dict[str, Any] = figures("reserves_release", reserves_release)
    if not terms["early"] or month < terms["early"]:
        raise Refusal(
            f"The Reserves cannot be called in {month_name(month)}",
            "RUL-DC-9",
            legal=f"{month_name(terms['early'] or terms['month'])} at the earliest",
        )


@rule("RUL-DC-9")
def call_reserves(
    month: str,
    dead: Symbols | None,
    come: Symbols,
    nature: Nature,
    failed: int = 0,
    reserves_release: ReservesRelease = "january_or_early",
) -> Finding[Reserves]:
    """Call the Siberian Reserves early: a die releases them, or a unit is forfeited."""
    terms: dict[str, Any] = figures("reserves_release", reserves_release)
    released: bool = nature.look(RELEASE, release_modifiers(month, terms["early"]))
    failed += 0 if released else int(terms["price"])
    return _come(released, dead, come, failed, Why())


@rule("DC-R21", "RUL-DC-9")
def siberian_reserves(
    month: str,
    dead: Symbols | None,
    come: Symbols,
    nature: Nature,
    call: bool = False,
    released: bool = False,
    failed: int = 0,
    reserves_release: ReservesRelease = "january_or_early",
) -> Finding[Reserves]:
    """Which Siberian Reserves come now; `come` have come before, `failed` calls cost a unit each.

    `dead` is None where enough units of every type are dead.
    """
    why = Why()
    terms: dict[str, Any] = figures("reserves_release", reserves_release)
    if released or month >= terms["month"]:
        why("RUL-DC-9", f"due from {month_name(terms['month'])} on, or called before")
        return _come(True, dead, come, failed, why)
    if call:
        check_call(month, reserves_release)
        return call_reserves(month, dead, come, nature, failed, reserves_release)
    return _come(False, dead, come, failed, why)


@rule("DC-R21")
def _come(
    released: bool, dead: Symbols | None, come: Symbols, failed: int, why: Why
) -> Finding[Reserves]:
    """The units that come now, if the Reserves are released."""
    wanted = _wanted(failed)
    if not released:
        why("RUL-DC-9", "not yet released")
        return why.so(Reserves(False, Symbols(), wanted, failed))
    left: dict[str, int] = {s: max(wanted.of(s) - come.of(s), 0) for s in SYMBOLS}
    now = dict(left)
    drawn = why("DC-R21", "they are drawn from the dead pile; what is missing comes later")
    if drawn and dead is not None:
        now = {s: min(left[s], dead.of(s)) for s in left}
    owed = symbols_from({s: left[s] - now[s] for s in left})
    return why.so(Reserves(True, symbols_from(now), owed, failed))


def _wanted(failed: int) -> Symbols:
    """The list, less one infantry unit for each early call that failed."""
    counts: dict[str, int] = {s: RESERVES.of(s) for s in SYMBOLS}
    counts["infantry"] = max(counts["infantry"] - failed, 0)
    return symbols_from(counts)


class SiberianReserves(ArsenalQuestion, frozen=True, kw_only=True):
    """Which Siberian Reserves come in a month out of the dead pile, and which are still owed."""

    turns_on = ("reserves_release",)

    rolls = {"die": RELEASE.title}
    cites = ("DC-R21",)

    month: Month
    dead: Dead = None
    come: Annotated[
        tuple[Name, ...], Meta(max_length=60, description="those that came before, as '4 infantry'")
    ] = ()
    call: Annotated[bool, Meta(description="whether they are called early, at a risk")] = False
    released: Annotated[bool, Meta(description="whether they were released before")] = False
    failed: Annotated[int, Meta(ge=0, le=60, description="early calls that failed")] = 0
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[Reserves]:
        if self.failed > 3:
            raise BadInput("There are only three months for early calls.")
        come = read_counts(self.come)
        for symbol in SYMBOLS:
            if come.of(symbol) > RESERVES.of(symbol):
                most = f"{RESERVES.of(symbol)} {symbol}"
                raise BadInput(f"come: {come.of(symbol)} {symbol}, but the Reserves have {most}.")
        return siberian_reserves(
            self.month,
            None if self.dead is None else read_counts(self.dead),
            come,
            nature,
            self.call,
            self.released,
            self.failed,
            self.rulings.reserves_release,
        )
