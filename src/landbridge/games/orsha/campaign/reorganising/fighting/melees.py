"""Conclusion of Melee (9.601): wherever units of both sides share a hex, they fight it out."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, choices, unknown
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.map_hexes import ground
from landbridge.games.orsha.campaign.open_facts import SIDES, enemy_of
from landbridge.games.orsha.campaign.pieces.armor_leaders import armor_leader_in
from landbridge.games.orsha.campaign.pieces.book import PieceResult
from landbridge.games.orsha.campaign.pieces.guards import release
from landbridge.games.orsha.campaign.pieces.losses import count_cvp, eliminate
from landbridge.games.orsha.campaign.pieces.roster import (
    PERSONNEL,
    RosterPiece,
    changed,
    half_of,
    is_mmc,
    renamed,
    with_states,
    without,
    worth,
)
from landbridge.games.orsha.campaign.reorganising.fates import BoardStep, Fate
from landbridge.games.orsha.campaign.reports.casualties import fate_text, reduced_to
from landbridge.games.orsha.campaign.reports.reports import LOST
from landbridge.games.orsha.campaign.reports.scenario_end import hand_over
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.asl_procedures import recorded
from landbridge.games.orsha.rules.grades import Piece, find_piece
from landbridge.games.orsha.rules.reorganisation.melee import MOST, Fight, conclude_melee
from landbridge.games.orsha.rules.reorganisation.melee_conduct import (
    Activity,
    Combatants,
    any_order,
    attack_possible,
    attacker,
    melee_activity,
    melee_order,
    melee_round_end,
)
from landbridge.games.orsha.rules.words import Side

WINNERS = (*SIDES, "both")
COVERS: tuple[Literal["hidden", "concealed"], ...] = ("hidden", "concealed")


class Melee(Verb, frozen=True):
    """Conclude the Melee in a hex: throw for it, or say who is left there.

    Single units whose fate on the board was another (a prisoner, a Withdrawal, a half-squad left)
    are told before by `fate`.
    """

    hex: str
    left: str | None = None

    @classmethod
    def offer(cls, state: Campaign, step: Melees, who: str) -> Offer:
        slots = (
            Slot("hex", step.open_hexes(Why()), prompt="which Melee?"),
            Slot("left", WINNERS, prompt="who is left, if fought on the board?", optional=True),
        )
        return Offer("melee", "Conclude a Melee", slots, Melees.cites)

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> Step | None:
        # The other side may say what came of it.
        return step if isinstance(step, Melees) else None

    def check(self, state: Campaign, step: Melees, who: str) -> tuple[Violation, ...]:
        known = step.open_hexes(Why())
        if self.hex not in known:
            raise BadInput(unknown("Melee", self.hex, known))
        if self.left is None:
            recorded(state.rulings.asl_rules, "A Melee")
            _must_be_infantry(state, self.hex)
        elif self.left not in WINNERS:
            raise BadInput(f"Who is left is {choices(WINNERS)}, not '{self.left}'.")
        elif self.left == "both":
            return _unfinished(state, self.hex)
        return ()

    def apply(self, state: Campaign, step: Melees, who: str, play: Play) -> Campaign:
        held = state
        before = {side: units_in(state, side, self.hex) for side in SIDES}
        why = Why()
        step.open_hexes(why)
        attacker(why)
        if self.left is None:
            state = _fight(state, self.hex, why, play)
        else:
            for side in SIDES:
                if self.left == enemy_of(side):
                    aboard = [p for v in before[side] for p in armor_leader_in(state, side, v)]
                    state = eliminate(state, side, [*before[side], *aboard], "lost a Melee")
            rules = ("OTO-9.601-1", "RUL-OTO-51", *why.so(None).rules)
            play.log("melee_told", rules, hex=self.hex, left=self.left)
        for side in SIDES:
            pieces = state.book(side).pieces
            lost = [unit.id for unit in before[side] if not pieces[unit.id].in_play]
            state = release(state, side, lost, play)
        _log_losses(held, state, play)
        return step.without(state, self.hex)


class Melees(BoardStep, frozen=True):
    """The Russians, always the ATTACKER, take the Melees one by one."""

    cites = ("OTO-9.601-1", "OTO-9.601-3", "OTO-9.6011-1")
    verbs = (Melee, Fate)

    hexes: tuple[str, ...]

    def deciders(self, state: Campaign) -> tuple[str, ...]:
        first = attacker(Why())
        return (first,) if first else SIDES

    def prompt(self, state: Campaign, who: str) -> str:
        return f"9.601 Conclusion of Melee: {', '.join(self.hexes)}"

    def open_hexes(self, why: Why) -> tuple[str, ...]:
        """Melees that may be taken next."""
        return self.hexes if any_order(why) else self.hexes[:1]

    def without(self, state: Campaign, hex: str) -> Campaign:
        """The Melee in a hex is over; with the last one the step is."""
        rest = tuple(place for place in self.hexes if place != hex)
        return replace_step(state, Melees(rest)) if rest else replace_step(state)

    # What came of single units on the board

    def told_of(self, state: Campaign) -> tuple[str, ...]:
        units = (u for hex in self.hexes for side in SIDES for u in units_in(state, side, hex))
        return tuple(unit.id for unit in units)

    def fate_rules(self, state: Campaign) -> Rules:
        return ("OTO-9.601-1", "OTO-9.601-2")

    def check_fate(
        self, state: Campaign, piece: RosterPiece, ended: PieceResult
    ) -> tuple[Violation, ...]:
        found: list[Violation] = []
        captured = ended.status in ("prisoner", "captured")
        withdrawn = ended.status == "map" and ended.hex != piece.hex
        activity: Activity = "capture" if captured else "withdrawal" if withdrawn else "attack"
        shown = piece.label
        if not melee_activity(activity, Why()):
            text = f"no {activity} in a Melee of the RePh: {shown}"
            found.append(Violation(text, ("OTO-9.601-1",), "it fights on"))
        where = ground(state.edge_rows)
        if withdrawn and where.hex(ended.hex).distance(where.hex(piece.hex)) > 1:
            text = f"{shown} cannot withdraw from {piece.hex} to {ended.hex}"
            found.append(Violation(text, ("OTO-9.601-2", "RUL-OTO-51"), "an adjacent hex"))
        if captured and not _captors(state, piece):
            text = f"{shown} is {ended.status} in {piece.hex}, where no enemy MMC is"
            found.append(Violation(text, ("OTO-9.608-1",), "name the hex of a captor"))
        return tuple(found)

    def take_fate(
        self, state: Campaign, side: Side, piece: RosterPiece, after: RosterPiece, play: Play
    ) -> Campaign:
        held = state
        lost = after.status in LOST
        if lost:
            aboard = armor_leader_in(state, side, piece)
            state = eliminate(state, side, aboard, "lost a Melee")
            state = count_cvp(state, side, piece.cvp)
        elif is_mmc(piece):
            state = count_cvp(state, side, max(piece.cvp - after.cvp, 0))
        if after.status == "prisoner" and not after.by:
            after = replace(after, by=next((p.id for p in _captors(state, piece)), ""))
        if after.status == "captured":
            state = hand_over(state, side, after)
        else:
            state = state.with_pieces(side, after).after_seeing(side, [after])
        if lost:
            state = release(state, side, [piece.id], play)
        _log_losses(held, state, play)
        over = piece.hex not in melee_hexes(state)
        return self.without(state, piece.hex) if over else state


def _log_losses(before: Campaign, state: Campaign, play: Play) -> None:
    """Who is lost or reduced, and the CVP that the sides have earned by it."""
    german, russian = (state.cvp.get(s, 0) - before.cvp.get(s, 0) for s in SIDES)
    names = [told for side in SIDES for told in _casualties(before, state, side)]
    if names:
        rules = ("OTO-8.51-Obj-3",)
        play.log("melee_losses", rules, pieces=names, russian=russian, german=german)


def _casualties(before: Campaign, state: Campaign, side: Side) -> list[str]:
    """What a Melee has cost a side."""
    found = []
    for piece in before.on_map(side):
        after = state.book(side).pieces[piece.id]
        if after.status in LOST:
            found.append(fate_text(piece, after.status))
        elif is_mmc(piece) and after.cvp < piece.cvp:
            found.append(fate_text(piece, reduced_to(after.name)))
    return found


def _captors(state: Campaign, piece: RosterPiece) -> list[RosterPiece]:
    """Enemy MMC in a unit's hex."""
    return [p for p in units_in(state, enemy_of(piece.side), piece.hex) if is_mmc(p)]


def _unfinished(state: Campaign, hex: str) -> tuple[Violation, ...]:
    """Both sides stay in a hex only if neither can attack any more."""
    russian, german = (_combatants(units_in(state, side, hex)) for side in ("russian", "german"))
    found = attack_possible(russian, german)
    if not found.result:
        return ()
    text = f"in {hex} units of both sides can still attack: the Melee goes on"
    return (Violation(text, found.rules, f"melee {hex} {choices(SIDES)}, or fate PIECE ..."),)


def _combatants(units: list[RosterPiece]) -> Combatants:
    people = [unit for unit in units if unit.kind in PERSONNEL]
    broken = sum(unit.has("broken") for unit in people)
    return Combatants(len(people) - broken, broken, len(units) - len(people))


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
        names: list[str] = []
        rules: list[str] = ["OTO-9.601-1"]
        for side in SIDES:
            found = []
            for piece in state.on_map(side):
                covers = tuple(cover for cover in COVERS if piece.has(cover))
                freed = melee_round_end(1, covers)
                if piece.hex != hex or not freed.result.removed:
                    continue
                rules += freed.rules
                found.append(replace(piece, states=without(piece, *covers)))
            names += [piece.name for piece in found]
            state = state.with_pieces(side, *found).after_seeing(side, found)
        if names:
            cited = tuple(dict.fromkeys(rules))
            play.log("melee_reveals", cited, reveals=True, hex=hex, what=", ".join(names))
    return state


def _must_be_infantry(state: Campaign, hex: str) -> None:
    for side in SIDES:
        units = units_in(state, side, hex)
        fit = [p for p in units if p.kind in PERSONNEL and not p.has("broken")]
        if len(fit) < len(units) or len(units) > MOST:
            raise ImpossibleAction(
                f"the Melee in {hex} is one for the board: {len(units)} {side.capitalize()} units,"
                f" {len(fit)} of them unbroken Infantry",
                ("OTO-9.601-2", "RUL-OTO-51"),
                f"say who is left: melee {hex} {choices(WINNERS)}; up to {MOST} unbroken"
                " Infantry units a side are thrown for",
            )


def _fight(state: Campaign, hex: str, why: Why, play: Play) -> Campaign:
    before = {side: units_in(state, side, hex) for side in SIDES}
    fight = Fight(
        tuple(sorted(_personnel(piece) for piece in before["russian"])),
        tuple(sorted(_personnel(piece) for piece in before["german"])),
    )
    after = conclude_melee(fight, play.nature)
    left = {"russian": after.russian, "german": after.german}
    entry = {side: ", ".join(map(str, left[side])) or "nobody" for side in SIDES}
    rules = ("OTO-9.601-1", "RUL-OTO-51", *why.so(None).rules)
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
