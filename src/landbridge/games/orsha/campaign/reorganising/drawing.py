"""Step 9.605: each side proposes the loops of its Perimeter, or has the largest ones computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Step, replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Violation
from landbridge.games.orsha.campaign.map_hexes import ground
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.reorganising.melees import struck
from landbridge.games.orsha.campaign.reorganising.perimeters import (
    isolation_of,
    perimeter_of,
    position_of,
    stand,
)
from landbridge.games.orsha.rules.perimeter.check import parse_loop
from landbridge.games.orsha.rules.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

DRAWING = ("OTO-9.605-1", "OTO-9.605-3", "OTO-9.6054-4")


class DrawLoop(Action, frozen=True, tag="loop"):
    """Propose a loop by its markers: loop A5 C6(D6) G6 J5."""

    markers: tuple[str, ...]


class NoLoops(Action, frozen=True, tag="noloops"):
    """Take the proposed loops back."""


class Draw(Action, frozen=True, tag="perimeter"):
    """The Perimeter stands as proposed; without a proposal the largest one is computed."""


class Drawing(Step, frozen=True):
    """Both sides draw their Perimeters, in any order."""

    waiting: tuple[Side, ...] = SIDES

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        return tuple(_decision(state, side) for side in self.waiting)

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        side: Any = who
        proposed = state.proposals.get(side, ())
        if isinstance(action, DrawLoop):
            parse_loop(ground(state.edge_rows), " ".join(action.markers))
        elif isinstance(action, NoLoops) and not proposed:
            raise BadInput("No loop has been proposed.")
        elif isinstance(action, Draw) and proposed:
            return perimeter_of(state, position_of(state), side, proposed)[0].violations
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        side: Any = who
        own = state.proposals.get(side, ())
        if isinstance(action, DrawLoop):
            text = " ".join(action.markers)
            play.log("loop", DRAWING, side=side, markers=text)
            return _proposed(state, side, (*own, text))
        if isinstance(action, NoLoops):
            play.log("noloops", ("OTO-9.6055-1",), side=side)
            return _proposed(state, side, ())
        drawn, rules = perimeter_of(state, position_of(state), side, own)
        play.log(
            "perimeter",
            rules,
            side=side,
            area=len(drawn.area),
            loops=len(drawn.loops),
            proof=drawn.proof.replace("_", " "),
        )
        left = tuple(other for other in self.waiting if other != side)
        if left:
            return replace_step(state, Drawing(left))
        return replace_step(_both_drawn(state, play))


def _decision(state: Campaign, side: Side) -> Decision:
    loops = state.proposals.get(side, ())
    label = "The Perimeter stands as proposed" if loops else "Have the largest one computed"
    offers = [Offer("perimeter", label, rules=DRAWING)]
    slot = Slot("markers", prompt="markers in order, such as A41 K40(L39) DD41")
    rules = ("OTO-9.6053-1", "OTO-9.6054-1", "OTO-9.6054-2")
    offers.append(Offer("loop", "Propose a loop", (slot,), rules, aside=True))
    if loops:
        label = "Take the loops back"
        offers.append(Offer("noloops", label, rules=("OTO-9.6055-1",), aside=True))
    shown = f"; proposed: {' | '.join(loops)}" if loops else ""
    return Decision(side, f"9.605 Perimeter{shown}", tuple(offers), DRAWING)


def _proposed(state: Campaign, side: Side, loops: tuple[str, ...]) -> Campaign:
    return replace(state, proposals=state.proposals | {side: loops})


def _both_drawn(state: Campaign, play: Play) -> Campaign:
    """Isolated Areas are found; each SMC outside his own area is lost."""
    drawn, found, rules = isolation_of(state)
    state = stand(state, drawn, found)
    areas = ", ".join(f"{area.name} (type {area.kind})" for area in state.areas) or "none"
    play.log("isolation", tuple(dict.fromkeys(("OTO-9.606-1", *rules))), areas=areas)
    lost = {unit.name for unit in found.eliminated}
    for side in SIDES:
        gone = [replace(p, former=p.hex) for p in state.on_map(side) if p.id in lost]
        if gone:
            names = ", ".join(piece.id for piece in gone)
            play.log("smc_outside", ("OTO-9.6058-2",), side=side, names=names)
            state = struck(state, side, gone, "outside the own area", counts=False)
    return replace(state, gone=tuple(sorted(lost)))
