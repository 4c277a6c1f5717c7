"""The pieces of the initial orders of battle, ready for play."""

from __future__ import annotations

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import rule
from landbridge.games.orsha.rules.arriving.armor_leaders import GIVEN, resolve_given_armor_leader
from landbridge.games.orsha.rules.arriving.receiving import receive
from landbridge.games.orsha.rules.purchases.order_of_battle import order_of_battle
from landbridge.games.orsha.rules.purchases.pieces import (
    Piece,
    PieceKind,
    PieceLot,
    lay_out,
    line_id,
)
from landbridge.games.orsha.rules.purchases.written import Purchase
from landbridge.games.orsha.rules.questions import AS_RULED
from landbridge.games.orsha.rules.scenario.initial_scenario import DATA as GIVEN_AIRCRAFT
from landbridge.games.orsha.rules.words import CgDate, Side
from landbridge.games.orsha.rulings import Rulings

DATE: CgDate = "23am"
KINDS: dict[str, PieceKind] = {
    "cupola": "cupola",
    "vehicle": "vehicle",
    "fortification": "fortification",
    "minefield": "minefield",
    "bombardment": "bombardment",
}


@rule("OTO-8.61-1", "OTO-8.51-IHSR6-1")
def receive_initial(
    side: Side, nature: Nature, drm: int | None = None, rulings: Rulings = AS_RULED
) -> tuple[Piece, ...]:
    """Everything that a side is given, with the dice that given RGs and T-34s need."""
    found: list[Piece] = []
    loose: list[PieceLot] = []
    for entry in order_of_battle(side).result.entries:
        if entry.kind == "group":
            for number in range(1, entry.number + 1):
                line = line_id(side, DATE, entry.name, number)
                given = Purchase(rg=entry.name, given=True)
                found += receive(side, given, DATE, line, nature, drm, rulings)
            continue
        if entry.kind == "aircraft":
            # They enter and leave together, and are one line of the roster as an RG is.
            until = f"recalled when turn {GIVEN_AIRCRAFT['last_turn']} ends"
            together = (f"{entry.number} aircraft", "without rockets", until)
            loose.append(PieceLot("aircraft", entry.name, 1, together))
            continue
        remarks = (f"{entry.ap} AP", f"{entry.at} AT") if entry.ap else ()
        loose.append(PieceLot(KINDS[entry.kind], entry.name, entry.number, remarks))
        if entry.name == GIVEN["name"]:
            leaders = [resolve_given_armor_leader(nature).result for _ in range(GIVEN["rolls"])]
            loose += [PieceLot("armor_leader", name, 1) for name in leaders if name != "none"]
    line = f"{side[0].upper()}-{DATE}-OoB"
    return (*found, *lay_out(side, line, tuple(loose), "in the initial order of battle"))
