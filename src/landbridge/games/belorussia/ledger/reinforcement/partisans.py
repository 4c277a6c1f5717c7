"""Partisans in the ledger: drawn in secret, placed face down, activated, seen when they act."""

from __future__ import annotations

from msgspec import UNSET, field
from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, unknown
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.ledger.books import PartisanCounter
from landbridge.games.belorussia.ledger.hexes import HEX, check_hex
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.partisans.activation import activation_violations
from landbridge.games.belorussia.partisans.moving import after_turn
from landbridge.games.belorussia.partisans.on_the_map import hiding_places, lying_violations
from landbridge.games.belorussia.partisans.placing import (
    HexFeature,
    hex_violations,
    pick_partisan,
)
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.terrain.words import COVER, HexTerrain
from landbridge.games.belorussia.violations import impossible, violation_if, violations
from landbridge.games.belorussia.words import Side, counted


def start_pool(rulings: Rulings) -> tuple[str, ...]:
    """Every partisan unit, before the first is drawn."""
    pool = figures("partisan_pool", rulings.partisan_pool)
    foot = tuple(f"foot {number}" for number in range(1, pool["foot"] + 1))
    return (*foot, *(f"cavalry {number}" for number in range(1, pool["cavalry"] + 1)))


def place_partisan(state: Ledger, hex: str, play: Play, rules: Rules = ()) -> Ledger:
    """Draw a partisan unit and put it face down; only the Soviet player learns which it is."""
    unit = pick_partisan(state.partisan_pool, play.nature)
    number = state.partisans_drawn + 1
    placed = PartisanCounter(number, unit, hex)
    to = ("soviet",)
    play.log("partisan_drawn", ("TFB-3.7a-1", "RUL-TFB-29"), to=to, number=number, unit=unit)
    rules = ("TFB-3.7a-2", "TFB-3.7a-3", *rules)
    play.log("partisan_placed", rules, number=number, hex=hex)
    return replace(
        state,
        partisans=(*state.partisans, placed),
        partisan_pool=tuple(u for u in state.partisan_pool if u != unit),
        partisans_drawn=number,
        soviet=state.soviet.plus(partisans=1),
    )


def reveal(state: Ledger, number: int, play: Play, does: str = "acts") -> Ledger:
    """Both players see which unit a partisan is; nothing is told where they have seen it."""
    unit = next(u for u in state.partisans if u.number == number)
    if unit.known:
        return state
    rules = ("TFB-3.7b-1", "RUL-TFB-130")
    play.log(
        "partisan_seen",
        rules,
        reveals=True,
        number=number,
        unit=unit.unit,
        hex=unit.hex,
        does=does,
    )
    seen = (replace(u, known=True) if u.number == number else u for u in state.partisans)
    return replace(state, partisans=tuple(seen))


def against_hex(
    state: Ledger, hex: str, terrain: HexTerrain | None, features: tuple[HexFeature, ...]
) -> tuple[Violation, ...]:
    """What speaks against a hex for a partisan; of Tracks only where there is one.

    On the map the position says what the hex is like, whatever a player says of it.
    """
    if state.has_map:
        return lying_violations(state.theatre("reinforcement", "soviet"), state.place(hex))
    if "track" not in features:
        return hex_violations(terrain or COVER, features)
    return hex_violations(terrain or COVER, features, state.rulings.partisan_track_hex)


class Partisan(Duty, frozen=True):
    """Place a partisan face down; the hex as the map shows it."""

    needs_no_phase = True
    only_for = "soviet"

    hex: str
    terrain: HexTerrain | None = None
    features: tuple[HexFeature, ...] = ()

    @classmethod
    def offer(
        cls, state: Ledger, step: ReinforcementPhase | StartPartisans, who: str
    ) -> Offer | None:
        if not step.partisans or not state.partisan_pool:
            return None
        rules = ("TFB-3.7a-1", "TFB-3.7a-2")
        # What the hex is like may be said behind it; whoever knows the map need not.
        hexes = Slot("hex", lazy=True, prompt="which hex?") if state.has_map else HEX
        return Offer("partisan", "Place a partisan face down", (hexes,), rules)

    @classmethod
    def next_slot(
        cls,
        state: Ledger,
        step: ReinforcementPhase | StartPartisans,
        who: str,
        said: tuple[str, ...],
    ) -> Slot | None:
        if not state.has_map:
            found: Slot | None = super().next_slot(state, step, who, said)
            return found
        theatre = state.theatre("reinforcement", "soviet")
        labels = (theatre.land.labels[place] for place in hiding_places(theatre))
        return None if said else Slot("hex", tuple(labels), prompt="which hex?")

    def check(
        self, state: Ledger, step: ReinforcementPhase | StartPartisans, who: str
    ) -> tuple[Violation, ...]:
        check_hex(self.hex)
        if not state.partisan_pool:
            raise impossible("no partisan unit is left to draw", "TFB-3.7a-4")
        if isinstance(step, ReinforcementPhase) and step.side != "soviet":
            raise ImpossibleAction("partisans are Soviet", "TFB-1.7b-3")
        none = violation_if(not step.partisans, "no partisan has been received", "TFB-1.7b-3")
        return (*violations(none), *against_hex(state, self.hex, self.terrain, self.features))

    def apply(
        self, state: Ledger, step: ReinforcementPhase | StartPartisans, who: str, play: Play
    ) -> Ledger:
        rules = ("TFB-EDGE-45", "RUL-TFB-107") if "track" in self.features else ()
        return step.one_placed(place_partisan(state, self.hex, play, rules))

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        none_left = not state.partisan_pool and in_force("TFB-3.7a-4")
        if not phase.partisans or none_left:
            return ()
        text = f"{counted(phase.partisans, 'partisan')} still to be placed"
        return (Violation(text, ("TFB-1.7b-3", "TFB-3.7a-1"), "partisan <hex>"),)


class StartPartisans(Step, frozen=True):
    """Before the first turn: the partisans that begin on the map."""

    cites = ("TFB-3.7a-1", "RUL-TFB-29")
    verbs = (Partisan,)

    partisans: int = field(name="left")
    """Partisans still to be placed."""

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return ("soviet",)

    def prompt(self, state: Ledger, who: str) -> str:
        return f"Partisans begin on the map, face down; still to place: {self.partisans}"

    def one_placed(self, state: Ledger) -> Ledger:
        """The ledger when one of them has been placed."""
        rest = (StartPartisans(self.partisans - 1),) if self.partisans > 1 else ()
        return replace_step(state, *rest)


class Activate(Duty, frozen=True):
    """Turn a partisan to its Combat Mode side."""

    needs_no_phase = True
    only_for = "soviet"

    number: int

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        ready = cls.ready(phase, state)
        if not phase.activations or not ready:
            return None
        slot = Slot("number", tuple(str(unit.number) for unit in ready), prompt="which partisan?")
        label = f"Activate a partisan ({phase.activations} left)"
        return Offer("activate", label, (slot,), ("TFB-1.7a-7", "TFB-3.7b-1"))

    @classmethod
    def ready(cls, phase: ReinforcementPhase, state: Ledger) -> tuple[PartisanCounter, ...]:
        """Partisans that are face down and were not placed in this very phase."""
        return tuple(u for u in state.partisans if not u.active and u.number not in phase.fresh)

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        unit = next((u for u in state.partisans if u.number == self.number), None)
        if unit is None:
            there = [str(u.number) for u in state.partisans]
            raise BadInput(unknown("partisan", str(self.number), there))
        if phase.side != "soviet":
            raise ImpossibleAction("partisans are Soviet", "TFB-3.7b-1")
        fresh = self.number in phase.fresh
        return activation_violations(self.number, phase.activations, unit.active, fresh)

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        unit = next(u for u in state.partisans if u.number == self.number)
        turned = in_force("TFB-3.7b-1")
        others = tuple(
            replace(u, active=turned) if u.number == self.number else u for u in state.partisans
        )
        rules = ("TFB-1.7a-7", "TFB-3.7b-1")
        play.log("partisan_activated", rules, number=unit.number, hex=unit.hex)
        after = replace(state, partisans=others, soviet=state.soviet.plus(activations=1))
        if turned and state.rulings.partisan_sight == "when_activated":
            after = reveal(after, unit.number, play, "lies face up")
        return phase.update(after, activations=max(phase.activations - 1, 0))


def partisans_rest(state: Ledger, play: Play) -> Ledger:
    """Partisans after the Soviet player turn: where the ruling says so, they turn face down.

    What they have done in this Movement Phase binds them no longer.
    """
    if state.raided.affected:
        state = replace(state, raids=replace(state.raided, affected={}, again=UNSET))
    ruling = state.rulings.partisan_details
    if after_turn(True, False, ruling) == "active" or not any(u.active for u in state.partisans):
        return state
    play.log("partisans_rest", ("RUL-TFB-30",))
    return replace(state, partisans=tuple(replace(u, active=False) for u in state.partisans))
