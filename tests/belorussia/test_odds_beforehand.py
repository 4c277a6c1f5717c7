"""What a player is told before he commits: exact odds, and what one thing more would change, always
by the resolver that decides the match."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.odds import Dist
from landbridge.engine.matches.match import Match
from landbridge.engine.play.boards import Forecast
from landbridge.games.belorussia.combat.battles import named_battle
from landbridge.games.belorussia.combat.results import Outcome, decode
from landbridge.games.belorussia.combat.weighing import weigh
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map_game.barrage.barraging import BarrageStep
from landbridge.games.belorussia.map_game.combat.combat_odds import combat_distribution
from landbridge.games.belorussia.map_game.combat.combat_phase import MapCombat
from landbridge.games.belorussia.map_game.phases import MapPhase

GAME = Belorussia()
TANKS = "attack D8.11 S-GTB-15"


def begun(kind: type[MapPhase], scenario: str = "first-steps") -> Match[Any]:
    """A match in the first phase of this kind."""
    match: Match[Any] = Match.new(GAME, scenario, seed=1, mode="referee")
    for action in ("weather", "initiative", "go first"):
        match.do(action)
    while not isinstance(match.state.agenda[0], kind):
        match.do("finish")
    return match


@pytest.fixture(scope="module")
def combat() -> Match[Any]:
    return begun(MapCombat)


def told(match: Match[Any], action: str) -> Forecast:
    who = GAME.deciders(match.state)[0]
    found = GAME.forecast(match.view(who), who, GAME.read(action))
    assert found is not None
    return found


def balance(spread: Dist[str]) -> Fraction:
    """Steps that they are hit more than we are, on average."""

    def worth(outcome: Outcome) -> int:
        theirs = outcome.defender_losses + outcome.defender_options + outcome.defender_dg
        return theirs - outcome.attacker_losses - outcome.attacker_options

    return sum((worth(decode(cell)) * chance for cell, chance in spread.items()), Fraction(0))


def test_one_more_unit_is_told_as_the_resolver_would_have_it(combat: Match[Any]) -> None:
    found = told(combat, TANKS)
    joined = [one for one in found.alternatives if one.kind == "one more"]
    assert {one.word for one in joined} == {"S-GRD-37", "S-RD-246"}
    for one in joined:
        with_it = told(combat, f"{TANKS} {one.word}")
        assert (one.odds, one.also, one.title) == (with_it.odds, with_it.also, with_it.title)
    gains = [balance(one.odds) for one in joined]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > balance(found.odds)


def test_a_defence_that_is_not_paid_for_is_told_too(combat: Match[Any]) -> None:
    found = told(combat, TANKS)
    [unpaid] = [one for one in found.alternatives if one.kind == "what if"]
    step = combat.state.agenda[0]
    assert isinstance(step, MapCombat)
    theatre = step.theatre(combat.view("soviet"))
    row = theatre.counters.rows["S-GTB-15"]
    battle = named_battle(theatre, (row,), theatre.land.place("D8.11"), row)
    spread = combat_distribution(weigh(theatre, replace(battle, supplied=())).result.combat)
    assert dict(unpaid.odds.items()) == {outcome.cell: chance for outcome, chance in spread.items()}
    assert balance(unpaid.odds) > balance(found.odds)


def test_each_modifier_has_its_rule_and_the_price_is_told(combat: Match[Any]) -> None:
    found = told(combat, TANKS)
    by_text = {reason.text: reason.rules for reason in found.reasons}
    assert by_text["+2 action rating 4 against 2"] == ("OCS-9.6-1", "OCS-9.6-3")
    assert by_text["14 to 9 is 2:1"] == ("OCS-4.1-1", "OCS-9.7-1")
    assert len(by_text) == len(found.reasons)
    assert "Costs 1 token from D12.09." in found.notes


def test_one_gun_more_is_told_as_the_resolver_would_have_it() -> None:
    match = begun(BarrageStep, "orsha-road")
    who = GAME.deciders(match.state)[0]
    said: tuple[str, ...] = ()
    for _ in range(3):
        slot = GAME.next_slot(match.state, who, "bombard", said)
        assert slot is not None
        said = (*said, slot.words[0])
    action = " ".join(("bombard", *said))
    found = told(match, action)
    for one in found.alternatives:
        with_it = told(match, f"{action} {one.word}")
        assert (one.odds, one.also) == (with_it.odds, with_it.also)
    assert found.alternatives
    assert found.notes[-1]
