"""Whose word a fact of the map is: noted by the side that it costs, claimed by the other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from belorussia.claims_play import (
    DIVISION,
    GAME,
    SIDES,
    any_words,
    begun,
    match_begun,
    offered,
    positions,
    refusal,
    to_the_map,
)
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.play.actions import write
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import Refusal
from landbridge.games.belorussia.ledger.facts.every_fact import FACT_OF
from landbridge.games.belorussia.ledger.facts.noting import Fact
from landbridge.referee.games import load_match

WHOSE = {
    # What is said, who may note it alone, who may claim it; nobody else may say it.
    "mark Orsha minor_city axis yes no yes": ("axis", "soviet"),
    "mark 'Field base' air_base soviet": ("soviet", "axis"),
    "minsk isolated yes": ("axis", "soviet"),
    "minsk soviet yes": ("axis", "soviet"),
    "minsk soviet no": ("soviet", "axis"),
    "minsk detrainable no": ("axis", "soviet"),
    "hold Smolensk no": ("soviet", "axis"),
    DIVISION: ("axis", "soviet"),
    "lose soviet 51 infantry division 2 leg no 3": ("soviet", "axis"),
    "penal 2nd_belorussian": ("soviet", ""),
    "hold Gomel yes": ("axis", "soviet"),
    "hold Gomel no": ("soviet", "axis"),
    "vp soviet 3 Smolensk": ("axis", "soviet"),
    "vp soviet -3 Smolensk": ("soviet", "axis"),
    "vp axis 1 agreed": ("soviet", "axis"),
    "act 1 B6.03 yes": ("soviet", "axis"),
    "call kovel": ("soviet", "axis"),
    "reduce soviet 51 infantry division 2 leg no 3 1": ("soviet", "axis"),
}


@pytest.mark.parametrize("text", WHOSE)
def test_a_fact_is_noted_by_the_side_that_it_costs(text: str) -> None:
    alone, claims = WHOSE[text]
    for side in SIDES:
        match = match_begun()
        before = match.state
        if side == alone:
            match.do(text, side)
            assert not match.state.claimed.pending
            assert match.history.records[-1].do.split()[0] != "claim"
        elif side == claims:
            match.do(text, side)
            (claim,) = match.state.claimed.pending
            assert claim.by == side
            assert replace(match.state, claims=before.claims) == before
            assert match.history.records[-1].do.split()[0] == "claim"
        else:
            with pytest.raises(Refusal) as refused:
                match.do(text, side)
            assert refused.value.rules
            assert match.state is before


@pytest.mark.parametrize("text", WHOSE)
def test_referee_notes_facts_without_confirmation(text: str) -> None:
    for who in (None, REFEREE):
        match = match_begun()
        match.do(text, who)
        assert not match.state.claimed.pending
        assert match.history.records[-1].who == REFEREE
        assert match.state != begun().state or text in ("hold Gomel no", "minsk soviet no")
        assert load_match(match.save()).state == match.state


def test_the_axis_player_neither_sees_nor_destroys_a_partisan_by_his_word_alone() -> None:
    match = match_begun()
    with pytest.raises(Refusal, match="it is for the Soviet player"):
        match.do("act 1 B6.03", "axis")
    match.do("act 1 B6.03 yes", "axis")
    assert not match.history[-1].final
    assert len(match.state.partisans) == 4
    assert match.view("axis").partisans[0].unit == "?"
    unit = match.state.partisans[0].unit
    assert all(unit not in GAME.sentence(event) for _, event in match.log("axis"))
    match.do("confirm 1", "soviet")
    assert len(match.state.partisans) == 3
    assert match.history[-1].final


def test_the_soviet_player_does_not_learn_alert_units_by_guessing() -> None:
    match = match_begun()
    out = replace(match.state, alerts_out=("infantry 3",))
    words = "alert_infantry battalion 2 leg"
    refusals = {
        refusal(state, "soviet", GAME.read(f"lose axis 'infantry {number}' {words}"))
        for state in (match.state, out)
        for number in (3, 4)
    }
    assert {text.split("'lose")[0] for text in refusals} == {"the Soviet player cannot say "}
    # As another kind of unit it can be claimed, whatever it is: only the Axis player is told.
    claim = GAME.read("lose axis 'infantry 3' infantry battalion 2 leg")
    assert refusal(out, "soviet", claim) == refusal(match.state, "soviet", claim) == ""
    assert "is an Alert unit" in refusal(out, "axis", claim)


def test_a_barrage_is_fired_in_the_soviet_player_turn_on_the_map() -> None:
    match = match_begun()
    with pytest.raises(Refusal, match="belongs to the Soviet player turn on the map"):
        match.do("barrage western", "soviet")
    assert "barrage" not in offered(match.state, "soviet")
    to_the_map(match, "soviet")
    assert "barrage" in offered(match.state, "soviet")
    assert "barrage" not in offered(match.state, "axis")
    with pytest.raises(Refusal, match="it is for the Soviet player"):
        match.do("barrage western", "axis")


def test_every_kind_of_fact_says_whose_it_is() -> None:
    for kind in FACT_OF.values():
        assert set(kind.said_by) <= set(SIDES)
        assert kind.rules
    with pytest.raises(TypeError, match="said_by"):

        class Forgotten(Fact, frozen=True):
            """Whose?"""

    with pytest.raises(TypeError, match="concerns"):

        class HalfForgotten(Fact, frozen=True):
            """Whom does it cost?"""

            said_by = ("soviet",)
            when = "any time"
            rules = ("OCS-13.5-3",)


def test_what_is_not_offered_is_refused_in_every_step() -> None:
    rng = random.Random(5)
    tried = 0
    for state in positions():
        for side in SIDES:
            for verb, kind in FACT_OF.items():
                if verb in offered(state, side):
                    continue
                tried += 1
                assert refusal(state, side, GAME.read(any_words(kind, rng, state)))
            for text in ("confirm 1", "dispute 1"):
                with pytest.raises(Refusal):
                    GAME.check(state, side, GAME.read(text))
            with pytest.raises(Refusal):
                GAME.check(state, "spectator", GAME.read("vp soviet 1 agreed"))
    assert tried > 50


def others(state: Any, side: str) -> Iterator[Any]:
    """Positions that differ only in what is hidden from a side."""
    for seed in range(3):
        yield GAME.imagine(state, side, Sampler(seed))


def test_what_is_hidden_has_no_part_in_a_refusal() -> None:
    rng = random.Random(7)
    refused = 0
    for state in positions():
        hidden = replace(state, alerts_out=("infantry 1", "flak 3"))
        for side in SIDES:
            for kind in FACT_OF.values():
                action = GAME.read(any_words(kind, rng, hidden))
                said = refusal(hidden, side, action)
                refused += bool(said)
                for other in others(hidden, side):
                    assert refusal(other, side, action) == said, (side, write(action))
    assert refused > 100
