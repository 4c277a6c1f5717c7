"""The war on the map: moves and their refusals, railways, supply, composite armies."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from arsenal.war_play import at, begin, changed, moved, open_verbs, skip, to_month
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.places import DEAD
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.war.columns import DISPERSED, put
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.words import AXIS, SOVIET

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
    while match.deciders[0] != "soviet" or "raise" not in open_verbs(match):
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
    while match.deciders[0] != "soviet" or "move" not in open_verbs(match):
        match.do("done")
    with pytest.raises(Refusal, match="No Siberian unit comes on at Baku"):
        match.do("move 30A Siberia Baku")
    match.do("move 30A Siberia Kazan")
    assert at(match, "30A") == NUMBER["KAZ"]
    assert not match.state.flags[UNIT["30A"]] & DISPERSED


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
