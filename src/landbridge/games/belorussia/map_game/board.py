"""The map game as a client draws it: the map once, every counter once, a position in few words."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from landbridge.engine.columns import WORD
from landbridge.engine.play.boards import Board, ScoreTrack
from landbridge.games.belorussia.ledger.facts.resolving_drafts import (
    RESOLVE,
    LedgerDrafts,
    ledger_drafts,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.sheets import column_and_row
from landbridge.games.belorussia.map_game.arrivals.reinforcement_phase import MapReinforcement
from landbridge.games.belorussia.map_game.holding_places import places_that_count
from landbridge.games.belorussia.map_game.overlays import MapOverlays, overlays
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.printed import (
    CounterView,
    MapAtlas,
    made_view,
    map_atlas,
)
from landbridge.games.belorussia.map_game.score_tracks import score_tracks
from landbridge.games.belorussia.map_game.set_out import scenario_rows
from landbridge.games.belorussia.position.counters import (
    SIDES,
    TOKENS,
)
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.position import (
    FINISHED,
    FUELLED,
    INACTIVE,
    MARKERS,
    MOVE_SIDE,
    MOVED,
)
from landbridge.games.belorussia.supply_lines.fuel import fuelling_hq, needs_fuel

# A position


class UnitView(Struct, frozen=True, omit_defaults=True):
    """A counter on the map, and how it stands."""

    id: str
    at: str
    side: str
    moving: bool = False
    """Whether its Move side is up."""
    marker: str = ""
    lost: int = 0
    """Steps lost."""
    spent: int = 0
    """Movement points spent in this phase, in twelfths."""
    finished: bool = False
    begun: bool = False
    """Whether it has begun to move in this phase."""
    out: bool = False
    """Whether it is Out of Supply."""
    stock: int = 0
    load: int = 0
    """Tokens on a Transport Point."""
    fuelled: bool = False
    """Whether fuel has been paid for it, as far as one knows."""
    inactive: bool = False
    printed: CounterView | None = None
    """The counter itself, where it came into being during the match and is in no atlas."""


class DumpView(Struct, frozen=True):
    """Supply on the ground."""

    hex: str
    side: str
    tokens: int
    points: str
    """In Supply Points, as players write it: 3 1/4."""


class BaseView(Struct, frozen=True):
    """An air base; Level 0 is an air strip."""

    hex: str
    side: str
    level: int


class ExtenderView(Struct, frozen=True):
    """An Extender, of trucks or of wagons."""

    hex: str
    side: str
    kind: str


class WorthView(Struct, frozen=True):
    """A place that counts, and who holds it."""

    place: str
    hexes: tuple[str, ...]
    points: int
    side: str


class MapView(Struct, frozen=True, kw_only=True):
    """A position."""

    scenario: str
    turn: int
    first: int
    last: int
    date: str
    ground: str
    flight: str
    ice: bool
    phase: str
    side: str
    west: int
    """The first column that is played on; with the others, the window of the map."""
    east: int
    south: int
    north: int
    score: tuple[ScoreTrack, ...]
    worth: tuple[WorthView, ...]
    """The places that count."""
    units: tuple[UnitView, ...]
    dumps: tuple[DumpView, ...]
    bases: tuple[BaseView, ...]
    hedgehogs: dict[str, int]
    extenders: tuple[ExtenderView, ...]
    held: str
    """By hex of the window, in the order of the atlas: s, a or - for who holds it."""
    gauge: str
    """By hex of the window: s, a or - for whose gauge its railway has."""
    boundaries: dict[str, tuple[str, ...]]
    """By side: the hexes at the front where the zones of two Fronts or armies meet."""


class MapBoard(Board[Ledger]):
    """The map and what lies on it; nothing for a match beside the players' own map."""

    def atlas(self) -> MapAtlas:
        return map_atlas()

    def render(self, view: Ledger) -> MapView | None:
        return _render(view) if view.has_map else None

    def drafts(
        self, view: Ledger, role: str, asked: dict[str, tuple[str, ...]]
    ) -> LedgerDrafts | MapOverlays | None:
        if RESOLVE in asked:
            return ledger_drafts(view)
        return overlays(view, role, asked) if view.has_map else None


def _render(view: Ledger) -> MapView:
    table = view.table
    land, position, counters = table.land, table.position, table.counters
    labels = land.labels
    step = view.agenda[0] if view.agenda else None
    west, east, south, north = land.once("window", _window)
    spent = WORD.numbers(position.spent)
    printed = len(counters) - len(table.added)
    fuelled = fuelled_rows(view)
    return MapView(
        scenario=table.scenario,
        turn=view.turn,
        first=table.plan.first_turn,
        last=view.last_turn,
        date=view.date.isoformat(),
        ground=view.ground or "",
        flight=view.flight or "",
        ice=view.ice.present,
        phase=step.title if isinstance(step, MapPhase | MapReinforcement) else "",
        side=step.side if isinstance(step, MapPhase | MapReinforcement) else "",
        score=score_tracks(view),
        worth=tuple(
            WorthView(one.name, one.hexes, one.points, "soviet" if one.soviet else "axis")
            for one in places_that_count(table, view.rulings.victory_points)
        ),
        west=west,
        east=east,
        south=south,
        north=north,
        units=tuple(
            UnitView(
                counters[row].id,
                labels[place],
                counters[row].side,
                position.face[row] == MOVE_SIDE,
                MARKERS[position.marker[row]],
                position.lost[row],
                spent[row],
                bool(position.done[row] & FINISHED),
                bool(position.done[row] & MOVED),
                bool(position.out[row]),
                position.stock[row],
                position.load[row],
                row in fuelled,
                bool(position.done[row] & INACTIVE),
                made_view(counters[row]) if row >= printed else None,
            )
            for row, place in enumerate(WORD.numbers(position.at))
            if place < land.size
        ),
        dumps=tuple(
            DumpView(labels[place], SIDES[side], tokens, in_points(tokens))
            for side, own in enumerate(position.dumps)
            for place, tokens in sorted(own.items())
        ),
        bases=tuple(
            BaseView(labels[place], base.side, base.level)
            for place, base in sorted(position.bases.items())
        ),
        hedgehogs={labels[place]: level for place, level in sorted(position.hedgehogs.items())},
        extenders=tuple(
            ExtenderView(labels[one.place], one.side, one.kind) for one in position.extenders
        ),
        held=position.control.translate(_LETTERS).decode(),
        gauge=position.gauge.translate(_LETTERS).decode(),
        boundaries=_boundaries(table.scenario, table.pack),
    )


_LETTERS = b"-sa".ljust(256, b"?")
"""How the columns `held` and `gauge` are written."""


def _window(land: Land) -> tuple[int, int, int, int]:
    """The first and last column of a land, its lowest and its highest row."""
    spots = [column_and_row(place) for place in land.hexes]
    rows = [row for _, row in spots]
    return spots[0][0], spots[-1][0], min(rows), max(rows)


@lru_cache(maxsize=16)
def _boundaries(scenario: str, pack: str) -> dict[str, tuple[str, ...]]:
    rows = [row for row in scenario_rows(scenario, pack) if row.kind == "boundary"]
    return {side: tuple(row.hex for row in rows if row.side == side) for side in SIDES}


def fuelled_rows(view: Ledger) -> frozenset[int]:
    """The counters that fuel has been paid for."""
    table = view.table
    position, counters = table.position, table.counters
    found = {row for row, done in enumerate(position.done) if done & FUELLED}
    found.update(row for rows in position.fuelled_formations.values() for row in rows)
    if position.fuelled_hqs:
        own = counters[next(iter(position.fuelled_hqs))].side
        theatre = view.theatre("movement", own)
        found.update(
            row
            for row in counters.combat[SIDES.index(own)]
            if theatre.on_map(row) and needs_fuel(theatre, row)
            if fuelling_hq(theatre, row) is not None
        )
    return frozenset(found)


def in_points(tokens: int) -> str:
    """Tokens in Supply Points: 3 1/4."""
    whole, quarters = divmod(tokens, TOKENS)
    part = {0: "", 1: "1/4", 2: "1/2", 3: "3/4"}[quarters]
    return f"{whole} {part}".strip() if whole or not part else part
