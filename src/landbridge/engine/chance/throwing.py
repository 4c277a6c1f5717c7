"""Who throws the dice of a match: its seed, the people at the table, or both in turn."""

from __future__ import annotations

from collections.abc import Callable

from landbridge.engine.chance.nature import Given, Nature, SeededDice, TypedDice
from landbridge.engine.matches.saves import DiceFrom, Header
from landbridge.engine.matches.seals import Seed
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Refusal

_NOT_TYPED = "the program throws the dice of this match; none can be typed in"


def set_up_dice(seed: Seed, source: DiceFrom, given: tuple[Given, ...]) -> Nature:
    """What a match is set up with; these dice were typed in."""
    if given and source == "seeded":
        raise Refusal(_NOT_TYPED)
    return TypedDice(given) if source == "typed" or given else SeededDice(seed.key, 0)


def action_dice(header: Header, serial: int, given: tuple[Given, ...], typed: bool) -> Nature:
    """What the action with this serial number is done with; with `typed` the seed gives none."""
    if (given or typed) and header.dice == "seeded":
        raise Refusal(_NOT_TYPED)
    if typed or header.dice == "typed":
        return TypedDice(given)
    if header.seed is None:
        if given:
            return TypedDice(given)
        raise Refusal("this copy has no seed: it can be read and checked, not played on")
    program = SeededDice(header.seed.key, serial)
    return TypedDice(given, program) if given else program


def refuse_left_over(nature: Nature, automatic: Callable[[], str] = str) -> None:
    """Refuse typed dice that nothing asked for, with what happens without dice."""
    if isinstance(nature, TypedDice) and nature.left_over():
        left = ", ".join(nature.left_over())
        raise BadInput(automatic() or f"More dice than needed: {left} is left over.")


def thrown(play: Play) -> tuple[tuple[int, ...], ...]:
    """The faces of all dice, as a record keeps them."""
    return tuple(roll.faces for roll in play.rolls if roll.faces)
