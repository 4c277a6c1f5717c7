"""Steps 9.607, 9.608 and 9.610: the map is cleared, prisoners and wounded leaders are settled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Step, replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Refusal, Violation, unknown
from landbridge.games.orsha.campaign.open_facts import SIDES, enemy_of
from landbridge.games.orsha.campaign.pieces.guards import captives_of, claimants, free
from landbridge.games.orsha.campaign.pieces.roster import (
    EQUIPMENT,
    Listed,
    State,
    changed,
    is_afv,
    without,
)
from landbridge.games.orsha.campaign.preparing.prepare import Ready
from landbridge.games.orsha.campaign.reorganising.melees import struck
from landbridge.games.orsha.campaign.reports.scenario_end import hand_over
from landbridge.games.orsha.rules.reorganisation.clearing import (
    Kind,
    OnMap,
    clear_piece,
    scrap,
    settle_fortification,
)
from landbridge.games.orsha.rules.reorganisation.prisoners import settle_prisoner
from landbridge.games.orsha.rules.reorganisation.wounds import wounded_leader
from landbridge.games.orsha.rules.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign


# 9.607


STAYING = ("fortification", "minefield", "cupola", "observer", "pre_registered")
"""Pieces that are not cleared from the map."""


def controller_of(state: Campaign, hex: str) -> Side | None:
    """Who Controls a hex after the Perimeters are drawn."""
    area = state.area_of(hex)
    if area is not None and area.holder is not None:
        return area.holder
    inside = [side for side in SIDES if state.in_perimeter(side, hex)]
    return inside[0] if len(inside) == 1 else state.control.get(hex)


def _clearing_kind(piece: Listed) -> Kind:
    if piece.kind == "gun":
        return "gun"
    if piece.kind == "vehicle":
        return "afv" if is_afv(piece) else "other_vehicle"
    return "support_weapon" if piece.kind == "sw" else "infantry"


def clear_the_map(state: Campaign, play: Play) -> Campaign:
    """Non-Isolated pieces go off the map; Equipment goes to whoever Controls its Location."""
    rules: dict[str, None] = {}
    count = 0
    for side in SIDES:
        for piece in list(state.on_map(side)):
            if piece.kind in STAYING:
                state = state.with_pieces(side, replace(piece, left=True))
                continue
            holder = controller_of(state, piece.hex)
            if holder is None and piece.kind in EQUIPMENT and not piece.area:
                how = "left in No Man's Land, where nobody Retains it"
                state = struck(state, side, [piece], how, counts=False)
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
                piece = replace(piece, standing="offmap", hex="", states=states)
            else:
                piece = replace(piece, left=True)
            state = state.with_pieces(side, piece)
            if keeper != side and piece.kind in EQUIPMENT and not piece.area:
                state = _booty(state, side, piece)
    play.log("cleared", tuple(rules) or ("OTO-9.607-1",), number=count)
    return settle_works(state, play)


def _booty(state: Campaign, side: Side, piece: Listed) -> Campaign:
    """Equipment left in an enemy-Controlled Location is the enemy's, wherever it now lies."""
    state = hand_over(state, side, piece)
    book = state.book(enemy_of(side))
    return state.with_pieces(
        enemy_of(side), replace(book.pieces[piece.id], standing=piece.standing)
    )


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
                state = state.seen(side, [piece])
            owner = found.result.owner
            if owner is not None and owner != side:
                told = f"{state.date}: now {owner}"
                gone = replace(piece, standing="captured")
                new = changed(piece, told, standing="map")
                state = state.with_pieces(side, gone).with_pieces(owner, new)
    return state


class Scrap(Action, frozen=True):
    """Give up Retained Equipment; an AFV leaves a wreck."""

    piece: str


class ClearMap(Step, frozen=True):
    """Step 9.6072: each side may give up Equipment that it Retains."""

    waiting: tuple[Side, ...] = SIDES

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        return tuple(_scrapping(state, side) for side in self.waiting)

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        side: Any = who
        if isinstance(action, Scrap):
            piece = state.book(side).piece(action.piece)
            if piece.kind not in EQUIPMENT or not piece.in_play:
                raise Refusal(
                    f"{piece.id} ({piece.name}) is not given up",
                    "OTO-9.6072-2",
                    "support weapons, Guns and vehicles that are Retained",
                )
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        side: Any = who
        if isinstance(action, Scrap):
            piece = state.book(side).pieces[action.piece]
            found = scrap(_clearing_kind(piece))
            to = None if piece.id in state.sightings else (side,)
            play.log("scrapped", found.rules, to=to, piece=piece.id, fate=found.result)
            where = piece.hex or piece.former
            if found.result != "eliminated" and where:
                marks: Any = dict.fromkeys((*state.marks.get(where, ()), "wreck"))
                state = state.marked(where, *marks)
            return struck(state, side, [piece], "given up", counts=False)
        left = tuple(other for other in self.waiting if other != side)
        return replace_step(state, ClearMap(left)) if left else replace_step(state)


def _scrapping(state: Campaign, side: Side) -> Decision:
    own = state.book(side).pieces.values()
    known = tuple(p.id for p in own if p.kind in EQUIPMENT and p.in_play)
    slot = Slot("piece", known, prompt="which piece?")
    offers = (
        Offer("scrap", "Give up Equipment", (slot,), ("OTO-9.6072-2",), aside=True),
        Offer("ready", "Nothing (more) is given up"),
    )
    return Decision(side, "9.607 Clearing the map", offers, ("OTO-9.6072-1", "OTO-9.6072-2"))


# 9.608


class Free(Action, frozen=True):
    """An Isolated Guard frees a prisoner."""

    piece: str


class Prisoners(Step, frozen=True):
    """Step 9.608: a side whose Guards are Isolated keeps its prisoners or frees them."""

    side: Side

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        captives = tuple(p.id for p in captives_of(state, self.side))
        slot = Slot("piece", captives, prompt="which prisoner?")
        offers = (
            *((Offer("free", "Free a prisoner", (slot,), ("OTO-9.608-2",)),) * bool(captives)),
            Offer("ready", "The others are kept"),
        )
        return (Decision(self.side, "9.608 Prisoners", offers, ("OTO-9.608-2",)),)

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        if isinstance(action, Free):
            known = [p.id for p in captives_of(state, self.side)]
            if action.piece not in known:
                raise BadInput(unknown("prisoner", action.piece, known))
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        if isinstance(action, Ready):
            return replace_step(state)
        piece = state.book(enemy_of(self.side)).pieces[action.piece]
        return free(state, piece, play)


def settle_prisoners(state: Campaign, play: Play) -> Campaign:
    """Prisoners whose Guard is not Isolated are Eliminated; whose Guard is lost, free."""
    for side in SIDES:
        book = state.book(side)
        for captive in captives_of(state, side):
            guard = book.pieces.get(captive.by)
            if guard is None or not guard.in_play:
                others = claimants(state, side, captive)
                if others:
                    after = replace(captive, by=others[0].id)
                    state = state.with_pieces(enemy_of(side), after)
                else:
                    state = free(state, captive, play)
                continue
            if guard.area:
                continue
            found = settle_prisoner(enemy_of(side), captive.name, False)
            play.log("prisoner", found.rules, piece=captive.id, fate=found.result.fate)
            state = struck(state, enemy_of(side), [captive], "lost as a prisoner", counts=False)
    return state


# 9.610


def wounded_pieces(state: Campaign, side: Side) -> tuple[str, ...]:
    """Wounded leaders of a side."""
    own = state.book(side).there("map", "offmap")
    return tuple(p.id for p in own if p.has("wounded") and p.kind in ("leader", "armor_leader"))


def check_wounded(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """A wounded leader is Retained, still wounded, or Eliminated."""
    piece = state.book(side).pieces[name]
    found = wounded_leader(play.nature, bool(piece.area))
    rules = tuple(dict.fromkeys(("OTO-9.610-1", *found.rules)))
    play.log("checked", rules, piece=piece.id, name=piece.name, fate=found.result)
    if found.result == "eliminated":
        return struck(state, side, [piece], "died of his wounds", counts=False)
    return state
