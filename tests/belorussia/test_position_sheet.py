"""The position in words: stacks, supply and works by hex, as far as a role sees them."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.engine.sheets import Part
from landbridge.games.belorussia.ledger.game import Belorussia

GAME = Belorussia()


@pytest.fixture(scope="module")
def match() -> Match[Any]:
    """First steps in the first Soviet Movement Phase, the guns fuelled and moved."""
    begun: Match[Any] = Match.new(GAME, "first-steps", seed=1943)
    for action in ("weather", "initiative", "go first", "mode S-GB-8 move", "fuel S-GB-8 single"):
        begun.do(action)
    begun.do("move S-GB-8 D10.10")
    return begun


def line_of(parts: tuple[Part, ...], title: str, hex: str) -> str:
    part = next(part for part in parts if part.title == title)
    return next(line.text for line in part.lines if line.text.startswith(hex))


def test_a_sheet_has_every_stack_with_both_sides_of_its_counters(match: Match[Any]) -> None:
    parts = GAME.sheets(match.view("soviet"))["position"].parts
    said = line_of(parts, "Soviet", "D12.09")
    assert said.startswith("D12.09 Loyev: 65th Army [S-HQ-A65] (5)-0-0 truck, throws 10, reverse")
    assert "wagon of 1 SP, empty [soviet-wagon-1]" in said
    assert said.endswith("dump of 4 SP 3T")
    assert "12-2-2 leg, reverse 4-2-5 leg (Combat, 3 of 3 steps)" in line_of(
        parts, "Soviet", "D10.11"
    )
    assert line_of(parts, "Axis", "D9.12").startswith(
        "D9.12: 7th Infantry Division [G-ID-7] 12-3-3"
    )


def test_what_a_unit_has_done_stands_beside_it(match: Match[Any]) -> None:
    guns = line_of(GAME.look_round(match.state, "D10.10", 0), "Soviet", "D10.10")
    assert guns.endswith("(Move, 4 MP spent, fuelled)")
    assert "11-2-10 truck, range 3, reverse 22-2-2 leg" in guns


def test_below_the_top_of_a_stack_the_enemy_reads_nothing(match: Match[Any]) -> None:
    seen = line_of(GAME.look_round(match.view("axis"), "D9.11", 0), "Soviet", "D9.11")
    assert seen.count("[") == 1
    assert line_of(GAME.look_round(match.state, "D9.11", 0), "Soviet", "D9.11").count("[") == 3


def test_round_a_place_the_ground_is_told(match: Match[Any]) -> None:
    parts = GAME.look_round(match.state, "Rechitsa", 1)
    assert [part.title for part in parts] == ["Axis", "Ground"]
    ground = line_of(parts, "Ground", "D10.15 Rechitsa")
    assert "minor city" in ground
    assert ground.endswith("held by the Axis side")
    assert len(parts[1].lines) == 7


@pytest.mark.parametrize(("at", "says"), [("Atlantis", "Atlantis"), ("Warsaw", "Warsaw")])
def test_an_unknown_place_is_refused(match: Match[Any], at: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        GAME.look_round(match.state, at, 1)


def test_a_hex_off_the_window_is_refused(match: Match[Any]) -> None:
    with pytest.raises(BadInput, match="off the part of the map"):
        GAME.look_round(match.state, "Vitebsk", 1)


def test_beside_the_players_own_map_there_is_nothing_to_look_at() -> None:
    begun: Match[Any] = Match.new(GAME, "campaign-1943", seed=1)
    assert list(GAME.sheets(begun.state)) == ["ledger", "turn"]
    with pytest.raises(BadInput, match="no hexes to look at"):
        GAME.look_round(begun.state, "Vitebsk", 1)


def test_the_map_is_drawn_as_it_stands(match: Match[Any]) -> None:
    sheet = GAME.sheets(match.state)["map"]
    assert sheet.under == "12 Nov 43, turn 1 of 3; Dry, Full Flight; rivers open"
    assert sheet.parts[0].picture.startswith("<svg")


def test_only_fronts_with_a_zone_on_this_part_of_the_map_are_summed_up(match: Match[Any]) -> None:
    fronts = [line.split(":")[0] for line in GAME.summary(match.state) if " Front: " in line]
    assert "1st Belorussian Front" in fronts
    assert "1st Baltic Front" not in fronts
