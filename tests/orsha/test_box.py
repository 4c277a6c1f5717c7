"""As in my box: a campaign that asks the owner for what the document has lost."""

from __future__ import annotations

from typing import Any

import pytest

from boxes import answer_all, asked, invented_rules, play_until, watch_rules
from landbridge.bots.known import bot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.engine.play.box_steps import AskBox
from landbridge.engine.rules.box import box_questions
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.sealed.sealed_orders import BadSeal, private_copy, seal
from landbridge.games.orsha.campaign.setting_up.inspection import Inspection
from landbridge.games.orsha.rules.purchases.pieces import counters
from landbridge.games.orsha.rules.words import figures
from landbridge.referee.games import load_match, new_match
from orsha.campaign_play import set_up
from orsha.test_sealed_orders import opened, prepare

PACKAGE = "landbridge.games.orsha"
QUESTIONS = box_questions(PACKAGE)
PLAY_CHOICES = {"RUL-OTO-82", "RUL-OTO-87"}
"""Who fights the battles, and that ASL rules are applied at the table, stands in no box."""


def begin(scenario: str = "battles-by-chance", **settings: Any) -> Match[Any]:
    return new_match("orsha", scenario, options={"box": "yes"}, **({"seed": 1} | settings))


def test_a_date_with_its_reorganisation_without_an_invented_rule() -> None:
    match = begin()
    with watch_rules() as looked_at:
        keys = play_until(match, lambda state: state.date == "23pm" and state.weather == "clear")
    assert match.state.date == "23pm"
    assert invented_rules(match, looked_at) <= PLAY_CHOICES
    assert len(keys) == len(set(keys)), "nothing is asked twice"
    assert {"historical_drm", "cpp_rule", "weather_rule"} <= set(keys)
    assert "battles" not in QUESTIONS
    again = load_match(match.save())
    assert again.audit() == []
    assert again.head() == match.head()


def test_the_position_can_be_shown_before_the_first_answer() -> None:
    match = begin("on-track-to-orsha")
    assert asked(match) == "edge_rows"
    for role in (*match.game.roles, "referee"):
        view = match.view(role)
        assert match.game.summary(view)
        assert dict(match.game.sheets(view))


def test_the_enemy_cannot_read_what_waits() -> None:
    match = begin("on-track-to-orsha")
    bots = {role: bot("orsha", "random", f"secret {role}") for role in match.game.roles}
    answer_all(match)
    while not isinstance(waiting := match.state.agenda[0], AskBox):
        play(match, bots, 1)
    actor = waiting.actor
    enemy = next(role for role in match.game.roles if role != actor)
    assert waiting.action.startswith("receive")
    assert match.view(actor).agenda[0].action == waiting.action
    assert match.view(enemy).agenda[0].action == ""
    assert match.view(enemy).agenda[0].dice == ()
    assert match.decisions(enemy)[0].prompt == match.decisions(actor)[0].prompt


def test_charts_and_counters_of_the_box_count() -> None:
    match = begin("on-track-to-orsha")
    answer_all(match)
    match.do(
        'box \'historical_drm={"german":{"23am":1,"23pm":1,"24am":1,"24pm":1}}\''
        ' \'unseen_counters={"entries":{"PT-34":9}}\''
    )
    chart = figures("historical_drm", match.state.rulings.historical_drm)
    assert (chart["german"]["23am"], chart["russian"]["23am"]) == (1, -2)


def test_the_counters_that_no_source_shows_are_asked_about() -> None:
    entries = QUESTIONS["unseen_counters"].figures["entries"]
    unseen = {name: one.cvp for name, one in counters("russian").items() if one.source != "series"}
    assert entries == unseen


def test_own_counters_are_worth_what_the_box_says() -> None:
    match = begin()
    worth = dict.fromkeys(QUESTIONS["unseen_counters"].figures["entries"], 9)
    said = str(worth).replace("'", '"')
    answer_all(match)
    match.do(f"box 'unseen_counters={{\"entries\":{said}}}'")
    play_until(match, lambda state: state.date != "23am")
    found = [piece for piece in match.state.russian.pieces.values() if piece.name in worth]
    assert found
    assert {piece.cvp for piece in found} == {9}


def test_sealed_orders_are_opened_in_a_match_as_in_a_box() -> None:
    common = begin("on-track-to-orsha")
    answer_all(common)
    common.do("box " + " ".join(f"{key}={one.default}" for key, one in QUESTIONS.items()))
    letters = [seal(prepare(common, role, "buy I1"), role) for role in common.game.roles]
    opened(common, *letters)
    assert isinstance(common.state.agenda[0], Inspection | Battle)
    assert load_match(common.save()).audit() == []


def test_a_question_met_while_orders_are_written_belongs_to_the_common_match() -> None:
    common = begin("on-track-to-orsha")
    answer_all(common)
    mine = private_copy(common, "german")
    for text in ("buy I1", "ready", "receive"):
        mine.do(text, "german")
    assert answer_all(mine)
    mine.do("wind none", "german")
    assert not answer_all(mine)
    set_up(mine, "german")
    answer_all(mine)
    with pytest.raises(BadSeal, match="answer it in the common match"):
        seal(mine, "german")
