"""Fortifications (8.8): what a plan of them costs, and the pieces that they become."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation, unknown
from landbridge.engine.rules.findings import Finding
from landbridge.games.orsha.campaign.open_facts import as_side
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, size
from landbridge.games.orsha.campaign.preparing.parts import is_over, late_preparations
from landbridge.games.orsha.campaign.setting_up.hiding import paid_as
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import SharedStep
from landbridge.games.orsha.rules.preparations.fortifications import (
    FortCheck,
    FortPlan,
    check_fortifications,
    fpp_in_package,
    parse_line,
)
from landbridge.games.orsha.rules.preparations.hidden_placement import Hide, hip_price
from landbridge.games.orsha.rules.preparations.work_prices import Work
from landbridge.games.orsha.rules.purchases.pieces import PieceKind
from landbridge.games.orsha.rules.scenario.concealment import bought_concealment
from landbridge.games.orsha.rules.words import CgDate, Side


def plan_fortifications(state: Campaign, side: Side, lines: tuple[str, ...]) -> Finding[FortCheck]:
    """What the referee says to a plan of Fortifications."""
    book = state.book(side)
    squads = [p for p in book.pieces.values() if p.in_play and p.kind == "squad"]
    plan = FortPlan(
        side=side,
        date=state.date,
        lines=tuple(parse_line(line) for line in lines),
        packages=book.fpp // fpp_in_package(side),
        at_ditches_before=book.ditches,
        squads=sum(size(p) == "squad" for p in squads) if side == "german" else None,
        half_squads=sum(size(p) == "half_squad" for p in squads),
        cupolas=sum(_bought_today(state, p) for p in book.pieces.values()),
    )
    return check_fortifications(plan, state.rulings)


def _bought_today(state: Campaign, piece: RosterPiece) -> bool:
    return piece.kind == "cupola" and piece.date == state.date and not piece.given


def fortify(state: Campaign, side: Side, play: Play) -> Campaign:
    """The works planned are built; FPP left over are lost."""
    book = state.book(side)
    found = plan_fortifications(state, side, book.fortifications)
    checked = found.result
    lines = [parse_line(line) for line in book.fortifications]
    works = [line for line in lines if isinstance(line, Work)]
    hip: Counter[str] = Counter(book.hip)
    for line in lines:
        if isinstance(line, Hide) and hip_price(side, state.date, line).result:
            hip[paid_as(line)] += line.number
    where = fpp_line(side, state.date)
    dummies = bought_concealment(sum(w.number for w in works if w.kind == "concealment"))
    as_dummies = dummies.result.use == "dummies"
    built = sum(piece.line == where for piece in book.pieces.values())
    pieces = work_pieces(side, where, works, f"built on {state.date}", as_dummies, built)
    ditches = sum(work.number for work in works if work.kind == "at_ditch")
    more = ("OTO-CG10-5",) if any(piece.name == DUMMY for piece in pieces) else ()
    rules = tuple(dict.fromkeys(("OTO-8.8-1", *found.rules, *more)))
    play.log("fortified", rules, to=(side,), spent=checked.spent, lost=checked.lost)
    book = replace(
        book,
        fpp=checked.kept,
        fortifications=(),
        built=(*book.built, *(f"{state.date}: {line}" for line in checked.record)),
        ditches=book.ditches + ditches,
        hip=dict(hip),
        lines=book.lines | ({where: "built with FPP"} if pieces else {}),
    )
    return state.with_book(side, book.with_pieces(*pieces))


DUMMY = "?"
WORK_NAMES: dict[str, str] = {
    "foxhole_3": "Foxhole (3 squads)",
    "foxhole_2": "Foxhole (2 squads)",
    "foxhole_1": "Foxhole (1 squad)",
    "trench": "Trench",
    "at_ditch": "AT-Ditch",
    "wire": "Wire",
    "concealment": DUMMY,
    "pillbox": "Pillbox",
}


def fpp_line(side: Side, date: CgDate) -> str:
    """The line of the record that holds what was built with FPP on a date."""
    return f"{side[0].upper()}-{date}-FPP"


def work_pieces(
    side: Side, line: str, works: Iterable[Work], entry: str, dummies: bool = True, built: int = 0
) -> list[RosterPiece]:
    """Fortifications as pieces: one for each counter, mines one for each lot of factors.

    They are numbered after those of their line that are `built` already.
    """
    found: list[RosterPiece] = []

    def add(kind: PieceKind, name: str, remarks: tuple[str, ...] = ()) -> None:
        place = f"{line}/{built + len(found) + 1}"
        found.append(
            RosterPiece(
                id=place, side=side, kind=kind, name=name, remarks=remarks, history=(entry,)
            )
        )

    for work in works:
        if work.kind in ("ap_mine", "at_mine"):
            letters = "AP" if work.kind == "ap_mine" else "AT"
            add("minefield", f"{letters} mines", (f"{work.number} {letters}",))
            continue
        name = WORK_NAMES[work.kind]
        if work.factors is not None:
            name += " " + "-".join(map(str, work.factors))
        remarks = ("Dummy",) if dummies and work.kind == "concealment" else ()
        for _ in range(work.number):
            add("fortification", name, remarks)
    return found


# What a player does

BUILT = ("foxhole_3", "trench", "wire", "at_ditch", "ap_mine", "at_mine", "concealment", "hip")
_WHAT = Slot("what", examples=BUILT, prompt="what? such as 4x foxhole_3")
_HIDDEN = Slot("what", ("cupola", "squad", "hs", "crew", "smc"), prompt="who is to hide?")


_GIVEN = Slot("what", ("given",), prompt="one that was given?", optional=True)


class Build(Verb, frozen=True):
    """Plan Fortifications for FPP: build 4x foxhole_3, build pillbox 1-5-7."""

    what: tuple[str, ...]

    @classmethod
    def offer(cls, state: Campaign, step: SharedStep, who: str) -> Offer | None:
        if state.book(as_side(who)).phase != "building":
            return None
        return Offer("build", "Plan Fortifications", (_WHAT,), ("OTO-8.8-1",))

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> Step | None:
        return late_preparations(state, as_side(who))

    @classmethod
    def next_slot(
        cls, state: Campaign, step: SharedStep, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        # Only HIP needs a second word, and a given Cupola a third.
        if said == ("hip", "cupola"):
            return _GIVEN
        return _HIDDEN if said == ("hip",) else None if said else _WHAT

    def check(self, state: Campaign, step: SharedStep, who: str) -> tuple[Violation, ...]:
        side = as_side(who)
        before = state.book(side).fortifications
        found = plan_fortifications(state, side, (*before, " ".join(self.what))).result.violations
        # What a referee has let pass before is not told again.
        known = plan_fortifications(state, side, before).result.violations if found else ()
        return tuple(violation for violation in found if violation not in known)

    def apply(self, state: Campaign, step: SharedStep, who: str, play: Play) -> Campaign:
        side, text = as_side(who), " ".join(self.what)
        play.log("planned_work", ("OTO-8.8-3",), to=(who,), what=text)
        planned = (*state.book(side).fortifications, text)
        late = is_over(state, side, "building")
        state = state.change_book(side, fortifications=planned)
        return fortify(state, side, play) if late else state


class TearDown(Verb, frozen=True, tag="teardown"):
    """Take a line of Fortifications off the plan again."""

    what: tuple[str, ...]

    @classmethod
    def offer(cls, state: Campaign, step: SharedStep, who: str) -> Offer | None:
        book = state.book(as_side(who))
        if book.phase != "building" or not book.fortifications:
            return None
        slot = Slot("what", examples=book.fortifications, prompt="which line?")
        return Offer("teardown", "Take a line off the plan", (slot,), aside=True)

    def check(self, state: Campaign, step: SharedStep, who: str) -> tuple[Violation, ...]:
        planned = state.book(as_side(who)).fortifications
        if " ".join(self.what) not in planned:
            raise BadInput(unknown("line on the plan", " ".join(self.what), planned))
        return ()

    def apply(self, state: Campaign, step: SharedStep, who: str, play: Play) -> Campaign:
        side, text = as_side(who), " ".join(self.what)
        planned = list(state.book(side).fortifications)
        planned.remove(text)
        play.log("put_back", ("OTO-8.8-3",), to=(who,), what=text)
        return state.change_book(side, fortifications=tuple(planned))
