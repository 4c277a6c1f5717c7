"""The Clean Up Phase: disorganisation and fuel end, track is relaid (OCS 2.3, 5.4, 12.5c)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.play.agenda import Routine
from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.movement.breaking_down import absorb_breakdowns
from landbridge.games.belorussia.map_game.partisans.partisans import partisans_after_turn
from landbridge.games.belorussia.movement.modes import clean_up
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import MARKERS, Marker, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.gauge import relay_soviet_track
from landbridge.games.belorussia.supply_lines.fuel import fuel_ends
from landbridge.games.belorussia.words import NAME_OF, Side, counted, listed


class MapCleanUp(Routine, frozen=True):
    """The Clean Up Phase of a side; the last of its player turn."""

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre("clean_up", self.side)
        position = clean_up(theatre, self.side)
        for marker, event, rule in ENDING:
            number = _cleared(theatre.position, position, marker)
            if number:
                units = counted(number, "unit")
                play.log(event, (rule,), side=NAME_OF[self.side], units=units)
        left = fuel_ends(theatre.with_position(position), self.side)
        if left != position:
            play.log("fuel_ends", ("OCS-12.5c-4",), side=NAME_OF[self.side])
        others = tuple(r for r in left.jumped if theatre.counter(r).side != self.side)
        left = replace(left, jumped=others) if left.jumped else left
        state = state.with_position(clear_trains(left, self.side))
        if state.table.position.trainbusting != left.trainbusting:
            play.log("trains_run_again", ("OCS-2.3-11",), side=NAME_OF[self.side])
        left = state.table.position
        if self.side == "soviet":
            state = state.with_position(_relay(theatre.with_position(left), play))
        if self.side == "soviet" and state.partisans:
            state = partisans_after_turn(state, play)
        play.log("player_turn_ends", ("OCS-2.2-1",), side=NAME_OF[self.side])
        return absorb_breakdowns(state, "clean_up", self.side, play)


ENDING: tuple[tuple[Marker, str, str], ...] = (
    ("dg", "units_recover", "OCS-2.3-9"),
    ("exploit", "exploit_ends", "OCS-2.3-10"),
)
"""Markers that come off, how it is told, and by which rule."""


def _cleared(before: Position, after: Position, marker: Marker) -> int:
    """How many counters have lost a marker."""
    number, now = MARKERS.index(marker), after.marker
    return sum([now[row] != number for row in BYTE.select(before.marker, number)])


def clear_trains(position: Position, side: Side) -> Position:
    """The position without the Trainbusting markers that the other side has placed."""
    if not in_force("OCS-2.3-11"):
        return position
    own = SIDES.index(side)
    kept = [places if number == own else () for number, places in enumerate(position.trainbusting)]
    return replace(position, trainbusting=(kept[0], kept[1]))


def _relay(theatre: Theatre, play: Play) -> Position:
    """The position when Soviet railway troops have relaid track behind the front (RUL-TFB-48)."""
    found = relay_soviet_track(theatre)
    if found.result.places:
        labels = [theatre.land.labels[place] for place in found.result.places]
        play.log("track_relaid", found.rules, hexes=listed(labels))
    return found.result.position
