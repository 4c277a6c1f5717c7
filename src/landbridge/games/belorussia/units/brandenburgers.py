"""The Brandenburger drop."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import Brandenburger
from landbridge.games.belorussia.units.words import DATA, Distance
from landbridge.games.belorussia.violations import refuse, violation_if, violations


@rule("TFB-2.4k-1")
def drop_violations(
    distance: int, plan: bool, transport: bool, brandenburger: Brandenburger = "series_drop"
) -> tuple[Violation, ...]:
    """What speaks against a drop of the Brandenburg parachute unit."""
    settled = figures("brandenburger", brandenburger)
    reach = DATA["brandenburger"]["reach"]
    return violations(
        violation_if(
            distance > reach,
            f"{distance} hexes from its air base",
            "TFB-2.4k-1",
            f"within {reach} hexes",
        ),
        violation_if(settled["needs_plan"] and not plan, "there is no plan for it", "RUL-TFB-108"),
        violation_if(
            settled["needs_transport"] and not transport, "no transport plane", "RUL-TFB-108"
        ),
    )


class BrandenburgerDrop(RuledQuestion, frozen=True, kw_only=True):
    """Whether the Brandenburg parachute unit may be dropped so far from its air base."""

    asks_permission = True
    cites = ("TFB-2.4k-1",)
    turns_on = ("brandenburger",)

    distance: Annotated[Distance, Meta(description="hexes from its air base to the drop hex")]
    plan: Annotated[bool, Meta(description="whether the drop was planned two turns ahead")] = True
    transport: Annotated[bool, Meta(description="whether transport planes carry it")] = True

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            drop_violations(self.distance, self.plan, self.transport, self.rulings.brandenburger)
        )
        why = Why()
        why("TFB-2.4k-1", "within 10 hexes of its air base")
        why("RUL-TFB-108", "for the rest as an air drop of the series")
        return why.so(True)
