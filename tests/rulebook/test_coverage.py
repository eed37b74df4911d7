"""Coverage of the rulebook: what counts as told, and what counts as cited by a test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from companion.games.rulebook import Group, Rule, Rulebook
from tests.rulebook.coverage import Book, Share, survey
from tests.tree import ROOT

BOOK = Rulebook((Group("01-dice", (Rule("A-1", "track", examples=("TV-1",)), Rule("A-2", "compute"))),))
ALL = ("rulegroup.01-dice", "rule.A-1", "rule.A-2", "example.TV-1")

TEST = "def test_it(): assert 1\n"
CASE = "def test_it(x): assert x\n"
METHOD = "  def test_it(self): assert 1\n"
MARK = '@pytest.mark.rule("{}")\n'
CITING = {
    "test": MARK + TEST,
    "other-name": '@m.rule("{}")  # from pytest import mark.rule\n' + TEST,
    "one-of-two": MARK + '@pytest.mark.rule("second")\n' + TEST,
    "each-of-several": '@pytest.mark.parametrize("x", [1, 2])\n' + MARK + CASE,
    "one-case": '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("{}"))])\n' + CASE,
    "module": 'pytestmark = [pytest.mark.rule("{}")]\n' + TEST,
    "class": MARK + "class TestIt:\n" + METHOD,
    "method": "class TestIt:\n  " + MARK + METHOD,
    "computed": 'ID = "{}"\n@pytest.mark.rule(ID)\n' + TEST,
}
SILENT = {
    "no-test": MARK + "def helper(): assert 1\n",
    "empty-class": MARK + "class TestNothing: pass\n",
    "within": "def test_around():\n  " + MARK + "  " + TEST,
    "comment": "# " + MARK + TEST,
    "overwritten": MARK + TEST + TEST,
    "skipped": MARK + '@pytest.mark.skip(reason="later")\n' + TEST,
    "perhaps-skipped": MARK + '@pytest.mark.skipif(False, reason="here")\n' + TEST,
    "may-fail": "@pytest.mark.xfail\n" + MARK + TEST,
    "class-skipped": "@pytest.mark.skip\nclass TestIt:\n  " + MARK + METHOD,
    "module-skipped": "pytestmark = pytest.mark.skip\n" + MARK + TEST,
    "module-left": 'pytest.skip("all", allow_module_level=True)\n' + MARK + TEST,
    "lacking": 'pytest.importorskip("no_such_thing")\n' + MARK + TEST,
    "no-case": '@pytest.mark.parametrize("x", [])\n' + MARK + CASE,
}
HEAD = "import pytest\nfrom pytest import mark as m\n"
COUNT = """
import sys
from pathlib import Path
from tests.rulebook.coverage import cited, collected
print(*sorted(cited(collected(Path(sys.argv[1])))))
"""


def counted(folder: Path) -> subprocess.CompletedProcess[str]:
    """What the tests below a folder cite, by a pytest of its own."""
    command = (sys.executable, "-c", COUNT, str(folder))
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_marks_of_what_pytest_finds_and_always_runs_are_citations(tmp_path: Path) -> None:
    for place, (name, source) in enumerate({**CITING, **SILENT}.items()):
        folder = tmp_path / f"at{place % 3}" / "deep"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"test_{name.replace('-', '_')}.py").write_text(HEAD + source.format(name))
    (tmp_path / "helper_of_tests.py").write_text('mark.rule("helper")\nraise SystemExit\n')
    said = counted(tmp_path)
    assert said.returncode == 0, said.stderr
    assert set(said.stdout.split()) == {*CITING, "second"}


def test_coverage_is_complete_once_every_rule_has_a_text_and_every_tracked_and_computed_one_a_test() -> None:
    report = survey([Book(BOOK, {"it": ALL, "en": ALL})], {"A-1", "A-2", "elsewhere"})
    assert str(report) == "en 2/2 it 2/2 track 1/1 compute 1/1"
    assert report.whole


def test_a_rule_that_is_only_explained_needs_no_test() -> None:
    book = Rulebook((Group("01-dice", (Rule("A-1", "explain"), Rule("A-2", "compute"))),))
    report = survey([Book(book, {}), Book(BOOK, {})], {"A-1"})
    assert report.tested == (Share("track", 1, 1, ()), Share("compute", 0, 2, ("A-2", "A-2")))
    assert not report.whole


def test_rules_are_shown_below_the_pages() -> None:
    pages = (ROOT / "tests" / "web" / "pages").glob("test_*.py")
    assert [path.name for path in pages if "mark.rule" in path.read_text(encoding="utf-8")] == []
