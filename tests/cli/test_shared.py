"""What every command does, whichever it is."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from companion.cli.shared import Command

ENGLISH = {"LC_ALL": "en_GB.UTF-8"}


def failing(why: str) -> click.Command:
    @click.command(cls=Command)
    def command() -> None:
        raise RuntimeError(why)

    return command


def test_a_command_without_threads_reports_that_in_a_sentence() -> None:
    ended = CliRunner(env=ENGLISH).invoke(failing("can't start new thread"))
    assert ended.exit_code == 1
    assert ended.output.startswith("Error: The system allows the companion too few threads.")


def test_an_unexpected_error_is_not_hidden() -> None:
    ended = CliRunner(env=ENGLISH).invoke(failing("something else"))
    with pytest.raises(RuntimeError, match="something else"):
        raise ended.exception or AssertionError
