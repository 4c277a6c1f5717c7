"""OBA: the strength of a module (8.624), what it may fire, observers and Bombardments."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import NOTHING, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.arriving.observers import directing, observer_post
from landbridge.games.orsha.rules.arriving.strength import Drm, historical
from landbridge.games.orsha.rules.purchases.reinforcement_groups import (
    Group,
    GroupId,
    carries,
    groups,
    look_up,
    notes,
)
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR, PACKAGE, CgDate, Side
from landbridge.games.orsha.rulings import (
    RussianObserverEdge,
)

Ammo = Literal["plentiful", "normal", "scarce"]
ObaStrength = Literal["plentiful", "normal", "scarce", "none"]

OBA = table(PACKAGE, "strength.oba", Ammo)
PRINTED = range(2, 13)
"""Totals that the German column names."""


@rule("OTO-8.624-1", "OTO-NEC-41", "OTO-NEC-57")
def resolve_oba_strength(
    group: Group,
    date: CgDate,
    nature: Nature,
    drm: int | None = None,
    historical_drm: str = "inferred",
    german_oba_ends: str = "end_rows",
    counter_battery_strength: str = "no_roll",
    initial_oba: str = "rolled",
) -> Finding[ObaStrength]:
    """The strength of an OBA module: its own DR with the Historical DRM."""
    why = Why()
    if group.kind not in ("oba", "rocket_oba", "counter_battery"):
        raise Refusal(f"{group.id} is not an OBA module", "OTO-8.624-1", "ask about an O row")
    if (
        group.kind == "counter_battery"
        and counter_battery_strength == "no_roll"
        and why(("OTO-NEC-57", "RUL-OTO-41"), "no strength DR, and so no Historical DRM")
    ):
        return why.so("none")
    if date == "23am":
        if initial_oba == "normal" and why("RUL-OTO-43", "Normal Ammo on 23 AM"):
            return why.so("normal")
        why("RUL-OTO-43", "Full Strength of 23 AM is for I, V and G rows")
    shift = tally(historical(group.side, date, "oba", drm, historical_drm))
    if group.side == "german" and german_oba_ends == "no_drm" and shift.total:
        why("RUL-OTO-35", "the German DR is never modified")
        shift = NOTHING
    found: Ammo = nature.look(OBA, shift, group.side)
    last = nature.record[-1] if nature.record else None
    if group.side == "german" and last is not None and last.table == OBA.name:
        final = last.total + shift.total
        if final not in PRINTED:
            why.by(("OTO-NEC-41", "RUL-OTO-35"), f"{final} stands in the end row")
    return why.so(found)


class ObaStrengthQuestion(RuledQuestion, frozen=True, kw_only=True):
    """The strength of an OBA module: plentiful, normal or scarce; none for Counter Battery."""

    rolls = {"dice": OBA.title}
    cites = ("OTO-8.624-1", "OTO-NEC-41", "OTO-NEC-57")
    turns_on = ("historical_drm", "german_oba_ends", "counter_battery_strength", "initial_oba")

    side: Annotated[Side, Meta(description="whose module")]
    rg: GroupId
    dice: DR | None = None
    date: Annotated[CgDate, Meta(description="the CG Date, for the Historical DRM")] = "23pm"
    drm: Drm | None = None

    def answer(self, nature: Nature) -> Finding[ObaStrength]:
        why = Why()
        group = look_up(self.side, self.rg, why)
        found = resolve_oba_strength(
            group,
            self.date,
            nature,
            self.drm,
            self.rulings.historical_drm,
            self.rulings.german_oba_ends,
            self.rulings.counter_battery_strength,
            self.rulings.initial_oba,
        )
        return why.so(why.add(found))


# What a module may do


class Module(Struct, frozen=True):
    """What an OBA module is and may fire."""

    ammunition: tuple[str, ...]
    smoke_missions: str
    """In a scenario: none, 1 or unlimited."""
    barrage: bool
    pre_registered: int
    """Hexes that may be bought with it."""
    contact: tuple[str, ...]
    """What directs it; the player picks one."""


@rule("OTO-RGG-f-1", "OTO-RGG-g-1", "OTO-RGR-f-1", "OTO-RGR-g-1", "OTO-RGR-h-1", "OTO-CG13-2")
def module(group: Group, observer: bool, why: Why) -> Module:
    """What a module may fire, its Pre-Registered hexes and its means of contact."""
    if group.kind not in ("oba", "rocket_oba"):
        raise Refusal(f"{group.id} fires no missions", "OTO-CG13-1", "ask about an OBA module")
    letters = notes(group.side)
    ammunition: tuple[str, ...] = ("any",)
    smoke = "unlimited"
    fires = "g" if group.kind == "oba" else "h"
    if carries(group, fires, why):
        ammunition = tuple(letters[fires].figures["ammunition"])
        smoke = letters[fires].figures["smoke_missions"]
    hexes, barrage = 0, True
    if carries(group, "f", why):
        hexes = letters["f"].figures["hexes"]
        barrage = letters["f"].figures["barrage"]
    kind: Literal["oba", "rocket_oba"] = "oba" if group.kind == "oba" else "rocket_oba"
    contact = why.add(directing(group.side, kind, observer)).choice
    return Module(ammunition, smoke, barrage, hexes, contact)


class ObaModule(Question, frozen=True, kw_only=True):
    """What an OBA module may fire, its Pre-Registered hexes and how it is directed."""

    cites = ("OTO-RGG-g-1", "OTO-RGR-g-1", "OTO-RGR-h-1")

    side: Annotated[Side, Meta(description="whose module")]
    rg: GroupId
    observer: Annotated[bool, Meta(description="whether an Offboard Observer is bought for it")] = (
        False
    )

    def answer(self, nature: Nature) -> Finding[Module]:
        why = Why()
        group = look_up(self.side, self.rg, why)
        return why.so(module(group, self.observer, why))


# Observers


class Observer(Struct, frozen=True):
    """Where an Offboard Observer sits."""

    edge: str
    level: int
    cpp: int
    recorded_before: Side
    """Before whose set-up its hex is written down."""


@rule("OTO-RGG-h-1", "OTO-RGR-i-1", "OTO-RGG-star-1", "OTO-NEC-10")
def observer(
    side: Side, raised: int, russian_observer_edge: RussianObserverEdge = "east"
) -> Finding[Observer]:
    """The edge and level of an Offboard Observer, raised by so many levels."""
    why = Why()
    group = next(row for row in groups(side).values() if row.kind == "observer")
    note = notes(side)["h" if side == "german" else "i"]
    why.by(note.cites, note.text)
    star = notes(side)["*"]
    if raised > star.figures["levels"]:
        raise Refusal(
            f"An Offboard Observer is raised by one level only, not by {raised}",
            star.cites,
            f"level {star.figures['top']} for 1 CPP more",
        )
    up = raised if raised and why(star.cites, star.text) else 0
    post = why.add(observer_post(side, bool(up), russian_observer_edge))
    cpp = group.cpp + up * int(star.figures["cpp"])
    return why.so(Observer(post.edge, post.level, cpp, note.figures["before"]))


class Observers(RuledQuestion, frozen=True, kw_only=True):
    """Where a side's Offboard Observer sits, how high, and what it costs."""

    cites = ("OTO-RGG-h-1", "OTO-RGR-i-1", "OTO-RGG-star-1", "OTO-NEC-10")
    turns_on = ("russian_observer_edge",)

    side: Annotated[Side, Meta(description="whose observer")]
    raised: Annotated[int, Meta(ge=0, le=9, description="levels bought above level 2")] = 0

    def answer(self, nature: Nature) -> Finding[Observer]:
        return observer(self.side, self.raised, self.rulings.russian_observer_edge)


# Bombardment


class Area(Struct, frozen=True):
    """The hexes that a Bombardment strikes."""

    radius: int
    hexes: int
    """How many that is away from the map's edge."""
    immune: bool
    """Whether any of them can escape it."""


class BombardmentArea(Question, frozen=True, kw_only=True):
    """The area of a Russian Bombardment around its centre hex."""

    cites = ("OTO-RGR-m-1",)

    def answer(self, nature: Nature) -> Finding[Area]:
        why = Why()
        note = notes("russian")["m"]
        why.by((*note.cites, "RUL-OTO-42"), note.text)
        radius: int = note.figures["radius"]
        return why.so(Area(radius, 1 + 3 * radius * (radius + 1), note.figures["immune"]))
