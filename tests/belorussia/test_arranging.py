"""Counters put on the map of a match by a script."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.position.position import DEAD
from landbridge.referee.games import render
from landbridge.referee.scripts import from_position

GAME = Belorussia()


def begun(scenario: str = "first-steps") -> Match[Any]:
    return Match.new(GAME, scenario, seed=1)


def shown(match: Match[Any]) -> Any:
    return render("belorussia", match.state)


def test_counters_stand_where_a_script_puts_them() -> None:
    rifles = {"name": "Rifles", "side": "soviet", "strength": 4, "move": 4, "hex": "D13.11"}
    match = from_position(
        begun(),
        {
            "map": {
                "units": [
                    {"id": "S-RD-307", "hex": "D13.12", "mode": "move", "lost": 1},
                    {"id": "soviet-truck-1", "hex": "D13.12", "load": 0.5},
                    rifles,
                ],
                "dumps": [{"hex": "D13.12", "side": "soviet", "sp": 1.25}],
                "hedgehogs": {"D13.12": 2},
            }
        },
    )
    board = shown(match)
    units = {unit.id: unit for unit in board.units}
    assert (units["S-RD-307"].at, units["S-RD-307"].moving, units["S-RD-307"].lost) == (
        "D13.12",
        True,
        1,
    )
    assert (units["soviet-truck-1"].at, units["soviet-truck-1"].load) == ("D13.12", 2)
    assert units["Rifles"].at == "D13.11"
    assert units["S-RD-73"].at == "D12.12"
    assert {dump.hex: dump.tokens for dump in board.dumps if dump.side == "soviet"} == {
        "D12.09": 20,
        "D13.12": 5,
    }
    assert board.hedgehogs == {"D13.12": 2}


def test_a_cleared_map_holds_nothing_else_and_is_held_as_before() -> None:
    before = shown(begun())
    units = [{"id": "S-RD-73", "hex": "D12.12"}, {"id": "S-RD-60", "hex": "dead"}]
    match = from_position(begun(), {"map": {"clear": True, "units": units}})
    board = shown(match)
    assert [unit.id for unit in board.units] == ["S-RD-73"]
    assert (board.dumps, board.bases) == ((), ())
    assert (board.held, board.gauge) == (before.held, before.gauge)
    table = match.state.table
    assert table.position.place_of(table.counters.row("S-RD-60")) == DEAD


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"units": [{"id": "S-RD-307", "hex": "A1.01"}]}, "not in this position"),
        ({"units": [{"id": "S-RD-0", "hex": "D12.12"}]}, "no unit S-RD-0"),
        ({"units": [{"side": "axis", "hex": "D12.12"}]}, "is named"),
        ({"units": [{"id": "S-RD-307", "hex": "D12.12", "modes": "move"}]}, "arranged wrongly"),
        ({"dumps": [{"hex": "D12.12", "side": "axis", "sp": 0.1}]}, "quarters"),
    ],
)
def test_what_cannot_be_arranged_is_said(given: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        from_position(begun(), {"map": given})


def test_a_match_beside_the_map_has_nothing_to_arrange() -> None:
    with pytest.raises(BadInput, match="beside the map"):
        from_position(begun("campaign-1943"), {"map": {"clear": True}})
