"""Appeals to STAVKA in the Soviet Reinforcement Phase."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Violation, breaches
from landbridge.games.belorussia.arrivals.packs import group
from landbridge.games.belorussia.arrivals.stavka import CORPS, MECH, appeal, may_appeal
from landbridge.games.belorussia.ledger.reinforcement.arrival_places import place_violations
from landbridge.games.belorussia.ledger.reinforcement.entries import pack_of
from landbridge.games.belorussia.ledger.reinforcement.phase import (
    Duty,
    ReinforcementPhase,
)
from landbridge.games.belorussia.ledger.reinforcement.releases import reserves_sent
from landbridge.games.belorussia.ledger.state import Ledger


def against_appeal(state: Ledger, appealed: bool = False) -> tuple[Violation, ...]:
    """What speaks against an appeal now; `appealed`: there was one in this phase."""
    this_turn = int(appealed or state.appeal_let_pass == state.turn)
    so_far = state.soviet.totals.get("appeals", 0)
    return breaches(may_appeal, state.date, this_turn, so_far, state.rulings.stavka)


class Appeal(Duty, frozen=True):
    """Appeal to STAVKA for reserves, for 1 VP."""

    needs_no_phase = True
    only_for = "soviet"

    place: str = ""
    """The Front HQ at which what comes is placed, where players want it checked."""

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        if phase.side != "soviet" or cls().check(state, phase, who):
            return None
        rules = ("TFB-3.11-1", "TFB-3.11-2")
        return Offer("appeal", "Appeal to STAVKA (1 VP, whatever the die says)", (), rules, True)

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        if phase.side != "soviet":
            raise ImpossibleAction("only the Soviet player appeals to STAVKA", "TFB-3.11-1")
        return (
            *against_appeal(state, phase.appealed),
            *(self._against_place(state, phase) if self.place else ()),
        )

    def _against_place(self, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        corps = group(CORPS[MECH])
        found = phase.against_place(state, corps, self.place)
        return place_violations(corps, self.place, state) if found is None else found

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        found = appeal(
            play.nature,
            reserves_sent(state),
            stavka_repeat=state.rulings.stavka_repeat,
            ar_of_52=state.rulings.ar_of_52,
            pack=pack_of(state),
        )
        got = found.result
        place = self.place if phase.tells_places else ""
        book = replace(state.soviet, vp=state.soviet.vp + got.soviet_vp)
        book = book.plus(appeals=1, arrived=len(got.counters))
        what = "; ".join(got.counters) or "nothing"
        play.log(
            "appeal",
            found.rules,
            arrives=got.arrives,
            what=what,
            vp=got.soviet_vp,
            place=f" at {place or got.place}" if got.place else "",
        )
        used = (*state.used, got.arrives) if got.counters else state.used
        if phase.stands_in:
            state = replace(state, appeal_let_pass=state.turn)
        done = phase.update(replace(state, soviet=book, used=used), appealed=True)
        if not got.counters:
            return done
        corps = group(CORPS[got.arrives], pack_of(state))
        return phase.after_arrival(state, done, corps, self.place, play)
