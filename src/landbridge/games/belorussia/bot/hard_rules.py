"""What must never be: by these rules moves are filtered, and follies are counted afterwards.

The same functions forbid a place before it is chosen and find the fault where it happened.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from landbridge.games.belorussia.bot.picture import Picture
from landbridge.games.belorussia.movement.faces import mode_of

Folly = str
ALONE = "support alone at the front"
REACHED = "support alone within enemy reach"
HQ_IN_DANGER = "HQ in danger"
UNFED = "out of supply"
WRONG_MODE = "wrong mode at the front"
FOLLIES: tuple[Folly, ...] = (ALONE, REACHED, HQ_IN_DANGER, UNFED, WRONG_MODE)


class BrokenHardRule(Struct, frozen=True):
    """A hard rule that is broken: by whom, and which."""

    row: int
    folly: Folly


def support_may_stand(picture: Picture, place: int) -> bool:
    """H1, H7: whether guns, HQs and trucks may end in a hex: with fighters, or out of reach."""
    if place in picture.enemy_at:
        return False
    if picture.touches_enemy(place):
        return False
    return place in picture.held or not picture.in_reach[place] or _is_screened(picture, place)


def _is_screened(picture: Picture, place: int) -> bool:
    """Whether fighters stand between a hex and the enemy on every side that he comes from."""
    if picture.nearness[place] <= 2:
        return False
    return picture.friends[place] <= 1 < picture.nearness[place] - 1


def fighter_may_end(picture: Picture, row: int, place: int) -> bool:
    """H2: whether a fighter may end in a hex: not where nothing feeds it."""
    return place not in picture.enemy_at and picture.fed(row, place)


def broken_hard_rules(picture: Picture) -> Iterator[BrokenHardRule]:
    """The hard rules that a side's position breaks."""
    theatre = picture.theatre
    for row in picture.supports:
        place = picture.place(row)
        if theatre.counter(row).duty == "repl":
            continue
        if place in picture.held:
            continue
        if picture.touches_enemy(place):
            yield BrokenHardRule(row, ALONE)
        elif picture.in_reach[place] and not _is_screened(picture, place):
            yield BrokenHardRule(
                row, HQ_IN_DANGER if theatre.counter(row).duty == "hq" else REACHED
            )
    for row in picture.fighters:
        place = picture.place(row)
        if not picture.supply.in_trace(row):
            yield BrokenHardRule(row, UNFED)
        mode = mode_of(theatre, row)
        if mode in ("strat", "reserve") and picture.touches_enemy(place):
            yield BrokenHardRule(row, WRONG_MODE)
