"""Clearing the map (9.607): what goes off it, who Retains it, what is given up."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, breaches
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.open_facts import SIDES, as_side, enemy_of
from landbridge.games.orsha.campaign.pieces.losses import eliminate
from landbridge.games.orsha.campaign.pieces.roster import (
    EQUIPMENT,
    RosterPiece,
    State,
    changed,
    is_afv,
    without,
)
from landbridge.games.orsha.campaign.reports.scenario_end import hand_over
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import Ready, SharedStep
from landbridge.games.orsha.rules.reorganisation.clearing import (
    Kind,
    OnMap,
    Scrapped,
    clear_piece,
    scrap,
    settle_fortification,
)
from landbridge.games.orsha.rules.words import Side

STAYING = ("fortification", "minefield", "cupola", "observer", "pre_registered")
"""Pieces that are not cleared from the map."""


def controller_of(state: Campaign, hex: str) -> Side | None:
    """Who Controls a hex after the Perimeters are drawn."""
    area = state.area_of(hex)
    if area is not None and area.holder is not None:
        return area.holder
    inside = [side for side in SIDES if state.in_perimeter(side, hex)]
    return inside[0] if len(inside) == 1 else state.control.get(hex)


def _clearing_kind(piece: RosterPiece) -> Kind:
    if piece.kind == "gun":
        return "gun"
    if piece.kind == "vehicle":
        return "afv" if is_afv(piece) else "other_vehicle"
    return "support_weapon" if piece.kind == "sw" else "infantry"


def clear_the_map(state: Campaign, play: Play) -> Campaign:
    """Non-Isolated pieces go off the map; Equipment goes to whoever Controls its Location."""
    rules: dict[str, None] = {}
    for side in SIDES:
        count = 0
        for piece in list(state.on_map(side)):
            if piece.kind in STAYING:
                state = state.with_pieces(side, replace(piece, left=True))
                continue
            holder = controller_of(state, piece.hex)
            if holder is None and piece.kind in EQUIPMENT and not piece.area:
                how = "left in No Man's Land, where nobody Retains it"
                to = state.readers(side, piece)
                play.log("left_behind", ("OTO-9.6072-1",), to=to, piece=piece.id, name=piece.name)
                state = eliminate(state, side, [piece], how, counts=False)
                continue
            found = clear_piece(
                OnMap(
                    kind=_clearing_kind(piece),
                    controller=holder or side,
                    place=piece.cover or "other",
                    isolated=bool(piece.area),
                    immobile=piece.has("immobilized"),
                )
            )
            rules |= dict.fromkeys(found.rules)
            keeper = found.result.retained_by or side
            if found.result.leaves_map:
                count += 1
                found_again: tuple[State, ...] = ("concealed",)
                if piece.kind != "gun":
                    # Only a Gun that was never found stays HIP off the map (CG11).
                    found_again = ("concealed", "hidden")
                states = without(piece, *found_again)
                piece = replace(piece, status="offmap", hex="", states=states)
            else:
                piece = replace(piece, left=True)
            state = state.with_pieces(side, piece)
            if keeper != side and piece.kind in EQUIPMENT and not _is_manned(piece):
                _log_booty(play, piece, keeper, "OTO-9.6072-1")
                state = _booty(state, side, piece)
        if count:
            # How many were hidden on the map is a secret.
            cited = tuple(rules) or ("OTO-9.607-1",)
            play.log("cleared", cited, to=(side,), side=side, number=count)
    return settle_works(state, play)


def _log_booty(play: Play, piece: RosterPiece, owner: Side, rule: str) -> None:
    """Something has changed hands with the ground that it lies on."""
    play.log("booty", (rule,), piece=piece.id, name=piece.name, side=owner)


def _is_manned(piece: RosterPiece) -> bool:
    """Whether it is a vehicle with its crew, which in a shared Isolated Area stays its own."""
    return piece.kind == "vehicle" and bool(piece.area) and not piece.has("abandoned")


def _booty(state: Campaign, side: Side, piece: RosterPiece) -> Campaign:
    """Equipment left in an enemy-Controlled Location is the enemy's, wherever it now lies."""
    state = hand_over(state, side, piece)
    book = state.book(enemy_of(side))
    return state.with_pieces(enemy_of(side), replace(book.pieces[piece.id], status=piece.status))


def settle_works(state: Campaign, play: Play) -> Campaign:
    """Hidden minefields on Russian ground are revealed; works belong to whoever holds the hex."""
    for side in SIDES:
        for piece in list(state.on_map(side)):
            if piece.kind not in ("fortification", "minefield"):
                continue
            mines = piece.kind == "minefield"
            hidden = mines and piece.id not in state.sightings
            holder = controller_of(state, piece.hex)
            found = settle_fortification("minefield" if mines else "other", hidden, side, holder)
            if hidden and found.result.revealed:
                play.log(
                    "mines_revealed",
                    found.rules,
                    reveals=True,
                    hex=piece.hex,
                    what=" ".join(piece.remarks),
                )
                state = state.after_seeing(side, [piece])
            owner = found.result.owner
            if owner is not None and owner != side:
                _log_booty(play, piece, owner, "OTO-9.6073-2")
                entry = f"{state.date}: now {owner}"
                gone = replace(piece, status="captured")
                new = changed(piece, entry, status="map")
                state = state.with_pieces(side, gone).with_pieces(owner, new)
    return state


BURNT = "burnt"


class Scrap(Verb, frozen=True):
    """Give up Retained Equipment; an AFV leaves a wreck, or a burnt-out one: scrap PIECE burnt."""

    piece: str
    how: str | None = None

    @classmethod
    def offer(cls, state: Campaign, step: MapClearing, who: str) -> Offer:
        own = state.book(as_side(who)).pieces.values()
        known = tuple(p.id for p in own if p.kind in EQUIPMENT and p.in_play)
        slots = (
            Slot("piece", known, prompt="which piece?"),
            Slot("how", (BURNT,), prompt="is an AFV burnt out?", optional=True),
        )
        return Offer("scrap", "Give up Equipment", slots, ("OTO-9.6072-2",), aside=True)

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> MapClearing:
        return step if isinstance(step, MapClearing) else MapClearing()

    def check(self, state: Campaign, step: MapClearing, who: str) -> tuple[Violation, ...]:
        piece = state.book(as_side(who)).piece(self.piece)
        if self.how not in (None, BURNT):
            raise BadInput(f"'{self.how}' is not said of what is given up. Allowed: {BURNT}.")
        if not piece.in_play:
            text = f"{piece.label} is {piece.status}"
            raise ImpossibleAction(text, "OTO-9.6072-1", "what is Retained")
        return breaches(scrap, _clearing_kind(piece), self.how == BURNT)

    def apply(self, state: Campaign, step: MapClearing, who: str, play: Play) -> Campaign:
        side = as_side(who)
        piece = state.book(side).pieces[self.piece]
        kind = _clearing_kind(piece)
        fate: Scrapped = "eliminated"
        rules: Rules = ("OTO-9.6072-2",)
        if kind != "infantry":
            found = scrap(kind, self.how == BURNT)
            fate, rules = found.result, found.rules
        to = state.readers(side, piece)
        play.log("scrapped", rules, to=to, piece=piece.label, fate=fate.replace("_", " "))
        where = piece.hex or piece.former
        if fate != "eliminated" and where:
            marks: Any = dict.fromkeys((*state.marks.get(where, ()), fate))
            state = state.marked(where, *marks)
        return eliminate(state, side, [piece], "given up", counts=False)


class MapClearing(SharedStep, frozen=True, tag="ClearMap"):
    """Step 9.6072: each side may give up Equipment that it Retains."""

    cites = ("OTO-9.6072-1", "OTO-9.6072-2")
    verbs = (Scrap, Ready)

    def prompt(self, state: Campaign, who: str) -> str:
        return "9.607 Clearing the map"

    def ready_label(self, state: Campaign, side: Side) -> str:
        return "Nothing (more) is given up"
