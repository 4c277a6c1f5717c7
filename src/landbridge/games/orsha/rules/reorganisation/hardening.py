"""Recombining and Battle Hardening of MMC (9.6111, 9.6112)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.grades import (
    Piece,
    any_figures,
    find_piece,
    grade_of,
    squad_grade,
)
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR, PACKAGE, Side, figures
from landbridge.games.orsha.rulings import (
    GermanElite,
    HardeningZero,
    IsolatedSetup,
    RussianConscripts,
)

MMC = table(PACKAGE, "hardening.mmc", int)
TERMS = any_figures("mmc_modifiers")


# Recombining


class RecombinedSquads(Struct, frozen=True):
    """Squads and half-squads after Recombining, each with its place if it is Isolated."""

    squads: tuple[str, ...]
    half_squads: tuple[str, ...]
    """At most one of each kind, and of each Isolated place."""


@rule("OTO-9.6111-1", "OTO-9.6111-2")
def pairs_to_recombine(
    side: Side, half_squads: tuple[str, ...], isolated_setup: IsolatedSetup = "area"
) -> Finding[tuple[tuple[int, int], ...]]:
    """Which half-squads must Recombine, by their places in the list; Isolated ones, as
    "2-4-7@K33", only among those of the same place."""
    why = Why()
    waiting: dict[tuple[str, str], int] = {}
    pairs: list[tuple[int, int]] = []
    for number, text in enumerate(half_squads):
        name, _, place = text.partition("@")
        piece = find_piece(side, name)
        if piece.size != "half_squad":
            raise BadInput(f"'{text}' is not a half-squad.")
        where = f"{isolated_setup} {place}" if place else "not Isolated"
        if place and not why(
            ("OTO-9.6111-2", "RUL-OTO-68"), f"Isolated: only with those of the same {where}"
        ):
            place = ""
        key = (piece.name, place)
        if key in waiting and why("OTO-9.6111-1", f"two {piece.name} Recombine"):
            pairs.append((waiting.pop(key), number))
        elif key not in waiting:
            waiting[key] = number
    return why.so(tuple(pairs))


def recombine(
    side: Side, half_squads: tuple[str, ...], isolated_setup: IsolatedSetup = "area"
) -> Finding[RecombinedSquads]:
    """The squads that half-squads must form, and what is left over."""
    why = Why()
    pairs = why.add(pairs_to_recombine(side, half_squads, isolated_setup))
    squads = []
    for first, _ in pairs:
        name, at, place = half_squads[first].partition("@")
        squads.append(grade_of(side, find_piece(side, name)).squad + at + place)
    taken = {number for pair in pairs for number in pair}
    left = tuple(text for number, text in enumerate(half_squads) if number not in taken)
    return why.so(RecombinedSquads(tuple(squads), left))


class Recombine(RuledQuestion, frozen=True, kw_only=True):
    """Which squads Retained half-squads must form, and what is left over."""

    cites = ("OTO-9.6111-1", "OTO-9.6111-2")
    turns_on = ("isolated_setup",)

    side: Annotated[Side, Meta(description="whose half-squads")]
    half_squads: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=100,
            description="Retained half-squads, such as 2-4-7; an Isolated one with the name of"
            " the place it is confined to, such as 2-4-7@K33",
        ),
    ]

    def answer(self, nature: Nature) -> Finding[RecombinedSquads]:
        return recombine(self.side, self.half_squads, self.rulings.isolated_setup)


# How many MMC


def hardening_modifiers(won: bool, cvp: int) -> Tally:
    """What is added to the DR for MMC."""
    each = cvp // TERMS["per_cvp"]
    return tally(
        modifier(TERMS["won"], "the side won the scenario", "OTO-9.6112-2") if won else None,
        modifier(-each, f"{cvp} CVP, each full {TERMS['per_cvp']}", "OTO-9.6112-2")
        if each
        else None,
    )


class HardeningNumber(Struct, frozen=True, order=True):
    """How many MMC a side may Battle Harden."""

    total: int
    by_roll: int
    by_heroes: int
    heroes_eliminated: int = 0


@rule("OTO-9.6112-1", "OTO-9.6112-2", "OTO-9.6112-5", "OTO-E19-1", "OTO-NEC-4")
def battle_hardening(
    won: bool, cvp: int, heroes: int, nature: Nature, hardening_zero: HardeningZero = "three"
) -> Finding[HardeningNumber]:
    """How many Infantry MMC a side may Battle Harden: by its secret DR and by its Heroes."""
    why = Why()
    column: HardeningZero = hardening_zero
    modifiers = hardening_modifiers(won, cvp)
    settled = ("OTO-9.6112-5", "OTO-NEC-4", "RUL-OTO-55")
    if not in_force(settled):
        column = "four" if hardening_zero == "three" else "three"
    rolled: int = nature.look(MMC, modifiers, column)
    if _may_be_zero(modifiers, nature):
        why(settled, f"a Final DR of 0 gives {hardening_zero}, by ruling")
    traded = why.add(trade_heroes(heroes))
    return why.so(HardeningNumber(rolled + traded, rolled, traded, traded))


@rule("OTO-9.6112-1")
def trade_heroes(heroes: int) -> Finding[int]:
    """How many Heroes are Eliminated, each for one MMC that Battle Hardens."""
    why = Why()
    text = "each Retained Hero is Eliminated, and one MMC hardened for him"
    return why.so(heroes if heroes and why("OTO-9.6112-1", text) else 0)


def _may_be_zero(modifiers: Tally, nature: Nature) -> bool:
    """Whether the Final DR was 0; where the dice are counted over, whether it can be."""
    last = nature.record[-1] if nature.record else None
    if last is None or last.purpose != MMC.title:
        return -12 <= modifiers.total <= -2
    return last.total + modifiers.total == 0


class BattleHardening(RuledQuestion, frozen=True, kw_only=True):
    """How many Retained Infantry MMC a side may Battle Harden in a RePh."""

    rolls = {"dice": MMC.title}
    cites = ("OTO-9.6112-1", "OTO-9.6112-2", "OTO-9.6112-5", "OTO-E19-1", "OTO-NEC-4")
    turns_on = ("hardening_zero",)

    won: Annotated[bool, Meta(description="whether the side won this scenario")] = False
    cvp: Annotated[int, Meta(ge=0, le=999, description="CVP the side amassed in this scenario")] = 0
    heroes: Annotated[
        int, Meta(ge=0, le=60, description="its Retained Heroes, heroic leaders not counted")
    ] = 0
    dice: DR | None = None

    def answer(self, nature: Nature) -> Finding[HardeningNumber]:
        return battle_hardening(
            self.won, self.cvp, self.heroes, nature, self.rulings.hardening_zero
        )


# What a unit becomes


class HardenedUnit(Struct, frozen=True):
    """An MMC that has Battle Hardened."""

    becomes: str
    fanatic: bool = False
    """For the next scenario only."""


@rule("OTO-9.6112-1", "OTO-9.6112-3", "OTO-9.6112-4")
def harden(
    side: Side,
    unit: str,
    hardened_before: bool = False,
    german_elite: GermanElite = "assault_rifles",
    russian_conscripts: RussianConscripts = "rifles",
) -> Finding[HardenedUnit]:
    """What an MMC becomes that Battle Hardens: the next better one, or Fanatic."""
    why = Why()
    piece = find_piece(side, unit)
    if piece.size in ("leader", "hero"):
        raise BadInput(f"'{unit}' is not an MMC; leaders have a table of their own.")
    if hardened_before and in_force("OTO-9.6112-4"):
        raise Refusal(
            "No MMC Battle Hardens more than once in a RePh",
            "OTO-9.6112-4",
            legal="another MMC",
        )
    if piece.size == "crew" or grade_of(side, piece).quality == "elite":
        fanatic = why("OTO-9.6112-3", "Elite and crews become Fanatic, for the next scenario only")
        return why.so(HardenedUnit(piece.name, fanatic))
    better = _better(side, piece, german_elite, russian_conscripts, why)
    return why.so(HardenedUnit(better))


def _better(
    side: Side,
    piece: Piece,
    german_elite: GermanElite,
    russian_conscripts: RussianConscripts,
    why: Why,
) -> str:
    squad = grade_of(side, piece).better
    if squad == "german_elite":
        squad = figures("german_elite", german_elite)["squad"]
        why("RUL-OTO-56", f"the Elite squad is {squad}")
    elif squad == "russian_conscripts":
        squad = figures("russian_conscripts", russian_conscripts)["squad"]
        why("RUL-OTO-57", f"Conscripts become {squad}")
    why("OTO-9.6112-2", "Battle Hardened: the next better unit of its size")
    grade = squad_grade(side, squad)
    return grade.squad if piece.size == "squad" else grade.half


@rule("OTO-9.6112-1")
def check_hero_area(hero: str, unit: str) -> None:
    """A Hero in an Isolated Area hardens an MMC of that area."""
    if hero != unit and in_force("OTO-9.6112-1"):
        raise Refusal(
            "An Isolated Hero gives his Battle Hardening to an MMC of his own Isolated Area",
            "OTO-9.6112-1",
            legal=f"an MMC in {hero}",
        )


class Harden(RuledQuestion, frozen=True, kw_only=True):
    """What an MMC becomes that Battle Hardens."""

    cites = ("OTO-9.6112-3", "OTO-9.6112-4")
    turns_on = ("german_elite", "russian_conscripts")

    side: Annotated[Side, Meta(description="whose unit")]
    unit: Annotated[Name, Meta(description="a squad, half-squad or crew, such as 4-6-7")]
    hardened_before: Annotated[
        bool, Meta(description="whether it has Battle Hardened in this RePh already")
    ] = False
    hero_area: Annotated[
        Name, Meta(description="if an Isolated Hero pays for it: his Isolated Area")
    ] = ""
    unit_area: Annotated[Name, Meta(description="the unit's Isolated Area, if any")] = ""

    def answer(self, nature: Nature) -> Finding[HardenedUnit]:
        if self.hero_area:
            check_hero_area(self.hero_area, self.unit_area)
        return harden(
            self.side,
            self.unit,
            self.hardened_before,
            self.rulings.german_elite,
            self.rulings.russian_conscripts,
        )
