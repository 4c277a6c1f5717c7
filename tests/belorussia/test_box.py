"""As in my box: a match that applies only what is printed, and asks the owner for the rest."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from boxes import answer_all, asked, invented_rules, play_until, watch_rules
from landbridge.bots.known import bot
from landbridge.bots.seats import play
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.states import decode_state, encode_state
from landbridge.engine.play.box_steps import AskBox, Box
from landbridge.engine.play.events import Play
from landbridge.engine.play.game import Option
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.box import INVENTED, box_questions, read_word
from landbridge.engine.rules.box_packs import BadPack, read_box_pack, write_box_pack, write_form
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.engine.rules.index import rows, rulings
from landbridge.games.belorussia.arrivals.packs import pack_names
from landbridge.games.belorussia.arrivals.special_events import divisions_come
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.referee.games import load_match, new_match

PACKAGE = "landbridge.games.belorussia"
QUESTIONS = box_questions(PACKAGE)


def begin(**settings: Any) -> Match[Any]:
    return new_match("belorussia", options={"box": "yes"}, **({"seed": 1} | settings))


def play_turns(match: Match[Any], turns: int) -> list[str]:
    """Let bots play this many turns; everything that was asked meanwhile."""
    return play_until(match, lambda state: state.turn > turns)


def test_three_turns_without_an_invented_rule() -> None:
    match = begin()
    with watch_rules() as looked_at:
        keys = play_turns(match, 3)
    assert match.state.turn == 4
    assert invented_rules(match, looked_at) == set()
    assert len(keys) == len(set(keys)), "nothing is asked twice"
    assert {"special_events", "offensive_length", "partisan_pool", "victory_points"} <= set(keys)
    again = load_match(match.save())
    assert again.audit() == []
    assert again.head() == match.head()


def test_the_position_can_be_shown_before_anything_is_answered() -> None:
    match = begin()
    bots = {role: bot("belorussia", "random", f"shown {role}") for role in match.game.roles}
    for _ in range(30):
        for role in (*match.game.roles, "referee"):
            view = match.view(role)
            assert match.game.summary(view)
            assert {"ledger", "turn"} <= set(dict(match.game.sheets(view)))
        play(match, bots, 1)


def test_a_match_without_it_asks_nothing_and_refuses_answers() -> None:
    match = new_match("belorussia", seed=1)
    assert not any(offer.verb == "box" for d in match.open_to() for offer in d.offers)
    with pytest.raises(Refusal, match="cannot 'box' now"):
        match.do("box offensive_length=six", "soviet")


def test_the_question_is_a_decision_and_the_action_goes_on_with_its_dice() -> None:
    match = begin(dice="typed")
    answer_all(match)
    while match.decisions()[0].prompt.startswith("Partisans begin"):
        match.do("partisan B10.10", dice=[1])
    match.do("weather", dice=[5])
    assert asked(match) == "first_turn"
    assert match.deciders == ("soviet", "axis")
    assert len(match.decisions()) == len(match.decisions("axis")) == 1
    with pytest.raises(Refusal, match="cannot 'weather' now"):
        match.do("weather", "soviet", dice=[5])
    match.do("box first_turn=rolled", dice=[5])
    waiting = match.state.agenda[0]
    assert isinstance(waiting, AskBox)
    assert (waiting.key, waiting.action, waiting.dice) == ("special_events", "weather", ((5,),))
    match.do("box special_events=off")
    assert match.state.flight == "full"
    assert match.history.records[-1].dice == ()
    assert [r.total for e in match.history[-1].events for r in e.rolls if r.faces] == [5]
    assert load_match(match.save()).head() == match.head()


def test_the_other_side_cannot_read_the_action_that_waits() -> None:
    match = begin()
    answer_all(match)
    match.do("partisan B10.10")
    while match.decisions()[0].prompt.startswith("Partisans begin"):
        match.do("partisan B10.11")
    match.do("weather")
    assert match.view("soviet").agenda[0].action == "weather"
    assert match.view("axis").agenda[0].action == ""


def test_a_bot_leaves_the_question_to_a_person() -> None:
    match = begin()
    alone = {"soviet": bot("belorussia", "random", "1")}
    assert play(match, alone, 5) == 0
    assert play(match, alone | {"axis": bot("belorussia", "random", "2")}, 5) == 5


def test_figures_of_the_box_count_in_the_match() -> None:
    match = begin()
    match.do('box \'victory_points={"places":{"Minsk":9},"fortress_captured":4}\'')
    chosen = match.state.rulings.victory_points
    assert chosen == "soviet_cities"
    assert figures("victory_points", chosen)["fortress_captured"] == 4
    assert figures("victory_points", "soviet_cities")["fortress_captured"] == 1
    kept = decode_state(match.game, type(match.state), encode_state(match.state))
    assert kept == match.state


def test_the_dates_of_the_box_count_in_the_match() -> None:
    match = begin()
    match.do('box \'special_events={"reserve_until":"1943-12-01"}\'')
    chosen, printed = match.state.rulings.special_events, "two_dice"
    in_december = date(1943, 12, 8)
    assert not divisions_come(in_december, chosen, Why())
    assert divisions_come(in_december, printed, Why())


def test_the_pools_of_the_box_are_set_out() -> None:
    match = begin()
    match.do('box start_places=none \'partisan_pool={"foot":2,"cavalry":1,"start_face_down":1}\'')
    answer_all(match)
    assert match.state.places == {}
    assert match.state.partisan_pool == ("foot 1", "foot 2", "cavalry 1")
    match.do("partisan B10.10")
    assert match.decisions()[0].prompt == "Weather for the whole turn"


def test_a_named_pack_answers_and_a_reconstructed_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"box": "yes", "pack": "historical"}
    with pytest.raises(BadInput, match="pack historical is a reconstruction"):
        new_match("belorussia", options=options)
    text = 'name = "my copy"\nsource = "booklet"\n[box]\noffensive_length = "six"\n'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    (tmp_path / "other.toml").write_text('game = "orsha"\n', encoding="utf-8")
    monkeypatch.setenv("LANDBRIDGE_PACKS", str(tmp_path))
    assert pack_names() == ("historical", "mine")
    option = Option("pack", ("", "mine"), "")
    monkeypatch.setattr(Belorussia, "options", (option, *Belorussia.options[1:]))
    match = new_match("belorussia", options={"box": "yes", "pack": "mine"})
    assert match.state.rulings.offensive_length == "six"
    assert [answer.key for answer in match.state.rulings.owner] == ["offensive_length"]


def test_a_switch_chosen_before_is_not_asked() -> None:
    match = new_match("belorussia", options={"box": "yes", "offensive_length": "six"})
    assert match.state.rulings.offensive_length == "six"


def test_what_the_box_refuses_is_not_done() -> None:
    match = begin()
    play_until(match, lambda state: type(state.agenda[0]).__name__ == "FrontOrders")
    waiting = AskBox("regrouping_length", match.game.roles, "regroup 1st_baltic", "soviet")
    state = replace(match.state, agenda=(waiting, *match.state.agenda))
    played = Play(Sampler(1))
    after = match.game.apply(state, "soviet", Box(("regrouping_length=four",)), played)
    assert [event.id for event in played.events] == ["box_says", "box_refuses"]
    assert after.agenda == match.state.agenda
    assert after.fronts == match.state.fronts
    said = match.game.sentence(played.events[-1])
    assert said.startswith("Not done, by what the box says: regroup 1st_baltic; ")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("offensive_length=seven", "Allowed: eight, roll_after_six, six or ten"),
        ("offensive_lenght=six", "Did you mean 'offensive_length'?"),
        ("offensive_length", "An answer is key=choice"),
        ('offensive_length={"turns":"six"}', "offensive_length.turns is a whole number"),
        ('offensive_length={"weeks":6}', "no figure 'weeks'. Allowed: "),
        ('stavka={"last":"soon"}', "stavka.last is a date such as 1944-02-26"),
        ("stavka={", "the figures cannot be read"),
    ],
)
def test_a_bad_answer_names_what_is_allowed(word: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_word(PACKAGE, word)
    assert said in str(refused.value)


def test_a_form_that_is_filled_in_answers_beforehand() -> None:
    form = write_form(PACKAGE, "belorussia")
    assert read_box_pack(PACKAGE, "belorussia", "form", form) == ()
    filled = form.replace('# first_turn = "rolled"', 'first_turn = "as_scenario"', 1)
    filled = filled.replace("# [box.offensive_length]", "[box.offensive_length]")
    filled = filled.replace('# choice = "eight"\n# turns = 8', "turns = 7")
    answers = read_box_pack(PACKAGE, "belorussia", "form", filled)
    assert [answer.word() for answer in answers] == [
        "first_turn=as_scenario",
        'offensive_length={"choice":"eight","turns":7}',
    ]
    match = begin()
    match.do("box " + " ".join(f"'{answer.word()}'" for answer in answers))
    assert not {"first_turn", "offensive_length"} & set(play_turns(match, 2))
    saved = write_box_pack(PACKAGE, "belorussia", match.state.rulings.owner)
    kept = read_box_pack(PACKAGE, "belorussia", "saved", saved)
    assert set(kept) == set(match.state.rulings.owner)


def test_every_question_can_be_written_and_read() -> None:
    answers = {read_word(PACKAGE, f"{key}={q.default}") for key, q in QUESTIONS.items()}
    text = write_box_pack(PACKAGE, "belorussia", answers)
    assert set(read_box_pack(PACKAGE, "belorussia", "all", text)) == answers


def test_a_bad_pack_says_everything_with_its_line() -> None:
    text = """name = "mine"
game = "orsha"
colour = 3
[box]
offensive_length = "seven"
[box.victory_points]
fortress_captured = "two"
"""
    with pytest.raises(BadPack) as refused:
        read_box_pack(PACKAGE, "belorussia", "mine.toml", text)
    said = str(refused.value)
    assert "pack mine.toml was not loaded" in said
    assert "line 2: it is a pack for orsha, not for belorussia" in said
    assert "line 3: there is no key 'colour'" in said
    assert "line 5: There is no choice for offensive_length 'seven'" in said
    assert "line 6: victory_points.fortress_captured is a whole number, not 'two'" in said
    with pytest.raises(BadPack, match=r"pack mine.toml: .*line 1"):
        read_box_pack(PACKAGE, "belorussia", "mine.toml", "name = 1 2")


def test_every_question_says_what_it_rests_on() -> None:
    known = {*rows(PACKAGE), *(ruling.id for ruling in rulings(PACKAGE).values())}
    for question in QUESTIONS.values():
        assert question.source in INVENTED
        assert question.default in question.options
        assert question.rules
        assert set(question.rules) <= known


def test_a_rule_that_is_looked_at_and_not_asked_is_found() -> None:
    match = begin()
    with watch_rules() as looked_at:
        assert in_force("RUL-TFB-1")
        assert in_force("TFB-1.8-1")
    assert looked_at == {"RUL-TFB-1", "TFB-1.8-1"}
    assert invented_rules(match, looked_at) == {"RUL-TFB-1"}
