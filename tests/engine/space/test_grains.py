"""The tactical map and its grains."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.space.test_hexes import (
    ORSHA,
    ZERO,
    directions,
    labels,
    places,
    tactical,
)
from landbridge.engine.space.hexes import (
    Flat,
    Hex,
    alternate_grain,
    alternate_grains_between,
    grain,
    grain_between,
)


def test_tactical_map() -> None:
    assert len(ORSHA.hexes) == 1590
    assert len(tactical(1).hexes) == 1575
    assert labels(ORSHA, ORSHA.neighbours(ORSHA.hex("W44"))) == "W43-X43-X44-W45-V44-V43"
    assert labels(ORSHA, ORSHA.neighbours(ORSHA.hex("H39"))) == "H38-I39-I40-H40-G40-G39"
    assert labels(ORSHA, ORSHA.edge("N")) == "-".join(f"DD{row}" for row in range(53))
    assert labels(ORSHA, ORSHA.edge("S")) == "-".join(f"A{row}" for row in range(1, 54))
    assert labels(ORSHA, ORSHA.edge("W")).startswith("A1-B0-C1-D0-")
    assert labels(ORSHA, ORSHA.edge("E")).endswith("-CC53-DD52")
    assert labels(tactical(1), tactical(1).edge("W")).startswith("A1-B1-C1-D1-")
    rings = [
        sum(any(m.on_edge(h, edge) for edge in ("N", "E", "S", "W")) for h in m.hexes)
        for m in (ORSHA, tactical(1))
    ]
    assert rings == [162, 161]


def test_grains_by_hand() -> None:
    k33, q10 = ORSHA.hex("K33"), ORSHA.hex("Q10")
    assert labels(ORSHA, grain(k33, Flat.SE, 6)) == "K33-L33-M34-N34-O35-P35"
    assert labels(ORSHA, grain(k33, Flat.NE, 6)) == "K33-L32-M32-N31-O31-P30"
    assert labels(ORSHA, alternate_grain(q10, Flat.N, Flat.NE, 6)) == "Q10-Q9-R8-R7-S7-S6"
    assert labels(ORSHA, alternate_grain(q10, Flat.NE, Flat.N, 6)) == "Q10-R9-R8-S8-S7-T6"
    j3 = ORSHA.hex("J3")
    assert labels(ORSHA, alternate_grain(j3, Flat.S, Flat.SW, 8)) == "J3-J4-I5-I6-H6-H7-G8-G9"


def test_grains_between() -> None:
    def zigzags(a: str, b: str) -> list[str]:
        found = alternate_grains_between(ORSHA.hex(a), ORSHA.hex(b))
        return sorted(labels(ORSHA, path) for path in found)

    assert zigzags("K33", "O33") == ["K33-L32-M33-N32-O33", "K33-L33-M33-N33-O33"]
    assert zigzags("B38", "D38") == ["B38-C38-D38", "B38-C39-D38"]
    assert "A45-B45-C45-D45-E45-F45-G45-H45-I45-J45-K45-L45-M45" in zigzags("A45", "M45")
    assert zigzags("Q10", "S6") == ["Q10-Q9-R8-R7-S7-S6"]
    assert zigzags("K33", "L33") == zigzags("K33", "K33") == zigzags("K33", "P35") == []
    k33, p35 = ORSHA.hex("K33"), ORSHA.hex("P35")
    assert labels(ORSHA, grain_between(k33, p35)) == "K33-L33-M34-N34-O35-P35"
    assert grain_between(k33, ORSHA.hex("O33")) == grain_between(k33, k33) == ()
    assert grain_between(k33, ORSHA.hex("L33")) == (k33, ORSHA.hex("L33"))


def test_grains_from_the_middle_of_the_map() -> None:
    p26 = ORSHA.hex("P26")
    straight = {h for h in ORSHA.hexes if grain_between(p26, h)}
    zigzag = {h for h in ORSHA.hexes if alternate_grains_between(p26, h)}
    assert (len(straight), len(zigzag), len(straight & zigzag)) == (110, 210, 0)
    walked = {h for d in range(6) for h in ORSHA.ray(p26, d)} - {p26}
    assert walked == straight
    turns = [(d, d + k) for d in range(6) for k in (1, -1)]
    assert {h for turn in turns for h in ORSHA.ray(p26, *turn)} - straight - {p26} == zigzag


def test_rays_follow_column_and_edge() -> None:
    assert labels(ORSHA, ORSHA.ray(ORSHA.hex("P50"), Flat.S)) == "P50-P51-P52"
    west = ORSHA.ray(ORSHA.hex("A1"), Flat.NE, Flat.SE)
    assert west == ORSHA.edge("W")
    assert ORSHA.ray(Hex(500, 500), Flat.S) == ()


@given(places, directions, st.sampled_from([1, -1]), st.integers(1, 12))
def test_alternate_grain_ends_are_found_again(
    start: Hex, first: int, turn: int, length: int
) -> None:
    path = alternate_grain(start, first, (first + turn) % 6, length)
    assert len(path) == length
    assert all(a.distance(b) == 1 for a, b in pairwise(path))
    found = alternate_grains_between(start, path[-1])
    assert path in found if length > 2 else found == ()
    assert len(found) == (0 if length < 3 else 1 if length % 2 == 0 else 2)


@pytest.mark.parametrize("second", [0, 2, 3, 4])
def test_alternate_grain_needs_directions_side_by_side(second: int) -> None:
    with pytest.raises(ValueError, match="two directions side by side"):
        alternate_grain(ZERO, 0, second, 3)
