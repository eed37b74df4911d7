"""What commands share: the terminal's language, the options that say the configuration, and how they end."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.config import ConfigError
from companion.daemon.configuration import Configuration
from companion.daemon.start_failures import translate_threads
from companion.games.registry import folders, registered
from companion.language.messages import Language, Messages, catalogues, locale_language
from companion.language.text import CompanionError

F = TypeVar("F", bound=Callable[..., Any])
FILE = click.Path(readable=False, path_type=Path)
"""Whether it can be read is seen when it is read, and said in the person's language."""
PIPE = "-"
"""As a file's name: standard output, or standard input."""


def terminal_language_code() -> str:
    """The code of the terminal's language, whether it has catalogues or not."""
    return locale_language(os.environ)


def terminal_language() -> Language:
    """The language in which the terminal is answered."""
    return Messages(catalogues(folders(registered()))).language(terminal_language_code())


def translate_help(command: click.Command, language: Language) -> None:
    """Put the help of a command and of its options, written as codes, into words."""
    command.help = _translate(command.help, language)
    for option in command.params:
        if isinstance(option, click.Option):
            option.help = _translate(option.help, language)


def _translate(code: str | None, language: Language) -> str | None:
    """In words; what was put into words before, or never was a code, stays as it is."""
    return language.phrase(code) if code is not None and code.startswith("cli.") else code


class Command(click.Command):
    """A command that ends, when it meets a `CompanionError`, with its sentence on standard error, status 1.

    permanent_errors: those that end it with status 2 if they are `permanent`: a service manager need not try
    again then.
    """

    def __init__(
        self, *args: Any, permanent_errors: type[CompanionError] = ConfigError, **attributes: Any
    ) -> None:
        super().__init__(*args, **attributes)
        self._permanent_errors = permanent_errors

    def invoke(self, context: click.Context) -> Any:
        """Run the command."""
        try:
            with translate_threads():
                return super().invoke(context)
        except CompanionError as error:
            permanent = error.permanent and isinstance(error, self._permanent_errors)
            raise (_PermanentError if permanent else click.ClickException)(
                terminal_language().say(error.message)
            ) from error

    def format_help(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help, in the person's language."""
        translate_help(self, terminal_language())
        super().format_help(context, formatter)


class _PermanentError(click.ClickException):
    exit_code = 2


def with_settings(function: F) -> F:
    """Give the command `--set`, as `settings`."""
    setting = click.option(
        "--set", "settings", multiple=True, metavar="SECTION.KEY=VALUE", help="cli.option.set"
    )
    return setting(function)


def with_config(function: Callable[..., None]) -> Callable[..., None]:
    """Give the command `--config`, `--data` and `--set`, together as its `configuration`.

    The environment may name the file, too: the installed command names the box's own.
    """

    @functools.wraps(function)
    def command(config: Path | None, data: Path | None, settings: tuple[str, ...], **given: Any) -> None:
        folder = () if data is None else (f"data.folder={data}",)
        function(configuration=Configuration(config, (*folder, *settings)), **given)

    file = click.option(
        "--config", type=FILE, metavar="FILE", envvar="COMPANION_CONFIG", help="cli.option.config"
    )
    return file(
        click.option("--data", type=FILE, metavar="DIR", help="cli.option.data")(with_settings(command))
    )
