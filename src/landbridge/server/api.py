"""Every call of the API, gathered from the modules that declare them."""

from __future__ import annotations

from landbridge.server.clocks import api_leave
from landbridge.server.http.calls import CALLS, Call
from landbridge.server.lookup import api_box, api_questions, api_rule_uses
from landbridge.server.people import api_account, api_moderation, api_people, api_reset
from landbridge.server.play import (
    api_actions,
    api_chat,
    api_drafts,
    api_endings,
    api_files,
    api_invitations,
    api_matches,
    api_rematch,
    api_story,
)

DECLARED = (
    api_actions,
    api_endings,
    api_matches,
    api_invitations,
    api_rematch,
    api_story,
    api_files,
    api_chat,
    api_drafts,
    api_people,
    api_account,
    api_reset,
    api_moderation,
    api_leave,
    api_box,
    api_questions,
    api_rule_uses,
)
"""The modules that declare calls."""

ALL_CALLS: tuple[Call, ...] = tuple(CALLS)
"""What they declare."""
