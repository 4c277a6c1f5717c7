"""Questions about composite armies: what units make, under which number, and no way back."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal, choices, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.forces.composites import (
    RECIPES,
    CompositeRulings,
    FormedComposite,
    Part,
    PartSupply,
    army_number,
    combine,
    made_of,
    numbers_of,
)
from landbridge.games.arsenal.forces.units import KIND, KINDS, UNITS, unit_number
from landbridge.games.arsenal.map.places import place_number
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.words import Month

ArmyNumber = Annotated[int, Meta(ge=1, le=99)]
Composite = Literal[
    "shock_army",
    "cav_mech_group",
    "tank_army",
    "guards_infantry_army",
    "guards_tank_army",
    "parachute_corps",
]

_PART = re.compile(r"(\w+)(?:\s+at\s+(.+?))?((?:\s+(?:dispersed|by_sea|isolated))*)")


def read_part(word: str, at: str) -> Part:
    """A part from its words: '5TA', 'infantry_army at Saratov dispersed', '3A isolated'."""
    found = _PART.fullmatch(word.strip())
    if not found:
        raise BadInput(
            f"'{word}' is no part; write for example infantry_army, 5TA at Kursk or 3A dispersed."
        )
    name, place, state = found[1], found[2] or at, found[3].split()
    unit = None if name in KIND else UNITS[unit_number(name)]
    supply: PartSupply = "overland"
    if "isolated" in state:
        supply = "isolated"
    elif "by_sea" in state:
        supply = "by_sea"
    return Part(
        kind=KIND[name] if unit is None else unit.kind,
        at=place_number(place),
        dispersed="dispersed" in state,
        supply=supply,
        number=army_number(name),
    )


class TheComposite(ArsenalQuestion, frozen=True, kw_only=True):
    """Whether units can be made into a composite, and what it is then."""

    turns_on = (
        "composite_parts",
        "composite_supply",
        "new_composite",
        "guards_number",
        "parachutes",
    )

    cites = ("DC-R51", "DC-R52", "DC-R56c")

    parts: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=12,
            description="the units: a kind or a unit, then 'at POINT', dispersed, by_sea or"
            " isolated, as '3A dispersed'",
        ),
    ]
    date: Month
    composite: Annotated[
        Composite | None, Meta(description="what shall be made, if not what the parts make")
    ] = None
    at: Annotated[Name, Meta(description="where they are, or siberia")] = "MOS"
    number: Annotated[int, Meta(ge=0, le=99, description="the number that a tank army takes")] = 0
    tank_armies: Annotated[
        tuple[ArmyNumber, ...],
        Meta(max_length=20, description="numbers of the tank armies on the map"),
    ] = ()
    guards_tank_armies: Annotated[
        tuple[ArmyNumber, ...],
        Meta(max_length=20, description="numbers of the Guards Tank Armies on the map"),
    ] = ()

    def answer(self, nature: Nature) -> Finding[FormedComposite]:
        ruled = CompositeRulings(
            self.rulings.composite_parts,
            self.rulings.composite_supply,
            self.rulings.new_composite,
            self.rulings.guards_number,
            self.rulings.parachutes,
        )
        parts = tuple(read_part(word, self.at) for word in self.parts)
        _check_once(self.parts)
        kind = made_of(parts) if self.composite is None else KIND[self.composite]
        self._check_numbers(kind)
        return combine(
            kind,
            parts,
            self.date,
            frozenset(self.tank_armies),
            frozenset(self.guards_tank_armies),
            self.number,
            ruled,
        )

    def _check_numbers(self, kind: int) -> None:
        """Refuse numbers of armies that are no counters."""
        tank, guards = KIND["tank_army"], KIND["guards_tank_army"]
        if self.number and kind not in (tank, guards):
            raise BadInput(f"number is for tank armies; a {KINDS[kind].name} takes none.")
        for name, of, given in (
            ("number", kind, (self.number,) if self.number else ()),
            ("tank_armies", tank, self.tank_armies),
            ("guards_tank_armies", guards, self.guards_tank_armies),
        ):
            for number in given:
                if number not in numbers_of(of):
                    raise BadInput(f"{name} is {choices(numbers_of(of))}, not {number}.")


def _check_once(words: tuple[str, ...]) -> None:
    """Refuse a unit that is named as two parts; kinds may come twice."""
    names = [word.split()[0].upper() for word in words if word.split()[0] not in KIND]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice and in_force("DC-R51"):
        raise Refusal(
            f"A unit is one part only, and {twice[0]} is named twice", "DC-R51", legal="two units"
        )


class BreakDown(Question, frozen=True, kw_only=True):
    """Whether a unit may be broken down into its parts again."""

    asks_permission = True
    cites = ("DC-R50",)

    unit: Annotated[Name, Meta(description="the unit or kind, as shock_army or 5GTA")]

    def answer(self, nature: Nature) -> Finding[bool]:
        why = Why()
        word = self.unit.strip()
        kind = KIND[word] if word in KIND else UNITS[unit_number(word)].kind
        if kind not in RECIPES:
            raise BadInput(unknown("composite", word, [KINDS[k].id for k in RECIPES]))
        if in_force("DC-R50"):
            raise Refusal(
                f"A {KINDS[kind].name} can never be broken down again",
                "DC-R50",
                legal=f"it stays a {KINDS[kind].name} until it is lost",
            )
        return why.so(True)
