"""Notes of where pieces set up, as players write them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, get_args

from msgspec import Struct

from landbridge.engine.play.actions import Offer
from landbridge.engine.play.agenda import Step, steps_in
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation, choices
from landbridge.games.orsha.campaign.map_hexes import find_hex
from landbridge.games.orsha.campaign.open_facts import as_side
from landbridge.games.orsha.campaign.pieces.roster import Cover
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.words import PACKAGE, Side


class TakesNotes(Protocol):
    """A step in which a side notes where pieces stand."""

    def takes_notes(self, state: Campaign, side: Side) -> bool:
        """Whether anything is noted now."""

    def place_offer(self, state: Campaign, side: Side) -> Offer:
        """How it is offered then."""

    def check_place(self, state: Campaign, side: Side, action: Place) -> tuple[Violation, ...]:
        """Everything that is wrong with a note."""

    def place(self, state: Campaign, side: Side, action: Place, play: Play) -> Campaign:
        """A note is taken."""


class Place(Verb, frozen=True):
    """Note where a piece or a whole line sets up: place G-23am-I1.1/3 K30 in=trench hip."""

    what: str
    where: tuple[str, ...]

    @classmethod
    def offer(cls, state: Campaign, step: TakesNotes, who: str) -> Offer | None:
        side = as_side(who)
        return step.place_offer(state, side) if step.takes_notes(state, side) else None

    @classmethod
    def is_offered(cls, state: Campaign, step: TakesNotes, who: str) -> bool:
        return step.takes_notes(state, as_side(who))

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> Step:
        # What was forgotten may be noted later, as in the set-up of its side.
        set_up: Any = steps_in(PACKAGE)["SetUp"]
        found: Step = set_up(as_side(who))
        return found

    def check(self, state: Campaign, step: TakesNotes, who: str) -> tuple[Violation, ...]:
        return step.check_place(state, as_side(who), self)

    def apply(self, state: Campaign, step: TakesNotes, who: str, play: Play) -> Campaign:
        return step.place(state, as_side(who), self, play)


class Note(Struct, frozen=True):
    """What was said about a piece's place."""

    hexes: tuple[str, ...] = ()
    offboard: bool = False
    """Whether it stays off the map, to enter it or not."""
    retained: bool = False
    """Whether it is kept for a later date on purpose."""
    nowhere: bool = False
    hip: bool = False
    concealed: bool = False
    cover: Cover = ""
    in_tow: bool = False


def read_note(words: Iterable[str], edge_rows: str) -> Note:
    """A note from its words: hexes, offboard, retained, nowhere, hip, concealed, tow, in=trench."""
    hexes: list[str] = []
    said: dict[str, Any] = {}
    for word in words:
        if word in ("offboard", "retained"):
            said["offboard"] = True
            said["retained"] = said.get("retained", False) or word == "retained"
        elif word in ("nowhere", "hip", "concealed"):
            said[word] = True
        elif word == "tow":
            said["in_tow"] = True
        elif word.startswith("in="):
            cover: Any = word.removeprefix("in=")
            if cover not in get_args(Cover):
                raise BadInput(f"'{word}': in= {choices(c for c in get_args(Cover) if c)}.")
            said["cover"] = cover
        else:
            hexes.append(find_hex(word, edge_rows))
    if bool(hexes) + bool(said.get("offboard")) + bool(said.get("nowhere")) != 1:
        raise BadInput("Say one hex, or offboard, retained, or nowhere.")
    return Note(tuple(hexes), **said)
