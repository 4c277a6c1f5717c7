"""Whom a new piece begins with: leaders, Armor Leaders, Weapons and trucks (8.7, 8.72, 8.623)."""

from __future__ import annotations

from collections.abc import Callable

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.orsha.campaign.map_hexes import ground
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, is_afv, is_mmc, size
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.arriving.leaders import Duty, set_up_duty
from landbridge.games.orsha.rules.purchases.reinforcement_groups import Group, groups, notes
from landbridge.games.orsha.rules.words import Side

Fits = Callable[[RosterPiece, RosterPiece], bool]


def unmet_duties(state: Campaign, side: Side) -> tuple[Violation, ...]:
    """Pieces on the map that do not begin with whom they must."""
    found = [_apart(state, side, piece) for piece in state.on_map(side) if not piece.area]
    found += [_left_behind(state, side, piece) for piece in state.book(side).with_status("offmap")]
    return tuple(violation for violation in found if violation is not None)


def platoon(state: Campaign, side: Side, leader: RosterPiece) -> list[RosterPiece]:
    """The AFV that an Armor Leader may begin in; he cannot join Isolated ones."""
    return [
        piece
        for piece in state.book(side).with_status("map", "offmap")
        if piece.line == leader.line
        and is_afv(piece)
        and not piece.has("abandoned")
        and not piece.area
    ]


def _set_up_platoon(state: Campaign, side: Side, leader: RosterPiece) -> list[RosterPiece]:
    """Those of them that stand on the map where he can join them."""
    own = platoon(state, side, leader)
    return [afv for afv in own if afv.status == "map"]


def must_begin_elsewhere(
    state: Campaign, side: Side, leader: RosterPiece, hex: str, noted: frozenset[str]
) -> tuple[str, ...]:
    """The AFV of his platoon, if all stand on the map and none where he is noted with others."""
    if not _duty("armor_leader", leader).bound:
        return ()
    own = platoon(state, side, leader)
    places = [hex if piece.id in noted else piece.hex for piece in own]
    return () if hex in places or "" in places else tuple(piece.id for piece in own)


def _duty(what: str, piece: RosterPiece) -> Duty:
    return set_up_duty(what, not piece.took_part, piece.sat_out).result


def _apart(state: Campaign, side: Side, piece: RosterPiece) -> Violation | None:
    """What is wrong with where a piece begins, if anything is."""
    group = groups(side).get(piece.rg) if piece.side == side else None
    if piece.kind == "armor_leader":
        own = _set_up_platoon(state, side, piece)
        if not own or any(afv.hex == piece.hex for afv in own):
            return None
        return _violation("armor_leader", piece, f"begins in no AFV of his platoon in {piece.hex}")
    if group is None:
        return None
    if piece.kind == "leader" and size(piece) == "leader" and "e" in group.notes:
        return _alone(state, side, "leader", piece, lambda one, other: is_mmc(other))
    if group.kind == "hw_section" and piece.kind in ("sw", "gun"):
        return _alone(state, side, "weapon", piece, lambda one, other: is_mmc(other))
    if piece.kind == "gun":
        return _unmanned(state, side, piece, group)
    if piece.kind == "vehicle" and "o" in group.notes:
        return _alone(state, side, "truck", piece, lambda one, other: other.kind == "gun", 1)
    return None


def _alone(
    state: Campaign, side: Side, what: str, piece: RosterPiece, fits: Fits, near: int = 0
) -> Violation | None:
    """A piece that has none of its own RG with it, or near it."""
    if _with_own(state, side, piece, fits, near):
        return None
    return _violation(what, piece, f"begins alone in {piece.hex}")


def _with_own(state: Campaign, side: Side, piece: RosterPiece, fits: Fits, near: int = 0) -> bool:
    """Whether one of its own RG that fits is with it, or near it; or none is left that could be."""
    where = ground(state.edge_rows)
    place = where.hex(piece.hex)
    own = [
        other
        for other in state.book(side).with_status("map", "offmap")
        if other.line == piece.line
        and other.id != piece.id
        and not other.area
        and fits(piece, other)
    ]
    there = [where.hex(other.hex) for other in own if other.status == "map"]
    return not own or any(place.distance(hex) <= near for hex in there)


def _violation(what: str, piece: RosterPiece, text: str) -> Violation | None:
    found = set_up_duty(what, not piece.took_part, piece.sat_out)
    if not found.result.bound:
        return None
    return Violation(f"{piece.label} {text}", found.rules, found.result.where)


def _unmanned(state: Campaign, side: Side, gun: RosterPiece, group: Group) -> Violation | None:
    """A new Gun is set up with a crew (note b)."""
    note = notes(side)["b"]
    rules: Rules = note.cites
    crewed = _with_own(state, side, gun, lambda one, other: other.kind == "crew")
    if gun.took_part or crewed or "b" not in group.notes or not in_force(rules):
        return None
    text = f"{gun.label} has no crew in {gun.hex}"
    return Violation(text, rules, f"place a crew of {gun.line} with it")


def _left_behind(state: Campaign, side: Side, leader: RosterPiece) -> Violation | None:
    """An Armor Leader who is kept off the map although his platoon begins on it."""
    kept = leader.id in state.book(side).kept_back
    if leader.kind != "armor_leader" or not kept:
        return None
    own = _set_up_platoon(state, side, leader)
    return (
        _violation("armor_leader", leader, "is kept off the map without his AFV") if own else None
    )
