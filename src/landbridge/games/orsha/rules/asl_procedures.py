"""ASL procedures that the document only names: checks, casualties, and rolls that are repeated.

Their figures are in data/reconstruction.toml; by ruling RUL-OTO-51 players may resolve them on the
board instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeVar

from landbridge.engine.chance.dice import Dice
from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import Column, Table, read_toml, table
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import Rules, as_rules
from landbridge.games.orsha.rules.grades import Piece, grade_of
from landbridge.games.orsha.rules.words import PACKAGE, Side
from landbridge.games.orsha.rulings import AslRules

T = TypeVar("T")

Wound = Literal["wounded", "killed"]
Casualty = Literal["half_squad", "wounded", "eliminated"]

RECONSTRUCTION = read_toml(PACKAGE, "reconstruction.toml")
WOUND = table(PACKAGE, "reconstruction.wound_severity", Wound)
SELECTION = "Random Selection"


def recorded(asl_rules: AslRules, what: str) -> None:
    """Refuse where the players resolve such things on the board."""
    if asl_rules == "board":
        raise Refusal(
            f"{what} is resolved on the board",
            "RUL-OTO-51",
            legal="tell what came of it, or use the recorded figures",
        )


def passes(morale: int, modifiers: Tally, purpose: str, rules: str | Rules, nature: Nature) -> bool:
    """A Morale or Task Check: the Final DR must not exceed the Morale Level."""
    roll = nature.roll("2d6", purpose, (*as_rules(rules), *modifiers.rules))
    return roll + modifiers.total <= morale


# Casualties


def casualty_of(side: Side, piece: Piece, nature: Nature) -> Piece | None:
    """What Casualty Reduction leaves of a unit: a half-squad, a wounded SMC, or nothing."""
    if piece.size == "squad":
        return Piece(grade_of(side, piece).half, "half_squad")
    if piece.size in ("leader", "hero") and wound(piece.wounded, nature) == "wounded":
        return Piece(piece.name, piece.size, True, piece.heroic)
    return None


def wound(wounded_before: bool, nature: Nature) -> Wound:
    """How bad an SMC's wound is."""
    before = modifier(1, "wounded before", "ASL A17.11") if wounded_before else None
    found: Wound = nature.look(WOUND, tally(before))
    return found


def random_selection(count: int, nature: Nature) -> tuple[int, ...]:
    """Which of so many units are selected: those with the highest dr, all of them on a tie."""
    if count == 1:
        return (0,)
    chosen: tuple[int, ...] = nature.sub(_highest, count)[1]
    return chosen


def _highest(count: int, nature: Nature) -> tuple[int, tuple[int, ...]]:
    if count == 0:
        return 0, ()
    best, chosen = nature.sub(_highest, count - 1)
    die = nature.roll("1d6", SELECTION)
    if die > best:
        return die, (count - 1,)
    return best, (*chosen, count - 1) if die == best else chosen


# Rolls that are repeated until something is decided


def course(start: T, attempt: Callable[[T], Dist[T]], ended: Callable[[T], bool]) -> Dist[T]:
    """How repeated attempts end, exactly, where an attempt can leave everything as it was.

    No state comes back once it is left, so the chance to stay merely divides out.
    """
    onward: dict[T, dict[T, int]] = {}
    later: list[T] = []

    def follow(state: T) -> None:
        ways = {} if ended(state) else attempt(state).weights
        onward[state] = {after: weight for after, weight in ways.items() if after != state}
        for after in onward[state]:
            if after not in onward:
                follow(after)
        later.append(state)

    follow(start)
    reached = dict.fromkeys(later, Fraction(0)) | {start: Fraction(1)}
    for state in reversed(later):
        ways = sum(onward[state].values())
        for after, weight in onward[state].items():
            reached[after] += reached[state] * Fraction(weight, ways)
    return Dist.of(
        (state, reached[state].numerator, reached[state].denominator)
        for state in reversed(later)
        if not onward[state]
    )


class _Weighted(Dice):
    """A die whose faces are not equally likely: one face for each way that something can end."""

    __slots__ = ()

    def __init__(self, weights: Sequence[int]) -> None:
        self.count, self.sides, self.lowest = 1, len(weights), 1
        self.name = f"1d{len(weights)}"
        self.ways = sum(weights)
        self.weights = dict(enumerate(weights, start=1))


def foretell(chances: Dist[Any], purpose: str, rules: str | Rules, nature: Nature) -> Any:
    """One of these results with its exact chance: what is left when the given dice run out.

    Only a question asks this. In play every attempt is thrown for.
    """
    results = list(chances.weights)
    rows = {str(place): result for place, result in enumerate(results, start=1)}
    column = Column("", rows, as_rules(rules), purpose)
    weighted = _Weighted([chances.weights[result] for result in results])
    return nature.look(
        Table(purpose, purpose, as_rules(rules), "series", weighted, (0, 0), (column,))
    )
