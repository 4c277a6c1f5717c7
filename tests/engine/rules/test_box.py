"""As in the owner's box: what is asked, when, and what becomes of what waits."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.chance.nature import NeedRoll
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.states import decode_state, encode_state
from landbridge.engine.play.box_steps import AskBox, Box
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.asked_rulings import OwnersChoice, Unanswered
from landbridge.engine.rules.box import OwnersAnswer, box_questions, read_answer, read_word
from landbridge.engine.rules.box_packs import BadPack, read_box_pack, write_box_pack, write_form
from toys.ferry import PACKAGE, Ferry, Rulings, figures

GAME = Ferry()
QUESTIONS = box_questions(PACKAGE)


def begin(box: str = "yes", **settings: Any) -> Match[Any]:
    options = {"box": box} | settings.pop("options", {})
    return Match.new(GAME, seed=1, options=options, **({"dice": "either"} | settings))


def at_work(*answers: str) -> Match[Any]:
    """A match whose purses are filled."""
    match = begin()
    match.do(Box(("purse=usual", *answers)))
    return match


def test_every_invented_rule_is_asked_and_nothing_else() -> None:
    assert set(QUESTIONS) == {"purse", "toll", "drift", "DC-FER-2", "DC-FER-3"}
    assert QUESTIONS["toll"].look == "The board at the landing"
    assert QUESTIONS["drift"].look == "Booklet: crossing"
    assert QUESTIONS["purse"].figures == {"entries": {"north": 5, "south": 5}}
    assert QUESTIONS["toll"].figures_of("none")["coins"] == 0


def test_a_match_without_it_holds_nothing_of_it() -> None:
    match = begin("no")
    assert type(match.state.rulings) is Rulings
    match.do("cross", dice=[6])
    assert match.state.purse == {"north": 3, "south": 5}
    with pytest.raises(Refusal, match="cannot 'box' now"):
        match.do("box toll=two", "south")
    assert Box.offer(match.state, None, "north") is None


def test_the_set_up_waits_for_the_owner() -> None:
    match = begin()
    assert match.deciders == ("north", "south")
    assert [decision.who for decision in match.decisions()] == ["north"]
    match.do("box purse=poor", "south")
    assert match.state.purse == {"north": 0, "south": 0}


def test_an_action_waits_and_goes_on_with_its_dice() -> None:
    match = at_work("toll=none")
    match.do("cross", dice=[5])
    waiting = match.state.agenda[0]
    assert waiting == AskBox("drift", ("north", "south"), "cross", "north", dice=((5,),))
    assert match.view("north").agenda[0] == waiting
    assert match.view("south").agenda[0] == AskBox("drift", ("north", "south"))
    assert match.history.records[-1].dice == ((5,),)
    match.do("box drift=on", "south")
    assert match.state.crossed == 1
    assert match.history.records[-1].dice == ()
    assert [roll.total for event in match.history[-1].events for roll in event.rolls] == [5]
    assert Match.load(GAME, match.save()).head() == match.head()
    assert match.audit() == []


def test_seeded_dice_are_kept_too() -> None:
    match = begin(dice="seeded")
    match.do("box purse=usual toll=two")
    while not match.state.agenda or not isinstance(match.state.agenda[0], AskBox):
        match.do("cross" if max(match.state.purse.values()) > 1 else "turn")
        if match.outcome is not None:
            break
    assert match.audit() == []


def test_dice_that_are_not_needed_yet_are_typed_again() -> None:
    match = begin(dice="typed")
    match.do("box purse=usual")
    match.do("cross", dice=[3])
    assert match.state.agenda[0].key == "toll"
    assert match.state.agenda[0].dice == ()
    with pytest.raises(NeedRoll):
        match.do("box toll=two")
    match.do("box toll=two", dice=[3])
    assert match.state.crossed == 1


def test_what_the_box_forbids_is_not_done() -> None:
    match = at_work()
    match.do("cross", dice=[3])
    said = match.do("box 'toll={\"coins\":9}'")
    assert [event.id for event in said] == ["box_says", "box_refuses"]
    assert GAME.sentence(said[-1]) == "Not done: cross; the toll is 9."
    with pytest.raises(Refusal, match="the toll is 9"):
        match.do("cross", dice=[3])


def test_what_the_referee_lets_pass_goes_on_after_the_answer() -> None:
    match = begin(mode="referee", dice="typed")
    match.do("box purse=poor 'toll={\"coins\":3}'")
    with pytest.raises(Refusal, match="the toll is 3"):
        match.do("cross", dice=[5])
    match.do("cross", dice=[5], declare=True)
    assert match.state.agenda[0].declared
    match.do("box drift=on")
    assert match.state.purse["north"] == -3
    assert match.state.crossed == 1
    assert Match.load(GAME, match.save()).head() == match.head()


def test_a_refusal_by_a_reading_is_asked_before() -> None:
    match = at_work()
    match.do("haggle 6")
    assert match.state.agenda[0].key == "DC-FER-3"
    said = match.do("box DC-FER-3=as_read")
    assert said[-1].rules == ("DC-FER-3",)
    with pytest.raises(Refusal, match="nobody pays twice"):
        match.do("haggle 6")


def test_a_reading_that_the_box_does_not_share_is_left_out() -> None:
    match = at_work()
    match.do("turn")
    assert match.state.agenda[0].key == "DC-FER-2"
    match.do("box DC-FER-2=otherwise")
    assert "turn" not in {offer.verb for offer in match.decisions()[0].offers}
    match.do("box DC-FER-2=as_read DC-FER-3=otherwise")
    with pytest.raises(Refusal, match="cannot go on without what your box leaves out"):
        match.do("haggle 1")


def test_verbs_at_any_time_wait_for_what_they_need() -> None:
    match = at_work()
    verbs = [offer.verb for offer in match.decisions()[0].offers]
    assert "ring" not in verbs
    assert verbs[-1] == "box"
    match.do("ring")
    assert match.state.agenda[0].key == "toll"
    match.do("box toll=none")
    assert "ring" in [offer.verb for offer in match.decisions()[0].offers]
    assert [one.who for one in GAME.asides(match.state)] == ["south"]


def test_the_log_tells_the_answer_with_its_figures() -> None:
    said = begin().do('box purse=poor \'toll={"coins":3,"on":["sundays"]}\'')
    told = [GAME.sentence(event) for event in said]
    assert told[:2] == [
        "Coins at the start, as in the box: None.",
        "The toll, as in the box: Two coins; but coins 3, on of its own.",
    ]


def test_a_choice_made_before_is_an_answer() -> None:
    match = begin(options={"toll": "none"})
    assert match.state.rulings.toll == "none"
    assert match.state.rulings.owner == (OwnersAnswer("toll", "none"),)


def test_figures_of_the_box_come_with_the_choice() -> None:
    match = at_work('toll={"coins":3,"free_until":"1944-05-06"}')
    chosen = match.state.rulings.toll
    found = figures("toll", chosen)
    assert (found["coins"], str(found["free_until"]), found["cash"]) == (3, "1944-05-06", True)
    assert chosen == "two"
    other = OwnersChoice("two")
    other.own = {"coins": 4}
    assert chosen != other
    assert hash(chosen) == hash("two")
    kept = decode_state(GAME, type(match.state), encode_state(match.state))
    assert kept == match.state
    plain = begin("no").state
    assert decode_state(GAME, type(plain), encode_state(plain)) == plain


def test_looking_never_fails() -> None:
    match = at_work()
    assert GAME.forecast(match.state, "north", GAME.read("cross")) is None
    assert GAME.asks_owner(begin().state)
    assert not GAME.asks_owner(match.state)
    drawn = GAME.random_action(begin().state, "south", lambda n: n - 1)
    assert drawn == Box(("purse=poor",))
    with pytest.raises(Unanswered, match="The toll"):
        match.state.rulings.toll  # noqa: B018


def test_a_bad_answer_names_what_is_allowed() -> None:
    for word, said in {
        "tol=two": "Did you mean 'toll'?",
        "toll=three": "Allowed: none or two",
        "toll": "An answer is key=choice",
        "toll={": "the figures cannot be read",
        'toll={"coin":1}': "no figure 'coin'. Allowed: cash, classes, coins",
        'toll={"coins":"x"}': "toll.coins is a whole number",
        'toll={"cash":1}': "toll.cash is true or false",
        'toll={"free_until":"soon"}': "toll.free_until is a date such as 1943-01-01",
        'toll={"classes":{"cart":"x"}}': "toll.classes.cart is a whole number",
        'toll={"classes":[]}': "toll.classes is a table of figures",
        'toll={"on":[1]}': "toll.on is text",
        'drift={"x":1}': "Allowed: it has none",
    }.items():
        with pytest.raises(BadInput) as refused:
            read_word(PACKAGE, word)
        assert said in str(refused.value)
    with pytest.raises(BadInput, match="toll is two or none, not '3'"):
        read_answer(PACKAGE, "toll", 3)
    with pytest.raises(BadInput, match="Say what your box says"):
        begin().do("box")


def test_packs_are_written_and_read() -> None:
    answers = tuple(
        read_word(PACKAGE, word)
        for word in (
            'toll={"coins":3,"classes":{"cart":1},"on":[],"cash":false,"free_until":"1944-05-06"}',
            "drift=on",
            'purse={"choice":"poor","entries":{"north \\"n\\"":1}}',
        )
    )
    text = write_box_pack(PACKAGE, "ferry", answers)
    assert set(read_box_pack(PACKAGE, "ferry", "mine", text)) == set(answers)
    form = write_form(PACKAGE, "ferry", answers)
    assert set(read_box_pack(PACKAGE, "ferry", "mine", form)) == set(answers)
    assert "#   Look at: The board at the landing" in form
    assert '# DC-FER-2 = "as_read"' in form


def test_a_bad_pack_says_everything_with_its_line() -> None:
    text = 'game = "river"\nnonsense = 1\n[box]\ntoll = "three"\n[box.drift]\nx = [1979-05-27]\n'
    with pytest.raises(BadPack) as refused:
        read_box_pack(PACKAGE, "ferry", "mine", text)
    assert str(refused.value).splitlines() == [
        "pack mine was not loaded:",
        "  line 2: there is no key 'nonsense'; allowed: name, game, source, note, box, fill,"
        " correct, hex, hexside, place, counter, set_up or from_nothing",
        "  line 1: it is a pack for river, not for ferry",
        "  line 4: There is no choice for toll 'three'. Allowed: none or two.",
        "  line 5: drift has no figure 'x'. Allowed: it has none.",
    ]
    with pytest.raises(BadPack, match="is a table of answers"):
        read_box_pack(PACKAGE, "ferry", "mine", "box = 3")
    with pytest.raises(BadPack, match="pack mine: "):
        read_box_pack(PACKAGE, "ferry", "mine", "box = ")
