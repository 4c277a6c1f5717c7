"""A step passes by itself only where nothing is decided by it."""

from __future__ import annotations

import pytest

from landbridge.engine.play.actions import Decision, Offer, Slot
from landbridge.engine.play.passing import way_to_pass
from landbridge.engine.refusals import Violation

END = Offer("done", "End the phase", passes=True)
NOTE = Offer("note", "Note a fact", aside=True)


def test_a_step_that_can_only_end_passes() -> None:
    assert way_to_pass([Decision("axis", "", (END,))]) == "done"
    assert way_to_pass([Decision("axis", "", (END, NOTE))]) == "done"


@pytest.mark.parametrize(
    "offers",
    [
        (END, Offer("move", "Move")),
        (Offer("roll", "Roll"),),
        (Offer("done", "End", (Slot("how"),), passes=True),),
        (Offer("done", "End", gives_up=("An attack is not fought.",), passes=True),),
        (),
    ],
)
def test_what_could_matter_is_never_passed(offers: tuple[Offer, ...]) -> None:
    assert way_to_pass([Decision("axis", "", offers)]) == ""


def test_what_must_be_put_right_and_what_others_decide_is_never_passed() -> None:
    wrong = Decision("axis", "", (END,), violations=(Violation("too many"),))
    assert way_to_pass([wrong]) == ""
    assert way_to_pass([]) == ""
    assert way_to_pass([Decision("axis", "", (END,)), Decision("soviet", "", (END,))]) == ""
