"""What comes into a match on the map stays there, is used, or is lost: supply and steps.

Both are counted on the map before and after every action of a kept match, and compared with what
the log says of it.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from typing import Any

from landbridge.engine.columns import WORD
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.repeating import set_up_again
from landbridge.engine.matches.saves import Save
from landbridge.engine.play.events import Event
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.position.position import OFF_MAP
from landbridge.referee.games import game

PAID = ("paid", "dumps", "how")
"""The words of an event that say which dumps pay: 2 tokens from B17.10."""
BY_NUMBER = {"refitted", "work_paid"}
"""Events that say how many tokens they use, and not from where."""
LOSING = {
    *("seized", "dump_blown", "attrition", "eliminated", "taken_off", "cut_off"),
    *("cargo_lost", "supply_dropped"),
}
"""Events with which supply may be lost: more of it goes than is paid."""
LOADED = {"entered"}
"""Events with which supply may come besides: Organic Trucks arrive loaded."""


def supply_on_map(state: Ledger) -> int:
    """Tokens of both sides, on the ground and on wheels."""
    table = state.table
    position, size = table.position, table.land.size
    loaded = sum(
        tokens
        for tokens, place in zip(position.load, WORD.numbers(position.at), strict=True)
        if place < size
    )
    return loaded + sum(sum(dumps.values()) for dumps in position.dumps)


def tokens_from(words: object) -> int:
    """Tokens of which a sentence says where they come from."""
    return sum(int(number) for number in re.findall(r"(\d+) tokens? from", str(words)))


def number_in(words: object) -> int:
    """Tokens as a sentence has them: 3 tokens, or 2 SP 1T."""
    found = re.fullmatch(r"(\d+) tokens?", str(words))
    if found:
        return int(found[1])
    points, rest = (re.search(rf"(\d+){unit}", str(words)) for unit in (" SP", "T"))
    return 4 * int(points[1] if points else 0) + int(rest[1] if rest else 0)


def paid(event: Event) -> int:
    """Tokens that an event says were used up."""
    if event.id in BY_NUMBER:
        return number_in(event.values["tokens"])
    return sum(tokens_from(event.values.get(name, "")) for name in PAID)


class SupplyBooks:
    """What the log says of supply; what is put down in a Reinforcement Phase comes at its end."""

    def __init__(self) -> None:
        self.put = 0

    def came(self, event: Event) -> int:
        """Tokens that an event brings onto the map."""
        if event.id == "supply_put":
            self.put += number_in(event.values["amount"])
        if event.id == "reinforcement_ends":
            found, self.put = self.put, 0
            return found
        return number_in(event.values["tokens"]) if event.id == "supply_comes" else 0

    def fault(self, before: int, after: int, events: Sequence[Event]) -> str:
        """What is wrong with the supply after an action; nothing where it adds up."""
        used, new = sum(map(paid, events)), sum(map(self.came, events))
        ids = {event.id for event in events}
        left = after - before + used - new
        if (left > 0 and not ids & LOADED) or (left < 0 and not ids & LOSING):
            return f"{left:+} tokens: {before} before, {after} after, {used} used, {new} came"
        return ""


# Steps

LOST_STEPS = {
    *("steps_lost_in_combat", "destroyed_in_combat", "barrage_reduces", "barrage_destroys"),
    *("steps_starved", "starved"),
}
"""Events that say how many steps a unit has lost."""
KILLED = {"cut_off", "eliminated", "breakout_failed"}
"""Events after which a unit is gone with whatever steps it had."""
FATAL = {*KILLED, "destroyed_in_combat", "starved", "barrage_destroys"}
Steps = dict[str, int]


def steps_on_map(state: Ledger) -> Steps:
    """The steps of every combat unit on the map, by its name and id."""
    position, counters = state.table.position, state.table.counters
    return {
        f"{counters[row].name} ({counters[row].id})": counters[row].steps - position.lost[row]
        for row, place in enumerate(WORD.numbers(position.at))
        if place < OFF_MAP and counters[row].is_combat
    }


def name_of(unit: str) -> str:
    return unit.rpartition(" (")[0]


def told_losses(events: Sequence[Event], before: Steps) -> int:
    """The steps that were lost for good, as the log has it."""
    by_name = {name_of(unit): steps for unit, steps in before.items()}
    losing = [event for event in events if event.id in LOST_STEPS]
    killed = {str(event.values["unit"]) for event in events if event.id in KILLED}
    # Whoever is reduced and then killed in one action has lost those steps already.
    counted_twice = [event for event in losing if event.values["unit"] in killed]
    whole = sum(by_name[name] for name in killed)
    return sum(map(_steps, losing)) + whole - sum(map(_steps, counted_twice))


def _steps(event: Event) -> int:
    return int(str(event.values.get("steps", "1 step")).split()[0])


def steps_fault(before: Steps, after: Steps, events: Sequence[Event]) -> str:
    """What is wrong with the steps after an action; nothing where they add up."""
    if before == after:
        return ""
    new, gone = after.keys() - before.keys(), before.keys() - after.keys()
    told = {str(value) for event in events for value in event.values.values()}
    unnamed = [unit for unit in (*new, *gone) if not any(name_of(unit) in one for one in told)]
    if unnamed:
        return f"the log does not name {unnamed}"
    merged = [event for event in events if event.id == "merged"]
    fatal = {str(event.values["unit"]) for event in events if event.id in FATAL}
    fatal.update(str(event.values["other"]) for event in merged)
    count = Tally(event.id for event in events)
    # A breakdown takes a step of its unit with it, and brings it back.
    apart = count["broken_down"] - count["absorbed"]
    grown = sum(after[unit] - before[unit] for unit in after.keys() & before.keys())
    fallen = sum(before[unit] for unit in gone if name_of(unit) in fatal)
    # Of two that merge one goes, and its steps but those too many are the other's.
    surplus = (re.search(r"\d+", str(event.values["surplus"])) for event in merged)
    lost = told_losses(events, before) + sum(int(found[0]) for found in surplus if found)
    if fallen - grown != lost + apart:
        return f"{fallen} fell, {grown:+} on others; {lost} told of, {apart} in breakdowns"
    return ""


def walk(save: Save, steps: bool = True) -> Iterator[tuple[Match[Any], str]]:
    """The match of a save after each of its actions, done again, with what does not add up."""
    found = game(save.header.game)
    match: Match[Any] = Match(found, save.header, *set_up_again(found, save.header))
    books = SupplyBooks()
    for record in save.records:
        supply, alive = supply_on_map(match.state), steps_on_map(match.state)
        match.repeat(record)
        events = match.history.events(len(match) - 1)
        wrong = books.fault(supply, supply_on_map(match.state), events)
        if steps and not wrong:
            wrong = steps_fault(alive, steps_on_map(match.state), events)
        yield match, wrong
    match.close(save.footer)
