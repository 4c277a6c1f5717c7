"""Battle Hardening of MMC and leaders, exchange of leaders (9.6112 to 9.6114); in secret."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import ImpossibleAction, Violation, breaches
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.open_facts import as_side
from landbridge.games.orsha.campaign.pieces.book import Book, Hardening
from landbridge.games.orsha.campaign.pieces.roster import (
    RosterPiece,
    is_mmc,
    renamed,
    size,
    with_states,
    worth,
)
from landbridge.games.orsha.campaign.sealed.seal import Seal
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import Ready, SharedStep
from landbridge.games.orsha.rules.reorganisation.hardening import (
    battle_hardening,
    check_hero_area,
    harden,
)
from landbridge.games.orsha.rules.reorganisation.promotion import (
    EXCHANGES,
    leaders_to_harden,
    next_grade,
    promote,
    roll_for_leader,
)
from landbridge.games.orsha.rules.words import Side


class RollMmc(Verb, frozen=True, tag="mmc"):
    """The secret DR for how many MMC may Battle Harden."""

    explains = True

    @classmethod
    def offer(cls, state: Campaign, step: HardeningStep, who: str) -> Offer | None:
        if state.book(as_side(who)).hardening.rolled:
            return None
        return Offer("mmc", "The secret DR for MMC", rules=("OTO-9.6112-2",))

    def check(self, state: Campaign, step: HardeningStep, who: str) -> tuple[Violation, ...]:
        if not state.book(as_side(who)).hardening.rolled:
            return ()
        return (Violation("the DR for MMC has been made", ("OTO-9.6112-2",), "one DR a side"),)

    def apply(self, state: Campaign, step: HardeningStep, who: str, play: Play) -> Campaign:
        side = as_side(who)
        now = state.book(side).hardening
        ruling = state.rulings.hardening_zero
        points = state.cvp.get(side, 0)
        found = battle_hardening(_won(state, side), points, 0, play.nature, ruling)
        number = found.result.by_roll
        rules = tuple(dict.fromkeys(("OTO-9.6112-2", *found.rules)))
        play.log("may_harden", rules, to=(side,), number=number)
        return state.change_book(side, hardening=replace(now, rolled=True, left=now.left + number))


class Harden(Verb, frozen=True):
    """An MMC, or a leader whom the DR lets do so, Battle Hardens."""

    explains = True

    piece: str

    @classmethod
    def offer(cls, state: Campaign, step: HardeningStep, who: str) -> Offer | None:
        book = state.book(as_side(who))
        leaders = book.hardening.leaders
        fit = (*leaders, *(piece.id for piece in _may_harden(book)))
        if not fit:
            return None
        slot = Slot("piece", fit, prompt="who?")
        rules = ("OTO-9.6112-2", "OTO-9.6113-2") if leaders else ("OTO-9.6112-2",)
        return Offer("harden", "Who Battle Hardens", (slot,), rules)

    def check(self, state: Campaign, step: HardeningStep, who: str) -> tuple[Violation, ...]:
        return _harden_violations(state, as_side(who), self.piece)

    def apply(self, state: Campaign, step: HardeningStep, who: str, play: Play) -> Campaign:
        side = as_side(who)
        piece = state.book(side).pieces[self.piece]
        leader = size(piece) == "leader"
        return (_harden_leader if leader else _harden)(state, side, piece, play)


class RollLeader(Verb, frozen=True, tag="leader"):
    """The secret DR for a leader; who is hardened is decided when it is known."""

    explains = True

    @classmethod
    def offer(cls, state: Campaign, step: HardeningStep, who: str) -> Offer | None:
        if state.book(as_side(who)).hardening.leader:
            return None
        return Offer("leader", "The secret DR for a leader", rules=("OTO-9.6113-2",))

    def check(self, state: Campaign, step: HardeningStep, who: str) -> tuple[Violation, ...]:
        if not state.book(as_side(who)).hardening.leader:
            return ()
        text = "the DR for a leader, or the exchange instead of it, has been made"
        return (Violation(text, ("OTO-9.6113-2", "OTO-9.6114a-1"), "one of them a side"),)

    def apply(self, state: Campaign, step: HardeningStep, who: str, play: Play) -> Campaign:
        """The DR; who hardens by it is asked, unless only one can."""
        side = as_side(who)
        book = state.book(side)
        now = book.hardening
        leaders = [p for p in book.retained if size(p) == "leader" and p.side == side]
        ruling = state.rulings.wounded_hardening
        rolled = roll_for_leader(side, play.nature, _won(state, side))
        words = {piece.id: _words(piece, now) for piece in leaders}
        found = leaders_to_harden(side, tuple(words.values()), rolled.result, ruling)
        fit = dict.fromkeys((*found.result.own, *found.result.lower))
        names = tuple(name for one in fit for name, said in words.items() if said == one)
        shown = ", ".join(f"{name} ({book.pieces[name].name})" for name in names) or "nobody"
        rules = tuple(dict.fromkeys(("OTO-9.6113-2", *rolled.rules, *found.rules)))
        play.log("leader_rolled", rules, to=(side,), rolled=rolled.result, who=shown)
        must = bool(found.result.own)
        after = replace(now, leader=True, leaders=names, must=must)
        state = state.change_book(side, hardening=after)
        if must and len(names) == 1:
            return _harden_leader(state, side, book.pieces[names[0]], play)
        return state


class Promote(Verb, frozen=True):
    """Exchange an 8-0 or 8-1 for two leaders, instead of the DR."""

    explains = True

    piece: str

    @classmethod
    def offer(cls, state: Campaign, step: HardeningStep, who: str) -> Offer | None:
        book = state.book(as_side(who))
        fit = tuple(
            p.id
            for p in book.retained
            if size(p) == "leader" and not _promotion_violations(book.hardening, p)
        )
        if book.hardening.leader or not fit:
            return None
        slot = Slot("piece", fit, prompt="which leader?")
        label = "Exchange a leader for two, instead of the DR"
        return Offer("promote", label, (slot,), ("OTO-9.6114a-1", "OTO-9.6114b-1"))

    def check(self, state: Campaign, step: HardeningStep, who: str) -> tuple[Violation, ...]:
        book = state.book(as_side(who))
        piece = book.piece(self.piece)
        if piece.status not in ("map", "offmap") or size(piece) != "leader":
            raise ImpossibleAction(f"{piece.label} is not a Retained leader", "OTO-9.6114a-1")
        if all(exchange.gives != piece.name for exchange in EXCHANGES):
            raise ImpossibleAction(*_no_exchange(piece.name))
        return _promotion_violations(book.hardening, piece)

    def apply(self, state: Campaign, step: HardeningStep, who: str, play: Play) -> Campaign:
        side = as_side(who)
        book = state.book(side)
        piece = book.pieces[self.piece]
        found = promote(piece.name)
        first, second = found.result
        takes = " and ".join(found.result)
        play.log("promoted", found.rules, to=(side,), piece=piece.label, takes=takes)
        entry = f"{state.date}: exchanged for {takes}"
        number = next(n for n in range(2, 99) if f"{piece.id}p{n}" not in book.pieces)
        new = RosterPiece(
            id=f"{piece.id}p{number}",
            side=piece.side,
            kind="leader",
            name=second,
            cvp=worth(piece.side, "leader", second),
            history=(f"{state.date}: promoted with {piece.id}",),
            former=piece.former,
        )
        state = state.with_pieces(side, renamed(piece, first, entry), new)
        return state.change_book(side, hardening=replace(book.hardening, leader=True))


def _no_exchange(leader: str) -> tuple[str, Rules, str]:
    """Why a leader of this grade is exchanged for nobody."""
    rules = ("OTO-9.6114a-1", "OTO-9.6114b-1")
    return f"A {leader} is not exchanged", rules, "an 8-0 or an 8-1"


def _promotion_violations(now: Hardening, piece: RosterPiece) -> tuple[Violation, ...]:
    """What forbids the exchange of a leader."""
    isolated, wounded = bool(piece.area), piece.has("wounded")
    return breaches(promote, piece.name, isolated, wounded, now.leader)


class HardeningStep(SharedStep, frozen=True):
    """Both sides at once: DRs, and who is hardened."""

    cites = ("OTO-9.6112-2", "OTO-9.6113-2")
    verbs = (RollMmc, Harden, RollLeader, Promote, Seal, Ready)

    def prompt(self, state: Campaign, who: str) -> str:
        now = state.book(as_side(who)).hardening
        left = now.left + len(now.heroes)
        return f"9.611 Battle Hardening; MMC that may still harden: {left}"

    def violations(self, state: Campaign, who: str) -> tuple[Violation, ...]:
        return self.undone(state, as_side(who))

    def ready_label(self, state: Campaign, side: Side) -> str:
        return "Battle Hardening is done"

    def undone(self, state: Campaign, side: Side) -> tuple[Violation, ...]:
        return _undone(state.book(side).hardening)

    def finish(self, state: Campaign, side: Side, play: Play) -> Campaign:
        play.log("hardened", self.cites, side=side)
        return self.dismiss(state, side)

    def seal_offer(self, state: Campaign, side: Side) -> Offer | None:
        """A side whose orders are kept elsewhere hardens there too."""
        if not state.book(side).sealed:
            return None
        slot = Slot("commitment", prompt="the commitment on the envelope")
        label = "Hand in a sealed envelope instead"
        return Offer("seal", label, (slot,), ("OTO-9.6112-2",), aside=True)

    def take_envelope(self, state: Campaign, side: Side, commitment: str, play: Play) -> Campaign:
        """All Battle Hardening is in the envelope."""
        play.log("sealed", ("OTO-9.6112-2",), side=side, commitment=commitment)
        sealed = (*state.book(side).sealed, commitment)
        return self.finish(state.change_book(side, sealed=sealed), side, play)


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


def _may_harden(book: Book) -> list[RosterPiece]:
    """MMC that may still Battle Harden."""
    now = book.hardening
    fit = [p for p in book.retained if is_mmc(p) and p.id not in now.hardened]
    return [p for p in fit if now.left > 0 or _hero_for(now, p) is not None]


def _hero_for(now: Hardening, piece: RosterPiece) -> str | None:
    """The Isolated Area of a Hero who pays for an MMC, empty for one not Isolated; None: nobody.

    A Hero in an Isolated Area pays for an MMC of that area, any other Hero for any MMC.
    """
    for area in sorted(now.heroes, reverse=True):
        if not area or not breaches(check_hero_area, area, piece.area):
            return area
    return None


def _harden_violations(state: Campaign, side: Side, name: str) -> tuple[Violation, ...]:
    """What forbids a piece to Battle Harden."""
    book = state.book(side)
    now = book.hardening
    piece = book.piece(name)
    if piece.id in now.leaders:
        return ()
    if size(piece) == "leader":
        text = f"{piece.label} does not Battle Harden by the DR"
        rules = ("OTO-9.6113-2", "OTO-9.6113-3", "OTO-9.6113-4")
        return (Violation(text, rules, ", ".join(now.leaders) or "nobody does now"),)
    if piece.status not in ("map", "offmap") or not is_mmc(piece):
        raise ImpossibleAction(f"{piece.label} is not a Retained MMC", "OTO-9.6112-2")
    found: tuple[Violation, ...] = ()
    if now.left <= 0 and _hero_for(now, piece) is None:
        text = f"no Battle Hardening is left for {piece.label}"
        cited = ("OTO-9.6112-1", "OTO-9.6112-2")
        remedy = f"left by the DR: {now.left}; by Heroes of the same Isolated Area: 0"
        found = (Violation(text, cited, remedy),)
    rulings = state.rulings
    again = piece.id in now.hardened
    elite, conscripts = rulings.german_elite, rulings.russian_conscripts
    return (*found, *breaches(harden, side, piece.name, again, elite, conscripts))


def _won(state: Campaign, side: Side) -> bool:
    return bool(state.scores) and state.scores[-1].winner == side


def _harden(state: Campaign, side: Side, piece: RosterPiece, play: Play) -> Campaign:
    now = state.book(side).hardening
    found = harden(
        side, piece.name, False, state.rulings.german_elite, state.rulings.russian_conscripts
    )
    name = found.result.becomes
    fanatic = " and Fanatic" if found.result.fanatic else ""
    play.log("mmc_hardens", found.rules, to=(side,), piece=piece.label, name=f"{name}{fanatic}")
    states = with_states((*piece.states, "fanatic")) if found.result.fanatic else piece.states
    entry = f"{state.date}: Battle Hardened, {name}{fanatic}"
    better = renamed(piece, name, entry, states=states)
    heroes = list(now.heroes)
    left = now.left
    paid = _hero_for(now, piece)
    if paid is not None:
        heroes.remove(paid)
    else:
        left = max(left - 1, 0)
    after = replace(now, left=left, heroes=tuple(heroes), hardened=(*now.hardened, piece.id))
    return state.with_pieces(side, better).change_book(side, hardening=after)


def _words(piece: RosterPiece, now: Hardening) -> str:
    """A leader as the DR sees him; who has hardened as heroic is not taken again (9.6113)."""
    return piece.name + " heroic" * (piece.id in now.hardened) + " wounded" * piece.has("wounded")


def _harden_leader(state: Campaign, side: Side, piece: RosterPiece, play: Play) -> Campaign:
    """The leader chosen becomes the next better one."""
    name = next_grade(piece.name)
    play.log("mmc_hardens", ("OTO-9.6113-2",), to=(side,), piece=piece.label, name=name)
    entry = f"{state.date}: Battle Hardened, {name}"
    now = replace(state.book(side).hardening, leaders=(), must=False)
    state = state.change_book(side, hardening=now)
    return state.with_pieces(side, renamed(piece, name, entry))
