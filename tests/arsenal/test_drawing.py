"""Legal actions at random: what is drawn is never refused, and every verb is drawn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from arsenal.random_play import draw
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.play.actions import verb_of
from landbridge.engine.play.events import Play
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.war.arrivals.lift import Lift
from landbridge.games.arsenal.war.arrivals.phase import ReplacementPhase
from landbridge.games.arsenal.war.columns import put
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS

GAME = Arsenal()
OTHERWISE = {
    switch: next(option for option in ruling.options if option != ruling.default)
    for switch, ruling in GAME.rulings.items()
}
"""Every ruling otherwise than it stands."""
OPTIONS = [
    (switch, option)
    for switch, ruling in GAME.rulings.items()
    for option in ruling.options
    if option != ruling.default
]


def play(seed: int, scenario: str, options: dict[str, str]) -> tuple[War, list[str]]:
    """A match of drawn actions, each of them checked."""
    nature = Sampler(seed)
    state = GAME.set_up(scenario, GAME.choose(options), Play(nature))
    rng = random.Random(seed)
    verbs = []
    while (drawn := draw(state, rng.randrange)) is not None:
        who, action = drawn
        assert any(d.who == who for d in GAME.decisions(state))
        GAME.check(state, who, action)
        verbs.append(verb_of(action))
        state = GAME.apply(state, who, action, Play(nature))
    return state, verbs


@pytest.mark.parametrize("scenario", [s.name for s in GAME.scenarios])
def test_nothing_that_is_drawn_is_refused(scenario: str) -> None:
    for seed in range(4):
        state, verbs = play(seed, scenario, {})
        assert state.ended
        assert draw(state, lambda number: 0) is None
        assert GAME.random_action(state, "axis", lambda number: 0) is None
        assert len(verbs) > 20


@pytest.mark.parametrize(("switch", "option"), OPTIONS)
def test_every_ruling_can_be_played(switch: str, option: str) -> None:
    state, _ = play(1, "barbarossa", {switch: option})
    assert getattr(state.rulings, switch) == option
    assert state.ended


def test_every_verb_is_drawn() -> None:
    verbs = {"lift"}
    for seed in range(20):
        if verbs == set(GAME.verbs):
            break
        verbs.update(play(seed, "campaign", OTHERWISE)[1])
        verbs.update(play(seed, "barbarossa", {})[1])
    assert verbs == set(GAME.verbs)


def test_rumanians_who_are_away_are_lifted() -> None:
    state = GAME.set_up("campaign", GAME.choose({}), Play(Sampler(1)))
    away = put(state.at, UNIT["R-III"], NUMBER["KIS"])
    state = replace(
        state,
        agenda=(ReplacementPhase("axis"),),
        turn=7,
        at=away,
        held=put(state.held, NUMBER["KIS"], AXIS),
    )
    rng = random.Random(1)
    drawn = [draw(state, rng.randrange) for _ in range(40)]
    lifts = [one[1] for one in drawn if one is not None and isinstance(one[1], Lift)]
    assert lifts
    for lift in lifts:
        GAME.check(state, "axis", lift)


def test_the_same_choices_draw_the_same_match() -> None:
    first, second = play(5, "barbarossa", {}), play(5, "barbarossa", {})
    assert first == second


def test_a_role_draws_only_what_is_its_own() -> None:
    state = GAME.set_up("campaign", GAME.choose({}), Play(Sampler(1)))
    (decision,) = GAME.decisions(state)
    other = next(role for role in GAME.roles if role != decision.who)
    assert GAME.random_action(state, decision.who, lambda number: 0) is not None
    assert GAME.random_action(state, other, lambda number: 0) is None


@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["as they stand", "otherwise"])
def test_whatever_the_slots_allow_is_legal(options: dict[str, str]) -> None:
    """Every way to fill in the offers of many positions, a few words for each slot."""
    nature, rng = Sampler(3), random.Random(3)
    state = GAME.set_up("campaign", GAME.choose(options), Play(nature))
    checked: Counter[str] = Counter()
    for _ in range(250):
        drawn = draw(state, rng.randrange)
        if drawn is None:
            break
        for offer in GAME.decisions(state)[0].offers:
            if offer.verb in SLOTTED:
                for words in filled(state, drawn[0], offer.verb, rng):
                    GAME.check(state, drawn[0], GAME.read(" ".join((offer.verb, *words))))
                    checked[offer.verb] += 1
        state = GAME.apply(state, *drawn, Play(nature))
    # Where the place of a new factory is chosen when it is picked, none is deployed by hand.
    assert {verb for verb in SLOTTED if not checked[verb]} <= ({"deploy"} if options else set())


SLOTTED = ("rail", "sail", "send", "deploy", "entrain", "move", "rebase", "raise", "compose")


def filled(
    state: War, who: str, verb: str, rng: random.Random, said: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Some ways to say the rest of a verb."""
    slot = GAME.next_slot(state, who, verb, said)
    if slot is None or slot.optional:
        yield said
        return
    for word in rng.sample(slot.words, min(4, len(slot.words))):
        yield from filled(state, who, verb, rng, (*said, word))
