"""Help: brought in and put into words for who asks for it, in his language."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from companion import __version__
from companion.cli import COMMANDS, companion_command
from tests.fakes.box import MESSAGES

ITALIAN = {"LC_ALL": "it_IT.UTF-8", "COLUMNS": "300"}
SAYS = MESSAGES.language("it").phrase


def told(*words: str) -> str:
    return CliRunner(env=ITALIAN).invoke(companion_command, words).stdout


def test_the_help_names_every_command_with_what_it_does() -> None:
    lines = told("--help").splitlines()
    assert SAYS("cli.companion") in " ".join(" ".join(lines).split())
    for name in COMMANDS:
        begins = " ".join(SAYS(f"cli.{name}").split()[:3])
        assert any(line.split()[:1] == [name] and begins in line for line in lines), name
    assert not [line for line in lines if "cli." in line]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_in_the_readers_language(name: str) -> None:
    help_text = " ".join(told(name, "--help").split())
    assert SAYS(f"cli.{name}").split()[0] in help_text
    assert "cli." not in help_text


def test_the_version_is_printed_and_a_command_that_there_is_not_is_refused() -> None:
    assert __version__ in told("--version")
    refused = CliRunner(env=ITALIAN).invoke(companion_command, ["nonsense"])
    assert (refused.exit_code, "nonsense" in refused.stderr) == (2, True)
