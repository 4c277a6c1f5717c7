"""The war on the map: a turn by hand, refusals, supply, factories, combat, allies, the end."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.driver import fill
from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Play
from landbridge.engine.play.game import Scenario
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.games.arsenal.forces.units import UNIT, UNITS
from landbridge.games.arsenal.industry.factories import FACTORIES, FACTORY
from landbridge.games.arsenal.map.places import DEAD, DESTROYED, LAST_POINT, NOWHERE, OUT
from landbridge.games.arsenal.map.points import NEIGHBOURS, NUMBER, POINTS
from landbridge.games.arsenal.war.allies import settle_allies
from landbridge.games.arsenal.war.battle.attack import forecast_battle
from landbridge.games.arsenal.war.columns import AIR, DISPERSED, FORTIFIED, put
from landbridge.games.arsenal.war.control import take
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.industry.phase import open_industry
from landbridge.games.arsenal.war.stacking import room
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.supply import in_supply, supplied
from landbridge.games.arsenal.words import AXIS, SOVIET

GAME = Arsenal()


def begin(
    scenario: str = "barbarossa", options: dict[str, str] | None = None, **settings: Any
) -> Match[War]:
    """A match whose first turn has begun; every Soviet air army was caught on the ground.

    Months can pass in it without a move: points may be as full as they are.
    """
    options = {"stacking": "no_limit"} | (options or {})
    match = Match.new(GAME, scenario, seed=1, dice="either", options=options, **settings)
    state = match.state
    based = [u for u in AIR if state.side[u] == SOVIET and state.at[u] <= LAST_POINT]
    match.do("pick T-A", dice=[1] * len(based))
    return match


def skip(match: Match[War], verb: str) -> None:
    """End phases until one offers this verb."""
    while not any(offer.verb == verb for d in match.decisions() for offer in d.offers):
        match.do("done")


def to_month(match: Match[War], month: int, verb: str) -> None:
    """End phases until a turn and a verb of it."""
    while match.state.turn < month:
        match.do("done")
    skip(match, verb)


def changed(match: Match[War], **fields: Any) -> Match[War]:
    """The same match from another position."""
    return Match(GAME, match.header, replace(match.state, **fields), match.opening)


def at(match: Match[War], unit: str) -> int:
    return match.state.at[UNIT[unit]]


def moved(state: War, **places: str) -> War:
    """A position with units set on other points."""
    for unit, point in places.items():
        number = UNIT[unit.replace("_", "-")]
        state = replace(state, at=put(state.at, number, NUMBER[point]))
    return state


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
    assert match.decisions()[0].who == "soviet"
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
    assert match.decisions()[0].who == "soviet"
    with pytest.raises(Refusal, match="cannot 'press' now"):
        match.do("press", "soviet")
    match.do("stand")
    assert match.decisions()[0].who == "axis"
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


# Movement


@pytest.mark.parametrize(
    ("action", "text", "rule"),
    [
        ("move XII WAR MIN", "No line leads", "RUL-DC-35"),
        ("move XII MIN BAR", "is not there", "RUL-DC-35"),
        ("move 4A BRE WAR", "is no Axis unit", "RUL-DC-32"),
        ("move F-II LAP VYB", "Finland is not at war", "RUL-DC-10"),
        ("move FK-II WAR BRE", "it never marches", "RUL-DC-40"),
        ("attack BRE", "No unit has been sent against", "RUL-DC-33"),
        ("rail XII KRA", "cannot 'rail' now", "DC-R60"),
    ],
)
def test_what_is_refused_in_operations(action: str, text: str, rule: str) -> None:
    match = begin()
    skip(match, "move")
    before = match.state
    with pytest.raises(Refusal, match=text) as refused:
        match.do(action)
    assert rule in refused.value.rules
    assert match.state is before


def test_a_line_carries_no_more_than_its_capacity() -> None:
    match = begin()
    skip(match, "move")
    for unit in ("XXIV", "XLVI", "XLVII", "VII", "IX", "XIII"):
        match.do(f"move {unit} WAR BRE")
    with pytest.raises(Refusal, match="carries no more") as refused:
        match.do("move XII WAR BRE")
    assert refused.value.rules == ("RUL-DC-35",)


@pytest.mark.parametrize(("choice", "lines"), [("armour_two", 2), ("one_line", 1)])
def test_players_may_agree_on_how_far_armour_moves(choice: str, lines: int) -> None:
    match = begin(options={"operational_lines": choice})
    skip(match, "move")
    match.do("move XXIV WAR KRA")
    if lines == 1:
        with pytest.raises(Refusal, match="cannot move now"):
            match.do("move XXIV KRA WAR")
    else:
        match.do("move XXIV KRA WAR")
        assert at(match, "XXIV") == NUMBER["WAR"]


def test_words_that_mean_nothing_are_refused() -> None:
    match = begin()
    skip(match, "move")
    with pytest.raises(BadInput, match="no point"):
        match.do("move XII WAR Atlantis")
    with pytest.raises(BadInput, match="no unit"):
        match.do("move XCIX WAR BRE")


# Strategic movement


def test_strategic_moves_disperse_and_are_counted() -> None:
    match = begin()
    skip(match, "rail")
    with pytest.raises(Refusal, match="undispersed enemy stands next"):
        match.do("rail XII KRA")
    match.do("rail LV DAN")
    assert match.state.used == 1
    with pytest.raises(Refusal, match="LV Corps has moved strategically in this turn") as again:
        match.do("rail LV KRA")
    assert "DC-R58" in again.value.rules
    with pytest.raises(Refusal, match="by land or by sea in a turn, never both"):
        match.do("sail LV KON")
    assert not match.state.flags[UNIT["LV"]] & DISPERSED
    match.do("done")
    assert match.state.flags[UNIT["LV"]] & DISPERSED


def test_a_siberian_unit_waits_or_is_railed_on() -> None:
    match = begin()
    to_month(match, 2, "raise")
    while match.decisions()[0].who != "soviet" or "raise" not in _verbs(match):
        match.do("done")
    match.do("raise 29A Siberia")
    match.do("raise 30A Siberia")
    with pytest.raises(Refusal, match="cannot be placed"):
        match.do("raise 31A Moscow")
    skip(match, "rail")
    match.do("rail 29A Gorki")
    assert at(match, "29A") == NUMBER["GOR"]
    skip(match, "move")
    with pytest.raises(Refusal, match="cannot move now"):
        match.do("move 30A Siberia Kazan")
    to_month(match, 3, "raise")
    while match.decisions()[0].who != "soviet" or "move" not in _verbs(match):
        match.do("done")
    with pytest.raises(Refusal, match="No Siberian unit comes on at Baku"):
        match.do("move 30A Siberia Baku")
    match.do("move 30A Siberia Kazan")
    assert at(match, "30A") == NUMBER["KAZ"]
    assert not match.state.flags[UNIT["30A"]] & DISPERSED


def _verbs(match: Match[War]) -> set[str]:
    return {offer.verb for decision in match.decisions() for offer in decision.offers}


# Supply and isolation


def test_a_unit_cut_off_twice_falls() -> None:
    match = begin()
    skip(match, "entrain")
    held = match.state.held
    for point in ("BOB", "ORS", "VIL", "BAR", "POL", "MOZ", "GOM", "MOG"):
        held = put(held, NUMBER[point], AXIS)
    match = changed(match, held=held)
    assert not supplied(match.state, SOVIET)[NUMBER["MIN"]]
    # An infantry symbol stands at Minsk: it holds a turn longer than other points.
    for turn, place in ((2, "MIN"), (3, "MIN"), (4, "")):
        while match.state.turn < turn:
            match.do("done")
        assert at(match, "13A") == (NUMBER[place] if place else DEAD)


def test_leningrad_is_fed_over_the_lake() -> None:
    match = begin()
    held = match.state.held
    for point in ("NAR", "LUG", "NOV", "VYB", "BOL"):
        held = put(held, NUMBER[point], AXIS)
    inland = put(put(held, NUMBER["VOL"], AXIS), NUMBER["TAL"], AXIS)
    state = replace(match.state, held=inland, turn=7)
    assert supplied(state, SOVIET)[NUMBER["LEN"]]
    state = replace(state, held=put(inland, NUMBER["TIK"], AXIS))
    assert not supplied(state, SOVIET)[NUMBER["LEN"]]


# Composites


def test_a_shock_army_is_made_and_dispersed() -> None:
    match = begin()
    skip(match, "entrain")
    match = changed(match, at=moved(match.state, Art4="SMO").at)
    match.do("done")
    match.do("compose shock_army 20A Art4")
    assert at(match, "1Sh") == NUMBER["SMO"]
    assert match.state.flags[UNIT["1Sh"]] & DISPERSED
    assert at(match, "20A") == at(match, "Art4") == DEAD


def test_what_makes_no_composite() -> None:
    match = begin()
    skip(match, "entrain")
    match = changed(match, at=moved(match.state, Art4="SMO").at)
    match.do("done")
    with pytest.raises(Refusal, match="Tank Armies may be formed from June 1942") as refused:
        match.do("compose tank_army 4MC 15MC")
    assert "DC-R55" in refused.value.rules
    with pytest.raises(Refusal, match="not all on one point") as refused:
        match.do("compose shock_army 13A Art4")
    assert "DC-R51" in refused.value.rules


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
    with pytest.raises(Refusal, match="air units can fly"):
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
    assert "lift" in _verbs(match)
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
    assert set(GAME.sheets(match.state)) == {"map", "position", "industry"}
    assert any("Warsaw" in line for line in GAME.summary(match.state))


# What always holds


def broken(state: War) -> list[str]:
    """What is wrong with a position."""
    found = [
        f"{UNITS[unit].id} stands at {POINTS[place].name}, which is not its side's"
        for unit, place in enumerate(state.at)
        if place <= LAST_POINT and state.held[place] != state.side[unit]
    ]
    found += [
        f"{FACTORIES[factory].id} stands at {POINTS[place].name}, which is not Soviet"
        for factory, place in enumerate(state.factory_at)
        if place <= LAST_POINT and state.held[place] != SOVIET
    ]
    found += [
        f"{UNITS[unit].id} attacks a point that is not next to it"
        for unit, point in enumerate(state.target)
        if point != NOWHERE and point not in NEIGHBOURS[state.at[unit]]
    ]
    return found


@pytest.mark.parametrize("scenario", GAME.scenarios, ids=lambda scenario: scenario.name)
@pytest.mark.parametrize("north", ["with", "without"])
def test_every_scenario_begins_in_order(scenario: Scenario, north: str) -> None:
    match = Match.new(GAME, scenario.name, seed=1, options={"northern_extension": north})
    state = match.state
    assert broken(state) == []
    stand = [unit for unit, place in enumerate(state.at) if place <= LAST_POINT]
    assert {state.side[unit] for unit in stand} == {AXIS, SOVIET}
    assert all(room(state, point.number) >= 0 for point in POINTS)
    # Sevastopol is under siege in June 1942, with aircraft over its port.
    cut_off = [UNITS[unit].id for unit in stand if not in_supply(state, unit)]
    assert cut_off == []


@pytest.mark.parametrize("seed", range(6))
def test_a_random_war_stays_in_order(seed: int) -> None:
    rng = random.Random(seed)
    match = Match.new(GAME, "campaign" if seed % 2 else "barbarossa", seed=seed)
    # Phases are ended late, so that much is moved and fought in each.
    while match.outcome is None and len(match) < 1_500:
        decision = match.decisions()[0]
        offers = [o for o in decision.offers if o.verb != "done" or rng.random() < 0.05]
        text = fill(match, decision.who, rng.choice(offers), rng) if offers else None
        if text is None:
            continue
        try:
            match.do(text, decision.who)
        except Refusal:
            continue
        assert broken(match.state) == [], text


def test_the_siberian_reserves_may_be_called_early() -> None:
    match = begin("campaign")
    while match.state.turn < 5:
        match.do("done")
    skip(match, "call")
    match.do("call", dice=[5])
    assert match.state.reserves.failed == 1
    assert "call" not in _verbs(match)
    match.do("done")
    skip(match, "call")
    match.do("call", dice=[5])
    assert match.state.reserves.released
    match.do("raise 29A Gorki")
    assert match.state.reserves.come.infantry == 1
    assert not match.state.flags[UNIT["29A"]] & DISPERSED


def test_a_unit_may_be_torpedoed() -> None:
    match = begin()
    while "sail" not in _verbs(match) or match.decisions()[0].who != "soviet":
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
