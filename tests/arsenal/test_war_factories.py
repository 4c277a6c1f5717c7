"""Factories in a war: evacuated, shipped, lost, expanded."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from arsenal.war_play import GAME, begin, changed, moved, skip, to_month
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import Refusal
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.industry.factories import FACTORY
from landbridge.games.arsenal.map.places import DEAD, DESTROYED, SIBERIA
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.war.columns import DISPERSED, put
from landbridge.games.arsenal.war.control import ENTRAINED
from landbridge.games.arsenal.words import AXIS, SOVIET


def test_a_factory_is_evacuated() -> None:
    match = begin()
    skip(match, "entrain")
    match.do("entrain Kharkov")
    factory = FACTORY["T-KHA"]
    assert match.state.factory_flags[factory] & ENTRAINED
    assert match.state.used == 1
    with pytest.raises(Refusal, match="Kharkov tank plant does not travel now"):
        match.do("send T-KHA Siberia")
    to_month(match, 2, "send")
    match.do("entrain Kiev")
    with pytest.raises(Refusal, match="does not travel now") as refused:
        match.do("send A-KIE Siberia")
    assert refused.value.rules == ("DC-R43",)
    match.do("send T-KHA Siberia")
    assert match.state.factory_at[factory] == SIBERIA
    assert not match.state.factory_flags[factory] & ENTRAINED
    assert match.state.factory_ready[factory] == 3


def test_a_factory_in_a_port_waits_before_it_sails() -> None:
    match = begin()
    factory = FACTORY["T-KHA"]
    match = changed(match, factory_at=put(match.state.factory_at, factory, NUMBER["ODE"]))
    skip(match, "entrain")
    match.do("entrain T-KHA")
    to_month(match, 2, "send")
    assert "ship" not in {offer.verb for offer in match.decisions()[0].offers}
    with pytest.raises(Refusal, match="stops a turn in the port") as refused:
        match.do("ship T-KHA NVR")
    assert "DC-R44" in refused.value.rules
    match.do("done")
    to_month(match, 3, "ship")
    match.do("ship T-KHA NVR", dice=[1])
    assert match.state.factory_at[factory] == DESTROYED


def test_a_factory_is_lost_with_its_point() -> None:
    match = begin()
    skip(match, "move")
    state = moved(match.state, XXIV="POL", XLVI="POL")
    state = replace(state, held=put(state.held, NUMBER["POL"], AXIS))
    alone = FACTORY["A-KIE"]
    match = changed(match, at=state.at, held=state.held)
    match = changed(match, factory_at=put(match.state.factory_at, alone, NUMBER["VIT"]))
    match.do("move XXIV POL VIT")
    assert match.state.held[NUMBER["VIT"]] == SOVIET
    # A lone factory fires with one die and falls to one hit; cut off, the corps has one die too.
    match.do("attack VIT", dice=[1, 6])
    assert match.state.factory_at[alone] == DESTROYED
    assert match.state.held[NUMBER["VIT"]] == AXIS


def test_a_factory_fights_on_when_its_defenders_withdraw() -> None:
    match = begin()
    skip(match, "move")
    factory = FACTORY["A-KIE"]
    match = changed(match, factory_at=put(match.state.factory_at, factory, NUMBER["KOV"]))
    match.do("move XXIX LUB KOV")
    match.do("attack KOV", dice=[1, 1, 1, 1])
    match.do("withdraw")
    assert match.state.held[NUMBER["KOV"]] == SOVIET
    match.do("press", dice=[1, 6])
    assert match.state.held[NUMBER["KOV"]] == AXIS
    assert match.state.factory_at[factory] == DESTROYED
    assert match.state.flags[UNIT["5A"]] & DISPERSED


def test_an_entrained_factory_does_not_hold_a_point() -> None:
    match = begin()
    skip(match, "move")
    state = moved(match.state, XXIV="POL")
    factory = FACTORY["A-KIE"]
    match = changed(
        match,
        at=bytes(DEAD if place == NUMBER["SMO"] else place for place in state.at),
        held=put(state.held, NUMBER["POL"], AXIS),
        factory_at=put(state.factory_at, factory, NUMBER["VIT"]),
        factory_flags=put(state.factory_flags, factory, ENTRAINED),
    )
    match.do("move XXIV POL VIT")
    assert match.state.held[NUMBER["VIT"]] == AXIS
    assert match.state.factory_at[factory] == DESTROYED


def test_the_expansion_goes_by_letters_and_quarters() -> None:
    match = Match.new(GAME, "barbarossa", seed=1, options={"stacking": "no_limit"})
    with pytest.raises(Refusal, match="Build T-A before T-B") as refused:
        match.do("pick T-B")
    assert refused.value.rules == ("DC-R31",)
    match.do("pick A-A")
    to_month(match, 2, "deploy")
    match.do("pick T-A")
    with pytest.raises(Refusal):
        match.do("pick F-A")
    with pytest.raises(Refusal, match="no point of the Soviet Union"):
        match.do("deploy A-A Warsaw")
    match.do("deploy A-A Gorki")
    assert match.state.factory_at[FACTORY["A-A"]] == NUMBER["GOR"]
    assert match.state.building == ((FACTORY["T-A"], 5),)
    match.do("done")
    # July is a month of its schedule: it produces at once, beside both old plants.
    assert sum(due.what == "plant artillery" for due in match.state.due) == 3
