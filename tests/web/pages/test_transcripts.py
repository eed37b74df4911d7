"""The pages of recorded games read, and their forms send, what is written down."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice

import pytest

from tests.web.pages.transcript import RECORDED, TRANSCRIPTS, transcribe

_MOST = 60
"""Lines of a difference that are printed; `make transcripts` and `git diff` show all of it."""


@pytest.mark.parametrize("name", RECORDED)
def test_the_pages_of_a_recorded_game_are_as_in_their_transcript(name: str) -> None:
    kept = (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = transcribe(name).splitlines()
    if now != kept:
        changed = unified_diff(kept, now, "kept", "now", n=3, lineterm="")
        pytest.fail("\n".join(islice(changed, _MOST)))
