"""Set-ups: the later scenarios stand as history had it, and a player's own file is checked."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from arsenal.random_play import draw
from landbridge.cli.matches import new
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput
from landbridge.games.arsenal.calendar import BOXES
from landbridge.games.arsenal.forces.units import KINDS, UNIT, UNITS
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.map.points import NEIGHBOURS, NUMBER, POINTS
from landbridge.games.arsenal.war.columns import FIGHTS
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.own_scenarios import (
    LARGEST,
    OWN,
    OwnScenario,
    pack,
    read_scenario,
    unpack,
)
from landbridge.games.arsenal.war.scenarios import PLANS
from landbridge.games.arsenal.war.set_up import SET_UPS, Start, start
from landbridge.games.arsenal.words import AXIS, SOVIET
from landbridge.referee.games import game
from landbridge.store.files import load

GAME = Arsenal()
CITADEL = """\
title = "Citadel"
first = "1943-07"
last = "1943-09"
axis_win = 8
draw = 6
axis_holds = [
  "MIN", "SMO", "BRY",
  "ORL", "KHA",
]
picked = ["T-A", "T-B"]

[building]
T-B = "1943-08"

[plants]
SIBERIA = ["T-KHA", "T-A"]
MOS = ["T-MOS"]

[units]
ORL = ["XLVII", "XLI"]
KHA = [
  "XLVIII",
  "SS",
]
KUR = ["13A", "60A"]
"""


# History


def later(name: str) -> Start:
    return start(PLANS[name], "with")


@pytest.mark.parametrize("name", SET_UPS)
def test_a_set_up_passes_the_checks_of_an_own_file(name: str) -> None:
    plan, found = PLANS[name], SET_UPS[name]
    data = {field: getattr(found, field) for field in found.__struct_fields__ if field != "source"}
    data |= {"title": plan.title, "axis_win": plan.axis_win, "draw": plan.draw}
    data |= {"first": BOXES[plan.first].month, "last": BOXES[plan.last].month}
    own = unpack(pack(msgspec.convert(data, OwnScenario)))
    assert own.units == found.units
    assert start(PLANS[pack(own)], "with") == later(name)


@pytest.mark.parametrize("name", SET_UPS)
def test_the_front_is_held(name: str) -> None:
    begins = later(name)
    garrison = {
        place for unit, place in enumerate(begins.at) if place <= LAST_POINT and FIGHTS[unit]
    }
    for side in (AXIS, SOVIET):
        front = [
            p.number
            for p in POINTS
            if begins.held[p.number] == side
            and any(begins.held[n] == 1 - side for n in NEIGHBOURS[p.number])
        ]
        empty = [POINTS[p].id for p in front if p not in garrison]
        assert set(empty) <= {"VOL", "LUB"}, (name, side)


def test_the_armies_that_went_to_smolensk_begin_there_where_only_its_sector_is_played() -> None:
    for name, orsha, smolensk in (("tutorial", "ORS", "SMO"), ("campaign", "PRO", "CHK")):
        at = later(name).at
        assert at[UNIT["16A"]] == NUMBER[orsha]
        assert at[UNIT["19A"]] == NUMBER[smolensk]


def strength(begins: Start, soviet: bool) -> int:
    return sum(
        KINDS[unit.kind].firepower
        for unit in UNITS
        if (unit.nation == "soviet") == soviet and begins.at[unit.number] <= LAST_POINT
    )


@pytest.mark.parametrize(
    ("name", "least", "most"), [("case-blue", 0.9, 1.3), ("bagration", 1.4, 2.0)]
)
def test_the_sides_are_as_strong_as_they_were(name: str, least: float, most: float) -> None:
    begins = later(name)
    assert least <= strength(begins, True) / strength(begins, False) <= most


@pytest.mark.parametrize(
    ("name", "point", "side"),
    [
        ("case-blue", "KER", SOVIET),
        ("case-blue", "SEV", SOVIET),
        ("case-blue", "KHA", AXIS),
        ("case-blue", "RST", SOVIET),
        ("case-blue", "LEN", SOVIET),
        ("bagration", "KOV", AXIS),
        ("bagration", "MIN", AXIS),
        ("bagration", "SEV", SOVIET),
        ("bagration", "PSK", AXIS),
        ("bagration", "TRN", SOVIET),
    ],
)
def test_fronts_of_history(name: str, point: str, side: int) -> None:
    assert later(name).held[NUMBER[point]] == side


# A file of one's own


def test_an_own_scenario_is_played_and_kept_in_its_match() -> None:
    word = GAME.own_scenario(CITADEL, "citadel.toml")
    match = Match.new(GAME, word, seed=1)
    assert GAME.scenario(word).title == "Citadel"
    assert match.state.turn == 26
    assert match.state.at[UNIT["SS"]] == NUMBER["KHA"]
    again = Match.load(GAME, match.save())
    assert again.state == match.state
    rng, nature = random.Random(1), Sampler(1)
    state = match.state
    while (drawn := draw(state, rng.randrange)) is not None:
        GAME.check(state, *drawn)
        state = GAME.apply(state, *drawn, Play(nature))
    assert state.turn == 28


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ('title = "Citadel"', "title = Citadel", 1, "Invalid value"),
        ('title = "Citadel"', "title = 7", 1, "Expected `str`"),
        ('title = "Citadel"\n', "", 1, "Missing: title"),
        ('"1943-07"', '"July 1943"', 2, "no month of the war"),
        ('last = "1943-09"', 'last = "1943-01"', 3, "before it begins"),
        ("draw = 6", "draw = 9", 5, "no more points"),
        ("draw = 6", "drawn = 6", 5, "There is no key 'drawn'. Did you mean 'draw'?"),
        ('"ORL", "KHA",', '"ORL", "KHARKOV",', 8, "There is no point 'KHARKOV'"),
        ('["T-A", "T-B"]', '["T-B", "T-A"]', 10, "letters come in order"),
        ('T-B = "1943-08"', 'T-B = "1943-06"', 13, "no month from 1943-07 on"),
        ('T-B = "1943-08"', 'T-C = "1943-08"', 13, "T-C is not among those picked"),
        ('"T-KHA", "T-A"', '"T-KHA", "T-B"', 16, "T-B is still being built"),
        ('MOS = ["T-MOS"]', 'MIN = ["T-MOS"]', 17, "MIN is not Soviet"),
        ('MOS = ["T-MOS"]', 'MOS = ["T-KHA"]', 17, "T-KHA is placed twice"),
        ("[units]", "[unit]", 19, "There is no key 'unit'"),
        ('"XLI"]', '"XLIX", "XII", "I", "II", "V", "VI", "X"]', 20, "are more than the 6"),
        ('  "SS",', '  "XLVII",', 23, "XLVII is placed twice"),
        ('  "SS",', '  "5GTA",', 23, "Kharkov is Axis; 5GTA is not"),
        ('"60A"]', '"5TA", "5GTA"]', 25, "5GTA and 5TA are never on the map together (DC-R56c)"),
        ('"60A"]', '"60th"]', 25, "There is no unit '60th'"),
        ('"60A"]', '"60A"', 25, "nclosed array"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(
    old: str, new: str, line: int, problem: str
) -> None:
    assert old in CITADEL
    with pytest.raises(BadInput) as refused:
        GAME.own_scenario(CITADEL.replace(old, new, 1), "mine.toml")
    assert str(refused.value).startswith(f"mine.toml, line {line}: ")
    assert problem in str(refused.value)


@pytest.mark.parametrize("word", [OWN, OWN + "eJwDAAAAAAE=", OWN + "not packed", OWN + "AAAA"])
def test_a_damaged_word_is_refused(word: str) -> None:
    with pytest.raises(BadInput):
        Match.new(GAME, word, seed=1)


def test_a_word_that_unpacks_to_too_much_is_refused() -> None:
    found = read_scenario(CITADEL, "mine.toml")
    large = msgspec.structs.replace(found, text="x" * (LARGEST + 1))
    with pytest.raises(BadInput, match="at most"):
        unpack(pack(large))


def test_the_command_line_reads_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, match = tmp_path / "citadel.toml", tmp_path / "match.lbm"
    file.write_text(CITADEL, encoding="utf-8")
    assert new(["arsenal", "--scenario", str(file), "-o", str(match)]) == 0
    assert "Dark Crusade, Citadel: 0 actions" in capsys.readouterr().out
    assert load(str(match)).state.turn == 26
    file.write_text(CITADEL.replace("13A", "13B"), encoding="utf-8")
    with pytest.raises(BadInput, match=r"citadel\.toml, line 25: There is no unit '13B'"):
        new(["arsenal", "--scenario", str(file), "-o", str(tmp_path / "other.lbm")])
    assert not (tmp_path / "other.lbm").exists()


def test_a_game_without_own_scenarios_says_so() -> None:
    with pytest.raises(BadInput, match="is played from its own scenarios: campaign-1943"):
        game("belorussia").own_scenario(CITADEL, "citadel.toml")
