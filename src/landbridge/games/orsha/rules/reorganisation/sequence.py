"""The Reorganisation Phase (9.5): its steps in order."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import Rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import CG_DATES, PACKAGE, CgDate
from landbridge.games.orsha.rulings import LastReph

DATA = read_toml(PACKAGE, "reorganisation.toml")


class RephStep(Struct, frozen=True, kw_only=True):
    """A step of the RePh, as the campaign walks it."""

    order: int
    number: str
    title: str
    done: str
    """What is done in it."""
    dice: str = ""
    """What is thrown for, if anything."""
    parts: tuple[str, ...] = ()
    """Its sub-steps, in order."""
    questions: tuple[str, ...] = ()
    """What can be asked about it."""
    known: bool = True
    """Whether the document has its text; otherwise it is reconstructed or left to the players."""
    repeated: bool = False
    """Whether its rules are those of the campaign's beginning (marked ** in the list)."""
    ends_scenario: bool = False
    """Whether the CG scenario is over when it is done."""
    prepares: bool = False
    """Whether it does nothing but prepare another scenario: its CPP, weather, purchases, set-up."""
    cites: Rules = ()


def _step(order: int, entry: dict[str, Any]) -> RephStep:
    cited: Any = entry["cites"]
    listed = [cited] if isinstance(cited, str) else cited
    return msgspec.convert(entry | {"order": order, "cites": listed}, RephStep)


STEPS = tuple(_step(order, entry) for order, entry in enumerate(DATA["step"], start=1))


NUMBERS = tuple(step.number for step in STEPS)


LAST = next(step.order for step in STEPS if step.ends_scenario)


@rule("OTO-9.4-1", "OTO-9.5-1", "OTO-9.5-2", "OTO-E9-1", "OTO-9.604-1", "OTO-9.603-4")
def reph_sequence(
    after: CgDate, skip: tuple[str, ...] = (), last_reph: LastReph = "to_scenario_end"
) -> Finding[tuple[RephStep, ...]]:
    """The steps of the RePh after the scenario of a date, done by both sides at the same time."""
    why = Why()
    if not why("OTO-9.4-1", "after the scenario the RePh takes place"):
        return why.so(())
    for number in skip:
        if number not in NUMBERS:
            raise BadInput(unknown("step", number, NUMBERS))
    why("OTO-9.5-1", "both sides together, in the numbered order, to 9.621 and 9.3")
    why("OTO-9.5-2", "the steps marked ** are done between all scenarios")
    why("OTO-E9-1", "9.619 to 9.621 stand after 9.2 and before 9.3")
    steps = [_as_in_force(step, why) for step in STEPS if in_force(step.cites)]
    if after == CG_DATES[-1]:
        texts = {
            "to_scenario_end": "no scenario follows: only what ends this one",
            "full": "all steps but those that only prepare another scenario",
            "none": "no scenario follows",
        }
        why("RUL-OTO-50", texts[last_reph])
        most = {"to_scenario_end": LAST, "full": len(STEPS), "none": 0}[last_reph]
        # Replenished after the last scenario, CPP would all be left over and count as VP (8.611).
        steps = [step for step in steps if step.order <= most and not step.prepares]
    if skip and why("OTO-9.5-1", "steps that do not apply are left out"):
        steps = [step for step in steps if step.number not in skip]
    return why.so(tuple(steps))


def _as_in_force(step: RephStep, why: Why) -> RephStep:
    if step.number == "9.604" and not why("OTO-9.604-1", "four sub-steps, in this order"):
        step = msgspec.structs.replace(step, parts=())
    if step.ends_scenario and not ends_scenario(step.number, why):
        step = msgspec.structs.replace(step, ends_scenario=False)
    return step


@rule("OTO-9.603-4")
def ends_scenario(number: str, why: Why) -> bool:
    """Whether the CG scenario is over, and counted, when this step is done."""
    last = any(step.ends_scenario for step in STEPS if step.number == number)
    return last and why("OTO-9.603-4", f"the scenario ends when {number} is done")


class RephSequence(RuledQuestion, frozen=True, kw_only=True):
    """The steps of the Reorganisation Phase in order: what is done, with which dice."""

    cites = ("OTO-9.4-1", "OTO-9.5-1", "OTO-9.5-2", "OTO-E9-1", "OTO-9.604-1", "OTO-9.603-4")
    turns_on = ("last_reph",)

    after: Annotated[CgDate, Meta(description="the CG Date of the scenario just played")] = "23am"
    step: Annotated[
        Name, Meta(description="only this step, by its number, such as 9.604; empty for all")
    ] = ""
    skip: Annotated[
        tuple[Name, ...],
        Meta(max_length=60, description="numbers of steps that do not apply this time"),
    ] = ()

    def answer(self, nature: Nature) -> Finding[tuple[RephStep, ...]]:
        if self.step and self.step not in NUMBERS:
            raise BadInput(unknown("step", self.step, NUMBERS))
        why = Why()
        steps = why.add(reph_sequence(self.after, self.skip, self.rulings.last_reph))
        return why.so(tuple(step for step in steps if self.step in ("", step.number)))
