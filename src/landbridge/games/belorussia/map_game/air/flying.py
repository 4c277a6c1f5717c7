"""Air missions in a match, from their declaration to the return of their planes (OCS 14.2f)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.agenda import Routine, push_steps
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia.air.air_armies_on_map import stripe_of
from landbridge.games.belorussia.air.base_transfer import transferred
from landbridge.games.belorussia.air.bombing import (
    FlakLoss,
    after_flak,
    drop_bombs,
    has_bombs,
    left_of,
    suffer_flak,
)
from landbridge.games.belorussia.air.dogfights import Dogfight
from landbridge.games.belorussia.air.flak import MissionKind
from landbridge.games.belorussia.air.missions import air_missions
from landbridge.games.belorussia.air.missions_on_map import BOMBING, NAMES
from landbridge.games.belorussia.air.sorties import Sortie, enemies_over, in_flight, order_of
from landbridge.games.belorussia.combat.barrage_on_map import fired, ready_barrage
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.air.delivering import deliver
from landbridge.games.belorussia.map_game.air.dogfighting import BeginDogfight, MayTurnBack
from landbridge.games.belorussia.map_game.air.intercepting import AskInterception
from landbridge.games.belorussia.map_game.air.landing import Return
from landbridge.games.belorussia.map_game.barrage.barrage_results import carry_out, log_column
from landbridge.games.belorussia.map_game.phases import flight_of
from landbridge.games.belorussia.movement.segments import begin_move
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import NAME_OF, counted, listed

SEQUENCE: Rules = ("OCS-14.2f-1",)
OWN_RULES: dict[MissionKind, Rules] = {
    "barrage": ("OCS-14.7-1",),
    "sweep": ("OCS-14.6-1", "OCS-14.6-2"),
    "hip_shoot": ("OCS-14.7d-1",),
    "trainbusting": ("OCS-14.8-1",),
    "base_transfer": ("OCS-14.11-1",),
    "air_transport": ("OCS-14.9-1",),
    "air_drop": ("OCS-14.10b-1",),
}
"""The rules of each kind of mission."""


def begin_sortie(state: Ledger, sortie: Sortie, play: Play) -> Ledger:
    """A mission is declared, and its planes are over their hex."""
    theatre = state.theatre(sortie.phase, sortie.phasing)
    label, names = (
        theatre.land.labels[sortie.place],
        listed([theatre.counter(row).name for row in sortie.rows]),
    )
    own, others = (sortie.side,), (other_side(sortie.side), SPECTATOR)
    rules = (*SEQUENCE, *OWN_RULES.get(sortie.kind, ()), *_booklets(state, theatre, sortie))
    under_way = theatre.position.moving
    if under_way and in_force("OCS-6.1g-1"):
        # No move is interrupted by a mission: whoever was under way has finished.
        theatre = theatre.with_position(begin_move(theatre.position, ()))
        names_left = listed([theatre.counter(row).name for row in under_way])
        if sortie.kind not in BOMBING:
            # In a Barrage Segment nobody is on the move any more.
            play.log("move_ends", ("OCS-6.1g-1",), to=own, units=names_left)
    play.log("sortie", rules, to=own, planes=names, hex=label, mission=NAMES[sortie.kind])
    play.log(
        "sortie_seen",
        rules,
        to=others,
        side=NAME_OF[sortie.side],
        planes=counted(len(sortie.rows), "plane"),
        hex=label,
        mission=NAMES[sortie.kind],
    )
    if sortie.kind in ("barrage", "trainbusting", "hip_shoot"):
        position = fired(theatre.position, order_of(theatre, sortie))
        if not in_force("OCS-10.0e-2"):
            position = replace(position, barraged=theatre.position.barraged)
    else:
        flown = (*theatre.position.fired, *sortie.rows)
        position = replace(theatre.position, fired=flown)
        if not in_force("OCS-14.6-2"):
            position = replace(position, barraged=(*position.barraged, sortie.place))
    return push_steps(state.with_position(position), *_sequence(sortie))


def _booklets(state: Ledger, theatre: Theatre, sortie: Sortie) -> Rules:
    """By which of the booklets' rules a mission is flown now, and by these planes together."""
    own = sortie.side == sortie.phasing
    flown = air_missions(flight_of(state), sortie.phase, own).rules
    if sortie.side != "soviet":
        return flown
    stripes = {stripe_of(theatre, row) for row in sortie.rows}
    resting = any(
        front in stripes and f.posture != "offensive" for front, f in state.fronts.items()
    )
    if resting and sortie.target != "units":
        flown = (*flown, "TFB-3.2d-2")
    return (*flown, "TFB-3.2c-4") if "independent" in stripes and len(stripes) > 1 else flown


def _sequence(sortie: Sortie) -> tuple[Routine, ...]:
    """What a mission goes through, in this order."""
    meet, intercept = MeetEnemies(sortie), AskInterception(sortie)
    carry_out, home = CarryOutSortie(sortie), Return(sortie)
    if sortie.kind == "base_transfer":
        return (meet, intercept, carry_out)
    if not in_force("OCS-14.2f-1"):
        return (carry_out, home)
    if not in_force("OCS-14.5-2"):
        return (meet, carry_out, intercept, home)
    return (meet, intercept, carry_out, home)


class MeetEnemies(Routine, frozen=True):
    """Active enemy planes in the hex fight the mission (OCS-14.3-1)."""

    sortie: Sortie

    def run(self, state: Ledger, play: Play) -> Ledger:
        sortie = self.sortie
        theatre = state.theatre(sortie.phase, sortie.phasing)
        enemies = enemies_over(theatre, sortie)
        if not enemies or not in_force("OCS-14.3-1"):
            return state
        fight = Dogfight(
            place=sortie.place,
            attacker=sortie.side,
            attackers=in_flight(theatre, sortie),
            defenders=enemies,
        )
        begun = BeginDogfight(sortie.phase, sortie.phasing, fight)
        if sortie.kind == "sweep":
            return push_steps(state, begun)
        back = MayTurnBack(sortie.phase, sortie.phasing, sortie.side, sortie.rows, sortie.place)
        return push_steps(state, begun, back)


class CarryOutSortie(Routine, frozen=True):
    """Flak fires, and what is left of a mission does what it came for."""

    sortie: Sortie

    def run(self, state: Ledger, play: Play) -> Ledger:
        sortie = self.sortie
        theatre = state.theatre(sortie.phase, sortie.phasing)
        label = theatre.land.labels[sortie.place]
        if not in_flight(theatre, sortie):
            play.log("sortie_fails", SEQUENCE, hex=label)
            return deliver(state, sortie, play) if sortie.lift else state
        if sortie.kind == "sweep":
            return self._sweep_over(state, label, play)
        if sortie.kind == "base_transfer":
            return self._transfer(state, label, play)
        if sortie.lift is not None:
            return self._transport(state, label, play)
        order = order_of(theatre, sortie)
        flak = suffer_flak(theatre, order.rows, sortie.place, sortie.kind, play.nature)
        _log_flak(theatre, flak, label, play)
        after, left = left_of(theatre, order, flak.result)
        state = state.with_position(after_flak(theatre, flak.result))
        if not has_bombs(after, left):
            play.log("sortie_fails", SEQUENCE, hex=label)
            return state
        ready = ready_barrage(after, left)
        log_column(state, sortie.phase, sortie.phasing, left, ready.result, play)
        found = drop_bombs(after, left, play.nature)
        return carry_out(state, sortie.phase, sortie.phasing, left, found.result, found.rules, play)

    def _sweep_over(self, state: Ledger, label: str, play: Play) -> Ledger:
        """Fighters have swept a hex; flak never fires at them (OCS-14.4a-3)."""
        sortie = self.sortie
        theatre = state.theatre(sortie.phase, sortie.phasing)
        rows = in_flight(theatre, sortie)
        flak = suffer_flak(theatre, rows, sortie.place, sortie.kind, play.nature)
        _log_flak(theatre, flak, label, play)
        play.log("sweep_over", (*OWN_RULES["sweep"], *flak.rules), hex=label)
        return state.with_position(after_flak(theatre, flak.result))

    def _transport(self, state: Ledger, label: str, play: Play) -> Ledger:
        """Planes have come through with their cargo, or what flak leaves of them."""
        sortie = self.sortie
        theatre = state.theatre(sortie.phase, sortie.phasing)
        rows = in_flight(theatre, sortie)
        flak = suffer_flak(theatre, rows, sortie.place, sortie.kind, play.nature)
        _log_flak(theatre, flak, label, play)
        return deliver(state.with_position(after_flak(theatre, flak.result)), sortie, play)

    def _transfer(self, state: Ledger, label: str, play: Play) -> Ledger:
        """A plane has come through to its new base."""
        sortie = self.sortie
        theatre = state.theatre(sortie.phase, sortie.phasing)
        rows = in_flight(theatre, sortie)
        flak = suffer_flak(theatre, rows, sortie.place, sortie.kind, play.nature)
        _log_flak(theatre, flak, label, play)
        after = theatre.with_position(after_flak(theatre, flak.result))
        for row in in_flight(after, sortie):
            name = after.counter(row).name
            play.log("plane_lands", ("OCS-14.11-1",), to=(sortie.side,), plane=name, hex=label)
            after = after.with_position(transferred(after, row, sortie.place))
        return state.with_position(after.position)


def _log_flak(theatre: Theatre, found: Finding[FlakLoss], label: str, play: Play) -> None:
    flak = found.result
    if not flak.fired:
        return
    rules = ("OCS-14.4e-1", *found.rules)
    if flak.struck < 0:
        play.log("flak_misses", rules, hex=label)
        return
    plane = theatre.counter(flak.struck).name
    event = "flak_destroys" if flak.dead else "flak_hits"
    play.log(event, (*rules, "OCS-14.1b-1", "OCS-14.4f-4"), plane=plane, hex=label)
