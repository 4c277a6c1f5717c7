"""What an air combat may lead to, exactly, by what its side can see (OCS 14.3)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.odds import Dist
from landbridge.engine.play.boards import Forecast
from landbridge.engine.rules.findings import Reason
from landbridge.games.belorussia.air.air_combat import prepare_round
from landbridge.games.belorussia.air.bases import is_active, planes_at
from landbridge.games.belorussia.air.dogfights import (
    Dogfight,
    FightEnd,
    best_pair,
    fight_out,
    is_over,
    with_roles,
)
from landbridge.games.belorussia.air.planes import in_the_air
from landbridge.games.belorussia.map_game.barrage.barrage_odds import SENT
from landbridge.games.belorussia.movement.seeing import seen_by
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Side, counted

SEEN = "Counted are the enemy planes that can be seen, with all their steps."


def fight_odds(theatre: Theatre, fight: Dogfight) -> Dist[FightEnd]:
    """The exact odds of how an air combat ends."""
    return odds(lambda nature: fight_out(theatre, fight, nature))


def forecast_sweep(
    theatre: Theatre, side: Side, rows: tuple[int, ...], place: int
) -> Forecast | None:
    """What a side may be told of a Fighter Sweep before it flies."""
    seen = theatre.with_position(seen_by(theatre, side).position)
    there = planes_at(seen, other_side(side), place)
    enemies = tuple(row for row in there if is_active(seen, row))
    return _forecast(seen, side, rows, enemies, place, _who_is_left)


def forecast_interception(
    theatre: Theatre, side: Side, row: int, mission: tuple[int, ...], place: int
) -> Forecast | None:
    """What a side may be told of an interception, of the planes of the mission that it knows."""
    seen = theatre.with_position(seen_by(theatre, side).position)
    known = tuple(one for one in mission if seen.on_map(one))
    return _forecast(seen, side, (row,), known, place, _what_comes_through)


def _forecast(
    seen: Theatre,
    side: Side,
    rows: tuple[int, ...],
    enemies: tuple[int, ...],
    place: int,
    describe: Callable[[FightEnd, tuple[int, ...], tuple[int, ...]], str],
) -> Forecast | None:
    if not rows or not enemies:
        return None
    fight = Dogfight(place=place, attacker=side, attackers=rows, defenders=enemies)
    spread = fight_odds(seen, fight)
    also: dict[str, Fraction] = {}
    for words, own in (("you lose a step at least", rows), ("they lose a step at least", enemies)):
        chance = sum(spread.chance(end) for end in spread if not set(own).isdisjoint(end.hit))
        if chance:
            also[words] = Fraction(chance)
    first = _first_round(seen, fight)
    return Forecast(
        f"Air combat over {seen.land.labels[place]}",
        spread.sorted().map(lambda end: describe(end, rows, enemies)),
        also=also,
        notes=(*first[0], SEEN, SENT),
        rules=("OCS-14.3e-1", "OCS-14.3e-2", "OCS-14.3e-3", "OCS-14.3-2"),
        reasons=first[1],
    )


def _first_round(seen: Theatre, fight: Dogfight) -> tuple[tuple[str, ...], tuple[Reason, ...]]:
    """Who fights first, and what is added to that roll."""
    fight = with_roles(seen, fight)
    if is_over(seen, fight):
        return (), ()
    pair = best_pair(seen, fight)
    modifiers = prepare_round(*(in_the_air(seen, row, fight.place) for row in pair))
    names = [seen.counter(row).name for row in pair]
    text = f"first round: {names[0]} attacks {names[1]}, {int(modifiers.total):+} to the roll"
    reasons = (Reason(f"{one.value:+} {one.reason}", one.rules) for one in modifiers.modifiers)
    return (text,), tuple(reasons)


def _who_is_left(end: FightEnd, own: tuple[int, ...], enemies: tuple[int, ...]) -> str:
    mine, theirs = (not set(side).isdisjoint(end.left) for side in (own, enemies))
    if mine and theirs:
        return "both sides ignore each other"
    if mine:
        return "they are driven off"
    return "you are driven off" if theirs else "everybody is driven off"


def _what_comes_through(end: FightEnd, own: tuple[int, ...], enemies: tuple[int, ...]) -> str:
    through = sum(row in end.left for row in enemies)
    return f"{counted(through, 'plane')} come through" if through else "the mission is driven off"
