"""Before a battle each side prepares in secret: buys, receives, builds, scouts (8.6 to 8.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Step, replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Violation, unknown
from landbridge.engine.rules import Rules
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.book import Hardening, Phase
from landbridge.games.orsha.campaign.preparing.observers import (
    RECORDING,
    check_record,
    check_recorded,
    record,
    record_offer,
)
from landbridge.games.orsha.campaign.preparing.purchases import (
    CHOICES,
    affordable,
    choices_for,
    close_plan,
    enter_in_roster,
    faults_in,
    fortified,
    fortify,
    go_on,
    may_recon,
    purchase_rulings,
    receive_line,
    scout,
)
from landbridge.games.orsha.campaign.setting_up.placing import Place
from landbridge.games.orsha.rules.purchases.prices import cost
from landbridge.games.orsha.rules.purchases.reinforcement_groups import groups
from landbridge.games.orsha.rules.purchases.written import Purchase, parse_purchase
from landbridge.games.orsha.rules.scenario.dates import SHORT
from landbridge.games.orsha.rules.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

BUILT = ("foxhole_3", "trench", "wire", "at_ditch", "ap_mine", "at_mine", "concealment", "hip")
SPENDING = ("OTO-8.611-1", "OTO-8.611-2")


class Buy(Action, frozen=True):
    """Put a purchase on the plan: buy I1, buy 2x V4 offboard, buy O1 hexes=2."""

    rg: str
    choices: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The purchase as a plan writes it."""
        return " ".join((self.rg, *self.choices))


class PutBack(Action, frozen=True, tag="putback"):
    """Take a purchase off the plan again."""

    rg: str
    choices: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The purchase as a plan writes it."""
        return " ".join((self.rg, *self.choices))


class Receive(Action, frozen=True):
    """Determine strength, weapons and leaders of what was bought: of one line, or of all."""

    line: str | None = None


class Build(Action, frozen=True):
    """Plan Fortifications for FPP: build 4x foxhole_3, build pillbox 1-5-7."""

    what: tuple[str, ...]


class TearDown(Action, frozen=True, tag="teardown"):
    """Take a line of Fortifications off the plan again."""

    what: tuple[str, ...]


class Recon(Action, frozen=True):
    """Pay for a Recon dr and throw it."""

    cpp: int


class Ready(Action, frozen=True):
    """What was to be done in this part is done."""


class Seal(Action, frozen=True):
    """A side whose papers are kept elsewhere hands in a sealed envelope instead."""

    commitment: str


def begin_preparations(state: Campaign) -> Campaign:
    """Both books opened for the purchases of a date."""
    for side, book in state.both:
        opened = replace(
            book,
            phase="buying",
            plan=(),
            works=(),
            hip={},
            recon=0,
            report={},
            appeared={},
            hardening=Hardening(),
        )
        state = state.with_book(side, opened)
    return state


class Prepare(Step, frozen=True):
    """Steps 8.6 to 8.9, by both sides at once; who has finished is all that the enemy learns."""

    cites: ClassVar[Rules] = ("OTO-8.611-2",)

    waiting: tuple[Side, ...] = SIDES

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        return tuple(_decision(state, side) for side in self.waiting)

    def offers(self, state: Campaign, who: str, verb: str) -> bool | None:
        side: Any = who
        # What can be bought takes long to find out, and is checked anyhow.
        return True if verb == "buy" and self._buying(state, side) else None

    def _buying(self, state: Campaign, side: Side) -> bool:
        return side in self.waiting and state.book(side).phase == "buying"

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        side: Any = who
        book = state.book(side)
        if isinstance(action, Buy):
            return faults_in(state, side, parse_purchase(side, action.text))
        if isinstance(action, PutBack) and _without(book.plan, side, action.text) is None:
            raise BadInput(unknown("purchase on the plan", action.text, map(str, book.plan)))
        if isinstance(action, Receive) and action.line not in (None, *book.pending):
            raise BadInput(unknown("line to be received", action.line or "", book.pending))
        if isinstance(action, Build):
            return fortified(state, side, (*book.works, " ".join(action.what))).violations
        if isinstance(action, TearDown) and " ".join(action.what) not in book.works:
            raise BadInput(unknown("line on the plan", " ".join(action.what), book.works))
        if isinstance(action, Recon):
            if action.cpp not in (1, 2):
                raise BadInput(f"A Recon dr costs 1 or 2 CPP, not {action.cpp}.")
            may_recon(state, side, action.cpp)
        if isinstance(action, Place):
            return check_record(state, side, action)
        if isinstance(action, Ready) and book.phase == "observing":
            return check_recorded(state, side)
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        side: Any = who
        book = state.book(side)
        mine = (who,)
        if isinstance(action, Buy):
            bought = parse_purchase(side, action.text)
            play.log("bought", SPENDING, to=mine, what=", ".join(map(str, bought)))
            return state.change_book(side, plan=(*book.plan, *bought))
        if isinstance(action, PutBack):
            play.log("put_back", SPENDING, to=mine, what=action.text)
            left = _without(book.plan, side, action.text)
            return state.change_book(side, plan=left or ())
        if isinstance(action, Receive):
            for line in (action.line,) if action.line else book.pending:
                state = receive_line(state, side, line, play)
            if state.book(side).pending:
                return state
            return self._onward(go_on(state, side, "building"), side, play)
        if isinstance(action, Build):
            text = " ".join(action.what)
            play.log("planned_work", ("OTO-8.8-3",), to=mine, what=text)
            return state.change_book(side, works=(*book.works, text))
        if isinstance(action, TearDown):
            works = list(book.works)
            works.remove(" ".join(action.what))
            play.log("put_back", ("OTO-8.8-3",), to=mine, what=" ".join(action.what))
            return state.change_book(side, works=tuple(works))
        if isinstance(action, Recon):
            scouted = scout(state, side, action.cpp, play)
            return self._onward(go_on(scouted, side, "observing"), side, play)
        if isinstance(action, Place):
            return record(state, side, action, play)
        if isinstance(action, Seal):
            play.log("sealed", SPENDING, side=side, commitment=action.commitment)
            # What is left is in the envelope too.
            sealed = (*book.sealed, action.commitment)
            state = state.change_book(side, sealed=sealed, plan=(), cpp=0)
            return self._finish(state, side, play)
        return self._part_done(state, side, play)

    def _part_done(self, state: Campaign, side: Side, play: Play) -> Campaign:
        phase = state.book(side).phase
        if phase == "buying":
            state = close_plan(state, side, play)
        elif phase == "building":
            state = go_on(fortify(state, side, play), side, "scouting")
        else:
            state = go_on(state, side, "observing" if phase == "scouting" else "ready")
        return self._onward(state, side, play)

    def _onward(self, state: Campaign, side: Side, play: Play) -> Campaign:
        ready = state.book(side).phase == "ready"
        return self._finish(state, side, play) if ready else state

    def _finish(self, state: Campaign, side: Side, play: Play) -> Campaign:
        play.log("prepared", ("OTO-8.611-2",), side=side)
        state = enter_in_roster(state.change_book(side, phase="ready"), side)
        left = tuple(other for other in self.waiting if other != side)
        return replace_step(state, Prepare(left)) if left else replace_step(state)


# What is offered


def _decision(state: Campaign, side: Side) -> Decision:
    book = state.book(side)
    offers: list[Offer] = []
    prompt, rules = _PROMPTS[book.phase]
    if book.phase == "buying":
        spent = cost(side, state.date, book.plan, purchase_rulings(state)).total
        prompt = f"{prompt}; {book.cpp - spent} of {book.cpp} CPP left"
        rg = Slot("rg", prompt="which RG?", examples=affordable(state, side) or tuple(groups(side)))
        offers.append(Offer("buy", "Buy a Reinforcement Group", (rg, _CHOICE), ("OTO-8.611-1",)))
        if book.plan:
            slot = Slot("rg", examples=tuple(map(str, book.plan)), prompt="which purchase?")
            label = "Take a purchase off the plan"
            offers.append(Offer("putback", label, (slot, _CHOICE), aside=True))
        seal = Slot("commitment", prompt="the commitment on the envelope")
        label = "Hand in a sealed envelope (papers kept elsewhere)"
        offers.append(Offer("seal", label, (seal,), ("OTO-8.611-2",), aside=True))
    elif book.phase == "receiving":
        slot = Slot("line", book.pending, prompt="one line only?", optional=True)
        label = "Determine strength, weapons and leaders"
        offers.append(Offer("receive", label, (slot,), ("OTO-8.62-1",)))
    elif book.phase == "building":
        slot = Slot("what", examples=BUILT, prompt="what? such as 4x foxhole_3")
        offers.append(Offer("build", "Plan Fortifications", (slot,), ("OTO-8.8-1",)))
        if book.works:
            slot = Slot("what", examples=book.works, prompt="which line?")
            offers.append(Offer("teardown", "Take a line off the plan", (slot,), aside=True))
        plan = fortified(state, side, book.works)
        prompt = f"{prompt}; {plan.fpp - plan.spent} of {plan.fpp} FPP left"
    elif book.phase == "scouting":
        slot = Slot("cpp", low=1, high=2, prompt="1 CPP, or 2 for the better drm?")
        offers.append(Offer("recon", "Make a Recon dr", (slot,), ("OTO-8.9-1",)))
    elif book.phase == "observing":
        offers.append(record_offer(state, side))
    if book.phase != "receiving":
        offers.append(Offer("ready", _DONE[book.phase]))
    return Decision(side, f"{SHORT[state.date]}: {prompt}", tuple(offers), rules)


_CHOICE = Slot("choices", examples=CHOICES, prompt="what is chosen for it?", optional=True)
_HIDDEN = Slot("what", ("cupola", "squad", "hs", "crew", "smc"), prompt="who is to hide?")
_PROMPTS: dict[Phase, tuple[str, tuple[str, ...]]] = {
    "buying": ("purchases, in secret", ("OTO-8.61-1", "OTO-8.611-1")),
    "receiving": ("what was bought is received", ("OTO-8.62-1",)),
    "building": ("Fortifications", ("OTO-8.8-1", "OTO-8.8-2")),
    "scouting": ("Reconnaissance", ("OTO-8.9-1",)),
    "observing": ("Offboard Observers, before the Germans set up", RECORDING),
    "ready": ("ready", ()),
}
_DONE: dict[Phase, str] = {
    "buying": "All is bought",
    "receiving": "",
    "building": "Fortifications are settled; FPP left over are lost",
    "scouting": "No reconnaissance",
    "observing": "The Observers are recorded",
    "ready": "Ready",
}


def _without(plan: tuple[Purchase, ...], side: Side, text: str) -> tuple[Purchase, ...] | None:
    """The plan without this purchase, or None if it is not there."""
    wanted = parse_purchase(side, text)[0]
    if wanted not in plan:
        return None
    place = plan.index(wanted)
    return (*plan[:place], *plan[place + 1 :])


def complete_buy(state: Campaign, side: Side, said: tuple[str, ...]) -> Slot | None:
    """What may still be chosen for an RG, if anything."""
    fitting = choices_for(state, side, said)
    return Slot("choices", fitting, prompt=_CHOICE.prompt, optional=True) if fitting else None


def complete_build(said: tuple[str, ...]) -> Slot | None:
    """What is still to be said for a line of Fortifications: only HIP needs a second word."""
    if not said:
        return Slot("what", examples=BUILT, prompt="what? such as 4x foxhole_3")
    return _HIDDEN if said == ("hip",) else None
