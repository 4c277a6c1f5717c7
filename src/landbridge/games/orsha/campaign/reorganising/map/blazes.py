"""Step 9.609: Blazes consume what is in them, Flames go out or become Blazes."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.map_hexes import burnable, hexes_in, runs_of
from landbridge.games.orsha.campaign.open_facts import SIDES, Mark, enemy_of
from landbridge.games.orsha.campaign.pieces.armor_leaders import armor_leader_in
from landbridge.games.orsha.campaign.pieces.losses import eliminate_with_crew
from landbridge.games.orsha.campaign.pieces.roster import (
    EQUIPMENT,
    PERSONNEL,
    WORKS,
    RosterPiece,
    is_afv,
)
from landbridge.games.orsha.campaign.reorganising.map.clearing import controller_of, settle_works
from landbridge.games.orsha.campaign.reorganising.outcomes import log_outcome
from landbridge.games.orsha.campaign.setting_up.placing import confinement
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.blazes import (
    BurningLocation,
    Content,
    burn_out,
    confined_to_blaze,
    lost_in_blaze,
    spread_flame,
)
from landbridge.games.orsha.rules.scenario.between_scenarios import stays_on_map
from landbridge.games.orsha.rules.words import Side

LOST = "lost in a Blaze"


def _pieces_in(state: Campaign, hex: str) -> list[tuple[Side, RosterPiece]]:
    return [(side, piece) for side in SIDES for piece in state.on_map(side) if piece.hex == hex]


DUG = ("Trench", "Foxhole", "AT-Ditch")
"""Entrenchments, which a fire does not harm."""


def content_of(piece: RosterPiece) -> Content | None:
    """What a piece is to a Blaze; nothing for people, whom 9.6093 and 9.6094 speak of."""
    if piece.kind in EQUIPMENT:
        return "equipment"
    if piece.kind not in WORKS:
        return None
    if piece.name.startswith("Pillbox"):
        return "pillbox"
    return "entrenchment" if piece.name.startswith(DUG) else "other_fortification"


def _lose_contents(state: Campaign, hex: str, wreck: Mark, why: Why, play: Play) -> Campaign:
    """Fortifications and Equipment in a burning hex, each by itself; an AFV leaves a wreck."""
    for side, piece in _pieces_in(state, hex):
        content = content_of(piece)
        if content is None or not lost_in_blaze(content, why):
            continue
        state = _lose(state, side, piece, why, play)
        state = _with_mark(state, hex, wreck) if is_afv(piece) else state
    return state


def _lose(state: Campaign, side: Side, piece: RosterPiece, why: Why, play: Play) -> Campaign:
    """A piece burns; of what nobody has found only its own side learns."""
    rules = tuple(dict.fromkeys(("OTO-9.6095-1", *why.so(None).rules)))
    for burnt in (piece, *armor_leader_in(state, side, piece)):
        log_outcome(state, side, burnt, rules, LOST, play)
    return eliminate_with_crew(state, side, piece, LOST)


def _with_mark(state: Campaign, hex: str, mark: Any) -> Campaign:
    return state.marked(hex, *dict.fromkeys((*state.marks.get(hex, ()), mark)))


# Blazes


def burn_blazes(state: Campaign, play: Play) -> Campaign:
    """Each Blaze consumes its terrain, and what is in it."""
    r30 = state.rulings.r30
    burning = {
        hex
        for hex, marks in state.marks.items()
        if "blaze" in marks and burnable(hex, marks, r30) == "building"
    }
    passed = False
    for hex, marks in list(state.marks.items()):
        if not {"blaze", "burning_wreck"} & set(marks):
            continue
        dealt = stays_on_map("blaze")
        if dealt.result.step != "9.609":
            continue
        terrain: Any = burnable(hex, marks, r30) or "not_burnable"
        wreck = "burning_wreck" in marks or (terrain == "not_burnable" and "wreck" in marks)
        there = _pieces_in(state, hex)
        trapped = [item for item in there if _trapped(state, item[1], burning)]
        place = BurningLocation(
            terrain=terrain,
            wreck=wreck,
            shellholes="shellholes" in marks,
            isolated=bool(trapped),
        )
        found = burn_out(place, state.rulings.burnt_terrain)
        burnt = found.result
        hulk = stays_on_map("wreck", in_blaze=True)
        beside = "wreck" in marks and not wreck
        rules = (*dealt.rules, *found.rules, *(hulk.rules if beside else ()))
        play.log("burnt", rules, hex=hex, becomes=burnt.terrain.replace("_", " "))
        gone = ({"blaze"} if not burnt.blaze else set()) | ({"wreck"} if beside else set())
        gone |= {"wreck", "burning_wreck"} if burnt.wreck == "burnt_out" else set()
        left: list[Any] = [mark for mark in marks if mark not in gone]
        hulks = burnt.wreck == "burnt_out" or (beside and bool(hulk.result.becomes))
        left += ["burnt_out_wreck"] * hulks
        if burnt.terrain == "open_ground":
            left = [mark for mark in left if mark != "rubble"] + ["open_ground"]
        elif burnt.terrain == "wooden_rubble" and terrain != "wooden_rubble":
            left.append("rubble")
        state = state.marked(hex, *dict.fromkeys(left))
        why = Why()
        if burnt.isolated_eliminated:
            why.add(found)
            for side, piece in trapped:
                if piece.kind in PERSONNEL or piece.kind == "vehicle":
                    state = _lose(state, side, piece, why, play)
                    state = _with_mark(state, hex, "burnt_out_wreck") if is_afv(piece) else state
        if burnt.consumed:
            state = _lose_contents(state, hex, "burnt_out_wreck", Why(), play)
        if burnt.passes_to_opponent:
            state, passed = _lose_hex(state, hex), True
    return settle_works(state, play) if passed else state


def _trapped(state: Campaign, piece: RosterPiece, burning: set[str]) -> bool:
    """Whether an Isolated piece could set up nowhere but in the fire."""
    hexes = confinement(state, piece)
    return bool(hexes) and set(hexes) <= burning


def _lose_hex(state: Campaign, hex: str) -> Campaign:
    """A burnt-out hex of an Isolated Area is Isolated no longer and goes to the opponent."""
    holder = controller_of(state, hex)
    if holder is None:
        return state
    winner = enemy_of(holder)
    state = replace(state, control=state.control | {hex: winner})
    front = state.fronts.get(winner)
    if front is not None:
        area = runs_of((*hexes_in(front.area), hex))
        state = replace(state, fronts=state.fronts | {winner: replace(front, area=area)})
    area_lost = state.area_of(hex)
    if area_lost is None:
        return state
    rest = replace(area_lost, hexes=tuple(place for place in area_lost.hexes if place != hex))
    others = tuple(area for area in state.areas if area != area_lost)
    state = replace(state, areas=(*others, *((rest,) * bool(rest.hexes))))
    for side in SIDES:
        # The area may be called otherwise now; what is left in the lost hex is in none.
        inside = [piece for piece in state.on_map(side) if piece.area == area_lost.name]
        named = (replace(p, area="" if p.hex == hex else rest.name) for p in inside)
        state = state.with_pieces(side, *named)
    return state


# Flames


def flames(state: Campaign, side: Side) -> tuple[str, ...]:
    """Hexes with a Flame; the Russians throw for them."""
    if side != "russian":
        return ()
    return tuple(sorted(hex for hex, marks in state.marks.items() if "flame" in marks))


def check_flame(state: Campaign, side: Side, hex: str, how: str, play: Play) -> Campaign:
    """A Flame goes out, or becomes a Blaze that burns when the next scenario starts."""
    found = spread_flame(play.nature)
    result = found.result.result
    rules = tuple(dict.fromkeys(("OTO-9.6094-1", *found.rules)))
    play.log("flame", rules, hex=hex, result=result)
    left: list[Any] = [mark for mark in state.marks[hex] if mark != "flame"]
    state = state.marked(hex, *dict.fromkeys(left + ["blaze"] * (result == "blaze")))
    if result != "blaze":
        return state
    state = _trap(state, play)
    # An AFV burns on with the terrain and is burnt out in the next RePh (CG5).
    return _lose_contents(state, hex, "wreck", Why(), play)


def _trap(state: Campaign, play: Play) -> Campaign:
    """Isolated pieces that could set up nowhere but in Blazes are lost, AFV burnt out."""
    ablaze = {hex for hex, marks in state.marks.items() if "blaze" in marks}
    for side in SIDES:
        for piece in state.on_map(side):
            if piece.kind not in (*PERSONNEL, *EQUIPMENT) or not _trapped(state, piece, ablaze):
                continue
            found = confined_to_blaze("afv" if is_afv(piece) else "units_or_equipment")
            if found.result == "stay":
                continue
            why = Why()
            why.add(found)
            state = _lose(state, side, piece, why, play)
            if found.result == "burnt_out_wreck":
                state = _with_mark(state, piece.hex, "burnt_out_wreck")
    return state
