"""Purchases: what the cases cannot say: charts as wholes, texts, pieces and long plans."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Sampler, SeededDice
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.drafts.drafts import shop
from landbridge.games.orsha.rules.arriving.receiving import receive
from landbridge.games.orsha.rules.arriving.variants import BY_NOTE, STORMOVIK
from landbridge.games.orsha.rules.arriving.weapons import CHARTS
from landbridge.games.orsha.rules.purchases.fpp_share import fpp_limit
from landbridge.games.orsha.rules.purchases.initial_pieces import receive_initial
from landbridge.games.orsha.rules.purchases.limits import purchases_left
from landbridge.games.orsha.rules.purchases.minefield_lines import check_minefield
from landbridge.games.orsha.rules.purchases.odds import count_in_plan, plan_groups
from landbridge.games.orsha.rules.purchases.order_of_battle import order_of_battle
from landbridge.games.orsha.rules.purchases.pieces import counters, find_counter
from landbridge.games.orsha.rules.purchases.plan import check_plan, start_of
from landbridge.games.orsha.rules.purchases.prices import cost, price
from landbridge.games.orsha.rules.purchases.reinforcement_groups import Group, groups, notes
from landbridge.games.orsha.rules.purchases.written import (
    PastPurchase,
    Purchase,
    parse_bought,
    parse_plan,
    parse_purchase,
)
from landbridge.games.orsha.rules.questions import AS_RULED
from landbridge.games.orsha.rules.words import CG_DATES, Side
from orsha.campaign_play import begin

SIDES: tuple[Side, ...] = ("german", "russian")
ROWS = [group for side in SIDES for group in groups(side).values()]
every_row = pytest.mark.parametrize("group", ROWS, ids=[f"{g.side} {g.id}" for g in ROWS])


# The charts as wholes


@pytest.mark.parametrize(
    ("side", "rows", "a_date", "a_campaign"), [("german", 32, 223, 474), ("russian", 31, 226, 540)]
)
def test_a_chart_adds_up(side: Side, rows: int, a_date: int, a_campaign: int) -> None:
    chart = groups(side).values()
    assert len(chart) == rows
    assert sum(group.cpp * group.date_max for group in chart) == a_date
    assert sum(group.cpp * group.cg_max for group in chart) == a_campaign


@pytest.mark.parametrize("side", SIDES)
def test_every_note_names_the_rows_that_carry_it(side: Side) -> None:
    for letter, note in notes(side).items():
        carrying = tuple(rg for rg, group in groups(side).items() if letter in group.notes)
        assert carrying == note.rows, f"{side} note {letter}"
    letters = {letter for group in groups(side).values() for letter in group.notes}
    assert letters == set(notes(side))


@every_row
def test_every_piece_of_a_row_has_a_counter(group: Group) -> None:
    solid = ("company", "platoon", "hw_section", "cupolas", "afv_platoon", "sp_flak", "guns")
    if group.kind not in solid:
        return
    rolled = next((BY_NOTE[n] for n in group.notes if n in BY_NOTE and group.id[0] in "VG"), None)
    if group.side == "russian" and rolled is not None:
        names = {cell.value for cell in rolled.column().rows}
    else:
        names = {unit.name for unit in group.units}
    assert names <= set(counters(group.side))


def test_other_pieces_have_counters_too() -> None:
    for side in SIDES:
        assert set(CHARTS[side].columns) <= set(counters(side))
        assert {"2-2-8"} <= set(counters(side))
        for entry in order_of_battle(side).result.entries:
            if entry.kind in ("vehicle", "cupola"):
                assert entry.name in counters(side)
    types = {cell.value for column in STORMOVIK.columns.values() for cell in column.rows}
    assert types <= set(counters("russian"))


@pytest.mark.parametrize(
    ("name", "cvp", "leadership"), [("10-3", 4, -3), ("9-1", 2, -1), ("8-0", 1, 0), ("6+1", 1, 1)]
)
def test_a_leader_is_worth_his_leadership(name: str, cvp: int, leadership: int) -> None:
    found = find_counter("russian", name)
    assert (found.cvp, found.values["leadership"]) == (cvp, leadership)


def test_an_unknown_counter_names_those_that_exist() -> None:
    with pytest.raises(BadInput, match=r"no German piece 'StuG IIIF'.*StuG IIIG"):
        find_counter("german", "StuG IIIF")


# Texts

purchases = st.builds(
    Purchase,
    rg=st.sampled_from(sorted(groups("russian"))),
    entry=st.sampled_from([None, "onboard", "offboard", "retained"]),
    hexes=st.integers(0, 3),
    raised=st.integers(0, 2),
    trucks=st.booleans(),
    basic=st.booleans(),
    given=st.booleans(),
)


@given(purchases)
def test_a_purchase_reads_as_it_is_written(purchase: Purchase) -> None:
    assert parse_purchase("russian", str(purchase)) == (purchase,)


def test_a_line_can_be_numbered_and_is_not_particular_about_case() -> None:
    assert parse_plan("german", ("3x i1 Offboard", "O4 raised")) == (
        *(Purchase(rg="I1", entry="offboard"),) * 3,
        Purchase(rg="O4", raised=1),
    )
    assert parse_bought("german", ("23am 2x V1", "24PM: M1")) == (
        *(PastPurchase("23am", Purchase(rg="V1")),) * 2,
        PastPurchase("24pm", Purchase(rg="M1")),
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("I9", "no German RG 'I9'"),
        ("B1", "no German RG 'B1'"),
        ("offboard", "is not a purchase"),
        ("I1 I2", "is not a purchase"),
        ("I1 sideways", "no choice 'sideways'"),
        ("O1 hexes=two", "no choice 'hexes=two'"),
        ("99x I1", "1 to 50 times, not 99"),
    ],
)
def test_a_bad_line_says_what_is_allowed(text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        parse_purchase("german", text)


def test_a_bad_date_says_what_is_allowed() -> None:
    with pytest.raises(BadInput, match="no CG Date '25am'"):
        parse_bought("german", ("25am I1",))


# Prices and plans


@given(st.sampled_from(SIDES), st.sampled_from(CG_DATES), st.data())
def test_no_price_is_below_nothing(side: Side, date: Any, data: st.DataObject) -> None:
    rg = data.draw(st.sampled_from(sorted(groups(side))))
    entry = data.draw(st.sampled_from([None, "onboard", "offboard", "retained"]))
    found = price(side, date, Purchase(rg=rg, entry=entry))
    assert 0 <= found.total <= groups(side)[rg].cpp + 1
    assert abs(found.total - groups(side)[rg].cpp) <= 1


@given(st.lists(st.sampled_from(sorted(groups("german"))), max_size=12))
def test_a_plan_costs_what_its_parts_cost(rgs: list[str]) -> None:
    plan = tuple(Purchase(rg=rg) for rg in rgs)
    bill = cost("german", "23am", plan)
    assert bill.total == sum(groups("german")[rg].cpp for rg in rgs)
    assert bill.total == sum(item.cpp for item in bill.items)


@every_row
def test_the_maxima_of_a_row_hold_to_the_last(group: Group) -> None:
    most = min(group.date_max, group.cg_max)
    date: Any = "24pm"
    for number, ok in ((most, True), (most + 1, False)):
        plan = (Purchase(rg=group.id),) * number
        assert check_plan(group.side, date, plan, 500).result.legal is ok
    bought = (PastPurchase("23am", Purchase(rg=group.id)),) * (group.cg_max - 1)
    assert purchases_left(group, date, bought, Why()).may_buy == 1
    assert check_plan(group.side, date, (Purchase(rg=group.id),), 500, bought).result.legal
    bought += bought[:1] or (PastPurchase("23am", Purchase(rg=group.id)),)
    assert purchases_left(group, date, bought, Why()).may_buy == 0
    assert not check_plan(group.side, date, (Purchase(rg=group.id),), 500, bought).result.legal


def test_a_plan_shows_every_fault_at_once() -> None:
    plan = parse_plan("german", ("3x I1", "G1 offboard", "O5 hexes=1", "5x M1"))
    found = check_plan("german", "23pm", plan, 20).result
    assert [v.rules[0] for v in found.violations] == [
        "OTO-CG12a-2",
        "OTO-NEC-21",
        "OTO-8.616-1",
        "OTO-RGG-i-1",
        "OTO-8.611-1",
    ]


@given(st.integers(0, 300))
def test_a_fifth_is_rounded_up(available: int) -> None:
    most = fpp_limit(available)
    assert Fraction(available, 5) <= most < Fraction(available, 5) + 1


def test_later_dates_must_say_their_cpp() -> None:
    assert start_of("german", "23am", None) == 66
    assert start_of("russian", "23am", None) == 68
    with pytest.raises(BadInput, match="start is needed on 24am"):
        start_of("german", "24am", None)


def test_a_minefield_names_hexes_of_the_map() -> None:
    with pytest.raises(BadInput, match="no row 54"):
        check_minefield(tuple(f"A{n}" for n in range(47, 55)))
    with pytest.raises(BadInput, match="No hex of the map"):
        check_minefield(tuple(f"B{n}" for n in range(8)))
    assert check_minefield(tuple(f"B{n}" for n in range(8)), edge_rows="all").result.legal


# What is received


@every_row
@pytest.mark.parametrize("date", ["23am", "24am"])
def test_pieces_have_names_that_never_change(group: Group, date: Any) -> None:
    bought = Purchase(rg=group.id)
    line = "X-1"
    first = receive(group.side, bought, date, line, SeededDice(b"key", 7))
    again = receive(group.side, bought, date, line, SeededDice(b"key", 7))
    assert first == again
    assert first
    assert [piece.id for piece in first] == [f"X-1/{n}" for n in range(1, len(first) + 1)]
    for piece in first:
        assert piece.side == group.side
        assert piece.history == (f"bought with {group.id} on {date}",)
        assert isinstance(piece.values, dict)


def test_aircraft_are_counted_when_they_enter() -> None:
    (piece,) = receive("german", Purchase(rg="F1"), "23pm", "line", SeededDice(b"key", 1))
    assert (piece.kind, piece.remarks) == ("aircraft", ("number by E7.21 on entry",))


def test_the_initial_orders_of_battle_as_pieces() -> None:
    german = receive_initial("german", SeededDice(b"key", 3))
    assert sum(piece.kind == "squad" for piece in german) == 12
    assert sum(piece.name == "HMG Cupola" for piece in german) == 2
    assert sum(piece.kind == "fortification" for piece in german) == 25
    assert sum(piece.kind == "minefield" for piece in german) == 4
    russian = receive_initial("russian", SeededDice(b"key", 3))
    assert sum(piece.name.startswith("PT-34") for piece in russian) == 6
    assert sum(piece.name == "KV-1S" for piece in russian) == 4
    assert sum(piece.name == "T-34 M43" for piece in russian) == 4
    assert sum(piece.name == "GAZ-MM" for piece in russian) == 6
    assert sum(piece.kind == "bombardment" for piece in russian) == 2
    for side in (german, russian):
        assert len({piece.id for piece in side}) == len(side)


# Odds


def test_a_long_plan_is_quick_and_adds_up() -> None:
    plan = plan_groups("german", "24am", ("10x I1", "10x V1", "10x G1"), given=False)
    found = odds(count_in_plan, plan, "24am", "depleted", None, AS_RULED)
    assert found.mean() == Fraction(5, 18) * 30
    assert set(found) == set(range(31))


def test_sampling_agrees_with_the_odds() -> None:
    plan = plan_groups("russian", "23am", ("2x I2", "I4"), given=True)
    asked = (plan, "23am", "leader_sets", None, AS_RULED)
    exact = odds(count_in_plan, *asked)
    runs = 4000
    seen = Sampler(5).sample(count_in_plan, *asked, runs=runs)
    for number, chance in exact.items():
        assert abs(seen.get(number, 0) / runs - float(chance)) < 0.03


def test_only_minus_two_gives_the_odds_of_question_f() -> None:
    wanted = ("2x I1", "2x I2", "I3", "I4", "I5")
    plan = plan_groups("russian", "23am", wanted, given=True)

    def chance(drm: int) -> float:
        found = odds(count_in_plan, plan, "23am", "leader_sets", drm, AS_RULED)
        return float(found.chance(lambda number: number >= 2))

    assert {drm for drm in range(-4, 3) if abs(chance(drm) - 0.30) < 0.05} == {-2}


@pytest.mark.parametrize("side", SIDES)
def test_the_chart_refuses_what_buying_refuses(side: Side) -> None:
    """Observers need a module, a Recon dr needs the right side: the chart asks the same code."""
    match = begin()
    rows = shop(match.state, side).rows
    for row in rows:
        found = match.game.check(match.state, side, match.game.read(f"buy {row.id}"))
        assert row.refused == next(iter(found), None)
    assert all(row.refused is not None for row in rows if row.kind == "observer")
