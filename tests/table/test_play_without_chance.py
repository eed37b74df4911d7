"""A game in which nothing is drawn promises no dice; everything else is the same in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.cli.games import verdict_lines
from companion.games import Game
from companion.games.la_strada.game import GAME
from companion.table.verification import verify
from tests.fakes.evening import Evening
from tests.table.exported import chained

GAMES: Mapping[str, Game] = {GAME.system: GAME}
START: dict[str, Any] = {
    "type": "start", "system": GAME.system, "players": [{"colour": "red"}, {"colour": "black"}],
}  # fmt: skip
PROMISE = {"commitment", "secret"}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path / "data", GAMES)
    evening.do(START)
    yield evening
    evening.table.close()


def test_it_publishes_no_secret_also_after_an_undone_end(evening: Evening) -> None:
    assert not PROMISE & set(evening.game)
    over = evening.do("end").snapshot.play
    assert over is not None
    assert (over.commitment, over.secret) == (None, None)
    assert not PROMISE & set(evening.game)
    evening.do("undo")
    assert "secret-known" not in {each["code"] for each in evening.game["warnings"]}


def test_its_files_are_judged_whole_wherever_they_were_played(evening: Evening, tmp_path: Path) -> None:
    evening.do("end-turn")
    running_on = evening.table.export()
    verdict = verify(running_on, GAMES)
    assert (verdict.status, verdict.chance) == ("not-ended", False)
    assert [each.code for each in verdict_lines(verdict, asked=False)] == [
        "verify.not-ended.without-chance",
        "verify.head",
    ]
    elsewhere = Evening(tmp_path / "elsewhere", GAMES, seed="elsewhere")
    elsewhere.do({"type": "resume", "game": elsewhere.table.import_game(running_on)})
    elsewhere.do("end")
    ended = elsewhere.table.export()
    elsewhere.table.close()
    verdict = verify(ended, GAMES)
    assert (verdict.status, verdict.draws, verdict.unproven) == ("holds", 0, 0)
    ended["entries"][1]["events"][0]["kept"] = 0
    assert verify(ended, GAMES).reason == "chain"
    assert verify(chained(ended), GAMES).reason == "events"
