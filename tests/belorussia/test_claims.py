"""Whose word a fact of the map is: noted by the side that it costs, claimed by the other."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat, play
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import BadSave, seal
from landbridge.engine.play.actions import Action, verb_of, write
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal
from landbridge.games.belorussia.ledger.facts.claims import CLAIMABLE
from landbridge.games.belorussia.ledger.facts.every_fact import FACT_OF
from landbridge.games.belorussia.ledger.facts.noting import Fact
from landbridge.referee.games import load_match, new_match

SIDES = ("soviet", "axis")
HEXES = ("B6.03", "B12.20", "C30.22", "A40.10")
DIVISION = "lose axis 12 infantry division 2 leg no 3"

WHOSE = {
    # What is said, who may note it alone, who may claim it; nobody else may say it.
    "mark Orsha minor_city axis yes no yes": ("axis", "soviet"),
    "mark 'Field base' air_base soviet": ("soviet", "axis"),
    "minsk isolated yes": ("axis", "soviet"),
    "minsk soviet yes": ("axis", "soviet"),
    "minsk soviet no": ("soviet", "axis"),
    "minsk detrainable no": ("axis", "soviet"),
    "hold Smolensk no": ("soviet", "axis"),
    DIVISION: ("axis", "soviet"),
    "lose soviet 51 infantry division 2 leg no 3": ("soviet", "axis"),
    "penal 2nd_belorussian": ("soviet", ""),
    "hold Gomel yes": ("axis", "soviet"),
    "hold Gomel no": ("soviet", "axis"),
    "vp soviet 3 Smolensk": ("axis", "soviet"),
    "vp soviet -3 Smolensk": ("soviet", "axis"),
    "vp axis 1 agreed": ("soviet", "axis"),
    "act 1 B6.03 yes": ("soviet", "axis"),
    "call kovel": ("soviet", "axis"),
    "reduce soviet 51 infantry division 2 leg no 3 1": ("soviet", "axis"),
}


@cache
def begun() -> Match[Any]:
    """A match in its first turn, the partisans placed."""
    match = new_match("belorussia", seed=3)
    for where in HEXES:
        match.do(f"partisan {where}")
    return match


def match_begun(**options: Any) -> Match[Any]:
    if options:
        match = new_match("belorussia", seed=3, **options)
        for where in HEXES:
            match.do(f"partisan {where}")
        return match
    return begun().branch(seed=3)


def to_the_map(match: Match[Any], side: str) -> Match[Any]:
    """Play on until a side plays its turn on the map."""
    bots = {role: RandomBot(f"to the map {role}") for role in SIDES}
    for _ in range(300):
        step = match.state.agenda[0]
        if type(step).__name__ == "OnTheMap" and step.side == side:
            return match
        play(match, bots, 1)
    raise AssertionError("no turn on the map")


@cache
def positions() -> tuple[Any, ...]:
    """States in which every kind of step is asked, of either side."""
    found: dict[str, Any] = {}
    for seed in (1, 2):
        match = new_match("belorussia", seed=seed)
        bots = {role: RandomBot(f"{seed} {role}") for role in SIDES}
        for number in range(320):
            who = "-".join(decision.who for decision in match.decisions())
            found[f"{type(match.state.agenda[0]).__name__} {who} {number // 80}"] = match.state
            play(match, bots, 1)
    kinds = {name.split()[0] for name in found}
    assert kinds >= {"StartPartisans", "RollWeather", "FrontOrders", "Reinforcement", "OnTheMap"}
    return tuple(found.values())


GAME = begun().game


def offered(state: Any, side: str) -> set[str]:
    """Every verb that a side is asked for or offered beside it."""
    open_to = (*GAME.decisions(state), *GAME.asides(state))
    return {offer.verb for one in open_to if one.who == side for offer in one.offers}


def refusal(state: Any, who: str, action: Action) -> str:
    """How an action is refused; empty if it is not."""
    try:
        found = GAME.check(state, who, action)
    except Refusal as problem:
        return str(problem) if problem.rules else pytest.fail(f"{problem} cites no rule")
    except LandbridgeError as problem:
        return str(problem)
    return "; ".join(map(str, found))


def any_words(kind: type[Fact], rng: random.Random, state: Any) -> str:
    """Any well-formed fact of a kind; names are often those that the books know."""
    known = {
        "name": ["infantry 1", "ag_pg 2", "flak 3", "?", *state.alerts_out],
        "number": [str(unit.number) for unit in state.partisans] or ["1"],
    }
    words = [verb_of(kind)]
    for slot in kind.full_offer().slots:
        if slot.optional and rng.random() < 0.3:
            break
        if slot.name in known and rng.random() < 0.7:
            words.append(rng.choice(known[slot.name]))
        elif slot.low is not None and slot.high is not None:
            words.append(str(rng.randint(slot.low, slot.high)))
        else:
            words.append(rng.choice(slot.words or slot.examples))
    return shlex.join(words)


# Whose word it is


@pytest.mark.parametrize("text", WHOSE)
def test_a_fact_is_noted_by_the_side_that_it_costs(text: str) -> None:
    alone, claims = WHOSE[text]
    for side in SIDES:
        match = match_begun()
        before = match.state
        if side == alone:
            match.do(text, side)
            assert not match.state.claimed.pending
            assert match.history.records[-1].do.split()[0] != "claim"
        elif side == claims:
            match.do(text, side)
            (claim,) = match.state.claimed.pending
            assert claim.by == side
            assert replace(match.state, claims=before.claims) == before
            assert match.history.records[-1].do.split()[0] == "claim"
        else:
            with pytest.raises(Refusal) as refused:
                match.do(text, side)
            assert refused.value.rules
            assert match.state is before


@pytest.mark.parametrize("text", WHOSE)
def test_referee_notes_facts_without_confirmation(text: str) -> None:
    for who in (None, REFEREE):
        match = match_begun()
        match.do(text, who)
        assert not match.state.claimed.pending
        assert match.history.records[-1].who == REFEREE
        assert match.state != begun().state or text in ("hold Gomel no", "minsk soviet no")
        assert load_match(match.save()).state == match.state


def test_the_axis_player_neither_sees_nor_destroys_a_partisan_by_his_word_alone() -> None:
    match = match_begun()
    with pytest.raises(Refusal, match="it is for the Soviet player"):
        match.do("act 1 B6.03", "axis")
    match.do("act 1 B6.03 yes", "axis")
    assert not match.history[-1].final
    assert len(match.state.partisans) == 4
    assert match.view("axis").partisans[0].unit == "?"
    unit = match.state.partisans[0].unit
    assert all(unit not in GAME.sentence(event) for _, event in match.log("axis"))
    match.do("confirm 1", "soviet")
    assert len(match.state.partisans) == 3
    assert match.history[-1].final


def test_the_soviet_player_does_not_learn_alert_units_by_guessing() -> None:
    match = match_begun()
    out = replace(match.state, alerts_out=("infantry 3",))
    words = "alert_infantry battalion 2 leg"
    refusals = {
        refusal(state, "soviet", GAME.read(f"lose axis 'infantry {number}' {words}"))
        for state in (match.state, out)
        for number in (3, 4)
    }
    assert {text.split("'lose")[0] for text in refusals} == {"the Soviet player cannot say "}
    # As another kind of unit it can be claimed, whatever it is: only the Axis player is told.
    claim = GAME.read("lose axis 'infantry 3' infantry battalion 2 leg")
    assert refusal(out, "soviet", claim) == refusal(match.state, "soviet", claim) == ""
    assert "is an Alert unit" in refusal(out, "axis", claim)


def test_a_barrage_is_fired_in_the_soviet_player_turn_on_the_map() -> None:
    match = match_begun()
    with pytest.raises(Refusal, match="belongs to the Soviet player turn on the map"):
        match.do("barrage western", "soviet")
    assert "barrage" not in offered(match.state, "soviet")
    to_the_map(match, "soviet")
    assert "barrage" in offered(match.state, "soviet")
    assert "barrage" not in offered(match.state, "axis")
    with pytest.raises(Refusal, match="it is for the Soviet player"):
        match.do("barrage western", "axis")


def test_every_kind_of_fact_says_whose_it_is() -> None:
    for kind in FACT_OF.values():
        assert set(kind.said_by) <= set(SIDES)
        assert kind.rules
    with pytest.raises(TypeError, match="said_by"):

        class Forgotten(Fact, frozen=True):
            """Whose?"""

    with pytest.raises(TypeError, match="concerns"):

        class HalfForgotten(Fact, frozen=True):
            """Whom does it cost?"""

            said_by = ("soviet",)
            when = "any time"
            rules = ("OCS 13.5",)


def test_what_is_not_offered_is_refused_in_every_step() -> None:
    rng = random.Random(5)
    tried = 0
    for state in positions():
        for side in SIDES:
            for verb, kind in FACT_OF.items():
                if verb in offered(state, side):
                    continue
                tried += 1
                assert refusal(state, side, GAME.read(any_words(kind, rng, state)))
            for text in ("confirm 1", "dispute 1"):
                with pytest.raises(Refusal):
                    GAME.check(state, side, GAME.read(text))
            with pytest.raises(Refusal):
                GAME.check(state, "spectator", GAME.read("vp soviet 1 agreed"))
    assert tried > 50


def others(state: Any, side: str) -> Iterator[Any]:
    """Positions that differ only in what is hidden from a side."""
    for seed in range(3):
        yield GAME.imagine(state, side, Sampler(seed))


def test_what_is_hidden_has_no_part_in_a_refusal() -> None:
    rng = random.Random(7)
    refused = 0
    for state in positions():
        hidden = replace(state, alerts_out=("infantry 1", "flak 3"))
        for side in SIDES:
            for kind in FACT_OF.values():
                action = GAME.read(any_words(kind, rng, hidden))
                said = refusal(hidden, side, action)
                refused += bool(said)
                for other in others(hidden, side):
                    assert refusal(other, side, action) == said, (side, write(action))
    assert refused > 100


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
    with pytest.raises(BadSave, match=r"in edition 8 \(the match was begun with 5\)"):
        load_match(forged)
