"""The rulebook in the terminal, and the counting of what is told and tested that a checkout does."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click.testing
import pytest

from companion.cli import rules, shared
from companion.cli.rules import rules_command
from companion.games.registry import folders, registered
from companion.games.rulebook import Rulebooks, aid_titles
from companion.language.messages import Messages, catalogues, rulebook_catalogues
from tests.fakes.evening import TOY, Evening
from tests.fakes.twin import TWIN_GAME

COVERAGE_SCRIPT = "import sys; print('counted here:', __name__); sys.exit(3)\n"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No games of one's own, and no configuration."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("LC_ALL", "LC_MESSAGES", "COMPANION_CONFIG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> click.testing.CliRunner:
    monkeypatch.setattr(rules, "registered", lambda: TOY)
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    monkeypatch.setenv("COLUMNS", "50")
    return click.testing.CliRunner()


def test_the_command_prints_what_answers_in_the_terminals_language(terminal: click.testing.CliRunner) -> None:
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
    told = [line.strip() for line in lines if line.startswith("  TOY")]
    assert told == ["TOY-01", "TOY-02", "TOY-03", "TOY-04"]


def test_a_search_without_results_is_reported_and_ends_with_status_1(
    terminal: click.testing.CliRunner,
) -> None:
    result = terminal.invoke(rules_command, ["xyzzy"])
    assert result.exit_code == 1
    assert "Nessuna regola parla di «xyzzy»" in result.stderr


def test_results_of_several_games_name_the_game_of_each_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {**TOY, "twin": TWIN_GAME}
    for module in (rules, shared):
        monkeypatch.setattr(module, "registered", lambda: both)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    everything = click.testing.CliRunner().invoke(rules_command, []).output
    assert "Toy: Dice\n=========\n" in everything
    assert "Twin: The twins throw\n" in everything
    one = click.testing.CliRunner().invoke(rules_command, ["twin-01"]).output
    assert one.startswith("The twins throw\n===============\n")


ENGLISH = {"LC_ALL": "en_GB.UTF-8"}
GAMES = registered()
SAID = Messages(catalogues(folders(GAMES)))
BOOKS = Rulebooks(
    {system: game.rulebook for system, game in GAMES.items()}, Messages(rulebook_catalogues(folders(GAMES)))
)


def printed(*words: str, **env: str) -> list[str]:
    """The IDs of the rules that the command prints, in their order."""
    told = click.testing.CliRunner().invoke(rules_command, words, env={**ENGLISH, **env})
    assert told.exit_code == 0, told.output
    return re.findall(r"(?m)^  ([A-Z]{2}-[A-Z0-9]+-[0-9]+)(?:$|  )", told.stdout)


@pytest.mark.parametrize(("code", "search"), [("en", "may I pass a wall"), ("it", "rb-mine-09")])
def test_the_terminal_finds_what_the_page_finds_in_its_order(code: str, search: str) -> None:
    system = "roads-and-boats"
    language = SAID.language(code, system)
    found = BOOKS.search(system, language, search, aid_titles(GAMES[system].aids, language))
    rules = [name for name in found.names if name.startswith("RB-")]
    assert [name for name in printed(search, LC_ALL=f"{code}_IT.UTF-8") if name.startswith("RB-")] == rules


def test_a_game_that_knows_fewer_of_the_words_does_not_answer() -> None:
    assert {name[:2] for name in printed("last", "row", "of", "the", "wonder")} == {"RB"}
    assert printed("la", "strada's", "end")[0] == "LS-END-01"
    assert {name[:2] for name in printed("may", "I", "use", "another", "player's", "road")} == {"RB", "LS"}


@pytest.mark.parametrize(("system", "first"), [("la-strada", "LS-END-01"), ("roads-and-boats", "RB-END-01")])
def test_the_game_on_the_table_answers_first(system: str, first: str, tmp_path: Path) -> None:
    evening = Evening(tmp_path / "data", GAMES)
    evening.do({"type": "start", "system": system, "players": [{"colour": "red"}, {"colour": "yellow"}]})
    evening.table.close()
    data = ("--data", str(tmp_path / "data"))
    assert printed("end", *data)[0] == first
    assert printed("last", "row", "of", "the", "wonder", *data)[0].startswith(first[:3])


def test_unreadable_games_do_not_block_the_rules(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    assert printed("rb-mine-09", "--data", str(tmp_path / "data")) == ["RB-MINE-09"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder in which a module of its own counts."""
    (tmp_path / rules.COVERAGE_SCRIPT).parent.mkdir(parents=True)
    (tmp_path / rules.COVERAGE_SCRIPT).write_text(COVERAGE_SCRIPT)
    return tmp_path


def test_a_checkout_counts_wherever_in_it_one_stands_and_its_status_is_the_command_s(
    terminal: click.testing.CliRunner, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(checkout / "tests" / "rulebook")
    monkeypatch.setattr(sys, "path", list(sys.path))
    result = terminal.invoke(rules_command, ["--coverage"])
    assert (result.exit_code, result.stdout) == (3, "counted here: __main__\n")
    assert sys.path[0] == str(checkout), "the tests find each other"


def test_outside_a_checkout_the_command_reports_that_and_ends_with_status_2(
    terminal: click.testing.CliRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = terminal.invoke(rules_command, ["--coverage"], env={"LANG": "en_GB.UTF-8"})
    assert result.exit_code == 2
    assert "checkout" in result.stderr


def test_without_pytest_a_checkout_prints_what_to_install(
    terminal: click.testing.CliRunner, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(checkout)
    monkeypatch.setattr(rules, "find_spec", dict[str, object]().get)
    result = terminal.invoke(rules_command, ["--coverage"])
    assert (result.exit_code, "make test" in result.stderr) == (2, True)
