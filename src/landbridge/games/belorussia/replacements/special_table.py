"""Special replacements (rule 1.7b): the Soviet fallback chain, Tigers and Alert units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import Rules, Source, as_rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import AxisArtyUnmet, SovietFallback, TigerKeeping
from landbridge.games.belorussia.words import PACKAGE

Rebuild = Literal["assault", "artillery", "army_hq", "anti_tank", "aa_division", "pontoon"]
Alert = Literal["flak", "ag_pg", "infantry"]
Received = Literal["artillery", "tiger", "flak", "ag_pg", "infantry"]
Dead = Literal[
    "assault",
    "artillery",
    "katyusha",
    "mortar",
    "army_hq",
    "anti_tank_leg",
    "anti_tank_other",
    "aa_division",
    "pontoon",
    "tiger",
    "artillery_leg",
    "artillery_other",
    "werfer_leg",
    "werfer_other",
    "other",
]
"""What lies in a Dead Pile, as far as the special tables care; leg: on the Combat Mode side."""
AXIS_ARTY: tuple[Dead, ...] = ("artillery_leg", "werfer_leg")


SPECIAL = "Special replacement"
"""What the die of either side's special table is thrown for."""


class SovietSpecialLine(Struct, frozen=True, order=True):
    """A line of the Soviet special table."""

    rebuild: Rebuild
    partisans: int
    hogs: int


class AxisSpecialLine(Struct, frozen=True, order=True):
    """A line of the Axis special table."""

    result: Received
    tiger: bool
    """Whether the player may take a Tiger instead."""


class RebuildResult(Struct, frozen=True):
    """What a Soviet rebuild result brings back."""

    name: Rebuild
    cites: Rules
    source: Source
    fits: tuple[Dead, ...]
    amount: Literal["unit", "step"]
    text: str


SOVIET = table(PACKAGE, "replacements.soviet_special", SovietSpecialLine)
AXIS = table(PACKAGE, "replacements.axis_special", AxisSpecialLine)
REBUILDS: dict[str, RebuildResult] = {
    entry["name"]: msgspec.convert(entry | {"cites": as_rules(entry["cites"])}, RebuildResult)
    for entry in read_toml(PACKAGE, "replacements.toml")["rebuild"]
}


# The Soviet side


class SovietSpecial(Struct, frozen=True):
    """What a Soviet special replacement brings."""

    rebuild: Rebuild | None
    amount: Literal["unit", "step"] | None
    """How much of it: a whole unit, or one step."""
    partisans: int
    """Partisans placed face down."""
    hogs: int


@rule("TFB-1.7b-1", "TFB-1.7b-3", "TFB-1.7b-6", "TFB-1.7b-11", "TFB-1.7b-12")
def soviet_special(
    nature: Nature,
    dead: tuple[Dead, ...],
    take: Rebuild | None = None,
    soviet_fallback: SovietFallback = "must_take",
) -> Finding[SovietSpecial]:
    """The Soviet special replacement: what is rebuilt from this Dead Pile, and what is placed."""
    why = Why()
    line: SovietSpecialLine = nature.look(SOVIET, purpose=SPECIAL)
    reached = _reached(line, dead, take, soviet_fallback, why)
    placing = _placing(line, reached, why)
    partisans = placing.partisans if placing else 0
    hogs = placing.hogs if placing else 0
    if partisans and not why("TFB-1.7b-3", "one partisan is placed face down"):
        partisans = 0
    if hogs and not why("TFB-1.7b-6", "one Hog in a hex in trace supply"):
        hogs = 0
    kind = reached.rebuild if reached else None
    return why.so(SovietSpecial(kind, REBUILDS[kind].amount if kind else None, partisans, hogs))


def _reached(
    line: SovietSpecialLine,
    dead: tuple[Dead, ...],
    take: Rebuild | None,
    soviet_fallback: SovietFallback,
    why: Why,
) -> SovietSpecialLine | None:
    """The line whose rebuild result is received: the rolled one, or the next that is available."""
    lines: list[SovietSpecialLine] = [cell.value for cell in SOVIET.column().rows]
    chain = lines[lines.index(line) :: -1]
    first: SovietSpecialLine | None = None
    for at, candidate in enumerate(chain):
        if at and not why("TFB-1.7b-11", f"none in the Dead Pile; next lower: {candidate.rebuild}"):
            break
        if _available(candidate.rebuild, dead, why):
            first = candidate
            break
    if first is None:
        return None
    wanted = next((low for low in chain[chain.index(first) + 1 :] if low.rebuild == take), None)
    if wanted is None:
        if take not in (None, first.rebuild):
            why("TFB-1.7b-11", f"{take} is not below {first.rebuild}: it is not taken instead")
        return first
    if soviet_fallback == "must_take" and why(
        ("TFB-EDGE-4", "RUL-TFB-64"), f"{first.rebuild} is available and must be taken"
    ):
        raise Refusal(
            f"{take} may not be taken while {first.rebuild} is in the Dead Pile",
            ("TFB-EDGE-4", "TFB-1.7b-11", "RUL-TFB-64"),
            legal=f"{first.rebuild} is rebuilt",
        )
    why("RUL-TFB-64", f"{first.rebuild} is passed over")
    return wanted if _available(wanted.rebuild, dead, why) else first


@rule("TFB-EDGE-4", "RUL-TFB-64")
def may_be_taken(reached: Rebuild, soviet_fallback: SovietFallback) -> tuple[Rebuild, ...]:
    """The results that the Soviet player may use: the one reached, and lower ones where ruled."""
    if soviet_fallback == "must_take" and in_force(("TFB-EDGE-4", "RUL-TFB-64")):
        return (reached,)
    lines: list[SovietSpecialLine] = [cell.value for cell in SOVIET.column().rows]
    kinds = [line.rebuild for line in lines]
    return tuple(kinds[kinds.index(reached) :: -1])


def _available(kind: Rebuild, dead: tuple[Dead, ...], why: Why) -> bool:
    entry = REBUILDS[kind]
    if any(unit in entry.fits for unit in dead) and why(entry.cites, entry.text):
        return True
    return (
        kind == "anti_tank"
        and "anti_tank_other" in dead
        and in_force(entry.cites)
        and not why("TFB-EDGE-3", "an anti-tank brigade without Leg movement does not count")
    )


def _placing(
    line: SovietSpecialLine, reached: SovietSpecialLine | None, why: Why
) -> SovietSpecialLine | None:
    """The line whose placement result is received."""
    if reached == line:
        return line
    if reached is None and line.rebuild == "assault":
        text = "nothing is rebuilt, the partisan is placed all the same"
        return line if why("TFB-EDGE-1", text) else None
    if not why("TFB-1.7b-12", "the placement of the rolled number stands"):
        return reached
    if (
        reached is not None
        and (line.rebuild, reached.rebuild) == ("pontoon", "artillery")
        and not why("TFB-EDGE-2", "only the Hog of the 6, not partisan and Hog of the 2")
    ):
        return reached
    return line


# The Axis side


class AxisSpecial(Struct, frozen=True):
    """What an Axis special replacement brings."""

    received: Received
    outcome: Literal["rebuilt", "placed", "kept", "lost"]
    tigers_kept: int
    """Tiger rebuilds in store afterwards."""


@rule("TFB-1.7b-21")
def axis_special(nature: Nature) -> AxisSpecialLine:
    """The line of the Axis special table; on 1 and 2 the player then chooses."""
    line: AxisSpecialLine = nature.look(AXIS, purpose=SPECIAL)
    return line


@rule("TFB-1.7b-22", "TFB-1.7b-23", "TFB-1.7b-26", "TFB-1.7b-27", "TFB-EDGE-24", "TFB-EDGE-25")
def take_axis_special(
    line: AxisSpecialLine,
    choice: Literal["tiger", "other"],
    dead: tuple[Dead, ...],
    empty_pools: tuple[Alert, ...] = (),
    tigers_kept: int = 0,
    keep: bool = False,
    tiger_keeping: TigerKeeping = "add_up",
    axis_arty_unmet: AxisArtyUnmet = "lost",
) -> Finding[AxisSpecial]:
    """What the chosen result of a line brings."""
    why = Why()
    if (
        line.tiger
        and choice == "tiger"
        and why("TFB-1.7b-23", "the player takes a Tiger instead of the other result")
    ):
        return _tiger(dead, tigers_kept, keep, tiger_keeping, why)
    if choice == "tiger" and not line.tiger:
        why("TFB-1.7b-21", "this line offers no Tiger")
    if line.result == "artillery":
        return _arty(dead, tigers_kept, tiger_keeping, axis_arty_unmet, why)
    if line.result not in empty_pools:
        drawn = why(
            ("TFB-1.7b-26", "RUL-TFB-11"), f"one unit drawn from the {line.result} Alert pool"
        )
        return why.so(AxisSpecial(line.result, "placed" if drawn else "lost", tigers_kept))
    if not why(("TFB-EDGE-24", "RUL-TFB-11"), f"the {line.result} Alert pool is empty"):
        return why.so(AxisSpecial(line.result, "placed", tigers_kept))
    if why("TFB-1.7b-27", "the Axis table has no fallback"):
        return why.so(AxisSpecial(line.result, "lost", tigers_kept))
    return _arty(dead, tigers_kept, tiger_keeping, axis_arty_unmet, why)


def _tiger(
    dead: tuple[Dead, ...], kept: int, keep: bool, tiger_keeping: TigerKeeping, why: Why
) -> Finding[AxisSpecial]:
    if "tiger" in dead:
        rules = ("TFB-EDGE-22", "RUL-TFB-65")
        if keep and why(rules, "a Tiger is in the Dead Pile"):
            raise Refusal(
                "A Tiger rebuild is not kept while a Tiger is in the Dead Pile",
                rules,
                legal="it is used now",
            )
        if not keep:
            return why.so(AxisSpecial("tiger", "rebuilt", kept))
    elif not why(
        ("TFB-1.7b-24", "TFB-EDGE-21", "RUL-TFB-65"),
        "no Tiger in the Dead Pile: the rebuild is kept",
    ):
        return why.so(AxisSpecial("tiger", "lost", kept))
    after = _stored(kept + 1, tiger_keeping, why)
    return why.so(AxisSpecial("tiger", "kept" if after > kept else "lost", after))


def _stored(tigers: int, tiger_keeping: TigerKeeping, why: Why) -> int:
    most: int = figures("tiger_keeping", tiger_keeping)["most"]
    if tigers > 1 and not why(
        ("TFB-EDGE-23", "RUL-TFB-65"),
        f"no more than {most} is kept" if most else f"kept Tigers add up: {tigers}",
    ):
        most = 1
    return min(tigers, most) if most else tigers


def _arty(
    dead: tuple[Dead, ...],
    kept: int,
    tiger_keeping: TigerKeeping,
    axis_arty_unmet: AxisArtyUnmet,
    why: Why,
) -> Finding[AxisSpecial]:
    if any(unit in AXIS_ARTY for unit in dead) and why(
        "TFB-1.7b-22", "one step of an artillery or Werfer unit with Leg movement"
    ):
        return why.so(AxisSpecial("artillery", "rebuilt", kept))
    instead = axis_arty_unmet == "tiger_instead"
    if why(
        ("TFB-EDGE-25", "RUL-TFB-66"),
        "no fitting unit: the Tiger of the line instead"
        if instead
        else "no fitting unit in the Dead Pile: the result is lost",
    ):
        if instead:
            return _tiger(dead, kept, False, tiger_keeping, why)
        return why.so(AxisSpecial("artillery", "lost", kept))
    return why.so(AxisSpecial("artillery", "kept", kept))


@rule("TFB-1.7b-26")
def draw_alert(pool: Sequence[str], kind: Alert, nature: Nature) -> str:
    """A unit drawn at random from an Alert pool that is not empty."""
    return nature.pick(pool, f"{kind} Alert unit", ("TFB-1.7b-26", "RUL-TFB-11"))


# Kept Tigers


class TigerStore(Struct, frozen=True):
    """Tiger rebuilds used now, and those still in store."""

    rebuilt: int
    kept: int


@rule("TFB-1.7b-24", "TFB-EDGE-23")
def use_kept_tigers(
    kept: int, dead: int, tiger_keeping: TigerKeeping = "add_up"
) -> Finding[TigerStore]:
    """Kept Tiger rebuilds are used as soon as Tigers are in the Dead Pile, each for one."""
    why = Why()
    store = _stored(kept, tiger_keeping, why)
    if store and not why("TFB-1.7b-24", "a Tiger rebuild is kept while no Tiger is dead"):
        store = 0
    used = min(store, dead)
    if used:
        why(("TFB-EDGE-23", "RUL-TFB-65"), f"{used} used: a Tiger is in the Dead Pile")
    return why.so(TigerStore(used, store - used))
