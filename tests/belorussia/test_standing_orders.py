"""Standing orders in a match on the map: who knows them, what they save, and taking back."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import UNSET

from conformance.driver import step
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import SPECTATOR
from landbridge.engine.refusals import BadInput
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map_game.standing.carrying_out import ANSWERS
from landbridge.games.belorussia.map_game.standing.standing_orders import KINDS, SUBJECTS

GAME = Belorussia()
EVERYTHING = {
    "defence": "2",
    "lead": "best",
    "options": "stand",
    "retreat": "supplied",
    "losses": "weakest",
    "trucks": "hq",
    "reaction": "pass",
    "dumps": "keep",
    "interception": "never",
    "garrisons": "sleep",
}
UNDER_ATTACK = {
    "ground": "dry",
    "flight": "full",
    "agenda": [
        {"type": "MapCombat", "side": "soviet"},
        {"type": "MapCleanUp", "side": "soviet"},
        {"type": "MapMovement", "side": "axis"},
    ],
    "map": {
        "clear": True,
        "units": [
            {
                "name": "Rifles",
                "side": "soviet",
                "strength": 12,
                "rating": 3,
                "move": 4,
                "steps": 3,
                "hex": "D13.05",
            },
            {
                "name": "Grenadiers",
                "side": "axis",
                "strength": 6,
                "rating": 3,
                "move": 4,
                "steps": 2,
                "hex": "D12.05",
            },
        ],
    },
}


@pytest.fixture
def match() -> Match[Any]:
    """Grenadiers are about to be attacked by Rifles."""
    begun: Match[Any] = Match.new(GAME, "first-steps", seed=1, dice="either")
    first = GAME.arranged(begun.state, UNDER_ATTACK)
    return Match(GAME, begun.header, first, begun.opening)


def test_only_its_side_knows_an_order(match: Match[Any]) -> None:
    told = match.do("instruct defence 2", "axis")
    assert [event.seen_by for event in told] == [("axis",)]
    assert GAME.view(match.state, "axis").standing == {"axis": {"defence": "2"}}
    for other in ("soviet", SPECTATOR):
        assert GAME.view(match.state, other).standing is UNSET
    assert not any("standing" in line for line in GAME.summary(GAME.view(match.state, "soviet")))
    own = GAME.summary(GAME.view(match.state, "axis"))
    assert "Axis standing orders: defence 2 (pay up to 2T)" in own


def test_the_other_sides_orders_are_hidden_beside_ones_own(match: Match[Any]) -> None:
    match.do("instruct defence 2", "axis")
    match.do("instruct lead best", "soviet")
    assert GAME.view(match.state, "soviet").standing == {"soviet": {"lead": "best"}}


def test_an_order_is_offered_to_whoever_waits_too(match: Match[Any]) -> None:
    offered = {one.who: [offer.verb for offer in one.offers] for one in GAME.asides(match.state)}
    assert offered == {"axis": ["instruct"]}
    asked = next(one for one in GAME.decisions(match.state) if one.who == "soviet")
    aside = next(offer for offer in asked.offers if offer.verb == "instruct")
    assert aside.aside


def test_beside_the_map_there_are_no_orders() -> None:
    match: Match[Any] = Match.new(GAME, "campaign-1943", seed=1)
    offered = [offer.verb for one in GAME.decisions(match.state) for offer in one.offers]
    assert "instruct" not in offered


@pytest.mark.parametrize("words", ["dumps 9", "dumps", "weather ask", "defence maybe"])
def test_what_means_nothing_cannot_be_ordered(match: Match[Any], words: str) -> None:
    with pytest.raises(BadInput):
        match.do(f"instruct {words}", "axis")


def test_taking_an_attack_back_takes_back_what_was_ordered(match: Match[Any]) -> None:
    match.do("instruct defence 2", "axis")
    before = match.state
    match.do("attack D12.05 Rifles", "soviet", dice=[7, 8])
    assert match.state.table.position.stock != before.table.position.stock
    match.rollback(2, GAME.roles)
    assert match.state == before


def test_every_subject_is_known_in_words() -> None:
    assert set(KINDS) == set(SUBJECTS) == set(EVERYTHING)
    assert len(ANSWERS) >= len(SUBJECTS)


@pytest.mark.parametrize("seed", [1, 2])
def test_with_every_order_given_nobody_waits_for_a_defender(seed: int) -> None:
    """In a match at random whoever does not act is never asked what was ordered."""
    match: Match[Any] = Match.new(GAME, "first-steps", seed=seed)
    for side in GAME.roles:
        for subject, how in EVERYTHING.items():
            match.do(f"instruct {subject} {how}", side)
    rng, seen = random.Random(seed), 0
    for _ in range(250):
        if match.outcome is not None:
            break
        top = match.state.agenda[0]
        defends = getattr(top, "role", None)
        if type(top) in ANSWERS and not (defends and top.role(match.state) == "attacker"):
            name = type(top).__name__
            assert name in ("MapReaction", "ReactionBarrage"), name
        step(match, rng)
        events = match.history.events(len(match) - 1)
        seen += sum(event.id == "by_standing_order" for event in events)
    assert seen


def test_an_order_is_whole_with_its_second_word() -> None:
    match: Match[Any] = Match.new(GAME, "first-steps", seed=1)
    for subject in SUBJECTS:
        how = GAME.next_slot(match.state, "soviet", "instruct", (subject,))
        assert how is not None
        for word in how.words:
            assert GAME.next_slot(match.state, "soviet", "instruct", (subject, word)) is None
