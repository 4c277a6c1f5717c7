"""A bot sees only what its role may see, and plays any game to its end."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.bots.random_bot import TRIES, RandomBot
from landbridge.bots.seats import Seat, Stuck, play
from landbridge.engine.matches.match import Match
from landbridge.engine.play.actions import Action, Decision, Offer, Slot
from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.referee.games import all_games
from toys import Ladder, Sealed

GAMES = [Ladder(), Sealed(), *all_games()]


def bots(match: Match[Any], seed: object) -> dict[str, RandomBot]:
    return {role: RandomBot(f"{seed} {role}") for role in match.game.roles}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_it_plays_any_game(game: Any) -> None:
    """To the end, or for long; whole matches are played in `tests/conformance`."""
    match = Match.new(game, seed=1)
    count = play(match, bots(match, 1), 400)
    assert count == len(match)
    assert match.outcome is not None or count == 400
    assert not match.audit()
    assert not any(record.declared for record in match.history.records)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_seed_plays_the_same_way(game: Any) -> None:
    played = []
    for _ in range(2):
        match = Match.new(game, seed=1)
        play(match, bots(match, 7), 60)
        played.append(list(match.history.records))
    assert played[0] == played[1]


def test_it_stops_in_time() -> None:
    match = Match.new(Ladder(), "tower", seed=1)
    assert play(match, bots(match, 1), 0) == 0
    assert play(match, bots(match, 1), 7) == 7
    assert len(match) == 7


def test_it_stops_where_a_person_must_act() -> None:
    match = Match.new(Ladder(), "tower", seed=1)
    north = {"north": RandomBot(1)}
    play(match, north)
    assert [decision.who for decision in match.decisions()] == ["south"]
    assert play(match, north) == 0
    assert play(match, {}) == 0


def test_a_person_and_a_bot_decide_at_the_same_time() -> None:
    match = Match.new(Sealed(), seed=1)
    assert play(match, {"blue": RandomBot(1)}) == 1
    assert match.history.records[0].who == "blue"
    assert [decision.who for decision in match.decisions()] == ["red"]


def test_a_seat_shows_only_its_role() -> None:
    match = Match.new(Sealed(), seed=1)
    seat = Seat(match, "red")
    assert seat.view == match.view("red")
    assert seat.view.hand == match.state.hands["red"]
    assert [decision.who for decision in seat.decisions] == ["red"]
    assert seat.log == match.log("red")
    slot = seat.next_slot("lay")
    assert slot is not None
    card = int(slot.words[0])
    assert seat.next_slot("lay", (str(card),)) is None
    assert seat.check(seat.read(f"lay {card}")) == ()
    absent = next(card for card in range(1, 9) if card not in seat.view.hand)
    with pytest.raises(LandbridgeError, match="red does not hold"):
        seat.check(seat.read(f"lay {absent}"))
    assert [name for name in dir(seat) if not name.startswith("_")] == [
        "check",
        "decisions",
        "log",
        "next_slot",
        "random_action",
        "read",
        "role",
        "view",
    ]


class Offering:
    """A seat that offers what a test likes."""

    role = "red"
    tried = 0

    def __init__(self, *offers: Offer, slots: tuple[Slot, ...] = (), legal: str = "") -> None:
        self.decisions = (Decision("red", "?", offers),)
        self.slots, self.legal = slots, legal

    def random_action(self, choose: object) -> None:
        return None

    def next_slot(self, verb: str, said: tuple[str, ...] = ()) -> Slot | None:
        return self.slots[len(said)] if len(said) < len(self.slots) else None

    def read(self, text: str) -> Any:
        return text

    def check(self, action: Any) -> tuple[str, ...]:
        self.tried += 1
        return () if not self.legal or action == self.legal else ("broken",)


def choose(seat: Any) -> Action:
    return RandomBot(1).choose(seat)


def test_it_tries_again_until_nothing_is_broken() -> None:
    seat = Offering(Offer("go", "Go"), slots=(Slot("n", low=1, high=50),), legal="go 12")
    assert choose(seat) == "go 12"
    assert seat.tried > 1


def test_it_gives_up_in_the_end() -> None:
    seat = Offering(Offer("go", "Go"), legal="stay")
    with pytest.raises(Stuck, match=f"red found nothing legal in {TRIES} tries"):
        choose(seat)
    assert seat.tried == TRIES


def test_it_passes_over_what_is_aside_and_what_only_a_person_knows() -> None:
    with pytest.raises(Stuck, match="Nothing is offered to red"):
        choose(Offering(Offer("note", "Note a fact", aside=True)))
    with pytest.raises(Stuck, match="nothing legal"):
        choose(Offering(Offer("say", "Say"), slots=(Slot("word"),)))
    with pytest.raises(Stuck, match="nothing legal"):
        choose(Offering(Offer("take", "Take"), slots=(Slot("n", low=1, high=0),)))
    assert choose(Offering(Offer("say", "Say"), slots=(Slot("word", optional=True),))) == "say"


def test_what_is_refused_while_it_is_said_is_dropped() -> None:
    class Refusing(Offering):
        def next_slot(self, verb: str, said: tuple[str, ...] = ()) -> Slot | None:
            if verb == "silent":
                raise BadInput("nothing can be said")
            return None

        def read(self, text: str) -> Any:
            if text == "odd":
                raise BadInput("cannot be read")
            return text

    seat = Refusing(Offer("silent", ""), Offer("odd", ""), Offer("go", ""))
    assert {str(RandomBot(n).choose(seat)) for n in range(20)} == {"go"}


def test_words_are_quoted_where_they_must_be() -> None:
    seat = Offering(Offer("go", "Go"), slots=(Slot("to", ("the bridge",)),))
    assert choose(seat) == "go 'the bridge'"


def test_a_long_path_comes_to_an_end() -> None:
    seat = Offering(Offer("go", "Go"), slots=(Slot("to", ("on",)),) * 1000)
    assert len(str(choose(seat)).split()) == 101


def test_nobody_can_act(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new(Ladder(), seed=1)
    monkeypatch.setattr(match.game.__class__, "deciders", lambda self, state: ())
    with pytest.raises(Stuck, match="Nobody has anything to decide"):
        play(match, bots(match, 1))
