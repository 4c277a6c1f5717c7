"""Stacks that have grown too tall, by retreats: who goes elsewhere, and whom the side gives up."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.games.belorussia.bot.hard_rules import fighter_may_end, support_may_stand
from landbridge.games.belorussia.bot.moving import FULL, Errand
from landbridge.games.belorussia.bot.picture import Picture, can_march
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.movement.overstacking import Eliminate
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.movement.reaching import reach_of
from landbridge.games.belorussia.movement.setting_out import always
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.movement.stacking import overstacked, quarters_in
from landbridge.games.belorussia.position.theatre import Theatre


def plan_thinning(picture: Picture) -> list[Errand]:
    """Of every stack that is too tall the weakest that suffice go to the nearest hex with room."""
    theatre, found = picture.theatre, list[Errand]()
    coming: dict[int, int] = {}
    for place, over in overstacked(theatre, picture.side).items():
        left = over
        for row in _weakest_first(theatre, theatre.combat_units(place, picture.side)):
            if left <= 0:
                break
            end = _room(picture, row, coming) if can_march(theatre.counter(row)) else None
            if end is not None:
                coming[end] = coming.get(end, 0) + picture.size(row)
                left -= picture.size(row)
                found.append(Errand(row=row, goal=end, why="flight"))
    return found


def _room(picture: Picture, row: int, coming: dict[int, int]) -> int | None:
    """The nearest hex in reach where a unit may stand, those on their way there reckoned in."""
    theatre, here = picture.theatre, picture.place(row)
    fighter = row in picture.fighter_rows
    best: tuple[int, int] | None = None
    for end in reach_of(theatre, (row,), always):
        there = quarters_in(theatre, end, picture.side) + coming.get(end, 0)
        if end == here or there + picture.size(row) > FULL:
            continue
        safe = fighter_may_end(picture, row, end) if fighter else support_may_stand(picture, end)
        merit = picture.land.distance(here, end), end
        if safe and (best is None or merit < best):
            best = merit
    return None if best is None else best[1]


def one_too_many(state: Ledger, step: MapPhase) -> Action | None:
    """Whom a side gives up where it must: whoever is missed least of those that suffice."""
    theatre = step.theatre(state)
    for place, over in overstacked(theatre, step.side).items():
        rows = _weakest_first(theatre, theatre.combat_units(place, step.side))
        size = {row: theatre.counters.quarters[row] for row in rows}
        enough = [row for row in rows if size[row] >= over] or rows
        cheap = min(enough, key=lambda row: (_worth(theatre, row), row))
        small = min(rows, key=lambda row: (_worth(theatre, row), row))
        # One that suffices, unless two small ones are less of a loss than it.
        chosen = cheap if _worth(theatre, cheap) <= 2 * _worth(theatre, small) else small
        return Eliminate(theatre.counter(chosen).id)
    return None


def _weakest_first(theatre: Theatre, rows: tuple[int, ...]) -> list[int]:
    return sorted(rows, key=lambda row: (_worth(theatre, row), row))


def _worth(theatre: Theatre, row: int) -> float:
    """How much a unit would be missed: HQs and whole divisions most."""
    counter = theatre.counter(row)
    dear = 20.0 if counter.duty == "hq" else 8.0 if counter.size == "XX" else 1.0
    strength = max(counter.combat.strength, counter.moving.strength, 1)
    return dear + strength * steps_left(theatre, row) / max(1, counter.steps)
