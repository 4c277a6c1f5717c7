"""Special units, partisans, Fronts and air: what cases cannot say."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from importlib import import_module
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import mute
from landbridge.engine.rules.findings import Why
from landbridge.engine.rules.index import rulings
from landbridge.games.belorussia import QUESTIONS
from landbridge.games.belorussia.calendar import turns
from landbridge.games.belorussia.fronts.display import (
    FRONTS,
    FrontState,
    advance_front,
    end_offensive,
    go_offensive,
    offensive_violations,
    regrouping_turns,
    start_postures,
)
from landbridge.games.belorussia.fronts.postures import fire_barrage, hex_defences
from landbridge.games.belorussia.partisans.effects import tokens_lost
from landbridge.games.belorussia.partisans.placing import placement_violations
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.units.flak_units import flak_unit
from landbridge.games.belorussia.units.garrisons import last_stand
from landbridge.games.belorussia.units.heinrici import bases_left
from landbridge.games.belorussia.units.penal import penal_effect
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import PACKAGE
from landbridge.referee.asking import ask

MODULES = ("units", "partisans", "fronts", "air")
"""The folders of these chapters."""


def own_questions() -> list[type[Question]]:
    """The questions of this chapter."""
    places = (place.split(":") for place in QUESTIONS.values())
    return [
        getattr(import_module(f"{PACKAGE}.{module}"), name)
        for module, name in places
        if module.split(".")[0] in MODULES
    ]


@pytest.mark.parametrize("kind", own_questions(), ids=lambda kind: kind.__name__)
def test_every_switch_offers_what_its_ruling_does(kind: type[Question]) -> None:
    known = rulings(PACKAGE)
    for field in msgspec.structs.fields(kind):
        if field.name in known:
            ruling = known[field.name]
            offered = get_args(get_args(field.type)[0])
            assert set(offered) == set(ruling.options), field.name
            assert field.default == ruling.default, field.name


# Saying no


def test_refusal_names_every_violation_and_rule() -> None:
    found = violations(
        violation_if(True, "one", "TFB-3.7a-2", "remedy"),
        violation_if(False, "two", "TFB-3.7a-2"),
        violation_if(True, "three", ("TFB-3.7a-2", "TFB-EDGE-45"), "remedy"),
    )
    with pytest.raises(Refusal, match="one; three; legal: remedy") as refused:
        refuse(found)
    assert refused.value.rules == ("TFB-3.7a-2", "TFB-EDGE-45")
    refuse(())


def test_muted_rule_finds_no_violation() -> None:
    with mute("TFB-3.7a-2"):
        assert violation_if(True, "one", ("TFB-3.7a-2", "TFB-EDGE-45")) is None


@given(
    terrain=st.sampled_from(["open", "hills", "light_woods", "heavy_woods", "swamp", "village"]),
    facts=st.tuples(st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.booleans()),
)
def test_partisan_placement(terrain: str, facts: tuple[bool, bool, bool, bool, bool]) -> None:
    road, rail, track, unit, zoc = facts
    found = placement_violations(terrain, road, rail, track, unit, zoc)  # type: ignore[arg-type]
    cover = terrain in ("light_woods", "heavy_woods", "swamp")
    assert len(found) == (not cover) + road + rail + unit + zoc
    assert all(isinstance(item, Violation) and item.rules and item.remedy for item in found)


# Fronts


def course(front: FrontState, turns_: int) -> list[tuple[str, int, int]]:
    """Where a Front stands on so many turns if nothing is declared."""
    seen = [(front.posture, front.turns, front.barrage)]
    for _ in range(turns_ - 1):
        front = advance_front(front, ScriptedDice([])).result
        seen.append((front.posture, front.turns, front.barrage))
    return seen


def test_the_campaign_of_1943_if_nothing_is_declared() -> None:
    start = start_postures("campaign-1943")
    assert tuple(start) == FRONTS
    days = turns()
    first = dict(zip(days, course(start["1st_belorussian"], 8), strict=False))
    assert first[date(1943, 9, 26)] == ("offensive", 6, 6)
    assert first[date(1943, 10, 1)] == ("offensive", 8, 8)
    assert first[date(1943, 10, 5)] == ("regrouping", 1, 0)
    assert first[date(1943, 10, 15)] == ("regrouping", 4, 0)
    assert first[date(1943, 10, 19)] == ("ready", 0, 0)
    second = dict(zip(days, course(start["2nd_belorussian"], 9), strict=False))
    assert second[date(1943, 9, 29)] == ("offensive", 6, 0)
    assert second[date(1943, 10, 5)] == ("offensive", 8, 0)
    assert second[date(1943, 10, 19)] == ("regrouping", 4, 0)
    assert second[date(1943, 10, 22)] == ("ready", 0, 0)
    assert course(start["western"], 2)[1] == ("ready", 0, 0)
    assert start["1st_baltic"] == FrontState("ready")


def test_a_barrage_is_ready_again_after_eight_turns() -> None:
    fired = fire_barrage(FrontState("offensive", 3))
    assert [box for _, _, box in course(fired, 9)] == [1, 2, 3, 4, 5, 6, 7, 8, 0]


def test_going_over_and_ending_early() -> None:
    front = go_offensive(FrontState("ready", barrage=2))
    assert front == FrontState("offensive", 1, 2)
    front = end_offensive(advance_front(front, ScriptedDice([])).result)
    assert front == FrontState("regrouping", 1, 3, spent=2)


@given(spent=st.integers(0, 20))
def test_regrouping_lengths(spent: int) -> None:
    assert regrouping_turns(spent) == 4
    assert regrouping_turns(spent, "six") == 6
    assert regrouping_turns(spent, "half_of_offensive") == max(2, (spent + 1) // 2)
    assert regrouping_turns(spent, "as_long_as_offensive") == max(3, spent)


def test_only_one_front_from_march_on() -> None:
    assert not offensive_violations("ready", 1, date(1944, 2, 26), 0)
    (found,) = offensive_violations("ready", 1, date(1944, 3, 1), 0)
    assert "TFB-AGM-15" in found.rules
    assert not offensive_violations("ready", 0, date(1944, 3, 1), 0)


# Figures that add up


@given(
    losses=st.integers(0, 4),
    options=st.integers(0, 4),
    others=st.integers(0, 5),
    steps=st.integers(1, 3),
)
def test_a_last_stand_loses_all_it_must(losses: int, options: int, others: int, steps: int) -> None:
    took = last_stand(losses, options, others, steps, True)
    assert took.retreat == 0
    assert took.others_lose + took.it_loses == min(losses + options, others + steps)
    assert took.it_loses == 0 or took.others_lose == others


@given(tokens=st.integers(1, 400))
def test_a_quarter_of_a_dump(tokens: int) -> None:
    lost = tokens_lost(tokens, Fraction(1, 4), Why())
    assert 1 <= lost <= tokens
    assert lost == 1 or abs(lost - Fraction(tokens, 4)) <= Fraction(1, 2)
    assert tokens_lost(tokens, Fraction(0), Why()) == 0


@given(hedgehog=st.integers(0, 4), units=st.integers(0, 3))
def test_penal_units_cancel_one_level_at_most(hedgehog: int, units: int) -> None:
    found = penal_effect(hedgehog, units).result
    assert found.hedgehog == max(hedgehog - (units > 0), 0)
    assert found.to_box == int(units > 0 and hedgehog > 0)


@given(hedgehog=st.integers(0, 4))
def test_hedgehogs_and_regrouping_together_TFB_3_10_3(hedgehog: int) -> None:
    assert hex_defences(hedgehog, "offensive").result.hedgehog == hedgehog
    level = hex_defences(hedgehog, "regrouping").result.hedgehog
    assert level == max(hedgehog, min(hedgehog + 1, 2))
    assert hex_defences(hedgehog, "ready", mode="move").result.hedgehog == hedgehog
    assert hex_defences(hedgehog, "ready", trace=False).result.hedgehog == hedgehog


def test_flak_units_for_a_tally() -> None:
    assert flak_unit(()) is None
    one = flak_unit((2,))
    assert one is not None
    assert (one.value, one.rules) == (2, ("TFB-1.6a-1",))


def test_eight_bases_are_drawn_without_return() -> None:
    left = bases_left(())
    assert len(left) == 8
    for base in left:
        assert len(bases_left((base,))) == 7


def test_an_option_falls_back_on_the_default() -> None:
    assert figures("fortress", "marker_only")["flak"] == figures("fortress", "fester_platz")["flak"]


def test_a_row_can_be_asked_in_place_of_the_name() -> None:
    assert ask("TFB-3.7c-1", die=6).result == "interdiction"
    assert ask("TFB-1.5-1", mode="combat", hexside="major_river").result.bridge
