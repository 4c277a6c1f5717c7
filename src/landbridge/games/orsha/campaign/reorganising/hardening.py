"""Step 9.611: Recombining, Battle Hardening of MMC and leaders, exchange of leaders; in secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Step, replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.book import Book, Hardening
from landbridge.games.orsha.campaign.pieces.roster import (
    Listed,
    changed,
    is_mmc,
    renamed,
    size,
    with_states,
    without,
    worth,
)
from landbridge.games.orsha.campaign.preparing.prepare import Ready, Seal
from landbridge.games.orsha.rules.grades import find_piece, grade_of
from landbridge.games.orsha.rules.reorganisation.hardening import (
    battle_hardening,
    harden,
    recombine,
)
from landbridge.games.orsha.rules.reorganisation.promotion import (
    leaders_to_harden,
    next_grade,
    promote,
    roll_for_leader,
    settle_heroic_leader,
)
from landbridge.games.orsha.rules.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign


class RollMmc(Action, frozen=True, tag="mmc"):
    """The secret DR for how many MMC may Battle Harden."""


class Harden(Action, frozen=True):
    """An MMC, or a leader whom the DR lets do so, Battle Hardens."""

    piece: str


class RollLeader(Action, frozen=True, tag="leader"):
    """The secret DR for a leader; who is hardened is decided when it is known."""


class Promote(Action, frozen=True):
    """Exchange an 8-0 or 8-1 for two leaders, instead of the DR."""

    piece: str


def retained(book: Book) -> list[Listed]:
    """The pieces of a side that are Retained, on the map or off it."""
    return book.there("map", "offmap")


# Recombining and heroes, by themselves


def reorganise_people(state: Campaign, play: Play) -> Campaign:
    """Half-squads Recombine, heroic leaders harden, Heroes give way; each side in secret."""
    for side in SIDES:
        state = _recombine(state, side, play)
        state = _heroic_leaders(state, side, play)
        state = _heroes(state, side, play)
    return state


def _recombine(state: Campaign, side: Side, play: Play) -> Campaign:
    halves = [p for p in retained(state.book(side)) if size(p) == "half_squad" and p.side == side]
    if len(halves) < 2:
        return state
    ruling: Any = state.rulings["isolated_setup"]
    place = "area" if ruling == "area" else "former"
    # A piece that is not Isolated has no place of its own.
    named = [(p, getattr(p, place) if p.area else "") for p in halves]
    texts = tuple(f"{p.name}@{where}" if where else p.name for p, where in named)
    found = recombine(side, texts, ruling)
    waiting: dict[tuple[str, str], Listed] = {}
    count = 0
    for piece, where in named:
        mate = waiting.pop((piece.name, where), None)
        if mate is None or count == len(found.result.squads):
            waiting[piece.name, where] = piece
            continue
        count += 1
        squad = grade_of(side, find_piece(side, piece.name)).squad
        told = f"{state.date}: Recombined with {piece.id}"
        gone = f"{state.date}: Recombined with {mate.id}"
        state = state.with_pieces(
            side, renamed(mate, squad, told), changed(piece, gone, standing="joined", hex="")
        )
    if count:
        play.log("recombined", found.rules, to=(side,), number=count)
    return state


def _heroic_leaders(state: Campaign, side: Side, play: Play) -> Campaign:
    for piece in retained(state.book(side)):
        if not piece.has("heroic") or size(piece) != "leader":
            continue
        found = settle_heroic_leader(piece.name)
        name = found.result.becomes
        play.log("leader_hardens", found.rules, to=(side,), piece=piece.id, name=name)
        told = f"{state.date}: heroic, now {name}"
        state = state.with_pieces(side, renamed(piece, name, told, states=without(piece, "heroic")))
        now = state.book(side).hardening
        hardened = replace(now, hardened=(*now.hardened, piece.id))
        state = state.change_book(side, hardening=hardened)
    return state


def _heroes(state: Campaign, side: Side, play: Play) -> Campaign:
    heroes = [p for p in retained(state.book(side)) if size(p) == "hero"]
    if not heroes:
        return state
    gone = [changed(p, f"{state.date}: a Hero no more", standing="eliminated") for p in heroes]
    play.log("heroes", ("OTO-9.6112-1",), to=(side,), number=len(heroes))
    state = state.with_pieces(side, *gone)
    now = replace(state.book(side).hardening, heroes=tuple(piece.area for piece in heroes))
    return state.change_book(side, hardening=now)


# What a side decides


class HardeningStep(Step, frozen=True):
    """Both sides at once: DRs, and who is hardened."""

    waiting: tuple[Side, ...] = SIDES

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        return tuple(_decision(state, side) for side in self.waiting)

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        side: Any = who
        book = state.book(side)
        now = book.hardening
        if isinstance(action, RollMmc) and now.rolled:
            raise Refusal("the DR for MMC has been made", "OTO-9.6112-2")
        if isinstance(action, RollLeader):
            _no_second_leader(now)
        if isinstance(action, Harden):
            _check_harden(state, side, action.piece)
        if isinstance(action, Promote):
            piece = book.piece(action.piece)
            if piece.standing not in ("map", "offmap") or size(piece) != "leader":
                raise Refusal(f"{piece.id} ({piece.name}) is no Retained leader", "OTO-9.6114a-1")
            promote(piece.name, bool(piece.area), piece.has("wounded"), now.leader)
        if isinstance(action, Ready):
            return _undone(now)
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        side: Any = who
        book = state.book(side)
        if isinstance(action, RollMmc):
            return _roll_mmc(state, side, play)
        if isinstance(action, RollLeader):
            return _roll_leader(state, side, play)
        if isinstance(action, Harden):
            piece = book.pieces[action.piece]
            leader = size(piece) == "leader"
            return (_harden_leader if leader else _harden)(state, side, piece, play)
        if isinstance(action, Promote):
            return _promote(state, side, book.pieces[action.piece], play)
        if isinstance(action, Seal):
            play.log("sealed", ("OTO-9.6112-2",), side=side, commitment=action.commitment)
            state = state.change_book(side, sealed=(*book.sealed, action.commitment))
        play.log("hardened", ("OTO-9.6112-2", "OTO-9.6113-2"), side=side)
        left = tuple(other for other in self.waiting if other != side)
        return replace_step(state, HardeningStep(left)) if left else replace_step(state)


def _undone(now: Hardening) -> tuple[Violation, ...]:
    found = []
    if not now.rolled:
        found.append(Violation("the DR for MMC has not been made", ("OTO-9.6112-2",), "mmc"))
    if not now.leader:
        rules = ("OTO-9.6113-2",)
        found.append(Violation("neither DR nor exchange for a leader", rules, "leader"))
    if now.leaders and now.must:
        text = "a leader Battle Hardens by the DR"
        found.append(Violation(text, ("OTO-9.6113-2",), f"harden {now.leaders[0]}"))
    return tuple(found)


def _no_second_leader(now: Hardening) -> None:
    if now.leader:
        raise Refusal("the DR or the exchange for a leader has been made", "OTO-9.6113-2")


def _may_harden(book: Book) -> list[Listed]:
    now = book.hardening
    if now.left + len(now.heroes) <= 0:
        return []
    return [
        p
        for p in retained(book)
        if is_mmc(p) and p.id not in now.hardened and (now.left > 0 or p.area in now.heroes)
    ]


def _check_harden(state: Campaign, side: Side, name: str) -> None:
    book = state.book(side)
    now = book.hardening
    piece = book.piece(name)
    if piece.id in now.leaders:
        return
    if size(piece) == "leader":
        text = f"{piece.id} ({piece.name}) does not Battle Harden by the DR"
        rules = ("OTO-9.6113-2", "OTO-9.6113-3", "OTO-9.6113-4")
        raise Refusal(text, rules, ", ".join(now.leaders) or "nobody does now")
    if piece.standing not in ("map", "offmap") or not is_mmc(piece):
        raise Refusal(f"{piece.id} ({piece.name}) is no Retained MMC", "OTO-9.6112-2")
    if now.left <= 0 and piece.area not in now.heroes:
        raise Refusal(
            f"no Battle Hardening is left for {piece.id}",
            ("OTO-9.6112-1", "OTO-9.6112-2"),
            f"left by the DR: {now.left}; by Heroes of the same Isolated Area: 0",
        )
    harden(side, piece.name, piece.id in now.hardened, **_grades(state))


def _grades(state: Campaign) -> dict[str, Any]:
    return {name: state.rulings[name] for name in ("german_elite", "russian_conscripts")}


def _decision(state: Campaign, side: Side) -> Decision:
    book = state.book(side)
    now = book.hardening
    offers: list[Offer] = []
    if not now.rolled:
        offers.append(Offer("mmc", "The secret DR for MMC", rules=("OTO-9.6112-2",)))
    fit = (*now.leaders, *(piece.id for piece in _may_harden(book)))
    if fit:
        slot = Slot("piece", fit, prompt="who?")
        rules = ("OTO-9.6112-2", "OTO-9.6113-2") if now.leaders else ("OTO-9.6112-2",)
        offers.append(Offer("harden", "Who Battle Hardens", (slot,), rules))
    if not now.leader:
        offers.append(Offer("leader", "The secret DR for a leader", rules=("OTO-9.6113-2",)))
        fit = tuple(
            p.id
            for p in retained(book)
            if p.kind == "leader" and p.name in ("8-0", "8-1") and not p.area
        )
        if fit:
            slot = Slot("piece", fit, prompt="which leader?")
            label = "Exchange a leader for two, instead of the DR"
            offers.append(Offer("promote", label, (slot,), ("OTO-9.6114a-1", "OTO-9.6114b-1")))
    if book.sealed:
        seal = Slot("commitment", prompt="the commitment on the envelope")
        label = "Hand in a sealed envelope instead"
        offers.append(Offer("seal", label, (seal,), ("OTO-9.6112-2",), aside=True))
    offers.append(Offer("ready", "Battle Hardening is done"))
    left = now.left + len(now.heroes)
    prompt = f"9.611 Battle Hardening; MMC that may still harden: {left}"
    return Decision(side, prompt, tuple(offers), ("OTO-9.6112-2", "OTO-9.6113-2"), _undone(now))


def _won(state: Campaign, side: Side) -> bool:
    return bool(state.scores) and state.scores[-1].winner == side


def _roll_mmc(state: Campaign, side: Side, play: Play) -> Campaign:
    now = state.book(side).hardening
    ruling: Any = state.rulings["hardening_zero"]
    points = state.cvp.get(side, 0)
    found = battle_hardening(_won(state, side), points, 0, play.nature, ruling)
    number = found.result.by_roll
    rules = tuple(dict.fromkeys(("OTO-9.6112-2", *found.rules)))
    play.log("may_harden", rules, to=(side,), number=number)
    return state.change_book(side, hardening=replace(now, rolled=True, left=now.left + number))


def _harden(state: Campaign, side: Side, piece: Listed, play: Play) -> Campaign:
    now = state.book(side).hardening
    found = harden(side, piece.name, False, **_grades(state))
    name = found.result.becomes
    fanatic = " and Fanatic" if found.result.fanatic else ""
    play.log("mmc_hardens", found.rules, to=(side,), piece=piece.id, name=f"{name}{fanatic}")
    states = with_states((*piece.states, "fanatic")) if found.result.fanatic else piece.states
    told = f"{state.date}: Battle Hardened, {name}{fanatic}"
    better = renamed(piece, name, told, states=states)
    heroes = list(now.heroes)
    left = now.left
    if piece.area in heroes:
        heroes.remove(piece.area)
    else:
        left -= 1
    after = replace(now, left=left, heroes=tuple(heroes), hardened=(*now.hardened, piece.id))
    return state.with_pieces(side, better).change_book(side, hardening=after)


def _words(piece: Listed, now: Hardening) -> str:
    """A leader as the DR sees him; who has hardened as heroic is not taken again (9.6113)."""
    return piece.name + " heroic" * (piece.id in now.hardened) + " wounded" * piece.has("wounded")


def _roll_leader(state: Campaign, side: Side, play: Play) -> Campaign:
    """The DR; who hardens by it is asked, unless only one can."""
    book = state.book(side)
    now = book.hardening
    leaders = [p for p in retained(book) if size(p) == "leader" and p.side == side]
    ruling: Any = state.rulings["wounded_hardening"]
    rolled = roll_for_leader(side, play.nature, _won(state, side))
    words = {piece.id: _words(piece, now) for piece in leaders}
    found = leaders_to_harden(side, tuple(words.values()), rolled.result, ruling)
    fit = dict.fromkeys((*found.result.own, *found.result.lower))
    names = tuple(name for one in fit for name, said in words.items() if said == one)
    who = ", ".join(f"{name} ({book.pieces[name].name})" for name in names) or "nobody"
    rules = tuple(dict.fromkeys(("OTO-9.6113-2", *rolled.rules, *found.rules)))
    play.log("leader_rolled", rules, to=(side,), rolled=rolled.result, who=who)
    must = bool(found.result.own)
    after = replace(now, leader=True, leaders=names, must=must)
    state = state.change_book(side, hardening=after)
    if must and len(names) == 1:
        return _harden_leader(state, side, book.pieces[names[0]], play)
    return state


def _harden_leader(state: Campaign, side: Side, piece: Listed, play: Play) -> Campaign:
    """The leader chosen becomes the next better one."""
    name = next_grade(piece.name)
    play.log("mmc_hardens", ("OTO-9.6113-2",), to=(side,), piece=piece.id, name=name)
    told = f"{state.date}: Battle Hardened, {name}"
    now = replace(state.book(side).hardening, leaders=(), must=False)
    state = state.change_book(side, hardening=now)
    return state.with_pieces(side, renamed(piece, name, told))


def _promote(state: Campaign, side: Side, piece: Listed, play: Play) -> Campaign:
    found = promote(piece.name)
    first, second = found.result
    takes = " and ".join(found.result)
    play.log("promoted", found.rules, to=(side,), piece=piece.id, takes=takes)
    book = state.book(side)
    told = f"{state.date}: exchanged for {takes}"
    number = next(n for n in range(2, 99) if f"{piece.id}p{n}" not in book.pieces)
    new = Listed(
        id=f"{piece.id}p{number}",
        side=piece.side,
        kind="leader",
        name=second,
        cvp=worth(piece.side, "leader", second),
        history=(f"{state.date}: promoted with {piece.id}",),
        former=piece.former,
    )
    state = state.with_pieces(side, renamed(piece, first, told), new)
    return state.change_book(side, hardening=replace(book.hardening, leader=True))
