"""The printed results of the Combat Table, and what the players' choices make of them (OCS 9)."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import BadTable, read_toml
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import Rules, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.terrain.multipliers import Attack
from landbridge.games.belorussia.words import PACKAGE

_RESULTS: list[str] = read_toml(PACKAGE, "combat.toml")["results"]["order"]
_ORDER = {cell: place for place, cell in enumerate(_RESULTS)}
_PRINTED = re.compile(r"A(?:L(\d))?(?:o(\d))?(?: ?e(\d))?(?: D(?:L(\d))?(?:o(\d)))?( DG)?")


class Outcome(Struct, frozen=True):
    """A printed result, read. Outcomes are in order from the attacker's worst to his best."""

    cell: str
    attacker_losses: int
    attacker_options: int
    """Each is a step lost or a hex retreated."""
    exploit: int
    """Attackers with this action rating or more may exploit; 0 if none may."""
    defender_losses: int
    defender_options: int
    defender_dg: bool

    def __lt__(self, other: Outcome) -> bool:
        return _ORDER[self.cell] < _ORDER[other.cell]


@cache
def decode(cell: str) -> Outcome:
    """A printed result in figures."""
    found = _PRINTED.fullmatch(cell)
    if not found or cell not in _ORDER:
        raise BadTable(f"combat.table: '{cell}' is no result of a combat")
    steps, options, exploit, lost, choice = (int(part or 0) for part in found.groups()[:5])
    return Outcome(cell, steps, options, exploit, lost, choice, bool(found[6]))


def reading_rules(outcome: Outcome) -> Rules:
    """The rules by which a printed result is read."""
    steps = outcome.attacker_losses or outcome.defender_losses
    options = outcome.attacker_options or outcome.defender_options
    return (
        "OCS-9.9-1",
        *(("OCS-9.10-1",) if steps else ()),
        *(("OCS-9.10-2",) if options else ()),
        *(("OCS-9.10-3",) if outcome.defender_dg else ()),
        *(("OCS-9.13-1",) if outcome.exploit else ()),
    )


def read_result(cell: str) -> Outcome:
    """A printed result that a player has written."""
    if cell not in _ORDER:
        raise BadInput(f"'{cell}' is no printed result. Allowed: {choices(_RESULTS)}.")
    return decode(cell)


Advance = Literal["none", "optional", "compulsory"]


class ResultChoices(Struct, frozen=True, kw_only=True):
    """What the players chose, and what else decides over a result."""

    attack: Attack = "regular"
    attacker_retreat: int = 0
    """Options that the attacker takes as hexes of retreat."""
    attacker_unable: int = 0
    """Options that the attacker could not take at all."""
    defender_retreat: int = 0
    defender_ignores: bool = False
    exploitation_phase: bool = False
    attacker_dg: bool = False
    from_hexes: int = 1
    hexes_adjacent: bool = True
    hex_empty: bool = False
    """Whether no defender is left in the hex afterwards."""


class ResultEffects(Struct, frozen=True, kw_only=True):
    """What a result comes to."""

    attacker_steps: int
    attacker_retreat: int
    exploit: int
    """Attackers with this action rating or more exploit; 0 if none do."""
    defender_may_ignore: bool
    defender_steps: int
    defender_retreat: int
    defender_dg: bool
    advance: Advance


def _check(outcome: Outcome, chosen: ResultChoices) -> None:
    taken = chosen.attacker_retreat + chosen.attacker_unable
    for what, number, most in (
        ("The attacker", taken, outcome.attacker_options),
        ("The defender", chosen.defender_retreat, outcome.defender_options),
    ):
        if number > most:
            raise BadInput(f"{what} has {most} options in {outcome.cell}, not {number}.")


def exploit_rating(outcome: Outcome, chosen: ResultChoices, why: Why) -> int:
    """The action rating from which attackers may exploit; 0 where none may."""
    if not outcome.exploit:
        return 0
    apart = chosen.from_hexes == 2 and not chosen.hexes_adjacent
    barred = (
        (chosen.attack == "overrun", "OCS-8.1e-1", "an overrun never brings exploitation"),
        (chosen.exploitation_phase, "OCS-9.13b-2", "none in the Exploitation Phase"),
        (chosen.attacker_dg, "OCS-9.13b-1", "none for disorganised attackers"),
        (chosen.from_hexes > 2, "OCS-9.13b-3", "none from three or more hexes"),
        (apart, "OCS-9.13b-4", "none from two hexes that do not touch"),
        (
            chosen.attacker_retreat + chosen.attacker_unable > 0,
            "OCS-9.10d-1",
            "only if every option is taken as a loss",
        ),
    )
    if any(holds and why(by, text) for holds, by, text in barred):
        return 0
    text = f"attackers with action rating {outcome.exploit} or more may exploit"
    return outcome.exploit if why("OCS-9.13-1", text) else 0


@rule("OCS-9.10-1", "OCS-9.10-2", "OCS-9.10-3", "OCS-9.10b-1", "OCS-9.11c-1", "OCS-9.11c-2")
def apply_result(outcome: Outcome, chosen: ResultChoices) -> Finding[ResultEffects]:
    """What a result comes to: the attacker has done all of his before the defender chooses."""
    _check(outcome, chosen)
    why = Why()
    why("OCS-9.10b-1", f"{outcome.cell}: the attacker first, losses before options")
    back, unable = chosen.attacker_retreat, chosen.attacker_unable
    attacker_steps = outcome.attacker_losses + outcome.attacker_options - back - unable
    if attacker_steps or outcome.defender_losses:
        why(
            ("OCS-9.11c-1", "OCS-9.11c-2"),
            "the first step lost by a side is its AR unit's; then each unit once in turn",
        )
    may_ignore = (
        outcome.defender_options > 0
        and back + unable > 0
        and why(
            "OCS-9.10c-1" if back else "OCS-9.10c-2",
            "the defender may ignore his options: the attacker did not take all",
        )
    )
    if chosen.defender_ignores and not may_ignore:
        raise BadInput(
            "The defender ignores options only if the attacker retreated or could not take all."
        )
    options = 0 if chosen.defender_ignores else outcome.defender_options
    retreat = min(chosen.defender_retreat, options)
    defender_dg = (outcome.defender_dg and why("OCS-9.10-3", "DG before any retreat")) or (
        retreat >= 2 and why("OCS-5.10a-2", "DG at the second hex of a retreat")
    )
    advance: Advance = "none"
    if chosen.hex_empty and not back:
        forced = chosen.attack == "overrun"
        advance = "compulsory" if forced else "optional"
        by = "OCS-8.0-4" if forced else "OCS-9.12g-1"
        why((by, "OCS-9.12g-2"), "units that paid combat supply advance")
    return why.so(
        ResultEffects(
            attacker_steps=attacker_steps,
            attacker_retreat=back,
            exploit=exploit_rating(outcome, chosen, why),
            defender_may_ignore=may_ignore,
            defender_steps=outcome.defender_losses + options - retreat,
            defender_retreat=retreat,
            defender_dg=defender_dg,
            advance=advance,
        )
    )


Count = Annotated[int, Meta(ge=0, le=3)]


class CombatResult(Question, frozen=True, kw_only=True):
    """What a printed result comes to, by the options taken and by how the combat was fought."""

    cell: Annotated[Name, Meta(description="the printed result, as Ao1 e4 DL1o2")]
    attack: Annotated[Attack, Meta(description="the kind of attack")] = "regular"
    attacker_retreat: Annotated[Count, Meta(description="attacker's options as retreat")] = 0
    attacker_unable: Annotated[Count, Meta(description="attacker's options not taken")] = 0
    defender_retreat: Annotated[Count, Meta(description="defender's options as retreat")] = 0
    defender_ignores: Annotated[bool, Meta(description="defender ignores his options")] = False
    exploitation_phase: Annotated[bool, Meta(description="fought in the Exploitation Phase")] = (
        False
    )
    attacker_dg: Annotated[bool, Meta(description="the attackers are DG")] = False
    from_hexes: Annotated[int, Meta(ge=1, le=6, description="hexes attacked from")] = 1
    hexes_adjacent: Annotated[bool, Meta(description="whether two such hexes touch")] = True
    hex_empty: Annotated[bool, Meta(description="no defender is left in the hex")] = False

    def answer(self, nature: Nature) -> Finding[ResultEffects]:
        chosen = ResultChoices(
            attack=self.attack,
            attacker_retreat=self.attacker_retreat,
            attacker_unable=self.attacker_unable,
            defender_retreat=self.defender_retreat,
            defender_ignores=self.defender_ignores,
            exploitation_phase=self.exploitation_phase,
            attacker_dg=self.attacker_dg,
            from_hexes=self.from_hexes,
            hexes_adjacent=self.hexes_adjacent,
            hex_empty=self.hex_empty,
        )
        return apply_result(read_result(self.cell), chosen)
