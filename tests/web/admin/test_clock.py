"""The page of the clock: what is typed there."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from tests.web.admin.scenes import Playing


def test_a_typed_time_is_that_of_the_place_where_the_box_is(tmp_path: Path) -> None:
    playing = Playing(tmp_path)
    playing.do_clock("")
    typed = {"now": "", "typed": "2026-11-22T18:05", "sure": "1"}
    playing.sitting.phone().post("/care/clock/set", data=typed)
    assert playing.timedated.time == int(datetime(2026, 11, 22, 18, 5).astimezone().timestamp()) * 1_000_000
    playing.close()
