"""The map put together: the whole of it, a sheet, or a window."""

from __future__ import annotations

from collections.abc import Iterable

from landbridge.engine.drawing.maps import MapPicture, MapRequest
from landbridge.engine.drawing.shapes import Drawing, Item, Layer, Pen, Shape, box
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.armies.scenarios import MapScenario, map_scenario
from landbridge.games.belorussia.map.country import Country, country
from landbridge.games.belorussia.map.drawing import colours
from landbridge.games.belorussia.map.drawing.armies import SAMPLES, Armies, front
from landbridge.games.belorussia.map.drawing.frame import UNIT, Frame, rectangle
from landbridge.games.belorussia.map.drawing.grid import grid, numbers, seams, sheet_letters
from landbridge.games.belorussia.map.drawing.landscape import beyond, landscape
from landbridge.games.belorussia.map.drawing.legend import Legend
from landbridge.games.belorussia.map.drawing.names import Names
from landbridge.games.belorussia.map.drawing.settlements import settlements
from landbridge.games.belorussia.map.drawing.water import water
from landbridge.games.belorussia.map.drawing.ways import rails, roads
from landbridge.games.belorussia.map.sheets import atlas, find_hex
from landbridge.games.belorussia.words import short

TITLE = "The Forgotten Battles"
UNDER = "Belorussia, 26 September 1943 to 26 April 1944"


def picture(request: MapRequest) -> MapPicture:
    """What is asked of the map."""
    scenario = map_scenario(request.scenario) if request.scenario is not None else None
    return MapPicture(draw_map(country(), *_window(request, scenario), scenario), UNIT)


def _window(request: MapRequest, scenario: MapScenario | None) -> tuple[tuple[Hex, ...], str, str]:
    """The hexes that are shown, a title, and what stands under it."""
    if request.sheet is not None and request.at is not None:
        raise BadInput("Either a sheet or a window is drawn, not both.")
    title, under, hexes = TITLE, UNDER, atlas().hexes
    if scenario is not None:
        title, hexes = scenario.title, scenario.hexes
        under = f"{TITLE}: {short(scenario.first)} to {short(scenario.last)}. {scenario.text}"
    if request.sheet is not None:
        sheets = {sheet.name: sheet for sheet in atlas().sheets}
        if request.sheet not in sheets:
            raise BadInput(unknown("sheet", request.sheet, sheets))
        hexes = tuple(
            place
            for place in atlas().hexes
            if any(label[0] == request.sheet for label in atlas().labels(place))
        )
        under = f"Sheet {request.sheet}. {under}"
    if request.at is not None:
        hexes = _around(request.at, request.within)
        under = f"Round {request.at}. {under}"
    return hexes, title, under


def _around(at: str, within: int) -> tuple[Hex, ...]:
    """The window round a hex or a place."""
    if at in country().places:
        return rectangle(country().places[at].hexes, within)
    try:
        return rectangle([find_hex(at)], within)
    except BadInput:
        if at[:1].isalpha() and at[1:2].isdigit():
            raise
        return rectangle(country().place(at).hexes, within)


def draw_map(
    land: Country, hexes: Iterable[Hex], title: str, under: str, scenario: MapScenario | None = None
) -> Drawing:
    """The map in a window, with the set-up of a scenario if one is named."""
    frame = Frame(hexes)
    names = Names(land, frame)
    ground: list[Item] = [Shape(box(0, 0, frame.width, frame.height), colours.OPEN)]
    parts: dict[str, list[Item]] = {
        "landscape": ground + landscape(land, frame),
        "water": water(land, frame),
        "grid": grid(frame),
        "roads": roads(land, frame),
        "rails": rails(land, frame),
        "settlements": settlements(land, frame),
        "beyond": beyond(frame),
        "seams": seams(frame),
        "numbers": numbers(frame),
        "sheet letters": sheet_letters(frame),
    }
    if scenario is not None:
        armies = Armies(scenario, frame)
        parts["front"] = front(scenario, frame)
        parts["counters"] = armies.items()
        names.keep_free(armies.covered())
    parts["names"] = names.put_all()
    legend = Legend(frame.width, SAMPLES if scenario is not None else ())
    window = (0.0, 0.0, frame.width, frame.height)
    layers = [Layer(name, tuple(items), window) for name, items in parts.items()]
    edge = Shape(box(*window), pen=Pen(colours.INK, 3.0, cap="butt"))
    layers.append(Layer("legend", (edge, *legend.items(title, under, frame.height))))
    high = frame.height + legend.height
    return Drawing(frame.width, high, tuple(layers), title, colours.PAPER)
