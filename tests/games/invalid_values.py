"""Corrections that are none: what is said of a value that is not of its field's form."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games import Command


def validation_message(kind: type[Command], field: str, value: Any) -> str:
    """What is wrong with it, and where."""
    body = msgspec.json.encode({"field": field, "value": value, "reason": "test"})
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(body, type=kind)
    return str(caught.value)
