"""Who attempts to Escape together (9.6063): stacks, vehicles, what goes along, who Deploys."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, breaches
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.map_hexes import ground, hexes_in
from landbridge.games.orsha.campaign.pieces.armor_leaders import armor_leader_in, is_armor_leader
from landbridge.games.orsha.campaign.pieces.roster import PERSONNEL, RosterPiece, is_mmc, size
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.grades import leadership
from landbridge.games.orsha.rules.perimeter.escape import (
    HALF_SQUADS,
    GunState,
    Party,
    guns_along,
    may_escape,
    nearest,
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
    """Who is named, with the Armor Leader who is in the vehicle."""
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
            raise ImpossibleAction(f"{piece.label} is not on the map", "OTO-9.6063-1")
    if not any(piece.kind in (*PERSONNEL, "vehicle", "armor_leader") for piece in found):
        raise ImpossibleAction(
            "Equipment does not escape by itself", "OTO-9.6063-4", "name who carries it"
        )
    aboard = [p for piece in found for p in armor_leader_in(state, side, piece)]
    return Group([*found, *(leader for leader in aboard if leader not in found)], pp)


def escape_violations(
    state: Campaign, side: Side, group: Group, must: tuple[str, ...]
) -> tuple[Violation, ...]:
    """Everything that forbids these an Escape together."""
    members = group.members
    first = members[0]
    found: list[Violation] = []
    for piece in members:
        if piece.hex != first.hex and in_force("OTO-9.6063-2"):
            text = f"{piece.label} is in {piece.hex}, {first.label} in {first.hex}"
            remedy = "one stack of one Location makes one DR"
            found.append(Violation(text, ("OTO-9.6063-2",), remedy))
        if piece.kind == "gun":
            found += breaches(_take_gun, state, group.dismantled)
    aboard = [p for piece in members for p in armor_leader_in(state, side, piece)]
    for leader in members:
        if is_armor_leader(leader) and leader not in aboard:
            text = f"{leader.label} is in {leader.by or 'no AFV'}"
            rules = ("OTO-9.6063-DRM-3", "RUL-OTO-80")
            found.append(Violation(text, rules, "he goes with that one"))
    isolated = state.area_of(first.hex) is not None or first.id in must
    found += breaches(may_escape, "isolated" if isolated else "own_area", Why())
    vehicles = [m for m in members if m.kind == "vehicle"]
    if vehicles and not _rides_alone(members, vehicles) and in_force("OTO-9.6063-1"):
        text = "a vehicle escapes by itself, manned and Mobile"
        remedy = "one by one, each with its Armor Leader"
        found.append(Violation(text, ("OTO-9.6063-1",), remedy))
    return tuple(found)


def _take_gun(state: Campaign, dismantled: int | None) -> None:
    how: GunState = "emplaced" if dismantled is None else "dismantled"
    guns_along(how, state.rulings.dismantled_guns, Why())


def _rides_alone(members: list[RosterPiece], vehicles: list[RosterPiece]) -> bool:
    leaders = [m for m in members if is_armor_leader(m)]
    stuck = vehicles[0].has("abandoned") or vehicles[0].has("immobilized")
    alone = len(vehicles) == 1 and len(leaders) <= 1 and len(members) == 1 + len(leaders)
    return alone and not stuck


def party_of(state: Campaign, side: Side, group: Group) -> Party:
    """The party as the Escape table sees it."""
    members = group.members
    units = [m for m in members if m.kind in PERSONNEL]
    vehicles = [m for m in members if m.kind == "vehicle"]
    carried = [m for m in members if m.kind in ("sw", "gun")]
    distance = _distance(state, side, members[0].hex)
    if vehicles:
        leaders = [leadership(m.name) for m in members if is_armor_leader(m)]
        return Party(
            kind="vehicle",
            leader=min(leaders, default=None),
            distance=distance,
            captured=vehicles[0].side != side,
        )
    mmc = [unit for unit in units if is_mmc(unit)]
    smc = [unit for unit in units if not is_mmc(unit)]
    return Party(
        kind="infantry",
        half_squads=sum(int(HALF_SQUADS[_member(unit)]) for unit in mmc),
        lone_smc=not mmc and len(smc) == 1,
        wounded=smc[0].has("wounded") if smc and not mmc else False,
        leader=min((_drm(unit) for unit in smc), default=None),
        distance=distance,
        loads=_loads(len(mmc), carried, group.dismantled),
        encircled=any(unit.has("encircled") for unit in units),
        stack=len(units) > 1,
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
    front = state.fronts.get(side)
    friendly = () if front is None else hexes_in(front.area)
    return nearest(where.hex(hex), (where.hex(label) for label in friendly))


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
    return tuple(p for p in pairs if not deploy_violations(state, side, *p, deployed))


def deploy_violations(
    state: Campaign, side: Side, squad: str, leader: str, deployed: tuple[str, ...]
) -> tuple[Violation, ...]:
    """What forbids a squad to Deploy by a leader, or a refusal of what is no squad or leader."""
    book = state.book(side)
    who, by = book.piece(squad), book.piece(leader)
    rules = ("OTO-9.6063-3", "RUL-OTO-13")
    text = f"{who.label} does not Deploy by {by.label}"
    remedy = "an Isolated squad, and a leader in its hex"
    if size(who) != "squad" or size(by) != "leader":
        raise ImpossibleAction(text, rules, remedy)
    here = {piece.id for piece in confined(state, side)}
    found: tuple[Violation, ...] = ()
    if (who.hex != by.hex or not {who.id, by.id} <= here) and in_force(rules):
        found = (Violation(text, rules, remedy),)
    return (*found, *breaches(free_deployment, state, side, leader, deployed))


def free_deployment(state: Campaign, side: Side, leader: str, deployed: tuple[str, ...]) -> Rules:
    """The rules by which one more squad Deploys by a leader without a check; or a refusal."""
    number = 1 + deployed.count(leader)
    stack = ("leader", *("squad",) * number)
    return escape_stacks(side, (stack,), number, state.rulings.escape_deploy).rules
