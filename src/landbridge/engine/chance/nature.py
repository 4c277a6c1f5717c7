"""Chance is a decision answered by nature; who nature is makes all the difference.

Rules never call a random function: they take a `Nature` and ask it to `roll` dice, to show single
`faces`, to `look` a table up, to `pick` one of several things, or to work out a `sub`-question.
A seeded stream, a person typing dice, a script and a sampler answer one way each; the enumerator
answers in every way there is, and so gives the exact odds of the very same code.

>>> ScriptedDice([3]).roll("1d6", "ground condition")
3
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from landbridge.engine.chance.dice import Dice, dice
from landbridge.engine.chance.tables import Table
from landbridge.engine.chance.tallies import NOTHING, Tally
from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.engine.rules.citing import Rules, as_rules

T = TypeVar("T")

Given = int | tuple[int, ...]
"""Dice as a person gives them: a total, or the single faces."""


class Chance(Struct, frozen=True):
    """Dice that somebody has to throw: which, what for, and by which rule."""

    dice: str
    purpose: str
    rules: Rules = ()


class Roll(Struct, frozen=True):
    """Dice that were thrown and what they led to; enough to explain a result later.

    A table that gives its result without a roll leaves a record with no faces.
    """

    dice: str
    purpose: str
    faces: tuple[int, ...]
    total: int
    rules: Rules = ()
    table: str = ""
    column: str = ""
    modifiers: Tally = NOTHING
    row: str = ""
    cell: Any = None


class NeedRoll(LandbridgeError):
    """Dice are needed that nobody has given yet."""

    def __init__(self, chance: Chance) -> None:
        words = dice(chance.dice).describe()
        super().__init__(f"Dice needed: {chance.purpose}, {words} ({chance.dice}).")
        self.chance = chance


class Nature:
    """Answers chance. Subclasses only say where faces come from."""

    def __init__(self) -> None:
        self.record: list[Roll] = []
        """Every roll since the record was last taken, for the log."""

    def _throw(self, thrown: Dice, chance: Chance) -> tuple[int, ...]:
        """The faces; or the total alone, where only that is known."""
        raise NotImplementedError  # pragma: no cover - every nature has its own

    def roll(self, name: str, purpose: str, rules: str | Rules = ()) -> int:
        """The sum of these dice."""
        return sum(self._note(name, purpose, as_rules(rules)).faces)

    def faces(self, name: str, purpose: str, rules: str | Rules = ()) -> tuple[int, ...]:
        """Each die by itself, where a rule reads single dice."""
        roll = self._note(name, purpose, as_rules(rules))
        if len(roll.faces) != dice(name).count:
            raise BadInput(f"{purpose}: every die counts here; give them as 3+5, not as a sum.")
        return roll.faces

    def look(
        self,
        table: Table,
        modifiers: Tally = NOTHING,
        column: str | None = None,
        purpose: str | None = None,
    ) -> Any:
        """Throw a table's own dice, add the modifiers and read the cell."""
        chance = Chance(table.dice.name, purpose or table.title, table.rules)
        automatic = table.column(column).automatic
        faces = () if automatic else self._throw(table.dice, chance)
        shift = as_int(modifiers)
        cell = table.cell(sum(faces) + shift, column)
        self.record.append(
            Roll(
                chance.dice,
                chance.purpose,
                faces,
                sum(faces),
                tuple(dict.fromkeys(cell.rules + modifiers.rules)),
                table.name,
                column or "",
                modifiers,
                cell.label,
                cell.value,
            )
        )
        return cell.value

    def pick(self, items: Sequence[T], purpose: str, rules: str | Rules = ()) -> T:
        """One of these, each as likely as the other; with one there is nothing to throw."""
        if len(items) == 1:
            return items[0]
        return items[self.roll(f"1d{len(items)}", purpose, rules) - 1]

    def sub(self, question: Callable[..., T], *inputs: Any) -> T:
        """Work out `question(*inputs, nature)`; the enumerator remembers its distribution."""
        return question(*inputs, self)

    def unused(self) -> dict[str, int]:
        """How many dice are left of those that were given, by purpose."""
        return {}

    def take_record(self) -> tuple[Roll, ...]:
        """The rolls since the last time, for the event that tells of them."""
        taken, self.record = tuple(self.record), []
        return taken

    def forget(self) -> None:
        """Leave dice aside that were given and are not needed yet."""

    def _note(self, name: str, purpose: str, rules: Rules) -> Roll:
        faces = self._throw(dice(name), Chance(name, purpose, rules))
        roll = Roll(dice(name).name, purpose, faces, sum(faces), rules)
        self.record.append(roll)
        return roll


def as_int(modifiers: Tally) -> int:
    if not isinstance(modifiers.total, int):
        raise TypeError(f"a table is read with whole numbers, not {modifiers}")
    return modifiers.total


def check_given(given: Given, thrown: Dice, purpose: str) -> tuple[int, ...]:
    """Dice that a person gave, if these dice can show them."""
    faces = given if isinstance(given, tuple) else (given,)
    whole = all(isinstance(face, int) and not isinstance(face, bool) for face in faces)
    if whole and len(faces) == thrown.count and all(1 <= f <= thrown.sides for f in faces):
        return faces
    if whole and len(faces) == 1 and thrown.lowest <= faces[0] <= thrown.highest:
        return faces
    shown = "+".join(str(face) for face in faces)
    raise BadInput(
        f"{purpose}: {thrown.describe()} cannot show {shown};"
        f" allowed: {thrown.lowest} to {thrown.highest}."
    )


class SeededDice(Nature):
    """Dice from a secret key and a serial number: the same on every machine, always.

    The n-th throw under one serial is BLAKE2b(key, serial, n). Nothing is stored between throws.
    """

    def __init__(self, key: bytes, serial: int) -> None:
        super().__init__()
        self._key, self._serial, self._index = key, serial, 0

    def _throw(self, thrown: Dice, chance: Chance) -> tuple[int, ...]:
        faces = seeded_faces(self._key, self._serial, self._index, thrown)
        self._index += 1
        return faces


def seeded_faces(key: bytes, serial: int, index: int, thrown: Dice) -> tuple[int, ...]:
    """The faces of one throw; fair, because words that would favour low faces are passed over."""
    sides, faces, block = thrown.sides, [], 0
    width = 1 if sides <= 128 else 4
    limit = (256**width // sides) * sides
    while True:
        place = serial.to_bytes(8, "big") + index.to_bytes(4, "big") + block.to_bytes(4, "big")
        digest = hashlib.blake2b(place, key=key, digest_size=32).digest()
        for at in range(0, 32, width):
            word = int.from_bytes(digest[at : at + width], "big")
            if word < limit:
                faces.append(word % sides + 1)
                if len(faces) == thrown.count:
                    return tuple(faces)
        block += 1


class ScriptedDice(Nature):
    """Dice that are known beforehand: in order, or by purpose."""

    def __init__(self, given: Iterable[Given] | Mapping[str, Sequence[Given]]) -> None:
        super().__init__()
        self._by_purpose: dict[str, list[Given]] | None = None
        self._in_order: list[Given] = []
        if isinstance(given, Mapping):
            self._by_purpose = {purpose: list(dice_) for purpose, dice_ in given.items()}
        else:
            self._in_order = list(given)

    def _throw(self, thrown: Dice, chance: Chance) -> tuple[int, ...]:
        queue = (
            self._in_order if self._by_purpose is None else self._by_purpose.get(chance.purpose, [])
        )
        if not queue:
            raise NeedRoll(chance)
        return check_given(queue.pop(0), thrown, chance.purpose)

    def left_over(self) -> list[str]:
        """Purposes (or dice) for which something was given that nobody needed."""
        if self._by_purpose is None:
            return [str(given) for given in self._in_order]
        return list(self.unused())

    def unused(self) -> dict[str, int]:
        queues = self._by_purpose or {}
        return {purpose: len(queue) for purpose, queue in queues.items() if queue}


class TypedDice(ScriptedDice):
    """Dice from the table, typed in. When they run out, `rest` throws, or it asks for more."""

    def __init__(self, given: Iterable[Given], rest: SeededDice | None = None) -> None:
        super().__init__(given)
        self._rest = rest

    def forget(self) -> None:
        self._in_order.clear()

    def _throw(self, thrown: Dice, chance: Chance) -> tuple[int, ...]:
        if self._rest is None:
            return super()._throw(thrown, chance)
        program = self._rest._throw(thrown, chance)
        return super()._throw(thrown, chance) if self._in_order else program


class Sampler(Nature):
    """Quick dice for simulation and bots; never those of a match."""

    def __init__(self, seed: int | random.Random) -> None:
        super().__init__()
        self._random = seed if isinstance(seed, random.Random) else random.Random(seed)

    def _throw(self, thrown: Dice, chance: Chance) -> tuple[int, ...]:
        return tuple(int(self._random.random() * thrown.sides) + 1 for _ in range(thrown.count))

    def sample(self, question: Callable[..., T], *inputs: Any, runs: int) -> dict[T, int]:
        """How often each result came in n runs."""
        counts: dict[T, int] = {}
        for _ in range(runs):
            result = question(*inputs, self)
            counts[result] = counts.get(result, 0) + 1
            self.record.clear()
        return counts
