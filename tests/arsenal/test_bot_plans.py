"""What bots plan with: ways home, calls for an attack, the price of losses, transfers by rail."""

from __future__ import annotations

from msgspec.structs import replace

from arsenal.test_bot import BORDER, position
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.calls import dice_wanted
from landbridge.games.arsenal.bot.judging.charts import COUNT
from landbridge.games.arsenal.bot.judging.losses import AT_LEAST, prices
from landbridge.games.arsenal.bot.judging.supply_ahead import ways_home
from landbridge.games.arsenal.bot.keen import JUDGEMENT
from landbridge.games.arsenal.bot.moving.redeployment import redeploy
from landbridge.games.arsenal.bot.temper import Temper
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.places import DEAD, NOWHERE
from landbridge.games.arsenal.map.points import NEIGHBOURS, NUMBER, POINTS
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, SOVIET
from landbridge.referee.games import new_match


def keen(state: War, side: int, **other: object) -> BotBoard:
    temper: Temper = replace(JUDGEMENT[side], **other)
    return BotBoard(state, side, temper)


# Ways home


def test_a_way_home_is_as_safe_as_its_weakest_point() -> None:
    held = bytearray([SOVIET]) * COUNT
    for word in ("WAR", "BRE", "PIN", "MOZ"):
        held[NUMBER[word]] = AXIS
    safe = [1.0] * COUNT
    safe[NUMBER["BRE"]], safe[NUMBER["PIN"]] = 0.4, 0.7
    found = ways_home(bytes(held), AXIS, safe)
    assert found[NUMBER["WAR"]] == 1.0
    assert found[NUMBER["BRE"]] == 1.0, "the point itself does not count"
    assert found[NUMBER["PIN"]] == found[NUMBER["MOZ"]] == 0.4
    assert found[NUMBER["KIE"]] == 0.0


def test_the_safer_of_two_ways_counts() -> None:
    held = bytearray([SOVIET]) * COUNT
    both = set(NEIGHBOURS[NUMBER["BAR"]]) & {NUMBER["BRE"], NUMBER["BIA"]}
    assert len(both) == 2
    for point in (NUMBER["WAR"], NUMBER["BAR"], *both):
        held[point] = AXIS
    safe = [1.0] * COUNT
    safe[NUMBER["BRE"]], safe[NUMBER["BIA"]] = 0.2, 0.8
    assert ways_home(bytes(held), AXIS, safe)[NUMBER["BAR"]] == 0.8


# Calls


SOUTH = (*BORDER, "ORS", "SMO", "KIE", "VIN", "ZHI")
HOST = ("VII", "IX", "XII", "XIII", "XX", "XXIV", "XLVI", "XLVII")


def test_an_attack_calls_as_many_as_it_wants() -> None:
    """With a host before one weak point, those behind it are not called there as well."""
    nearly_all = tuple(point.id for point in POINTS if point.id != "VYA")
    state = position({"SMO": HOST, "MIN": ("LIII",)}, {"VYA": ("20A",)}, nearly_all)
    board, everybody = keen(state, AXIS), keen(state, AXIS, mass=99.0)
    assert board.initiative >= 1.0
    assert dice_wanted(board, NUMBER["VYA"]) < len(HOST)
    assert board.needs.pull[NUMBER["SMO"]] == everybody.needs.pull[NUMBER["SMO"]] > 0.0
    assert board.needs.pull[NUMBER["MIN"]] == 0.0 < everybody.needs.pull[NUMBER["MIN"]]


# Losses


def test_losses_cost_less_where_they_come_back_at_once() -> None:
    state = position({"SMO": HOST}, {"VYA": ("20A",)}, SOUTH)
    assert prices(state, SOVIET) == (1.0, 1.0)
    whole = replace(state, at=bytes(NOWHERE if at == DEAD else at for at in state.at))
    assert prices(whole, SOVIET) == (AT_LEAST, AT_LEAST)
    assert keen(whole, AXIS).price([UNIT["VII"]]) == AT_LEAST
    assert keen(whole, AXIS, counts_replacements=False).price([UNIT["VII"]]) == 1.0


# Transfers


def test_whoever_is_to_spare_goes_back_to_the_railway() -> None:
    """A crowd faces nobody much at Smolensk, while Kiev is open."""
    enemy = {"VYA": ("20A",), "CHG": ("21A", "22A", "24A", "28A"), "KNT": ("16A", "19A", "13A")}
    axis = {"SMO": HOST, "KIE": ("LIII",), "GOM": ("XLIII",), "BRY": ("LI",), "KUR": ("LII",)}
    state = position(axis, enemy, tuple(p.id for p in POINTS if p.id not in enemy), fortified=HOST)
    gone, kept = (
        {unit for unit, start, _ in redeploy(board) if start == NUMBER["SMO"]}
        for board in (keen(state, AXIS), keen(state, AXIS, transfer=0.0))
    )
    assert gone > kept


def test_the_soviets_press_for_the_crimea_once_it_is_a_pocket() -> None:
    """Ships may feed it for years; who has no way home over land is attacked in a pause as well."""
    state = new_match("arsenal", "campaign", seed=1).state
    held = bytearray(state.held)
    crimea = [NUMBER[word] for word in ("SEV", "DZH", "KER")]
    for point in crimea:
        held[point] = AXIS
    pocket = replace(state, held=bytes(held), turn=22)
    board = keen(pocket, SOVIET)
    assert board.pockets == frozenset(crimea)
    assert board.pressed(NUMBER["SEV"]) > 1.0 > board.press
    assert not keen(pocket, AXIS).pockets
    assert not keen(state, SOVIET).pockets
    assert not keen(replace(pocket, scenario="bagration"), SOVIET).pockets
