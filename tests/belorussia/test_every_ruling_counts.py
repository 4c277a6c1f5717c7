"""Every ruling that a match lets players choose is asked for in it."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from belorussia.test_facts import go_on, offered, say
from belorussia.test_ledger import at_position, begin, log_text
from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.games.belorussia import INFO
from landbridge.games.belorussia.ledger.books import Book, DeadUnit
from landbridge.games.belorussia.ledger.facts.every_fact import FACTS
from landbridge.games.belorussia.ledger.facts.resolving import resolvable
from landbridge.games.belorussia.ledger.facts.supply_places import Hold
from landbridge.games.belorussia.position.asking import PositionQuestion
from landbridge.games.belorussia.replacements.rebuild_charts import Unit
from landbridge.games.belorussia.rulings import Rulings
from landbridge.referee.asking import question
from landbridge.referee.games import new_match

SEEN: set[str] = set()
ABOUT_A_POSITION = [
    kind
    for kind in (question(f"belorussia.{name}")[1] for name in INFO.questions)
    if issubclass(kind, PositionQuestion)
]


class SeenRulings(Rulings, frozen=True, kw_only=True):
    """Rulings that note which of them are asked for."""

    def __getattribute__(self, name: str) -> Any:
        SEEN.add(name)
        return super().__getattribute__(name)


def play_from(turn: int, actions: int = 250) -> Match[Any]:
    """Play a campaign from a turn on, and say everything that can be said."""
    rng = random.Random(turn)
    first = new_match("belorussia", seed=turn)
    state = first.game.set_up("campaign-1943", first.game.choose({}), Play(Sampler(turn)))
    agenda = state.agenda if turn == 1 else state.agenda[1:]
    lost = Unit(side="soviet", kind="infantry", size="division", ar=2, move="leg", steps=3)
    state = replace(
        state,
        turn=turn,
        agenda=agenda,
        soviet=Book(pax=6, dead=(DeadUnit("51", lost),)),
    )
    match = Match(first.game, first.header, state, first.opening)
    bots = {role: RandomBot(f"{turn} {role}") for role in match.game.roles}
    while match.outcome is None and len(match) < actions:
        fact = rng.choice(FACTS)
        if rng.random() < 0.1 and offered(match, "appeal"):
            match.do("appeal", "soviet")
        elif rng.random() < 0.5 or not say(match, fact, rng):
            go_on(match, bots)
    return match


def test_match_turns_on_every_switch_that_it_offers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("landbridge.games.belorussia.ledger.game.Rulings", SeenRulings)
    SEEN.clear()
    play_from(1, 0).do("partisan B6.03 swamp track")
    play_from(1, 0).do("call kovel")
    play_from(55, 40)
    for turn in (1, 20, 44):
        match = play_from(turn)
    match.do("hold Vitebsk")
    assert dict(match.game.sheets(match.state))
    match.do("lose axis 'Army Group North' army_group_hq brigade 0 truck")
    match.do("lose axis '16th Army' army_hq brigade 0 truck")
    number = match.state.partisans[0].number
    match.game.recorded_as(match.state, "soviet", Hold("Minsk"))
    for action in (f"displace {number} B6.05 swamp track", "call kovel 5 partisan"):
        with suppress(Refusal):
            match.do(action)
    for scenario in ("first-steps", "kovel"):
        on_map = new_match("belorussia", scenario=scenario, seed=1)
        play(on_map, {role: RandomBot(f"x {role}") for role in on_map.game.roles})
    # What players resolve, and what they ask about a position: matches call the same functions.
    for kind in (*resolvable().values(), *ABOUT_A_POSITION):
        SEEN.update(kind.turns_on)
    assert set(match.game.rulings) <= SEEN


@pytest.mark.parametrize(("lakes", "text"), [("chart", "prohibited"), ("leg_only", "leg only")])
def test_what_is_resolved_on_the_players_own_map_turns_on_their_switches(
    lakes: str, text: str
) -> None:
    first = begin(options={"frozen_lakes": lakes})
    step = {"type": "OnTheMap", "side": "soviet"}
    weather = {"ground": "freeze", "flight": "full", "ice": {"present": True}}
    match = at_position(first, {"turn": 30, "agenda": [step], **weather})
    match.do("resolve ice_effects")
    assert f"lakes {text}" in log_text(match)
    with pytest.raises(BadInput, match="frozen_lakes is known to the ledger"):
        match.do("resolve ice_effects frozen_lakes=leg_only")
