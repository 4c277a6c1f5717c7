"""What each side is after: from data, by month, and only for the own plans."""

from __future__ import annotations

from copy import copy
from itertools import pairwise

from landbridge.engine.matches.match import Match
from landbridge.games.arsenal.bot.directives import DIRECTIVES, press, sought
from landbridge.games.arsenal.bot.fighting.attacks import prize
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.lines import needs
from landbridge.games.arsenal.bot.temper import SIDES
from landbridge.games.arsenal.calendar import TURNS
from landbridge.games.arsenal.map.points import NUMBER, POINTS
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.words import AXIS, SOVIET


def test_directives_name_cities_that_count_and_months_of_the_war() -> None:
    months = [turn.month for turn in TURNS]
    for directive in DIRECTIVES:
        assert directive.first in months
        assert directive.last in months
        assert directive.first <= directive.last
        assert directive.press > 0
        for word, weight in (*directive.weights.items(), *directive.holds.items()):
            assert POINTS[NUMBER[word]].vp, word
            assert weight > 0
            assert weight != 1


def test_one_directive_follows_the_other() -> None:
    for side in ("axis", "soviet"):
        own = [one for one in DIRECTIVES if one.side == side]
        assert all(before.last < after.first for before, after in pairwise(own))


def test_the_axis_go_for_the_volga_in_1942_and_not_before() -> None:
    stalingrad = NUMBER["STG"]
    of = {turn.month: sought(turn.number, AXIS).get(stalingrad, 1.0) for turn in TURNS}
    assert of["1941-09"] == 1.0 < of["1942-07"]
    assert of["1943-07"] < 1.0
    assert sought(13, SOVIET).get(NUMBER["WAR"], 1.0) < 1.0
    assert sought(40, SOVIET).get(NUMBER["WAR"], 1.0) == 1.0


def test_beyond_the_track_the_nearest_month_holds() -> None:
    assert sought(0, AXIS) == sought(1, AXIS)
    assert sought(999, SOVIET) == sought(len(TURNS), SOVIET)


def test_a_directive_draws_and_own_cities_keep_their_worth() -> None:
    state = Match.new(Arsenal(), "case-blue", seed=1).state
    board = BotBoard(state, AXIS, SIDES[AXIS])
    plain = board._field(board.foe_side, {})
    rostov, leningrad = NUMBER["RST"], NUMBER["LEN"]
    assert board.goals()[rostov] > plain[rostov]
    assert board.goals()[leningrad] < plain[leningrad]
    minsk = NUMBER["MIN"]
    assert board.treasures()[minsk] > board._field(AXIS, {})[minsk]


def test_a_command_presses_in_its_offensives_and_pauses_between_them() -> None:
    of = {turn.month: press(turn.number, AXIS) for turn in TURNS}
    assert of["1942-07"] > 1 > of["1942-02"]
    assert of["1943-07"] < 1
    of = {turn.month: press(turn.number, SOVIET) for turn in TURNS}
    assert of["1944-07"] > 1 > of["1943-05"]


def test_a_city_that_is_ordered_counts_more_in_itself_and_only_in_the_whole_war() -> None:
    rostov, pskov = NUMBER["RST"], NUMBER["PSK"]
    whole, short = (
        BotBoard(Match.new(Arsenal(), name, seed=1).state, AXIS, SIDES[AXIS])
        for name in ("campaign", "case-blue")
    )
    assert whole.ordered[rostov] > 1
    assert short.ordered == {}
    plain = copy(whole)
    plain.ordered = {}
    nowhere = [0.0] * len(POINTS)
    assert prize(whole, rostov, nowhere) > prize(plain, rostov, nowhere)
    assert prize(whole, pskov, nowhere) == prize(plain, pskov, nowhere)


def test_a_city_that_a_command_fears_for_is_worth_more_to_hold() -> None:
    moscow = NUMBER["MOS"]
    whole = BotBoard(Match.new(Arsenal(), "campaign", seed=1).state, SOVIET, SIDES[SOVIET])
    assert whole.dear[moscow] > 1
    plain = copy(whole)
    plain.dear = {}
    assert needs(whole).value[moscow] > needs(plain).value[moscow]
