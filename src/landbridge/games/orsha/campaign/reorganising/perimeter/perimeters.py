"""Perimeters on the campaign's map: the position, the loops as drawn, how the map then stands."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import Rules, muted
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.campaign.map_hexes import ground, on_edge, runs_of, strategic_by_map
from landbridge.games.orsha.campaign.open_facts import SIDES, FrontLine, IsolatedArea
from landbridge.games.orsha.campaign.pieces.roster import (
    STATES,
    RosterPiece,
    is_smc,
    with_states,
    without,
)
from landbridge.games.orsha.campaign.reports.strategic_locations import strategic_pieces
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.map.hexes import lvp_labels
from landbridge.games.orsha.rules.map.location_points import lvp_score
from landbridge.games.orsha.rules.perimeter.determination import Notes, Perimeter, draw_perimeter
from landbridge.games.orsha.rules.perimeter.escape import drop_encircled_markers
from landbridge.games.orsha.rules.perimeter.front_line import marked_hexsides
from landbridge.games.orsha.rules.perimeter.isolated_areas import falls_short
from landbridge.games.orsha.rules.perimeter.isolation import Isolation, settle
from landbridge.games.orsha.rules.perimeter.loops import Loop, loop_text
from landbridge.games.orsha.rules.perimeter.position import Kind, Position, Unit
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import Rulings

# The position


def unit_kind(piece: RosterPiece) -> Kind | None:
    """What a piece is to a Perimeter; nothing for Equipment."""
    if piece.status == "prisoner":
        return "prisoner"
    if piece.kind == "vehicle":
        return "abandoned" if piece.has("abandoned") else "vehicle"
    if piece.kind in ("crew", "cupola"):
        return "crew"
    if piece.kind in ("squad", "leader"):
        return "smc" if is_smc(piece) else "mmc"
    return None


def position_of(state: Campaign) -> Position:
    """The position from which the Perimeters are drawn; who has gone since is still in it."""
    where = ground(state.edge_rows)
    left = set(state.gone)
    units: list[Unit] = []
    for side, book in state.both:
        for piece in book.pieces.values():
            here = piece.hex if piece.status in ("map", "prisoner") else ""
            if piece.id in left:
                here = piece.former
            kind = unit_kind(piece) if here else None
            if kind is not None:
                location = piece.cover if piece.cover == "pillbox" else ""
                units.append(Unit(where.hex(here), side, kind, piece.id, location))
    edge: dict[Hex, Side] = {}
    markers: dict[Hex, Side] = {}
    others: dict[Hex, Side] = {}
    works = strategic_pieces(state)
    for hex, side in state.control.items():
        place = where.hex(hex)
        if on_edge(hex, state.edge_rows):
            edge[place] = side
        elif strategic_by_map(hex, state.edge_rows) or hex in works:
            markers[place] = side
        else:
            others[place] = side
    return Position(where, tuple(sorted(units)), markers, edge, others)


@lru_cache(maxsize=256)
def _draw_perimeter(
    edge_rows: str,
    units: tuple[Unit, ...],
    markers: tuple[tuple[Hex, Side], ...],
    edge: tuple[tuple[Hex, Side], ...],
    control: tuple[tuple[Hex, Side], ...],
    side: Side,
    proposal: tuple[str, ...],
    options: Rulings,
    let_pass: bool,
    out_of_force: frozenset[str],
) -> tuple[Perimeter, Rules]:
    why = Notes()
    position = Position(ground(edge_rows), units, dict(markers), dict(edge), dict(control))
    drawn = draw_perimeter(position, side, why, proposal, options, let_pass=let_pass)
    return drawn, why.so(None).rules


def perimeter_of(
    state: Campaign,
    position: Position,
    side: Side,
    proposal: tuple[str, ...],
    *,
    let_pass: bool = False,
) -> tuple[Perimeter, Rules]:
    """A side's Perimeter as proposed, or the largest that is found; and the rules that acted."""
    return _draw_perimeter(
        state.edge_rows,
        position.units,
        tuple(sorted(position.markers.items())),
        tuple(sorted(position.edge.items())),
        tuple(sorted(position.control.items())),
        side,
        proposal,
        state.rulings,
        let_pass,
        muted(),
    )


def isolation_of(state: Campaign) -> tuple[dict[Side, Perimeter], Isolation, Rules]:
    """Both Perimeters, and how the map stands with those left out who have gone since."""
    position = position_of(state)
    why = Notes()
    drawn: dict[Side, Perimeter] = {}
    for side in SIDES:
        # What breaks a rule here was let pass when it was proposed.
        loops = state.proposals.get(side, ())
        drawn[side], _ = perimeter_of(state, position, side, loops, let_pass=True)
    absent = frozenset(unit for unit in position.units if unit.name in state.gone)
    areas = state.rulings.isolated_areas
    scope = state.rulings.shortage_scope
    found = settle(position, drawn, why, absent, areas, scope)
    return drawn, found, tuple(dict.fromkeys(why.so(None).rules))


# How the map stands


def written(perimeter: Perimeter, loop: Loop) -> str:
    """A loop as players write it."""
    return loop_text(perimeter.side_position.where, loop, perimeter.side_position.kinds)


def stand(state: Campaign, drawn: dict[Side, Perimeter], found: Isolation) -> Campaign:
    """The campaign with Front Lines, Isolated Areas and Control as they stand now."""
    where = ground(state.edge_rows)
    fronts: dict[str, FrontLine] = {}
    for side in SIDES:
        held = [
            where.label(place)
            for place, holder in found.control.items()
            if holder == side and place not in found.isolated
        ]
        fronts[side] = FrontLine(
            tuple(written(drawn[side], loop) for loop in drawn[side].loops),
            runs_of(held),
            tuple(where.labels(_front(state, found, side))),
        )
    areas = tuple(
        IsolatedArea(
            where.labels(area.hexes),
            area.type,
            area.holder if area.holder in SIDES else None,
        )
        for area in found.areas
        if area.type in ("C", "D")
    )
    return replace(state, fronts=fronts, areas=areas)


def _draw(state: Campaign, found: Isolation, why: Why) -> Campaign:
    """Each side's Front Line on a copy of the map: the hexsides to be marked (9.6066)."""
    where = ground(state.edge_rows)
    fronts = dict(state.fronts)
    for side in SIDES:
        sides = marked_hexsides(where, side, found, why, state.rulings.nml_front)
        marked = tuple(f"{where.label(a)}/{where.label(b)}" for a, b in sides)
        fronts[side] = replace(fronts[side], marked=marked)
    return replace(state, fronts=fronts)


def _front(state: Campaign, found: Isolation, side: Side) -> list[Hex]:
    """The Front Line hexes of a side; whether those in No Man's Land are left out is a ruling."""
    skipped = state.rulings.nml_front == "skipped"
    return [p for p in found.fronts[side] if not (skipped and p in found.no_mans_land)]


def _last_controllers(state: Campaign, found: Isolation) -> dict[str, Side]:
    """Marked hexes in No Man's Land that somebody is still counted to hold, by the ruling."""
    where = ground(state.edge_rows)
    ruling = state.rulings.lvp_no_mans_land
    held: dict[str, Side] = {}
    for hex in lvp_labels():
        last = state.control.get(hex)
        if last is None or where.hex(hex) not in found.no_mans_land:
            continue
        score = lvp_score(hex, last, no_mans_land=True, lvp_no_mans_land=ruling).result
        if score.holder in SIDES:
            held[hex] = score.holder
    return held


def settle_map(state: Campaign, play: Play) -> Campaign:
    """Procedure complete (9.6066): Control, Isolated pieces, Ammunition Shortage."""
    drawn, found, rules = isolation_of(state)
    state = stand(state, drawn, found)
    where = ground(state.edge_rows)
    tracked = {*state.control, *lvp_labels(), *(where.label(place) for place in where.ring)}
    control = _last_controllers(state, found) | {
        hex: found.control[where.hex(hex)]
        for hex in sorted(tracked)
        if where.hex(hex) in found.control
    }
    state = replace(state, control=control)
    short = {unit.name for area in found.areas for unit in area.shortage}
    number = 0
    why = Why()
    relieved = drop_encircled_markers(why)
    state = _draw(state, found, why)
    for side in SIDES:
        moved = []
        for piece in state.on_map(side):
            area = state.area_of(piece.hex)
            states = without(piece, "encircled") if relieved else piece.states
            if area is not None and _is_short(state, piece, area, short, why):
                number += 1
                states = with_states((*states, "shortage"))
            name = area.name if area is not None else ""
            moved.append(replace(piece, area=name, states=states))
        state = state.with_pieces(side, *moved)
    lvp = ", ".join(f"{hex} {control.get(hex, 'nobody')}" for hex in lvp_labels())
    entry = ("OTO-9.6058-1", *rules, *why.so(None).rules)
    play.log("map_settled", tuple(dict.fromkeys(entry)), lvp=lvp)
    if number:
        cited = ("OTO-9.6061-3", "OTO-9.6061-4", "RUL-OTO-16")
        play.log("shortage", cited, number=number)
    return state


def _is_short(
    state: Campaign, piece: RosterPiece, area: IsolatedArea, short: set[str], why: Why
) -> bool:
    """Whether an Isolated piece begins the next scenario with Ammunition Shortage."""
    if "shortage" not in STATES.get(piece.kind, ()):
        return False
    weapon = piece.kind in ("sw", "gun")
    return piece.id in short or (
        weapon and falls_short(area.kind, True, state.rulings.shortage_scope, why)
    )


def begin(state: Campaign, play: Play) -> Campaign:
    """Before the Perimeters are drawn the old ones are gone."""
    for side in SIDES:
        free = [
            replace(piece, area="") for piece in state.book(side).with_status("map") if piece.area
        ]
        state = state.with_pieces(side, *free)
    return replace(state, fronts={}, areas=(), proposals={}, gone=())
