"""What a correction says has not been, the report does not tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import registered
from companion.language.text import Text
from companion.table.report import GameReport, build_report
from tests.fakes.evening import Evening
from tests.games.reports import report_of, rows


def begun(folder: Path) -> Evening:
    evening = Evening(folder, games=registered())
    players = [{"colour": each, "name": ""} for each in ("grey", "red", "black")]
    evening.do({"type": "start", "system": "la-strada", "players": players})
    return evening


def told(evening: Evening) -> GameReport:
    return build_report(evening.table.history(evening.game["id"]))


def moments(evening: Evening) -> list[Text]:
    return [each.said for each in report_of(told(evening)).moments]


@pytest.mark.rule("LS-END-01", "LS-END-02")
def test_a_corrected_end_and_a_corrected_block_are_not_in_the_report(tmp_path: Path) -> None:
    evening = begun(tmp_path / "strada")
    evening.do({"type": "cannot-connect", "colour": "grey"})
    assert {"report.gave-up", "report.ended-cannot-connect"} <= {each.code for each in moments(evening)}
    correction = {"type": "correct", "field": "stuck", "value": {"grey": False}, "reason": "a road was found"}
    evening.do(correction)
    assert evening.game["ended"] is None
    assert [each.code for each in moments(evening)] == ["report.begins"]
    evening.table.close()


@pytest.mark.rule("LS-BUILD-01")
def test_a_corrected_road_is_reported_as_it_is_on_the_table(tmp_path: Path) -> None:
    evening = begun(tmp_path / "strada")
    evening.do({"type": "connect", "colour": "grey", "colony": 1, "plains": 2})
    road = {"colour": "grey", "colony": 1, "to": 6, "plains": 1, "forests": 1}
    evening.do({"type": "correct", "field": "road", "value": road, "reason": "misread"})
    assert rows(told(evening), "built") == ["1 | 6\xa0(5) | – | –"]
    assert next(row.split(" | ")[1:4] for row in rows(told(evening), "spent")) == ["1", "5", "5"]
    dearest = next(each for each in moments(evening) if each.code == "report.dear-road")
    assert dearest.params["count"] == 5
    unlinked = {"number": 6, "linked": [], "merchants": []}
    evening.do({"type": "correct", "field": "colony", "value": unlinked, "reason": "not built"})
    assert "report.dear-road" not in {each.code for each in moments(evening)}
    evening.table.close()
