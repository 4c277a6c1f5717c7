"""Every kind of fact that players note in the ledger, by its verb."""

from __future__ import annotations

from landbridge.engine.play.actions import verb_of
from landbridge.games.belorussia.ledger.facts.barrages import Barrage
from landbridge.games.belorussia.ledger.facts.emergencies import Call
from landbridge.games.belorussia.ledger.facts.engineers import Build
from landbridge.games.belorussia.ledger.facts.extenders import Lift, Place
from landbridge.games.belorussia.ledger.facts.fortresses import Fortify
from landbridge.games.belorussia.ledger.facts.hedgehogs import Captured
from landbridge.games.belorussia.ledger.facts.losses import Lose
from landbridge.games.belorussia.ledger.facts.noting import Fact
from landbridge.games.belorussia.ledger.facts.partisans import Act, Displace, Join
from landbridge.games.belorussia.ledger.facts.penal_units import Penal
from landbridge.games.belorussia.ledger.facts.points import Vp
from landbridge.games.belorussia.ledger.facts.raids import Clear, Raid, Track
from landbridge.games.belorussia.ledger.facts.reductions import Reduce
from landbridge.games.belorussia.ledger.facts.refits import Draw, Refit
from landbridge.games.belorussia.ledger.facts.remnants import Remnant
from landbridge.games.belorussia.ledger.facts.resolving import Resolve
from landbridge.games.belorussia.ledger.facts.supply_places import Hold, Mark, MinskFact

FACTS: tuple[type[Fact], ...] = (
    Mark,
    MinskFact,
    Fortify,
    Lose,
    Reduce,
    Penal,
    Remnant,
    Captured,
    Build,
    Vp,
    Hold,
    Act,
    Displace,
    Raid,
    Track,
    Clear,
    Join,
    Refit,
    Draw,
    Lift,
    Place,
    Call,
    Barrage,
    Resolve,
)
"""In the order in which they are offered."""

FACT_OF: dict[str, type[Fact]] = {verb_of(kind): kind for kind in FACTS}
