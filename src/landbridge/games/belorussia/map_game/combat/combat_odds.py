"""What an attack promises before it is made: exact odds of the live resolver, as far as one sees.

Made from what the attacker sees: of the enemy's stack the top, all of it supplied. What one more
unit would change, and what the defender may do, is the same resolver asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.odds import Dist
from landbridge.engine.play.boards import Alternative, Forecast
from landbridge.engine.rules.citing import muted
from landbridge.engine.rules.findings import Reason, Why
from landbridge.games.belorussia.combat.advancing import exploiters, how_fought
from landbridge.games.belorussia.combat.battles import Battle
from landbridge.games.belorussia.combat.resolution import Combat, resolve
from landbridge.games.belorussia.combat.results import Outcome
from landbridge.games.belorussia.combat.supplying import BattlePayment, defends_free
from landbridge.games.belorussia.combat.weighing import BattleTally, weigh
from landbridge.games.belorussia.ledger.sentences import mixed
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.paying import explain_takings
from landbridge.games.belorussia.terrain.chart import describe_terrain
from landbridge.games.belorussia.words import listed

Kind = Callable[[Outcome], bool]
TOLD = 3
"""So many units that could join in are told."""

THEY_LOSE, YOU_LOSE = "they lose a step", "you lose a step"


def combat_distribution(combat: Combat) -> Dist[Outcome]:
    """Every result of a combat with its chance."""
    return _distribution(combat, muted())


@lru_cache(maxsize=1024)
def _distribution(combat: Combat, without: frozenset[str]) -> Dist[Outcome]:
    """The same, worked out once for combats alike while the same rules are muted."""
    return odds(resolve, combat)


def forget_odds() -> None:
    """Keep none of them: for measurements."""
    _distribution.cache_clear()


def forecast_attack(
    theatre: Theatre, battle: Battle, joining: Sequence[int] = (), paid: BattlePayment | None = None
) -> Forecast:
    """The exact odds of an attack on what can be seen in the hex.

    `joining`: the units that may be added to it; `paid`: how it would be paid for.
    """
    found = weigh(theatre, battle)
    weighed = found.result
    spread = combat_distribution(weighed.combat)
    return Forecast(
        _title(theatre, battle, weighed),
        _cells(spread),
        also=_also(theatre, battle, spread),
        notes=(*_notes(weighed), *_price(theatre, paid), *_unseen(battle)),
        rules=found.rules,
        reasons=_reasons(weighed, found.why),
        alternatives=(*_joined(theatre, battle, joining), *_unpaid(theatre, battle)),
    )


def _title(theatre: Theatre, battle: Battle, weighed: BattleTally) -> str:
    return f"{weighed.odds} at {theatre.land.labels[battle.target]}"


def _cells(spread: Dist[Outcome]) -> Dist[str]:
    return spread.sorted().map(lambda outcome: outcome.cell)


def _also(theatre: Theatre, battle: Battle, spread: Dist[Outcome]) -> dict[str, Fraction]:
    """The chances that a player asks for."""
    kinds: dict[str, Kind] = {
        THEY_LOSE: lambda o: o.defender_losses > 0,
        YOU_LOSE: lambda o: o.attacker_losses > 0,
        "you may exploit": lambda o: _exploits(theatre, battle, o),
        "they are disorganised": lambda o: o.defender_dg,
        "they have options": lambda o: o.defender_options > 0,
        "you have options": lambda o: o.attacker_options > 0,
    }
    chances = {text: spread.chance(kind) for text, kind in kinds.items()}
    return {text: chance for text, chance in chances.items() if chance}


def _exploits(theatre: Theatre, battle: Battle, outcome: Outcome) -> bool:
    """Whether anybody could go into Exploit Mode, if all options were taken as losses."""
    chosen = how_fought(theatre, battle, theatre.phase, 0, 0)
    return bool(exploiters(theatre, battle, outcome, chosen, Why()))


# What made the figures


def _reasons(weighed: BattleTally, why: Sequence[Reason]) -> tuple[Reason, ...]:
    """Each reason once, and the sum of what is added to the rolls."""
    total = Reason(f"{weighed.drm:+} to both rolls in all")
    return (*dict.fromkeys(why), *((total,) if len(weighed.combat.roll.modifiers) > 1 else ()))


def _notes(weighed: BattleTally) -> tuple[str, ...]:
    terrain = describe_terrain(weighed.terrain)
    modifiers = "; ".join(f"{p.value:+} {p.reason}" for p in weighed.combat.roll.modifiers)
    attack, defence = (mixed(str(one)) for one in (weighed.attack, weighed.defence))
    return (
        f"{attack} against {defence}: column {weighed.combat.column}, {terrain}",
        f"rolls: {modifiers}" if modifiers else "no modifiers to the rolls",
    )


def _price(theatre: Theatre, paid: BattlePayment | None) -> tuple[str, ...]:
    """What the attack costs, and from where."""
    if paid is None:
        return ()
    dumps = explain_takings(theatre, paid.takings).result
    stocks = listed([theatre.counter(row).name for row in paid.stocks])
    parts = [dumps, f"internal stocks of {stocks}" if stocks else ""]
    return (f"Costs {'; '.join(filter(None, parts)) or 'nothing'}.",)


def _unseen(battle: Battle) -> tuple[str, ...]:
    count = len(battle.defenders)
    who = "Counted is the unit" if count == 1 else f"Counted are the {count} units"
    return (f"{who} that can be seen, supplied; others may lie below.",)


# What would change it


def balance(spread: Dist[Outcome]) -> Fraction:
    """By how many steps the defender is hit more than the attacker, on average; an option is
    counted as a step, and disorganisation as one more."""

    def worth(outcome: Outcome) -> int:
        theirs = outcome.defender_losses + outcome.defender_options + outcome.defender_dg
        return theirs - outcome.attacker_losses - outcome.attacker_options

    total = sum(worth(outcome) * ways for outcome, ways in spread.weights.items())
    return Fraction(total, sum(spread.weights.values()))


def _joined(theatre: Theatre, battle: Battle, joining: Sequence[int]) -> tuple[Alternative, ...]:
    """What each unit that could join in would change, the best first."""
    found = []
    for row in joining:
        here = theatre.place_of(row)
        more = replace(
            battle,
            attackers=(*battle.attackers, row),
            hexes=tuple(sorted({*battle.hexes, here})),
        )
        spread = combat_distribution(weigh(theatre, more).result.combat)
        found.append((-balance(spread), theatre.counter(row).id, row, more))
    best = sorted(found, key=lambda one: one[:2])[:TOLD]
    return tuple(_add(theatre, row, more) for _, _, row, more in best)


def _add(theatre: Theatre, row: int, more: Battle) -> Alternative:
    counter, label = theatre.counter(row), theatre.land.labels[theatre.place_of(row)]
    weighed = weigh(theatre, more).result
    spread = combat_distribution(weighed.combat)
    return Alternative(
        kind="one more",
        text=f"with {counter.name} from {label}",
        word=counter.id,
        title=_title(theatre, more, weighed),
        odds=_cells(spread),
        also=_also(theatre, more, spread),
    )


def _unpaid(theatre: Theatre, battle: Battle) -> tuple[Alternative, ...]:
    """What it would mean if the defender did not pay for combat supply."""
    free = tuple(row for row in battle.supplied if defends_free(theatre, row))
    if len(free) == len(battle.supplied):
        return ()
    bare = replace(battle, supplied=free)
    weighed = weigh(theatre, bare).result
    spread = combat_distribution(weighed.combat)
    return (
        Alternative(
            kind="what if",
            text="if they do not pay combat supply",
            title=_title(theatre, bare, weighed),
            odds=_cells(spread),
            also=_also(theatre, bare, spread),
        ),
    )
