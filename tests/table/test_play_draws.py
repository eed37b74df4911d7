"""A registered game's draws: undone, voided or after a restart, none rolls anew; a file proves each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import registered
from companion.table.verification import verify
from tests.fakes.evening import Evening

START: dict[str, Any] = {
    "type": "start",
    "system": next(iter(registered())),
    "players": [{"colour": "red", "name": "Ada"}, {"colour": "blue", "name": "Bo"}],
}
DRAW: dict[str, Any] = {"type": "draw", "number": 7}


@pytest.fixture
def mining(tmp_path: Path) -> Iterator[Evening]:
    """A game in its first production phase, with a mine that was forgotten and entered late."""
    evening = Evening(tmp_path, registered())
    evening.do(START)
    evening.do({"type": "build-mine", "number": 7, "colour": "red", "mixture": "standard", "late": True})
    yield evening
    evening.table.close()


def ore(evening: Evening) -> str:
    return str(evening.do(DRAW).events[0]["ore"])


def test_a_draw_that_is_undone_or_voided_comes_out_the_same(mining: Evening) -> None:
    first = ore(mining)
    for back in ("undo", {"type": "void-draw", "number": 7, "reason": "it fell"}) * 3:
        mining.do(back)
        assert mining.game["mines"][0]["drawn"] is None
        mining.restart()
        assert ore(mining) == first


def test_a_draw_that_is_undone_does_not_change_those_after_it(mining: Evening) -> None:
    drawn = []
    for _ in range(6):
        drawn.append(ore(mining))
        for _ in range(4):
            mining.do({"type": "advance", "draw_rest": True})
    assert set(drawn) == {"gold", "iron"}
    while mining.game["undo"]["what"] != "build-mine":
        mining.do("undo")
    again = []
    for _ in range(6):
        again.append(ore(mining))
        for _ in range(4):
            mining.do({"type": "advance", "draw_rest": True})
    assert again == drawn


def test_a_file_proves_every_draw_and_a_changed_ore_is_seen(mining: Evening) -> None:
    ore(mining)
    mining.do("undo")
    ore(mining)
    mining.do("end")
    file = json.loads(json.dumps(mining.table.export()))
    verdict = verify(file, registered())
    assert (verdict.status, verdict.known_early) == ("holds", False)
    assert verdict.draws > 0
    changed = [
        event for entry in file["entries"] for event in entry["events"] if event["type"] == "ore-drawn"
    ][-1]
    changed["ore"] = "gold" if changed["ore"] == "iron" else "iron"
    assert verify(file, registered()).status == "forged"
