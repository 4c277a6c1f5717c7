"""What players have agreed on, in a match: every switch that is offered counts there."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from belorussia.test_facts import go_on, offered, say
from belorussia.test_ledger import at_position, begin, log_text, to_orders
from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.games.belorussia import INFO
from landbridge.games.belorussia.ledger.books import Book, DeadUnit
from landbridge.games.belorussia.ledger.facts.every_fact import FACTS
from landbridge.games.belorussia.ledger.facts.resolving import resolvable
from landbridge.games.belorussia.ledger.facts.supply_places import Hold
from landbridge.games.belorussia.position.asking import PositionQuestion
from landbridge.games.belorussia.replacements.rebuild_charts import Unit
from landbridge.games.belorussia.rulings import Rulings
from landbridge.referee.asking import question
from landbridge.referee.games import new_match


def phase(side: str, options: dict[str, str] | None = None, **position: Any) -> Match[Any]:
    """A Reinforcement Phase in which nothing is due."""
    first = new_match("belorussia", seed=1, dice="either", options=options or {})
    step = {"type": "Reinforcement", "side": side, "income": 0, "rolled": True}
    return at_position(first, {"agenda": [step]} | position)


def orders(options: dict[str, str], **position: Any) -> Match[Any]:
    """The orders to the Fronts on a later turn."""
    first = new_match("belorussia", seed=1, dice="either", options=options)
    return at_position(first, {"turn": 3, "agenda": [{"type": "FrontOrders"}]} | position)


# Which switches a match asks for


SEEN: set[str] = set()
ABOUT_A_POSITION = [
    kind
    for kind in (question(f"belorussia.{name}")[1] for name in INFO.questions)
    if issubclass(kind, PositionQuestion)
]


class SeenRulings(Rulings, frozen=True, kw_only=True):
    """Rulings that note which of them are asked for."""

    def __getattribute__(self, name: str) -> Any:
        SEEN.add(name)
        return super().__getattribute__(name)


def play_from(turn: int, actions: int = 250) -> Match[Any]:
    """Play a campaign from a turn on, and say everything that can be said."""
    rng = random.Random(turn)
    first = new_match("belorussia", seed=turn)
    state = first.game.set_up("campaign-1943", first.game.choose({}), Play(Sampler(turn)))
    agenda = state.agenda if turn == 1 else state.agenda[1:]
    lost = Unit(side="soviet", kind="infantry", size="division", ar=2, move="leg", steps=3)
    state = replace(
        state,
        turn=turn,
        agenda=agenda,
        soviet=Book(pax=6, dead=(DeadUnit("51", lost),)),
    )
    match = Match(first.game, first.header, state, first.opening)
    bots = {role: RandomBot(f"{turn} {role}") for role in match.game.roles}
    while match.outcome is None and len(match) < actions:
        fact = rng.choice(FACTS)
        if rng.random() < 0.1 and offered(match, "appeal"):
            match.do("appeal", "soviet")
        elif rng.random() < 0.5 or not say(match, fact, rng):
            go_on(match, bots)
    return match


def test_match_turns_on_every_switch_that_it_offers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("landbridge.games.belorussia.ledger.game.Rulings", SeenRulings)
    SEEN.clear()
    play_from(1, 0).do("partisan B6.03 swamp track")
    play_from(1, 0).do("call kovel")
    play_from(55, 40)
    for turn in (1, 20, 44):
        match = play_from(turn)
    match.do("hold Vitebsk")
    assert dict(match.game.sheets(match.state))
    match.do("lose axis 'Army Group North' army_group_hq brigade 0 truck")
    match.do("lose axis '16th Army' army_hq brigade 0 truck")
    number = match.state.partisans[0].number
    match.game.recorded_as(match.state, "soviet", Hold("Minsk"))
    for action in (f"displace {number} B6.05 swamp track", "call kovel 5 partisan"):
        with suppress(Refusal):
            match.do(action)
    for scenario in ("first-steps", "kovel"):
        on_map = new_match("belorussia", scenario=scenario, seed=1)
        play(on_map, {role: RandomBot(f"x {role}") for role in on_map.game.roles})
    # What players resolve, and what they ask about a position: matches call the same functions.
    for kind in (*resolvable().values(), *ABOUT_A_POSITION):
        SEEN.update(kind.turns_on)
    assert set(match.game.rulings) <= SEEN


@pytest.mark.parametrize(("lakes", "text"), [("chart", "prohibited"), ("leg_only", "leg only")])
def test_what_is_resolved_on_the_players_own_map_turns_on_their_switches(
    lakes: str, text: str
) -> None:
    first = begin(options={"frozen_lakes": lakes})
    step = {"type": "OnTheMap", "side": "soviet"}
    weather = {"ground": "freeze", "flight": "full", "ice": {"present": True}}
    match = at_position(first, {"turn": 30, "agenda": [step], **weather})
    match.do("resolve ice_effects")
    assert f"lakes {text}" in log_text(match)
    with pytest.raises(BadInput, match="frozen_lakes is known to the ledger"):
        match.do("resolve ice_effects frozen_lakes=leg_only")


def sheet(match: Match[Any]) -> tuple[Any, ...]:
    parts: tuple[Any, ...] = match.game.sheets(match.state)["ledger"].parts
    return parts


def row(match: Match[Any], book: str, name: str) -> str:
    """A row of a side's book as it is printed."""
    (part,) = [p for p in sheet(match) if p.title == f"{book} book"]
    return str(dict(part.grid.rows)[name])


# Paying for orders


def test_an_offensive_is_paid_off_the_dumps_on_the_map() -> None:
    match = to_orders(begin(options={"offensive_entry": "from_ready_paid"}))
    match.do("offensive western")
    assert "Western Front pays 2 SP for it: take them off its dumps on the map." in log_text(match)
    assert match.state.soviet.paid == {"Western": 2}
    assert row(match, "Soviet", "Paid for orders, off the dumps on the map") == "Western 2 SP"
    # What the Fronts have received is another account.
    assert match.state.soviet.supply == {}
    free = to_orders(begin())
    free.do("offensive western")
    assert free.state.soviet.paid == {}
    assert "pays" not in log_text(free)


def test_a_barrage_marker_is_hastened_for_supply() -> None:
    paid = {"barrage_track": "count_up_paid"}
    match = orders(paid)
    match.do("hasten 1st_belorussian")
    assert match.state.fronts["1st_belorussian"].barrage == 7
    assert match.state.soviet.paid == {"1st Belorussian": 1}
    with pytest.raises(Refusal, match="it has paid for a step this turn"):
        match.do("hasten 1st_belorussian")
    with pytest.raises(Refusal, match="its barrage is Ready"):
        match.do("hasten 1st_baltic")
    match.do("hasten western")
    assert match.state.fronts["western"].barrage == 0
    assert "one step more: Ready" in log_text(match)
    with pytest.raises(Refusal, match="no marker moves on a campaign's first turn"):
        to_orders(begin(options=paid)).do("hasten western")
    with pytest.raises(Refusal, match="no further step can be bought in this match"):
        orders({}).do("hasten western")


def test_the_soviet_player_may_choose_his_penal_units() -> None:
    match = orders({"penal": "player_choice"})
    with pytest.raises(BadInput, match="A Front brings 0 to 2 penal units, not 3"):
        match.do("offensive western 3")
    match.do("offensive western 1")
    assert match.state.penal_out["western"] == 1
    with pytest.raises(Refusal, match="not chosen in this match"):
        orders({}).do("offensive western 1")


# Objectives


def test_fronts_on_the_offensive_name_objectives_and_are_scored() -> None:
    match = to_orders(begin(options={"front_objectives": "objectives"}))
    with pytest.raises(Refusal, match="2nd Belorussian Front has 2 more to name"):
        match.do("orders")
    match.do("objective 2nd_belorussian Mogilev")
    with pytest.raises(Refusal, match="Mogilev is named already"):
        match.do("objective 2nd_belorussian Mogilev")
    match.do("objective 2nd_belorussian Rogachev")
    with pytest.raises(Refusal, match="2nd Belorussian Front has no objective to name"):
        match.do("objective 2nd_belorussian Minsk")
    with pytest.raises(BadInput, match="Moscow"):
        match.do("objective 1st_belorussian Moscow")
    match.do("hold Gomel")
    with pytest.raises(Refusal, match="Gomel is in Soviet hands already"):
        match.do("objective 1st_belorussian Gomel")
    match.do("objective 1st_belorussian Rechitsa")
    match.do("objective 1st_belorussian Zhlobin")
    match.do("hold Rogachev")
    assert "Rogachev, an objective of 2nd Belorussian Front, is taken." in log_text(match)
    match.do("regroup 2nd_belorussian")
    assert match.state.soviet.vp == 1
    match.do("regroup 1st_belorussian")
    assert match.state.soviet.vp == 0
    assert match.state.objectives == {}
    assert "objectives taken: none (-1 VP, Soviet 0 now)" in log_text(match)
    match.do("orders")


def test_objectives_are_scored_when_an_offensive_runs_out_and_at_the_end() -> None:
    named = {
        "western": {"places": ["Orsha", "Vitebsk"], "taken": ["Orsha", "Vitebsk"], "settled": True},
        "1st_baltic": {"places": ["Polotsk", "Nevel"], "settled": True},
    }
    fronts = {
        "western": {"posture": "offensive", "turns": 8},
        "1st_baltic": {"posture": "offensive", "turns": 2},
        "2nd_belorussian": {"posture": "ready"},
        "1st_belorussian": {"posture": "ready"},
    }
    options = {"front_objectives": "objectives"}
    first = new_match("belorussia", seed=1, dice="either", options=options)
    later = {"objectives": named, "fronts": fronts, "turn": 5}
    match = at_position(first, later | {"agenda": [{"type": "FrontDisplay"}]})
    assert match.state.soviet.vp == 2
    assert set(match.state.objectives) == {"1st_baltic"}
    over = at_position(first, later | {"turn": 63, "agenda": [{"type": "TurnEnd"}]})
    assert over.outcome is not None
    assert over.outcome.score == {"soviet": 1}


def test_without_the_optional_victory_no_objective_is_named() -> None:
    match = to_orders(begin())
    with pytest.raises(Refusal, match="Fronts name no objectives in this match"):
        match.do("objective 2nd_belorussian Mogilev")
    match.do("hold Mogilev")
    match.do("regroup 2nd_belorussian")
    assert match.state.soviet.vp == 0


# Replacements


def test_a_dated_eq_may_wait() -> None:
    due = {"type": "BeginPlayerTurn", "side": "axis"}
    for ruling, kept in (("as_table", ()), ("dated_eq_waits", (5,))):
        first = new_match("belorussia", seed=1, options={"replacement_saving": ruling})
        match = at_position(first, {"turn": 12, "agenda": [due]})
        for entry in match.state.agenda[0].rows:
            match.do(f"arrive {entry}")
        assert match.state.axis.eq == kept
        assert match.state.agenda[0].eq == (() if kept else (5,))
        assert match.state.axis.totals["eq"] == 1
        match.do("lose axis 9 tank battalion 4 track")
        match = at_position(
            match,
            {"agenda": [{"type": "Reinforcement", "side": "axis", "income": 0, "rolled": True}]},
        )
        if kept:
            match.do("rebuild 9")
            assert match.state.axis.eq == ()
            assert "9 is rebuilt for AR5 Eq" in log_text(match)
        else:
            with pytest.raises(Refusal, match="1 Eq of AR4 or more are needed, 0 are there"):
                match.do("rebuild 9")


def test_a_lower_special_result_may_be_taken() -> None:
    dead = [
        {
            "name": "A",
            "unit": {"side": "soviet", "kind": "anti_tank", "size": "brigade", "move": "leg"},
        },
        {"name": "B", "unit": {"side": "soviet", "kind": "artillery", "steps": 3}},
    ]
    step = {"type": "Reinforcement", "side": "soviet", "income": 0, "rolled": True}
    for ruling in ("must_take", "may_skip"):
        first = new_match("belorussia", seed=1, options={"soviet_fallback": ruling})
        match = at_position(
            first, {"agenda": [step | {"rebuild": "anti_tank"}], "soviet": {"dead": dead}}
        )
        if ruling == "must_take":
            with pytest.raises(Refusal):
                match.do("rebuild B")
            continue
        with pytest.raises(Refusal):
            match.do("rebuild B 2")
        match.do("rebuild B")
        assert match.state.agenda[0].rebuild == ""
        assert "B (1 of 3 steps) is rebuilt for the special result" in log_text(match)


def test_a_special_result_brings_a_whole_unit_or_a_step() -> None:
    step = {"type": "Reinforcement", "side": "soviet", "rebuild": "army_hq"}
    unit = {"side": "soviet", "kind": "army_hq", "size": "division", "steps": 2}
    dead = {"soviet": {"dead": [{"name": "5A", "unit": unit}]}}
    match = at_position(new_match("belorussia", seed=1), {"agenda": [step]} | dead)
    match.do("rebuild 5A")
    assert "5A (2 of 2 steps) is rebuilt for the special result" in log_text(match)


def test_a_special_rebuild_that_is_not_used_is_lost() -> None:
    step = {"type": "Reinforcement", "side": "soviet", "rolled": True, "rebuild": "artillery"}
    match = at_position(new_match("belorussia", seed=1), {"agenda": [step | {"income": None}]})
    match.do("supply")
    for place in ("1st Baltic", "Western", "2nd Belorussian"):
        match.do(f"put '{place}' 1SP")
    match.do("put '1st Belorussian' rest")
    match.do("done")
    assert "Unused, and lost with the phase: the special rebuild." in log_text(match)


def test_where_rebuilt_units_stand() -> None:
    for options, free in (({}, "1 Oct 43"), ({"rvgk": "slow_box"}, "8 Oct 43")):
        match = phase("soviet", options, soviet={"pax": 2})
        match.do("lose soviet 51 infantry division 2 leg no 2")
        match.do("rebuild 51")
        assert f"in the RVGK-3 box, free to leave on {free}." in log_text(match)
    match = phase("axis", {"axis_repl_reach": "two_hexes"}, axis={"pax": 2})
    match.do("lose axis 9 infantry battalion 2 leg")
    match.do("rebuild 9")
    assert "at an HQ in trace or within 2 hexes of it." in log_text(match)


def test_ally_pax_rebuild_hungarians() -> None:
    match = phase("axis", axis={"ally": 3, "pax": 9})
    with pytest.raises(BadInput, match="A Hungarian unit is Axis"):
        match.do("lose soviet 9 infantry division 2 leg no 1 hungarian")
    match.do("lose axis Hu infantry division 2 leg no 2 hungarian")
    match.do("rebuild Hu")
    assert (match.state.axis.ally, match.state.axis.pax) == (1, 9)
    match.do("lose axis Dot infantry division 2 leg no 1 yellow_dot")
    assert "Dot (Axis) is lost and goes out of play" in log_text(match)


# Entries that wait


def test_units_that_are_cut_off_wait_or_are_removed() -> None:
    rows = {"rows": ["TFB-OOS-8"]}
    step = {"type": "Reinforcement", "side": "soviet", "income": 0, "rolled": True} | rows
    first = new_match("belorussia", seed=1)
    match = at_position(first, {"agenda": [step]})
    match.do("wait TFB-OOS-8")
    assert match.state.agenda[0].rows == ()
    match = at_position(match, {"agenda": [{"type": "BeginPlayerTurn", "side": "soviet"}]})
    match.do("orders")
    assert match.state.agenda[0].rows[0] == "TFB-OOS-8"
    assert match.state.late == ()
    strict = new_match("belorussia", seed=1, options={"withdrawals": "strict"})
    with pytest.raises(Refusal, match="a unit without trace is removed too"):
        at_position(strict, {"agenda": [step]}).do("wait TFB-OOS-8")


def test_axis_arrivals_wait_for_an_hq_only_where_that_is_agreed() -> None:
    step = {"type": "Reinforcement", "side": "axis", "income": 0, "rolled": True}
    due = {"agenda": [step | {"rows": ["TFB-OOA-1"]}]}
    match = at_position(new_match("belorussia", seed=1), due)
    with pytest.raises(Refusal, match="arrivals do not wait for an HQ"):
        match.do("wait TFB-OOA-1")
    match = at_position(new_match("belorussia", seed=1, options={"axis_arrival": "hq_only"}), due)
    with pytest.raises(Refusal, match="in trace; arrive TFB-OOA-1"):
        match.do("wait TFB-OOA-1")
    for name, place in list(match.state.places.items()):
        if place.kind in ("army_hq", "army_group_hq"):
            match.do(f"mark '{name}' {place.kind} axis yes yes no")
    match.do("wait TFB-OOA-1")
    assert [late.row for late in match.state.late] == ["TFB-OOA-1"]


def test_the_sixteenth_panzer_division_may_come_later_where_that_is_agreed() -> None:
    row16 = "TFB-OOA-34"
    step = {"type": "Reinforcement", "side": "axis", "income": 0, "rolled": True, "rows": [row16]}
    with pytest.raises(Refusal, match="not taken then, it is gone"):
        phase("axis", turn=25).do("call 16_pz")
    later = {"sixteenth_panzer": "later_too"}
    with pytest.raises(Refusal, match="it is offered on 12 Dec 43"):
        phase("axis", later, turn=12).do("call 16_pz")
    match = phase("axis", later, turn=25, agenda=[step])
    match.do(f"decline {row16}")
    match.do("call 16_pz")
    assert match.state.called == (row16,)
    match = at_position(match, {"agenda": [step]})
    match.do(f"arrive {row16}")
    assert (match.state.called, match.state.soviet.vp) == ((), 1)
    with pytest.raises(Refusal, match="it has come already"):
        match.do("call 16_pz")


def test_the_rating_of_52_keeps_nobody_from_leaving_RUL_TFB_88() -> None:
    corps = {"turn": 47, "used": ["6th Guards Mech Corps"]}
    for rating, written in (("two", "52:22-2-2"), ("three", "52:22-3-2")):
        match = phase("soviet", {"ar_of_52": rating}, **corps)
        match = at_position(match, {"agenda": [due("soviet", "TFB-OOS-63")]})
        match.do("withdraw TFB-OOS-63")
        gone = [unit.counter for unit in match.state.soviet.withdrawn]
        assert any(counter.startswith(written) for counter in gone)
        assert match.state.agenda[0].rows == ()


def due(side: str, *rows: str) -> dict[str, Any]:
    """A Reinforcement Phase in which these rows are due."""
    return {"type": "Reinforcement", "side": side, "income": 0, "rolled": True, "rows": rows}


def test_one_eq_a_unit_is_counted_over_the_whole_phase_RUL_TFB_67() -> None:
    for saving, more in (("one_eq_a_unit", False), ("as_table", True)):
        match = phase("axis", {"replacement_saving": saving})
        match = at_position(match, {"agenda": [due("axis") | {"eq": [4, 4, 5]}]})
        for name in ("5Pz", "6Pz"):
            match.do(f"lose axis {name} tank division 4 track no 2")
        match.do("rebuild 5Pz")
        match.do("rebuild 6Pz")
        if more:
            match.do("rebuild 5Pz")
            continue
        with pytest.raises(Refusal, match="2 Eq for one unit in one turn; 1 at most"):
            match.do("rebuild 5Pz")
        assert match.state.agenda[0].eq == (5,)


def test_a_withdrawn_unit_does_not_come_out_of_the_box_RUL_TFB_4() -> None:
    match = phase("soviet", turn=43)
    match = at_position(match, {"agenda": [due("soviet", "TFB-OOS-56") | {"eq": [5]}]})
    match.do("lose soviet 24 tank brigade 3 track yes")
    match.do("rebuild 24")
    assert [boxed.name for boxed in match.state.soviet.box] == ["24"]
    match.do("withdraw TFB-OOS-56")
    with pytest.raises(BadInput, match="'24' is not in the RVGK-3 box"):
        match.do("leave 24 Western")
