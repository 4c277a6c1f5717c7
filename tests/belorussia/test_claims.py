"""Claims: what a side says of the other's losses is confirmed, disputed or taken back."""

from __future__ import annotations

import random
import shlex
from typing import Any

import pytest
from msgspec.structs import replace

from belorussia.claims_play import (
    DIVISION,
    GAME,
    SIDES,
    any_words,
    match_begun,
    to_the_map,
)
from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat, play
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import BadSave, seal
from landbridge.engine.play.actions import write
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal
from landbridge.games.belorussia.ledger.facts.claims import CLAIMABLE
from landbridge.games.belorussia.ledger.facts.every_fact import FACT_OF
from landbridge.referee.games import load_match, new_match

# Claims


def test_a_claim_is_confirmed_and_noted() -> None:
    match = match_begun()
    match.do("hold Gomel yes", "soviet")
    assert [d.who for d in match.decisions()] == ["soviet", "axis"]
    assert "Gomel" not in match.state.held
    assert any("claims (claim 1): Gomel" in GAME.sentence(e) for _, e in match.log("axis"))
    assert any("Claim 1 of the Soviet side" in line for line in GAME.summary(match.view("axis")))
    with pytest.raises(Refusal, match="soviet cannot 'confirm' now"):
        match.do("confirm 1", "soviet")
    match.do("vp axis 1 agreed", "axis")
    with pytest.raises(Refusal, match="your own"):
        match.do("confirm 1", "soviet")
    match.do("dispute 2", "soviet")
    match.do("confirm 1", "axis")
    assert match.state.held == ("Gomel",)
    assert [d.who for d in match.decisions()] == ["soviet"]
    with pytest.raises(Refusal):
        match.do("confirm 1", "axis")
    assert load_match(match.save()).state == match.state


def test_a_claim_is_disputed_or_taken_back_and_nothing_is_noted() -> None:
    match = match_begun()
    match.do("vp soviet 3 Smolensk", "soviet")
    match.do("dispute 1", "axis")
    match.do("claim vp soviet 3 Smolensk", "soviet")
    match.do("dispute 2", "soviet")
    assert match.state.claimed.pending == ()
    assert match.state.soviet.vp == 0
    said = [GAME.sentence(event) for _, event in match.log()]
    assert any("The Axis side disputes claim 1" in line for line in said)
    assert any("The Soviet side takes claim 2 back" in line for line in said)


def test_numbers_of_claims_never_come_twice() -> None:
    match = match_begun()
    match.do("hold Gomel yes", "soviet")
    match.do("dispute 1", "axis")
    match.do("hold Minsk yes", "soviet")
    with pytest.raises(BadInput, match="There is no claim 1"):
        match.do("confirm 1", "axis")
    assert match.state.held == ()


def test_a_claim_can_be_undone_until_it_is_answered() -> None:
    match = match_begun()
    before = match.state
    match.do("hold Gomel yes", "soviet")
    assert not match.history[-1].final
    match.undo()
    assert match.state == before
    match.do("hold Gomel yes", "soviet")
    match.do("confirm 1", "axis")
    match.undo()
    assert [claim.number for claim in match.state.claimed.pending] == [1]


def test_what_needs_no_claim_or_is_claimed_already_is_refused() -> None:
    match = match_begun()
    with pytest.raises(Refusal, match="your word is enough"):
        match.do("claim hold Gomel yes", "axis")
    match.do("hold Gomel yes", "soviet")
    with pytest.raises(Refusal, match="claimed already"):
        match.do("claim hold Gomel yes", "soviet")
    with pytest.raises(BadInput, match="A claim begins with what it is about"):
        match.do("claim weather", "soviet")
    with pytest.raises(BadInput, match="place worth points"):
        match.do("claim hold Paris yes", "soviet")
    for number in range(19):
        match.do(f"vp soviet {number + 1} agreed", "soviet")
    with pytest.raises(Refusal, match="20 of your claims wait"):
        match.do("vp soviet 99 agreed", "soviet")


def test_a_claim_that_has_become_impossible_cannot_be_confirmed() -> None:
    match = match_begun()
    match.do(DIVISION, "soviet")
    match.do(DIVISION, "axis")
    with pytest.raises(Refusal, match="already in the Dead Pile"):
        match.do("confirm 1", "axis")
    assert [unit.name for unit in match.state.axis.dead] == ["12"]


def test_a_side_answers_before_it_ends_its_turn_on_the_map() -> None:
    match = to_the_map(match_begun(), "axis")
    match.do("hold Gomel yes", "soviet")
    (violation,) = match.decisions("axis")[0].violations
    assert violation.remedy == "confirm 1"
    with pytest.raises(Refusal, match="claim 1 waits for an answer"):
        match.do("end", "axis")
    match.do("dispute 1", "axis")
    match.do("end", "axis")


def test_side_with_only_its_own_claim_may_end_its_turn() -> None:
    match = to_the_map(match_begun(), "axis")
    match.do("vp axis 1 agreed", "axis")
    match.do("end", "axis")
    assert match.state.claimed.pending


def test_referee_answers_a_claim_for_the_side_asked() -> None:
    match = match_begun(mode="referee")
    match.do("hold Gomel yes", "soviet")
    match.do("confirm 1", REFEREE)
    assert match.state.held == ("Gomel",)


def test_claims_are_spelled_word_by_word() -> None:
    state = match_begun().state
    first = GAME.next_slot(state, "soviet", "claim", ())
    assert first is not None
    assert "hold" in first.choices
    assert "penal" not in first.choices
    second = GAME.next_slot(state, "axis", "claim", ("hold",))
    assert second == FACT_OF["hold"].full_offer().slots[0]
    assert GAME.next_slot(state, "axis", "claim", ("hold", "Gomel", "no")) is None
    with pytest.raises(BadInput):
        GAME.next_slot(state, "axis", "penal", ())


# Bots


def test_a_bot_takes_a_players_word_and_plays_on() -> None:
    match = match_begun()
    match.do("hold Gomel yes", "soviet")
    bots = {"axis": RandomBot(1)}
    assert play(match, bots) == 1
    assert match.history.records[-1].do == "confirm 1"
    assert match.state.held == ("Gomel",)
    match.do(DIVISION, "soviet")
    match.do(DIVISION, "axis")
    assert write(RandomBot(1).choose(Seat(match, "axis"))) == "dispute 2"


def test_bots_play_to_the_end_whatever_is_claimed() -> None:
    rng = random.Random(11)
    match = new_match("belorussia", "campaign-1944", seed=11)
    bots = {role: RandomBot(f"11 {role}") for role in SIDES}
    claimed = 0
    while match.outcome is None and len(match) < 900:
        side = rng.choice(SIDES)
        kind = FACT_OF[rng.choice(CLAIMABLE)]
        try:
            match.do(any_words(kind, rng, match.state), side)
            claimed += match.history.records[-1].do.startswith("claim")
        except LandbridgeError:
            pass
        step = match.state.agenda[0]
        wrong = [v.text for v in step.violations(match.state, "")]
        for place in {put.place for put in getattr(step, "puts", ())}:
            # What was put before a place fell or changed is taken back, as a person would.
            if any(" is placed of " in text or place in text for text in wrong):
                match.do(f"takeback {shlex.quote(place)}", step.side)
        play(match, bots, 2)
    assert claimed > 50
    assert load_match(match.save()).state == match.state


# Matches that were begun before


def relabelled(match: Match[Any], edition: str, who: str) -> Any:
    """The save of a match as another edition would have written it."""
    save = match.save()
    entries = tuple(
        replace(entry, who=who) if entry.do.split()[0] in FACT_OF else entry
        for entry in save.records
    )
    footer = save.footer
    header = replace(save.header, edition=edition)
    return seal(header, entries, footer.next_serial, footer.taken_back, footer.state)


def test_a_match_of_edition_5_runs_and_plays_on_by_the_rules_of_now() -> None:
    match = match_begun()
    match.do("hold Gomel yes")
    match.do("act 1 B6.03 yes")
    old = load_match(relabelled(match, "5", "soviet"))
    assert old.state == match.state
    old.do("hold Minsk yes", "soviet")
    assert old.state.held == ("Gomel",)
    old.do("confirm 1", "axis")
    assert load_match(old.save()).state == old.state


def test_what_an_older_edition_cannot_have_done_is_refused_by_its_name() -> None:
    match = match_begun()
    match.do("hold Gomel yes")
    with pytest.raises(BadSave):
        load_match(relabelled(match, "6", "soviet"))
    save = match.save()
    entries = (*save.records[:-1], replace(save.records[-1], do="hold Paris yes"))
    footer, header = save.footer, replace(save.header, edition="5")
    forged = seal(header, entries, footer.next_serial, footer.taken_back, footer.state)
    told = rf"in edition {match.game.edition} \(the match was begun with 5\)"
    with pytest.raises(BadSave, match=told):
        load_match(forged)
