"""Step 9.606: units in Isolated Locations try to Escape, some of them because they must."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Routine, Step, done
from landbridge.engine.events import Play
from landbridge.engine.findings import Why
from landbridge.engine.refusals import BadInput, Refused, Violation
from landbridge.games.orsha.campaign.melees import struck
from landbridge.games.orsha.campaign.perimeters import isolation_of, settle_map, stand
from landbridge.games.orsha.campaign.position import SIDES, ground
from landbridge.games.orsha.campaign.purchasing import Ready
from landbridge.games.orsha.campaign.roster import (
    PERSONNEL,
    Listed,
    State,
    changed,
    crew_of,
    is_mmc,
    renamed,
    size,
    with_states,
    without,
)
from landbridge.games.orsha.grades import GRADES, LEADERS, find_piece, leadership
from landbridge.games.orsha.outside import casualty_of, random_selection
from landbridge.games.orsha.perimeter.escape import (
    FAR,
    HALF_SQUADS,
    Escaped,
    Party,
    Readings,
    attempt_escape,
    guns_along,
    may_escape,
)
from landbridge.games.orsha.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

IPC = 3
"""PP that an MMC carries without a modifier (ASL A4.42)."""


class Escape(Action, frozen=True):
    """A stack, a lone SMC or a vehicle tries to Escape, with the SW that it carries."""

    pieces: tuple[str, ...]


class Escapes(Step, frozen=True):
    """Both sides attempt Escapes; those who must come first of all."""

    waiting: tuple[Side, ...]
    must: tuple[str, ...] = ()
    """Pieces that have to try."""

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        return tuple(self._decision(state, side) for side in self.waiting)

    def _decision(self, state: Campaign, side: Side) -> Decision:
        due = tuple(name for name in self.must if name in state.book(side).pieces)
        fit = due or tuple(piece.id for piece in confined(state, side))
        slots = (
            Slot("pieces", prompt="who?", examples=fit),
            Slot("pieces", prompt="who with him, and which SW?", optional=True),
        )
        offers = (
            *((Offer("escape", "Attempt to Escape", slots, ("OTO-9.6063-1",)),) * bool(fit)),
            Offer("ready", "No (further) Escape is attempted"),
        )
        text = f"; must try: {', '.join(due)}" if due else ""
        prompt = f"9.606 Isolation{text}"
        rules = ("OTO-9.6063-1", "OTO-9.6061-1", "OTO-9.6061-2")
        return Decision(side, prompt, offers, rules, self._undone(state, side))

    def _undone(self, state: Campaign, side: Side) -> tuple[Violation, ...]:
        return tuple(
            Violation(
                f"{name} must attempt to Escape",
                ("OTO-9.6061-1", "OTO-9.6061-2"),
                f"escape {name}",
            )
            for name in self.must
            if name in state.book(side).pieces
        )

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        side: Any = who
        if isinstance(action, Ready):
            return self._undone(state, side)
        _party(state, side, _members(state, side, action))
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        side: Any = who
        if isinstance(action, Ready):
            left = tuple(other for other in self.waiting if other != side)
            return done(state, *((replace(self, waiting=left),) if left else ()))
        members = _members(state, side, action)
        state = _attempt(state, side, members, play)
        book = state.book(side)
        moved = tuple(m.id for m in members if book.pieces[m.id].standing != "map")
        return self._looked_up(replace(state, gone=(*state.gone, *moved)), play)

    def _looked_up(self, state: Campaign, play: Play) -> Campaign:
        """Types and Control afresh (9.6065), and who must still try."""
        drawn, found, rules = isolation_of(state)
        must = tuple(unit.name for area in found.areas for unit in area.must_escape)
        if must != self.must:
            told = tuple(dict.fromkeys(("OTO-9.6065-1", *rules)))
            play.tell("must_escape", told, names=", ".join(must) or "nobody")
        return done(stand(state, drawn, found), replace(self, must=must))


class MapSettled(Routine, frozen=True):
    """All Escapes have been attempted: Control and Isolation are final (9.6066)."""

    def run(self, state: Campaign, play: Play) -> Campaign:
        return settle_map(state, play)


def escapes(state: Campaign) -> tuple[Any, ...]:
    """The Escapes that can or must be attempted, and the end of the procedure."""
    _, found, _ = isolation_of(state)
    must = tuple(unit.name for area in found.areas for unit in area.must_escape)
    waiting = tuple(
        side
        for side in SIDES
        if confined(state, side) or any(name in state.book(side).pieces for name in must)
    )
    return (*((Escapes(waiting, must),) * bool(waiting)), MapSettled())


def confined(state: Campaign, side: Side) -> list[Listed]:
    """Pieces of a side in Isolated Areas that could attempt to Escape."""
    return [
        piece
        for piece in state.on_map(side)
        if (piece.kind in PERSONNEL or piece.kind == "vehicle")
        and not piece.has("abandoned")
        and not (piece.kind == "vehicle" and piece.has("immobilized"))
        and state.area_of(piece.hex) is not None
    ]


def _members(state: Campaign, side: Side, action: Escape) -> list[Listed]:
    book = state.book(side)
    found = [book.piece(name) for name in dict.fromkeys(action.pieces)]
    if not found:
        raise BadInput("Say who attempts to Escape.")
    for piece in found:
        if piece.standing != "map":
            raise Refused(f"{piece.id} ({piece.name}) is not on the map", "OTO-9.6063-1")
        if piece.hex != found[0].hex:
            text = f"{piece.id} is in {piece.hex}, {found[0].id} in {found[0].hex}"
            raise Refused(text, "OTO-9.6063-2", "one stack of one Location makes one DR")
        if piece.kind == "gun":
            guns_along("emplaced", "players", Why())
    return found


def _party(state: Campaign, side: Side, members: list[Listed]) -> Party:
    """The party as the Escape table sees it; or a refusal."""
    area = state.area_of(members[0].hex)
    lone = members[0].id
    inside = any(name == lone for name in _fleeing(state))
    may_escape("isolated" if area is not None or inside else "own_area", Why())
    units = [m for m in members if m.kind in PERSONNEL]
    vehicles = [m for m in members if m.kind == "vehicle"]
    carried = [m for m in members if m.kind == "sw"]
    if vehicles:
        if len(members) > 1 or vehicles[0].has("abandoned") or vehicles[0].has("immobilized"):
            raise Refused(
                "a vehicle escapes by itself, manned and Mobile", "OTO-9.6063-1", "one by one"
            )
        return Party(
            kind="vehicle",
            distance=_distance(state, side, members[0].hex),
            captured=vehicles[0].side != side,
        )
    if not units:
        raise Refused("Equipment does not escape by itself", "OTO-9.6063-4", "name who carries it")
    mmc = [unit for unit in units if is_mmc(unit)]
    smc = [unit for unit in units if not is_mmc(unit)]
    return Party(
        kind="infantry",
        half_squads=sum(int(HALF_SQUADS[_member(unit)]) for unit in mmc),
        lone_smc=not mmc and len(smc) == 1,
        wounded=smc[0].has("wounded") if smc and not mmc else False,
        leader=min((_drm(unit) for unit in smc), default=None) if mmc else None,
        distance=_distance(state, side, members[0].hex),
        loads=_loads(len(mmc), carried),
        encircled=any(unit.has("encircled") for unit in units),
        stack=len(units) > 1,
    )


def _member(unit: Listed) -> str:
    kind = size(unit)
    return "hs" if kind == "half_squad" else str(kind)


def _drm(unit: Listed) -> int:
    return leadership(unit.name) if size(unit) == "leader" else -1


def _fleeing(state: Campaign) -> tuple[str, ...]:
    step = state.agenda[0] if state.agenda else None
    return step.must if isinstance(step, Escapes) else ()


def _loads(mmc: int, carried: list[Listed]) -> tuple[tuple[int, int], ...]:
    """What each MMC carries when the load is shared as evenly as it can be."""
    weights = [pp for piece in carried if isinstance(pp := piece.values.get("pp", 1), int)]
    shares = [0] * max(mmc, 1)
    for weight in sorted(weights, reverse=True):
        shares[shares.index(min(shares))] += weight
    return tuple((share, IPC if mmc else 1) for share in shares if share)


def _distance(state: Campaign, side: Side, hex: str) -> int:
    """Hexes to the nearest friendly-Controlled, non-Isolated hex."""
    where = ground(state.edge_rows)
    place = where.hex(hex)
    for near in (1, 2):
        ring = [h for h in place.ring(near) if h in where.hexes]
        if any(state.in_perimeter(side, where.label(h)) for h in ring):
            return near
    return FAR


# The attempt


def _attempt(state: Campaign, side: Side, members: list[Listed], play: Play) -> Campaign:
    party = _party(state, side, members)
    found = attempt_escape(party, play.nature, _readings(state))
    result = found.result
    names = ", ".join(member.id for member in members)
    rules = tuple(dict.fromkeys(("OTO-9.6063-1", *found.rules)))
    outcome = result.outcome.replace("_", " ")
    play.tell("escape", rules, side=side, names=names, outcome=outcome)
    if party.kind == "vehicle":
        return _vehicle(state, side, members[0], result)
    if result.outcome == "eliminated":
        lost = [replace(member, former=member.hex) for member in members]
        return struck(state, side, lost, "lost in an Escape", counts=False)
    for member in members:
        state = state.with_pieces(side, _away(state, member))
    if result.replaced or result.casualty_reduced:
        state = _suffer(state, side, members, result, play)
    return state


def _readings(state: Campaign) -> Readings:
    r: Any = state.rulings
    return Readings(
        r["escape_eight"],
        r["escape_signs"],
        r["escape_near"],
        r["escape_leader"],
        r["leader_ipc"],
    )


def _away(state: Campaign, piece: Listed) -> Listed:
    return changed(
        piece,
        f"{state.date}: Escaped from {piece.hex}",
        standing="offmap",
        hex="",
        former=piece.hex,
        area="",
        states=without(piece, "encircled"),
    )


def _vehicle(state: Campaign, side: Side, piece: Listed, result: Escaped) -> Campaign:
    if result.outcome == "escapes":
        return state.with_pieces(side, _away(state, piece))
    if result.outcome == "eliminated":
        marks: Any = dict.fromkeys((*state.marks.get(piece.hex, ()), "wreck"))
        state = state.marked(piece.hex, *marks)
        lost = [replace(piece, former=piece.hex)]
        return struck(state, side, lost, "lost in an Escape", counts=False)
    states = with_states((*piece.states, "abandoned"))
    told = f"{state.date}: abandoned in an Escape"
    state = state.with_pieces(side, changed(piece, told, states=states))
    if result.crew == "escapes":
        crew = crew_of(side, state.book(side), piece, piece.hex, told)
        state = state.with_pieces(side, replace(crew, standing="offmap", hex=""))
    return state


def _suffer(
    state: Campaign, side: Side, members: list[Listed], result: Escaped, play: Play
) -> Campaign:
    """The victims, found by Random Selection in a stack, are Replaced and then Reduced."""
    units = [m.id for m in members if m.kind in PERSONNEL]
    chosen = random_selection(len(units), play.nature)
    for place in chosen:
        piece = state.book(side).pieces[units[place]]
        if result.replaced:
            state = _replace(state, side, piece)
        piece = state.book(side).pieces[units[place]]
        if result.casualty_reduced and piece.standing == "offmap":
            state = _reduce(state, side, piece, play)
    victims = ", ".join(units[place] for place in chosen)
    rules = ("OTO-9.6063-1", "OTO-9.6063-2", "RUL-OTO-51")
    play.tell("escape_victims", rules, side=side, names=victims)
    return state


def worse(side: Side, name: str) -> str:
    """The counter that Replaces a unit; nothing for Conscripts, who are Eliminated instead."""
    if name in LEADERS:
        place = LEADERS.index(name)
        return LEADERS[place - 1] if place else ""
    own = [grade for grade in GRADES if grade.side == side]
    grade = next((g for g in own if name in (g.squad, g.half)), None)
    if grade is None:
        return name
    below = next((g for g in own if g.better == grade.squad), None)
    if below is None and grade.standing == "elite":
        below = next((g for g in own if g.standing == "first_line"), None)
    if below is None:
        return ""
    return below.squad if name == grade.squad else below.half


def _replace(state: Campaign, side: Side, piece: Listed) -> Campaign:
    name = worse(piece.side, piece.name)
    if not name:
        return struck(state, side, [piece], "lost in an Escape", counts=False)
    if name == piece.name:
        return state
    told = f"{state.date}: Replaced by {name} in an Escape"
    return state.with_pieces(side, renamed(piece, name, told))


def _reduce(state: Campaign, side: Side, piece: Listed, play: Play) -> Campaign:
    own = find_piece(piece.side, piece.name + " wounded" * piece.has("wounded"))
    left = casualty_of(piece.side, own, play.nature)
    if left is None:
        return struck(state, side, [piece], "lost in an Escape", counts=False)
    told = f"{state.date}: now {left} after an Escape"
    if left.size == "half_squad":
        return state.with_pieces(side, renamed(piece, left.name, told))
    wounded: State = "wounded"
    states = with_states((*piece.states, wounded))
    return state.with_pieces(side, changed(piece, told, states=states))
