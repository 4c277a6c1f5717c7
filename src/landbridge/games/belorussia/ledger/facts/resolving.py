"""What happens on the map, resolved in the match by the referee's questions.

Movement, combat, air missions and special units are played on the map, which the ledger cannot
see. Players say what stands there, the ledger adds what it knows by itself (date, weather, Ice,
postures of the Fronts, Special Events, the rulings of the match), and the question answers, with
the dice of the match:

    resolve move_cost terrain=open move=truck
    resolve hip_shoot side=soviet aircraft=IL.2 front=western
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from landbridge.engine.chance.nature import Nature, Sampler
from landbridge.engine.play.actions import Choice, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import (
    BadInput,
    ImpossibleAction,
    Refusal,
    Violation,
    choices,
    unknown,
)
from landbridge.engine.rules.allowed import split_type
from landbridge.engine.rules.ask import Input, Question, input_fields, inputs_of, read_inputs
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia import INFO
from landbridge.games.belorussia.fronts.display import FRONTS, find_front, front_name
from landbridge.games.belorussia.ledger.facts.noting import BOTH, Fact, When
from landbridge.games.belorussia.ledger.facts.resolving_form import input_slot, question_slot
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.position.asking import PositionQuestion
from landbridge.games.belorussia.words import Side

CHAPTERS = ("air.", "combat.", "terrain.", "units.")
"""Chapters of what is played on the map."""
BESIDES = (
    "anti_partisan",
    "air_army_hq_site",
    "attrition",
    "blow_dump",
    "breakout",
    "detrainable",
    "front_boundary",
    "front_hq_site",
    "front_posture",
    "ground_effects",
    "ice_effects",
    "partisan_activated",
    "partisan_move",
    "partisan_unit",
    "partisan_zone",
    "rvgk_entry",
)
"""Questions of other chapters that concern the map."""
OWN_ACTION = (
    "axis_hq_return",
    "captured_hedgehog",
    "engineer_hedgehog",
    "fortress_declaration",
    "front_offensive_penal",
    "heinrici_draw",
    "kessel_hq_placement",
    "refit",
    "truck_extender",
)
"""Questions whose answer changes the ledger, by an action of their own."""
FRONT = "front"
"""What stands for a posture: the Front whose posture it is."""

THE_FRONT = Input(FRONT, "the Front whose posture counts", choices(FRONTS), True, None, False)

Inputs = tuple[Annotated[str, Meta(examples=["terrain=open", "move=leg", "active=yes"])], ...]


@cache
def resolvable() -> dict[str, type[Question]]:
    """The questions that a match resolves, by name; none about a sketch, which is no match's."""
    chosen = {
        name: INFO.load(place)
        for name, place in INFO.questions.items()
        if (place.startswith(CHAPTERS) or name in BESIDES) and name not in OWN_ACTION
    }
    return {name: kind for name, kind in chosen.items() if not issubclass(kind, PositionQuestion)}


def known_inputs(state: Ledger, front: str = "") -> dict[str, Any]:
    """What the ledger knows by itself, by the names that questions have for it."""
    known: dict[str, Any] = {
        "date": state.date.isoformat(),
        "ice": state.ice.present,
        "regrouping": [f for f in FRONTS if state.fronts[f].posture != "offensive"],
        "event": "baltic_states_commit_to_germany" in state.happened,
    }
    if state.ground is not None:
        known |= {"ground": state.ground, "deep_freeze": state.ground == "deep_freeze"}
    if state.flight is not None:
        known["flight"] = state.flight
    if front:
        stands = state.fronts[find_front(front)]
        known |= {"posture": stands.posture, "turns": max(stands.turns, 1)}
    return known


def open_inputs(kind: type[Question], state: Ledger) -> list[Input]:
    """What players say for a question; dice are thrown, and what the ledger knows is left out."""
    inputs = {item.name: item for item in inputs_of(kind)}
    # What a Front stands for is known as soon as it is named.
    known = {*known_inputs(state, FRONTS[0]), *kind.turns_on}
    asked = [item for item in inputs.values() if item.name not in known and not item.is_dice]
    return [THE_FRONT, *asked] if "posture" in inputs else asked


def describe_value(value: Any) -> str:
    """A result in words: yes, 8, or each of its parts by name."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return ", ".join(f"{_words(name)} {describe_value(part)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(map(describe_value, value)) or "none"
    return _words(str(value))


def _words(name: str) -> str:
    return name.replace("_", " ")


class Resolve(Fact, frozen=True):
    """Resolve what happens on the map by a question of the referee."""

    only_answers: ClassVar[bool] = True
    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("OCS-2.1-2",)

    question: Annotated[str, Meta(examples=["move_cost", "hip_shoot", "garrison_values"])]
    inputs: Inputs = ()

    @classmethod
    def next_slot(cls, state: Ledger, step: Step, who: str, said: tuple[str, ...]) -> Slot | None:
        if not said:
            return question_slot(resolvable())
        kind = _find(said[0])
        given = {word.partition("=")[0] for word in said[1:]}
        open_now = [item for item in open_inputs(kind, state) if item.name not in given]
        if any(item.name == FRONT for item in open_now):
            fronts = tuple(Choice(f"{FRONT}={front}", front_name(front)) for front in FRONTS)
            return Slot(FRONT, fronts, prompt="which Front?")
        needed = [item.name for item in open_now if item.required]
        return input_slot(kind, [item.name for item in open_now], needed[0] if needed else "")

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """Nobody: it changes nothing in the books."""
        return ()

    def describe(self) -> str:
        return f"{_words(self.question)} ({' '.join(self.inputs)})"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        question = self._question(state)
        try:
            question.answer(Sampler(0))
        except Refusal as refusal:
            return (Violation(refusal.text, refusal.rules, refusal.legal.removeprefix("legal: ")),)
        return ()

    def enter(self, state: Ledger, play: Play) -> Ledger:
        found = _answer(self._question(state), play.nature)
        result = "let pass by the referee"
        if found is not None:
            result = describe_value(msgspec.to_builtins(found.result, enc_hook=str))
        rules = found.rules if found else ()
        play.log("resolved", rules, what=_words(self.question), said=self._said(), result=result)
        return state

    def _said(self) -> str:
        said = (_words(word).replace("=", " ", 1) for word in self.inputs)
        return ", ".join(word.replace(",", " and ") for word in said)

    def _question(self, state: Ledger) -> Question:
        """The question with what the players say and what the ledger knows."""
        kind = _find(self.question)
        names = {item.name: item for item in inputs_of(kind)}
        given = {name: _plain(kind, name, value) for name, value in self._given().items()}
        known = known_inputs(state, given.pop(FRONT, "") if "posture" in names else "")
        known |= {name: str(getattr(state.rulings, name)) for name in kind.turns_on}
        for name in given:
            if name in names and names[name].is_dice:
                raise BadInput(f"{name} is thrown with the action: leave it out.")
            if name in known and name in names:
                raise BadInput(f"{name} is known to the ledger: leave it out.")
        for name in ("ground", "flight"):
            if name in names and name not in known:
                text = "the weather of the turn has not been rolled"
                raise ImpossibleAction(text, "TFB-1.8-1", "weather")
        return read_inputs(kind, given | {n: v for n, v in known.items() if n in names})

    def _given(self) -> dict[str, str]:
        given: dict[str, str] = {}
        for word in self.inputs:
            name, equals, value = word.partition("=")
            if not equals or name in given:
                raise BadInput(f"'{word}' is no input; write each one once, as terrain=open.")
            given[name] = value
        return given


def _find(name: str) -> type[Question]:
    """A question about the map by its name."""
    kind = resolvable().get(name)
    if kind is None:
        raise BadInput(unknown("question about the map", name, resolvable()))
    return kind


def _plain(kind: type[Question], name: str, value: str) -> Any:
    """A word as a question takes it: yes and no are said for what holds or does not."""
    field = input_fields(kind).get(name)
    if field is not None and split_type(field.type)[0] is bool and value in ("yes", "no"):
        return value == "yes"
    return value


def _answer(question: Question, nature: Nature) -> Finding[Any] | None:
    """The answer; None where the rules refuse it and a referee has let it pass."""
    try:
        return question.answer(nature)
    except Refusal:
        return None
