"""Whoever would lose something by ending a phase is told before."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.places import ANYWHERE, DEAD
from landbridge.games.arsenal.war.arrivals.fitting import FITTING
from landbridge.games.arsenal.war.columns import put
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.state import Due, War
from landbridge.games.arsenal.words import plural


def given_up(match: Match[War]) -> tuple[str, ...]:
    """What the end of the phase would give up."""
    offers = [offer for decision in match.decisions() for offer in decision.offers]
    return next(offer.gives_up for offer in offers if offer.verb == "done")


def test_a_battle_that_is_not_fought() -> None:
    match = Match.new(Arsenal(), "tutorial", seed=1)
    for _ in range(3):
        match.do("done")
    assert given_up(match) == ()
    match.do("move XXIV WAR BRE")
    match.do("move XLVI WAR BRE")
    assert given_up(match) == ("The attack on Brest-Litovsk, with 2 units, is not fought.",)
    match.undo()
    match.undo()
    assert given_up(match) == ()


def test_a_replacement_that_is_not_placed() -> None:
    match = Match.new(Arsenal(), "barbarossa", seed=1)
    while match.game.step(match.state).title != "Replacements and reinforcements":
        match.do("done")
    assert given_up(match) == ()
    state = replace(match.state, at=put(match.state.at, UNIT["V"], DEAD))
    word = next(word for word, units in FITTING.items() if UNIT["V"] in units and word[0] != "=")
    due = (Due(word, ANYWHERE), Due(word, ANYWHERE))
    again = Match(match.game, match.header, replace(state, due=due), match.opening)
    assert given_up(again) == ("What can still be placed is lost: 1 replacement.",)


def test_a_number_of_things() -> None:
    assert [plural(n, "factory") for n in (1, 2)] == ["1 factory", "2 factories"]
    assert plural(0, "unit") == "0 units"
