"""How a campaign begins: Fronts, pools, markers and the places that the ledger knows."""

from __future__ import annotations

from datetime import date
from typing import Any, get_args

from msgspec.structs import replace

from landbridge.engine.play.agenda import Routine
from landbridge.engine.play.events import Play
from landbridge.engine.rules.asked_rulings import point_data
from landbridge.engine.rules.findings import Finding, Why, unique
from landbridge.games.belorussia.arrivals.army_group_markers import SET_UP, ArmyGroup, marker_place
from landbridge.games.belorussia.calendar import campaign_start
from landbridge.games.belorussia.fronts.display import (
    Front,
    FrontState,
    postures_on_map,
    start_postures,
)
from landbridge.games.belorussia.ledger.books import SupplyPlace
from landbridge.games.belorussia.ledger.reinforcement.partisans import StartPartisans, start_pool
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.sequence import RollWeather
from landbridge.games.belorussia.partisans.on_the_map import partisan_rows
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.units.heinrici import bases_left
from landbridge.games.belorussia.words import PACKAGE, short


class SetUpCampaign(Routine, frozen=True):
    """Set everything out that lies on the table before the first turn."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        rulings = state.rulings
        begins = campaign_start(state.campaign)
        places = point_data(PACKAGE, "start_places", rulings)
        alerts = figures("alert_pools", rulings.alert_pools)
        partisans = figures("partisan_pool", rulings.partisan_pool)
        start: int = partisans["start_face_down"]
        first = (StartPartisans(start),) if start and not state.is_excerpt else ()
        markers = _markers(rulings, begins.result.first)
        state = replace(
            state,
            agenda=(*first, RollWeather()),
            places={p["name"]: SupplyPlace(p["kind"], p["side"]) for p in places},
            fronts=start_postures(state.campaign, rulings) | _on_map(state),
            **_penal(rulings, state.campaign),
            partisan_pool=_pool(state),
            alerts={
                pool: tuple(f"{pool} {n}" for n in range(1, alerts[pool] + 1))
                for pool in ("infantry", "ag_pg", "flak")
            },
            bases=bases_left((), rulings.heinrici),
            markers=markers.result,
        )
        told: dict[str, Any] = {
            "date": short(state.date),
            "number": state.turn_said,
            "of": state.turns_said,
        }
        rules = unique(("TFB-CAL-3", "TFB-CAL-5", *begins.rules, *markers.rules))
        if state.is_excerpt:
            play.log("scenario_begins", rules, title=state.table.plan.title, **told)
        else:
            play.log("campaign_begins", rules, **told)
        return state


def _on_map(state: Ledger) -> dict[Front, FrontState]:
    return postures_on_map(state.table.scenario) if state.has_map else {}


def _pool(state: Ledger) -> tuple[str, ...]:
    """The partisans that can be drawn; on the map those that have a counter."""
    pool = start_pool(state.rulings)
    if not state.has_map:
        return pool
    counters = partisan_rows(state.table.counters)
    return tuple(unit for unit in pool if unit in counters)


def _penal(rulings: Rulings, scenario: str) -> dict[str, Any]:
    """Penal units in their holding box and on the map as a campaign begins."""
    settled = figures("penal", rulings.penal)
    on_map: int = settled["campaign_1943_on_map"] if scenario == "campaign-1943" else 0
    fronts: dict[str, int] = figures("penal_start", rulings.penal_start)["fronts"]
    out = dict(fronts) if on_map else {}
    others = on_map - sum(out.values())
    if others:
        out[""] = others
    return {"penal": settled["pool"] - on_map, "penal_out": out}


def _markers(rulings: Rulings, day: date) -> Finding[dict[str, str]]:
    """Where the army-group markers stand as a campaign begins, as far as that is known."""
    why = Why()
    ruling = rulings.marker_start
    found = {marker: why.add(marker_place(marker, day, ruling)) for marker in get_args(ArmyGroup)}
    return why.so({marker: hex for marker, hex in found.items() if hex != SET_UP})
