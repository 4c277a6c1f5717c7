"""The Axis allies: how each stands, and what the fall of a capital means for it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import month_name, turn
from landbridge.games.arsenal.map.points import (
    POINTS,
    control,
    point_number,
)
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import (
    Defection,
    FallenAlly,
)
from landbridge.games.arsenal.words import (
    ALLIES,
    PACKAGE,
    SOVIET,
    Ally,
    AxisHolds,
    Month,
    Side,
    SovietHolds,
    figures,
)

DATA: dict[str, Any] = read_toml(PACKAGE, "allies.toml")


class LeavingTerms(Struct, frozen=True):
    """What makes an ally leave the war besides the fall of its capital."""

    all_soviet: tuple[str, ...]
    from_: str = msgspec.field(name="from")
    how: Literal["changes side", "leaves the war"]


class Country(Struct, frozen=True):
    """An ally."""

    country: str
    entry: str
    cites: str
    source: str
    at_war: str
    leaves: LeavingTerms | None = None


COUNTRIES: dict[str, Country] = {ally: msgspec.convert(DATA[ally], Country) for ally in ALLIES}
ENTRY: dict[str, int] = {ally: point_number(c.entry) for ally, c in COUNTRIES.items()}
"""The entry city of each ally."""


@rule("RUL-DC-10")
def is_neutral(nation: str, month: str) -> bool:
    """Whether a nation is not yet at war in a month."""
    return nation in COUNTRIES and month < COUNTRIES[nation].at_war


class AllyStatus(Struct, frozen=True, kw_only=True):
    """How an ally stands."""

    state: Literal["neutral", "at_war", "turned", "out"]
    """Turned: its troops obey the Soviets. Out: its troops are removed."""
    arrivals: bool
    """Whether it still gets replacements and reinforcements."""
    troops: Side | Literal["none"]
    """Who commands its troops."""
    go_home: bool
    """Whether they must return to their country and stay there."""
    may_attack: bool


@rule("DC-R18", "DC-R19", "DC-R23", "RUL-DC-8", "RUL-DC-10")
def ally_status(
    ally: Ally,
    month: str,
    held: bytes,
    fallen: bool = False,
    left: bool = False,
    fallen_ally: FallenAlly = "defend_at_home",
    defection: Defection = "conditions",
) -> Finding[AllyStatus]:
    """How an ally stands; `fallen` and `left` say what has happened on earlier turns."""
    why = Why()
    country = COUNTRIES[ally]
    ruled = figures("fallen_ally", fallen_ally)
    entry = ENTRY[ally]
    lost_now = held[entry] == SOVIET
    arrivals = not is_neutral(ally, turn(month).month)
    state: Literal["neutral", "at_war", "turned", "out"] = "at_war" if arrivals else "neutral"
    if not arrivals:
        why("RUL-DC-10", f"{country.country} is not at war before {month_name(country.at_war)}")
    restored = ruled["restored"] and not lost_now
    if (
        (lost_now or fallen)
        and not restored
        and why("DC-R18", f"{POINTS[entry].name} fell: its arrivals are lost for good")
    ):
        why("RUL-DC-8", "recapture does not restore them")
        arrivals = False
    capital = ruled["hungarian_capital"] if ally == "hungarian" else country.entry
    if capital and (lost_now or fallen) and why("DC-R19", f"{country.country}'s capital fell"):
        state = "turned"
        why("RUL-DC-8", "its troops go home by the quickest way and stay there")
    defects = _defects(country, month, held, left, defection, why)
    if defects and state in ("at_war", "neutral"):
        state = "turned" if defects == "changes side" else "out"
    if restored and fallen and not defects:
        why("RUL-DC-8", f"{POINTS[entry].name} has been retaken: its arrivals begin again")
    elif state in ("turned", "out") and why(
        "DC-R23", f"{country.country} is out of the war or has changed side: no more arrivals"
    ):
        arrivals = False
    if state == "at_war" and not why.reasons:
        text = f"{country.country} is at war, and {POINTS[entry].name} has not fallen"
        why(("DC-R18", "DC-R23", "RUL-DC-10"), text)
    turned = state == "turned"
    return why.so(
        AllyStatus(
            state=state,
            arrivals=arrivals,
            troops="soviet" if turned else "none" if state == "out" else "axis",
            go_home=turned,
            may_attack=bool(ruled["attack"]) if turned else state == "at_war",
        )
    )


def _defects(
    country: Country, month: str, held: bytes, left: bool, defection: Defection, why: Why
) -> str:
    leaves = country.leaves
    if leaves is None or not figures("defection", defection)["fronts"]:
        return ""
    gone = month >= leaves.from_ and all(
        held[point_number(word)] == SOVIET for word in leaves.all_soviet
    )
    if not (left or gone):
        return ""
    names = " and ".join(POINTS[point_number(word)].name for word in leaves.all_soviet)
    why("RUL-DC-10", f"{country.country} {leaves.how}: {names} were Soviet")
    return leaves.how


class TheAlly(ArsenalQuestion, frozen=True, kw_only=True):
    """How an Axis ally stands: at war, turned, out; whether it still gets units."""

    turns_on = (
        "fallen_ally",
        "defection",
    )

    cites = ("DC-R18", "DC-R19", "DC-R23")

    ally: Annotated[Ally, Meta(description="which ally")]
    month: Month
    soviet_holds: SovietHolds = ()
    axis_holds: AxisHolds = ()
    fallen: Annotated[
        bool, Meta(description="whether its entry city has ever been in Soviet hands")
    ] = False
    left: Annotated[
        bool, Meta(description="whether it has left the war or changed side before")
    ] = False

    def answer(self, nature: Nature) -> Finding[AllyStatus]:
        held = control(self.axis_holds, self.soviet_holds)
        return ally_status(
            self.ally,
            self.month,
            held,
            self.fallen,
            self.left,
            self.rulings.fallen_ally,
            self.rulings.defection,
        )
