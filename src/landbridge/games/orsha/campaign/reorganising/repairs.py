"""Steps 9.613 to 9.615: AFV are remanned, weapons repaired, booty settled, works taken up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Step, replace_step
from landbridge.engine.chance import ScriptedDice
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Refusal, Violation, unknown
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.armament import Arm, broken_arms, firing_arms
from landbridge.games.orsha.campaign.pieces.armor_leaders import leaders_of
from landbridge.games.orsha.campaign.pieces.roster import (
    Listed,
    changed,
    is_afv,
    is_mineroller,
    is_mmc,
    with_states,
    without,
)
from landbridge.games.orsha.campaign.preparing.prepare import Ready
from landbridge.games.orsha.campaign.reorganising.clearing import controller_of
from landbridge.games.orsha.campaign.reorganising.melees import struck
from landbridge.games.orsha.rules.grades import leadership
from landbridge.games.orsha.rules.reorganisation.ammunition import restock
from landbridge.games.orsha.rules.reorganisation.armor_withdrawal import withdraw_armor
from landbridge.games.orsha.rules.reorganisation.captured import settle_captured
from landbridge.games.orsha.rules.reorganisation.fortification_removal import may_take_up
from landbridge.games.orsha.rules.reorganisation.radios import keep_radio
from landbridge.games.orsha.rules.reorganisation.repair import (
    Malfunctioned,
    repair,
    settle_charge,
)
from landbridge.games.orsha.rules.reorganisation.vehicles import (
    ImmobileAfv,
    remanning,
    remove_immobilization,
)
from landbridge.games.orsha.rules.words import CG_DATES, CgDate, Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign


def _retained(state: Campaign, side: Side) -> list[Listed]:
    return state.book(side).there("map", "offmap")


def _tell(play: Play, piece: Listed, rules: Any, fate: str) -> None:
    play.log("checked", tuple(dict.fromkeys(rules)), piece=piece.id, name=piece.name, fate=fate)


# 9.6131


class Reman(Action, frozen=True):
    """A Retained unit mans an abandoned AFV."""

    afv: str
    crew: str


class Remanning(Step, frozen=True):
    """Step 9.6131a: abandoned AFV may be remanned."""

    side: Side

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        left = abandoned(state, self.side)
        slots = (
            Slot("afv", left, prompt="which AFV?"),
            Slot("crew", _crews(state, self.side), prompt="manned by whom?"),
        )
        offers: tuple[Offer, ...] = (Offer("ready", "The others stay abandoned"),)
        if left and _crews(state, self.side):
            offers = (Offer("reman", "Reman an AFV", slots, ("OTO-9.6131a-1",)), *offers)
        prompt = "9.613 Equipment: abandoned AFV"
        return (Decision(self.side, prompt, offers, ("OTO-9.6131a-1",)),)

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        if isinstance(action, Reman):
            for word, known in (
                (action.afv, abandoned(state, self.side)),
                (action.crew, _crews(state, self.side)),
            ):
                if word not in known:
                    raise BadInput(unknown("piece for this", word, known))
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        if isinstance(action, Ready):
            return replace_step(state)
        book = state.book(self.side)
        afv, crew = book.pieces[action.afv], book.pieces[action.crew]
        found = remanning(bool(afv.area))
        play.log("remanned", found.rules, afv=afv.id, crew=crew.id)
        states = without(afv, "abandoned")
        manned = changed(afv, f"{state.date}: remanned by {crew.id}", states=states)
        told = f"{state.date}: mans {afv.id}"
        inside = changed(crew, told, standing="joined", hex="", by=afv.id)
        former = [replace(p, by="") for p in book.there("joined") if p.by == afv.id]
        return state.with_pieces(self.side, manned, *former, inside)


def abandoned(state: Campaign, side: Side) -> tuple[str, ...]:
    """Abandoned AFV that may be remanned."""
    return tuple(
        p.id
        for p in _retained(state, side)
        if p.has("abandoned") and p.kind == "vehicle" and not p.area
    )


def _crews(state: Campaign, side: Side) -> tuple[str, ...]:
    """Retained units that may man an AFV, trained crews first."""
    fit = [p for p in _retained(state, side) if is_mmc(p) and not p.area]
    return tuple(p.id for p in sorted(fit, key=lambda p: p.kind != "crew"))


def _untrained(state: Campaign, side: Side, afv: Listed) -> bool:
    """Whether only Non-Qualified Use is possible: a captured AFV, or one manned by no crew."""
    inside = [p for p in state.book(side).there("joined") if p.by == afv.id]
    return afv.side != side or any(unit.kind != "crew" for unit in inside)


def _played(state: Campaign) -> CgDate:
    """The date of the scenario just played; the new one has begun in 9.612."""
    return state.scores[-1].date if state.scores else CG_DATES[0]


def immobile_pieces(state: Campaign, side: Side) -> tuple[str, ...]:
    """Immobilized AFV that make a dr: manned ones, after 23 PM."""
    if _played(state) != "23pm":
        return ()
    return tuple(
        p.id
        for p in _retained(state, side)
        if p.has("immobilized") and is_afv(p) and not p.has("abandoned")
    )


def check_immobile(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Whether an AFV becomes Mobile."""
    piece = state.book(side).pieces[name]
    leaders = [leadership(leader.name) for leader in leaders_of(state, side, piece)]
    afv = ImmobileAfv(
        after=_played(state),
        armor_leader=min(leaders, default=None),
        non_qualified=_untrained(state, side, piece),
        isolated=bool(piece.area),
    )
    found = remove_immobilization(afv, play.nature)
    _tell(play, piece, ("OTO-9.6131b-1", *found.rules), found.result.state)
    if found.result.state == "immobilized":
        return state
    told = f"{state.date}: Mobile again"
    states = without(piece, "immobilized")
    if found.result.cleared:
        return state.with_pieces(
            side, changed(piece, told, states=states, standing="offmap", hex="")
        )
    return state.with_pieces(side, changed(piece, told, states=states))


# 9.6132 to 9.6136


def broken_weapons(state: Campaign, side: Side) -> tuple[str, ...]:
    """Pieces with malfunctioned Retained weapons that are not Captured."""
    return tuple(p.id for p in _retained(state, side) if p.side == side and broken_arms(p))


def check_weapon(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Every malfunctioned weapon of a piece is repaired, or lost; each makes its own dr."""
    for arm in broken_arms(state.book(side).pieces[name]):
        state = _repaired(state, side, state.book(side).pieces[name], arm, play)
    return state


def _named(piece: Listed, arm: Arm, outcome: str) -> str:
    """What became of a weapon; of a vehicle, of which."""
    return f"{arm.name} {outcome}" if piece.kind == "vehicle" else outcome


def _repaired(state: Campaign, side: Side, piece: Listed, arm: Arm, play: Play) -> Campaign:
    number = piece.values.get("repair", 1)
    weapon = Malfunctioned(
        mounted=arm.mounted,
        repair_number=number if isinstance(number, int) else 1,
        non_qualified=piece.kind == "vehicle" and _untrained(state, side, piece),
        isolated=bool(piece.area),
        mineroller=is_mineroller(piece),
        roller_damaged=piece.has("roller_damaged"),
    )
    found = repair(weapon, play.nature)
    outcome = found.result.outcome
    _tell(play, piece, ("OTO-9.6132-1", *found.rules), _named(piece, arm, outcome))
    if outcome == "eliminated":
        return struck(state, side, [piece], "could not be repaired", counts=False)
    states = without(piece, arm.malfunctioned)
    if outcome == "disabled":
        states = with_states((*states, arm.disabled))
        if found.result.recall:
            states = with_states((*states, "recall"))
    recall = ", Recall" if found.result.recall else ""
    told = f"{state.date}: {_named(piece, arm, outcome)}{recall}"
    return state.with_pieces(side, changed(piece, told, states=states))


def settle_charges(state: Campaign, play: Play) -> Campaign:
    """FT and DC that were used up come back to their first owner on a DR of 10 or less."""
    for side in SIDES:
        for piece in state.book(side).there("used"):
            if piece.name not in ("FT", "DC") or not piece.dr:
                continue
            kind: Any = piece.name.lower()
            found = settle_charge(kind, piece.side, ScriptedDice([piece.dr]))
            fate = found.result.fate
            _tell(play, piece, ("OTO-9.6133-1", *found.rules), f"{fate} (DR {piece.dr})")
            told = f"{state.date}: {fate} after a DR of {piece.dr}"
            after = changed(piece, told, dr=0)
            if found.result.owner == side:
                after = replace(after, standing="offmap", hex="")
            elif found.result.owner is not None:
                back = replace(after, standing="offmap", hex="")
                state = state.with_pieces(found.result.owner, back)
            state = state.with_pieces(side, after)
    return state


def booty(state: Campaign, side: Side) -> tuple[str, ...]:
    """Pieces in a side's hands with Captured Weapons that are not Disabled yet."""
    return tuple(p.id for p in _retained(state, side) if p.side != side and firing_arms(p))


def check_booty(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Every Captured Weapon of a piece is kept, or lost."""
    for arm in firing_arms(state.book(side).pieces[name]):
        state = _settled(state, side, state.book(side).pieces[name], arm, play)
    return state


def _settled(state: Campaign, side: Side, piece: Listed, arm: Arm, play: Play) -> Campaign:
    found = settle_captured(arm.mounted, piece.has(arm.malfunctioned), play.nature)
    outcome = found.result.outcome
    _tell(play, piece, ("OTO-9.6134-1", *found.rules), _named(piece, arm, outcome))
    if outcome == "eliminated":
        return struck(state, side, [piece], "booty that was lost", counts=False)
    if outcome == "disabled":
        states = with_states((*without(piece, arm.malfunctioned), arm.disabled))
        told = f"{state.date}: captured {arm.name} disabled"
        return state.with_pieces(side, changed(piece, told, states=states))
    return state


def replenish(state: Campaign, play: Play) -> Campaign:
    """9.6135 and 9.6136, reconstructed: ammunition is restored, radios go with used modules."""
    number = 0
    for side in SIDES:
        for piece in _retained(state, side):
            full = restock(bool(piece.area), state.rulings["ammunition_rule"])
            if piece.has("low_ammo") and full.result:
                number += 1
                state = state.with_pieces(side, replace(piece, states=without(piece, "low_ammo")))
        spent = {p.line for p in state.book(side).there("used") if p.kind == "oba"}
        for piece in _retained(state, side):
            used = piece.kind in ("contact", "pre_registered") and piece.line in spent
            kept = keep_radio(used, state.rulings["radio_rule"])
            if used and (piece.kind == "pre_registered" or not kept.result):
                told = f"{state.date}: gone with its module"
                state = state.with_pieces(side, changed(piece, told, standing="used"))
    if number:
        play.log("restocked", ("RUL-OTO-66",), number=number)
    return state


# 9.614 and 9.615


def withdraw(state: Campaign, play: Play) -> Campaign:
    """AFV under Recall leave the order of battle (reconstructed)."""
    for side in SIDES:
        for piece in _retained(state, side):
            if not piece.has("recall"):
                continue
            found = withdraw_armor(True, bool(piece.area), state.rulings["armor_recall"])
            if found.result.leaves:
                play.log("recalled", found.rules, piece=piece.id, name=piece.name)
                told = f"{state.date}: Recalled"
                state = state.with_pieces(side, changed(piece, told, standing="recalled", hex=""))
    return state


class TakeUp(Action, frozen=True, tag="takeup"):
    """Take up a Fortification."""

    piece: str


class TakingUp(Step, frozen=True):
    """Step 9.615, reconstructed: a side may take up its own Fortifications."""

    side: Side

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        slot = Slot("piece", works_to_take(state, self.side), prompt="which Fortification?")
        offers = (
            Offer("takeup", "Take up a Fortification", (slot,), ("RUL-OTO-65",), aside=True),
            Offer("ready", "Nothing (more) is taken up"),
        )
        prompt = "9.615 Fortification removal (reconstructed)"
        return (Decision(self.side, prompt, offers, ("RUL-OTO-65",)),)

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        if isinstance(action, TakeUp):
            piece = state.book(self.side).piece(action.piece)
            if piece.id not in works_to_take(state, self.side):
                raise Refusal(
                    f"{piece.id} ({piece.name}) cannot be taken up",
                    "RUL-OTO-65",
                    "own works on friendly ground, not Isolated, behind the Front Line",
                )
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        if isinstance(action, Ready):
            return replace_step(state)
        piece = state.book(self.side).pieces[action.piece]
        seen = None if piece.id in state.sightings else (self.side,)
        play.log("taken_up", ("RUL-OTO-65",), to=seen, piece=piece.id, name=piece.name)
        told = f"{state.date}: taken up"
        return state.with_pieces(self.side, changed(piece, told, standing="eliminated", hex=""))


def works_to_take(state: Campaign, side: Side) -> tuple[str, ...]:
    """Works that a side may take up."""
    front = state.fronts[side].front if side in state.fronts else ()
    return tuple(
        p.id
        for p in state.on_map(side)
        if p.kind in ("fortification", "minefield")
        and may_take_up(
            friendly=controller_of(state, p.hex) == side,
            isolated=state.area_of(p.hex) is not None,
            front_line=p.hex in front,
            at_ditch=p.name == "AT-Ditch",
            fortification_taking=state.rulings["fortification_taking"],
        ).result
    )
