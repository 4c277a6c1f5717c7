"""Two climbers on two ladders: climbing is safe but takes breath, jumping is luck."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Agenda, AgendaGame, Routine, Step, push_steps, replace_step
from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.events import Play
from landbridge.engine.findings import Finding, Why
from landbridge.engine.game import Option, Outcome, Scenario
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules import in_force
from landbridge.engine.tables import table
from landbridge.engine.tallies import modifier, tally

JUMP = table("toys", "ladder.jump", int)
BREATH = 4

Climber = Literal["north", "south"]
Hand = Literal["left", "right"]


# What players do


class Climb(Action, frozen=True):
    """Climb some rungs, with the hand that is free."""

    hand: Hand
    rungs: int


class Leap(Action, frozen=True, tag="jump"):
    """Jump for it."""


class Rest(Action, frozen=True):
    """Get the breath back."""


class Grab(Action, frozen=True):
    """Grab a rung while falling, or let go."""

    hold: bool


class Shout(Action, frozen=True):
    """Say something; it can be heard and not be taken back."""

    words: tuple[str, ...] = ()


# What is to be done


class Move(Step, frozen=True):
    """One climber's move."""

    who: Climber

    def asks(self, state: Position) -> tuple[Decision, ...]:
        breath = state.breath[self.who]
        free = "left" if state.hand[self.who] == "right" else "right"
        hand = Slot("hand", (free,), prompt="which hand?")
        rungs = Slot("rungs", low=1, high=breath, prompt="how many rungs?")
        climb = Offer("climb", "Climb some rungs", (hand, rungs), ("DC-TOY-3",))
        offers = (
            *((climb,) if breath else ()),
            Offer("jump", "Jump: one die", rules=("DC-TOY-4",)),
            Offer("rest", "Rest"),
            Offer("shout", "Shout", (Slot("words", optional=True),)),
        )
        return (Decision(self.who, f"{self.who} moves", offers, ("DC-TOY-3",)),)

    def check(self, state: Position, who: str, action: Action) -> tuple[Violation, ...]:
        if not isinstance(action, Climb):
            return ()
        if not 1 <= action.rungs <= BREATH:
            raise Refusal(
                f"nobody climbs {action.rungs} rungs at once", "DC-TOY-3", "legal: 1 to 4"
            )
        found = []
        if action.rungs > state.breath[who] and in_force("DC-TOY-3"):
            text = f"{action.rungs} rungs take more than {state.breath[who]} breaths"
            found.append(Violation(text, ("DC-TOY-3",), "rest first"))
        if action.hand == state.hand[who]:
            found.append(Violation(f"the {action.hand} hand is still holding on"))
        return tuple(found)

    def answer(self, state: Position, who: str, action: Any, play: Play) -> Position:
        if isinstance(action, Shout):
            play.log("shout", reveals=True, who=who, words=" ".join(action.words))
            return state
        if isinstance(action, Rest):
            play.log("rest", who=who)
            return replace_step(
                replace(state, breath=state.breath | {who: BREATH}), NextMove(self.who)
            )
        if isinstance(action, Climb):
            play.log("climb", ("DC-TOY-3",), who=who, rungs=action.rungs)
            left = max(state.breath[who] - action.rungs, 0)
            state = replace(
                state, breath=state.breath | {who: left}, hand=state.hand | {who: action.hand}
            )
            return replace_step(_up(state, who, action.rungs), NextMove(self.who))
        rungs = jump(state.breath[who], play.nature)
        play.log("jump", ("DC-TOY-4",), who=who, rungs=rungs)
        state = replace_step(state, NextMove(self.who))
        return push_steps(state, Falling(self.who)) if rungs < 0 else _up(state, who, rungs)


class Falling(Step, frozen=True):
    """A jump that went wrong, in the middle of a move."""

    who: Climber

    def asks(self, state: Position) -> tuple[Decision, ...]:
        slot = Slot("hold", ("yes", "no"), prompt="hold on?")
        return (
            Decision(self.who, "You fall", (Offer("grab", "Grab a rung", (slot,)),), ("DC-TOY-5",)),
        )

    def answer(self, state: Position, who: str, action: Any, play: Play) -> Position:
        if action.hold:
            return replace_step(replace(state, breath=state.breath | {who: 0}), Gasp(who))
        rung = 0 if state.rulings["fall"] == "to_ground" else max(state.rung[who] - 1, 0)
        play.log("fall", ("DC-TOY-5", "RUL-DC-TOY-1"), who=who, rung=rung)
        return replace_step(replace(state, rung=state.rung | {who: rung}))


class Gasp(Routine, frozen=True):
    """Holding on takes all breath."""

    who: Climber

    def run(self, state: Position, play: Play) -> Position:
        play.log("gasp", who=self.who)
        return state


class NextMove(Routine, frozen=True):
    """The other climber is next; after both, the round is over."""

    who: Climber

    def run(self, state: Position, play: Play) -> Position:
        if self.who == "north":
            return push_steps(state, Move("south"))
        return push_steps(state, Clock(), Move("north"))


class Clock(Routine, frozen=True):
    """Time goes by."""

    def run(self, state: Position, play: Play) -> Position:
        play.log("round_over", round=state.round)
        return replace(state, round=state.round + 1)


class Position(Agenda, frozen=True, kw_only=True):
    """Where the climbers are."""

    agenda: tuple[Move | Falling | Gasp | NextMove | Clock, ...]
    rulings: dict[str, str]
    top: int
    rung: dict[str, int]
    breath: dict[str, int]
    hand: dict[str, Hand]
    round: int = 1


class Ladder(AgendaGame[Position]):
    """The game."""

    name = "ladder"
    title = "Two ladders"
    edition = "1"
    roles = ("north", "south")
    package = "toys"
    actions = (Climb, Leap, Rest, Grab, Shout)
    scenarios = (Scenario("house", "Six rungs"), Scenario("tower", "Three hundred rungs"))
    options = (Option("start", ("ground", "middle"), "ground", "where the climbers begin"),)

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Position:
        top = 6 if scenario == "house" else 300
        first = top // 2 if options["start"] == "middle" else 0
        play.log("begin", top=top)
        return Position(
            agenda=(Move("north"),),
            rulings=options,
            top=top,
            rung=dict.fromkeys(self.roles, first),
            breath=dict.fromkeys(self.roles, BREATH),
            hand=dict.fromkeys(self.roles, "right"),
        )

    def outcome(self, state: Position) -> Outcome | None:
        for role in self.roles:
            if state.rung[role] >= state.top:
                return Outcome("the top is reached", role, ("DC-TOY-6",), state.rung)
        if state.round > 2 * state.top:
            return Outcome("it is dark", rules=("DC-TOY-6",), score=state.rung)
        return None


def _up(state: Position, who: str, rungs: int) -> Position:
    return replace(state, rung=state.rung | {who: min(state.rung[who] + rungs, state.top)})


def jump(breath: int, nature: Nature) -> int:
    """How many rungs a jump gains; -1 is a fall."""
    fresh = modifier(1, "fresh", "DC-TOY-4") if breath == BREATH else None
    found: int = nature.look(JUMP, tally(fresh))
    return found


class Jump(Question, frozen=True, kw_only=True):
    """How many rungs a jump gains."""

    rolls = {"die": JUMP.title}
    cites = ("DC-TOY-4",)

    breath: Annotated[int, Meta(ge=0, le=BREATH, description="the breath left")] = 0
    die: Annotated[int, Meta(ge=1, le=6, description="one die, unmodified")] | None = None

    def answer(self, nature: Nature) -> Finding[int]:
        return Why().so(jump(self.breath, nature))
