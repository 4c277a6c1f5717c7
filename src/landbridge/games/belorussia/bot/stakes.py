"""What is at stake: points for places and lost divisions, the turns left, what a token is worth."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from landbridge.engine.columns import WORD
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.player_turns import BeginPlayerTurn
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.scenario_victory import victory_terms
from landbridge.games.belorussia.victory import places
from landbridge.games.belorussia.words import Side

POINT = 2.0
"""What a point is worth, in steps."""
DIVISION = 0.5
"""What a whole division is worth beyond its steps, in points, where none are given for it."""
TOKEN = 0.05
"""What a token of supply is worth, in steps, where there is plenty."""
SCARCE = 4.0
"""How many times as much it is worth where there is next to none."""
NEEDED = 1.0
"""Tokens that the side would like to spend in a turn for each step that it has."""
LEFT_OVER = 0.5
"""What share of that it is worth in the last turn: what is not spent then is lost."""
AHEAD = 3
"""Turns for which it wants to have supply."""


class Stakes(Struct, frozen=True, kw_only=True):
    """What a side plays for, as it stands now."""

    places: Mapping[int, float]
    """By hex that counts: its points."""
    kill: float
    """What it is worth beyond its steps, in steps, to destroy a division of the enemy."""
    loss: float
    """What it costs beyond the steps to lose one's own."""
    turns_left: int
    """Turns that come after this one."""
    replies: bool
    """Whether the enemy still moves after this player turn."""
    token: float
    """What a token of supply is worth, in steps."""


NOTHING = Stakes(places={}, kill=1.0, loss=1.0, turns_left=9, replies=True, token=TOKEN)
"""Where nothing is known of a scenario."""


def points_of(state: Ledger) -> dict[int, float]:
    """By hex that brings points: how many."""
    if state.is_excerpt:
        terms = victory_terms(state.table.scenario)
        return {state.place(counts.hex): float(counts.points) for counts in terms.places}
    land, named = state.table.land, country().places
    return {
        land.index[hex]: float(points)
        for name, points in places(state.rulings.victory_points).items()
        for hex in (named[name].hexes if name in named else ())
        if hex in land.index
    }


def stakes_of(state: Ledger, side: Side, theatre: Theatre, points: Mapping[int, float]) -> Stakes:
    """What a side plays for in its player turn."""
    kill, loss = (_division(state, whose) * POINT for whose in (other_side(side), side))
    left = max(0, state.last_turn - state.turn)
    enemy = other_side(side)
    comes = any(isinstance(step, BeginPlayerTurn) and step.side == enemy for step in state.agenda)
    return Stakes(
        places=points,
        kill=kill,
        loss=loss,
        turns_left=left,
        replies=comes or left > 0,
        token=_token(theatre, side, left),
    )


def _division(state: Ledger, side: Side) -> float:
    """The points that a lost division of a side brings the other."""
    if not state.is_excerpt:
        return DIVISION
    each = victory_terms(state.table.scenario).losses_of(side).divisions
    return 1.0 / each if each else DIVISION


def _token(theatre: Theatre, side: Side, turns_left: int) -> float:
    """Supply is worth more the less there is of it for the turns to come."""
    number, position, size = SIDES.index(side), theatre.position, theatre.land.size
    stock, steps = sum(position.dumps[number].values()), 0
    for row, place in enumerate(WORD.numbers(position.at)):
        if place >= size or theatre.counters.sides[row] != number:
            continue
        stock += position.load[row]
        if theatre.counter(row).is_combat:
            steps += steps_left(theatre, row)
    wanted = NEEDED * steps * min(AHEAD, turns_left + 1)
    price = TOKEN * min(SCARCE, max(1.0, wanted / max(1, stock)))
    return price if turns_left else LEFT_OVER * price
