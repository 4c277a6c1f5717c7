"""A match on the map as a film: the front, the stacks and where they went, moment by moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from landbridge.engine.columns import WORD
from landbridge.engine.drawing.curves import chains, rounded
from landbridge.engine.drawing.film import Film, Scene
from landbridge.engine.drawing.shapes import (
    Drawing,
    Item,
    Layer,
    Pen,
    Point,
    Shape,
    Text,
    box,
    line,
    ring,
    rounded_box,
)
from landbridge.engine.drawing.svg import to_svg
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import SPECTATOR, Event
from landbridge.engine.refusals import BadInput
from landbridge.engine.sheets import Part, Sheet
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.armies.units import GroundUnit, units
from landbridge.games.belorussia.ledger.sheets import position_in_words
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map.drawing import colours
from landbridge.games.belorussia.map.drawing.counters import SIZE, draw_stack, stack_of
from landbridge.games.belorussia.map.drawing.frame import Frame, ends_of, rectangle
from landbridge.games.belorussia.map.drawing.poster import draw_map
from landbridge.games.belorussia.map_game.pictures import picture_on_map
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.words import NAME_OF, Side, short

MARGIN = 3
"""So many hexes are shown round those that are held."""
WIDE_ON_PAPER = 182.0
"""Millimetres."""
BAND = 150.0
"""How high the band is in which a moment is told."""
TURNS = ("player_turn_begins", "campaign_begins", "scenario_begins")
STOPS: dict[str, tuple[str, ...]] = {
    "turn": TURNS,
    "phase": (*TURNS, "phase_ends"),
    "battle": (
        *(*TURNS, "phase_ends"),
        *("combat_over", "barrage_hits", "seized"),
    ),
}
"""By what is shown: the events at which the film has a scene."""
INKS: dict[Side, str] = {"axis": "#2F4B5E", "soviet": colours.SOVIET}
ATTACKS, LOSSES = "#5B4A99", "#7C1D4F"


def film_of(match: Match[Any], by: str) -> Film:
    """The match from its beginning to now."""
    state = match.state
    if not isinstance(state, Ledger) or not state.has_map:
        raise BadInput("Only a match on the map can be filmed; this one has none.")
    frame, ground = _ground(state, _window(match.at(0), state), BAND)
    return Film(ground, _scenes(match, frame, STOPS[by]))


def map_sheet(view: Ledger) -> Sheet:
    """The map as it stands, on paper."""
    frame, ground = _ground(view, _window(view))
    parts = {"front": _front(view, frame), "counters": _stacks(view, frame)}
    window = (0.0, 0.0, frame.width, frame.height)
    more = (Layer(name, tuple(items), window) for name, items in parts.items())
    picture = to_svg(replace(ground, layers=(*ground.layers, *more)), WIDE_ON_PAPER)
    return Sheet("Map", position_in_words(view), (Part(view.table.plan.title, picture=picture),))


def _ground(state: Ledger, hexes: tuple[Hex, ...], below: float = 0.0) -> tuple[Frame, Drawing]:
    """The land in a window, with so much room under it."""
    plan = state.table.plan
    sheet = draw_map(country(), hexes, plan.title, plan.text)
    frame = Frame(hexes)
    return frame, Drawing(
        frame.width,
        frame.height + below,
        tuple(layer for layer in sheet.layers if layer.name not in ("legend", "numbers")),
        plan.title,
        colours.PAPER,
    )


def _window(*states: Ledger) -> tuple[Hex, ...]:
    """The part of the map on which it is played: where anybody stands or has stood."""
    land = states[0].table.land
    held = {
        land.hexes[place]
        for state in states
        for place in WORD.numbers(state.table.position.at)
        if place < land.size
    }
    inside = set(land.hexes)
    return tuple(place for place in rectangle(sorted(held), MARGIN) if place in inside)


def _scenes(match: Match[Any], frame: Frame, stops: tuple[str, ...]) -> Iterator[Scene]:
    """A scene whenever one of these events has happened, and one of how it stands now."""
    since: list[Event] = []
    for number in range(len(match)):
        events = match.history.events(number)
        since += [event for event in events if event.visible_to(SPECTATOR)]
        told = [event for event in since if event.id in stops]
        if told or number == len(match) - 1:
            words = _caption(match, told)
            yield _scene(match.at(number + 1), frame, since, words)
            since = []


def _caption(match: Match[Any], told: list[Event]) -> str:
    """What is said of a moment: its greatest event in words."""
    fights = [event for event in told if event.id in ("combat_over", "barrage_hits", "seized")]
    chosen = (fights or told)[-1:]
    return " ".join(match.game.sentence(event) for event in chosen)


def _scene(state: Ledger, frame: Frame, events: list[Event], words: str) -> Scene:
    window = (0.0, 0.0, frame.width, frame.height)
    parts: dict[str, list[Item]] = {
        "front": _front(state, frame),
        "counters": _stacks(state, frame),
        "moves": _traces(state, frame, events),
    }
    layers = [Layer(name, tuple(items), window) for name, items in parts.items()]
    return Scene((*layers, Layer("band", tuple(_band(state, frame, words)))))


def _front(state: Ledger, frame: Frame) -> list[Item]:
    """The front: between hexes that the two sides hold."""
    control, land = state.table.position.control, state.table.land
    links = [
        ends_of((land.hexes[here], land.hexes[there]))
        for here in range(land.size)
        if control[here] == SIDES.index("axis") + 1
        for there in land.graph.neighbours[here]
        if there >= 0 and control[there] == SIDES.index("soviet") + 1
    ]
    found: list[Item] = []
    for way in chains(links):
        course = rounded([frame.corner(corner) for corner in way])
        found += [
            Shape(course, pen=Pen(colours.PAPER, 12, opacity=0.8)),
            Shape(course, pen=Pen(INKS["soviet"], 7)),
            Shape(course, pen=Pen(INKS["axis"], 7, (16, 16), "butt")),
        ]
    return found


def _stacks(state: Ledger, frame: Frame) -> list[Item]:
    """Every stack with the strongest on top; of planes and trucks alone a plain counter."""
    table = state.table
    land, counters, known = table.land, table.counters, units()
    stacks: dict[int, dict[str, list[GroundUnit]]] = {}
    others: dict[int, Side] = {}
    for row, place in enumerate(WORD.numbers(table.position.at)):
        if place >= land.size:
            continue
        counter = counters[row]
        unit = known.get(counter.id)
        if unit is None:
            others[place] = counter.side
        else:
            stacks.setdefault(place, {}).setdefault(counter.side, []).append(unit)
    found: list[Item] = []
    for place, side in sorted(others.items()):
        if place not in stacks:
            found += _plain(side, frame.middle(land.hexes[place]))
    for place, sides in sorted(stacks.items()):
        for _, units_there in sorted(sides.items()):
            found += draw_stack(stack_of(units_there), frame.middle(land.hexes[place]))
    return found


def _plain(side: Side, at: Point) -> list[Item]:
    x, y = at
    half = SIZE / 3
    card = rounded_box(x - half, y - half, 2 * half, 2 * half, 6)
    face = colours.SOVIET if side == "soviet" else colours.AXIS
    return [Shape(card, face, Pen("#1B1916", 1.4))]


def _traces(state: Ledger, frame: Frame, events: list[Event]) -> list[Item]:
    """Arrows of what went where since the last moment, and crosses where steps were lost."""
    land, found = state.table.land, list[Item]()

    def spot(label: str) -> Point:
        return frame.middle(land.hexes[land.place(label)])

    for event in events:
        picture = picture_on_map(event, lambda event: "")
        if picture is None:
            continue
        for move in picture.moves:
            if move.start and move.start != move.end:
                way = [spot(label) for label in (move.start, *(move.path or (move.end,)))]
                side: Side = "axis" if move.side == "axis" else "soviet"
                found += _arrow(way, ATTACKS if move.how == "attack" else INKS[side])
        for fate in picture.fates:
            if fate.place:
                found += _cross(spot(fate.place))
        if picture.battle is not None and picture.battle.part == "ends":
            at = spot(picture.battle.place)
            found.append(Shape(ring(at, SIZE * 0.62), pen=Pen(ATTACKS, 6)))
    return found


def _arrow(way: list[Point], colour: str) -> list[Item]:
    (x0, y0), (x, y) = way[-2:]
    far = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5 or 1.0
    ux, uy = (x - x0) / far, (y - y0) / far
    neck = (x - 26 * ux, y - 26 * uy)
    head = line(
        [
            (x, y),
            (neck[0] - 13 * uy, neck[1] + 13 * ux),
            (neck[0] + 13 * uy, neck[1] - 13 * ux),
            (x, y),
        ]
    )
    course = line([*way[:-1], neck])
    return [
        Shape(course, pen=Pen(colours.PAPER, 15, cap="butt")),
        Shape(course, pen=Pen(colour, 9, cap="butt")),
        Shape(head, colour, Pen(colours.PAPER, 2)),
    ]


def _cross(at: Point) -> list[Item]:
    x, y, arm = at[0] - SIZE * 0.4, at[1] - SIZE * 0.4, 13
    strokes = [
        line([(x - arm, y - arm), (x + arm, y + arm)]),
        line([(x + arm, y - arm), (x - arm, y + arm)]),
    ]
    pens = (Pen(colours.PAPER, 13), Pen(LOSSES, 7))
    return [Shape(stroke, pen=pen) for pen in pens for stroke in strokes]


def _band(state: Ledger, frame: Frame, words: str) -> list[Item]:
    """Date, turn and side, and what happened."""
    first, last = state.table.plan.first_turn, state.last_turn
    step = state.agenda[0] if state.agenda else None
    side = getattr(step, "side", "")
    head = f"{short(state.date)}, turn {state.turn - first + 1} of {last - first + 1}"
    if side in NAME_OF:
        head = f"{head}: {NAME_OF[side]}"
    top = frame.height
    size = min(44.0, frame.width / 26)
    return [
        Shape(box(0, top, frame.width, BAND), colours.PAPER),
        Shape(line([(0, top), (frame.width, top)]), pen=Pen(colours.INK, 3)),
        Text(head, (24, top + 56), size, "serif_bold", colours.INK),
        Text(_shortened(words), (24, top + 116), size * 0.72, "sans", colours.INK),
    ]


MOST = 96
"""Letters of a sentence in the band."""


def _shortened(words: str) -> str:
    return words if len(words) <= MOST else f"{words[: MOST - 1].rstrip()}…"
