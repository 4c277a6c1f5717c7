"""Radios and field phones between scenarios (9.6136), reconstructed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion


def keep_radio(module_used: bool, radio_rule: str = "with_module") -> Finding[bool]:
    """Whether the radio or field phone of an OBA module is Retained."""
    why = Why()
    why("RUL-OTO-67", "it goes with its module" if radio_rule == "with_module" else "it is kept")
    return why.so(not module_used or radio_rule == "kept")


class Radio(RuledQuestion, frozen=True, kw_only=True):
    """Whether an OBA module's radio or field phone is Retained (reconstructed: 9.6136 is lost)."""

    turns_on = ("radio_rule",)

    module_used: Annotated[bool, Meta(description="whether its module was used")]

    def answer(self, nature: Nature) -> Finding[bool]:
        return keep_radio(self.module_used, self.rulings.radio_rule)
