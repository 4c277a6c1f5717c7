"""Facts that both sides settle when the reports lie open: Control, marks on the map."""

from __future__ import annotations

from typing import Any, get_args

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Violation, choices
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.campaign.map_hexes import (
    burnable,
    find_hex,
    on_edge,
    spelled_out,
    strategic_by_map,
)
from landbridge.games.orsha.campaign.open_facts import (
    SIDES,
    Holder,
    Mark,
    as_side,
    enemy_of,
)
from landbridge.games.orsha.campaign.pieces.roster import is_mmc
from landbridge.games.orsha.campaign.reports.reports import result_of
from landbridge.games.orsha.campaign.reports.rows import (
    ReportRow,
    ReportStep,
    in_the_open,
    lies_open,
)
from landbridge.games.orsha.campaign.reports.strategic_locations import occupied, strategic_pieces
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.map.control import MarkerState, control_marker
from landbridge.games.orsha.rules.map.hexes import lvp_labels
from landbridge.games.orsha.rules.map.location_points import BRIDGE
from landbridge.games.orsha.rules.scenario.between_scenarios import wreck_may
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import Side


class OpenReports(ReportStep, frozen=True):
    """A step in which both reports lie open, and facts are settled."""

    agreed: tuple[Side, ...] = ()
    """Who has agreed; whatever the other side then changes opens it again."""
    cvp: dict[str, int] = {}
    """Casualty points that were said to be other than the reports give."""
    evp: int | None = None
    san: dict[str, int] = {}
    """The SAN to which a battle has lowered a side's."""
    held: dict[str, Holder] | None = None
    """Who held what when the battle began, once Control has been changed."""

    def readers(self, side: Side) -> tuple[str, ...] | None:
        return None

    def enter(self, state: Campaign) -> Campaign:
        return self.settle(state)

    def publish(self, state: Campaign) -> Campaign:
        return in_the_open(state)

    def settle(self, state: Campaign, **changes: Any) -> Campaign:
        """Something has been settled otherwise, so that both must agree again."""
        return replace_step(state, replace(self, agreed=(), **changes))


class Fact(ReportRow, frozen=True):
    """A fact that either side may settle; where pieces ended stays as it is."""

    def apply(self, state: Campaign, step: OpenReports, who: str, play: Play) -> Campaign:
        return self.enter(state, step, as_side(who), play)


class MapFact(Fact, frozen=True):
    """A fact of the map itself; a referee may have it settled at another time."""

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> OpenReports:
        return step if isinstance(step, OpenReports) else OpenReports()


# Control


class Control(MapFact, frozen=True):
    """A side Controls hexes: control russian K33 X38 DD40-DD52; nobody: control none K33."""

    side: str
    hexes: tuple[str, ...]

    @classmethod
    def offer(cls, state: Campaign, step: OpenReports, who: str) -> Offer:
        slots = (
            Slot("side", (*SIDES, "none"), prompt="who?"),
            Slot("hexes", prompt="which hexes?", examples=("K33", "X38", "A42-A53")),
        )
        return Offer("control", "Who Controls hexes", slots, ("OTO-9.6052-1",), aside=True)

    def check(self, state: Campaign, step: OpenReports, who: str) -> tuple[Violation, ...]:
        if self.side not in (*SIDES, "none"):
            raise BadInput(f"Control is {choices((*SIDES, 'none'))}, not '{self.side}'.")
        hexes = spelled_out(self.hexes, state.edge_rows)
        if not hexes:
            raise BadInput("Name the hexes.")
        violations = Violations(Why())
        laid = strategic_pieces(state)
        for hex in hexes:
            known = hex in lvp_labels() or on_edge(hex, state.edge_rows)
            violations(
                not known and not strategic_by_map(hex, state.edge_rows) and hex not in laid,
                ("OTO-9.6052-3", "OTO-8.2-Strategic-1"),
                f"{hex} is not a Strategic Location, carries no LVP and is not on the edge",
                "Control of other Locations follows from the Perimeter",
            )
        if self.side == "none":
            held = state.control if step.held is None else step.held
            nobody = state.rulings.control_rule == "players"
            lost = [hex for hex in hexes if hex in held] if nobody else []
            violations.found += [_never_nobodys(state, hex, held[hex]) for hex in lost]
        else:
            violations.found += control_violations(state, as_side(self.side), hexes)
        return tuple(violations.found)

    def enter(self, state: Campaign, step: OpenReports, side: Side, play: Play) -> Campaign:
        hexes = spelled_out(self.hexes, state.edge_rows)
        held = state.control if step.held is None else step.held
        holder: Any = self.side
        control, rules = dict(state.control), dict.fromkeys(("OTO-9.6052-1",))
        for hex in hexes:
            found = _marker(state, hex, holder)
            rules |= dict.fromkeys(found.rules)
            control.pop(hex, None)
            if found.result.marker != "none":
                control[hex] = found.result.marker
        play.log("control", tuple(rules), side=self.side, hexes=" ".join(self.hexes))
        return step.settle(replace(state, control=control), held=held)


def _marker(state: Campaign, hex: str, holder: Any) -> Finding[MarkerState]:
    """Whose a hex is when a side has gained or lost it; one without a marker goes as it is said."""
    before: Any = state.control.get(hex, "none")
    if not strategic_by_map(hex, state.edge_rows) and hex not in strategic_pieces(state):
        return Finding(MarkerState(holder, False))
    place = None if holder == "none" else holder
    return control_marker(True, holder, before, place, awarded=True)


def control_violations(
    state: Campaign, holder: Side, hexes: tuple[str, ...]
) -> tuple[Violation, ...]:
    """Everything that is wrong with giving these hexes to a side."""
    found: list[Violation] = []
    results = {side: result_of(state, side) for side in SIDES}
    theirs = f"is given to the {holder.capitalize()} side"
    for hex in hexes:
        alone = state.rulings.control_rule == "occupied" and not on_edge(hex, state.edge_rows)
        if alone and hex not in occupied(state, holder):
            text = f"{hex} {theirs}, none of whose MMC or vehicles ended there"
            found.append(Violation(text, ("OTO-9.6052-1", "RUL-OTO-8"), "leave it out"))
        mine = [p for p in results[holder] if p.hex == hex and p.status == "map"]
        foes = [
            p
            for p in results[enemy_of(holder)]
            if p.hex == hex and p.status == "map" and is_mmc(p) and not p.has("hidden")
        ]
        lost = foes and not any(is_mmc(piece) for piece in mine)
        if lost and in_force("OTO-9.6052-2"):
            there = foes[0].label if lies_open(foes[0]) else "a concealed unit"
            text = f"{hex} {theirs}, but {there} ended there"
            found.append(Violation(text, ("OTO-9.6052-2",), f"control {foes[0].side} {hex}"))
    return tuple(found)


def _never_nobodys(state: Campaign, hex: str, holder: Holder) -> Violation:
    """A battle only passes Control on (A26); ground is nobody's as No Man's Land of a RePh."""
    was = f"{hex} was {holder.capitalize()} when the battle began"
    strategic = strategic_by_map(hex, state.edge_rows) or hex in strategic_pieces(state)
    rule = "OTO-9.6051-3" if strategic else "OTO-9.6058-3"
    remedy = f"control {holder} or {enemy_of(holder)} {hex}"
    return Violation(f"{was}: it stays so until the enemy takes it", (rule, "RUL-OTO-8"), remedy)


# Marks on the map

_MARKS: tuple[Mark, ...] = get_args(Mark)


class AddMarks(MapFact, frozen=True, tag="mark"):
    """Something that the battle has left in a hex: mark W44 blaze."""

    hex: str
    marks: tuple[str, ...]

    @classmethod
    def offer(cls, state: Campaign, step: OpenReports, who: str) -> Offer:
        slots = (Slot("hex", prompt="where?"), Slot("marks", _MARKS, prompt="what?"))
        return Offer("mark", "Fires, rubble, wrecks in a hex", slots, ("OTO-CG5-2",), aside=True)

    def _known_marks(self) -> tuple[Mark, ...]:
        wrong = [mark for mark in self.marks if mark not in _MARKS]
        if wrong or not self.marks:
            raise BadInput(f"A mark is {choices(_MARKS)}, not '{' '.join(wrong)}'.")
        return tuple(mark for word in self.marks for mark in _MARKS if mark == word)

    def check(self, state: Campaign, step: OpenReports, who: str) -> tuple[Violation, ...]:
        hex = find_hex(self.hex, state.edge_rows)
        marks = (*state.marks.get(hex, ()), *self._known_marks())
        fire = {"blaze", "flame"} & set(self.marks)
        wreck = {"wreck", "burning_wreck"} & set(marks)
        violations = Violations(Why())
        violations(
            "bridge_destroyed" in self.marks and hex != BRIDGE,
            "OTO-8.2-LVP-2",
            f"there is no bridge with LVP in {hex}",
            f"{BRIDGE} has one",
        )
        violations(
            bool(fire) and not wreck and not burnable(hex, marks, state.rulings.r30),
            "OTO-9.609-1",
            f"nothing in {hex} can burn",
            "Burnable Terrain, or mark a wreck too",
        )
        hulk = "burning_wreck" in self.marks and "burnt_out_wreck" in marks and "wreck" not in marks
        burns = wreck_may("catch_fire", burnt_out=hulk)
        text = f"the wreck in {hex} is burnt out: it cannot catch fire"
        violations(not burns.result, burns.rules, text, "mark the new wreck too")
        return tuple(violations.found)

    def enter(self, state: Campaign, step: OpenReports, side: Side, play: Play) -> Campaign:
        hex = find_hex(self.hex, state.edge_rows)
        marks = tuple(dict.fromkeys((*state.marks.get(hex, ()), *self._known_marks())))
        play.log("marked", ("OTO-CG5-2",), hex=hex, marks=", ".join(marks))
        return step.settle(state.marked(hex, *marks))


class ClearMarks(MapFact, frozen=True, tag="unmark"):
    """Nothing is left in a hex."""

    hex: str

    @classmethod
    def offer(cls, state: Campaign, step: OpenReports, who: str) -> Offer:
        slot = Slot("hex", prompt="where?")
        return Offer("unmark", "Nothing is left there", (slot,), aside=True)

    def check(self, state: Campaign, step: OpenReports, who: str) -> tuple[Violation, ...]:
        hex = find_hex(self.hex, state.edge_rows)
        goes = wreck_may("remove", burnt_out="burnt_out_wreck" in state.marks.get(hex, ()))
        violations = Violations(Why())
        text = f"the Burnt-Out-Wreck in {hex} stays where it is"
        violations(not goes.result, goes.rules, text, "leave its marks")
        return tuple(violations.found)

    def enter(self, state: Campaign, step: OpenReports, side: Side, play: Play) -> Campaign:
        hex = find_hex(self.hex, state.edge_rows)
        play.log("unmarked", ("OTO-CG5-1",), hex=hex)
        return step.settle(state.marked(hex))
