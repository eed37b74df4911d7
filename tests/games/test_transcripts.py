"""All that is shown of the recorded games, entry by entry, is as their transcripts have it."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice

import msgspec
import pytest

from tests.games.record import FOLDER, Recording
from tests.games.transcript import TRANSCRIPTS, transcribe

_MOST = 60
"""Lines of a difference that are printed; `make transcripts` and `git diff` show all of it."""


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_a_recorded_game_is_as_in_its_transcript(name: str) -> None:
    recording = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Recording)
    kept = (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = transcribe(recording).splitlines()
    if now != kept:
        changed = unified_diff(kept, now, "kept", "now", n=3, lineterm="")
        pytest.fail("\n".join(islice(changed, _MOST)))


def test_every_transcript_is_of_a_recorded_game() -> None:
    recorded = {path.stem for path in FOLDER.glob("*.json")}
    assert {path.stem for path in TRANSCRIPTS.glob("*.txt")} == recorded
