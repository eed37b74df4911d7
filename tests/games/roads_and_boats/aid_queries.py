"""Aids as the API asks them: plain data in and out, by name."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games import Refused
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.state import State


def ask(name: str, state: State | None = None, /, **asked: Any) -> dict[str, Any]:
    """What an aid answers. Raises `Refused`, and msgspec.ValidationError for what it cannot be asked."""
    aid = GAME.aids[name]
    answer = aid.answer(state, msgspec.convert(asked, aid.query))
    assert type(answer) in aid.answers
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return plain


def refused(name: str, state: State | None = None, /, **asked: Any) -> Refused:
    """With what an aid refuses to answer."""
    try:
        answer = ask(name, state, **asked)
    except Refused as refused:
        msgspec.json.encode(refused.params)
        return refused
    raise AssertionError(answer)
