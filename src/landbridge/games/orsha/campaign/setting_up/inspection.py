"""Reconnaissance on the map (8.91): Locations are inspected one by one."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import Violation
from landbridge.games.orsha.campaign.map_hexes import find_hex, ground, has_shelter, number_in
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, with_states, without
from landbridge.games.orsha.campaign.preparing.fortifications import DUMMY
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import CampaignStep, Ready
from landbridge.games.orsha.rules.preparations.recon import Content, check_locations, inspect
from landbridge.games.orsha.rules.scenario.dates import SHORT
from landbridge.games.orsha.rules.scenario.setting_up import AREA
from landbridge.games.orsha.rules.words import Side, count


class Inspect(Verb, frozen=True):
    """Reconnoiter a Location."""

    explains = True

    hex: str

    @classmethod
    def offer(cls, state: Campaign, step: Inspection, who: str) -> Offer | None:
        if not step.left(state):
            return None
        slot = Slot("hex", prompt="which Location?", examples=("K38", "P40", "X38"))
        return Offer("inspect", "Inspect a Location", (slot,), ("OTO-8.91-2",))

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> Inspection | None:
        # What was forgotten may be inspected later, as far as it still stands where it was set up.
        return Inspection() if who == "russian" else None

    def check(self, state: Campaign, step: Inspection, who: str) -> tuple[Violation, ...]:
        chosen = (*step.inspected, find_hex(self.hex, state.edge_rows))
        held = tuple(_russian_ground(state))
        placed = all(work.id in state.sightings for work in _open_works(state))
        found = check_locations(chosen, state.russian.recon, held, works_placed=placed)
        return found.result.violations

    def apply(self, state: Campaign, step: Inspection, who: str, play: Play) -> Campaign:
        hex = find_hex(self.hex, state.edge_rows)
        there = [piece for piece in state.on_map("german") if piece.hex == hex]
        shelter = has_shelter(hex, state.marks.get(hex, ()))
        entry, seen, rules = [], [], ["OTO-8.91-2"]
        for piece in there:
            found = inspect(_content(piece), shelter)
            rules += found.rules
            if found.result.on_map:
                # Type and strength of mines stay secret.
                shown = piece if found.result.seen else replace(piece, name="mines")
                entry.append(shown.name)
                seen.append(shown)
                # What was found is HIP no longer; in Concealment terrain it regains its "?".
                states = without(piece, "hidden", "concealed")
                if found.result.concealed and piece.kind != "minefield":
                    states = with_states((*states, "concealed"))
                state = state.with_pieces("german", replace(piece, states=states))
        what = ", ".join(entry) or "nothing that the Germans have noted"
        play.log("inspected", tuple(dict.fromkeys(rules)), reveals=True, hex=hex, what=what)
        return replace_step(state.after_seeing("german", seen), Inspection((*step.inspected, hex)))


class Inspection(CampaignStep, frozen=True):
    """The Russians inspect as many Locations as their Recon dr allows (8.91)."""

    cites = ("OTO-8.91-1", "OTO-8.9-4")
    verbs = (Inspect, Ready)

    inspected: tuple[str, ...] = ()

    def deciders(self, state: Campaign) -> tuple[str, ...]:
        return ("russian",)

    def left(self, state: Campaign) -> int:
        """How many Locations may still be inspected."""
        return max(state.russian.recon - len(self.inspected), 0)

    def prompt(self, state: Campaign, who: str) -> str:
        left = self.left(state)
        return f"{SHORT[state.date]}: reconnaissance, {count(left, 'Location')} left"

    def ready_label(self, state: Campaign, side: Side) -> str:
        return "Reconnaissance is over"

    def finish(self, state: Campaign, side: Side, play: Play) -> Campaign:
        play.log("recon_over", ("OTO-8.91-1",), number=len(self.inspected))
        return replace_step(state)


def _open_works(state: Campaign) -> list[RosterPiece]:
    """German Fortifications that lie open once all is set up (CG16)."""
    there = state.on_map("german")
    return [piece for piece in there if piece.kind == "fortification" and piece.name != DUMMY]


def _content(piece: RosterPiece) -> Content:
    """What a piece is to a reconnaissance."""
    if piece.kind == "minefield":
        return "mines"
    if piece.kind == "fortification" or piece.cover == "pillbox":
        return "pillbox"
    return "hidden_units" if piece.has("hidden") else "concealed_units"


def _russian_ground(state: Campaign) -> list[str]:
    """Hexes under Russian Control, as far as they are known."""
    held = [hex for hex, side in state.control.items() if side == "russian"]
    if "russian" in state.fronts:
        return held + list(state.fronts["russian"].front)
    where = ground(state.edge_rows)
    line = AREA["east_of"]
    every = (where.label(place) for place in where.hexes)
    return held + [hex for hex in every if number_in(hex) == line]
