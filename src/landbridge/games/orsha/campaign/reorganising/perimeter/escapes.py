"""Step 9.606: units in Isolated Locations try to Escape, some of them because they must."""

from __future__ import annotations

from itertools import chain
from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Routine, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.open_facts import SIDES, as_side
from landbridge.games.orsha.campaign.pieces.book import crew_of, fresh_id
from landbridge.games.orsha.campaign.pieces.losses import eliminate
from landbridge.games.orsha.campaign.pieces.roster import (
    PERSONNEL,
    RosterPiece,
    State,
    changed,
    half_of,
    renamed,
    with_states,
    without,
)
from landbridge.games.orsha.campaign.reorganising.perimeter.escape_parties import (
    Group,
    confined,
    deploy_violations,
    deployments,
    escape_violations,
    members_of,
    party_of,
)
from landbridge.games.orsha.campaign.reorganising.perimeter.perimeters import (
    isolation_of,
    settle_map,
    stand,
)
from landbridge.games.orsha.campaign.sentences import name_of_line
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import Ready, SharedStep
from landbridge.games.orsha.rules.asl_procedures import casualty_of, random_selection
from landbridge.games.orsha.rules.grades import GRADES, LEADERS, find_piece
from landbridge.games.orsha.rules.perimeter.escape import EscapeResult, attempt_escape
from landbridge.games.orsha.rules.words import Side


class Escape(Verb, frozen=True):
    """A stack, a lone SMC or a vehicle tries to Escape, with what it carries.

    A vehicle takes its Armor Leader along, a stack its SW, and a Gun that has been dismantled:
    escape G-23am-I6.1/3 G-23am-I6.1/1 dismantled=4, which says how many PP it is.
    """

    pieces: tuple[str, ...]

    @classmethod
    def offer(cls, state: Campaign, step: Escapes, who: str) -> Offer | None:
        side = as_side(who)
        fit = step.due(state, side) or tuple(piece.id for piece in confined(state, side))
        if not fit:
            return None
        slots = (
            Slot("pieces", prompt="who?", examples=fit),
            Slot("pieces", prompt="who with him, and which SW?", optional=True),
        )
        return Offer("escape", "Attempt to Escape", slots, ("OTO-9.6063-1",))

    def check(self, state: Campaign, step: Escapes, who: str) -> tuple[Violation, ...]:
        side = as_side(who)
        return escape_violations(state, side, members_of(state, side, self.pieces), step.must)

    def apply(self, state: Campaign, step: Escapes, who: str, play: Play) -> Campaign:
        side = as_side(who)
        group = members_of(state, side, self.pieces)
        state = _attempt(state, side, group, play)
        pieces = state.book(side).pieces
        moved = tuple(m.id for m in group.members if pieces[m.id].status != "map")
        return _look_up_types(replace(state, gone=(*state.gone, *moved)), step, play)


class Deploy(Verb, frozen=True):
    """A German squad stacked with a leader Deploys before an Escape: who, and by which leader."""

    explains = True

    squad: str
    leader: str

    @classmethod
    def offer(cls, state: Campaign, step: Escapes, who: str) -> Offer | None:
        pairs = deployments(state, as_side(who), step.deployed)
        if not pairs:
            return None
        slots = (
            Slot("squad", tuple(dict.fromkeys(squad for squad, _ in pairs)), prompt="which squad?"),
            Slot("leader", tuple(dict.fromkeys(by for _, by in pairs)), prompt="by which leader?"),
        )
        label = "A squad Deploys without a check"
        return Offer("deploy", label, slots, ("OTO-9.6063-3",), aside=True)

    def check(self, state: Campaign, step: Escapes, who: str) -> tuple[Violation, ...]:
        return deploy_violations(state, as_side(who), self.squad, self.leader, step.deployed)

    def apply(self, state: Campaign, step: Escapes, who: str, play: Play) -> Campaign:
        state = _deploy(state, as_side(who), self, play)
        return replace_step(state, replace(step, deployed=(*step.deployed, self.leader)))


class Escapes(SharedStep, frozen=True):
    """Both sides attempt Escapes; those who must come first of all."""

    cites = ("OTO-9.6063-1", "OTO-9.6061-1", "OTO-9.6061-2")
    verbs = (Escape, Deploy, Ready)

    must: tuple[str, ...] = ()
    """Pieces that have to try."""
    deployed: tuple[str, ...] = ()
    """Leaders by whom a squad has Deployed."""

    def due(self, state: Campaign, side: Side) -> tuple[str, ...]:
        """Pieces of a side that have to try."""
        return tuple(name for name in self.must if name in state.book(side).pieces)

    def prompt(self, state: Campaign, who: str) -> str:
        side = as_side(who)
        pieces = state.book(side).pieces
        due = ", ".join(name_of_line(pieces[name].label) for name in self.due(state, side))
        return "9.606 Isolation" + (f"; must try: {due}" if due else "")

    def violations(self, state: Campaign, who: str) -> tuple[Violation, ...]:
        return self.undone(state, as_side(who))

    def ready_label(self, state: Campaign, side: Side) -> str:
        return "No (further) Escape is attempted"

    def undone(self, state: Campaign, side: Side) -> tuple[Violation, ...]:
        rules = ("OTO-9.6061-1", "OTO-9.6061-2")
        pieces = state.book(side).pieces
        return tuple(
            Violation(f"{pieces[name].label} must attempt to Escape", rules, f"escape {name}")
            for name in self.due(state, side)
        )


def _look_up_types(state: Campaign, step: Escapes, play: Play) -> Campaign:
    """Types and Control afresh (9.6065), and who must still try."""
    drawn, found, rules = isolation_of(state)
    must = tuple(unit.name for area in found.areas for unit in area.must_escape)
    after = stand(state, drawn, found)
    if must != step.must or after.areas != state.areas:
        cited = tuple(dict.fromkeys(("OTO-9.6065-1", *rules)))
        _log_must(state, must, cited, play)
    return replace_step(after, replace(step, must=must))


def _log_must(state: Campaign, must: tuple[str, ...], rules: Rules, play: Play) -> None:
    """Who must still try: to everybody, and who is concealed to his own side by name."""
    due = {side: [book.pieces[n] for n in must if n in book.pieces] for side, book in state.both}
    play.log("must_escape", rules, names=state.names_for_all(chain(*due.values())) or "nobody")
    for side, own in due.items():
        if state.readers(side, *own):
            names = ", ".join(piece.label for piece in own)
            play.log("own_must_escape", rules, to=(side,), names=names)


class MapSettlement(Routine, frozen=True, tag="MapSettled"):
    """All Escapes have been attempted: Control and Isolation are final (9.6066)."""

    def run(self, state: Campaign, play: Play) -> Campaign:
        return settle_map(state, play)


def escapes(state: Campaign) -> tuple[Any, ...]:
    """The Escapes that can or must be attempted, and the end of the procedure."""
    _, found, _ = isolation_of(state)
    must = tuple(unit.name for area in found.areas for unit in area.must_escape)
    waiting = tuple(
        side
        for side in SIDES
        if confined(state, side) or any(name in state.book(side).pieces for name in must)
    )
    return (*((Escapes(waiting, must),) * bool(waiting)), MapSettlement())


# The attempt


def _deploy(state: Campaign, side: Side, action: Deploy, play: Play) -> Campaign:
    """A squad becomes two half-squads of its kind, in the same hex."""
    book = state.book(side)
    squad = book.pieces[action.squad]
    rules = ("OTO-9.6063-3", "RUL-OTO-13")
    name = fresh_id(book, f"{squad.id}a")
    leader = book.pieces[action.leader]
    to = state.readers(side, squad, leader)
    play.log("deployed", rules, to=to, piece=squad.label, name=name, leader=leader.label)
    entry = f"{state.date}: Deployed before an Escape"
    half = renamed(squad, half_of(squad), entry)
    return state.with_pieces(side, half, replace(half, id=name))


def _attempt(state: Campaign, side: Side, group: Group, play: Play) -> Campaign:
    party = party_of(state, side, group)
    members = group.members
    found = attempt_escape(party, play.nature, state.rulings)
    result = found.result
    rules = tuple(dict.fromkeys(("OTO-9.6063-1", *found.rules)))
    outcome = result.outcome.replace("_", " ")
    play.log("escape", rules, side=side, names=state.names_for_all(members), outcome=outcome)
    if state.readers(side, *members):
        names = ", ".join(member.label for member in members)
        play.log("escape_party", rules, to=(side,), names=names)
    if party.kind == "vehicle":
        return _vehicle(state, side, members, result)
    if result.outcome == "eliminated":
        lost = [replace(member, former=member.hex) for member in members]
        return eliminate(state, side, lost, "lost in an Escape", counts=False)
    if not (result.retained and result.goes_to):
        return state
    for member in members:
        state = state.with_pieces(side, _away(state, member))
    if result.replaced or result.casualty_reduced:
        state = _suffer(state, side, members, result, play)
    return state


def _away(state: Campaign, piece: RosterPiece) -> RosterPiece:
    return changed(
        piece,
        f"{state.date}: Escaped from {piece.hex}",
        status="offmap",
        hex="",
        former=piece.hex,
        area="",
        cover="",
        states=without(piece, "encircled"),
    )


def _vehicle(
    state: Campaign, side: Side, members: list[RosterPiece], result: EscapeResult
) -> Campaign:
    """A vehicle Escapes, is lost or is left behind; its Armor Leader fares as its crew does."""
    piece = next(member for member in members if member.kind == "vehicle")
    aboard = [member for member in members if member is not piece]
    if result.outcome == "escapes":
        return state.with_pieces(side, *(_away(state, member) for member in members))
    if result.outcome == "eliminated":
        marks: Any = dict.fromkeys((*state.marks.get(piece.hex, ()), "wreck"))
        state = state.marked(piece.hex, *marks)
        lost = [replace(member, former=member.hex) for member in members]
        return eliminate(state, side, lost, "lost in an Escape", counts=False)
    states = with_states((*piece.states, "abandoned"))
    entry = f"{state.date}: abandoned in an Escape"
    state = state.with_pieces(side, changed(piece, entry, states=states))
    if result.crew != "escapes":
        lost = [replace(member, former=member.hex) for member in aboard]
        return eliminate(state, side, lost, "lost in an Escape", counts=False)
    crew = crew_of(side, state.book(side), piece, piece.hex, entry)
    gone = [replace(_away(state, member), by="") for member in aboard]
    return state.with_pieces(side, replace(crew, status="offmap", hex=""), *gone)


def _suffer(
    state: Campaign, side: Side, members: list[RosterPiece], result: EscapeResult, play: Play
) -> Campaign:
    """The victims, found by Random Selection in a stack, are Replaced and then Reduced."""
    people = [member for member in members if member.kind in PERSONNEL]
    units = [member.id for member in people]
    everybody = tuple(range(len(units)))
    chosen = random_selection(len(units), play.nature) if result.victim else everybody
    for place in chosen:
        piece = state.book(side).pieces[units[place]]
        if result.replaced:
            state = _replace(state, side, piece)
        piece = state.book(side).pieces[units[place]]
        if result.casualty_reduced and piece.status == "offmap":
            state = _reduce(state, side, piece, play)
    victims = [people[place] for place in chosen]
    rules = ("OTO-9.6063-1", "OTO-9.6063-2", "RUL-OTO-51")
    names = ", ".join(victim.label for victim in victims)
    play.log("escape_victims", rules, to=state.readers(side, *victims), side=side, names=names)
    return state


def worse(side: Side, name: str) -> str:
    """The counter that Replaces a unit; nothing for Conscripts, who are Eliminated instead."""
    if name in LEADERS:
        place = LEADERS.index(name)
        return LEADERS[place - 1] if place else ""
    own = [grade for grade in GRADES if grade.side == side]
    grade = next((g for g in own if name in (g.squad, g.half)), None)
    if grade is None:
        return name
    below = next((g for g in own if g.better == grade.squad), None)
    if below is None and grade.quality == "elite":
        below = next((g for g in own if g.quality == "first_line"), None)
    if below is None:
        return ""
    return below.squad if name == grade.squad else below.half


def _replace(state: Campaign, side: Side, piece: RosterPiece) -> Campaign:
    name = worse(piece.side, piece.name)
    if not name:
        return eliminate(state, side, [piece], "lost in an Escape", counts=False)
    if name == piece.name:
        return state
    entry = f"{state.date}: Replaced by {name} in an Escape"
    return state.with_pieces(side, renamed(piece, name, entry))


def _reduce(state: Campaign, side: Side, piece: RosterPiece, play: Play) -> Campaign:
    own = find_piece(piece.side, piece.name + " wounded" * piece.has("wounded"))
    left = casualty_of(piece.side, own, play.nature)
    if left is None:
        return eliminate(state, side, [piece], "lost in an Escape", counts=False)
    entry = f"{state.date}: now {left} after an Escape"
    if left.size == "half_squad":
        return state.with_pieces(side, renamed(piece, left.name, entry))
    wounded: State = "wounded"
    states = with_states((*piece.states, wounded))
    return state.with_pieces(side, changed(piece, entry, states=states))
