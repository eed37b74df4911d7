"""What a correction says has not been, the report does not tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import registered
from companion.table.report import build_report
from tests.fakes.evening import Evening
from tests.games.reports import report_of, rows


@pytest.mark.rule("LS-END-01", "LS-END-02")
def test_a_corrected_end_and_a_corrected_block_are_not_in_the_report(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "strada", games=registered())
    players = [{"colour": each, "name": ""} for each in ("grey", "red", "black")]
    evening.do({"type": "start", "system": "la-strada", "players": players})
    evening.do({"type": "cannot-connect", "colour": "grey"})

    def codes() -> list[str]:
        return [
            each.said.code
            for each in report_of(build_report(evening.table.history(evening.game["id"]))).moments
        ]

    assert {"report.gave-up", "report.ended-cannot-connect"} <= set(codes())
    correction = {"type": "correct", "field": "stuck", "value": {"grey": False}, "reason": "a road was found"}
    evening.do(correction)
    assert evening.game["ended"] is None
    assert codes() == ["report.begins"]
    evening.table.close()


@pytest.mark.rule("LS-BUILD-01")
def test_a_corrected_road_is_reported_as_it_is_on_the_table(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "strada", games=registered())
    players = [{"colour": each, "name": ""} for each in ("grey", "red", "black")]
    evening.do({"type": "start", "system": "la-strada", "players": players})
    evening.do({"type": "connect", "colour": "grey", "colony": 1, "plains": 2})
    road = {"colour": "grey", "colony": 1, "to": 6, "plains": 1, "forests": 1}
    evening.do({"type": "correct", "field": "road", "value": road, "reason": "misread"})
    report = build_report(evening.table.history(evening.game["id"]))
    assert rows(report, "built") == ["1 | 6\xa0(5) | – | –"]
    assert next(row.split(" | ")[1:4] for row in rows(report, "spent")) == ["1", "5", "5"]
    dearest = next(each.said for each in report_of(report).moments if each.said.code == "report.dear-road")
    assert dearest.params["count"] == 5
    unlinked = {"number": 6, "linked": [], "merchants": []}
    evening.do({"type": "correct", "field": "colony", "value": unlinked, "reason": "not built"})
    moments = report_of(build_report(evening.table.history(evening.game["id"]))).moments
    assert all(each.said.code != "report.dear-road" for each in moments)
    evening.table.close()
