"""The evening of a game, worked out from its entries: what counts, how long it took, and who waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.registry import registered
from companion.games.report import MOMENTS, LinePlot, Report
from companion.storage.entry import Entry
from companion.storage.storage import StorageFailed
from companion.table.history import CHUNK_SIZE, History
from companion.table.report import CACHE_SIZE, MIN_AGE, ReportCache, build_report
from tests.fakes.evening import OTHER, Evening
from tests.games.record import FOLDER
from tests.games.reports import report_of
from tests.table.ended import id_of, played
from tests.table.refusing import refused

BOATS = {
    "type": "start",
    "system": "roads-and-boats",
    "players": [{"colour": "red", "name": "Rosa"}, {"colour": "blue", "name": "Björn"}],
    "replace": True,
}


@pytest.fixture
def boats(tmp_path: Path) -> Iterator[Evening]:
    """Roads & Boats, just begun."""
    evening = Evening(tmp_path / "boats", games=registered())
    evening.do(BOATS)
    yield evening
    evening.table.close()


def report(evening: Evening) -> Report:
    return report_of(build_report(evening.table.history(evening.game["id"])))


@pytest.mark.rule("RB-END-01", "LS-END-01")
@pytest.mark.parametrize("name", sorted(each.stem for each in FOLDER.glob("*.json")))
def test_every_recorded_game_has_a_report_with_numbers_below_its_charts_and_the_time_that_is_given_on(
    name: str, tmp_path: Path
) -> None:
    with played(name, tmp_path) as table:
        given, evening = table.results(id_of(table)), build_report(table.history(id_of(table)))
    assert evening.ended
    assert evening.play_time == given.play_time.total_seconds()
    parts = report_of(evening).parts
    assert len({each.name for each in parts}) == len(parts)
    for part in parts:
        assert {len(row) for row in part.rows} == {len(part.columns)}, part.name
        if isinstance(part.plot, LinePlot):
            assert [row[0] for row in part.rows] == list(part.plot.steps)
            assert {len(line.values) for line in part.plot.lines} == {len(part.plot.steps)}
            assert part.key is not None
    moments = report_of(evening).moments
    assert 0 < len(moments) <= MOMENTS
    assert [each.n for each in moments] == sorted(each.n for each in moments)


def test_undone_steps_are_not_in_the_report_and_redone_ones_are(boats: Evening) -> None:
    boats.do({"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard", "late": True})
    assert "first-mine" in [each.said.code.removeprefix("report.") for each in report(boats).moments]
    boats.do("undo")
    assert "report.first-mine" not in [each.said.code for each in report(boats).moments]
    boats.do("redo")
    assert "report.first-mine" in [each.said.code for each in report(boats).moments]


def test_time_counts_what_was_taken_back_and_no_pause_longer_than_half_an_hour(boats: Evening) -> None:
    boats.clock.later(10)
    boats.do("advance")
    boats.do("undo")
    boats.clock.later(300)
    boats.do("advance")
    evening = build_report(boats.table.history(boats.game["id"]))
    seconds = [60 * 10, 60 * 30]
    assert evening.play_time in range(sum(seconds), sum(seconds) + 10), (
        "and a second for each look at the clock"
    )
    times = next(each for each in report_of(evening).parts if each.name == "times")
    assert str(times.rows[0][1]).startswith("40:0")


def test_the_table_has_the_play_time_that_the_report_has_and_counts_on_until_the_end(boats: Evening) -> None:
    for minutes in (10, 300):
        boats.clock.later(minutes)
        boats.do("advance")
        boats.do("undo")
    boats.restart()
    play = boats.table.snapshot.play
    assert play is not None
    assert play.steps.play_time.seconds == build_report(boats.table.history(play.id)).play_time
    later = play.steps.last_at + timedelta(minutes=7)
    assert play.steps.played_until(later) == play.steps.play_time + timedelta(minutes=7)
    boats.do("end")
    for gold in (0, 1):
        boats.clock.later(5)
        boats.do({"type": "count-wealth", "colour": "red", "gold": gold, "coins": 0, "stock": 0})
    over = boats.table.snapshot.play
    assert over is not None
    assert over.steps.play_time.seconds == build_report(boats.table.history(play.id)).play_time
    assert over.steps.played_until(later) == over.steps.play_time


def test_the_time_of_what_was_taken_back_at_the_end_counts_as_played(boats: Evening) -> None:
    boats.do("advance")
    before = build_report(boats.table.history(boats.game["id"])).play_time
    boats.clock.later(5)
    boats.do("undo")
    boats.clock.later(5)
    boats.do("redo")
    assert build_report(boats.table.history(boats.game["id"])).play_time >= before + 600


def test_points_appear_at_the_end_unless_the_group_wants_them_earlier(boats: Evening) -> None:
    assert "points" not in [each.name for each in report(boats).parts]
    boats.do({"type": "correct", "field": "option", "value": {"standings": True}, "reason": "as we like it"})
    assert "points" in [each.name for each in report(boats).parts]


def test_a_player_of_a_corrected_colour_keeps_the_report_of_the_old_one(boats: Evening) -> None:
    while boats.game["phase"] != "wonder":
        boats.do({"type": "advance", "draw_rest": True})
    boats.do({"type": "buy-brick", "colour": "red", "count": 3})
    boats.do({"type": "advance", "draw_rest": True})
    players = [{"colour": "green", "name": "Rosa"}, {"colour": "blue", "name": "Björn"}]
    boats.do({"type": "correct", "field": "players", "value": players, "reason": "the wrong colour"})
    told_of = report(boats)
    bricks = next(each for each in told_of.parts if each.name == "bricks").plot
    assert isinstance(bricks, LinePlot)
    assert [(each.colour, each.values) for each in bricks.lines] == [("green", (3, 3)), ("blue", (0, 0))]
    assert "red" not in [each.colour for each in told_of.moments]
    assert "red" not in repr(told_of)
    evening = build_report(boats.table.history(boats.game["id"]))
    assert [(each.colour, each.name) for each in evening.players] == [("green", "Rosa"), ("blue", "Björn")]


def test_a_game_without_a_report_of_its_own_has_players_time_and_moment(evening: Evening) -> None:
    evening.do({"type": "add", "colour": "red", "by": 3})
    found = build_report(evening.table.history(evening.game["id"]))
    assert found.report is None
    assert (found.system, found.last, found.ended) == ("toy", 2, False)
    assert [each.name for each in found.players] == ["Ada", ""]
    assert found.moment.system == "toy"


def test_there_is_no_evening_of_a_game_that_is_not_here(evening: Evening) -> None:
    assert refused(lambda: ReportCache(evening.table.history).get("20260101-beef")).code == "no-such-game"


def test_a_disk_that_gives_nothing_now_does_not_make_the_game_one_that_cannot_be_read(boats: Evening) -> None:
    past = boats.table.history(boats.game["id"])

    def entries() -> Iterator[tuple[Entry, bool]]:
        yield next(past.entries)
        raise StorageFailed("journal-failed")

    failing = replace(past, entries=entries())
    with pytest.raises(StorageFailed):
        build_report(failing)


def test_of_a_game_that_goes_on_a_young_one_will_do_and_what_is_drawn_at_each_event_takes_any(
    evening: Evening,
) -> None:
    now = [0.0]
    evenings = ReportCache(evening.table.history, lambda: None, lambda: now[0])
    game = evening.game["id"]
    first = evenings.get(game)
    evening.do({"type": "add", "colour": "red", "by": 3})
    now[0] += MIN_AGE - 0.1
    assert evenings.get(game) is first
    now[0] += 60
    assert evenings.get(game, fresh=False) is first
    assert evenings.get(game) is not first


def test_a_report_from_just_before_the_end_is_not_reused_after_it(evening: Evening) -> None:
    evenings = ReportCache(evening.table.history, lambda: None, lambda: 0.0)
    game = evening.game["id"]
    evenings.get(game)
    evening.do("finish")
    at_the_end = evenings.get(game, over=True)
    assert at_the_end is not None
    assert at_the_end.ended


def test_an_entry_after_the_end_changes_the_report_at_once(evening: Evening) -> None:
    evenings = ReportCache(evening.table.history, lambda: None, lambda: 0.0)
    game = evening.game["id"]
    evening.do("finish")
    first = evenings.get(game)
    assert first is not None
    assert first.ended
    evening.do("undo")
    again = evenings.get(game)
    assert again is not None
    assert not again.ended


def test_only_the_last_few_evenings_are_kept(evening: Evening) -> None:
    games = [evening.game["id"]]
    for _ in range(CACHE_SIZE):
        evening.do(OTHER)
        games.append(evening.game["id"])
    evenings = ReportCache(evening.table.history, lambda: None, lambda: 0.0)
    first, *_, last = [evenings.get(game) for game in games]
    assert evenings.get(games[-1]) is last
    assert evenings.get(games[0]) is not first


def test_while_a_report_is_built_another_is_refused_unless_its_caller_waits(evening: Evening) -> None:
    inside, patient, go_on = threading.Event(), threading.Event(), threading.Event()
    first = evening.game["id"]
    for number in range(CHUNK_SIZE):
        evening.do({"type": "add", "colour": "red", "by": 1 + number % 2})
    evening.do(OTHER)
    second = evening.game["id"]

    def yield_cpu() -> None:
        inside.set()
        go_on.wait()

    def past(game: str) -> History:
        if patient.is_set():
            go_on.set()
        return evening.table.history(game)

    evenings = ReportCache(past, yield_cpu, lambda: 0.0)
    found: list[object] = []
    maker = threading.Thread(target=lambda: found.append(evenings.get(first)))
    maker.start()
    inside.wait()
    assert evenings.get(second) is None
    assert evening.do({"type": "add", "colour": "red", "by": 1}).version, "and whoever plays is not held up"
    patient.set()
    assert evenings.get(second, timeout=60.0) is not None
    maker.join()
    assert found
