"""Paying with supply: which tokens are taken, from where, for whom.

Every need is met by draw or throw. What lies on the ground is taken before what is loaded, the
nearest dump first, and Organic Trucks give last, so that a formation keeps its own supply as long
as it can.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.position import FINISHED, MOVED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.dumps import (
    ON_THE_GROUND,
    Store,
    SupplyRoute,
    each_way_to,
    given_by,
    stores_of,
    ways_to,
)
from landbridge.games.belorussia.supply_lines.hqs import draw_type, throwing_hqs
from landbridge.games.belorussia.supply_lines.paths import (
    draw_range,
    note_path,
    path_to,
)
from landbridge.games.belorussia.supply_lines.trace import Giver, supply_rules
from landbridge.games.belorussia.units.hungarians import is_hungarian
from landbridge.games.belorussia.words import Side, counted, listed

SHORT = (
    *("OCS-12.3-1", "OCS-12.3a-1", "OCS-12.3a-3", "OCS-12.3b-1", "OCS-12.3b-3", "OCS-12.3c-1"),
    *("OCS-12.3c-2", "OCS-13.2g-1", "OCS-12.1d-1", "OCS-12.3a-2", "OCS-13.1a-1", "OCS-13.1d-1"),
)
"""The rows by which a need cannot be met."""


def short_rules(theatre: Theatre, row: int) -> Rules:
    """The rows by which a unit gets no supply, or too little, where it stands."""
    counter = theatre.counter(row)
    found = [*SHORT, *supply_rules(theatre, counter.side)]
    if counter.nation != "Hungarian" and any(
        is_hungarian(theatre.counter(hq).nation) for hq in throwing_hqs(theatre, counter.side)
    ):
        found.append("TFB-2.5b-4")
    if any(one.side == counter.side for one in theatre.position.extenders):
        found.append("OCS-12.7a-1")
    return tuple(rule for rule in found if in_force(rule))


class Need(Struct, frozen=True):
    """Tokens that a unit needs for something."""

    row: int
    tokens: int
    what: str
    """Fuel, recovery, construction."""
    giver: Giver | None = None
    """The HQ or dump that must give it; anybody if it is not said."""
    spare_organic: bool = False
    """Whether Organic Trucks keep what they carry."""


class TokensTaken(Struct, frozen=True):
    """Tokens that were taken from one store."""

    place: int
    carrier: int
    """The Transport Point that they were on; -1 where they lay on the ground."""
    tokens: int
    what: str
    row: int
    hq: int
    """The HQ that threw them; -1 where they were drawn."""


class Payment(Struct, frozen=True):
    """A position in which needs have been paid, and with what."""

    position: Position
    takings: tuple[TokensTaken, ...]

    @property
    def tokens(self) -> int:
        """Tokens paid in all."""
        return sum(taking.tokens for taking in self.takings)


def pay(theatre: Theatre, side: Side, needs: Sequence[Need]) -> Finding[Payment]:
    """Pay for all of these, or refuse."""
    stores = stores_of(theatre, side)
    ways = [_ways(theatre, need) for need in needs]
    if not in_force("OCS-12.3b-2"):
        ways = _once_an_hq(ways)
    shares = _share([need.tokens for need in needs], ways, stores)
    if isinstance(shares, int):
        short = needs[shares]
        reach = sum(stores[way.store].tokens for way in ways[shares])
        raise Refusal(
            f"{theatre.counter(short.row).name} needs {short.tokens}T for {short.what}, and the "
            f"dumps in its reach hold {reach}T"
            + (" that others need too" if reach >= short.tokens else ""),
            short_rules(theatre, short.row),
            legal="a dump within 5 MP and a hex, or an HQ that can draw and throws so far",
        )
    takings = tuple(
        TokensTaken(store.place, store.carrier, tokens, need.what, need.row, way.hq)
        for need, own, share in zip(needs, ways, shares, strict=True)
        for way in own
        if (tokens := share[way.store])
        for store in (stores[way.store],)
    )
    why = Why()
    why.by("OCS-12.3-1", "by draw or throw, which themselves need no fuel")
    for taking in takings:
        _explain(why, theatre, taking)
    if any(len({stores[way.store].place for way in own}) > 1 for own in ways):
        why("RUL-TFB-263", "of several dumps in reach the one that is first in order pays")
    if any(len([n for n in share.values() if n]) > 1 for share in shares):
        why("OCS-12.3a-2", "one need is met from several dumps")
    return why.so(Payment(_spend(theatre, stores, shares), takings))


def tokens_in_reach(theatre: Theatre, need: Need) -> int:
    """How much the dumps hold that could pay a need."""
    stores = stores_of(theatre, theatre.counter(need.row).side)
    return sum(stores[way.store].tokens for way in _ways(theatre, need))


def is_in_reach(theatre: Theatre, need: Need) -> bool:
    """Whether that is as much as the need; it is looked for no further than that takes."""
    stores, tokens = stores_of(theatre, theatre.counter(need.row).side), 0
    giver = need.giver
    ways = each_way_to(theatre, need.row) if giver is None else given_by(theatre, giver, need.row)
    for way in ways:
        store = stores[way.store]
        if not (need.spare_organic and store.formation):
            tokens += store.tokens
            if tokens >= need.tokens:
                return True
    return tokens >= need.tokens


def _ways(theatre: Theatre, need: Need) -> tuple[SupplyRoute, ...]:
    giver = need.giver
    found = ways_to(theatre, need.row) if giver is None else given_by(theatre, giver, need.row)
    if not need.spare_organic:
        return found
    stores = stores_of(theatre, theatre.counter(need.row).side)
    return tuple(way for way in found if not stores[way.store].formation)


def _once_an_hq(ways: Sequence[tuple[SupplyRoute, ...]]) -> list[tuple[SupplyRoute, ...]]:
    """The ways if an HQ threw to one unit only."""
    used: set[int] = set()
    found = []
    for own in ways:
        found.append(tuple(way for way in own if way.hq not in used))
        used.update(way.hq for way in own if way.hq >= 0)
    return found


def _explain(why: Why, theatre: Theatre, taking: TokensTaken) -> None:
    name, label = theatre.counter(taking.row).name, theatre.land.labels[taking.place]
    where = label
    if taking.carrier != ON_THE_GROUND:
        where = f"{theatre.counter(taking.carrier).name} in {label}"
        why("OCS-12.1b-1", f"what {where} carries is a dump and need not be unloaded")
        if taking.carrier in theatre.position.moving:
            why("OCS-13.2a-1", f"{where} pauses in its move, and may go on")
        if theatre.position.done[taking.carrier] & MOVED:
            why("OCS-12.2b-1", "it may be used in the phase in which it moved")
        if theatre.counter(taking.carrier).kind == "organic_truck":
            why("OCS-13.2g-1", "an Organic Truck supplies its own formation")
    why.by("OCS-12.1a-1", f"{taking.tokens}T for {taking.what}; 4T make 1 SP")
    why("OCS-12.1d-1", f"{where} holds supply of the own side")
    if taking.hq < 0:
        why("OCS-12.3a-1", f"{name} draws from {where}")
    else:
        hq = theatre.counter(taking.hq).name
        why("OCS-12.3b-1", f"{hq} draws from {where} and throws to {name}")
        why("OCS-12.3b-2", "what is thrown is used at once; no dump moves")


# Who paid, in words


def explain_takings(theatre: Theatre, takings: Sequence[TokensTaken]) -> Finding[str]:
    """From where tokens were taken and who threw them, with the rows of every path."""
    why, parts = Why(), []
    labels = theatre.land.labels
    for taking in takings:
        _note_paths(why, theatre, taking)
    for (place, carrier, hq), tokens in _sums(takings).items():
        where = labels[place]
        if carrier != ON_THE_GROUND:
            where = f"{theatre.counter(carrier).name} in {where}"
        thrown = f" through {theatre.counter(hq).name}" if hq >= 0 else ""
        parts.append(f"{counted(tokens, 'token')} from {where}{thrown}")
    return why.so(listed(parts))


def _sums(takings: Sequence[TokensTaken]) -> Tally[tuple[int, int, int]]:
    """Tokens by hex, Transport Point and HQ."""
    found: Tally[tuple[int, int, int]] = Tally()
    for one in takings:
        thrown_by = -1 if one.hq == one.row else one.hq
        found[one.place, one.carrier, thrown_by] += one.tokens
    return found


def _note_paths(why: Why, theatre: Theatre, taking: TokensTaken) -> None:
    """Note by which rows supply came: to the unit, or to an HQ and from there on."""
    row, side = taking.row, theatre.counter(taking.row).side
    drawer = row if taking.hq < 0 else taking.hq
    start, move = theatre.place_of(drawer), draw_type(theatre, drawer)
    drawn = path_to(theatre, side, start, taking.place, move, draw_range())
    if drawn is not None:
        if move != "truck":
            why("OCS-12.3a-3", f"drawn in {move.title()} MP, as the HQ throws")
        note_path(why, theatre, side, drawn)
    if drawer == row:
        return
    throw = throwing_hqs(theatre, side)[drawer]
    why("OCS-13.1a-1", "the throw range of the side that is up")
    thrown = path_to(theatre, side, start, theatre.place_of(row), throw.by, throw.range)
    if thrown is not None:
        note_path(why, theatre, side, thrown)


def _share(
    wanted: Sequence[int], ways: Sequence[tuple[SupplyRoute, ...]], stores: Sequence[Store]
) -> list[Tally[int]] | int:
    """How many tokens each need takes from each store; or the first need that cannot be met.

    A need takes from its first store that holds something. Where nothing is left for another, the
    needs before it give way to stores that only they reach.
    """
    left = [store.tokens for store in stores]
    got: list[Tally[int]] = [Tally() for _ in wanted]

    def take(need: int, tried: set[int]) -> bool:
        for way in ways[need]:
            number = way.store
            if number in tried:
                continue
            tried.add(number)
            if left[number]:
                left[number] -= 1
                got[need][number] += 1
                return True
            for other, share in enumerate(got):
                if other != need and share[number] and take(other, tried):
                    share[number] -= 1
                    got[need][number] += 1
                    return True
        return False

    for need, tokens in enumerate(wanted):
        if not in_force("OCS-12.3a-2"):
            enough = [way for way in ways[need] if left[way.store] >= tokens]
            if not enough:
                return need
            left[enough[0].store] -= tokens
            got[need][enough[0].store] += tokens
            continue
        if not all(take(need, set()) for _ in range(tokens)):
            return need
    return got


def _spend(theatre: Theatre, stores: Sequence[Store], shares: Sequence[Tally[int]]) -> Position:
    gone: Tally[int] = Tally()
    for share in shares:
        gone.update(share)
    position, loads = theatre.position, {}
    for number, tokens in gone.items():
        store = stores[number]
        if store.carrier == ON_THE_GROUND:
            position = position.add_tokens(store.side, store.place, -tokens)
        else:
            loads[store.carrier] = store.tokens - tokens
    if not loads:
        return position
    paused = tuple(row for row in position.moving if row in loads)
    if paused and not in_force("OCS-13.2a-1"):
        # Without the rule its move would be over.
        position = position.mark(paused, FINISHED)
    return replace(position, load=BYTE.put_all(position.load, loads))
