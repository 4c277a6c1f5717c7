"""What each side may see of the map: the top of every enemy stack, nothing below it (OCS 4.9a)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.columns import WORD
from landbridge.engine.play.events import SPECTATOR
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import unique
from landbridge.games.belorussia.combat.fights import seen_fight, without_rows
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.movement.seeing import seeing_rules, seen_by
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.position import UNSEEN, UNUSED, Position
from landbridge.games.belorussia.words import Side

SWAPS = 12
"""How often an imagined position tries to exchange two hidden units."""


def map_for(state: Ledger, role: str) -> Ledger:
    """The map as a role sees it; to those who look on, what either side hides is hidden."""
    for side in _blind(role):
        state = state.with_position(seen_by(state.theatre_at_any_time, side).position)
        if state.table.is_fought:
            fight = seen_fight(state.table.fight, side)
            state = replace(state, on_map=state.table.with_fight(fight))
        state = _without_unseen(state, side)
    return state


def _blind(role: str) -> list[Side]:
    """The sides whose eyes a role has: those who look on see what both may see."""
    return [side for side in SIDES if role in (side, SPECTATOR)]


def hiding_rules(state: Ledger, role: str) -> Rules:
    """The rules by which something is hidden from a role, or told to it."""
    found = (seeing_rules(state.theatre_at_any_time, side) for side in _blind(role))
    return unique(tuple(rule for rules in found for rule in rules))


def _without_unseen(state: Ledger, side: Side) -> Ledger:
    """The same without counters that came into being on the other side and lie hidden: nobody
    learns how many there are."""
    table = state.table
    if not table.added:
        return state
    first, enemy = len(table.counters) - len(table.added), other_side(side)
    hidden = frozenset(
        row
        for row, counter in enumerate(table.added, start=first)
        if counter.side == enemy and table.position.place_of(row) in (UNSEEN, UNUSED)
    )
    if not hidden:
        return state
    kept = table.counters.once(
        ("shown", hidden),
        lambda counters: tuple(
            counters[row] for row in range(first, len(counters)) if row not in hidden
        ),
    )
    table = replace(table, added=kept, position=table.position.without_rows(hidden))
    if table.is_fought:
        table = table.with_fight(without_rows(table.fight, hidden))
    return replace(state, on_map=table)


def imagine_map(state: Ledger, role: str, nature: Nature) -> Ledger:
    """A map that a side cannot tell from the real one: hidden units stand in each other's place."""
    if role not in SIDES:
        return state
    side: Side = "soviet" if role == "soviet" else "axis"
    seen = seen_by(state.theatre_at_any_time, side)
    hidden = _hidden(state, seen.position, side)
    if len(hidden) < 2:
        return state
    for _ in range(SWAPS):
        one, other = (hidden[nature.roll(f"1d{len(hidden)}", "shuffle") - 1] for _ in range(2))
        swapped = state.with_position(_swapped(state.table.position, one, other))
        if seen_by(swapped.theatre_at_any_time, side) == seen:
            state = swapped
    return state


def _hidden(state: Ledger, shown: Position, side: Side) -> list[int]:
    """The enemy's units on the map that this side does not see."""
    size, enemy = state.table.land.size, other_side(side)
    counters, table = state.table.counters, state.table
    battle = table.fight.battle if table.is_fought else None
    bound = (*battle.attackers, *battle.defenders) if battle else ()
    return [
        row
        for row, place in enumerate(WORD.numbers(table.position.at))
        if place < size and counters[row].side == enemy and shown.place_of(row) != place
        if row not in bound and row not in table.position.fought
    ]


def _swapped(position: Position, one: int, other: int) -> Position:
    return position.moved({one: position.place_of(other), other: position.place_of(one)})
