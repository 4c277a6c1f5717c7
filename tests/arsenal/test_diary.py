"""What is noted of a war: cities, the front, factories and follies; and the bars of many wars."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from landbridge.bots.known import bot
from landbridge.bots.seats import Seat
from landbridge.engine.play.diaries import Bar
from landbridge.games.arsenal.diary.diary import HISTORY, Diary
from landbridge.games.arsenal.diary.follies import starving, support_alone
from landbridge.games.arsenal.diary.ground import in_one_piece, pieces, points_in_pockets
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.places import DEAD, SIBERIA
from landbridge.games.arsenal.map.points import NUMBER, POINTS
from landbridge.games.arsenal.war.columns import put
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, SOVIET
from landbridge.referee.games import new_match
from landbridge.study.bars import StudyFigures, measured


@pytest.fixture(scope="module")
def june() -> War:
    state: War = new_match("arsenal", "campaign", seed=1).state
    return state


def holding(state: War, side: int, *points: str) -> War:
    held = bytearray(state.held)
    for word in points:
        held[NUMBER[word]] = side
    return replace(state, held=bytes(held))


def test_a_diary_notes_what_fell_and_how_it_stood() -> None:
    match = new_match("arsenal", "barbarossa", seed=4)
    bots = {role: bot("arsenal", "keen", f"4 {role}") for role in match.game.roles}
    diary = Diary()
    while match.outcome is None:
        diary.look(match.state)
        role = match.deciders[0]
        match.do(bots[role].choose(Seat(match, role)), role)
    diary.look(match.state)
    assert set(diary.events) <= set(HISTORY)
    assert diary.events["Minsk axis"] in ("1941-06", "1941-07", "1941-08")
    curve = diary.curves["Soviet places that the Axis hold"]
    assert list(curve) == [f"1941-{month:02}" for month in range(6, 13)]
    assert curve["1941-12"] > curve["1941-06"] > 0
    assert diary.figures["months"] == 7
    assert diary.figures["changes of hands"] >= curve["1941-12"]
    assert diary.figures["fighter months"] > 7 * 100
    assert diary.figures["cut off"] <= diary.figures["starving"]


def test_a_city_counts_at_the_end_of_a_month_and_returns_for_good(june: War) -> None:
    diary = Diary()
    lost = holding(june, AXIS, "MIN")
    # Lost and back within June; lost in July, back in August, lost again, back in October.
    for turn, now in ((1, june), (1, lost), (2, june), (3, lost), (4, june), (5, lost), (6, june)):
        diary.look(replace(now, turn=turn))
    assert diary.events == {
        "Minsk axis": "1941-07",
        "Minsk soviet": "1941-08",
        "Minsk soviet for good": "1941-10",
    }
    assert diary.figures["changes of hands"] == 6
    assert diary.figures["changes of one point"] == 6
    assert diary.figures["taken back"] == 5


def test_ground_is_one_piece_but_for_pockets(june: War) -> None:
    for side in (AXIS, SOVIET):
        assert in_one_piece(june.held, side)
        assert points_in_pockets(june.held, side) == 0
    pocket = holding(june, AXIS, "KUI", "SYZ").held
    assert [len(piece) for piece in pieces(pocket, AXIS)][1:] == [2]
    assert in_one_piece(pocket, AXIS)
    assert points_in_pockets(pocket, AXIS) == 2
    # Six points behind the front are no pocket any more, but a second piece.
    away = holding(june, AXIS, "KUI", "SYZ", "PEN", "SAR", "BLS", "MIC").held
    assert not in_one_piece(away, AXIS)
    # The Caucasus cut off from Russia has an edge of its own: two pieces, and neither is a pocket.
    cut = holding(june, AXIS, "AST", "VBA", "STG", "KTL", "ELI", "RST", "TKH", "MIL", "VRG").held
    assert not in_one_piece(cut, SOVIET)


def test_guns_without_fighters_beside_the_enemy_are_alone(june: War) -> None:
    gun = UNIT["Art1"]
    empty = replace(june, at=bytes(DEAD if p == NUMBER["BRE"] else p for p in june.at))
    at_brest = replace(empty, at=put(empty.at, gun, NUMBER["BRE"]))
    assert support_alone(at_brest, SOVIET) == [gun]
    guarded = replace(at_brest, at=put(at_brest.at, UNIT["4A"], NUMBER["BRE"]))
    assert support_alone(guarded, SOVIET) == []


def test_fighters_without_supply_starve(june: War) -> None:
    army = UNIT["4A"]
    hungry = replace(june, unsupplied_turns=put(june.unsupplied_turns, army, 2))
    assert starving(hungry, SOVIET) == [army]
    assert starving(hungry, AXIS) == []


def test_a_factory_counts_once_it_is_set_down(june: War) -> None:
    diary = Diary()
    diary.look(june)
    on_rails = replace(
        june,
        factory_at=put(june.factory_at, 0, NUMBER["GOR"]),
        factory_flags=put(june.factory_flags, 0, 1),
    )
    diary.look(on_rails)
    assert not diary.figures["factory decisions"]
    diary.look(replace(on_rails, factory_flags=june.factory_flags))
    diary.look(replace(june, factory_at=put(june.factory_at, 0, SIBERIA)))
    assert diary.figures["factory decisions"] == 2
    assert diary.figures["factories forward"] == 1


def test_every_bar_is_of_something_that_is_measured() -> None:
    names = {point.name for point in POINTS}
    for bar in Diary.bars:
        if bar.way in ("date", "share"):
            assert bar.of in HISTORY
            assert bar.of.split()[0] in names
    assert sum(bar.way == "date" for bar in Diary.bars) == 12


SEEN = StudyFigures(
    ({"changes": 10, "part": 1, "whole": 4}, {"changes": 30, "part": 2, "whole": 4}, {}),
    {"X": (0.8, "1942-02", "1941-12"), "Y": (0.3, "1942-02", "1941-12"), "Z": (0.1, "", "")},
    ("1941-12", "1942-01", "1942-02"),
    (7, 3),
)


@pytest.mark.parametrize(
    ("bar", "figure", "kept"),
    [
        (Bar(title="", way="middle", of="changes", most=9), 10, False),
        (Bar(title="", way="ratio", of="part", to="whole", least=0.3), 0.375, True),
        (Bar(title="", way="mean", of="part", to="none"), None, None),
        (Bar(title="", way="share", of="Z", most=0.2), 0.1, True),
        (Bar(title="", way="decided", most=0.6), 0.7, False),
        (Bar(title="", way="date", of="X", most=2), 2, True),
        (Bar(title="", way="date", of="Y", most=2), None, False),
    ],
)
def test_a_bar_is_measured_and_kept_or_not(
    bar: Bar, figure: float | None, kept: bool | None
) -> None:
    (found,) = measured((bar,), "campaign", SEEN)
    assert found.figure == (figure if figure is None else pytest.approx(figure))
    assert found.kept is kept


def test_dates_near_history_are_counted_and_other_scenarios_left_out() -> None:
    dates = (Bar(title="", way="date", of="X"), Bar(title="", way="date", of="Y"))
    near = Bar(title="near", way="near", within=2, least=0.5)
    elsewhere = Bar(title="elsewhere", way="decided", scenario="tutorial")
    found = measured((*dates, near, elsewhere), "campaign", SEEN)
    assert [one.title for one in found][2:] == ["near"]
    assert found[2].figure == 0.5
    assert found[2].kept
