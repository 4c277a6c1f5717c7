"""The layers of the map bot on small positions: picture, line, attacks, hard rules, posture."""

from __future__ import annotations

import itertools

from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.games.belorussia.bot.attacks import best_strike, worth_of_attack
from landbridge.games.belorussia.bot.front_line import GAPS, draw_line
from landbridge.games.belorussia.bot.hard_rules import ALONE, UNFED, Folly, broken_hard_rules
from landbridge.games.belorussia.bot.levels import KEEN, NOVICE, Level
from landbridge.games.belorussia.bot.picture import Picture
from landbridge.games.belorussia.bot.postures import next_posture
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.position.sketch import read_sketch

FIGHT = """
around = 2
terrain = "open"
phase = "combat"
units = [
  {name = "First", side = "soviet", strength = 21, rating = 4, move = 4, hex = "B18.19"},
  {name = "Second", side = "soviet", strength = 9, rating = 2, move = 4, hex = "B18.19"},
  {name = "Grenadiers", side = "axis", strength = 6, rating = 3, move = 4, hex = "B19.19"},
]
"""
LEFT_BEHIND = """
around = 3
terrain = "open"
units = [
  {name = "Guns", side = "soviet", duty = "artillery", strength = 9, move = 3, hex = "B18.19"},
  {name = "Rifles", side = "soviet", strength = 9, rating = 3, move = 4, hex = "HEX"},
  {name = "Grenadiers", side = "axis", strength = 6, rating = 3, move = 4, hex = "B19.19"},
]
"""


def seen(side: str, level: Level = KEEN, scenario: str = "first-steps") -> Picture:
    state = Match.new(Belorussia(), scenario, seed=1).view(side)
    return Picture(state.theatre("movement", side), side, level)  # type: ignore[arg-type]


def follies(rifles: str) -> list[Folly]:
    theatre = read_sketch(LEFT_BEHIND.replace("HEX", rifles)).theatre()
    return [fault.folly for fault in broken_hard_rules(Picture(theatre, "soviet", KEEN))]


def test_nothing_that_is_hidden_is_seen_but_its_strength_is_guessed() -> None:
    keen, novice = seen("soviet", scenario="orsha-road"), seen("soviet", NOVICE, "orsha-road")
    assert keen.hidden_share > 0 == novice.hidden_share
    assert sum(keen.enemy_at.values()) > sum(novice.enemy_at.values())
    assert keen.enemy_at.keys() == novice.enemy_at.keys()


def test_the_threat_is_greatest_next_to_the_enemy_and_ends_far_from_him() -> None:
    picture = seen("soviet")
    near = max(
        picture.threat(there) for place in picture.enemy_at for there in picture.around(place)
    )
    far = max(range(picture.land.size), key=lambda place: picture.nearness[place])
    assert near > 0 == picture.threat(far)


def test_the_line_hangs_together_and_lies_on_own_ground() -> None:
    for side in ("soviet", "axis"):
        picture = seen(side, scenario="orsha-road")
        line = draw_line(picture)
        control = picture.theatre.position.control
        assert line
        assert all(control[place] == picture.number + 1 for place in line)
        steps = [picture.land.distance(a, b) for a, b in itertools.pairwise(line)]
        assert sum(step > max(GAPS) for step in steps) <= 2, "only where the front itself is parted"


def test_a_strike_is_led_by_the_best_rating_and_more_units_make_it_better() -> None:
    theatre = read_sketch(FIGHT).theatre()
    picture, target = Picture(theatre, "soviet", KEEN), theatre.land.place("B19.19")
    alone, both = (worth_of_attack(picture, theatre, rows, target, 0.0) for rows in ((1,), (1, 0)))
    assert both > alone
    strike = best_strike(picture, theatre, (1, 0), target, 0.0)
    assert strike is not None
    assert strike.rows[0] == 0


def test_who_does_not_know_odds_wants_three_to_one() -> None:
    theatre = read_sketch(FIGHT).theatre()
    target = theatre.land.place("B19.19")
    novice = Picture(theatre, "soviet", NOVICE)
    assert worth_of_attack(novice, theatre, (0,), target, 0.0) > 0
    bolder = Picture(theatre, "soviet", replace(NOVICE, ratio=9))
    assert worth_of_attack(bolder, theatre, (0,), target, 0.0) < 0


def test_guns_left_alone_before_the_enemy_are_a_folly() -> None:
    assert ALONE in follies("B17.19")
    assert ALONE not in follies("B18.19")


def test_whoever_is_out_of_trace_is_counted() -> None:
    assert UNFED in follies("B18.19")


def test_a_posture_is_kept_until_strengths_have_clearly_changed() -> None:
    assert next_posture("axis", None, 1.3) == "hold"
    assert next_posture("axis", "assault", 1.3) == "assault"
    assert next_posture("axis", "assault", 1.0) == "hold"
    assert next_posture("soviet", "hold", 0.3) == "delay"
    assert next_posture("soviet", "delay", 0.5) == "delay"
