"""What is broken of a rule, and which marks show nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

from tests.mutants.__main__ import Copy, Mark, survives
from tests.mutants.breaking import Mutant, mutants
from tests.tree import ROOT

HERE = Path("rules.py")
SOURCE = '''
"""Everything (RB-A-01 to RB-A-09)."""

FEW = 3
MOST = 5
"""As the box has them (RB-A-01 to RB-A-03)."""
LIST = [Item("first", ("RB-A-04", "RB-A-05"))]


def require(count):
    if count > MOST:
        raise Refused("too-many", "RB-A-06")
    return count


def paid(state, count):
    """What is left (RB-A-07)."""
    require_phase(state, "RB-A-08")
    if state.solo:
        return state
    return replace(state, gold=state.gold - count)
'''


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        ("RB-A-02", {"line 4: '3' -> '4'", "line 5: '5' -> '6'"}),
        ("RB-A-05", {"line 7: \"'RB-A-05'\" -> \"''\""}),
        (
            "RB-A-06",
            {
                "line 12: \"raise Refused('too-many', 'RB-A-06')\" -> 'pass'",
                "line 11: 'count > MOST' -> 'count >= MOST'",
            },
        ),
        (
            "RB-A-07",
            {
                "line 18: \"require_phase(state, 'RB-A-08')\" -> 'pass'",
                "line 19: 'state.solo' -> 'not state.solo'",
                "line 21: 'replace(state, gold=state.gold - count)' -> 'replace(state)'",
                "line 21: 'state.gold - count' -> 'state.gold + count'",
            },
        ),
        ("RB-A-08", {"line 18: \"require_phase(state, 'RB-A-08')\" -> 'pass'"}),
        ("RB-A-09", set()),
    ],
)
def test_a_rule_is_broken_where_its_id_stands(rule: str, changes: set[str]) -> None:
    assert {each.change for each in mutants(HERE, SOURCE, rule)} == changes


def test_each_mutant_has_one_change() -> None:
    whole = next(iter(mutants(HERE, SOURCE, "RB-A-05"))).source.replace("''", "'RB-A-05'")
    for each in mutants(HERE, SOURCE, "RB-A-07"):
        pairs = zip(whole.splitlines(), each.source.splitlines(), strict=True)
        assert sum(before != after for before, after in pairs) == 1


def test_the_runner_reports_the_outcome_of_each_test_and_the_lines_it_covers() -> None:
    test = "tests/games/tally/test_rules.py::test_no_player_goes_beyond_the_goal_and_reaching_it_wins"
    runner = (sys.executable, "-m", "tests.mutants.running")
    asked = "".join(json.dumps([traced, name]) + "\n" for traced, name in ((True, test), (False, test + "?")))
    told = subprocess.run(runner, cwd=ROOT, input=asked, capture_output=True, text=True, check=True)
    (status, reached), gone = (json.loads(line) for line in told.stdout.splitlines())
    assert status == pytest.ExitCode.OK
    assert "tests/fakes/tally/rules.py" in reached
    assert gone == [pytest.ExitCode.USAGE_ERROR, {}]


class Fake:
    """A copy in which a test runs these lines, and fails with these changes."""

    def __init__(self, lines: set[int], *noticed: str, status: int = 0) -> None:
        self.folder = Path()
        self.sources = {HERE: SOURCE}
        self.lines, self.noticed, self.status = lines, noticed, status

    def reached(self, _test: str) -> tuple[int, dict[Path, set[int]]]:
        return self.status, {HERE: self.lines}

    def fails(self, _test: str, mutant: Mutant) -> bool:
        return any(each in mutant.change for each in self.noticed)


@pytest.mark.parametrize(
    ("copy", "rule", "why"),
    [
        (Fake({11}, ">="), "RB-A-06", None),
        (Fake({11}, "pass"), "RB-A-06", "passes with"),
        (Fake({13}), "RB-A-06", "runs none of the code that names it"),
        (Fake({11}), "RB-A-09", "no code names it that could be broken"),
        (Fake(set(), "RB-A-05"), "TV-B", None),
        (Fake(set(), status=1), "RB-A-05", "fails as it is"),
    ],
)
def test_a_mark_survives_that_notices_nothing_of_what_its_test_runs(
    copy: Fake, rule: str, why: str | None
) -> None:
    found = survives(cast("Copy", copy), Mark("test_it", rule), {"TV-B": ["RB-A-05"]})
    assert found == why if found is None or why is None else found.startswith(why)
