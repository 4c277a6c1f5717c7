"""Cities that the Axis declare fortresses (2.4b), and fortresses that fall."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.books import DeclaredFortress
from landbridge.games.belorussia.ledger.facts.noting import AXIS, Fact, When
from landbridge.games.belorussia.ledger.facts.points import give_points
from landbridge.games.belorussia.ledger.reinforcement.phase import reinforces
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.terrain.words import Settlement
from landbridge.games.belorussia.units.garrisons import fortress_violations
from landbridge.games.belorussia.victory import scoring_events
from landbridge.games.belorussia.words import Phase, Side

MINSK = "Minsk"
CityName = Annotated[str, Meta(examples=[MINSK, "Vitebsk", "Bobruisk"])]


def standing_fortresses(state: Ledger) -> tuple[str, ...]:
    """Places that are fortresses now."""
    return tuple(one.place for one in state.declared_fortresses if not one.lost)


def fortress_units_left(state: Ledger) -> int:
    """Fortress units in their pool: those that were lost come back after a time."""
    settled = figures("fortress", state.rulings.fortress)
    away = [
        one
        for one in state.declared_fortresses
        if not one.lost or state.turn - one.lost < settled["return_delay_turns"]
    ]
    units: int = settled["units"]
    return units - len(away)


def against_fortress(
    state: Ledger, place: str, kind: Settlement, re: int = 1
) -> tuple[Violation, ...]:
    """What speaks against declaring a place a fortress now."""
    known = state.places.get(place)
    own = known is None or (known.side == "axis" and known.controlled)
    held = own and place not in state.held
    phase: Phase = "reinforcement" if reinforces(state, "axis") else "movement"
    this_turn = sum(one.declared == state.turn for one in state.declared_fortresses)
    return fortress_violations(
        kind,
        held,
        re,
        state.date,
        this_turn,
        fortress_units_left(state),
        state.rulings.fortress,
        phase,
        place in standing_fortresses(state),
    )


def declare_fortress(state: Ledger, place: str, play: Play) -> Ledger:
    """A place is a fortress from now on."""
    play.log("fortress_declared", ("RUL-TFB-9",), place=place)
    declared = (*state.declared_fortresses, DeclaredFortress(place, state.turn))
    state = replace(state, fortresses=declared)
    if place == MINSK:
        state = replace(state, minsk=replace(state.minsk, fortress=True))
    return state


def fortress_falls(state: Ledger, place: str, play: Play) -> Ledger:
    """A fortress is captured: its unit goes back to the pool, and the Soviet side scores."""
    if place not in standing_fortresses(state):
        return state
    fallen = tuple(
        replace(one, lost=state.turn) if one.place == place and not one.lost else one
        for one in state.declared_fortresses
    )
    state = replace(state, fortresses=fallen)
    if place == MINSK:
        state = replace(state, minsk=replace(state.minsk, fortress=False))
    if not figures("fortress", state.rulings.fortress)["soviet_vp"]:
        return state
    worth = scoring_events(fortresses=1, ruling=state.rulings.victory_points)
    return give_points(state, "soviet", int(worth.total), f"fortress {place} captured", play)


class Fortify(Fact, frozen=True):
    """The Axis player declares a city a fortress, in his Reinforcement Phase."""

    said_by: ClassVar[tuple[Side, ...]] = AXIS
    when: ClassVar[When] = "before the map"
    rules: ClassVar[Rules] = ("RUL-TFB-9",)

    place: CityName
    kind: Settlement = "minor_city"
    """What it is, where the ledger does not know it."""
    re: Annotated[int, Meta(ge=0, le=60)] = 1
    """Whole RE of Axis combat units in the hex."""

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return AXIS

    def describe(self) -> str:
        return f"{self.place} is declared a fortress"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        known = state.places.get(self.place)
        kind: Settlement = self.kind
        if known is not None and known.kind in ("village", "minor_city", "major_city"):
            kind = known.kind
        return against_fortress(state, self.place, kind, self.re)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        return declare_fortress(state, self.place, play)
