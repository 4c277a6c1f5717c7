"""The war on the map: a turn by hand, combat, allies, the end, reserves, the sea."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from arsenal.war_play import GAME, at, begin, changed, moved, open_verbs, skip
from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Refusal
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.industry.factories import FACTORY
from landbridge.games.arsenal.map.places import DEAD, DESTROYED, OUT
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.war.allies import settle_allies
from landbridge.games.arsenal.war.battle.attack import forecast_battle
from landbridge.games.arsenal.war.columns import DISPERSED, FORTIFIED, put
from landbridge.games.arsenal.war.control import take
from landbridge.games.arsenal.war.industry.phase import open_industry
from landbridge.games.arsenal.words import AXIS, SOVIET

# A turn by hand


def test_the_first_month_of_the_tutorial() -> None:
    match = begin("tutorial")
    skip(match, "move")
    match.do("move XXIV WAR BRE")
    match.do("move XLVII WAR BRE")
    match.do("move XII WAR BRE")
    assert [p for p in match.state.target if p != 255] == [NUMBER["BRE"]] * 3
    # Two defenders throw two dice and miss; five dice at a fortress need 5 or more.
    match.do("attack BRE", dice=[1, 1, 6, 6, 6, 6, 6])
    assert match.state.held[NUMBER["BRE"]] == AXIS
    assert at(match, "4A") == DEAD
    assert at(match, "XXIV") == NUMBER["BRE"]
    # It won in one round: armour goes on by one line, infantry does not.
    match.do("move XXIV BRE PIN")
    assert match.state.held[NUMBER["PIN"]] == AXIS
    with pytest.raises(Refusal, match="cannot move now"):
        match.do("move XII BRE BAR")
    with pytest.raises(Refusal, match="cannot move now"):
        match.do("move XXIV PIN MOZ")
    match.do("done")
    assert match.deciders[0] == "soviet"
    assert match.state.flags[UNIT["XLVI"]] == 0
    assert match.state.flags[UNIT["VII"]] == FORTIFIED
    for _ in range(30):
        if match.outcome is not None:
            break
        match.do("done")
    assert match.outcome is not None
    assert match.outcome.winner == "soviet"


def test_the_defender_may_withdraw_between_rounds() -> None:
    match = begin()
    skip(match, "move")
    match.do("move XXIX LUB KOV")
    match.do("attack KOV", dice=[1, 1, 1])
    assert match.deciders[0] == "soviet"
    with pytest.raises(Refusal, match="cannot 'press' now"):
        match.do("press", "soviet")
    match.do("stand")
    assert match.deciders[0] == "axis"
    match.do("press", dice=[1, 1, 1])
    match.do("withdraw")
    assert match.state.held[NUMBER["KOV"]] == AXIS
    assert at(match, "5A") != NUMBER["KOV"]
    assert match.state.flags[UNIT["5A"]] & DISPERSED


def test_an_attacker_may_break_off() -> None:
    match = begin()
    skip(match, "move")
    match.do("move XXIX LUB KOV")
    match.do("attack KOV", dice=[1, 1, 1])
    match.do("stand")
    match.do("halt")
    assert match.state.held[NUMBER["KOV"]] == SOVIET
    assert at(match, "XXIX") == NUMBER["LUB"]
    with pytest.raises(Refusal, match="cannot move now"):
        match.do("move XXIX LUB KOV")


# Combat


def test_the_odds_of_a_prepared_attack_are_exact() -> None:
    match = begin()
    skip(match, "move")
    match.do("move XXIX LUB KOV")
    odds = forecast_battle(match.state, NUMBER["KOV"], AXIS)
    assert sum(chance for _, chance in odds.items()) == 1
    lost = sum(
        (chance for outcome, chance in odds.items() if outcome.attackers[0] != "ready"),
        Fraction(0),
    )
    assert lost == Fraction(3, 4)


def test_air_units_support_within_two_lines() -> None:
    match = begin()
    skip(match, "move")
    match.do("move XXIX LUB KOV")
    slot = GAME.next_slot(match.state, "axis", "attack", ("KOV",))
    assert slot is not None
    assert slot.high == 2
    with pytest.raises(Refusal, match="2 air units can fly"):
        match.do("attack KOV 5")
    match.do("attack KOV 1", dice=[1, 1, 6, 6])
    assert match.state.held[NUMBER["KOV"]] == AXIS


def test_an_irreplaceable_unit_is_gone_for_good() -> None:
    match = begin()
    skip(match, "move")
    state = moved(match.state, XXIV="POL", STAVKA="VIT")
    match = changed(match, at=state.at, held=put(state.held, NUMBER["POL"], AXIS))
    for point in ("SMO", "VLU", "ORS"):
        match = changed(match, held=put(match.state.held, NUMBER[point], AXIS))
    match.do("move XXIV POL VIT")
    match.do("attack VIT")
    assert at(match, "STAVKA") == OUT


# Allies


def test_the_rumanians_go_home_in_december() -> None:
    match = begin()
    while match.state.turn < 7:
        match.do("done")
    state = moved(match.state, R_III="ODE", R_V="ODE")
    match = changed(match, at=state.at, held=put(state.held, NUMBER["ODE"], AXIS))
    assert "lift" in open_verbs(match)
    with pytest.raises(Refusal, match="no free point in Rumania"):
        match.do("lift R-III Warsaw")
    match.do("lift R-III Iasi")
    match.do("done")
    assert at(match, "R-III") == NUMBER["IAS"]
    assert at(match, "R-V") in {NUMBER[p] for p in ("BUC", "PLO", "BRA")}
    assert match.state.used == 2


def test_the_fall_of_bucharest_turns_rumania() -> None:
    match = begin()
    state = replace(match.state, held=put(match.state.held, NUMBER["BUC"], SOVIET), turn=39)
    state = settle_allies(state, Play(ScriptedDice([])))
    assert state.side[UNIT["R-IV"]] == SOVIET
    assert state.left == 1
    assert state.held[NUMBER["BAC"]] == SOVIET
    assert state.held[NUMBER["IAS"]] == AXIS, "Germans stand there"


# The end


def test_the_axis_win_at_once_with_fourteen_points() -> None:
    match = begin("campaign")
    skip(match, "entrain")
    held = bytes(AXIS if owner == SOVIET else owner for owner in match.state.held)
    for point in ("KAZ", "KUI"):
        held = put(held, NUMBER[point], SOVIET)
    match = changed(match, held=held)
    while match.outcome is None:
        match.do("done")
    assert match.state.turn == 1
    assert match.outcome.winner == "axis"
    assert match.outcome.reason == ("the Axis hold 14 VP or more in the Soviet Union")


def test_the_campaign_without_a_blow_ends_in_may_1945() -> None:
    match = begin("campaign")
    while match.outcome is None:
        match.do("done")
    assert match.state.turn == 48
    assert match.outcome.rules == ("RUL-DC-39",)


def test_nothing_is_secret_and_all_can_be_printed() -> None:
    match = begin()
    assert GAME.view(match.state, "axis") is match.state
    assert set(dict(GAME.sheets(match.state))) == {"map", "position", "industry"}
    assert any("Warsaw" in line for line in GAME.summary(match.state))


def test_the_siberian_reserves_may_be_called_early() -> None:
    match = begin("campaign")
    while match.state.turn < 5:
        match.do("done")
    skip(match, "call")
    match.do("call", dice=[5])
    assert match.state.reserves.failed == 1
    assert "call" not in open_verbs(match)
    match.do("done")
    skip(match, "call")
    match.do("call", dice=[5])
    assert match.state.reserves.released
    match.do("raise 29A Gorki")
    assert match.state.reserves.come.infantry == 1
    assert not match.state.flags[UNIT["29A"]] & DISPERSED


def test_a_unit_may_be_torpedoed() -> None:
    match = begin()
    while "sail" not in open_verbs(match) or match.deciders[0] != "soviet":
        match.do("done")
    with pytest.raises(Refusal, match="There is no way by sea"):
        match.do("sail BlackSeaFleet BAK")
    match.do("sail BlackSeaFleet NVR", dice=[1])
    assert at(match, "BlackSeaFleet") == DEAD


def test_an_entrained_factory_that_is_taken_uses_no_more_moves() -> None:
    match = begin("campaign")
    skip(match, "entrain")
    match.do("entrain T-KHA")
    state = take(match.state, NUMBER["KHA"], AXIS, Play(ScriptedDice([])))
    assert state.factory_at[FACTORY["T-KHA"]] == DESTROYED
    assert open_industry(state, Play(ScriptedDice([]))).used == 0
