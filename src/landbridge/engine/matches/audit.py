"""Whether the dice of a match come from the seed that was promised."""

from __future__ import annotations

from typing import Any

from landbridge.engine.chance.dice import dice as dice_named
from landbridge.engine.chance.nature import seeded_faces
from landbridge.engine.matches.history import History
from landbridge.engine.matches.saves import Header
from landbridge.engine.play.events import Play


def audit(header: Header, opening: Play, history: History[Any]) -> list[str]:
    """What is wrong with the dice: nothing, if all come from the seed that was promised."""
    secret = header.seed
    if secret is None:
        return []
    wrong = []
    if secret.commitment != header.commitment:
        wrong.append("the seed is not the one that was committed to")
    typed = header.set_up_typed or any(record.typed for record in history.records)
    if typed and header.dice == "seeded":
        wrong.append("dice were typed in, although the program was to throw all of them")
    thrown = [] if header.set_up_typed else [(0, 0, tuple(opening.rolls))]
    thrown += [
        (record.serial, record.typed, history.rolls(index))
        for index, record in enumerate(history.records)
        if record.dice
    ]
    for serial, typed_first, rolls in thrown:
        known = [roll for roll in rolls if roll.faces]
        for index, roll in enumerate(known):
            faces = seeded_faces(secret.key, serial, index, dice_named(roll.dice))
            if index >= typed_first and faces != roll.faces:
                wrong.append(
                    f"{roll.purpose} (serial {serial}): the file says {_shown(roll.faces)},"
                    f" the seed gives {_shown(faces)}"
                )
    return wrong


def _shown(faces: tuple[int, ...]) -> str:
    return "+".join(str(face) for face in faces)
