"""What tutorials of the map game may speak of: turns, phases, places, which way leads forward.

What is worth doing a coach takes from the strongest bot: it is asked for its opinion of the
position as the player sees it, and nothing here changes what may be done.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from typing import Any

from landbridge.engine.coaching.guide import AskedWord, Guide, GuideQuestion, GuideWords
from landbridge.engine.coaching.situation import Situation
from landbridge.engine.play.actions import Action, Decision, Slot, write
from landbridge.engine.refusals import BadInput, LandbridgeError, choices
from landbridge.games.belorussia.armies.units import planes, units
from landbridge.games.belorussia.bot.player import Keen
from landbridge.games.belorussia.calendar import turns
from landbridge.games.belorussia.ledger.score import score_so_far, with_article
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.sheets import find_hex
from landbridge.games.belorussia.map_game.combat.attacking import Attack
from landbridge.games.belorussia.map_game.combat.combat_odds import THEY_LOSE, YOU_LOSE
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.scenario_score import places_in_play
from landbridge.games.belorussia.map_game.score_tracks import score_tracks
from landbridge.games.belorussia.movement.sizes import QUARTERS, quarters_of
from landbridge.games.belorussia.movement.special_bars import is_next_to_enemy
from landbridge.games.belorussia.movement.stacking import MOST, quarters_in
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.weather.conditions import BothConditions, describe_weather
from landbridge.games.belorussia.words import short

TOGETHER = "+"
SEED = "coach"
DIVISION = "XX"


# Reading what the data say


def _texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _hexes(value: Any) -> tuple[str, ...]:
    for word in _texts(value):
        find_hex(word)
    return _texts(value)


def _turns(value: Any) -> tuple[int, ...]:
    found = (value,) if isinstance(value, int) else tuple(value)
    if not all(isinstance(one, int) for one in found):
        raise BadInput("a turn is a number, counted from the beginning of the scenario")
    return found


def _titles(value: Any) -> tuple[str, ...]:
    known = sorted({kind.title for kind in _kinds(MapPhase) if hasattr(kind, "title")})
    for title in _texts(value):
        if title not in known:
            raise BadInput(f"'{title}' is no phase. Known: {choices(known)}.")
    return _texts(value)


def _kinds(kind: type[MapPhase]) -> Iterator[type[MapPhase]]:
    for one in kind.__subclasses__():
        yield one
        yield from _kinds(one)


def _yes(value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadInput("true or false is meant")
    return value


# Conditions


def _phase_is(state: Ledger, role: str, titles: tuple[str, ...]) -> bool:
    step = state.agenda[0] if state.agenda else None
    return isinstance(step, MapPhase) and step.title in titles


def _holds(state: Ledger, role: str, hexes: tuple[str, ...]) -> bool:
    own = SIDES.index(role) + 1 if role in SIDES else 0
    return all(state.table.position.control[state.place(hex)] == own for hex in hexes)


def _is_ahead(state: Ledger, role: str, wanted: bool) -> bool:
    """Whether the score would win the scenario for the role, if it ended now."""
    return (score_so_far(state).result.winner == role) == wanted


# Which way leads forward


def _nearer(asked: AskedWord, goal: tuple[str, ...]) -> Collection[str]:
    """Of the hexes that may be said, the nearest to a goal, if it is nearer than the unit is."""
    state: Ledger = asked.view
    table, first = state.table, asked.said[0].split(TOGETHER)[0]
    here = table.position.place_of(table.counters.rows[first])
    ends = [state.place(hex) for hex in goal]

    def far(place: int) -> int:
        return min(table.land.distance(place, end) for end in ends)

    theatre = state.theatre("movement", asked.role)  # type: ignore[arg-type]
    row = table.counters.rows[first]
    size = quarters_of(theatre, row)
    room = [
        hex
        for hex in asked.open
        if quarters_in(theatre, state.place(hex), theatre.counter(row).side) + size
        <= MOST * QUARTERS
    ]
    found = min(room, key=lambda hex: (far(state.place(hex)), hex), default="")
    return (found,) if found and far(state.place(found)) < far(here) else ()


def _resting(asked: AskedWord, given: tuple[str, ...]) -> Collection[str]:
    """Infantry divisions that stand next to no enemy."""
    state: Ledger = asked.view
    theatre = state.theatre("movement", asked.role)  # type: ignore[arg-type]
    rows = state.table.counters.rows
    return [
        word
        for word in asked.open
        if word in rows
        and theatre.counter(rows[word]).size == DIVISION
        and not is_next_to_enemy(theatre, rows[word])
    ]


# Advice


class _Seat:
    """What the bot is given: the position as the player sees it, and the referee's opinion."""

    def __init__(self, situation: Situation) -> None:
        self.role = situation.role
        self._situation = situation

    @property
    def view(self) -> Ledger:
        found: Ledger = self._situation.view
        return found

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return self._situation.decisions

    def next_slot(self, verb: str, said: tuple[str, ...] = ()) -> Slot | None:
        return self._situation.next_slot(verb, said)

    def read(self, text: str) -> Action:
        return self._situation.game.read(text)

    def check(self, action: Action) -> Any:
        return self._situation.against(action)

    def random_action(self, choose: Callable[[int], int]) -> Action | None:
        found: Action | None = self._situation.game.random_action(self.view, self.role, choose)
        return found


def _costs_more(situation: Situation, attack: Attack) -> bool:
    """Whether an attack is likelier to cost its player a step than the enemy.

    The bot may dare it; it is no model for a learner.
    """
    found = situation.game.forecast(situation.view, situation.role, attack)
    if found is None:
        return False
    return found.also.get(YOU_LOSE, Fraction()) > found.also.get(THEY_LOSE, Fraction())


# Figures


def _points(state: Ledger, role: str) -> str:
    found = score_so_far(state).result
    return f"{found.points}, at this rate {with_article(found.level)}"


def _need(state: Ledger, role: str) -> str:
    return score_tracks(state)[0].needs.get(role, "")


def _places_left(state: Ledger, role: str) -> str:
    left = [one.place for one in places_in_play(state) if one.soviet != (role == "soviet")]
    return ", ".join(f"{place.name} ({place.hex}, {place.points})" for place in left) or "none"


def _weather(state: Ledger, role: str) -> str:
    if state.ground is None or state.flight is None:
        return "not rolled yet"
    return describe_weather(BothConditions(state.ground, state.flight))


def _last_day(state: Ledger, role: str) -> str:
    return short(turns(state.rulings.last_turn)[state.last_turn - 1])


class MapGuide(Guide[Ledger]):
    """What tutorials of the map game may speak of."""

    questions = {
        "turn": GuideQuestion(_turns, lambda state, role, turns: state.turn_said in turns),
        "phase": GuideQuestion(_titles, _phase_is),
        "holds": GuideQuestion(_hexes, _holds),
        "ahead": GuideQuestion(_yes, _is_ahead),
    }
    words = {
        "nearer": GuideWords(_nearer, _hexes),
        "resting": GuideWords(_resting),
    }
    figures = {
        "date": lambda state, role: short(state.date),
        "last_day": _last_day,
        "turn": lambda state, role: str(state.turn_said),
        "turns": lambda state, role: str(state.turns_said),
        "points": _points,
        "need": _need,
        "places_left": _places_left,
        "weather": _weather,
    }

    def advised(self, situation: Situation) -> tuple[str, ...]:
        """What the strongest bot would do here, asked afresh: it remembers nothing."""
        state = situation.view
        if not isinstance(state, Ledger) or not state.has_map:
            return ()
        try:
            action = Keen(SEED).choose(_Seat(situation))
            if isinstance(action, Attack) and _costs_more(situation, action):
                return ()
        except LandbridgeError:
            return ()
        return tuple(shlex.split(write(action)))

    def label(self, word: str) -> str:
        """What players call a counter, or several that go together."""
        named = [units().get(id) or planes().get(id) for id in word.split(TOGETHER)]
        found = [getattr(one, "name", "") or getattr(one, "type", "") for one in named if one]
        return " and ".join(found) if len(found) == len(named) else word
