"""The Forgotten Battles as a game on the engine's protocol: the campaign ledger."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.play.actions import Action, verb_of
from landbridge.engine.play.box_game import BOX, BoxGame
from landbridge.engine.play.box_steps import hide_waiting
from landbridge.engine.play.events import REFEREE, Event, Play
from landbridge.engine.play.game import Option, Outcome, Scenario
from landbridge.engine.play.stories import Chapter, Story
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.asked_rulings import Unanswered
from landbridge.engine.rules.box import INVENTED
from landbridge.engine.sheets import Sheet
from landbridge.games.belorussia import INFO
from landbridge.games.belorussia.arrivals.packs import find_pack, pack_names
from landbridge.games.belorussia.calendar import Campaign, campaign_start
from landbridge.games.belorussia.fronts.display import front_name
from landbridge.games.belorussia.ledger.facts.claims import AnswerClaims, Claim, Dispute, claim_of
from landbridge.games.belorussia.ledger.facts.every_fact import FACT_OF, FACTS
from landbridge.games.belorussia.ledger.facts.noting import Fact
from landbridge.games.belorussia.ledger.score import at_this_rate, score_so_far, with_article
from landbridge.games.belorussia.ledger.sentences import in_players_words
from landbridge.games.belorussia.ledger.set_up import SetUpCampaign
from landbridge.games.belorussia.ledger.sheets import ledger_sheet
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.story import tell_story
from landbridge.games.belorussia.ledger.turn_sheet import turn_sheet
from landbridge.games.belorussia.ledger.views import imagine, view_for
from landbridge.games.belorussia.ruling_figures import BoxRulings
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.weather.conditions import BothConditions, describe_weather
from landbridge.games.belorussia.weather.ice import Ice
from landbridge.games.belorussia.words import NAME_OF, Side, short

SIDES: tuple[Side, ...] = ("soviet", "axis")

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
    edition = "8"
    roles = INFO.roles
    package = INFO.package
    scenarios = (
        Scenario("campaign-1943", "The whole campaign", "63 turns from 26 Sep 43"),
        Scenario("campaign-1944", "The campaign of 1944", "27 turns from 26 Jan 44"),
    )
    options = (
        Option("pack", ("", *pack_names()), "", "a pack laid over the orders of arrival"),
        BOX,
    )
    box_rulings = BoxRulings
    any_time = (*FACTS, Claim, Dispute)
    any_time_prompt = "Facts of the map may be noted at any time"
    beside = (AnswerClaims(),)
    facts = frozenset(FACT_OF)

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Ledger:
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
            f"{end}: {total.points} Soviet VP, {with_article(total.level)}",
            None if total.winner == "nobody" else total.winner,
            (*rules, *found.rules),
            {"soviet": total.points},
        )

    def story(self, chapters: Iterable[Chapter]) -> Story:
        return tell_story(chapters, self.sentence)

    # Secrets

    def view(self, state: Ledger, role: str) -> Ledger:
        return hide_waiting(view_for(state, role), role)

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
        with suppress(Unanswered):
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
