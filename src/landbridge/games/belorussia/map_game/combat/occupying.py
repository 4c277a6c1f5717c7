"""Attacking a hex without enemy combat units in a Combat Segment: an option (OCS 21.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import unique
from landbridge.games.belorussia.combat.occupying import (
    empties_are_attacked,
    empty_hexes_for,
    may_occupy,
    occupying_violations,
)
from landbridge.games.belorussia.combat.supplying import BattlePayment, supply_attack
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.fighting import (
    ending_of,
    ids_of,
    names_of,
    others,
)
from landbridge.games.belorussia.map_game.combat.seizing import come_upon
from landbridge.games.belorussia.map_game.out_of_turn import out_of_turn
from landbridge.games.belorussia.map_game.phases import MapPhase, find_own, own_phase, own_rows
from landbridge.games.belorussia.map_game.unit_verbs import refusals_of
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.control import take_control, takes_hold
from landbridge.games.belorussia.supply_lines.paying import explain_takings
from landbridge.games.belorussia.words import NAME_OF

OCCUPYING: Rules = ("OCS-21.8-1", "RUL-TFB-262")


class Occupy(Verb, frozen=True):
    """Pay for an attack on a hex without enemy combat units, and advance into it."""

    explains = True

    hex: str
    units: tuple[str, ...]

    @classmethod
    def is_offered(cls, state: Ledger, step: MapPhase, who: str) -> bool:
        return any(cls.able(step.theatre(state), step))

    @classmethod
    def able(cls, theatre: Theatre, step: MapPhase) -> Iterator[int]:
        """The units that could attack an empty hex now, one by one."""
        rows = own_rows(theatre, step.side) if empties_are_attacked(theatre) else ()
        return (row for row in rows if may_occupy(theatre, row))

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.is_offered(state, step, who):
            return None
        slots = (Slot("hex", lazy=True), Slot("units", lazy=True))
        return Offer("occupy", "Attack an empty hex", slots, OCCUPYING)

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        if not state.has_map or state.table.is_fought:
            return None
        if isinstance(step, MapPhase):
            return out_of_turn(cls, state, step, who)
        return own_phase(cls, "combat", who)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        labels = theatre.land.labels
        if not said:
            places = {
                there for row in cls.able(theatre, step) for there in empty_hexes_for(theatre, row)
            }
            return Slot(
                "hex", tuple(labels[place] for place in sorted(places)), prompt="which hex?"
            )
        target = theatre.land.place(said[0])
        choices = tuple(
            Choice(counter.id, f"{counter.name}, {labels[theatre.place_of(row)]}")
            for row in cls.able(theatre, step)
            for counter in (theatre.counter(row),)
            if counter.id not in said and target in empty_hexes_for(theatre, row)
        )
        prompt = "with whom else?" if len(said) > 1 else "with whom?"
        return Slot("units", choices, prompt=prompt, optional=len(said) > 1) if choices else None

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre = step.theatre(state)
        able = list(cls.able(theatre, step))
        if not able or not choose(2):
            return None
        row = able[choose(len(able))]
        places = empty_hexes_for(theatre, row)
        if not places:
            return None
        found = cls(theatre.land.labels[places[choose(len(places))]], (theatre.counter(row).id,))
        return None if found.check(state, step, who) else found

    def rows(self, theatre: Theatre, step: MapPhase) -> tuple[int, ...]:
        """The units that go."""
        if not self.units or len(set(self.units)) < len(self.units):
            raise BadInput("Name the units that attack, each once.")
        return tuple(find_own(theatre, step.side, word) for word in self.units)

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        rows, target = self.rows(theatre, step), theatre.land.place(self.hex)
        found = occupying_violations(theatre, rows, target)
        return found or refusals_of(lambda: supply_attack(theatre, rows))

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        rows, target = self.rows(theatre, step), theatre.land.place(self.hex)
        rules = OCCUPYING
        try:
            found = supply_attack(theatre, rows)
        except Refusal:
            # A referee lets it pass: they go, and nobody pays.
            done, paid = BattlePayment(position=theatre.position, rows=rows), ""
        else:
            done, dumps = found.result, explain_takings(theatre, found.result.takings)
            rules, paid = unique((*rules, *found.rules, *dumps.rules)), dumps.result
        stocks = f"internal stocks of {names_of(theatre, done.stocks)}" if done.stocks else ""
        play.log(
            "occupied",
            rules,
            to=(step.side,),
            units=names_of(theatre, rows),
            s=ending_of(rows),
            ids=ids_of(theatre, rows),
            hex=self.hex,
            paid="; ".join(part for part in (paid, stocks) if part) or "nothing",
        )
        side = NAME_OF[step.side]
        play.log("advance_seen", OCCUPYING[:1], to=others(step.side), side=side, hex=self.hex)
        now = replace(
            done.position,
            fought=(*done.position.fought, *rows),
            attacked=(*done.position.attacked, target),
        ).moved(dict.fromkeys(rows, target))
        if any(takes_hold(theatre, row) for row in rows):
            now = take_control(now, step.side, (target,))
        return come_upon(
            state.with_position(now), theatre, (target,), step.side, play, by_advance=True
        )
