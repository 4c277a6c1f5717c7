"""The Forgotten Battles as a game on the engine's protocol: the campaign ledger."""

from __future__ import annotations

from datetime import date
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.play.actions import Action, verb_of
from landbridge.engine.play.agenda_game import AgendaGame
from landbridge.engine.play.events import REFEREE, Event, Play
from landbridge.engine.play.game import Option, Outcome, Scenario
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.sheets import Sheet
from landbridge.games.belorussia import INFO
from landbridge.games.belorussia.arrivals.army_group_markers import SET_UP, ArmyGroup, marker_place
from landbridge.games.belorussia.arrivals.packs import pack_names
from landbridge.games.belorussia.calendar import Campaign, campaign_start
from landbridge.games.belorussia.fronts.display import front_name, start_postures
from landbridge.games.belorussia.ledger.books import SupplyPlace
from landbridge.games.belorussia.ledger.facts.claims import AnswerClaims, Claim, Dispute, claim_of
from landbridge.games.belorussia.ledger.facts.every_fact import FACT_OF, FACTS
from landbridge.games.belorussia.ledger.facts.noting import Fact
from landbridge.games.belorussia.ledger.reinforcement.partisans import StartPartisans, start_pool
from landbridge.games.belorussia.ledger.score import at_this_rate, score_so_far, with_article
from landbridge.games.belorussia.ledger.sentences import in_players_words
from landbridge.games.belorussia.ledger.sheets import ledger_sheet, turn_sheet
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.sequence import RollWeather
from landbridge.games.belorussia.ledger.views import imagine, view_for
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.units.heinrici import bases_left
from landbridge.games.belorussia.weather.conditions import BothConditions, describe_weather
from landbridge.games.belorussia.weather.ice import Ice
from landbridge.games.belorussia.words import NAME_OF, PACKAGE, Side, short

SIDES: tuple[Side, ...] = ("soviet", "axis")

ENDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "mud": ("third Mud in a row in April", ("TFB-1.8-13",)),
    "calendar": ("the last turn has been played", ("TFB-CAL-3",)),
    "sudden": ("Minsk and three cities are held", ()),
}
"""How a campaign ends, in words and by its rules."""


class Belorussia(AgendaGame[Ledger]):
    """The campaign ledger beside the map."""

    name = INFO.name
    title = INFO.title
    edition = "7"
    roles = INFO.roles
    package = INFO.package
    scenarios = (
        Scenario("campaign-1943", "The whole campaign", "63 turns from 26 Sep 43"),
        Scenario("campaign-1944", "The campaign of 1944", "27 turns from 26 Jan 44"),
    )
    options = (Option("pack", ("", *pack_names()), "", "a pack laid over the orders of arrival"),)
    any_time = (*FACTS, Claim, Dispute)
    any_time_prompt = "Facts of the map may be noted at any time"
    beside = (AnswerClaims(),)
    facts = frozenset(FACT_OF)

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Ledger:
        start = campaign_start(scenario).result
        places = read_toml(PACKAGE, "places.toml")["place"]
        rulings = msgspec.convert(options, Rulings)
        campaign: Campaign = msgspec.convert(scenario, Campaign)
        alerts = figures("alert_pools", rulings.alert_pools)
        partisans = figures("partisan_pool", rulings.partisan_pool)
        markers = _markers(rulings, start.first)
        state = Ledger(
            agenda=(
                StartPartisans(partisans["start_face_down"]),
                RollWeather(),
            ),
            campaign=campaign,
            pack=options["pack"],
            rulings=rulings,
            turn=start.number,
            ice=Ice(start.ice),
            places={p["name"]: SupplyPlace(p["kind"], p["side"]) for p in places},
            fronts=start_postures(campaign),
            **_penal(rulings, scenario),
            partisan_pool=start_pool(rulings),
            alerts={
                pool: tuple(f"{pool} {n}" for n in range(1, alerts[pool] + 1))
                for pool in ("infantry", "ag_pg", "flak")
            },
            bases=bases_left((), rulings.heinrici),
            markers=markers.result,
        )
        play.log(
            "campaign_begins",
            ("TFB-CAL-3", "TFB-CAL-5", *markers.rules),
            date=short(state.date),
            number=state.turn,
            of=state.last_turn,
        )
        return state

    def recorded_as(self, state: Ledger, who: str, action: Action) -> Action:
        """A fact that is the other side's to confirm is claimed."""
        if isinstance(action, Fact) and who in SIDES and action.must_confirm(state, who):
            return claim_of(action)
        return action

    def check(self, state: Ledger, who: str, action: Action) -> tuple[Violation, ...]:
        return super().check(state, who, self.recorded_as(state, who, action))

    def apply(self, state: Ledger, who: str, action: Action, play: Play) -> Ledger:
        return super().apply(state, who, self.recorded_as(state, who, action), play)

    def actor_in(self, edition: str, who: str, action: Action) -> str:
        # Before edition 6 a fact was noted for the whole table, by either side.
        old = edition.isdigit() and int(edition) < 6
        return REFEREE if old and verb_of(action) in self.facts else who

    def outcome(self, state: Ledger) -> Outcome | None:
        if state.ended is None:
            return None
        found = score_so_far(state)
        total = found.result
        end, rules = ENDS[state.ended]
        return Outcome(
            f"{end}: {total.points} VP, {with_article(total.level)}",
            None if total.winner == "nobody" else total.winner,
            (*rules, *found.rules),
            {"soviet": total.points},
        )

    # Secrets

    def view(self, state: Ledger, role: str) -> Ledger:
        return view_for(state, role)

    def imagine(self, state: Ledger, role: str, nature: Nature) -> Ledger:
        return imagine(state, role, nature)

    def summary(self, view: Ledger) -> list[str]:
        weather = (
            describe_weather(BothConditions(view.ground, view.flight))
            if view.ground and view.flight
            else "not rolled yet"
        )
        run = f" ({view.ice.run} of 3 turns towards a change)" if view.ice.run else ""
        lines = [
            f"{short(view.date)}, turn {view.turn} of {view.last_turn}",
            f"Weather: {weather}",
            f"Rivers: {'Ice' if view.ice.present else 'open'}{run}",
        ]
        for side in ("soviet", "axis"):
            book = view.book(side)
            tigers = f", {book.tigers} Tiger kept" if book.tigers else ""
            dead = f", {len(book.dead)} in the Dead Pile" if book.dead else ""
            lines.append(f"{NAME_OF[side]}: {book.pax} Pax, {book.vp} VP{tigers}{dead}")
        total = score_so_far(view).result
        lines.append(f"Soviet total with the places held: {at_this_rate(total)}")
        for front, now in view.fronts.items():
            barrage = f"barrage in box {now.barrage}" if now.barrage else "barrage Ready"
            turns = f" turn {now.turns}" if now.turns else ""
            name = front_name(front)
            lines.append(f"{name}: {now.posture}{turns}, {barrage}")
        if view.partisans:
            shown = ", ".join(
                f"{u.number} in {u.hex} ({u.unit}{', active' if u.active else ''})"
                for u in view.partisans
            )
            lines.append(f"Partisans: {shown}")
        lines.extend(
            f"Claim {claim.number} of the {NAME_OF[claim.by]} side, not yet answered: {claim.text}"
            for claim in view.claimed.pending
        )
        return lines

    def sentence(self, event: Event) -> str:
        return super().sentence(replace(event, values=in_players_words(event)))

    def sheets(self, view: Ledger) -> dict[str, Sheet]:
        return {"ledger": ledger_sheet(view), "turn": turn_sheet(view)}


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
