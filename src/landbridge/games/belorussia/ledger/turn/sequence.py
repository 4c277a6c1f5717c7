"""The turn around the two player turns: weather, first player, and the end."""

from __future__ import annotations

from datetime import date
from typing import Literal

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Routine, Step, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.arrivals.emergencies import GROUPS, Which
from landbridge.games.belorussia.arrivals.special_events import (
    SpecialEventName,
    divisions_come,
    special_event,
)
from landbridge.games.belorussia.arrivals.stavka import AIRBORNE, BY_EVENT, CORPS
from landbridge.games.belorussia.ledger.books import LateEntry
from landbridge.games.belorussia.ledger.fronts.objectives import score_all_objectives
from landbridge.games.belorussia.ledger.reinforcement.arrivals import bomber_leaves
from landbridge.games.belorussia.ledger.reinforcement.special_replacements import draw_from_pool
from landbridge.games.belorussia.ledger.score import score_so_far
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.player_turns import BeginPlayerTurn, BeginSimulcast
from landbridge.games.belorussia.map_game.turn_end import turn_ends_on_map
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.sequence_of_play import (
    alternates,
    before_the_player_turns,
    both_players,
)
from landbridge.games.belorussia.weather.conditions import (
    BothConditions,
    describe_weather,
    flight_condition,
    flight_row,
    ground_condition,
    only_ground,
)
from landbridge.games.belorussia.weather.ground_effects import is_simulcast
from landbridge.games.belorussia.weather.ice import changes_late, next_ice
from landbridge.games.belorussia.weather.mud_ending import ends_by_mud, march_counts, mud_run
from landbridge.games.belorussia.words import NAME_OF, Ground, Side, short


class Weather(Verb, frozen=True):
    """Roll for the weather of the turn."""

    @classmethod
    def offer(cls, state: Ledger, step: RollWeather, who: str) -> Offer:
        return Offer("weather", f"Roll the weather of {short(state.date)}")

    def say_automatic(self, state: Ledger, step: RollWeather, who: str) -> str:
        if given_by_scenario(state):
            return "The scenario gives the weather of its first turn: type no dice."
        ground = only_ground(state.date)
        if ground is None:
            return ""
        day = f"{state.date.day} {state.date:%b}"
        return f"{NAME_OF[ground]} is automatic on {day}: type only the flight dice."

    def apply(self, state: Ledger, step: RollWeather, who: str, play: Play) -> Ledger:
        if given_by_scenario(state):
            state = replace(state, ground="dry", flight="full")
            play.log("weather", ("RUL-TFB-50",), weather="Dry, Full Flight (as the scenario says)")
            return replace_step(state, PlanTurn())
        ground = ground_condition(state.date, play.nature)
        why = Why()
        spring = state.date.month in (3, 4)
        march = spring and march_counts(state.rulings.april_end, why)
        run = mud_run(state.mud, state.date, ground, march)
        state = rivers_after(
            replace(state, ground=ground, mud=run), ground, play, "from_third_turn"
        )
        if ends_by_mud(run, state.date):
            play.log("ends_by_mud", ("TFB-1.8-13", "TFB-EDGE-19", "RUL-TFB-41"))
            # The game stops at once: the turn itself is not played.
            if in_force("TFB-EDGE-19"):
                return campaign_ends(state, "mud", play)
        flight = flight_condition(flight_row(ground, Why()), play.nature)
        first = ("TFB-EDGE-69", "RUL-TFB-50") if state.turn == 1 else ()
        mud = why.so(None).rules if ground == "mud" and spring else ()
        found = describe_weather(BothConditions(ground, flight))
        play.log("weather", ("TFB-1.8-1", "OCS-2.3-1", *first, *mud), weather=found)
        return replace_step(replace(state, flight=flight), SpecialEvents(), PlanTurn())


class RollWeather(Step, frozen=True):
    """The Weather Determination Segment."""

    cites = ("TFB-1.8-1",)
    verbs = (Weather,)

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return ("soviet",)

    def prompt(self, state: Ledger, who: str) -> str:
        return "Weather for the whole turn"


class SpecialEvents(Routine, frozen=True):
    """Two dice for a Special Event, where the players use the reconstructed table."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        if state.is_excerpt:
            return state
        ruling = state.rulings.special_events
        happened = state.happened
        if AIRBORNE in state.used:
            # What an appeal has brought does not come by an event as well.
            happened = (*happened, "guards_airborne")
        found = special_event(state.date, play.nature, happened, ruling)
        event = found.result.event
        thrown = any(roll.faces for roll in play.nature.record)
        if event != "none" or thrown:
            play.log("special_event", found.rules, effect=found.result.effect)
        if event == "none":
            return state
        return apply_special_event(replace(state, happened=(*state.happened, event)), event, play)


def apply_special_event(state: Ledger, event: SpecialEventName, play: Play) -> Ledger:
    """What a Special Event leaves to be done later."""
    if event == "axis_strategic_reserve":
        ruling = state.rulings.special_events
        if not divisions_come(state.date, ruling, Why()):
            return draw_from_pool(state, "ag_pg", play)
    if event == "night_bomber" and state.bomber:
        # It is there already, and stays as long as if it had just come.
        return replace(state, bomber=bomber_leaves(state))
    if event == "guards_airborne":
        corps = LateEntry("soviet", CORPS[AIRBORNE])
        return replace(state, used=(*state.used, BY_EVENT), late=(*state.late, corps))
    if event == "partisan_surge":
        return replace(state, surge=True)
    rows: dict[SpecialEventName, tuple[Which, ...]] = {
        "night_bomber": ("night_bomber",),
        "axis_strategic_reserve": ("event_group",),
        "axis_emergency_release": ("vitebsk", "kovel"),
    }
    due = [GROUPS[group] for group in rows.get(event, ())]
    new = tuple(row for row in due if row not in (*state.called, *state.used))
    free = new if event == "axis_emergency_release" else ()
    return replace(state, called=(*state.called, *new), free=(*state.free, *free))


class PlanTurn(Routine, frozen=True, tag="Sequence"):
    """Sets the rest of the turn up: a simulcast turn has no first player."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        if is_simulcast(state.ground or "dry", Why()):
            play.log("simulcast", ("TFB-DF-1", "OCS-2.4-4", "OCS-2.4-1"))
            if alternates(True, Why()):
                return push_steps(state, BeginSimulcast(), TurnEnd())
            return push_steps(state, *player_turns("soviet"))
        if given_by_scenario(state):
            play.log("first_player_given", ("RUL-TFB-50",), first="Soviet")
            return push_steps(state, *player_turns("soviet"))
        if "first player" not in before_the_player_turns(False, Why()):
            return push_steps(state, *player_turns("soviet"))
        return push_steps(state, RollInitiative())


def player_turns(first: Side) -> tuple[Routine, ...]:
    """The player turns of a game turn, and its end."""
    return (*(BeginPlayerTurn(side) for side in both_players(first, Why())), TurnEnd())


class Initiative(Verb, frozen=True):
    """Both sides roll for first player."""

    @classmethod
    def offer(cls, state: Ledger, step: RollInitiative, who: str) -> Offer:
        return Offer("initiative", "Both sides roll two dice; the higher chooses")

    def apply(self, state: Ledger, step: RollInitiative, who: str, play: Play) -> Ledger:
        again = False
        while True:
            soviet = play.nature.roll("2d6", "Soviet roll for first player", "OCS-2.3-2")
            axis = play.nature.roll("2d6", "Axis roll for first player", "OCS-2.3-2")
            if soviet != axis or not in_force("OCS-2.3-3"):
                break
            again = True
        winner: Side = "soviet" if soviet >= axis else "axis"
        rules = ("OCS-2.3-2", "OCS-2.3-3") if again else ("OCS-2.3-2",)
        named = NAME_OF[winner]
        play.log("first_player_roll", rules, soviet=soviet, axis=axis, winner=named)
        return replace_step(state, ChooseOrder(winner))


class RollInitiative(Step, frozen=True):
    """The First Player Determination Segment."""

    cites = ("OCS-2.3-2",)
    verbs = (Initiative,)

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return ("soviet",)

    def prompt(self, state: Ledger, who: str) -> str:
        return "Who is first player?"


class Go(Verb, frozen=True):
    """The winner of the roll chooses to be first or second."""

    order: Literal["first", "second"]

    @classmethod
    def offer(cls, state: Ledger, step: ChooseOrder, who: str) -> Offer:
        slot = Slot("order", ("first", "second"), prompt="first or second?")
        return Offer("go", "Go first or second", (slot,))

    def apply(self, state: Ledger, step: ChooseOrder, who: str, play: Play) -> Ledger:
        first = step.winner if self.order == "first" else other_side(step.winner)
        play.log("order_chosen", ("OCS-2.3-2",), first=NAME_OF[first])
        return replace_step(state, *player_turns(first))


class ChooseOrder(Step, frozen=True):
    """The winner of the roll chooses."""

    cites = ("OCS-2.3-2",)
    verbs = (Go,)

    winner: Side

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return (self.winner,)

    def prompt(self, state: Ledger, who: str) -> str:
        return "You won the roll"


def pre_turn() -> tuple[Step | Routine, ...]:
    """What a turn begins with: the weather, for both player turns."""
    rolled = "weather" in before_the_player_turns(False, Why())
    return (RollWeather(),) if rolled else (PlanTurn(),)


class TurnEnd(Routine, frozen=True):
    """The turn marker moves on; the rivers freeze or thaw."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        if state.has_map:
            state = turn_ends_on_map(state, play)
        state = rivers_after(state, state.ground or "dry", play, "from_fourth_turn")
        if state.bomber and state.turn >= state.bomber:
            play.log("night_bomber_leaves", ("TFB-EMG-10", "RUL-TFB-38"))
            state = replace(state, bomber=0)
        past = (*state.past, (state.ground or "dry", state.flight or "none"))
        state = replace(state, past=past, ground=None, flight=None)
        if score_so_far(state).result.sudden:
            play.log("ends_at_once", ("RUL-TFB-36",))
            return campaign_ends(state, "sudden", play)
        if state.turn == state.last_turn:
            if state.is_excerpt:
                points = score_so_far(state).result.points
                play.log("scenario_ends", ("TFB-CAL-3", "RUL-TFB-241"), points=points)
            else:
                play.log("ends_by_calendar", ("TFB-CAL-3", "RUL-TFB-49"))
            return campaign_ends(state, "calendar", play)
        state = replace(state, turn=state.turn + 1, agenda=pre_turn())
        spring = state.date == date(1944, 3, 1)
        rules = ("TFB-CAL-1", *(("TFB-CAL-2",) if spring else ()), "TFB-CAL-3")
        play.log(
            "turn_begins",
            rules,
            date=short(state.date),
            number=state.turn_said,
            of=state.turns_said,
            vp=score_so_far(state).result.points,
        )
        return state


def campaign_ends(state: Ledger, how: Literal["mud", "calendar", "sudden"], play: Play) -> Ledger:
    """The campaign is over, and every Offensive with it; a claim that nobody answered is void."""
    for claim in state.claimed.pending:
        play.log("claim_lapsed", claim.rules, number=claim.number, text=claim.text)
    if state.claimed.pending:
        state = replace(state, claims=replace(state.claimed, pending=()))
    return replace(score_all_objectives(state, play), ended=how, agenda=())


def rivers_after(state: Ledger, ground: Ground, play: Play, timing: str) -> Ledger:
    """The rivers after this ground, if the ruling changes them at this moment."""
    why = Why()
    if changes_late(state.rulings.ice_timing, why) != (timing == "from_fourth_turn"):
        return state
    ice = next_ice(state.ice, ground, why)
    rules = (*why.so(None).rules, "RUL-TFB-40")
    if ice.present != state.ice.present:
        play.log("ice_sets_in" if ice.present else "ice_goes", rules)
    elif ice.run < state.ice.run and ice.present:
        play.log("thaw_restarts", rules)
    return replace(state, ice=ice)


def given_by_scenario(state: Ledger) -> bool:
    """Whether the scenario itself says how the first turn begins."""
    rolled = state.rulings.first_turn == "rolled" and in_force("TFB-EDGE-69")
    return state.turn == 1 and not rolled
