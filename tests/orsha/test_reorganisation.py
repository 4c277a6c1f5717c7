"""The Reorganisation Phase and minerollers: what cases cannot say."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Nature, NeedRoll, Sampler, ScriptedDice, SeededDice
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.ask import inputs_of
from landbridge.engine.rules.citing import mute
from landbridge.engine.rules.index import rulings
from landbridge.games.orsha import QUESTIONS
from landbridge.games.orsha.rules.asl_procedures import course, foretell
from landbridge.games.orsha.rules.grades import (
    GRADES,
    LEADERS,
    find_piece,
    grade_of,
    leadership,
    names,
)
from landbridge.games.orsha.rules.minerollers.clearance import Attempt, clear_mines
from landbridge.games.orsha.rules.reorganisation.blazes import (
    BurningLocation,
    burn_out,
    spread_flame,
)
from landbridge.games.orsha.rules.reorganisation.elr import elr_change
from landbridge.games.orsha.rules.reorganisation.hardening import (
    battle_hardening,
    harden,
    recombine,
)
from landbridge.games.orsha.rules.reorganisation.minefields import (
    IFT,
    InMinefield,
    kind,
    leave_minefield,
    severity,
)
from landbridge.games.orsha.rules.reorganisation.promotion import harden_leader, next_grade, promote
from landbridge.games.orsha.rules.reorganisation.rally import EncircledUnit, resolve_encirclement
from landbridge.games.orsha.rules.reorganisation.repair import BrokenWeapon, repair, settle_charge
from landbridge.games.orsha.rules.reorganisation.replenishment import cpp_replenishment
from landbridge.games.orsha.rules.reorganisation.san import adjust_san
from landbridge.games.orsha.rules.reorganisation.sequence import NUMBERS, STEPS, reph_sequence
from landbridge.games.orsha.rules.reorganisation.vehicles import bog_odds, recuperate, remove_bog
from landbridge.games.orsha.rules.reorganisation.weather import weather
from landbridge.games.orsha.rules.reorganisation.wounds import wounded_leader
from landbridge.games.orsha.rules.words import CG_DATES, PACKAGE, Side
from landbridge.referee.asking import ask

KEY = b"a key of a match"
SIDES: tuple[Side, ...] = ("german", "russian")


# Sequence


def test_the_steps_are_those_of_the_document_in_its_order() -> None:
    assert NUMBERS[:18] == tuple(f"9.6{n:02}" for n in range(1, 19))
    assert NUMBERS[18:] == ("8.6", "8.62", "8.8", "8.9", "9.2", "9.619", "9.620", "9.621", "9.3")
    assert [step.order for step in STEPS] == list(range(1, 28))
    assert {step.number for step in STEPS if not step.known} == {
        *(f"9.6{n}" for n in (14, 15, 16, 17, 18, 19, 20, 21))
    }


def test_every_question_that_a_step_names_exists() -> None:
    named = {name for step in STEPS for name in step.questions}
    assert named - {"perimeter", "escape"} <= set(QUESTIONS)


@given(st.sampled_from(CG_DATES[:-1]), st.sets(st.sampled_from(NUMBERS)))
def test_steps_that_do_not_apply_are_left_out(date: Any, skip: set[str]) -> None:
    found = reph_sequence(date, tuple(sorted(skip))).result
    assert [step.number for step in found] == [n for n in NUMBERS if n not in skip]


def test_an_unknown_step_is_named() -> None:
    with pytest.raises(BadInput, match=r"There is no step '9\.622'"):
        reph_sequence("23am", ("9.622",))
    with pytest.raises(BadInput, match=r"There is no step '9\.624'"):
        ask("orsha.reph_sequence", step="9.624")


# Grades


@pytest.mark.parametrize("side", SIDES)
def test_every_name_is_found_and_told_again(side: Side) -> None:
    for name in names(side):
        piece = find_piece(side, name)
        assert str(piece) == name
        if piece.size in ("squad", "half_squad"):
            assert name in (grade_of(side, piece).squad, grade_of(side, piece).half)
    assert str(find_piece(side, "9-1 heroic wounded")) == "9-1 heroic wounded"
    for wrong in ("9-9-9", "4-4-7 wounded", ""):
        with pytest.raises(BadInput, match=f"is not a {side.capitalize()} unit"):
            find_piece(side, wrong)
    with pytest.raises(BadInput, match="is not a squad or half-squad"):
        grade_of(side, find_piece(side, "8-0"))


@pytest.mark.parametrize(
    ("won", "cvp", "dice", "told"),
    [(True, 0, 3, True), (True, 60, 3, False), (True, 60, 5, True), (False, 0, 5, False)],
)
def test_the_ruling_on_a_final_dr_of_0_is_told_where_it_decides(
    won: bool, cvp: int, dice: int, told: bool
) -> None:
    found = battle_hardening(won, cvp, 0, ScriptedDice([dice]))
    assert ("OTO-NEC-4" in found.rules) == told


def test_a_preference_that_is_not_followed_is_told() -> None:
    found = harden_leader("russian", ("8-0", "7-0"), ScriptedDice([6]), prefer="7-0")
    assert found.result.leader == "8-0"
    assert [r.text for r in found.why] == ["8-0 carries no asterisk: it is not ignored for 7-0"]


def test_leaders_carry_their_sign() -> None:
    assert [leadership(name) for name in LEADERS] == [1, 0, 0, -1, -1, -2, -2, -3]
    assert next_grade("10-2") == next_grade("10-3") == "10-3"


@pytest.mark.parametrize("side", SIDES)
def test_battle_hardening_leads_to_elite_and_keeps_the_size(side: Side) -> None:
    for grade in GRADES:
        if grade.side != side:
            continue
        for name in (grade.squad, grade.half):
            seen = [name]
            while not harden(side, seen[-1]).result.fanatic:
                seen.append(harden(side, seen[-1]).result.becomes)
            last = find_piece(side, seen[-1])
            assert grade_of(side, last).quality == "elite"
            assert last.size == find_piece(side, name).size
            assert len(set(seen)) == len(seen) <= 4
    with pytest.raises(BadInput, match="is not an MMC"):
        harden(side, "8-0")


@given(st.lists(st.sampled_from(["2-4-7", "2-3-7", "2-4-7@K33", "2-4-7@M10"]), max_size=9))
def test_recombining_loses_nobody(half_squads: list[str]) -> None:
    found = recombine("german", tuple(half_squads)).result
    assert 2 * len(found.squads) + len(found.half_squads) == len(half_squads)
    assert len(set(found.half_squads)) == len(found.half_squads)


# Rolls that are repeated


def test_a_course_divides_out_what_changes_nothing() -> None:
    found = course("a", lambda _: Dist({"a": 4, "b": 1, "c": 1}), lambda now: now != "a")
    assert found == Dist({"b": 1, "c": 1})
    assert course("a", lambda now: Dist.certain(now), lambda _: False) == Dist.certain("a")


def test_what_is_foretold_has_its_exact_chance() -> None:
    wanted = Dist({"x": 5, "y": 2})
    assert odds(lambda nature: foretell(wanted, "the rest", "RUL-OTO-51", nature)) == wanted
    with pytest.raises(NeedRoll):
        foretell(wanted, "the rest", "RUL-OTO-51", ScriptedDice([]))


def _free_from_bog(state: Any, nature: Nature) -> Any:
    return remove_bog(state, nature).result


def test_bog_removal_in_play_meets_its_odds() -> None:
    for state in ("bogged", "mired"):
        seen = Sampler(3).sample(
            lambda nature, now=state: remove_bog(now, nature).result, runs=4000
        )
        for end, chance in bog_odds(state).items():
            assert abs(seen[end] / 4000 - float(chance)) < 0.03
    assert remove_bog("bogged", ScriptedDice([5, 4, 4, 1])).result == "free"


# Steps with a seeded match behind them


def test_the_campaign_can_call_every_step() -> None:
    nature = SeededDice(KEY, 9)
    assert recuperate("shock", nature).result in ("recovered", "eliminated")
    assert wounded_leader(nature, True).result in ("retained", "eliminated")
    assert spread_flame(nature).result.result in ("removed", "blaze")
    assert 0 <= battle_hardening(True, 61, 1, nature).result.by_roll <= 4
    assert harden_leader("german", ("8-0",), nature).result.rolled in LEADERS
    assert promote("8-0").result == ("7-0", "7-0")
    assert repair(BrokenWeapon(), nature).result.outcome in ("repaired", "eliminated")
    assert settle_charge("ft", "german", nature).result.fate in ("retained", "eliminated")
    assert resolve_encirclement(EncircledUnit(), nature).result.fate in ("stays", "eliminated")
    assert leave_minefield(InMinefield(unit="squad", ap=6), nature).result.fate
    assert clear_mines(Attempt(payment="all"), nature).result.outcome
    assert cpp_replenishment("german", 10, nature).result >= 0
    assert elr_change("german", 3, "won", nature, "by_result").result in (3, 4)
    assert weather("24pm", nature, "random").result.ec
    assert len(nature.take_record()) >= 13


@given(st.integers(0, 7), st.integers(1, 6))
def test_san_moves_by_one_at_most_but_from_zero(san: int, die: int) -> None:
    after = adjust_san(san, ScriptedDice([die])).result
    assert after == 2 if san == 0 else after in (san, san - 1)
    assert after >= 2 or san == 1


@given(st.integers(0, 400), st.booleans())
def test_more_casualties_never_harden_fewer(cvp: int, won: bool) -> None:
    def chances(points: int) -> Dist[Any]:
        return odds(lambda nature: battle_hardening(won, points, 0, nature).result.total)

    assert chances(cvp + 30).mean() >= chances(cvp).mean()


def test_a_blaze_needs_something_to_burn() -> None:
    with pytest.raises(BadInput, match="a wreck or Burnable Terrain"):
        burn_out(BurningLocation())


# Data


def test_every_cell_of_the_ift_is_understood() -> None:
    for column in IFT.columns.values():
        for cell in column.rows:
            assert kind(cell.value) or cell.value == "-"
            assert severity(cell.value) in range(8)
    assert [kind(c) for c in ("3KIA", "K/2", "NMC", "2MC", "PTC", "-")] == [
        "kia",
        "k",
        "mc",
        "mc",
        "ptc",
        "",
    ]


def test_every_reconstruction_says_what_it_rests_on() -> None:
    """Each entry cites a ruling of its own and says how certain it is."""
    known = {ruling.id for ruling in rulings(PACKAGE).values()}
    for name, entry in read_toml(PACKAGE, "reconstruction.toml").items():
        cited = entry["cites"]
        found = {cited} if isinstance(cited, str) else set(cited)
        assert found & known, name
        assert entry["source"] in ("series", "reconstruction"), name
        assert "certainty" in entry or "Certainty" in entry["note"], name


CHAPTERS = (
    "rules.reorganisation.",
    "rules.minerollers.",
    "rules.scenario.scenario_start:",
)


def test_inputs_named_like_a_switch_have_its_options() -> None:
    switches = rulings(PACKAGE)
    used = set()
    for place in QUESTIONS.values():
        module, name = place.split(":")
        if not place.startswith(CHAPTERS):
            continue
        question = getattr(import_module(f"{PACKAGE}.{module}"), name)
        for item in inputs_of(question):
            if item.name in switches:
                used.add(item.name)
                assert item.default == switches[item.name].default
    own = {
        ruling.switch
        for ruling in switches.values()
        if ruling.id.startswith("RUL-OTO-") and 50 <= int(ruling.id.rpartition("-")[2]) < 80
    }
    assert own == used


def test_muting_a_reading_changes_only_that_reading() -> None:
    plain = ask("orsha.mineroller_entry", paid=3, normal=2, ap=6, infantry="armored_assault")
    with mute("OTO-NEC-46"):
        other = ask("orsha.mineroller_entry", paid=3, normal=2, ap=6, infantry="armored_assault")
    assert (plain.result.infantry_column, other.result.infantry_column) == (2, 4)
    assert plain.result.clearance_drm == other.result.clearance_drm == 4


def test_costs_are_exact_and_bad_ones_are_named() -> None:
    assert ask("orsha.mineroller_movement", normal="3/2").result == Fraction(3, 2)
    for wrong in ("much", "1/0", "-1"):
        with pytest.raises(BadInput, match=r"is not a cost in MP|normal is a number such as 7/2"):
            ask("orsha.mineroller_movement", normal=wrong)
    with pytest.raises(BadInput, match="pays at least the normal MP"):
        ask("orsha.mineroller_entry", paid=1, normal=2, ap=6)
    with pytest.raises(BadInput, match="Example 1 has no part 'wire'"):
        ask("orsha.mineroller_example", example=1, part="wire")
