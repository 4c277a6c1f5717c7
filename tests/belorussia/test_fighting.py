"""Combat in matches on the map: odds beforehand, what the enemy learns, and what is conserved."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from landbridge.engine.chance.dice import dice
from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import SPECTATOR
from landbridge.games.belorussia.combat.battles import named_battle
from landbridge.games.belorussia.combat.resolution import Combat, resolve
from landbridge.games.belorussia.combat.surprise import SHIFT, SURPRISE
from landbridge.games.belorussia.combat.weighing import BattleTally, weigh
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.ledger.views import view_for
from landbridge.games.belorussia.map_game.combat.combat_odds import combat_distribution
from landbridge.games.belorussia.map_game.combat.combat_phase import MapCombat
from landbridge.games.belorussia.position.sketch import read_sketch

GAME = Belorussia()
SKETCH = """
around = 2
terrain = "open"
phase = "combat"
hedgehogs = {"B19.19" = 1}
units = [
  {name = "Rifles", side = "soviet", strength = 21, rating = 4, move = 4, hex = "B18.19"},
  {name = "Grenadiers", side = "axis", strength = 6, rating = 3, move = 4, hex = "B19.19"},
]
"""


def weighed() -> BattleTally:
    theatre = read_sketch(SKETCH).theatre()
    return weigh(theatre, named_battle(theatre, (0,), theatre.land.place("B19.19"), 0)).result


def by_brute_force(combat: Combat) -> dict[str, Fraction]:
    """Every way in which the dice can fall, one by one."""
    found: Counter[str] = Counter()
    two = dice("2d6").weights
    for surprise, often in two.items():
        for shift in range(1, 7):
            for roll, ways in two.items():
                thrown = {SURPRISE.title: [surprise], SHIFT: [shift], "Combat": [roll]}
                found[resolve(combat, ScriptedDice(thrown)).cell] += often * ways
    total = sum(found.values())
    return {cell: Fraction(count, total) for cell, count in found.items()}


def test_exact_odds_are_those_of_every_throw() -> None:
    combat = weighed().combat
    exact = {outcome.cell: chance for outcome, chance in combat_distribution(combat).items()}
    assert exact == by_brute_force(combat)
    assert len(exact) > 5


@pytest.fixture
def match() -> Match[Any]:
    """First steps, with the Soviet player in his first Combat Phase."""
    begun: Match[Any] = Match.new(GAME, "first-steps", seed=1, mode="referee")
    for action in ("weather", "initiative", "go first"):
        begun.do(action)
    while not isinstance(begun.state.agenda[0], MapCombat):
        begun.do("finish")
    return begun


def first_attack(match: Match[Any]) -> str:
    slots: list[str] = []
    while len(slots) < 2:
        slot = GAME.next_slot(match.state, "soviet", "attack", tuple(slots))
        assert slot is not None
        slots.append(slot.words[0])
    return " ".join(("attack", *slots))


def test_the_forecast_is_made_from_what_the_attacker_sees(match: Match[Any]) -> None:
    action = GAME.read(first_attack(match))
    seen = GAME.forecast(match.view("soviet"), "soviet", action)
    assert seen is not None
    assert sum(chance for _, chance in seen.odds.items()) == 1
    assert "others may lie below" in seen.notes[-1]
    assert "OCS-9.7a-1" in seen.rules


def test_the_enemy_does_not_learn_which_units_attack(match: Match[Any]) -> None:
    match.do(first_attack(match))
    own = match.view("soviet").table.fight.battle
    assert own.attackers
    assert match.view("axis").table.fight.battle.attackers == ()
    assert match.view("axis").table.fight.battle.defenders
    assert match.view("soviet").table.fight.battle.defenders == ()
    everybody = view_for(match.state, SPECTATOR).table.fight.battle
    assert (everybody.attackers, everybody.defenders) == ((), ())


def steps_alive(match: Match[Any]) -> int:
    position, counters = match.state.table.position, match.state.table.counters
    size = match.state.table.land.size
    return sum(
        counter.steps - position.lost[row]
        for row, counter in enumerate(counters)
        if counter.is_combat and position.place_of(row) < size
    )


def test_steps_are_lost_as_the_log_tells(match: Match[Any]) -> None:
    before = steps_alive(match)
    events = list(match.do(first_attack(match)))
    while not isinstance(match.state.agenda[0], MapCombat):
        who = GAME.deciders(match.state)[0]
        offers = {offer.verb: offer for offer in GAME.decisions(match.state, who)[0].offers}
        verb = "stand" if "stand" in offers else next(iter(offers))
        said: list[str] = []
        while (slot := GAME.next_slot(match.state, who, verb, tuple(said))) and not slot.optional:
            said.append(slot.words[0] if slot.words else "1")
        events += match.do(" ".join((verb, *said)), who)
    told = [event.values["steps"] for event in events if event.id == "losses_seen"]
    lost = sum(int(steps.split()[0]) for steps in told)
    assert before - steps_alive(match) == lost > 0
