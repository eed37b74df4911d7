"""The rulebook in the terminal, and the counting of what is told and tested that a checkout does."""

from __future__ import annotations

import sys
from pathlib import Path

import click.testing
import pytest

from companion.cli import rules, shared
from companion.cli.rules import rules_command
from tests.fakes.evening import TOY
from tests.fakes.twin import Twin

COUNTING = "import sys; print('counted here:', __name__); sys.exit(3)\n"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> click.testing.CliRunner:
    monkeypatch.setattr(rules, "registered", lambda: TOY)
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    monkeypatch.setenv("COLUMNS", "50")
    return click.testing.CliRunner()


def test_the_command_prints_what_matches_in_the_terminals_language(terminal: click.testing.CliRunner) -> None:
    result = terminal.invoke(rules_command, ["dado", "doppio"])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Dadi",
        "====",
        "",
        "Tirare il dado",
        "  Chi tira aggiunge il dado al contatore.",
        "  Interpretazione: Qualcuno dice il doppio del",
        "  dado. Vale una volta sola.",
        "  Esempio: Il contatore è a 7; un 5 lo porta a 12.",
        "  TOY-01",
        "",
    ]


def test_the_command_without_a_search_prints_every_rule(terminal: click.testing.CliRunner) -> None:
    lines = terminal.invoke(rules_command, [], env={"LANG": "en_GB.UTF-8"}).stdout.splitlines()
    assert [line.strip() for line in lines if line.startswith("  TOY")] == [
        "TOY-01",
        "TOY-02",
        "TOY-03",
        "TOY-04",
    ]


def test_a_search_that_finds_nothing_says_so_and_ends_with_status_1(
    terminal: click.testing.CliRunner,
) -> None:
    result = terminal.invoke(rules_command, ["xyzzy"])
    assert result.exit_code == 1
    assert "Nessuna regola parla di «xyzzy»" in result.stderr


def test_a_question_in_other_words_is_answered_by_the_rules_that_mean_it(
    terminal: click.testing.CliRunner,
) -> None:
    result = terminal.invoke(rules_command, ["quando", "finiscono?"])
    assert result.exit_code == 0
    assert "Quando è finita\n" in result.stdout
    result = terminal.invoke(rules_command, ["rolls", "taken", "back"], env={"LANG": "en_GB.UTF-8"})
    assert "Taking a roll back\n" in result.stdout


def test_where_several_games_answer_each_chapter_is_told_with_its_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = {**TOY, "twin": Twin()}
    for module in (rules, shared):
        monkeypatch.setattr(module, "registered", lambda: both)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    everything = click.testing.CliRunner().invoke(rules_command, []).output
    assert "Toy: Dice\n=========\n" in everything
    assert "Twin: The twins throw\n" in everything
    one = click.testing.CliRunner().invoke(rules_command, ["twin-01"]).output
    assert one.startswith("The twins throw\n===============\n")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder in which a module of its own counts."""
    (tmp_path / rules.COUNTING).parent.mkdir(parents=True)
    (tmp_path / rules.COUNTING).write_text(COUNTING)
    return tmp_path


@pytest.mark.parametrize("where", [".", "tests/rulebook"])
def test_a_checkout_counts_wherever_in_it_one_stands_and_its_status_is_the_command_s(
    terminal: click.testing.CliRunner, checkout: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(checkout / where)
    monkeypatch.setattr(sys, "path", list(sys.path))
    result = terminal.invoke(rules_command, ["--coverage"])
    assert (result.exit_code, result.stdout) == (3, "counted here: __main__\n")
    assert sys.path[0] == str(checkout), "the tests find each other"


def test_outside_a_checkout_the_command_says_so_and_ends_with_status_2(
    terminal: click.testing.CliRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = terminal.invoke(rules_command, ["--coverage"], env={"LANG": "en_GB.UTF-8"})
    assert result.exit_code == 2
    assert "checkout" in result.stderr


def test_without_pytest_a_checkout_says_what_to_install(
    terminal: click.testing.CliRunner, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(checkout)
    monkeypatch.setattr(rules, "find_spec", dict[str, object]().get)
    result = terminal.invoke(rules_command, ["--coverage"])
    assert (result.exit_code, "make test" in result.stderr) == (2, True)
