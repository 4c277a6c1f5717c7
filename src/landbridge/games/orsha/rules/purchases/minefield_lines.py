"""Bought Minefields (German M2): eight hexes in one line."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.hexes import Hex, alternate_grains_between, grain_between
from landbridge.games.orsha.rules.map.entry_areas import place
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group, notes
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import figures
from landbridge.games.orsha.rulings import EdgeRows


class Minefield(Struct, frozen=True):
    """A bought Minefield, and what is wrong with where it lies."""

    legal: bool
    hexes: int
    ap: int
    """AP factors in each hex."""
    at: int
    """AT factors in each hex."""
    violations: tuple[Violation, ...]


@rule("OTO-RGG-j-1", "OTO-RGG-j-2", "OTO-NEC-14")
def check_minefield(
    hexes: tuple[str, ...] = (),
    minefield_line: str = "straight",
    edge_rows: EdgeRows = "printed",
) -> Finding[Minefield]:
    """What a Minefield RG holds, and whether these hexes, if any, may be its line."""
    why = Why()
    note = notes("german")["j"]
    number = find_group("german", "M2").units[0].full or 0
    strong = why("OTO-RGG-j-1", note.text)
    violations = Violations(why)
    if hexes:
        short = len(hexes) != number
        violations(short, "OTO-RGG-j-1", f"{len(hexes)} hexes", f"name {number} hexes")
        bent = not short and not _in_line(
            [place(label, edge_rows) for label in hexes], minefield_line
        )
        text = f"{', '.join(hexes)} are not an unbroken line along one hexrow or hex grain"
        remedy = f"lay the {number} hexes side by side in one direction"
        violations(bent, ("OTO-RGG-j-2", "OTO-NEC-14", "RUL-OTO-29"), text, remedy)
    return why.so(
        Minefield(
            not violations.found,
            number if strong else 0,
            note.figures["ap"] if strong else 0,
            note.figures["at"] if strong else 0,
            tuple(violations.found),
        )
    )


def _in_line(places: list[Hex], minefield_line: str) -> bool:
    """Whether the hexes, in whatever order they are named, are all of one grain."""
    first, last = min(places), max(places)
    lines = [grain_between(first, last)]
    if figures("minefield_line", minefield_line)["alternate"]:
        lines += alternate_grains_between(first, last)
    return any(sorted(line) == sorted(places) for line in lines)


class MinefieldQuestion(RuledQuestion, frozen=True, kw_only=True):
    """What a Minefield RG holds, and whether these hexes may be its line."""

    cites = ("OTO-RGG-j-1", "OTO-RGG-j-2", "OTO-NEC-14")
    turns_on = ("minefield_line", "edge_rows")

    hexes: Annotated[
        tuple[Name, ...],
        Meta(max_length=60, description="the hexes of the Minefield, such as K30,K31,K32"),
    ] = ()

    def answer(self, nature: Nature) -> Finding[Minefield]:
        return check_minefield(self.hexes, self.rulings.minefield_line, self.rulings.edge_rows)
