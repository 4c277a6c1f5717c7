"""The Reorganisation Phase (9.5): every step in the document's order, with its dice and choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Routine, Step, replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Violation, unknown
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.guards import captives_of
from landbridge.games.orsha.campaign.pieces.roster import State, without
from landbridge.games.orsha.campaign.preparing.prepare import Prepare, begin_preparations
from landbridge.games.orsha.campaign.reorganising import (
    blazes,
    checks,
    clearing,
    escapes,
    hardening,
    perimeters,
    repairs,
    replenishment,
)
from landbridge.games.orsha.campaign.reorganising.drawing import Drawing
from landbridge.games.orsha.campaign.reorganising.melees import Melees, melee_hexes, reveal
from landbridge.games.orsha.campaign.reports.reports import outcome_of, read_ended
from landbridge.games.orsha.campaign.reports.scenario_end import score_scenario
from landbridge.games.orsha.campaign.setting_up.set_up import Commence, SetUp, Wind
from landbridge.games.orsha.rules.asl_procedures import recorded
from landbridge.games.orsha.rules.reorganisation.rally import rally, unloading
from landbridge.games.orsha.rules.reorganisation.sequence import (
    STEPS,
    remove_markers,
    reph_sequence,
)
from landbridge.games.orsha.rules.words import CgDate, Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

PARTS: dict[str, tuple[str, ...]] = {
    "9.604": ("9.6041", "9.6042", "9.6043", "9.6044"),
    "9.609": ("9.6091", "9.6094"),
    "9.612": ("9.6121", "9.6122"),
    "9.613": ("9.6131a", "9.6131b", "9.6132", "9.6133", "9.6134", "9.6135"),
}
"""Steps whose sub-steps are walked one by one."""
TITLES = {step.number: step.title for step in STEPS}
ON_THE_BOARD = ("9.6042", "9.6043", "9.6044")
"""Steps that are ASL procedures, which players may resolve on the board."""


class Reorganise(Routine, frozen=True):
    """Begins the Reorganisation Phase after the scenario of the current date."""

    def run(self, state: Campaign, play: Play) -> Campaign:
        ruling: Any = state.rulings["last_reph"]
        found = reph_sequence(state.date, (), ruling)
        left = tuple(n for s in found.result for n in (s.number, *PARTS.get(s.number, ())))
        play.log("reph_begins", found.rules, steps=len(found.result))
        return replace(state, agenda=(NextStep(state.date, left), *state.agenda))


class NextStep(Routine, frozen=True):
    """Walks the steps that are left; those that do not apply are skipped."""

    after: CgDate
    """The date of the scenario just played."""
    left: tuple[str, ...]

    def run(self, state: Campaign, play: Play) -> Campaign:
        if not self.left:
            return self._over(state, play)
        number, *rest = self.left
        title = TITLES.get(number)
        if title is not None and number not in ("8.62", "8.8", "8.9"):
            cites = next(step.cites for step in STEPS if step.number == number)
            play.log("reph_step", cites, number=number, title=title)
        steps: tuple[Any, ...] = ()
        if number in AUTOMATIC:
            state = AUTOMATIC[number](state, play)
        if number in ROLLS:
            steps = rolls_for(state, number)
        elif number in CHOICES:
            steps = CHOICES[number](state)
        onward = (*steps, NextStep(self.after, tuple(rest)))
        return replace(state, agenda=(*onward, *state.agenda))

    def _over(self, state: Campaign, play: Play) -> Campaign:
        if not any(score.date == self.after for score in state.scores):
            state = score_scenario(state, play)
        if state.date == self.after:
            play.log("campaign_over", ("OTO-8.51-Obj-1", "OTO-8.3-2"))
            return replace(state, ended=True, agenda=())
        return replace(state, agenda=(Battle(), Reorganise(), *state.agenda))


# Steps with dice


class Kind(NamedTuple):
    """A step in which a side throws for its pieces, one by one."""

    what: str
    rules: tuple[str, ...]
    items: Callable[[Any, Side], tuple[str, ...]]
    settle: Callable[[Any, Side, str, str, Play], Any]


ROLLS: dict[str, Kind] = {
    "9.6041": Kind(
        "Encircled units",
        ("OTO-9.6041-1",),
        checks.encircled_pieces,
        checks.check_encircled,
    ),
    "9.6042": Kind(
        "units in minefields",
        ("OTO-9.6042-1", "OTO-9.6042-3"),
        checks.mined_pieces,
        checks.check_mines,
    ),
    "9.6043": Kind("bogged vehicles", ("OTO-9.6043-1",), checks.bogged_pieces, checks.check_bog),
    "9.6044": Kind("Shock", ("OTO-9.6044-1",), checks.shocked_pieces, checks.check_shock),
    "9.6094": Kind("Flames", ("OTO-9.6094-1",), blazes.flames, blazes.check_flame),
    "9.610": Kind(
        "wounded leaders",
        ("OTO-9.610-1",),
        clearing.wounded_pieces,
        clearing.check_wounded,
    ),
    "9.6122": Kind("SAN", ("OTO-9.6122-1",), replenishment.snipers, replenishment.check_san),
    "9.6131b": Kind(
        "immobilized AFV", ("OTO-9.6131b-1",), repairs.immobile_pieces, repairs.check_immobile
    ),
    "9.6132": Kind(
        "malfunctioned weapons", ("OTO-9.6132-1",), repairs.broken_weapons, repairs.check_weapon
    ),
    "9.6134": Kind("Captured Weapons", ("OTO-9.6134-1",), repairs.booty, repairs.check_booty),
    "9.616": Kind("CPP", ("RUL-OTO-60",), replenishment.pools, replenishment.check_cpp),
    "9.617": Kind("ELR", ("RUL-OTO-62",), replenishment.levels, replenishment.check_elr),
    "9.618": Kind("weather", ("RUL-OTO-63",), replenishment.skies, replenishment.check_weather),
}


def rolls_for(state: Campaign, number: str) -> tuple[Any, ...]:
    """The sides that have something to throw for in a step."""
    kind = ROLLS[number]
    found: list[Any] = []
    for side in SIDES:
        items = kind.items(state, side)
        if items:
            found.append(Rolls(number, side, items))
    looked_up = replenishment.look_ups(state, number) if number in _LOST else ()
    return (*found, *looked_up)


_LOST = ("9.616", "9.617", "9.618")


class Resolve(Action, frozen=True):
    """Throw for one piece or for all that are left; `out` and `alone` are for one piece."""

    piece: str | None = None
    how: str | None = None


class Fate(Action, frozen=True):
    """What came of a piece on the board: fate R-23am-V4.1/1 W45 immobilized."""

    piece: str
    where: str
    details: tuple[str, ...] = ()


class Rolls(Step, frozen=True):
    """A side throws for its pieces in a step."""

    number: str
    side: Side
    left: tuple[str, ...]

    def _on_board(self, state: Campaign) -> bool:
        return self.number in ON_THE_BOARD and state.rulings["asl_rules"] == "board"

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        kind = ROLLS[self.number]
        prompt = f"{self.number} {kind.what}: {', '.join(self.left[:6])}"
        prompt += " ..." if len(self.left) > 6 else ""
        slots: tuple[Slot, ...]
        if self._on_board(state):
            slots = (
                Slot("piece", self.left, prompt="which piece?"),
                Slot("where", prompt="where is it?", examples=("eliminated", *self._hexes(state))),
                Slot("details", prompt="how?", optional=True),
            )
            offer = Offer("fate", "What came of it on the board", slots, kind.rules)
        else:
            slots = (Slot("piece", self.left, prompt="only for one?", optional=True), *_HOW)
            offer = Offer("resolve", "Throw for them", slots, kind.rules)
        return (Decision(self.side, prompt, (offer,), kind.rules),)

    def _hexes(self, state: Campaign) -> tuple[str, ...]:
        pieces = state.book(self.side).pieces
        return tuple(dict.fromkeys(pieces[name].hex for name in self.left if name in pieces))

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        if action.piece is not None and action.piece not in self.left:
            raise BadInput(unknown("piece to throw for", action.piece, self.left))
        if isinstance(action, Fate):
            read_ended(action.where, action.details, state.edge_rows)
        elif self.number in ON_THE_BOARD:
            recorded(state.rulings["asl_rules"], TITLES["9.604"])  # type: ignore[arg-type]
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        names = self.left if action.piece is None else (action.piece,)
        for name in names:
            if isinstance(action, Fate):
                state = self._told(state, action, play)
            else:
                how = action.how or ""
                state = ROLLS[self.number].settle(state, self.side, name, how, play)
        rest = tuple(name for name in self.left if name not in names)
        return replace_step(state, *((replace(self, left=rest),) if rest else ()))

    def _told(self, state: Campaign, action: Fate, play: Play) -> Campaign:
        ended = read_ended(action.where, action.details, state.edge_rows)
        book = state.book(self.side)
        piece = book.pieces[action.piece]
        reported = state.with_book(self.side, replace(book, report={piece.id: ended}))
        after = outcome_of(reported, self.side, piece)
        words = " ".join((action.where, *action.details))
        rules = (*ROLLS[self.number].rules, "RUL-OTO-51")
        play.log("checked", rules, piece=piece.id, name=piece.name, fate=words)
        return state.with_pieces(self.side, after)


_HOW = (
    Slot("how", ("out", "alone"), prompt="out of the mines, or without a leader?", optional=True),
)


# Steps that need nobody

SHED: tuple[State, ...] = ("disrupted", "fanatic", "berserk")


def _melee_markers(state: Campaign, play: Play) -> Campaign:
    """Step 9.602: markers leave the map; Fanatic of this scenario is over."""
    markers: tuple[Any, ...] = (*SHED, "dummy", "sniper", "smoke", "ffe")
    found = remove_markers(markers)
    for side, book in state.both:
        gone = [
            replace(piece, states=without(piece, *SHED))
            for piece in book.there("map", "offmap")
            if set(piece.states) & set(SHED)
        ]
        state = state.with_pieces(side, *gone)
        if state.rulings["unused_dummies"] == "removed":
            spent = [p for p in state.book(side).pieces.values() if p.name == "?" and p.in_play]
            state = state.with_pieces(side, *(replace(p, standing="used") for p in spent))
    play.log("markers_removed", found.rules)
    return state


def _rally(state: Campaign, play: Play) -> Campaign:
    """Step 9.603: all broken units rally; with it the scenario is over and counted."""
    number = 0
    rules = list(unloading(state.date).rules)
    for side, book in state.both:
        for piece in book.there("map", "offmap"):
            if not piece.has("broken"):
                continue
            found = rally(True, piece.has("disrupted"))
            rules += found.rules
            if found.result.good_order:
                number += 1
                rallied = replace(piece, states=without(piece, "broken", "disrupted"))
                state = state.with_pieces(side, rallied)
    play.log("rallied", tuple(dict.fromkeys(("OTO-9.603-4", *rules))), number=number)
    return score_scenario(state, play)


def _purchases(state: Campaign) -> tuple[Any, ...]:
    return (Prepare(),)


def _guarded(state: Campaign) -> tuple[Any, ...]:
    found = []
    for side in SIDES:
        guards = state.book(side).pieces
        captives = captives_of(state, side)
        if any(p.by in guards and guards[p.by].area for p in captives):
            found.append(clearing.Prisoners(side))
    return tuple(found)


def _fights(state: Campaign) -> tuple[Any, ...]:
    hexes = melee_hexes(state)
    return (Melees(hexes),) if hexes else ()


def _taking(state: Campaign) -> tuple[Any, ...]:
    works = [p for p in state.on_map("russian") if p.kind == "fortification"]
    return tuple(repairs.TakingUp(side) for side in SIDES if side == "german" or works)


AUTOMATIC: dict[str, Callable[[Any, Play], Any]] = {
    "9.601": reveal,
    "9.602": _melee_markers,
    "9.603": _rally,
    "9.605": perimeters.begin,
    "9.607": clearing.clear_the_map,
    "9.608": clearing.settle_prisoners,
    "9.6091": blazes.burn_blazes,
    "9.611": hardening.reorganise_people,
    "9.6121": replenishment.begin_date,
    "9.6133": repairs.settle_charges,
    "9.6135": repairs.replenish,
    "9.614": repairs.withdraw,
    "9.617": replenishment.settle_elr,
    "9.618": replenishment.settle_weather,
    "9.620": replenishment.end_shortages,
    "8.6": lambda state, play: begin_preparations(state),
}
CHOICES: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "9.601": _fights,
    "9.605": lambda state: (Drawing(),),
    "9.606": escapes.escapes,
    "9.607": lambda state: (clearing.ClearMap(),),
    "9.608": _guarded,
    "9.611": lambda state: (hardening.HardeningStep(),),
    "9.6131a": lambda state: tuple(
        repairs.Remanning(side) for side in SIDES if repairs.abandoned(state, side)
    ),
    "9.615": _taking,
    "8.6": _purchases,
    "9.2": lambda state: (Wind(),),
    "9.621": lambda state: (SetUp("german"),),
    "9.3": lambda state: (Commence(),),
}
