"""The war on paper: the map, stacks by point, and the state of industry."""

from __future__ import annotations

from landbridge.engine.sheets import Grid, Part, Sheet
from landbridge.games.arsenal.calendar import month_name, turn_name
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.map.drawing import Stack, draw
from landbridge.games.arsenal.map.places import DESTROYED, LAST_POINT, SIBERIA, place_name
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.control import ENTRAINED
from landbridge.games.arsenal.war.display.summary import stacks
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.weather import skies
from landbridge.games.arsenal.words import NOBODY, SIDE_ADJECTIVES, SIDES


def position(state: War) -> Sheet:
    """Who stands where."""
    parts = tuple(
        Part(
            f"{SIDE_ADJECTIVES[name]} units",
            grid=Grid(("Point", "Units", ""), tuple(stacks(state, side))),
        )
        for side, name in enumerate(SIDES)
    )
    north, south = skies(state)
    return Sheet("Position", f"{month_name(box(state).month)}; north {north}, south {south}", parts)


def ground(state: War) -> Sheet:
    """The map with who holds what, and how many units stand where."""
    counted: dict[int, Stack] = {}
    for unit, place in enumerate(state.at):
        if place <= LAST_POINT:
            before = counted[place].units if place in counted else 0
            counted[place] = Stack(before + 1, state.side[unit])
    played = (number for number, holder in enumerate(state.held) if holder != NOBODY)
    picture = draw(played, state.held, counted, f"The map in {month_name(box(state).month)}")
    note = "The figure over a point is how many units stand there."
    return Sheet("Map", month_name(box(state).month), (Part("Points", note=note, picture=picture),))


def factories(state: War) -> Sheet:
    """Every factory: where it is, when it produces, how it stands."""
    building = dict(state.building)
    rows = []
    for factory in FACTORIES:
        place, flag = state.factory_at[factory.number], state.factory_flags[factory.number]
        if place <= LAST_POINT or place == SIBERIA:
            where, how = place_name(place), "entrained" if flag & ENTRAINED else "standing"
        elif place == DESTROYED:
            where, how = "", "destroyed"
        else:
            turn = building.get(factory.number)
            ready = f"ready in {turn_name(turn)}" if turn else ""
            where, how = "", ready or "not picked"
        months = " ".join(str(month) for month in factory.months)
        rows.append((factory.id, factory.type, where, how, months))
    head = ("Factory", "Type", "Place", "State", "Months")
    return Sheet(
        "Industry", month_name(box(state).month), (Part("Factories", grid=Grid(head, tuple(rows))),)
    )
