"""Axis emergencies and conditional arrivals: Vitebsk, Kovel, 16th Panzer, the north map edge."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.army_group_markers import marker_place
from landbridge.games.belorussia.arrivals.order import LostCounters, order_of_arrival
from landbridge.games.belorussia.arrivals.packs import Pack, PackName, find_pack, group
from landbridge.games.belorussia.arrivals.special_events import divisions_come
from landbridge.games.belorussia.arrivals.turn_arrivals import entries
from landbridge.games.belorussia.calendar import turn_number, turns
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import AS_RULED, figures
from landbridge.games.belorussia.rulings import (
    KovelTrigger,
    LateDivisions,
    Rulings,
    SixteenthPanzer,
    VitebskOption,
)
from landbridge.games.belorussia.words import PACKAGE, Die, TurnDate, listed, short

DIVISION = table(PACKAGE, "arrivals_axis.division", bool)
DATA = read_toml(PACKAGE, "arrivals_axis.toml")

Which = Literal["vitebsk", "kovel", "16_pz", "march_release", "event_group", "night_bomber"]
Came = Literal["no", "emergency", "event", "arrival"]
Verdict = Literal["comes", "may_come", "does_not_come"]
Nearest = Literal["army", "partisan"]

GROUPS: dict[Which, str] = {
    "vitebsk": "TFB-EMG-4",
    "kovel": "TFB-EMG-6",
    "16_pz": "TFB-OOA-34",
    "march_release": "TFB-OOA-79",
    "event_group": "TFB-EMG-7",
    "night_bomber": "TFB-EMG-10",
}
"""The row that lists the counters of each emergency."""


class Situation(Struct, frozen=True, kw_only=True):
    """What an emergency depends on."""

    came: Came = "no"
    """Whether and how these units have come before."""
    event: bool = False
    """Whether a Special Event brings them now."""
    soviet_hexes: tuple[str, ...] = ()
    """Hexes of Vitebsk under Soviet control."""
    phases_since: int = 0
    """Axis Reinforcement Phases that have passed since both fell."""
    distance: int | None = None
    """Hexes from Kovel to the nearest Soviet combat unit that moved there."""
    nearest: Nearest = "army"
    combined: bool = False
    """Whether the game is combined with The Third Winter."""


class Emergency(Struct, frozen=True, kw_only=True):
    """Whether emergency units come, where, and what it costs."""

    verdict: Verdict
    soviet_vp: int = 0
    """Victory points that the Soviets gain if they come."""
    place: str = ""
    counters: tuple[str, ...] = ()
    unknown: tuple[LostCounters, ...] = ()


def emergency(
    which: Which,
    day: datetime.date,
    facts: Situation | None = None,
    settled: Rulings = AS_RULED,
    pack: Pack | None = None,
) -> Finding[Emergency]:
    """Whether a group of Axis emergency units comes in this Axis Reinforcement Phase."""
    turn_number(day)
    why = Why()
    facts = facts or Situation()
    verdict, vp = _verdict(which, day, facts, settled, why)
    if verdict == "does_not_come":
        return why.so(Emergency(verdict=verdict))
    units = group(GROUPS[which], pack)
    if not why(units.cites, f"placed at: {units.place}"):
        return why.so(Emergency(verdict=verdict, soviet_vp=vp))
    return why.so(
        Emergency(
            verdict=verdict,
            soviet_vp=vp,
            place=units.place,
            counters=tuple(counter.written for counter in units.counters),
            unknown=units.unknown,
        )
    )


def _verdict(
    which: Which, day: datetime.date, facts: Situation, settled: Rulings, why: Why
) -> tuple[Verdict, int]:
    if which in ("vitebsk", "kovel"):
        otherwise = facts.came in ("event", "arrival")
        if otherwise and why(("TFB-EMG-1", "RUL-TFB-38"), "these units have come another way"):
            return "does_not_come", 0
        freed = "a Special Event lets them come, free of VP"
        if facts.event and facts.came == "no" and why(("TFB-EMG-1", "RUL-TFB-38"), freed):
            return "may_come", 0
    if which == "vitebsk":
        return _vitebsk(facts, settled.vitebsk_option, why)
    if which == "kovel":
        return _kovel(facts, settled.kovel_trigger, why)
    if which == "16_pz":
        return _sixteenth_panzer(day, facts, settled.sixteenth_panzer, why)
    if which == "march_release":
        return _march_release(day, facts, why)
    only = group(GROUPS[which]).cites
    if not facts.event and why(only, "only a Special Event brings them"):
        return "does_not_come", 0
    if which == "event_group":
        came = facts.came != "no"
        if came and why("RUL-TFB-38", "they have come: the event brings them only once"):
            return "does_not_come", 0
        if not divisions_come(day, settled.special_events, why):
            return "does_not_come", 0
    return "comes", 0


@rule("TFB-EMG-2", "TFB-EMG-3", "TFB-EDGE-54", "RUL-TFB-93")
def _vitebsk(facts: Situation, option: VitebskOption, why: Why) -> tuple[Verdict, int]:
    both: list[str] = DATA["vitebsk"]["hexes"]
    for name in facts.soviet_hexes:
        if name not in both:
            raise BadInput(f"{name} is no hex of Vitebsk; allowed: {choices(both)}.")
    fallen = set(facts.soviet_hexes) == set(both)
    if not fallen and why(
        ("TFB-EMG-2", "TFB-EDGE-54"), f"not both of {listed(both)} are Soviet at the same time"
    ):
        return "does_not_come", 0
    why("TFB-EMG-2", "the Soviets hold both hexes of Vitebsk: the Axis player may take the units")
    spent = facts.came == "emergency" or (facts.phases_since > 0 and option == "next_phase")
    if spent and why(("TFB-EDGE-54", "RUL-TFB-93"), "the option lapses after the next phase"):
        return "does_not_come", 0
    if facts.phases_since > 0 and option == "any_later_phase":
        why("RUL-TFB-93", "the option stays open")
    vp = DATA["vitebsk"]["soviet_vp"] if why("TFB-EMG-3", "it gives the Soviets 1 VP") else 0
    return "may_come", vp


@rule("TFB-EMG-5", "TFB-EDGE-55", "TFB-EDGE-56", "RUL-TFB-92")
def _kovel(facts: Situation, trigger: KovelTrigger, why: Why) -> tuple[Verdict, int]:
    within: int = DATA["kovel"]["within"]
    if facts.came == "emergency" and why(("TFB-EDGE-55", "RUL-TFB-92"), "it happens once"):
        return "does_not_come", 0
    near = facts.distance is not None and facts.distance <= within
    if facts.distance == within:
        near = why(("TFB-EDGE-55", "RUL-TFB-92"), f"{within} hexes are near enough")
    if near and facts.nearest == "partisan":
        counts = figures("kovel_trigger", trigger)["partisans"]
        text = "a partisan counts" if counts else "a partisan does not count"
        near = counts if why(("TFB-EDGE-56", "RUL-TFB-92"), text) else not counts
    hexes = f"{within} hexes of {DATA['kovel']['hex']}"
    if near and why("TFB-EMG-5", f"a Soviet combat unit within {hexes}: they come, free of VP"):
        return "comes", 0
    why("TFB-EMG-5", f"no Soviet combat unit that counts within {hexes}")
    return "does_not_come", 0


@rule("TFB-OOA-34", "TFB-OOA-35", "TFB-EMG-8", "TFB-AGM-20", "TFB-EDGE-53", "RUL-TFB-90")
def _sixteenth_panzer(
    day: datetime.date, facts: Situation, option: SixteenthPanzer, why: Why
) -> tuple[Verdict, int]:
    offered = group(GROUPS["16_pz"]).date or day
    if facts.came != "no" and why("TFB-OOA-34", "it has come already"):
        return "does_not_come", 0
    rules = ("TFB-OOA-35", "TFB-AGM-20")
    if facts.combined and why(rules, "no such option in the combined game"):
        return "does_not_come", 0
    if day < offered:
        why("TFB-OOA-34", f"it is offered on {short(offered)}")
        return "does_not_come", 0
    if day > offered:
        gone = option == "only_then"
        text = "not taken then, it is gone" if gone else "it may still be taken"
        ruled = why(("TFB-EDGE-53", "TFB-OOA-35", "RUL-TFB-90"), text)
        if gone == ruled:
            return "does_not_come", 0
    costs = why(("TFB-EMG-8", "TFB-AGM-20"), "optional, for 1 VP to the Soviets")
    return "may_come", 1 if costs else 0


@rule("TFB-OOA-79", "TFB-EMG-9")
def _march_release(day: datetime.date, facts: Situation, why: Why) -> tuple[Verdict, int]:
    units = group(GROUPS["march_release"])
    if day != units.date:
        why(units.cites, f"they are listed for {short(units.date or day)}")
        return "does_not_come", 0
    released = facts.came in ("event", "emergency")
    if released and why(units.cites, "they were released earlier"):
        return "does_not_come", 0
    why(units.cites, "they were not released earlier")
    return "comes", 0


class EmergencyUnits(RuledQuestion, frozen=True, kw_only=True):
    """Whether Axis emergency or conditional units come, where, and the VP it costs."""

    cites = (
        *(f"TFB-EMG-{n}" for n in range(1, 11)),
        "TFB-OOA-35",
        "TFB-EDGE-53",
        "TFB-EDGE-54",
        "TFB-EDGE-55",
        "TFB-EDGE-56",
    )
    turns_on = ("vitebsk_option", "kovel_trigger", "sixteenth_panzer")

    which: Annotated[Which, Meta(description="which group of units")]
    date: TurnDate
    came: Annotated[Came, Meta(description="whether and how they have come before")] = "no"
    event: Annotated[bool, Meta(description="whether a Special Event brings them now")] = False
    soviet_hexes: Annotated[
        tuple[Name, ...],
        Meta(max_length=8, description="Vitebsk: the hexes that are Soviet, B18.18 and B18.19"),
    ] = ()
    phases_since: Annotated[
        int,
        Meta(ge=0, le=100, description="Vitebsk: Axis Reinforcement Phases passed since both fell"),
    ] = 0
    distance: (
        Annotated[
            int, Meta(ge=0, le=200, description="Kovel: hexes to the nearest Soviet combat unit")
        ]
        | None
    ) = None
    nearest: Annotated[Nearest, Meta(description="Kovel: what that unit is")] = "army"
    combined: Annotated[
        bool, Meta(description="16th Panzer: whether The Third Winter is played too")
    ] = False
    pack: PackName = ""

    def answer(self, nature: Nature) -> Finding[Emergency]:
        facts = Situation(
            came=self.came,
            event=self.event,
            soviet_hexes=self.soviet_hexes,
            phases_since=self.phases_since,
            distance=self.distance,
            nearest=self.nearest,
            combined=self.combined,
        )
        return emergency(self.which, self.date, facts, self.rulings, find_pack(self.pack))


# Divisions from Army Group North


class NorthEdgeArrival(Struct, frozen=True, kw_only=True, order=True):
    """Whether a north-edge arrival comes this turn."""

    arrives: bool
    place: str
    marker: str
    """The hex of the AGN marker, west of which it enters."""
    rolls_again: datetime.date | None


def rolled_groups() -> tuple[datetime.date, ...]:
    """The turns for which north-edge arrivals are listed."""
    listed = {e.date for e in order_of_arrival("axis") if e.condition == "rolled" and e.date}
    return tuple(sorted(listed))


@rule("TFB-OOA-26", "TFB-EDGE-52", "RUL-TFB-89")
def division_arrival(
    listed: datetime.date,
    day: datetime.date,
    nature: Nature,
    corps_hq: bool = False,
    late_divisions: LateDivisions = "marker_now",
) -> Finding[NorthEdgeArrival]:
    """Whether one north-edge arrival comes: the corps HQ at once, the others on 1-4."""
    why = Why()
    due = [e for e in entries("axis", listed) if e.condition == "rolled"]
    if not due or day < listed:
        turns_listed = choices(short(turn) for turn in rolled_groups())
        raise BadInput(f"north-edge arrivals are listed for {turns_listed}, and come from then on.")
    why(due[0].cites, f"listed for {short(listed)} at the north map edge")
    leads = any(c.size == "XXX" for e in due for c in e.counters)
    if corps_hq and not leads:
        raise BadInput(f"no corps HQ is listed for {short(listed)}.")
    if corps_hq and why("TFB-OOA-26", "the corps HQ comes without a roll"):
        arrives = True
    else:
        arrives = bool(nature.look(DIVISION))
    after = [turn for turn in turns() if turn > day]
    if not arrives:
        again = after[0] if after else None
        return why.so(NorthEdgeArrival(arrives=False, place="", marker="", rolls_again=again))
    marker = entry_marker(listed, day, late_divisions, why)
    return why.so(
        NorthEdgeArrival(arrives=True, place=due[0].place, marker=marker, rolls_again=None)
    )


@rule("TFB-EDGE-52", "RUL-TFB-89")
def entry_marker(
    listed: datetime.date, day: datetime.date, late_divisions: LateDivisions, why: Why
) -> str:
    """The hex of the AGN marker, west of which an arrival of a listed turn enters."""
    now = late_divisions == "marker_now"
    if day > listed and not why(
        ("TFB-EDGE-52", "RUL-TFB-89"), f"the AGN marker's place {'now' if now else 'then'} counts"
    ):
        now = not now
    return why.add(marker_place("agn", day if now else listed))


class DivisionArrival(RuledQuestion, frozen=True, kw_only=True):
    """Whether a division from Army Group North comes this turn, and where, or rolls again."""

    rolls = {"die": DIVISION.title}
    cites = ("TFB-OOA-26", "TFB-EDGE-52")
    turns_on = ("late_divisions",)

    date: TurnDate
    listed: Annotated[
        datetime.date, Meta(description="the turn for which the order of arrival lists it")
    ] = datetime.date(1943, 12, 1)
    corps_hq: Annotated[bool, Meta(description="whether it is the corps HQ")] = False
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[NorthEdgeArrival]:
        return division_arrival(
            self.listed, self.date, nature, self.corps_hq, self.rulings.late_divisions
        )
