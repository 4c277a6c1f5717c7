"""`landbridge new`, `show` and `do`."""

from __future__ import annotations

import shlex
from fractions import Fraction
from pathlib import Path

import pytest

from landbridge.cli.messages import allowed, command, ending, short
from landbridge.engine.matches.saves import from_text
from landbridge.engine.play.actions import Decision, Offer, Slot
from landbridge.engine.play.game import Outcome
from landbridge.engine.refusals import Violation
from landbridge.referee.games import game
from toys import Ladder

pytestmark = pytest.mark.usefixtures("here", "toys")


def unchanged(file: str) -> str:
    return Path(file).read_text(encoding="utf-8")


# odds, and looking round


def test_odds_of_an_action_before_it_is_done(run, ladder) -> None:
    before = unchanged(ladder)
    found = run("odds", ladder, "jump")
    assert found.status == 0
    assert found.out.startswith("The jump\n")
    assert "fall" in found.out
    assert "%" in found.out
    chances = run("odds", ladder, "jump", "--json").json["odds"]
    assert sum(Fraction(chance) for chance in chances.values()) == 1
    assert unchanged(ladder) == before


def test_odds_where_no_dice_decide_or_nothing_is_offered(run, ladder) -> None:
    assert run("odds", ladder, "rest").out == "No dice decide what comes of it.\n"
    refused = run("odds", ladder, "grab yes")
    assert refused.status == 2
    assert "'grab' is not offered to anybody now" in refused.err
    other = next(
        role for role in ("north", "south") if run("odds", ladder, "jump", "--as", role).status
    )
    assert f"not offered to {other} now" in run("odds", ladder, "jump", "--as", other).err


def test_a_game_without_hexes_has_nothing_to_look_at(run, ladder) -> None:
    refused = run("show", ladder, "--at", "B18.18")
    assert refused.status == 2
    assert "no hexes to look at" in refused.err
    assert run("show", ladder, "--at", "B18.18", "--within", "-1").status == 2


def test_a_match_on_the_map_is_read_round_a_place(run) -> None:
    run("new", "belorussia", "--scenario", "first-steps", "--seed", 7, "-o", "m.lbm")
    shown = run("show", "m.lbm", "--at", "Rechitsa", "--within", 1)
    assert shown.out.startswith("Axis\n")
    assert "D10.15 Rechitsa: Panzergrenadier Regiment 5 [G-PZ12-R5]" in shown.out
    assert [part["title"] for part in run("show", "m.lbm", "--at", "Rechitsa", "--json").json] == [
        *("Axis", "Ground"),
    ]
    assert run("print", "m.lbm", "position").out.count("D10.15 Rechitsa:") == 1


# new


def test_new_says_what_to_type(run) -> None:
    made = run("new", "ladder", "--seed", 7, "-o", "m.lbm")
    assert made.status == 0
    header = from_text(unchanged("m.lbm")).header
    assert header.commitment in made.out
    assert header.seed is not None
    assert header.seed.text == "7"
    assert header.seed.salt not in made.out
    assert "landbridge do m.lbm jump" in made.out
    assert "6 rungs to climb." in made.out


def test_a_real_game_can_be_begun_and_shown(run) -> None:
    assert run("new", "belorussia", "--seed", 7, "-o", "m.lbm").status == 0
    assert "The Forgotten Battles, campaign-1943: 0 actions" in run("show", "m.lbm").out
    for role in ("soviet", "axis"):
        assert run("show", "m.lbm", "--as", role).status == 0
        assert run("show", "m.lbm", "--as", role, "--json").json["role"] == role


def test_new_with_everything_chosen(run) -> None:
    made = run(
        *("new", "ladder", "--scenario", "tower", "--option", "start=middle"),
        *("--option", "fall=to_ground", "--dice", "typed", "--referee", "-o", "m", "--json"),
    )
    assert made.json["scenario"] == "tower"
    assert made.json["dice"] == "typed"
    assert made.json["mode"] == "referee"
    assert made.json["options"] == {"start": "middle", "fall": "to_ground"}
    assert made.json["view"]["rung"] == {"north": 150, "south": 150}
    assert "seed" not in made.out


def test_new_with_dice_for_the_set_up(run) -> None:
    missing = run("new", "sealed", "--dice", "typed", "-o", "m")
    assert missing.status == 2
    assert "Dice needed: a card for red" in missing.err
    assert not Path("m").exists()
    made = run("new", "sealed", "--dice", "typed", "--set-up-dice", "1 2 3 4 5 6", "-o", "m")
    assert made.status == 0
    assert run("verify", "m").status == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["minsk", "-o", "m"], "There is no game 'minsk'"),
        (["ladder"], "the following arguments are required: -o/--output"),
        (["-o", "m"], "the following arguments are required: GAME"),
        (["ladder", "--scenario", "x", "-o", "m"], "There is no scenario 'x'. Allowed: house"),
        (["ladder", "--option", "x=1", "-o", "m"], "There is no option 'x'"),
        (["ladder", "--option", "start", "-o", "m"], "An option is written name=value"),
        (["ladder", "--option", "start=roof", "-o", "m"], "start is ground or middle, not 'roof'"),
        (["ladder", "--option", "fall=up", "-o", "m"], "choice for fall"),
        (["ladder", "--dice", "loaded", "-o", "m"], "invalid choice: 'loaded'"),
        (["ladder", "-o", "no/such/folder/m"], "no folder"),
        (["ladder", "-o", "."], "is a folder"),
        (["ladder", "-o", ""], "is a folder"),
        (["ladder", "--set-up-dice", "1", "-o", "m"], "the program throws the dice"),
        (["ladder", "--set-up-dice", "1", "--dice", "typed", "-o", "m"], "More dice than needed"),
    ],
)
def test_new_refuses(run, words: list[str], says: str) -> None:
    refused = run("new", *words)
    assert refused.status == 2
    assert says in refused.err
    assert not Path("m").exists()


def test_nothing_is_overwritten(run, ladder: str) -> None:
    before = unchanged(ladder)
    Path("other").write_text("precious", encoding="utf-8")
    for words in (
        ["new", "ladder", "-o", ladder],
        ["new", "ladder", "-o", "other"],
        ["branch", ladder, "-o", "other"],
        ["export", ladder, "-o", ladder],
    ):
        refused = run(*words)
        assert refused.status == 2
        assert "is there already; nothing has been written" in refused.err
    assert unchanged(ladder) == before
    assert unchanged("other") == "precious"


# show


def test_show_spells_offers_as_commands(run, ladder: str) -> None:
    shown = run("show", ladder)
    assert shown.status == 0
    assert 'landbridge do m "climb <hand> <rungs>"' in shown.out
    assert "rungs:" in shown.out
    assert "1 to 4 (how many rungs?)" in shown.out
    assert "landbridge do m jump" in shown.out
    assert 'landbridge do m "shout [words]"' in shown.out
    assert "Rules: referee. Dice: either." in shown.out


def test_what_is_still_to_do_and_what_is_aside(run, ladder: str, monkeypatch) -> None:
    violation = Violation("two units too many", ("X-1",), "move one away")
    offers = (Offer("rest", "Rest"), Offer("shout", "Shout", aside=True))
    decision = Decision("north", "Well?", offers, (), (violation,))
    monkeypatch.setattr(Ladder, "decisions", lambda self, state, role="": (decision,))
    shown = run("show", ladder).out
    assert "Still to do: two units too many; move one away [X-1]" in shown
    assert shown.index("do m rest") < shown.index("At any time") < shown.index('do m "shout')


def test_commands_that_are_shown_can_be_typed(run) -> None:
    run("new", "sealed", "--seed", 1, "-o", "cards")
    shown = run("show", "cards").out
    lines = [line.strip() for line in shown.splitlines() if "--as blue" in line]
    assert lines
    words = shlex.split(lines[0].partition("  ")[0])
    assert run(*words[1:]).status == 0


def test_show_as_a_role_tells_only_what_it_may_know(run) -> None:
    run("new", "sealed", "--seed", 1, "-o", "cards")
    everything = run("show", "cards", "--json").json
    hands = everything["view"]["hands"]
    seen = run("show", "cards", "--as", "red", "--json").json
    assert seen["view"]["hand"] == hands["red"]
    assert "hands" not in seen["view"]
    assert [decision["who"] for decision in seen["decisions"]] == ["red"]
    assert all(event["id"] != "dealt" for event in seen["log"])
    text = run("show", "cards", "--as", "red").out
    assert "blue:" not in text.replace("cards_held", "")
    run("do", "cards", f"lay {hands['red'][0]}", "--as", "red")
    waiting = run("show", "cards", "--as", "red").out
    assert "Nothing to decide for red; waiting for blue." in waiting


def test_what_can_be_said_next(run, ladder: str) -> None:
    assert run("show", ladder, "--next", "climb").out == "hand: left (which hand?)\n"
    assert run("show", ladder, "--next", "climb left").out == "rungs: 1 to 4 (how many rungs?)\n"
    assert "Nothing more is needed" in run("show", ladder, "--next", "climb left 1").out
    assert "It may be left out." in run("show", ladder, "--next", "shout").out
    assert run("show", ladder, "--next", "climb left", "--json").json["high"] == 4
    for words in ("fly", "", '"'):
        assert run("show", ladder, "--next", words).status == 2


def test_show_refuses_a_role_that_is_none(run, ladder: str) -> None:
    refused = run("show", ladder, "--as", "west")
    assert refused.status == 2
    assert "There is no role 'west'. Allowed: north, south or referee." in refused.err


# do


def test_do_says_what_happened(run, ladder: str) -> None:
    done = run("do", ladder, "jump", "--dice", 4)
    assert done.status == 0
    assert done.out.startswith("1. north: jump\n  north jumps")
    assert "[DC-TOY-4]" in done.out
    assert "Jump: 1d6 = 4, +1 fresh = 5; row 3-5: 1" in done.out
    assert "south: south moves" in done.out


def test_what_goes_without_saying_is_not_shown() -> None:
    ledger = game("belorussia")
    assert short(ledger, "appeal ''") == "appeal"
    assert short(ledger, "appeal 'Western Front'") == "appeal 'Western Front'"
    assert short(game("orsha"), f"report {'ended ' * 40}").endswith("...")


def test_do_with_several_words(run, ladder: str) -> None:
    assert run("do", ladder, "climb", "left", "2").status == 0
    assert run("do", ladder, "climb left 2", "--as", "south").status == 0
    shouted = run("do", ladder, "shout", "look out", "!", "--json").json
    assert shouted["do"] == "shout 'look out' '!'"


def test_typed_dice(run, ladder: str) -> None:
    done = run("do", ladder, "jump", "--dice", "6", "--json").json
    assert done["events"][0]["rolls"][0]["faces"] == [6]
    assert "(dice typed in)" in run("log", ladder).out


def test_missing_dice_are_named_and_nothing_changes(run) -> None:
    # Both hands hold a 1, so that the first round is a tie, which two dice break.
    run("new", "sealed", "--dice", "typed", "--set-up-dice", "1 2 3 1 5 6", "-o", "m")
    assert run("do", "m", "lay 1", "--as", "red").status == 0
    before = unchanged("m")
    needed = run("do", "m", "lay 1")
    assert needed.status == 2
    assert "Dice needed: red breaks the tie, one die (1d6). Nothing has been done." in needed.err
    assert 'landbridge do m "lay 1" --dice "<1d6>"' in needed.err
    assert needed.out == ""
    again = run("do", "m", "lay 1", "--dice", "3")
    assert again.status == 2
    assert "Dice needed: blue breaks the tie" in again.err
    assert '--dice "3 <1d6>"' in again.err
    assert unchanged("m") == before
    assert run("do", "m", "lay 1", "--dice", "3 5").status == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["fly"], "There is no action 'fly'"),
        ([""], "An action starts with a verb"),
        (['"'], "cannot be read"),
        (["climb"], "'climb' takes <hand> <rungs>; hand or rungs is missing"),
        (["climb left much"], "'climb' takes"),
        (["climb left 9"], "not allowed: nobody climbs 9 rungs at once; legal: 1 to 4 [DC-TOY-3]"),
        (["grab yes"], "not allowed: north cannot 'grab' now"),
        (["rest", "--as", "south"], "not allowed: south cannot 'rest' now"),
        (["rest", "--as", "west"], "There is no role 'west'"),
        (["jump", "--dice", "7"], "one die cannot show 7; allowed: 1 to 6"),
        (["jump", "--dice", "six"], "'six' is no throw"),
        (["jump", "--dice", "3 4"], "More dice than needed: 4"),
        (["rest", "--dice", "-1"], "More dice than needed"),
        ([], "the following arguments are required: ACTION"),
    ],
)
def test_do_refuses_and_changes_nothing(run, ladder: str, words: list[str], says: str) -> None:
    before = unchanged(ladder)
    refused = run("do", ladder, *words)
    assert refused.status == 2
    assert says in refused.err
    assert unchanged(ladder) == before


def test_no_dice_can_be_typed_into_a_seeded_match(run) -> None:
    run("new", "ladder", "-o", "m")
    assert "none can be typed in" in run("do", "m", "jump", "--dice", "3").err


def test_a_breach_can_be_declared(run, ladder: str) -> None:
    refused = run("do", ladder, "climb right 2")
    assert refused.status == 2
    assert "the right hand is still holding on" in refused.err
    assert "--declare lets it pass" in refused.err
    run("do", ladder, "climb left 3")
    run("do", ladder, "rest")
    both = run("do", ladder, "climb left 2")
    assert "also: the left hand is still holding on" in both.err
    done = run("do", ladder, "climb left 2", "--declare")
    assert done.status == 0
    assert "DC-TOY-3" in done.out
    assert "Declared" in run("verify", ladder).out


def test_only_a_referee_declares(run) -> None:
    run("new", "ladder", "-o", "m")
    refused = run("do", "m", "climb right 2", "--declare")
    assert refused.status == 2
    assert "only a match in referee mode" in refused.err
    assert "--declare lets" not in run("do", "m", "climb right 2").err


def test_what_others_may_not_know_is_not_told(run) -> None:
    run("new", "sealed", "--seed", 1, "-o", "cards")
    card = run("show", "cards", "--json").json["view"]["hands"]["red"][0]
    run("do", "cards", f"lay {card}", "--as", "red")
    told = run("log", "cards", "--as", "blue").out
    assert f"lay {card}" not in told
    assert "  1. red\n" in told
    assert f"lay {card}" in run("log", "cards", "--as", "red").out


def test_a_match_that_is_over(run, ladder: str) -> None:
    run("auto", ladder, "--bots", "random", "--seed", 1)
    for name in ("show", "log"):
        assert "The match is over: " in run(name, ladder).out
        assert "Score: north " in run(name, ladder).out
    refused = run("do", ladder, "rest")
    assert refused.status == 2
    assert "the match is over" in refused.err


def test_an_ending_in_words() -> None:
    assert ending(Outcome("the top is reached", "north", ("X-1",), {"north": 6})) == (
        "The match is over: the top is reached. north wins. Score: north 6. [X-1]"
    )


def test_many_choices_are_only_begun() -> None:
    slot = Slot("hex", tuple(f"B{n}" for n in range(1, 40)))
    assert allowed(slot).endswith("B11, B12 ... (39 in all)")


def test_examples_of_any_word() -> None:
    assert allowed(Slot("hex", examples=("B6.03", "B12.20"))) == "any word, such as B6.03, B12.20"


def test_commands_are_quoted_for_the_shell() -> None:
    for action in ("rest", "go first", "put '2nd Army' 2T", 'say "$HOME"', "say `x` 'y'"):
        assert shlex.split(command("my file", action))[2:] == ["my file", action]
    assert command("m", "put '2nd Army' 2T") == """landbridge do m "put '2nd Army' 2T\""""


def test_an_empty_phase_passes_in_the_shell_unless_it_is_to_stay(run, tmp_path: Path) -> None:
    for more, phase, actions in (
        ((), "Axis strategic movement, 7 moves left", 2),
        (("--stay",), "Axis replacements and reinforcements", 1),
    ):
        file = str(tmp_path / f"war{len(more)}.lbm")
        run("new", "arsenal", "--scenario", "case-blue", "--seed", "1", "-o", file)
        said = run("do", file, "done", *more).out
        assert f"May 1942: {phase}" in said
        assert ("axis, by itself: done" in said) == (actions == 2)
        assert ("nothing to decide, so it passes by itself" in said) == (actions == 2)
        assert run("show", file, "--json").json["actions"] == actions
        gone = run("undo", file)
        assert gone.status == 2, "the first action threw dice"
