"""Where rebuilt units come back: an Axis HQ in trace, or the RVGK-3 box and later a Front HQ."""

from __future__ import annotations

from msgspec import convert
from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import (
    BadInput,
    ImpossibleAction,
    Refusal,
    Violation,
    choices,
    unknown,
)
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia.calendar import turns
from landbridge.games.belorussia.ledger.books import BoxedUnit
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.rebuild_charts import Unit
from landbridge.games.belorussia.replacements.rebuild_places import (
    Place,
    RebuildSite,
    axis_rebuild_place,
    soviet_rebuild_place,
)
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import short

BOX = "RVGK-3"
OUT_OF_BOX: Rules = ("TFB-3.5-1", "RUL-TFB-27")
AXIS_HQS = ("army_group_hq", "army_hq", "corps_hq", "kessel_hq")


def rebuild_site(state: Ledger, unit: Unit, at: str) -> Finding[RebuildSite] | None:
    """Where a unit comes back, refused where it may not; none for a plane, which needs no HQ."""
    if unit.kind == "air":
        return None
    if unit.side == "soviet":
        place: Place = "rvgk_3" if at in ("", BOX) else "army_hq"
        return soviet_rebuild_place(place, state.date, state.rulings.rvgk)
    reach = state.rulings.axis_repl_reach
    hqs = {name: place for name, place in state.places.items() if place.kind in AXIS_HQS}
    if not at:
        # Any HQ will do; if all that are marked are cut off, there is none.
        usable = [hq for hq in hqs.values() if hq.kind != "kessel_hq"]
        in_trace = not usable or any(hq.in_trace and hq.controlled for hq in usable)
        return axis_rebuild_place("army_hq", in_trace=in_trace, axis_repl_reach=reach)
    if at not in hqs:
        raise BadInput(unknown("Axis HQ", at, hqs))
    return axis_rebuild_place(
        convert(hqs[at].kind, Place),
        in_trace=hqs[at].in_trace and hqs[at].controlled,
        hungarian=unit.hungarian,
        axis_repl_reach=reach,
    )


def describe_site(state: Ledger, unit: Unit, at: str) -> tuple[Rules, str]:
    """The rules on the place of a rebuilt unit, and the place in words."""
    try:
        found = rebuild_site(state, unit, at)
    except Refusal as refusal:
        # A referee has let it pass.
        return refusal.rules, f"at {at or 'an HQ'}"
    if found is None:
        return (), "at an air base"
    if unit.side == "soviet":
        leaves = found.result.leaves
        free = f", free to leave on {short(leaves)}" if leaves else ""
        return found.rules, f"in the {BOX} box{free}"
    if at:
        return found.rules, f"at {at}"
    reach = figures("axis_repl_reach", state.rulings.axis_repl_reach)["hexes"]
    near = f" or within {reach} hexes of it" if reach else ""
    return found.rules, f"at an HQ in trace{near}"


# The RVGK-3 box


def to_the_box(state: Ledger, name: str, unit: Unit) -> Ledger:
    """A rebuilt Soviet ground unit stands in the RVGK-3 box, and stays there for its time."""
    if unit.side != "soviet" or unit.kind == "air":
        return state
    site = soviet_rebuild_place("rvgk_3", state.date, state.rulings.rvgk).result
    others = tuple(boxed for boxed in state.soviet.box if boxed.name != name)
    box = (*others, BoxedUnit(name, state.turn + site.turns))
    return state.with_book("soviet", replace(state.soviet, box=box))


def _formation(name: str) -> str:
    """What counts as one formation when units leave the box: 5 of 3G.Cav goes with its corps."""
    return name.partition(" of ")[2] or name


class Leave(Duty, frozen=True):
    """A rebuilt unit leaves the RVGK-3 box for a Front HQ."""

    needs_no_phase = True
    only_for = "soviet"

    name: str
    place: str

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        hqs = _front_hqs(state)
        free = tuple(
            boxed.name
            for boxed in (state.soviet.box if phase.side == "soviet" and hqs else ())
            if not cls(boxed.name, hqs[0]).check(state, phase, who)
        )
        if not free:
            return None
        slots = (
            Slot("name", free, prompt="which unit?"),
            Slot("place", hqs, prompt="to which Front HQ?"),
        )
        return Offer("leave", f"A unit leaves the {BOX} box", slots, OUT_OF_BOX, aside=True)

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        if phase.side != "soviet":
            raise ImpossibleAction(f"the {BOX} box is Soviet", "TFB-1.7a-9")
        boxed = self._boxed(state)
        terms = soviet_rebuild_place("rvgk_3", state.date, state.rulings.rvgk).result
        every = turns(state.rulings.last_turn)
        when = short(every[boxed.free - 1]) if boxed.free <= len(every) else "the end"
        gone = {_formation(name) for name in phase.out_of_box}
        most = terms.formations_a_turn
        full = most and len(gone | {_formation(self.name)}) > most
        hqs = _front_hqs(state)
        return violations(
            violation_if(
                state.turn < boxed.free,
                f"{self.name} stays in the {BOX} box until {when}",
                OUT_OF_BOX,
                "wait for that turn",
            ),
            violation_if(
                bool(full),
                f"{choices(sorted(gone))} left the box in this phase",
                OUT_OF_BOX,
                f"{most} formations a turn",
            ),
            violation_if(
                self.place not in hqs,
                f"{self.place} is no Front HQ in trace",
                OUT_OF_BOX,
                f"{terms.to}: {choices(hqs) or 'none is marked'}",
            ),
        )

    def _boxed(self, state: Ledger) -> BoxedUnit:
        for boxed in state.soviet.box:
            if boxed.name == self.name:
                return boxed
        there = choices([boxed.name for boxed in state.soviet.box]) or "nobody"
        raise BadInput(f"'{self.name}' is not in the {BOX} box; there: {there}.")

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        box = tuple(boxed for boxed in state.soviet.box if boxed.name != self.name)
        place = self.place if phase.tells_places else "a Front HQ"
        play.log("leaves_the_box", OUT_OF_BOX, name=self.name, place=place)
        state = state.with_book("soviet", replace(state.soviet, box=box))
        done = phase.update(state, out_of_box=(*phase.out_of_box, self.name))
        return phase.after_leaving(done, self.name, self.place, play)


def _front_hqs(state: Ledger) -> tuple[str, ...]:
    """The Front HQs to which units may come."""
    return tuple(
        name
        for name, place in state.places.items()
        if place.kind == "front_hq" and place.controlled and place.in_trace
    )
