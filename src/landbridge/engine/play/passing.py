"""Passing: where all that a role could do is to end the step, the step may end by itself."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.play.actions import Decision

PASSED = "passed"
"""The event that tells of it."""


def way_to_pass(decisions: Sequence[Decision]) -> str:
    """The verb that ends a step in which a role has nothing to decide; empty where it has.

    `decisions` are those of one role. Nothing is passed that could matter: what still has to be put
    right, what would be given up, a second thing that may be done, or an end that does more than
    ending.
    """
    if len(decisions) != 1 or decisions[0].violations:
        return ""
    offers = [offer for offer in decisions[0].offers if not offer.aside]
    if len(offers) != 1:
        return ""
    only = offers[0]
    return only.verb if only.passes and not only.slots and not only.gives_up else ""
