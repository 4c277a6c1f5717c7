"""The Forgotten Battles as a game on the engine's protocol: the campaign ledger."""

from __future__ import annotations

from datetime import date
from typing import Any, get_args

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Slot
from landbridge.engine.agenda import AgendaGame
from landbridge.engine.chance import Nature
from landbridge.engine.events import Play
from landbridge.engine.game import Option, Outcome, Scenario
from landbridge.engine.refusals import Violation
from landbridge.engine.sheets import Sheet
from landbridge.engine.tables import read_toml
from landbridge.games.belorussia.arrivals.dated_events import SET_UP, ArmyGroup, marker_place
from landbridge.games.belorussia.arrivals.packs import pack_names
from landbridge.games.belorussia.calendar import campaign_start
from landbridge.games.belorussia.fronts.display import start_postures
from landbridge.games.belorussia.ice import Ice
from landbridge.games.belorussia.ledger import (
    front_orders,
    losses,
    map_facts,
    objectives,
    partisan_war,
    player_turns,
    reinforcement,
    sequence,
    views,
)
from landbridge.games.belorussia.ledger.asides import Aside
from landbridge.games.belorussia.ledger.books import Place, standing
from landbridge.games.belorussia.ledger.sheets import ledger_sheet, turn_sheet
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.readings import figures
from landbridge.games.belorussia.units.heinrici import bases_left
from landbridge.games.belorussia.weather import BothConditions, in_words
from landbridge.games.belorussia.words import IN_WORDS, PACKAGE, short

ASIDES: tuple[type[Aside], ...] = (
    map_facts.Mark,
    map_facts.MinskIs,
    losses.Lose,
    losses.Penal,
    losses.Remnant,
    map_facts.Captured,
    map_facts.Vp,
    map_facts.Hold,
    losses.Act,
    map_facts.Call,
    map_facts.Barrage,
)
ASIDE_OFFERS = {kind.offer().verb: kind.offer() for kind in ASIDES}


ENDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "mud": ("third Mud in a row in April", ("TFB-1.8-13",)),
    "calendar": ("the last turn has been played", ("TFB-CAL-3",)),
    "sudden": ("Minsk and three cities are held", ()),
}
"""How a campaign ends, in words and by its rules."""


class Belorussia(AgendaGame[Ledger]):
    """The campaign ledger beside the map."""

    name = "belorussia"
    title = "The Forgotten Battles"
    edition = "5"
    roles = ("soviet", "axis")
    package = PACKAGE
    scenarios = (
        Scenario("campaign-1943", "The whole campaign", "63 turns from 26 Sep 43"),
        Scenario("campaign-1944", "The campaign of 1944", "27 turns from 26 Jan 44"),
    )
    options = (Option("pack", ("", *pack_names()), "", "a pack laid over the orders of arrival"),)
    actions = (
        sequence.Weather,
        sequence.Initiative,
        sequence.Go,
        front_orders.Offensive,
        front_orders.Regroup,
        front_orders.Hasten,
        objectives.Objective,
        front_orders.Orders,
        *reinforcement.duties(),
        player_turns.End,
        *ASIDES,
    )

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Ledger:
        start = campaign_start(scenario).result
        places = read_toml(PACKAGE, "places.toml")["place"]
        alerts = figures("alert_pools", options["alert_pools"])
        partisans = figures("partisan_pool", options["partisan_pool"])
        state = Ledger(
            agenda=(
                player_turns.StartPartisans(partisans["start_face_down"]),
                sequence.RollWeather(),
            ),
            campaign=scenario,
            pack=options["pack"],
            rulings={name: value for name, value in options.items() if name != "pack"},
            turn=start.number,
            ice=Ice(start.ice),
            places={p["name"]: Place(p["kind"], p["side"]) for p in places},
            fronts=start_postures(scenario),  # type: ignore[arg-type]
            **_penal(options, scenario),
            partisan_pool=partisan_war.start_pool(options),
            alerts={
                pool: tuple(f"{pool} {n}" for n in range(1, alerts[pool] + 1))
                for pool in ("infantry", "ag_pg", "flak")
            },
            bases=bases_left((), options["heinrici"]),  # type: ignore[arg-type]
            markers=_markers(options, start.first),
        )
        play.tell(
            "campaign_begins",
            ("TFB-CAL-3", "TFB-CAL-5"),
            date=short(state.date),
            number=state.turn,
            of=state.of,
        )
        return state

    # Asides: possible at any time, for whoever has to decide something

    def decisions(self, state: Ledger) -> tuple[Decision, ...]:
        return tuple(
            replace(decision, offers=(*decision.offers, *ASIDE_OFFERS.values()))
            for decision in super().decisions(state)
        )

    def check(self, state: Ledger, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Aside):
            action.check(state)
            return ()
        return super().check(state, who, action)

    def apply(self, state: Ledger, who: str, action: Action, play: Play) -> Ledger:
        if isinstance(action, Aside):
            return action.carry_out(state, play)
        return super().apply(state, who, action, play)

    def outcome(self, state: Ledger) -> Outcome | None:
        if state.ended is None:
            return None
        found = standing(state)
        total = found.result
        end, rules = ENDS[state.ended]
        return Outcome(
            f"{end}: {total.level}",
            None if total.winner == "nobody" else total.winner,
            (*rules, *found.rules),
            {"soviet": total.points},
        )

    # Secrets

    def view(self, state: Ledger, role: str) -> Ledger:
        return views.view(state, role)

    def imagine(self, state: Ledger, role: str, nature: Nature) -> Ledger:
        return views.imagine(state, role, nature)

    def summary(self, view: Ledger) -> list[str]:
        weather = (
            in_words(BothConditions(view.ground, view.flight))
            if view.ground and view.flight
            else "not rolled yet"
        )
        run = f" ({view.ice.run} of 3 turns towards a change)" if view.ice.run else ""
        lines = [
            f"{short(view.date)}, turn {view.turn} of {view.of}",
            f"Weather: {weather}",
            f"Rivers: {'Ice' if view.ice.present else 'open'}{run}",
        ]
        for side in ("soviet", "axis"):
            book = view.book(side)
            tigers = f", {book.tigers} Tiger kept" if book.tigers else ""
            dead = f", {len(book.dead)} in the Dead Pile" if book.dead else ""
            lines.append(f"{IN_WORDS[side]}: {book.pax} Pax, {book.vp} VP{tigers}{dead}")
        total = standing(view).result
        lines.append(f"Soviet total with the places held: {total.points} ({total.level})")
        for front, now in view.fronts.items():
            barrage = f"barrage in box {now.barrage}" if now.barrage else "barrage Ready"
            turns = f" turn {now.turns}" if now.turns else ""
            name = front_orders.display_name(front)
            lines.append(f"{name}: {now.posture}{turns}, {barrage}")
        if view.partisans:
            shown = ", ".join(
                f"{u.number} in {u.hex} ({u.unit}{', active' if u.active else ''})"
                for u in view.partisans
            )
            lines.append(f"Partisans: {shown}")
        return lines

    def sheets(self, view: Ledger) -> dict[str, Sheet]:
        return {"ledger": ledger_sheet(view), "turn": turn_sheet(view)}

    def complete(self, state: Ledger, who: str, verb: str, said: tuple[str, ...]) -> Slot | None:
        if verb in ASIDE_OFFERS:
            slots = ASIDE_OFFERS[verb].slots
            return slots[len(said)] if len(said) < len(slots) else None
        return super().complete(state, who, verb, said)


def _penal(options: dict[str, str], scenario: str) -> dict[str, Any]:
    """Penal units in their holding box and on the map as a campaign begins."""
    settled = figures("penal", options["penal"])
    on_map: int = settled["campaign_1943_on_map"] if scenario == "campaign-1943" else 0
    fronts: dict[str, int] = figures("penal_start", options["penal_start"])["fronts"]
    out = dict(fronts) if on_map else {}
    others = on_map - sum(out.values())
    if others:
        out[""] = others
    return {"penal": settled["pool"] - on_map, "penal_out": out}


def _markers(options: dict[str, str], day: date) -> dict[str, str]:
    """Where the army-group markers stand as a campaign begins, as far as that is known."""
    ruling: Any = options["marker_start"]
    found = {marker: marker_place(marker, day, ruling).result for marker in get_args(ArmyGroup)}
    return {marker: hex for marker, hex in found.items() if hex != SET_UP}
