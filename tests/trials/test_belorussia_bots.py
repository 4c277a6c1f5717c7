"""How strong the bots of the map of Belorussia are, and how sensibly they play: an hour or so."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from landbridge.bots.known import bot
from landbridge.bots.seats import Seat, play
from landbridge.engine.matches.match import Match
from landbridge.games.belorussia.bot.hard_rules import FOLLIES, UNFED, broken_hard_rules
from landbridge.games.belorussia.bot.levels import KEEN
from landbridge.games.belorussia.bot.picture import Picture
from landbridge.games.belorussia.map_game.movement.movement_phase import MapMovement
from landbridge.games.belorussia.map_game.phases import Finish
from landbridge.referee.games import new_match
from trials.fronts_of_history import distance_from_history

SIDES = ("soviet", "axis")
SHORT = ("first-steps", "orsha-road")
SCENARIOS = (*SHORT, "gomel-rechitsa", "vitebsk-winter", "kovel")
MATCHES, SOME = 100, 20


def played(scenario: str, names: dict[str, str], seed: int) -> Match[Any]:
    match = new_match("belorussia", scenario, seed=seed)
    play(match, {side: bot("belorussia", names[side], f"{seed} {side}") for side in SIDES})
    assert match.outcome is not None
    return match


@pytest.mark.parametrize("name", ["keen", "steady", "novice"])
@pytest.mark.parametrize("scenario", [*SCENARIOS, "map-1943", "map-1944"])
def test_it_plays_to_the_end_on_both_seats(name: str, scenario: str) -> None:
    assert not played(scenario, dict.fromkeys(SIDES, name), seed=4).audit()


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("scenario", SHORT)
@pytest.mark.parametrize(
    ("better", "worse", "wins"),
    [("keen", "random", 98), ("keen", "steady", 70), ("steady", "novice", 70)],
)
def test_each_level_beats_the_one_below(
    better: str, worse: str, wins: int, scenario: str, side: str, request: pytest.FixtureRequest
) -> None:
    """On either side; it stops as soon as it is decided."""
    if (better, scenario) == ("steady", "orsha-road"):
        reason = "steady takes too little before Orsha, where a novice need only sit still"
        request.applymarker(pytest.mark.xfail(reason=reason, strict=False))
    won = others = 0
    while won < wins and others <= MATCHES - wins:
        names = {one: better if one == side else worse for one in SIDES}
        outcome = played(scenario, names, seed=won + others).outcome
        won += outcome is not None and outcome.winner == side
        others = others + (outcome is None or outcome.winner != side)
    print(f"{scenario}: {better} as {side} against {worse}: {won} won, {others} not")
    assert won >= wins


@pytest.mark.xfail(reason="all but First steps are known by a few dozen matches", strict=False)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_equal_players_win_about_equally_often_and_end_near_history(scenario: str) -> None:
    """Neither side wins more than 60 of 100 decided matches; the front lies within four hexes."""
    won: Counter[str | None] = Counter()
    ways = []
    for seed in range(MATCHES if scenario == "first-steps" else SOME):
        match = played(scenario, dict.fromkeys(SIDES, "keen"), seed)
        won[match.outcome.winner if match.outcome else None] += 1
        ways.append(distance_from_history(match.state))
    way, decided = sum(ways) / len(ways), won["soviet"] + won["axis"]
    print(f"{scenario}: {dict(won)}, {way:.1f} hexes from history")
    assert way <= 4
    assert max(won["soviet"], won["axis"]) <= 0.6 * decided


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_follies_are_few(scenario: str) -> None:
    """Looked for at the end of each own Movement Phase, a hundred units at a time."""
    found: Counter[str] = Counter()
    fighters = supports = 0
    for seed in range(6, 12 if scenario == "first-steps" else 7):
        match = new_match("belorussia", scenario, seed=seed)
        bots = {side: bot("belorussia", "keen", f"{seed} {side}") for side in SIDES}
        while match.outcome is None:
            role = match.deciders[0]
            step = match.state.agenda[0]
            action = bots[role].choose(Seat(match, role))
            match.do(action, role)
            if isinstance(step, MapMovement) and isinstance(action, Finish):
                theatre = match.view(role).theatre("movement", role)
                picture = Picture(theatre, step.side, KEEN)
                fighters += len(picture.fighters)
                supports += len(picture.supports)
                found.update(fault.folly for fault in broken_hard_rules(picture))
    for folly in FOLLIES:
        base = fighters if folly == UNFED else supports
        print(f"{scenario}: {folly}, {100 * found[folly] / base:.1f} in 100")
        assert found[folly] <= (0.06 if folly == UNFED else 0.03) * base, folly
