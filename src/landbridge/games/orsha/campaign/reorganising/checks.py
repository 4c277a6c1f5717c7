"""Checks of step 9.604: Encirclement, minefields, bog, Shock; each piece by itself."""

from __future__ import annotations

from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import Rules
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
from landbridge.games.orsha.rules.reorganisation.minefields import (
    Factors,
    InMinefield,
    Mined,
    leave_minefield,
)
from landbridge.games.orsha.rules.reorganisation.rally import EncircledUnit, resolve_encirclement
from landbridge.games.orsha.rules.reorganisation.vehicles import recuperate, remove_bog
from landbridge.games.orsha.rules.words import Side

CREW_SURVIVAL = "Crew Survival"


def _log(play: Play, side: Side, piece: RosterPiece, rules: Rules, fate: str) -> None:
    """What became of a piece; of a hidden one only its own side knows."""
    log_outcome(play, piece, rules, fate, (side,) if piece.has("hidden") else None)


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
    """Pieces that must pass a check because they are Encircled."""
    return tuple(p.id for p in state.on_map(side) if p.has("encircled") and p.kind in PERSONNEL)


def check_encircled(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """An Encircled unit stays, or is Eliminated at once."""
    piece = state.book(side).pieces[name]
    captives = [p for p in captives_of(state, side) if p.by == name]
    others = [p for p in claimants(state, side, piece) if p.id != name]
    # An Encircled unit's Morale Level is 1 lower (ASL A7.7).
    unit = EncircledUnit(
        morale=max(morale(piece) - 1, 1),
        leader=None if how == "alone" else _leader_with(state, side, piece),
        guards=bool(captives),
        claimant=bool(others),
    )
    ruling = state.rulings.encirclement_check
    found = resolve_encirclement(unit, play.nature, ruling)
    _log(play, side, piece, found.rules, found.result.fate)
    if found.result.fate == "stays":
        return state
    state = eliminate(state, side, [piece], "Encircled and lost", counts=False)
    return release(state, side, [piece.id], play)


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
    column: Factors = 12 if ap >= 12 else 8 if ap >= 8 else 6 if ap >= 6 else 0
    return column, min(at, 5)


def mined_pieces(state: Campaign, side: Side) -> tuple[str, ...]:
    """Pieces in a minefield: Mobile vehicles, and Infantry among A-P mines."""
    mines = {
        piece.hex
        for _, book in state.both
        for piece in book.pieces.values()
        if piece.kind == "minefield" and piece.hex and piece.in_play
    }
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
    )
    found = leave_minefield(unit, play.nature)
    fate = found.result.fate
    rules = found.rules or ("OTO-9.6042-3",)
    _log(play, side, piece, rules, fate.replace("_", " "))
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
        crew = crew_of(side, state.book(side), piece, piece.hex, entry)
        state = state.with_pieces(side, crew)
    return state


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
    _log(play, side, vehicle, rules, fate)
    if not survives:
        return state, False
    entry = f"{state.date}: survived"
    crew = crew_of(side, state.book(side), vehicle, vehicle.hex, entry)
    return state.with_pieces(side, crew), True


# 9.6043 and 9.6044


def bogged_pieces(state: Campaign, side: Side) -> tuple[str, ...]:
    """Vehicles that are stuck and not abandoned."""
    stuck = [p for p in state.on_map(side) if p.has("bogged") or p.has("mired")]
    return tuple(p.id for p in stuck if not p.has("abandoned"))


def check_bog(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Bog Removal until the vehicle is free or immobilized."""
    piece = state.book(side).pieces[name]
    end = remove_bog("mired" if piece.has("mired") else "bogged", play.nature)
    _log(play, side, piece, ("OTO-9.6043-1", "RUL-OTO-51"), end)
    kept = without(piece, "bogged", "mired")
    states = with_states((*kept, "immobilized")) if end == "immobilized" else kept
    return state.with_pieces(side, changed(piece, f"{state.date}: bog, {end}", states=states))


def shocked_pieces(state: Campaign, side: Side) -> tuple[str, ...]:
    """AFV with a Shock or Unconfirmed Kill marker."""
    return tuple(p.id for p in state.on_map(side) if p.has("shock") or p.has("uk"))


def check_shock(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Recuperation until the marker or the AFV is gone."""
    piece = state.book(side).pieces[name]
    found = recuperate("uk" if piece.has("uk") else "shock", play.nature)
    _log(play, side, piece, ("OTO-9.6044-1", *found.rules), found.result)
    if found.result == "eliminated":
        marks = dict.fromkeys((*state.marks.get(piece.hex, ()), "wreck"))
        state = state.marked(piece.hex, *marks)
        return eliminate_with_crew(state, side, piece, "did not recover from Shock")
    states = without(piece, "shock", "uk")
    return state.with_pieces(side, changed(piece, f"{state.date}: recovered", states=states))
