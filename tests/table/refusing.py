"""What a table refuses, and that nothing has come of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import Refused
from tests.fakes.evening import Evening


def refused(call: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value


def refusal(evening: Evening, body: dict[str, Any] | str) -> Refused:
    before = evening.table.snapshot
    found = refused(lambda: evening.do(body))
    assert evening.table.snapshot is before, "a refused command changes nothing"
    command = evening.table.read({"type": body} if isinstance(body, str) else body)
    again = evening.table.would_refuse(command)
    assert again is not None
    assert (again.code, again.params) == (found.code, found.params)
    return found
