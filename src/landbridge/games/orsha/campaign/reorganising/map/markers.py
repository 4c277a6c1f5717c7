"""Markers leave the map (9.602); what a battle has changed in the terrain stays (CG5)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.open_facts import Mark
from landbridge.games.orsha.campaign.pieces.roster import State, without
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.markers import GROUPS, remove_markers
from landbridge.games.orsha.rules.scenario.between_scenarios import Counter, stays_on_map
from landbridge.games.orsha.rules.scenario.concealment import bought_concealment

MARKERS = tuple(name for group in GROUPS for name in group.names)
SHED: tuple[State, ...] = ("disrupted", "fanatic", "berserk")
"""Markers of 9.602 that the roster keeps as states of pieces."""
TERRAIN: dict[Mark, Counter] = {
    "wreck": "wreck",
    "burnt_out_wreck": "wreck",
    "rubble": "rubble",
    "shellholes": "shellholes",
    "trailbreak": "trailbreak",
    "open_ground": "changed_terrain",
    "bridge_destroyed": "changed_terrain",
}
"""What CG5 calls the marks in a hex; fires have a step of their own (9.609)."""


def clear_markers(state: Campaign, play: Play) -> Campaign:
    """Step 9.602: markers leave the map; Fanatic of this scenario is over."""
    found = remove_markers(MARKERS)
    removed = found.result.removed
    rules = list(found.rules)
    shed = tuple(marker for marker in SHED if marker in removed)
    for side, book in state.both:
        gone = [
            replace(piece, states=without(piece, *shed))
            for piece in book.with_status("map", "offmap")
            if set(piece.states) & set(shed)
        ]
        state = state.with_pieces(side, *gone)
        dummies = [p for p in state.book(side).pieces.values() if p.name == "?" and p.in_play]
        left = bought_concealment(len(dummies), state.rulings.unused_dummies)
        rules += left.rules if dummies else ()
        if "dummy" in removed and not left.result.left:
            state = state.with_pieces(side, *(replace(p, status="used") for p in dummies))
    cited = tuple(dict.fromkeys(rules))
    play.log("markers_removed", cited, names=", ".join(map(_marker_text, removed)))
    return _keep_terrain(state, play)


def _marker_text(marker: str) -> str:
    """A marker as it is written on its counter."""
    return marker.upper() if len(marker) <= 3 else marker.capitalize()


def _keep_terrain(state: Campaign, play: Play) -> Campaign:
    """Changes of terrain, wrecks and Fortifications are there in the next scenario too (CG5)."""
    rules: list[str] = []
    number = 0
    for hex, marks in list(state.marks.items()):
        kept: list[Mark] = []
        for mark in marks:
            counter = TERRAIN.get(mark)
            burning = counter == "wreck" and "blaze" in marks
            found = stays_on_map(counter, in_blaze=burning) if counter else None
            rules += found.rules if found else ()
            number += bool(found and found.result.stays)
            kept += [mark] if found is None or found.result.stays else []
        state = state.marked(hex, *kept)
    for side in ("german", "russian"):
        works = [p for p in state.on_map(side) if p.kind == "fortification"]
        found = stays_on_map("fortification")
        rules += found.rules if works else ()
        number += len(works) if found.result.stays else 0
        if not found.result.stays:
            state = state.with_pieces(side, *(replace(p, status="eliminated") for p in works))
    if number:
        play.log("terrain_stays", tuple(dict.fromkeys(rules)), number=number)
    return state
