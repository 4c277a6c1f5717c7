"""In a match on the map the books and the counters never disagree."""

from __future__ import annotations

import random
from collections import Counter as Tally
from datetime import date
from typing import Any

import pytest
from msgspec.structs import replace
from tests.conformance.driver import step

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.columns import WORD
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.refusals import Refusal
from landbridge.games.belorussia.armies.arrival_rows import arrival_rows, counters_of
from landbridge.games.belorussia.armies.units import planes, units
from landbridge.games.belorussia.arrivals.order import by_row
from landbridge.games.belorussia.calendar import turn_number
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.ledger.reinforcement.phase import ReinforcementPhase
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.player_turns import BeginReinforcement
from landbridge.games.belorussia.map_game.arrivals.short_arrivals import MapArrivals
from landbridge.games.belorussia.position.position import DEAD, OFF_MAP, RVGK_BOX, UNUSED
from landbridge.referee.scripts import from_position

GAME = Belorussia()


# The table that joins the orders of arrival and the orders of battle


def test_every_unit_comes_and_goes_by_one_row() -> None:
    every: dict[str, Any] = {**units(), **planes()}
    for what, when in (("arrive", "arrives"), ("withdraw", "leaves")):
        rows = [row for row in arrival_rows() if row.what == what and row.date is not None]
        listed = Tally((id, row.date) for row in rows for id in row.counters)
        assert set(listed.values()) == {1}
        dated = {(id, getattr(unit, when)) for id, unit in every.items() if getattr(unit, when)}
        in_groups = {"TFB-OOS-63"}
        missing = {pair for pair in dated if pair not in listed}
        assert missing <= {(id, date(1944, 3, 1)) for row in in_groups for id in counters_of(row)}
        again = {pair for pair in listed if pair not in dated}
        assert again <= {("S-GAT-6", date(1943, 11, 22))}


def test_every_row_stands_under_its_entry() -> None:
    for row in arrival_rows():
        entry = by_row(row.row) if row.row else None
        assert entry is not None or not row.row
        if entry is not None:
            assert (entry.side, entry.date) == (row.side, row.date)
            assert (entry.what == "withdraw") == (row.what == "withdraw")
        assert all((units().get(id) or planes()[id]).side == row.side for id in row.counters)


# Whatever happens, both say the same


def at(state: Ledger, where: int) -> set[tuple[str, str]]:
    """The side and the name of every counter in a place off the map."""
    counters = state.table.counters
    places = WORD.numbers(state.table.position.at)
    return {(counters[row].side, counters[row].name) for row, p in enumerate(places) if p == where}


def check(state: Ledger) -> None:
    """Every unit of the books stands on the map, in the Dead Pile or is yet to come, once."""
    position, counters = state.table.position, state.table.counters
    places = WORD.numbers(position.at)
    books = {side: state.book(side) for side in ("soviet", "axis")}
    assert at(state, DEAD) == {(side, u.name) for side, book in books.items() for u in book.dead}
    assert at(state, RVGK_BOX) == {(side, u.name) for side, book in books.items() for u in book.box}
    reduced = {
        (one.side, one.name): one.steps - position.lost[row]
        for row, one in enumerate(counters)
        if position.lost[row] and one.steps > 1
        if places[row] < OFF_MAP or places[row] == RVGK_BOX
    }
    assert reduced == {
        (side, unit.name): unit.steps for side, book in books.items() for unit in book.reduced
    }
    due = getattr(state.agenda[0], "arriving", {}) if state.agenda else {}
    waiting = [id for ids in due.values() for id in ids]
    assert len(waiting) == len(set(waiting))
    assert all(places[counters.row(id)] == UNUSED for id in waiting)


def tokens(state: Ledger) -> int:
    position = state.table.position
    return sum(sum(own.values()) for own in position.dumps) + sum(position.load)


def placed(state: Ledger) -> int:
    return sum(sum(state.book(side).supply.values()) for side in ("soviet", "axis"))


@pytest.mark.parametrize(
    ("scenario", "seed", "most"),
    [("kovel", 1, 220), ("vitebsk-winter", 2, 120), ("map-1943", 3, 130)],
)
def test_books_and_counters_agree_in_random_play(scenario: str, seed: int, most: int) -> None:
    match: Match[Any] = Match.new(GAME, scenario, seed=seed)
    rng = random.Random(seed)
    for _ in range(most):
        if GAME.outcome(match.state) is not None:
            break
        before = match.state
        quick = not isinstance(before.agenda[0], ReinforcementPhase | MapArrivals)
        if quick and rng.random() < 0.7:
            try:
                match.do("finish")
            except Refusal:
                step(match, rng)
        else:
            step(match, rng)
        check(match.state)
        more = tokens(match.state) - tokens(before)
        arrived = placed(match.state) - placed(before)
        entered = sum(
            counter.capacity
            for row, counter in enumerate(before.table.counters)
            if counter.kind == "organic_truck"
            and before.table.position.place_of(row) == UNUSED
            and match.state.table.position.place_of(row) != UNUSED
        )
        told = match.history.events(len(match) - 1)
        came = sum(
            int(event.values["tokens"].split()[0]) for event in told if event.id == "supply_comes"
        )
        assert more <= arrived + entered + came


# What comes, goes and dies


def begun(scenario: str, day: date, side: Any, **changes: Any) -> Ledger:
    """A match as a side's Reinforcement Phase of a turn begins."""
    state = Match.new(GAME, scenario, seed=1).state
    state = replace(
        state,
        turn=turn_number(day),
        ground="dry",
        flight="full",
        agenda=(BeginReinforcement(side),),
        **changes,
    )
    return GAME.go_on(state, Play(ScriptedDice(())))


def do(state: Ledger, who: str, *actions: str, dice: Any = ()) -> tuple[Ledger, list[Any]]:
    """What these actions lead to, and what is told of it."""
    play = Play(ScriptedDice(dice))
    for text in actions:
        action = GAME.read(text)
        assert GAME.check(state, who, action) == (), text
        state = GAME.apply(state, who, action, play)
        check(state)
    return state, play.events


def place(state: Ledger, id: str) -> str:
    where = state.table.position.place_of(state.table.counters.row(id))
    return state.table.land.labels[where] if where < state.table.land.size else ""


def test_units_of_an_entry_are_placed_one_by_one_at_front_hqs() -> None:
    state = begun("map-1943", date(1943, 10, 19), "soviet")
    while not isinstance(state.agenda[0], ReinforcementPhase):
        state, _ = do(state, "soviet", "orders")
    state, _ = do(state, "soviet", "arrive TFB-OOS-7")
    assert state.agenda[0].arriving == {"TFB-OOS-7": ("S-GRD-29", "S-GRD-1", "S-AD-6")}
    hexes = GAME.next_slot(state, "soviet", "enter", ("S-GRD-1",)).words
    assert "B42.06" in hexes
    state, told = do(state, "soviet", "enter S-GRD-1 B42.06 reserve")
    assert place(state, "S-GRD-1") == "B42.06"
    assert not told[0].visible_to("axis")
    assert told[1].visible_to("axis")
    assert told[1].visible_to(SPECTATOR)
    assert any(
        "29th Guards" in wrong.text for wrong in GAME.check(state, "soviet", GAME.read("done"))
    )


def test_an_entry_may_be_placed_at_once() -> None:
    state = begun("map-1943", date(1943, 10, 29), "axis")
    state, _ = do(state, "axis", "arrive TFB-OOA-12 '4th Army'")
    assert place(state, "G-ID-290") == place(state, "G-HQ-A4")
    assert GAME.check(state, "axis", GAME.read("done"))


def test_a_place_that_is_not_an_entrance_is_refused() -> None:
    state = begun("map-1943", date(1943, 10, 29), "axis")
    wrong = GAME.check(state, "axis", GAME.read("arrive TFB-OOA-12 C20.20"))
    assert wrong
    assert wrong[0].rules == ("OCS-13.6-1", "TFB-OOA-12")


def test_new_trucks_are_new_counters_and_come_empty() -> None:
    state = begun("map-1943", date(1943, 10, 12), "soviet")
    while not isinstance(state.agenda[0], ReinforcementPhase):
        state, _ = do(state, "soviet", "orders")
    before = len(state.table.counters)
    state, _ = do(state, "soviet", "arrive TFB-OOS-5 Western")
    new = state.table.counters.all[before:]
    assert [counter.kind for counter in new] == ["truck", "truck"]
    assert {place(state, counter.id) for counter in new} == {place(state, "S-HQ-WES")}
    rows = [state.table.counters.row(counter.id) for counter in new]
    assert [state.table.position.load[row] for row in rows] == [0, 0]


def test_what_is_withdrawn_leaves_the_map_and_its_load_stays() -> None:
    state = begun("map-1943", date(1943, 10, 26), "axis")
    assert place(state, "G-PZ8-R8")
    row = state.table.counters.row("G-PZ8-OT")
    position = state.table.position
    load = bytes(4 if one == row else n for one, n in enumerate(position.load))
    state = state.with_position(replace(position, load=load))
    before = tokens(state)
    state, _ = do(state, "axis", "withdraw TFB-OOA-11")
    assert all(not place(state, id) for id in counters_of("TFB-OOA-11"))
    assert tokens(state) == before


def test_units_without_a_printed_entry_leave_by_themselves() -> None:
    state = begun("map-1943", date(1943, 11, 8), "axis")
    assert not place(state, "G-ID-330")
    assert not place(state, "G-ID-321")


def test_supply_is_put_where_the_counters_are() -> None:
    state = begun("map-1943", date(1943, 10, 1), "soviet")
    while not isinstance(state.agenda[0], ReinforcementPhase):
        state, _ = do(state, "soviet", "orders")
    before = tokens(state)
    state, _ = do(state, "soviet", "supply", dice=[(3, 4)])
    fronts = ("1st Baltic", "Western", "2nd Belorussian", "1st Belorussian")
    state, _ = do(state, "soviet", *(f"put '{front}' 1SP" for front in fronts), "put Western rest")
    assert tokens(state) == before
    state = replace(state, agenda=(replace(state.agenda[0], rolled=True, rows=()),))
    state, _ = do(state, "soviet", "done")
    assert tokens(state) == before + 12 * 4


def test_a_unit_of_the_dead_pile_entry_lies_in_it() -> None:
    state = begun("map-1943", date(1943, 11, 19), "soviet")
    while not isinstance(state.agenda[0], ReinforcementPhase):
        state, _ = do(state, "soviet", "orders")
    state, _ = do(state, "soviet", "arrive TFB-OOS-20")
    assert [unit.name for unit in state.soviet.dead] == ["5th Guards Cavalry Division"]


def test_divisions_that_roll_are_known_by_their_counters() -> None:
    state = begun("map-1943", date(1943, 12, 1), "axis")
    state, _ = do(state, "axis", "arrive TFB-OOA-25", dice=[(6,), (1,)])
    come = state.agenda[0].arriving["TFB-OOA-25"]
    assert "G-HQ-I" in come
    waiting = [name for group in state.waiting for name in group.names]
    divisions = {"23rd Infantry Division", "329th Infantry Division"}
    here = {state.table.counters[state.table.counters.row(id)].name for id in come}
    assert divisions == (here & divisions) | set(waiting)
    assert len(waiting) == 1


def test_a_rebuilt_soviet_unit_waits_in_the_box_and_leaves_it_for_a_front() -> None:
    match = Match.new(GAME, "map-1943", seed=1)
    dead = {"map": {"units": [{"id": "S-RD-71", "hex": "dead"}]}}
    state = from_position(match, dead).state
    state = replace(
        state,
        ground="dry",
        flight="full",
        soviet=replace(state.soviet, pax=6),
        agenda=(BeginReinforcement("soviet"),),
    )
    state = GAME.go_on(state, Play(ScriptedDice(())))
    while not isinstance(state.agenda[0], ReinforcementPhase):
        state, _ = do(state, "soviet", "orders")
    state, _ = do(state, "soviet", "restore S-RD-71 box 3")
    assert state.soviet.pax == 0
    boxed = state.soviet.box[0]
    state = replace(state, turn=boxed.free)
    state, _ = do(state, "soviet", "leave '71st Rifle Division' Western")
    assert place(state, "S-RD-71") == place(state, "S-HQ-WES")


def test_a_lost_army_hq_comes_back_and_is_placed() -> None:
    match = Match.new(GAME, "map-1943", seed=1)
    lost = {"map": {"units": [{"id": "G-HQ-A9", "hex": "dead"}]}}
    state = from_position(match, lost).state
    assert [hq.name for hq in state.returning] == ["9th Army"]
    assert state.table.position.place_of(state.table.counters.row("G-HQ-A9")) == UNUSED
    state = replace(state, ground="dry", flight="full")
    for _ in range(state.returning[0].phases):
        state = replace(state, agenda=(BeginReinforcement("axis"),))
        state = GAME.go_on(state, Play(ScriptedDice(())))
    assert state.agenda[0].arriving[""] == ("G-HQ-A9",)
    where = GAME.next_slot(state, "axis", "enter", ("G-HQ-A9",)).words[0]
    state, _ = do(state, "axis", f"enter G-HQ-A9 {where}")
    assert place(state, "G-HQ-A9") == where


def test_a_short_scenario_brings_its_entries_on_their_dates() -> None:
    state = begun("vitebsk-winter", date(1943, 12, 22), "axis")
    step = state.agenda[0]
    assert isinstance(step, MapArrivals)
    assert set(step.arriving[""]) == {"G-HEI-2", "G-PAN-1", "G-PAN-2", "G-ID-131", "G-ID-299"}
    assert not place(state, "G-LW-2")
    at_orsha = GAME.next_slot(state, "axis", "enter", ("G-ID-131",)).words
    assert set(at_orsha) == {"B17.10"}
    state, _ = do(state, "axis", "enter G-ID-131 B17.10")
    quiet = begun("vitebsk-winter", date(1943, 12, 19), "axis")
    assert quiet.agenda == ()


def test_a_referee_lets_a_unit_come_before_its_turn() -> None:
    match: Match[Any] = Match.new(GAME, "first-steps", seed=1, mode="referee")
    for action in ("weather", "initiative", "go first"):
        match.do(action)
    match.do("enter S-RD-71 D26.15", declare=True)
    assert place(match.state, "S-RD-71") == "D26.15"


def test_the_enemy_does_not_learn_from_the_books_what_the_map_hides() -> None:
    match = Match.new(GAME, "map-1943", seed=1)
    state = from_position(
        match, {"map": {"units": [{"id": "S-RD-51", "hex": "B42.06", "lost": 1}]}}
    ).state
    book = replace(state.soviet, supply={"Western": 8})
    state = state.with_book("soviet", book)
    assert state.soviet.reduced
    seen = GAME.view(state, "axis").soviet
    assert (seen.reduced, seen.supply) == ((), {})
    assert GAME.view(state, "soviet").soviet == book
    assert GAME.view(state, SPECTATOR).soviet.reduced == ()
