"""The campaign, turn by turn: weather, first player, two player turns, and the end."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Agenda, AgendaGame, Routine, Step, done
from landbridge.engine.events import Play
from landbridge.engine.findings import Why
from landbridge.engine.game import Outcome, Scenario
from landbridge.engine.rules import in_force
from landbridge.games.belorussia.calendar import campaign_start, turns
from landbridge.games.belorussia.ice import Ice, next_ice
from landbridge.games.belorussia.weather import (
    BothConditions,
    ends_by_mud,
    flight_condition,
    ground_condition,
    ground_effects,
    in_words,
    mud_run,
)
from landbridge.games.belorussia.words import IN_WORDS, Flight, Ground, Side, short

# What players do


class Weather(Action, frozen=True):
    """Roll for the weather of the turn."""


class Initiative(Action, frozen=True):
    """Both sides roll for first player."""


class Go(Action, frozen=True):
    """The winner of the roll chooses to be first or second."""

    order: Literal["first", "second"]


class End(Action, frozen=True):
    """A side ends its player turn."""


# What is to be done


class RollWeather(Step, frozen=True):
    """The Weather Determination Segment."""

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        offer = Offer("weather", f"Roll the weather of {short(state.date)}")
        return (Decision("soviet", "Weather for the whole turn", (offer,), ("TFB-1.8-1",)),)

    def answer(self, state: Campaign, who: str, action: Action, play: Play) -> Campaign:
        if _given(state):
            state = replace(state, ground="dry", flight="full")
            play.tell("weather", ("RUL-TFB-50",), weather="Dry, Full Flight (as the scenario says)")
            return done(state, Sequence())
        ground = ground_condition(state.date, play.nature)
        run = mud_run(state.mud, state.date, ground, state.rulings["april_end"])
        state = _under(replace(state, ground=ground, mud=run), ground, play, "from_third_turn")
        if ends_by_mud(run, state.date):
            play.tell("ends_by_mud", ("TFB-1.8-13", "TFB-EDGE-19", "RUL-TFB-41"))
            return replace(state, ended="mud", agenda=())
        flight = flight_condition(ground, play.nature)
        state = replace(state, flight=flight)
        first = ("TFB-EDGE-69", "RUL-TFB-50") if state.turn == 1 else ()
        found = BothConditions(ground, flight)
        play.tell("weather", ("TFB-1.8-1", *first), weather=in_words(found))
        return done(state, Sequence())


class Sequence(Routine, frozen=True):
    """Sets the rest of the turn up: a simulcast turn has no first player."""

    def run(self, state: Campaign, play: Play) -> Campaign:
        effects = ground_effects(state.ground or "dry")
        if effects.result.simulcast:
            play.tell("simulcast", ("TFB-DF-1", "OCS 2.4"))
            return replace(state, agenda=(Together(), *state.agenda))
        if _given(state):
            play.tell("first_player_given", ("RUL-TFB-50",), first="Soviet")
            return replace(
                state, agenda=(PlayerTurn("soviet"), PlayerTurn("axis"), TurnEnd(), *state.agenda)
            )
        return replace(state, agenda=(RollInitiative(), *state.agenda))


class RollInitiative(Step, frozen=True):
    """The First Player Determination Segment."""

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        offer = Offer("initiative", "Both sides roll two dice; the higher chooses")
        return (Decision("soviet", "Who is first player?", (offer,), ("OCS 2.1",)),)

    def answer(self, state: Campaign, who: str, action: Action, play: Play) -> Campaign:
        while True:
            soviet = play.nature.roll("2d6", "Soviet roll for first player", "OCS 2.1")
            axis = play.nature.roll("2d6", "Axis roll for first player", "OCS 2.1")
            if soviet != axis:
                break
        winner: Side = "soviet" if soviet > axis else "axis"
        play.tell(
            "first_player_roll", ("OCS 2.1",), soviet=soviet, axis=axis, winner=IN_WORDS[winner]
        )
        return done(state, ChooseOrder(winner))


class ChooseOrder(Step, frozen=True):
    """The winner of the roll chooses."""

    winner: Side

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        slot = Slot("order", ("first", "second"), prompt="first or second?")
        offer = Offer("go", "Go first or second", (slot,))
        return (Decision(self.winner, "You won the roll", (offer,), ("OCS 2.1",)),)

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        other: Side = "axis" if self.winner == "soviet" else "soviet"
        first, second = (self.winner, other) if action.order == "first" else (other, self.winner)
        play.tell("order_chosen", ("OCS 2.1",), first=IN_WORDS[first])
        return done(state, PlayerTurn(first), PlayerTurn(second), TurnEnd())


class PlayerTurn(Step, frozen=True):
    """One side's player turn, played on the map."""

    side: Side

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        offer = Offer("end", f"End the {IN_WORDS[self.side]} player turn")
        prompt = f"{short(state.date)}: {IN_WORDS[self.side]} player turn"
        return (Decision(self.side, prompt, (offer,), ("OCS 2.1",)),)

    def answer(self, state: Campaign, who: str, action: Action, play: Play) -> Campaign:
        play.tell("player_turn_ends", ("OCS 2.1",), side=IN_WORDS[self.side])
        return done(state)


class Together(Step, frozen=True):
    """A simulcast turn: each side ends it when it is done, in either order."""

    waiting: tuple[Side, ...] = ("soviet", "axis")

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        return tuple(
            Decision(
                side,
                f"{short(state.date)}: simulcast turn",
                (Offer("end", f"End the turn for the {IN_WORDS[side]} side"),),
                ("TFB-DF-1", "OCS 2.4"),
            )
            for side in self.waiting
        )

    def answer(self, state: Campaign, who: str, action: Action, play: Play) -> Campaign:
        left = tuple(side for side in self.waiting if side != who)
        if left:
            play.tell("player_turn_ends", ("OCS 2.4",), side=IN_WORDS[who])
            return done(state, Together(left))
        play.tell("both_done", ("TFB-DF-1", "OCS 2.4"))
        return done(state, TurnEnd())


class TurnEnd(Routine, frozen=True):
    """The turn marker moves on; the rivers freeze or thaw."""

    def run(self, state: Campaign, play: Play) -> Campaign:
        state = _under(state, state.ground or "dry", play, "from_fourth_turn")
        past = (*state.past, (state.ground or "dry", state.flight or "none"))
        every = turns(state.rulings["last_turn"])
        state = replace(state, past=past, ground=None, flight=None)
        if state.turn == len(every):
            play.tell("ends_by_calendar", ("TFB-CAL-3", "RUL-TFB-49"))
            return replace(state, ended="calendar", agenda=())
        state = replace(state, turn=state.turn + 1, agenda=(RollWeather(),))
        _announce(state, play)
        return state


def _under(state: Campaign, ground: Ground, play: Play, timing: str) -> Campaign:
    """The rivers after this ground, if the ruling changes them at this moment."""
    if state.rulings["ice_timing"] != timing:
        return state
    why = Why()
    ice = next_ice(state.ice, ground, why)
    rules = (*why.so(None).rules, "RUL-TFB-40")
    if ice.present and not state.ice.present:
        play.tell("ice_sets_in", rules)
    elif state.ice.present and not ice.present:
        play.tell("ice_goes", rules)
    return replace(state, ice=ice)


def _given(state: Campaign) -> bool:
    """Whether the scenario itself says how the first turn begins."""
    rolled = state.rulings["first_turn"] == "rolled" and in_force("TFB-EDGE-69")
    return state.turn == 1 and not rolled


def _announce(state: Campaign, play: Play) -> None:
    of = len(turns(state.rulings["last_turn"]))
    play.tell("turn_begins", ("TFB-CAL-1",), date=short(state.date), number=state.turn, of=of)


# The position


class Campaign(Agenda, frozen=True, kw_only=True):
    """Where the campaign stands."""

    agenda: tuple[
        RollWeather | Sequence | RollInitiative | ChooseOrder | PlayerTurn | Together | TurnEnd, ...
    ]
    rulings: dict[str, str]
    turn: int
    ice: Ice
    mud: int = 0
    """Turns of Mud in a row, as far as the April ending counts them."""
    ground: Ground | None = None
    flight: Flight | None = None
    past: tuple[tuple[Ground, Flight], ...] = ()
    """The weather of every turn played."""
    ended: Literal["mud", "calendar"] | None = None

    @property
    def date(self) -> date:
        """The turn, by its date."""
        return turns(self.rulings["last_turn"])[self.turn - 1]


class Belorussia(AgendaGame[Campaign]):
    """The Forgotten Battles as a calendar beside the map."""

    name = "belorussia"
    title = "The Forgotten Battles"
    edition = "1"
    roles = ("soviet", "axis")
    package = "landbridge.games.belorussia"
    actions = (Weather, Initiative, Go, End)
    scenarios = (
        Scenario("campaign-1943", "The whole campaign", "63 turns from 26 Sep 43"),
        Scenario("campaign-1944", "The campaign of 1944", "28 turns from 26 Jan 44"),
    )

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Campaign:
        start = campaign_start(scenario).result
        state = Campaign(
            agenda=(RollWeather(),), rulings=options, turn=start.number, ice=Ice(start.ice)
        )
        play.tell(
            "campaign_begins",
            ("TFB-CAL-3", "TFB-CAL-5"),
            date=short(state.date),
            number=state.turn,
            of=len(turns(options["last_turn"])),
        )
        return state

    def outcome(self, state: Campaign) -> Outcome | None:
        if state.ended == "mud":
            return Outcome("third Mud in a row in April", rules=("TFB-1.8-13",))
        if state.ended == "calendar":
            return Outcome("the last turn has been played", rules=("TFB-CAL-3",))
        return None

    def summary(self, view: Campaign) -> list[str]:
        weather = (
            in_words(BothConditions(view.ground, view.flight))
            if view.ground and view.flight
            else "not rolled yet"
        )
        of = len(turns(view.rulings["last_turn"]))
        return [
            f"{short(view.date)}, turn {view.turn} of {of}",
            f"Weather: {weather}",
            f"Rivers: {'Ice' if view.ice.present else 'open'}"
            + (f" ({view.ice.run} of 3 turns towards a change)" if view.ice.run else ""),
        ]
