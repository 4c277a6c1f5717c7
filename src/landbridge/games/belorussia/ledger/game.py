"""The Forgotten Battles as a game on the engine's protocol: the campaign ledger."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, get_args

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot, verb_of
from landbridge.engine.agenda import AgendaGame
from landbridge.engine.chance import Nature
from landbridge.engine.events import REFEREE, Play
from landbridge.engine.game import Option, Outcome, Scenario
from landbridge.engine.refusals import LandbridgeError, Violation
from landbridge.engine.sheets import Sheet
from landbridge.engine.tables import read_toml
from landbridge.games.belorussia import INFO
from landbridge.games.belorussia.arrivals.dated_events import SET_UP, ArmyGroup, marker_place
from landbridge.games.belorussia.arrivals.packs import pack_names
from landbridge.games.belorussia.calendar import campaign_start
from landbridge.games.belorussia.fronts.display import start_postures
from landbridge.games.belorussia.ice import Ice
from landbridge.games.belorussia.ledger import (
    claims,
    front_orders,
    objectives,
    partisan_war,
    player_turns,
    reinforcement,
    sequence,
    views,
)
from landbridge.games.belorussia.ledger.asides import Aside
from landbridge.games.belorussia.ledger.books import SupplyPlace, claims_to_answer, score_so_far
from landbridge.games.belorussia.ledger.noting import (
    ASIDE_OFFERS,
    ASIDES,
    check_aside,
    must_confirm,
    offered_asides,
)
from landbridge.games.belorussia.ledger.sheets import ledger_sheet, turn_sheet
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.readings import figures
from landbridge.games.belorussia.units.heinrici import bases_left
from landbridge.games.belorussia.weather import BothConditions, describe_weather
from landbridge.games.belorussia.words import IN_WORDS, PACKAGE, Side, short

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
    edition = "6"
    roles = INFO.roles
    package = INFO.package
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
        claims.Claim,
        *claims.ANSWERS,
    )
    facts = frozenset(ASIDE_OFFERS)

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
            places={p["name"]: SupplyPlace(p["kind"], p["side"]) for p in places},
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
        play.log(
            "campaign_begins",
            ("TFB-CAL-3", "TFB-CAL-5"),
            date=short(state.date),
            number=state.turn,
            of=state.of,
        )
        return state

    # Asides and claims: beside what is asked, each by the side whose word it is

    def deciders(self, state: Ledger) -> tuple[str, ...]:
        if self.outcome(state) is not None:
            return ()
        asked = (side for side in SIDES if claims_to_answer(state, side))
        return tuple(dict.fromkeys((*super().deciders(state), *asked)))

    def decisions(self, state: Ledger, role: str = REFEREE) -> tuple[Decision, ...]:
        found = list(super().decisions(state, role))
        if self.outcome(state) is None:
            sides = [side for side in SIDES if role in (REFEREE, side)]
            asked = (claims.claim_decision(state, side) for side in sides)
            found.extend(decision for decision in asked if decision is not None)
        seen: set[str] = set()
        for place, decision in enumerate(found):
            if decision.who not in seen:
                seen.add(decision.who)
                offers = (*decision.offers, *self._beside(state, decision.who))
                found[place] = replace(decision, offers=offers)
        return tuple(found)

    def asides(self, state: Ledger, role: str = REFEREE) -> tuple[Decision, ...]:
        if self.outcome(state) is not None:
            return ()
        busy = self.deciders(state)
        return tuple(
            Decision(side, "Facts of the map may be noted at any time", self._beside(state, side))
            for side in SIDES
            if side not in busy and role in (REFEREE, side)
        )

    def _beside(self, state: Ledger, who: str) -> tuple[Offer, ...]:
        side: Side = "soviet" if who == "soviet" else "axis"
        return (*offered_asides(state, side), *claims.claim_asides(state, side))

    def meant(self, state: Ledger, who: str, action: Action) -> Action:
        """A fact that is the other side's to confirm is claimed."""
        if isinstance(action, Aside) and who in SIDES and must_confirm(state, who, action):
            return claims.claim_of(action)
        return action

    def actor_in(self, edition: str, who: str, action: Action) -> str:
        # Before edition 6 whoever noted a fact noted it for the whole table.
        old = edition.isdigit() and int(edition) < 6
        return REFEREE if old and isinstance(action, Aside) else who

    def check(self, state: Ledger, who: str, action: Action) -> tuple[Violation, ...]:
        action = self.meant(state, who, action)
        if isinstance(action, Aside) and who == REFEREE:
            action.check(state)
        elif isinstance(action, Aside):
            check_aside(state, who, action)
        elif isinstance(action, claims.Claim):
            self._must_be_open(state, who, action)
            claims.check_claim(state, who, action)
        elif isinstance(action, claims.ANSWERS):
            self._must_be_open(state, who, action)
            claims.check_answer(state, who, action)
        else:
            return super().check(state, who, action)
        return ()

    def _must_be_open(self, state: Ledger, who: str, action: Action) -> None:
        """Refuse what this role is neither asked nor offered beside it."""
        verb = verb_of(action)
        anybody = who == REFEREE and isinstance(action, claims.ANSWERS)
        open_to = {
            offer.verb
            for decision in (*self.decisions(state), *self.asides(state))
            if anybody or decision.who == who
            for offer in decision.offers
        }
        if verb not in open_to:
            raise self.closed(state, who, verb)

    def apply(self, state: Ledger, who: str, action: Action, play: Play) -> Ledger:
        action = self.meant(state, who, action)
        if isinstance(action, Aside):
            return action.carry_out(state, play)
        if isinstance(action, claims.Claim):
            return claims.make_claim(state, who, action, play)
        if isinstance(action, claims.ANSWERS):
            return claims.answer_claim(state, who, action, play)
        return super().apply(state, who, action, play)

    def random_action(self, view: Ledger, role: str, choose: Callable[[int], int]) -> Action | None:
        """A bot sees no map: it takes a player's word for what cannot be seen from here."""
        for claim in claims_to_answer(view, role) if role in SIDES else ():
            answer = claims.Confirm(claim.number)
            try:
                claims.check_answer(view, role, answer)
            except LandbridgeError:
                return claims.Dispute(claim.number)
            return answer
        return None

    def outcome(self, state: Ledger) -> Outcome | None:
        if state.ended is None:
            return None
        found = score_so_far(state)
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
            describe_weather(BothConditions(view.ground, view.flight))
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
        total = score_so_far(view).result
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
        lines.extend(
            f"Claim {claim.number} of the {IN_WORDS[claim.by]} side, not yet answered: {claim.text}"
            for claim in view.claimed.pending
        )
        return lines

    def sheets(self, view: Ledger) -> dict[str, Sheet]:
        return {"ledger": ledger_sheet(view), "turn": turn_sheet(view)}

    def next_slot(self, state: Ledger, who: str, verb: str, said: tuple[str, ...]) -> Slot | None:
        side: Side = "soviet" if who == "soviet" else "axis"
        beside = {offer.verb: offer for offer in self._beside(state, side)}
        if who == REFEREE and verb in ASIDE_OFFERS:
            beside = ASIDE_OFFERS
        if self.outcome(state) is not None or verb not in beside:
            return super().next_slot(state, who, verb, said)
        if verb == "claim":
            return claims.next_word(said, side)
        slots = beside[verb].slots
        return slots[len(said)] if len(said) < len(slots) else None


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
