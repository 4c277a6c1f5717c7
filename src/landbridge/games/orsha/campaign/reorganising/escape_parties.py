"""Who attempts to Escape together (9.6063): stacks, vehicles, what goes along, who Deploys."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.map_hexes import ground
from landbridge.games.orsha.campaign.pieces.armor_leaders import armor_leader_in, is_armor_leader
from landbridge.games.orsha.campaign.pieces.roster import PERSONNEL, RosterPiece, is_mmc, size
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.grades import leadership
from landbridge.games.orsha.rules.perimeter.escape import (
    FAR,
    HALF_SQUADS,
    Party,
    guns_along,
    may_escape,
)
from landbridge.games.orsha.rules.perimeter.escape_stacks import escape_stacks
from landbridge.games.orsha.rules.words import Side

IPC = 3
"""PP that an MMC carries without a modifier (ASL A4.42)."""


def confined(state: Campaign, side: Side) -> list[RosterPiece]:
    """Pieces of a side in Isolated Areas that could attempt to Escape."""
    return [
        piece
        for piece in state.on_map(side)
        if (piece.kind in PERSONNEL or piece.kind == "vehicle")
        and not piece.has("abandoned")
        and not (piece.kind == "vehicle" and piece.has("immobilized"))
        and state.area_of(piece.hex) is not None
    ]


class Group(Struct, frozen=True):
    """Who attempts to Escape together."""

    members: list[RosterPiece]
    dismantled: int | None = None
    """PP of each Gun that goes along, if they have been dismantled."""


_DISMANTLED = "dismantled"


def members_of(state: Campaign, side: Side, words: tuple[str, ...]) -> Group:
    """Who is named, with the Armor Leader who is in the vehicle; or a refusal."""
    book = state.book(side)
    pp: int | None = None
    names: list[str] = []
    for word in dict.fromkeys(words):
        name, _, number = word.partition("=")
        if name != _DISMANTLED:
            names.append(word)
        elif not number.isdecimal() or not int(number):
            raise BadInput(f"'{word}': say how many PP the Gun is then, as dismantled=4.")
        else:
            pp = int(number)
    found = [book.piece(name) for name in names]
    if not found:
        raise BadInput("Say who attempts to Escape.")
    for piece in found:
        if piece.status != "map":
            raise Refusal(f"{piece.id} ({piece.name}) is not on the map", "OTO-9.6063-1")
        if piece.hex != found[0].hex:
            text = f"{piece.id} is in {piece.hex}, {found[0].id} in {found[0].hex}"
            raise Refusal(text, "OTO-9.6063-2", "one stack of one Location makes one DR")
        if piece.kind == "gun":
            ruling = state.rulings.dismantled_guns
            guns_along("emplaced" if pp is None else "dismantled", ruling, Why())
    aboard = [p for piece in found for p in armor_leader_in(state, side, piece)]
    for leader in found:
        if is_armor_leader(leader) and leader not in aboard:
            text = f"{leader.id} ({leader.name}) is in {leader.by or 'no AFV'}"
            raise Refusal(text, ("OTO-9.6063-DRM-3", "RUL-OTO-80"), "he goes with that one")
    return Group([*found, *(leader for leader in aboard if leader not in found)], pp)


def party_of(state: Campaign, side: Side, group: Group, must: tuple[str, ...]) -> Party:
    """The party as the Escape table sees it; or a refusal."""
    members = group.members
    area = state.area_of(members[0].hex)
    inside = members[0].id in must
    may_escape("isolated" if area is not None or inside else "own_area", Why())
    units = [m for m in members if m.kind in PERSONNEL]
    vehicles = [m for m in members if m.kind == "vehicle"]
    carried = [m for m in members if m.kind in ("sw", "gun")]
    leaders = [m for m in members if is_armor_leader(m)]
    if vehicles or leaders:
        return _vehicle_party(state, side, members, vehicles, leaders)
    if not units:
        raise Refusal("Equipment does not escape by itself", "OTO-9.6063-4", "name who carries it")
    mmc = [unit for unit in units if is_mmc(unit)]
    smc = [unit for unit in units if not is_mmc(unit)]
    return Party(
        kind="infantry",
        half_squads=sum(int(HALF_SQUADS[_member(unit)]) for unit in mmc),
        lone_smc=not mmc and len(smc) == 1,
        wounded=smc[0].has("wounded") if smc and not mmc else False,
        leader=min((_drm(unit) for unit in smc), default=None) if mmc else None,
        distance=_distance(state, side, members[0].hex),
        loads=_loads(len(mmc), carried, group.dismantled),
        encircled=any(unit.has("encircled") for unit in units),
        stack=len(units) > 1,
    )


def _vehicle_party(
    state: Campaign,
    side: Side,
    members: list[RosterPiece],
    vehicles: list[RosterPiece],
    leaders: list[RosterPiece],
) -> Party:
    """One vehicle, manned and Mobile, and the Armor Leader in it."""
    alone = len(vehicles) == 1 and len(leaders) <= 1 and len(members) == 1 + len(leaders)
    if not alone or vehicles[0].has("abandoned") or vehicles[0].has("immobilized"):
        raise Refusal(
            "a vehicle escapes by itself, manned and Mobile",
            "OTO-9.6063-1",
            "one by one, each with its Armor Leader",
        )
    vehicle = vehicles[0]
    return Party(
        kind="vehicle",
        leader=leadership(leaders[0].name) if leaders else None,
        distance=_distance(state, side, vehicle.hex),
        captured=vehicle.side != side,
    )


def _member(unit: RosterPiece) -> str:
    kind = size(unit)
    return "hs" if kind == "half_squad" else str(kind)


def _drm(unit: RosterPiece) -> int:
    return leadership(unit.name) if size(unit) == "leader" else -1


def _loads(
    mmc: int, carried: list[RosterPiece], dismantled: int | None
) -> tuple[tuple[int, int], ...]:
    """What each MMC carries when the load is shared as evenly as it can be."""
    weights = [_weight(piece, dismantled) for piece in carried]
    shares = [0] * max(mmc, 1)
    for weight in sorted(weights, reverse=True):
        shares[shares.index(min(shares))] += weight
    return tuple((share, IPC if mmc else 1) for share in shares if share)


def _weight(piece: RosterPiece, dismantled: int | None) -> int:
    if piece.kind == "gun":
        return dismantled or 0
    pp = piece.values.get("pp", 1)
    return pp if isinstance(pp, int) else 1


def _distance(state: Campaign, side: Side, hex: str) -> int:
    """Hexes to the nearest friendly-Controlled, non-Isolated hex."""
    where = ground(state.edge_rows)
    place = where.hex(hex)
    for near in (1, 2):
        ring = [h for h in place.ring(near) if h in where.hexes]
        if any(state.in_perimeter(side, where.label(h)) for h in ring):
            return near
    return FAR


# Deployment


def deployments(
    state: Campaign, side: Side, deployed: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Squads that may still Deploy without a check, each with a leader of its hex."""
    there = confined(state, side)
    pairs = [
        (squad.id, leader.id)
        for squad in there
        if size(squad) == "squad"
        for leader in there
        if size(leader) == "leader" and leader.hex == squad.hex and leader.id not in deployed
    ]
    try:
        if pairs:
            check_deploy(state, side, *pairs[0], deployed)
    except Refusal:
        return ()
    return tuple(pairs)


def check_deploy(
    state: Campaign, side: Side, squad: str, leader: str, deployed: tuple[str, ...]
) -> Rules:
    """The rules by which a squad Deploys; or a refusal."""
    book = state.book(side)
    who, by = book.piece(squad), book.piece(leader)
    fit = (who, by) if size(who) == "squad" and size(by) == "leader" else ()
    here = {piece.id for piece in confined(state, side)}
    if not fit or who.hex != by.hex or not {who.id, by.id} <= here:
        text = f"{squad} ({who.name}) does not Deploy by {leader} ({by.name})"
        remedy = "an Isolated squad, and a leader in its hex"
        raise Refusal(text, ("OTO-9.6063-3", "RUL-OTO-13"), remedy)
    number = 1 + deployed.count(leader)
    ruling = state.rulings.escape_deploy
    stack = ("leader", *("squad",) * number)
    return escape_stacks(side, (stack,), number, ruling).rules
