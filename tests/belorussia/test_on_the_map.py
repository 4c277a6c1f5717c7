"""What happens on the map, as the ledger keeps and resolves it; and what a referee lets pass."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from belorussia.test_ledger import at_position, begin, log_text
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.ask import inputs_of
from landbridge.games.belorussia import INFO
from landbridge.games.belorussia.fronts.display import FRONTS
from landbridge.games.belorussia.hex_distances import may_be_apart
from landbridge.games.belorussia.ledger.facts.resolving import (
    BESIDES,
    OWN_ACTION,
    known_inputs,
    resolvable,
)
from landbridge.referee.asking import ask
from landbridge.referee.games import new_match

PARTISANS = [
    {"number": 1, "unit": "foot 1", "hex": "B12.20", "active": True},
    {"number": 2, "unit": "foot 2", "hex": "B30.10"},
]


def on_the_map(side: str = "soviet", **changes: Any) -> Match[Any]:
    """A match in a side's player turn on the map, in referee mode."""
    position = {
        "turn": 4,
        "ground": "mud",
        "flight": "full",
        "agenda": [{"type": "OnTheMap", "side": side}],
        "partisans": PARTISANS,
    }
    return at_position(begin(mode="referee"), position | changes)


def told(match: Match[Any], action: str, **given: Any) -> str:
    return " ".join(match.game.sentence(event) for event in match.do(action, **given))


# Resolving


def test_resolve_asks_with_what_the_ledger_knows() -> None:
    match = on_the_map()
    in_mud = ask("belorussia.move_cost", terrain="open", move="truck", ground="mud").result
    assert told(match, "resolve move_cost terrain=open move=truck").endswith(f": {in_mud}.")
    dry = on_the_map(ground="dry")
    assert told(dry, "resolve move_cost terrain=open move=truck").endswith(": 1.")


def test_resolve_takes_neither_what_is_known_nor_dice() -> None:
    match = on_the_map()
    with pytest.raises(BadInput, match="ground is known to the ledger"):
        match.do("resolve move_cost terrain=open move=truck ground=dry")
    with pytest.raises(BadInput, match="dice is thrown with the action"):
        match.do("resolve attrition ar=3 oos_steps=1 dice=7")
    with pytest.raises(BadInput, match="no input"):
        match.do("resolve move_cost open")
    with pytest.raises(BadInput, match="question about the map"):
        match.do("resolve supply_income side=soviet")
    with pytest.raises(Refusal, match="has not been rolled"):
        on_the_map(ground=None).do("resolve move_cost terrain=open move=truck")


def test_resolve_throws_the_dice_of_the_match() -> None:
    match = on_the_map()
    given = ask("belorussia.garrison_leave", mode="move", move="leg", die=4)
    said = told(match, "resolve garrison_leave mode=move move=leg", dice=(4,))
    assert match.history.records[-1].dice
    assert ("no" in said.split(": ")[1]) == (given.result is False)


def test_resolve_is_refused_as_the_question_and_can_be_declared() -> None:
    match = on_the_map(flight="limited")
    with pytest.raises(Refusal, match="no Hip Shoots in Limited Flight") as refused:
        match.do("resolve hip_shoot side=axis aircraft=Ju.87D")
    assert "TFB-1.8-19" in refused.value.rules
    said = told(match, "resolve hip_shoot side=axis aircraft=Ju.87D", declare=True)
    assert "let pass by the referee" in said
    assert "TFB-1.8-19" in match.history.records[-1].declared


def test_a_front_stands_for_its_posture() -> None:
    match = on_the_map()
    posture = match.state.fronts["western"].posture
    found = ask("belorussia.ur_defence", engineers=True, posture=posture).result
    said = told(match, "resolve ur_defence engineers=yes front=western")
    assert f"hedgehog {found.hedgehog}" in said
    with pytest.raises(BadInput, match="no Front 'northern'"):
        match.do("resolve ur_defence engineers=yes front=northern")


def test_what_the_ledger_knows_fits_every_question() -> None:
    state = on_the_map().state
    for name, kind in resolvable().items():
        names = {item.name for item in inputs_of(kind)}
        assert not names & {"minsk_soviet", "minsk_fortress"}, name
        for known in known_inputs(state, "western").keys() & names:
            assert known not in kind.rolls, (name, known)
    assert set(BESIDES) | set(OWN_ACTION) <= set(INFO.questions)


def test_what_a_box_may_have_otherwise_is_asked_before_it_is_resolved() -> None:
    match = at_position(begin_boxed(), {"agenda": [{"type": "OnTheMap", "side": "soviet"}]})
    assert slot(match, "partisan_zone").optional
    match.do("resolve partisan_zone", "soviet")
    (asked,) = match.decisions()
    assert asked.prompt == "What does your box say? Disruptive ZOC against Axis trace"
    match.do("box disruptive_zoc=truck_paths_only", "soviet")
    (event,) = [event for _, event in match.log() if event.id == "resolved"]
    assert event.values["what"] == "partisan zone"
    assert "RUL-TFB-31" in event.rules


def test_no_fact_is_noted_before_the_campaign_is_set_up() -> None:
    match = new_match("belorussia", seed=1, options={"box": "yes"})
    for action in ("barrage western", "resolve partisan_zone", "hold Gomel"):
        with pytest.raises(Refusal, match="has not been set up yet"):
            match.do(action)


# Hexes


def test_hexes_may_be_apart_only_if_some_layout_allows_it() -> None:
    assert may_be_apart("B12.20", "B12.22", 2)
    assert may_be_apart("B12.20", "B14.21", 2)
    assert not may_be_apart("B12.20", "B12.20", 2)
    assert not may_be_apart("B12.20", "B15.20", 2)
    assert not may_be_apart("B12.20", "B14.22", 2)
    assert may_be_apart("B12.20", "C1.01", 2)


# What a referee lets pass


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("displace 1 B12.22", "TFB-3.7a-5"),
        ("displace 2 B30.20", "TFB-3.7a-5"),
        ("act 2 B30.11", "TFB-3.7a-3"),
        ("act 1 B12.21 no open", "TFB-3.7b-2"),
        ("raid 2 rail B30.10", "TFB-3.7a-3"),
        ("raid 1 rail B12.20 1 with_zoc", "TFB-3.7c-6"),
        ("track 1 B12.20 B12.21 major_river", "TFB-3.7c-7"),
        ("refit 'Orsha air base' 5", "OCS-15.1-1"),
        ("build B12.20 3", "TFB-2.4j-1"),
        ("lift 1 supply", "TFB-3.6-1"),
        ("barrage western", "RUL-TFB-26"),
    ],
)
def test_a_referee_lets_a_fact_pass_and_the_log_cites_its_rule(action: str, rule: str) -> None:
    match = on_the_map()
    with pytest.raises(Refusal) as refused:
        match.do(action)
    assert refused.value.declarable
    match.do(action, declare=True)
    assert rule in match.history.records[-1].declared
    assert "Declared by the referee" in log_text(match)


def test_orders_to_fronts_are_let_pass() -> None:
    match = on_the_map(agenda=[{"type": "FrontOrders"}])
    for action in ("regroup western", "offensive 1st_belorussian", "hasten 1st_baltic"):
        with pytest.raises(Refusal):
            match.do(action)
        match.do(action, declare=True)
    assert match.state.fronts["western"].posture == "regrouping"


# What is kept


def test_raids_of_a_movement_phase_are_kept_and_then_forgotten() -> None:
    match = on_the_map(agenda=[{"type": "OnTheMap", "side": "soviet"}] * 2)
    match.do("raid 1 rail B12.20", dice=(1,))
    assert match.state.raided.affected == {"1": "B12.20"}
    match.do("end")
    assert match.state.raided.affected == {}


def test_tracks_are_limited_and_cleared() -> None:
    tracks = [["B1.01", "B1.02"], ["B2.01", "B2.02"], ["B3.01", "B3.02"]]
    match = on_the_map(raids={"tracks": tracks})
    with pytest.raises(Refusal, match="all 3 markers are on the map"):
        match.do("track 1 B12.20 B12.21")
    match.do("clear B2.01")
    match.do("track 1 B12.20 B12.21")
    assert len(match.state.raided.tracks) == 3
    with pytest.raises(BadInput, match=r"No Partisan Track begins or ends in B2\.01"):
        match.do("clear B2.01")


def test_the_tokens_of_an_air_base_go_with_it() -> None:
    base = {"Orsha air base": {"kind": "air_base", "side": "axis", "stock": 3}}
    match = on_the_map(places=base)
    said = told(match, "raid 1 air_base B12.21 1 none 'Orsha air base'", dice=(6,))
    assert "3T for refits are lost with Orsha air base" in said
    assert match.state.places == {}


def test_an_air_base_that_is_taken_yields_a_part_of_its_tokens() -> None:
    base = {"Orsha air base": {"kind": "air_base", "side": "axis", "stock": 4}}
    match = on_the_map(places=base)
    said = told(match, "mark 'Orsha air base' air_base soviet", dice=(4,))
    assert "the enemy takes 2T of what lay there; 2T is lost" in said
    assert match.state.places["Orsha air base"].stock == 2


def test_tokens_at_air_bases_only_pay_for_refits_RUL_TFB_1() -> None:
    base = {"Orsha air base": {"kind": "air_base", "side": "axis", "stock": 2}}
    match = on_the_map(places=base)
    with pytest.raises(Refusal, match="only pays for refits"):
        match.do("draw 'Orsha air base' 1")
    with pytest.raises(Refusal, match="2T lie at Orsha air base"):
        match.do("draw 'Orsha air base' 3")
    free = at_position(begin(options={"airbase_supply": "ordinary_dump"}), {"places": base})
    free.do("draw 'Orsha air base' 2")
    assert free.state.places["Orsha air base"].stock == 0


def test_a_partisan_joins_the_red_army_RUL_TFB_30() -> None:
    match = on_the_map()
    match.do("join 2")
    assert [unit.number for unit in match.state.partisans] == [1]
    assert "foot 2" in match.state.partisan_pool


# Word by word, as a form asks


def slot(match: Match[Any], *said: str) -> Any:
    return match.game.next_slot(match.state, "soviet", "resolve", said)


def test_a_form_asks_for_the_question_then_for_what_it_needs_then_for_what_may_matter() -> None:
    match = on_the_map()
    asked = slot(match)
    assert {one.word for one in asked.choices} == set(resolvable())
    assert slot(match, "move_cost").examples == ("terrain=open",)
    move = slot(match, "move_cost", "terrain=open")
    assert [one.word for one in move.choices] == ["move=track", "move=truck", "move=leg"]
    more = slot(match, "move_cost", "terrain=open", "move=leg")
    assert more.optional
    offered = {word.partition("=")[0] for word in (*more.examples, *(c.word for c in more.choices))}
    assert "hexside" in offered
    # What is said or known to the ledger, and what the match has agreed on, is not asked.
    assert not offered & {"terrain", "move", "ground", "ice", "frozen_lakes"}
    with pytest.raises(BadInput, match="There is no question about the map 'mover'"):
        slot(match, "mover")


def test_a_form_asks_for_the_front_whose_posture_it_is() -> None:
    match = on_the_map()
    fronts = slot(match, "front_posture")
    assert [one.label for one in fronts.choices][:2] == ["1st Baltic Front", "Western Front"]
    after = slot(match, "front_posture", "front=western")
    assert after is None or after.optional


def begin_boxed() -> Match[Any]:
    """A match as in a box whose Fronts stand, so that facts may be noted."""
    match = new_match("belorussia", seed=1, options={"box": "yes"})
    fronts = {front: {"posture": "ready"} for front in FRONTS}
    return at_position(match, {"turn": 4, "ground": "dry", "flight": "full", "fronts": fronts})


@pytest.mark.parametrize("name", sorted(resolvable()))
def test_what_a_form_asks_for_is_enough(name: str) -> None:
    """Every needed word said as offered first, the action can be read; some need one word more."""
    match, said = on_the_map(), [name]
    while (asked := slot(match, *said)) is not None and not asked.optional:
        words = [one.word for one in asked.choices] or list(asked.examples)
        said.append(words[0] if words else f"{asked.name}=C14.12")
    assert len(said) == len(set(said))
    try:
        match.do(shlex.join(["resolve", *said]), "soviet")
    except Refusal:
        return
    except BadInput:
        assert slot(match, *said) is not None
