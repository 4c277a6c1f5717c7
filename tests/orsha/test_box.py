"""As in my box: a campaign that asks the owner for what the document has lost."""

from __future__ import annotations

from typing import Any

from boxes import answer_all, asked, invented_rules, play_until
from landbridge.bots.known import bot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.engine.play.box_steps import AskBox
from landbridge.engine.rules.box import box_questions
from landbridge.games.orsha.rules.purchases.pieces import counters
from landbridge.games.orsha.rules.words import figures
from landbridge.referee.games import load_match, new_match

PACKAGE = "landbridge.games.orsha"
QUESTIONS = box_questions(PACKAGE)
PLAY_CHOICES = {"RUL-OTO-82", "RUL-OTO-87"}
"""Who fights the battles, and that ASL rules are applied at the table, stands in no box."""


def begin(scenario: str = "battles-by-chance", **settings: Any) -> Match[Any]:
    return new_match("orsha", scenario, options={"box": "yes"}, **({"seed": 1} | settings))


def test_a_date_with_its_reorganisation_without_an_invented_rule() -> None:
    match = begin()
    keys = play_until(match, lambda state: state.date == "23pm" and state.weather == "clear")
    assert match.state.date == "23pm"
    assert invented_rules(match) <= PLAY_CHOICES
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
        assert match.game.sheets(view)


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
