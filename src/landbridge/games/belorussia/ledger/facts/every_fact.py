"""Every kind of fact that players note in the ledger, by its verb."""

from __future__ import annotations

from landbridge.engine.actions import verb_of
from landbridge.games.belorussia.ledger.facts.losses import Act, Lose, Penal, Remnant
from landbridge.games.belorussia.ledger.facts.map_facts import (
    Barrage,
    Call,
    Captured,
    Hold,
    Mark,
    MinskIs,
    Vp,
)
from landbridge.games.belorussia.ledger.facts.noting import Fact

FACTS: tuple[type[Fact], ...] = (
    Mark,
    MinskIs,
    Lose,
    Penal,
    Remnant,
    Captured,
    Vp,
    Hold,
    Act,
    Call,
    Barrage,
)
"""In the order in which they are offered."""

FACT_OF: dict[str, type[Fact]] = {verb_of(kind): kind for kind in FACTS}
