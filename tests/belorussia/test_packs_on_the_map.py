"""An owner's pack over the map, the counters and the set-ups."""

from __future__ import annotations

from pathlib import Path

import pytest

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput
from landbridge.games.belorussia.armies.set_ups import set_up
from landbridge.games.belorussia.armies.units import find_unit
from landbridge.games.belorussia.arrivals.packs import FOLDER, BadPack, read_pack
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map.country import country, in_order
from landbridge.games.belorussia.map.sheets import find_hex
from landbridge.games.belorussia.map_game.set_out import scenario_counters, scenario_land
from landbridge.games.belorussia.map_game.table import new_table

HEAD = 'name = "my copy"\nsource = "booklet"\n'
GOOD = f"""{HEAD}
[[hex]]
hex = "C18.12"
landscape = "hills"
[[hexside]]
hex = "C18.12"
side = "S"
water = "none"
road = "primary_road"
[[place]]
name = "Povorsk"
hexes = ["C18.13"]
kind = "village"
[[counter]]
id = "S-RD-60"
strength = 9
rating = 3
re = 2.5
[[set_up]]
scenario = "kovel"
hex = "C19.12"
units = ["S-RD-60"]
mode = "move"
[[set_up]]
scenario = "kovel"
hex = "C32.09"
side = "soviet"
dump = 9.5
[[set_up]]
scenario = "kovel"
away = ["S-RD-143"]
"""


def test_hexes_sides_and_places_are_as_the_owner_says() -> None:
    own = read_pack("mine", GOOD).country()
    place = find_hex("C18.12")
    assert own.landscape_of(place) == "hills"
    between = in_order(place, find_hex("C18.11"))
    assert own.roads[between] == "primary_road"
    assert between not in own.water
    assert own.place("Povorsk").hexes == (find_hex("C18.13"),)
    assert own.settlement_of(find_hex("C18.13")) == "village"
    # Ours stays as it was.
    assert country().landscape_of(place) != "hills"
    assert country().place("Povorsk").hexes == (place,)


def test_counters_have_the_owners_values_and_keep_the_rest() -> None:
    unit = read_pack("mine", GOOD).units()["S-RD-60"]
    ours = find_unit("S-RD-60")
    assert (unit.strength, unit.rating, unit.half_re) == (9, 3, 5)
    assert (unit.move, unit.name, unit.source) == (ours.move, ours.name, "booklet")


def test_a_set_up_is_changed_unit_by_unit() -> None:
    rows = {row.id: row for row in read_pack("mine", GOOD).set_up("kovel") if row.id}
    assert (rows["S-RD-60"].hex, rows["S-RD-60"].mode) == ("C19.12", "move")
    assert "S-RD-143" not in rows
    assert len(rows) == len([row for row in set_up("kovel") if row.id]) - 1
    dumps = [r.value for r in read_pack("mine", GOOD).set_up("kovel") if r.hex == "C32.09"]
    assert "9.5" in dumps
    assert read_pack("mine", GOOD).set_up("first-steps") == set_up("first-steps")


def test_a_whole_set_up_may_be_the_owners() -> None:
    text = f"""{HEAD}from_nothing = ["first-steps"]
[[set_up]]
scenario = "first-steps"
hex = "D10.15"
units = ["G-ID-45"]
side = "axis"
dump = 2
airbase = 1
planes = ["GA-SG1-III"]
"""
    rows = read_pack("mine", text).set_up("first-steps")
    assert sorted(row.kind for row in rows) == ["air", "airbase", "dump", "unit"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[[hex]]\nhex = "B99.01"\nlandscape = "hills"', "line 3, hex 1 .B99.01.: There is no hex"),
        ('[[hex]]\nhex = "B18.18"\nlandscape = "hill"', "allowed: open, hills, light_woods"),
        ('[[hex]]\nhex = "B18.18"', "neither landscape nor settlement"),
        ('[[hexside]]\nhex = "C1.01"\nside = "S"\nroad = "road"', "nothing of the map lies S of"),
        ('[[hexside]]\nhex = "C5.05"\nside = "N"', "neither water nor road nor rail"),
        ('[[place]]\nname = "Nowhere"\nhexes = []\nkind = "village"', "one hex or more"),
        ('[[counter]]\nid = "S-RD-6O"\nstrength = 4', "no unit 'S-RD-6O'. Did you mean"),
        ('[[counter]]\nid = "S-RD-60"\nre = 1.3', "re counts in halves, not 1.3"),
        ('[[counter]]\nid = "S-RD-60"\nsteps = 0', "one step or more"),
        ('[[counter]]\nid = "S-RD-60"\nmove = -1', "move is 0 or more"),
        ('[[counter]]\nid = "S-RD-60"\nspeed = 4', "it may have id, name, strength"),
        ('[[set_up]]\nscenario = "minsk"', "no scenario on the map 'minsk'"),
        ('[[set_up]]\nscenario = "kovel"\nhex = "B18.18"\nunits = ["S-RD-60"]', "not on the part"),
        ('[[set_up]]\nscenario = "kovel"\nhex = "C18.12"\ndump = 2', "say whose it is"),
        ('[[set_up]]\nscenario = "kovel"\nunits = ["S-RD-60"]', "say where it stands"),
        ('[[set_up]]\nscenario = "kovel"\nhex = "C14.12"\nunits = ["S-RD-60"]', "both sides stand"),
        (
            '[[set_up]]\nscenario = "kovel"\nhex = "C32.09"\nunits = ["S-RD-60", "S-RD-143", '
            '"S-RD-175", "S-RD-260"]',
            r"RE stand in C32.09; 10 may",
        ),
        (
            '[[set_up]]\nscenario = "kovel"\nhex = "C18.12"\nplanes = ["SA-6-1"]',
            "SA-6-1 stands in C18.12, where its side has no air base",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_what_is_allowed(text: str, why: str) -> None:
    with pytest.raises(BadPack, match=why):
        read_pack("mine", HEAD + text)


def test_from_nothing_names_scenarios() -> None:
    with pytest.raises(BadPack, match="from_nothing is a list of first-steps"):
        read_pack("mine", f'{HEAD}from_nothing = ["minsk"]')


def test_a_table_is_laid_with_the_owners_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kovel_copy.toml").write_text(GOOD, encoding="utf-8")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    table = new_table("kovel", "kovel_copy")
    row = table.counters.row("S-RD-60")
    assert table.counters[row].id == "S-RD-60"
    place = table.land.index[find_hex("C19.12")]
    assert table.position.place_of(row) == place
    assert table.land.terrain[table.land.index[find_hex("C18.12")]][0] == "hills"
    assert table.land is not scenario_land("kovel")
    assert table.counters is not scenario_counters("kovel")


def test_a_match_is_not_begun_from_a_set_up_against_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tanks = '[[set_up]]\nscenario = "kovel"\nhex = "C32.14"\nunits = ["S-TB-68"]\n'
    (tmp_path / "kovel_swamp.toml").write_text(f"{HEAD}{tanks}", encoding="utf-8")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with pytest.raises(BadInput, match=r"68th Tank Brigade could not enter C32.14.*OCS-SET-8"):
        Belorussia().set_up("kovel", {"pack": "kovel_swamp", "box": "no"}, Play(ScriptedDice(())))
