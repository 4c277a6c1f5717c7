"""Conclusion of Melee (9.601): wherever units of both sides share a hex, they fight it out."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Refusal, Violation, choices, unknown
from landbridge.games.orsha.campaign.open_facts import SIDES, enemy_of
from landbridge.games.orsha.campaign.pieces.armor_leaders import armor_leader_in
from landbridge.games.orsha.campaign.pieces.guards import release
from landbridge.games.orsha.campaign.pieces.losses import count_cvp, eliminate
from landbridge.games.orsha.campaign.pieces.roster import (
    PERSONNEL,
    RosterPiece,
    changed,
    half_of,
    renamed,
    with_states,
    without,
    worth,
)
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.asl_procedures import recorded
from landbridge.games.orsha.rules.grades import Piece, find_piece
from landbridge.games.orsha.rules.reorganisation.melee import (
    MOST,
    Fight,
    conclude_melee,
    melee_order,
)
from landbridge.games.orsha.rules.words import Side

WINNERS = (*SIDES, "both")


class Melee(Verb, frozen=True):
    """Conclude the Melee in a hex: throw for it, or say who is left there."""

    hex: str
    left: str | None = None

    @classmethod
    def offer(cls, state: Campaign, step: Melees, who: str) -> Offer:
        slots = (
            Slot("hex", step.hexes, prompt="which Melee?"),
            Slot("left", WINNERS, prompt="who is left, if fought on the board?", optional=True),
        )
        return Offer("melee", "Conclude a Melee", slots, Melees.cites)

    def check(self, state: Campaign, step: Melees, who: str) -> tuple[Violation, ...]:
        if self.hex not in step.hexes:
            raise BadInput(unknown("Melee", self.hex, step.hexes))
        if self.left is None:
            recorded(state.rulings.asl_rules, "A Melee")
            _must_be_infantry(state, self.hex)
        elif self.left not in WINNERS:
            raise BadInput(f"Who is left is {choices(WINNERS)}, not '{self.left}'.")
        return ()

    def apply(self, state: Campaign, step: Melees, who: str, play: Play) -> Campaign:
        before = {side: units_in(state, side, self.hex) for side in SIDES}
        if self.left is None:
            state = _fight(state, self.hex, play)
        else:
            for side in SIDES:
                if self.left == enemy_of(side):
                    aboard = [p for v in before[side] for p in armor_leader_in(state, side, v)]
                    state = eliminate(state, side, [*before[side], *aboard], "lost a Melee")
            rules = ("OTO-9.601-1", "RUL-OTO-51")
            play.log("melee_told", rules, hex=self.hex, left=self.left)
        for side in SIDES:
            pieces = state.book(side).pieces
            lost = [unit.id for unit in before[side] if not pieces[unit.id].in_play]
            state = release(state, side, lost, play)
        rest = tuple(hex for hex in step.hexes if hex != self.hex)
        return replace_step(state, Melees(rest)) if rest else replace_step(state)


class Melees(Step, frozen=True):
    """The Russians, always the ATTACKER, take the Melees one by one."""

    cites = ("OTO-9.601-1", "OTO-9.601-3", "OTO-9.6011-1")
    verbs = (Melee,)

    hexes: tuple[str, ...]

    def deciders(self, state: Campaign) -> tuple[str, ...]:
        return ("russian",)

    def prompt(self, state: Campaign, who: str) -> str:
        return f"9.601 Conclusion of Melee: {', '.join(self.hexes)}"


def units_in(state: Campaign, side: Side, hex: str) -> list[RosterPiece]:
    """A side's units in a hex that can be in Melee."""
    return [
        piece
        for piece in state.on_map(side)
        if piece.hex == hex
        and (piece.kind in PERSONNEL or (piece.kind == "vehicle" and not piece.has("abandoned")))
        and piece.side == side
    ]


def melee_hexes(state: Campaign) -> tuple[str, ...]:
    """Hexes with units of both sides, in alphanumeric order."""
    held = [{p.hex for p in state.on_map(side) if units_in(state, side, p.hex)} for side in SIDES]
    return melee_order(tuple(held[0] & held[1]))


def reveal(state: Campaign, play: Play) -> Campaign:
    """Whoever is hidden or concealed where a Melee is fought does not stay so (9.601)."""
    for hex in melee_hexes(state):
        names = []
        for side in SIDES:
            found = [
                replace(piece, states=without(piece, "hidden", "concealed"))
                for piece in state.on_map(side)
                if piece.hex == hex and (piece.has("hidden") or piece.has("concealed"))
            ]
            names += [piece.name for piece in found]
            state = state.with_pieces(side, *found).seen(side, found)
        if names:
            rules = ("OTO-9.601-1", "OTO-9.601-4")
            what = ", ".join(names)
            play.log("melee_reveals", rules, reveals=True, hex=hex, what=what)
    return state


def _must_be_infantry(state: Campaign, hex: str) -> None:
    for side in SIDES:
        units = units_in(state, side, hex)
        fit = [p for p in units if p.kind in PERSONNEL and not p.has("broken")]
        if len(fit) < len(units) or len(units) > MOST:
            raise Refusal(
                f"the Melee in {hex} is one for the board: {len(units)} {side} units,"
                f" {len(fit)} of them unbroken Infantry",
                ("OTO-9.601-2", "RUL-OTO-51"),
                f"say who is left: melee {hex} {choices(WINNERS)}; up to {MOST} unbroken"
                " Infantry units a side are thrown for",
            )


def _fight(state: Campaign, hex: str, play: Play) -> Campaign:
    before = {side: units_in(state, side, hex) for side in SIDES}
    fight = Fight(
        tuple(sorted(_personnel(piece) for piece in before["russian"])),
        tuple(sorted(_personnel(piece) for piece in before["german"])),
    )
    after = conclude_melee(fight, play.nature)
    left = {"russian": after.russian, "german": after.german}
    entry = {side: ", ".join(map(str, left[side])) or "nobody" for side in SIDES}
    rules = ("OTO-9.601-1", "OTO-9.601-3", "RUL-OTO-51")
    play.log("melee", rules, hex=hex, russian=entry["russian"], german=entry["german"])
    for side in SIDES:
        state = _survivors(state, side, before[side], list(left[side]))
    return state


def _personnel(piece: RosterPiece) -> Piece:
    words = " heroic" * piece.has("heroic") + " wounded" * piece.has("wounded")
    return find_piece(piece.side, piece.name + words)


def _survivors(
    state: Campaign, side: Side, units: list[RosterPiece], left: list[Piece]
) -> Campaign:
    """Who of these units is meant by what is left: unharmed first, then reduced or wounded."""
    harmed: list[RosterPiece] = []
    for unit in units:
        if _personnel(unit) in left:
            left.remove(_personnel(unit))
        else:
            harmed.append(unit)
    for unit in harmed:
        rest = _reduced(unit)
        if rest is not None and rest in left:
            left.remove(rest)
            state = _lose_part(state, side, unit, rest)
        else:
            state = eliminate(state, side, [unit], "lost a Melee")
    return state


def _reduced(unit: RosterPiece) -> Piece | None:
    own = _personnel(unit)
    if own.size == "squad":
        return Piece(half_of(unit), "half_squad")
    if own.size in ("leader", "hero"):
        return Piece(own.name, own.size, True, own.heroic)
    return None


def _lose_part(state: Campaign, side: Side, unit: RosterPiece, rest: Piece) -> Campaign:
    entry = f"{state.date}: in Melee, now {rest}"
    if rest.size == "half_squad":
        lost = unit.cvp - worth(unit.side, unit.kind, rest.name)
        state = count_cvp(state, side, lost)
        return state.with_pieces(side, renamed(unit, rest.name, entry))
    states = with_states((*unit.states, "wounded"))
    return state.with_pieces(side, changed(unit, entry, states=states))
