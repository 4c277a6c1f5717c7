"""Attacks: which hex, with whom, by the exact odds of the resolver that will decide them.

Where a level does not know odds it compares strengths, three to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import LandbridgeError, Refusal
from landbridge.games.belorussia.bot.picture import Picture
from landbridge.games.belorussia.bot.stakes import POINT
from landbridge.games.belorussia.combat.battles import named_battle
from landbridge.games.belorussia.combat.resolution import Combat, column_for, rounded_odds
from landbridge.games.belorussia.combat.results import Outcome
from landbridge.games.belorussia.combat.supplying import supply_attack
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
GUESSED, MOST_HIDDEN = 0.4, 1.0
"""How much of what is hidden on average is reckoned with in a hex that is worth attacking, and the
most, as a share of what is seen: players keep their tall stacks elsewhere."""
FRAIL = 1.0
"""What it costs, in steps, beyond the step if the last of the leading unit is lost."""
ZONES = 0.5
"""The steps that a hex of retreat costs on average where every way out lies in zones."""
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
    price = picture.stakes.token * sum(steps_left(theatre, row) for row in rows)
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
    counts, stakes = picture.level.counts_points, picture.stakes
    last = theatre.counter(rows[0]) if counts and steps_left(theatre, rows[0]) == 1 else None
    frail = 0.0 if last is None else stakes.loss if last.size == "XX" else FRAIL
    divisions = sum(theatre.counter(row).size == "XX" for row in battle.defenders)
    whole = stakes.kill * divisions if counts else 0.0
    prize += POINT * stakes.places.get(target, 0.0)
    harm = way_out(picture, theatre, rows, target) if counts else 0.0
    own = dearness(picture) if counts else 1.0
    return _expected(combat, steps, prize, own, frail, whole, harm) - price


def dearness(picture: Picture) -> float:
    """What an own step counts beside one of the enemy's: the more, the fewer there are."""
    return float(min(MOST_DEAR, max(1.0, picture.balance**-0.5)))


MOST_DEAR = 2.0


def prize_of(picture: Picture, worth: Sequence[float], target: int) -> float:
    """What the ground of a hex promises: how much nearer it lies to what counts."""
    own = [worth[there] for there in picture.around(target) if there in picture.held]
    nearer = max(0.0, worth[target] - min(own, default=worth[target]))
    return NEARER * nearer + AROUND * worth[target]


NEARER, AROUND = 1.0, 0.25
"""How much of what a hex is worth counts: beyond the own hexes around it, and in itself."""


def way_out(picture: Picture, theatre: Theatre, rows: Sequence[int], target: int) -> float:
    """The steps that a retreat from a hex costs: all of an option's if no way out is left."""
    from_where = {theatre.place_of(row) for row in rows} | picture.held
    around = [there for there in picture.around(target) if there not in from_where]
    if not around:
        return 1.0
    free = [
        there
        for there in around
        if not any(one in from_where for one in picture.around(there) if one != target)
    ]
    return 0.0 if free else ZONES


def _expected(
    combat: Combat,
    steps: int,
    prize: float,
    own: float,
    frail: float,
    whole: float,
    harm: float,
) -> float:
    """What a combat promises; own steps count `own` each."""
    spread = combat_distribution(combat)
    total = sum(spread.weights.values())
    found = 0.0
    for outcome, ways in spread.weights.items():
        worth = _value(outcome, steps, prize, own)
        worth -= own * frail if outcome.attacker_losses else 0.0
        gone = outcome.defender_losses + harm * outcome.defender_options
        worth += whole if outcome.defender_losses >= steps or gone >= steps else 0.0
        worth += harm * min(outcome.defender_options, max(0, steps - outcome.defender_losses)) / 2
        found += ways * worth
    return found / total


def _value(outcome: Outcome, steps: int, prize: float, own: float) -> float:
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
    return caused - own * lost + gone * (GROUND + prize) + follow


def can_pay(theatre: Theatre, rows: tuple[int, ...], target: int) -> bool:
    """Whether there is supply, or stocks, for all of these units to attack together."""
    return theatre.once(("can pay", rows, target), lambda theatre: _can_pay(theatre, rows, target))


def _can_pay(theatre: Theatre, rows: tuple[int, ...], target: int) -> bool:
    try:
        supply_attack(theatre, rows, target)
    except Refusal:
        return False
    return True


def best_strike(
    picture: Picture,
    theatre: Theatre,
    able: Sequence[int],
    target: int,
    prize: float,
    kind: Kind = "regular",
) -> Strike | None:
    """The best of these units for a target: the strongest first, with the best leader or not.

    Whoever could not be paid for is left out.
    """
    by_strength = sorted(
        able,
        key=lambda row: (face_up(theatre, row).strength, face_up(theatre, row).rating, -row),
        reverse=True,
    )
    if not by_strength:
        return None
    leader = leading(theatre, by_strength)[0]
    led = [leader, *(row for row in by_strength if row != leader)]
    best: Strike | None = None
    for order in (led, by_strength) if by_strength[0] != leader else (led,):
        chosen: list[int] = []
        for row in order[:MOST_UNITS]:
            if not can_pay(theatre, (*chosen, row), target):
                continue
            chosen.append(row)
            worth = worth_of_attack(picture, theatre, chosen, target, prize, kind)
            if best is None or worth > best.worth + MARGIN:
                best = Strike(target=target, rows=leading(theatre, chosen), worth=worth)
    return best


MOST_UNITS = 8
MARGIN = 0.1
"""What another unit must add to be taken along."""
