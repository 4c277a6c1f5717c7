"""Steps 9.612 and 9.616 to 9.620: the new date, SAN, CPP, ELR, weather, Ammunition Shortage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Step, replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Violation, choices
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.roster import without
from landbridge.games.orsha.rules.arriving.strength import historical
from landbridge.games.orsha.rules.preparations.recon import carry_cpp
from landbridge.games.orsha.rules.reorganisation.ammunition import shortage_ends
from landbridge.games.orsha.rules.reorganisation.elr import elr_change
from landbridge.games.orsha.rules.reorganisation.replenishment import cpp_replenishment
from landbridge.games.orsha.rules.reorganisation.san import adjust_san
from landbridge.games.orsha.rules.reorganisation.sequence import new_cg_date
from landbridge.games.orsha.rules.reorganisation.weather import weather
from landbridge.games.orsha.rules.scenario.dates import NAMES
from landbridge.games.orsha.rules.scenario.weather import Ec, Weather
from landbridge.games.orsha.rules.words import CG_DATES, Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign


# 9.612


def begin_date(state: Campaign, play: Play) -> Campaign:
    """The next CG Date begins; after the last one there is none."""
    if state.date == CG_DATES[-1]:
        return state
    found = new_cg_date(state.date)
    play.log("new_date", found.rules, date=NAMES[found.result])
    return replace(state, date=found.result, wind="")


def snipers(state: Campaign, side: Side) -> tuple[str, ...]:
    """A side that makes a dr for its SAN, or is given one."""
    san = state.book(side).san
    return ("SAN",) if san >= 3 or san == 0 else ()


def check_san(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """A high SAN may fall, a SAN of 0 rises."""
    ruling: Any = state.rulings["san_three"]
    found = adjust_san(state.book(side).san, play.nature, ruling)
    rules = tuple(dict.fromkeys(("OTO-9.6122-1", *found.rules)))
    play.log("san", rules, side=side, san=found.result)
    state = state.change_book(side, san=found.result)
    return replace(state, san=state.san | {side: found.result})


# 9.616


def pools(state: Campaign, side: Side) -> tuple[str, ...]:
    """Both sides throw for CPP, unless the printed table is used."""
    return ("CPP",) if state.rulings["cpp_rule"] == "reconstructed" else ()


def check_cpp(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """CPP for the new date, by the reconstructed formula."""
    lost = state.scores[-1] if state.scores else None
    own = 0 if lost is None else lost.german_cvp if side == "russian" else lost.cvp
    drm = historical(side, state.date, "cpp", historical_drm=state.rulings["historical_drm"])
    found = cpp_replenishment(side, own, play.nature, int(drm.value))
    return _receive_cpp(state, side, found.result, found.rules, play)


def _receive_cpp(state: Campaign, side: Side, cpp: int, rules: Any, play: Play) -> Campaign:
    left = state.book(side).cpp
    # A referee may have let a side spend more than it had.
    carried = carry_cpp(max(left, 0), 0, cpp)
    told = tuple(dict.fromkeys((*rules, *carried.rules)))
    # The total stays the side's secret; what it receives is thrown for in the open.
    play.log("cpp", told, side=side, cpp=cpp)
    before = state.replenished.get(side, ())
    state = replace(state, replenished=state.replenished | {side: (*before, cpp)})
    return state.change_book(side, cpp=carried.result.start + min(left, 0))


# 9.617


def levels(state: Campaign, side: Side) -> tuple[str, ...]:
    """A side throws for its ELR only where the ruling says so."""
    return ("ELR",) if state.rulings["elr_rule"] == "by_result" else ()


def check_elr(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """A side's ELR after the scenario."""
    won = bool(state.scores) and state.scores[-1].winner == side
    ruling: Any = state.rulings["elr_rule"]
    elr = state.elr[side]
    found = elr_change(side, elr, "won" if won else "lost", play.nature, ruling)
    play.log("elr", found.rules, side=side, elr=found.result)
    return replace(state, elr=state.elr | {side: found.result})


def settle_elr(state: Campaign, play: Play) -> Campaign:
    """By default the ELR does not change; the ruling is told."""
    if state.rulings["elr_rule"] == "unchanged":
        play.log("elr_unchanged", ("RUL-OTO-62",))
    return state


# 9.618


def skies(state: Campaign, side: Side) -> tuple[str, ...]:
    """The Russians throw for the weather where the ruling has it thrown for."""
    return ("weather",) if side == "russian" and state.rulings["weather_rule"] == "random" else ()


def check_weather(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Weather and EC of the date's scenario."""
    ruling: Any = state.rulings["weather_rule"]
    found = weather(state.date, play.nature, ruling)
    now = found.result
    rules = tuple(dict.fromkeys(("RUL-OTO-63", *found.rules)))
    play.log("weather", rules, weather=now.weather, ec=now.ec)
    return replace(state, weather=now.weather, ec=now.ec)


def settle_weather(state: Campaign, play: Play) -> Campaign:
    """Weather by date needs no dice."""
    if state.rulings["weather_rule"] != "by_date":
        return state
    return check_weather(state, "russian", "", "", play)


# What the players look up


class Printed(Action, frozen=True):
    """What the printed rules give: printed 34, or printed overcast wet."""

    words: tuple[str, ...]


class LookUp(Step, frozen=True):
    """A lost step that the players look up in their own copy of the rules."""

    number: str
    side: Side

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        slots: tuple[Slot, ...]
        if self.number == "9.618":
            slots = (
                Slot("words", get_args(Weather), prompt="weather?"),
                Slot("words", get_args(Ec), prompt="EC?"),
            )
        else:
            high = 99 if self.number == "9.616" else 5
            slots = (Slot("words", low=0, high=high, prompt="how many?"),)
        label = {"9.616": "CPP received", "9.617": "new ELR", "9.618": "weather and EC"}
        offer = Offer("printed", label[self.number], slots, (_RULING[self.number],))
        prompt = f"{self.number}: {label[self.number]} by the printed rules"
        return (Decision(self.side, prompt, (offer,), (_RULING[self.number],)),)

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        words = action.words
        if self.number == "9.618":
            for word, known in zip(words, (get_args(Weather), get_args(Ec)), strict=False):
                if word not in known:
                    raise BadInput(f"'{word}': allowed are {choices(known)}.")
            if len(words) != 2:
                raise BadInput("Say weather and EC, for example: printed overcast wet.")
            return ()
        high = 99 if self.number == "9.616" else 5
        if len(words) != 1 or not words[0].isdecimal() or int(words[0]) > high:
            raise BadInput(f"Say one number from 0 to {high}.")
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        rules = (_RULING[self.number],)
        if self.number == "9.616":
            return replace_step(_receive_cpp(state, self.side, int(action.words[0]), rules, play))
        if self.number == "9.617":
            elr = int(action.words[0])
            play.log("elr", rules, side=self.side, elr=elr)
            return replace_step(replace(state, elr=state.elr | {self.side: elr}))
        sky, ec = action.words
        play.log("weather", rules, weather=sky, ec=ec)
        return replace_step(replace(state, weather=sky, ec=ec))


_RULING = {"9.616": "RUL-OTO-60", "9.617": "RUL-OTO-62", "9.618": "RUL-OTO-63"}
_SWITCH = {"9.616": "cpp_rule", "9.617": "elr_rule", "9.618": "weather_rule"}


def look_ups(state: Campaign, number: str) -> tuple[LookUp, ...]:
    """Who has to look something up for a lost step, if the players chose to."""
    if state.rulings[_SWITCH[number]] != "printed":
        return ()
    return tuple(LookUp(number, side) for side in (SIDES if number != "9.618" else SIDES[:1]))


# 9.620


def end_shortages(state: Campaign, play: Play) -> Campaign:
    """Ammunition Shortage ends for those who are no longer Isolated (reconstructed)."""
    number = 0
    for side, book in state.both:
        for piece in book.there("map", "offmap"):
            if not piece.has("shortage"):
                continue
            found = shortage_ends(bool(piece.area), state.rulings["shortage_rule"])
            if found.result:
                number += 1
                fed = replace(piece, states=without(piece, "shortage"))
                state = state.with_pieces(side, fed)
    if number:
        play.log("shortage_over", ("RUL-OTO-69",), number=number)
    return state
