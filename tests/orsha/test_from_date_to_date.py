"""What lies on the map from one scenario to the next: works, mines, recorded hexes, found Guns."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.games.orsha.campaign.setting_up.inspection import Inspection
from landbridge.games.orsha.campaign.setting_up.set_up import SetUp
from orsha.campaign_play import SET_UP, after, begin, go_to, refused, say, settle

LINE = "K34 K35 K36 K37 K38 K39 K40 K41"


def piece_of(match: Match[Any], name: str) -> str:
    pieces = match.state.german.pieces.values()
    return next(p.id for p in pieces if p.name == name or p.kind == name)


@pytest.fixture(scope="module")
def first_set_up() -> Match[Any]:
    match = begin()
    say(match, "german", "buy M2", "buy G1", "buy O1 hexes=1", "ready", "receive")
    say(match, "russian", "buy I1", "ready", "receive", "recon 2")
    match.do("wind none", "german")
    return match


@pytest.fixture(scope="module")
def second_set_up(first_set_up: Match[Any]) -> Match[Any]:
    """23 PM: a Trench, Wire, an AT-Ditch, given mines, a Cupola and a recorded hex are there."""
    match = first_set_up.branch()
    places = {
        "Trench": "K30",
        "Wire": "K32",
        "AT-Ditch": "K29",
        "minefield hex": "P33",
        "HMG Cupola": "K31",
        "pre_registered": "K45",
    }
    say(match, "german", *(f"place {piece_of(match, n)} {hex}" for n, hex in places.items()))
    say(match, "german", f"place G-23am-M2.1 {LINE}", SET_UP)
    say(match, "russian", "ready", "ready")
    match = settle(after(match, [f"{piece_of(match, 'HMG Cupola')} K31"]))
    go_to(match, SetUp)
    return match


@pytest.mark.parametrize(
    ("name", "home", "rule"),
    [
        ("Trench", "K30", "OTO-CG5-2"),
        ("Wire", "K32", "OTO-CG5-2"),
        ("AT-Ditch", "K29", "OTO-CG5-2"),
        ("minefield hex", "P33", "OTO-CG5-2"),
        ("HMG Cupola", "K31", "OTO-CG5-2"),
        ("pre_registered", "K45", "OTO-CG7-4"),
    ],
)
def test_what_lies_on_the_map_stays_there(
    second_set_up: Match[Any], name: str, home: str, rule: str
) -> None:
    match = second_set_up.branch()
    piece = piece_of(match, name)
    assert match.state.german.pieces[piece].hex == home
    caught = refused(match, "german", f"place {piece} P10", f"was left on the map in {home}")
    assert rule in caught.rules
    refused(match, "german", f"place {piece} retained", f"stays on the map in {home}")
    refused(match, "german", f"place {piece} nowhere", "lies on the map|is not Isolated")
    match.do(f"place {piece} {home}", "german")


def test_works_that_were_never_laid_may_be_laid_later(second_set_up: Match[Any]) -> None:
    match = second_set_up.branch()
    own = match.state.german.pieces.values()
    spare = next(p.id for p in own if p.name == "Trench" and not p.hex)
    for place in ("P10", "P11"):
        say(match, "german", f"place {spare} {place}")
        assert match.state.german.pieces[spare].hex == place
    say(match, "german", f"place {spare} nowhere")
    assert match.state.german.pieces[spare].status == "eliminated"


def test_every_hex_of_a_minefield_is_checked(first_set_up: Match[Any]) -> None:
    match = first_set_up.branch()
    line = "K36 K37 K38 K39 K40 K41 K42 K43"
    caught = refused(match, "german", f"place G-23am-M2.1 {line}", "hexes below 42")
    assert [v.text.split()[0] for v in caught.violations] == ["G-23am-M2.1/7", "G-23am-M2.1/8"]
    caught = refused(match, "german", "place G-23am-M2.1/1 A3", "laid apart from its line")
    assert caught.rules == ("OTO-RGG-j-2",)
    match.do(f"place G-23am-M2.1 {LINE}", "german")
    hexes = [match.state.german.pieces[f"G-23am-M2.1/{n}"].hex for n in range(1, 9)]
    assert hexes == LINE.split()


def test_a_gun_found_by_reconnaissance_is_hip_no_longer(first_set_up: Match[Any]) -> None:
    match = first_set_up.branch()
    gun = "G-23am-G1.1/1"
    say(match, "german", f"place {gun} P38 hip", SET_UP)
    match.do("ready", "russian")
    assert isinstance(match.state.agenda[0], Inspection)
    match.do("inspect P38", "russian")
    assert match.state.german.pieces[gun].states == ("concealed",)
    match.do("ready", "russian")
    caught = refused(match, "german", f"ended {gun} P38 hidden", "was found in P38")
    assert "OTO-8.91-3" in caught.rules
    match = settle(after(match, [f"{gun} P38"]))
    go_to(match, SetUp)
    caught = refused(match, "german", f"place {gun} P37 hip", "stood openly in P38")
    assert "OTO-CG11-6" in caught.rules
