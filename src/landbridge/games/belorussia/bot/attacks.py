"""Attacks: which hex, with whom, by the exact odds of the resolver that will decide them.

Where a level does not know odds it compares strengths, three to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import LandbridgeError
from landbridge.games.belorussia.bot.picture import Picture
from landbridge.games.belorussia.combat.battles import named_battle
from landbridge.games.belorussia.combat.resolution import Combat, column_for, rounded_odds
from landbridge.games.belorussia.combat.results import Outcome
from landbridge.games.belorussia.combat.weighing import weigh
from landbridge.games.belorussia.map_game.combat.combat_odds import combat_distribution
from landbridge.games.belorussia.movement.faces import face_up
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.multipliers import Attack as Kind

OPTION = 0.6
"""What an option is worth of a step: its owner takes the lesser evil."""
DISORGANISED = 0.5
OWN_OPTION = 0.6
GROUND = 1.2
"""What a hex is worth beyond what the goals make of it."""
TOKEN = 0.06
"""What a token of supply is worth, in steps."""
GUESSED, MOST_HIDDEN = 0.4, 1.0
"""How much of what is hidden on average is reckoned with in a hex that is worth attacking, and the
most, as a share of what is seen: players keep their tall stacks elsewhere."""
FRAIL = 1.0
"""What it costs, in steps, beyond the step if the last of the leading unit is lost."""
WHOLE = 1.5
"""What it is worth beyond its steps to destroy a whole division."""
ENOUGH = 0.35
"""What an attack must promise, in steps, to be made."""
RETREATS = 0.5
"""How often a defender with options is taken to give way."""


class Strike(Struct, frozen=True, kw_only=True):
    """An attack that might be made."""

    target: int
    rows: tuple[int, ...]
    """The units, whoever leads first."""
    worth: float
    """What it promises, in steps."""


def leading(theatre: Theatre, rows: Iterable[int]) -> tuple[int, ...]:
    """Units with the one first that should lead: the best rating, of equals the toughest."""

    def merit(row: int) -> tuple[int, int, int]:
        return face_up(theatre, row).rating, steps_left(theatre, row), -row

    return tuple(sorted(rows, key=merit, reverse=True))


def worth_of_attack(
    picture: Picture,
    theatre: Theatre,
    rows: Sequence[int],
    target: int,
    prize: float,
    kind: Kind = "regular",
) -> float:
    """What an attack promises in steps, the price of its supply taken off."""
    rows = leading(theatre, rows)
    battle = named_battle(theatre, rows, target, rows[0], kind)
    if not battle.defenders:
        return 0.0
    try:
        tally = weigh(theatre, battle).result
    except LandbridgeError:
        return -9.0
    hidden = min(MOST_HIDDEN, GUESSED * picture.hidden_share)
    price = TOKEN * sum(steps_left(theatre, row) for row in rows)
    if not picture.level.exact:
        against = tally.defence * Fraction(round(4 * hidden) + 4, 4)
        enough = tally.attack >= picture.level.ratio * against
        return (1.0 if enough else -1.0) - price
    combat = tally.combat
    if hidden:
        against = tally.defence * Fraction(round(100 * (1 + hidden)), 100)
        column = column_for(rounded_odds(tally.attack, against), tally.terrain)
        combat = replace(combat, column=column)
    steps = sum(max(1, theatre.counter(row).steps) for row in battle.defenders)
    steps = round(steps * (1 + hidden))
    counts = picture.level.counts_points
    frail = counts and steps_left(theatre, rows[0]) == 1
    whole = counts and any(theatre.counter(row).size == "XX" for row in battle.defenders)
    return _expected(combat, steps, prize, FRAIL * frail, WHOLE * whole) - price


def _expected(combat: Combat, steps: int, prize: float, frail: float, whole: float) -> float:
    spread = combat_distribution(combat)
    total = sum(spread.weights.values())
    found = 0.0
    for outcome, ways in spread.weights.items():
        worth = _value(outcome, steps, prize)
        worth -= frail if outcome.attacker_losses else 0.0
        worth += whole if outcome.defender_losses >= steps else 0.0
        found += ways * worth
    return found / total


def _value(outcome: Outcome, steps: int, prize: float) -> float:
    """What a result is worth to the attacker, in steps."""
    killed = min(outcome.defender_losses, steps)
    left = steps - killed
    options = min(outcome.defender_options, left)
    gone = 1.0 if not left else RETREATS if options else 0.0
    if options and options >= left:
        gone = 1.0
    lost = outcome.attacker_losses + OWN_OPTION * outcome.attacker_options
    caused = killed + OPTION * options + (DISORGANISED if outcome.defender_dg else 0.0)
    follow = 0.4 if outcome.exploit and gone else 0.0
    return caused - lost + gone * (GROUND + prize) + follow


def best_strike(
    picture: Picture,
    theatre: Theatre,
    able: Sequence[int],
    target: int,
    prize: float,
    kind: Kind = "regular",
) -> Strike | None:
    """The best set of these units for a target: the strongest first, as long as each one pays."""
    by_strength = sorted(
        able,
        key=lambda row: (face_up(theatre, row).strength, face_up(theatre, row).rating, -row),
        reverse=True,
    )
    chosen: list[int] = []
    best: Strike | None = None
    for row in by_strength[:MOST_UNITS]:
        chosen.append(row)
        worth = worth_of_attack(picture, theatre, chosen, target, prize, kind)
        made = Strike(target=target, rows=leading(theatre, chosen), worth=worth)
        if best is None or made.worth > best.worth + MARGIN:
            best = made
    return best


MOST_UNITS = 8
MARGIN = 0.05
"""What another unit must add to be taken along."""
