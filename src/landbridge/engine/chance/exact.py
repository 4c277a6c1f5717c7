"""Exact odds of any resolver: run it once along every way the dice can fall.

The resolver must be pure: the same answers lead to the same questions. Table look-ups branch over
the distinct cells, not over faces, so a whole combat takes tens of runs, not thousands.

>>> odds(lambda nature: nature.roll("1d6", "a die") > 4).chance(True)
Fraction(1, 3)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product as every
from typing import Any, NamedTuple, TypeVar

from landbridge.engine.chance.dice import Dice, dice
from landbridge.engine.chance.nature import Chance, Given, Nature, Roll, as_int, check_given
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import Table
from landbridge.engine.chance.tallies import NOTHING, Tally
from landbridge.engine.refusals import LandbridgeError
from landbridge.engine.rules.budget import current_budget
from landbridge.engine.rules.citing import Rules, as_rules, demand
from landbridge.engine.rules.findings import Finding, Reason

T = TypeVar("T")

LIMIT = 20_000
"""More runs than this, and a part of the question should be asked with `Nature.sub`."""

_Left = tuple[tuple[str, tuple[Given, ...]], ...]
"""Dice that are given and not used yet, by their purpose."""

Branches = tuple[tuple[Any, int], ...]
"""What can happen next, each with its ways."""


class Fork(NamedTuple):
    """A place on a way where it branches."""

    asked: str
    of: tuple[Any, ...]
    """What a sub-question is asked of."""
    branches: Branches
    ways: int
    """Those of all branches together."""


Forking = Callable[[], tuple[Branches, int]]
"""Works out what can happen at a fork, and its ways: once, however often one comes there."""


class TooManyWays(LandbridgeError):
    """The question has more branches than can be counted one by one."""


class Impure(LandbridgeError):
    """A resolver asked for other dice when it was run again along the same way."""


class Enumerator(Nature):
    """Follows one way through the dice and notes where others branch off."""

    def __init__(
        self,
        way: Sequence[int],
        forks: list[Fork],
        memory: dict[Any, Dist[Any]],
        given: Mapping[str, Sequence[Given]],
        cited: dict[str, None],
    ) -> None:
        super().__init__()
        self._way, self._forks, self._memory = way, forks, memory
        self._given = {purpose: list(dice_) for purpose, dice_ in given.items()}
        self.cited = cited
        self.taken: list[int] = []
        self.weight = 1
        self.ways = 1

    def _branch(self, asked: str, forking: Forking, of: tuple[Any, ...] = ()) -> Any:
        at = len(self.taken)
        if at < len(self._way):
            index, fork = self._way[at], self._forks[at]
            if fork.asked != asked:
                raise Impure(f"asked for {asked}, but for {fork.asked} before")
            if fork.of != of:
                raise Impure(f"asked for {asked} of {of}, but of {fork.of} before")
        else:
            index, fork = 0, Fork(asked, of, *forking())
            del self._forks[at:]
            self._forks.append(fork)
        self.taken.append(index)
        value, weight = fork.branches[index]
        self.weight *= weight
        self.ways *= fork.ways
        return value

    def _scripted(self, thrown: Dice, purpose: str) -> tuple[int, ...] | None:
        queue = self._given.get(purpose)
        return check_given(queue.pop(0), thrown, purpose) if queue else None

    def roll(self, name: str, purpose: str, rules: str | Rules = ()) -> int:
        thrown = dice(name)
        self.cited.update(dict.fromkeys(as_rules(rules)))
        known = self._scripted(thrown, purpose)
        if known is not None:
            return self._known(thrown, purpose, known, as_rules(rules))
        total: int = self._branch(
            f"{name} {purpose}", lambda: (tuple(thrown.weights.items()), thrown.ways)
        )
        return total

    def faces(self, name: str, purpose: str, rules: str | Rules = ()) -> tuple[int, ...]:
        thrown = dice(name)
        self.cited.update(dict.fromkeys(as_rules(rules)))
        known = self._scripted(thrown, purpose)
        if known is not None and len(known) == thrown.count:
            self._known(thrown, purpose, known, as_rules(rules))
            return known
        options = _every_face(thrown, None if known is None else known[0])
        faces: tuple[int, ...] = self._branch(
            f"faces {name} {purpose}", lambda: (options, len(options))
        )
        return faces

    def _known(self, thrown: Dice, purpose: str, faces: tuple[int, ...], rules: Rules) -> int:
        self.record.append(Roll(thrown.name, purpose, faces, sum(faces), rules))
        return sum(faces)

    def look(
        self,
        table: Table,
        modifiers: Tally = NOTHING,
        column: str | None = None,
        purpose: str | None = None,
    ) -> Any:
        chance = Chance(table.dice.name, purpose or table.title, table.rules)
        self.cited.update(dict.fromkeys(modifiers.rules))
        if self._given.get(chance.purpose) or table.column(column).automatic:
            value = super().look(table, modifiers, column, purpose)
            self.cited.update(dict.fromkeys(self.record[-1].rules))
            return value
        shift = as_int(modifiers)

        def cells() -> tuple[Branches, int]:
            groups = table.column(column).groups(table.dice, shift)
            for _, _, rules in groups:
                demand(rules)
                self.cited.update(dict.fromkeys(rules))
            return tuple((value, ways) for value, ways, _ in groups), table.dice.ways

        return self._branch(f"look {table.name} {column} {shift:+}", cells)

    def _throw(self, thrown: Dice, chance: Chance) -> tuple[int, ...]:
        """Only ever reached for dice that were given."""
        known = self._scripted(thrown, chance.purpose)
        if known is None:
            raise AssertionError("an open throw is a branch")
        return known

    def unused(self) -> dict[str, int]:
        return {purpose: len(dice_) for purpose, dice_ in self._given.items() if dice_}

    def sub(self, question: Callable[..., T], *inputs: Any) -> T:
        if any(self._given.values()):
            return self._sub_of_given(question, inputs)

        def results() -> tuple[Branches, int]:
            key = (question, inputs)
            if key not in self._memory:
                self._memory[key] = _enumerate(question, inputs, self._memory, {}, self.cited)
                if any(isinstance(result, Finding) for result in self._memory[key]):
                    raise TypeError("a sub-question gives a plain result, not a finding")
            known = self._memory[key]
            return tuple(known.weights.items()), known.denominator

        value: T = self._branch(f"sub {_name(question)}", results, inputs)
        return value

    def _sub_of_given(self, question: Callable[..., T], inputs: tuple[Any, ...]) -> T:
        """A sub-question that may use dice that are given: their rest is part of its result."""
        left = tuple((purpose, tuple(dice_)) for purpose, dice_ in self._given.items() if dice_)

        def with_rest(*asked: Any) -> tuple[T, _Left]:
            nature: Enumerator = asked[-1]
            result = question(*asked)
            return result, tuple((p, tuple(d)) for p, d in nature._given.items() if d)

        def results() -> tuple[Branches, int]:
            key = (question, inputs, left)
            if key not in self._memory:
                self._memory[key] = _enumerate(
                    with_rest, inputs, self._memory, dict(left), self.cited
                )
            known = self._memory[key]
            return tuple(known.weights.items()), known.denominator

        both: tuple[T, _Left] = self._branch(f"sub {_name(question)}, some given", results, inputs)
        value, rest = both
        self._given = {purpose: list(dice_) for purpose, dice_ in rest}
        return value


def _name(question: Callable[..., Any]) -> str:
    return getattr(question, "__qualname__", None) or repr(question)


@cache
def _every_face(thrown: Dice, total: int | None) -> Branches:
    """Every way these dice can lie, or every way to that total."""
    if thrown.ways > LIMIT:
        raise TooManyWays(f"{thrown.name} can lie in more than {LIMIT} ways; roll them one by one")
    ways = every(range(1, thrown.sides + 1), repeat=thrown.count)
    return tuple((way, 1) for way in ways if total is None or sum(way) == total)


def _enumerate(
    question: Callable[..., Any],
    inputs: tuple[Any, ...],
    memory: dict[Any, Dist[Any]],
    given: Mapping[str, Sequence[Given]],
    cited: dict[str, None],
) -> Dist[Any]:
    budget = current_budget()
    shares: list[tuple[Any, int, int]] = []
    forks: list[Fork] = []
    way: list[int] = []
    while True:
        nature = Enumerator(way, forks, memory, given, cited)
        result = question(*inputs, nature)
        budget.spend(1 + len(nature.taken))
        if len(nature.taken) < len(way):
            raise Impure(f"asked for nothing more, but for {forks[len(nature.taken)].asked} before")
        shares.append((result, nature.weight, nature.ways))
        if len(shares) > LIMIT:
            raise TooManyWays(
                f"more than {LIMIT} ways; ask the part that repeats with nature.sub(...)"
            )
        way = nature.taken
        while way and way[-1] + 1 == len(forks[len(way) - 1].branches):
            way.pop()
        if not way:
            return Dist.of(shares)
        way[-1] += 1


class Explanation(NamedTuple):
    """A distribution, every rule that had a part in it, and the reasons that hold in every way."""

    chances: Dist[Any]
    rules: Rules
    why: tuple[Reason, ...]


def odds(
    question: Callable[..., Any],
    *inputs: Any,
    given: Mapping[str, Sequence[Given]] | None = None,
) -> Dist[Any]:
    """The exact distribution of `question(*inputs, nature)`; of its result, if it is a finding."""
    return explained_odds(question, *inputs, given=given).chances


def explained_odds(
    question: Callable[..., Any],
    *inputs: Any,
    given: Mapping[str, Sequence[Given]] | None = None,
) -> Explanation:
    """The same, with its rules and reasons."""
    cited: dict[str, None] = {}
    common: dict[Reason, None] | None = None

    def plain(nature: Nature) -> Any:
        nonlocal common
        found = question(*inputs, nature)
        if not isinstance(found, Finding):
            return found
        cited.update(dict.fromkeys(found.rules))
        here = dict.fromkeys(found.why)
        common = here if common is None else {r: None for r in common if r in here}
        return found.result

    chances = _enumerate(plain, (), {}, given or {}, cited)
    return Explanation(chances, tuple(cited), tuple(common or ()))
