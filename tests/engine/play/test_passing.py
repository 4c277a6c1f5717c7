"""A step passes by itself only where nothing is decided by it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import BadSave, from_text, seal, to_text
from landbridge.engine.play.actions import Action, Decision, Offer, Slot
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.game import Game, Outcome, Scenario
from landbridge.engine.play.passing import PASSED, way_to_pass
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


# In a match


class Go(Action, frozen=True):
    """Go to the next room."""


class Stay(Action, frozen=True):
    """Look around once more."""


class Whisper(Action, frozen=True):
    """Say something beside it."""


class Corridor(Struct, frozen=True):
    """How many rooms lie behind."""

    room: int = 0


ROOMS = {
    0: "hall",
    1: "empty",
    2: "empty",
    3: "hall",
    4: "dice",
    5: "mirror",
    6: "whispering",
    7: "whispering",
    8: "empty",
    9: "last",
}
"""What each room is; where it is empty nothing can be done but to go on."""


class Rooms(Game[Corridor]):
    """North goes through rooms; in the second empty one it is south who goes."""

    name = "rooms"
    title = "Rooms"
    edition = "1"
    roles = ("north", "south")
    package = "toys"
    actions = (Go, Stay, Whisper)
    scenarios = (Scenario("corridor", "A corridor"),)

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Corridor:
        return Corridor()

    def deciders(self, state: Corridor) -> tuple[str, ...]:
        return () if self.outcome(state) else ("south" if state.room == 2 else "north",)

    def decisions(self, state: Corridor, role: str = REFEREE) -> tuple[Decision, ...]:
        kind = ROOMS.get(state.room, "")
        offers = [Offer("go", "Go on", passes=True)]
        if kind == "hall":
            offers.append(Offer("stay", "Look around"))
        if kind == "whispering":
            offers.append(Offer("whisper", "Whisper", aside=True))
        return tuple(
            Decision(who, f"Room {state.room}", tuple(offers), ("DC-TOY-1",))
            for who in self.deciders(state)
            if role in (REFEREE, who)
        )

    def check(self, state: Corridor, who: str, action: Action) -> tuple[Violation, ...]:
        return ()

    def apply(self, state: Corridor, who: str, action: Any, play: Play) -> Corridor:
        if not isinstance(action, Go):
            return state
        if ROOMS[state.room] == "dice":
            play.nature.roll("1d6", "the door")
        play.log("went", ("DC-TOY-1",), reveals=ROOMS[state.room] == "mirror", room=state.room)
        return replace(state, room=state.room + 1)

    def outcome(self, state: Corridor) -> Outcome | None:
        return Outcome("the end of the corridor") if state.room > max(ROOMS) else None


def rooms(at: int = 0, **settings: Any) -> Match[Corridor]:
    match = Match.new(Rooms(), seed=1, **settings)
    for _ in range(at):
        match.do("go")
    return match


def done(match: Match[Any]) -> list[tuple[str, str, bool, bool]]:
    return [(one.who, one.do, one.joined, one.automatic) for one in match.history.records]


def test_empty_steps_pass_with_a_note_and_one_undo_takes_all_back() -> None:
    match = rooms()
    assert not match.can_pass(match.game.roles)
    match.do("go")
    assert match.can_pass(("north",))
    assert not match.can_pass(("south",))
    events = match.pass_on(("north", "south"))
    assert [event.id for event in events] == [PASSED, "went", PASSED, "went"]
    assert events[0].values == {"who": "north", "step": "Room 1"}
    assert done(match) == [
        ("north", "go", False, False),
        ("north", "go", True, True),
        ("south", "go", True, True),
    ]
    again = Match.load(match.game, from_text(to_text(match.save())))
    assert (again.state, again.log()) == (match.state, match.log())
    assert match.last_gesture("north") == range(1, 4)
    match.undo("north")
    assert (match.state, len(match)) == (Corridor(), 0)


def test_only_those_pass_who_like_it() -> None:
    match = rooms(1)
    match.pass_on(("north",))
    assert (match.state.room, match.deciders) == (2, ("south",))
    assert match.pass_on(()) == match.pass_on(("north",)) == ()


@pytest.mark.parametrize(
    ("room", "why"),
    [
        (3, "there is a choice"),
        (4, "dice would be thrown"),
        (5, "something would be revealed"),
        (7, "what may be done beside it would be over"),
        (9, "the match would end"),
    ],
)
def test_what_could_matter_does_not_pass(room: int, why: str) -> None:
    assert not rooms(room).can_pass(("north", "south")), why


def test_what_stays_open_beside_it_is_no_reason_to_wait() -> None:
    match = rooms(6)
    assert len(match.pass_on(match.game.roles)) == 2


def test_nothing_passes_where_a_referee_may_let_things_in() -> None:
    assert not rooms(1, mode="referee").can_pass(("north", "south"))


def test_what_passed_before_anything_was_done_is_not_undone() -> None:
    class Begun(Rooms):
        def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Corridor:
            return Corridor(1)

    match = Match.new(Begun(), seed=1)
    match.pass_on(match.game.roles)
    assert done(match)[0] == ("north", "go", False, True)
    assert (len(match), match.last_gesture("north")) == (2, range(0))
    assert not match.can_undo("north")


def test_a_file_cannot_call_a_choice_a_pass() -> None:
    match = rooms(1)
    save = match.save()
    (record,) = save.records
    forged = seal(
        save.header,
        (replace(record, automatic=True),),
        save.footer.next_serial,
        (),
        save.footer.state,
    )
    with pytest.raises(BadSave, match="something was to be decided"):
        Match.load(match.game, forged)
