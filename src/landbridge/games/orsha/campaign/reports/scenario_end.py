"""The end of a scenario: reports are carried out, points counted, the winner named."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.play.game import Outcome
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.battle.aircraft import land
from landbridge.games.orsha.campaign.open_facts import SIDES, Score, enemy_of
from landbridge.games.orsha.campaign.pieces.armor_leaders import take_places
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, changed, is_mmc
from landbridge.games.orsha.campaign.reports.casualties import log_casualties
from landbridge.games.orsha.campaign.reports.modules import spend_modules
from landbridge.games.orsha.campaign.reports.reports import result_of
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.map.location_points import BRIDGE, Blaze, lvp_score, lvp_table
from landbridge.games.orsha.rules.scenario.dates import NAMES
from landbridge.games.orsha.rules.scenario.setting_up import AREA, late_german_units
from landbridge.games.orsha.rules.scenario.victory import (
    LAST,
    CampaignVerdict,
    Points,
    RussianEarnings,
    campaign_verdict,
    scenario_verdict,
    victory_points,
)
from landbridge.games.orsha.rules.words import Side

# Reports are carried out


def apply_reports(state: Campaign, play: Play) -> Campaign:
    """Every piece stands as its report says; captured Equipment changes hands."""
    results = {side: result_of(state, side) for side in SIDES}
    log_casualties(state, play)
    state = _late_units(state, results["german"], play)
    for side in SIDES:
        book = replace(state.book(side), report={}, appeared={})
        state = state.with_book(side, book)
    for side in SIDES:
        guards = [p for p in results[enemy_of(side)] if p.status == "map" and is_mmc(p)]
        for piece in results[side]:
            if piece.status == "prisoner" and not any(g.id == piece.by for g in guards):
                there = [guard.id for guard in guards if guard.hex == piece.hex]
                piece = replace(piece, by=there[0] if there else "")
            if piece.status == "captured":
                state = hand_over(state, side, piece)
            else:
                state = state.with_pieces(side, piece)
            state = _wreck(state, piece)
        state = take_places(state, side)
        state = spend_modules(state, side, results[side], play)
    state = land(state, play)
    points = state.cvp
    play.log(
        "battle_over",
        ("OTO-8.51-Obj-3", "OTO-8.51-Obj-4"),
        date=NAMES[state.date],
        russian=points["russian"],
        german=points["german"],
        evp=state.evp,
    )
    return state


def hand_over(state: Campaign, side: Side, piece: RosterPiece) -> Campaign:
    """Equipment that the enemy has captured goes over to his roster, under its own name."""
    gone = replace(piece, status="captured")
    booty = changed(
        piece, f"{state.date}: captured by the {enemy_of(side)} side", status="map", by=""
    )
    # What comes back to its first owner is no longer captured.
    return state.with_pieces(side, gone).with_pieces(enemy_of(side), booty)


def _late_units(state: Campaign, results: list[RosterPiece], play: Play) -> Campaign:
    late = [p for p in results if p.status == "offmap" and not p.area]
    worth = sum(piece.cvp for piece in late)
    found = late_german_units(state.date, int(AREA["late_turn"]), worth)
    if not found.result:
        return state
    play.log("late_units", found.rules, number=len(late), cvp=found.result)
    # What has never been on the map is still a secret.
    names = [piece.label for piece in late]
    play.log("late_pieces", found.rules, to=("german",), pieces=names)
    return replace(state, late_cvp=state.late_cvp + found.result)


def _wreck(state: Campaign, piece: RosterPiece) -> Campaign:
    if piece.kind != "vehicle" or piece.status != "eliminated" or not piece.hex:
        return state
    marks = state.marks.get(piece.hex, ())
    return state.marked(piece.hex, *dict.fromkeys((*marks, "wreck")))


# Points


def _earned(state: Campaign, why: Why) -> tuple[RussianEarnings, tuple[str, ...]]:
    """What the Russians have earned so far, and the marked hexes that they hold now."""
    held: list[str] = []
    lvp = 0
    for entry in lvp_table():
        marks = state.marks.get(entry.hex, ())
        destroyed = entry.hex == BRIDGE and "bridge_destroyed" in marks
        fire: Blaze = "none"
        if "blaze" in marks and not destroyed:
            fire = "burning"
        elif {"open_ground", "rubble"} & set(marks):
            fire = "consumed"
        score = why.add(lvp_score(entry.hex, state.control.get(entry.hex, "none"), fire, destroyed))
        lvp += score.russian_points
        if score.russian_points:
            held.append(entry.hex)
    lost = sum(e.points for e in lvp_table() if e.hex in state.lvp_once and e.hex not in held)
    return (
        RussianEarnings(
            lvp=lvp,
            lvp_lost=lost,
            cvp=(*(score.cvp for score in state.scores), state.cvp.get("russian", 0)),
            evp=(*(score.evp for score in state.scores), state.evp),
            late_cvp=state.late_cvp,
            isolated_cvp=state.isolated_cvp,
            german_cpp=max(state.german.cpp, 0),
            russian_cpp=max(state.russian.cpp, 0),
        ),
        tuple(held),
    )


def score_scenario(state: Campaign, play: Play) -> Campaign:
    """Victory points at the end of a date's scenario, and who has won it."""
    why = Why()
    earned, held = _earned(state, why)
    points: Points = why.add(victory_points(earned, state.date, False, state.rulings))
    before = state.scores[-1].points if state.scores else 0
    verdict = why.add(
        scenario_verdict(state.date, points.total, before, state.rulings.scenario_points)
    )
    score = Score(
        state.date,
        points.total,
        points.lvp,
        state.cvp.get("russian", 0),
        state.cvp.get("german", 0),
        state.evp,
        verdict.winner,
        verdict.counted,
        verdict.needed,
    )
    play.log(
        "scenario_scored",
        why.so(None).rules,
        date=NAMES[state.date],
        winner=verdict.winner,
        counted=verdict.counted,
        points=points.total,
        lvp=points.lvp,
        cvp=points.cvp,
        evp=points.evp,
        needed=verdict.needed,
        cvp_carried=points.cvp_carried,
        evp_carried=points.evp_carried,
    )
    return replace(
        state,
        scores=(*state.scores, score),
        lvp_once=tuple(dict.fromkeys((*state.lvp_once, *held))),
    )


class FinalScore(NamedTuple):
    """How the campaign ends."""

    points: Points
    verdict: CampaignVerdict
    rules: Rules


def final_score(state: Campaign) -> FinalScore:
    """All points at the end of the campaign, CPP left over among them, and its winner."""
    why = Why()
    # The last score stands among the scores already.
    past = replace(state, scores=state.scores[:-1])
    earned, _ = _earned(past, why)
    points: Points = why.add(victory_points(earned, LAST, True, state.rulings))
    verdict = why.add(campaign_verdict(LAST, points.total, state.balance))
    return FinalScore(points, verdict, why.so(None).rules)


def final_outcome(state: Campaign) -> Outcome | None:
    """Who has won the campaign, once it is over."""
    if not state.ended:
        return None
    end = final_score(state)
    return Outcome(
        f"the Russians have {end.points.total} VP and need {end.verdict.needed}",
        end.verdict.winner,
        end.rules,
        {"russian": end.points.total},
    )
