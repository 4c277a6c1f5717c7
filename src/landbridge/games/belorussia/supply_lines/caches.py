"""Supply caches (OCS 21.10): markers spent at an HQ, for a barrage or when it is cut off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.asking import PositionQuestion, UnitName, find_row
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import SupplyCaches
from landbridge.games.belorussia.supply_lines.hqs import clients_of, throwing_hqs
from landbridge.games.belorussia.supply_lines.trace import supply_state, thrown_from
from landbridge.games.belorussia.violations import refuse, violation_if, violations

CACHE = 2
"""Tokens of a barrage that a marker pays (OCS-21.10-1)."""


def cache_violations(
    theatre: Theatre, hq: int, by_enemy: bool, caches: SupplyCaches
) -> tuple[Violation, ...]:
    """What speaks against spending a cache at an HQ for trace; `by_enemy`: he has cut it off."""
    name, side = theatre.counter(hq).name, theatre.counter(hq).side
    used = figures("supply_caches", caches)["used"]
    return violations(
        violation_if(
            not used,
            "supply caches are not used",
            ("OCS-21.10-2", "RUL-TFB-191"),
            "an option of the series",
        ),
        violation_if(
            supply_state(theatre, side).in_trace(hq),
            f"{name} has trace",
            "OCS-21.10-2",
            "an HQ without trace",
        ),
        violation_if(
            theatre.position.cut[hq] > 0,
            f"{name} has been without trace before",
            "OCS-21.10-2",
            "on its first turn without trace",
        ),
        violation_if(
            not by_enemy,
            f"{name} has not been cut off by the enemy",
            "OCS-21.10-2",
            "only enemy action counts",
        ),
    )


def fed_by_cache(theatre: Theatre, hq: int) -> tuple[int, ...]:
    """The combat units to which a cache at an HQ gives trace: all in its throw range."""
    return fed_from(theatre, hq) if in_force("OCS-21.10-2") else ()


def fed_from(theatre: Theatre, hq: int) -> tuple[int, ...]:
    """The combat units in the throw range of an HQ that it may supply."""
    giver = theatre.counter(hq)
    if hq not in throwing_hqs(theatre, giver.side):
        return ()
    there = thrown_from(theatre, giver.side, hq)
    return tuple(
        row
        for row in theatre.counters.combat[SIDES.index(giver.side)]
        if theatre.on_map(row)
        and there[theatre.place_of(row)]
        and theatre.counter(row) in clients_of(giver)
    )


def paid_by_caches(
    theatre: Theatre, guns: Sequence[int], hq: int, markers: int, caches: SupplyCaches
) -> Finding[int]:
    """The tokens of a barrage that markers spent at an HQ pay."""
    why, name = Why(), theatre.counter(hq).name
    refuse(
        violations(
            violation_if(
                not figures("supply_caches", caches)["used"],
                "supply caches are not used",
                ("OCS-21.10-1", "RUL-TFB-191"),
                "an option of the series",
            ),
            *(
                violation_if(
                    gun not in fed_from(theatre, hq),
                    f"{name} does not supply {theatre.counter(gun).name}",
                    "OCS-21.10-1",
                    "guns in the throw range of the HQ",
                )
                for gun in guns
            ),
        )
    )
    pays = bool(why("OCS-21.10-1", f"each marker spent at {name} pays {CACHE}T of the barrage"))
    return why.so(CACHE * markers if pays else 0)


class SupplyCache(PositionQuestion, frozen=True, kw_only=True):
    """Whether a supply cache may be spent at an HQ for trace, and which units it then serves."""

    cites = ("OCS-21.10-2",)
    turns_on = ("supply_caches",)

    unit: UnitName
    by_enemy: Annotated[bool, Meta(description="whether enemy action has cut the HQ off")] = True

    def answer(self, nature: Nature) -> Finding[tuple[str, ...]]:
        theatre, why = self.theatre(), Why()
        hq = find_row(theatre, self.unit)
        if theatre.counter(hq).duty != "hq":
            raise BadInput(f"{theatre.counter(hq).name} is no HQ.")
        refuse(cache_violations(theatre, hq, self.by_enemy, self.rulings.supply_caches))
        why("OCS-21.10-2", "it gives trace to all combat units in its throw range")
        return why.so(tuple(theatre.counter(row).name for row in fed_by_cache(theatre, hq)))
