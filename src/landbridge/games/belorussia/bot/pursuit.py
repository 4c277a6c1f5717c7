"""Following up: mobile units held in Reserve Mode behind an attack, overruns, what exploits."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.games.belorussia.bot.attacks import best_strike, prize_of
from landbridge.games.belorussia.bot.leaving import price_of_going
from landbridge.games.belorussia.bot.picture import Picture
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.attacking import Overrun
from landbridge.games.belorussia.map_game.movement.changing_modes import ChangeMode
from landbridge.games.belorussia.map_game.movement.releasing import Release
from landbridge.games.belorussia.map_game.movement.reserve_phases import ReservePhase
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.movement.faces import attack_capable
from landbridge.games.belorussia.movement.modes import mode_violations

MOBILE = 8
"""The allowance from which a unit is worth holding back."""
BEHIND = range(2, 5)
"""Hexes from the enemy at which it waits."""
MOST_RESERVES = 4
SURE = 0.9
"""What an overrun must promise, in steps."""


def hold_back(picture: Picture, line: list[int]) -> list[Action]:
    """Mobile units just behind the line go into Reserve Mode, to follow up in the same turn."""
    theatre, found = picture.theatre, list[Action]()
    slots = set(line)
    able = [row for row in picture.fighters if _waits(picture, row, slots)]
    able.sort(key=lambda row: (-picture.strength(row), row))
    for row in able[:MOST_RESERVES]:
        if not mode_violations(theatre, row, "reserve"):
            found.append(ChangeMode(theatre.counter(row).id, "reserve"))
    return found


def _waits(picture: Picture, row: int, slots: set[int]) -> bool:
    theatre, place = picture.theatre, picture.place(row)
    counter = theatre.counter(row)
    counts = place in picture.stakes.places
    if max(counter.combat.move, counter.moving.move) < MOBILE or place in slots or counts:
        return False
    fresh = not theatre.marker(row) and not theatre.position.done[row]
    near = picture.nearness[place] in BEHIND
    return fresh and near and attack_capable(theatre, row) and picture.fed(row, place)


def releases(state: Ledger, step: ReservePhase) -> list[Action]:
    """Every Reserve that may be released now."""
    theatre = step.theatre(state)
    return [Release(theatre.counter(row).id) for row in Release.able(state, step)]


def best_overrun(
    state: Ledger, step: MapPhase, picture: Picture, worth: list[float], refused: set[Action]
) -> Overrun | None:
    """The overrun that promises most; nothing where none is good enough."""
    theatre, best, most = step.theatre(state), None, SURE
    counters = theatre.counters
    for target, rows in Overrun.strikes(state, step).items():
        stacks: dict[int, list[int]] = {}
        for row in rows:
            stacks.setdefault(theatre.place_of(row), []).append(row)
        for stack in stacks.values():
            found = best_strike(
                picture, theatre, stack, target, prize_of(picture, worth, target), kind="overrun"
            )
            if found is None or found.worth <= most:
                continue
            worth_it = found.worth - price_of_going(picture, found.rows, target)
            if worth_it <= most:
                continue
            ids = tuple(counters[row].id for row in found.rows)
            action = Overrun(theatre.land.labels[target], ids)
            if action not in refused:
                best, most = action, worth_it
    return best
