"""Small games that the tests play, in a package of the same shape as a real game.

`Sealed` has secrets and two decisions open at once, `LeakySealed` gives one away, and `Ladder`
goes by an agenda, with breaches that a referee may let pass. `BigMap` has as many hexes and units
as the largest game.
"""

from landbridge.engine.manifest import GameInfo
from toys.ladder import Ladder
from toys.sealed import LeakySealed, Sealed
from toys.steppe import BigMap

__all__ = ["BigMap", "Ladder", "LeakySealed", "Sealed"]

INFO = GameInfo(
    name="toys",
    title="Toys",
    prefix="DC-TOY",
    package="toys",
    roles=("north", "south"),
    game="ladder:Ladder",
    questions={
        "jump": "ladder:Jump",
        "toll": "questions:Toll",
        "reach": "questions:Reach",
        "two_throws": "questions:TwoThrows",
        "everything": "questions:Everything",
    },
    tables={"ladder.jump": "ladder:JUMP"},
)
