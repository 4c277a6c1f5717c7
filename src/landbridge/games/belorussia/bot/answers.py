"""What a side answers when a combat asks: its supply, who leads, losses, options, the way back."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.bot.leaving import emptied
from landbridge.games.belorussia.bot.picture import Picture, is_fighter
from landbridge.games.belorussia.bot.tall_stacks import one_too_many
from landbridge.games.belorussia.combat.advancing import advancers
from landbridge.games.belorussia.combat.losing import may_lose
from landbridge.games.belorussia.combat.retreating import ways_back
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.barrage.barrage_results import BarrageLosses, Suffer
from landbridge.games.belorussia.map_game.combat.after_combat import (
    Advance,
    AdvanceAfterCombat,
    Exploit,
    MarkExploit,
    Stay,
    may_exploit,
)
from landbridge.games.belorussia.map_game.combat.combat_losses import ChooseLoss, Forfeit
from landbridge.games.belorussia.map_game.combat.combat_options import (
    ChooseOptions,
    Concede,
    Ignore,
    Stand,
)
from landbridge.games.belorussia.map_game.combat.defending import (
    Defend,
    Lead,
    NameLeader,
    SupplyDefence,
)
from landbridge.games.belorussia.map_game.combat.retreating import (
    TOGETHER,
    ChooseRetreatLoss,
    Retreat,
    RetreatUnits,
    Sacrifice,
    to_retreat,
)
from landbridge.games.belorussia.map_game.movement.overstacking import Overstacked
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.movement.faces import face_up
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.position.theatre import Theatre

ASKED = (
    SupplyDefence,
    NameLeader,
    ChooseLoss,
    ChooseRetreatLoss,
    ChooseOptions,
    RetreatUnits,
    AdvanceAfterCombat,
    MarkExploit,
    BarrageLosses,
    Overstacked,
)


def answer(state: Ledger, step: MapPhase, picture: Picture, worth: list[float]) -> Action | None:
    """What to say to a question of a combat; nothing where it has no opinion."""
    theatre = step.theatre(state)
    if isinstance(step, SupplyDefence):
        return Defend("paid" if _is_worth_supply(state, picture) else "unpaid")
    if isinstance(step, NameLeader):
        best = max(step.able(state), key=lambda row: (face_up(theatre, row).rating, -row))
        return Lead(theatre.counter(best).id)
    if isinstance(step, ChooseLoss):
        fight, role = state.table.fight, step.role(state)
        rows = may_lose(theatre, fight.rows(role), fight.leader(role), fight.lost(role))
        return Forfeit(theatre.counter(missed_least(theatre, rows)).id)
    if isinstance(step, ChooseRetreatLoss):
        return Sacrifice(
            theatre.counter(missed_least(theatre, Sacrifice.candidates(state, step))).id
        )
    if isinstance(step, BarrageLosses):
        row = missed_least(theatre, Suffer.candidates(state, step))
        return Suffer(theatre.counter(row).id)
    if isinstance(step, Overstacked):
        return one_too_many(state, step)
    if isinstance(step, ChooseOptions):
        return _take_options(state, step, theatre, picture, worth)
    if isinstance(step, RetreatUnits):
        return _retreat(state, step, theatre, picture)
    if isinstance(step, AdvanceAfterCombat):
        return _advance(state, theatre, picture, worth)
    if isinstance(step, MarkExploit):
        return Exploit(tuple(theatre.counter(row).id for row in may_exploit(state, Why())))
    return None


def _is_worth_supply(state: Ledger, picture: Picture) -> bool:
    """Whether a defence needs its full strength: not against a few that would fail even so.

    Who attacks is not seen, only from where.
    """
    if not picture.level.thrifty:
        return True
    battle = state.table.fight.battle
    against = sum(picture.enemy_at.get(place, 0.0) for place in battle.hexes)
    whole = _strength(picture, list(battle.defenders)) * picture.cover(battle.target)
    return against >= EQUAL * HALVED * whole


HALVED = 0.5
"""The share of its strength with which a defence fights that is not paid for."""
EQUAL = 1.0
"""The odds from which an attack on such a defence is to be feared."""


def missed_least(theatre: Theatre, rows: tuple[int, ...]) -> int:
    """The unit whose next step is missed least."""

    def price(row: int) -> tuple[int, float, int]:
        counter, left = theatre.counter(row), steps_left(theatre, row)
        last = left == 1 and (counter.steps > 1 or counter.size == "XX")
        return int(last), counter.combat.strength / max(1, left), row

    return min(rows, key=price)


def _take_options(
    state: Ledger, step: ChooseOptions, theatre: Theatre, picture: Picture, worth: list[float]
) -> Action:
    """Stand where the ground is worth a step; else go back, with as few hexes as there are."""
    if step.may_ignore(state):
        return Ignore()
    if step.stands_fast(state):
        return Stand()
    fight, role = state.table.fight, step.role(state)
    rows = [row for row in fight.rows(role) if theatre.on_map(row) and steps_left(theatre, row)]
    steps = sum(steps_left(theatre, row) for row in rows)
    enemies = fight.enemies(role)
    safe = rows and all(ways_back(theatre, (row,), step.due, enemies) for row in rows)
    if not safe:
        return Stand()
    if role == "attacker":
        # A defender may ignore his options once the attacker has gone back.
        gains = fight.outcome.defender_options > 0
        dug_in = all(theatre.place_of(row) in theatre.position.hedgehogs for row in rows)
        stands = (gains or dug_in) and steps > 2 * step.due
        return Stand() if stands else Concede(step.due)
    target = fight.battle.target
    if steps <= step.due:
        return Concede(step.due)
    dear = worth[target] >= DEAR or target in theatre.position.hedgehogs
    sturdy = steps - step.due >= 2 and picture.holds(target, _strength(picture, rows) * 0.7)
    return Stand() if dear and sturdy and step.due == 1 else Concede(step.due)


def _leaves_hedgehog(picture: Picture, rows: list[int]) -> bool:
    """Whether a hedgehog next to the enemy would be left empty."""
    hedgehogs = picture.theatre.position.hedgehogs
    return any(p in hedgehogs and picture.touches_enemy(p) for p in emptied(picture, rows))


WEAK = 0.7
"""The balance of strengths under which nobody goes forward for ground alone."""
DEAR = 2.0
"""What the goals must make of a hex to be paid for with steps."""


def _strength(picture: Picture, rows: list[int]) -> float:
    return sum(picture.strength(row) for row in rows)


def _retreat(state: Ledger, step: RetreatUnits, theatre: Theatre, picture: Picture) -> Action:
    """Go back whole stacks at a time, to where they are fed, away from the enemy, not crowded."""
    fight, role = state.table.fight, step.role(state)
    rows = to_retreat(state, role)
    start = theatre.place_of(rows[0])
    together = tuple(row for row in rows if theatre.place_of(row) == start)
    for group in (together, together[:1]):
        ways = ways_back(theatre, group, fight.length, fight.enemies(role))
        if ways:
            size = sum(picture.size(row) for row in group)

            def merit(end: int, size: int = size) -> tuple[float, int]:
                crowd = sum(picture.size(row) for row in theatre.stack(end, step.side))
                full = 50.0 if crowd + size > 40 else 0.0
                fed = 0.0 if picture.fed(together[0], end) else 20.0
                near = 4.0 if picture.touches_enemy(end) else 0.0
                return full + fed + near - picture.nearness[end] - picture.cover(end), end

            end = min(ways, key=merit)
            units = TOGETHER.join(theatre.counter(row).id for row in group)
            return Retreat(units, (theatre.land.labels[end],))
    raise AssertionError("who can go nowhere is not asked")


def _advance(state: Ledger, theatre: Theatre, picture: Picture, worth: list[float]) -> Action:
    """Advance where the taking units could hold, never with guns alone."""
    battle = state.table.fight.battle
    rows = [row for row in advancers(theatre, battle) if is_fighter(theatre.counter(row))]
    if not rows:
        return Stay()
    target = battle.target
    rows.sort(key=lambda row: (-picture.strength(row), row))
    if not any(picture.fed(row, target) for row in rows):
        return Stay()
    room, chosen = 40, list[int]()
    for row in rows:
        stays = [r for r in rows if r not in chosen and r != row]
        behind = any(theatre.place_of(r) == theatre.place_of(row) for r in stays)
        if picture.size(row) <= room and (not chosen or behind):
            chosen.append(row)
            room -= picture.size(row)
    strength = _strength(picture, chosen)
    weak = picture.level.counts_points and picture.balance < WEAK
    dear = worth[target] >= DEAR and not weak and not _leaves_hedgehog(picture, chosen)
    dear = dear or target in picture.stakes.places
    if strength < 2 or not (dear or picture.holds(target, 2 * strength)):
        return Stay()
    return Advance(tuple(theatre.counter(row).id for row in chosen))
