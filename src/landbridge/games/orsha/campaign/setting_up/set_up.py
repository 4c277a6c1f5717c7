"""Setting up: wind, secret notes of where pieces stand, reconnaissance, the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Routine, Step, replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Violation, choices
from landbridge.games.orsha.campaign.map_hexes import find_hex, ground, number_in
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.roster import (
    Listed,
    State,
    changed,
    with_states,
    without,
)
from landbridge.games.orsha.campaign.preparing.prepare import Ready
from landbridge.games.orsha.campaign.setting_up.placing import (
    Note,
    Place,
    cover_of,
    faults_of,
    read_note,
)
from landbridge.games.orsha.rules.asl_procedures import recorded
from landbridge.games.orsha.rules.preparations.recon import check_locations, inspect
from landbridge.games.orsha.rules.scenario.scenario_start import commencement, wind
from landbridge.games.orsha.rules.scenario.setting_up import AREA
from landbridge.games.orsha.rules.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

FORCES = ("none", "mild_breeze", "heavy_winds")


class RollWind(Action, frozen=True, tag="wind"):
    """Determine the wind: throw for it, or say what the printed rules gave."""

    force: str | None = None
    direction: int | None = None


class Wind(Step, frozen=True):
    """Step 9.2: Wind Force and direction, before anything is set up."""

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        slots = (
            Slot("force", FORCES, prompt="as the board gave it?", optional=True),
            Slot("direction", low=1, high=6, prompt="towards which hexside?", optional=True),
        )
        offer = Offer("wind", "Determine the wind", slots, ("OTO-9.2-1",))
        return (Decision("german", f"{state.date}: wind", (offer,), ("OTO-9.2-1",)),)

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        if action.force is None:
            recorded(state.rulings["asl_rules"], "Wind")  # type: ignore[arg-type]
        elif action.force not in FORCES:
            raise BadInput(f"The wind is {choices(FORCES)}, not '{action.force}'.")
        if action.direction is not None and not 1 <= action.direction <= 6:
            raise BadInput(f"A hexside is 1 to 6, not {action.direction}.")
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        blazes = sum("blaze" in marks for marks in state.marks.values())
        said = None if action.force is None else (action.force, action.direction or 0)
        found = wind(blazes, play.nature, said)
        blowing = found.result
        text = blowing.force.replace("_", " ")
        if blowing.direction:
            text += f" to hexside {blowing.direction}"
        if blowing.drifting_smoke:
            text += ", Drifting Smoke"
        play.log("wind", found.rules, wind=text)
        return replace_step(replace(state, wind=text))


# Notes


class SetUp(Step, frozen=True):
    """One side sets up and notes in secret what it wants to be able to prove."""

    side: Side

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        book = state.book(self.side)
        lines = tuple(dict.fromkeys(p.line for p in book.pieces.values() if p.in_play))
        slots = (
            Slot("what", prompt="which piece or line?", examples=lines),
            Slot("where", prompt="where?", examples=(*_near(state, self.side), *_AWAY)),
            Slot("where", prompt="how?", examples=("hip",), optional=True),
        )
        rules = ("OTO-8.51-Setup-1", "OTO-9.3-1")
        offers = (
            Offer("place", "Note where a piece sets up", slots, ("OTO-CG12-1",)),
            Offer("ready", "Set-up is complete"),
        )
        prompt = f"{state.date}: {self.side.capitalize()} set-up; notes are secret"
        return (Decision(self.side, prompt, offers, rules),)

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        if isinstance(action, Ready):
            return ()
        return faults_of(state, self.side, *_read(state, self.side, action))

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        if isinstance(action, Ready):
            return self._complete(state, play)
        pieces, note = _read(state, self.side, action)
        play.log(
            "noted",
            ("OTO-CG12-1",),
            to=(self.side,),
            what=action.what,
            where=" ".join(action.where),
        )
        if note.nowhere:
            return _given_up(state, self.side, pieces, play)
        placed = [
            replace(
                piece,
                standing="map" if note.hexes else "offmap",
                hex=note.hexes[min(index, len(note.hexes) - 1)] if note.hexes else "",
                cover=cover_of(piece, note),
                states=_hiding(piece, note),
            )
            for index, piece in enumerate(pieces)
        ]
        return state.with_pieces(self.side, *placed)

    def _complete(self, state: Campaign, play: Play) -> Campaign:
        play.log("set_up", ("OTO-8.51-Setup-1",), side=self.side)
        if self.side == "german":
            return replace_step(state, SetUp("russian"))
        for side in SIDES:
            works = [p for p in state.on_map(side) if p.kind == "fortification"]
            if works:
                state = state.seen(side, works)
                play.log("works_placed", ("OTO-CG16-1",), side=side, number=len(works))
        scouts = state.russian.recon > 0
        return replace_step(state, *((Inspection(),) if scouts else ()))


_AWAY = ("offboard", "retained")


def _near(state: Campaign, side: Side) -> tuple[str, ...]:
    """Some hexes in which a side may set up."""
    front = state.fronts.get(side)
    if front is None:
        return ("K30", "P24", "X38", "D22") if side == "german" else ("K45", "P44", "X43", "D44")
    runs = front.area[:: max(len(front.area) // 6, 1)]
    return tuple(run.partition("-")[0] for run in runs[:6])


def _read(state: Campaign, side: Side, action: Place) -> tuple[list[Listed], Note]:
    note = read_note(action.where, state.edge_rows)
    return state.book(side).named(action.what), note


def _hiding(piece: Listed, note: Note) -> tuple[State, ...]:
    """Its states with the note; a new note takes HIP back, but not from what was never found."""
    if note.hip:
        return with_states((*piece.states, "hidden"))
    return piece.states if piece.former else without(piece, "hidden")


def _given_up(state: Campaign, side: Side, pieces: list[Listed], play: Play) -> Campaign:
    """Isolated pieces that cannot be set up (9.619) are lost; Germans count as CVP."""
    points = sum(piece.cvp for piece in pieces) if side == "german" else 0
    gone = [
        changed(piece, f"{state.date}: could not be set up", standing="eliminated", hex="")
        for piece in pieces
    ]
    rules = ("OTO-8.51-Obj-7", "RUL-OTO-83", "RUL-OTO-68")
    play.log("not_set_up", rules, side=side, number=len(gone), cvp=points)
    state = state.seen(side, gone).with_pieces(side, *gone)
    return replace(state, isolated_cvp=state.isolated_cvp + points)


# Reconnaissance


class Inspect(Action, frozen=True):
    """Reconnoiter a Location."""

    hex: str


class Inspection(Step, frozen=True):
    """The Russians inspect as many Locations as their Recon dr allows (8.91)."""

    inspected: tuple[str, ...] = ()

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        left = state.russian.recon - len(self.inspected)
        slot = Slot("hex", prompt="which Location?", examples=("K38", "P40", "X38"))
        offers = (
            *((Offer("inspect", "Inspect a Location", (slot,), ("OTO-8.91-2",)),) * (left > 0)),
            Offer("ready", "Reconnaissance is over"),
        )
        prompt = f"{state.date}: reconnaissance, {left} Locations left"
        return (Decision("russian", prompt, offers, ("OTO-8.91-1", "OTO-8.9-4")),)

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        if isinstance(action, Ready):
            return ()
        chosen = (*self.inspected, find_hex(action.hex, state.edge_rows))
        held = tuple(_russian_ground(state))
        return check_locations(chosen, state.russian.recon, held).result.violations

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        if isinstance(action, Ready):
            play.log("recon_over", ("OTO-8.91-1",), number=len(self.inspected))
            return replace_step(state)
        hex = find_hex(action.hex, state.edge_rows)
        there = [piece for piece in state.on_map("german") if piece.hex == hex]
        told, seen, rules = [], [], ["OTO-8.91-2"]
        for piece in there:
            mines = piece.kind == "minefield"
            found = inspect("mines" if mines else "hidden_units")
            rules += found.rules
            told.append("mines" if mines else piece.name)
            # Type and strength of mines stay secret.
            seen.append(replace(piece, name="mines") if mines else piece)
            if not mines and piece.has("hidden"):
                # Placed on the map concealed (8.91): what was found is HIP no longer.
                states = with_states((*without(piece, "hidden"), "concealed"))
                state = state.with_pieces("german", replace(piece, states=states))
        what = ", ".join(told) or "nothing that the Germans have noted"
        play.log("inspected", tuple(dict.fromkeys(rules)), reveals=True, hex=hex, what=what)
        return replace_step(state.seen("german", seen), Inspection((*self.inspected, hex)))


def _russian_ground(state: Campaign) -> list[str]:
    """Hexes under Russian Control, as far as they are known."""
    held = [hex for hex, side in state.control.items() if side == "russian"]
    if "russian" in state.fronts:
        return held + list(state.fronts["russian"].front)
    where = ground(state.edge_rows)
    line = AREA["east_of"]
    every = (where.label(place) for place in where.hexes)
    return held + [hex for hex in every if number_in(hex) == line]


# The start


class Commence(Routine, frozen=True):
    """Step 9.3: both sides announce ELR and SAN."""

    def run(self, state: Campaign, play: Play) -> Campaign:
        san: dict[Side, int] = {side: book.san for side, book in state.both}
        elr: dict[Side, int] = {side: state.elr[side] for side in SIDES}
        found = commencement(elr, san)
        weather = f"{state.weather}, EC {state.ec}"
        play.log("announced", found.rules, what="; ".join(found.result.announced))
        play.log("begins", ("OTO-9.3-1", "OTO-8.51-Att-1"), date=state.date, weather=weather)
        return replace(state, san=dict(san), cvp=dict.fromkeys(SIDES, 0), evp=0)
