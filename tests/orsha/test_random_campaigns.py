"""Whole campaigns at random: they end, verify, keep secrets, print, and visit every step."""

from __future__ import annotations

from collections import Counter
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text, to_text
from landbridge.engine.refusals import Refusal
from landbridge.engine.sheets import to_html
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.reorganising.perimeter.drawing import PerimeterDrawing
from landbridge.games.orsha.campaign.reorganising.perimeter.perimeters import (
    perimeter_of,
    position_of,
    written,
)
from landbridge.games.orsha.rules.purchases.plan import check_plan
from landbridge.games.orsha.rules.reorganisation.sequence import STEPS
from landbridge.referee.games import load_match
from orsha.campaign_play import ROLES, by_chance, logged

SEED = 7


@pytest.fixture(scope="module")
def whole_campaign() -> Match[Any]:
    """One campaign that many tests look at."""
    return by_chance(SEED)


@pytest.mark.parametrize("seed", [SEED, 0])
def test_a_random_campaign_comes_to_its_end_and_verifies(
    seed: int, whole_campaign: Match[Any]
) -> None:
    match = whole_campaign if seed == SEED else by_chance(seed)
    assert match.outcome is not None
    assert len(match.state.scores) == 4
    again = load_match(from_text(to_text(match.save())))
    assert again.state == match.state
    assert again.audit() == []
    ids = [name for book in (match.state.german, match.state.russian) for name in book.pieces]
    captured = [p.id for p in match.state.russian.pieces.values() if p.side == "german"]
    captured += [p.id for p in match.state.german.pieces.values() if p.side == "russian"]
    assert len(ids) - len(set(ids)) == len(captured)


def test_a_campaign_visits_every_step(whole_campaign: Match[Any]) -> None:
    steps = Counter(e.values["number"] for _, e in whole_campaign.log() if e.id == "reph_step")
    told_apart = {"8.62", "8.8", "8.9"}
    assert {step.number for step in STEPS} - set(steps) - told_apart == set()
    walked = [e.values["number"] for _, e in whole_campaign.log() if e.id == "reph_step"]
    in_order = [step.number for step in STEPS if step.number not in told_apart]
    assert walked[: len(in_order)] == in_order
    events = Counter(event.id for _, event in whole_campaign.log())
    assert events["bought"] > 40
    for id in ("received", "fought", "checked", "perimeter", "escape", "hardened", "cpp", "san"):
        assert events[id], id


def test_what_the_referee_draws_can_be_proposed(whole_campaign: Match[Any]) -> None:
    found = 0
    for number in range(len(whole_campaign)):
        state = whole_campaign.at(number)
        if not isinstance(state.agenda[0], PerimeterDrawing) or len(state.agenda[0].waiting) < 2:
            continue
        position = position_of(state)
        for side in SIDES:
            drawn, _ = perimeter_of(state, position, side, ())
            loops = tuple(written(drawn, loop) for loop in drawn.loops)
            again, _ = perimeter_of(state, position, side, loops)
            assert not again.violations, loops
            assert again.area == drawn.area
            found += 1
    assert found == 6


@pytest.mark.parametrize("part", range(1, 9))
def test_what_is_imagined_looks_the_same_and_is_legal(
    whole_campaign: Match[Any], part: int
) -> None:
    game, state = whole_campaign.game, whole_campaign.at(len(whole_campaign) * part // 9)
    for role in ROLES:
        for shuffle in range(3):
            other = game.imagine(state, role, Sampler(shuffle))
            seen = msgspec.to_builtins(game.view(other, role))
            assert seen == msgspec.to_builtins(game.view(state, role))
            enemy: Any = "russian" if role == "german" else "german"
            book = other.book(enemy)
            assert book.cpp >= 0
            for row in book.roster:
                plan = tuple(b.purchase for b in book.bought if b.date == row.date)
                before = tuple(b for b in book.bought if b.date < row.date)
                assert check_plan(enemy, row.date, plan, row.start, before).result.legal
    assert any(game.imagine(state, "german", Sampler(n)) != state for n in range(3))


def first_fight(match: Match[Any]) -> int:
    """How many actions there were before the first battle left to chance."""
    return next(n for n, record in enumerate(match.history.records) if record.do == "fight")


def test_the_same_dice_fight_the_same_battle(whole_campaign: Match[Any]) -> None:
    number = next(
        n for n, record in enumerate(whole_campaign.history.records) if record.do == "fight"
    )
    sandbox = whole_campaign.branch(number)
    sandbox.do("fight", "russian", dice=[whole_campaign.history.records[number].dice[0]])
    assert sandbox.state == whole_campaign.at(number + 1)
    other = whole_campaign.branch(number, seed="another")
    other.do("fight", "russian")
    assert other.state != sandbox.state


def test_a_battle_left_to_chance_takes_no_report(whole_campaign: Match[Any]) -> None:
    number = next(
        n for n, record in enumerate(whole_campaign.history.records) if record.do == "fight"
    )
    sandbox = whole_campaign.branch(number)
    assert isinstance(sandbox.state.agenda[0], Battle)
    with pytest.raises(Refusal, match="cannot 'file' now"):
        sandbox.do("file", "german")


def test_no_purchase_is_told_to_the_enemy(whole_campaign: Match[Any]) -> None:
    """Neither log nor view of a side names a line that the enemy has only bought."""
    first = next(
        n for n, record in enumerate(whole_campaign.history.records) if record.do == "fight"
    )
    before = whole_campaign.branch(first)
    for role, letter in (("german", "R-"), ("russian", "G-")):
        assert letter not in logged(before, role)
        view = msgspec.json.encode(before.view(role)).decode()
        assert f'"{letter}23am' not in view.replace(_sighted(before), "")


def _sighted(match: Match[Any]) -> str:
    return msgspec.json.encode(match.state.sightings).decode()


# Rulings and paper


def test_lost_steps_are_looked_up_if_the_players_wish() -> None:
    options = {"cpp_rule": "printed", "elr_rule": "printed", "weather_rule": "printed"}
    match = by_chance(3, options=options)
    assert match.outcome is not None
    assert "printed" in {record.do.split()[0] for record in match.history.records}


def test_asl_procedures_may_stay_on_the_board() -> None:
    match = by_chance(4, options={"asl_rules": "board"})
    assert match.outcome is not None
    assert "melee" not in {event.id for _, event in match.log()}


def test_everything_prints(whole_campaign: Match[Any]) -> None:
    number = next(n for n, t in enumerate(whole_campaign.history) if t.state.fronts)
    half = whole_campaign.branch(number + 20)
    sheets = half.game.sheets(half.view())
    assert {"roster-german", "record-russian", "form-german", "score", "steps", "map"} <= set(
        sheets
    )
    page = to_html(list(sheets.values()))
    assert "RG Purchase Record" in page
    assert "CG Roster" in page
    own = half.game.sheets(half.view("german"))
    assert "roster-russian" not in own
    assert "roster-german" in own
    picture = ElementTree.fromstring(own["map"].parts[0].picture)
    shapes = [element.get("class", "") for element in picture.iter()]
    assert sum(shape.startswith("hex ") for shape in shapes) > 1575
    assert any(shape == "line german" for shape in shapes)
