"""What a player is told before he commits: exact odds, and what one thing more would change, always
by the resolver that decides the match."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.odds import Dist
from landbridge.engine.matches.match import Match
from landbridge.engine.play.boards import Forecast
from landbridge.games.belorussia.air.air_combat import Plane, prepare_round, resolve_round
from landbridge.games.belorussia.air.bases import is_active, planes_at
from landbridge.games.belorussia.combat.battles import named_battle
from landbridge.games.belorussia.combat.results import Outcome, decode
from landbridge.games.belorussia.combat.weighing import weigh
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map_game.barrage.barraging import BarrageStep
from landbridge.games.belorussia.map_game.combat.combat_odds import combat_distribution
from landbridge.games.belorussia.map_game.combat.combat_phase import MapCombat
from landbridge.games.belorussia.map_game.movement.movement_phase import MapMovement
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.position.counters import other_side

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


def test_a_sweep_is_told_by_its_first_round() -> None:
    match = begun(MapMovement, "gomel-rechitsa")
    who = GAME.deciders(match.state)[0]
    offered = {offer.verb for one in GAME.decisions(match.state, who) for offer in one.offers}
    assert "sweep" in offered
    [hexes, planes] = [
        GAME.next_slot(match.state, who, "sweep", said) for said in ((), (_first_hex(match, who),))
    ]
    assert hexes is not None
    assert planes is not None
    found = told(match, f"sweep {hexes.words[0]} {planes.words[0]}")
    theatre = match.state.agenda[0].theatre(match.view(who))
    attacker, defender = (
        int(theatre.counter(theatre.counters.rows[word]).combat.rating)
        for word in (planes.words[0], _best_there(theatre, who, hexes.words[0]))
    )
    spread = odds(resolve_round, prepare_round(Plane(rating=attacker), Plane(rating=defender)))
    home = spread.chance(lambda one: one.aborts == "defender")
    assert home == sum(
        chance for text, chance in found.odds.items() if text.startswith("theirs goes home")
    )
    assert sum(chance for _, chance in found.odds.items()) == 1


def _first_hex(match: Match[Any], who: str) -> str:
    slot = GAME.next_slot(match.state, who, "sweep", ())
    assert slot is not None
    return slot.words[0]


def _best_there(theatre: Any, who: str, label: str) -> str:
    """The Active enemy plane in a hex with the best rating."""
    place = theatre.land.place(label)
    there = planes_at(theatre, other_side("soviet" if who == "soviet" else "axis"), place)
    active = [row for row in there if is_active(theatre, row)]
    best: str = theatre.counter(
        max(active, key=lambda row: (theatre.counter(row).combat.rating, -row))
    ).id
    return best
