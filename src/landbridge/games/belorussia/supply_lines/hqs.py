"""HQs (OCS 13.1): how far they throw supply, and to whom."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import TWELFTHS
from landbridge.games.belorussia.movement.faces import face_up
from landbridge.games.belorussia.position.counters import SIDES, Counter
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.units.axis_hqs import is_kessel_hq
from landbridge.games.belorussia.units.hungarians import hq_violations, is_hungarian
from landbridge.games.belorussia.words import Side

DIVISION = "XX"


class Throw(Struct, frozen=True):
    """How an HQ passes supply on."""

    range: int
    """In twelfths."""
    by: Move

    @property
    def points(self) -> str:
        """The range in movement points."""
        return str(self.range // TWELFTHS)


def throw_of(theatre: Theatre, row: int) -> Throw | None:
    """How an HQ throws now: by the side that is up (OCS-13.1a-1), never in Strat Mode."""
    counter = theatre.counter(row)
    if counter.duty != "hq" or not theatre.on_map(row):
        return None
    if theatre.marker(row) == "strat" and in_force("OCS-5.8b-2"):
        return None
    face = face_up(theatre, row) if in_force("OCS-13.1a-1") else counter.combat
    if is_kessel_hq(counter) and in_force("RUL-TFB-5"):
        settled = figures("kessel_hq", theatre.rulings.kessel_hq)
        return Throw(settled["throw_mp"] * TWELFTHS, settled["throw_type"])
    return None if face.throw is None else Throw(face.throw * TWELFTHS, face.by)


def throwing_hqs(theatre: Theatre, side: Side) -> dict[int, Throw]:
    """The HQs of a side that throw supply now."""
    return theatre.while_all_stand(("throwing HQs", side), lambda theatre: _throwing(theatre, side))


def _throwing(theatre: Theatre, side: Side) -> dict[int, Throw]:
    own = theatre.counters.hqs[SIDES.index(side)]
    return {row: throw for row in own if (throw := throw_of(theatre, row)) is not None}


def draw_type(theatre: Theatre, row: int) -> Move:
    """In which points a unit draws: Truck, but an HQ in those of its throw (OCS-12.3a-3)."""
    if not in_force("OCS-12.3a-3"):
        return "truck"
    throw = throwing_hqs(theatre, theatre.counter(row).side).get(row)
    return throw.by if throw is not None else "truck"


# To whom


class Clients(Struct, frozen=True):
    """Whom an HQ supplies: everybody, or those of a nation or a division alone."""

    nation: str = ""
    division: str = ""

    def __contains__(self, unit: Counter) -> bool:
        if self.division and unit.formation == self.division:
            return True
        if self.division and not unit.independent:
            return False
        if self.nation and not self.division and is_hungarian(self.nation):
            return is_hungarian(unit.nation)
        return not self.nation or unit.nation == self.nation


EVERYBODY = Clients()


def clients_of(hq: Counter) -> Clients:
    """Whom an HQ supplies."""
    if hq.size == DIVISION and in_force("OCS-13.1d-1"):
        return Clients(hq.nation, hq.formation)
    if hq_violations(is_hungarian(hq.nation), False, "supply"):
        return Clients(hq.nation)
    return EVERYBODY


def may_supply(hq: Counter, unit: Counter) -> Finding[bool]:
    """Whether an HQ supplies a unit at all, wherever they stand."""
    why = Why()
    if hq.size == DIVISION:
        allowed = unit in clients_of(hq)
        text = "its own division and independent units of its nation" if allowed else "others"
        why("OCS-13.1d-1", f"a divisional HQ {'supplies' if allowed else 'does not supply'} {text}")
        return why.so(allowed)
    against = hq_violations(is_hungarian(hq.nation), is_hungarian(unit.nation), "supply")
    for violation in against:
        why(violation.rules, violation.text)
    if not against:
        why("OCS-13.1d-1", "it supplies all friendly units")
    return why.so(not against)
