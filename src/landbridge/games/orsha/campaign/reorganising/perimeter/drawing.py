"""Step 9.605: each side proposes the loops of its Perimeter, or has the largest ones computed."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import Violation
from landbridge.games.orsha.campaign.map_hexes import ground
from landbridge.games.orsha.campaign.open_facts import SIDES, as_side
from landbridge.games.orsha.campaign.pieces.losses import eliminate
from landbridge.games.orsha.campaign.reorganising.perimeter.perimeters import (
    isolation_of,
    perimeter_of,
    position_of,
    stand,
)
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import SharedStep
from landbridge.games.orsha.rules.perimeter.check import parse_loop
from landbridge.games.orsha.rules.perimeter.determination import Perimeter
from landbridge.games.orsha.rules.words import Side

HELD = {"german": "German", "russian": "Russian", "both": "shared", "none": "nobody's"}
"""Whose an Isolated Area is, as the log has it."""
DRAWING = ("OTO-9.605-1", "OTO-9.605-3", "OTO-9.6054-4")


class ProposeLoop(Verb, frozen=True, tag="loop"):
    """Propose a loop by its markers: loop A5 C6(D6) G6 J5."""

    markers: tuple[str, ...]

    @classmethod
    def offer(cls, state: Campaign, step: PerimeterDrawing, who: str) -> Offer:
        slot = Slot("markers", prompt="markers in order, such as A41 K40(L39) DD41")
        rules = ("OTO-9.6053-1", "OTO-9.6054-1", "OTO-9.6054-2")
        return Offer("loop", "Propose a loop", (slot,), rules, aside=True)

    def check(self, state: Campaign, step: PerimeterDrawing, who: str) -> tuple[Violation, ...]:
        parse_loop(ground(state.edge_rows), " ".join(self.markers))
        return ()

    def apply(self, state: Campaign, step: PerimeterDrawing, who: str, play: Play) -> Campaign:
        text = " ".join(self.markers)
        play.log("loop", (*DRAWING, "OTO-PER-6"), side=who, markers=text)
        return _proposed(state, as_side(who), (*state.proposals.get(who, ()), text))


class TakeLoopsBack(Verb, frozen=True, tag="noloops"):
    """Take the proposed loops back."""

    @classmethod
    def offer(cls, state: Campaign, step: PerimeterDrawing, who: str) -> Offer | None:
        if not state.proposals.get(who):
            return None
        return Offer("noloops", "Take the loops back", rules=("OTO-9.6055-1",), aside=True)

    def apply(self, state: Campaign, step: PerimeterDrawing, who: str, play: Play) -> Campaign:
        play.log("noloops", ("OTO-9.6055-1",), side=who)
        return _proposed(state, as_side(who), ())


class DrawPerimeter(Verb, frozen=True, tag="perimeter"):
    """The Perimeter stands as proposed; without a proposal the largest one is computed."""

    @classmethod
    def offer(cls, state: Campaign, step: PerimeterDrawing, who: str) -> Offer:
        proposed = state.proposals.get(who)
        label = "The Perimeter stands as proposed" if proposed else "Have the largest one computed"
        return Offer("perimeter", label, rules=DRAWING)

    def check(self, state: Campaign, step: PerimeterDrawing, who: str) -> tuple[Violation, ...]:
        proposed = state.proposals.get(who, ())
        if not proposed:
            return ()
        return perimeter_of(state, position_of(state), as_side(who), proposed)[0].violations

    def apply(self, state: Campaign, step: PerimeterDrawing, who: str, play: Play) -> Campaign:
        side = as_side(who)
        loops = state.proposals.get(side, ())
        drawn, rules = perimeter_of(state, position_of(state), side, loops, let_pass=True)
        play.log(
            "perimeter",
            tuple(dict.fromkeys((*rules, *drawn.grain_rules))),
            side=side,
            area=len(drawn.area),
            loops=len(drawn.loops),
            proof=_proof(drawn),
            edge=", ".join(drawn.edge_markers) or "none",
        )
        last = step.waiting == (side,)
        return step.dismiss(_both_drawn(state, play) if last else state, side)


def _proof(drawn: Perimeter) -> str:
    """How a Perimeter came about, and whether a larger one was there to be had."""
    if drawn.larger:
        return f"{drawn.proof}; {drawn.larger} hexes can be had"
    return drawn.proof.replace("_", " ")


class PerimeterDrawing(SharedStep, frozen=True, tag="Drawing"):
    """Both sides draw their Perimeters, in any order."""

    cites = DRAWING
    verbs = (DrawPerimeter, ProposeLoop, TakeLoopsBack)

    def prompt(self, state: Campaign, who: str) -> str:
        loops = state.proposals.get(who, ())
        return "9.605 Perimeter" + (f"; proposed: {' | '.join(loops)}" if loops else "")


def _proposed(state: Campaign, side: Side, loops: tuple[str, ...]) -> Campaign:
    return replace(state, proposals=state.proposals | {side: loops})


def _both_drawn(state: Campaign, play: Play) -> Campaign:
    """Isolated Areas are found; each SMC outside his own area is lost."""
    drawn, found, rules = isolation_of(state)
    state = stand(state, drawn, found)
    where = ground(state.edge_rows)
    areas = ", ".join(
        f"{where.labels(area.hexes)[0]} (type {area.type}, {HELD[area.holder]})"
        for area in found.areas
    )
    play.log("isolation", tuple(dict.fromkeys(("OTO-9.606-1", *rules))), areas=areas or "none")
    lost = {unit.name for unit in found.eliminated}
    for side in SIDES:
        gone = [replace(p, former=p.hex) for p in state.on_map(side) if p.id in lost]
        if gone:
            rules = ("OTO-9.6058-2",)
            play.log("smc_outside", rules, side=side, names=state.names_for_all(gone))
            if state.readers(side, *gone):
                names = ", ".join(piece.label for piece in gone)
                play.log("own_smc_outside", rules, to=(side,), names=names)
            state = eliminate(state, side, gone, "outside the own area", counts=False)
    return replace(state, gone=tuple(sorted(lost)))
