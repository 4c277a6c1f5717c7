"""Step 9.609: Blazes consume what is in them, Flames go out or become Blazes."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.map_hexes import burnable, hexes_in, runs_of
from landbridge.games.orsha.campaign.open_facts import SIDES, enemy_of
from landbridge.games.orsha.campaign.pieces.losses import eliminate_with_crew
from landbridge.games.orsha.campaign.pieces.roster import EQUIPMENT, PERSONNEL, RosterPiece, is_afv
from landbridge.games.orsha.campaign.reorganising.clearing import controller_of, settle_works
from landbridge.games.orsha.campaign.setting_up.placing import confinement
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.blazes import (
    Burning,
    burn_out,
    confined_to_blaze,
    spread_flame,
)
from landbridge.games.orsha.rules.words import Side

LOST = "lost in a Blaze"


def _pieces_in(state: Campaign, hex: str) -> list[tuple[Side, RosterPiece]]:
    return [(side, piece) for side in SIDES for piece in state.on_map(side) if piece.hex == hex]


def _work(works: list[RosterPiece]) -> Any:
    names = [work.name for work in works]
    if not names:
        return "none"
    if any(name.startswith("Pillbox") for name in names):
        return "pillbox"
    dug = ("Trench", "Foxhole")
    return "entrenchment" if names[0].startswith(dug) else "other_fortification"


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
        if "blaze" not in marks and "burning_wreck" not in marks:
            continue
        terrain: Any = burnable(hex, marks, r30) or "not_burnable"
        wreck = "burning_wreck" in marks or (terrain == "not_burnable" and "wreck" in marks)
        there = _pieces_in(state, hex)
        trapped = [item for item in there if _trapped(state, item[1], burning)]
        works = [piece for _, piece in there if piece.kind == "fortification"]
        found = burn_out(
            Burning(
                terrain=terrain,
                wreck=wreck,
                shellholes="shellholes" in marks,
                fortification=_work(works),
                equipment=any(piece.kind in EQUIPMENT for _, piece in there),
                isolated=bool(trapped),
            ),
            state.rulings.burnt_terrain,
        )
        burnt = found.result
        play.log("burnt", found.rules, hex=hex, becomes=burnt.terrain.replace("_", " "))
        left: list[Any] = [m for m in marks if m not in ("blaze", "burning_wreck", "wreck")]
        left += ["burnt_out_wreck"] * bool({"wreck", "burning_wreck"} & set(marks))
        if burnt.terrain == "open_ground":
            left = [m for m in left if m != "rubble"] + ["open_ground"]
        elif burnt.terrain == "wooden_rubble":
            left.append("rubble")
        state = state.marked(hex, *dict.fromkeys(left))
        for side, piece in there:
            people = piece.kind in PERSONNEL or piece.kind == "vehicle"
            confined = burnt.isolated_eliminated and people and (side, piece) in trapped
            lost = burnt.equipment == "eliminated" and piece.kind in EQUIPMENT
            razed = burnt.fortification == "eliminated" and piece in works
            if confined or lost or razed:
                state = eliminate_with_crew(state, side, piece, LOST)
                state = _with_mark(state, hex, "burnt_out_wreck") if is_afv(piece) else state
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
    there = _pieces_in(state, hex)
    works = [piece for _, piece in there if piece.kind == "fortification"]
    equipment = any(piece.kind in EQUIPMENT for _, piece in there)
    found = spread_flame(play.nature, "none", _work(works), equipment)
    spread = found.result
    rules = ["OTO-9.6094-1", *found.rules]
    left: list[Any] = [mark for mark in state.marks[hex] if mark != "flame"]
    state = state.marked(hex, *dict.fromkeys(left + ["blaze"] * (spread.result == "blaze")))
    if spread.result == "blaze":
        state = _trap(state, rules)
    for owner, piece in _pieces_in(state, hex):
        lost = spread.equipment == "eliminated" and piece.kind in EQUIPMENT
        razed = spread.fortification == "eliminated" and piece in works
        if lost or razed:
            state = eliminate_with_crew(state, owner, piece, LOST)
            # It burns on with the terrain and is burnt out in the next RePh (CG5).
            state = _with_mark(state, hex, "wreck") if is_afv(piece) else state
    play.log("flame", tuple(dict.fromkeys(rules)), hex=hex, result=spread.result)
    return state


def _trap(state: Campaign, rules: list[str]) -> Campaign:
    """Isolated pieces that could set up nowhere but in Blazes are lost, AFV burnt out."""
    ablaze = {hex for hex, marks in state.marks.items() if "blaze" in marks}
    for side in SIDES:
        for piece in state.on_map(side):
            if piece.kind not in (*PERSONNEL, *EQUIPMENT) or not _trapped(state, piece, ablaze):
                continue
            found = confined_to_blaze("afv" if is_afv(piece) else "units_or_equipment")
            rules += found.rules
            if found.result == "stay":
                continue
            state = eliminate_with_crew(state, side, piece, LOST)
            if found.result == "burnt_out_wreck":
                state = _with_mark(state, piece.hex, "burnt_out_wreck")
    return state
