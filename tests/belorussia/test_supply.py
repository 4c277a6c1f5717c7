"""Supply, replacements and rebuilding: what holds for every roll, placement and Dead Pile."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.index import rulings
from landbridge.games.belorussia.replacements import rebuild_charts as rebuilds
from landbridge.games.belorussia.replacements import special_table as special_replacements
from landbridge.games.belorussia.replacements.rebuild_charts import Kind, Unit, rebuild_price
from landbridge.games.belorussia.replacements.rebuilding import ReplacementsAtHand, may_rebuild, pay
from landbridge.games.belorussia.replacements.rolls import axis_replacements, soviet_replacements
from landbridge.games.belorussia.replacements.special_table import (
    Alert,
    Dead,
    Rebuild,
    axis_special,
    draw_alert,
    soviet_special,
    take_axis_special,
)
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply import income as supply
from landbridge.games.belorussia.supply.lots import SupplyLot, amount
from landbridge.games.belorussia.supply.placement import check_placement, parse_put
from landbridge.games.belorussia.supply.soviet_placement import FRONTS
from landbridge.games.belorussia.words import PACKAGE

DAY = date(1943, 11, 1)
PILES = st.lists(st.sampled_from(get_args(Dead)), max_size=6).map(tuple)
TOKENS = st.integers(0, 60)


# Income


def test_mean_incomes_are_those_of_the_tables() -> None:
    soviet = odds(supply.soviet_income, DAY)
    assert soviet.mean() == Fraction(435, 36)
    axis = odds(supply.axis_income, DAY, supply.UNTROUBLED)
    assert axis.mean(lambda income: income.total) == 9
    cut_off = odds(supply.axis_income, DAY, supply.Minsk(isolated=True))
    assert cut_off.mean(lambda income: income.total) < 9


@given(st.integers(2, 12), st.booleans(), st.booleans(), st.booleans())
def test_trouble_at_minsk_never_helps(shown: int, isolated: bool, lost: bool, fort: bool) -> None:
    minsk = supply.Minsk(isolated, lost, fort)
    found = supply.axis_income(DAY, minsk, ScriptedDice([shown])).result
    best = supply.axis_income(DAY, supply.UNTROUBLED, ScriptedDice([shown])).result
    assert found.total <= best.total
    assert found.total == found.minsk + found.cities + found.hqs


# Placement


@given(st.lists(TOKENS, min_size=4, max_size=4), st.integers(0, 2))
def test_soviet_placement_is_judged_by_duty_and_total(tokens: list[int], lot: int) -> None:
    puts = tuple(SupplyLot(front, "front_hq", n) for front, n in zip(FRONTS, tokens, strict=True))
    puts += (SupplyLot("Smolensk", "air_base", lot),)
    found = check_placement(12, puts).result
    legal = min(tokens) >= 4 and sum(tokens) + lot == 48
    assert found.legal == legal == (not found.violations)
    assert all(violation.rules and violation.remedy for violation in found.violations)


@given(TOKENS, TOKENS, TOKENS, st.integers(0, 2), st.booleans(), st.booleans())
def test_axis_income_is_placed_or_lost_to_the_last_token(
    minsk: int, city: int, hq: int, lot: int, soviet: bool, trace: bool
) -> None:
    puts = (
        SupplyLot("Minsk", "major_city", minsk),
        SupplyLot("Orsha", "minor_city", city),
        SupplyLot("4th Army", "army_hq", hq, in_trace=trace),
        SupplyLot("Bobruisk", "air_base", lot),
    )
    found = check_placement(supply.axis_points(2, 2, 5), puts, supply.Minsk(soviet=soviet)).result
    if found.legal:
        assert found.placed + found.lost == 36
        assert found.placed == minsk + city + hq + lot
        assert not (soviet and minsk)
        assert trace or not hq


@given(st.integers(0, 200))
def test_amounts_are_read_as_they_are_written(tokens: int) -> None:
    assert parse_put(f"Orsha: minor_city {amount(tokens).replace(' ', '')}").tokens == tokens


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Orsha", "write place: kind amount"),
        ("Orsha: minor_city", "write place: kind amount"),
        ("Orsha: town 1SP", "no kind of place 'town'"),
        ("Orsha: minor_city 1SP occupied", "no remark 'occupied'"),
    ],
)
def test_a_bad_entry_says_what_is_allowed(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        parse_put(text)


# Special replacements


@given(st.integers(1, 6), PILES)
def test_the_soviet_chain_rebuilds_only_what_is_dead(die: int, dead: tuple[Dead, ...]) -> None:
    found = soviet_special(ScriptedDice([die]), dead).result
    chain: tuple[Rebuild, ...] = get_args(Rebuild)[:die]
    there = [kind for kind in chain if set(special_replacements.REBUILDS[kind].fits) & set(dead)]
    assert found.rebuild == (there[-1] if there else None)
    empty = soviet_special(ScriptedDice([die]), ()).result
    assert (found.partisans, found.hogs) == (empty.partisans, empty.hogs)


@given(
    st.integers(1, 6),
    st.sampled_from(["tiger", "other"]),
    PILES,
    st.lists(st.sampled_from(get_args(Alert)), max_size=3).map(tuple),
    st.integers(0, 3),
)
def test_the_axis_result_is_one_of_its_line(
    die: int, choice: str, dead: tuple[Dead, ...], empty: tuple[Alert, ...], kept: int
) -> None:
    line = axis_special(ScriptedDice([die]))
    found = take_axis_special(line, choice, dead, empty, kept).result  # type: ignore[arg-type]
    assert found.received == ("tiger" if line.tiger and choice == "tiger" else line.result)
    assert (found.outcome == "kept") == (found.tigers_kept == kept + 1)
    assert (found.outcome == "placed") <= (found.received not in empty)


def test_an_alert_unit_is_drawn_at_random() -> None:
    pool = ["Alarm 1", "Alarm 2", "Alarm 3"]
    assert draw_alert(pool, "infantry", ScriptedDice([2])) == "Alarm 2"
    assert len(odds(draw_alert, pool, "infantry")) == 3
    assert draw_alert(["Alarm 9"], "flak", ScriptedDice([])) == "Alarm 9"


# Replacements and rebuilding


def test_expected_replacements_of_a_turn() -> None:
    soviet = odds(soviet_replacements_now)
    assert soviet.mean(lambda found: found.activations) == Fraction(4, 3)
    assert soviet.chance(lambda found: found.special) * 36 == 26
    axis = odds(lambda nature: axis_replacements(DAY, nature))
    assert axis.chance(lambda found: found.special) * 36 == 10


def soviet_replacements_now(nature: ScriptedDice) -> object:
    return soviet_replacements(DAY, nature)


@given(
    st.integers(0, 5),
    st.integers(0, 4),
    st.lists(st.integers(2, 5), max_size=4),
    st.integers(1, 3),
)
def test_a_payment_never_takes_more_than_is_there(
    ar: int, pax: int, eq: list[int], steps: int
) -> None:
    unit = Unit(side="axis", kind="mech", ar=ar, steps=3)
    found = pay(unit, ReplacementsAtHand(pax=pax, eq=tuple(eq)), steps).result
    enough = pax >= steps and sum(rating >= ar for rating in eq) >= steps
    assert found.legal == enough
    if found.legal:
        assert found.pax == steps
        assert all(may_rebuild(rating, unit).result for rating in found.eq)
        left = list(eq)
        for rating in found.eq:
            left.remove(rating)


@pytest.mark.parametrize("side", ["soviet", "axis"])
@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_unit_has_an_answer(side: str, kind: str) -> None:
    unit = Unit(side=side, kind=kind, size="brigade", ar=3, move="leg")  # type: ignore[arg-type]
    if kind in rebuilds.ONLY["axis" if side == "soviet" else "soviet"]:
        with pytest.raises(BadInput, match="only"):
            rebuild_price(unit)
        return
    found = rebuild_price(unit).result
    assert found.goes_to in ("dead_pile", "pool", "returns")
    for way in found.ways:
        assert way.by != "replacements" or way.pax + way.ally_pax + way.eq > 0


def test_pictures_are_kinds_of_units() -> None:
    for line in rebuilds.CHART:
        if line.pictures is None:
            continue
        switch, figure = line.pictures
        for option in rulings(PACKAGE)[switch].options:
            assert set(figures(switch, option)[figure]) <= set(get_args(Kind))


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(BadInput, match="Allowed: add_up or one_only"):
        figures("tiger_keeping", "always")
