"""Fortifications as pieces of the roster."""

from __future__ import annotations

from collections.abc import Iterable

from landbridge.games.orsha.campaign.pieces.roster import Listed
from landbridge.games.orsha.rules.preparations.fortifications import Work
from landbridge.games.orsha.rules.purchases.pieces import PieceKind
from landbridge.games.orsha.rules.words import Side

WORK_NAMES: dict[str, str] = {
    "foxhole_3": "Foxhole (3 squads)",
    "foxhole_2": "Foxhole (2 squads)",
    "foxhole_1": "Foxhole (1 squad)",
    "trench": "Trench",
    "at_ditch": "AT-Ditch",
    "wire": "Wire",
    "concealment": "?",
    "pillbox": "Pillbox",
}


def work_pieces(side: Side, line: str, works: Iterable[Work], told: str) -> list[Listed]:
    """Fortifications as pieces: one for each counter, mines one for each lot of factors."""
    found: list[Listed] = []

    def add(kind: PieceKind, name: str, remarks: tuple[str, ...] = ()) -> None:
        place = f"{line}/{len(found) + 1}"
        found.append(
            Listed(id=place, side=side, kind=kind, name=name, remarks=remarks, history=(told,))
        )

    for work in works:
        if work.kind in ("ap_mine", "at_mine"):
            letters = "AP" if work.kind == "ap_mine" else "AT"
            add("minefield", f"{letters} mines", (f"{work.number} {letters}",))
            continue
        name = WORK_NAMES[work.kind]
        if work.factors is not None:
            name += " " + "-".join(map(str, work.factors))
        for _ in range(work.number):
            add("fortification", name)
    return found
