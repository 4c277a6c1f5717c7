"""What a unit is worth as it stands: firepower, hits, whether it fortifies."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import demand, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.forces.units import (
    FACTORY,
    FIREPOWER,
    KIND,
    KINDS,
    UNITS,
    Arm,
    Class,
    unit_number,
)
from landbridge.games.arsenal.industry.factories import factory_defence
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import FortifiedHits, Fortify, StandingFactory
from landbridge.games.arsenal.words import Side, figures


@rule("RUL-DC-28", "DC-R54")
def may_fortify(kind: int, fortify: Fortify = "infantry_only") -> bool:
    """Whether units of a kind may fortify, when they have neither moved nor attacked."""
    entry = KINDS[kind]
    if entry.never_fortifies or entry.arm not in ("infantry", "armour"):
        return False
    return entry.fortifies or bool(figures("fortify", fortify)["armour"])


@rule("DC-R57", "RUL-DC-26")
def hits_needed(
    kind: int,
    supplied: bool = True,
    fortified: bool = False,
    fortified_hits: FortifiedHits = "one_more",
    standing_factory: StandingFactory = "one_hit",
) -> int:
    """Hits that fell a minor unit, or break a major one: its firepower now, more if fortified."""
    if kind == FACTORY:
        found: int = figures("standing_factory", standing_factory)["hits"]
        return found
    more: int = figures("fortified_hits", fortified_hits)["more"] if fortified else 0
    firepower = max(FIREPOWER[kind][supplied], 1) if in_force("DC-R57") else 1
    return firepower + more


class Values(Struct, frozen=True, kw_only=True):
    """What a unit is worth as it stands."""

    kind: str
    side: Side
    arm: Arm
    class_: Class = msgspec.field(name="class")
    firepower: int
    hits: int
    """Hits that fell it, or break it if it is a major unit."""
    defends: bool
    """Whether a point that it holds alone has to be fought for."""
    may_fortify: bool
    moves_as: str
    irreplaceable: bool


@rule("DC-R36", "DC-R37", "DC-R53", "DC-R54", "DC-R55", "DC-R56a", "DC-R56b", "DC-R56d", "DC-R57")
def values(
    kind: int,
    supplied: bool = True,
    fortified: bool = False,
    entrained: bool = False,
    fortified_hits: FortifiedHits = "one_more",
    fortify: Fortify = "infantry_only",
    standing_factory: StandingFactory = "one_hit",
) -> Finding[Values]:
    """What a unit of a kind is worth in its present state."""
    why = Why()
    entry = KINDS[kind]
    if entrained and kind != FACTORY:
        raise BadInput(f"Only factories are entrained, not a unit of kind {entry.id}.")
    may = may_fortify(kind, fortify)
    if fortified and not may:
        raise Refusal(
            f"A unit of kind {entry.id} cannot fortify",
            (*entry.cites, "RUL-DC-28"),
            legal="infantry, and Guards Infantry Armies",
        )
    firepower = FIREPOWER[kind][supplied]
    hits = hits_needed(kind, supplied, fortified, fortified_hits, standing_factory)
    if kind == FACTORY:
        firepower = factory_defence(entrained, why)
        why("RUL-DC-16", "it cannot attack, retreat or be dispersed")
    else:
        demand(entry.cites)
        state = "in supply" if supplied else "out of supply"
        why(entry.cites or "RUL-DC-33", f"{entry.name}: firepower {firepower} {state}")
        why("DC-R57", "an unfortified unit takes as many hits as its firepower now")
    if fortified:
        why("RUL-DC-26", "fortified: as ruled")
    if may != entry.fortifies or (entry.arm == "armour" and not entry.never_fortifies):
        why("RUL-DC-28", "armour may fortify, as ruled" if may else "armour does not fortify")
    if entry.irreplaceable:
        why("DC-R09", "it is irreplaceable")
    return why.so(
        Values(
            kind=entry.id,
            side=entry.side,
            arm=entry.arm,
            class_=entry.class_,
            firepower=firepower,
            hits=hits,
            defends=firepower > 0 and entry.fires in ("always", "defence"),
            may_fortify=may,
            moves_as=entry.moves_as,
            irreplaceable=entry.irreplaceable and in_force("DC-R09"),
        )
    )


class UnitValues(ArsenalQuestion, frozen=True, kw_only=True):
    """What a unit is worth: firepower, hits, major or minor, whether it may fortify."""

    turns_on = (
        "fortified_hits",
        "fortify",
        "standing_factory",
    )

    unit: Annotated[Name, Meta(description="a kind, as shock_army, or a unit, as 5TA or XXIV")]
    in_supply: Annotated[bool, Meta(description="whether it is in supply")] = True
    fortified: Annotated[bool, Meta(description="whether it is fortified")] = False
    entrained: Annotated[bool, Meta(description="a factory: whether it is entrained")] = False

    def answer(self, nature: Nature) -> Finding[Values]:
        word = self.unit.strip()
        kind = KIND[word] if word in KIND else UNITS[unit_number(word)].kind
        return values(
            kind,
            self.in_supply,
            self.fortified,
            self.entrained,
            self.rulings.fortified_hits,
            self.rulings.fortify,
            self.rulings.standing_factory,
        )
