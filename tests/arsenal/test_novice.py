"""The novice: an easier bot that does not look everywhere; where is its seed's."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from landbridge.bots.known import bot
from landbridge.bots.seats import Seat, play
from landbridge.engine.matches.match import Match
from landbridge.games.arsenal.bot.directives import press
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.front_line import Line
from landbridge.games.arsenal.bot.judging.hard_rules import folly
from landbridge.games.arsenal.bot.keen import JUDGEMENT, Keen
from landbridge.games.arsenal.bot.moving.redeployment import redeploy
from landbridge.games.arsenal.bot.novice import Novice
from landbridge.games.arsenal.bot.player import Steady
from landbridge.games.arsenal.map.points import NUMBER, POINTS
from landbridge.games.arsenal.war.battle.decisions import Stand, Withdraw
from landbridge.games.arsenal.war.columns import FIGHTS
from landbridge.games.arsenal.war.movement.operations import Operations
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, SOVIET
from landbridge.referee.games import new_match


def novices(match: Match[Any], seed: int) -> dict[str, Any]:
    return {role: Novice(f"{seed} {role}") for role in match.game.roles}


def test_the_novice_plays_to_the_end() -> None:
    match = new_match("arsenal", "tutorial", seed=4)
    play(match, novices(match, 4))
    assert match.outcome is not None
    assert not match.audit()


def test_the_novice_with_the_same_seed_plays_the_same_way() -> None:
    played = []
    for seed in (1, 1, 2):
        match = new_match("arsenal", "tutorial", seed=9)
        play(match, novices(match, seed))
        played.append([record.do for record in match.history.records])
    assert played[0] == played[1] != played[2]


def test_a_novice_that_is_asked_anew_overlooks_the_same() -> None:
    match = new_match("arsenal", "tutorial", seed=5)
    while match.outcome is None and len(match) < 3000:
        role = match.deciders[0]
        match.do(Novice("n").choose(Seat(match, role)), role)
    assert match.outcome is not None
    first, again = (Novice("n").look(match.state, AXIS).overlooked for _ in range(2))
    assert first == again
    assert 20 < len(first) < 100
    assert Novice("m").look(match.state, AXIS).overlooked != first


def reached(phase: type) -> War:
    """July 1941 between keen bots, when the Soviets are in a phase."""
    match = new_match("arsenal", "barbarossa", seed=3)
    bots = {role: bot("arsenal", "keen", role) for role in match.game.roles}
    state: War = match.state
    while not (state.turn == 2 and isinstance(state.agenda[0], phase) and waits(match)):
        role = match.deciders[0]
        match.do(bots[role].choose(Seat(match, role)), role)
        state = match.state
    return state


def test_a_surprised_novice_draws_no_line_and_sees_no_trap() -> None:
    state = reached(Operations)
    keen, novice = JUDGEMENT[SOVIET], Novice.judgement[SOVIET]
    assert BotBoard(state, SOVIET, keen).needs.line.held
    assert not BotBoard(state, SOVIET, novice).needs.line.held
    # A unit that may be cut off leaves, but for whoever does not see it.
    for temper, said in ((keen, "trapped"), (novice, "")):
        board = BotBoard(state, SOVIET, temper)
        board.needs = replace(
            board.needs, peril=[0.9] * len(POINTS), line=Line(frozenset(), frozenset())
        )
        unit, place = next(
            (unit, place)
            for place, units in enumerate(board.own)
            for unit in units
            if FIGHTS[unit] and board.lasting[place] and not POINTS[place].fortress
        )
        assert folly(board, unit, place) == said


def waits(match: Match[Any]) -> bool:
    return match.deciders[0] == "soviet"


def test_whoever_has_little_time_moves_few_units() -> None:
    state = reached(Operations)
    keen = JUDGEMENT[SOVIET]
    many, few = (
        {unit for unit, _, _ in redeploy(BotBoard(state, SOVIET, temper))}
        for temper in (keen, replace(keen, marches=0))
    )
    assert len(few) < len(many)
    # The line is manned all the same.
    board = BotBoard(state, SOVIET, replace(keen, marches=0))
    redeploy(board)
    line = board.needs.line.held
    assert sum(1 for point in line if board.fighters[point]) > 0.7 * len(line)


def test_the_keen_soviets_think_for_themselves_where_the_war_goes_on_after_the_scenario() -> None:
    keen = JUDGEMENT[SOVIET]
    short, whole = (
        BotBoard(new_match("arsenal", name, seed=1).state, SOVIET, keen)
        for name in ("barbarossa", "campaign")
    )
    assert (short.press, short.fears) == (keen.own_mind, {})
    assert whole.press != keen.own_mind
    assert whole.fears


def test_soviet_novices_stand_to_the_last_and_axis_ones_give_way() -> None:
    state = new_match("arsenal", "bagration", seed=1).state
    for attacker, behind, does in (
        (AXIS, (1,), Stand()),
        (SOVIET, (1,), Withdraw()),
        (SOVIET, (), Stand()),
    ):
        fight: Any = SimpleNamespace(
            asks_now="defender", side=attacker, retreats=lambda _, behind=behind: behind
        )
        assert Novice("n").fight(state, fight) == does


def test_the_keen_axis_are_on_guard_where_they_hold_and_nothing_can_be_won_back() -> None:
    short, whole, attack = (
        Keen().look(replace(new_match("arsenal", name, seed=1).state, turn=turn), AXIS)
        for name, turn in (("bagration", 37), ("campaign", 37), ("barbarossa", 1))
    )
    assert short.temper.margin > whole.temper.margin == attack.temper.margin
    assert short.temper.doubt < whole.temper.doubt


def test_the_keen_soviets_press_no_harder_than_even_where_their_command_presses_anyway() -> None:
    for name, turn, mind in (
        ("bagration", 37, 1.0),
        ("case-blue", 12, 1.5),
        ("barbarossa", 1, 1.5),
    ):
        state = replace(new_match("arsenal", name, seed=1).state, turn=turn)
        assert Keen().look(state, SOVIET).press == mind
    assert Keen().look(new_match("arsenal", "campaign", seed=1).state, SOVIET).press == 0.8


def test_in_a_long_war_the_keen_ones_think_twice_of_ground_that_they_cannot_keep() -> None:
    for side in (AXIS, SOVIET):
        whole, short = (
            Keen().look(new_match("arsenal", name, seed=1).state, side)
            for name in ("campaign", "barbarossa")
        )
        assert whole.temper.exposed > short.temper.exposed


def test_steady_ones_are_off_their_guard_where_they_are_attacked() -> None:
    for side, name, turn, careless in (
        (SOVIET, "barbarossa", 1, True),
        (SOVIET, "case-blue", 12, True),
        (SOVIET, "case-blue", 18, False),
        (SOVIET, "bagration", 37, False),
        (AXIS, "barbarossa", 1, False),
        (AXIS, "bagration", 37, True),
    ):
        state = replace(new_match("arsenal", name, seed=1).state, turn=turn)
        temper, calm = Steady().look(state, side).temper, Steady.judgement[side]
        assert (temper.doubt > calm.doubt or temper.trains < calm.trains) == careless


def test_steady_soviets_strike_in_the_winter_of_1942_whatever_their_command_spares() -> None:
    state = replace(new_match("arsenal", "case-blue", seed=1).state, turn=18)
    assert Steady().look(state, SOVIET).press > 1.0 > press(18, SOVIET)
    whole = replace(new_match("arsenal", "campaign", seed=1).state, turn=18)
    assert Steady().look(whole, SOVIET).press == press(18, SOVIET)


def test_a_novice_does_not_see_that_one_place_decides() -> None:
    """Smolensk is a town as others are: its garrison may leave it, and fewer come to hold it."""
    state = new_match("arsenal", "tutorial", seed=1).state
    smolensk = NUMBER["SMO"]
    keen, novice = (player.look(state, SOVIET) for player in (Keen(), Novice("n")))
    assert keen.prize == smolensk != novice.prize
    assert keen.needs.value[smolensk] > 2 * novice.needs.value[smolensk]
