"""Odds of Close Combat and of whole Melees, and that what is thrown in play meets them."""

from __future__ import annotations

from itertools import product

import pytest

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Sampler, ScriptedDice, SeededDice
from landbridge.engine.chance.odds import Dist
from landbridge.engine.refusals import BadInput
from landbridge.games.orsha.rules.asl_procedures import random_selection
from landbridge.games.orsha.rules.grades import Piece, find_piece
from landbridge.games.orsha.rules.reorganisation.melee import (
    MOST,
    Fight,
    attack,
    conclude_melee,
    decided,
    fight_round,
    melee_odds,
)
from landbridge.games.orsha.rules.reorganisation.melee_conduct import melee_order
from landbridge.referee.asking import ask

KEY = b"a key of a match"


def fight(russian: list[str], german: list[str]) -> Fight:
    return Fight(
        tuple(sorted(find_piece("russian", name) for name in russian)),
        tuple(sorted(find_piece("german", name) for name in german)),
    )


@pytest.mark.parametrize(
    ("russian", "german", "number"),
    [
        (["2-2-8"], ["8-3-8", "8-3-8", "2-4-7"], 0),
        (["8-0"], ["8-3-8"], 1),
        (["8-0"], ["4-6-7", "2-4-7"], 2),
        (["2-2-8"], ["8-3-8"], 3),
        (["2-2-8"], ["4-6-7"], 4),
        (["4-4-7"], ["4-6-7"], 5),
        (["6-2-8"], ["4-6-7"], 6),
        (["4-4-7"], ["2-4-7"], 7),
        (["6-2-8"], ["2-4-7"], 8),
        (["4-4-7", "4-4-7"], ["2-4-7"], 9),
        (["6-2-8", "6-2-8"], ["2-4-7"], 10),
        (["4-4-7", "4-4-7"], ["8-0"], 11),
        (["5-2-7", "5-2-7"], ["8-0"], 12),
        (["6-2-8", "5-2-7"], ["8-0"], 13),
    ],
)
def test_odds_of_close_combat(russian: list[str], german: list[str], number: int) -> None:
    both = fight(russian, german)
    assert attack(both.russian, both.german).total == -number


def test_leaders_and_heroes_help_an_attack() -> None:
    both = fight(["4-4-7", "9-2", "8-1"], ["4-6-7"])
    assert attack(both.russian, both.german).total == -6 - 2
    heroes = fight(["4-4-7", "1-4-9"], ["4-6-7"])
    assert attack(heroes.russian, heroes.german).total == -5 - 1


def test_random_selection_is_that_of_the_dice() -> None:
    for count in (1, 2, 3):
        ways: dict[tuple[int, ...], int] = {}
        for faces in product(range(1, 7), repeat=count):
            chosen = tuple(i for i, face in enumerate(faces) if face == max(faces))
            ways[chosen] = ways.get(chosen, 0) + 1
        assert odds(random_selection, count) == Dist(ways)
    assert random_selection(3, ScriptedDice([4, 6, 6])) == (1, 2)


@pytest.mark.parametrize(
    ("russian", "german"),
    [
        (["4-4-7"], ["4-6-7"]),
        (["4-4-7", "9-1"], ["4-6-7"]),
        (["2-3-7", "8-0 wounded"], ["2-4-7", "2-2-8"]),
    ],
)
def test_odds_of_a_melee_are_those_of_its_rounds(russian: list[str], german: list[str]) -> None:
    """The ends of all rounds, followed one by one, meet the exact odds."""
    start = fight(russian, german)
    exact = melee_odds(start)
    seen = Sampler(7).sample(conclude_melee, start, runs=3000)
    for end, chance in exact.items():
        assert abs(seen.get(end, 0) / 3000 - float(chance)) < 0.04
    assert set(seen) <= set(exact)
    # One round, by the resolver itself, and then the rest is the whole.
    assert odds(fight_round, start).then(melee_odds) == exact


def test_a_melee_in_play_is_thrown_round_by_round() -> None:
    end = conclude_melee(fight(["4-4-7"], ["4-6-7"]), SeededDice(KEY, 1))
    assert decided(end)
    again = conclude_melee(fight(["4-4-7"], ["4-6-7"]), SeededDice(KEY, 1))
    assert end == again


def test_a_melee_that_nobody_can_win_ends() -> None:
    stuck = Fight((Piece("6+1", "leader"),), (Piece("8-3-8", "squad"),) * 2)
    assert attack(stuck.russian, stuck.german).total == 1
    assert not decided(stuck)
    helpless = Fight((Piece("6+1", "leader"),), ())
    assert decided(helpless)
    assert fight_round(helpless, ScriptedDice([])) == helpless


def test_large_melees_are_left_to_the_board() -> None:
    with pytest.raises(BadInput, match=f"at most {MOST} units a side"):
        ask("orsha.melee_conclusion", russian=["2-3-7"] * (MOST + 1), german=["2-4-7"])


def test_melee_order_needs_hexes() -> None:
    assert melee_order(("DD3", "D12", "D2")) == ("D2", "D12", "DD3")
    with pytest.raises(BadInput, match="is not a hex"):
        melee_order(("12D",))
    with pytest.raises(BadInput, match="every Melee once"):
        ask("orsha.melee_order", locations=["A1", "A2"], agreed=["A1"])
