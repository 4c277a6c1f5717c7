"""Checks of step 9.604: Encirclement, minefields, bog, Shock; each piece by itself."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.map_hexes import ground
from landbridge.games.orsha.campaign.open_facts import enemy_of
from landbridge.games.orsha.campaign.pieces.armor_leaders import armor_leader_in
from landbridge.games.orsha.campaign.pieces.book import crew_of
from landbridge.games.orsha.campaign.pieces.guards import captives_of, claimants, release
from landbridge.games.orsha.campaign.pieces.losses import eliminate, eliminate_with_crew
from landbridge.games.orsha.campaign.pieces.roster import (
    PERSONNEL,
    RosterPiece,
    State,
    changed,
    half_of,
    is_afv,
    is_mineroller,
    morale,
    renamed,
    size,
    with_states,
    without,
)
from landbridge.games.orsha.campaign.reorganising.outcomes import log_outcome
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.grades import leadership
from landbridge.games.orsha.rules.purchases.pieces import counters
from landbridge.games.orsha.rules.reorganisation.minefields import (
    Factors,
    InMinefield,
    Mined,
    leave_minefield,
    mine_factors,
)
from landbridge.games.orsha.rules.reorganisation.rally import EncircledUnit, resolve_encirclement
from landbridge.games.orsha.rules.reorganisation.vehicles import (
    recuperate,
    remove_bog,
    tries_bog_removal,
)
from landbridge.games.orsha.rules.words import Side

CREW_SURVIVAL = "Crew Survival"
CREW_MORALE = 8
"""Morale Level of an Inherent crew."""
EQUIPMENT_LEFT = {
    "unpossessed": "its Equipment unpossessed",
    "taken_by_prisoner": "its Equipment taken by the prisoners",
}


def _log_aboard(
    state: Campaign, side: Side, vehicle: RosterPiece, rules: Rules, play: Play
) -> None:
    """The Armor Leader of a vehicle is lost with its crew."""
    for leader in armor_leader_in(state, side, vehicle):
        log_outcome(state, side, leader, rules, "eliminated", play)


def _leader_with(state: Campaign, side: Side, piece: RosterPiece) -> int | None:
    """The best leadership of another leader in the hex, if it helps."""
    drm = [
        leadership(other.name)
        for other in state.on_map(side)
        if other.hex == piece.hex and other.id != piece.id and size(other) == "leader"
    ]
    best = min(drm, default=0)
    return best if best < 0 else None


# 9.6041


def encircled_pieces(state: Campaign, side: Side) -> tuple[str, ...]:
    """Who must pass a check: Encircled units, and people Encircled in an Immobile vehicle."""
    return tuple(
        p.id
        for p in state.on_map(side)
        if p.has("encircled") and (p.kind in PERSONNEL or _holds_people(p))
    )


def _holds_people(piece: RosterPiece) -> bool:
    """Whether it is an Immobile vehicle with people in it."""
    return piece.kind == "vehicle" and piece.has("immobilized") and not piece.has("abandoned")


def check_encircled(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """An Encircled unit stays, or is Eliminated at once; an Immobile vehicle is then abandoned."""
    piece = state.book(side).pieces[name]
    captives = [p for p in captives_of(state, side) if p.by == name]
    others = [p for p in claimants(state, side, piece) if p.id != name]
    aboard = _holds_people(piece)
    # An Encircled unit's Morale Level is 1 lower (ASL A7.7).
    unit = EncircledUnit(
        unit="prc_of_immobile_vehicle" if aboard else "infantry",
        morale=max((CREW_MORALE if aboard else morale(piece)) - 1, 1),
        leader=None if how == "alone" else _leader_with(state, side, piece),
        guards=bool(captives),
        claimant=bool(others),
    )
    found = resolve_encirclement(unit, play.nature, state.rulings.encirclement_check)
    end = found.result
    text = end.fate if end.equipment == "kept" else f"{end.fate}, {EQUIPMENT_LEFT[end.equipment]}"
    fate = "abandoned" if end.vehicle_abandoned else text
    log_outcome(state, side, piece, found.rules, fate, play)
    if end.fate == "stays":
        return state if end.encircled else state.with_pieces(side, _freed(piece))
    if end.vehicle_abandoned:
        lost = armor_leader_in(state, side, piece)
        _log_aboard(state, side, piece, found.rules, play)
        left = _with(_freed(piece), f"{state.date}: its crew Encircled and lost", "abandoned")
        state = state.with_pieces(side, left)
        return eliminate(state, side, lost, "Encircled and lost", counts=False)
    state = eliminate(state, side, [piece], "Encircled and lost", counts=False)
    return release(state, side, [piece.id], play)


def _freed(piece: RosterPiece) -> RosterPiece:
    return replace(piece, states=without(piece, "encircled"))


# 9.6042


def minefield_in(state: Campaign, hex: str) -> tuple[Factors, int]:
    """A-P and A-T factors of all mines in a hex."""
    ap = at = 0
    for _, book in state.both:
        for piece in book.pieces.values():
            if piece.kind == "minefield" and piece.hex == hex and piece.in_play:
                for remark in piece.remarks:
                    number, _, letters = remark.partition(" ")
                    ap += int(number) if letters == "AP" else 0
                    at += int(number) if letters == "AT" else 0
    return mine_factors(ap, at)


MINES = ("OTO-9.6042-1", "OTO-9.6042-3")


def mined_hexes(state: Campaign) -> set[str]:
    """Hexes with mines of either side."""
    return {
        piece.hex
        for _, book in state.both
        for piece in book.pieces.values()
        if piece.kind == "minefield" and piece.hex and piece.in_play
    }


def mined_pieces(state: Campaign, side: Side) -> tuple[str, ...]:
    """Pieces in a minefield: Mobile vehicles, and Infantry among A-P mines."""
    mines = mined_hexes(state)
    found = []
    for piece in state.on_map(side):
        if piece.hex not in mines:
            continue
        foot = piece.kind in PERSONNEL and minefield_in(state, piece.hex)[0] > 0
        rolling = piece.kind == "vehicle" and not piece.has("immobilized")
        if foot or (rolling and not piece.has("abandoned")):
            found.append(piece.id)
    return tuple(found)


def _mined(piece: RosterPiece) -> Mined:
    if piece.kind == "vehicle":
        if is_mineroller(piece):
            return "mineroller"
        return "afv" if is_afv(piece) else "unarmored_vehicle"
    kind = size(piece)
    if kind == "squad" or kind == "half_squad" or kind == "crew":
        return kind
    return "smc"


def _is_open(vehicle: RosterPiece) -> bool:
    """Whether its crew is Vulnerable: unarmored or open-topped; all others are buttoned up now."""
    return not is_afv(vehicle) or "open-topped" in counters(vehicle.side)[vehicle.name].remarks


def no_way_out(state: Campaign, piece: RosterPiece) -> tuple[Violation, ...]:
    """Why a unit could not have left its minefield unharmed, as the map shows it."""
    rule = "OTO-9.6042-4"
    text = ""
    if "trailbreak" not in state.marks.get(piece.hex, ()):
        text = f"no Trailbreak leads {piece.label} out of the mines in {piece.hex}"
    else:
        where = ground(state.edge_rows)
        near = where.labels(where.atlas.neighbours(where.hex(piece.hex)))
        enemy = enemy_of(piece.side)
        mined = mined_hexes(state)
        if all(hex in mined or state.control.get(hex) == enemy for hex in near):
            text = f"around {piece.hex} are only minefields and enemy-Controlled Locations"
    remedy = "it takes the check: leave `out` away"
    return (Violation(text, (rule,), remedy),) if text and in_force(rule) else ()


def check_mines(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """A vehicle is attacked as if leaving, Infantry checks; `out` says it could leave unharmed."""
    piece = state.book(side).pieces[name]
    ap, at = minefield_in(state, piece.hex)
    foot = piece.kind in PERSONNEL
    unit = InMinefield(
        unit=_mined(piece),
        ap=ap,
        at=at,
        way_out=how == "out",
        morale=morale(piece) if foot else 7,
        leader=_leader_with(state, side, piece) if foot else None,
        wounded=piece.has("wounded"),
        vulnerable=not foot and _is_open(piece),
        crew_morale=CREW_MORALE,
    )
    found = leave_minefield(unit, play.nature)
    fate = found.result.fate
    log_outcome(state, side, piece, (*MINES, *found.rules), fate.replace("_", " "), play)
    entry = f"{state.date}: {fate.replace('_', ' ')} by mines"
    if fate in ("eliminated", "burning_wreck"):
        if fate == "burning_wreck":
            marks = (*state.marks.get(piece.hex, ()), "burning_wreck")
            state = state.marked(piece.hex, *dict.fromkeys(marks))
        aboard = armor_leader_in(state, side, piece)
        state = eliminate(state, side, [piece], "lost to mines", counts=False)
        state = release(state, side, [piece.id], play)
        survives = False
        if found.result.crew == "crew_survival":
            state, survives = _crew_survival(state, side, piece, play)
        lost = [] if survives else aboard
        for leader in lost:
            log_outcome(state, side, leader, found.rules, "eliminated", play)
        return eliminate(state, side, lost, "lost to mines", counts=False)
    if fate == "half_squad":
        return state.with_pieces(side, renamed(piece, half_of(piece), entry))
    if fate == "wounded":
        return state.with_pieces(side, _with(piece, entry, "wounded"))
    if fate == "immobilized":
        piece = _with(piece, entry, "immobilized")
        state = state.with_pieces(side, piece)
    if found.result.crew in ("outside", "eliminated"):
        piece = _with(piece, f"{state.date}: left by its crew", "abandoned")
        state = state.with_pieces(side, piece)
    if found.result.crew == "outside":
        entry = f"{state.date}: bailed out"
        state = _bail_out(state, side, piece, entry)
    return state


def _bail_out(state: Campaign, side: Side, vehicle: RosterPiece, entry: str) -> Campaign:
    """The crew of a vehicle stands beside it, and is known if it was."""
    crew = crew_of(side, state.book(side), vehicle, vehicle.hex, entry)
    known = [crew] if state.is_known(vehicle) else []
    return state.with_pieces(side, crew).after_seeing(side, known)


def _with(piece: RosterPiece, entry: str, state: State) -> RosterPiece:
    return changed(piece, entry, states=with_states((*piece.states, state)))


def _crew_survival(
    state: Campaign, side: Side, vehicle: RosterPiece, play: Play
) -> tuple[Campaign, bool]:
    number = vehicle.values.get("cs", 0)
    needed = number if isinstance(number, int) else 0
    rules = ("ASL D5.6", "RUL-OTO-51")
    survives = play.nature.roll("2d6", CREW_SURVIVAL, rules) <= needed
    fate = "the crew survives" if survives else "the crew is lost"
    log_outcome(state, side, vehicle, rules, fate, play)
    if not survives:
        return state, False
    return _bail_out(state, side, vehicle, f"{state.date}: survived"), True


# 9.6043 and 9.6044


def bogged_pieces(state: Campaign, side: Side) -> tuple[str, ...]:
    """Vehicles that are stuck and not abandoned."""
    stuck = [p for p in state.on_map(side) if p.has("bogged") or p.has("mired")]
    return tuple(p.id for p in stuck if tries_bog_removal(p.has("abandoned"), Why()))


def check_bog(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Bog Removal until the vehicle is free or immobilized."""
    piece = state.book(side).pieces[name]
    found = remove_bog("mired" if piece.has("mired") else "bogged", play.nature)
    end = found.result
    log_outcome(state, side, piece, ("OTO-9.6043-1", *found.rules), end, play)
    kept = without(piece, "bogged", "mired")
    states = kept if end == "free" else with_states((*kept, end))
    return state.with_pieces(side, changed(piece, f"{state.date}: bog, {end}", states=states))


def shocked_pieces(state: Campaign, side: Side) -> tuple[str, ...]:
    """AFV with a Shock or Unconfirmed Kill marker."""
    return tuple(p.id for p in state.on_map(side) if p.has("shock") or p.has("uk"))


def check_shock(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Recuperation until the marker or the AFV is gone."""
    piece = state.book(side).pieces[name]
    found = recuperate("uk" if piece.has("uk") else "shock", play.nature)
    log_outcome(state, side, piece, ("OTO-9.6044-1", *found.rules), found.result, play)
    if found.result == "eliminated":
        marks = dict.fromkeys((*state.marks.get(piece.hex, ()), "wreck"))
        state = state.marked(piece.hex, *marks)
        _log_aboard(state, side, piece, found.rules, play)
        return eliminate_with_crew(state, side, piece, "did not recover from Shock")
    kept = without(piece, "shock", "uk")
    states = kept if found.result == "recovered" else with_states((*kept, found.result))
    entry = f"{state.date}: {found.result}"
    return state.with_pieces(side, changed(piece, entry, states=states))
