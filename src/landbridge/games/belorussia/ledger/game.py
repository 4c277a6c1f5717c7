"""The Forgotten Battles as a game on the engine's protocol: the campaign ledger."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature, ScriptedDice
from landbridge.engine.play.actions import Action, Decision, verb_of
from landbridge.engine.play.box_game import BOX, BoxGame
from landbridge.engine.play.box_steps import hide_waiting
from landbridge.engine.play.events import REFEREE, SPECTATOR, Event, Play
from landbridge.engine.play.game import Option, Outcome, Scenario
from landbridge.engine.play.pictures import EventPicture
from landbridge.engine.play.stories import Chapter, Story
from landbridge.engine.play.verbs import Use, Verb
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.asked_rulings import Unanswered
from landbridge.engine.rules.box import INVENTED
from landbridge.engine.rules.citing import Rules
from landbridge.engine.sheets import Part, Sheets
from landbridge.games.belorussia import INFO
from landbridge.games.belorussia.armies.scenarios import map_scenario, map_scenarios
from landbridge.games.belorussia.arrivals.order import by_row
from landbridge.games.belorussia.arrivals.packs import find_pack, pack_names
from landbridge.games.belorussia.calendar import Campaign, campaign_start
from landbridge.games.belorussia.fronts.display import front_name
from landbridge.games.belorussia.fronts.fronts_on_map import fronts_on
from landbridge.games.belorussia.ledger.facts.claims import AnswerClaims, Claim, Dispute, claim_of
from landbridge.games.belorussia.ledger.facts.every_fact import FACT_OF, FACTS
from landbridge.games.belorussia.ledger.facts.noting import Fact
from landbridge.games.belorussia.ledger.pictures import picture_of
from landbridge.games.belorussia.ledger.reinforcement.entries import names_in
from landbridge.games.belorussia.ledger.score import at_this_rate, score_so_far, with_article
from landbridge.games.belorussia.ledger.sentences import in_players_words
from landbridge.games.belorussia.ledger.set_up import SetUpCampaign
from landbridge.games.belorussia.ledger.sheets import ledger_sheet
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.story import tell_story
from landbridge.games.belorussia.ledger.turn_sheet import turn_sheet
from landbridge.games.belorussia.ledger.views import imagine, view_for
from landbridge.games.belorussia.map_game.arrivals.alert_units import (
    alert_units_come,
    without_alert_units,
)
from landbridge.games.belorussia.map_game.arrivals.kovel import kovel_is_near
from landbridge.games.belorussia.map_game.books import settle_books
from landbridge.games.belorussia.map_game.filming import map_sheet
from landbridge.games.belorussia.map_game.hidden import hiding_rules
from landbridge.games.belorussia.map_game.holding_places import note_places, places_held
from landbridge.games.belorussia.map_game.movement.arranging import arrange
from landbridge.games.belorussia.map_game.partisans.partisans import partisans_agree
from landbridge.games.belorussia.map_game.position_sheet import look_round, position_sheet
from landbridge.games.belorussia.map_game.scenario_score import settle_scoring_events
from landbridge.games.belorussia.map_game.score_tracks import score_lines
from landbridge.games.belorussia.map_game.standing.carrying_out import carry_out_orders
from landbridge.games.belorussia.map_game.standing.instructing import Instruct, orders_of
from landbridge.games.belorussia.map_game.standing.standing_orders import describe
from landbridge.games.belorussia.map_game.table import new_table
from landbridge.games.belorussia.movement.setting_up import set_up_violations
from landbridge.games.belorussia.ruling_figures import BoxRulings
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.weather.conditions import BothConditions, describe_weather
from landbridge.games.belorussia.weather.ice import Ice
from landbridge.games.belorussia.words import NAME_OF, Side, counted, short

SIDES: tuple[Side, ...] = ("soviet", "axis")
BESIDE = "a campaign beside the map"
"""Where facts of the map are noted; on it nobody notes what everybody sees."""
MAP = "map"
"""What a script arranges by the words of a sketch."""

ENDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "mud": ("third Mud in a row in April", ("TFB-1.8-13",)),
    "calendar": ("the last turn has been played", ("TFB-CAL-3",)),
    "sudden": ("Minsk and three cities are held", ()),
}
"""How a campaign ends, in words and by its rules."""


class Belorussia(BoxGame[Ledger]):
    """The campaign ledger beside the map."""

    name = INFO.name
    title = INFO.title
    edition = "11"
    roles = INFO.roles
    package = INFO.package
    scenarios = (
        Scenario("campaign-1943", "The whole campaign", "63 turns from 26 Sep 43", at_table=True),
        Scenario("campaign-1944", "The campaign of 1944", "27 turns from 26 Jan 44", at_table=True),
        *(Scenario(one.name, one.title, one.text) for one in map_scenarios().values()),
    )
    options = (
        Option("pack", ("", *pack_names()), "", "a pack laid over arrivals and map"),
        BOX,
    )
    box_rulings = BoxRulings
    any_time = (*FACTS, Claim, Dispute, Instruct)
    any_time_prompt = "Facts of the map may be noted at any time"
    beside = (AnswerClaims(),)
    facts = frozenset(FACT_OF)

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Ledger:
        if scenario in map_scenarios():
            return self.go_on(settle_scoring_events(self._on_map(scenario, options), play), play)
        start = campaign_start(scenario).result
        boxed = options["box"] == "yes"
        state = Ledger(
            agenda=(SetUpCampaign(),),
            campaign=msgspec.convert(scenario, Campaign),
            pack=options["pack"],
            rulings=self._box(options) if boxed else msgspec.convert(options, Rulings),
            turn=start.number,
            ice=Ice(start.ice),
        )
        return self.begin(state, play) if boxed else self.go_on(state, play)

    def _on_map(self, scenario: str, options: dict[str, str]) -> Ledger:
        """A match on the map as it begins; every ruling is needed there, so none can be asked."""
        if options["box"] == "yes":
            raise BadInput("A match as in your box is played beside your own map: take a campaign.")
        plan = map_scenario(scenario)
        state = Ledger(
            agenda=(SetUpCampaign(),),
            campaign=plan.campaign,
            pack=options["pack"],
            rulings=msgspec.convert(options, Rulings),
            turn=plan.first_turn,
            ice=Ice(plan.ice),
            on_map=new_table(scenario, options["pack"]),
        )
        found = set_up_violations(state.theatre("movement", "soviet")) if state.pack else ()
        if found:
            told = "; ".join(f"{one.text} ({', '.join(one.rules)})" for one in found)
            raise BadInput(f"pack {state.pack} sets {scenario} up against the rules: {told}.")
        return replace(state, held=places_held(state))

    def _box(self, options: dict[str, str]) -> BoxRulings:
        """The switches as in the owner's box, with what the pack answers."""
        pack = find_pack(options["pack"])
        if pack is not None and pack.source in INVENTED:
            raise BadInput(
                f"pack {pack.name} is a {pack.source}; a match as in your box takes only packs"
                " whose source is booklet or series."
            )
        found: BoxRulings = self.asked_rulings(options, pack.box if pack else ())
        return found

    def asides(self, state: Ledger, role: str = REFEREE) -> tuple[Decision, ...]:
        found = super().asides(state, role)
        if not state.has_map:
            return found
        prompt = "Standing orders may be given at any time"
        return tuple(replace(one, prompt=prompt) for one in found)

    def go_on(self, state: Ledger, play: Play) -> Ledger:
        return carry_out_orders(super().go_on(state, play), play, super().go_on)

    def arranged(self, state: Ledger, changes: dict[str, Any]) -> Ledger:
        """A position in which some fields are others; `map` puts counters on the map."""
        fields = {name: value for name, value in changes.items() if name != MAP}
        state = super().arranged(state, fields)
        if MAP not in changes:
            return state
        return settle_books(state, arrange(state, changes[MAP]), Play(ScriptedDice(())))

    @cached_property
    def uses(self) -> dict[str, Use]:
        """What each verb is for; facts of the map say themselves by which rules."""
        facts = (verb for verb in self.any_time if issubclass(verb, Fact))
        noted = {verb_of(fact): Use(BESIDE, fact.rules, needs=BESIDE) for fact in facts}
        return noted | super().uses

    def asides_in(self, state: Ledger) -> tuple[type[Verb], ...]:
        return (Instruct,) if state.has_map else self.any_time[:-1]

    def recorded_as(self, state: Ledger, who: str, action: Action) -> Action:
        """A fact that is the other side's to confirm is claimed."""
        if isinstance(action, Fact) and who in SIDES and action.must_confirm(state, who):
            return claim_of(action)
        return action

    def check(self, state: Ledger, who: str, action: Action) -> tuple[Violation, ...]:
        return super().check(state, who, self.recorded_as(state, who, action))

    def apply(self, state: Ledger, who: str, action: Action, play: Play) -> Ledger:
        done = super().apply(state, who, self.recorded_as(state, who, action), play)
        if done.has_map:
            done = kovel_is_near(state, partisans_agree(state, done, play), play)
        if done.has_map and done.table.position.control is not state.table.position.control:
            done = note_places(done, play)
        if done.has_map:
            done = alert_units_come(state, done)
        return settle_books(state, done, play)

    def actor_in(self, edition: str, who: str, action: Action) -> str:
        # Before edition 6 a fact was noted for the whole table, by either side.
        old = edition.isdigit() and int(edition) < 6
        return REFEREE if old and verb_of(action) in self.facts else who

    def outcome(self, state: Ledger) -> Outcome | None:
        if state.ended is None:
            return None
        end, rules = ENDS[state.ended]
        found = score_so_far(state)
        total = found.result
        points = f"{total.points} Soviet VP"
        if state.is_excerpt:
            points = f"{counted(total.points, 'point')}, Soviet less Axis"
        return Outcome(
            f"{end}: {points}, {with_article(total.level)}",
            None if total.winner == "nobody" else total.winner,
            (*rules, *found.rules),
            {"soviet": total.points},
        )

    def describe_word(self, word: str) -> str:
        entry = by_row(word)
        if entry is None:
            return ""
        return names_in(entry) if entry.counters or entry.what == "group" else "this entry"

    def picture(self, event: Event) -> EventPicture | None:
        return picture_of(event, self.sentence)

    def story(self, chapters: Iterable[Chapter]) -> Story:
        return tell_story(chapters, self.sentence)

    # Secrets

    def view(self, state: Ledger, role: str) -> Ledger:
        seen = view_for(state, role)
        if seen.has_map and role in ("soviet", SPECTATOR):
            seen = without_alert_units(seen)
        return hide_waiting(seen, role)

    def hides(self, state: Ledger, role: str) -> Rules:
        return hiding_rules(state, role) if state.has_map else ()

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
            f"{short(view.date)}, turn {view.turn_said} of {view.turns_said}",
            f"Weather: {weather}",
            f"Rivers: {'Ice' if view.ice.present else 'open'}{run}",
        ]
        for side in ("soviet", "axis"):
            book = view.book(side)
            tigers = f", {book.tigers} Tiger kept" if book.tigers else ""
            dead = f", {len(book.dead)} in the Dead Pile" if book.dead else ""
            lines.append(f"{NAME_OF[side]}: {book.pax} Pax, {book.vp} VP{tigers}{dead}")
        with suppress(Unanswered):
            if view.has_map:
                lines.extend(score_lines(view))
            else:
                total = score_so_far(view).result
                lines.append(f"Soviet total with the places held: {at_this_rate(total)}")
        acting = fronts_on(view.theatre_at_any_time) if view.is_excerpt else view.fronts
        for front, now in view.fronts.items():
            if front not in acting:
                continue
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
            f"{NAME_OF[side]} standing orders: {describe(orders)}"
            for side in SIDES
            if (orders := orders_of(view, side))
        )
        lines.extend(
            f"Claim {claim.number} of the {NAME_OF[claim.by]} side, not yet answered: {claim.text}"
            for claim in view.claimed.pending
        )
        return lines

    def sentence(self, event: Event) -> str:
        return super().sentence(replace(event, values=in_players_words(event)))

    def sheets(self, view: Ledger) -> Sheets:
        if view.has_map:
            on_map = {"position": lambda: position_sheet(view), "map": lambda: map_sheet(view)}
            return Sheets(on_map | {"ledger": lambda: ledger_sheet(view)})
        return Sheets({"ledger": lambda: ledger_sheet(view), "turn": lambda: turn_sheet(view)})

    def look_round(self, view: Ledger, at: str, within: int) -> tuple[Part, ...]:
        if not view.has_map:
            return super().look_round(view, at, within)
        return look_round(view, at, within)
