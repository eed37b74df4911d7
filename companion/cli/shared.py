"""The options that commands share: which configuration, which folder, and single keys on top."""

from __future__ import annotations

import locale
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion import __version__
from companion.commit import commit
from companion.config import Config, ConfigError, load
from companion.games import folders
from companion.games.registry import registered
from companion.language.messages import Language, Messages, catalogues
from companion.language.text import Text, text


def spoken_code() -> str:
    """The code of the terminal's language by the usual variables, whether it has catalogues or not."""
    wanted = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "en"
    )
    return locale.normalize(wanted).partition("_")[0].partition(".")[0]


def spoken() -> Language:
    """The language in which the terminal is answered."""
    return Messages(catalogues(folders(registered()))).language(spoken_code())


class Wrong(click.ClickException):
    """Ends the command with a sentence for the person at the terminal, and status 1."""

    def __init__(self, said: Text) -> None:
        super().__init__(spoken().say(said))


class Lasting(Wrong):
    """Something stays wrong until somebody has mended it: a service manager need not try again."""

    exit_code = 2


F = TypeVar("F", bound=Callable[..., Any])
FILE = click.Path(readable=False, path_type=Path)
"""Whether it can be read is seen when it is read, and said in the reader's language."""


class Misconfigured(Lasting):
    """The configuration cannot be used."""


def with_settings(function: F) -> F:
    """Give the command `--set`, as `settings`."""
    setting = click.option(
        "--set", "settings", multiple=True, metavar="SECTION.KEY=VALUE", help="cli.option.set"
    )
    return setting(function)


def with_config(function: F) -> F:
    """Give the command `--config`, `--data` and `--set`, as `configured` takes them.

    The environment may name the configuration, too: the installed command names the box's own.
    """
    config = click.option(
        "--config", type=FILE, metavar="FILE", envvar="COMPANION_CONFIG", help="cli.option.config"
    )
    data = click.option("--data", type=FILE, metavar="DIR", help="cli.option.data")
    return config(data(with_settings(function)))


def configured(config: Path | None, data: Path | None, settings: tuple[str, ...]) -> Config:
    """The configuration that the options name. Raises `Misconfigured`."""
    folder = () if data is None else (f"data.folder={data}",)
    try:
        return load(config, (*folder, *settings))
    except ConfigError as error:
        raise Misconfigured(Text(error.code, error.params)) from error


def with_version(function: F) -> F:
    """Give a command the option that says the version and nothing else."""
    option = click.option(
        "--version", is_flag=True, is_eager=True, expose_value=False, callback=_say, help="cli.option.version"
    )
    return option(function)


def version(made_of: str | None) -> Text:
    """The answer. made_of: the commit, or None when it is not known."""
    if made_of is None:
        return text("cli.version-without-commit", version=__version__)
    return text("cli.version", version=__version__, commit=made_of)


def _say(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(spoken().say(version(commit())))
        context.exit()
