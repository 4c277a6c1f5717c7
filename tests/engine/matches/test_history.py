"""A history keeps little and gives everything: it must equal a plain list of all that happened."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.driver import step
from landbridge.engine.matches import heads, history, repeating
from landbridge.engine.matches.heads import head_of
from landbridge.engine.matches.history import Played
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.resuming import read_match, write_match
from landbridge.engine.matches.saves import chain, closing, from_text, to_text
from landbridge.engine.play.events import SPECTATOR
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import BadInput, Refusal
from toys import Ladder, Sealed
from toys.notebooks import Notebooks

GAMES = [Ladder(), Notebooks(), Sealed()]
acts = st.lists(
    st.tuples(
        st.sampled_from(["do"] * 12 + ["undo", "undo", "rollback", "branch", "reload", "look"]),
        st.integers(0, 10**6),
    ),
    max_size=60,
)


@pytest.fixture(autouse=True)
def short_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Segments of five actions and eight positions, so that short matches are long ones."""
    for module in (history, repeating, heads):
        monkeypatch.setattr(module, "SEGMENT", 5)
    monkeypatch.setattr(history, "MOST_POSITIONS", 8)


class Everything:
    """A match, and beside it all that ever happened in it."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        scenario = game.scenarios[-1].name
        self.match = Match.new(game, scenario, seed=seed)
        self.played: list[Played] = []
        self.states = [self.match.state]

    def act(self, act: str, number: int) -> None:
        match, rng = self.match, random.Random(number)
        if act == "look":
            for role in (*match.game.roles, SPECTATOR):
                len(match.visible(role))
            match.head(public=True)
        elif act == "branch":
            self.match = match.branch(number % (len(match) + 1), number)
            self.cut(len(self.match))
            self.played = [
                Played(record, old.state, old.events, old.rolls)
                for old, record in zip(self.played, self.match.history.records, strict=True)
            ]
        elif act == "reload":
            self.match = read_match(lambda _: match.game, write_match(match)) or Match.load(
                match.game, match.save()
            )
        elif match.outcome is not None:
            return
        elif act == "do":
            step(match, rng)
            self.played.append(match.history[-1])
            self.states.append(match.state)
        elif act == "rollback" and len(match):
            before = number % len(match) + 1
            match.rollback(before, match.game.roles)
            self.cut(before - 1)
        elif act == "undo":
            try:
                match.undo()
            except Refusal:
                return
            self.cut(len(match))

    def cut(self, length: int) -> None:
        del self.played[length:], self.states[length + 1 :]

    def compare(self) -> None:
        match = self.match
        assert len(match) == len(match.history) == len(self.played)
        assert match.state == self.states[-1]
        assert list(match.history.records) == [played.record for played in self.played]
        for number in random.Random(len(match)).sample(range(len(match)), len(match)):
            assert match.at(number) == self.states[number]
            assert match.history[number] == self.played[number]
            assert match.history.events(number) == self.played[number].events
            assert match.history.rolls(number) == self.played[number].rolls
        assert match.history[-3:] == self.played[-3:]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(acts=acts, seed=st.integers(0, 999))
def test_a_history_equals_a_list_of_everything(
    game: Game[Any], acts: list[tuple[str, int]], seed: int
) -> None:
    one = Everything(game, seed)
    for act, number in acts:
        one.act(act, number)
    one.compare()
    save = one.match.save()
    assert save.footer.chain == chain(save.header, save.records, closing(save.footer))
    assert one.match.head() == head_of(save)
    again = Match.load(game, from_text(to_text(save)))
    assert again.head(public=True) == one.match.head(public=True)
    assert again.log() == one.match.log()
    for role in (*game.roles, SPECTATOR):
        assert list(again.visible(role).numbers()) == list(one.match.visible(role).numbers())


def long_match(actions: int = 120) -> Match[Any]:
    """A match of notebooks in which nobody reads aloud."""
    match, rng = Match.new(Notebooks(), seed=1), random.Random(1)
    while len(match) < actions:
        match.do(f"write {rng.choice(['ask', 'wait', 'go'])}", rng.choice(match.game.roles))
    return match


def test_few_positions_are_kept_and_the_last_ones_whole() -> None:
    match = long_match()
    kept = match.history.kept_positions()
    assert kept == [20, 40, 60, 80, 100, 115, 120]
    again = long_match(20)
    assert again.history.kept_positions() == [5, 10, 15, 20]


def test_an_action_that_is_not_there() -> None:
    match = long_match(12)
    with pytest.raises(IndexError, match="there are 12 actions"):
        match.history[12]
    with pytest.raises(BadInput, match="There are 12 actions; 13 is beyond them"):
        match.at(13)
    assert match.history[-12] == match.history[0]


def test_links_are_hashed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = long_match(100)
    match.save()
    hashed: list[bytes] = []
    monkeypatch.setattr(
        heads, "fingerprint_line", lambda line, before: hashed.append(line) or "link"
    )
    match.do("write go", "red")
    match.save()
    assert len(hashed) == 1
    match.undo("red")
    match.save()
    assert len(hashed) == 1
    match.rollback(48, match.game.roles)
    match.save()
    assert len(hashed) == 3, "from the end of the segment before"
