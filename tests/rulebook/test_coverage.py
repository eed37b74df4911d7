"""Coverage of the rulebook: what counts as told, and what counts as cited by a test."""

from __future__ import annotations

import importlib
from pathlib import Path

import click.testing
import pytest

from companion.citations import cited, cited_by
from companion.cli.rules import rules
from companion.coverage import Book, Share, checkout, survey
from companion.games.rulebook import Group, Rule, Rulebook
from tests.fakes.evening import TOY

RULES_COMMAND = importlib.import_module("companion.cli.rules")
MARK = '@pytest.mark.rule("TOY-01", "TOY-02")\n'
TEST = "def test_it():\n    assert 1\n"
BOOK = Rulebook((Group("01-dice", (Rule("A-1", "track", examples=("TV-1",)), Rule("A-2", "compute"))),))
ALL = ("rulegroup.01-dice", "rule.A-1", "rule.A-2", "example.TV-1")


def indented(source: str) -> str:
    return "".join(f"    {line}\n" for line in source.splitlines())


@pytest.mark.parametrize(
    "source",
    [
        MARK + TEST,
        MARK + "async " + TEST,
        "from pytest import mark\n" + MARK.replace("pytest.", "") + TEST,
        '@pytest.mark.parametrize("x", [1])\n' + MARK + TEST,
        '@pytest.mark.rule("TOY-01")\n@pytest.mark.rule("TOY-02")\n' + TEST,
        'pytestmark = pytest.mark.rule("TOY-01", "TOY-02")\n' + TEST,
        'pytestmark = [pytest.mark.rule("TOY-01"), pytest.mark.rule("TOY-02")]\n' + TEST,
        'pytestmark: list = [pytest.mark.rule("TOY-01"), pytest.mark.rule("TOY-02")]\n' + TEST,
        MARK + "class TestIt:\n" + indented(TEST),
        "class TestIt:\n" + indented(MARK + TEST),
        "class TestIt:\n" + indented('pytestmark = pytest.mark.rule("TOY-01", "TOY-02")\n' + TEST),
        "class TestIt:\n" + indented(MARK + "class TestThat:\n" + indented(TEST)),
        MARK + TEST + "def helper():\n    pytest.skip('elsewhere')\n",
        MARK + "def test_it():\n    table.skip(3)\n",
    ],
)  # fmt: skip
def test_marks_on_a_test_its_class_and_its_module_cite(source: str) -> None:
    assert cited_by(source) == {"TOY-01", "TOY-02"}


@pytest.mark.parametrize(
    "source",
    [
        TEST,
        "@pytest.mark.slow\n" + TEST,
        "@pytest.mark.rule(IDS)\n" + TEST,
        MARK + "def helper():\n    assert 1\n",
        MARK + "class Helper:\n" + indented(TEST),
        MARK + "class TestNothing:\n    pass\n",
        MARK + '@pytest.mark.skip(reason="later")\n' + TEST,
        "@pytest.mark.skip\n" + MARK + TEST,
        MARK + '@pytest.mark.skipif(True, reason="here")\n' + TEST,
        MARK + "@pytest.mark.xfail\n" + TEST,
        MARK + '@unittest.skip("later")\n' + TEST,
        "@pytest.mark.skip\nclass TestIt:\n" + indented(MARK + TEST),
        "class TestIt:\n" + indented("pytestmark = pytest.mark.skip\n" + MARK + TEST),
        "pytestmark = [pytest.mark.skip]\n" + MARK + TEST,
        MARK + 'def test_it():\n    pytest.skip("later")\n',
        MARK + 'def test_it():\n    if here():\n        pytest.xfail("later")\n',
        'pytest.skip("all", allow_module_level=True)\n' + MARK + TEST,
        'gpio = pytest.importorskip("gpio")\n' + MARK + TEST,
        MARK + TEST + "def test_it():\n    assert 2\n",
        "def test_around():\n" + indented(MARK + TEST),
        "# " + MARK + TEST,
        f"'''\n{MARK}{TEST}'''\n",
        "",
    ],
)  # fmt: skip
def test_what_is_no_test_or_may_be_skipped_cites_nothing(source: str) -> None:
    assert cited_by(source) == frozenset()


def test_only_files_of_tests_are_read_at_any_depth_and_none_is_run(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "test_one.py").write_text("raise SystemExit\n" + MARK + TEST)
    (tmp_path / "two_test.py").write_text(MARK.replace("TOY-01", "TOY-03") + TEST)
    (tmp_path / "helper.py").write_text(MARK.replace("TOY-01", "TOY-04") + TEST)
    assert cited(tmp_path) == {"TOY-01", "TOY-02", "TOY-03"}


def test_all_is_there_when_every_rule_is_told_and_every_tracked_and_computed_one_is_cited() -> None:
    report = survey([Book(BOOK, {"it": ALL, "en": ALL})], {"A-1", "A-2", "elsewhere"})
    assert str(report) == "en 2/2 it 2/2 track 1/1 compute 1/1"
    assert report.whole


@pytest.mark.parametrize(
    ("lacks", "there"),
    [("rule.A-2", 1), ("rule.A-1", 1), ("example.TV-1", 1), ("rulegroup.01-dice", 0)],
)
def test_a_rule_is_told_with_its_examples_and_under_its_chapters_title(lacks: str, there: int) -> None:
    report = survey([Book(BOOK, {"en": ALL, "it": set(ALL) - {lacks}})], {"A-1", "A-2"})
    assert report.languages == (Share("en", 2, 2, ()), Share("it", there, 2, (lacks,)))
    assert not report.whole


def test_a_rule_that_is_only_explained_needs_no_test() -> None:
    book = Rulebook((Group("01-dice", (Rule("A-1", "explain"), Rule("A-2", "compute"))),))
    report = survey([Book(book, {}), Book(BOOK, {})], {"A-1"})
    assert report.tested == (Share("track", 1, 1, ()), Share("compute", 0, 2, ("A-2", "A-2")))
    assert not report.whole


def project(folder: Path, name: str = "companion") -> Path:
    (folder / "tests").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(f'[project]\nname = "{name}"\n')
    return folder


def test_a_checkout_is_this_project_with_its_tests_at_the_folder_or_above(tmp_path: Path) -> None:
    root = project(tmp_path / "here")
    (root / "deep").mkdir()
    assert checkout(root) == checkout(root / "deep") == root
    assert checkout(project(tmp_path / "other", "toy")) is None
    (root / "pyproject.toml").unlink()
    assert checkout(root) is None


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> click.testing.CliRunner:
    monkeypatch.setattr(RULES_COMMAND, "registered", lambda: TOY)
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.chdir(tmp_path)
    return click.testing.CliRunner()


def test_the_command_names_what_is_missing_and_ends_with_the_counts(
    terminal: click.testing.CliRunner, tmp_path: Path
) -> None:
    (project(tmp_path) / "tests" / "test_toy.py").write_text(MARK + TEST)
    result = terminal.invoke(rules, ["--coverage"])
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "compute: no test cites TOY-03",
        "en 4/4 it 4/4 track 2/2 compute 0/1",
    ]


def test_the_command_ends_with_status_0_when_nothing_is_missing(
    terminal: click.testing.CliRunner, tmp_path: Path
) -> None:
    cites = MARK.replace('"TOY-01"', '"TOY-03", "TOY-01"')
    (project(tmp_path) / "tests" / "test_toy.py").write_text(cites + TEST)
    result = terminal.invoke(rules, ["--coverage"])
    assert (result.exit_code, result.stdout) == (0, "en 4/4 it 4/4 track 2/2 compute 1/1\n")


def test_outside_a_checkout_the_command_says_so_and_ends_with_status_2(
    terminal: click.testing.CliRunner,
) -> None:
    result = terminal.invoke(rules, ["--coverage"])
    assert result.exit_code == 2
    assert "checkout" in result.output
