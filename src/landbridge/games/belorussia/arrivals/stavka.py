"""Emergency STAVKA reserves (rule 3.11): the Soviet player appeals, one die answers."""

from __future__ import annotations

import datetime
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.packs import Pack, PackName, find_pack, group
from landbridge.games.belorussia.arrivals.withdrawals import with_52
from landbridge.games.belorussia.calendar import turn_number
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import ArOf52, Stavka, StavkaRepeat
from landbridge.games.belorussia.words import PACKAGE, Die, TurnDate, short

APPEAL = table(PACKAGE, "arrivals_soviet.appeal")
TERMS = read_toml(PACKAGE, "arrivals_soviet.toml")["appeals"]

MECH, AIRBORNE, NOTHING = "6th Guards Mech Corps", "Guards Airborne Corps", "nothing"
BY_EVENT = "airborne by event"
"""How a ledger notes that the airborne divisions have come by a Special Event."""
CORPS = {MECH: "TFB-3.11-6", AIRBORNE: "TFB-3.11-7"}
LEAVING = datetime.date(1944, 3, 1)


class Appeal(Struct, frozen=True, kw_only=True):
    """STAVKA's answer."""

    arrives: str
    """6th Guards Mech Corps, Guards Airborne Corps or nothing."""
    soviet_vp: int
    place: str
    counters: tuple[str, ...]
    leaves: datetime.date | None


class SentReserves(Struct, frozen=True, kw_only=True):
    """What STAVKA has already sent."""

    mech: bool = False
    """6th Guards Mech Corps, in whatever way."""
    airborne_by_event: bool = False
    airborne_by_appeal: bool = False

    @property
    def airborne(self) -> bool:
        """The Guards Airborne Corps, in whatever way."""
        return self.airborne_by_event or self.airborne_by_appeal


@rule("TFB-3.11-1", "TFB-EDGE-49", "RUL-TFB-34")
def may_appeal(
    day: datetime.date, this_turn: int = 0, so_far: int = 0, stavka: Stavka = "once_a_turn"
) -> None:
    """Refuse an appeal that comes too early, too late or too often."""
    turn_number(day)
    rules = ("TFB-3.11-1", "TFB-OOS-14", "TFB-AGM-13")
    if day < TERMS["from"] and in_force(rules):
        raise Refusal("STAVKA cannot be asked yet", rules, "appeals are open from 1 Nov 43 on")
    limits = figures("stavka", stavka)
    gone = ("TFB-EDGE-49", "RUL-TFB-34")
    if day > limits["last"] and in_force(gone):
        last = f"appeals end on {short(limits['last'])}"
        raise Refusal("the reserves have left for good", gone, last)
    if this_turn >= limits["per_turn"]:
        raise Refusal(
            "there was an appeal this turn", "RUL-TFB-34", f"{limits['per_turn']} in a turn"
        )
    if so_far >= limits["per_game"]:
        raise Refusal(
            "there is no appeal left", "RUL-TFB-34", f"{limits['per_game']} in the whole game"
        )


@rule("TFB-3.11-2", "TFB-3.11-5", "TFB-3.11-8")
def appeal(
    nature: Nature,
    sent: SentReserves | None = None,
    stavka_repeat: StavkaRepeat = "mech_for_airborne",
    ar_of_52: ArOf52 = "two",
    pack: Pack | None = None,
) -> Finding[Appeal]:
    """Ask STAVKA: one die, and 1 VP whatever it says."""
    why = Why()
    arrives = _answer(nature, sent or SentReserves(), stavka_repeat, why)
    vp = TERMS["soviet_vp"] if why("TFB-3.11-2", "the appeal costs the Soviets 1 VP") else 0
    if arrives == NOTHING:
        return why.so(Appeal(arrives=arrives, soviet_vp=vp, place="", counters=(), leaves=None))
    corps = group(CORPS[arrives], pack)
    known = why(corps.cites, f"the counters of {arrives}")
    counters = with_52(corps.counters, ar_of_52, why) if known else ()
    at_once = why("TFB-3.11-5", "placed at once at any Front HQ")
    return why.so(
        Appeal(
            arrives=arrives,
            soviet_vp=vp,
            place=f"{corps.place}, at once" if at_once else "",
            counters=tuple(counter.written for counter in counters),
            leaves=LEAVING if why("TFB-3.11-8", "it leaves on 1 Mar 44") else None,
        )
    )


def _answer(nature: Nature, sent: SentReserves, repeat: StavkaRepeat, why: Why) -> str:
    """What the die brings, given what has already come."""
    settled = figures("stavka_repeat", repeat)
    found: str = nature.look(APPEAL)
    if found == "refused":
        return NOTHING
    if found == MECH and sent.mech and settled["for_mech"] and not sent.airborne:
        why("RUL-TFB-87", "the mech corps has come: the airborne corps instead")
        return AIRBORNE
    if found == AIRBORNE and sent.airborne_by_event:
        by_event = "the airborne units came by Special Event: the mech corps instead"
        found = MECH if why("TFB-3.11-4", by_event) else found
    elif found == AIRBORNE and sent.airborne_by_appeal:
        if not why(("TFB-EDGE-48", "RUL-TFB-87"), "the airborne units came by an earlier appeal"):
            return found
        if not settled["after_appeal"]:
            return NOTHING
        found = MECH
    both = "6th Guards Mech Corps is already in play: nothing comes"
    if found == MECH and sent.mech and why(("TFB-EDGE-47", "RUL-TFB-87"), both):
        return NOTHING
    return found


class StavkaAppeal(RuledQuestion, frozen=True, kw_only=True):
    """An appeal to STAVKA: what arrives, where, and the VP it costs."""

    rolls = {"die": APPEAL.title}
    cites = (*(f"TFB-3.11-{n}" for n in range(1, 8)), "TFB-EDGE-47", "TFB-EDGE-48", "TFB-EDGE-49")
    turns_on = ("stavka", "stavka_repeat", "ar_of_52")

    date: TurnDate
    die: Die | None = None
    airborne_arrived: Annotated[
        bool, Meta(description="whether the airborne units have come by Special Event")
    ] = False
    airborne_appealed: Annotated[
        bool, Meta(description="whether the airborne units came by an earlier appeal")
    ] = False
    corps_in_play: Annotated[
        bool, Meta(description="whether 6th Guards Mech Corps has already come")
    ] = False
    appeals_this_turn: Annotated[int, Meta(ge=0, le=20, description="appeals made this turn")] = 0
    appeals_so_far: Annotated[int, Meta(ge=0, le=50, description="appeals made in the game")] = 0
    pack: PackName = ""

    def answer(self, nature: Nature) -> Finding[Appeal]:
        may_appeal(self.date, self.appeals_this_turn, self.appeals_so_far, self.rulings.stavka)
        sent = SentReserves(
            mech=self.corps_in_play,
            airborne_by_event=self.airborne_arrived,
            airborne_by_appeal=self.airborne_appealed,
        )
        pack = find_pack(self.pack)
        return appeal(nature, sent, self.rulings.stavka_repeat, self.rulings.ar_of_52, pack)
