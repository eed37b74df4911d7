"""Help: brought in and put into words for who asks for it, in his language."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from companion.cli import COMMANDS, companion_command
from tests.fakes.box import MESSAGES
from tests.fakes.served import run

LANGUAGES = {"en": "en_GB.UTF-8", "it": "it_IT.UTF-8"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_help_names_every_command_with_what_it_does(code: str) -> None:
    told = run("--help", LANG=LANGUAGES[code], COLUMNS="300").stdout
    says = MESSAGES.language(code).phrase
    assert says("cli.companion") in " ".join(told.split())
    for name in COMMANDS:
        begins = " ".join(says(f"cli.{name}").split()[:3])
        assert any(line.split()[:1] == [name] and begins in line for line in told.splitlines()), name
    assert "cli." not in told


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_in_the_readers_language(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", LANGUAGES["it"])
    told = " ".join(CliRunner().invoke(companion_command, [name, "--help"]).stdout.split())
    assert MESSAGES.language("it").phrase(f"cli.{name}").split()[0] in told
    assert "cli." not in told


def test_a_command_that_there_is_not_is_refused() -> None:
    refused = run("nonsense")
    assert refused.returncode == 2
    assert "nonsense" in refused.stderr
