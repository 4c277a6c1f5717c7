"""Random campaigns recounted from their logs alone: CPP, pieces, losses, victory points."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Event
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.reports.aftermath import Aftermath
from orsha.campaign_play import ROLES, by_chance

SEEDS = (2, 7, 11)
ONE_FOR = 20
"""CVP, or EVP, that are one VP."""
RECON_RG = re.compile(r"-M3\.")
"""Recon that was bought as an RG is paid for with the plan."""
COUNT = re.compile(r"(\d+)x ")
SCORING = ("battle_over", "melee_losses", "late_units", "not_set_up", "scenario_scored")
OWN_ID = re.compile(r"[GR]-\w+-[\w.]+/\d+")
"""The id of a piece that was received, not made of another one."""


@cache
def played(seed: int) -> Match[Any]:
    return by_chance(seed)


@pytest.fixture(params=SEEDS)
def match(request: pytest.FixtureRequest) -> Match[Any]:
    """A campaign that was played to its end."""
    return played(request.param)


def events(match: Match[Any], *ids: str) -> list[Event]:
    return [event for _, event in match.log() if event.id in ids]


def side_of(event: Event) -> str:
    """Whose a secret event is."""
    return event.values.get("side") or (event.seen_by or ("",))[0]


# CPP


def test_cpp_given_are_cpp_spent_and_left(match: Match[Any]) -> None:
    begins = events(match, "campaign_begins")[0].values
    left = {side: begins[side] for side in ROLES}
    planned = {n for n, event in match.log() if RECON_RG.search(event.values.get("line", ""))}
    for number, event in match.log():
        side, values = side_of(event), event.values
        if event.id == "cpp":
            left[side] += values["cpp"]
        elif event.id == "recon" and number not in planned:
            left[side] -= values["cpp"]
        elif event.id == "plan_closed":
            left[side] -= values["spent"]
            assert left[side] == values["left"]
    assert left == {side: match.state.book(side).cpp for side in ROLES}


# Pieces


def test_every_piece_received_is_on_a_roster(match: Match[Any]) -> None:
    """Nothing vanishes from the books, whatever becomes of it, and nothing appears in them."""
    told: Counter[str] = Counter()
    for event in events(match, "received"):
        told[event.values["line"][0]] += sum(map(int, COUNT.findall(event.values["what"])))
    kept: Counter[str] = Counter()
    for side in ROLES:
        own = [name for name in match.state.book(side).pieces if OWN_ID.fullmatch(name)]
        kept.update(name[0] for name in own if name[0] == side[0].upper() and "FPP" not in name)
    assert kept == told


def test_whoever_is_lost_between_battles_is_named_in_the_log(match: Match[Any]) -> None:
    """The reports say what a battle costs; the rest of the campaign loses nobody in silence."""
    told: dict[int, list[Any]] = {}
    for number, event in match.log():
        told.setdefault(number, []).append(event.values)
    before = match.at(0)
    for number in range(1, len(match) + 1):
        now = match.at(number)
        reported = isinstance(before.agenda[0], Battle | Aftermath)
        text = str(told.get(number, ""))
        for side in ROLES:
            pieces = now.book(side).pieces
            for name, piece in before.book(side).pieces.items():
                gone = piece.in_play and not pieces[name].in_play and piece.name != "?"
                assert reported or not gone or name in text, (name, pieces[name].history[-1])
        before = now


# Points


def test_victory_points_are_those_of_the_log(match: Match[Any]) -> None:
    """Whole steps of all CVP and EVP so far, and the marked hexes of each scenario's end."""
    cvp = evp = points = 0
    for event in events(
        match, "battle_over", "melee_losses", "late_units", "not_set_up", "scenario_scored"
    ):
        values = event.values
        if event.id == "battle_over":
            cvp, evp = cvp + values["russian"], evp + values["evp"]
        elif event.id == "melee_losses":
            cvp += values["russian"]
        elif event.id in ("late_units", "not_set_up"):
            cvp += values["cvp"]
        else:
            assert (values["cvp"], values["cvp_carried"]) == divmod(cvp, ONE_FOR)
            assert (values["evp"], values["evp_carried"]) == divmod(evp, ONE_FOR)
            gained = values["lvp"] + values["cvp"] + values["evp"] - points
            points += gained
            assert values["points"] == points
            assert values["counted"] == gained
            assert (values["winner"] == "russian") == (gained >= values["needed"])
    over = events(match, "campaign_over")[0].values
    assert over["points"] == points + over["cpp"]
    assert over["cpp"] == max(match.state.german.cpp, 0)
    assert match.outcome is not None
    assert match.outcome.winner == ("russian" if over["points"] >= over["needed"] else "german")
