"""After a battle both reports lie open: Control, fires and points are settled, and both agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, get_args

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Violation, choices
from landbridge.games.orsha.campaign.map_hexes import (
    burnable,
    find_hex,
    on_edge,
    spelled_out,
    strategic_by_map,
)
from landbridge.games.orsha.campaign.open_facts import SIDES, Holder, Mark, enemy_of, refuse
from landbridge.games.orsha.campaign.pieces.roster import is_mmc
from landbridge.games.orsha.campaign.reports.reports import (
    contradictions,
    due,
    exits,
    losses,
    result_of,
)
from landbridge.games.orsha.campaign.reports.rows import (
    APPEARED,
    REPORT_ROWS,
    REPORTING,
    SHOWS,
    check_report,
    ended_offer,
    in_the_open,
    report,
)
from landbridge.games.orsha.campaign.reports.scenario_end import apply_reports
from landbridge.games.orsha.campaign.reports.strategic_locations import (
    occupied,
    strategic_pieces,
    vacated,
)
from landbridge.games.orsha.campaign.reports.whole_report import (
    Report,
    ReportStep,
    check_rows,
    report_offer,
    take_rows,
)
from landbridge.games.orsha.rules.map.hexes import lvp_labels
from landbridge.games.orsha.rules.map.location_points import BRIDGE
from landbridge.games.orsha.rules.scenario.dates import SHORT
from landbridge.games.orsha.rules.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign


class Control(Action, frozen=True):
    """A side Controls hexes: control russian K33 X38 DD40-DD52; nobody: control none K33."""

    side: str
    hexes: tuple[str, ...]


class Marked(Action, frozen=True, tag="mark"):
    """Something that the battle has left in a hex: mark W44 blaze."""

    hex: str
    marks: tuple[str, ...]


class Unmark(Action, frozen=True):
    """Nothing is left in a hex."""

    hex: str


class Cvp(Action, frozen=True):
    """Casualty points of a side; other than the reports give, with the reason."""

    side: str
    points: int
    reason: str | None = None


class Evp(Action, frozen=True):
    """Exit points of the Russians; other than the reports give, with the reason."""

    points: int
    reason: str | None = None


class Agree(Action, frozen=True):
    """A side agrees to the reports, Control, fires and points."""


class Aftermath(ReportStep, frozen=True):
    """Both reports are open: Control, fires, rubble and points are settled, and both agree."""

    agreed: tuple[Side, ...] = ()
    """Who has agreed; whatever the other side then changes opens it again."""
    cvp: dict[str, int] = {}
    """Casualty points that were said to be other than the reports give."""
    evp: int | None = None
    held: dict[str, Holder] | None = None
    """Who held what when the battle began, once Control has been changed."""

    FACTS: ClassVar[tuple[type[Action], ...]] = (Control, Marked, Unmark, Cvp, Evp)
    """What a report may hold once both lie open, beside where pieces ended."""

    def points(self, state: Campaign) -> dict[str, int]:
        """Casualty points of both sides."""
        return {s: losses(state.book(enemy_of(s))) for s in SIDES} | self.cvp

    def exit_points(self, state: Campaign) -> int:
        """Russian exit points."""
        return exits(state.russian) if self.evp is None else self.evp

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        wrong = contradictions(state)
        points = self.points(state)
        prompt = (
            f"{SHORT[state.date]}: CVP Russian {points['russian']}, German {points['german']};"
            f" EVP {self.exit_points(state)}"
        )
        asked = []
        for side in SIDES:
            if side in self.agreed:
                continue
            mend = _mending(state, side, wrong)
            agree = Offer("agree", "Agree to all this", rules=REPORTING)
            shows = (SHOWS,) * bool(state.book(side).sealed)
            whole = report_offer(side, due(state.book(side)))
            offers = (agree, mend, APPEARED, whole, *shows, *_FACTS)
            asked.append((mend.aside, Decision(side, prompt, offers, REPORTING, wrong)))
        # Whose pieces contradict something is asked first.
        return tuple(decision for _, decision in sorted(asked, key=lambda item: item[0]))

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        side: Any = who
        if isinstance(action, Agree):
            return contradictions(state)
        if isinstance(action, Report):
            return check_rows(state, side, action)
        if isinstance(action, Control):
            held = state.control if self.held is None else self.held
            return _check_control(state, action, held)
        if isinstance(action, Marked):
            _check_marks(state, action)
        elif isinstance(action, Unmark):
            find_hex(action.hex, state.edge_rows)
        elif isinstance(action, Cvp):
            if action.side not in SIDES:
                raise BadInput(f"CVP are {choices(SIDES)}, not '{action.side}'.")
            earner: Side = "german" if action.side == "german" else "russian"
            found = losses(state.book(enemy_of(earner)))
            _check_points(action, found, f"{action.side.capitalize()} CVP")
        elif isinstance(action, Evp):
            _check_points(action, exits(state.russian), "EVP")
        else:
            check_report(state, side, action)
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        side: Any = who
        if isinstance(action, Agree):
            return self._agree(state, side, play)
        if isinstance(action, Report):
            return in_the_open(take_rows(state, side, action, play))
        settled = self.take_row(state, side, action, play)
        return in_the_open(settled) if isinstance(action, REPORT_ROWS) else settled

    def take_row(self, state: Campaign, side: Side, action: Any, play: Play) -> Campaign:
        """One fact, or one row of a report, open to both sides."""
        step = replace(self, agreed=())
        if isinstance(action, Control):
            step = replace(step, held=state.control if self.held is None else self.held)
            state = _take_control(state, action, play)
        elif isinstance(action, Marked):
            hex = find_hex(action.hex, state.edge_rows)
            marks = tuple(dict.fromkeys((*state.marks.get(hex, ()), *_marks(action))))
            play.log("marked", ("OTO-CG5-2",), hex=hex, marks=", ".join(marks))
            state = state.marked(hex, *marks)
        elif isinstance(action, Unmark):
            hex = find_hex(action.hex, state.edge_rows)
            play.log("unmarked", ("OTO-CG5-1",), hex=hex)
            state = state.marked(hex)
        elif isinstance(action, Cvp):
            why = action.reason or "as reported"
            play.log("cvp", ("OTO-8.51-Obj-3",), side=action.side, points=action.points, why=why)
            step = replace(step, cvp=step.cvp | {action.side: action.points})
        elif isinstance(action, Evp):
            why = action.reason or "as reported"
            play.log("evp", ("OTO-8.51-Obj-4",), points=action.points, why=why)
            step = replace(step, evp=action.points)
        else:
            state = report(state, side, action, play, to=None)
        return replace_step(state, step)

    def _agree(self, state: Campaign, side: Side, play: Play) -> Campaign:
        play.log("agreed", REPORTING, side=side)
        agreed = (*self.agreed, side)
        if len(agreed) < len(SIDES):
            return replace_step(state, replace(self, agreed=agreed))
        empty = vacated(state)
        if empty:
            rules = ("OTO-9.6052-2", "RUL-OTO-8")
            play.log("control", rules, side="none", hexes=" ".join(empty))
            state = replace(
                state, control={h: side for h, side in state.control.items() if h not in empty}
            )
        state = replace(state, cvp=self.points(state), evp=self.exit_points(state))
        return replace_step(apply_reports(state, play))


def _mending(state: Campaign, side: Side, wrong: tuple[Violation, ...]) -> Offer:
    """The offer to say again where a piece ended; first of all those that contradict something."""
    named = {violation.text.partition(" ")[0] for violation in wrong}
    amiss = [piece for piece in due(state.book(side)) if piece.id in named]
    offer = ended_offer(side, due(state.book(side)))
    if not amiss:
        return replace(offer, aside=True)
    what = replace(offer.slots[0], examples=tuple(piece.id for piece in amiss))
    return replace(offer, slots=(what, *offer.slots[1:]))


_MARKS = tuple(get_args(Mark))
_FACTS = (
    Offer(
        "control",
        "Who Controls hexes",
        (
            Slot("side", (*SIDES, "none"), prompt="who?"),
            Slot("hexes", prompt="which hexes?", examples=("K33", "X38", "A42-A53")),
        ),
        ("OTO-9.6052-1",),
        aside=True,
    ),
    Offer(
        "mark",
        "Fires, rubble, wrecks in a hex",
        (Slot("hex", prompt="where?"), Slot("marks", _MARKS, prompt="what?")),
        ("OTO-CG5-2",),
        aside=True,
    ),
    Offer("unmark", "Nothing is left there", (Slot("hex", prompt="where?"),), aside=True),
    Offer(
        "cvp",
        "Other CVP than the reports give",
        (Slot("side", SIDES), Slot("points", low=0, high=999), Slot("reason", optional=True)),
        ("OTO-8.51-Obj-3",),
        aside=True,
    ),
    Offer(
        "evp",
        "Other EVP than the reports give",
        (Slot("points", low=0, high=999), Slot("reason", optional=True)),
        ("OTO-8.51-Obj-4",),
        aside=True,
    ),
)


def _check_points(action: Cvp | Evp, found: int, what: str) -> None:
    if action.points < 0:
        raise BadInput(f"{what} are 0 or more, not {action.points}.")
    rule = "OTO-8.51-Obj-4" if isinstance(action, Evp) else "OTO-8.51-Obj-3"
    text = f"{what} of {action.points} are given, the reports give {found}"
    mend = "say the reason behind the points, or mend the reports"
    refuse(action.points != found and not action.reason, rule, text, mend)


def _marks(action: Marked) -> tuple[Mark, ...]:
    wrong = [mark for mark in action.marks if mark not in _MARKS]
    if wrong or not action.marks:
        raise BadInput(f"A mark is {choices(_MARKS)}, not '{' '.join(wrong)}'.")
    marks: Any = action.marks
    return tuple(marks)


def _check_marks(state: Campaign, action: Marked) -> None:
    hex = find_hex(action.hex, state.edge_rows)
    marks = (*state.marks.get(hex, ()), *_marks(action))
    fire = {"blaze", "flame"} & set(action.marks)
    wreck = {"wreck", "burning_wreck"} & set(marks)
    refuse(
        "bridge_destroyed" in action.marks and hex != BRIDGE,
        "OTO-8.2-LVP-2",
        f"there is no bridge with LVP in {hex}",
        f"{BRIDGE} has one",
    )
    refuse(
        bool(fire) and not wreck and not burnable(hex, marks, state.rulings["r30"]),
        "OTO-9.609-1",
        f"nothing in {hex} can burn",
        "Burnable Terrain, or mark a wreck too",
    )


def _check_control(
    state: Campaign, action: Control, held: dict[str, Holder]
) -> tuple[Violation, ...]:
    """Everything that is wrong with Control as it is said; `held`: when the battle began."""
    if action.side not in (*SIDES, "none"):
        raise BadInput(f"Control is {choices((*SIDES, 'none'))}, not '{action.side}'.")
    hexes = spelled_out(action.hexes, state.edge_rows)
    if not hexes:
        raise BadInput("Name the hexes.")
    found: list[Violation] = []
    results = {side: result_of(state, side) for side in SIDES}
    works = strategic_pieces(state)
    for hex in hexes:
        known = hex in lvp_labels() or on_edge(hex, state.edge_rows)
        refuse(
            not known and not strategic_by_map(hex, state.edge_rows) and hex not in works,
            ("OTO-9.6052-3", "OTO-8.2-Strategic-1"),
            f"{hex} is no Strategic Location, carries no LVP and is not on the edge",
            "Control of other Locations follows from the Perimeter",
        )
        if action.side == "none":
            if hex in held and state.rulings["control_rule"] == "players":
                found.append(_never_nobodys(state, hex, held[hex]))
            continue
        holder: Any = action.side
        alone = state.rulings["control_rule"] == "occupied" and not on_edge(hex, state.edge_rows)
        if alone and hex not in occupied(state, holder):
            text = f"{hex} is given to the {holder} side, none of whose MMC or vehicles ended there"
            found.append(Violation(text, ("OTO-9.6052-1", "RUL-OTO-8"), "leave it out"))
        mine = [p for p in results[holder] if p.hex == hex and p.standing == "map"]
        foes = [
            p
            for p in results[enemy_of(holder)]
            if p.hex == hex and p.standing == "map" and is_mmc(p) and not p.has("hidden")
        ]
        if foes and not any(is_mmc(piece) for piece in mine):
            there = f"{foes[0].id} ({foes[0].name})"
            text = f"{hex} is given to the {holder} side, but {there} ended there"
            found.append(Violation(text, ("OTO-9.6052-2",), f"control {foes[0].side} {hex}"))
    return tuple(found)


def _never_nobodys(state: Campaign, hex: str, holder: Holder) -> Violation:
    """A battle only passes Control on (A26); ground is nobody's as No Man's Land of a RePh."""
    text = f"{hex} was {holder} when the battle began: it stays so until the enemy takes it"
    strategic = strategic_by_map(hex, state.edge_rows) or hex in strategic_pieces(state)
    rule = "OTO-9.6051-3" if strategic else "OTO-9.6058-3"
    return Violation(text, (rule, "RUL-OTO-8"), f"control {holder} or {enemy_of(holder)} {hex}")


def _take_control(state: Campaign, action: Control, play: Play) -> Campaign:
    hexes = spelled_out(action.hexes, state.edge_rows)
    play.log("control", ("OTO-9.6052-1",), side=action.side, hexes=" ".join(action.hexes))
    if action.side == "none":
        rest = {hex: side for hex, side in state.control.items() if hex not in hexes}
        return replace(state, control=rest)
    holder: Holder = "german" if action.side == "german" else "russian"
    return replace(state, control=state.control | dict.fromkeys(hexes, holder))
