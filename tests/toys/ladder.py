"""Two climbers on two ladders: climbing is safe but takes breath, jumping is luck."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Agenda, Routine, Step, push_steps, replace_step
from landbridge.engine.play.agenda_game import AgendaGame
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import Play
from landbridge.engine.play.game import Option, Outcome, Scenario
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why

JUMP = table("toys", "ladder.jump", int)
BREATH = 4

Climber = Literal["north", "south"]
Hand = Literal["left", "right"]


class Position(Agenda, frozen=True, kw_only=True):
    """Where the climbers are."""

    rulings: dict[str, str]
    top: int
    rung: dict[str, int]
    breath: dict[str, int]
    hand: dict[str, Hand]
    round: int = 1


# What players do


class Climb(Verb, frozen=True):
    """Climb some rungs, with the hand that is free."""

    hand: Hand
    rungs: int

    @classmethod
    def offer(cls, state: Position, step: Move, who: str) -> Offer | None:
        if not state.breath[who]:
            return None
        free = "left" if state.hand[who] == "right" else "right"
        hand = Slot("hand", (free,), prompt="which hand?")
        rungs = Slot("rungs", low=1, high=state.breath[who], prompt="how many rungs?")
        return Offer("climb", "Climb some rungs", (hand, rungs), ("DC-TOY-3",))

    @classmethod
    def out_of_turn(cls, state: Position, step: Step, who: str) -> Step | None:
        # Without breath, but not while the other climbs.
        return step if isinstance(step, Move) and step.who == who else None

    def check(self, state: Position, step: Move, who: str) -> tuple[Violation, ...]:
        if not 1 <= self.rungs <= BREATH:
            text = f"nobody climbs {self.rungs} rungs at once"
            raise ImpossibleAction(text, "DC-TOY-3", "legal: 1 to 4")
        found = []
        if self.rungs > state.breath[who] and in_force("DC-TOY-3"):
            text = f"{self.rungs} rungs take more than {state.breath[who]} breaths"
            found.append(Violation(text, ("DC-TOY-3",), "rest first"))
        if self.hand == state.hand[who]:
            text = f"the {self.hand} hand is still holding on"
            found.append(Violation(text, ("DC-TOY-3",), "use the other one"))
        return tuple(found)

    def apply(self, state: Position, step: Move, who: str, play: Play) -> Position:
        play.log("climb", ("DC-TOY-3",), who=who, rungs=self.rungs)
        left = max(state.breath[who] - self.rungs, 0)
        state = replace(
            state, breath=state.breath | {who: left}, hand=state.hand | {who: self.hand}
        )
        return replace_step(_up(state, who, self.rungs), NextMove(step.who))


class Leap(Verb, frozen=True, tag="jump"):
    """Jump for it."""

    @classmethod
    def offer(cls, state: Position, step: Move, who: str) -> Offer:
        return Offer("jump", "Jump: one die", rules=("DC-TOY-4",))

    def apply(self, state: Position, step: Move, who: str, play: Play) -> Position:
        rungs = jump(state.breath[who], play.nature)
        play.log("jump", ("DC-TOY-4",), who=who, rungs=rungs)
        state = replace_step(state, NextMove(step.who))
        return push_steps(state, Falling(step.who)) if rungs < 0 else _up(state, who, rungs)

    def forecast(self, state: Position, step: Move, who: str) -> Forecast:
        rungs = odds(lambda nature: jump(state.breath[who], nature))
        return Forecast("The jump", rungs.map(lambda n: "fall" if n < 0 else f"{n} up"))


class Rest(Verb, frozen=True):
    """Get the breath back."""

    @classmethod
    def offer(cls, state: Position, step: Move, who: str) -> Offer:
        return Offer("rest", "Rest")

    def apply(self, state: Position, step: Move, who: str, play: Play) -> Position:
        play.log("rest", who=who)
        rested = replace(state, breath=state.breath | {who: BREATH})
        return replace_step(rested, NextMove(step.who))


class Grab(Verb, frozen=True):
    """Grab a rung while falling, or let go."""

    hold: bool

    @classmethod
    def offer(cls, state: Position, step: Falling, who: str) -> Offer:
        return Offer("grab", "Grab a rung", (Slot("hold", ("yes", "no"), prompt="hold on?"),))

    def apply(self, state: Position, step: Falling, who: str, play: Play) -> Position:
        if self.hold:
            return replace_step(replace(state, breath=state.breath | {who: 0}), Gasp(step.who))
        rung = 0 if state.rulings["fall"] == "to_ground" else max(state.rung[who] - 1, 0)
        play.log("fall", ("DC-TOY-5", "RUL-DC-TOY-1"), who=who, rung=rung)
        return replace_step(replace(state, rung=state.rung | {who: rung}))


class Shout(Verb, frozen=True):
    """Say something; it can be heard and not be taken back."""

    words: tuple[str, ...] = ()

    @classmethod
    def offer(cls, state: Position, step: Move, who: str) -> Offer:
        return Offer("shout", "Shout", (Slot("words", optional=True),))

    @classmethod
    def out_of_turn(cls, state: Position, step: Step, who: str) -> Step:
        return Move("north" if who == "north" else "south")

    def apply(self, state: Position, step: Move, who: str, play: Play) -> Position:
        play.log("shout", reveals=True, who=who, words=" ".join(self.words))
        return state


# What is to be done


class Move(Step, frozen=True):
    """One climber's move."""

    cites = ("DC-TOY-3",)
    verbs = (Climb, Leap, Rest, Shout)

    who: Climber

    def deciders(self, state: Position) -> tuple[str, ...]:
        return (self.who,)

    def prompt(self, state: Position, who: str) -> str:
        return f"{who} moves"


class Falling(Step, frozen=True):
    """A jump that went wrong, in the middle of a move."""

    cites = ("DC-TOY-5",)
    verbs = (Grab,)

    who: Climber

    def deciders(self, state: Position) -> tuple[str, ...]:
        return (self.who,)

    def prompt(self, state: Position, who: str) -> str:
        return "You fall"


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


class Ladder(AgendaGame[Position]):
    """The game."""

    name = "ladder"
    title = "Two ladders"
    edition = "1"
    roles = ("north", "south")
    package = "toys"
    chapters = "toys.ladder"
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
