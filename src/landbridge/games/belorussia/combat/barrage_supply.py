"""How artillery pays for its barrage (OCS 10.1b): one HQ or one dump, never internal stocks."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.refusals import Refusal, breaches
from landbridge.engine.rules.citing import in_force, muted
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.dumps import given_by, givers_to, stores_of
from landbridge.games.belorussia.supply_lines.paying import Need, Payment, pay, short_rules
from landbridge.games.belorussia.supply_lines.trace import Giver

WHAT = "a barrage"


def givers_of_all(theatre: Theatre, rows: Sequence[int]) -> tuple[Giver, ...]:
    """The HQs and dumps from which every one of these guns gets supply, dumps first."""
    found = [set(givers_to(theatre, row)) for row in rows[1:]]
    first = givers_to(theatre, rows[0])
    return tuple(giver for giver in first if all(giver in other for other in found))


def tokens_of(theatre: Theatre, giver: Giver, rows: Sequence[int]) -> int:
    """What an HQ or dump holds that every one of these guns may use."""
    stores = stores_of(theatre, theatre.counter(rows[0]).side)
    shared = set.intersection(
        *({way.store for way in given_by(theatre, giver, row)} for row in rows)
    )
    return sum(stores[number].tokens for number in shared)


def barrage_giver(
    theatre: Theatre, rows: Sequence[int], cost: int, hq: int | None = None
) -> Giver | None:
    """The first HQ or dump that can pay for the barrage of these guns; None if there is none."""
    givers = [one for one in givers_of_all(theatre, rows) if hq is None or one.hq == hq]
    return next((one for one in givers if tokens_of(theatre, one, rows) >= cost), None)


def is_paid_for(theatre: Theatre, rows: Sequence[int], cost: int) -> bool:
    """Whether the barrage of these guns is paid for."""
    if barrage_giver(theatre, rows, cost) is not None:
        return True
    # As the rules are, nobody else pays; without one of them the payment itself says it.
    return bool(muted()) and not breaches(pay_for_barrage, theatre, rows, cost)


def pay_for_barrage(
    theatre: Theatre, rows: Sequence[int], cost: int, hq: int | None = None
) -> Finding[Payment]:
    """Pay for the barrage of these guns, or refuse: then they have not fired (OCS-10.1b-3).

    With an HQ no other gives: the one at which markers of the series' option pay a part.
    """
    why, side = Why(), theatre.counter(rows[0]).side
    giver = barrage_giver(theatre, rows, cost, hq)
    if giver is not None:
        who = (
            theatre.counter(giver.hq).name
            if giver.hq >= 0
            else f"the dump in {theatre.land.labels[giver.place]}"
        )
        why("OCS-10.1b-4", f"all of them draw from {who}")
        apart = len({theatre.counter(row).formation for row in rows}) > 1
        need = Need(rows[0], cost, WHAT, giver, spare_organic=apart)
        return why.so(why.add(pay(theatre, side, (need,))))
    if not in_force("OCS-10.1b-4"):
        return pay(theatre, side, _shares(rows, cost))
    if not in_force("OCS-10.1b-6") and not any(theatre.position.stock[row] for row in rows):
        return why.so(Payment(theatre.position, ()))
    if not in_force("OCS-10.1b-3"):
        return why.so(Payment(theatre.position, ()))
    raise Refusal(
        f"{cost}T for the barrage is in the reach of no single HQ or dump for all of its guns",
        ("OCS-10.1b-3", "OCS-10.1b-4", "OCS-10.1b-6", *short_rules(theatre, rows[0])),
        legal="guns that draw from one HQ, or from one dump, that holds so much",
    )


def _shares(rows: Sequence[int], cost: int) -> tuple[Need, ...]:
    """The cost shared out among guns that draw where they like."""
    each, over = divmod(cost, len(rows))
    return tuple(Need(row, each + (number < over), WHAT) for number, row in enumerate(rows))
