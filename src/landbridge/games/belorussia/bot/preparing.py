"""The first thing in a Movement Phase: stacks at the front turn to the side on which they fight."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.games.belorussia.bot.picture import Picture, is_fighter
from landbridge.games.belorussia.map_game.movement.changing_modes import ChangeMode, ChosenMode
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.modes import has_mode, mode_violations

WATCH = 3
"""Hexes from the enemy within which a stack stands ready."""


def ready_for_battle(picture: Picture) -> list[Action]:
    """Turn whoever is near the enemy, and on another side, to Combat Mode (H8)."""
    theatre = picture.theatre
    found: list[Action] = []
    for row in (*picture.fighters, *picture.supports):
        counter = theatre.counter(row)
        if not has_mode(theatre, row) or mode_of(theatre, row) == "combat":
            continue
        waits = mode_of(theatre, row) == "reserve" and picture.level.exploits
        near = picture.nearness[picture.place(row)] <= (1 if waits else WATCH)
        guns = counter.duty in ("artillery", "hq") and mode_of(theatre, row) in ("strat", "reserve")
        stiff = is_fighter(counter) and not counter.combat.strength
        if not (near or guns) or stiff:
            continue
        mode: ChosenMode = "combat"
        if not mode_violations(theatre, row, mode):
            found.append(ChangeMode(counter.id, mode))
    return found
