"""A Front on the map fires its barrage in the segment that has begun (RUL-TFB-26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.combat.guns import is_gun
from landbridge.games.belorussia.fronts.display import Front, find_front, front_name
from landbridge.games.belorussia.fronts.front_barrages import open_fire
from landbridge.games.belorussia.fronts.fronts_on_map import front_of
from landbridge.games.belorussia.fronts.postures import (
    barrage_effects,
    front_barrage_violations,
)
from landbridge.games.belorussia.ledger.facts.barrages import Barrage
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.barrage.barraging import BarrageStep, can_barrage
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.words import counted

RULES = ("RUL-TFB-25", "RUL-TFB-26")


class OpenFire(Verb, frozen=True, tag="open_fire"):
    """A Front on the Offensive fires its barrage in this segment."""

    front: str

    @classmethod
    def offer(cls, state: Ledger, step: BarrageStep, who: str) -> Offer | None:
        ready = tuple(ready_fronts(state, step))
        if not ready:
            return None
        choices = tuple(Choice(front, front_name(front)) for front in ready)
        return Offer("open_fire", "A Front fires its barrage", (Slot("front", choices),), RULES)

    @classmethod
    def random_action(
        cls, state: Ledger, step: BarrageStep, who: str, choose: Chooser
    ) -> Self | None:
        ready = tuple(ready_fronts(state, step))
        return cls(ready[choose(len(ready))]) if ready else None

    def check(self, state: Ledger, step: BarrageStep, who: str) -> tuple[Violation, ...]:
        now = state.fronts[find_front(self.front)]
        return front_barrage_violations(now.posture, now.barrage)

    def apply(self, state: Ledger, step: BarrageStep, who: str, play: Play) -> Ledger:
        front = find_front(self.front)
        after = with_fire_opened(Barrage(front=front).enter(state, play), front)
        effects = barrage_effects(state.rulings.front_barrage, state.rulings.barrage_track)
        hexes = "1 spotted hex" if effects.hexes == 1 else f"{effects.hexes} spotted hexes"
        play.log(
            "front_fires_now",
            RULES,
            front=front_name(front),
            hexes=f"up to {hexes}" if effects.hexes else "whatever its guns hit",
            price="free" if not effects.price else f"at {effects.price} of the supply",
            columns=counted(effects.shift, "column"),
        )
        return after


def with_fire_opened(state: Ledger, front: Front) -> Ledger:
    """The same with a Front's barrage being fired."""
    now = open_fire(state.fronts[front], state.rulings.front_barrage)
    return replace(state, fronts=state.fronts | {front: now})


def ready_fronts(state: Ledger, step: BarrageStep) -> Iterator[Front]:
    """The Fronts that may fire their barrage, with guns that would then reach something."""
    if step.side != "soviet":
        return
    theatre = step.theatre(state)
    able = [
        front
        for front, now in state.fronts.items()
        if not front_barrage_violations(now.posture, now.barrage)
    ]
    if not able:
        return
    units = theatre.counters.combat[SIDES.index("soviet")]
    armed = {front_of(theatre, row) for row in units if is_gun(theatre, row)}
    for front in able:
        if front in armed and can_barrage(with_fire_opened(state, front), step):
            yield front
