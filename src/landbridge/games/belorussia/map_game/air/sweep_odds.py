"""What a Fighter Sweep may lead to: the exact odds of its first round (OCS 14.3, 14.6)."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.chance.exact import odds
from landbridge.engine.play.boards import Forecast
from landbridge.engine.rules.findings import Reason, unique
from landbridge.games.belorussia.air.air_combat import prepare_round, resolve_round
from landbridge.games.belorussia.air.bases import is_active, planes_at
from landbridge.games.belorussia.air.dogfights import Dogfight, attack_choices, with_roles
from landbridge.games.belorussia.air.planes import in_the_air
from landbridge.games.belorussia.movement.seeing import seen_by
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Side

ABORTS = {"attacker": "yours goes home", "defender": "theirs goes home", "both": "both go home"}


def forecast_sweep(
    theatre: Theatre, side: Side, rows: Sequence[int], place: int
) -> Forecast | None:
    """The first round, if both sides send the plane with the best rating."""
    seen = theatre.with_position(seen_by(theatre, side).position)
    enemy = other_side(side)
    there = tuple(row for row in planes_at(seen, enemy, place) if is_active(seen, row))
    begun = Dogfight(place=place, attacker=side, attackers=tuple(rows), defenders=there)
    fight = with_roles(seen, begun)
    able = attack_choices(seen, fight)
    if not able or not fight.defenders:
        return None
    attacker, defender = (
        max(planes, key=lambda row: (seen.counter(row).combat.rating, -row))
        for planes in (able, fight.defenders)
    )
    modifiers = prepare_round(*(in_the_air(seen, row, place) for row in (attacker, defender)))
    spread = odds(resolve_round, modifiers)
    ours = fight.attacker == side
    turned = {"attacker": "defender", "defender": "attacker"}

    def said(aborts: str, loses: bool) -> str:
        who = ABORTS[aborts if ours else turned.get(aborts, aborts)]
        return f"{who}, a step lost" if loses else who

    names = [seen.counter(row).name for row in (attacker, defender)]
    return Forecast(
        f"First round over {seen.land.labels[place]}: {names[0]} attacks {names[1]}",
        spread.sorted().map(lambda one: said(one.aborts, one.step_lost)),
        notes=(
            f"{int(modifiers.total):+} to the roll",
            "The best plane of each side; which it sends, each decides. It goes on until one side "
            "has no plane left, or nobody can attack.",
        ),
        rules=unique((*modifiers.rules, "OCS-14.3e-1", "OCS-14.3-2")),
        reasons=tuple(
            Reason(f"{one.value:+} {one.reason}", one.rules) for one in modifiers.modifiers
        ),
    )
